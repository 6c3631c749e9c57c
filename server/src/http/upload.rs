//! Files from machines without a browser, and pictures from the clipboard: the bytes become evidence of a stream.

use super::{AppState, evidence::answer};
use crate::engine::failed;
use app::api::backend::Session;
use app::api::error::ApiError;
use axum::Extension;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures::StreamExt;
use ledger::actor::Actor;
use ledger::command::Command;
use ledger::event::{BodyRef, Material};
use ledger::id::{AnyId, CommandId, LedgerId, Slug, StreamKey};
use ledger::may::{Act, may};
use serde::Deserialize;

/// The largest file that is taken.
const FILE_BYTES: usize = 32 * 1024 * 1024;

/// What the file is.
#[derive(Deserialize)]
pub struct About {
    #[serde(default)]
    name: String,
    #[serde(default)]
    title: String,
    /// `picture` for one from the clipboard; else a file.
    #[serde(default)]
    kind: String,
    command_id: Option<CommandId>,
}

/// Streams a file to disk and records it. Answers the evidence's id and address as text.
pub async fn upload(
    State(state): State<AppState>,
    Extension(session): Extension<Session>,
    Path((slug, stream)): Path<(Slug, StreamKey)>,
    Query(about): Query<About>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    match take(&state, &session, &slug, &stream, about, &headers, body).await {
        Ok(id) => (StatusCode::CREATED, format!("{id}\n{}/i/{slug}/{id}\n", state.engine.public_url)).into_response(),
        Err(Refused::TooLarge) => {
            let words = "The file is larger than 32 MiB; nothing was kept. Cut it, or compress it, and send it again.\n";
            (StatusCode::PAYLOAD_TOO_LARGE, words).into_response()
        }
        Err(Refused::Broken) => (StatusCode::BAD_REQUEST, "The upload broke off; nothing was kept. Send it again.\n").into_response(),
        Err(Refused::Api(error)) => answer(&error),
    }
}

enum Refused {
    TooLarge,
    Broken,
    Api(ApiError),
}

impl<E: Into<ApiError>> From<E> for Refused {
    fn from(error: E) -> Self {
        Self::Api(error.into())
    }
}

async fn take(
    state: &AppState,
    session: &Session,
    slug: &Slug,
    stream: &StreamKey,
    about: About,
    headers: &HeaderMap,
    body: Body,
) -> Result<AnyId, Refused> {
    let (ledger, actor) = uploader(state, session, slug, headers).await?;
    let material = if about.kind == "picture" {
        Material::Picture {
            shows: if about.title.trim().is_empty() { "a picture from the clipboard".to_owned() } else { about.title.clone() },
        }
    } else {
        Material::File { name: about.name.clone() }
    };
    let title = [about.title, about.name, "a file".to_owned()].into_iter().find(|title| !title.trim().is_empty()).unwrap_or_default();
    let command =
        |raw| Command::AddEvidence { stream: stream.clone(), title: title.clone(), material: material.clone(), raw, question: None };
    let room = state.engine.state(&ledger).await?;
    // Rights first: nobody fills the disk who may not write.
    may(&room, &actor, Act::Write(&command(None)))?;
    let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("application/octet-stream");
    let raw = keep(state, &ledger, media_type, body).await?;
    let command_id = about.command_id.unwrap_or_else(crate::ids::command);
    let made = state.engine.execute(&actor, &ledger, &command_id, &command(Some(raw))).await?.made;
    made.ids.iter().copied().find(|id| matches!(id, AnyId::EvidenceId(_))).ok_or(Refused::Api(ApiError::Missing))
}

async fn keep(state: &AppState, ledger: &LedgerId, media_type: &str, body: Body) -> Result<BodyRef, Refused> {
    let mut writer = state.engine.bodies.begin(ledger, media_type).await.map_err(failed)?;
    let mut size = 0;
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| Refused::Broken)?;
        size += chunk.len();
        if size > FILE_BYTES {
            return Err(Refused::TooLarge);
        }
        writer.write(&chunk).await.map_err(failed)?;
    }
    Ok(writer.finish(false).await.map_err(failed)?.0)
}

/// By an upload token, which is good for one stream of one incident; or by the session.
async fn uploader(state: &AppState, session: &Session, slug: &Slug, headers: &HeaderMap) -> Result<(LedgerId, Actor), ApiError> {
    let engine = &state.engine;
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).and_then(|value| value.strip_prefix("Bearer "));
    let Some(token) = bearer else {
        let (ledger, _, _) = engine.readable(session, slug).await?;
        return Ok((ledger, session.me.as_ref().ok_or(ApiError::SignIn)?.actor.clone()));
    };
    let upload = engine.auth.upload(token.trim(), engine.clock.now()).await.map_err(failed)?.ok_or(ApiError::SignIn)?;
    let ledger = engine.ledger_at(slug).await?;
    if upload.ledger == ledger { Ok((ledger, upload.actor)) } else { Err(ApiError::Missing) }
}
