//! Hunches and hypotheses: written down to be killed.

use super::check::{PARAGRAPH, SENTENCE, TITLE};
use super::{Case, Decision, question};
use crate::command::NewRefuter;
use crate::event::{Event, Observed, Rating, Relation};
use crate::id::{EvidenceId, HypothesisId, ParagraphId, QuestionId};
use crate::refusal::{Refusal, RefusalKind};
use crate::rules::{HypothesisState, could_show, state_of, was_attacked};
use crate::state::Hypothesis;

/// The most refuters that come with one command.
const MAX_REFUTERS: usize = 12;

pub(super) fn note(case: &Case<'_>, text: &str) -> Result<Decision, Refusal> {
    let text = case.text("the hunch", text, SENTENCE)?;
    let cites = case.cites(&text)?;
    Ok(Event::HunchNoted { hypothesis: next_id(case), text, cites }.into())
}

pub(super) fn propose(case: &Case<'_>, hunch: Option<HypothesisId>, text: &str, refuters: &[NewRefuter]) -> Result<Decision, Refusal> {
    let text = case.text("the hypothesis", text, SENTENCE)?;
    let cites = case.cites(&text)?;
    let hypothesis = match hunch {
        Some(id) if case.hypothesis(id)?.proposed.is_some() => {
            let why = format!("{id} is a hypothesis already");
            return Err(case.refuse(RefusalKind::Conflict, why, "Add a refuter to it, or propose a new one."));
        }
        Some(id) => {
            case.stands(id)?;
            id
        }
        None => next_id(case),
    };
    let mut decision = Decision::from(Event::HypothesisProposed { hypothesis, text, cites });
    add_refuters(case, hypothesis, refuters, &mut decision)?;
    Ok(decision)
}

pub(super) fn more_refuters(case: &Case<'_>, hypothesis: HypothesisId, refuters: &[NewRefuter]) -> Result<Decision, Refusal> {
    case.live_hypothesis(hypothesis)?;
    let mut decision = Decision::default();
    add_refuters(case, hypothesis, refuters, &mut decision)?;
    Ok(decision)
}

/// Each refuter is a question to the stream that owns it, and says whose refuter that question is.
fn add_refuters(case: &Case<'_>, hypothesis: HypothesisId, refuters: &[NewRefuter], decision: &mut Decision) -> Result<(), Refusal> {
    if refuters.is_empty() {
        let todo = "Say what observation would kill it, and which stream goes and looks; or note it as a hunch. Starters: it was there \
                    before onset; a peer without it stalls too; removing it changes nothing; more of it is not worse.";
        return Err(case.refuse(RefusalKind::Invalid, "nothing is named that would refute it", todo));
    }
    if refuters.len() > MAX_REFUTERS {
        let why = format!("{} refuters are named, at most {MAX_REFUTERS} fit", refuters.len());
        return Err(case.refuse(RefusalKind::Invalid, why, "Begin with the ones that would kill it fastest."));
    }
    // All questions of one command are minted from the same state.
    let mut minted = 0;
    for refuter in refuters {
        let (observation, stream, component, window) = match refuter {
            NewRefuter::Ask { observation, stream, component, window } => (observation, stream, component, *window),
            NewRefuter::Asked(question) => {
                if let Some(other) = case.open_question(*question)?.refutes {
                    let why = format!("{question} would refute {other} already");
                    return Err(case.refuse(RefusalKind::Conflict, why, "Say what else would refute it, or ask that anew."));
                }
                decision.events.push(Event::RefuterAdded { hypothesis, question: *question });
                continue;
            }
        };
        for event in question::ask(case, stream, observation, window, (component.as_deref(), None))?.events {
            let Event::QuestionAsked { question, stream, text, window, component, metric, pass } = event else { continue };
            let question = QuestionId(question.0.saturating_add(minted));
            minted += 1;
            decision.events.push(Event::QuestionAsked { question, stream, text, window, component, metric, pass });
            decision.events.push(Event::RefuterAdded { hypothesis, question });
        }
    }
    Ok(())
}

pub(super) fn look_for(
    case: &Case<'_>,
    question: QuestionId,
    observed: Observed,
    evidence: &[EvidenceId],
    text: &str,
) -> Result<Decision, Refusal> {
    let asked = case.open_question(question)?;
    let Some(hypothesis) = asked.refutes else {
        let todo = "Answer it with evidence instead.";
        return Err(case.refuse(RefusalKind::Invalid, format!("{question} is no refuter of a hypothesis"), todo));
    };
    case.stands(hypothesis)?;
    let text = case.optional_text("the answer", text, SENTENCE)?;
    case.cites(&text)?;
    if observed == Observed::CantTell && evidence.is_empty() {
        if text.is_empty() {
            let todo = "Say in one sentence why it can't be told, or name the evidence that does not decide it.";
            return Err(case.refuse(RefusalKind::Invalid, "neither evidence nor a reason is named", todo));
        }
        return Ok(Event::RefuterLookedFor { question, observed, evidence: Vec::new() }.into());
    }
    let evidence =
        case.some_executed(evidence, "Name what shows it, executed before now. If nobody could look, close the question as that.")?;
    let mut decision = Decision::from(Event::QuestionAnswered { question, finding: None, evidence: evidence.clone(), text });
    decision.hint = unproven_hint(case, observed, &evidence);
    decision.events.push(Event::RefuterLookedFor { question, observed, evidence });
    Ok(decision)
}

/// What is said when something was not seen by evidence that might never have shown it.
pub(super) fn unproven_hint(case: &Case<'_>, observed: Observed, evidence: &[EvidenceId]) -> Option<String> {
    let unproven = observed == Observed::No && !evidence.iter().any(|id| could_show(case.state, *id));
    unproven.then(|| "It counts as no attempt yet: nothing shows that this query would have found it.".to_owned())
}

pub(super) fn relate(case: &Case<'_>, hypothesis: HypothesisId, relation: Relation, other: HypothesisId) -> Result<Decision, Refusal> {
    let known = case.hypothesis(hypothesis)?;
    case.hypothesis(other)?;
    if hypothesis == other {
        return Err(case.refuse(RefusalKind::Invalid, "it is named twice", "Name the other hypothesis."));
    }
    if known.relations.contains(&(relation, other)) {
        return Ok(Decision::default());
    }
    Ok(Event::HypothesisRelated { hypothesis, relation, other }.into())
}

pub(super) fn demote(case: &Case<'_>, hypothesis: HypothesisId, why: &str) -> Result<Decision, Refusal> {
    case.live_hypothesis(hypothesis)?;
    let why = case.text("the reason", why, SENTENCE)?;
    let cites = case.cites(&why)?;
    Ok(Event::HypothesisDemoted { hypothesis, why, cites }.into())
}

/// A cause is proposed only after the strongest rival is named and somebody tried to refute both.
pub(super) fn propose_cause(case: &Case<'_>, hypothesis: HypothesisId, rival: HypothesisId, text: &str) -> Result<Decision, Refusal> {
    let known = case.live_hypothesis(hypothesis)?;
    let other = case.hypothesis(rival)?;
    if hypothesis == rival {
        return Err(case.refuse(RefusalKind::Invalid, "it is named as its own rival", "Name the strongest other explanation."));
    }
    if other.proposed.is_none() {
        let todo = "Give the rival a refuter first, and let its stream look.";
        return Err(case.refuse(RefusalKind::Invalid, format!("{rival} is a hunch, so nobody can have tried to refute it"), todo));
    }
    if state_of(case.state, known) == HypothesisState::Contradicted {
        let why = format!("{hypothesis} is contradicted: a prediction of it was missed, or a contradiction with it is not explained");
        return Err(case.refuse(RefusalKind::Invalid, why, "Explain that first, with what shows it."));
    }
    if !matches!(state_of(case.state, known), HypothesisState::Surviving(_)) {
        let todo = "Let the stream of one of its refuters look, and answer the refuter's question.";
        return Err(case.refuse(RefusalKind::Invalid, format!("no failed attempt to refute {hypothesis} is on record"), todo));
    }
    if !was_attacked(case.state, other) {
        let todo = "Let the stream of one of the rival's refuters look first.";
        return Err(case.refuse(RefusalKind::Invalid, format!("no attempt to refute the rival {rival} is on record"), todo));
    }
    let text = case.text("the paragraph", text, PARAGRAPH)?;
    let cites = case.cites(&text)?;
    if !cites.iter().any(|cite| cite.id == hypothesis.into()) {
        let why = format!("the paragraph does not cite {hypothesis}");
        return Err(case.refuse(RefusalKind::Invalid, why, "Name it in the text, so that the paragraph is marked if it falls."));
    }
    let paragraph = ParagraphId(case.state.paragraphs.last_key_value().map_or(1, |(last, _)| last.0.saturating_add(1)));
    let written = Event::ParagraphWritten { paragraph, pass: case.state.current_pass(), text, cites };
    Ok(Decision { events: vec![written, Event::CauseProposed { hypothesis, rival, paragraph }], hint: None })
}

pub(super) fn rate(case: &Case<'_>, hypothesis: HypothesisId, evidence: EvidenceId, rating: Rating) -> Result<Decision, Refusal> {
    case.live_hypothesis(hypothesis)?;
    case.executed(evidence)?;
    Ok(Event::EvidenceRated { hypothesis, evidence, rating: Some(rating) }.into())
}

pub(super) fn expect(case: &Case<'_>, question: QuestionId, hypothesis: HypothesisId, answer: &str) -> Result<Decision, Refusal> {
    let asked = case.open_question(question)?;
    case.live_hypothesis(hypothesis)?;
    let answer = case.optional_text("the expected answer", answer, TITLE)?;
    if asked.expected.get(&hypothesis).map_or("", String::as_str) == answer {
        return Ok(Decision::default());
    }
    Ok(Event::AnswerExpected { question, hypothesis, answer }.into())
}

fn next_id(case: &Case<'_>) -> HypothesisId {
    HypothesisId(case.state.hypotheses.last_key_value().map_or(1, |(last, _)| last.0.saturating_add(1)))
}

impl Case<'_> {
    fn hypothesis(&self, id: HypothesisId) -> Result<&Hypothesis, Refusal> {
        self.state.hypotheses.get(&id).map(AsRef::as_ref).ok_or_else(|| self.unknown(id.into()))
    }

    /// A hypothesis that has a refuter and has not fallen.
    pub(super) fn live_hypothesis(&self, id: HypothesisId) -> Result<&Hypothesis, Refusal> {
        let known = self.hypothesis(id)?;
        self.stands(id)?;
        if known.proposed.is_none() {
            let todo = "Name what would refute it first: that makes it a hypothesis.";
            return Err(self.refuse(RefusalKind::Invalid, format!("{id} is a hunch"), todo));
        }
        Ok(known)
    }
}
