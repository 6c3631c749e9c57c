//! Completion and health: never before evidence, never more than needed.

use crate::room::{ONE_SERIES, Room, START, request};
use crate::stub::{Arrived, Gate, Stub, json};
use axum::http::header;
use axum::response::Response;
use server::sources::{HealthState, HelpAsk, HelpItem};
use tokio_util::sync::CancellationToken;

const NAMES: &str = r#"{"status":"success","data":["kafka_up","up"]}"#;

fn item(name: &str, detail: &str) -> HelpItem {
    HelpItem { name: name.into(), detail: detail.into() }
}

#[tokio::test]
async fn metric_names_are_taken_from_memory_for_a_minute() {
    let stub = Stub::with_json(NAMES).await;
    let room = Room::prometheus(&stub.url, "");
    assert_eq!(room.sources.help("metrics", HelpAsk::MetricNames).await.unwrap(), [item("kafka_up", ""), item("up", "")]);
    room.clock.set(START.plus_secs(59));
    room.sources.help("metrics", HelpAsk::MetricNames).await.unwrap();
    assert_eq!(stub.arrived().len(), 1);
}

#[tokio::test]
async fn metric_names_are_asked_again_after_a_minute() {
    let stub = Stub::with_json(NAMES).await;
    let room = Room::prometheus(&stub.url, "");
    room.sources.help("metrics", HelpAsk::MetricNames).await.unwrap();
    room.clock.set(START.plus_secs(60));
    room.sources.help("metrics", HelpAsk::MetricNames).await.unwrap();
    assert_eq!(stub.arrived().len(), 2);
}

#[tokio::test]
async fn label_values_are_those_of_the_metric() {
    let stub = Stub::with_json(NAMES).await;
    let ask = HelpAsk::LabelValues { label: "pod".into(), metric: "up".into() };
    Room::prometheus(&stub.url, "").sources.help("metrics", ask).await.unwrap();
    assert_eq!(stub.arrived()[0].target, "/api/v1/label/pod/values?match%5B%5D=up");
}

#[tokio::test]
async fn a_label_that_is_a_path_is_not_asked_for() {
    let stub = Stub::with_json(NAMES).await;
    let ask = HelpAsk::LabelValues { label: "../../admin".into(), metric: String::new() };
    assert_eq!(Room::prometheus(&stub.url, "").sources.help("metrics", ask).await.unwrap_err().code, "bad_name");
    assert_eq!(stub.arrived().len(), 0);
}

#[tokio::test]
async fn metadata_gives_type_and_description() {
    let stub = Stub::with_json(r#"{"status":"success","data":{"up":[{"type":"gauge","help":"Is it up.","unit":""}]}}"#).await;
    let items = Room::prometheus(&stub.url, "").sources.help("metrics", HelpAsk::Metadata).await.unwrap();
    assert_eq!(items, [item("up", "gauge: Is it up.")]);
}

#[tokio::test]
async fn fields_are_those_of_the_configured_index() {
    let stub =
        Stub::with_json(r#"{"indices":["kafka-1"],"fields":{"api":{"keyword":{"type":"keyword","searchable":true,"aggregatable":true}}}}"#)
            .await;
    let items = Room::search(&stub.url).sources.help("logs", HelpAsk::Fields).await.unwrap();
    assert_eq!(items, [item("api", "keyword")]);
    assert_eq!(stub.arrived()[0].target, "/kafka-*/_field_caps?fields=*");
}

#[tokio::test]
async fn a_stressed_source_is_not_asked_for_names() {
    let stub = Stub::with_json(NAMES).await;
    let reason = Room::prometheus(&stub.url, "stressed = true").sources.help("metrics", HelpAsk::MetricNames).await.unwrap_err();
    assert_eq!((reason.code.as_str(), stub.arrived().len()), ("stressed", 0));
}

#[tokio::test]
async fn names_do_not_wait_behind_evidence() {
    let mut gate = Gate::start(ONE_SERIES).await;
    let room = Room::prometheus(&gate.url, "permits = 1");
    let (sources, bodies) = (room.sources.clone(), room.bodies.clone());
    tokio::spawn(async move { sources.ask(request("E-1", "a", "up"), bodies.as_ref(), CancellationToken::new()).await });
    gate.next_query().await;
    assert_eq!(room.sources.help("metrics", HelpAsk::MetricNames).await.unwrap_err().code, "busy");
}

fn build_info(_: &Arrived) -> Response {
    let mut response = json(r#"{"status":"success","data":{"version":"3.5.0","goVersion":"go1.24"}}"#);
    // Seven seconds ahead of the clock of the room.
    response.headers_mut().insert(header::DATE, "Thu, 10 Sep 2026 13:00:07 GMT".parse().unwrap());
    response
}

#[tokio::test]
async fn nothing_is_known_of_a_source_before_it_is_asked() {
    assert_eq!(Room::prometheus("http://127.0.0.1:9", "").sources.health("metrics").state, HealthState::Unknown);
}

#[tokio::test]
async fn a_probe_tells_the_build() {
    let stub = Stub::start(build_info).await;
    let room = Room::prometheus(&stub.url, "");
    assert_eq!(room.sources.probe("metrics").await.build.unwrap(), "Prometheus 3.5.0");
}

#[tokio::test]
async fn a_probe_tells_how_far_the_clock_is_off() {
    let stub = Stub::start(build_info).await;
    let room = Room::prometheus(&stub.url, "");
    assert_eq!(room.sources.probe("metrics").await.clock_skew_ms, Some(7_000));
}

#[tokio::test]
async fn the_build_is_kept_with_every_answer() {
    let stub = Stub::start(|arrived| if arrived.target.contains("buildinfo") { build_info(arrived) } else { json(ONE_SERIES) }).await;
    let room = Room::prometheus(&stub.url, "");
    room.sources.probe("metrics").await;
    assert_eq!(room.answer().await.source_build.unwrap(), "Prometheus 3.5.0");
}

#[tokio::test]
async fn a_source_that_fails_fails_since_it_was_first_seen_to() {
    let room = Room::prometheus("http://127.0.0.1:9", "");
    room.sources.probe("metrics").await;
    room.clock.set(START.plus_secs(30));
    let HealthState::Fails { reason, since } = room.sources.probe("metrics").await.state else { panic!("it answers") };
    assert_eq!((reason.code.as_str(), since), ("refused", START));
}

#[tokio::test]
async fn a_source_that_does_not_tell_its_version_may_still_answer() {
    let stub = Stub::start(|arrived| {
        if arrived.target.contains("buildinfo") {
            crate::stub::answer(axum::http::StatusCode::NOT_FOUND, "text/plain", "404 page not found")
        } else {
            json(r#"{"status":"success","data":{"resultType":"scalar","result":[1789045200,"1"]}}"#)
        }
    })
    .await;
    let health = Room::prometheus(&stub.url, "").sources.probe("metrics").await;
    assert!(matches!(health.state, HealthState::Answers { .. }), "{health:?}");
}

#[tokio::test]
async fn a_stressed_source_is_not_probed() {
    let stub = Stub::start(build_info).await;
    Room::prometheus(&stub.url, "stressed = true").sources.probe("metrics").await;
    assert_eq!(stub.arrived().len(), 0);
}
