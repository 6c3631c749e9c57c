//! Names for completion: metrics, labels, fields. Asked of the source at most once a minute, and never before evidence.

use super::Target;
use super::fetch::Request;
use crate::clock::Clock;
use crate::config::Reach;
use evidence::query::{Ask, SourceKind};
use evidence::reading::{Cell, Data, Outcome, Reading, Reason};
use evidence::time::{Micros, Window};
use evidence::{prometheus, promql, search, transport};
use serde::{Deserialize, Serialize};

/// How long an answer is taken from memory, in seconds.
const FRESH_SECS: i64 = 60;

/// The most names that are handed on: nobody reads more, and a large server has hundreds of thousands.
const MAX_ITEMS: usize = 10_000;

/// How many different answers are kept in memory for one source.
const MAX_CACHED: usize = 64;

/// What completion needs to know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "snake_case")]
pub enum HelpAsk {
    /// The names of all metrics.
    MetricNames,
    /// The label names of a metric.
    LabelNames {
        /// Which; empty: any.
        metric: String,
    },
    /// The values of a label.
    LabelValues {
        /// Which label.
        label: String,
        /// Of which metric; empty: any.
        metric: String,
    },
    /// Types and descriptions of metrics.
    Metadata,
    /// The fields of the source's index.
    Fields,
}

/// One name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HelpItem {
    /// The name as it is written in a query.
    pub name: String,
    /// Its type, and what it is; may be empty.
    pub detail: String,
}

/// An answer in memory.
pub(super) struct Cached {
    at: Micros,
    items: Vec<HelpItem>,
}

/// Answers from memory, else from the source.
pub(super) async fn help(target: &Target, clock: &Clock, ask: HelpAsk) -> Result<Vec<HelpItem>, Reason> {
    let request = request_of(target, &ask)?;
    if let Reach::Recorded(_) = &target.config.reach {
        return Ok(recorded(target, &ask));
    }
    let stressed = target.config.policy.stressed;
    let known = target.with_help(|cache| cache.get(&ask).map(|cached| (cached.at, cached.items.clone())));
    if let Some((at, items)) = &known
        && (stressed || clock.now() < at.plus_secs(FRESH_SECS))
    {
        return Ok(items.clone());
    }
    let name = &target.config.name;
    let Some(fetcher) = target.fetcher.as_ref().filter(|_| !stressed) else {
        return Err(reason("stressed", format!("{name} is stressed; nothing is asked of it for completion"), "Write the query by hand."));
    };
    let Some(_ticket) = target.lane.try_enter() else {
        // Old names are better than none while evidence has the source to itself.
        let busy = || reason("busy", format!("{name} is busy with queries"), "Write the query by hand, or wait.");
        return known.map(|(_, items)| items).ok_or_else(busy);
    };
    let fetched = fetcher.fetch(&request).await;
    if let Some(failure) = &fetched.failure {
        return Err(reason_of(transport::reading(name, failure)));
    }
    let (status, media_type) = (fetched.status.unwrap_or(0), fetched.media_type);
    let reading = {
        let (ask, body) = (ask.clone(), fetched.body);
        tokio::task::spawn_blocking(move || read(&ask, status, &media_type, &body)).await
    };
    let reading =
        reading.map_err(|_| reason("reader_failed", format!("the list of {name} could not be read"), "Write the query by hand."))?;
    if reading.outcome == Outcome::CouldNotAsk {
        return Err(reason_of(reading));
    }
    let items = items_of(&ask, reading.data);
    target.with_help(|cache| {
        if cache.len() >= MAX_CACHED {
            cache.clear();
        }
        cache.insert(ask, Cached { at: clock.now(), items: items.clone() });
    });
    Ok(items)
}

fn request_of(target: &Target, ask: &HelpAsk) -> Result<Request, Reason> {
    let kind = target.config.kind;
    let matching = |metric: &str| match metric {
        "" => Ok(Vec::new()),
        metric if is_name(metric) => Ok(vec![("match[]".to_owned(), metric.to_owned())]),
        metric => Err(reason("bad_name", format!("\"{metric}\" is not the name of a metric"), "Complete the name first.")),
    };
    let (path, params) = match (kind, ask) {
        (SourceKind::Prometheus, HelpAsk::MetricNames) => ("/api/v1/label/__name__/values".to_owned(), Vec::new()),
        (SourceKind::Prometheus, HelpAsk::LabelNames { metric }) => ("/api/v1/labels".to_owned(), matching(metric)?),
        (SourceKind::Prometheus, HelpAsk::LabelValues { label, metric }) if is_name(label) => {
            (format!("/api/v1/label/{label}/values"), matching(metric)?)
        }
        (SourceKind::Prometheus, HelpAsk::LabelValues { label, .. }) => {
            return Err(reason("bad_name", format!("\"{label}\" is not the name of a label"), "Complete the name first."));
        }
        (SourceKind::Prometheus, HelpAsk::Metadata) => ("/api/v1/metadata".to_owned(), Vec::new()),
        (SourceKind::Search, HelpAsk::Fields) => {
            let index = if target.config.index.is_empty() { "_all" } else { target.config.index.as_str() };
            (field_caps_path(index)?, vec![("fields".to_owned(), "*".to_owned())])
        }
        (SourceKind::Prometheus, HelpAsk::Fields) | (SourceKind::Search, _) => {
            return Err(reason(
                "wrong_language",
                format!("{} has no such names", target.config.name),
                "Choose a source of the other kind.",
            ));
        }
    };
    Ok(Request::Get { path, params })
}

/// The path of the fields of an index. The name of the index is checked and encoded as for a search, whose path ends differently.
fn field_caps_path(index: &str) -> Result<String, Reason> {
    let any = Ask::QueryString { index: index.to_owned(), text: "*".to_owned(), time_field: String::new(), size: 0 };
    let (path, _) = evidence::dsl::build_search(&any, Window { start: Micros(0), end: Micros(0) })
        .map_err(|error| reason("index", error.to_string(), "Correct the index of this source in the configuration."))?;
    Ok(format!("{}_field_caps", path.trim_end_matches("_search")))
}

/// Whether this can be the name of a metric or a label; other text must not get into the path.
fn is_name(text: &str) -> bool {
    text.len() <= 256
        && text.starts_with(|char: char| char.is_ascii_alphabetic() || matches!(char, '_' | ':'))
        && text.chars().all(|char| char.is_ascii_alphanumeric() || matches!(char, '_' | ':'))
}

fn read(ask: &HelpAsk, status: u16, media_type: &str, body: &[u8]) -> Reading {
    let endpoint = match ask {
        HelpAsk::MetricNames | HelpAsk::LabelValues { .. } => prometheus::Endpoint::LabelValues,
        HelpAsk::LabelNames { .. } => prometheus::Endpoint::Labels,
        HelpAsk::Metadata => prometheus::Endpoint::Metadata,
        HelpAsk::Fields => return search::read(search::Endpoint::FieldCaps, status, Some(media_type), body),
    };
    prometheus::read(endpoint, status, Some(media_type), body)
}

fn items_of(ask: &HelpAsk, data: Data) -> Vec<HelpItem> {
    match data {
        Data::Names { names } => names.into_iter().take(MAX_ITEMS).map(|name| HelpItem { name, detail: String::new() }).collect(),
        Data::Table(table) => {
            // Metadata: metric, type, unit, help. Fields: field, type and what it can be used for.
            let details: &[usize] = if *ask == HelpAsk::Metadata { &[1, 3] } else { &[1] };
            let text = |row: &[Cell], index: usize| match row.get(index) {
                Some(Cell::Text(text)) => text.clone(),
                _ => String::new(),
            };
            let item = |row: &Vec<Cell>| {
                let parts: Vec<String> = details.iter().map(|index| text(row, *index)).filter(|part| !part.is_empty()).collect();
                HelpItem { name: text(row, 0), detail: parts.join(": ") }
            };
            table.rows.iter().take(MAX_ITEMS).map(item).collect()
        }
        _ => Vec::new(),
    }
}

/// A recording knows the names that its queries use, and no others.
fn recorded(target: &Target, ask: &HelpAsk) -> Vec<HelpItem> {
    let Reach::Recorded(recording) = &target.config.reach else { return Vec::new() };
    if *ask != HelpAsk::MetricNames {
        return Vec::new();
    }
    let answers = recording.answers().iter().filter(|answer| answer.source == target.config.name);
    let mut names: Vec<String> = answers.flat_map(|answer| promql::metric_names(answer.query.ask.text())).collect();
    names.sort();
    names.dedup();
    names.into_iter().map(|name| HelpItem { name, detail: "in a recorded query".to_owned() }).collect()
}

fn reason(code: &str, what: String, todo: &str) -> Reason {
    Reason { code: code.to_owned(), what, detail: String::new(), todo: todo.to_owned() }
}

fn reason_of(reading: Reading) -> Reason {
    reading.reason.unwrap_or_else(|| reason("unreachable", reading.headline.text, "Write the query by hand."))
}
