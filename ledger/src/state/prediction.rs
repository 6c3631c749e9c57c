//! Predictions and contradictions in the state.

use super::Stamp;
use crate::event::{Cite, Concerned, Score};
use crate::id::{AnyId, ContradictionId, EvidenceId, HypothesisId, PredictionId, StreamKey};
use serde::{Deserialize, Serialize};

/// What somebody expected to see, written before the looking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prediction {
    /// Its id.
    pub id: PredictionId,
    /// The stream that predicts.
    pub stream: StreamKey,
    /// What is expected.
    pub text: String,
    /// The hypothesis it follows from.
    pub hypothesis: Option<HypothesisId>,
    /// The query it concerns.
    pub concerns: Option<Concerned>,
    /// What else it concerns, in words; may be empty.
    pub about: String,
    /// The run that was started in the same act.
    pub run: Option<EvidenceId>,
    /// sha256 in hex over what was sealed.
    pub seal: String,
    /// When and by whom.
    pub sealed: Stamp,
    /// How it was scored, oldest first.
    pub scores: Vec<Scored>,
}

/// A person compared what came with what had been expected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scored {
    /// When, by whom.
    pub stamp: Stamp,
    /// How it came.
    pub score: Score,
    /// What shows it.
    pub evidence: Vec<EvidenceId>,
    /// In words; may be empty.
    pub why: String,
}

/// Readings that can't all hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contradiction {
    /// Its id.
    pub id: ContradictionId,
    /// What does not go together.
    pub text: String,
    /// The sides, at least two.
    pub sides: Vec<AnyId>,
    /// When and by whom it was noted.
    pub noted: Stamp,
    /// How it was explained, if it was.
    pub explained: Option<Explained>,
}

/// How a contradiction was explained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explained {
    /// When, by whom.
    pub stamp: Stamp,
    /// How both can be.
    pub text: String,
    /// What that rests on.
    pub cites: Vec<Cite>,
}
