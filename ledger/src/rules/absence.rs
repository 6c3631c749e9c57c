//! When a zero is a true zero: nothing is absent until the same query has found a known event of its kind.

use crate::event::Weight;
use crate::id::{AnyId, EvidenceId};
use crate::state::{Answered, Finding, Progress, Run, State, What};
use evidence::reading::Outcome;
use serde::{Deserialize, Serialize};

/// What a zero, or an answer without data, says about absence. Worse comes later, so that the worst of several counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Absence {
    /// The same query over another window found what it looks for: it would have shown it here.
    Proven {
        /// The run that found it.
        control: EvidenceId,
    },
    /// Somebody said, with a reason, that no known event of that kind exists.
    NoKnownEvent,
    /// Nothing on record shows that this query would have found it.
    Unproven,
    /// A part of the answer is missing or cut off, and it may be the very part.
    Partial,
    /// The same query over a window with a known event did not find that either.
    ControlFailed {
        /// The run that should have found it.
        control: EvidenceId,
    },
}

impl Absence {
    /// Whether a claim of absence may lean on it.
    pub fn holds(self) -> bool {
        matches!(self, Self::Proven { .. } | Self::NoKnownEvent)
    }
}

/// What a piece of evidence says about absence; none where it shows a value, was no query, or did not answer. The first row that fits:
///
/// | the evidence is a zero, or holds no data, and | absence |
/// |---|---|
/// | a part of the answer is missing | partial |
/// | the latest control of its shape found what it looks for | proven |
/// | the latest control of its shape did not | control failed |
/// | somebody said that no known event exists | no known event |
/// | none of these | unproven |
///
/// A control is a run of the same shape (see [`Query::shape`](evidence::query::Query::shape)) on the same source over another window that
/// stands: one that was asked as a control, or any that shows a value. A shape names its component, so a control of one component proves
/// nothing of another.
pub fn absence_of(state: &State, id: EvidenceId) -> Option<Absence> {
    let found = state.evidence.get(&id)?;
    let (run, answered) = answered(&found.what)?;
    if !matches!(answered.summary.outcome, Outcome::Zero | Outcome::NoData) {
        return None;
    }
    if !answered.summary.missing.is_empty() || answered.summary.truncated.is_some() {
        return Some(Absence::Partial);
    }
    Some(match latest_control(state, id, run) {
        Some((control, true)) => Absence::Proven { control },
        Some((control, false)) => Absence::ControlFailed { control },
        None if found.no_known_event.is_some() => Absence::NoKnownEvent,
        None => Absence::Unproven,
    })
}

/// What a finding rests on that shows nothing: the worst of it; none where all its evidence shows something.
pub fn absence_of_finding(state: &State, finding: &Finding) -> Option<Absence> {
    let rests = finding.cites.iter().filter(|cite| cite.how == Weight::RestsOn);
    let evidence = rests.filter_map(|cite| match cite.id {
        AnyId::EvidenceId(id) => absence_of(state, id),
        _ => None,
    });
    evidence.max()
}

/// The latest control of a run, and whether it found what it looks for.
fn latest_control(state: &State, id: EvidenceId, run: &Run) -> Option<(EvidenceId, bool)> {
    let peers = state.shapes.get(&run.shape_key())?;
    let controls = peers.iter().filter(|peer| **peer != id).filter_map(|peer| {
        let (other, answered) = answered(&state.evidence.get(peer)?.what)?;
        let found = answered.summary.outcome == Outcome::Value;
        let could_tell = answered.summary.outcome != Outcome::CouldNotAsk;
        let stands = !state.fallen.contains_key(&AnyId::from(*peer));
        let is_control = found || other.control_of.is_some() && could_tell;
        (is_control && stands && other.query.window != run.query.window).then_some((answered.executed_at, *peer, found))
    });
    controls.max().map(|(_, peer, found)| (peer, found))
}

fn answered(what: &What) -> Option<(&Run, &Answered)> {
    let What::Run(run) = what else { return None };
    match &run.progress {
        Progress::Answered(answered) => Some((run, answered)),
        Progress::Pending | Progress::Ended { .. } => None,
    }
}
