//! Bodies of evidence and what is drawn from them, under their incident's address after the incident's check.

use super::AppState;
use crate::engine::raw_of;
use app::api::backend::Session;
use app::api::error::ApiError;
use axum::Extension;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use ledger::id::{EvidenceId, Slug};
use ledger::refusal::RefusalKind;

/// The raw answer. An HTML answer must not run: it is text, and it is sandboxed.
pub async fn raw(
    State(state): State<AppState>,
    Extension(session): Extension<Session>,
    Path((slug, id)): Path<(Slug, EvidenceId)>,
) -> Response {
    let found = async {
        let (ledger, room, _) = state.engine.readable(&session, &slug).await?;
        let record = room.evidence.get(&id).ok_or(ApiError::Missing)?;
        let raw = raw_of(record).ok_or(ApiError::Missing)?;
        let bytes = state.engine.bodies.read(&ledger, &raw.body).await.map_err(crate::engine::failed)?;
        Ok::<_, ApiError>((picture_type(&raw.media_type, &bytes).unwrap_or("text/plain; charset=utf-8"), bytes))
    };
    match found.await {
        Ok((media_type, bytes)) => (
            [
                (header::CONTENT_TYPE, media_type),
                (header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'"),
                (header::CACHE_CONTROL, "private, max-age=3600"),
                (header::CONTENT_DISPOSITION, "inline"),
            ],
            bytes,
        )
            .into_response(),
        Err(error) => answer(&error),
    }
}

/// The ECharts option of the evidence's chart.
pub async fn chart(
    State(state): State<AppState>,
    Extension(session): Extension<Session>,
    Path((slug, id)): Path<(Slug, EvidenceId)>,
) -> Response {
    let drawn = async {
        let (ledger, room, _) = state.engine.readable(&session, &slug).await?;
        state.engine.chart(&ledger, &room, id).await
    };
    match drawn.await {
        Ok(json) => ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "private, max-age=3600")], json).into_response(),
        Err(error) => answer(&error),
    }
}

/// A picture's media type, if both its label and its first bytes say so.
fn picture_type(media_type: &str, bytes: &[u8]) -> Option<&'static str> {
    match media_type {
        "image/png" if bytes.starts_with(b"\x89PNG\r\n\x1a\n") => Some("image/png"),
        "image/jpeg" if bytes.starts_with(b"\xff\xd8\xff") => Some("image/jpeg"),
        "image/webp" if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") => Some("image/webp"),
        "image/gif" if bytes.starts_with(b"GIF8") => Some("image/gif"),
        _ => None,
    }
}

/// An error as a plain answer, for routes that are no server functions.
pub fn answer(error: &ApiError) -> Response {
    (status_of(error), format!("{error}\n{}\n", error.todo())).into_response()
}

/// The status an error stands for.
pub fn status_of(error: &ApiError) -> StatusCode {
    match error {
        ApiError::SignIn => StatusCode::UNAUTHORIZED,
        ApiError::Missing => StatusCode::NOT_FOUND,
        ApiError::Refused { refusal } => match refusal.kind {
            RefusalKind::Forbidden => StatusCode::FORBIDDEN,
            RefusalKind::Missing => StatusCode::NOT_FOUND,
            RefusalKind::Invalid => StatusCode::UNPROCESSABLE_ENTITY,
            RefusalKind::Conflict | RefusalKind::ReadOnly => StatusCode::CONFLICT,
        },
        // A server function answers "unreached" when the arguments it was sent can't be read.
        ApiError::Unreached { .. } => StatusCode::BAD_REQUEST,
        ApiError::Failed { .. } => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
