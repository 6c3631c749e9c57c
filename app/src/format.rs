//! How quantities read. No clock and no local zone: both sides of the wire write the same text.

use evidence::time::Micros;
use ledger::event::{IncidentState, QueryEnd, Role};

/// A no-break space, which joins a number and its unit.
pub const NBSP: char = '\u{a0}';

/// A span in its two largest units: `45 s`, `3 min`, `2 h 5 min`, `4 d 2 h`. Negative spans read as zero.
pub fn span(micros: i64) -> String {
    let secs = micros.max(0) / 1_000_000;
    let (mins, hours, days) = (secs / 60, secs / 3_600, secs / 86_400);
    let two = |large: i64, unit: &str, small: i64, smaller: &str| {
        if small == 0 { format!("{large}{NBSP}{unit}") } else { format!("{large}{NBSP}{unit} {small}{NBSP}{smaller}") }
    };
    match (days, hours, mins) {
        (0, 0, 0) => format!("{secs}{NBSP}s"),
        (0, 0, mins) => format!("{mins}{NBSP}min"),
        (0, hours, mins) => two(hours, "h", mins % 60, "min"),
        (days, hours, _) => two(days, "d", hours % 24, "h"),
    }
}

/// A short span to the second: `4:05`, `1:04:05`.
pub fn countdown(micros: i64) -> String {
    let secs = micros.max(0) / 1_000_000;
    let (hours, mins, secs) = (secs / 3_600, secs / 60 % 60, secs % 60);
    if hours > 0 { format!("{hours}:{mins:02}:{secs:02}") } else { format!("{mins}:{secs:02}") }
}

/// Milliseconds as people read them: `340 ms`, `1.2 s`.
pub fn millis(millis: u32) -> String {
    if millis < 1_000 { format!("{millis}{NBSP}ms") } else { format!("{}.{}{NBSP}s", millis / 1_000, millis / 100 % 10) }
}

/// How long before `now` something was.
pub fn age(at: Micros, now: Micros) -> String {
    span(now.0.saturating_sub(at.0))
}

/// A count with its noun: `1 question`, `2 questions`, `no questions`.
pub fn count(number: usize, one: &str, many: &str) -> String {
    match number {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        number => format!("{number} {many}"),
    }
}

/// A state of an incident in a word.
pub fn state_word(state: IncidentState) -> &'static str {
    match state {
        IncidentState::Investigating => "investigating",
        IncidentState::Mitigated => "mitigated",
        IncidentState::Resolved => "resolved",
    }
}

/// The class that gives a state of an incident its shape.
pub fn state_class(state: IncidentState) -> &'static str {
    match state {
        IncidentState::Investigating => "st st-warn",
        IncidentState::Mitigated => "st st-unk",
        IncidentState::Resolved => "st st-good",
    }
}

/// A role in a word.
pub fn role_word(role: Role) -> &'static str {
    match role {
        Role::Coordinator => "coordinator",
        Role::Investigator => "investigator",
        Role::Responder => "responder",
        Role::Reader => "reader",
    }
}

/// How a query ended without an answer, in words.
pub fn query_end_words(how: QueryEnd) -> &'static str {
    match how {
        QueryEnd::Cancelled => "cancelled",
        QueryEnd::ServerStopped => "the server stopped before it answered",
        QueryEnd::Refused => "refused by the source's line",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_reads_in_its_two_largest_units() {
        let cases = [(0, "0 s"), (59, "59 s"), (60, "1 min"), (3_600, "1 h"), (7_500, "2 h 5 min"), (354_000, "4 d 2 h")];
        for (secs, words) in cases {
            assert_eq!(span(secs * 1_000_000).replace(NBSP, " "), words);
        }
    }

    #[test]
    fn a_countdown_has_seconds() {
        assert_eq!(countdown(245_000_000), "4:05");
        assert_eq!(countdown(3_845_000_000), "1:04:05");
    }

    #[test]
    fn an_age_of_the_future_is_zero() {
        assert_eq!(age(Micros(5_000_000), Micros(0)).replace(NBSP, " "), "0 s");
    }
}
