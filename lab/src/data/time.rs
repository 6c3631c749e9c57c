//! Points in September 2026, as seconds since 1970 in UTC.

use std::collections::BTreeSet;

/// 2026-09-01T00:00:00Z.
const FIRST_OF_SEPTEMBER: i64 = 1_788_220_800;

/// One day, in seconds.
pub const DAY: i64 = 86_400;

/// Gives the seconds since 1970 of a point in September 2026.
pub const fn sep(day: i64, hour: i64, minute: i64) -> i64 {
    FIRST_OF_SEPTEMBER + (day - 1) * DAY + hour * 3_600 + minute * 60
}

/// Gives the day of September that holds `at`: 10 for any second of 2026-09-10.
pub const fn day_of(at: i64) -> i64 {
    (at - FIRST_OF_SEPTEMBER).div_euclid(DAY) + 1
}

/// Writes milliseconds since 1970 as `2026-09-10T16:48:00.000Z`; only for days of September 2026.
pub fn iso(at_ms: i64) -> String {
    let at = at_ms.div_euclid(1_000);
    let second = at.rem_euclid(DAY);
    format!("2026-09-{:02}T{:02}:{:02}:{:02}.{:03}Z", day_of(at), second / 3_600, second / 60 % 60, second % 60, at_ms.rem_euclid(1_000))
}

/// The times of a number of scrapes, in order, without repeats.
#[derive(Debug, Clone, Default)]
pub struct Scrapes(BTreeSet<i64>);

impl Scrapes {
    /// Adds the times from `from` to `to`, both included, `step` seconds apart.
    #[must_use]
    pub fn and(mut self, from: i64, to: i64, step: usize) -> Self {
        self.0.extend((from..=to).step_by(step));
        self
    }

    /// Goes through the times, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = i64> + '_ {
        self.0.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `date -u -d 2026-09-10T16:48Z +%s` gives 1789058880.
    #[test]
    fn a_time_is_seconds_since_1970() {
        assert_eq!(sep(10, 16, 48), 1_789_058_880);
    }

    #[test]
    fn a_time_is_written_in_utc() {
        assert_eq!(iso(1_789_058_880_250), "2026-09-10T16:48:00.250Z");
    }

    #[test]
    fn scrapes_that_overlap_are_taken_once() {
        let scrapes = Scrapes::default().and(0, 120, 60).and(60, 90, 15);
        assert_eq!(scrapes.iter().collect::<Vec<_>>(), [0, 60, 75, 90, 120]);
    }
}
