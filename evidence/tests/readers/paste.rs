//! What people paste. Now is 2026-09-10T13:30:00Z.

use evidence::paste::{KnownSource, Pasted, read};
use evidence::query::{Ask, Query, SourceKind};
use evidence::time::Micros;
use url::form_urlencoded::byte_serialize;

const NOW: Micros = Micros(1_789_047_000_000_000);

fn sources() -> Vec<KnownSource> {
    let known = |name: &str, kind, urls: &[&str]| KnownSource {
        name: name.into(),
        kind,
        base_urls: urls.iter().map(|url| (*url).to_owned()).collect(),
    };
    vec![
        known("prom-a", SourceKind::Prometheus, &["http://prom-a.example:9090", "https://grafana.example/"]),
        known("prom-b", SourceKind::Prometheus, &["https://metrics.example/b/"]),
        known("logs", SourceKind::Search, &["http://search.example:9200"]),
    ]
}

fn paste(text: &str) -> Pasted {
    read(text, &sources(), NOW)
}

/// The source, the query and the notes; anything else fails.
fn query(text: &str) -> (Option<String>, Query, Vec<String>) {
    match paste(text) {
        Pasted::Query { source, query, note } => (source, query, note),
        other => panic!("a query expected, not {other:?}"),
    }
}

fn why(text: &str) -> String {
    match paste(text) {
        Pasted::Link { why, .. } => why,
        other => panic!("a link expected, not {other:?}"),
    }
}

fn window(query: &Query) -> (String, String) {
    (query.window.start.rfc3339(), query.window.end.rfc3339())
}

fn times(start: &str, end: &str) -> (String, String) {
    (format!("2026-09-10T{start}Z"), format!("2026-09-10T{end}Z"))
}

fn encode(text: &str) -> String {
    byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20")
}

#[test]
fn the_graph_of_prometheus_2() {
    let (source, query, note) = query(
        "http://prom-a.example:9090/graph?g0.expr=sum(up)%20%3D%3D%200&g0.tab=0&g0.range_input=3h&g0.end_input=2026-09-10%2013%3A00%3A00&g0.step_input=60",
    );
    assert_eq!(source.as_deref(), Some("prom-a"));
    assert_eq!(query.ask, Ask::PromqlRange { text: "sum(up) == 0".into(), step_secs: 60, piece_secs: None });
    assert_eq!(window(&query), times("10:00:00", "13:00:00"));
    assert!(note.is_empty(), "{note:?}");
}

#[test]
fn the_query_page_of_prometheus_3_without_an_end() {
    let (_, query, note) =
        query("http://prom-a.example:9090/query?g0.expr=up&g0.show_tree=0&g0.tab=graph&g0.range_input=1h&g0.res_type=auto");
    assert_eq!(window(&query), times("12:30:00", "13:30:00"));
    // An hour over 249 gaps is 14.5 s.
    assert_eq!(query.ask, Ask::PromqlRange { text: "up".into(), step_secs: 15, piece_secs: None });
    assert_eq!(
        note,
        ["now-1h to now was made absolute: 2026-09-10T12:30:00Z to 2026-09-10T13:30:00Z.", "No step was given; 15 s was chosen."]
    );
}

#[test]
fn a_table_is_an_instant() {
    let (_, query, _) = query("http://prom-a.example:9090/graph?g0.expr=up&g0.tab=1&g0.range_input=1h&g0.end_input=2026-09-10%2013%3A00");
    assert_eq!(query.ask, Ask::PromqlInstant { text: "up".into() });
}

#[test]
fn a_source_below_a_path_is_found() {
    let (source, ..) = query("https://metrics.example/b/graph?g0.expr=up&g0.range_input=1h");
    assert_eq!(source.as_deref(), Some("prom-b"));
}

#[test]
fn a_foreign_host_is_no_configured_source() {
    let (source, _, note) = query("http://prom-a.example.evil.example:9090/graph?g0.expr=up&g0.range_input=1h");
    assert_eq!(source, None);
    assert!(note.contains(&"The address belongs to no configured source; choose one.".to_owned()), "{note:?}");
}

#[test]
fn a_call_of_the_api() {
    let (_, query, _) = query("http://prom-a.example:9090/api/v1/query_range?query=up&start=1789045200&end=1789047000.0&step=30s");
    assert_eq!(query.ask, Ask::PromqlRange { text: "up".into(), step_secs: 30, piece_secs: None });
    assert_eq!(window(&query), times("13:00:00", "13:30:00"));
}

#[test]
fn grafana_explore_with_panes() {
    let panes = r#"{"abc":{"datasource":"uid1","queries":[{"refId":"A","expr":"rate(x[$__rate_interval])","range":true,"datasource":{"type":"prometheus","uid":"uid1"}}],"range":{"from":"now-3h","to":"now"}}}"#;
    let (source, query, note) = query(&format!("https://grafana.example/explore?schemaVersion=1&panes={}&orgId=1", encode(panes)));
    assert_eq!(source.as_deref(), Some("prom-a"));
    assert_eq!(query.ask, Ask::PromqlRange { text: "rate(x[1m15s])".into(), step_secs: 60, piece_secs: None });
    assert_eq!(window(&query), times("10:30:00", "13:30:00"));
    assert!(note.contains(&"$__rate_interval became 1m15s.".to_owned()), "{note:?}");
}

#[test]
fn grafana_explore_of_old_with_milliseconds() {
    let left = r#"{"datasource":"prom-b","queries":[{"refId":"A","expr":"up","interval":"30s"}],"range":{"from":"1789045200000","to":"1789047000000"}}"#;
    let (source, query, _) = query(&format!("https://other.example/explore?orgId=1&left={}", encode(left)));
    assert_eq!(source.as_deref(), Some("prom-b"));
    assert_eq!(query.ask, Ask::PromqlRange { text: "up".into(), step_secs: 30, piece_secs: None });
    assert_eq!(window(&query), times("13:00:00", "13:30:00"));
}

#[test]
fn grafana_explore_of_the_oldest_kind() {
    let left = r#"["now-1h","now","prom-a",{"expr":"up","refId":"A"}]"#;
    let (_, query, _) = query(&format!("https://other.example/explore?left={}", encode(left)));
    assert_eq!(query.ask.text(), "up");
}

#[test]
fn a_variable_without_a_value_is_not_asked() {
    let left = r#"{"queries":[{"expr":"up{pod=\"$pod\"}"}],"range":{"from":"now-1h","to":"now"}}"#;
    assert!(why(&format!("https://grafana.example/explore?left={}", encode(left))).contains("the variable $pod"));
}

#[test]
fn an_anchored_pattern_is_no_variable() {
    let left = r#"{"queries":[{"expr":"up{pod=~\"a.*$\"}"}],"range":{"from":"now-1h","to":"now"}}"#;
    let (_, query, _) = query(&format!("https://grafana.example/explore?left={}", encode(left)));
    assert_eq!(query.ask.text(), "up{pod=~\"a.*$\"}");
}

#[test]
fn a_panel_is_a_link_with_its_window() {
    let why = why("https://grafana.example/d/abc/kafka?orgId=1&viewPanel=4&from=1789045200000&to=1789047000000");
    assert!(why.starts_with("not asked here: the address of a panel does not carry its query"), "{why}");
    assert!(why.ends_with("its window is 2026-09-10T13:00:00Z to 2026-09-10T13:30:00Z"), "{why}");
}

fn discover(app: &str) -> String {
    let global = "(filters:!(),refreshInterval:(pause:!t,value:0),time:(from:'2026-09-10T13:00:00.000Z',to:'2026-09-10T13:30:00.000Z'))";
    format!("http://kibana.example:5601/app/discover#/?_g={global}&_a={}", app.replace(' ', "%20").replace('"', "%22"))
}

#[test]
fn kibana_discover_in_lucene() {
    let (source, query, _) = query(&discover(
        "(columns:!(),index:'kafka-*',interval:auto,query:(language:lucene,query:'level:ERROR AND NOT \"a b\"'),sort:!())",
    ));
    assert_eq!(source.as_deref(), Some("logs"));
    let Ask::QueryString { index, text, time_field, .. } = &query.ask else { panic!("a query string expected") };
    assert_eq!((index.as_str(), text.as_str(), time_field.as_str()), ("kafka-*", "level:ERROR AND NOT \"a b\"", "@timestamp"));
    assert_eq!(window(&query), times("13:00:00", "13:30:00"));
}

#[test]
fn kibana_discover_in_kql_that_a_query_string_can_say() {
    let (_, query, note) = query(&discover(
        "(index:'k-*',query:(language:kuery,query:'level: \"ERROR\" and not (pod: kafka-1 or pod: kafka-2) and ms >= 500'))",
    ));
    assert_eq!(query.ask.text(), "level:\"ERROR\" AND NOT (pod:kafka-1 OR pod:kafka-2) AND ms:>=500");
    assert!(note[0].starts_with("The KQL "), "{note:?}");
}

#[test]
fn kql_that_a_query_string_cannot_say_is_kept_with_its_words() {
    for words in ["message: broker down", "a: 1 and b: 2 or c: 3", "nested: { a: 1 }", "path: /var/log", "a: 1 and", "x: a\\:b"] {
        let why = why(&discover(&format!("(index:'k-*',query:(language:kuery,query:'{words}'))")));
        assert!(why.ends_with(&format!("this KQL has no equal query string: {words}")), "{why}");
    }
}

#[test]
fn filters_of_discover_are_added_and_the_rest_is_named() {
    let app = "(filters:!((meta:(disabled:!f,key:level,negate:!t,type:phrase),query:(match_phrase:(level:INFO))),(meta:(disabled:!t,key:pod,negate:!f),query:(match_phrase:(pod:a))),(meta:(disabled:!f,key:ms,negate:!f,type:range),query:(range:(ms:(gte:5))))),index:'k-*',query:(language:lucene,query:''))";
    let (_, query, note) = query(&discover(app));
    assert_eq!(query.ask.text(), "NOT level:\"INFO\"");
    assert!(note.contains(&"The filter on ms was dropped: it cannot be said in a query string.".to_owned()), "{note:?}");
}

#[test]
fn brackets_of_the_query_survive_a_filter() {
    let app = "(filters:!((meta:(disabled:!f,key:pod,negate:!f),query:(match_phrase:(pod:a)))),index:'k-*',query:(language:lucene,query:'(a OR b) AND c'))";
    let (_, query, _) = query(&discover(app));
    assert_eq!(query.ask.text(), "((a OR b) AND c) AND pod:\"a\"");
}

#[test]
fn brackets_without_a_filter_stay() {
    let (_, query, _) = query(&discover("(index:'k-*',query:(language:kuery,query:'(a or b) and m: \"x ( y\"'))"));
    assert_eq!(query.ask.text(), "(a OR b) AND m:\"x ( y\"");
}

#[test]
fn a_field_with_several_values() {
    let (_, query, _) = query(&discover("(index:'k-*',query:(language:kuery,query:'not pod: (a or b)'))"));
    assert_eq!(query.ask.text(), "NOT pod:(a OR b)");
}

#[test]
fn a_saved_data_view_leaves_the_index_open() {
    let (_, query, note) =
        query(&discover("(dataSource:(dataViewId:'90943e30-9a47-11e8-b64d-95841ca0b247',type:dataView),query:(language:kuery,query:''))"));
    let Ask::QueryString { index, text, .. } = &query.ask else { panic!("a query string expected") };
    assert_eq!((index.as_str(), text.as_str()), ("", "*"));
    assert!(note.iter().any(|note| note.contains("name the index")), "{note:?}");
}

#[test]
fn discover_of_opensearch() {
    let text = "http://d.example/app/data-explorer/discover#?_a=(discover:(columns:!(_source)),metadata:(indexPattern:'k-*',view:discover))&_g=(time:(from:now-15m,to:now))&_q=(filters:!(),query:(language:lucene,query:'a:b'))";
    let (_, query, _) = query(text);
    assert_eq!((query.ask.text(), window(&query)), ("a:b", times("13:15:00", "13:30:00")));
}

#[test]
fn curl_with_encoded_data() {
    let (source, query, note) = query(
        "curl -sG -H 'Authorization: Bearer abc' \\\n  http://prom-a.example:9090/api/v1/query_range --data-urlencode 'query=rate(x[5m])' -d start=1789045200 -d 'end=1789047000&step=60'",
    );
    assert_eq!(source.as_deref(), Some("prom-a"));
    assert_eq!(query.ask, Ask::PromqlRange { text: "rate(x[5m])".into(), step_secs: 60, piece_secs: None });
    assert_eq!(note, ["Credentials were dropped (header Authorization); the source's own are used."]);
}

#[test]
fn curl_never_keeps_a_secret() {
    let text =
        "curl -u bob:hunter2 -b 'sid=hunter2' -H 'X-Api-Key: hunter2' 'http://bob:hunter2@prom-a.example:9090/api/v1/query?query=up'";
    assert!(!format!("{:?}", paste(text)).contains("hunter2"));
}

#[test]
fn curl_of_a_search() {
    let (source, query, _) = query(
        r#"curl -X POST "http://search.example:9200/kafka-2026.09.10/_search?pretty" -H 'Content-Type: application/json' -d '{"size":0,"query":{"bool":{"filter":[{"range":{"@timestamp":{"gte":1789045200000,"lt":"2026-09-10T13:30:00Z"}}}]}}}'"#,
    );
    assert_eq!(source.as_deref(), Some("logs"));
    let Ask::QueryDsl { index, text, time_field } = &query.ask else { panic!("a body expected") };
    assert_eq!((index.as_str(), time_field.as_str()), ("kafka-2026.09.10", ""));
    assert!(text.starts_with("{\"size\":0"), "{text}");
    assert_eq!(window(&query), times("13:00:00", "13:30:00"));
}

#[test]
fn curl_of_a_count_asks_for_an_exact_total() {
    let (_, query, note) = query(r#"curl http://search.example:9200/k/_count -d '{"query":{"match_all":{}}}'"#);
    assert_eq!(query.ask.text(), r#"{"query":{"match_all":{}},"size":0,"track_total_hits":true}"#);
    assert!(note.contains(&"_count is asked as _search with size 0 and an exact total.".to_owned()), "{note:?}");
}

#[test]
fn an_alert_of_the_webhook() {
    let text = r#"{"version":"4","status":"firing","commonLabels":{"alertname":"LockConvoy"},"commonAnnotations":{},"alerts":[
        {"status":"firing","labels":{"alertname":"LockConvoy","pod":"kafka-0"},"annotations":{"summary":"Produce is slow"},"startsAt":"2026-09-10T12:30:00Z","generatorURL":"http://prom-a.example:9090/graph?g0.expr=slow+%3E+1&g0.tab=1"},
        {"status":"resolved","labels":{"alertname":"LockConvoy","pod":"kafka-1"},"annotations":{},"startsAt":"2026-09-10T10:00:00Z"}]}"#;
    let Pasted::Alert { title, onset, labels, query, source } = paste(text) else { panic!("an alert expected") };
    assert_eq!((title.as_str(), source.as_deref()), ("LockConvoy (2 alerts)", Some("prom-a")));
    assert_eq!(onset.map(Micros::rfc3339).as_deref(), Some("2026-09-10T12:30:00Z"));
    assert_eq!(labels, [("alertname".to_owned(), "LockConvoy".to_owned())]);
    let query = query.expect("a query");
    assert_eq!(query.ask.text(), "slow > 1");
    assert_eq!(window(&query), times("11:30:00", "13:30:00"));
}

#[test]
fn an_alert_of_the_api() {
    let text = r#"[{"labels":{"alertname":"A"},"annotations":{"summary":" It is down "},"startsAt":"2026-09-10T12:30:00.123Z","status":{"state":"active"}}]"#;
    let Pasted::Alert { title, query, .. } = paste(text) else { panic!("an alert expected") };
    assert_eq!((title.as_str(), query), ("It is down", None));
}

#[test]
fn wrappers_of_chats_and_terminals_are_taken_off() {
    assert_eq!(query("<http://prom-a.example:9090/graph?g0.expr=up>").1.ask.text(), "up");
    assert_eq!(query("$ curl 'http://prom-a.example:9090/api/v1/query?query=up'").1.ask.text(), "up");
}

#[test]
fn everything_else_is_text_or_a_link() {
    assert_eq!(paste("13:40 broker 3 restarted"), Pasted::Text);
    assert_eq!(paste("{\"a\":1}"), Pasted::Text);
    assert_eq!(paste("curl"), Pasted::Text);
    assert_eq!(paste(""), Pasted::Text);
    assert_eq!(
        paste("https://user:pw@wiki.example/page"),
        Pasted::Link {
            url: "https://wiki.example/page".into(),
            why: "not asked here: the address carries no query that can be read".into()
        }
    );
}
