//! Reads answers of the Prometheus HTTP API: Prometheus 2 and 3, Thanos, Mimir, VictoriaMetrics.
//!
//! The status code cannot be trusted alone (time-outs come as 400, failures as 200), `errorType` is free text, an empty list is not a
//! zero, and `warnings` may mean that half of the stores did not answer.

mod data;
mod error;
mod lists;
mod pieces;

pub use pieces::read_pieces;

use crate::body::{self, Api};
use crate::json;
use crate::query::Query;
use crate::reading::{Data, Reading, Remark, RemarkLevel};
use serde_json::value::RawValue;

const API: Api = Api { name: "Prometheus", code: "not_prometheus", usual_port: 9_090 };

/// Which address of the API answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endpoint {
    /// `/api/v1/query`.
    Query,
    /// `/api/v1/query_range`.
    QueryRange,
    /// `/api/v1/series`.
    Series,
    /// `/api/v1/labels`.
    Labels,
    /// `/api/v1/label/<name>/values`.
    LabelValues,
    /// `/api/v1/metadata`.
    Metadata,
    /// `/api/v1/targets`.
    Targets,
    /// `/api/v1/status/buildinfo`.
    BuildInfo,
}

/// Reads an answer, whatever it is. Never fails: what cannot be read is could-not-ask.
pub fn read(endpoint: Endpoint, status: u16, content_type: Option<&str>, body: &[u8]) -> Reading {
    let envelope = match json::entries(body) {
        Ok(entries) => Envelope(entries),
        Err(_) if json::parse(body).is_ok() => return body::foreign_json(&API, status, body),
        Err(fault) => return body::unreadable(&API, &fault, status, content_type, body),
    };
    let mut reading = match envelope.text("status").as_deref() {
        Some("success") if (200..300).contains(&status) => match envelope.raw("data") {
            Some(data) => read_data(endpoint, data).unwrap_or_else(|| body::foreign_json(&API, status, body)),
            None => body::foreign_json(&API, status, body),
        },
        Some("error") => error::read(status, &envelope.text("errorType").unwrap_or_default(), &envelope.text("error").unwrap_or_default()),
        _ => body::foreign_json(&API, status, body),
    };
    annotate(&mut reading, &envelope);
    reading
}

/// Makes the advice of a reading concrete where only the query knows the numbers: the coarser step that covers the whole window.
pub fn advise(reading: &mut Reading, query: &Query) {
    if let Some(reason) = reading.reason.as_mut().filter(|reason| reason.code == "too_many_points") {
        reason.todo = error::coarser_step(query.window, error::points_limit(&reason.detail));
    }
}

/// What builds this source is, from the answer of `/api/v1/status/buildinfo`: `Prometheus 3.16.0`.
///
/// VictoriaMetrics answers with the version of Prometheus it stands in for and nothing else; that is called Prometheus-compatible.
pub fn build(body: &[u8]) -> Option<String> {
    let answer = json::parse(body).ok()?;
    let data = answer.get("data")?;
    let version = data.get("version")?.text().filter(|version| !version.is_empty())?;
    let name = if data.get("goVersion").is_some() { "Prometheus" } else { "Prometheus-compatible" };
    Some(format!("{name} {version}"))
}

fn read_data(endpoint: Endpoint, data: &RawValue) -> Option<Reading> {
    match endpoint {
        Endpoint::Query | Endpoint::QueryRange => data::read(data),
        Endpoint::Series => lists::series(data),
        Endpoint::Labels => lists::names(data, "label names"),
        Endpoint::LabelValues => lists::names(data, "label values"),
        Endpoint::Metadata => lists::metadata(data),
        Endpoint::Targets => lists::targets(data),
        Endpoint::BuildInfo => lists::build_info(data),
    }
}

/// Puts the source's remarks into the reading, with what they mean for it.
fn annotate(reading: &mut Reading, envelope: &Envelope<'_>) {
    if envelope.raw("isPartial").is_some_and(|raw| raw.get() == "true") {
        reading.missing.push("the source says that its answer is partial: some of its storage nodes did not answer".to_owned());
    }
    for text in envelope.texts("warnings") {
        if text.contains("truncated") {
            let (series, items) = reading.data.counts();
            let left = if matches!(reading.data, Data::Series { .. }) { format!("{series} series") } else { format!("{items} items") };
            reading.truncated = Some(format!("{left} left by a limit"));
        } else if means_partial(&text) {
            reading.missing.push(format!("the source warns: {text}"));
        }
        reading.remarks.push(Remark { level: RemarkLevel::Warning, text });
    }
    reading.remarks.extend(envelope.texts("infos").into_iter().map(|text| Remark { level: RemarkLevel::Info, text }));
}

/// Whether a warning means that something did not answer. Warnings of PromQL itself do not.
fn means_partial(warning: &str) -> bool {
    let warning = warning.to_lowercase();
    !warning.starts_with("promql ")
        && [
            "partial",
            "storeapi",
            "remote read",
            "remote_read",
            "receive series",
            "fetch",
            "unavailable",
            "timeout",
            "deadline",
            "failed",
            "error",
            "refused",
        ]
        .iter()
        .any(|word| warning.contains(word))
}

/// The outer object of every answer.
struct Envelope<'a>(Vec<(std::borrow::Cow<'a, str>, &'a RawValue)>);

impl<'a> Envelope<'a> {
    fn raw(&self, key: &str) -> Option<&'a RawValue> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, raw)| *raw)
    }

    fn text(&self, key: &str) -> Option<String> {
        serde_json::from_str(self.raw(key)?.get()).ok()
    }

    /// A list of texts; empty if it is absent, null or anything else.
    fn texts(&self, key: &str) -> Vec<String> {
        self.raw(key).and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default()
    }
}
