//! What follows from what was seen: tables, not taste.
//!
//! Nobody types the state of a hypothesis. It is computed from what was looked for and seen, so that it moves at once when evidence falls.

use crate::event::Observed;
use crate::id::{AnyId, EvidenceId, HypothesisId};
use crate::state::{Contradiction, Finding, Hypothesis, LookedFor, Progress, State, What};
use evidence::reading::Outcome;
use serde::{Deserialize, Serialize};

mod absence;
mod effect;
mod prediction;

pub use absence::{Absence, absence_of, absence_of_finding};
pub use effect::{Unmeasured, Verdict, verdict_of};
pub use prediction::{HitRate, already_seen, hit_rate, score_of};

/// The version of these rules. A state that was computed by others says so.
pub const RULES_VERSION: u16 = 1;

/// How a hypothesis stands. There is no "confirmed".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HypothesisState {
    /// A hunch: it has no state.
    Hunch,
    /// Nobody has looked for what would refute it.
    Untested,
    /// Looked for so many times, never seen.
    Surviving(u32),
    /// Looked for, and it could not be told.
    Inconclusive,
    /// A prediction of it was missed, or a contradiction with it is not explained.
    Contradicted,
    /// No cause; kept as a trigger.
    Demoted,
    /// What would refute it was seen.
    Refuted,
    /// It was retracted.
    Retracted,
}

/// What one look comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Look {
    /// It was seen.
    Seen,
    /// It was not seen, and the evidence could have shown it: a failed attempt to refute.
    NotSeen,
    /// It was not seen, but nothing shows that the evidence could have shown it: no attempt.
    Unproven,
    /// It could not be told: no attempt.
    Undecided,
    /// What it rested on fell: it counts for nothing.
    Fallen,
}

/// How a hypothesis stands: the first row that fits.
///
/// | the hypothesis | state |
/// |---|---|
/// | was retracted | retracted |
/// | was never given a refuter | hunch |
/// | was demoted by a person | demoted |
/// | one look saw what would refute it | refuted |
/// | a prediction that follows from it was missed, or a contradiction with it is not explained | contradicted |
/// | n looks did not see it and could have | surviving (n) |
/// | somebody looked | inconclusive |
/// | nobody looked | untested |
pub fn state_of(state: &State, hypothesis: &Hypothesis) -> HypothesisState {
    let looks: Vec<Look> = hypothesis.refuters.iter().flat_map(|refuter| &refuter.looks).map(|look| look_of(state, look)).collect();
    let survived = looks.iter().filter(|look| **look == Look::NotSeen).count();
    if state.fallen.contains_key(&AnyId::from(hypothesis.id)) {
        HypothesisState::Retracted
    } else if hypothesis.proposed.is_none() {
        HypothesisState::Hunch
    } else if hypothesis.demoted.is_some() {
        HypothesisState::Demoted
    } else if looks.contains(&Look::Seen) {
        HypothesisState::Refuted
    } else if is_contradicted(state, hypothesis.id) {
        HypothesisState::Contradicted
    } else if survived > 0 {
        HypothesisState::Surviving(u32::try_from(survived).unwrap_or(u32::MAX))
    } else if looks.iter().any(|look| *look != Look::Fallen) {
        HypothesisState::Inconclusive
    } else {
        HypothesisState::Untested
    }
}

fn is_contradicted(state: &State, id: HypothesisId) -> bool {
    let unexplained = |contradiction: &Contradiction| contradiction.explained.is_none() && contradiction.sides.contains(&id.into());
    state.contradictions.values().any(|contradiction| unexplained(contradiction)) || prediction::has_missed(state, id)
}

/// What one look comes to.
pub fn look_of(state: &State, look: &LookedFor) -> Look {
    if !look.stands(state) {
        return Look::Fallen;
    }
    match look.observed {
        Observed::Yes => Look::Seen,
        Observed::No if look.evidence.iter().any(|id| could_show(state, *id)) => Look::NotSeen,
        Observed::No => Look::Unproven,
        Observed::CantTell => Look::Undecided,
    }
}

/// Whether evidence could have shown what it does not show.
///
/// A query that shows other values of the same thing is its own control. One that shows nothing or only zeros is a claim about the
/// query until a control has found a known event; what was missing or cut off may be the very thing. What is no query was looked at by a
/// person.
pub fn could_show(state: &State, id: EvidenceId) -> bool {
    let Some(found) = state.evidence.get(&id) else { return false };
    match &found.what {
        What::Run(run) => match &run.progress {
            Progress::Answered(answered) => {
                let summary = &answered.summary;
                let complete = summary.missing.is_empty() && summary.truncated.is_none();
                summary.outcome == Outcome::Value && complete || matches!(absence_of(state, id), Some(Absence::Proven { .. }))
            }
            Progress::Pending | Progress::Ended { .. } => false,
        },
        What::Material { .. } => true,
    }
}

/// Whether one person had asked, read and weighed a finding, and no other has stood by it since. Only where one person does all.
pub fn one_pair_of_eyes(state: &State, finding: &Finding) -> bool {
    let Some(incident) = &state.incident else { return false };
    let by = &finding.recorded.by;
    let alone = incident.solo || incident.solo_ended.as_ref().is_some_and(|ended| finding.recorded.seq < ended.seq);
    let asked = finding.answers.iter().all(|id| state.questions.get(id).is_none_or(|question| question.asked.by == *by));
    let read = finding.cites.iter().all(|cite| match cite.id {
        AnyId::EvidenceId(id) => state.evidence.get(&id).is_none_or(|found| found.recorded.by == *by),
        _ => true,
    });
    let stood_by = state.affirmed.get(&finding.id.into()).into_iter().flatten().any(|affirmation| affirmation.stamp.by != *by);
    alone && asked && read && !stood_by
}

/// Whether an attempt to refute a hypothesis is on record: somebody looked and could tell.
pub fn was_attacked(state: &State, hypothesis: &Hypothesis) -> bool {
    let mut looks = hypothesis.refuters.iter().flat_map(|refuter| &refuter.looks);
    looks.any(|look| matches!(look_of(state, look), Look::Seen | Look::NotSeen))
}
