//! An event in its place.

use crate::event::Event;
use crate::id::ActorId;
use evidence::time::Micros;
use serde::{Deserialize, Serialize};

/// An event in its place: what the store reads and the live wire carries. `E` is what the ledger is about: an incident, or the house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry<E = Event> {
    /// Its place in the ledger, from 1.
    pub seq: u64,
    /// When it was recorded: never before the event before it.
    pub at: Micros,
    /// What the server's clock said then.
    pub wall: Micros,
    /// Who did it.
    pub actor: ActorId,
    /// What happened.
    pub event: Content<E>,
}

/// What is left of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Content<E = Event> {
    /// The event.
    Event(E),
    /// It was taken out: who did and why stands in a later event.
    Redacted,
    /// This build cannot read it. The incident is read-only here.
    Unreadable {
        /// Its kind.
        kind: String,
        /// The version of that kind.
        version: u16,
        /// Why.
        why: String,
    },
}
