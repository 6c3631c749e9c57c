//! Writes the OpenMetrics text format, with a time in seconds on every sample.

use std::fmt::Write;

/// The text under construction.
#[derive(Debug, Default)]
pub struct OpenMetrics(String);

impl OpenMetrics {
    /// Starts a family; `kind` is a type of the format, such as `gauge`.
    pub fn family(&mut self, name: &str, kind: &str, help: &str) {
        self.push(format_args!("# HELP {name} {help}\n# TYPE {name} {kind}\n"));
    }

    /// Adds one sample at `at` seconds since 1970. Samples of one series come oldest first.
    pub fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: f64, at: i64) {
        self.0.push_str(name);
        for (index, (label, text)) in labels.iter().enumerate() {
            self.push(format_args!("{}{label}=\"{text}\"", if index == 0 { '{' } else { ',' }));
        }
        // Three decimals: a microsecond of a figure in milliseconds, and text that stays small.
        let value = (value * 1_000.0).round() / 1_000.0;
        self.push(format_args!("{} {value} {at}\n", if labels.is_empty() { "" } else { "}" }));
    }

    /// Ends the text as the format demands.
    pub fn finish(mut self) -> String {
        self.0.push_str("# EOF\n");
        self.0
    }

    fn push(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a String never fails; the trait's signature only allows for it.
        let _ = self.0.write_fmt(text);
    }
}

/// A counter that grows by a rate and starts again from zero when its process does.
#[derive(Debug, Clone, Copy)]
pub struct Counter {
    value: f64,
    last: Option<i64>,
}

impl Counter {
    /// A counter that has counted to `value` before its first sample.
    pub fn starting_at(value: f64) -> Self {
        Self { value: value.round(), last: None }
    }

    /// Gives the value at `at`, grown by whole events at `per_sec` since the sample before.
    pub fn advance(&mut self, at: i64, per_sec: f64) -> f64 {
        let elapsed_secs = self.last.map_or(0, |last| at - last);
        self.last = Some(at);
        self.value += (per_sec * elapsed_secs as f64).round();
        self.value
    }

    /// Starts again from zero, as a restarted process does.
    pub fn restart(&mut self) {
        *self = Self::starting_at(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_has_labels_a_value_and_seconds() {
        let mut text = OpenMetrics::default();
        text.sample("up", &[("job", "kafka"), ("pod", "broker-a")], 1.0, 1_789_058_880);
        text.sample("plain", &[], 0.12345, 1_789_058_880);
        assert_eq!(text.finish(), "up{job=\"kafka\",pod=\"broker-a\"} 1 1789058880\nplain 0.123 1789058880\n# EOF\n");
    }

    #[test]
    fn a_counter_grows_by_rate_and_time() {
        let mut counter = Counter::starting_at(5.0);
        assert_eq!([counter.advance(100, 2.0), counter.advance(160, 2.0)], [5.0, 125.0]);
    }
}
