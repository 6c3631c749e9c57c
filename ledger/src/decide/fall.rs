//! Claims that fall, and what is stood by although something below it fell.

use super::check::SENTENCE;
use super::{Case, Decision};
use crate::event::{Affirmed, Event};
use crate::falls::Falls;
use crate::id::{AnyId, EvidenceId, RetractionId};
use crate::refusal::{Refusal, RefusalKind};
use crate::rules::one_pair_of_eyes;

pub(super) fn retract(case: &Case<'_>, claim: AnyId, killed_by: &[EvidenceId], why: &str, believed: &str) -> Result<Decision, Refusal> {
    let refuse = |why: String, todo: &str| Err(case.refuse(RefusalKind::Invalid, why, todo));
    match claim {
        AnyId::FindingId(id) => drop(case.live_finding(id)?),
        AnyId::HypothesisId(_) | AnyId::MomentId(_) if case.state.said_at(claim).is_none() => return Err(case.unknown(claim)),
        AnyId::HypothesisId(_) | AnyId::MomentId(_) => case.stands(claim)?,
        AnyId::EvidenceId(id) => drop(case.executed(id)?),
        AnyId::ParagraphId(_) => return refuse(format!("{claim} is a paragraph"), "Write it anew: its versions stay on record."),
        AnyId::QuestionId(_) => return refuse(format!("{claim} is a question"), "Close it."),
        AnyId::ActionId(_) => return refuse(format!("{claim} is an action"), "What was done was done; measure what it did."),
        AnyId::PredictionId(_) => {
            return refuse(format!("{claim} is a prediction"), "Score it: a miss is a result, and it stays on record.");
        }
        AnyId::ContradictionId(_) => return refuse(format!("{claim} is a contradiction"), "Explain it."),
        AnyId::RetractionId(_) => {
            return refuse(format!("{claim} is a retraction"), "Record the claim anew, with the evidence that it holds after all.");
        }
    }
    let todo = "Name what killed it. If somebody said so, add that as a statement first and name it.";
    let killed_by = case.some_executed(killed_by, todo)?;
    if killed_by.iter().any(|killer| AnyId::from(*killer) == claim) {
        return refuse(format!("{claim} cannot kill itself"), "Name the evidence that shows that its reading is wrong.");
    }
    let why = case.text("the reason", why, SENTENCE)?;
    let believed = case.optional_text("why it was believed", believed, SENTENCE)?;
    case.cites(&why)?;
    case.cites(&believed)?;
    let retraction = RetractionId(case.state.retractions.last_key_value().map_or(1, |(last, _)| last.0.saturating_add(1)));
    Ok(Event::ClaimRetracted { retraction, claim, killed_by, why, believed }.into())
}

/// Whether a second person looks at what one person had asked, read and weighed.
fn is_second_look(case: &Case<'_>, claim: AnyId) -> bool {
    let AnyId::FindingId(id) = claim else { return false };
    let Some(finding) = case.state.findings.get(&id) else { return false };
    finding.recorded.by != case.permit.actor().id && one_pair_of_eyes(case.state, finding)
}

pub(super) fn affirm(case: &Case<'_>, claims: &[AnyId], why: &str) -> Result<Decision, Refusal> {
    let why = case.text("the reason", why, SENTENCE)?;
    case.cites(&why)?;
    let falls = Falls::of(case.state);
    let mut affirmed: Vec<Affirmed> = Vec::new();
    for claim in claims {
        if case.state.said_at(*claim).is_none() {
            return Err(case.unknown(*claim));
        }
        case.stands(*claim)?;
        if is_second_look(case, *claim) {
            affirmed.push(Affirmed { claim: *claim, despite: Vec::new() });
            continue;
        }
        // Somebody else was faster, or it was written anew: what is wanted is so already.
        let Some(marked) = falls.below(*claim) else { continue };
        if !affirmed.iter().any(|known| known.claim == *claim) {
            affirmed.push(Affirmed { claim: *claim, despite: marked.falls.iter().map(|fall| fall.retraction).collect() });
        }
    }
    if affirmed.is_empty() {
        return Ok(Decision::default());
    }
    Ok(Event::ClaimsAffirmed { claims: affirmed, why }.into())
}
