//! Requests as people copy them: a curl line, and the address of the source's own page.

use crate::query::{Ask, Query, SourceKind};
use crate::time::{Window, duration_text};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
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
/// `page_url` is the base address of that page: of Prometheus itself or a stand-in, or of Kibana or OpenSearch Dashboards. A query
/// string opens in Discover with the data view that is the usual one there; the other languages of a search engine have no such address.
pub fn link_out(kind: SourceKind, page_url: &str, query: &Query) -> Option<String> {
    match (kind, &query.ask) {
        (SourceKind::Prometheus, Ask::PromqlRange { text, step_secs, .. }) => graph(page_url, text, Some(*step_secs), query.window),
        (SourceKind::Prometheus, Ask::PromqlInstant { text }) => graph(page_url, text, None, query.window),
        (SourceKind::Search, Ask::QueryString { text, .. }) => discover(page_url, text, query.window),
        _ => None,
    }
}

/// Discover of Kibana and of OpenSearch Dashboards keeps its state as rison in the fragment.
fn discover(page_url: &str, text: &str, window: Window) -> Option<String> {
    let rison = |text: &str| text.replace('!', "!!").replace('\'', "!'");
    let encode = |state: &str| utf8_percent_encode(state, NON_ALPHANUMERIC).to_string();
    let global = encode(&format!("(time:(from:'{}',to:'{}'))", window.start.rfc3339(), window.end.rfc3339()));
    let app = encode(&format!("(query:(language:lucene,query:'{}'))", rison(text)));
    let mut url = Url::parse(&format!("{}/app/discover", without_credentials(page_url))).ok()?;
    url.set_fragment(Some(&format!("/?_g={global}&_a={app}")));
    Some(url.into())
}

fn graph(page_url: &str, text: &str, step_secs: Option<u32>, window: Window) -> Option<String> {
    let mut url = Url::parse(&format!("{}/graph", without_credentials(page_url))).ok()?;
    let end = window.end.rfc3339();
    let end = end.trim_end_matches('Z').replace('T', " ");
    let range_secs = u32::try_from(window.secs()).unwrap_or(u32::MAX).max(1);
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
