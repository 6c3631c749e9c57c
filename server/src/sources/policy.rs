//! What is checked before a query is sent. Nothing is ever changed silently: a query passes as it is, or is refused with offers.

use crate::config::SourceConfig;
use evidence::dsl::{self, DslError};
use evidence::promql;
use evidence::query::{Ask, Query};
use evidence::reading::Reason;
use evidence::time::{Window, default_step, duration_text};
use serde::{Deserialize, Serialize};

/// The longest text of a query, in bytes.
const MAX_TEXT_BYTES: usize = 65_536;

/// The most pieces that are offered.
const MAX_PIECES: usize = 12;

/// A query that was not sent, and is no evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotSent {
    /// Why, and what to do.
    pub reason: Reason,
    /// What would pass, best first.
    pub offers: Vec<Offer>,
}

/// A query that would pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// What is different, in words.
    pub words: String,
    /// The query.
    pub query: Query,
}

impl NotSent {
    /// A refusal without offers. `what` is a short phrase, `detail` may be empty.
    pub(super) fn new(code: &str, what: impl Into<String>, detail: impl Into<String>, todo: impl Into<String>) -> Self {
        Self { reason: Reason { code: code.into(), what: what.into(), detail: detail.into(), todo: todo.into() }, offers: Vec::new() }
    }
}

/// Checks language, size, syntax and limits, in this order.
pub(super) fn check(source: &SourceConfig, query: &Query) -> Result<(), NotSent> {
    let (ask, window) = (&query.ask, query.window);
    if ask.source_kind() != source.kind {
        return Err(NotSent::new(
            "wrong_language",
            format!("{} does not take {}", source.name, ask.language()),
            "",
            "Choose a source of the other kind, or write the query in this one's language.",
        ));
    }
    if ask.text().len() > MAX_TEXT_BYTES {
        let what = format!("the query has {} bytes; at most {MAX_TEXT_BYTES} are sent", ask.text().len());
        return Err(NotSent::new("text_too_long", what, "", "Shorten the query."));
    }
    if window.start > window.end {
        let what = "the window ends before it starts";
        let detail = format!("{} to {}", window.start.rfc3339(), window.end.rfc3339());
        return Err(NotSent::new("window", what, detail, "Exchange its two ends."));
    }
    check_syntax(source, query)?;
    let policy = &source.policy;
    if let Some(hours) = policy.max_window_hours
        && window.secs() > i64::from(hours) * 3_600
    {
        let what = format!("the window is {} long; {} takes at most {hours} h", length(window), source.name);
        let mut refusal = NotSent::new("window_too_long", what, "", "Ask for a shorter window, or piece by piece.");
        refusal.offers = pieces(query, i64::from(hours) * 3_600);
        return Err(refusal);
    }
    if let Ask::PromqlRange { text, step_secs } = ask {
        check_points(source, query, text, *step_secs)?;
    }
    Ok(())
}

fn check_syntax(source: &SourceConfig, query: &Query) -> Result<(), NotSent> {
    match &query.ask {
        Ask::PromqlRange { text, .. } | Ask::PromqlInstant { text } if source.check_syntax => promql::check(text).map_err(|error| {
            let position = error.position.map_or_else(String::new, |bytes| format!("position {}", characters_before(text, bytes) + 1));
            NotSent::new("syntax", error.to_string(), position, "Correct the query. Nothing was sent.")
        }),
        Ask::PromqlRange { text, .. } | Ask::PromqlInstant { text } if text.trim().is_empty() => {
            Err(NotSent::new("syntax", "the query is empty", "", "Write a query. Nothing was sent."))
        }
        Ask::PromqlRange { .. } | Ask::PromqlInstant { .. } => Ok(()),
        search => dsl::build_search(search, query.window).map(drop).map_err(|error| {
            let detail = match &error {
                DslError::Syntax { line, column, .. } => format!("line {line}, column {column}"),
                DslError::NotAnObject | DslError::Index(_) | DslError::WrongLanguage(_) => String::new(),
            };
            let code = if matches!(error, DslError::Index(_)) { "index" } else { "syntax" };
            NotSent::new(code, error.to_string(), detail, "Correct the query. Nothing was sent.")
        }),
    }
}

fn check_points(source: &SourceConfig, query: &Query, text: &str, step_secs: u32) -> Result<(), NotSent> {
    let (window, max_points) = (query.window, source.policy.max_points);
    if step_secs == 0 {
        return Err(NotSent::new("step", "the step is 0 s", "", "Choose a step of at least 1 s."));
    }
    let points = count_points(window, step_secs);
    if points <= i64::from(max_points) {
        return Ok(());
    }
    let what = format!("a step of {step_secs} s makes {points} points a series; {} takes at most {max_points}", source.name);
    let mut refusal = NotSent::new("too_many_points", what, "", "Choose a coarser step, or ask piece by piece.");
    let coarser = default_step(window, max_points);
    if count_points(window, coarser) <= i64::from(max_points) {
        let step = u32::try_from(count_points(window, coarser)).unwrap_or(max_points);
        refusal.offers.push(Offer {
            words: format!("the whole window with a step of {}: {step} points a series", duration_text(coarser)),
            query: Query { ask: Ask::PromqlRange { text: text.to_owned(), step_secs: coarser }, window },
        });
    }
    refusal.offers.extend(pieces(query, i64::from(max_points - 1) * i64::from(step_secs)));
    Err(refusal)
}

/// How many points a range query gives for each series, both ends counted.
fn count_points(window: Window, step_secs: u32) -> i64 {
    window.secs() / i64::from(step_secs.max(1)) + 1
}

/// The query over consecutive windows of at most so many seconds; none if they were too many.
fn pieces(query: &Query, piece_secs: i64) -> Vec<Offer> {
    // With a step the next piece starts one step after the last point, so that no point is asked twice.
    let gap_secs = if let Ask::PromqlRange { step_secs, .. } = &query.ask { i64::from(*step_secs) } else { 0 };
    let mut windows = Vec::new();
    let mut start = query.window.start;
    while start <= query.window.end {
        let end = start.plus_secs(piece_secs).min(query.window.end);
        windows.push(Window { start, end });
        if end == query.window.end || windows.len() > MAX_PIECES {
            break;
        }
        start = end.plus_secs(gap_secs);
    }
    if windows.len() > MAX_PIECES {
        return Vec::new();
    }
    let count = windows.len();
    let offer = |(index, window): (usize, Window)| Offer {
        words: format!("part {} of {count}: {} to {} UTC", index + 1, window.start.day_time(), window.end.day_time()),
        query: Query { ask: query.ask.clone(), window },
    };
    windows.into_iter().enumerate().map(offer).collect()
}

fn length(window: Window) -> String {
    duration_text(u32::try_from(window.secs()).unwrap_or(u32::MAX))
}

/// People count characters, the parser bytes.
fn characters_before(text: &str, bytes: usize) -> usize {
    text.char_indices().take_while(|(at, _)| *at < bytes).count()
}
