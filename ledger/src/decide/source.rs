//! Evidence: queries and everything that is brought in otherwise.

use super::check::{SENTENCE, TITLE};
use super::{Case, Decision, prediction};
use crate::command::Expecting;
use crate::event::{BodyRef, Event, Material, QueryEnd};
use crate::id::{EvidenceId, QuestionId, StreamKey};
use crate::refusal::{Refusal, RefusalKind};
use crate::rules::{Absence, absence_of};
use crate::state::{Progress, What};
use evidence::query::{Ask, Query};
use evidence::reading::Reason;

/// The most characters of a query: with its window and its policy it must fit one event.
const QUERY: usize = 16_000;

pub(super) struct Asking<'a> {
    pub stream: &'a StreamKey,
    pub source: &'a str,
    pub query: &'a Query,
    pub policy: &'a str,
    pub of: Of,
    pub expects: Option<&'a Expecting>,
}

/// What a query belongs to.
#[derive(Clone, Copy)]
pub(super) struct Of {
    pub question: Option<QuestionId>,
    pub rerun: Option<EvidenceId>,
    pub control: Option<EvidenceId>,
}

pub(super) fn ask(case: &Case<'_>, asking: &Asking<'_>) -> Result<Decision, Refusal> {
    check_source(case, asking.stream, asking.source)?;
    check_query(case, asking.query)?;
    if let Some(question) = asking.of.question {
        case.question(question)?;
    }
    if let Some(earlier) = asking.of.rerun
        && !matches!(case.evidence(earlier)?.what, What::Run(_))
    {
        return Err(case.refuse(RefusalKind::Invalid, format!("{earlier} is no query run"), "Run again only what was a query."));
    }
    if let Some(absence) = asking.of.control {
        check_control(case, asking, absence)?;
    }
    let evidence = next_evidence(case);
    let mut decision = Decision::default();
    if let Some(expects) = asking.expects {
        decision = prediction::seal_run(case, asking.stream, expects, evidence, asking)?;
    }
    decision.events.push(Event::QueryAsked {
        evidence,
        stream: asking.stream.clone(),
        source: asking.source.to_owned(),
        query: asking.query.clone(),
        policy: case.optional_text("the policy", asking.policy, SENTENCE)?,
        question: asking.of.question,
        rerun_of: asking.of.rerun,
        control_of: asking.of.control,
    });
    Ok(decision)
}

/// A control asks the very same of another window. Anything else would prove that some other query finds what it looks for.
fn check_control(case: &Case<'_>, asking: &Asking<'_>, absence: EvidenceId) -> Result<(), Refusal> {
    let invalid = |why: String, todo: &str| Err(case.refuse(RefusalKind::Invalid, why, todo));
    let What::Run(run) = &case.evidence(absence)?.what else {
        return invalid(format!("{absence} is no query run"), "A control is for a query that found nothing.");
    };
    if absence_of(case.state, absence).is_none() {
        return invalid(format!("{absence} is no zero and not without data"), "It shows what it looks for, so it needs no control.");
    }
    if run.source != asking.source {
        let why = format!("{absence} asked {}, this asks {}", run.source, asking.source);
        return invalid(why, "Ask the same source: another one proves nothing of it.");
    }
    if run.query.shape() != asking.query.shape() {
        let why = format!("it asks something else than {absence}: the index, the selector, the field or the component differ");
        return invalid(why, "Change the window only, to one with a known event. Counting alone is enough.");
    }
    if run.query.window == asking.query.window {
        return invalid(format!("it asks the very window of {absence}"), "Widen or move the window to one with a known event.");
    }
    Ok(())
}

/// No control can be run. That does not prove the absence, it says why nobody can.
pub(super) fn excuse(case: &Case<'_>, evidence: EvidenceId, why: &str) -> Result<Decision, Refusal> {
    case.executed(evidence)?;
    let why = case.text("the reason", why, SENTENCE)?;
    case.cites(&why)?;
    match absence_of(case.state, evidence) {
        None => {
            let why = format!("{evidence} is no zero and not without data");
            Err(case.refuse(RefusalKind::Invalid, why, "It shows what it looks for, so it needs no control."))
        }
        Some(Absence::ControlFailed { control }) => {
            let why = format!("a known event exists: {control} looked for it and did not find it");
            Err(case.refuse(RefusalKind::Conflict, why, "Ask in another way: the query can't find what it looks for."))
        }
        Some(_) => Ok(Event::AbsenceExcused { evidence, why }.into()),
    }
}

pub(super) fn keep_try(
    case: &Case<'_>,
    stream: &StreamKey,
    source: &str,
    query: &Query,
    reason: &Reason,
    question: Option<QuestionId>,
) -> Result<Decision, Refusal> {
    check_source(case, stream, source)?;
    case.optional_text("the query", query.ask.text(), QUERY)?;
    if let Some(question) = question {
        case.question(question)?;
    }
    Ok(Event::QueryNotSent { stream: stream.clone(), source: source.to_owned(), query: query.clone(), reason: reason.clone(), question }
        .into())
}

pub(super) fn cancel(case: &Case<'_>, evidence: EvidenceId) -> Result<Decision, Refusal> {
    match &case.evidence(evidence)?.what {
        What::Run(run) if run.progress == Progress::Pending => {
            Ok(Event::QueryEnded { evidence, how: QueryEnd::Cancelled, why: String::new() }.into())
        }
        What::Run(_) => Err(case.refuse(RefusalKind::Conflict, "it has ended already", "Nothing needs to be done.")),
        What::Material { .. } => Err(case.refuse(RefusalKind::Invalid, "it is no query run", "Nothing needs to be done.")),
    }
}

pub(super) fn add(
    case: &Case<'_>,
    stream: &StreamKey,
    title: &str,
    material: &Material,
    raw: Option<&BodyRef>,
    question: Option<QuestionId>,
) -> Result<Decision, Refusal> {
    case.stream(stream)?;
    if let Some(question) = question {
        case.question(question)?;
    }
    check_material(case, material, raw)?;
    Ok(Event::EvidenceAdded {
        evidence: next_evidence(case),
        stream: stream.clone(),
        title: case.text("the title", title, TITLE)?,
        material: material.clone(),
        raw: raw.cloned(),
        question,
    }
    .into())
}

fn next_evidence(case: &Case<'_>) -> EvidenceId {
    EvidenceId(case.state.evidence.last_key_value().map_or(1, |(last, _)| last.0.saturating_add(1)))
}

fn check_source(case: &Case<'_>, stream: &StreamKey, source: &str) -> Result<(), Refusal> {
    match case.stream(stream)?.source.as_deref() {
        Some(own) if own == source => Ok(()),
        Some(own) => {
            let why = format!("stream {stream} asks {own}, not {source}");
            Err(case.refuse(RefusalKind::Invalid, why, format!("Ask {own}, or open a stream for {source}.")))
        }
        None => {
            let why = format!("stream {stream} has no source that can be asked");
            Err(case.refuse(RefusalKind::Invalid, why, "Add a file, a paste or a statement instead, or use the stream of the source."))
        }
    }
}

fn check_query(case: &Case<'_>, query: &Query) -> Result<(), Refusal> {
    case.text("the query", query.ask.text(), QUERY)?;
    case.window(Some(query.window))?;
    match &query.ask {
        Ask::PromqlRange { step_secs: 0, .. } => {
            Err(case.refuse(RefusalKind::Invalid, "the step is 0 seconds", "Give a step of at least 1 second."))
        }
        Ask::QueryDsl { index, .. } | Ask::QueryString { index, .. } if index.trim().is_empty() => {
            Err(case.refuse(RefusalKind::Invalid, "no index is named", "Name an index, an alias or a pattern."))
        }
        Ask::PromqlRange { .. } | Ask::PromqlInstant { .. } | Ask::QueryDsl { .. } | Ask::QueryString { .. } | Ask::Esql { .. } => Ok(()),
    }
}

/// What each kind of material cannot do without.
fn check_material(case: &Case<'_>, material: &Material, raw: Option<&BodyRef>) -> Result<(), Refusal> {
    match material {
        Material::File { name } => {
            case.text("the name of the file", name, SENTENCE)?;
            check_bytes(case, raw)
        }
        Material::Paste => check_bytes(case, raw),
        Material::Picture { shows } => {
            case.text("what the picture shows", shows, SENTENCE)?;
            check_bytes(case, raw)
        }
        Material::Link { url, why } => {
            case.optional_text("the reason", why, SENTENCE)?;
            let url = case.text("the address", url, SENTENCE)?;
            if url.starts_with("http://") || url.starts_with("https://") {
                return Ok(());
            }
            Err(case.refuse(RefusalKind::Invalid, "the address is no web address", "Give one that begins with http:// or https://."))
        }
        Material::Code { repository, commit, path, lines } => {
            case.text("the repository", repository, SENTENCE)?;
            case.text("the commit", commit, TITLE)?;
            case.text("the path", path, SENTENCE)?;
            match lines {
                Some((first, last)) if *first == 0 || last < first => {
                    let why = format!("lines {first} to {last} are no lines of a file");
                    Err(case.refuse(RefusalKind::Invalid, why, "Give the first line, from 1, and then the last."))
                }
                _ => Ok(()),
            }
        }
        Material::Statement { who, said_at, .. } => {
            case.text("who said it", who, TITLE)?;
            if *said_at > case.now {
                let why = format!("it was said on {} UTC, which is still to come", said_at.day_time());
                return Err(case.refuse(RefusalKind::Invalid, why, "Give the time in UTC."));
            }
            Ok(())
        }
    }
}

fn check_bytes(case: &Case<'_>, raw: Option<&BodyRef>) -> Result<(), Refusal> {
    match raw {
        Some(_) => Ok(()),
        None => Err(case.refuse(RefusalKind::Invalid, "its bytes are missing", "Send the file, the text or the picture with it.")),
    }
}
