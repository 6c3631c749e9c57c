//! Completion for the query editor: what a stream's source knows of metrics, labels and fields.

use super::{AppState, evidence::answer};
use crate::sources::HelpAsk;
use app::api::backend::Session;
use app::api::error::ApiError;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use ledger::id::{Slug, StreamKey};
use ledger::may::{Act, may};
use serde::Deserialize;

/// What completion is about.
#[derive(Deserialize)]
pub struct About {
    #[serde(default)]
    metric: String,
    #[serde(default)]
    label: String,
}

/// Names for completion as JSON. Only the stream's owner asks its source, so only the owner is helped.
pub async fn help(
    State(state): State<AppState>,
    Extension(session): Extension<Session>,
    Path((slug, stream, what)): Path<(Slug, StreamKey, String)>,
    Query(about): Query<About>,
) -> Response {
    let source = async {
        let (_, room, _) = state.engine.readable(&session, &slug).await?;
        let me = session.me.as_ref().ok_or(ApiError::SignIn)?;
        may(&room, &me.actor, Act::GetHelp(&stream))?;
        room.stream(&stream).and_then(|stream| stream.source.clone()).ok_or(ApiError::Missing)
    };
    let source = match source.await {
        Ok(source) => source,
        Err(error) => return answer(&error),
    };
    let metric = about.metric;
    let ask = match what.as_str() {
        "metric-names" => HelpAsk::MetricNames,
        "label-names" => HelpAsk::LabelNames { metric },
        "label-values" => HelpAsk::LabelValues { label: about.label, metric },
        "metadata" => HelpAsk::Metadata,
        "fields" => HelpAsk::Fields,
        _ => return answer(&ApiError::Missing),
    };
    match state.engine.sources.help(&source, ask).await {
        // The shapes that the editor's PromQL mode takes: a list of names; for metadata, what each name is.
        Ok(items) if what == "metadata" => {
            let known = items.into_iter().map(|item| (item.name, serde_json::json!([{ "type": "", "help": item.detail }])));
            Json(serde_json::Value::Object(known.collect())).into_response()
        }
        Ok(items) => Json(items.into_iter().map(|item| item.name).collect::<Vec<_>>()).into_response(),
        // Nothing to complete with is no failure of this page, so it is no error in the browser's console either.
        Err(_) => StatusCode::NO_CONTENT.into_response(),
    }
}
