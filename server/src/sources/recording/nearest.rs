//! Which recorded queries are most like one that is not recorded.

use evidence::query::{Ask, Query};
use std::collections::HashSet;

/// How many are named.
const NAMED: usize = 3;

/// The most like it, with text, window and step.
pub(super) fn describe(held: &[&Query], wanted: &Query) -> String {
    let words = words_of(wanted.ask.text());
    let mut ranked: Vec<(usize, &Query)> = held.iter().map(|query| (distance(&words, &words_of(query.ask.text())), *query)).collect();
    // Stable: of those that are as near, the one recorded first comes first.
    ranked.sort_by_key(|(distance, query)| (*distance, query.window != wanted.window));
    let named: Vec<String> = ranked.into_iter().take(NAMED).map(|(_, query)| describe_one(query)).collect();
    if named.is_empty() { "none".to_owned() } else { named.join("; ") }
}

fn describe_one(query: &Query) -> String {
    let text: String = query.ask.text().split_whitespace().collect::<Vec<_>>().join(" ").chars().take(200).collect();
    let (start, end) = (query.window.start.rfc3339(), query.window.end.rfc3339());
    match &query.ask {
        Ask::PromqlRange { step_secs, .. } => format!("{text} from {start} to {end}, step {step_secs} s"),
        Ask::PromqlInstant { .. } => format!("{text} at {end}"),
        Ask::QueryDsl { index, .. } | Ask::QueryString { index, .. } => format!("{text} in {index} from {start} to {end}"),
        Ask::Esql { .. } => format!("{text} from {start} to {end}"),
    }
}

/// How many characters of words only one of the two has: a metric's name says more than that of a function.
fn distance(a: &HashSet<String>, b: &HashSet<String>) -> usize {
    a.symmetric_difference(b).map(String::len).sum()
}

fn words_of(text: &str) -> HashSet<String> {
    text.split(|char: char| !char.is_alphanumeric() && char != '_').filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}
