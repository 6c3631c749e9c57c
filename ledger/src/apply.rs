//! The fold: what the events come to.
//!
//! Total: it takes any events in any order and never fails. What it cannot fold as it stands (a reference to what is not there, a second
//! opening) becomes a [`Problem`] that is shown; nothing is dropped silently.

use crate::event::{Cite, Event, Role};
use crate::record::Kinded;
use crate::state::{Answer, Finding, Incident, Member, Moment, Paragraph, Pass, Problem, Question, Stamp, State, Stream, Version, Written};
use links::{link, link_all, unlink_all};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;

mod action;
mod contradiction;
mod entry;
mod fall;
mod hypothesis;
mod links;
mod prediction;
mod source;
mod touched;

pub use entry::{Content, Entry};
pub use touched::Touched;

/// Folds all entries from nothing.
pub fn fold(entries: impl IntoIterator<Item = Entry>) -> State {
    let mut state = State::default();
    for entry in entries {
        apply(&mut state, &entry);
    }
    state
}

/// Folds one entry onto the state and says which parts of it changed.
pub fn apply(state: &mut State, entry: &Entry) -> Touched {
    let mut touched = Touched::SEQ;
    if entry.seq != state.seq.saturating_add(1) {
        let what = format!("came after event {}: what stands between is missing or out of order", state.seq);
        touched = touched | problem(state, entry.seq, "order", what);
    }
    state.seq = entry.seq;
    state.at = state.at.max(entry.at);
    let folded = match &entry.event {
        Content::Event(event) => apply_event(state, &Stamp { seq: entry.seq, at: entry.at, by: entry.actor.clone() }, event)
            .unwrap_or_else(|what| problem(state, entry.seq, event.kind(), what)),
        Content::Redacted => problem(state, entry.seq, "redacted", "its content was taken out".to_owned()),
        Content::Unreadable { kind, version, why } => {
            state.unreadable = state.unreadable.saturating_add(1);
            problem(state, entry.seq, kind, format!("cannot be read here (version {version}): {why}"))
        }
    };
    touched | folded
}

fn problem(state: &mut State, seq: u64, kind: &str, what: String) -> Touched {
    state.problems.push(Problem { seq, kind: kind.to_owned(), what });
    Touched::HEADER
}

/// Every kind in the order of their definition. An error is the text of a problem: what the event names that is not there.
fn apply_event(state: &mut State, stamp: &Stamp, event: &Event) -> Result<Touched, String> {
    match event {
        Event::IncidentOpened { title, severity, onset, description, labels, solo } => {
            if state.incident.is_some() {
                return Err("the incident is open already".to_owned());
            }
            state.incident = Some(Arc::new(Incident {
                title: title.clone(),
                severity: *severity,
                onset: *onset,
                description: description.clone(),
                labels: labels.clone(),
                solo: *solo,
                solo_ended: None,
                state: crate::event::IncidentState::Investigating,
                state_since: stamp.at,
                closed: None,
                opened: stamp.clone(),
                coordinator: stamp.by.clone(),
            }));
            Ok(Touched::HEADER)
        }
        Event::IncidentDescribed { title, onset, description } => {
            let incident = incident(state)?;
            if let Some(title) = title {
                incident.title.clone_from(title);
            }
            if onset.is_some() {
                incident.onset = *onset;
            }
            if let Some(description) = description {
                incident.description.clone_from(description);
            }
            Ok(Touched::HEADER)
        }
        Event::StateChanged { state: course, .. } => {
            let incident = incident(state)?;
            incident.state = *course;
            incident.state_since = stamp.at;
            Ok(Touched::HEADER)
        }
        Event::SeverityChanged { severity, .. } => {
            incident(state)?.severity = *severity;
            Ok(Touched::HEADER)
        }
        Event::IncidentClosed { why } => {
            incident(state)?.closed = Some((stamp.clone(), why.clone()));
            Ok(Touched::HEADER)
        }
        Event::IncidentReopened { .. } => {
            let incident = incident(state)?;
            incident.closed = None;
            incident.state_since = stamp.at;
            Ok(Touched::HEADER)
        }
        Event::MemberJoined { member, role, by_link } => {
            let since = state.members.get(member).map_or(stamp.at, |known| known.since);
            state.members.insert(member.clone(), Member { role: *role, by_link: *by_link, since });
            if *role == Role::Coordinator
                && let Some(incident) = &mut state.incident
            {
                Arc::make_mut(incident).coordinator = member.clone();
            }
            Ok(Touched::HEADER)
        }
        Event::CommandHandedOver { from, to } => {
            incident(state)?.coordinator = to.clone();
            for (member, role) in [(from, Role::Investigator), (to, Role::Coordinator)] {
                let entry = state.members.entry(member.clone());
                entry.or_insert(Member { role, by_link: false, since: stamp.at }).role = role;
            }
            Ok(Touched::HEADER)
        }
        Event::SoloEnded {} => {
            let incident = incident(state)?;
            incident.solo = false;
            incident.solo_ended = Some(stamp.clone());
            Ok(Touched::HEADER)
        }
        Event::StreamOpened { stream, name, source, owner } => {
            if state.stream(stream).is_some() {
                return Err(format!("the stream {stream} is open already"));
            }
            state.streams.push(Arc::new(Stream {
                key: stream.clone(),
                name: name.clone(),
                source: source.clone(),
                owner: owner.clone(),
                opened: stamp.clone(),
            }));
            Ok(Touched::STREAMS)
        }
        Event::StreamOwned { stream, owner } => {
            let found = state.streams.iter_mut().find(|known| known.key == *stream).ok_or_else(|| not_there(stream))?;
            Arc::make_mut(found).owner.clone_from(owner);
            Ok(Touched::STREAMS)
        }
        Event::PassStarted { pass, title } => {
            state.passes.push(Arc::new(Pass { number: *pass, title: title.clone(), started: stamp.clone() }));
            Ok(Touched::NOTE)
        }
        Event::QuestionAsked { question, stream, text, window, component, metric, pass } => {
            new(&state.questions, question)?;
            let asked = Question {
                id: *question,
                stream: stream.clone(),
                text: text.clone(),
                window: *window,
                component: component.clone(),
                metric: metric.clone(),
                pass: *pass,
                asked: stamp.clone(),
                seen: None,
                taken: None,
                answers: Vec::new(),
                refutes: None,
                expected: BTreeMap::new(),
                closed: None,
            };
            state.questions.insert(*question, Arc::new(asked));
            Ok(Touched::QUESTIONS)
        }
        Event::QuestionSeen { question } => {
            known(&mut state.questions, question)?.seen.get_or_insert_with(|| stamp.clone());
            Ok(Touched::QUESTIONS)
        }
        Event::QuestionTaken { question } => {
            let question = known(&mut state.questions, question)?;
            question.seen.get_or_insert_with(|| stamp.clone());
            question.taken = Some(stamp.clone());
            Ok(Touched::QUESTIONS)
        }
        Event::QuestionReassigned { question, stream } => {
            let question = known(&mut state.questions, question)?;
            question.stream = stream.clone();
            question.seen = None;
            question.taken = None;
            Ok(Touched::QUESTIONS)
        }
        Event::QuestionAnswered { question, finding, evidence, text } => {
            let answer = Answer { stamp: stamp.clone(), finding: *finding, evidence: evidence.clone(), text: text.clone() };
            known(&mut state.questions, question)?.answers.push(answer);
            for cited in evidence {
                link(state, (*cited).into(), (*question).into());
            }
            if let Some(finding) = finding {
                link(state, (*finding).into(), (*question).into());
                known(&mut state.findings, finding)?.answers.push(*question);
            }
            Ok(Touched::QUESTIONS | Touched::FINDINGS)
        }
        Event::QuestionClosed { question, how, why } => {
            known(&mut state.questions, question)?.closed = Some((stamp.clone(), *how, why.clone()));
            Ok(Touched::QUESTIONS)
        }
        Event::QueryAsked { .. }
        | Event::QueryAnswered { .. }
        | Event::QueryEnded { .. }
        | Event::QueryNotSent { .. }
        | Event::EvidenceAdded { .. }
        | Event::AbsenceExcused { .. } => source::apply(state, stamp, event),
        Event::FindingRecorded { finding, stream, text, cites, severity, pass } => {
            new(&state.findings, finding)?;
            let recorded = Finding {
                id: *finding,
                stream: stream.clone(),
                text: text.clone(),
                cites: cites.clone(),
                severity: *severity,
                pass: *pass,
                recorded: stamp.clone(),
                answers: Vec::new(),
                reasoning: None,
                ruled_out: None,
                could_not_check: None,
                amended: Vec::new(),
            };
            state.findings.insert(*finding, Arc::new(recorded));
            link_all(state, (*finding).into(), cites);
            Ok(Touched::FINDINGS)
        }
        Event::FindingCompleted { finding, reasoning, ruled_out, could_not_check, cites } => {
            let completed = known(&mut state.findings, finding)?;
            for (part, text) in [
                (&mut completed.reasoning, reasoning),
                (&mut completed.ruled_out, ruled_out),
                (&mut completed.could_not_check, could_not_check),
            ] {
                if text.is_some() {
                    part.clone_from(text);
                }
            }
            let more: Vec<Cite> = cites.iter().filter(|cite| !completed.cites.contains(cite)).copied().collect();
            completed.cites.extend_from_slice(&more);
            link_all(state, (*finding).into(), &more);
            Ok(Touched::FINDINGS)
        }
        Event::FindingAmended { finding, new, cites, why, .. } => {
            let amended = known(&mut state.findings, finding)?;
            let old = std::mem::replace(&mut amended.text, new.clone());
            amended.amended.push((stamp.clone(), *why, old));
            let before = std::mem::replace(&mut amended.cites, cites.clone());
            unlink_all(state, (*finding).into(), &before);
            link_all(state, (*finding).into(), cites);
            Ok(Touched::FINDINGS)
        }
        Event::ClaimRetracted { .. } | Event::ClaimsAffirmed { .. } => fall::apply(state, stamp, event),
        Event::HunchNoted { .. }
        | Event::HypothesisProposed { .. }
        | Event::RefuterAdded { .. }
        | Event::RefuterLookedFor { .. }
        | Event::HypothesisRelated { .. }
        | Event::HypothesisDemoted { .. }
        | Event::CauseProposed { .. }
        | Event::EvidenceRated { .. }
        | Event::AnswerExpected { .. } => hypothesis::apply(state, stamp, event),
        Event::PredictionSealed { .. } | Event::PredictionScored { .. } => prediction::apply(state, stamp, event),
        Event::ActionProposed { .. }
        | Event::ActionExpects { .. }
        | Event::ActionDecided { .. }
        | Event::ActionDone { .. }
        | Event::ActionConfirmed { .. }
        | Event::EffectMeasured { .. } => action::apply(state, stamp, event),
        Event::ContradictionNoted { .. } | Event::ContradictionExplained { .. } => contradiction::apply(state, stamp, event),
        Event::ImpactWritten { text, cites } => {
            state.impact.push(Arc::new(Written { stamp: stamp.clone(), text: text.clone(), cites: cites.clone() }));
            Ok(Touched::STAND)
        }
        Event::StandWritten { text, cites } => {
            state.stand.push(Arc::new(Written { stamp: stamp.clone(), text: text.clone(), cites: cites.clone() }));
            Ok(Touched::STAND)
        }
        Event::UpdateDue { at } => {
            state.update_due = *at;
            Ok(Touched::HEADER)
        }
        Event::ParagraphWritten { paragraph, pass, text, cites } => {
            new(&state.paragraphs, paragraph)?;
            let first = Version { stamp: stamp.clone(), bases: Vec::new(), text: text.clone(), cites: cites.clone() };
            let written = Paragraph { id: *paragraph, pass: *pass, written: stamp.clone(), versions: vec![first], heads: vec![stamp.seq] };
            state.paragraphs.insert(*paragraph, Arc::new(written));
            link_all(state, (*paragraph).into(), cites);
            Ok(Touched::NOTE)
        }
        Event::ParagraphRevised { paragraph, bases, text, cites } => {
            let revised = known(&mut state.paragraphs, paragraph)?;
            let version = Version { stamp: stamp.clone(), bases: bases.clone(), text: text.clone(), cites: cites.clone() };
            revised.versions.push(version);
            revised.heads.retain(|head| !bases.contains(head));
            revised.heads.push(stamp.seq);
            // Only what the heads say counts as cited; an older version is history.
            let (heads, old): (Vec<&Version>, Vec<&Version>) =
                revised.versions.iter().partition(|version| revised.heads.contains(&version.stamp.seq));
            let cites: Vec<Cite> = heads.iter().flat_map(|version| version.cites.iter().copied()).collect();
            let before: Vec<Cite> = old.iter().flat_map(|version| version.cites.iter().copied()).collect();
            unlink_all(state, (*paragraph).into(), &before);
            link_all(state, (*paragraph).into(), &cites);
            Ok(Touched::NOTE)
        }
        Event::MomentAdded { moment, occurred, text, cites, stream } => {
            new(&state.moments, moment)?;
            let added = Moment {
                id: *moment,
                occurred: *occurred,
                text: text.clone(),
                cites: cites.clone(),
                stream: stream.clone(),
                recorded: stamp.clone(),
            };
            state.moments.insert(*moment, Arc::new(added));
            link_all(state, (*moment).into(), cites);
            Ok(Touched::MOMENTS)
        }
    }
}

fn incident(state: &mut State) -> Result<&mut Incident, String> {
    state.incident.as_mut().map(Arc::make_mut).ok_or_else(|| "the incident was never opened".to_owned())
}

fn known<'a, K: Ord + Display, V: Clone>(map: &'a mut BTreeMap<K, Arc<V>>, id: &K) -> Result<&'a mut V, String> {
    map.get_mut(id).map(Arc::make_mut).ok_or_else(|| not_there(id))
}

fn new<K: Ord + Display, V>(map: &BTreeMap<K, V>, id: &K) -> Result<(), String> {
    if map.contains_key(id) { Err(format!("{id} exists already; the first stands")) } else { Ok(()) }
}

fn not_there(id: &impl Display) -> String {
    format!("names {id}, which is not there")
}
