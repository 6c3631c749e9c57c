//! For whoever runs the server: alive, ready, and figures in Prometheus' format.

use super::AppState;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use std::sync::Arc;
use std::time::Instant;

/// The figures of one server.
#[derive(Clone)]
pub struct Figures(Arc<Inner>);

struct Inner {
    registry: Registry,
    requests: Family<Answered, Counter>,
    seconds: Histogram,
    live_readers: Gauge,
    cached_bytes: Gauge,
    open_runs: Gauge,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Answered {
    method: &'static str,
    status: u16,
}

impl Default for Figures {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("inquest");
        let requests = Family::default();
        let seconds = Histogram::new([0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0]);
        let (live_readers, cached_bytes, open_runs) = (Gauge::default(), Gauge::default(), Gauge::default());
        registry.register("http_requests", "HTTP requests by method and status", requests.clone());
        registry.register_with_unit("http_request_duration", "Time to the head of the answer", Unit::Seconds, seconds.clone());
        registry.register("live_readers", "Browsers that follow an incident", live_readers.clone());
        registry.register_with_unit("rooms", "Folded events kept in memory", Unit::Bytes, cached_bytes.clone());
        registry.register("open_runs", "Queries that wait or run", open_runs.clone());
        Self(Arc::new(Inner { registry, requests, seconds, live_readers, cached_bytes, open_runs }))
    }
}

/// Counts an answer. No path is kept: it could name an incident.
pub async fn count(State(state): State<AppState>, request: Request<Body>, next: Next) -> Response {
    let method = if request.method().is_safe() { "read" } else { "write" };
    let begun = Instant::now();
    let response = next.run(request).await;
    let figures = &state.figures.0;
    figures.seconds.observe(begun.elapsed().as_secs_f64());
    figures.requests.get_or_create(&Answered { method, status: response.status().as_u16() }).inc();
    response
}

/// The process answers.
pub async fn healthy() -> &'static str {
    "alive\n"
}

/// The store answers too.
pub async fn ready(State(state): State<AppState>) -> Response {
    match state.engine.store.data_version().await {
        Ok(_) => "ready\n".into_response(),
        Err(error) => {
            tracing::error!(%error, "not ready: the store does not answer");
            (StatusCode::SERVICE_UNAVAILABLE, "the store does not answer; the log says why\n").into_response()
        }
    }
}

/// All figures.
pub async fn metrics(State(state): State<AppState>) -> Response {
    let figures = &state.figures.0;
    let (readers, bytes) = state.engine.room_figures();
    let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    figures.live_readers.set(count(readers));
    figures.cached_bytes.set(count(bytes));
    figures.open_runs.set(count(state.engine.open_runs()));
    let mut text = String::new();
    match encode(&mut text, &figures.registry) {
        Ok(()) => ([(header::CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
