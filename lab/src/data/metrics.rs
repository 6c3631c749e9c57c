//! The series of the lock convoy as OpenMetrics text.

mod brokers;
mod consumers;
mod machines;
mod network;
mod requests;
mod rules;
mod schedule;

use super::openmetrics::OpenMetrics;

/// Writes all series, 2026-09-02 00:00 to 2026-09-11 12:00 UTC; ends with `# EOF`.
///
/// About 35 MB. The scrape intervals differ by family and time; the README of this crate has the table.
pub fn openmetrics() -> String {
    let mut text = OpenMetrics::default();
    brokers::write(&mut text);
    requests::write(&mut text);
    network::write(&mut text);
    consumers::write(&mut text);
    machines::write(&mut text);
    rules::write(&mut text);
    text.finish()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn the_text_is_below_40_megabytes() {
        let length = openmetrics().len();
        assert!(length < 40_000_000, "{length} bytes");
    }

    #[test]
    fn the_text_is_the_same_every_time() {
        assert!(openmetrics() == openmetrics());
    }

    #[test]
    fn samples_of_a_series_come_oldest_first() {
        let text = openmetrics();
        let mut last: HashMap<&str, i64> = HashMap::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (rest, at) = line.rsplit_once(' ').expect("a sample ends with its time");
            let (series, _) = rest.rsplit_once(' ').expect("a sample has a value");
            let at = at.parse().expect("a time is a whole number of seconds");
            assert!(last.insert(series, at).is_none_or(|before| before < at), "{line}");
        }
    }
}
