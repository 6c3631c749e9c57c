//! Summaries, sentences, failures on the way, saved answers.

use crate::support::load;
use evidence::kind::{Kind, read_any};
use evidence::number::Number;
use evidence::prometheus::{self, Endpoint, read};
use evidence::reading::{Data, MAX_SUMMARY_BYTES, Outcome, Point, Reading, Remark, Series};
use evidence::search;
use evidence::time::Micros;
use evidence::transport::{self, Failure};

fn code(reading: &Reading) -> &str {
    reading.reason.as_ref().map_or("", |reason| &reason.code)
}

#[test]
fn the_sentence_of_a_matrix() {
    let reading = read(Endpoint::QueryRange, 200, None, &load("prometheus3/range.json"));
    assert_eq!(
        reading.sentence(),
        "8 series, 11 points each on 10 Sep 2026 from 13:00:00 to 13:10:00 UTC; lowest 77 (pod=kafka-7), highest 864 (pod=kafka-0)."
    );
}

#[test]
fn the_sentence_names_a_second_label_where_one_is_not_enough() {
    let sentence = read(Endpoint::QueryRange, 200, None, &load("prometheus2/33-purgatory.json")).sentence();
    assert!(sentence.contains("highest 25166 (instance=broker-3.example:7071, delayedOperation="), "{sentence}");
}

#[test]
fn the_sentence_of_zeros() {
    let reading = read(Endpoint::Query, 200, None, &load("prometheus3/infos-rate-of-gauge.json"));
    assert_eq!(reading.sentence(), "8 series, one point each at 10 Sep 2026 13:30:00 UTC; all 0.");
}

#[test]
fn the_sentence_of_lines() {
    let reading = search::read(search::Endpoint::Search, 200, None, &load("search/es8/search_two_hits.json"));
    assert_eq!(reading.sentence(), "2 of 10000 or more lines on 30 Nov 2026 from 00:00:00 to 00:00:00 UTC.");
}

#[test]
fn the_sentence_says_what_is_missing() {
    let reading = search::read(search::Endpoint::Search, 200, None, &load("search/es8/search_partial_shards.json"));
    assert!(reading.sentence().contains("partial: 1 of 2 shards did not answer"), "{}", reading.sentence());
}

#[test]
fn the_sentence_of_no_data_and_of_could_not_ask() {
    assert_eq!(read(Endpoint::Query, 200, None, &load("prometheus3/empty-filtered.json")).sentence(), "No series matched.");
    assert_eq!(
        read(Endpoint::Query, 404, None, &load("prometheus3/not-found.json")).sentence(),
        "Could not ask: there is nothing at this address."
    );
}

#[test]
fn a_summary_stays_within_its_limit_whatever_the_source_says() {
    let mut reading = Reading::could_not_ask("x", "\u{1}".repeat(9_000), "\"".repeat(9_000), "ä".repeat(9_000));
    reading.missing = vec!["\n".repeat(5_000); 40];
    reading.remarks = vec![Remark::warning("\u{1}".repeat(5_000)); 40];
    reading.truncated = Some("€".repeat(5_000));
    reading.headline.unit = "\u{2}".repeat(5_000);
    let bytes = serde_json::to_vec(&reading.summary()).expect("a summary is JSON").len();
    assert!(bytes <= MAX_SUMMARY_BYTES, "{bytes}");
}

#[test]
fn a_summary_says_how_many_reasons_are_not_shown() {
    let mut reading = read(Endpoint::Query, 200, None, &load("prometheus3/ratio.json"));
    reading.missing = (1..=9).map(|n| format!("part {n}")).collect();
    assert_eq!(reading.summary().missing, ["part 1", "part 2", "part 3", "part 4", "part 5", "and 4 more"]);
}

#[test]
fn a_summary_counts_series_and_points() {
    let summary = read(Endpoint::QueryRange, 200, None, &load("prometheus3/range.json")).summary();
    assert_eq!((summary.series, summary.items), (8, 88));
}

#[test]
fn native_histograms_are_counted_and_never_a_zero() {
    let body = br#"{"status":"success","data":{"resultType":"vector","result":[{"metric":{"__name__":"h"},"histogram":[1,{"count":"0","sum":"0"}]}]}}"#;
    let reading = read(Endpoint::Query, 200, None, body);
    assert_eq!((reading.outcome, reading.headline.text.as_str()), (Outcome::Value, "native histograms, not read"));
    assert!(reading.sentence().contains("native histograms are counted (1), not read"), "{}", reading.sentence());
}

#[test]
fn the_name_comes_first_among_labels() {
    let body =
        br#"{"status":"success","data":{"resultType":"vector","result":[{"metric":{"a":"1","__name__":"m","b":"2"},"value":[1,"1"]}]}}"#;
    let Data::Series { series } = read(Endpoint::Query, 200, None, body).data else { panic!("series expected") };
    assert_eq!(series[0].name(), "m{a=\"1\",b=\"2\"}");
}

#[test]
fn an_answer_of_another_product_is_not_read() {
    let streams = br#"{"status":"success","data":{"resultType":"streams","result":[]}}"#;
    assert_eq!(code(&read(Endpoint::Query, 200, None, streams)), "not_prometheus");
}

#[test]
fn bodies_that_are_no_answer() {
    for (status, body, expected) in [
        (200, "", "empty_body"),
        (502, "", "unavailable"),
        (200, r#"{"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"val"#, "cut_off"),
        (200, r#"{"status":"success",}"#, "malformed"),
        (200, "# HELP up x\nup 1\n", "exporter_page"),
        (200, "pong", "not_prometheus"),
        (200, "[1,2]", "not_prometheus"),
        (200, "{}", "not_prometheus"),
        (401, "{\"message\":\"no\"}", "unauthorized"),
        (403, "denied", "forbidden"),
        (429, "slow down", "rate_limited"),
        (302, "", "redirected"),
    ] {
        let reading = read(Endpoint::Query, status, None, body.as_bytes());
        assert_eq!((reading.outcome, code(&reading)), (Outcome::CouldNotAsk, expected), "{status} {body}");
    }
}

#[test]
fn a_success_under_a_failing_status_is_no_answer() {
    let body = br#"{"status":"success","data":{"resultType":"vector","result":[{"metric":{},"value":[1,"0"]}]}}"#;
    assert_eq!(read(Endpoint::Query, 503, None, body).outcome, Outcome::CouldNotAsk);
}

#[test]
fn every_reason_says_what_to_do() {
    for failure in [
        Failure::Refused,
        Failure::Dns("x".into()),
        Failure::Tls("x".into()),
        Failure::TimedOut { secs: 30 },
        Failure::TooLarge { limit_bytes: 33_554_432 },
        Failure::Redirected { to_host: "login.example".into() },
        Failure::Closed("x".into()),
        Failure::Cancelled,
        Failure::ServerStopped,
        Failure::Other("x".into()),
    ] {
        let reading = transport::reading("prom-a", &failure);
        assert_eq!(reading.outcome, Outcome::CouldNotAsk);
        assert!(reading.reason.is_some_and(|reason| !reason.todo.is_empty()), "{failure:?}");
    }
}

#[test]
fn limits_are_named_in_people_units() {
    assert_eq!(
        transport::reading("prom-a", &Failure::TooLarge { limit_bytes: 33_554_432 }).headline.text,
        "the answer is larger than 32 MiB"
    );
}

#[test]
fn builds_are_named() {
    assert_eq!(prometheus::build(&load("victoriametrics/buildinfo.json")).as_deref(), Some("Prometheus-compatible 2.24.0"));
    assert_eq!(prometheus::build(&load("prometheus3/buildinfo.json")), None);
    assert_eq!(search::build(&load("search/os2/root.json")).as_deref(), Some("OpenSearch 2.19.6"));
}

#[test]
fn saved_answers_find_their_reader() {
    for name in ["range", "series", "label-values", "buildinfo", "targets", "metadata", "scalar"] {
        let body = load(&format!("prometheus3/{name}.json"));
        assert_ne!(read_any(Kind::Prometheus, 200, None, &body).outcome, Outcome::CouldNotAsk, "{name}");
    }
}

#[test]
fn an_unknown_kind_names_the_known_ones() {
    let error = "prom".parse::<Kind>().expect_err("no such kind");
    assert_eq!(error.to_string(), "unknown kind \"prom\"; the kinds are: prometheus, search");
}

#[test]
fn the_json_of_a_reading_has_its_promised_fields() {
    let json = read(Endpoint::Query, 200, None, &load("prometheus3/limit.json")).to_json();
    for field in ["outcome", "proven", "reason", "headline", "partial", "missing", "truncated", "warnings", "infos", "shape", "series"] {
        assert!(json.get(field).is_some(), "{field}");
    }
    assert_eq!(json["truncated"], "3 series left by a limit");
}

#[test]
fn a_reading_survives_the_wire() {
    let reading = read(Endpoint::Query, 200, None, &load("prometheus3/nan-and-inf.json"));
    let text = serde_json::to_string(&reading).expect("JSON");
    assert_eq!(serde_json::from_str::<Reading>(&text).expect("a reading"), reading);
}

#[test]
fn points_are_put_in_order() {
    let point = |secs| Point { at: Micros::from_secs(secs), value: Number::count(1) };
    let series = Series::new(Vec::new(), vec![point(3), point(1), point(2)], 0);
    assert_eq!(series.points.iter().map(|point| point.at.secs()).collect::<Vec<_>>(), [1, 2, 3]);
}
