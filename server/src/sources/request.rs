//! From a query to the request that is sent, and to the one that people copy.

use super::fetch::Request;
use crate::config::{Auth, Live, Reach, SourceConfig};
use evidence::query::{Query, SourceKind};
use evidence::request::{Payload, curl, link_out};
use evidence::{dsl, promql};

/// A request as people copy it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestShown {
    /// A curl line for each request. Secrets are left out: in their place stands the name of the environment variable.
    pub curl: String,
    /// The source's own page with the same query and the same absolute window, where there is one.
    pub link_out: Option<String>,
}

/// The request that is sent for a query; `None` for one that does not pass the checks.
pub(super) fn build(kind: SourceKind, query: &Query) -> Option<Request> {
    match kind {
        SourceKind::Prometheus => promql::request(&query.ask, query.window).map(|(path, params)| Request::PostForm { path, params }),
        SourceKind::Search => dsl::build_search(&query.ask, query.window).ok().map(|(path, body)| Request::PostJson { path, body }),
    }
}

/// The request of a query to show; `None` for a recording, which has no address, and for a query that does not pass the checks.
pub(super) fn show(source: &SourceConfig, query: &Query) -> Option<RequestShown> {
    let Reach::Live(live) = &source.reach else { return None };
    let base = live.url.as_str().trim_end_matches('/');
    let line = |piece: &Query| {
        let line = match build(source.kind, piece)? {
            Request::Get { path, params } => curl(base, "GET", &path, Payload::Params(&params)),
            Request::PostForm { path, params } => curl(base, "POST", &path, Payload::Params(&params)),
            Request::PostJson { path, body } => curl(base, "POST", &path, Payload::Json(&body)),
        };
        Some(match line.strip_prefix("curl ") {
            Some(rest) => format!("curl {}{rest}", credentials(live)),
            None => line,
        })
    };
    // A query in pieces is as many requests.
    let curl = query.pieces().iter().map(line).collect::<Option<Vec<String>>>()?.join("\n");
    // Prometheus has a page of its own; a search engine does not tell where its dashboards are.
    let page = source.ui_urls.first().map(|url| url.as_str().trim_end_matches('/'));
    let page = page.or((source.kind == SourceKind::Prometheus).then_some(base));
    Some(RequestShown { curl, link_out: page.and_then(|page| link_out(source.kind, page, query)) })
}

/// The credentials of a curl line, for a shell that has the same variables.
fn credentials(live: &Live) -> String {
    match &live.auth {
        Auth::None => String::new(),
        Auth::Basic { user, password } => format!("-u '{}':\"${}\" ", user.replace('\'', r"'\''"), password.variable()),
        Auth::Bearer(token) => format!("-H \"Authorization: Bearer ${}\" ", token.variable()),
        Auth::ApiKey(key) => format!("-H \"Authorization: ApiKey ${}\" ", key.variable()),
    }
}
