//! Who did not answer: shards, clusters, the clock.

use super::error;
use crate::json::Json;
use crate::reading::{Reading, Total};

/// What an answer says about its own completeness.
pub(super) struct Completeness<'a> {
    answer: &'a Json,
    total_shards: Option<u64>,
    /// Shards that answered; a skipped shard could hold nothing and counts as one that did.
    successful: u64,
    /// The time ran out. Shards still count as successful then, and the total claims to be exact.
    pub timed_out: bool,
    terminated_early: bool,
}

impl<'a> Completeness<'a> {
    pub fn of(answer: &'a Json) -> Self {
        let shards = |key: &str| answer.at(&["_shards", key]).and_then(Json::count);
        let flag = |key: &str| answer.get(key).is_some_and(Json::is_true);
        Self {
            answer,
            total_shards: shards("total"),
            successful: shards("successful").unwrap_or(0),
            timed_out: flag("timed_out"),
            terminated_early: flag("terminated_early"),
        }
    }

    /// The reading of an answer for which no shard was asked, or none answered.
    pub fn nothing_asked(&self) -> Option<Reading> {
        let total = self.total_shards?;
        let clusters = self.missing_clusters();
        if total == 0 && !clusters.is_empty() {
            return Some(Reading::could_not_ask(
                "clusters_skipped",
                "no cluster was asked",
                clusters.join("; "),
                "Look whether the remote clusters run and are connected, then ask again.",
            ));
        }
        if total == 0 {
            return Some(error::no_such_index("the pattern matches no index: _shards.total is 0"));
        }
        if self.successful == 0 {
            let mut reading = match self.failures().first().and_then(|failure| failure.get("reason")) {
                Some(reason) => error::read(200, reason),
                None => Reading::could_not_ask("shards_failed", "no shard answered", format!("0 of {total} shards"), error::LOOK_AT_SHARDS),
            };
            reading.missing = self.missing();
            return Some(reading);
        }
        None
    }

    /// A count that is exact only if everything was counted.
    pub fn floor(&self, total: Total) -> Total {
        let complete = !self.timed_out && !self.terminated_early && self.missing().is_empty();
        match total {
            Total::Exact(count) if !complete => Total::AtLeast(count),
            total => total,
        }
    }

    /// Says in the reading what is missing and what was cut off.
    pub fn annotate(&self, reading: &mut Reading) {
        reading.missing.extend(self.missing());
        if self.terminated_early {
            let cut = "the search stopped early at terminate_after; counts are floors";
            reading.truncated = Some(reading.truncated.as_ref().map_or_else(|| cut.to_owned(), |other| format!("{other}; {cut}")));
        }
    }

    fn missing(&self) -> Vec<String> {
        let mut missing = Vec::new();
        if self.timed_out {
            missing.push("the search ran out of time, so counts are floors".to_owned());
        }
        if self.total_shards.is_none() {
            missing.push("the answer does not say how many shards answered".to_owned());
        }
        if let Some(total) = self.total_shards.filter(|total| *total > self.successful) {
            let mut text = format!("{} of {total} shards did not answer", total - self.successful);
            let mut reasons: Vec<String> = self.failures().iter().map(describe_failure).collect();
            reasons.dedup();
            if !reasons.is_empty() {
                text.push_str(": ");
                text.push_str(&reasons.join(", "));
            }
            missing.push(text);
        }
        missing.extend(self.missing_clusters());
        missing
    }

    fn failures(&self) -> &'a [Json] {
        self.answer.at(&["_shards", "failures"]).map_or(&[], Json::items)
    }

    /// Remote clusters that were skipped, failed or answered in part.
    pub fn missing_clusters(&self) -> Vec<String> {
        let Some(clusters) = self.answer.get("_clusters") else { return Vec::new() };
        let total = clusters.get("total").and_then(Json::count).unwrap_or(0);
        let mut missing = Vec::new();
        for (key, what) in [("skipped", "skipped"), ("failed", "failed"), ("partial", "answered in part")] {
            let Some(count) = clusters.get(key).and_then(Json::count).filter(|count| *count > 0) else { continue };
            let named = clusters.get("details").map_or(&[] as &[_], Json::entries).iter();
            let names: Vec<&str> = named
                .filter(|(_, detail)| detail.get("status").and_then(Json::text) == Some(key))
                .map(|(name, _)| if name.is_empty() || name == "(local)" { "local" } else { name.as_str() })
                .collect();
            let names = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
            missing.push(format!("{count} of {total} clusters {what}{names}"));
        }
        missing
    }
}

fn describe_failure(failure: &Json) -> String {
    let text = |path: &[&str]| failure.at(path).and_then(Json::text).unwrap_or_default();
    let reason = text(&["reason", "reason"]);
    let reason = reason.split_once(". ").map_or(reason, |(first, _)| first);
    format!("{} ({}: {reason})", text(&["index"]), text(&["reason", "type"]))
}
