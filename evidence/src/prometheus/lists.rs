//! What is not a query's result: series, label names and values, metadata, targets, build.

use crate::json::{self, Json};
use crate::number::Number;
use crate::reading::{Cell, Data, Headline, Outcome, Reading, Series};
use crate::time::{Micros, parse_moment};
use serde_json::value::RawValue;

/// Series by name: `up{job="kafka"}`.
pub(super) fn series(data: &RawValue) -> Option<Reading> {
    let list = list(data)?;
    let mut names = Vec::with_capacity(list.len());
    for labels in &list {
        let Json::Object(entries) = labels else { return None };
        let labels = entries.iter().map(|(key, value)| (key.clone(), value.plain())).collect();
        names.push(Series::new(labels, Vec::new(), 0).name());
    }
    Some(of_names(names, "series", "no series matched"))
}

/// Label names or label values.
pub(super) fn names(data: &RawValue, what: &str) -> Option<Reading> {
    let names = list(data)?.into_iter().map(|name| if let Json::Text(name) = name { Some(name) } else { None });
    Some(of_names(names.collect::<Option<_>>()?, what, &format!("no {what}")))
}

/// One row a metric and help text; empty on a server without live targets, even if it holds data.
pub(super) fn metadata(data: &RawValue) -> Option<Reading> {
    let Json::Object(metrics) = json::parse(data.get().as_bytes()).ok()? else { return None };
    let mut rows = Vec::new();
    for (metric, entries) in &metrics {
        for entry in entries.items() {
            let text = |key: &str| entry.get(key).map_or(Cell::None, |value| Cell::Text(value.plain()));
            rows.push(vec![Cell::Text(metric.clone()), text("type"), text("unit"), text("help")]);
        }
    }
    let headline = if rows.is_empty() {
        Headline::new("no metadata; only metrics of live targets have any", "")
    } else {
        Headline::new(metrics.len().to_string(), "metrics")
    };
    Some(Reading::of_facts(&["metric", "type", "unit", "help"], rows, headline))
}

/// One row an active target.
pub(super) fn targets(data: &RawValue) -> Option<Reading> {
    let data = json::parse(data.get().as_bytes()).ok()?;
    let targets = data.get("activeTargets")?.items();
    let up = targets.iter().filter(|target| target.get("health").and_then(Json::text) == Some("up")).count();
    let rows = targets.iter().map(target_row).collect();
    let headline = if targets.is_empty() {
        Headline::new("no active targets", "")
    } else {
        Headline::new(format!("{up} of {}", targets.len()), "targets up")
    };
    Some(Reading::of_facts(&["job", "instance", "health", "last scrape", "scrape duration, s", "last error"], rows, headline))
}

fn target_row(target: &Json) -> Vec<Cell> {
    let text = |path: &[&str]| target.at(path).map_or(Cell::None, |value| Cell::Text(value.plain()));
    let scraped = target.get("lastScrape").and_then(Json::text).and_then(|text| parse_moment(text, Micros(0)).ok());
    vec![
        text(&["labels", "job"]),
        text(&["labels", "instance"]),
        text(&["health"]),
        scraped.map_or(Cell::None, Cell::Time),
        target.get("lastScrapeDuration").and_then(Json::number).map_or(Cell::None, |secs| Cell::Number(secs.clone())),
        text(&["lastError"]),
    ]
}

/// One row a fact about the build.
pub(super) fn build_info(data: &RawValue) -> Option<Reading> {
    let Json::Object(facts) = json::parse(data.get().as_bytes()).ok()? else { return None };
    let version = facts.iter().find(|(key, _)| key == "version").and_then(|(_, value)| value.text())?;
    let headline = Headline::new(if version.is_empty() { "version not given" } else { version }, "");
    let rows = facts.iter().map(|(key, value)| vec![Cell::Text(key.clone()), Cell::Text(value.plain())]).collect();
    Some(Reading::of_facts(&["fact", "value"], rows, headline))
}

fn list(data: &RawValue) -> Option<Vec<Json>> {
    match json::parse(data.get().as_bytes()).ok()? {
        Json::List(list) => Some(list),
        Json::Null => Some(Vec::new()),
        _ => None,
    }
}

fn of_names(names: Vec<String>, unit: &str, none: &str) -> Reading {
    if names.is_empty() {
        return Reading::understood(Outcome::NoData, Headline::new(none, ""), Data::Names { names });
    }
    let count = Number::count(u64::try_from(names.len()).unwrap_or(u64::MAX));
    Reading::understood(Outcome::Value, Headline::new(count.text(), unit), Data::Names { names })
}
