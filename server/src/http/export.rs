//! The post-mortem as a file, and the bundle.

use super::AppState;
use super::evidence::answer;
use crate::bundle::bundle;
use app::api::backend::Session;
use app::api::error::ApiError;
use axum::Extension;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use ledger::id::Slug;
use ledger::post_mortem::{html, markdown, post_mortem};
use ledger::state::State as Incident;

/// The style of the HTML file: it holds all it needs.
const STYLE: &str = concat!(include_str!("../../../style/tokens.css"), include_str!("../../../style/export.css"));

/// What an export is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// The post-mortem as Markdown.
    Md,
    /// The post-mortem as one HTML file.
    Html,
    /// The bundle: ledger and bodies.
    Json,
}

impl Format {
    fn media_type(self) -> &'static str {
        match self {
            Self::Md => "text/markdown; charset=utf-8",
            Self::Html => "text/html; charset=utf-8",
            Self::Json => "application/json",
        }
    }

    fn ending(self) -> &'static str {
        match self {
            Self::Md => "md",
            Self::Html => "html",
            Self::Json => "json",
        }
    }
}

/// Writes the post-mortem; none while the incident is not open, and none for the bundle, which is no post-mortem.
/// `exporter` stands over the open points, `head` is the hash of the last event in hex.
pub fn written(format: Format, state: &Incident, exporter: &str, head: &str) -> Option<String> {
    let document = post_mortem(state)?;
    let lint: Vec<String> = document.lint.iter().map(ledger::post_mortem::Lint::words).collect();
    match format {
        Format::Md => Some(markdown(&document, exporter, &lint, head)),
        Format::Html => Some(html(&document, STYLE, exporter, &lint, head)),
        Format::Json => None,
    }
}

/// The post-mortem as Markdown.
pub async fn as_markdown(state: State<AppState>, session: Extension<Session>, slug: Path<Slug>) -> Response {
    file(Format::Md, state, session, slug).await
}

/// The post-mortem as one HTML file.
pub async fn as_html(state: State<AppState>, session: Extension<Session>, slug: Path<Slug>) -> Response {
    file(Format::Html, state, session, slug).await
}

/// The bundle.
pub async fn as_bundle(state: State<AppState>, session: Extension<Session>, slug: Path<Slug>) -> Response {
    file(Format::Json, state, session, slug).await
}

async fn file(format: Format, State(state): State<AppState>, Extension(session): Extension<Session>, Path(slug): Path<Slug>) -> Response {
    let made = async {
        let (ledger, incident, _) = state.engine.readable(&session, &slug).await?;
        let exporter = session.me.as_ref().map_or_else(String::new, |me| me.name.name.clone());
        if format == Format::Json {
            let open = incident.incident.as_ref().is_none_or(|incident| incident.closed.is_none());
            let bundle = bundle(state.engine.store.as_ref(), state.engine.bodies.as_ref(), &ledger, &slug, open).await;
            return serde_json::to_string(&bundle.map_err(crate::engine::failed)?).map_err(crate::engine::failed);
        }
        let head = state.engine.store.head(&ledger).await.map_err(crate::engine::failed)?;
        written(format, &incident, &exporter, &hex::encode(head.hash)).ok_or(ApiError::Missing)
    };
    match made.await {
        Ok(text) => {
            let name = format!("attachment; filename=\"{slug}.{}\"", format.ending());
            let headers = [
                (header::CONTENT_TYPE, format.media_type().to_owned()),
                (header::CONTENT_DISPOSITION, name),
                (header::CACHE_CONTROL, "private, no-store".to_owned()),
                (header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'; style-src 'unsafe-inline'".to_owned()),
            ];
            (headers, text).into_response()
        }
        Err(error) => answer(&error),
    }
}
