//! Addresses: which product wrote them, and Prometheus' own.

use super::{Desk, Pasted, grafana, kibana, link, note_window};
use crate::query::{Ask, Query, SourceKind};
use crate::time::{TimeError, Window, parse_duration, parse_moment};
use percent_encoding::percent_decode_str;
use url::Url;

/// Reads an address by its shape.
pub(super) fn read(url: &Url, desk: &Desk<'_>) -> Pasted {
    let path = url.path().trim_end_matches('/');
    // Chats and mail programs encode the brackets.
    let fragment = percent_decode_str(url.fragment().unwrap_or_default()).decode_utf8_lossy();
    if param(url, "g0.expr").is_some() {
        return read_graph(url, desk);
    }
    if path.ends_with("/api/v1/query") || path.ends_with("/api/v1/query_range") {
        let params: Vec<(String, String)> = url.query_pairs().into_owned().collect();
        return read_api(url, &params, Vec::new(), desk);
    }
    if path.ends_with("/explore") {
        return grafana::read_explore(url, desk);
    }
    if path.contains("/d/") || path.contains("/d-solo/") {
        return grafana::read_panel(url, desk);
    }
    if fragment.contains("_a=(") || fragment.contains("_g=(") || fragment.contains("_q=(") {
        return kibana::read(url, desk);
    }
    link(url, "not asked here: the address carries no query that can be read")
}

/// The first value of a parameter.
pub(super) fn param(url: &Url, key: &str) -> Option<String> {
    url.query_pairs().find(|(name, _)| name == key).map(|(_, value)| value.into_owned())
}

/// The page of Prometheus: `/graph?g0.expr=…` of 2, `/query?g0.expr=…` of 3.
fn read_graph(url: &Url, desk: &Desk<'_>) -> Pasted {
    let get = |key: &str| param(url, key).filter(|value| !value.trim().is_empty());
    let Some(text) = get("g0.expr") else { return link(url, "not asked here: the expression in the address is empty") };
    let mut note = Vec::new();
    if get("g1.expr").is_some() {
        note.push("The address holds several expressions; this is the first.".to_owned());
    }
    let end_text = get("g0.end_input").or_else(|| get("g0.moment_input")).unwrap_or_default();
    let range_text = get("g0.range_input").unwrap_or_else(|| "1h".to_owned());
    let window = match read_graph_window(&end_text, &range_text, desk) {
        Ok(window) => window,
        Err(error) => return link(url, format!("not asked here: {error}")),
    };
    if end_text.is_empty() {
        note_window(&format!("now-{range_text}"), "now", window, &mut note);
    }
    // 2 writes a number, 3 a word; the table shows the instant at the end.
    let is_table = matches!(get("g0.tab").as_deref(), Some("1" | "table"));
    let query = if is_table {
        Query { ask: Ask::PromqlInstant { text }, window }
    } else {
        let step_secs = get("g0.step_input").and_then(|step| parse_duration(&step).ok());
        Desk::range_query(text, window, step_secs, &mut note)
    };
    let source = desk.find_source(SourceKind::Prometheus, Some(url), "", &mut note);
    Pasted::Query { source, query, note }
}

fn read_graph_window(end: &str, range: &str, desk: &Desk<'_>) -> Result<Window, TimeError> {
    let end = if end.is_empty() { desk.now } else { parse_moment(end, desk.now)? };
    let start = end.plus_secs(-i64::from(parse_duration(range)?));
    Ok(Window { start, end })
}

/// A call of the HTTP API, from an address or a curl line.
pub(super) fn read_api(url: &Url, params: &[(String, String)], mut note: Vec<String>, desk: &Desk<'_>) -> Pasted {
    let get = |key: &str| params.iter().find(|(name, value)| name == key && !value.is_empty()).map(|(_, value)| value.as_str());
    let Some(text) = get("query") else { return link(url, "not asked here: the call has no query") };
    let text = text.to_owned();
    let query = if url.path().trim_end_matches('/').ends_with("/query_range") {
        let (Some(start), Some(end)) = (get("start"), get("end")) else {
            return link(url, "not asked here: the call has no start or no end");
        };
        let times = parse_moment(start, desk.now).and_then(|start| Ok((start, parse_moment(end, desk.now)?)));
        let window = match times {
            Ok((start, end)) => Window::new(start, end),
            Err(error) => return link(url, format!("not asked here: {error}")),
        };
        let Some(window) = window else { return link(url, "not asked here: the window ends before it starts") };
        let step_secs = get("step").and_then(|step| parse_duration(step).ok());
        Desk::range_query(text, window, step_secs, &mut note)
    } else {
        let at = match get("time").map(|time| parse_moment(time, desk.now)) {
            Some(Ok(at)) => at,
            Some(Err(error)) => return link(url, format!("not asked here: {error}")),
            None => {
                note.push(format!("No time was given; now was made absolute: {}.", desk.now.rfc3339()));
                desk.now
            }
        };
        Query { ask: Ask::PromqlInstant { text }, window: Window { start: at, end: at } }
    };
    let source = desk.find_source(SourceKind::Prometheus, Some(url), "", &mut note);
    Pasted::Query { source, query, note }
}
