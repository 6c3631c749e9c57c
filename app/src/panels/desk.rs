//! What the panels around evidence share: whose stream it is, what the reader may do here, what ids open into.

use crate::api::records::SourceCard;
use crate::ui::frame::PageContext;
use ledger::actor::Via;
use ledger::event::Role;
use ledger::id::{ActorId, StreamKey};
use ledger::view::chip::Chips;
use ledger::view::header::Me;
use leptos::prelude::*;

/// Context of a stream's page and of the pages of single things. Copies are cheap.
#[derive(Clone, Copy)]
pub struct Desk {
    /// The stream's address within the incident; empty for what belongs to no stream.
    pub stream: StoredValue<StreamKey>,
    /// Who looks.
    pub actor: StoredValue<ActorId>,
    /// What they are here, as it changes.
    pub me: Memo<Me>,
    /// What the page's ids open into.
    pub chips: Signal<Chips>,
    /// The configured sources with their health and lines.
    pub sources: Signal<Vec<SourceCard>>,
    /// The streams of the incident: address and name.
    pub streams: Memo<Vec<(StreamKey, String)>>,
    /// Came to read only.
    pub reads_only: Memo<bool>,
}

impl Desk {
    /// The desk of a stream.
    pub fn new(page: PageContext, stream: StreamKey, chips: Signal<Chips>) -> Self {
        let me = Memo::new(move |_| page.header.with(|header| header.me.clone()));
        let by_reading_link = page.frame.with_value(|frame| matches!(frame.me.actor.via, Via::Link { role: Role::Reader }));
        let reads_only = Memo::new(move |_| by_reading_link || me.with(|me| me.role == Some(Role::Reader)));
        let (stream, actor) = (StoredValue::new(stream), StoredValue::new(page.me()));
        Self { stream, actor, me, chips, sources: page.sources, streams: page.streams, reads_only }
    }

    /// Whether the reader owns this stream.
    pub fn owns(&self) -> bool {
        self.stream.with_value(|stream| self.me.with(|me| me.owns.contains(stream)))
    }

    /// Whether the reader may ask this stream's source.
    pub fn asks(&self) -> bool {
        self.stream.with_value(|stream| self.asks_stream(stream))
    }

    /// Whether the reader may ask the source of a stream.
    pub fn asks_stream(&self, stream: &StreamKey) -> bool {
        self.me.with(|me| me.asks.contains(stream))
    }

    /// The configured source of this name.
    pub fn source(&self, name: &str) -> Option<SourceCard> {
        self.sources.with(|sources| sources.iter().find(|source| source.name == name).cloned())
    }
}
