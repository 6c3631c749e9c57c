//! What is checked before a query is sent. Nothing is ever changed silently: a query passes as it is, or is refused with offers.

use crate::config::SourceConfig;
use evidence::dsl::{self, DslError};
use evidence::promql;
use evidence::query::{Ask, MAX_PIECES, Query};
use evidence::reading::Reason;
use evidence::time::{Window, default_step, duration_text};
use serde::{Deserialize, Serialize};

/// The longest text of a query, in bytes.
const MAX_TEXT_BYTES: usize = 65_536;

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
    if let Ask::PromqlRange { step_secs: 0, .. } = ask {
        return Err(NotSent::new("step", "the step is 0 s", "", "Choose a step of at least 1 s."));
    }
    let pieces = query.pieces();
    if pieces.len() > MAX_PIECES {
        let what = format!("the query would be asked in more than {MAX_PIECES} pieces");
        return Err(NotSent::new("too_many_pieces", what, "", "Choose longer pieces, a coarser step or a shorter window."));
    }
    // What is sent has to fit, so a query in pieces is checked by its longest, which is the first.
    let sent = pieces.first().map_or(window, |piece| piece.window);
    if let Some(hours) = source.policy.max_window_hours
        && sent.secs() > i64::from(hours) * 3_600
    {
        let what = format!("the window is {} long; {} takes at most {hours} h", length(sent), source.name);
        let mut refusal = NotSent::new("window_too_long", what, "", "Ask for a shorter window, or in pieces.");
        refusal.offers = in_pieces(query, longest_piece(source, query));
        return Err(refusal);
    }
    check_points(source, query, sent)
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

/// `sent` is the longest window that goes out in one request.
fn check_points(source: &SourceConfig, query: &Query, sent: Window) -> Result<(), NotSent> {
    let Ask::PromqlRange { text, step_secs, .. } = &query.ask else { return Ok(()) };
    let (window, max_points, step_secs) = (query.window, source.policy.max_points, *step_secs);
    let points = count_points(sent, step_secs);
    if points <= i64::from(max_points) {
        return Ok(());
    }
    let what = format!("a step of {step_secs} s makes {points} points a series; {} takes at most {max_points}", source.name);
    let mut refusal = NotSent::new("too_many_points", what, "", "Choose a coarser step, or ask in pieces.");
    let coarser = default_step(window, max_points);
    if count_points(window, coarser) <= i64::from(max_points) {
        let step = u32::try_from(count_points(window, coarser)).unwrap_or(max_points);
        refusal.offers.push(Offer {
            words: format!("the whole window with a step of {}: {step} points a series", duration_text(coarser)),
            query: Query { ask: Ask::PromqlRange { text: text.to_owned(), step_secs: coarser, piece_secs: None }, window },
        });
    }
    refusal.offers.extend(in_pieces(query, longest_piece(source, query)));
    Err(refusal)
}

/// The longest window, in seconds, that one request may ask for.
fn longest_piece(source: &SourceConfig, query: &Query) -> i64 {
    let by_window = source.policy.max_window_hours.map_or(i64::MAX, |hours| i64::from(hours) * 3_600);
    let by_points = match &query.ask {
        Ask::PromqlRange { step_secs, .. } => i64::from(source.policy.max_points.saturating_sub(1)) * i64::from(*step_secs),
        _ => i64::MAX,
    };
    by_window.min(by_points)
}

/// How many points a range query gives for each series, both ends counted.
fn count_points(window: Window, step_secs: u32) -> i64 {
    window.secs() / i64::from(step_secs.max(1)) + 1
}

/// The query in pieces of at most so many seconds; none if they were too many.
///
/// The points of a range can be put together again, so it runs as one record. Counts and percentiles of a search can't, so each of its
/// windows is a query of its own.
fn in_pieces(query: &Query, piece_secs: i64) -> Vec<Offer> {
    if let Ask::PromqlRange { text, step_secs, .. } = &query.ask {
        let piece = u32::try_from(piece_secs).unwrap_or(u32::MAX);
        let ask = Ask::PromqlRange { text: text.clone(), step_secs: *step_secs, piece_secs: Some(piece) };
        let query = Query { ask, window: query.window };
        let count = query.pieces().len();
        let words = format!("the whole window in {count} pieces of {}, one after the other, as one record", duration_text(piece));
        return if count > MAX_PIECES { Vec::new() } else { vec![Offer { words, query }] };
    }
    let mut windows = Vec::new();
    let mut start = query.window.start;
    while start < query.window.end && windows.len() <= MAX_PIECES {
        let end = start.plus_secs(piece_secs).min(query.window.end);
        windows.push(Window { start, end });
        start = end;
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
