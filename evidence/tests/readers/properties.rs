//! What holds for any input.

use crate::support::load;
use evidence::kind::{Kind, read_any};
use evidence::paste::{KnownSource, read as read_paste};
use evidence::prometheus;
use evidence::promql;
use evidence::query::SourceKind;
use evidence::reading::{MAX_SUMMARY_BYTES, Outcome, Reading};
use evidence::search;
use evidence::time::{Micros, parse_duration, parse_moment};
use proptest::prelude::*;

const PROMETHEUS: [prometheus::Endpoint; 8] = [
    prometheus::Endpoint::Query,
    prometheus::Endpoint::QueryRange,
    prometheus::Endpoint::Series,
    prometheus::Endpoint::Labels,
    prometheus::Endpoint::LabelValues,
    prometheus::Endpoint::Metadata,
    prometheus::Endpoint::Targets,
    prometheus::Endpoint::BuildInfo,
];

const SEARCH: [search::Endpoint; 7] = [
    search::Endpoint::Search,
    search::Endpoint::Count,
    search::Endpoint::FieldCaps,
    search::Endpoint::Mapping,
    search::Endpoint::CatIndices,
    search::Endpoint::Esql,
    search::Endpoint::Root,
];

/// Answers of every shape, to be damaged.
const SEEDS: [&str; 14] = [
    "prometheus3/infos-rate-of-gauge.json",
    "prometheus3/nan-and-inf.json",
    "prometheus3/many-to-many.json",
    "prometheus2/74-targets.json",
    "prometheus2/48-matrix-instant.json",
    "victoriametrics/too-many-points.json",
    "search/es8/search_aggs.json",
    "search/es8/search_partial_shards.json",
    "search/es8/search_two_hits.json",
    "search/es8/text_term_zero_hits.json",
    "search/es8/search_query_string_broken_400.json",
    "search/es8/field_caps_conflict.json",
    "search/es8/mapping.json",
    "search/es8/esql_rows.json",
];

fn read_everywhere(status: u16, body: &[u8]) -> Vec<Reading> {
    let prometheus = PROMETHEUS.into_iter().map(|endpoint| prometheus::read(endpoint, status, None, body));
    let search = SEARCH.into_iter().map(|endpoint| search::read(endpoint, status, None, body));
    let guessed = [Kind::Prometheus, Kind::Search].into_iter().map(|kind| read_any(kind, status, None, body));
    prometheus.chain(search).chain(guessed).collect()
}

/// What every reading keeps, whatever it was made of.
fn check(reading: &Reading) {
    assert_eq!(reading.reason.is_some(), reading.outcome == Outcome::CouldNotAsk);
    assert!(!reading.headline.text.is_empty());
    assert!(serde_json::to_vec(&reading.summary()).expect("a summary is JSON").len() <= MAX_SUMMARY_BYTES);
    assert!(reading.reason.as_ref().is_none_or(|reason| !reason.todo.is_empty() && !reason.code.is_empty()));
}

fn any_json() -> impl Strategy<Value = serde_json::Value> {
    let key = prop::sample::select(vec![
        "status",
        "data",
        "resultType",
        "result",
        "metric",
        "value",
        "values",
        "error",
        "hits",
        "total",
        "_shards",
        "successful",
        "aggregations",
        "buckets",
        "key",
        "doc_count",
        "columns",
        "timed_out",
        "fields",
        "indices",
        "_source",
        "warnings",
        "count",
        "type",
        "reason",
    ]);
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        prop::sample::select(vec!["success", "error", "matrix", "vector", "0", "NaN", "gte", "x"]).prop_map(Into::into),
        ".{0,12}".prop_map(Into::into),
    ];
    leaf.prop_recursive(5, 48, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(serde_json::Value::Array),
            prop::collection::vec((key.clone(), inner), 0..6)
                .prop_map(|entries| serde_json::Value::Object(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_bytes_give_a_reading(body in prop::collection::vec(any::<u8>(), 0..300), status in 0_u16..700) {
        read_everywhere(status, &body).iter().for_each(check);
    }

    #[test]
    fn any_json_gives_a_reading(json in any_json(), status in prop::sample::select(vec![200_u16, 400, 404, 500])) {
        read_everywhere(status, json.to_string().as_bytes()).iter().for_each(check);
    }

    #[test]
    fn a_damaged_answer_gives_a_reading(seed in prop::sample::select(SEEDS.to_vec()), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut body = load(seed);
        let at = at.index(body.len());
        body[at] = byte;
        read_everywhere(200, &body).iter().for_each(check);
    }

    #[test]
    fn an_answer_that_is_cut_off_is_never_a_zero(seed in prop::sample::select(SEEDS.to_vec()), at in any::<prop::sample::Index>()) {
        let body = load(seed);
        let cut = &body[..at.index(body.len())];
        // A body that ends in a line break may lose that and still be whole.
        prop_assume!(serde_json::from_slice::<serde_json::Value>(cut).is_err());
        for reading in read_everywhere(200, cut) {
            prop_assert_eq!(reading.outcome, Outcome::CouldNotAsk);
        }
    }

    #[test]
    fn a_failing_status_is_never_a_zero(json in any_json(), status in 300_u16..600) {
        for reading in read_everywhere(status, json.to_string().as_bytes()) {
            prop_assert_eq!(reading.outcome, Outcome::CouldNotAsk);
        }
    }

    #[test]
    fn an_error_is_never_a_zero(kind in ".{0,20}", words in ".{0,80}", status in 100_u16..600) {
        let prometheus = serde_json::json!({"status": "error", "errorType": kind, "error": words, "data": {"resultType": "vector", "result": [{"metric": {}, "value": [1, "0"]}]}});
        prop_assert_eq!(prometheus::read(prometheus::Endpoint::Query, status, None, prometheus.to_string().as_bytes()).outcome, Outcome::CouldNotAsk);
        let search = serde_json::json!({"error": {"type": kind, "reason": words}, "status": status, "_shards": {"total": 1, "successful": 1}, "hits": {"total": 0, "hits": []}});
        prop_assert_eq!(search::read(search::Endpoint::Search, status, None, search.to_string().as_bytes()).outcome, Outcome::CouldNotAsk);
    }

    #[test]
    fn a_search_without_shards_is_never_a_zero(total in 0_u64..3, hits in 0_u64..2) {
        let body = serde_json::json!({"_shards": {"total": total, "successful": 0, "failed": total}, "hits": {"total": {"value": hits, "relation": "eq"}, "hits": []}});
        prop_assert_eq!(search::read(search::Endpoint::Search, 200, None, body.to_string().as_bytes()).outcome, Outcome::CouldNotAsk);
    }

    #[test]
    fn any_text_can_be_pasted(text in "\\PC{0,200}", prefix in prop::sample::select(vec![
        "", "curl ", "http://a.example/explore?left=", "http://a.example/explore?panes=", "http://a.example/graph?g0.expr=up&g0.range_input=",
        "http://a.example/app/discover#/?_g=(time:(from:now-1h,to:now))&_a=(query:(language:kuery,query:'", "[{\"labels\":", "http://",
    ])) {
        let sources = [KnownSource { name: "a".into(), kind: SourceKind::Prometheus, base_urls: vec!["http://a.example".into(), text.clone()] }];
        let _ = read_paste(&format!("{prefix}{text}"), &sources, Micros(1_789_047_000_000_000));
    }

    #[test]
    fn any_text_can_be_a_time_or_a_query(text in "\\PC{0,80}", now in any::<i64>()) {
        let _ = parse_moment(&text, Micros(now));
        let _ = parse_moment(&format!("now{text}"), Micros(now));
        let _ = parse_duration(&text);
        let _ = (promql::check(&text), promql::metric_names(&text), promql::component(&text));
    }
}

#[test]
fn nesting_without_end_is_refused_and_does_not_exhaust_the_stack() {
    for open in ["[", "{\"aggregations\":", "{\"a\":["] {
        read_everywhere(200, open.repeat(200_000).as_bytes()).iter().for_each(check);
    }
}
