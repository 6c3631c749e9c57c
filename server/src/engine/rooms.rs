//! States in memory, and the tail of events that live readers share.
//!
//! A state is never the truth: it is what the store held at its seq. Every use first folds what is new in the store,
//! so that a write by the command line or another process is seen.

use super::{Engine, failed};
use app::api::error::ApiError;
use ledger::apply::{Entry, apply};
use ledger::id::{ActorId, LedgerId};
use ledger::ratings::{Ratings, without_rating};
use ledger::record::decode;
use ledger::state::State;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Mutex as AsyncMutex, watch};

/// How many bytes of folded events are kept in memory over all rooms; the least recently used go first.
const CACHE_BYTES: usize = 32 * 1024 * 1024;
/// How many of the last events a room keeps ready for live readers. Who is further behind reads from the store.
const TAIL_LENGTH: usize = 1024;
/// How many events are read from the store at once.
const PAGE: u32 = 2000;

/// All rooms that are in memory.
#[derive(Default)]
pub(super) struct Rooms {
    /// Locked for moments only, never across an await.
    rooms: Mutex<HashMap<LedgerId, Kept>>,
}

struct Kept {
    room: Arc<Room>,
    used: u64,
}

/// One incident in memory.
pub struct Room {
    /// Which.
    pub ledger: LedgerId,
    /// The fold and the hash it continues from. Locked while one command decides and appends, so that a room has one writer at a time here.
    folded: AsyncMutex<Folded>,
    /// The last events, as text for live readers.
    tail: Tail,
    /// Bytes of the folded events: what this room counts for in the cache.
    bytes: std::sync::atomic::AtomicUsize,
}

/// The fold of a room.
#[derive(Clone, Default)]
pub(super) struct Folded {
    /// The state.
    pub state: Arc<State>,
    /// How people rated evidence: beside the state, since a reader sees only part of it.
    pub ratings: Arc<Ratings>,
    /// The hash of the last record.
    pub hash: [u8; 32],
}

/// The shared end of a ledger.
pub struct Tail {
    lines: Mutex<VecDeque<(u64, Arc<str>)>>,
    last: watch::Sender<u64>,
}

impl Tail {
    fn new() -> Self {
        Self { lines: Mutex::default(), last: watch::Sender::new(0) }
    }

    /// Tells when there is something after a seq.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.last.subscribe()
    }

    /// How many live readers there are.
    pub fn readers(&self) -> usize {
        self.last.receiver_count()
    }

    /// The events after `seq` as JSON texts; `None` if the tail does not reach back that far.
    pub fn after(&self, seq: u64) -> Option<Vec<(u64, Arc<str>)>> {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        match lines.front() {
            Some((first, _)) if *first <= seq + 1 => Some(lines.iter().filter(|(at, _)| *at > seq).cloned().collect()),
            _ if *self.last.borrow() <= seq => Some(Vec::new()),
            _ => None,
        }
    }

    fn push(&self, entry: Entry) {
        let seq = entry.seq;
        let Ok(text) = serde_json::to_string(&without_rating(entry)) else { return };
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.push_back((seq, text.into()));
        if lines.len() > TAIL_LENGTH {
            lines.pop_front();
        }
    }
}

impl Room {
    /// The tail that live readers follow.
    pub fn tail(&self) -> &Tail {
        &self.tail
    }

    pub(super) async fn lock(&self) -> tokio::sync::MutexGuard<'_, Folded> {
        self.folded.lock().await
    }

    /// Folds entries that continue the state, keeps them for live readers and tells these.
    pub(super) fn advance(&self, folded: &mut Folded, records: &[ledger::record::Record]) {
        let Some(last) = records.last() else { return };
        let state = Arc::make_mut(&mut folded.state);
        let ratings = Arc::make_mut(&mut folded.ratings);
        let mut bytes = 0;
        for record in records {
            let entry = decode(record);
            bytes += record.body.as_ref().map_or(0, Vec::len) + 256;
            apply(state, &entry);
            ratings.add(&entry);
            self.tail.push(entry);
        }
        folded.hash = last.hash;
        self.bytes.fetch_add(bytes, std::sync::atomic::Ordering::Relaxed);
        self.tail.last.send_replace(last.seq);
    }
}

impl Engine {
    /// The room of a ledger, up to date with the store.
    pub async fn room(&self, ledger: &LedgerId) -> Result<Arc<Room>, ApiError> {
        let (room, fresh) = self.kept_room(ledger);
        let mut folded = room.lock().await;
        self.catch_up(&room, &mut folded).await?;
        let state = folded.state.clone();
        drop(folded);
        if fresh {
            self.end_orphans(ledger, &state).await;
        }
        self.forget_oldest(ledger);
        Ok(room)
    }

    /// The state of a ledger as the store has it now.
    pub async fn state(&self, ledger: &LedgerId) -> Result<Arc<State>, ApiError> {
        let room = self.room(ledger).await?;
        let folded = room.lock().await;
        Ok(folded.state.clone())
    }

    /// The ratings of a ledger that somebody may see.
    pub async fn ratings_for(&self, ledger: &LedgerId, who: &ActorId) -> Result<Ratings, ApiError> {
        let room = self.room(ledger).await?;
        let ratings = room.lock().await.ratings.clone();
        Ok(ratings.visible_to(who))
    }

    /// Folds what the store has beyond the room's state.
    pub(super) async fn catch_up(&self, room: &Room, folded: &mut Folded) -> Result<(), ApiError> {
        loop {
            let records = self.store.read_after(&room.ledger, folded.state.seq, PAGE).await.map_err(failed)?;
            room.advance(folded, &records);
            if records.len() < PAGE as usize {
                return Ok(());
            }
        }
    }

    fn kept_room(&self, ledger: &LedgerId) -> (Arc<Room>, bool) {
        let mut rooms = self.0.rooms.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let used = rooms.values().map(|kept| kept.used).max().unwrap_or(0) + 1;
        if let Some(kept) = rooms.get_mut(ledger) {
            kept.used = used;
            return (kept.room.clone(), false);
        }
        let room = Arc::new(Room { ledger: ledger.clone(), folded: AsyncMutex::default(), tail: Tail::new(), bytes: 0.into() });
        rooms.insert(ledger.clone(), Kept { room: room.clone(), used });
        (room, true)
    }

    /// Lets go of the least recently used rooms above the limit; never of one that somebody reads live or that runs a query.
    fn forget_oldest(&self, just_used: &LedgerId) {
        let mut rooms = self.0.rooms.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let size = |kept: &Kept| kept.room.bytes.load(std::sync::atomic::Ordering::Relaxed);
        while rooms.values().map(size).sum::<usize>() > CACHE_BYTES {
            let idle =
                rooms.iter().filter(|(id, kept)| *id != just_used && kept.room.tail.readers() == 0 && Arc::strong_count(&kept.room) == 1);
            let Some(oldest) = idle.min_by_key(|(_, kept)| kept.used).map(|(id, _)| id.clone()) else { return };
            rooms.remove(&oldest);
        }
    }

    /// Live readers over all rooms, and bytes of folded events in memory.
    pub fn room_figures(&self) -> (usize, usize) {
        let rooms = self.0.rooms.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let readers = rooms.values().map(|kept| kept.room.tail.readers()).sum();
        (readers, rooms.values().map(|kept| kept.room.bytes.load(std::sync::atomic::Ordering::Relaxed)).sum())
    }

    /// Sees what other processes (the command line) wrote into rooms that somebody reads live.
    pub async fn refresh_live_rooms(&self) {
        let live: Vec<LedgerId> = {
            let rooms = self.0.rooms.rooms.lock().unwrap_or_else(PoisonError::into_inner);
            rooms.iter().filter(|(_, kept)| kept.room.tail.readers() > 0).map(|(id, _)| id.clone()).collect()
        };
        for ledger in live {
            if let Err(error) = self.room(&ledger).await {
                tracing::warn!(%ledger, %error, "could not look for new events");
            }
        }
    }
}
