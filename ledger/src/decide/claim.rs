//! Findings: recorded, completed, amended, retracted.

use super::check::{PARAGRAPH, SENTENCE};
use super::hypothesis::unproven_hint;
use super::{Case, Decision};
use crate::event::{Amendment, Cite, Event, Observed, Weight};
use crate::id::{AnyId, EvidenceId, FindingId, QuestionId, StreamKey};
use crate::refusal::{Refusal, RefusalKind};
use crate::state::{Progress, What};
use crate::text::citations;
use evidence::reading::Outcome;

/// A claim about to be recorded.
pub(super) struct Saying<'a> {
    pub stream: &'a StreamKey,
    pub text: &'a str,
    pub evidence: &'a [EvidenceId],
    pub question: Option<QuestionId>,
    pub severity: Option<u8>,
    pub observed: Option<Observed>,
}

pub(super) fn record(case: &Case<'_>, saying: &Saying<'_>) -> Result<Decision, Refusal> {
    let Saying { stream, text, evidence, question, severity, observed } = *saying;
    case.stream(stream)?;
    let text = case.text("the finding", text, SENTENCE)?;
    if let Some(severity) = severity
        && !(1..=5).contains(&severity)
    {
        return Err(case.refuse(RefusalKind::Invalid, format!("there is no rank {severity}"), "Give 1 (worst) to 5 (least)."));
    }
    let mut cites = Vec::new();
    for id in evidence {
        case.executed(*id)?;
        add_cite(&mut cites, Cite { id: (*id).into(), line: None, how: Weight::RestsOn });
    }
    for cite in case.cites(&text)? {
        add_cite(&mut cites, cite);
    }
    let carried = cites.iter().any(|cite| cite.how == Weight::RestsOn);
    for cite in cites.iter().filter(|cite| cite.how == Weight::Mentions) {
        // A run in the text that has not answered yet may turn the claim round. One that ended may be named beside what carries the claim.
        if let AnyId::EvidenceId(id) = cite.id
            && (!carried || is_pending(case, id))
        {
            case.executed(id)?;
        }
    }
    if !carried {
        let todo = "Name the run, file or statement it rests on, in the text (E-17) or beside it. \
                    What somebody said or pasted is evidence too.";
        return Err(case.refuse(RefusalKind::Invalid, "a finding rests on evidence, and none is named that says something", todo));
    }
    let finding = FindingId(case.state.findings.last_key_value().map_or(1, |(last, _)| last.0.saturating_add(1)));
    let rests_on: Vec<EvidenceId> = evidence_among(&cites);
    let mut hint = could_not_ask_hint(case, &rests_on);
    let mut events =
        vec![Event::FindingRecorded { finding, stream: stream.clone(), text, cites, severity, pass: case.state.current_pass() }];
    if let Some(question) = question {
        let asked = case.open_question(question)?;
        events.push(Event::QuestionAnswered { question, finding: Some(finding), evidence: rests_on.clone(), text: String::new() });
        match (asked.refutes, observed) {
            (Some(_), Some(observed)) => {
                hint = hint.or_else(|| unproven_hint(case, observed, &rests_on));
                events.push(Event::RefuterLookedFor { question, observed, evidence: rests_on });
            }
            (Some(hypothesis), None) => {
                hint = Some(format!("{question} would refute {hypothesis}: say on its page whether that was observed."));
            }
            (None, _) => {}
        }
    }
    Ok(Decision { events, hint })
}

/// `parts` are the reasoning, what was ruled out, and what could not be checked.
pub(super) fn complete(case: &Case<'_>, finding: FindingId, parts: [Option<&str>; 3]) -> Result<Decision, Refusal> {
    case.finding(finding)?;
    let mut cites = Vec::new();
    let mut texts = [None, None, None];
    for ((part, name), text) in parts.into_iter().zip(["the reasoning", "what was ruled out", "what could not be checked"]).zip(&mut texts)
    {
        let Some(part) = part else { continue };
        let written = case.text(name, part, PARAGRAPH)?;
        for cite in case.cites(&written)? {
            // These texts explain the claim. It stands on what it was recorded with, so they name and do not carry.
            add_cite(&mut cites, Cite { how: Weight::Mentions, ..cite });
        }
        *text = Some(written);
    }
    let [reasoning, ruled_out, could_not_check] = texts;
    if reasoning.is_none() && ruled_out.is_none() && could_not_check.is_none() {
        return Ok(Decision::default());
    }
    Ok(Event::FindingCompleted { finding, reasoning, ruled_out, could_not_check, cites }.into())
}

pub(super) fn amend(case: &Case<'_>, finding: FindingId, text: &str, why: Amendment) -> Result<Decision, Refusal> {
    let known = case.live_finding(finding)?;
    let new = case.text("the finding", text, SENTENCE)?;
    if new == known.text {
        return Ok(Decision::default());
    }
    if citations(&new).iter().any(|(id, _)| *id == AnyId::FindingId(finding)) {
        return Err(case.refuse(RefusalKind::Invalid, "a finding cannot rest on itself", "Leave its own id out of the text."));
    }
    // What it was recorded with beside the text stays; what only the old text named goes with that text.
    let old_text = citations(&known.text);
    let mut cites: Vec<Cite> = known.cites.iter().filter(|cite| !old_text.contains(&(cite.id, cite.line))).copied().collect();
    for cite in case.cites(&new)? {
        add_cite(&mut cites, cite);
    }
    if !cites.iter().any(|cite| cite.how == Weight::RestsOn) {
        let todo = "Keep at least one piece of evidence in the text, or retract the finding.";
        return Err(case.refuse(RefusalKind::Invalid, "the new text rests on nothing", todo));
    }
    Ok(Event::FindingAmended { finding, old: known.text.clone(), new, cites, why }.into())
}

/// Adds a citation unless it is there; one that carries wins over one that names.
fn add_cite(cites: &mut Vec<Cite>, cite: Cite) {
    match cites.iter_mut().find(|known| known.id == cite.id && known.line == cite.line) {
        Some(known) if cite.how == Weight::RestsOn => known.how = Weight::RestsOn,
        Some(_) => {}
        None => cites.push(cite),
    }
}

fn is_pending(case: &Case<'_>, id: EvidenceId) -> bool {
    let what = case.state.evidence.get(&id).map(|found| &found.what);
    matches!(what, Some(What::Run(run)) if run.progress == Progress::Pending)
}

fn evidence_among(cites: &[Cite]) -> Vec<EvidenceId> {
    let mut found = Vec::new();
    for cite in cites.iter().filter(|cite| cite.how == Weight::RestsOn) {
        if let AnyId::EvidenceId(id) = cite.id
            && !found.contains(&id)
        {
            found.push(id);
        }
    }
    found
}

fn could_not_ask_hint(case: &Case<'_>, rests_on: &[EvidenceId]) -> Option<String> {
    let silent = rests_on.iter().find(|id| match case.state.evidence.get(id).map(|found| &found.what) {
        Some(What::Run(run)) => {
            matches!(&run.progress, Progress::Answered(answered) if answered.summary.outcome == Outcome::CouldNotAsk)
        }
        _ => false,
    })?;
    Some(format!("{silent} could not be asked: it says nothing about the system, only that nobody could look."))
}
