//! Time as this product keeps it: microseconds since 1970 in UTC, absolute; and how it is read and written.

mod parse;

pub use parse::{TimeError, default_step, duration_text, parse_duration, parse_moment, parse_window};

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};

/// A moment: microseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Micros(pub i64);

impl Micros {
    /// Whole seconds since 1970.
    pub fn from_secs(secs: i64) -> Self {
        Self(secs.saturating_mul(1_000_000))
    }

    /// Seconds with a fraction, as Prometheus writes them; `None` if they are not a moment that can be kept.
    pub fn from_secs_f64(secs: f64) -> Option<Self> {
        let micros = (secs * 1_000_000.0).round();
        // 2^62 us is the year 148,108; below it every rounded f64 is a whole number that i64 holds.
        let limit = 4_611_686_018_427_387_904.0;
        #[expect(clippy::cast_possible_truncation, reason = "the range is checked, and the value is rounded")]
        (-limit..=limit).contains(&micros).then_some(Self(micros as i64))
    }

    /// Milliseconds since 1970, rounded down.
    pub fn millis(self) -> i64 {
        self.0.div_euclid(1_000)
    }

    /// Seconds since 1970, rounded down.
    pub fn secs(self) -> i64 {
        self.0.div_euclid(1_000_000)
    }

    /// This moment moved by a number of seconds.
    #[must_use]
    pub fn plus_secs(self, secs: i64) -> Self {
        Self(self.0.saturating_add(secs.saturating_mul(1_000_000)))
    }

    /// RFC 3339 in UTC with as many digits as needed: `2026-09-10T13:30:00Z`.
    pub fn rfc3339(self) -> String {
        self.utc().map_or_else(|| format!("{} us", self.0), |time| time.to_rfc3339_opts(SecondsFormat::AutoSi, true))
    }

    /// `10 Sep 2026 13:30:00`, UTC, without the zone.
    pub fn day_time(self) -> String {
        self.format("%-d %b %Y %H:%M:%S")
    }

    /// `10 Sep 13:30`, UTC, without year, seconds and zone.
    pub fn short(self) -> String {
        self.format("%-d %b %H:%M")
    }

    /// `13:30:00`, UTC: only below a heading that gives the day.
    pub fn clock(self) -> String {
        self.format("%H:%M:%S")
    }

    /// `10 Sep 2026`, UTC.
    pub fn day(self) -> String {
        self.format("%-d %b %Y")
    }

    fn format(self, pattern: &str) -> String {
        self.utc().map_or_else(|| format!("{} us", self.0), |time| time.format(pattern).to_string())
    }

    fn utc(self) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp_micros(self.0)
    }
}

/// An absolute span of time, both ends named. `start <= end` holds for every window made by [`Window::new`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// The first moment in it.
    pub start: Micros,
    /// The last moment in it.
    pub end: Micros,
}

impl Window {
    /// A window, if its end is not before its start.
    pub fn new(start: Micros, end: Micros) -> Option<Self> {
        (start <= end).then_some(Self { start, end })
    }

    /// Its length in seconds.
    pub fn secs(self) -> i64 {
        self.end.0.saturating_sub(self.start.0).div_euclid(1_000_000)
    }

    /// Whether the two share a moment.
    pub fn overlaps(self, other: Self) -> bool {
        self.start <= other.end && other.start <= self.end
    }
}
