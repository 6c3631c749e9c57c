//! Who is next, who is stopped, and that no permit is ever lost.

use crate::room::{ONE_SERIES, Room, ledger, request, until};
use crate::stub::{Gate, Stub};
use async_trait::async_trait;
use evidence::reading::Outcome;
use ledger::event::BodyRef;
use ledger::id::{BodyId, LedgerId};
use server::bodies::{Bodies, BodyError, BodyFacts, BodyWriter, KnownBody};
use server::sources::{AskRequest, Asked};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Asks in the background, and returns when the query is in the lane.
async fn enqueue(room: &Room, request: AskRequest) -> (JoinHandle<Asked>, CancellationToken) {
    let (sources, bodies, cancel) = (room.sources.clone(), room.bodies.clone(), CancellationToken::new());
    let before = room.sources.line_up("metrics").len();
    let token = cancel.clone();
    let asking = tokio::spawn(async move { sources.ask(request, bodies.as_ref(), token).await });
    until(|| room.sources.line_up("metrics").len() > before).await;
    (asking, cancel)
}

/// The evidence in the lane with its places.
fn places(room: &Room) -> Vec<(String, u32)> {
    room.sources.line_up("metrics").into_iter().map(|waiting| (waiting.evidence, waiting.place)).collect()
}

#[tokio::test]
async fn streams_take_turns_and_within_one_the_first_comes_first() {
    let mut gate = Gate::start(ONE_SERIES).await;
    let room = Room::prometheus(&gate.url, "permits = 1");
    let mut asking = Vec::new();
    for (evidence, stream) in [("E-1", "a"), ("E-2", "a"), ("E-3", "a"), ("E-4", "b"), ("E-5", "b")] {
        asking.push(enqueue(&room, request(evidence, stream, &evidence.replace('-', ""))).await.0);
    }
    let mut order = Vec::new();
    for _ in &asking {
        order.push(gate.next_query().await);
        gate.let_one_go();
    }
    assert_eq!(order, ["E1", "E4", "E2", "E5", "E3"]);
}

#[tokio::test]
async fn the_line_shows_who_runs_and_the_places_of_those_who_wait() {
    let mut gate = Gate::start(ONE_SERIES).await;
    let room = Room::prometheus(&gate.url, "permits = 1");
    for (evidence, stream) in [("E-1", "a"), ("E-2", "a"), ("E-3", "b")] {
        enqueue(&room, request(evidence, stream, "up")).await;
    }
    gate.next_query().await;
    assert_eq!(places(&room), [("E-1".into(), 0), ("E-3".into(), 1), ("E-2".into(), 2)]);
}

#[tokio::test]
async fn as_many_run_at_once_as_there_are_permits() {
    let mut gate = Gate::start(ONE_SERIES).await;
    let room = Room::prometheus(&gate.url, "permits = 2");
    for evidence in ["E-1", "E-2", "E-3"] {
        enqueue(&room, request(evidence, "a", "up")).await;
    }
    gate.next_query().await;
    gate.next_query().await;
    assert_eq!(places(&room), [("E-1".into(), 0), ("E-2".into(), 0), ("E-3".into(), 1)]);
}

#[tokio::test]
async fn a_query_that_waits_can_be_cancelled_and_is_never_sent() {
    let mut gate = Gate::start(ONE_SERIES).await;
    let room = Room::prometheus(&gate.url, "permits = 1");
    let (first, _) = enqueue(&room, request("E-1", "a", "first")).await;
    let (second, cancel) = enqueue(&room, request("E-2", "a", "second")).await;
    cancel.cancel();
    assert_eq!(second.await.unwrap(), Asked::Cancelled);
    assert_eq!(gate.next_query().await, "first");
    gate.let_one_go();
    first.await.unwrap();
    assert!(gate.arrivals.try_recv().is_err());
}

#[tokio::test]
async fn a_query_that_runs_can_be_cancelled_and_the_next_one_starts() {
    let mut gate = Gate::start(ONE_SERIES).await;
    let room = Room::prometheus(&gate.url, "permits = 1");
    let (first, cancel) = enqueue(&room, request("E-1", "a", "first")).await;
    enqueue(&room, request("E-2", "a", "second")).await;
    assert_eq!(gate.next_query().await, "first");
    cancel.cancel();
    assert_eq!(first.await.unwrap(), Asked::Cancelled);
    assert_eq!(gate.next_query().await, "second");
}

#[tokio::test]
async fn the_line_is_full_at_64() {
    let gate = Gate::start(ONE_SERIES).await;
    let room = Room::prometheus(&gate.url, "permits = 1");
    for number in 0..65 {
        enqueue(&room, request(&format!("E-{number}"), "a", "up")).await;
    }
    let Asked::Refused(reason) = room.ask(request("E-65", "b", "up")).await else { panic!("taken") };
    assert_eq!(reason.what, "64 queries wait for metrics already");
}

/// Bodies that fall over.
struct Broken;

#[async_trait]
impl Bodies for Broken {
    async fn begin(&self, _: &LedgerId, _: &str) -> Result<BodyWriter, BodyError> {
        panic!("the disk is on fire")
    }
    async fn begin_known(&self, _: &LedgerId, _: KnownBody, _: &str) -> Result<BodyWriter, BodyError> {
        panic!("the disk is on fire")
    }
    async fn read(&self, _: &LedgerId, body: &BodyId) -> Result<Vec<u8>, BodyError> {
        Err(BodyError::Missing { body: body.clone() })
    }
    async fn facts(&self, _: &LedgerId, body: &BodyId) -> Result<BodyFacts, BodyError> {
        Err(BodyError::Missing { body: body.clone() })
    }
    async fn check(&self, _: &LedgerId, raw: &BodyRef) -> Result<(), BodyError> {
        Err(BodyError::Missing { body: raw.body.clone() })
    }
    async fn sweep(&self, _: &HashSet<(LedgerId, BodyId)>) -> Result<u64, BodyError> {
        Ok(0)
    }
}

#[tokio::test]
async fn a_run_that_panics_gives_its_permit_back() {
    let stub = Stub::with_json(ONE_SERIES).await;
    let room = Room::prometheus(&stub.url, "permits = 1");
    let sources = room.sources.clone();
    let broken = tokio::spawn(async move { sources.ask(request("E-1", "a", "up"), &Broken, CancellationToken::new()).await });
    assert!(broken.await.unwrap_err().is_panic());
    assert_eq!(room.answer().await.summary.outcome, Outcome::Value);
}

#[tokio::test]
async fn an_answer_that_cannot_be_stored_is_no_answer() {
    let stub = Stub::with_json(ONE_SERIES).await;
    let room = Room::prometheus(&stub.url, "");
    let nowhere = LedgerId("../elsewhere".to_owned());
    let Asked::Answered(answer) = room.ask(AskRequest { ledger: nowhere, ..request("E-1", "a", "up") }).await else { panic!("no answer") };
    assert_eq!(answer.summary.reason.unwrap().code, "not_kept");
}

#[tokio::test]
async fn a_server_that_stops_ends_what_it_cannot_wait_for() {
    let mut gate = Gate::start(ONE_SERIES).await;
    let room = Room::prometheus(&gate.url, "");
    let (running, _) = enqueue(&room, request("E-1", "a", "up")).await;
    gate.next_query().await;
    room.sources.drain(Duration::ZERO).await;
    assert_eq!(running.await.unwrap(), Asked::ServerStopped);
}

#[tokio::test]
async fn a_server_that_stops_waits_for_what_runs() {
    let mut gate = Gate::start(ONE_SERIES).await;
    let room = Arc::new(Room::prometheus(&gate.url, ""));
    let (running, _) = enqueue(&room, request("E-1", "a", "up")).await;
    gate.next_query().await;
    let stopping = room.clone();
    let drained = tokio::spawn(async move { stopping.sources.drain(Duration::from_secs(60)).await });
    gate.let_one_go();
    assert!(matches!(running.await.unwrap(), Asked::Answered(_)));
    drained.await.unwrap();
}

#[tokio::test]
async fn a_server_that_stops_takes_no_more() {
    let stub = Stub::with_json(ONE_SERIES).await;
    let room = Room::prometheus(&stub.url, "");
    room.sources.drain(Duration::ZERO).await;
    assert_eq!(room.ask(request("E-1", "a", "up")).await, Asked::ServerStopped);
    assert_eq!(stub.arrived().len(), 0);
}

#[tokio::test]
async fn a_cancelled_run_leaves_no_body() {
    let mut gate = Gate::start(ONE_SERIES).await;
    let room = Room::prometheus(&gate.url, "");
    let (running, cancel) = enqueue(&room, request("E-1", "a", "up")).await;
    gate.next_query().await;
    cancel.cancel();
    running.await.unwrap();
    assert_eq!(room.bodies.sweep(&HashSet::new()).await.unwrap(), 0, "in {}", ledger());
}
