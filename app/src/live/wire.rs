//! The browser's end of the live events.

use super::{Connection, Live, RoomState};
use crate::api::records::SourceCard;
use crate::glue;
use ledger::actor::Names;
use ledger::apply::{Entry, Touched, apply};
use ledger::id::Slug;
use ledger::state::State;
use leptos::ev::visibilitychange;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::web_sys::{EventSource, MessageEvent, Response, VisibilityState};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen::{JsCast, closure::Closure};
use wasm_bindgen_futures::JsFuture;

/// A tab that nobody has looked at for so long gives its connection back: browsers allow six to one host.
const HIDDEN: Duration = Duration::from_secs(20);
/// How long after a failure it is tried again.
const RETRY: Duration = Duration::from_secs(3);
/// How long the page says that the connection is back.
const SETTLED: Duration = Duration::from_secs(10);
/// The state of `EventSource` in which it will not try again by itself.
const CLOSED: u16 = 2;

/// The connection of a page. At most one stream is open.
#[derive(Clone, Copy)]
pub(super) struct Wire {
    slug: StoredValue<Option<Slug>>,
    watches: StoredValue<bool>,
    // The number of the last change; a state fetched anew counts on, so that no view takes it for one it has seen.
    changes: StoredValue<u64>,
}

thread_local! {
    // The browser's objects belong to its one thread; the server never fills this.
    static STREAM: RefCell<Option<Stream>> = const { RefCell::new(None) };
}

/// An open stream; dropping it closes it.
struct Stream {
    source: EventSource,
    // The browser calls these for as long as the stream is open.
    _listeners: Vec<Closure<dyn FnMut(MessageEvent)>>,
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.source.close();
    }
}

/// What `/i/<slug>/state` answers.
#[derive(Deserialize)]
struct StateAnswer {
    state: State,
    names: Names,
}

/// The first event of every stream.
#[derive(Deserialize)]
struct Hello {
    build: String,
}

/// The server says that this page no longer fits.
#[derive(Deserialize)]
struct Reload {
    why: String,
}

impl Wire {
    pub(super) fn new() -> Self {
        Self { slug: StoredValue::new(None), watches: StoredValue::new(false), changes: StoredValue::new(0) }
    }

    pub(super) fn enter(self, live: Live, slug: &Slug) {
        if self.slug.with_value(|own| own.as_ref() == Some(slug)) {
            return;
        }
        self.close();
        self.slug.set_value(Some(slug.clone()));
        live.connection.set(Connection::Server);
        live.room.set(None);
        live.sources.set(None);
        if !self.watches.get_value() {
            self.watches.set_value(true);
            self.watch_visibility(live);
        }
        self.fetch(live);
    }

    pub(super) fn close(self) {
        self.slug.set_value(None);
        stop();
    }

    /// Fetches the state and follows from there.
    fn fetch(self, live: Live) {
        let Some(slug) = self.slug.get_value() else { return };
        stop();
        spawn_local(async move {
            let address = format!("/i/{slug}/state?build={}", page_build());
            let answer = fetch_json::<StateAnswer>(&address).await;
            if self.slug.try_get_value().flatten().as_ref() != Some(&slug) {
                return; // The reader has gone elsewhere meanwhile.
            }
            match answer {
                Ok(StateAnswer { state, names }) => {
                    let change = self.changes.get_value() + 1;
                    self.changes.set_value(change);
                    live.room.set(Some(Arc::new(RoomState { slug, state, names, changes: vec![(change, Touched::ALL)] })));
                    self.listen(live);
                }
                Err(Some(status)) if status == 409 || status == 410 => self.reload(live, "the server has a newer version"),
                Err(_) => {
                    lose(live);
                    set_timeout(move || self.again(live, &slug), RETRY);
                }
            }
        });
    }

    /// Tries again, unless the reader has gone elsewhere meanwhile.
    fn again(self, live: Live, slug: &Slug) {
        if self.slug.try_get_value().flatten().as_ref() == Some(slug) && STREAM.with_borrow(Option::is_none) {
            if live.room.with_untracked(Option::is_some) { self.listen(live) } else { self.fetch(live) }
        }
    }

    /// Opens the stream after the own seq.
    fn listen(self, live: Live) {
        let Some(slug) = self.slug.get_value() else { return };
        let seq = live.room.with_untracked(|room| room.as_ref().map_or(0, |room| room.state.seq));
        let Ok(source) = EventSource::new(&format!("/i/{slug}/live?after={seq}")) else {
            lose(live);
            return;
        };
        let mut listeners = Vec::new();
        let mut on = |kind: &str, listener: Box<dyn FnMut(MessageEvent)>| {
            let listener = Closure::wrap(listener);
            if source.add_event_listener_with_callback(kind, listener.as_ref().unchecked_ref()).is_ok() {
                listeners.push(listener);
            }
        };
        on(
            "hello",
            Box::new(move |event| match read::<Hello>(&event) {
                Some(hello) if hello.build != page_build() => self.reload(live, "the server has a newer version"),
                _ => found(live),
            }),
        );
        on(
            "entry",
            Box::new(move |event| match read::<Entry>(&event) {
                Some(entry) => self.fold(live, &entry),
                None => self.reload(live, "this page does not understand what the server says"),
            }),
        );
        on(
            "names",
            Box::new(move |event| {
                if let Some(names) = read::<Names>(&event) {
                    self.change(live, |room| {
                        room.names = names;
                        Touched::ALL
                    });
                }
            }),
        );
        on(
            "sources",
            Box::new(move |event| {
                if let Some(cards) = read::<Vec<SourceCard>>(&event) {
                    live.sources.set(Some(cards));
                }
            }),
        );
        on(
            "reload",
            Box::new(move |event| {
                let why = read::<Reload>(&event).map_or_else(|| "this page fell behind".to_owned(), |reload| reload.why);
                self.reload(live, &why);
            }),
        );
        on(
            "error",
            Box::new(move |_| {
                lose(live);
                // It tries again by itself, unless the server refused: then it is closed for good and opened anew.
                let closed = STREAM.with_borrow(|stream| stream.as_ref().is_none_or(|stream| stream.source.ready_state() == CLOSED));
                if closed {
                    let slug = slug.clone();
                    stop();
                    set_timeout(move || self.again(live, &slug), RETRY);
                }
            }),
        );
        STREAM.set(Some(Stream { source, _listeners: listeners }));
    }

    fn fold(self, live: Live, entry: &Entry) {
        let own = live.room.with_untracked(|room| room.as_ref().map_or(0, |room| room.state.seq));
        if entry.seq <= own {
            return;
        }
        if entry.seq != own + 1 {
            self.fetch(live);
            return;
        }
        self.change(live, |room| apply(&mut room.state, entry));
        found(live);
    }

    /// Changes the room without copying it: nobody else holds it between two changes.
    fn change(self, live: Live, change: impl FnOnce(&mut RoomState) -> Touched) {
        live.room.update(|room| {
            if let Some(room) = room {
                let room = Arc::make_mut(room);
                let touched = change(room);
                room.note_change(touched);
                self.changes.set_value(room.last_change());
            }
        });
    }

    fn reload(self, live: Live, why: &str) {
        self.close();
        live.connection.set(Connection::Reload { why: why.to_owned() });
    }

    /// A hidden tab gives its connection back and catches up when it is shown. One that may notify keeps it: that is what it is for.
    fn watch_visibility(self, live: Live) {
        let hidden = || document().visibility_state() == VisibilityState::Hidden;
        // The interface lives as long as its page: the listener is never taken off.
        let _listener = window_event_listener(visibilitychange, move |_| {
            if hidden() {
                let give_back = move || {
                    if hidden() && glue::may_notify() != Some(true) {
                        stop();
                    }
                };
                set_timeout(give_back, HIDDEN);
            } else if let Some(slug) = self.slug.get_value() {
                self.again(live, &slug);
            }
        });
    }
}

/// Closes the stream, if one is open.
fn stop() {
    drop(STREAM.take());
}

fn lose(live: Live) {
    if !matches!(live.connection.get_untracked(), Connection::Lost { .. }) {
        live.connection.set(Connection::Lost { since_us: glue::now_us() });
    }
}

fn found(live: Live) {
    match live.connection.get_untracked() {
        Connection::Lost { .. } => {
            live.connection.set(Connection::Back);
            let settle = move || {
                if live.connection.get_untracked() == Connection::Back {
                    live.connection.set(Connection::Live);
                }
            };
            set_timeout(settle, SETTLED);
        }
        Connection::Server => live.connection.set(Connection::Live),
        Connection::Live | Connection::Back | Connection::Reload { .. } => {}
    }
}

fn read<T: DeserializeOwned>(event: &MessageEvent) -> Option<T> {
    event.data().as_string().and_then(|text| serde_json::from_str(&text).ok())
}

/// Fetches JSON; an error carries the HTTP status, if there was one.
async fn fetch_json<T: DeserializeOwned>(address: &str) -> Result<T, Option<u16>> {
    let response = JsFuture::from(window().fetch_with_str(address)).await.map_err(|_| None)?;
    let response: Response = response.dyn_into().map_err(|_| None)?;
    if !response.ok() {
        return Err(Some(response.status()));
    }
    let text = JsFuture::from(response.text().map_err(|_| None)?).await.map_err(|_| None)?;
    serde_json::from_str(&text.as_string().unwrap_or_default()).map_err(|_| None)
}

/// The build that made this page.
fn page_build() -> String {
    let meta = document().query_selector("meta[name='inquest-build']").ok().flatten();
    meta.and_then(|meta| meta.get_attribute("content")).unwrap_or_default()
}
