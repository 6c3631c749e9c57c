//! Writes that concern actions. Forms as in [`write`](super::write).

#![expect(missing_docs, reason = "of each function the macro makes a struct whose fields are the arguments")]
#![expect(clippy::too_many_arguments, reason = "one argument a form field")]

use super::error::ApiError;
use ledger::command::Made;
use ledger::event::Direction;
use ledger::id::{ActionId, CommandId, EvidenceId, Slug};
use leptos::prelude::*;

#[cfg(feature = "ssr")]
use super::door::{act, door, filled, id, moment, now};
#[cfg(feature = "ssr")]
use super::records::EffectForm;
#[cfg(feature = "ssr")]
use ledger::command::{ActionCommand, Command};

/// Proposes an action; with a metric, what it is to change.
#[server(prefix = "/rpc", endpoint = "propose-action")]
pub async fn propose_action(
    slug: Slug,
    command_id: CommandId,
    text: String,
    #[server(default)] how: String,
    #[server(default)] metric: String,
    #[server(default)] stream: String,
    #[server(default)] direction: Option<Direction>,
    #[server(default)] before_mins: String,
    #[server(default)] settle_mins: String,
    #[server(default)] after_mins: String,
) -> Result<Made, ApiError> {
    let (backend, session) = door().await?;
    let effect = match filled(metric) {
        None => None,
        Some(metric) => {
            let direction = direction.unwrap_or(Direction::Up);
            let form = EffectForm { stream: stream.as_str().into(), metric, direction, before_mins, settle_mins, after_mins };
            Some(backend.effect(&session, &slug, form).await?)
        }
    };
    backend.execute(&session, &slug, command_id, Command::Action(ActionCommand::Propose { text, how, effect })).await
}

/// Says what an action is to change, before it is done.
#[server(prefix = "/rpc", endpoint = "expect-effect")]
pub async fn expect_effect(
    slug: Slug,
    command_id: CommandId,
    action: ActionId,
    metric: String,
    stream: String,
    direction: Direction,
    #[server(default)] before_mins: String,
    #[server(default)] settle_mins: String,
    #[server(default)] after_mins: String,
) -> Result<Made, ApiError> {
    let (backend, session) = door().await?;
    let form = EffectForm { stream: stream.as_str().into(), metric, direction, before_mins, settle_mins, after_mins };
    let effect = backend.effect(&session, &slug, form).await?;
    backend.execute(&session, &slug, command_id, Command::Action(ActionCommand::Expect { action, effect })).await
}

/// Approves or declines an action.
#[server(prefix = "/rpc", endpoint = "decide-action")]
pub async fn decide_action(
    slug: Slug,
    command_id: CommandId,
    action: ActionId,
    approve: bool,
    #[server(default)] why: String,
) -> Result<Made, ApiError> {
    act(slug, command_id, Command::Action(ActionCommand::Decide { action, approve, why })).await
}

/// Records that something was done: a proposal, or what was not proposed here. An empty time is now, an empty name oneself.
#[server(prefix = "/rpc", endpoint = "action-done")]
pub async fn action_done(
    slug: Slug,
    command_id: CommandId,
    #[server(default)] action: String,
    #[server(default)] text: String,
    #[server(default)] by: String,
    #[server(default)] at: String,
    #[server(default)] how: String,
) -> Result<Made, ApiError> {
    let now = now()?;
    let at = moment(&at, now)?.unwrap_or(now);
    act(slug, command_id, Command::Action(ActionCommand::Done { action: id(&action)?, text, by, at, how })).await
}

/// Says that an action was done as recorded.
#[server(prefix = "/rpc", endpoint = "confirm-action")]
pub async fn confirm_action(slug: Slug, command_id: CommandId, action: ActionId) -> Result<Made, ApiError> {
    act(slug, command_id, Command::Action(ActionCommand::Confirm { action })).await
}

/// Compares the metric of an action before and after: the server reads both answers.
#[server(prefix = "/rpc", endpoint = "measure-effect")]
pub async fn measure_effect(
    slug: Slug,
    command_id: CommandId,
    action: ActionId,
    before: EvidenceId,
    after: EvidenceId,
) -> Result<Made, ApiError> {
    let (backend, session) = door().await?;
    backend.measure(&session, &slug, command_id, action, (before, after)).await
}
