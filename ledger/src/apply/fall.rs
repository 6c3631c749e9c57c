//! The fold of claims that fall, and of what is stood by all the same.

use super::links::link;
use super::{Touched, new, not_there};
use crate::event::{Affirmed, Event};
use crate::state::{Affirmation, Retraction, Stamp, State};
use std::sync::Arc;

/// Folds a fall or an affirmation; any other event touches nothing.
pub(super) fn apply(state: &mut State, stamp: &Stamp, event: &Event) -> Result<Touched, String> {
    match event {
        Event::ClaimRetracted { retraction, claim, killed_by, why, believed } => {
            new(&state.retractions, retraction)?;
            let since = state.said_at(*claim).ok_or_else(|| not_there(claim))?;
            if let Some(earlier) = state.fallen.get(claim) {
                return Err(format!("{claim} had fallen before, by {earlier}"));
            }
            state.fallen.insert(*claim, *retraction);
            let recorded = Retraction {
                id: *retraction,
                claim: *claim,
                killed_by: killed_by.clone(),
                why: why.clone(),
                believed: believed.clone(),
                stamp: stamp.clone(),
                stood_us: stamp.at.0.saturating_sub(since.0),
            };
            state.retractions.insert(*retraction, Arc::new(recorded));
            link(state, *claim, (*retraction).into());
            for killer in killed_by {
                link(state, (*killer).into(), (*retraction).into());
            }
            Ok(Touched::FINDINGS | Touched::RETRACTIONS | Touched::EVIDENCE | Touched::MOMENTS)
        }
        Event::ClaimsAffirmed { claims, why } => {
            for Affirmed { claim, despite } in claims {
                state.said_at(*claim).ok_or_else(|| not_there(claim))?;
                let affirmation = Affirmation { stamp: stamp.clone(), despite: despite.clone(), why: why.clone() };
                state.affirmed.entry(*claim).or_default().push(Arc::new(affirmation));
            }
            Ok(Touched::FINDINGS | Touched::NOTE | Touched::MOMENTS)
        }
        _ => Ok(Touched::NOTHING),
    }
}
