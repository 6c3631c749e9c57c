//! Actions: people hold the levers. Agents may propose; a person decides, does and says so.

use super::check::{PARAGRAPH, SENTENCE, TITLE};
use super::{Case, Decision};
use crate::command::ActionCommand;
use crate::event::{Effect, Event, Measured};
use crate::id::{ActionId, EvidenceId};
use crate::refusal::{Refusal, RefusalKind};
use crate::state::{Action, What};
use evidence::time::{Micros, Window};

/// The longest window of an effect, seconds.
const MAX_WINDOW_SECS: u32 = 86_400;

/// What is recorded as done.
struct Doing<'a> {
    action: Option<ActionId>,
    text: &'a str,
    by: &'a str,
    at: Micros,
    how: &'a str,
}

/// Decides on what somebody wants to do about an action.
pub(super) fn on(case: &Case<'_>, command: &ActionCommand) -> Result<Decision, Refusal> {
    match command {
        ActionCommand::Propose { text, how, effect } => propose(case, text, how, effect.as_ref()),
        ActionCommand::Expect { action, effect } => expect(case, *action, effect),
        ActionCommand::Decide { action, approve, why } => decide(case, *action, *approve, why),
        ActionCommand::Done { action, text, by, at, how } => done(case, &Doing { action: *action, text, by, at: *at, how }),
        ActionCommand::Confirm { action } => confirm(case, *action),
        ActionCommand::Measure { action, before, after } => measure(case, *action, before, after),
    }
}

fn propose(case: &Case<'_>, text: &str, command: &str, effect: Option<&Effect>) -> Result<Decision, Refusal> {
    let action = next_id(case);
    let mut decision = Decision::from(proposed(case, action, text, command)?);
    if let Some(effect) = effect {
        decision.events.push(expected(case, action, effect)?);
    }
    Ok(decision)
}

/// What an action is to change is chosen before it is done: afterwards one would choose what moved.
fn expect(case: &Case<'_>, action: ActionId, effect: &Effect) -> Result<Decision, Refusal> {
    let known = case.action(action)?;
    if let Some(done) = &known.done {
        let why = format!("{action} was done on {} UTC", done.at.day_time());
        return Err(case.refuse(RefusalKind::Conflict, why, "What it changed can be said in a finding, with its evidence."));
    }
    Ok(expected(case, action, effect)?.into())
}

fn decide(case: &Case<'_>, action: ActionId, approve: bool, why: &str) -> Result<Decision, Refusal> {
    let known = case.action(action)?;
    let why = case.optional_text("the reason", why, SENTENCE)?;
    case.cites(&why)?;
    if known.done.is_some() {
        return Err(case.refuse(RefusalKind::Conflict, format!("{action} was done already"), "Nothing is left to decide."));
    }
    if !approve && why.is_empty() {
        return Err(case.refuse(RefusalKind::Invalid, "no reason is given", "Say in one sentence why it is declined."));
    }
    if known.decided.as_ref().is_some_and(|(_, approved, before)| *approved == approve && *before == why) {
        return Ok(Decision::default());
    }
    Ok(Event::ActionDecided { action, approved: approve, why }.into())
}

fn done(case: &Case<'_>, doing: &Doing<'_>) -> Result<Decision, Refusal> {
    let by = case.optional_text("who did it", doing.by, TITLE)?;
    let command = case.optional_text("the command", doing.how, PARAGRAPH)?;
    if doing.at > case.now {
        let why = format!("{} UTC is still to come", doing.at.day_time());
        return Err(case.refuse(RefusalKind::Invalid, why, "Give the time it was done, in UTC."));
    }
    let mut decision = Decision::default();
    let action = match doing.action {
        Some(id) => {
            let known = case.action(id)?;
            if let Some(done) = &known.done {
                let why = format!("{id} is on record as done at {} UTC", done.at.day_time());
                return Err(case.refuse(RefusalKind::Conflict, why, "If it was done again, record that as an action of its own."));
            }
            if known.decided.as_ref().is_some_and(|(_, approved, _)| !approved) {
                decision.hint = Some(format!("{id} had been declined: it is on record as done all the same."));
            }
            id
        }
        None => {
            let id = next_id(case);
            decision.events.push(proposed(case, id, doing.text, "")?);
            id
        }
    };
    decision.events.push(Event::ActionDone { action, at: doing.at, by, command });
    Ok(decision)
}

fn confirm(case: &Case<'_>, action: ActionId) -> Result<Decision, Refusal> {
    let known = case.action(action)?;
    let Some(done) = &known.done else {
        return Err(case.refuse(RefusalKind::Conflict, format!("{action} is not on record as done"), "Record it as done first."));
    };
    if known.confirmed.is_some() {
        return Ok(Decision::default());
    }
    if done.recorded.by == case.permit.actor().id {
        let why = format!("you recorded {action} on behalf of {}", done.by);
        return Err(case.refuse(RefusalKind::Conflict, why, "Let whoever did it, or somebody else who knows, confirm it."));
    }
    Ok(Event::ActionConfirmed { action }.into())
}

/// The two windows follow from what was chosen before and from when it was done; nobody picks them afterwards.
fn measure(case: &Case<'_>, action: ActionId, before: &Measured, after: &Measured) -> Result<Decision, Refusal> {
    let known = case.action(action)?;
    let Some((window_before, window_after)) = windows(known) else {
        let why = format!("{action} was not done, or nobody said before it what it would change");
        return Err(case.refuse(RefusalKind::Invalid, why, "What it changed can be said in a finding, with its evidence."));
    };
    for (measured, window, name) in [(before, window_before, "before"), (after, window_after, "after")] {
        check_window(case, known, measured.evidence, window, name)?;
    }
    Ok(Event::EffectMeasured { action, before: before.clone(), after: after.clone() }.into())
}

fn check_window(case: &Case<'_>, action: &Action, id: EvidenceId, window: Window, name: &str) -> Result<(), Refusal> {
    let found = case.executed(id)?;
    let asks_it = match (&found.what, &action.expects) {
        (What::Run(run), Some((_, effect))) => run.source == effect.source && run.query.ask == effect.ask && run.query.window == window,
        _ => false,
    };
    let todo = format!("Run the metric of {} over {} to {} UTC.", action.id, window.start.day_time(), window.end.day_time());
    if !asks_it {
        let why = format!("{id} does not ask the metric of {} over the window {name} it", action.id);
        return Err(case.refuse(RefusalKind::Invalid, why, todo));
    }
    if let Some(executed) = found.executed_at().filter(|executed| *executed < window.end) {
        let why = format!("{id} was executed on {} UTC, before that window had ended", executed.day_time());
        return Err(case.refuse(RefusalKind::Invalid, why, todo));
    }
    Ok(())
}

/// The windows before and after an action that are compared.
pub(crate) fn windows(action: &Action) -> Option<(Window, Window)> {
    let (at, (_, effect)) = (action.done.as_ref()?.at, action.expects.as_ref()?);
    let secs = |secs: u32| i64::from(secs);
    let after = at.plus_secs(secs(effect.settle_secs));
    Some((Window::new(at.plus_secs(-secs(effect.before_secs)), at)?, Window::new(after, after.plus_secs(secs(effect.after_secs)))?))
}

fn proposed(case: &Case<'_>, action: ActionId, text: &str, command: &str) -> Result<Event, Refusal> {
    let text = case.text("the action", text, SENTENCE)?;
    let command = case.optional_text("the command", command, PARAGRAPH)?;
    let cites = case.cites(&text)?;
    Ok(Event::ActionProposed { action, text, command, cites })
}

fn expected(case: &Case<'_>, action: ActionId, effect: &Effect) -> Result<Event, Refusal> {
    case.stream(&effect.stream)?;
    case.text("the metric", effect.ask.text(), PARAGRAPH)?;
    let fits = |secs: u32| (60..=MAX_WINDOW_SECS).contains(&secs);
    if !fits(effect.before_secs) || !fits(effect.after_secs) || effect.settle_secs > MAX_WINDOW_SECS {
        let why = "a window is shorter than a minute or longer than a day";
        return Err(case.refuse(RefusalKind::Invalid, why, "Ten minutes before and ten minutes after are usual."));
    }
    Ok(Event::ActionExpects { action, effect: Box::new(effect.clone()) })
}

fn next_id(case: &Case<'_>) -> ActionId {
    ActionId(case.state.actions.last_key_value().map_or(1, |(last, _)| last.0.saturating_add(1)))
}

impl Case<'_> {
    fn action(&self, id: ActionId) -> Result<&Action, Refusal> {
        self.state.actions.get(&id).map(AsRef::as_ref).ok_or_else(|| self.unknown(id.into()))
    }
}
