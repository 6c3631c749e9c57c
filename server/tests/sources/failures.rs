//! Sources that fail in the ways real ones do: each ends in its own words, and none in a zero.

use crate::room::{ONE_SERIES, Room};
use crate::stub::{Gate, Stub, answer, dead_address, json, pieces, serve_bytes};
use axum::body::Bytes;
use axum::http::{StatusCode, header};
use evidence::reading::{Outcome, Reason};
use server::sources::Answer;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn reason(answer: &Answer) -> &Reason {
    assert_eq!(answer.summary.outcome, Outcome::CouldNotAsk, "{:?}", answer.summary);
    answer.summary.reason.as_ref().unwrap()
}

#[tokio::test]
async fn a_dead_port_refused_the_connection() {
    let answer = Room::prometheus(&format!("http://{}", dead_address().await), "").answer().await;
    assert_eq!(reason(&answer).what, "metrics refused the connection");
    assert_eq!((answer.raw, answer.status), (None, None));
}

#[tokio::test]
async fn a_host_without_address_is_told_by_name_resolution() {
    // A label may have 63 characters, so this name fails without any name server.
    let answer = Room::prometheus(&format!("http://{}.example:9090", "a".repeat(64)), "").answer().await;
    assert_eq!(reason(&answer).what, "the host name of metrics is not known");
}

#[tokio::test]
async fn plain_text_where_encryption_is_expected_is_told_as_that() {
    let stub = Stub::with_json(ONE_SERIES).await;
    let answer = Room::prometheus(&stub.url.replace("http://", "https://"), "").answer().await;
    assert_eq!(reason(&answer).code, "tls");
}

#[tokio::test]
async fn a_source_that_hangs_ends_at_the_time_limit() {
    let mut gate = Gate::start(ONE_SERIES).await;
    let answer = Room::prometheus(&gate.url, "timeout_secs = 1").answer().await;
    assert_eq!(gate.next_query().await, "up");
    assert_eq!(reason(&answer).what, "metrics did not answer within 1 s");
}

#[tokio::test]
async fn a_source_that_stalls_keeps_what_came() {
    let stub = Stub::start(|_| {
        let first = futures::stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(b"{\"status\":"))]);
        json(axum::body::Body::from_stream(futures::StreamExt::chain(first, futures::stream::pending())))
    })
    .await;
    let room = Room::prometheus(&stub.url, "timeout_secs = 1");
    let answer = room.answer().await;
    assert_eq!(reason(&answer).code, "timed_out");
    let raw = answer.raw.unwrap();
    assert!(raw.cut);
    assert_eq!(room.body(&raw).await, b"{\"status\":");
}

#[tokio::test]
async fn a_web_page_with_status_200_is_no_answer() {
    let stub = Stub::start(|_| answer(StatusCode::OK, "text/html", "<html><title>Grafana</title><p>hello</html>")).await;
    let room = Room::prometheus(&stub.url, "");
    let answer = room.answer().await;
    assert_eq!(reason(&answer).what, "the answer is a web page, not Prometheus's");
    assert_eq!(room.body(&answer.raw.unwrap()).await, b"<html><title>Grafana</title><p>hello</html>");
}

#[tokio::test]
async fn a_redirect_is_told_and_not_followed() {
    let elsewhere = Stub::with_json(ONE_SERIES).await;
    let target = format!("{}/login?token=abc", elsewhere.url.replace("127.0.0.1", "localhost"));
    let stub = Stub::start(move |_| {
        let mut response = answer(StatusCode::FOUND, "text/plain", "");
        response.headers_mut().insert(header::LOCATION, target.parse().unwrap());
        response
    })
    .await;
    let answer = Room::prometheus(&stub.url, "").answer().await;
    assert_eq!(reason(&answer).what, "metrics redirects to localhost/login, where we do not follow");
    assert_eq!(elsewhere.arrived().len(), 0);
}

#[tokio::test]
async fn an_answer_of_50_mb_is_given_up_at_the_limit_and_its_beginning_kept() {
    const PIECES: usize = 50;
    let taken = Arc::new(AtomicUsize::new(0));
    let counter = taken.clone();
    let stub = Stub::start(move |_| {
        let counter = counter.clone();
        json(pieces(move |index| {
            counter.fetch_add(1, Ordering::SeqCst);
            (index < PIECES).then(|| Bytes::from(vec![b'1'; 1 << 20]))
        }))
    })
    .await;
    let room = Room::prometheus(&stub.url, "");
    let answer = room.answer().await;
    assert_eq!(reason(&answer).what, "the answer is larger than 32 MiB");
    let raw = answer.raw.unwrap();
    assert_eq!((raw.cut, raw.size_bytes), (true, 65_536));
    assert!(taken.load(Ordering::SeqCst) < PIECES, "all of it was taken");
}

#[tokio::test]
async fn an_answer_that_ends_in_the_middle_is_told_as_closed() {
    let url = serve_bytes(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{\"status\":\"succ").await;
    let room = Room::prometheus(&url, "");
    let answer = room.answer().await;
    assert_eq!(reason(&answer).what, "metrics closed the connection before its answer was complete");
    assert_eq!(room.body(&answer.raw.unwrap()).await, b"{\"status\":\"succ");
}

#[tokio::test]
async fn a_connection_that_closes_without_an_answer_is_told_as_closed() {
    let answer = Room::prometheus(&serve_bytes(b"").await, "").answer().await;
    assert_eq!(reason(&answer).code, "closed");
}

async fn code_of_status(status: u16) -> String {
    let stub = Stub::start(move |_| answer(StatusCode::from_u16(status).unwrap(), "text/plain", "no")).await;
    let answer = Room::prometheus(&stub.url, "").answer().await;
    assert_eq!(answer.status, Some(status));
    assert_eq!(stub.arrived().len(), 1, "asked again");
    reason(&answer).code.clone()
}

#[tokio::test]
async fn status_401_wants_credentials() {
    assert_eq!(code_of_status(401).await, "unauthorized");
}

#[tokio::test]
async fn status_403_forbids() {
    assert_eq!(code_of_status(403).await, "forbidden");
}

#[tokio::test]
async fn status_429_has_too_much_to_do() {
    assert_eq!(code_of_status(429).await, "rate_limited");
}

#[tokio::test]
async fn status_503_is_not_available() {
    assert_eq!(code_of_status(503).await, "unavailable");
}
