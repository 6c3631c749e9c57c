//! Reading a saved answer of which only the kind is known.

use crate::json::{self, Json};
use crate::reading::Reading;
use crate::{prometheus, search};
use std::str::FromStr;

/// The kinds of answer that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An answer of the Prometheus HTTP API.
    Prometheus,
    /// An answer of Elasticsearch or OpenSearch.
    Search,
}

/// A word that names no kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown kind \"{0}\"; the kinds are: prometheus, search")]
pub struct UnknownKind(String);

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "prometheus" => Ok(Self::Prometheus),
            "search" => Ok(Self::Search),
            other => Err(UnknownKind(other.chars().take(64).collect())),
        }
    }
}

/// Reads an answer, guessing from its shape which address it comes from.
pub fn read_any(kind: Kind, status: u16, content_type: Option<&str>, body: &[u8]) -> Reading {
    match kind {
        Kind::Prometheus => prometheus::read(guess_prometheus(body), status, content_type, body),
        Kind::Search => search::read(search::guess_endpoint(body), status, content_type, body),
    }
}

fn guess_prometheus(body: &[u8]) -> prometheus::Endpoint {
    use prometheus::Endpoint;
    // A matrix can be tens of megabytes, and its shape stands at the front: do not read it twice.
    let front = body.get(..256).unwrap_or(body);
    if front.windows(12).any(|part| part == b"\"resultType\"") {
        return Endpoint::Query;
    }
    let Ok(answer) = json::parse(body) else { return Endpoint::Query };
    let Some(data) = answer.get("data") else { return Endpoint::Query };
    match data {
        Json::List(items) if items.iter().any(|item| matches!(item, Json::Object(_))) => Endpoint::Series,
        Json::List(_) => Endpoint::LabelValues,
        Json::Object(_) if data.get("resultType").is_some() => Endpoint::Query,
        Json::Object(_) if data.get("activeTargets").is_some() => Endpoint::Targets,
        Json::Object(_) if data.get("version").is_some() => Endpoint::BuildInfo,
        Json::Object(metrics)
            if metrics
                .iter()
                .all(|(_, entries)| matches!(entries, Json::List(list) if list.iter().all(|entry| entry.get("type").is_some()))) =>
        {
            Endpoint::Metadata
        }
        _ => Endpoint::Query,
    }
}
