//! A query that is asked in pieces.

use crate::room::{Room, range};
use crate::stub::{Arrived, Stub, answer, json};
use axum::http::StatusCode;
use evidence::query::{Ask, Query};
use evidence::reading::Outcome;

/// Three hours, a point a minute, in pieces of an hour and a half.
fn in_two() -> Query {
    Query { ask: Ask::PromqlRange { text: "up".into(), step_secs: 60, piece_secs: Some(5_400) }, ..range("up") }
}

fn start_of(arrived: &Arrived) -> i64 {
    let start = url::form_urlencoded::parse(arrived.body.as_bytes()).find(|(key, _)| key == "start");
    start.and_then(|(_, value)| value.parse().ok()).unwrap()
}

/// One point at the start of what was asked.
fn one_point(arrived: &Arrived) -> String {
    let start = start_of(arrived);
    format!(r#"{{"status":"success","data":{{"resultType":"matrix","result":[{{"metric":{{}},"values":[[{start},"1"]]}}]}}}}"#)
}

#[tokio::test]
async fn the_pieces_are_asked_in_order_and_kept_as_one_record() {
    let stub = Stub::start(|arrived| json(one_point(arrived))).await;
    let room = Room::prometheus(&stub.url, "");
    let answer = room.answer_to("metrics", in_two()).await;
    let starts: Vec<i64> = stub.arrived().iter().map(start_of).collect();
    // The second begins a minute after the last point of the first: 13:00:00 and 14:31:00 UTC.
    assert_eq!(starts, [1_789_045_200, 1_789_050_660]);
    assert_eq!((answer.summary.outcome, answer.summary.series, answer.summary.items), (Outcome::Value, 1, 2));
    let body = String::from_utf8(room.body(&answer.raw.unwrap()).await).unwrap();
    assert_eq!(body.lines().count(), 2);
}

#[tokio::test]
async fn a_piece_that_fails_leaves_what_came_before_and_says_so() {
    let stub = Stub::start(|arrived| match start_of(arrived) {
        1_789_045_200 => json(one_point(arrived)),
        _ => answer(StatusCode::SERVICE_UNAVAILABLE, "text/plain", "down for maintenance"),
    })
    .await;
    let answer = Room::prometheus(&stub.url, "").answer_to("metrics", in_two()).await;
    assert_eq!(answer.summary.outcome, Outcome::Value);
    assert_eq!(answer.summary.missing, ["the last 1 of 2 pieces of the window were not answered"]);
    assert!(answer.summary.remarks[0].text.starts_with("piece 2 of 2 was not answered: "), "{:?}", answer.summary.remarks);
}

#[tokio::test]
async fn a_first_piece_that_fails_ends_the_asking() {
    let stub = Stub::start(|_| answer(StatusCode::SERVICE_UNAVAILABLE, "text/plain", "down for maintenance")).await;
    let answer = Room::prometheus(&stub.url, "").answer_to("metrics", in_two()).await;
    assert_eq!((answer.summary.outcome, stub.arrived().len()), (Outcome::CouldNotAsk, 1));
}

#[tokio::test]
async fn the_pieces_together_keep_to_the_limit_of_one_answer() {
    let padding = " ".repeat(700_000);
    let stub = Stub::start(move |arrived| json(one_point(arrived) + &padding)).await;
    let answer = Room::prometheus(&stub.url, "max_body_mib = 1").answer_to("metrics", in_two()).await;
    assert_eq!(answer.summary.remarks[0].text, "piece 2 of 2 was not answered: the answer is larger than 1 MiB");
}

#[test]
fn the_requests_of_all_pieces_are_shown() {
    let shown = Room::prometheus("http://127.0.0.1:9", "").sources.request_of("metrics", &in_two()).unwrap();
    assert_eq!(shown.curl.lines().count(), 2);
}
