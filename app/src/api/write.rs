//! Writes: forms that work before the browser's code has loaded, each with the client-made `command_id` that makes a repeat harmless.
//!
//! Texts stay as typed. Times may be typed absolute in UTC or relative to now; they are made absolute here.

#![expect(missing_docs, reason = "of each function the macro makes a struct whose fields are the arguments")]
#![expect(clippy::too_many_arguments, reason = "one argument a form field")]

use super::error::ApiError;
use super::records::{JoinLink, RunStarted, UploadToken};
use ledger::command::Made;
use ledger::event::{Amendment, IncidentState, Precision, QuestionEnd, Role};
use ledger::id::{AnyId, CommandId, EvidenceId, FindingId, ParagraphId, QuestionId, Slug, StreamKey};
use leptos::prelude::*;

#[cfg(feature = "ssr")]
use super::door::window; // The browser's window comes with the prelude.
#[cfg(feature = "ssr")]
use super::door::{
    act, any_ids, door, evidence_ids, expecting, filled, id, moment, now, observed_word, parse_labels, parse_lines, stream_name,
};
#[cfg(feature = "ssr")]
use super::records::RunForm;
#[cfg(feature = "ssr")]
use ledger::command::{Command, NewIncident, NewStream};
#[cfg(feature = "ssr")]
use ledger::event::{Material, Occurred};
#[cfg(feature = "ssr")]
use ledger::id::ActorId;

/// Opens an incident with one stream for each chosen source, and goes there.
#[server(prefix = "/rpc", endpoint = "open-incident")]
pub async fn open_incident(
    command_id: CommandId,
    title: String,
    severity: u8,
    onset: String,
    description: String,
    labels: String,
    #[server(default)] sources: Vec<String>,
    #[server(default)] streams: String,
    #[server(default)] solo: Option<String>,
) -> Result<Slug, ApiError> {
    let (backend, session) = door().await?;
    let me = session.me.as_ref().ok_or(ApiError::SignIn)?;
    // Who works alone asks the sources too; in a room of several, each stream waits for the one who takes it.
    let owner = solo.is_some().then(|| me.actor.id.clone());
    let from_sources =
        sources.into_iter().map(|source| NewStream { name: stream_name(&source), source: Some(source), owner: owner.clone() });
    let free = streams.lines().map(str::trim).filter(|name| !name.is_empty()).map(|name| NewStream {
        name: name.to_owned(),
        source: None,
        owner: None,
    });
    let streams = from_sources.chain(free).collect();
    let onset = moment(&onset, backend.now())?;
    let command = Command::OpenIncident(NewIncident {
        title,
        severity,
        onset,
        description,
        labels: parse_labels(&labels),
        streams,
        solo: solo.is_some(),
    });
    let slug = backend.open(&session, command_id, command).await?;
    leptos_axum::redirect(&format!("/i/{slug}"));
    Ok(slug)
}

/// Writes title, onset or description anew; an empty field stays as it is.
#[server(prefix = "/rpc", endpoint = "describe-incident")]
pub async fn describe_incident(
    slug: Slug,
    command_id: CommandId,
    title: String,
    onset: String,
    description: String,
) -> Result<Made, ApiError> {
    let onset = moment(&onset, now()?)?;
    act(slug, command_id, Command::DescribeIncident { title: filled(title), onset, description: filled(description) }).await
}

/// Gives coordinating to another who takes part.
#[server(prefix = "/rpc", endpoint = "hand-over")]
pub async fn hand_over(slug: Slug, command_id: CommandId, to: String) -> Result<Made, ApiError> {
    act(slug, command_id, Command::HandOver { to: ActorId(to) }).await
}

/// Ends that one person does all; an empty name leaves the streams to whoever takes them.
#[server(prefix = "/rpc", endpoint = "end-solo")]
pub async fn end_solo(slug: Slug, command_id: CommandId, #[server(default)] streams_to: String) -> Result<Made, ApiError> {
    act(slug, command_id, Command::EndSolo { streams_to: filled(streams_to).map(ActorId) }).await
}

/// Moves the incident in its course.
#[server(prefix = "/rpc", endpoint = "change-state")]
pub async fn change_state(slug: Slug, command_id: CommandId, state: IncidentState, why: String) -> Result<Made, ApiError> {
    act(slug, command_id, Command::ChangeState { state, why }).await
}

/// Raises or lowers severity.
#[server(prefix = "/rpc", endpoint = "change-severity")]
pub async fn change_severity(slug: Slug, command_id: CommandId, severity: u8, why: String) -> Result<Made, ApiError> {
    act(slug, command_id, Command::ChangeSeverity { severity, why }).await
}

/// Closes the incident.
#[server(prefix = "/rpc", endpoint = "close-incident")]
pub async fn close_incident(slug: Slug, command_id: CommandId, why: String) -> Result<Made, ApiError> {
    act(slug, command_id, Command::CloseIncident { why }).await
}

/// Opens it again.
#[server(prefix = "/rpc", endpoint = "reopen-incident")]
pub async fn reopen_incident(slug: Slug, command_id: CommandId, why: String) -> Result<Made, ApiError> {
    act(slug, command_id, Command::ReopenIncident { why }).await
}

/// Opens a stream. An empty source makes one of people, repositories or files.
#[server(prefix = "/rpc", endpoint = "open-stream")]
pub async fn open_stream(slug: Slug, command_id: CommandId, name: String, source: String) -> Result<Made, ApiError> {
    act(slug, command_id, Command::OpenStream(NewStream { name, source: filled(source), owner: None })).await
}

/// Takes a stream, gives it to somebody, or (an empty owner) to nobody.
#[server(prefix = "/rpc", endpoint = "own-stream")]
pub async fn own_stream(slug: Slug, command_id: CommandId, stream: StreamKey, owner: String) -> Result<Made, ApiError> {
    act(slug, command_id, Command::OwnStream { stream, owner: filled(owner).map(ActorId) }).await
}

/// Starts the next pass.
#[server(prefix = "/rpc", endpoint = "start-pass")]
pub async fn start_pass(slug: Slug, command_id: CommandId, title: String) -> Result<Made, ApiError> {
    act(slug, command_id, Command::StartPass { title }).await
}

/// Asks a stream. A sentence and a stream are enough.
#[server(prefix = "/rpc", endpoint = "ask-question")]
pub async fn ask_question(
    slug: Slug,
    command_id: CommandId,
    stream: StreamKey,
    text: String,
    #[server(default)] from: String,
    #[server(default)] to: String,
    #[server(default)] component: String,
    #[server(default)] metric: String,
) -> Result<Made, ApiError> {
    let window = window(&from, &to, now()?)?;
    act(slug, command_id, Command::AskQuestion { stream, text, window, component: filled(component), metric: filled(metric) }).await
}

/// The stream's owner has it on screen.
#[server(prefix = "/rpc", endpoint = "see-question")]
pub async fn see_question(slug: Slug, command_id: CommandId, question: QuestionId) -> Result<Made, ApiError> {
    act(slug, command_id, Command::SeeQuestion { question }).await
}

/// Works on a question.
#[server(prefix = "/rpc", endpoint = "take-question")]
pub async fn take_question(slug: Slug, command_id: CommandId, question: QuestionId) -> Result<Made, ApiError> {
    act(slug, command_id, Command::TakeQuestion { question }).await
}

/// Sends a question to another stream.
#[server(prefix = "/rpc", endpoint = "reassign-question")]
pub async fn reassign_question(slug: Slug, command_id: CommandId, question: QuestionId, stream: StreamKey) -> Result<Made, ApiError> {
    act(slug, command_id, Command::ReassignQuestion { question, stream }).await
}

/// Answers a question with evidence.
#[server(prefix = "/rpc", endpoint = "answer-question")]
pub async fn answer_question(
    slug: Slug,
    command_id: CommandId,
    question: QuestionId,
    evidence: String,
    text: String,
) -> Result<Made, ApiError> {
    act(slug, command_id, Command::AnswerQuestion { question, evidence: evidence_ids(&evidence)?, text }).await
}

/// Is done with a question.
#[server(prefix = "/rpc", endpoint = "close-question")]
pub async fn close_question(
    slug: Slug,
    command_id: CommandId,
    question: QuestionId,
    how: QuestionEnd,
    why: String,
) -> Result<Made, ApiError> {
    act(slug, command_id, Command::CloseQuestion { question, how, why }).await
}

/// Puts a query in its source's line.
#[server(prefix = "/rpc", endpoint = "run-query")]
pub async fn run_query(
    slug: Slug,
    command_id: CommandId,
    stream: StreamKey,
    language: String,
    text: String,
    from: String,
    to: String,
    #[server(default)] step: String,
    #[server(default)] index: String,
    #[server(default)] size: String,
    #[server(default)] question: String,
    #[server(default)] rerun_of: String,
    #[server(default)] control_of: String,
    #[server(default)] expects: String,
    #[server(default)] follows_from: String,
) -> Result<RunStarted, ApiError> {
    let (backend, session) = door().await?;
    let expects = filled(expects).map(|text| expecting(&text, &follows_from)).transpose()?;
    let (question, rerun_of, control_of) = (id(&question)?, id(&rerun_of)?, id(&control_of)?);
    let form = RunForm { stream, language, text, from, to, step, index, size, question, rerun_of, control_of, expects };
    backend.run(&session, &slug, command_id, form).await
}

/// Stops a query that waits or runs.
#[server(prefix = "/rpc", endpoint = "cancel-query")]
pub async fn cancel_query(slug: Slug, command_id: CommandId, evidence: EvidenceId) -> Result<(), ApiError> {
    let (backend, session) = door().await?;
    backend.cancel(&session, &slug, command_id, evidence).await
}

/// Records a finding; with a question, answers it in the same act.
#[server(prefix = "/rpc", endpoint = "record-finding")]
pub async fn record_finding(
    slug: Slug,
    command_id: CommandId,
    stream: StreamKey,
    text: String,
    #[server(default)] evidence: String,
    #[server(default)] question: String,
    #[server(default)] severity: Option<u8>,
    #[server(default)] observed: String,
) -> Result<Made, ApiError> {
    let observed = observed_word(&observed)?;
    let evidence = evidence_ids(&evidence)?;
    act(slug, command_id, Command::RecordFinding { stream, text, evidence, question: id(&question)?, severity, observed }).await
}

/// Adds what a finding did not say at first; an empty field stays as it is.
#[server(prefix = "/rpc", endpoint = "complete-finding")]
pub async fn complete_finding(
    slug: Slug,
    command_id: CommandId,
    finding: FindingId,
    reasoning: String,
    ruled_out: String,
    could_not_check: String,
) -> Result<Made, ApiError> {
    let command = Command::CompleteFinding {
        finding,
        reasoning: filled(reasoning),
        ruled_out: filled(ruled_out),
        could_not_check: filled(could_not_check),
    };
    act(slug, command_id, command).await
}

/// Amends a finding's text: a slip, or a sharper reading.
#[server(prefix = "/rpc", endpoint = "amend-finding")]
pub async fn amend_finding(slug: Slug, command_id: CommandId, finding: FindingId, text: String, why: Amendment) -> Result<Made, ApiError> {
    act(slug, command_id, Command::AmendFinding { finding, text, why }).await
}

/// Retracts a finding, a moment, or the reading of a piece of evidence.
#[server(prefix = "/rpc", endpoint = "retract-claim")]
pub async fn retract_claim(
    slug: Slug,
    command_id: CommandId,
    claim: AnyId,
    killed_by: String,
    why: String,
    #[server(default)] believed: String,
) -> Result<Made, ApiError> {
    act(slug, command_id, Command::RetractClaim { claim, killed_by: evidence_ids(&killed_by)?, why, believed }).await
}

/// Stands by what rests on fallen claims; ids, parted by spaces or commas.
#[server(prefix = "/rpc", endpoint = "affirm-claims")]
pub async fn affirm_claims(slug: Slug, command_id: CommandId, claims: String, why: String) -> Result<Made, ApiError> {
    act(slug, command_id, Command::AffirmClaims { claims: any_ids(&claims)?, why }).await
}

/// Writes the impact.
#[server(prefix = "/rpc", endpoint = "write-impact")]
pub async fn write_impact(slug: Slug, command_id: CommandId, text: String) -> Result<Made, ApiError> {
    act(slug, command_id, Command::WriteImpact { text }).await
}

/// Writes where we stand.
#[server(prefix = "/rpc", endpoint = "write-stand")]
pub async fn write_stand(slug: Slug, command_id: CommandId, text: String) -> Result<Made, ApiError> {
    act(slug, command_id, Command::WriteStand { text }).await
}

/// Says when the next update is due: a time, `now+30m`, or empty for none.
#[server(prefix = "/rpc", endpoint = "set-update-due")]
pub async fn set_update_due(slug: Slug, command_id: CommandId, at: String) -> Result<Made, ApiError> {
    let at = moment(&at, now()?)?;
    act(slug, command_id, Command::SetUpdateDue { at }).await
}

/// Adds a paragraph to the current pass.
#[server(prefix = "/rpc", endpoint = "write-paragraph")]
pub async fn write_paragraph(slug: Slug, command_id: CommandId, text: String) -> Result<Made, ApiError> {
    act(slug, command_id, Command::WriteParagraph { text }).await
}

/// Saves a version of a paragraph, written on `bases` (seqs joined by commas).
#[server(prefix = "/rpc", endpoint = "revise-paragraph")]
pub async fn revise_paragraph(
    slug: Slug,
    command_id: CommandId,
    paragraph: ParagraphId,
    bases: String,
    text: String,
) -> Result<Made, ApiError> {
    let bases = bases.split(',').filter_map(|base| base.trim().parse().ok()).collect();
    act(slug, command_id, Command::ReviseParagraph { paragraph, bases, text }).await
}

/// Adds a moment to the world timeline.
#[server(prefix = "/rpc", endpoint = "add-moment")]
pub async fn add_moment(
    slug: Slug,
    command_id: CommandId,
    at: String,
    #[server(default)] until: String,
    precision: Precision,
    text: String,
    #[server(default)] stream: String,
    #[server(default)] evidence: String,
) -> Result<Made, ApiError> {
    let clock = now()?;
    let occurred = Occurred { at: moment(&at, clock)?.unwrap_or(clock), until: moment(&until, clock)?, precision };
    act(slug, command_id, Command::AddMoment { occurred, text, stream: filled(stream).map(StreamKey), evidence: evidence_ids(&evidence)? })
        .await
}

/// Adds evidence that has no bytes here: a link, a place in a repository, a statement.
#[server(prefix = "/rpc", endpoint = "add-material")]
pub async fn add_material(
    slug: Slug,
    command_id: CommandId,
    stream: StreamKey,
    title: String,
    is: String,
    #[server(default)] url: String,
    #[server(default)] repository: String,
    #[server(default)] commit: String,
    #[server(default)] path: String,
    #[server(default)] lines: String,
    #[server(default)] who: String,
    #[server(default)] said_at: String,
    #[server(default)] first_hand: Option<String>,
    #[server(default)] question: String,
) -> Result<Made, ApiError> {
    let clock = now()?;
    let material = match is.as_str() {
        "code" => Material::Code { repository, commit, path, lines: parse_lines(&lines)? },
        "statement" => Material::Statement { who, said_at: moment(&said_at, clock)?.unwrap_or(clock), first_hand: first_hand.is_some() },
        _ => Material::Link { url, why: "not asked here".to_owned() },
    };
    act(slug, command_id, Command::AddEvidence { stream, title, material, raw: None, question: id(&question)? }).await
}

/// Adds pasted text as evidence.
#[server(prefix = "/rpc", endpoint = "add-paste")]
pub async fn add_paste(
    slug: Slug,
    command_id: CommandId,
    stream: StreamKey,
    title: String,
    text: String,
    #[server(default)] question: String,
) -> Result<Made, ApiError> {
    let (backend, session) = door().await?;
    let command = Command::AddEvidence { stream, title, material: Material::Paste, raw: None, question: id(&question)? };
    backend.add_bytes(&session, &slug, command_id, command, "text/plain", text.as_bytes()).await
}

/// Makes a join link for a role, good for so many hours.
#[server(name = MakeJoinLink, prefix = "/rpc", endpoint = "join-link")]
pub async fn join_link(slug: Slug, role: Role, hours: u32) -> Result<JoinLink, ApiError> {
    let (backend, session) = door().await?;
    backend.join_link(&session, &slug, role, hours).await
}

/// Makes an upload token for a stream, good for two hours.
#[server(name = MakeUploadToken, prefix = "/rpc", endpoint = "upload-token")]
pub async fn upload_token(slug: Slug, stream: StreamKey) -> Result<UploadToken, ApiError> {
    let (backend, session) = door().await?;
    backend.upload_token(&session, &slug, &stream).await
}
