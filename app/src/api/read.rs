//! Reads: GET, so that they can be looked at and cached by nobody but the reader.

#![expect(missing_docs, reason = "of each function the macro makes a struct whose fields are the arguments")]

use super::codec::Text;
use super::error::ApiError;
use super::records::{DemoPerson, Frame, Hypotheses, Incidents, Page, PasteRead, ResultView};
use ledger::id::{AnyId, EvidenceId, Slug, StreamKey};
use ledger::ratings::Ratings;
use ledger::view::post_mortem::PostMortemPage;
use ledger::view::room::WarRoom;
use ledger::view::stream::StreamPage;
use ledger::view::thing::ThingPage;
use leptos::prelude::*;
use server_fn::codec::GetUrl;

/// The list of incidents.
#[server(name = ListIncidents, prefix = "/rpc", endpoint = "incidents", input = GetUrl, output = Text)]
pub async fn incidents() -> Result<Incidents, ApiError> {
    let (backend, session) = super::door::door().await?;
    backend.incidents(&session).await
}

/// The war room.
#[server(name = ReadWarRoom, prefix = "/rpc", endpoint = "war-room", input = GetUrl, output = Text)]
pub async fn war_room(slug: Slug) -> Result<Page<WarRoom>, ApiError> {
    let (backend, session) = super::door::door().await?;
    let room = backend.enter(&session, &slug).await?;
    let view = ledger::view::room::war_room(&room.state, &room.names, &room.frame.me.actor.id);
    Ok(Page { frame: room.frame, view })
}

/// A stream's page; `Missing` if there is no such stream.
#[server(name = ReadStream, prefix = "/rpc", endpoint = "stream", input = GetUrl, output = Text)]
pub async fn stream(slug: Slug, stream: StreamKey) -> Result<Page<StreamPage>, ApiError> {
    let (backend, session) = super::door::door().await?;
    let room = backend.enter(&session, &slug).await?;
    let view = ledger::view::stream::stream_page(&room.state, &room.names, &room.frame.me.actor.id, &stream).ok_or(ApiError::Missing)?;
    Ok(Page { frame: room.frame, view })
}

/// The page of all hypotheses, with the ratings that this reader may see.
#[server(name = ReadHypotheses, prefix = "/rpc", endpoint = "hypotheses", input = GetUrl, output = Text)]
pub async fn hypotheses(slug: Slug) -> Result<Page<Hypotheses>, ApiError> {
    let (backend, session) = super::door::door().await?;
    let room = backend.enter(&session, &slug).await?;
    let ratings = backend.ratings(&session, &slug).await?;
    let who = &room.frame.me.actor.id;
    let page = ledger::view::hypothesis::hypotheses_page(&room.state, &room.names, who);
    let matrix = ledger::view::matrix::matrix(&room.state, &ratings, who);
    Ok(Page { frame: room.frame, view: Hypotheses { page, matrix } })
}

/// The post-mortem as it reads now.
#[server(name = ReadPostMortem, prefix = "/rpc", endpoint = "post-mortem", input = GetUrl, output = Text)]
pub async fn post_mortem(slug: Slug) -> Result<Page<PostMortemPage>, ApiError> {
    let (backend, session) = super::door::door().await?;
    let room = backend.enter(&session, &slug).await?;
    let view = ledger::view::post_mortem::post_mortem_page(&room.state, &room.names, &room.frame.me.actor.id).ok_or(ApiError::Missing)?;
    Ok(Page { frame: room.frame, view })
}

/// The ratings that this reader may see: those of the cells they have rated.
#[server(name = ReadRatings, prefix = "/rpc", endpoint = "ratings", input = GetUrl, output = Text)]
pub async fn ratings(slug: Slug) -> Result<Ratings, ApiError> {
    let (backend, session) = super::door::door().await?;
    backend.ratings(&session, &slug).await
}

/// The permanent page of an id; `Missing` if there is no such thing.
#[server(name = ReadThing, prefix = "/rpc", endpoint = "thing", input = GetUrl, output = Text)]
pub async fn thing(slug: Slug, id: AnyId) -> Result<Page<ThingPage>, ApiError> {
    let (backend, session) = super::door::door().await?;
    let room = backend.enter(&session, &slug).await?;
    let view = ledger::view::thing::thing_page(&room.state, &room.names, &room.frame.me.actor.id, id).ok_or(ApiError::Missing)?;
    Ok(Page { frame: room.frame, view })
}

/// The frame alone: for pages whose own part failed.
#[server(name = ReadFrame, prefix = "/rpc", endpoint = "frame", input = GetUrl, output = Text)]
pub async fn frame(slug: Slug) -> Result<Frame, ApiError> {
    let (backend, session) = super::door::door().await?;
    Ok(backend.enter(&session, &slug).await?.frame)
}

/// What an evidence's answer holds.
#[server(name = ReadResult, prefix = "/rpc", endpoint = "result", input = GetUrl, output = Text)]
pub async fn result(slug: Slug, evidence: EvidenceId) -> Result<ResultView, ApiError> {
    let (backend, session) = super::door::door().await?;
    backend.result(&session, &slug, evidence).await
}

/// Only in the demo: who one may be.
#[server(prefix = "/rpc", endpoint = "demo-people", input = GetUrl, output = Text)]
pub async fn demo_people() -> Result<Vec<DemoPerson>, ApiError> {
    let (backend, _) = super::door::door().await?;
    Ok(backend.demo_people().await)
}

/// Reads a pasted text. POST, since it can be long; it writes nothing and asks nothing.
#[server(prefix = "/rpc", endpoint = "read-paste", output = Text)]
pub async fn read_paste(slug: Option<Slug>, text: String) -> Result<PasteRead, ApiError> {
    let (backend, session) = super::door::door().await?;
    backend.read_paste(&session, slug.as_ref(), &text).await
}
