//! What a prediction is worth: only what was written before the looking counts.

use crate::event::Score;
use crate::id::{AnyId, EvidenceId, HypothesisId};
use crate::state::{Prediction, Progress, Scored, State, What};

/// The run on record that had asked the same before the prediction was sealed: same source and shape, an overlapping window. Such a
/// prediction was no risk, so it counts in no score.
pub fn already_seen(state: &State, prediction: &Prediction) -> Option<EvidenceId> {
    let concerned = match (&prediction.concerns, prediction.run) {
        (Some(concerned), _) => (concerned.shape_key(), concerned.query.window),
        (None, Some(run)) => match &state.evidence.get(&run)?.what {
            What::Run(run) => (run.shape_key(), run.query.window),
            What::Material { .. } => return None,
        },
        (None, None) => return None,
    };
    let (key, window) = concerned;
    let seen_before = |id: &&EvidenceId| {
        let Some(What::Run(run)) = state.evidence.get(id).map(|found| &found.what) else { return false };
        let Progress::Answered(answered) = &run.progress else { return false };
        let overlaps = run.query.window.start <= window.end && window.start <= run.query.window.end;
        prediction.run != Some(**id) && overlaps && answered.executed_at < prediction.sealed.at
    };
    state.shapes.get(&key)?.iter().find(seen_before).copied()
}

/// The score that counts: the latest whose evidence stands.
pub fn score_of<'a>(state: &State, prediction: &'a Prediction) -> Option<&'a Scored> {
    let stands = |scored: &&Scored| !scored.evidence.iter().any(|id| state.fallen.contains_key(&AnyId::from(*id)));
    prediction.scores.iter().rev().find(stands)
}

/// Whether a prediction that follows from a hypothesis was missed.
pub(super) fn has_missed(state: &State, hypothesis: HypothesisId) -> bool {
    let follows = state.predictions.values().filter(|prediction| prediction.hypothesis == Some(hypothesis));
    follows.into_iter().any(|prediction| score_of(state, prediction).is_some_and(|scored| scored.score == Score::Miss))
}

/// Hits and misses, of predictions that nobody had seen the answer to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct HitRate {
    /// Came as predicted.
    pub hits: u32,
    /// Came otherwise.
    pub misses: u32,
}

/// Counts the hits and misses among predictions.
pub fn hit_rate<'a>(state: &State, predictions: impl IntoIterator<Item = &'a Prediction>) -> HitRate {
    let mut rate = HitRate::default();
    for prediction in predictions {
        match score_of(state, prediction).map(|scored| scored.score) {
            Some(Score::Hit) if already_seen(state, prediction).is_none() => rate.hits += 1,
            Some(Score::Miss) if already_seen(state, prediction).is_none() => rate.misses += 1,
            _ => {}
        }
    }
    rate
}
