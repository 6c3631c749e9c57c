//! One sentence for people who can't see the chart, made of the data alone.

use super::range::Range;
use super::{Data, Line, Point, Reading, Series, Table, Total};
use crate::time::Micros;
use std::collections::BTreeSet;

/// How many names a sentence lists.
const MAX_NAMES: usize = 8;

impl Reading {
    /// One sentence, at most a few hundred characters, that says what the answer holds and what it lacks.
    pub fn sentence(&self) -> String {
        let mut text = match (&self.reason, &self.data) {
            (Some(reason), _) => format!("Could not ask: {}", reason.what),
            (None, Data::Series { series }) if !series.is_empty() => describe_series(series),
            (None, Data::Table(table)) if !table.rows.is_empty() => describe_table(table),
            (None, Data::Lines { total, lines }) => describe_lines(*total, lines),
            (None, Data::Names { names }) if !names.is_empty() => format!("{}: {}", self.headline.phrase(), list(names.iter())),
            (None, Data::Text { text }) => format!("The text \"{text}\""),
            (None, _) => capitalise(&self.headline.phrase()),
        };
        if self.partial() {
            text.push_str("; partial: ");
            text.push_str(&self.missing.join("; "));
        }
        if let Some(truncated) = &self.truncated {
            text.push_str("; cut off: ");
            text.push_str(truncated);
        }
        // The source's own words may already end in one.
        if !text.ends_with('.') {
            text.push('.');
        }
        text
    }
}

fn describe_series(series: &[Series]) -> String {
    let mut text = format!("{} series", series.len());
    let counts = series.iter().map(|one| one.points.len());
    let (fewest, most) = (counts.clone().min().unwrap_or(0), counts.max().unwrap_or(0));
    match (fewest, most) {
        (0, 0) => {}
        (1, 1) => text.push_str(", one point each"),
        (fewest, most) if fewest == most => text.push_str(&format!(", {most} points each")),
        (fewest, most) => text.push_str(&format!(", {fewest} to {most} points each")),
    }
    let from = series.iter().filter_map(|one| one.points.first()).map(|point| point.at).min();
    let to = series.iter().filter_map(|one| one.points.last()).map(|point| point.at).max();
    if let (Some(from), Some(to)) = (from, to) {
        text.push_str(&span(from, to));
    }
    let range = Range::of(series);
    match (range.lowest, range.highest) {
        (Some((_, low)), Some((_, high))) if low.value.value() == high.value.value() => {
            text.push_str(if most > 1 || series.len() > 1 { "; all " } else { "; " });
            text.push_str(low.value.text());
        }
        (Some(low), Some(high)) => {
            let telling = telling_labels(series);
            text.push_str(&format!("; lowest {}, highest {}", extreme(low, &telling), extreme(high, &telling)));
        }
        _ => {}
    }
    if range.not_finite > 0 {
        let were = if range.not_finite == 1 { "1 point is" } else { &format!("{} points are", range.not_finite) };
        text.push_str(&format!("; {were} NaN or infinite and left out of lowest and highest"));
    }
    let histograms: u64 = series.iter().map(|one| one.histograms).sum();
    if histograms > 0 {
        text.push_str(&format!("; native histograms are counted ({histograms}), not read"));
    }
    text
}

fn extreme((series, point): (&Series, &Point), telling: &[&str]) -> String {
    let labels: Vec<String> = telling.iter().filter_map(|key| Some(format!("{key}={}", series.label(key)?))).collect();
    if labels.is_empty() { point.value.text().to_owned() } else { format!("{} ({})", point.value.text(), labels.join(", ")) }
}

/// The labels that tell the series apart for a person: a well-known one first, a second one only if the first does not suffice.
fn telling_labels(series: &[Series]) -> Vec<&str> {
    let known = ["pod", "broker", "instance", "node", "topic"].into_iter();
    let own = series.first().into_iter().flat_map(|first| &first.labels).map(|(key, _)| key.as_str());
    let mut telling = Vec::new();
    for key in known.chain(own) {
        let values = series.iter().map(|one| one.label(key)).collect::<BTreeSet<_>>().len();
        if values < 2 || telling.contains(&key) {
            continue;
        }
        telling.push(key);
        if values == series.len() || telling.len() == 2 {
            break;
        }
    }
    telling
}

/// ` at 13:30:00`, or ` from 13:00 to 16:00`, with the days where they differ.
fn span(from: Micros, to: Micros) -> String {
    if from == to {
        return format!(" at {} UTC", from.day_time());
    }
    if from.day() == to.day() {
        return format!(" on {} from {} to {} UTC", from.day(), from.clock(), to.clock());
    }
    format!(" from {} to {} UTC", from.day_time(), to.day_time())
}

fn describe_table(table: &Table) -> String {
    let rows = table.rows.len();
    let names = list(table.columns.iter().map(|column| &column.name));
    let of = match table.total {
        Some(Total::Exact(count)) => format!(" over {count} hits"),
        Some(Total::AtLeast(count)) => format!(" over {count} hits or more"),
        _ => String::new(),
    };
    format!("{rows} {}{of}: {names}", if rows == 1 { "row" } else { "rows" })
}

fn describe_lines(total: Total, lines: &[Line]) -> String {
    let shown = lines.len();
    let mut text = match total {
        Total::Exact(count) => format!("{shown} of {count} lines"),
        Total::AtLeast(count) => format!("{shown} of {count} or more lines"),
        Total::Unknown => format!("{shown} lines; how many match in all was not given"),
    };
    let from = lines.iter().filter_map(|line| line.at).min();
    let to = lines.iter().filter_map(|line| line.at).max();
    if let (Some(from), Some(to)) = (from, to) {
        text.push_str(&span(from, to));
    }
    text
}

fn list<'a>(names: impl ExactSizeIterator<Item = &'a String>) -> String {
    let count = names.len();
    let mut text = names.take(MAX_NAMES).cloned().collect::<Vec<_>>().join(", ");
    if count > MAX_NAMES {
        text.push_str(&format!(" and {} more", count - MAX_NAMES));
    }
    text
}

fn capitalise(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
