//! Writes that concern what proves a claim: controls that can't be run, predictions, contradictions. Forms as in [`write`](super::write).

#![expect(missing_docs, reason = "of each function the macro makes a struct whose fields are the arguments")]

use super::error::ApiError;
use ledger::command::Made;
use ledger::event::Score;
use ledger::id::{CommandId, ContradictionId, EvidenceId, PredictionId, Slug, StreamKey};
use leptos::prelude::*;

#[cfg(feature = "ssr")]
use super::door::{act, any_ids, evidence_ids, expecting};
#[cfg(feature = "ssr")]
use ledger::command::{Command, NewPrediction};

/// Says that no control can be run, because no known event of the kind exists.
#[server(prefix = "/rpc", endpoint = "excuse-absence")]
pub async fn excuse_absence(slug: Slug, command_id: CommandId, evidence: EvidenceId, why: String) -> Result<Made, ApiError> {
    act(slug, command_id, Command::ExcuseAbsence { evidence, why }).await
}

/// Seals what is expected of something that is to come.
#[server(prefix = "/rpc", endpoint = "seal-prediction")]
pub async fn seal_prediction(
    slug: Slug,
    command_id: CommandId,
    stream: StreamKey,
    text: String,
    #[server(default)] hypothesis: String,
    about: String,
) -> Result<Made, ApiError> {
    // Without a text the ledger refuses, and says what is missing.
    let expects = expecting(&text, &hypothesis)?;
    act(slug, command_id, Command::SealPrediction(NewPrediction { stream, expects, concerns: None, about })).await
}

/// Says how what came stands to what had been expected.
#[server(prefix = "/rpc", endpoint = "score-prediction")]
pub async fn score_prediction(
    slug: Slug,
    command_id: CommandId,
    prediction: PredictionId,
    score: Score,
    #[server(default)] evidence: String,
    #[server(default)] why: String,
) -> Result<Made, ApiError> {
    act(slug, command_id, Command::ScorePrediction { prediction, score, evidence: evidence_ids(&evidence)?, why }).await
}

/// Notes that readings can't all hold.
#[server(prefix = "/rpc", endpoint = "note-contradiction")]
pub async fn note_contradiction(slug: Slug, command_id: CommandId, text: String, sides: String) -> Result<Made, ApiError> {
    act(slug, command_id, Command::NoteContradiction { text, sides: any_ids(&sides)? }).await
}

/// Explains a contradiction.
#[server(prefix = "/rpc", endpoint = "explain-contradiction")]
pub async fn explain_contradiction(
    slug: Slug,
    command_id: CommandId,
    contradiction: ContradictionId,
    text: String,
) -> Result<Made, ApiError> {
    act(slug, command_id, Command::ExplainContradiction { contradiction, text }).await
}
