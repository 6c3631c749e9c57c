//! Answers that come whole.

use crate::room::{ONE_SERIES, Room, range};
use crate::stub::{Stub, answer, json, serve};
use axum::Router;
use axum::http::{Method, StatusCode};
use evidence::query::{Ask, Query};
use evidence::reading::Outcome;
use server::sources::read_answer;
use tower_http::compression::CompressionLayer;

#[tokio::test]
async fn an_answer_is_read_and_kept_to_the_byte() {
    let stub = Stub::with_json(ONE_SERIES).await;
    let room = Room::prometheus(&stub.url, "");
    let answer = room.answer().await;
    assert_eq!((answer.summary.outcome, answer.summary.series), (Outcome::Value, 1));
    let raw = answer.raw.unwrap();
    assert_eq!(room.body(&raw).await, ONE_SERIES.as_bytes());
    assert_eq!((raw.cut, raw.media_type.as_str(), answer.status), (false, "application/json", Some(200)));
}

#[tokio::test]
async fn promql_goes_out_as_a_form_below_the_base_path() {
    let stub = Stub::with_json(ONE_SERIES).await;
    Room::prometheus(&format!("{}/prom/", stub.url), "").answer().await;
    let arrived = &stub.arrived()[0];
    assert_eq!((arrived.method.clone(), arrived.target.as_str()), (Method::POST, "/prom/api/v1/query_range"));
    assert_eq!(arrived.body, "query=up&start=1789045200&end=1789056000&step=60");
}

#[tokio::test]
async fn a_source_that_takes_no_form_is_asked_in_the_address() {
    let stub = Stub::start(|arrived| match arrived.method {
        Method::GET => json(ONE_SERIES),
        _ => answer(StatusCode::METHOD_NOT_ALLOWED, "text/plain", "no"),
    })
    .await;
    let answer = Room::prometheus(&stub.url, "").answer().await;
    assert_eq!(answer.summary.outcome, Outcome::Value);
    assert_eq!(stub.arrived()[1].target, "/api/v1/query_range?query=up&start=1789045200&end=1789056000&step=60");
}

#[tokio::test]
async fn a_search_goes_out_as_json_with_its_window() {
    let stub = Stub::with_json(r#"{"took":1,"_shards":{"total":1,"successful":1},"hits":{"total":{"value":3,"relation":"eq"}}}"#).await;
    let room = Room::search(&stub.url);
    let ask = Ask::QueryDsl { index: "kafka-*".into(), text: r#"{"size":0}"#.into(), time_field: "@timestamp".into() };
    let answer = room.answer_to("logs", Query { ask, window: range("").window }).await;
    assert_eq!((answer.summary.outcome, answer.summary.headline.phrase().as_str()), (Outcome::Value, "3 hits"));
    let arrived = &stub.arrived()[0];
    assert_eq!(arrived.target, "/kafka-*/_search");
    assert!(arrived.body.contains(r#""gte":"2026-09-10T13:00:00Z""#), "{}", arrived.body);
}

#[tokio::test]
async fn a_compressed_answer_is_kept_decoded() {
    let router = Router::new().fallback(|| async { json(ONE_SERIES.replace(r#""1""#, &format!(r#""{}""#, "1".repeat(300)))) });
    let room = Room::prometheus(&serve(router.layer(CompressionLayer::new())).await, "");
    let raw = room.answer().await.raw.unwrap();
    assert_eq!(raw.size_bytes, ONE_SERIES.len() as u64 + 299);
}

#[tokio::test]
async fn of_a_hundred_thousand_series_the_first_are_shown_and_it_says_so() {
    let series: Vec<String> =
        (0..100_000).map(|number| format!(r#"{{"metric":{{"n":"{number}"}},"values":[[1789045200,"{number}"]]}}"#)).collect();
    let body = format!(r#"{{"status":"success","data":{{"resultType":"matrix","result":[{}]}}}}"#, series.join(","));
    let size = body.len() as u64;
    let stub = Stub::start(move |_| json(body.clone())).await;
    let room = Room::prometheus(&stub.url, "max_series = 500");
    let answer = room.answer().await;
    assert_eq!(answer.summary.outcome, Outcome::Value);
    assert_eq!(answer.summary.series, 100_000);
    assert_eq!(answer.summary.truncated.unwrap(), "the first 500 of 100000 series are shown, the raw answer holds all");
    assert_eq!(answer.raw.unwrap().size_bytes, size);
}

#[test]
fn a_zero_among_the_series_shown_is_not_the_outcome_of_all() {
    let body = r#"{"status":"success","data":{"resultType":"matrix","result":[
        {"metric":{"n":"1"},"values":[[1789045200,"0"]]},{"metric":{"n":"2"},"values":[[1789045200,"7"]]}]}}"#;
    let reading = read_answer(&range("up"), 200, "application/json", body.as_bytes(), 1);
    assert_eq!((reading.outcome, reading.data.counts().0), (Outcome::Value, 1));
}
