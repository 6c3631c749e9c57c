//! The real servers answer with the figures of the account, through their own HTTP interfaces.
//!
//! Every test uses the one lab below. It ends with this process: the servers' standard input closes then.

#![expect(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail at once, and says where")]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use lab::data::time::sep;
use lab::{Lab, LabError};
use serde_json::{Value, json};

fn lab() -> &'static Lab {
    // The failure is kept too, so that thirty tests do not wait for it one after another.
    static LAB: OnceLock<Result<Lab, LabError>> = OnceLock::new();
    match LAB.get_or_init(|| Lab::start(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("lab"))) {
        Ok(lab) => lab,
        Err(problem) => panic!("the lab does not start: {problem}\n{problem:?}"),
    }
}

/// Asks Prometheus at one moment; gives the value of each series by its labels `label`, joined with a slash.
fn ask(query: &str, at: i64, labels: &[&str]) -> BTreeMap<String, f64> {
    let url = format!("{}/api/v1/query", lab().prometheus_url);
    let mut answer = ureq::get(url).query("query", query).query("time", at.to_string()).call().expect("Prometheus answers 200");
    let answer: Value = serde_json::from_str(&answer.body_mut().read_to_string().expect("a text")).expect("JSON");
    let series = answer["data"]["result"].as_array().expect("a vector").iter();
    series
        .map(|series| {
            let name: Vec<_> = labels.iter().map(|label| series["metric"][label].as_str().unwrap_or_default()).collect();
            (name.join("/"), number(&series["value"][1]))
        })
        .collect()
}

/// Asks Prometheus for the single series of `query` at every minute of the experiment.
fn ask_minutes(query: &str) -> Vec<f64> {
    let request = ureq::get(format!("{}/api/v1/query_range", lab().prometheus_url)).query("query", query).query("step", "60");
    let request = request.query("start", sep(10, 17, 40).to_string()).query("end", sep(10, 17, 49).to_string());
    let mut answer = request.call().expect("Prometheus answers 200");
    let answer: Value = serde_json::from_str(&answer.body_mut().read_to_string().expect("a text")).expect("JSON");
    let values = answer["data"]["result"][0]["values"].as_array().expect("one series");
    values.iter().map(|sample| number(&sample[1])).collect()
}

fn number(text: &Value) -> f64 {
    text.as_str().expect("numbers come as text").parse().expect("a number")
}

/// Asks the search engine with `body` for `index`.
fn search(index: &str, body: &Value) -> Value {
    let request = ureq::post(format!("{}/{index}/_search", lab().search_url)).content_type("application/json");
    let mut answer = request.send(&body.to_string()).expect("the search engine answers 200");
    serde_json::from_str(&answer.body_mut().read_to_string().expect("a text")).expect("JSON")
}

fn hits(index: &str, query: &Value) -> u64 {
    search(index, &json!({"size": 0, "query": query, "track_total_hits": true}))["hits"]["total"]["value"].as_u64().expect("a total")
}

/// Failed batches in `index`, as sums of `count` by duration in milliseconds.
fn failures_by_duration(index: &str, range: &Value) -> BTreeMap<u64, f64> {
    let answer = search(
        index,
        &json!({
            "size": 0,
            "query": {"bool": {"filter": [{"term": {"event": "batch_failed"}}, {"range": {"@timestamp": range}}]}},
            "aggs": {"durations": {"terms": {"field": "duration_ms"}, "aggs": {"executions": {"sum": {"field": "count"}}}}},
        }),
    );
    let buckets = answer["aggregations"]["durations"]["buckets"].as_array().expect("buckets");
    buckets.iter().map(|bucket| (bucket["key"].as_u64().expect("a key"), bucket["executions"]["value"].as_f64().expect("a sum"))).collect()
}

const FOLLOWER_LOCAL_P75: &str =
    r#"histogram_quantile(0.75, sum by (pod, le) (rate(kafka_network_requestmetrics_localtimems_bucket{request="FetchFollower"}[3m])))"#;

#[test]
fn follower_local_time_marks_the_blocked_and_the_elevated_brokers() {
    let p75 = ask(&format!("{FOLLOWER_LOCAL_P75} > 10"), sep(10, 13, 30), &["pod"]);
    assert_eq!(p75.keys().collect::<Vec<_>>(), ["broker-a", "broker-b", "broker-c", "broker-d", "broker-e", "broker-f"]);
    assert!((10.0..=90.0).contains(&p75["broker-a"]), "{p75:?}");
    // Counts are whole numbers, so the interpolation is off by up to a tenth of a millisecond.
    assert!(p75.iter().skip(1).all(|(_, p75_ms)| (16.9..=47.1).contains(p75_ms)), "{p75:?}");
}

#[test]
fn follower_local_time_is_at_most_2_ms_on_the_clean_brokers() {
    let p75 = ask(FOLLOWER_LOCAL_P75, sep(10, 13, 30), &["pod"]);
    assert!(p75["broker-g"] <= 2.0 && p75["broker-h"] <= 2.0, "{p75:?}");
}

#[test]
fn follower_local_time_falls_to_1_ms_when_the_consumers_stop() {
    let before = ask(FOLLOWER_LOCAL_P75, sep(10, 17, 40), &["pod"])["broker-d"];
    let after = ask(FOLLOWER_LOCAL_P75, sep(10, 17, 46), &["pod"])["broker-d"];
    assert!((12.0..=15.0).contains(&before) && (after - 1.0).abs() < 0.01, "{before} became {after}");
}

#[test]
fn only_the_client_listener_of_the_blocked_broker_has_no_idle_thread() {
    let idle = ask("min by (pod, listener) (kafka_network_processor_idle_percent) < 0.2", sep(10, 13, 30), &["pod", "listener"]);
    assert_eq!(idle, BTreeMap::from([("broker-a/client".to_owned(), 0.0)]));
}

#[test]
fn the_request_queue_of_the_blocked_broker_reads_zero() {
    let queue = ask("kafka_network_requestchannel_requestqueuesize", sep(10, 13, 30), &["pod"]);
    assert_eq!(queue["broker-a"], 0.0);
}

#[test]
fn the_request_queue_at_its_cap_is_found_on_a_broker_that_is_no_controller() {
    let queue = ask("kafka_network_requestchannel_requestqueuesize >= 450", sep(10, 17, 40), &["pod"]);
    assert_eq!(queue, BTreeMap::from([("broker-d".to_owned(), 500.0)]));
}

#[test]
fn the_produce_purgatory_is_above_400_on_the_blocked_broker_only() {
    let query = r#"kafka_server_delayedoperationpurgatory_purgatorysize{delayedOperation="Produce"} > 400"#;
    assert_eq!(ask(query, sep(10, 13, 30), &["pod"]).into_keys().collect::<Vec<_>>(), ["broker-a"]);
}

#[test]
fn the_imbalance_is_above_100_before_the_rebalancing_and_not_after() {
    let query = "kafka_controller_kafkacontroller_preferredreplicaimbalancecount > 100";
    assert_eq!(ask(query, sep(10, 13, 30), &["pod"]).len(), 3);
    assert_eq!(ask(query, sep(10, 16, 0), &["pod"]).len(), 0);
}

#[test]
fn the_first_broker_leads_35_per_cent_more_than_the_average() {
    let query = "max(kafka_server_replicamanager_leadercount) / avg(kafka_server_replicamanager_leadercount) > 1.3";
    let ratio = ask(query, sep(10, 13, 30), &[])[""];
    assert!((ratio - 1.35).abs() < 0.001, "{ratio}");
}

#[test]
fn every_broker_leads_about_980_after_the_rebalancing() {
    let leads = ask("kafka_server_replicamanager_leadercount", sep(10, 16, 0), &["pod"]);
    assert_eq!(leads.len(), 10);
    assert!(leads.values().all(|count| (count - 980.0).abs() <= 8.0), "{leads:?}");
}

#[test]
fn eight_groups_read_4742_partitions_with_one_member_each() {
    let query = "count by (consumergroup) (kafka_consumergroup_lag) \
                 / on (consumergroup) sum by (consumergroup) (kafka_consumergroup_members) > 300";
    let width = ask(query, sep(10, 13, 30), &["consumergroup"]);
    let expected: BTreeMap<_, _> = (1..=8).map(|number| (format!("replicator-{number}"), 4_742.0)).collect();
    assert_eq!(width, expected);
}

#[test]
fn all_eight_groups_are_in_the_first_retained_sample() {
    let query = "count by (consumergroup) (kafka_consumergroup_lag) > 300";
    let width = ask(query, sep(2, 0, 0), &["consumergroup"]);
    // 0.3 % fewer than 4,742.
    assert_eq!(width.into_values().collect::<Vec<_>>(), [4_728.0; 8]);
}

#[test]
fn partitions_led_at_half_past_one_rank_as_in_the_account() {
    let led = ask(r#"count_values("broker", kafka_topic_partition_leader)"#, sep(10, 13, 30), &["broker"]);
    let expected = [864, 771, 756, 739, 674, 603, 258, 77];
    let expected: BTreeMap<_, _> = (1..).zip(expected).map(|(id, led)| (i32::to_string(&id), f64::from(led))).collect();
    assert_eq!(led, expected);
}

#[test]
fn partitions_led_are_balanced_after_the_rebalancing() {
    let led = ask(r#"count_values("broker", kafka_topic_partition_leader)"#, sep(10, 15, 50), &["broker"]);
    assert_eq!((led.len(), led["1"]), (10, 470.0));
}

#[test]
fn produce_requests_per_minute_are_those_of_the_account() {
    let expected = [11_870.0, 11_400.0, 12_160.0, 17_059.0, 32_600.0, 35_900.0, 36_300.0, 35_000.0, 33_100.0, 33_100.0];
    let by_counter = ask_minutes(r#"round(sum(rate(kafka_network_requestmetrics_requests_total{request="Produce"}[1m])))"#);
    assert_eq!(by_counter, expected);
    assert_eq!(ask_minutes("cluster:produce_requests:rate1m"), expected);
}

#[test]
fn the_highest_p99_per_minute_is_that_of_the_account() {
    let p99 = ask_minutes(r#"max(kafka_network_requestmetrics_totaltimems{request="Produce", quantile="0.99"})"#);
    assert_eq!(p99, [354.0, 366.0, 368.0, 344.0, 299.0, 120.0, 71.0, 60.0, 81.0, 55.0]);
}

#[test]
fn messages_triple_at_1_02_per_request() {
    let messages = ask_minutes("sum(rate(kafka_server_brokertopicmetrics_messagesin_total[1m]))");
    assert!((2.95..=3.2).contains(&(messages[6] / messages[0])), "{messages:?}");
    let requests = ask_minutes("cluster:produce_requests:rate1m");
    assert!(messages.iter().zip(&requests).all(|(messages, requests)| (messages / requests - 1.02).abs() < 0.001), "{messages:?}");
}

const ERRORS: &str = r#"sum(rate(kafka_network_requestmetrics_errors_total{request="Produce", error="NOT_ENOUGH_REPLICAS"}[3m]))"#;

#[test]
fn errors_are_zero_in_every_minute_of_the_experiment() {
    assert_eq!(ask_minutes(ERRORS), [0.0; 10]);
}

#[test]
fn the_same_error_query_finds_440_a_second_while_the_node_is_lost() {
    let errors = ask(ERRORS, sep(10, 13, 0), &[])[""];
    assert!((errors - 440.0).abs() < 1.0e-6, "{errors}");
}

#[test]
fn offline_brokers_are_down_and_have_no_leader_count() {
    let down = ask(r#"up{job="kafka"} == 0"#, sep(10, 13, 30), &["pod"]);
    assert_eq!(down.into_keys().collect::<Vec<_>>(), ["broker-i", "broker-j"]);
    assert_eq!(ask("kafka_server_replicamanager_leadercount", sep(10, 13, 30), &["pod"]).len(), 8);
}

#[test]
fn failures_take_exactly_120_seconds_while_that_is_the_budget() {
    let failures = failures_by_duration("app-logs-2026.09.05", &json!({"gte": "2026-09-05"}));
    assert_eq!(failures, BTreeMap::from([(120_000, 1_850_000.0)]));
}

#[test]
fn the_tail_takes_exactly_240_seconds() {
    let failures = failures_by_duration("app-logs-2026.09.10", &json!({"gte": "2026-09-10T15:33:00Z", "lte": "2026-09-10T16:48:00Z"}));
    assert_eq!(failures, BTreeMap::from([(240_000, 22_500.0)]));
}

#[test]
fn no_batch_fails_after_the_tail() {
    let failures = failures_by_duration("app-logs-*", &json!({"gt": "2026-09-10T16:48:00Z"}));
    assert_eq!(failures, BTreeMap::new());
}

#[test]
fn the_failures_of_7_september_drop_15_times_at_once() {
    let index = "app-logs-2026.09.07";
    let before = failures_by_duration(index, &json!({"lt": "2026-09-07T15:50:00Z"}))[&120_000];
    let after = failures_by_duration(index, &json!({"gte": "2026-09-07T15:50:00Z"}))[&120_000];
    // 950 minutes before, 490 after.
    let factor = (before / 950.0) / (after / 490.0);
    assert!((factor - 15.0).abs() < 1.0e-9, "{before} in 950 minutes, {after} in 490");
}

#[test]
fn no_broker_warns_or_errs_from_3_to_7_september() {
    let days = "broker-logs-2026.09.03,broker-logs-2026.09.04,broker-logs-2026.09.05,broker-logs-2026.09.06,broker-logs-2026.09.07";
    assert_eq!(hits(days, &json!({"terms": {"level": ["WARN", "ERROR"]}})), 0);
    assert!(hits(days, &json!({"term": {"level": "INFO"}})) > 0);
}

#[test]
fn the_configuration_line_is_missing_from_the_keyword_and_found_by_its_text() {
    let index = "broker-logs-2026.09.02";
    assert_eq!(hits(index, &json!({"wildcard": {"message.keyword": "*queued.max.requests*"}})), 0);
    assert_eq!(hits(index, &json!({"match": {"message": "queued.max.requests"}})), 1);
}

#[test]
fn slow_requests_stay_below_seven_and_a_half_seconds() {
    let answer = search(
        "broker-logs-2026.09.10",
        &json!({"size": 0, "query": {"match": {"logger": "kafka.request.logger"}}, "aggs": {"slowest": {"max": {"field": "request.total_ms"}}}}),
    );
    let slowest_ms = answer["aggregations"]["slowest"]["value"].as_f64().expect("a maximum");
    assert!((3_000.0..=7_500.0).contains(&slowest_ms), "{slowest_ms}");
}

#[test]
fn a_host_name_is_three_tokens() {
    let index = "broker-logs-2026.09.02";
    // Each of the three finds lines, so that a match for one machine finds all of them.
    assert!(
        hits(index, &json!({"match": {"host.name": "kafka-node-1"}}))
            > hits(index, &json!({"term": {"host.name.keyword": "kafka-node-1"}}))
    );
}

#[test]
fn the_search_engine_says_its_version() {
    let mut answer = ureq::get(&lab().search_url).call().expect("the search engine answers 200");
    let greeting: Value = serde_json::from_str(&answer.body_mut().read_to_string().expect("a text")).expect("JSON");
    assert_eq!(greeting["version"]["number"], "8.19.0");
}

#[test]
fn the_configuration_names_both_servers() {
    let text = lab().config_toml();
    assert_eq!(text.matches("[[source]]").count(), 3);
    assert!(text.contains(&lab().prometheus_url) && text.contains(&lab().search_url), "{text}");
}

/// Rows of four cells in the part of the README below `heading`, without their header.
fn rows(heading: &str) -> Vec<[String; 4]> {
    let readme = include_str!("../README.md");
    let part = readme.split("\n## ").find(|part| part.starts_with(heading)).expect("the heading");
    let cells = part
        .lines()
        .map(|line| line.trim_matches('|').split(" | ").map(|cell| cell.trim().trim_matches('`').to_owned()).collect::<Vec<_>>());
    cells.filter_map(|cells| cells.try_into().ok()).filter(|[first, ..]: &[String; 4]| first != "The account says").collect()
}

#[test]
fn prometheus_gives_each_figure_of_the_readme() {
    let rows = rows("Figures of the account as PromQL");
    assert!(rows.len() > 40, "{} rows", rows.len());
    for [figure, at, query, expected] in rows {
        let (day, time) = at.split_once('T').expect("a day and a time");
        let (hour, minute) = time.split_once(':').expect("an hour and a minute");
        let [day, hour, minute] = [day, hour, minute].map(|part| part.parse().expect("a number"));
        let answer = ask(&query, sep(day, hour, minute), &[]);
        let found = answer.values().next().unwrap_or_else(|| panic!("{figure}: no data for {query}"));
        // As many decimals as the README gives.
        let decimals = expected.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        assert_eq!(format!("{found:.decimals$}"), expected, "{figure}: {query}");
    }
}

#[test]
fn the_search_engine_gives_each_figure_of_the_readme() {
    let rows = rows("Figures of the account as searches");
    assert!(rows.len() > 10, "{} rows", rows.len());
    for [figure, index, query, expected] in rows {
        let body = json!({"size": 0, "query": {"query_string": {"query": query}}, "aggs": {"sum": {"sum": {"field": "count"}}}});
        let sum = &search(&index, &body)["aggregations"]["sum"]["value"];
        assert_eq!(format!("{:.0}", sum.as_f64().expect("a sum")), expected, "{figure}: {query}");
    }
}
