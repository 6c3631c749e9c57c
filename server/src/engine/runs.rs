//! The query path: a form becomes an absolute query, the query a record, the record a run in its source's lane.

use super::execute::Executed;
use super::{Engine, failed};
use crate::sources::{AskRequest, Asked, SourceCard};
use app::api::error::ApiError;
use app::api::records::{Offer, RunForm, RunStarted};
use app::plan::{Step, plan};
use evidence::query::{Ask, Query, SourceKind};
use ledger::actor::Actor;
use ledger::command::{Command, SystemCommand};
use ledger::event::QueryEnd;
use ledger::id::{AnyId, CommandId, EvidenceId, LedgerId, Slug, StreamKey};
use ledger::may::{Act, may};
use ledger::refusal::{Refusal, RefusalKind};
use ledger::state::{Progress, State, What};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The runs of this process, so that they can be stopped.
#[derive(Default)]
pub(super) struct Runs {
    /// Locked for moments only, never across an await.
    tokens: Mutex<HashMap<(LedgerId, EvidenceId), CancellationToken>>,
    /// The runs themselves, so that the end can wait for them.
    tasks: TaskTracker,
}

impl Engine {
    /// Puts a query in its source's line, or says why not and what would pass.
    pub async fn run(&self, actor: &Actor, slug: &Slug, command_id: &CommandId, form: RunForm) -> Result<RunStarted, ApiError> {
        let ledger = self.ledger_at(slug).await?;
        let state = self.state(&ledger).await?;
        let source = source_of(&state, &form.stream)?;
        let query = self.query_of(&form, &source)?;
        let (stream, question) = (form.stream, form.question);
        let policy = self.card(&source)?.policy.iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ");
        let ask = Command::AskQuery {
            stream: stream.clone(),
            source: source.clone(),
            query: query.clone(),
            policy,
            question,
            rerun_of: form.rerun_of,
            control_of: form.control_of,
            expects: form.expects,
        };
        // Rights come before advice: who may not ask learns nothing of the source's limits.
        may(&state, actor, Act::Write(&ask))?;
        if let Err(not_sent) = self.sources.check(&source, &query) {
            let reason = not_sent.reason.clone();
            self.execute(actor, &ledger, command_id, &Command::KeepTry { stream, source, query, reason, question }).await?;
            let offers = not_sent.offers.into_iter().map(|offer| Offer { words: offer.words, query: offer.query }).collect();
            return Ok(RunStarted::NotSent { reason: not_sent.reason, offers });
        }
        let Executed { made, repeated } = self.execute(actor, &ledger, command_id, &ask).await?;
        let minted = made.ids.iter().find_map(|id| if let AnyId::EvidenceId(evidence) = id { Some(*evidence) } else { None });
        let evidence = minted.ok_or_else(|| failed(std::io::Error::other("an accepted query made no evidence id")))?;
        if !repeated {
            let request = AskRequest {
                source,
                query: query.clone(),
                ledger: ledger.clone(),
                evidence: evidence.to_string(),
                stream,
                who: actor.id.clone(),
            };
            self.start(evidence, request);
        }
        Ok(RunStarted::InLine { evidence, query })
    }

    /// Stops a run. One that this process does not know has ended already, or is ended here.
    pub async fn cancel(&self, actor: &Actor, slug: &Slug, command_id: &CommandId, evidence: EvidenceId) -> Result<(), ApiError> {
        let ledger = self.ledger_at(slug).await?;
        // Recorded first: whatever the source still says is late, and said so.
        self.execute(actor, &ledger, command_id, &Command::CancelQuery { evidence }).await?;
        let token = self.0.runs.tokens.lock().unwrap_or_else(PoisonError::into_inner).get(&(ledger, evidence)).cloned();
        if let Some(token) = token {
            token.cancel();
        }
        Ok(())
    }

    fn start(&self, evidence: EvidenceId, request: AskRequest) {
        let key = (request.ledger.clone(), evidence);
        let cancel = CancellationToken::new();
        self.0.runs.tokens.lock().unwrap_or_else(PoisonError::into_inner).insert(key.clone(), cancel.clone());
        let engine = self.clone();
        self.0.runs.tasks.spawn(async move {
            let command = match engine.sources.ask(request, engine.bodies.as_ref(), cancel).await {
                Asked::Answered(answer) => SystemCommand::RecordAnswer {
                    evidence,
                    summary: Box::new(answer.summary),
                    raw: answer.raw,
                    executed_at: answer.executed_at,
                    took_us: answer.took_us,
                    status: answer.status,
                    source_build: answer.source_build,
                    replayed: answer.replayed,
                },
                Asked::Cancelled => {
                    SystemCommand::EndQuery { evidence, how: QueryEnd::Cancelled, why: "stopped before an answer came".to_owned() }
                }
                Asked::ServerStopped => SystemCommand::EndQuery {
                    evidence,
                    how: QueryEnd::ServerStopped,
                    why: "the server was stopped before an answer came".to_owned(),
                },
                Asked::Refused(reason) => {
                    let why = [reason.what, reason.detail, reason.todo].join(". ");
                    SystemCommand::EndQuery { evidence, how: QueryEnd::Refused, why }
                }
            };
            if let Err(error) = engine.record(&key.0, &command).await {
                tracing::error!(ledger = %key.0, %evidence, %error, "an answer could not be recorded");
            }
            engine.0.runs.tokens.lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
        });
    }

    /// Ends what an earlier process left open: its runs died with it.
    pub(super) async fn end_orphans(&self, ledger: &LedgerId, state: &State) {
        for evidence in state.evidence.values() {
            let What::Run(run) = &evidence.what else { continue };
            let known = self.0.runs.tokens.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&(ledger.clone(), evidence.id));
            if run.progress != Progress::Pending || known {
                continue;
            }
            let why = "the server stopped while it waited or ran; run it again".to_owned();
            let command = SystemCommand::EndQuery { evidence: evidence.id, how: QueryEnd::ServerStopped, why };
            if let Err(error) = Box::pin(self.record(ledger, &command)).await {
                tracing::error!(%ledger, evidence = %evidence.id, %error, "an open run could not be ended");
            }
        }
    }

    /// Runs that wait or are under way in this process.
    pub fn open_runs(&self) -> usize {
        self.0.runs.tokens.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Waits until every run has been recorded, or the time is over.
    pub async fn wait_for_runs(&self, limit: Duration) {
        self.0.runs.tasks.close();
        if tokio::time::timeout(limit, self.0.runs.tasks.wait()).await.is_err() {
            tracing::warn!(open = self.open_runs(), "runs were left open; the next start ends them");
        }
    }

    pub(super) fn card(&self, source: &str) -> Result<SourceCard, ApiError> {
        self.sources.cards().into_iter().find(|card| card.name == source).ok_or_else(|| no_source(source))
    }

    /// Makes a form absolute. Nothing is changed silently: what comes out is what is shown and recorded.
    pub(super) fn query_of(&self, form: &RunForm, source: &str) -> Result<Query, ApiError> {
        let now = self.clock.now();
        let card = self.card(source)?;
        // The very code that made the sentence in the form.
        let plan = plan(&form.language, &form.from, &form.to, &form.step, now, card.max_points)
            .map_err(|error| invalid("read the window and the step", &error.to_string()))?;
        let text = form.text.clone();
        if text.trim().is_empty() {
            return Err(invalid("run the query", "it is empty"));
        }
        let index = if form.index.trim().is_empty() { card.index.clone() } else { form.index.trim().to_owned() };
        let time_field = card.time_field.clone();
        let ask = match (card.kind, form.language.as_str()) {
            (SourceKind::Prometheus, "promql") => match plan.step {
                Step::Every { secs, piece_secs, .. } => Ask::PromqlRange { text, step_secs: secs, piece_secs },
                Step::Instant | Step::None => Ask::PromqlInstant { text },
            },
            (SourceKind::Search, "dsl") => Ask::QueryDsl { index, text, time_field },
            (SourceKind::Search, "lucene") => {
                let size = match form.size.trim() {
                    "" => 20,
                    size => size.parse().map_err(|_| invalid("read the number of lines", &format!("\"{size}\" is no number")))?,
                };
                Ask::QueryString { index, text, time_field, size }
            }
            (SourceKind::Search, "esql") => Ask::Esql { text, time_field },
            (_, language) => return Err(invalid("run the query", &format!("{source} does not take the language \"{language}\""))),
        };
        Ok(Query { ask, window: plan.window })
    }
}

pub(super) fn source_of(state: &State, stream: &StreamKey) -> Result<String, ApiError> {
    let stream = state.stream(stream).ok_or_else(|| {
        let todo = "Choose one of the incident's streams.".to_owned();
        Refusal { kind: RefusalKind::Missing, what: "run the query".to_owned(), why: format!("there is no stream {stream}"), todo }
    })?;
    stream.source.clone().ok_or_else(|| invalid("run the query", &format!("the stream {} has no source to ask", stream.name)))
}

fn no_source(source: &str) -> ApiError {
    let refusal = Refusal {
        kind: RefusalKind::Missing,
        what: "run the query".to_owned(),
        why: format!("the source {source} is not configured on this server"),
        todo: "Ask whoever runs this server to add it to the configuration file.".to_owned(),
    };
    refusal.into()
}

fn invalid(what: &str, why: &str) -> ApiError {
    let todo = "Correct it and run again; nothing was sent.".to_owned();
    Refusal { kind: RefusalKind::Invalid, what: what.to_owned(), why: why.to_owned(), todo }.into()
}
