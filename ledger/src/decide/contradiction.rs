//! Contradictions: readings that can't all hold. They stay open until somebody explains them.

use super::check::SENTENCE;
use super::{Case, Decision};
use crate::event::{Event, Weight};
use crate::id::{AnyId, ContradictionId};
use crate::refusal::{Refusal, RefusalKind};

/// The most sides of one contradiction.
const MAX_SIDES: usize = 12;

pub(super) fn note(case: &Case<'_>, text: &str, sides: &[AnyId]) -> Result<Decision, Refusal> {
    let text = case.text("what does not go together", text, SENTENCE)?;
    case.cites(&text)?;
    let mut known: Vec<AnyId> = Vec::new();
    for side in sides {
        match side {
            AnyId::EvidenceId(id) => drop(case.executed(*id)?),
            AnyId::FindingId(_) | AnyId::HypothesisId(_) | AnyId::MomentId(_) if case.state.said_at(*side).is_none() => {
                return Err(case.unknown(*side));
            }
            AnyId::FindingId(_) | AnyId::HypothesisId(_) | AnyId::MomentId(_) => case.stands(*side)?,
            _ => {
                let todo = "Name evidence, findings, hypotheses or moments: what says something about the system.";
                return Err(case.refuse(RefusalKind::Invalid, format!("{side} can't be a side of a contradiction"), todo));
            }
        }
        if !known.contains(side) {
            known.push(*side);
        }
    }
    if known.len() < 2 || known.len() > MAX_SIDES {
        let why = format!("{} different sides are named", known.len());
        let todo = format!("Name the readings that can't all hold: at least 2, at most {MAX_SIDES}.");
        return Err(case.refuse(RefusalKind::Invalid, why, todo));
    }
    let contradiction = ContradictionId(case.state.contradictions.last_key_value().map_or(1, |(last, _)| last.0.saturating_add(1)));
    Ok(Event::ContradictionNoted { contradiction, text, sides: known }.into())
}

/// An explanation rests on something: without that it would be one more claim.
pub(super) fn explain(case: &Case<'_>, contradiction: ContradictionId, text: &str) -> Result<Decision, Refusal> {
    let known = case.state.contradictions.get(&contradiction).ok_or_else(|| case.unknown(contradiction.into()))?;
    let text = case.text("the explanation", text, SENTENCE)?;
    let cites = case.cites(&text)?;
    if known.explained.as_ref().is_some_and(|explained| explained.text == text && explained.cites == cites) {
        return Ok(Decision::default());
    }
    let fell = known.sides.iter().any(|side| case.state.fallen.contains_key(side));
    if !fell && !cites.iter().any(|cite| cite.how == Weight::RestsOn) {
        let todo = "Name in the text what shows it: evidence (E-17), a finding (F-12). Or retract the side that is wrong, and say so.";
        return Err(case.refuse(RefusalKind::Invalid, "the explanation rests on nothing", todo));
    }
    Ok(Event::ContradictionExplained { contradiction, text, cites }.into())
}
