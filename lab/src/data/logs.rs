//! The log lines of the lock convoy: the publisher's and the brokers', as documents of a search engine.

mod broker;
mod publisher;

use serde_json::{Value, json};

use super::time::{day_of, iso, sep};

/// One log line.
#[derive(Debug, Clone)]
pub struct LogLine {
    /// Index it belongs to, one a day: `app-logs-2026.09.10`.
    pub index: String,
    /// The document, with its time in `@timestamp`.
    pub document: Value,
}

/// Gives the name of each family of indices, one index a day, with the mappings of all of them.
///
/// Strict, so that a line with a misspelt field is refused instead of being mapped by guess. `message.keyword` drops
/// what is longer than 256 characters, as the usual dynamic mapping does.
pub fn mappings() -> [(&'static str, Value); 2] {
    let text = json!({"type": "text", "fields": {"keyword": {"type": "keyword", "ignore_above": 256}}});
    let (keyword, long, double) = (json!({"type": "keyword"}), json!({"type": "long"}), json!({"type": "double"}));
    let app = json!({
        "@timestamp": {"type": "date"}, "message": text, "level": keyword, "service": keyword, "event": keyword, "pod": keyword,
        "datacenter": keyword, "duration_ms": long, "budget_ms": long, "batch_size": long, "count": long, "unique": long, "delivered": long,
    });
    let broker = json!({
        "@timestamp": {"type": "date"}, "message": text, "level": keyword, "logger": keyword, "broker": keyword,
        "host": {"properties": {"name": text}}, "count": long,
        "request": {"properties": {"api": keyword, "client_id": keyword, "total_ms": double, "queue_ms": double, "local_ms": double, "remote_ms": double}},
    });
    [("app-logs", app), ("broker-logs", broker)].map(|(family, fields)| (family, json!({"dynamic": "strict", "properties": fields})))
}

/// Gives all lines, 2 to 11 September 2026, each family in the order of time.
pub fn lines() -> Vec<LogLine> {
    let mut lines = publisher::lines();
    lines.extend(broker::lines());
    lines
}

/// Makes a line of `family` at `at_ms` milliseconds since 1970 from its fields other than the time.
fn line(family: &str, at_ms: i64, mut document: Value) -> LogLine {
    if let Some(fields) = document.as_object_mut() {
        fields.insert("@timestamp".to_owned(), Value::String(iso(at_ms)));
    }
    LogLine { index: format!("{family}-2026.09.{:02}", day_of(at_ms.div_euclid(1_000))), document }
}

/// Puts the lines in the order of time; lines of one millisecond stay as they were.
fn sort_by_time(lines: &mut [LogLine]) {
    lines.sort_by(|left, right| timestamp(left).cmp(timestamp(right)));
}

fn timestamp(line: &LogLine) -> &str {
    line.document.get("@timestamp").and_then(Value::as_str).unwrap_or_default()
}

/// The ten days of the logs, as the seconds at which each begins.
fn days() -> impl Iterator<Item = i64> {
    (sep(2, 0, 0)..sep(12, 0, 0)).step_by(86_400)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum_of_failures(day: i64) -> u64 {
        let index = format!("app-logs-2026.09.{day:02}");
        lines()
            .iter()
            .filter(|line| line.index == index && line.document["event"] == "batch_failed")
            .map(|line| line.document["count"].as_u64().expect("a failure has a count"))
            .sum()
    }

    #[test]
    fn failures_from_3_to_7_september_are_1_6_to_1_85_million_a_day() {
        for day in 3..=7 {
            assert!((1_600_000..=1_850_000).contains(&sum_of_failures(day)), "{day} September: {}", sum_of_failures(day));
        }
    }

    #[test]
    fn every_failure_takes_exactly_one_of_the_two_budgets() {
        for line in lines().iter().filter(|line| line.document["event"] == "batch_failed") {
            assert!(line.document["duration_ms"] == 120_000 || line.document["duration_ms"] == 240_000, "{}", line.document);
        }
    }

    #[test]
    fn the_last_failure_is_at_16_48_on_10_september() {
        let lines = lines();
        let last = lines.iter().filter(|line| line.document["event"] == "batch_failed").map(timestamp).max();
        assert_eq!(last, Some("2026-09-10T16:48:00.000Z"));
    }

    #[test]
    fn the_tail_is_at_exactly_240_seconds() {
        let tail: Vec<_> = lines()
            .into_iter()
            .filter(|line| line.document["event"] == "batch_failed" && timestamp(line) > "2026-09-10T15:33:00.000Z")
            .collect();
        assert!(!tail.is_empty());
        assert!(tail.iter().all(|line| line.document["duration_ms"] == 240_000));
    }

    #[test]
    fn no_broker_warns_or_errs_from_3_to_7_september() {
        let loud = lines().into_iter().find(|line| {
            let quiet_day = ("broker-logs-2026.09.03".."broker-logs-2026.09.08").contains(&line.index.as_str());
            quiet_day && line.document["level"] != "INFO"
        });
        assert!(loud.is_none(), "{loud:?}");
    }

    #[test]
    fn exactly_one_line_names_the_configuration_and_it_is_longer_than_256_characters() {
        let lines = lines();
        let named: Vec<_> =
            lines.iter().filter_map(|line| line.document["message"].as_str()).filter(|text| text.contains("queued.max.requests")).collect();
        assert_eq!(named.len(), 1);
        assert!(named[0].chars().count() > 256, "{} characters", named[0].chars().count());
    }

    #[test]
    fn deliveries_per_unique_message_are_1_74_on_the_worst_day() {
        let worst = lines()
            .iter()
            .filter(|line| line.document["event"] == "reconciliation")
            .map(|line| line.document["delivered"].as_f64().expect("a count") / line.document["unique"].as_f64().expect("a count"))
            .fold(0.0, f64::max);
        assert!((worst - 1.74).abs() < 1.0e-9, "{worst}");
    }
}
