//! Questions: asked, seen, taken, sent on, answered, closed.

use super::check::{SENTENCE, TITLE};
use super::{Case, Decision, wide};
use crate::event::{Event, QuestionEnd};
use crate::id::{EvidenceId, QuestionId, StreamKey};
use crate::refusal::{Refusal, RefusalKind};
use evidence::time::Window;

/// `concerns` is the component and the metric, if the asker names them.
pub(super) fn ask(
    case: &Case<'_>,
    stream: &StreamKey,
    text: &str,
    window: Option<Window>,
    concerns: (Option<&str>, Option<&str>),
) -> Result<Decision, Refusal> {
    case.stream(stream)?;
    let text = case.text("the question", text, SENTENCE)?;
    case.cites(&text)?;
    case.window(window)?;
    let named = |name: &str, word: Option<&str>| -> Result<Option<String>, Refusal> {
        Ok(word.map(|word| case.optional_text(name, word, TITLE)).transpose()?.filter(|word| !word.is_empty()))
    };
    let hint = wide::hint(&text);
    let event = Event::QuestionAsked {
        question: QuestionId(case.state.questions.last_key_value().map_or(1, |(last, _)| last.0.saturating_add(1))),
        stream: stream.clone(),
        text,
        window,
        component: named("the component", concerns.0)?,
        metric: named("the metric", concerns.1)?,
        pass: case.state.current_pass(),
    };
    Ok(Decision { events: vec![event], hint })
}

/// Seen is seen: a second look is no event.
pub(super) fn see(case: &Case<'_>, question: QuestionId) -> Result<Decision, Refusal> {
    if case.question(question)?.seen.is_some() {
        return Ok(Decision::default());
    }
    Ok(Event::QuestionSeen { question }.into())
}

pub(super) fn take(case: &Case<'_>, question: QuestionId) -> Result<Decision, Refusal> {
    let taken_by_me = case.open_question(question)?.taken.as_ref().is_some_and(|taken| taken.by == case.permit.actor().id);
    if taken_by_me {
        return Ok(Decision::default());
    }
    Ok(Event::QuestionTaken { question }.into())
}

pub(super) fn reassign(case: &Case<'_>, question: QuestionId, stream: &StreamKey) -> Result<Decision, Refusal> {
    case.stream(stream)?;
    if case.open_question(question)?.stream == *stream {
        return Ok(Decision::default());
    }
    Ok(Event::QuestionReassigned { question, stream: stream.clone() }.into())
}

pub(super) fn answer(case: &Case<'_>, question: QuestionId, evidence: &[EvidenceId], text: &str) -> Result<Decision, Refusal> {
    case.open_question(question)?;
    let todo = "Name the run, file or statement that answers it. If nobody could look, close it as that.";
    let evidence = case.some_executed(evidence, todo)?;
    let text = case.optional_text("the answer", text, SENTENCE)?;
    case.cites(&text)?;
    Ok(Event::QuestionAnswered { question, finding: None, evidence, text }.into())
}

pub(super) fn close(case: &Case<'_>, question: QuestionId, how: QuestionEnd, why: &str) -> Result<Decision, Refusal> {
    let asked = case.open_question(question)?;
    let why = case.optional_text("the reason", why, SENTENCE)?;
    match how {
        QuestionEnd::Answered if asked.answers.is_empty() => {
            let todo = "Answer it with evidence first, or close it as unproven or as could not look.";
            return Err(case.refuse(RefusalKind::Invalid, "it has no answer on record", todo));
        }
        QuestionEnd::Unproven | QuestionEnd::CouldNotLook if why.is_empty() => {
            let todo = "Say in one sentence what was looked at, or why nobody could look.";
            return Err(case.refuse(RefusalKind::Invalid, "a question without an answer is closed with a reason", todo));
        }
        QuestionEnd::Answered | QuestionEnd::Unproven | QuestionEnd::CouldNotLook => {}
    }
    Ok(Event::QuestionClosed { question, how, why }.into())
}

impl Case<'_> {
    /// A window that came over the wire may be turned round.
    pub(super) fn window(&self, window: Option<Window>) -> Result<(), Refusal> {
        match window {
            Some(window) if window.end < window.start => {
                let why = format!("the window ends {} before it begins {}", window.end.rfc3339(), window.start.rfc3339());
                Err(self.refuse(RefusalKind::Invalid, why, "Give the earlier time first, both in UTC."))
            }
            _ => Ok(()),
        }
    }
}
