//! Who is asking, and whether the request comes from our own pages.

use super::AppState;
use app::api::backend::Session;
use app::api::records::Me;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use ledger::actor::Via;

/// The name of the session cookie; `app` sets it on signing in.
const COOKIE: &str = "inquest";

/// Finds the session, sends strangers to sign in, and refuses writes that another site sent.
pub async fn guard(State(state): State<AppState>, mut request: Request<Body>, next: Next) -> Response {
    let writes = !matches!(*request.method(), Method::GET | Method::HEAD);
    // A browser sends cookies along for other sites' pages, but never their bearer tokens.
    if writes && !bearer(request.headers()) && !same_origin(request.headers()) {
        return (StatusCode::FORBIDDEN, "This request came from another site. Open Inquest itself and try again.\n").into_response();
    }
    let session = match session_of(&state, request.headers()).await {
        Ok(session) => session,
        Err(reference) => {
            return (StatusCode::INTERNAL_SERVER_ERROR, format!("The session could not be read (reference {reference}).\n"))
                .into_response();
        }
    };
    let path = request.uri().path();
    if session.me.is_none() && !writes && is_page(path) {
        let next = request.uri().path_and_query().map_or("/", |asked| asked.as_str());
        return Redirect::to(&format!("/sign-in?next={}", encode(next))).into_response();
    }
    request.extensions_mut().insert(session);
    let mut response = next.run(request).await;
    // Pages and answers are one reader's; nothing between may keep them.
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(header::HeaderValue::from_static("private, no-store"));
    response
}

/// Pages that only somebody signed in can see. Their data routes answer 401 by themselves.
fn is_page(path: &str) -> bool {
    let open = path.starts_with("/sign-in") || path.starts_with("/join/") || path.starts_with("/rpc/");
    let data = path.ends_with("/state")
        || path.ends_with("/live")
        || path.ends_with("/raw")
        || path.ends_with("/chart.json")
        || path.contains("/help/");
    !open && !data
}

async fn session_of(state: &AppState, headers: &HeaderMap) -> Result<Session, String> {
    let nobody = Session { me: None, only: None };
    let Some(cookie) = cookie(headers) else { return Ok(nobody) };
    let engine = &state.engine;
    match engine.auth.session(cookie, engine.clock.now()).await {
        Ok(Some(found)) => {
            let only = match found.actor.via {
                Via::Link { .. } => found.only,
                Via::Account { .. } | Via::Upload { .. } | Via::CommandLine => None,
            };
            Ok(Session { me: Some(Me { actor: found.actor, name: found.name }), only })
        }
        Ok(None) => Ok(nobody),
        Err(error) => {
            let reference = crate::ids::reference();
            tracing::error!(reference, %error, "a session could not be read");
            Err(reference)
        }
    }
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let all = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, _)| *name == COOKIE)
        .map(|(_, value)| value)
}

fn bearer(headers: &HeaderMap) -> bool {
    headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).is_some_and(|value| value.starts_with("Bearer "))
}

/// Every current browser says where a request comes from; one that says nothing is judged by its Origin.
fn same_origin(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    match (text("sec-fetch-site"), text("origin"), text("host")) {
        (Some(site), _, _) => matches!(site, "same-origin" | "none"),
        (None, Some(origin), Some(host)) => origin.split_once("://").is_some_and(|(_, rest)| rest == host),
        // No browser: a program that holds a cookie of its own accord.
        (None, None, _) => true,
        (None, Some(_), None) => false,
    }
}

fn encode(path: &str) -> String {
    use std::fmt::Write;
    path.bytes().fold(String::new(), |mut text, byte| {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'.' | b'~') {
            text.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(text, "%{byte:02X}");
        }
        text
    })
}
