//! Kibana and OpenSearch Dashboards: Discover keeps its state as rison behind the `#`.

use super::{Desk, Pasted, kql, link, note_window, rison};
use crate::query::{Ask, Query, SourceKind};
use crate::time::parse_window;
use percent_encoding::percent_decode_str;
use serde_json::Value;
use url::Url;

/// The date field of nearly every data view; the address does not name it.
const USUAL_TIME_FIELD: &str = "@timestamp";

/// How many lines Discover shows at first.
const USUAL_LINES: u32 = 500;

/// Reads an address of Discover.
pub(super) fn read(url: &Url, desk: &Desk<'_>) -> Pasted {
    let state = |key: &str| -> Value { fragment_param(url, key).and_then(|text| rison::parse(&text)).unwrap_or(Value::Null) };
    let (global, mut app, opensearch) = (state("_g"), state("_a"), state("_q"));
    let mut note = Vec::new();
    // OpenSearch Dashboards keeps query and filters apart from the rest.
    let asked = if opensearch.is_null() { app.clone() } else { opensearch };
    if app.pointer("/metadata").is_some() {
        app = app.pointer("/metadata").cloned().unwrap_or(Value::Null);
    }
    let text = |value: &Value, pointer: &str| value.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned();
    let (from, to) = (text(&global, "/time/from"), text(&global, "/time/to"));
    if from.is_empty() || to.is_empty() {
        return link(url, "not asked here: the address names no window");
    }
    let window = match parse_window(&from, &to, desk.now) {
        Ok(window) => window,
        Err(error) => return link(url, format!("not asked here: {error}")),
    };
    note_window(&from, &to, window, &mut note);

    let (language, words) = (text(&asked, "/query/language"), text(&asked, "/query/query"));
    let query = match language.as_str() {
        "lucene" if words.trim().is_empty() => Some("*".to_owned()),
        "lucene" => Some(words.clone()),
        "kuery" | "" => kql::to_query_string(&words),
        _ => None,
    };
    let Some(query) = query else {
        let language = if language == "kuery" || language.is_empty() { "KQL" } else { &language };
        return link(url, format!("not asked here: this {language} has no equal query string: {words}"));
    };
    if language != "lucene" && !words.trim().is_empty() {
        note.push(format!("The KQL \"{words}\" is asked as the query string \"{query}\"."));
    }
    let filters: Vec<&Value> = [&asked, &global].into_iter().filter_map(|state| state.get("filters")?.as_array()).flatten().collect();
    let query = add_filters(query, &filters, &mut note);
    let index = index_name(&app, &mut note);
    note.push(format!("The time field is taken to be {USUAL_TIME_FIELD}; the address does not name it."));
    let source = desk.find_source(SourceKind::Search, Some(url), "", &mut note);
    let ask = Ask::QueryString { index, text: query, time_field: USUAL_TIME_FIELD.to_owned(), size: USUAL_LINES };
    Pasted::Query { source, query: Query { ask, window }, note }
}

/// A parameter within the fragment, decoded.
fn fragment_param(url: &Url, key: &str) -> Option<String> {
    let (_, params) = url.fragment()?.split_once('?')?;
    let value = params.split('&').find_map(|pair| pair.strip_prefix(key)?.strip_prefix('='))?;
    Some(percent_decode_str(value).decode_utf8_lossy().into_owned())
}

/// The index pattern, or nothing where the address only has the id of a saved data view.
fn index_name(app: &Value, note: &mut Vec<String>) -> String {
    let id = ["/index", "/dataSource/dataViewId", "/indexPattern"]
        .into_iter()
        .find_map(|pointer| app.pointer(pointer)?.as_str())
        .unwrap_or_default();
    let is_uuid = id.len() == 36 && id.chars().all(|char| char.is_ascii_hexdigit() || char == '-');
    if id.is_empty() || is_uuid {
        note.push("The address names a saved data view, not an index; name the index.".to_owned());
        return String::new();
    }
    id.to_owned()
}

/// Adds the filter pills that a query string can say; names those that it cannot.
fn add_filters(query: String, filters: &[&Value], note: &mut Vec<String>) -> String {
    let mut parts = Vec::new();
    for filter in filters {
        let flag = |pointer: &str| filter.pointer(pointer).and_then(Value::as_bool).unwrap_or(false);
        if flag("/meta/disabled") {
            continue;
        }
        let key = filter.pointer("/meta/key").and_then(Value::as_str).unwrap_or_default();
        let value = phrase(filter, key);
        // Spaces in a field name would need escapes that not every version reads alike.
        match value.filter(|_| !key.is_empty() && !key.contains(char::is_whitespace)) {
            Some(value) => parts.push(format!("{}{key}:{value}", if flag("/meta/negate") { "NOT " } else { "" })),
            None => note.push(format!(
                "The filter on {} was dropped: it cannot be said in a query string.",
                if key.is_empty() { "several fields" } else { key }
            )),
        }
    }
    if parts.is_empty() {
        return query;
    }
    if query != "*" {
        parts.insert(0, format!("({query})"));
    }
    parts.join(" AND ")
}

/// The value of a phrase or exists filter, as a query string writes it.
fn phrase(filter: &Value, key: &str) -> Option<String> {
    if filter.pointer("/query/exists").is_some() || filter.get("exists").is_some() {
        return Some("*".to_owned());
    }
    let value = filter.pointer("/query/match_phrase")?.get(key)?;
    let text = match value.get("query").unwrap_or(value) {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(flag) => flag.to_string(),
        _ => return None,
    };
    Some(format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
}
