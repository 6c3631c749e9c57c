//! The incident as it goes on: after the page was taken over, the browser fetches the state once and folds live events onto it.
//!
//! What is hard here: a page must never show less than the server rendered, an event must be folded exactly once, and a connection
//! may go at any time. So entries at or below the own seq are dropped, a gap fetches the state again, and a lost stream is reopened
//! after the own seq. Nothing of this runs on the server: there [`Live::room`] stays empty and pages show the server's views.

mod wire;

use crate::api::records::SourceCard;
use ledger::actor::Names;
use ledger::apply::Touched;
use ledger::id::Slug;
use ledger::state::State;
use leptos::prelude::*;
use std::sync::Arc;
use wire::Wire;

/// The incident on screen, as far as the browser holds it. Context of the whole interface.
#[derive(Clone, Copy)]
pub struct Live {
    /// The state; empty on the server, and until it was fetched.
    pub room: RwSignal<Option<Arc<RoomState>>>,
    /// The sources, once they changed after the page was made.
    pub sources: RwSignal<Option<Vec<SourceCard>>>,
    /// How the connection stands.
    pub connection: RwSignal<Connection>,
    wire: Wire,
}

/// The state of one incident in the browser.
#[derive(Clone)]
pub struct RoomState {
    /// Which incident.
    pub slug: Slug,
    /// What its events come to.
    pub state: State,
    /// Who is called what.
    pub names: Names,
    /// Every change of this state in the browser: its number, growing over the life of the page, and what it touched.
    changes: Vec<(u64, Touched)>,
}

impl RoomState {
    fn last_change(&self) -> u64 {
        self.changes.last().map_or(0, |(number, _)| *number)
    }

    fn note_change(&mut self, touched: Touched) {
        self.changes.push((self.last_change() + 1, touched));
    }

    /// Whether a change after the one named touched one of the parts.
    fn changed_since(&self, number: u64, parts: Touched) -> bool {
        self.changes.iter().rev().take_while(|(other, _)| *other > number).any(|(_, touched)| touched.meets(parts))
    }
}

/// How the connection stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Connection {
    /// The page is as the server rendered it.
    Server,
    /// Events arrive.
    Live,
    /// No events arrive since a moment of the browser's clock, in microseconds; it is tried again.
    Lost {
        /// Since when.
        since_us: i64,
    },
    /// The connection came back after it was lost.
    Back,
    /// The page no longer fits the server and has to be loaded again.
    Reload {
        /// Why.
        why: String,
    },
}

impl Live {
    /// An interface without an incident.
    pub fn new() -> Self {
        Self { room: RwSignal::new(None), sources: RwSignal::new(None), connection: RwSignal::new(Connection::Server), wire: Wire::new() }
    }

    /// Follows an incident. Following it already changes nothing. Call it in an effect.
    pub fn enter(self, slug: &Slug) {
        self.wire.enter(self, slug);
    }

    /// Follows no incident any more. Call it in an effect.
    pub fn leave(self) {
        self.wire.close();
        self.room.set(None);
        self.sources.set(None);
        self.connection.set(Connection::Server);
    }
}

impl Default for Live {
    fn default() -> Self {
        Self::new()
    }
}

/// A view that follows the incident: the server's, and from the first live state on the one computed from it. `compute` answers `None`
/// where the state has nothing to show; the last view then stays.
pub fn live_view<V>(initial: V, compute: impl Fn(&RoomState) -> Option<V> + Send + Sync + 'static) -> Memo<V>
where
    V: Clone + PartialEq + Send + Sync + 'static,
{
    live_view_of(Touched::ALL, initial, compute)
}

/// As [`live_view`], for a view that reads only some parts of the state: it is not computed again when others change.
pub fn live_view_of<V>(parts: Touched, initial: V, compute: impl Fn(&RoomState) -> Option<V> + Send + Sync + 'static) -> Memo<V>
where
    V: Clone + PartialEq + Send + Sync + 'static,
{
    let live = use_context::<Live>();
    let slug = use_context::<Slug>();
    // Several events may come before a view is looked at again, so the last change alone would not tell.
    let seen = StoredValue::new(0);
    Memo::new(move |before: Option<&V>| {
        let last = || before.cloned().unwrap_or_else(|| initial.clone());
        let Some(live) = live else { return last() };
        live.room.with(|room| match room {
            Some(room) if slug.as_ref() == Some(&room.slug) && room.changed_since(seen.get_value(), parts) => {
                seen.set_value(room.last_change());
                compute(room).unwrap_or_else(last)
            }
            _ => last(),
        })
    })
}
