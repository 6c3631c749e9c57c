//! What two queries have in common when one asks of another window what the other asked.

use crate::query::{Ask, Query};
use serde_json::Value;

impl Query {
    /// What is asked of which index or selector, without the window, the step, the number of lines and the aggregations: two queries of
    /// one source with the same shape look for the same thing.
    ///
    /// White space outside quotes, the order of JSON keys and the day in the name of a daily index (`logs-2026.09.10`) make no difference.
    /// A component that the query names is a part of the shape: what is shown for one is not shown for another.
    pub fn shape(&self) -> String {
        match &self.ask {
            Ask::PromqlRange { text, .. } | Ask::PromqlInstant { text } => format!("promql {}", squeezed(text)),
            Ask::QueryString { index, text, .. } => format!("lucene {} {}", without_day(index), squeezed(text)),
            Ask::Esql { text, .. } => format!("esql {}", squeezed(text)),
            Ask::QueryDsl { index, text, time_field } => format!("dsl {} {}", without_day(index), looked_for(text, time_field)),
        }
    }
}

/// Single spaces outside quotes; inside them everything counts.
fn squeezed(text: &str) -> String {
    let mut squeezed = String::with_capacity(text.len());
    let mut quote = None;
    let mut escaped = false;
    for letter in text.trim().chars() {
        match quote {
            None if letter.is_whitespace() => {
                if !squeezed.ends_with(' ') {
                    squeezed.push(' ');
                }
                continue;
            }
            None if matches!(letter, '"' | '\'' | '`') => quote = Some(letter),
            Some(open) if letter == open && !escaped => quote = None,
            _ => {}
        }
        escaped = letter == '\\' && !escaped;
        squeezed.push(letter);
    }
    squeezed
}

/// A daily index is one index of many that hold the same: `2026.09.10`, `2026-09-10` and `20260910` become `*`.
fn without_day(index: &str) -> String {
    let mut rest = index.trim();
    let mut kept = String::new();
    while let Some(letter) = rest.chars().next() {
        match day_length(rest).filter(|_| !kept.ends_with(|before: char| before.is_ascii_digit())) {
            Some(length) => {
                kept.push('*');
                rest = rest.get(length..).unwrap_or_default();
            }
            None => {
                kept.push(letter);
                rest = rest.get(letter.len_utf8()..).unwrap_or_default();
            }
        }
    }
    kept
}

/// How many bytes the day takes that a text begins with.
fn day_length(text: &str) -> Option<usize> {
    let digits = |from: usize, to: usize| text.get(from..to).is_some_and(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    let separated = |at: usize| text.get(at..=at).is_some_and(|part| matches!(part, "." | "-" | "_"));
    let ends = |at: usize| !text.get(at..=at).is_some_and(|next| next.bytes().all(|byte| byte.is_ascii_digit()));
    if digits(0, 4) && separated(4) && digits(5, 7) && separated(7) && digits(8, 10) && ends(10) {
        Some(10)
    } else if text.starts_with("20") && digits(0, 8) && ends(8) {
        Some(8)
    } else {
        None
    }
}

/// The `query` of a body without its time ranges; a body that is no JSON, as it stands.
fn looked_for(body: &str, time_field: &str) -> String {
    let Ok(mut body) = serde_json::from_str::<Value>(body) else { return squeezed(body) };
    let mut query = body.get_mut("query").map_or(Value::Null, Value::take);
    drop_time_ranges(&mut query, time_field);
    canonical(&query)
}

fn drop_time_ranges(value: &mut Value, time_field: &str) {
    let is_time = |clause: &Value| {
        let fields = clause.get("range").and_then(Value::as_object);
        fields.is_some_and(|fields| fields.keys().any(|field| field == time_field || field == "@timestamp"))
    };
    match value {
        Value::Array(items) => {
            items.retain(|item| !is_time(item));
            items.iter_mut().for_each(|item| drop_time_ranges(item, time_field));
        }
        Value::Object(fields) => {
            fields.retain(|_, part| !is_time(part));
            fields.values_mut().for_each(|part| drop_time_ranges(part, time_field));
            // A `bool` that only held the window asks for everything, as if it were not there.
            fields.retain(|_, part| !matches!(part, Value::Array(items) if items.is_empty()));
        }
        _ => {}
    }
}

/// JSON with its keys in order.
fn canonical(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let mut keys: Vec<&String> = fields.keys().collect();
            keys.sort();
            let parts: Vec<String> =
                keys.iter().map(|key| format!("{key:?}:{}", fields.get(*key).map(canonical).unwrap_or_default())).collect();
            format!("{{{}}}", parts.join(","))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{Micros, Window};

    fn shape(ask: Ask) -> String {
        Query { ask, window: Window { start: Micros(0), end: Micros(1) } }.shape()
    }

    fn promql(text: &str) -> String {
        shape(Ask::PromqlInstant { text: text.to_owned() })
    }

    fn dsl(index: &str, text: &str) -> String {
        shape(Ask::QueryDsl { index: index.to_owned(), text: text.to_owned(), time_field: "@timestamp".to_owned() })
    }

    #[test]
    fn the_step_of_a_range_is_no_part_of_it() {
        let range = |step_secs| shape(Ask::PromqlRange { text: "up".to_owned(), step_secs, piece_secs: None });
        assert_eq!(range(15), range(60));
        assert_eq!(range(15), promql("up"));
    }

    #[test]
    fn white_space_counts_inside_quotes_only() {
        assert_eq!(promql("sum( up )"), promql("sum(\n  up )"));
        assert_ne!(promql(r#"up{job="a  b"}"#), promql(r#"up{job="a b"}"#));
        assert_ne!(promql(r#"up{job="a\"  b"}"#), promql(r#"up{job="a\" b"}"#), "an escaped quote ends nothing");
    }

    #[test]
    fn another_component_is_another_shape() {
        assert_ne!(promql(r#"up{instance="b4"}"#), promql(r#"up{instance="b7"}"#));
    }

    #[test]
    fn a_count_of_another_day_asks_the_same() {
        let zero = r#"{"query":{"bool":{"filter":[{"term":{"message.keyword":"x"}},{"range":{"@timestamp":{"gte":"2026-09-10"}}}]}}}"#;
        let control = r#"{"size":0,"track_total_hits":true,"query":{"bool":{"filter":[{"term":{"message.keyword":"x"}}]}}}"#;
        assert_eq!(dsl("logs-2026.09.10", zero), dsl("logs-2026.08.02", control));
        assert_eq!(dsl("logs-20260910", zero), dsl("logs-20260802", control));
    }

    #[test]
    fn another_field_path_is_another_shape() {
        let keyword = r#"{"query":{"term":{"message.keyword":"x"}}}"#;
        let text = r#"{"query":{"match":{"message":"x"}}}"#;
        assert_ne!(dsl("logs", keyword), dsl("logs", text));
    }

    #[test]
    fn another_index_is_another_shape() {
        let body = r#"{"query":{"match_all":{}}}"#;
        assert_ne!(dsl("logs-2026.09.10", body), dsl("audit-2026.09.10", body));
        assert_ne!(dsl("logs-v7", body), dsl("logs-v8", body));
    }
}
