//! What a query form will really ask: the absolute window, the step and the number of points, before anything is sent.
//!
//! Pure: the server uses the same code when it makes a typed window absolute, so the sentence in the form is what runs.

use evidence::time::{Micros, TimeError, Window, default_step, duration_text, parse_duration, parse_moment, parse_window};

/// How many points a range query aims at when no step is named.
pub const USUAL_POINTS: u32 = 250;

/// The word in the step field that asks for one point at the end of the window.
pub const INSTANT: &str = "instant";

/// Stands in the step field between the step and the length of the pieces the window is asked in: `60 s in pieces of 2h`.
pub const IN_PIECES: &str = " in pieces of ";

/// What a query form will ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The absolute window.
    pub window: Window,
    /// How the window is cut into points.
    pub step: Step,
}

/// How a window is cut into points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A point every so many seconds.
    Every {
        /// Seconds between points.
        secs: u32,
        /// Nobody named it: it was chosen.
        chosen: bool,
        /// Asked in consecutive pieces of at most so many seconds.
        piece_secs: Option<u32>,
    },
    /// One point, at the end of the window.
    Instant,
    /// The language has no steps.
    None,
}

/// The step for a window when none is named, in seconds: round, and within the source's limit of points.
pub fn chosen_step(window: Window, max_points: u32) -> u32 {
    default_step(window, USUAL_POINTS.min(max_points))
}

/// Reads the fields of a query form. An empty end is now, an empty start an hour before `now`.
///
/// # Errors
/// [`TimeError`] for a time or a step that can't be read; its words say how to write one.
pub fn plan(language: &str, from: &str, to: &str, step: &str, now: Micros, max_points: u32) -> Result<Plan, TimeError> {
    let filled = |text: &str, usual: &'static str| if text.trim().is_empty() { usual.to_owned() } else { text.to_owned() };
    let (from, to) = (filled(from, "now-1h"), filled(to, "now"));
    if language == "promql" && step.trim() == INSTANT {
        // Only the end is asked for; a start that is later, or can't be read, is no reason to refuse.
        let end = parse_moment(&to, now)?;
        let start = parse_moment(&from, now).map_or(end, |start| start.min(end));
        return Ok(Plan { window: Window { start, end }, step: Step::Instant });
    }
    let window = parse_window(&from, &to, now)?;
    let step = match (language, step.trim()) {
        ("promql", "") => Step::Every { secs: chosen_step(window, max_points), chosen: true, piece_secs: None },
        ("promql", text) => {
            // People write "60 s" as often as "60s".
            let secs = |text: &str| parse_duration(&text.replace(' ', ""));
            let (step, piece) = text.split_once(IN_PIECES).map_or((text, None), |(step, piece)| (step, Some(piece)));
            Step::Every { secs: secs(step)?, chosen: false, piece_secs: piece.map(secs).transpose()? }
        }
        _ => Step::None,
    };
    Ok(Plan { window, step })
}

impl Plan {
    /// Points in each series; none where the language has no steps.
    pub fn points(&self) -> Option<i64> {
        match self.step {
            Step::Every { secs, .. } => Some(self.window.secs() / i64::from(secs.max(1)) + 1),
            Step::Instant => Some(1),
            Step::None => None,
        }
    }

    /// `10 Sep 2026 13:00:00 to 16:00:00 UTC, step 60 s, 181 points`.
    pub fn sentence(&self) -> String {
        let window = window_text(self.window);
        match (self.step, self.points()) {
            (Step::Every { secs, chosen, piece_secs }, Some(points)) => {
                let chosen = if chosen { " (chosen)" } else { "" };
                let noun = if points == 1 { "point" } else { "points" };
                let pieces = piece_secs.map_or_else(String::new, |secs| format!(", in pieces of {}", duration_text(secs)));
                format!("{window}, step {secs} s{chosen}, {points} {noun}{pieces}")
            }
            (Step::Instant, _) => format!("{} UTC, one point", self.window.end.day_time()),
            _ => window,
        }
    }
}

/// `10 Sep 2026 13:00:00 to 16:00:00 UTC`, with both days where they differ.
pub fn window_text(window: Window) -> String {
    let end = if window.start.day() == window.end.day() { window.end.clock() } else { window.end.day_time() };
    format!("{} to {end} UTC", window.start.day_time())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 10 Sep 2026 17:00:00 UTC.
    const NOW: Micros = Micros(1_789_059_600_000_000);

    fn sentence(language: &str, from: &str, to: &str, step: &str) -> String {
        plan(language, from, to, step, NOW, 11_000).unwrap().sentence()
    }

    #[test]
    fn three_hours_by_the_minute_are_181_points() {
        assert_eq!(
            sentence("promql", "2026-09-10 13:00", "2026-09-10 16:00", "60 s"),
            "10 Sep 2026 13:00:00 to 16:00:00 UTC, step 60 s, 181 points"
        );
    }

    #[test]
    fn a_step_may_say_in_which_pieces_the_window_is_asked() {
        assert_eq!(
            sentence("promql", "2026-09-10 13:00", "2026-09-10 16:00", "60 s in pieces of 2h"),
            "10 Sep 2026 13:00:00 to 16:00:00 UTC, step 60 s, 181 points, in pieces of 2h"
        );
    }

    #[test]
    fn a_step_that_nobody_named_is_said_to_be_chosen() {
        assert_eq!(
            sentence("promql", "2026-09-10 13:00", "2026-09-10 16:00", ""),
            "10 Sep 2026 13:00:00 to 16:00:00 UTC, step 60 s (chosen), 181 points"
        );
    }

    #[test]
    fn relative_input_is_shown_absolute() {
        assert_eq!(sentence("dsl", "-3h", "now", ""), "10 Sep 2026 14:00:00 to 17:00:00 UTC");
    }

    #[test]
    fn a_window_over_midnight_names_both_days() {
        assert_eq!(sentence("lucene", "2026-09-09 23:00", "2026-09-10 01:00", ""), "9 Sep 2026 23:00:00 to 10 Sep 2026 01:00:00 UTC");
    }

    #[test]
    fn an_instant_query_has_one_point_at_the_end() {
        assert_eq!(sentence("promql", "2026-09-10 13:00", "2026-09-10 16:00", "instant"), "10 Sep 2026 16:00:00 UTC, one point");
    }

    #[test]
    fn empty_ends_are_the_last_hour() {
        assert_eq!(sentence("dsl", "", "", ""), "10 Sep 2026 16:00:00 to 17:00:00 UTC");
    }

    #[test]
    fn a_chosen_step_keeps_to_the_limit_of_the_source() {
        let window = Window { start: NOW.plus_secs(-10_800), end: NOW };
        assert_eq!(chosen_step(window, 11), 1_200);
    }

    #[test]
    fn a_time_that_cannot_be_read_says_how_to_write_one() {
        let error = plan("promql", "yesterday", "now", "", NOW, 11_000).unwrap_err().to_string();
        assert!(error.contains("2026-09-10 13:30"), "{error}");
    }
}
