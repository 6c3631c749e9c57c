//! Requests as people copy them: a curl line, and the address of the source's own page.

use crate::query::{Ask, Query, SourceKind};
use crate::time::duration_text;
use serde_json::Value;
use url::Url;

/// What a request carries.
#[derive(Clone, Copy, Debug)]
pub enum Payload<'a> {
    /// Names and values in the address (GET) or in a form (POST).
    Params(&'a [(String, String)]),
    /// A JSON body.
    Json(&'a Value),
}

/// A curl line that asks the same again, without credentials: they belong to the source and are never shown.
pub fn curl(base_url: &str, method: &str, path: &str, payload: Payload<'_>) -> String {
    let address = quote(&format!("{}{path}", without_credentials(base_url)));
    let mut line = "curl -sS".to_owned();
    match payload {
        Payload::Params(_) if method == "GET" => line.push_str(" -G"),
        _ => line.push_str(&format!(" -X {method}")),
    }
    line.push(' ');
    line.push_str(&address);
    match payload {
        Payload::Params(params) => {
            for (key, value) in params {
                line.push_str(&format!(" --data-urlencode {}", quote(&format!("{key}={value}"))));
            }
        }
        Payload::Json(body) => line.push_str(&format!(" -H 'Content-Type: application/json' --data-raw {}", quote(&body.to_string()))),
    }
    line
}

/// The address of the source's own page with the same query and the same absolute window.
///
/// Only Prometheus has one: the address of a search engine does not tell where its dashboards are.
pub fn link_out(kind: SourceKind, base_url: &str, query: &Query) -> Option<String> {
    let (text, step_secs) = match (kind, &query.ask) {
        (SourceKind::Prometheus, Ask::PromqlRange { text, step_secs }) => (text, Some(*step_secs)),
        (SourceKind::Prometheus, Ask::PromqlInstant { text }) => (text, None),
        _ => return None,
    };
    let mut url = Url::parse(&format!("{}/graph", without_credentials(base_url))).ok()?;
    let end = query.window.end.rfc3339();
    let end = end.trim_end_matches('Z').replace('T', " ");
    let range_secs = u32::try_from(query.window.secs()).unwrap_or(u32::MAX).max(1);
    let mut pairs = url.query_pairs_mut();
    pairs.append_pair("g0.expr", text).append_pair("g0.tab", if step_secs.is_some() { "0" } else { "1" });
    pairs.append_pair("g0.range_input", &duration_text(range_secs)).append_pair("g0.end_input", &end);
    match step_secs {
        Some(step_secs) => pairs.append_pair("g0.step_input", &step_secs.to_string()),
        None => pairs.append_pair("g0.moment_input", &end),
    };
    drop(pairs);
    Some(url.into())
}

/// The address without user and password, and without a slash at its end.
fn without_credentials(base_url: &str) -> String {
    let cleaned = Url::parse(base_url).ok().and_then(|mut url| {
        url.set_username("").ok()?;
        url.set_password(None).ok()?;
        Some(String::from(url))
    });
    cleaned.unwrap_or_default().trim_end_matches('/').to_owned()
}

fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
