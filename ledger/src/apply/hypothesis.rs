//! The fold of what concerns hypotheses.

use super::links::{link, link_all, unlink_all};
use super::{Touched, known, new, not_there};
use crate::event::Event;
use crate::id::HypothesisId;
use crate::state::{Hypothesis, LookedFor, Refuter, Stamp, State};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Folds an event that concerns hypotheses; any other touches nothing.
pub(super) fn apply(state: &mut State, stamp: &Stamp, event: &Event) -> Result<Touched, String> {
    match event {
        Event::HunchNoted { hypothesis, text, cites } => {
            new(&state.hypotheses, hypothesis)?;
            state.hypotheses.insert(*hypothesis, Arc::new(hunch(*hypothesis, stamp, text)));
            set_cites(state, *hypothesis, cites)
        }
        Event::HypothesisProposed { hypothesis, text, cites } => {
            let entry = state.hypotheses.entry(*hypothesis).or_insert_with(|| Arc::new(hunch(*hypothesis, stamp, text)));
            if entry.proposed.is_some() {
                return Err(format!("{hypothesis} was proposed before; the first stands"));
            }
            let proposed = Arc::make_mut(entry);
            proposed.proposed = Some(stamp.clone());
            proposed.text.clone_from(text);
            set_cites(state, *hypothesis, cites)
        }
        Event::RefuterAdded { hypothesis, question } => {
            if let Some(earlier) = state.questions.get(question).ok_or_else(|| not_there(question))?.refutes {
                return Err(format!("{question} would refute {earlier} already"));
            }
            let refuter = Refuter { question: *question, added: stamp.clone(), looks: Vec::new() };
            known(&mut state.hypotheses, hypothesis)?.refuters.push(refuter);
            known(&mut state.questions, question)?.refutes = Some(*hypothesis);
            link(state, (*hypothesis).into(), (*question).into());
            Ok(Touched::HYPOTHESES | Touched::QUESTIONS)
        }
        Event::RefuterLookedFor { question, observed, evidence } => {
            let refutes = state.questions.get(question).ok_or_else(|| not_there(question))?.refutes;
            let hypothesis = refutes.ok_or_else(|| format!("{question} would refute nothing"))?;
            let refuters = &mut known(&mut state.hypotheses, &hypothesis)?.refuters;
            let refuter = refuters.iter_mut().find(|refuter| refuter.question == *question).ok_or_else(|| not_there(question))?;
            refuter.looks.push(LookedFor { stamp: stamp.clone(), observed: *observed, evidence: evidence.clone() });
            for cited in evidence {
                link(state, (*cited).into(), hypothesis.into());
            }
            Ok(Touched::HYPOTHESES)
        }
        Event::HypothesisRelated { hypothesis, relation, other } => {
            if !state.hypotheses.contains_key(other) {
                return Err(not_there(other));
            }
            known(&mut state.hypotheses, hypothesis)?.relations.insert((*relation, *other));
            Ok(Touched::HYPOTHESES)
        }
        Event::HypothesisDemoted { hypothesis, why, cites } => {
            known(&mut state.hypotheses, hypothesis)?.demoted = Some((stamp.clone(), why.clone()));
            link_all(state, (*hypothesis).into(), cites);
            Ok(Touched::HYPOTHESES)
        }
        Event::CauseProposed { hypothesis, rival, .. } => {
            known(&mut state.hypotheses, hypothesis)?.cause = Some((stamp.clone(), *rival));
            Ok(Touched::HYPOTHESES)
        }
        Event::EvidenceRated { hypothesis, evidence, .. } => {
            if !state.evidence.contains_key(evidence) {
                return Err(not_there(evidence));
            }
            known(&mut state.hypotheses, hypothesis)?.rated.entry(*evidence).or_default().insert(stamp.by.clone());
            Ok(Touched::HYPOTHESES)
        }
        Event::AnswerExpected { question, hypothesis, answer } => {
            if !state.hypotheses.contains_key(hypothesis) {
                return Err(not_there(hypothesis));
            }
            let expected = &mut known(&mut state.questions, question)?.expected;
            if answer.is_empty() {
                expected.remove(hypothesis);
            } else {
                expected.insert(*hypothesis, answer.clone());
            }
            Ok(Touched::HYPOTHESES | Touched::QUESTIONS)
        }
        _ => Ok(Touched::NOTHING),
    }
}

fn hunch(id: HypothesisId, stamp: &Stamp, text: &str) -> Hypothesis {
    Hypothesis {
        id,
        text: text.to_owned(),
        cites: Vec::new(),
        noted: stamp.clone(),
        proposed: None,
        refuters: Vec::new(),
        relations: BTreeSet::new(),
        demoted: None,
        cause: None,
        rated: BTreeMap::new(),
    }
}

fn set_cites(state: &mut State, id: HypothesisId, cites: &[crate::event::Cite]) -> Result<Touched, String> {
    let before = std::mem::replace(&mut known(&mut state.hypotheses, &id)?.cites, cites.to_vec());
    unlink_all(state, id.into(), &before);
    link_all(state, id.into(), cites);
    Ok(Touched::HYPOTHESES)
}
