//! What is really sent, and what people copy.

use evidence::dsl::{self, DslError};
use evidence::paste::{self, Pasted};
use evidence::promql;
use evidence::query::{Ask, Query, SourceKind};
use evidence::request::{Payload, curl, link_out};
use evidence::time::{Micros, Window};
use serde_json::json;

const WINDOW: Window = Window { start: Micros(1_789_045_200_000_000), end: Micros(1_789_047_000_500_000) };

fn range() -> serde_json::Value {
    json!({"range": {"@timestamp": {"gte": "2026-09-10T13:00:00Z", "lte": "2026-09-10T13:30:00.500Z", "format": "strict_date_optional_time"}}})
}

fn query_dsl(text: &str, time_field: &str) -> Ask {
    Ask::QueryDsl { index: "kafka-*".into(), text: text.into(), time_field: time_field.into() }
}

#[test]
fn a_range_query_names_both_ends_and_the_step() {
    let ask = Ask::PromqlRange { text: "up".into(), step_secs: 60, piece_secs: None };
    let (path, params) = promql::request(&ask, WINDOW).expect("PromQL");
    assert_eq!(path, "/api/v1/query_range");
    let params: Vec<(&str, &str)> = params.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    assert_eq!(params, [("query", "up"), ("start", "1789045200"), ("end", "1789047000.5"), ("step", "60")]);
}

#[test]
fn the_window_becomes_a_filter_beside_the_query() {
    let (path, body) =
        dsl::build_search(&query_dsl(r#"{"size":0,"query":{"term":{"api":"Produce"}}}"#, "@timestamp"), WINDOW).expect("valid");
    assert_eq!(path, "/kafka-*/_search");
    assert_eq!(body, json!({"size": 0, "query": {"bool": {"must": [{"term": {"api": "Produce"}}], "filter": [range()]}}}));
}

#[test]
fn a_body_without_a_time_field_is_sent_as_it_is() {
    let (_, body) = dsl::build_search(&query_dsl(r#"{"size":0}"#, ""), WINDOW).expect("valid");
    assert_eq!(body, json!({"size": 0}));
}

#[test]
fn a_query_string_is_sorted_by_time() {
    let ask = Ask::QueryString { index: "logs-2026.09.10".into(), text: "level:ERROR".into(), time_field: "@timestamp".into(), size: 20 };
    let (path, body) = dsl::build_search(&ask, WINDOW).expect("valid");
    assert_eq!(path, "/logs-2026.09.10/_search");
    let query = json!({"bool": {"must": [{"query_string": {"query": "level:ERROR"}}], "filter": [range()]}});
    assert_eq!(body, json!({"size": 20, "query": query, "sort": [{"@timestamp": {"order": "asc"}}]}));
}

#[test]
fn esql_takes_the_window_as_a_filter() {
    let ask = Ask::Esql { text: "FROM t".into(), time_field: "@timestamp".into() };
    assert_eq!(dsl::build_search(&ask, WINDOW).expect("valid"), ("/_query".to_owned(), json!({"query": "FROM t", "filter": range()})));
}

#[test]
fn broken_json_is_named_with_its_place() {
    let error = dsl::check("{\n  \"size\": ,\n}").expect_err("not JSON");
    assert!(matches!(error, DslError::Syntax { line: 2, column: 11, .. }), "{error:?}");
}

#[test]
fn names_that_are_no_index_are_refused() {
    for index in ["", " ", "_cluster", "..", "_search"] {
        let ask = Ask::QueryDsl { index: index.into(), text: "{}".into(), time_field: String::new() };
        assert!(matches!(dsl::build_search(&ask, WINDOW), Err(DslError::Index(_))), "{index}");
    }
}

#[test]
fn an_index_cannot_leave_its_place_in_the_path() {
    let ask = Ask::QueryDsl { index: "a/../_cluster?x#y".into(), text: "{}".into(), time_field: String::new() };
    assert_eq!(dsl::build_search(&ask, WINDOW).expect("encoded").0, "/a%2F..%2F_cluster%3Fx%23y/_search");
}

#[test]
fn a_curl_line_holds_no_credentials_and_survives_quotes() {
    let params = [("query".to_owned(), "up{job='a'}".to_owned())];
    let line = curl("https://user:secret@prom.example/p/", "GET", "/api/v1/query", Payload::Params(&params));
    assert_eq!(line, r"curl -sS -G 'https://prom.example/p/api/v1/query' --data-urlencode 'query=up{job='\''a'\''}'");
}

#[test]
fn a_curl_line_with_a_body() {
    let body = json!({"size": 0});
    let line = curl("http://search.example:9200", "POST", "/a/_search", Payload::Json(&body));
    assert_eq!(
        line,
        r#"curl -sS -X POST 'http://search.example:9200/a/_search' -H 'Content-Type: application/json' --data-raw '{"size":0}'"#
    );
}

#[test]
fn the_sources_own_page_has_the_same_window() {
    let window = Window { start: Micros::from_secs(1_789_036_200), end: Micros::from_secs(1_789_047_000) };
    let query = Query { ask: Ask::PromqlRange { text: "up == 0".into(), step_secs: 60, piece_secs: None }, window };
    assert_eq!(
        link_out(SourceKind::Prometheus, "http://prom.example:9090/", &query).as_deref(),
        Some(
            "http://prom.example:9090/graph?g0.expr=up+%3D%3D+0&g0.tab=0&g0.range_input=3h&g0.end_input=2026-09-10+13%3A30%3A00&g0.step_input=60"
        )
    );
}

/// Read back by the reader of addresses that people paste, which was built on addresses that Kibana made.
#[test]
fn the_lines_of_a_query_string_open_in_discover_with_the_same_window() {
    let window = Window { start: Micros::from_secs(1_789_036_200), end: Micros::from_secs(1_789_047_000) };
    let text = "level:ERROR AND message:\"it's (late)!\" & more";
    let ask = Ask::QueryString { index: "kafka-*".into(), text: text.into(), time_field: "@timestamp".into(), size: 20 };
    let address = link_out(SourceKind::Search, "https://kibana.example/s/ops/", &Query { ask, window }).expect("an address");
    let Pasted::Query { query, .. } = paste::read(&address, &[], Micros(0)) else { panic!("not read as a query: {address}") };
    assert_eq!((query.ask.text(), query.window), (text, window));
}

#[test]
fn promql_is_checked() {
    assert!(promql::check("sum by (pod) (rate(http_requests_total{job=~\"a|b\"}[5m])) > 0.5").is_ok());
}

#[test]
fn the_queries_of_the_trade_are_valid() {
    for text in [
        "histogram_quantile(0.75, sum by (pod, le) (rate(kafka_network_requestmetrics_localtimems_bucket{request=\"FetchFollower\"}[3m]))) > 10",
        "min by (pod, listener) (kafka_network_processor_idle_percent) < 0.2",
        "max(kafka_server_replicamanager_leadercount) / avg(kafka_server_replicamanager_leadercount) > 1.3",
        "count by (consumergroup) (kafka_consumergroup_lag) / on (consumergroup) sum by (consumergroup) (kafka_consumergroup_members) > 300",
        "max_over_time(sum(kafka_server_replicamanager_leadercount)[5m:15s])",
        "kafka_topic_partitions unless on(topic) kafka_topic_partition_leader offset 1h",
        "{__name__=~\"kafka_server_kafkarequesthandlerpool_.*percent\"}",
        "count_values(\"broker\", kafka_topic_partition_leader)",
    ] {
        assert_eq!(promql::check(text), Ok(()), "{text}");
    }
}

#[test]
fn an_open_bracket_is_named_with_its_place() {
    let error = promql::check("sum(rate(up[5m])").expect_err("open");
    assert_eq!((error.message.as_str(), error.position), ("( is never closed", Some(3)));
}

#[test]
fn brackets_in_text_and_comments_do_not_count() {
    assert!(promql::check("up{job=\"a(\"} # (").is_ok());
}

#[test]
fn deep_nesting_is_refused() {
    let text = format!("{}up{}", "(".repeat(5_000), ")".repeat(5_000));
    assert!(promql::check(&text).is_err());
}

#[test]
fn metrics_are_named_once_in_order() {
    let text = "sum(b_total) / on(pod) a_total + rate(b_total[5m]) + {__name__=\"c\"}";
    assert_eq!(promql::metric_names(text), ["b_total", "a_total", "c"]);
}

#[test]
fn the_component_is_what_all_matchers_agree_on() {
    assert_eq!(promql::component("rate(a{pod=\"kafka-2\",topic=\"x\"}[5m]) / b{pod=\"kafka-2\"}").as_deref(), Some("kafka-2"));
    assert_eq!(promql::component("a{pod=\"kafka-1\"} / b{pod=\"kafka-2\"}"), None);
    assert_eq!(promql::component("a{pod=~\"kafka-.*\"}"), None);
    assert_eq!(promql::component("a{broker=\"3\"}").as_deref(), Some("3"));
}
