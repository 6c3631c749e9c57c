//! Errors of the API, told apart by type and message: the status code and `errorType` mean different things to different servers.

use crate::body;
use crate::reading::Reading;
use crate::time::{Micros, Window, default_step, duration_text};

/// The limit that Prometheus has built in, points a series.
const DEFAULT_POINTS: u32 = 11_000;

const SHORTER: &str = "Ask for a shorter window, a narrower selector, or an instant query with offset.";

/// Messages that name their cause, most telling first: the word that shows it (lower case), code, what happened, what to do.
/// An empty todo is computed from the message.
const CAUSES: [(&str, &str, &str, &str); 36] = [
    ("exceeded maximum resolution", "too_many_points", "the step is too fine for this window", ""),
    ("too many points", "too_many_points", "the step is too fine for this window", ""),
    ("too many samples", "too_many_samples", "the query needs more samples than the source loads", SHORTER),
    ("maxsamplesperquery", "too_many_samples", "the query needs more samples than the source loads", SHORTER),
    ("maxuniquetimeseries", "too_many_series", "the query selects more series than the source allows", SHORTER),
    ("number of matching timeseries exceeds", "too_many_series", "the query selects more series than the source allows", SHORTER),
    ("max number of series", "too_many_series", "the query selects more series than the source allows", SHORTER),
    ("max-fetched-series", "too_many_series", "the query selects more series than the source allows", SHORTER),
    ("duplicate series", "duplicate_series", "two series fit where one must", ""),
    ("duplicate time series", "duplicate_series", "two series fit where one must", ""),
    ("many-to-many", "duplicate_series", "two series fit where one must", ""),
    ("multiple matches for labels", "duplicate_series", "two series fit where one must", ""),
    ("same labelset", "duplicate_series", "two series end up with the same labels", "Keep a label that tells them apart."),
    ("parse error", "syntax", "the query is not valid PromQL", "Correct the query at the place the source names."),
    ("unexpected token", "syntax", "the query is not valid PromQL", "Correct the query at the place the source names."),
    ("unparsed data", "syntax", "the query is not valid PromQL", "Correct the query at the place the source names."),
    (
        "unknown function",
        "syntax",
        "the query uses a function the source does not know",
        "Check the function's name and the source's version.",
    ),
    (
        "unsupported function",
        "syntax",
        "the query uses a function the source does not know",
        "Check the function's name and the source's version.",
    ),
    ("missing arg", "syntax", "the query is missing", "Write a query."),
    ("zero or negative query resolution", "bad_parameter", "the step is not a positive number", "Choose a step of one second or more."),
    ("end timestamp must not be before", "bad_parameter", "the window ends before it starts", "Swap start and end."),
    ("to a valid timestamp", "bad_parameter", "a time could not be read", "Write the time like 2026-09-10T13:30:00Z."),
    ("to a valid duration", "bad_parameter", "a duration could not be read", "Write the duration like 30s, 5m or 1h."),
    ("no match[] parameter", "bad_parameter", "no selector was given", "Give a selector such as up{job=\"kafka\"}."),
    ("timed out", "timed_out", "the query ran out of time", SHORTER),
    ("timeout", "timed_out", "the query ran out of time", SHORTER),
    ("deadline exceeded", "timed_out", "the query ran out of time", SHORTER),
    ("canceled", "cancelled", "the source cancelled the query", "Run it again when it is wanted."),
    ("cancelled", "cancelled", "the source cancelled the query", "Run it again when it is wanted."),
    ("too many outstanding requests", "rate_limited", "the source has too much to do", "Wait a minute, then ask once, for less."),
    ("couldn't start executing", "rate_limited", "the source has too much to do", "Wait a minute, then ask once, for less."),
    ("too many requests", "rate_limited", "the source has too much to do", "Wait a minute, then ask once, for less."),
    ("no org id", "unauthorized", "the source asks for a tenant", "Set the tenant header of this source in the configuration."),
    ("not ready", "unavailable", "the source is starting", "Wait until it has read its data, then ask again."),
    ("unavailable", "unavailable", "the source is not available", "Look whether all its parts run, then ask again."),
    ("connection refused", "unavailable", "a part of the source is not available", "Look whether all its parts run, then ask again."),
];

/// Reads an error answer.
pub(super) fn read(status: u16, error_type: &str, message: &str) -> Reading {
    let detail = match (error_type.is_empty(), message.is_empty()) {
        (true, true) => format!("status {status}, no message"),
        (true, false) => message.to_owned(),
        _ => format!("{error_type}: {message}"),
    };
    // The quoted parts hold the query or label values, whose words say nothing about the cause.
    let words = without_quotes(message).to_lowercase();
    if let Some((_, code, what, todo)) = CAUSES.iter().find(|(word, ..)| words.contains(word)) {
        let todo = match *code {
            "too_many_points" => match window_of(message) {
                Some(window) => coarser_step(window, points_limit(message)),
                None => format!("Choose a coarser step: the window's seconds divided by {}, or more.", points_limit(message) - 1),
            },
            "duplicate_series" if todo.is_empty() => one_side_unique(message),
            _ => (*todo).to_owned(),
        };
        return Reading::could_not_ask(code, *what, detail, todo);
    }
    match (error_type, status) {
        ("timeout", _) => Reading::could_not_ask("timed_out", "the query ran out of time", detail, SHORTER),
        ("canceled", _) => Reading::could_not_ask("cancelled", "the source cancelled the query", detail, "Run it again when it is wanted."),
        ("bad_data", 400) => {
            Reading::could_not_ask("bad_parameter", "the source refused a part of the request", detail, "Correct what the source names.")
        }
        ("execution", _) | (_, 422) => Reading::could_not_ask(
            "execution",
            "the query could not be computed",
            detail,
            "Read the source's words, then change the query.",
        ),
        // An error in a body of status 200 says nothing by its status.
        (_, 200..=299) => Reading::could_not_ask("source_error", "the source reports an error", detail, "Read the source's words."),
        _ => body::by_status(&super::API, status, detail),
    }
}

/// The advice for a step that is too fine: the first round step that fits the whole window.
pub(super) fn coarser_step(window: Window, limit: u32) -> String {
    let step = default_step(window, limit);
    let points = window.secs() / i64::from(step) + 1;
    format!("Use a step of {} ({step} s) or more: the whole window then has {points} points a series.", duration_text(step))
}

/// The limit a message names, in points a series.
pub(super) fn points_limit(message: &str) -> u32 {
    let after = ["maximum resolution of ", "maximum number of points is "].into_iter().find_map(|words| Some(message.split_once(words)?.1));
    let digits: String =
        after.unwrap_or_default().chars().take_while(|char| char.is_ascii_digit() || *char == ',').filter(char::is_ascii_digit).collect();
    digits.parse().ok().filter(|limit| *limit >= 2).unwrap_or(DEFAULT_POINTS)
}

/// The window in a message of VictoriaMetrics: `start=1767225600000, end=1789045800000`, in milliseconds.
fn window_of(message: &str) -> Option<Window> {
    let number = |key: &str| -> Option<i64> {
        let digits = message.split_once(key)?.1;
        digits.get(..digits.bytes().take_while(u8::is_ascii_digit).count())?.parse().ok()
    };
    Window::new(Micros(number("start=")?.checked_mul(1_000)?), Micros(number("end=")?.checked_mul(1_000)?))
}

/// Names the labels in which two series differ that must not both be there.
fn one_side_unique(message: &str) -> String {
    let sets: Vec<Vec<(String, String)>> = label_sets(message).into_iter().filter(|set| !set.is_empty()).collect();
    let [.., a, b] = sets.as_slice() else {
        return "Aggregate one side first, or name the labels to match in on().".to_owned();
    };
    let differing: Vec<&str> = a
        .iter()
        .filter(|(key, value)| b.iter().find(|(other, _)| other == key).is_none_or(|(_, other)| other != value))
        .map(|(key, _)| key.as_str())
        .chain(b.iter().filter(|(key, _)| !a.iter().any(|(other, _)| other == key)).map(|(key, _)| key.as_str()))
        .collect();
    if differing.is_empty() {
        return "Aggregate one side first, or name the labels to match in on().".to_owned();
    }
    let differing = differing.join(", ");
    format!(
        "The two series differ in {differing}. Aggregate that side first, such as max without ({differing}) (…), or add {differing} to on()."
    )
}

/// Every `{k="v", …}` in a text.
fn label_sets(text: &str) -> Vec<Vec<(String, String)>> {
    let mut sets = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('{') {
        let mut set = Vec::new();
        rest = after;
        while let Some((key, value)) = rest.split_once("=\"") {
            let key = key.trim_matches([',', ' ']);
            if key.is_empty() || key.contains(['{', '}', '"', ' ']) {
                break;
            }
            let Some(end) = end_of_quoted(value) else { break };
            set.push((key.to_owned(), value.get(..end).unwrap_or_default().to_owned()));
            rest = value.get(end + 1..).unwrap_or_default();
        }
        sets.push(set);
    }
    sets
}

/// Where quoted text ends, given what follows its opening quote.
fn end_of_quoted(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, char) in text.char_indices() {
        match char {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(at),
            _ => {}
        }
    }
    None
}

fn without_quotes(message: &str) -> String {
    let mut kept = String::with_capacity(message.len());
    let mut rest = message;
    while let Some((before, quoted)) = rest.split_once('"') {
        kept.push_str(before);
        match end_of_quoted(quoted) {
            Some(end) => rest = quoted.get(end + 1..).unwrap_or_default(),
            None => return kept + quoted,
        }
    }
    kept + rest
}
