//! What is indented below an entry: its text, or lines that begin with the name of a field.

use super::header::moment;
use evidence::query::{Ask, Query};
use evidence::time::{Window, parse_duration};

/// The lines joined to one text; a line that begins a list item stays a line.
pub(super) fn text(lines: &[&str]) -> String {
    let mut text = String::new();
    for line in lines {
        if !text.is_empty() {
            text.push(if line.starts_with("- ") { '\n' } else { ' ' });
        }
        text.push_str(line.trim());
    }
    text
}

/// The value of a field: the rest of its line, and the lines below it up to the next field.
pub(super) fn field(lines: &[&str], names: &[&str], name: &str) -> Option<String> {
    let begins = |line: &str, name: &str| line.split_whitespace().next() == Some(name);
    let start = lines.iter().position(|line| begins(line, name))?;
    let length = lines.iter().skip(start + 1).take_while(|line| !names.iter().any(|name| begins(line, name))).count();
    let mut value: Vec<&str> = lines.iter().skip(start).take(length + 1).copied().collect();
    if let Some(first) = value.first_mut() {
        *first = first.get(name.len()..).unwrap_or_default().trim();
    }
    Some(text(&value).trim().to_owned())
}

/// The lines behind `|`, with their line breaks.
pub(super) fn quoted(lines: &[&str]) -> String {
    let quoted = lines.iter().filter_map(|line| line.strip_prefix('|'));
    quoted.map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect()
}

const QUERY_FIELDS: [&str; 8] = ["at", "from", "step", "promql", "index", "lines", "lucene", "dsl"];

/// The query that the lines describe.
pub(super) fn query(lines: &[&str]) -> Result<Query, String> {
    let value = |name: &str| field(lines, &QUERY_FIELDS, name);
    let needed = |name: &str| value(name).ok_or_else(|| format!("the query has no line \"{name}\""));
    let window = match value("at") {
        Some(at) => {
            let at = moment(&at)?;
            Window { start: at, end: at }
        }
        None => {
            let span = needed("from")?;
            let (from, to) = span.split_once(" to ").ok_or("the window has no \"to\"")?;
            Window::new(moment(from)?, moment(to)?).ok_or("the window ends before it begins")?
        }
    };
    let time_field = || "@timestamp".to_owned();
    let ask = match (value("promql"), value("lucene"), value("dsl")) {
        (Some(text), None, None) if value("at").is_some() => Ask::PromqlInstant { text },
        (Some(text), None, None) => {
            let step_secs = parse_duration(&needed("step")?).map_err(|error| error.to_string())?;
            Ask::PromqlRange { text, step_secs, piece_secs: None }
        }
        (None, Some(text), None) => {
            let size = needed("lines")?.parse().map_err(|_| "the number of lines is no number")?;
            Ask::QueryString { index: needed("index")?, text, time_field: time_field(), size }
        }
        (None, None, Some(text)) => Ask::QueryDsl { index: needed("index")?, text, time_field: time_field() },
        _ => return Err("the query needs one of the lines promql, lucene and dsl".to_owned()),
    };
    Ok(Query { ask, window })
}
