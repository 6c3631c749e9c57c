//! Live delivery: the state once, then every event after it, in order, without gaps.

use super::{AppState, evidence::answer};
use crate::engine::{Engine, Room};
use app::api::backend::Session;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use futures::Stream;
use ledger::actor::Names;
use ledger::id::Slug;
use ledger::ratings::without_rating;
use ledger::record::decode;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};

/// The version of the live messages.
const FORMAT: u32 = 1;
/// How often sources, names and rights are looked at for a reader.
const LOOK: Duration = Duration::from_secs(1);
/// Messages kept for a reader that is slow to take them.
const BEHIND: usize = 512;
/// How long a reader with a full line may take nothing before it is let go.
const PATIENCE: Duration = Duration::from_secs(20);

/// The state at a seq, from which the browser goes on by itself.
#[derive(Serialize)]
struct Snapshot<'a> {
    seq: u64,
    build: &'a str,
    state: &'a ledger::state::State,
    names: &'a Names,
}

/// The whole state, for a browser that has just taken over the page.
pub async fn state(State(state): State<AppState>, Extension(session): Extension<Session>, Path(slug): Path<Slug>) -> Response {
    match state.engine.readable(&session, &slug).await {
        Ok((_, room, names)) => Json(Snapshot { seq: room.seq, build: &state.engine.build, state: &room, names: &names }).into_response(),
        Err(error) => answer(&error),
    }
}

/// Where a reader wants to go on.
#[derive(Deserialize)]
pub struct After {
    after: Option<u64>,
}

/// The events after a seq, as they come.
pub async fn follow(
    State(state): State<AppState>,
    Extension(session): Extension<Session>,
    Path(slug): Path<Slug>,
    Query(after): Query<After>,
    headers: HeaderMap,
) -> Response {
    let engine = state.engine.clone();
    let entered = async {
        let (ledger, _, _) = engine.readable(&session, &slug).await?;
        engine.room(&ledger).await
    };
    let room = match entered.await {
        Ok(room) => room,
        Err(error) => return answer(&error),
    };
    let resumed = headers.get("last-event-id").and_then(|value| value.to_str().ok()).and_then(|value| value.parse().ok());
    let after = after.after.unwrap_or(0).max(resumed.unwrap_or(0));
    let (sender, receiver) = mpsc::channel(BEHIND);
    let stopped = state.stopped.clone();
    tokio::spawn(async move {
        let mut reader = Reader { engine, session, slug, room, after, sender, stopped, sources: String::new(), names: String::new() };
        // The reader has gone away: nothing is left to do for it.
        let _ = reader.follow().await;
    });
    Sse::new(messages(receiver)).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)).text("alive")).into_response()
}

fn messages(receiver: mpsc::Receiver<Event>) -> impl Stream<Item = Result<Event, Infallible>> {
    futures::stream::unfold(receiver, |mut receiver| async move { receiver.recv().await.map(|event| (Ok(event), receiver)) })
}

/// Ends when the server stops, or when nobody is left to say so.
async fn stopping(stopped: &mut watch::Receiver<bool>) {
    let _ = stopped.wait_for(|stopped| *stopped).await.map(|_| ());
}

struct Reader {
    engine: Engine,
    session: Session,
    slug: Slug,
    room: Arc<Room>,
    after: u64,
    sender: mpsc::Sender<Event>,
    stopped: watch::Receiver<bool>,
    /// What was last sent, so that only changes are.
    sources: String,
    names: String,
}

/// The reader went away, or was told to reload.
struct Gone;

impl Reader {
    async fn follow(&mut self) -> Result<(), Gone> {
        let build = self.engine.build.clone();
        self.send(Event::default().event("hello").data(serde_json::json!({ "build": build, "format": FORMAT }).to_string())).await?;
        let mut watch = self.room.tail().watch();
        let mut stopped = self.stopped.clone();
        let mut look = tokio::time::interval(LOOK);
        loop {
            // Marked as seen before reading, so that what comes in between is not missed.
            watch.borrow_and_update();
            self.send_entries().await?;
            tokio::select! {
                changed = watch.changed() => changed.map_err(|_| Gone)?,
                _ = look.tick() => self.look().await?,
                () = self.sender.closed() => return Err(Gone),
                () = stopping(&mut stopped) => return Err(Gone),
            }
        }
    }

    /// Everything after what this reader has, from the shared tail or, further back, from the store.
    async fn send_entries(&mut self) -> Result<(), Gone> {
        loop {
            let entries = match self.room.tail().after(self.after) {
                Some(entries) => entries,
                None => self.older().await?,
            };
            if entries.is_empty() {
                return Ok(());
            }
            for (seq, text) in entries {
                self.send(Event::default().event("entry").id(seq.to_string()).data(&*text)).await?;
                self.after = seq;
            }
        }
    }

    async fn older(&self) -> Result<Vec<(u64, Arc<str>)>, Gone> {
        let records = self.engine.store.read_after(&self.room.ledger, self.after, 500).await.map_err(|error| {
            tracing::error!(%error, "a live reader could not be given older events");
            Gone
        })?;
        let entries = records.iter().map(|record| without_rating(decode(record)));
        Ok(entries.filter_map(|entry| serde_json::to_string(&entry).ok().map(|text| (entry.seq, text.into()))).collect())
    }

    /// What is not in the ledger: rights, who is called what, how the sources do.
    async fn look(&mut self) -> Result<(), Gone> {
        let Ok((_, state, names)) = self.engine.readable(&self.session, &self.slug).await else {
            return self.tell_to_reload("your access to this incident has changed").await;
        };
        let names = serde_json::to_string(&names).map_err(|_| Gone)?;
        if names != self.names {
            self.send(Event::default().event("names").data(&names)).await?;
            self.names = names;
        }
        let sources = serde_json::to_string(&self.engine.cards_for(&self.room.ledger, &self.slug, &state)).map_err(|_| Gone)?;
        if sources != self.sources {
            self.send(Event::default().event("sources").data(&sources)).await?;
            self.sources = sources;
        }
        Ok(())
    }

    async fn tell_to_reload(&self, why: &str) -> Result<(), Gone> {
        let reload = Event::default().event("reload").data(serde_json::json!({ "why": why }).to_string());
        // Whether it is heard or not, this stream ends here.
        let _ = self.sender.try_send(reload);
        Err(Gone)
    }

    /// A reader that takes nothing for a while is told to reload rather than skipped.
    async fn send(&self, event: Event) -> Result<(), Gone> {
        match self.sender.send_timeout(event, PATIENCE).await {
            Ok(()) => Ok(()),
            Err(mpsc::error::SendTimeoutError::Closed(_)) => Err(Gone),
            Err(mpsc::error::SendTimeoutError::Timeout(_)) => self.tell_to_reload("this page fell behind").await,
        }
    }
}
