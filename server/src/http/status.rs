//! The HTTP status of a server function's error. Leptos answers 500 for every one; programs and proxies are told more.

use super::evidence::status_of;
use app::api::error::ApiError;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// No error of ours is longer.
const ERROR_BYTES: usize = 256 * 1024;

/// Gives an error of a server function the status it stands for. The body stays as it is.
pub async fn tell(request: Request, next: Next) -> Response {
    let is_function = request.uri().path().starts_with("/rpc/");
    let response = next.run(request).await;
    if !is_function || response.status() != StatusCode::INTERNAL_SERVER_ERROR {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, ERROR_BYTES).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    if let Ok(error) = serde_json::from_slice::<ApiError>(&bytes) {
        parts.status = status_of(&error);
    }
    Response::from_parts(parts, Body::from(bytes))
}
