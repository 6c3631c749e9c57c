//! Evidence in the state.

use super::Stamp;
use crate::event::{BodyRef, Concerned, Material, QueryEnd, Replayed};
use crate::id::{EvidenceId, QuestionId, StreamKey};
use evidence::query::Query;
use evidence::reading::Summary;
use evidence::time::Micros;
use serde::{Deserialize, Serialize};

/// A piece of evidence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// Its id.
    pub id: EvidenceId,
    /// The stream.
    pub stream: StreamKey,
    /// Brought for which question.
    pub question: Option<QuestionId>,
    /// Asked or added at.
    pub recorded: Stamp,
    /// Somebody said that there is no known event of the kind it did not find: when, by whom, why.
    pub no_known_event: Option<(Stamp, String)>,
    /// What it is.
    pub what: What,
}

/// What a piece of evidence is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// A query run.
    Run(Box<Run>),
    /// Anything else.
    Material {
        /// One line on what it is.
        title: String,
        /// What it is.
        material: Material,
        /// Its bytes.
        raw: Option<BodyRef>,
    },
}

/// A query run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The configured source.
    pub source: String,
    /// What was asked.
    pub query: Query,
    /// The limits in force.
    pub policy: String,
    /// The record it repeats.
    pub rerun_of: Option<EvidenceId>,
    /// The absence it is to prove, if it is a control.
    pub control_of: Option<EvidenceId>,
    /// How it went.
    pub progress: Progress,
}

/// How a run goes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// It waits or runs.
    Pending,
    /// It ended without an answer.
    Ended {
        /// When.
        at: Micros,
        /// How.
        how: QueryEnd,
        /// Details.
        why: String,
    },
    /// It was answered, or could not be asked.
    Answered(Box<Answered>),
}

/// An answer of a source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answered {
    /// What it says.
    pub summary: Summary,
    /// The raw answer.
    pub raw: Option<BodyRef>,
    /// When the request left.
    pub executed_at: Micros,
    /// From sending to the last byte, microseconds.
    pub took_us: i64,
    /// The HTTP status.
    pub status: Option<u16>,
    /// Product and version of the source.
    pub source_build: Option<String>,
    /// A recording answered.
    pub replayed: Option<Replayed>,
    /// It came after the incident was closed, or after the run had been ended.
    pub late: bool,
}

impl Run {
    /// The key under which runs that ask the same are found.
    pub fn shape_key(&self) -> String {
        shape_key(&self.source, &self.query)
    }
}

impl Concerned {
    /// The key under which runs that ask the same are found.
    pub fn shape_key(&self) -> String {
        shape_key(&self.source, &self.query)
    }
}

fn shape_key(source: &str, query: &Query) -> String {
    format!("{source}\n{}", query.shape())
}

impl Evidence {
    /// When the source was asked, or when the material was recorded here: never a typed time. None while a run waits.
    pub fn executed_at(&self) -> Option<Micros> {
        match &self.what {
            What::Run(run) => match &run.progress {
                Progress::Answered(answered) => Some(answered.executed_at),
                Progress::Pending | Progress::Ended { .. } => None,
            },
            What::Material { .. } => Some(self.recorded.at),
        }
    }
}
