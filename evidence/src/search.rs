//! Reads answers of Elasticsearch 7 to 9 and OpenSearch.
//!
//! The traps here: a total may be a floor, or absent; shards may have failed under status 200; a pattern that matches no index answers
//! 200 with zero shards; a time-out comes with `_shards.failed: 0` and an "exact" total.

mod aggregations;
mod completeness;
mod error;
mod hits;
mod lists;
mod moment;
mod table;

use crate::body::{self, Api};
use crate::json::{self, Json};
use crate::reading::{Data, Headline, Outcome, Reading, Table, Total};
use completeness::Completeness;

const API: Api = Api { name: "Elasticsearch or OpenSearch", code: "not_search", usual_port: 9_200 };

/// Which address of the API answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endpoint {
    /// `/<index>/_search`.
    Search,
    /// `/<index>/_count`.
    Count,
    /// `/<index>/_field_caps`.
    FieldCaps,
    /// `/<index>/_mapping`.
    Mapping,
    /// `/_cat/indices?format=json`.
    CatIndices,
    /// `/_query`: ES|QL.
    Esql,
    /// `/`: name and version.
    Root,
}

/// Reads an answer, whatever it is. Never fails: what cannot be read is could-not-ask.
pub fn read(endpoint: Endpoint, status: u16, content_type: Option<&str>, body: &[u8]) -> Reading {
    let answer = match json::parse(body) {
        Ok(answer @ (Json::Object(_) | Json::List(_))) => answer,
        Ok(_) => return body::foreign_json(&API, status, body),
        Err(fault) => return body::unreadable(&API, &fault, status, content_type, body),
    };
    if let Some(error) = answer.get("error").filter(|error| **error != Json::Null) {
        return error::read(status, error);
    }
    if !(200..300).contains(&status) {
        return body::foreign_json(&API, status, body);
    }
    let reading = match endpoint {
        Endpoint::Search => read_search(&answer),
        Endpoint::Count => read_count(&answer),
        Endpoint::FieldCaps => lists::field_caps(&answer),
        Endpoint::Mapping => lists::mapping(&answer),
        Endpoint::CatIndices => lists::cat_indices(&answer),
        Endpoint::Esql => lists::esql(&answer),
        Endpoint::Root => lists::root(&answer),
    };
    reading.unwrap_or_else(|| body::foreign_json(&API, status, body))
}

/// What builds this source is, from the answer of `/`: `Elasticsearch 8.19.0`, `OpenSearch 2.19.6`.
pub fn build(body: &[u8]) -> Option<String> {
    lists::build_name(&json::parse(body).ok()?)
}

/// Which address a saved answer comes from, guessed from its shape. An answer of none of them reads as a search, and fails as one.
pub(crate) fn guess_endpoint(body: &[u8]) -> Endpoint {
    let Ok(answer) = json::parse(body) else { return Endpoint::Search };
    let has = |key: &str| answer.get(key).is_some();
    let entries = answer.entries();
    if let Json::List(_) = answer {
        Endpoint::CatIndices
    } else if has("columns") && has("values") {
        Endpoint::Esql
    } else if has("count") && has("_shards") {
        Endpoint::Count
    } else if has("fields") && !has("hits") {
        Endpoint::FieldCaps
    } else if has("version") && has("tagline") {
        Endpoint::Root
    } else if !entries.is_empty() && entries.iter().all(|(_, index)| index.get("mappings").is_some()) {
        Endpoint::Mapping
    } else {
        Endpoint::Search
    }
}

fn read_search(answer: &Json) -> Option<Reading> {
    let completeness = Completeness::of(answer);
    if let Some(nothing) = completeness.nothing_asked() {
        return Some(nothing);
    }
    let found = answer.get("hits");
    let aggregations = answer.get("aggregations");
    if found.is_none() && aggregations.is_none() {
        return None;
    }
    let total = completeness.floor(found.map_or(Total::Unknown, hits::total));
    let lines = found.and_then(|found| found.get("hits")).map_or_else(Vec::new, |list| hits::lines(list.items()));
    let mut reading = match aggregations {
        Some(aggregations) => read_aggregations(aggregations, total, lines.len()),
        None if !lines.is_empty() => Reading::understood(Outcome::Value, Headline::of_total(total), Data::Lines { total, lines }),
        None => read_total(total),
    };
    // What the search might have found had it gone on is not a zero.
    if completeness.timed_out && reading.outcome != Outcome::Value {
        return Some(Reading::could_not_ask(
            "timed_out",
            "the search ran out of time before it found anything",
            "timed_out: true, and nothing found",
            "Ask for a shorter window, or raise the time-out of the search.",
        ));
    }
    if let Some(found) = found {
        reading.remarks.extend(hits::ignored_fields(found));
    }
    completeness.annotate(&mut reading);
    Some(reading)
}

/// Aggregations speak for the answer; the total only where they hold no number at all.
fn read_aggregations(aggregations: &Json, total: Total, lines: usize) -> Reading {
    let mut found = aggregations::read(aggregations);
    let Table { columns, rows, .. } = &found.table;
    let outcome = match Outcome::of_cells(columns, rows) {
        Outcome::NoData if total == Total::Exact(0) => Outcome::Zero,
        outcome => outcome,
    };
    let headline = match (outcome, aggregations::only_value(&found.table)) {
        (Outcome::NoData, _) => Headline::new("no values in the aggregations", ""),
        (_, Some(headline)) => headline,
        (_, None) if total != Total::Unknown => Headline::of_total(total),
        _ => Headline::new(rows.len().to_string(), "rows"),
    };
    found.table.total = Some(total).filter(|total| *total != Total::Unknown);
    let mut reading = Reading::understood(outcome, headline, Data::Table(found.table));
    reading.remarks = found.remarks;
    if lines > 0 {
        found.cut.push(format!("{lines} hits beside the aggregations are only in the raw answer"));
    }
    reading.truncated = (!found.cut.is_empty()).then(|| found.cut.join("; "));
    reading
}

fn read_total(total: Total) -> Reading {
    let outcome = match total {
        Total::Exact(0) | Total::AtLeast(0) => Outcome::Zero,
        Total::Exact(_) | Total::AtLeast(_) => Outcome::Value,
        Total::Unknown => {
            return Reading::could_not_ask(
                "not_counted",
                "the answer holds neither hits nor their number",
                "hits.total is absent",
                "Ask with \"track_total_hits\": true, or with a size above 0.",
            );
        }
    };
    Reading::understood(outcome, Headline::of_total(total), Data::Total(total))
}

fn read_count(answer: &Json) -> Option<Reading> {
    let completeness = Completeness::of(answer);
    if let Some(nothing) = completeness.nothing_asked() {
        return Some(nothing);
    }
    let mut reading = read_total(completeness.floor(Total::Exact(answer.get("count")?.count()?)));
    completeness.annotate(&mut reading);
    Some(reading)
}
