//! The fold of predictions.

use super::links::link;
use super::{Touched, known, new, not_there};
use crate::event::Event;
use crate::state::{Prediction, Scored, Stamp, State};
use std::sync::Arc;

/// Folds an event that concerns predictions; any other touches nothing.
pub(super) fn apply(state: &mut State, stamp: &Stamp, event: &Event) -> Result<Touched, String> {
    match event {
        Event::PredictionSealed { prediction, stream, text, hypothesis, concerns, about, run, seal } => {
            new(&state.predictions, prediction)?;
            if let Some(hypothesis) = hypothesis.filter(|id| !state.hypotheses.contains_key(id)) {
                return Err(not_there(&hypothesis));
            }
            let sealed = Prediction {
                id: *prediction,
                stream: stream.clone(),
                text: text.clone(),
                hypothesis: *hypothesis,
                concerns: concerns.as_deref().cloned(),
                about: about.clone(),
                run: *run,
                seal: seal.clone(),
                sealed: stamp.clone(),
                scores: Vec::new(),
            };
            state.predictions.insert(*prediction, Arc::new(sealed));
            if let Some(hypothesis) = hypothesis {
                link(state, (*hypothesis).into(), (*prediction).into());
            }
            Ok(Touched::PREDICTIONS | Touched::HYPOTHESES)
        }
        Event::PredictionScored { prediction, score, evidence, why } => {
            let scored = Scored { stamp: stamp.clone(), score: *score, evidence: evidence.clone(), why: why.clone() };
            known(&mut state.predictions, prediction)?.scores.push(scored);
            for cited in evidence {
                link(state, (*cited).into(), (*prediction).into());
            }
            Ok(Touched::PREDICTIONS | Touched::HYPOTHESES)
        }
        _ => Ok(Touched::NOTHING),
    }
}
