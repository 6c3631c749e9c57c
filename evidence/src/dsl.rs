//! The requests sent to Elasticsearch and OpenSearch, and the checks made before.

use crate::query::Ask;
use crate::time::Window;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value, json};

/// What stays as it is in the name of an index within a path.
const INDEX: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b',').remove(b'*').remove(b':');

/// Why a query cannot be sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DslError {
    /// The text is not JSON.
    #[error("the query is not JSON at line {line}, column {column}: {message}")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// The text is JSON, but no object.
    #[error("the body of a search is an object, such as {{\"query\": {{\"match_all\": {{}}}}}}")]
    NotAnObject,
    /// No index, or one that cannot be.
    #[error("\"{0}\" names no index; write a name, a list such as a,b or a pattern such as kafka-*")]
    Index(String),
    /// The query is for another kind of source.
    #[error("{0} is not asked of a search engine; choose a source of the other kind")]
    WrongLanguage(&'static str),
}

/// Checks that a Query DSL text is a JSON object.
///
/// # Errors
/// [`DslError::Syntax`] with line and column, [`DslError::NotAnObject`].
pub fn check(text: &str) -> Result<(), DslError> {
    parse(text).map(|_| ())
}

/// The path and body of the request that is really sent for a query.
///
/// The window becomes a range filter on the time field, both ends included, in RFC 3339; the query itself is not touched. A query
/// string is sorted by time, oldest first. `track_total_hits` is never added: a total stays the floor that the source gives.
///
/// # Errors
/// [`DslError`] for text that is no JSON object, a name that is no index, and PromQL.
pub fn build_search(ask: &Ask, window: Window) -> Result<(String, Value), DslError> {
    match ask {
        Ask::QueryDsl { index, text, time_field } => {
            let mut body = parse(text)?;
            if let Some(range) = time_range(time_field, window) {
                let filtered = match body.remove("query") {
                    Some(query) => json!({ "bool": { "must": [query], "filter": [range] } }),
                    None => json!({ "bool": { "filter": [range] } }),
                };
                body.insert("query".to_owned(), filtered);
            }
            Ok((search_path(index)?, Value::Object(body)))
        }
        Ask::QueryString { index, text, time_field, size } => {
            let mut bool_query = Map::new();
            bool_query.insert("must".to_owned(), json!([{ "query_string": { "query": text } }]));
            if let Some(range) = time_range(time_field, window) {
                bool_query.insert("filter".to_owned(), json!([range]));
            }
            let mut body = Map::new();
            body.insert("size".to_owned(), json!(size));
            body.insert("query".to_owned(), json!({ "bool": bool_query }));
            if *size > 0 && !time_field.is_empty() {
                body.insert("sort".to_owned(), json!([{ (time_field.as_str()): { "order": "asc" } }]));
            }
            Ok((search_path(index)?, Value::Object(body)))
        }
        Ask::Esql { text, time_field } => {
            let mut body = Map::new();
            body.insert("query".to_owned(), json!(text));
            if let Some(range) = time_range(time_field, window) {
                body.insert("filter".to_owned(), range);
            }
            Ok(("/_query".to_owned(), Value::Object(body)))
        }
        Ask::PromqlRange { .. } | Ask::PromqlInstant { .. } => Err(DslError::WrongLanguage(ask.language())),
    }
}

fn parse(text: &str) -> Result<Map<String, Value>, DslError> {
    match serde_json::from_str(text) {
        Ok(Value::Object(body)) => Ok(body),
        Ok(_) => Err(DslError::NotAnObject),
        Err(error) => {
            let message = error.to_string();
            let message = message.split_once(" at line ").map_or(message.as_str(), |(message, _)| message).to_owned();
            Err(DslError::Syntax { line: error.line(), column: error.column(), message })
        }
    }
}

fn time_range(time_field: &str, window: Window) -> Option<Value> {
    let ends = json!({ "gte": window.start.rfc3339(), "lte": window.end.rfc3339(), "format": "strict_date_optional_time" });
    (!time_field.is_empty()).then(|| json!({ "range": { time_field: ends } }))
}

fn search_path(index: &str) -> Result<String, DslError> {
    let index = index.trim();
    // A leading underscore is an API of the source, not an index; dots alone would climb in the path.
    let is_name = !index.is_empty()
        && (index == "_all" || !index.starts_with('_'))
        && index.chars().any(|char| char != '.')
        && !index.contains(char::is_control);
    if !is_name {
        return Err(DslError::Index(index.chars().take(64).collect()));
    }
    Ok(format!("/{}/_search", utf8_percent_encode(index, &INDEX)))
}
