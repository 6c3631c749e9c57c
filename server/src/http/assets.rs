//! The browser's code, embedded. Its address holds the build, so it may be kept for ever.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};
use sha2::{Digest, Sha256};

/// What `cargo xtask` left in web/dist: scripts, wasm, styles, each also compressed.
#[derive(Embed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct Site;

/// Names the build: a digest over names and contents of all assets, 16 hex digits.
pub fn build_id() -> String {
    let mut names: Vec<_> = Site::iter().filter(|name| !name.ends_with(".br") && !name.ends_with(".gz")).collect();
    names.sort();
    let mut digest = Sha256::new();
    for name in names {
        digest.update(name.as_bytes());
        if let Some(file) = Site::get(&name) {
            digest.update(&file.data);
        }
    }
    digest.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// One asset. An address of another build is answered too: what is there may be newer, and the page says so by itself.
pub async fn asset(Path((_, file)): Path<(String, String)>, headers: HeaderMap) -> Response {
    let accepts = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let takes = |coding: &str| accepts.split(',').any(|one| one.split(';').next().is_some_and(|name| name.trim() == coding));
    for (coding, suffix) in [("br", ".br"), ("gzip", ".gz")] {
        if takes(coding)
            && let Some(found) = Site::get(&format!("{file}{suffix}"))
        {
            return serve(&file, found, Some(coding));
        }
    }
    Site::get(&file).map_or_else(
        || (StatusCode::NOT_FOUND, "There is no such file in this build.\n").into_response(),
        |found| serve(&file, found, None),
    )
}

fn serve(name: &str, file: EmbeddedFile, coding: Option<&'static str>) -> Response {
    let media_type = match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    };
    let mut response = (
        [
            (header::CONTENT_TYPE, media_type),
            (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
            (header::VARY, "accept-encoding"),
        ],
        file.data.into_owned(),
    )
        .into_response();
    if let Some(coding) = coding {
        response.headers_mut().insert(header::CONTENT_ENCODING, header::HeaderValue::from_static(coding));
    }
    response
}
