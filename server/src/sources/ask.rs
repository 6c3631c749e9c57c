//! Asking for evidence: wait in the lane, send, keep the raw answer, read it.

use super::fetch::Fetched;
use super::lane::{Entry, MAX_WAITING, NoPlace};
use super::reading::{read_answer, summarise};
use super::recording::RecordedSource;
use super::{Inner, NotSent, Target, health, pieces, policy, request};
use crate::bodies::{Bodies, BodyError};
use crate::config::Reach;
use evidence::query::Query;
use evidence::reading::{Reading, Reason, Remark, Summary};
use evidence::time::Micros;
use evidence::transport::{self, Failure};
use ledger::event::{BodyRef, Replayed};
use ledger::id::{ActorId, LedgerId, StreamKey};
use std::time::Instant;
use tokio_util::sync::CancellationToken;

/// What is asked, and for whom.
#[derive(Clone, Debug)]
pub struct AskRequest {
    /// The source's name.
    pub source: String,
    /// The query.
    pub query: Query,
    /// The incident that keeps the answer.
    pub ledger: LedgerId,
    /// The id it will have there: `E-17`.
    pub evidence: String,
    /// The stream that asks; streams take turns.
    pub stream: StreamKey,
    /// Who asks, for the log.
    pub who: ActorId,
}

/// How asking ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// With an answer, which may say that nothing was learnt.
    Answered(Box<Answer>),
    /// Somebody stopped it, while it waited or ran.
    Cancelled,
    /// The server stopped while it waited or ran.
    ServerStopped,
    /// It was not sent.
    Refused(Reason),
}

/// What a source said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What it says.
    pub summary: Summary,
    /// The raw answer, durable on disk; marked as cut if it did not come whole. `None` if no byte came.
    pub raw: Option<BodyRef>,
    /// When the request left.
    pub executed_at: Micros,
    /// From sending to the last byte, in microseconds; of a recorded answer, as the source took when it was recorded.
    pub took_us: i64,
    /// The HTTP status, if there was one.
    pub status: Option<u16>,
    /// Product and version of the source, if known.
    pub source_build: Option<String>,
    /// Present when a recording answered.
    pub replayed: Option<Replayed>,
}

/// A raw answer for a recording.
pub(super) struct RawAnswer {
    pub source: RecordedSource,
    pub executed_at: Micros,
    pub took_us: i64,
    pub status: u16,
    pub media_type: String,
    pub body: Vec<u8>,
    pub reading: Reading,
}

/// Asks a source for evidence.
pub(super) async fn ask(target: &Target, inner: &Inner, request: AskRequest, bodies: &dyn Bodies, cancel: CancellationToken) -> Asked {
    // Checked again: this is the one place that nothing gets past.
    if let Err(refused) = policy::check(&target.config, &request.query) {
        return Asked::Refused(refused.reason);
    }
    let entry = Entry {
        ledger: request.ledger.clone(),
        evidence: request.evidence.clone(),
        stream: request.stream.clone(),
        since: inner.clock.now(),
    };
    let mut ticket = match target.lane.enter(entry) {
        Ok(ticket) => ticket,
        Err(NoPlace::Closed) => return Asked::ServerStopped,
        Err(NoPlace::Full) => {
            let what = format!("{MAX_WAITING} queries wait for {} already", target.config.name);
            let todo = "Wait until some have ended, or cancel some. Nothing was sent.";
            return Asked::Refused(NotSent::new("line_full", what, "", todo).reason);
        }
    };
    let run = async {
        ticket.turn().await;
        run(target, inner, &request, bodies).await
    };
    let asked = tokio::select! {
        biased;
        () = cancel.cancelled() => Asked::Cancelled,
        () = inner.stopping.cancelled() => Asked::ServerStopped,
        answer = run => Asked::Answered(Box::new(answer)),
    };
    match &asked {
        Asked::Answered(answer) => tracing::info!(
            source = target.config.name,
            ledger = %request.ledger,
            evidence = request.evidence,
            who = %request.who,
            outcome = ?answer.summary.outcome,
            took_us = answer.took_us,
            "query answered"
        ),
        ended => tracing::info!(source = target.config.name, evidence = request.evidence, who = %request.who, ?ended, "query ended"),
    }
    asked
}

async fn run(target: &Target, inner: &Inner, request: &AskRequest, bodies: &dyn Bodies) -> Answer {
    let executed_at = inner.clock.now();
    let started = Instant::now();
    let mut answer = Answer {
        summary: Reading::could_not_ask("unreachable", "nothing was asked", "", "").summary(),
        raw: None,
        executed_at,
        took_us: 0,
        status: None,
        source_build: target.health().build,
        replayed: None,
    };
    let kept = match &target.config.reach {
        Reach::Live(_) if request.query.pieces().len() > 1 => pieces::fetch_and_keep(target, request, bodies, started).await,
        Reach::Live(_) => fetch_and_keep(target, request, bodies, started).await,
        Reach::Recorded(recording) => match recording.find(&target.config.name, &request.query) {
            Some(recorded) => {
                let source = recording.sources().iter().find(|source| source.name == recorded.source);
                let source_build = source.map_or_else(String::new, |source| source.build.clone());
                answer.source_build = Some(source_build.clone()).filter(|build| !build.is_empty());
                answer.replayed = Some(Replayed { recorded_at: recorded.recorded_at, source_build });
                let body = recorded.body.clone().into_bytes();
                let (status, media_type) = (Some(recorded.status), recorded.media_type.clone());
                let fetched = Fetched { status, media_type, date: None, body, failure: None };
                keep(fetched, request, bodies, recorded.took_us).await
            }
            None => {
                answer.summary = recording.not_recorded(&target.config.name, &request.query).summary();
                return answer;
            }
        },
    };
    let kept = match kept {
        Ok(kept) => kept,
        Err(error) => {
            answer.took_us = micros_since(started);
            answer.summary = not_kept(&error).summary();
            return answer;
        }
    };
    answer.raw = kept.raw;
    answer.took_us = kept.took_us;
    answer.status = kept.fetched.status;
    (answer.summary, _) = read_elsewhere(target, request, &request.query, kept.fetched).await;
    answer.summary.remarks.extend(kept.remark);
    answer
}

/// An answer of which as much as may be is on disk.
pub(super) struct Kept {
    fetched: Fetched,
    raw: Option<BodyRef>,
    took_us: i64,
    /// Why not all pieces were answered.
    pub remark: Option<Remark>,
}

/// Asks a real source; the bytes go to disk while they come.
async fn fetch_and_keep(target: &Target, request: &AskRequest, bodies: &dyn Bodies, started: Instant) -> Result<Kept, BodyError> {
    let (Some(fetcher), Some(message)) = (&target.fetcher, request::build(target.config.kind, &request.query)) else {
        return Ok(Kept { fetched: nothing_to_send(), raw: None, took_us: 0, remark: None });
    };
    let mut opened = fetcher.open(&message).await;
    let Some(media_type) = opened.media_type() else {
        return Ok(Kept { fetched: opened.finish(), raw: None, took_us: micros_since(started), remark: None });
    };
    let mut writer = bodies.begin(&request.ledger, media_type).await?;
    while let Some(chunk) = opened.next_chunk().await {
        writer.write(&chunk).await?;
    }
    let fetched = opened.finish();
    let took_us = micros_since(started);
    if fetched.failure.is_none() {
        let raw = Some(writer.finish(false).await?.0);
        return Ok(Kept { fetched, raw, took_us, remark: None });
    }
    // Of an answer that did not come whole the first part is kept, in a body of its own: this one may be as large as the limit.
    drop(writer);
    keep(fetched, request, bodies, took_us).await
}

pub(super) fn nothing_to_send() -> Fetched {
    let failure = Some(Failure::Other("no request can be made of this query".to_owned()));
    Fetched { status: None, media_type: String::new(), date: None, body: Vec::new(), failure }
}

/// Keeps what came, marked as cut if it is not whole.
pub(super) async fn keep(fetched: Fetched, request: &AskRequest, bodies: &dyn Bodies, took_us: i64) -> Result<Kept, BodyError> {
    let cut = fetched.failure.is_some();
    if cut && fetched.body.is_empty() {
        return Ok(Kept { fetched, raw: None, took_us, remark: None });
    }
    let mut writer = bodies.begin(&request.ledger, &fetched.media_type).await?;
    writer.write(&fetched.body).await?;
    let raw = Some(writer.finish(cut).await?.0);
    Ok(Kept { fetched, raw, took_us, remark: None })
}

/// Reads on a thread where seconds hold up nobody, and gives back what was read.
pub(super) async fn read_elsewhere(target: &Target, request: &AskRequest, query: &Query, fetched: Fetched) -> (Summary, Fetched) {
    if let Some(failure) = &fetched.failure {
        return (transport::reading(&target.config.name, failure).summary(), fetched);
    }
    let (query, max_series) = (query.clone(), target.config.policy.max_series);
    let reading = tokio::task::spawn_blocking(move || {
        (summarise(&query, fetched.status.unwrap_or(0), &fetched.media_type, &fetched.body, max_series), fetched)
    });
    reading.await.unwrap_or_else(|error| {
        tracing::error!(source = target.config.name, evidence = request.evidence, %error, "the reader failed");
        let what = "the answer came, but this server failed to read it";
        let todo = "Look at the raw answer, which is kept. Please report this.";
        (Reading::could_not_ask("reader_failed", what, "", todo).summary(), nothing_to_send())
    })
}

fn not_kept(error: &BodyError) -> Reading {
    tracing::error!(%error, cause = ?std::error::Error::source(error), "an answer could not be kept");
    let todo = "Look at the space and the rights of this server's data folder, then run it again.";
    Reading::could_not_ask("not_kept", "the answer came, but could not be stored", error.to_string(), todo)
}

pub(super) fn micros_since(started: Instant) -> i64 {
    i64::try_from(started.elapsed().as_micros()).unwrap_or(i64::MAX)
}

/// Asks a real source for a recording: nothing is kept here.
pub(super) async fn ask_for_recording(target: &Target, inner: &Inner, query: &Query) -> Result<RawAnswer, NotSent> {
    policy::check(&target.config, query)?;
    if query.pieces().len() > 1 {
        return Err(NotSent::new("recording", "a query in pieces is not recorded", "", "Record its pieces as queries of their own."));
    }
    let (Some(fetcher), Some(message)) = (&target.fetcher, request::build(target.config.kind, query)) else {
        let what = format!("{} is a recording itself", target.config.name);
        return Err(NotSent::new("recording", what, "", "Record from a source that is really asked."));
    };
    let build = match target.health().build {
        Some(build) => Some(build),
        None => health::probe(target, &inner.clock).await.build,
    };
    // The lane's order is for people who wait; one caller that asks one after the other needs a permit only.
    let Some(_ticket) = target.lane.try_enter() else {
        let what = format!("{} is busy with other queries", target.config.name);
        return Err(NotSent::new("busy", what, "", "Record when nobody else asks it."));
    };
    let executed_at = inner.clock.now();
    let started = Instant::now();
    let fetched = fetcher.fetch(&message).await;
    let took_us = micros_since(started);
    let reading = match &fetched.failure {
        Some(failure) => transport::reading(&target.config.name, failure),
        None => read_answer(query, fetched.status.unwrap_or(0), &fetched.media_type, &fetched.body, target.config.policy.max_series),
    };
    let config = &target.config;
    Ok(RawAnswer {
        source: RecordedSource {
            name: config.name.clone(),
            kind: config.kind,
            build: build.unwrap_or_default(),
            index: config.index.clone(),
            time_field: config.time_field.clone(),
        },
        executed_at,
        took_us,
        status: fetched.status.unwrap_or(0),
        media_type: fetched.media_type,
        body: fetched.body,
        reading,
    })
}
