//! What is asked of a source: the text, the window and the step, all absolute.

use crate::time::Window;
use serde::{Deserialize, Serialize};

/// The kind of a source, which decides the languages it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceKind {
    /// Prometheus and what speaks its HTTP API: Thanos, Mimir, VictoriaMetrics.
    Prometheus,
    /// Elasticsearch 7 to 9 and OpenSearch.
    Search,
}

/// One query, complete: sending it twice asks the same thing twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Query {
    /// What is asked.
    pub ask: Ask,
    /// The absolute window it is asked for.
    pub window: Window,
}

/// The languages, with what each needs beside its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "language", rename_all = "snake_case")]
pub enum Ask {
    /// PromQL over the window, one point every `step_secs` (`/api/v1/query_range`).
    PromqlRange {
        /// The expression.
        text: String,
        /// Seconds between points, at least 1.
        step_secs: u32,
        /// Asked in consecutive pieces of at most so many seconds, one after the other; none: in one request.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece_secs: Option<u32>,
    },
    /// PromQL at the end of the window (`/api/v1/query`).
    PromqlInstant {
        /// The expression.
        text: String,
    },
    /// A Query DSL body for `_search`. The window is added as a filter on `time_field`, unless that is empty.
    QueryDsl {
        /// Index, alias, list or pattern.
        index: String,
        /// The JSON body as written.
        text: String,
        /// The date field the window is applied to; empty: the body speaks for itself.
        time_field: String,
    },
    /// A query string, for the lines it finds.
    QueryString {
        /// Index, alias, list or pattern.
        index: String,
        /// Lucene query string syntax.
        text: String,
        /// The date field the window is applied to.
        time_field: String,
        /// How many lines to bring, newest last; 0 counts only.
        size: u32,
    },
    /// ES|QL, where the source offers it. The window is handed over as a filter on `time_field`, unless that is empty.
    Esql {
        /// The query.
        text: String,
        /// The date field the window is applied to; empty: none.
        time_field: String,
    },
}

/// The most pieces one query is asked in.
pub const MAX_PIECES: usize = 12;

impl Query {
    /// The requests that are really sent, in order: one, unless a range is asked in pieces.
    ///
    /// A piece begins one step after the last point of the one before, so that the pieces hold the very points of the whole, each once.
    /// Too many pieces are cut at one more than [`MAX_PIECES`], so that a caller can tell.
    pub fn pieces(&self) -> Vec<Self> {
        let Ask::PromqlRange { text, step_secs, piece_secs: Some(piece_secs) } = &self.ask else { return vec![self.clone()] };
        let step = i64::from((*step_secs).max(1));
        let length = i64::from(*piece_secs) / step * step;
        let mut pieces = Vec::new();
        let mut start = self.window.start;
        while start <= self.window.end && pieces.len() <= MAX_PIECES {
            let end = start.plus_secs(length).min(self.window.end);
            let ask = Ask::PromqlRange { text: text.clone(), step_secs: *step_secs, piece_secs: None };
            pieces.push(Self { ask, window: Window { start, end } });
            start = start.plus_secs(length + step);
        }
        pieces
    }
}

impl Ask {
    /// The text a person wrote.
    pub fn text(&self) -> &str {
        match self {
            Self::PromqlRange { text, .. }
            | Self::PromqlInstant { text }
            | Self::QueryDsl { text, .. }
            | Self::QueryString { text, .. }
            | Self::Esql { text, .. } => text,
        }
    }

    /// The language's name as people say it.
    pub fn language(&self) -> &'static str {
        match self {
            Self::PromqlRange { .. } | Self::PromqlInstant { .. } => "PromQL",
            Self::QueryDsl { .. } => "Query DSL",
            Self::QueryString { .. } => "query string",
            Self::Esql { .. } => "ES|QL",
        }
    }

    /// The kind of source that takes it.
    pub fn source_kind(&self) -> SourceKind {
        match self {
            Self::PromqlRange { .. } | Self::PromqlInstant { .. } => SourceKind::Prometheus,
            Self::QueryDsl { .. } | Self::QueryString { .. } | Self::Esql { .. } => SourceKind::Search,
        }
    }
}
