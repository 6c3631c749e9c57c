//! What is written for everybody: impact, where we stand, passes, paragraphs, moments.

use super::check::{PARAGRAPH, SENTENCE, TITLE};
use super::{Case, Decision};
use crate::event::{Cite, Event, Occurred, Weight};
use crate::id::{EvidenceId, MomentId, ParagraphId, StreamKey};
use crate::refusal::{Refusal, RefusalKind};

pub(super) fn write_impact(case: &Case<'_>, text: &str) -> Result<Decision, Refusal> {
    let text = case.text("the impact", text, PARAGRAPH)?;
    let cites = case.cites(&text)?;
    // The same words after a fall rest on less: writing them again affirms them.
    if case.state.impact.last().is_some_and(|latest| latest.text == text && latest.cites == cites) {
        return Ok(Decision::default());
    }
    Ok(Event::ImpactWritten { text, cites }.into())
}

pub(super) fn write_stand(case: &Case<'_>, text: &str) -> Result<Decision, Refusal> {
    let text = case.text("where we stand", text, PARAGRAPH)?;
    let cites = case.cites(&text)?;
    if case.state.stand.last().is_some_and(|latest| latest.text == text && latest.cites == cites) {
        return Ok(Decision::default());
    }
    Ok(Event::StandWritten { text, cites }.into())
}

pub(super) fn start_pass(case: &Case<'_>, title: &str) -> Result<Decision, Refusal> {
    let title = case.text("the title of the pass", title, TITLE)?;
    Ok(Event::PassStarted { pass: case.state.current_pass().saturating_add(1), title }.into())
}

pub(super) fn write_paragraph(case: &Case<'_>, text: &str) -> Result<Decision, Refusal> {
    let text = case.text("the paragraph", text, PARAGRAPH)?;
    let cites = case.cites(&text)?;
    let paragraph = ParagraphId(case.state.paragraphs.last_key_value().map_or(1, |(last, _)| last.0.saturating_add(1)));
    Ok(Event::ParagraphWritten { paragraph, pass: case.state.current_pass(), text, cites }.into())
}

/// A save on old bases is taken: the paragraph is then in conflict, and both texts stay.
pub(super) fn revise_paragraph(case: &Case<'_>, paragraph: ParagraphId, bases: &[u64], text: &str) -> Result<Decision, Refusal> {
    let known = case.paragraph(paragraph)?;
    let text = case.text("the paragraph", text, PARAGRAPH)?;
    if bases.is_empty() || !bases.iter().all(|base| known.versions.iter().any(|version| version.stamp.seq == *base)) {
        let why = "it does not name versions of this paragraph as what it was written on";
        return Err(case.refuse(RefusalKind::Invalid, why, "Load the paragraph again and save on what it shows; your text is kept."));
    }
    let cites = case.cites(&text)?;
    let unchanged = known.heads == bases
        && known.versions.last().is_some_and(|latest| known.heads == [latest.stamp.seq] && latest.text == text && latest.cites == cites);
    if unchanged {
        return Ok(Decision::default());
    }
    Ok(Event::ParagraphRevised { paragraph, bases: bases.to_vec(), text, cites }.into())
}

pub(super) fn add_moment(
    case: &Case<'_>,
    occurred: Occurred,
    text: &str,
    stream: Option<&StreamKey>,
    evidence: &[EvidenceId],
) -> Result<Decision, Refusal> {
    let text = case.text("what happened", text, SENTENCE)?;
    if let Some(stream) = stream {
        case.stream(stream)?;
    }
    if let Some(at) = [Some(occurred.at), occurred.until].into_iter().flatten().find(|at| *at > case.now) {
        let why = format!("{} UTC is still to come", at.day_time());
        return Err(case.refuse(RefusalKind::Invalid, why, "Give the time it happened, in UTC."));
    }
    if occurred.until.is_some_and(|until| until < occurred.at) {
        return Err(case.refuse(RefusalKind::Invalid, "it ends before it begins", "Give the earlier time first."));
    }
    let mut cites = Vec::new();
    for id in evidence {
        case.executed(*id)?;
        cites.push(Cite { id: (*id).into(), line: None, how: Weight::RestsOn });
    }
    for cite in case.cites(&text)? {
        if !cites.iter().any(|known: &Cite| known.id == cite.id && known.line == cite.line) {
            cites.push(cite);
        }
    }
    let moment = MomentId(case.state.moments.last_key_value().map_or(1, |(last, _)| last.0.saturating_add(1)));
    Ok(Event::MomentAdded { moment, occurred, text, cites, stream: stream.cloned() }.into())
}
