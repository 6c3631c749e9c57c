//! Writes that concern hypotheses: forms as in [`write`](super::write).

#![expect(missing_docs, reason = "of each function the macro makes a struct whose fields are the arguments")]
#![expect(clippy::too_many_arguments, reason = "one argument a form field")]

use super::error::ApiError;
use ledger::command::Made;
use ledger::event::{Observed, Rating, Relation};
use ledger::id::{CommandId, EvidenceId, HypothesisId, QuestionId, Slug, StreamKey};
use leptos::prelude::*;

#[cfg(feature = "ssr")]
use super::door::{act, evidence_ids, id, refuters};
#[cfg(feature = "ssr")]
use ledger::command::Command;

/// Notes a hunch.
#[server(prefix = "/rpc", endpoint = "note-hunch")]
pub async fn note_hunch(slug: Slug, command_id: CommandId, text: String) -> Result<Made, ApiError> {
    act(slug, command_id, Command::NoteHunch { text }).await
}

/// Proposes a hypothesis, new or made of a hunch, with its first refuter.
#[server(prefix = "/rpc", endpoint = "propose-hypothesis")]
pub async fn propose_hypothesis(
    slug: Slug,
    command_id: CommandId,
    #[server(default)] hunch: String,
    text: String,
    #[server(default)] asked: String,
    #[server(default)] observation: String,
    stream: StreamKey,
    #[server(default)] component: String,
    #[server(default)] from: String,
    #[server(default)] to: String,
) -> Result<Made, ApiError> {
    // Without any the ledger refuses, and says what a refuter is.
    let refuters = refuters(&asked, observation, stream, component, (&from, &to))?;
    act(slug, command_id, Command::ProposeHypothesis { hunch: id(&hunch)?, text, refuters }).await
}

/// Adds a refuter to a hypothesis.
#[server(prefix = "/rpc", endpoint = "add-refuter")]
pub async fn add_refuter(
    slug: Slug,
    command_id: CommandId,
    hypothesis: HypothesisId,
    #[server(default)] asked: String,
    #[server(default)] observation: String,
    stream: StreamKey,
    #[server(default)] component: String,
    #[server(default)] from: String,
    #[server(default)] to: String,
) -> Result<Made, ApiError> {
    let refuters = refuters(&asked, observation, stream, component, (&from, &to))?;
    act(slug, command_id, Command::AddRefuters { hypothesis, refuters }).await
}

/// Says whether what would refute was observed.
#[server(prefix = "/rpc", endpoint = "look-for")]
pub async fn look_for(
    slug: Slug,
    command_id: CommandId,
    question: QuestionId,
    observed: Observed,
    #[server(default)] evidence: String,
    #[server(default)] text: String,
) -> Result<Made, ApiError> {
    act(slug, command_id, Command::LookFor { question, observed, evidence: evidence_ids(&evidence)?, text }).await
}

/// Relates a hypothesis to another.
#[server(prefix = "/rpc", endpoint = "relate-hypothesis")]
pub async fn relate_hypothesis(
    slug: Slug,
    command_id: CommandId,
    hypothesis: HypothesisId,
    relation: Relation,
    other: HypothesisId,
) -> Result<Made, ApiError> {
    act(slug, command_id, Command::RelateHypothesis { hypothesis, relation, other }).await
}

/// Demotes a hypothesis to a trigger.
#[server(prefix = "/rpc", endpoint = "demote-hypothesis")]
pub async fn demote_hypothesis(slug: Slug, command_id: CommandId, hypothesis: HypothesisId, why: String) -> Result<Made, ApiError> {
    act(slug, command_id, Command::DemoteHypothesis { hypothesis, why }).await
}

/// Proposes a hypothesis as the cause, in the note.
#[server(prefix = "/rpc", endpoint = "propose-cause")]
pub async fn propose_cause(
    slug: Slug,
    command_id: CommandId,
    hypothesis: HypothesisId,
    rival: HypothesisId,
    text: String,
) -> Result<Made, ApiError> {
    act(slug, command_id, Command::ProposeCause { hypothesis, rival, text }).await
}

/// Rates how well a piece of evidence fits a hypothesis.
#[server(prefix = "/rpc", endpoint = "rate-evidence")]
pub async fn rate_evidence(
    slug: Slug,
    command_id: CommandId,
    hypothesis: HypothesisId,
    evidence: EvidenceId,
    rating: Rating,
) -> Result<Made, ApiError> {
    act(slug, command_id, Command::RateEvidence { hypothesis, evidence, rating }).await
}

/// Says what answer a question would have if a hypothesis held; empty takes it back.
#[server(prefix = "/rpc", endpoint = "expect-answer")]
pub async fn expect_answer(
    slug: Slug,
    command_id: CommandId,
    question: QuestionId,
    hypothesis: HypothesisId,
    #[server(default)] answer: String,
) -> Result<Made, ApiError> {
    act(slug, command_id, Command::ExpectAnswer { question, hypothesis, answer }).await
}
