//! Recorded answers: made from a real source, and standing for it.

use crate::room::{ONE_SERIES, Room, START, range};
use crate::stub::{Stub, json};
use evidence::reading::Outcome;
use server::clock::Clock;
use server::config::SourceConfig;
use server::sources::recording::{Recording, RecordingError, record};
use server::sources::{HelpAsk, Sources};
use std::sync::Arc;

/// A room in which a recording of `sum(up)` and `max(kafka_lag)` stands for `metrics`.
async fn recorded_room() -> Room {
    let stub = Stub::start(|arrived| {
        let is_build = arrived.target.contains("buildinfo");
        json(if is_build { r#"{"status":"success","data":{"version":"3.5.0","goVersion":"go1.24"}}"# } else { ONE_SERIES })
    })
    .await;
    let live = Room::prometheus(&stub.url, "");
    let file = tempfile::NamedTempFile::new().unwrap();
    let asks = ["sum(up)", "max(kafka_lag)"].map(|text| ("metrics".to_owned(), range(text)));
    record(&live.sources, &asks, file.path()).await.unwrap();
    let recording = Arc::new(Recording::from_bytes(&std::fs::read(file.path()).unwrap()).unwrap());
    let later = Clock::fixed(START.plus_secs(86_400));
    let source = SourceConfig::recorded(&recording, "metrics").unwrap();
    Room { sources: Sources::new(&[source], later.clone()).unwrap(), clock: later, ..live }
}

#[tokio::test]
async fn a_recorded_query_answers_to_the_byte() {
    let room = recorded_room().await;
    let answer = room.answer_to("metrics", range("sum(up)")).await;
    assert_eq!(answer.summary.outcome, Outcome::Value);
    assert_eq!(room.body(&answer.raw.unwrap()).await, ONE_SERIES.as_bytes());
}

#[tokio::test]
async fn a_replayed_answer_says_when_and_of_what_it_was_recorded() {
    let answer = recorded_room().await.answer_to("metrics", range("sum(up)")).await;
    let replayed = answer.replayed.unwrap();
    assert_eq!((replayed.recorded_at, replayed.source_build.as_str()), (START, "Prometheus 3.5.0"));
    assert_eq!(answer.executed_at, START.plus_secs(86_400));
}

#[tokio::test]
async fn white_space_outside_quotes_does_not_make_another_query() {
    let answer = recorded_room().await.answer_to("metrics", range("\n sum(up)  ")).await;
    assert_eq!(answer.summary.outcome, Outcome::Value);
}

#[tokio::test]
async fn another_query_is_not_answered_and_the_nearest_is_named() {
    let answer = recorded_room().await.answer_to("metrics", range("sum(rate(kafka_lag[5m]))")).await;
    let reason = answer.summary.reason.unwrap();
    assert_eq!(reason.code, "not_recorded");
    let nearest =
        "metrics is a recording of 2 queries. The nearest: max(kafka_lag) from 2026-09-10T13:00:00Z to 2026-09-10T16:00:00Z, step 60 s";
    assert!(reason.detail.starts_with(nearest), "{}", reason.detail);
}

#[tokio::test]
async fn another_window_is_another_query() {
    let mut query = range("sum(up)");
    query.window.end = query.window.end.plus_secs(60);
    let answer = recorded_room().await.answer_to("metrics", query).await;
    assert_eq!(answer.summary.reason.unwrap().code, "not_recorded");
}

#[tokio::test]
async fn completion_knows_the_metrics_of_the_recorded_queries() {
    let items = recorded_room().await.sources.help("metrics", HelpAsk::MetricNames).await.unwrap();
    assert_eq!(items.iter().map(|item| item.name.as_str()).collect::<Vec<_>>(), ["kafka_lag", "up"]);
}

#[tokio::test]
async fn a_query_that_is_not_answered_is_not_recorded() {
    let live = Room::prometheus("http://127.0.0.1:9", "");
    let file = tempfile::NamedTempFile::new().unwrap();
    let error = record(&live.sources, &[("metrics".to_owned(), range("up"))], file.path()).await.unwrap_err();
    assert!(error.to_string().starts_with("query 1 of metrics could not be asked: metrics refused the connection"), "{error}");
    assert_eq!(std::fs::read(file.path()).unwrap(), b"");
}

#[tokio::test]
async fn a_recording_has_no_request_to_copy() {
    assert_eq!(recorded_room().await.sources.request_of("metrics", &range("sum(up)")), None);
}

#[test]
fn other_bytes_are_no_recording() {
    assert!(matches!(Recording::from_bytes(b"{\"a\":1}\n"), Err(RecordingError::Format)));
}

#[test]
fn a_damaged_line_is_named() {
    let error = Recording::from_bytes(b"{\"is\":\"recording\",\"format\":1}\n{\"is\":\"answer\"}\n").unwrap_err();
    assert!(matches!(error, RecordingError::Line { line: 2, .. }), "{error}");
}
