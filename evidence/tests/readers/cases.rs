//! Real inputs that naive readers get wrong, one test each.

use crate::support::load;
use evidence::prometheus::{self, Endpoint};
use evidence::query::{Ask, Query};
use evidence::reading::{Data, Outcome, Reading, RemarkLevel, Total};
use evidence::search;
use evidence::time::{Micros, Window};

fn query(status: u16, body: &str) -> Reading {
    prometheus::read(Endpoint::Query, status, Some("application/json"), body.as_bytes())
}

fn search(status: u16, body: &str) -> Reading {
    search::read(search::Endpoint::Search, status, Some("application/json"), body.as_bytes())
}

fn code(reading: &Reading) -> &str {
    reading.reason.as_ref().map_or("", |reason| &reason.code)
}

fn todo(reading: &Reading) -> &str {
    reading.reason.as_ref().map_or("", |reason| &reason.todo)
}

#[test]
fn case_01_too_many_points_offers_a_coarser_step() {
    // 252 days and some hours at a step of one second; 21,820,200 s / 10,999 = 1,983.8 s, and the next round step is one hour.
    let mut reading = prometheus::read(Endpoint::QueryRange, 400, None, &load("prometheus3/too-many-points.json"));
    let window = Window { start: Micros::from_secs(1_767_225_600), end: Micros::from_secs(1_789_045_800) };
    prometheus::advise(&mut reading, &Query { ask: Ask::PromqlRange { text: "up".into(), step_secs: 1, piece_secs: None }, window });
    assert_eq!(todo(&reading), "Use a step of 1h (3600 s) or more: the whole window then has 6062 points a series.");
}

#[test]
fn case_02_too_many_samples_is_no_empty_series() {
    let reading = query(
        422,
        r#"{"status":"error","errorType":"execution","error":"query processing would load too many samples into memory in query execution"}"#,
    );
    assert_eq!((reading.outcome, code(&reading)), (Outcome::CouldNotAsk, "too_many_samples"));
}

#[test]
fn case_04_a_time_out_under_status_400_is_a_time_out() {
    let reading = query(400, r#"{"status":"error","errorType":"invalid_input","error":"timeout: the query took too long"}"#);
    assert_eq!(code(&reading), "timed_out");
}

#[test]
fn case_04_words_within_the_quoted_query_do_not_classify() {
    let reading = query(
        422,
        r#"{"status":"error","errorType":"422","error":"error when executing query=\"rate(timeout_total\" for (time=1): argList: unexpected token \"\""}"#,
    );
    assert_eq!(code(&reading), "syntax");
}

#[test]
fn case_05_nan_and_infinities_are_values() {
    let reading = query(
        200,
        r#"{"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"values":[[1700000000,"NaN"],[1700000015,"+Inf"],[1700000030,"1e-7"]]}]}}"#,
    );
    let Data::Series { series } = &reading.data else { panic!("series expected") };
    let texts: Vec<&str> = series[0].points.iter().map(|point| point.value.text()).collect();
    assert_eq!(texts, ["NaN", "+Inf", "1e-7"]);
}

#[test]
fn case_05_nan_and_infinities_are_left_out_of_the_extremes() {
    let reading = query(
        200,
        r#"{"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"values":[[1700000000,"NaN"],[1700000015,"+Inf"],[1700000030,"1e-7"]]}]}}"#,
    );
    assert_eq!(reading.headline.phrase(), "1e-7");
    assert!(reading.sentence().contains("2 points are NaN or infinite"), "{}", reading.sentence());
}

#[test]
fn case_07_infos_are_hints() {
    let reading = prometheus::read(Endpoint::Query, 200, None, &load("prometheus3/infos-rate-of-gauge.json"));
    assert!(!reading.partial());
    assert_eq!(reading.remarks[0].level, RemarkLevel::Info);
}

#[test]
fn case_07_a_warning_about_a_store_makes_the_answer_partial() {
    let reading = query(
        200,
        r#"{"status":"success","data":{"resultType":"vector","result":[{"metric":{},"value":[1,"5"]}]},"warnings":["No StoreAPIs matched for this query"]}"#,
    );
    assert_eq!(reading.missing, ["the source warns: No StoreAPIs matched for this query"]);
}

#[test]
fn case_07_a_warning_of_promql_leaves_the_answer_whole() {
    let reading = prometheus::read(Endpoint::Query, 200, None, &load("prometheus3/warning-quantile-out-of-range.json"));
    assert!(!reading.partial());
}

#[test]
fn case_08_an_empty_matrix_is_no_zero() {
    let reading = query(200, r#"{"status":"success","data":{"resultType":"matrix","result":[]}}"#);
    assert_eq!(reading.outcome, Outcome::NoData);
}

#[test]
fn case_09_an_exporters_page_is_named() {
    let page = b"<html><head><title>Node Exporter</title></head><body><a href=\"/metrics\">Metrics</a></body></html>";
    let reading = prometheus::read(Endpoint::Query, 200, Some("text/html"), page);
    assert_eq!(code(&reading), "exporter_page");
}

#[test]
fn case_09_a_login_page_is_named() {
    let page = b"<html><head><title>Sign in</title></head><form><input type=\"password\"></form></html>";
    assert_eq!(code(&prometheus::read(Endpoint::Query, 200, Some("text/html"), page)), "login_page");
}

#[test]
fn case_09_a_proxys_error_is_named() {
    let page = b"<html><head><title>502 Bad Gateway</title></head><body></body></html>";
    assert_eq!(code(&search::read(search::Endpoint::Search, 502, Some("text/html"), page)), "proxy_error");
}

#[test]
fn case_11_the_labels_that_differ_are_named() {
    let reading = prometheus::read(Endpoint::Query, 422, None, &load("prometheus3/many-to-many.json"));
    assert!(todo(&reading).starts_with("The two series differ in broker, pod."), "{}", todo(&reading));
}

#[test]
fn case_13_free_error_types_and_steps_in_the_message() {
    // 21,820,200 s / 29,999 = 727.4 s, and the next round step is 15 minutes.
    let reading = prometheus::read(Endpoint::QueryRange, 422, None, &load("victoriametrics/too-many-points.json"));
    assert_eq!(todo(&reading), "Use a step of 15m (900 s) or more: the whole window then has 24245 points a series.");
}

#[test]
fn case_13_is_partial_is_shown() {
    let reading = query(
        200,
        r#"{"status":"success","isPartial":true,"data":{"resultType":"vector","result":[{"metric":{},"value":[1,"0"]}]},"stats":{"seriesFetched":"7"}}"#,
    );
    assert!(reading.partial());
}

#[test]
fn case_16_total_is_a_floor() {
    let reading = search(
        200,
        r#"{"took":9,"timed_out":false,"_shards":{"total":355,"successful":355,"skipped":331,"failed":0},"hits":{"total":{"value":10000,"relation":"gte"},"hits":[]}}"#,
    );
    assert_eq!((reading.headline.text.as_str(), reading.headline.unit.as_str()), ("10000", "hits or more"));
}

#[test]
fn case_16_skipped_shards_are_not_missing() {
    let reading = search(
        200,
        r#"{"_shards":{"total":355,"successful":355,"skipped":331,"failed":0},"hits":{"total":{"value":1,"relation":"eq"},"hits":[]}}"#,
    );
    assert!(!reading.partial());
}

#[test]
fn case_17_total_as_a_number() {
    let reading = search(200, r#"{"_shards":{"total":5,"successful":5,"failed":0},"hits":{"total":837,"max_score":0.0,"hits":[]}}"#);
    assert_eq!(reading.data, Data::Total(Total::Exact(837)));
}

#[test]
fn case_17_an_absent_total_is_unknown_and_no_zero() {
    let reading =
        search(200, r#"{"_shards":{"total":1,"successful":1},"hits":{"hits":[{"_index":"a","_id":"1","_source":{"message":"x"}}]}}"#);
    assert!(matches!(reading.data, Data::Lines { total: Total::Unknown, .. }));
}

#[test]
fn case_19_unallocated_shards_are_missing_though_none_failed() {
    let reading =
        search(200, r#"{"_shards":{"total":10,"successful":7,"failed":0},"hits":{"total":{"value":4,"relation":"eq"},"hits":[]}}"#);
    assert_eq!(reading.missing, ["3 of 10 shards did not answer"]);
}

#[test]
fn case_19_the_indices_of_failed_shards_are_named() {
    let reading = search::read(search::Endpoint::Search, 200, None, &load("search/es8/search_partial_shards.json"));
    assert_eq!(
        reading.missing,
        ["1 of 2 shards did not answer: texty (illegal_argument_exception: Fielddata is disabled on [api] in [texty])"]
    );
}

#[test]
fn case_19_a_count_without_all_shards_is_a_floor() {
    let reading =
        search(200, r#"{"_shards":{"total":10,"successful":7,"failed":3},"hits":{"total":{"value":4,"relation":"eq"},"hits":[]}}"#);
    assert_eq!(reading.data, Data::Total(Total::AtLeast(4)));
}

#[test]
fn case_20_fielddata_offers_the_keyword_field() {
    let reading = search::read(search::Endpoint::Search, 400, None, &load("search/es8/text_terms_agg_400.json"));
    assert!(todo(&reading).starts_with("Use api.keyword if the mapping has it."), "{}", todo(&reading));
}

#[test]
fn case_21_a_circuit_breaker_is_kept_as_a_finding() {
    let reading = search(
        429,
        r#"{"error":{"root_cause":[{"type":"circuit_breaking_exception","reason":"[parent] Data too large","bytes_wanted":1,"bytes_limit":1,"durability":"PERMANENT"}],"type":"circuit_breaking_exception","reason":"[parent] Data too large","durability":"PERMANENT"},"status":429}"#,
    );
    assert_eq!(code(&reading), "circuit_breaker");
    assert!(todo(&reading).contains("waiting does not help"), "{}", todo(&reading));
}

#[test]
fn case_22_a_plain_name_and_a_pattern_have_one_verdict() {
    let name = search::read(search::Endpoint::Search, 404, None, &load("search/es9/search_missing_index_404.json"));
    let pattern = search::read(search::Endpoint::Search, 200, None, &load("search/es9/search_wildcard_no_index.json"));
    assert_eq!((code(&name), &name.headline), (code(&pattern), &pattern.headline));
}

#[test]
fn case_24_a_partial_esql_answer_says_so() {
    let body = br#"{"is_running":false,"is_partial":true,"took":6,"columns":[{"name":"c","type":"long"}],"values":[],"_clusters":{"total":2,"successful":1,"skipped":1,"details":{"far":{"status":"skipped"}}}}"#;
    let reading = search::read(search::Endpoint::Esql, 200, None, body);
    assert_eq!(reading.missing, ["the source says that its answer is partial", "1 of 2 clusters skipped (far)"]);
}

#[test]
fn case_26_nanoseconds_keep_their_digits_and_their_time() {
    let reading = search(
        200,
        r#"{"_shards":{"total":1,"successful":1},"hits":{"total":{"value":1,"relation":"eq"},"hits":[{"_index":"a","_id":"1","_source":{"n":1667907553123456789},"sort":[1667907553123456789]}]}}"#,
    );
    let Data::Lines { lines, .. } = &reading.data else { panic!("lines expected") };
    assert_eq!(lines[0].fields, [("n".to_owned(), "1667907553123456789".to_owned())]);
    assert_eq!(lines[0].at.map(Micros::rfc3339).as_deref(), Some("2022-11-08T11:39:13.123456Z"));
}

#[test]
fn case_26_a_maximum_of_nanoseconds_is_not_in_the_year_52855856() {
    let reading = search(
        200,
        r#"{"_shards":{"total":1,"successful":1},"hits":{"total":{"value":1,"relation":"eq"},"hits":[]},"aggregations":{"last":{"value":1.66790755312345e18,"value_as_string":"+52855856-04-21T13:24:10"}}}"#,
    );
    assert_eq!(reading.headline.text, "2022-11-08T11:39:13.123450Z");
}

#[test]
fn case_29_values_too_long_for_the_index_are_warned_of() {
    let reading = search(
        200,
        r#"{"_shards":{"total":1,"successful":1},"hits":{"total":{"value":1,"relation":"eq"},"hits":[{"_index":"a","_id":"1","_ignored":["error.keyword"],"_source":{"error":"x"}}]}}"#,
    );
    assert!(reading.remarks[0].text.starts_with("error.keyword was too long for the index in 1 line"), "{:?}", reading.remarks);
}

#[test]
fn case_30_an_unknown_field_looks_like_a_zero_and_is_left_unproven() {
    let reading = search::read(search::Endpoint::Search, 200, None, &load("search/es8/search_query_string_unknown_field.json"));
    assert_eq!(reading.to_json()["proven"], false);
}
