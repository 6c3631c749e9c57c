//! Hypotheses in the state.

use super::{Stamp, State};
use crate::event::{Cite, Observed, Relation};
use crate::id::{ActorId, AnyId, EvidenceId, HypothesisId, QuestionId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A hypothesis; without a refuter a hunch, which has no state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hypothesis {
    /// Its id.
    pub id: HypothesisId,
    /// What is held to be so.
    pub text: String,
    /// What it cites.
    pub cites: Vec<Cite>,
    /// When and by whom it was first written.
    pub noted: Stamp,
    /// When and by whom it was proposed as a hypothesis; none: it is a hunch.
    pub proposed: Option<Stamp>,
    /// What would refute it, oldest first.
    pub refuters: Vec<Refuter>,
    /// How it stands to others.
    pub relations: BTreeSet<(Relation, HypothesisId)>,
    /// Demoted to a trigger: when, by whom, why.
    pub demoted: Option<(Stamp, String)>,
    /// Proposed as the cause: when, by whom, and against which rival.
    pub cause: Option<(Stamp, HypothesisId)>,
    /// Who has rated which evidence. The ratings themselves are not in the state: readers get those they may see beside it.
    pub rated: BTreeMap<EvidenceId, BTreeSet<ActorId>>,
}

/// What would refute a hypothesis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refuter {
    /// The question that goes and looks; its text is the observation.
    pub question: QuestionId,
    /// When and by whom it was added.
    pub added: Stamp,
    /// Who looked and what was seen, oldest first.
    pub looks: Vec<LookedFor>,
}

/// Somebody looked for what would refute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookedFor {
    /// When, by whom.
    pub stamp: Stamp,
    /// What was seen.
    pub observed: Observed,
    /// What it rests on.
    pub evidence: Vec<EvidenceId>,
}

impl LookedFor {
    /// Whether all that it rests on still stands.
    pub fn stands(&self, state: &State) -> bool {
        !self.evidence.iter().any(|id| state.fallen.contains_key(&AnyId::from(*id)))
    }
}
