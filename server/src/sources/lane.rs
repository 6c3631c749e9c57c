//! The lane of one source: how many of its queries run at once, and who is next.
//!
//! First in, first out within a stream, and round-robin over streams: next is the stream that was served longest ago. A place in the
//! lane is a [`Ticket`]; dropping it, also by a panic or a cancelled task, gives the place back. So no permit can be lost.

use super::Waiting;
use evidence::time::Micros;
use ledger::id::{LedgerId, StreamKey};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{oneshot, watch};

/// The most that may wait; above it a query is refused.
pub(super) const MAX_WAITING: usize = 64;

/// How many streams' turns are remembered.
const MAX_TURNS: usize = 256;

/// Who asks: streams of two incidents may have one name.
type Asker = (LedgerId, StreamKey);

/// A query in the lane.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub ledger: LedgerId,
    pub evidence: String,
    pub stream: StreamKey,
    pub since: Micros,
}

/// Why a query gets no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoPlace {
    /// As many wait as may.
    Full,
    /// The server is stopping.
    Closed,
}

pub(super) struct Lane {
    permits: usize,
    /// Held only for a few steps in memory, never while anything is awaited.
    state: Mutex<State>,
    /// How many places are taken, waiting and running.
    taken: watch::Sender<usize>,
}

#[derive(Default)]
struct State {
    closed: bool,
    next_id: u64,
    running: Vec<(u64, Option<Entry>)>,
    /// In order of arrival.
    waiting: Vec<Waiter>,
    turns: Turns,
}

struct Waiter {
    id: u64,
    entry: Entry,
    start: oneshot::Sender<()>,
}

/// When each stream was last served, as a count of turns.
#[derive(Clone, Default)]
struct Turns {
    count: u64,
    last: HashMap<Asker, u64>,
}

impl Turns {
    /// The place in the list of the one whose turn it is.
    fn next<'a>(&self, waiting: impl Iterator<Item = &'a Entry>) -> Option<usize> {
        // Of those with the same turn `min_by_key` takes the first, which came first.
        let turn = |entry: &Entry| self.last.get(&(entry.ledger.clone(), entry.stream.clone())).copied().unwrap_or(0);
        waiting.enumerate().min_by_key(|(_, entry)| turn(entry)).map(|(index, _)| index)
    }

    fn serve(&mut self, entry: &Entry) {
        self.count += 1;
        self.last.insert((entry.ledger.clone(), entry.stream.clone()), self.count);
        if self.last.len() > MAX_TURNS {
            let oldest_kept = self.count.saturating_sub(MAX_TURNS as u64 / 2);
            self.last.retain(|_, turn| *turn > oldest_kept);
        }
    }
}

impl Lane {
    pub fn new(permits: usize) -> Arc<Self> {
        Arc::new(Self { permits, state: Mutex::default(), taken: watch::Sender::new(0) })
    }

    /// Takes a place at the end of the line.
    pub fn enter(self: &Arc<Self>, entry: Entry) -> Result<Ticket, NoPlace> {
        let mut state = self.lock();
        if state.closed {
            return Err(NoPlace::Closed);
        }
        // With a permit free nobody waits, so the bound is only for those who would.
        if state.running.len() >= self.permits && state.waiting.len() >= MAX_WAITING {
            return Err(NoPlace::Full);
        }
        let id = state.take_id();
        let (start, started) = oneshot::channel();
        state.waiting.push(Waiter { id, entry, start });
        self.settle(&mut state);
        Ok(Ticket { lane: self.clone(), id, started })
    }

    /// A permit for completion or a health check, if one is free and nobody waits: these never stand before evidence.
    pub fn try_enter(self: &Arc<Self>) -> Option<Ticket> {
        let mut state = self.lock();
        if state.closed || state.running.len() >= self.permits || !state.waiting.is_empty() {
            return None;
        }
        let id = state.take_id();
        state.running.push((id, None));
        self.settle(&mut state);
        let (_, started) = oneshot::channel();
        Some(Ticket { lane: self.clone(), id, started })
    }

    /// Those who run, then those who wait in the order in which they will start if nobody else comes.
    pub fn line_up(&self) -> Vec<Waiting> {
        let state = self.lock();
        let shown = |entry: &Entry, place: u32| Waiting {
            ledger: entry.ledger.clone(),
            evidence: entry.evidence.clone(),
            stream: entry.stream.clone(),
            since: entry.since,
            running: place == 0,
            place,
        };
        let mut line: Vec<Waiting> = state.running.iter().filter_map(|(_, entry)| Some(shown(entry.as_ref()?, 0))).collect();
        let mut turns = state.turns.clone();
        let mut waiting: Vec<&Entry> = state.waiting.iter().map(|waiter| &waiter.entry).collect();
        for place in 1.. {
            let Some(next) = turns.next(waiting.iter().copied()) else { break };
            let entry = waiting.remove(next);
            turns.serve(entry);
            line.push(shown(entry, place));
        }
        line
    }

    /// Takes no more; those who are in the lane stay.
    pub fn close(&self) {
        self.lock().closed = true;
    }

    /// Waits until nobody is in the lane.
    pub async fn empty(&self) {
        // It fails only when the sender is gone, which lives as long as the lane.
        let _ = self.taken.subscribe().wait_for(|taken| *taken == 0).await;
    }

    /// Starts whoever may start, and tells how many are in the lane.
    fn settle(&self, state: &mut State) {
        while state.running.len() < self.permits {
            let Some(next) = state.turns.next(state.waiting.iter().map(|waiter| &waiter.entry)) else { break };
            let waiter = state.waiting.remove(next);
            state.turns.serve(&waiter.entry);
            state.running.push((waiter.id, Some(waiter.entry)));
            // A ticket that was dropped meanwhile gives its place back itself.
            let _ = waiter.start.send(());
        }
        self.taken.send_replace(state.running.len() + state.waiting.len());
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing in here can be left half done by a panic elsewhere.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn take_id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }
}

/// A place in the lane, waiting or running, until it is dropped.
pub(super) struct Ticket {
    lane: Arc<Lane>,
    id: u64,
    started: oneshot::Receiver<()>,
}

impl Ticket {
    /// Waits until it is this one's turn.
    pub async fn turn(&mut self) {
        // The sender goes only when it has sent: the lane lives as long as this ticket.
        let _ = (&mut self.started).await;
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.lane.lock();
        state.waiting.retain(|waiter| waiter.id != self.id);
        state.running.retain(|(id, _)| *id != self.id);
        self.lane.settle(&mut state);
    }
}
