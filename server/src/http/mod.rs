//! All routes on one screen, grouped by caller.

mod assets;
mod evidence;
pub mod export;
mod guard;
mod help;
mod live;
mod metrics;
mod status;
mod upload;

pub use assets::build_id;

use crate::engine::Engine;
use app::App;
use app::api::backend::Backend;
use app::shell::shell;
use axum::extract::{FromRef, Request};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use axum::routing::{get, put};
use axum::{Router, middleware};
use leptos::config::LeptosOptions;
use leptos::prelude::{IntoView, provide_context};
use leptos_axum::{LeptosRoutes, generate_route_list_with_exclusions_and_ssg_and_context};
use std::sync::Arc;
use tokio::sync::watch;
use tower_http::compression::CompressionLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::set_header::SetResponseHeaderLayer;

/// Forms and pastes above this are refused; files come by the upload route, which has its own limit.
const FORM_BYTES: usize = 2 * 1024 * 1024;

/// What every handler can ask for.
#[derive(Clone)]
pub struct AppState {
    /// The engine.
    pub engine: Engine,
    /// What Leptos needs to know.
    pub leptos: LeptosOptions,
    /// The figures of `/metrics`.
    pub figures: metrics::Figures,
    /// True once the server stops: live readers are let go, so that it can end.
    pub stopped: watch::Receiver<bool>,
}

impl FromRef<AppState> for LeptosOptions {
    fn from_ref(state: &AppState) -> Self {
        state.leptos.clone()
    }
}

impl FromRef<AppState> for Engine {
    fn from_ref(state: &AppState) -> Self {
        state.engine.clone()
    }
}

/// The whole server as a function of its engine, so that tests can call it without a socket.
pub fn router(engine: Engine, stopped: watch::Receiver<bool>) -> Router {
    let leptos = LeptosOptions::builder().output_name("inquest").site_root(".").site_pkg_dir(format!("pkg/{}", engine.build)).build();
    let state = AppState { engine: engine.clone(), leptos: leptos.clone(), figures: metrics::Figures::default(), stopped };
    let engine_build = engine.build.clone();
    let context = move || provide_context(Arc::new(engine.clone()) as Arc<dyn Backend>);
    let (pages, _) = generate_route_list_with_exclusions_and_ssg_and_context(App, None, context.clone());

    let document = {
        let (leptos, build) = (leptos.clone(), engine_build);
        move || shell(leptos.clone(), &build)
    };

    Router::new()
        // People: pages and their server functions (app/src/lib.rs, app/src/api)
        .leptos_routes_with_context(&state, pages, context.clone(), document.clone())
        .fallback(move |request: Request| not_found(request, context, document))
        // The browser's code, beside the pages
        .route("/i/{slug}/state", get(live::state))
        .route("/i/{slug}/live", get(live::follow))
        .route("/i/{slug}/post-mortem.md", get(export::as_markdown))
        .route("/i/{slug}/post-mortem.html", get(export::as_html))
        .route("/i/{slug}/post-mortem.json", get(export::as_bundle))
        .route("/i/{slug}/{id}/raw", get(evidence::raw))
        .route("/i/{slug}/{id}/chart.json", get(evidence::chart))
        .route("/i/{slug}/s/{stream}/help/{what}", get(help::help))
        .layer(RequestBodyLimitLayer::new(FORM_BYTES))
        // Machines with a token, and pictures from the clipboard
        .route("/i/{slug}/s/{stream}/upload", put(upload::upload).post(upload::upload))
        .layer(middleware::from_fn(status::tell))
        .layer(middleware::from_fn_with_state(state.clone(), guard::guard))
        // Nobody in particular
        .route("/pkg/{build}/{*file}", get(assets::asset))
        .route("/healthz", get(metrics::healthy))
        .route("/readyz", get(metrics::ready))
        .route("/metrics", get(metrics::metrics))
        .layer(middleware::from_fn_with_state(state.clone(), metrics::count))
        .layer(CompressionLayer::new())
        .layer(header_layer(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header_layer(header::REFERRER_POLICY, "same-origin"))
        .layer(header_layer(header::X_FRAME_OPTIONS, "DENY"))
        .layer(header_layer(HeaderName::from_static("cross-origin-opener-policy"), "same-origin"))
        .layer(header_layer(HeaderName::from_static("cross-origin-resource-policy"), "same-origin"))
        .layer(header_layer(HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"))
        .with_state(state)
}

/// The interface's own page for an address that is none.
async fn not_found<View: IntoView + 'static>(
    request: Request,
    context: impl Fn() + Clone + Send + Sync + 'static,
    document: impl Fn() -> View + Clone + Send + Sync + 'static,
) -> Response {
    let mut response = leptos_axum::render_app_async_with_context(context, document)(request).await;
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

fn header_layer(name: HeaderName, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
}
