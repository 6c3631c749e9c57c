//! The fold of actions.

use super::links::link_all;
use super::{Touched, known, new};
use crate::event::Event;
use crate::state::{Action, Done, Stamp, State};
use std::sync::Arc;

/// Folds an event that concerns actions; any other touches nothing.
pub(super) fn apply(state: &mut State, stamp: &Stamp, event: &Event) -> Result<Touched, String> {
    match event {
        Event::ActionProposed { action, text, command, cites } => {
            new(&state.actions, action)?;
            let proposed = Action {
                id: *action,
                text: text.clone(),
                cites: cites.clone(),
                command: command.clone(),
                proposed: stamp.clone(),
                expects: None,
                decided: None,
                done: None,
                confirmed: None,
                measured: None,
            };
            state.actions.insert(*action, Arc::new(proposed));
            link_all(state, (*action).into(), cites);
        }
        Event::ActionExpects { action, effect } => {
            let action = known(&mut state.actions, action)?;
            if action.done.is_some() {
                return Err(format!("{} was done before it was said what it would change", action.id));
            }
            action.expects = Some((stamp.clone(), (**effect).clone()));
        }
        Event::ActionDecided { action, approved, why } => {
            known(&mut state.actions, action)?.decided = Some((stamp.clone(), *approved, why.clone()));
        }
        Event::ActionDone { action, at, by, command } => {
            let action = known(&mut state.actions, action)?;
            if action.done.is_some() {
                return Err(format!("{} had been done before; the first record stands", action.id));
            }
            if !command.is_empty() {
                action.command.clone_from(command);
            }
            action.done = Some(Done { recorded: stamp.clone(), at: *at, by: by.clone() });
            // Whoever did it and says so needs nobody to confirm it.
            action.confirmed = by.is_empty().then(|| stamp.clone());
        }
        Event::ActionConfirmed { action } => {
            known(&mut state.actions, action)?.confirmed.get_or_insert_with(|| stamp.clone());
        }
        Event::EffectMeasured { action, before, after } => {
            known(&mut state.actions, action)?.measured = Some((stamp.clone(), before.clone(), after.clone()));
        }
        _ => return Ok(Touched::NOTHING),
    }
    Ok(Touched::ACTIONS)
}
