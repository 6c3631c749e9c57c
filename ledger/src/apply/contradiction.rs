//! The fold of contradictions.

use super::links::{link, link_all, unlink_all};
use super::{Touched, known, new};
use crate::event::Event;
use crate::state::{Contradiction, Explained, Stamp, State};
use std::sync::Arc;

/// Folds an event that concerns contradictions; any other touches nothing.
pub(super) fn apply(state: &mut State, stamp: &Stamp, event: &Event) -> Result<Touched, String> {
    match event {
        Event::ContradictionNoted { contradiction, text, sides } => {
            new(&state.contradictions, contradiction)?;
            let noted =
                Contradiction { id: *contradiction, text: text.clone(), sides: sides.clone(), noted: stamp.clone(), explained: None };
            state.contradictions.insert(*contradiction, Arc::new(noted));
            for side in sides {
                link(state, *side, (*contradiction).into());
            }
            Ok(Touched::CONTRADICTIONS | Touched::HYPOTHESES)
        }
        Event::ContradictionExplained { contradiction, text, cites } => {
            let explained = Explained { stamp: stamp.clone(), text: text.clone(), cites: cites.clone() };
            let known = known(&mut state.contradictions, contradiction)?;
            let before = known.explained.replace(explained).map(|earlier| earlier.cites).unwrap_or_default();
            let sides = known.sides.clone();
            unlink_all(state, (*contradiction).into(), &before);
            link_all(state, (*contradiction).into(), cites);
            for side in sides {
                link(state, side, (*contradiction).into());
            }
            Ok(Touched::CONTRADICTIONS | Touched::HYPOTHESES)
        }
        _ => Ok(Touched::NOTHING),
    }
}
