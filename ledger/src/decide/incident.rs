//! The incident itself, its members, its streams.

use super::check::{PARAGRAPH, SENTENCE, TITLE};
use super::{Case, Decision};
use crate::actor::Via;
use crate::command::{NewIncident, NewStream};
use crate::event::{Event, IncidentState, Role};
use crate::id::{ActorId, StreamKey, slug_of};
use crate::refusal::{Refusal, RefusalKind};
use evidence::time::Micros;

/// The most streams an incident is opened with, and the most labels it keeps.
const MAX_PARTS: usize = 64;

pub(super) fn open(case: &Case<'_>, opening: &NewIncident) -> Result<Decision, Refusal> {
    if case.state.incident.is_some() {
        return Err(case.refuse(RefusalKind::Conflict, "it is open already", "Open a new incident."));
    }
    check_severity(case, opening.severity)?;
    check_past(case, "the onset", opening.onset)?;
    if opening.labels.len() > MAX_PARTS || opening.streams.len() > MAX_PARTS {
        let why = format!("at most {MAX_PARTS} labels and {MAX_PARTS} streams can be given");
        return Err(case.refuse(RefusalKind::Invalid, why, "Leave some out; streams can be opened later."));
    }
    let actor = case.permit.actor();
    let mut events = vec![
        Event::IncidentOpened {
            title: case.text("the title", &opening.title, TITLE)?,
            severity: opening.severity,
            onset: opening.onset,
            description: case.optional_text("the description", &opening.description, PARAGRAPH)?,
            labels: opening.labels.clone(),
            solo: opening.solo,
        },
        Event::MemberJoined { member: actor.id.clone(), role: Role::Coordinator, by_link: false },
    ];
    let mut taken = Vec::new();
    for stream in &opening.streams {
        let mut opened = opened(case, stream, &taken)?;
        if let Event::StreamOpened { stream, owner, .. } = &mut opened {
            taken.push(stream.clone());
            // One person does all, so every stream is theirs from the start.
            if opening.solo && owner.is_none() {
                *owner = Some(actor.id.clone());
            }
        }
        events.push(opened);
    }
    Ok(Decision { events, hint: None })
}

pub(super) fn describe(
    case: &Case<'_>,
    title: Option<&str>,
    onset: Option<Micros>,
    description: Option<&str>,
) -> Result<Decision, Refusal> {
    check_past(case, "the onset", onset)?;
    if title.is_none() && onset.is_none() && description.is_none() {
        return Ok(Decision::default());
    }
    Ok(Event::IncidentDescribed {
        title: title.map(|title| case.text("the title", title, TITLE)).transpose()?,
        onset,
        description: description.map(|text| case.optional_text("the description", text, PARAGRAPH)).transpose()?,
    }
    .into())
}

pub(super) fn change_state(case: &Case<'_>, state: IncidentState, why: &str) -> Result<Decision, Refusal> {
    let why = case.optional_text("the reason", why, SENTENCE)?;
    if case.state.incident.as_ref().is_some_and(|incident| incident.state == state) {
        return Ok(Decision::default());
    }
    Ok(Event::StateChanged { state, why }.into())
}

pub(super) fn change_severity(case: &Case<'_>, severity: u8, why: &str) -> Result<Decision, Refusal> {
    check_severity(case, severity)?;
    let why = case.optional_text("the reason", why, SENTENCE)?;
    if case.state.incident.as_ref().is_some_and(|incident| incident.severity == severity) {
        return Ok(Decision::default());
    }
    Ok(Event::SeverityChanged { severity, why }.into())
}

pub(super) fn close(case: &Case<'_>, why: &str) -> Result<Decision, Refusal> {
    if case.state.incident.as_ref().is_some_and(|incident| incident.closed.is_some()) {
        return Err(case.refuse(RefusalKind::Conflict, "it is closed already", "Nothing needs to be done."));
    }
    Ok(Event::IncidentClosed { why: case.text("the reason", why, SENTENCE)? }.into())
}

pub(super) fn reopen(case: &Case<'_>, why: &str) -> Result<Decision, Refusal> {
    if case.state.incident.as_ref().is_some_and(|incident| incident.closed.is_none()) {
        return Err(case.refuse(RefusalKind::Conflict, "it is not closed", "Nothing needs to be done."));
    }
    Ok(Event::IncidentReopened { why: case.text("the reason", why, SENTENCE)? }.into())
}

pub(super) fn join(case: &Case<'_>, role: Role) -> Result<Decision, Refusal> {
    let actor = case.permit.actor();
    let by_link = matches!(actor.via, Via::Link { .. });
    if case.state.members.get(&actor.id).is_some_and(|member| member.role == role && member.by_link == by_link) {
        return Ok(Decision::default());
    }
    Ok(Event::MemberJoined { member: actor.id.clone(), role, by_link }.into())
}

/// Coordinating goes to somebody who takes part and may write. The record says from whom, so that nobody has to guess.
pub(super) fn hand_over(case: &Case<'_>, to: &ActorId) -> Result<Decision, Refusal> {
    let Some(incident) = &case.state.incident else { return Ok(Decision::default()) };
    if incident.coordinator == *to {
        return Ok(Decision::default());
    }
    match case.state.members.get(to).map(|member| member.role) {
        None => Err(case.refuse(RefusalKind::Missing, "they do not take part here", "Let them join the incident first.")),
        Some(Role::Reader) => {
            Err(case.refuse(RefusalKind::Invalid, "they came to read only", "Let them join with a role that writes first."))
        }
        Some(Role::Coordinator | Role::Investigator | Role::Responder) => {
            Ok(Event::CommandHandedOver { from: incident.coordinator.clone(), to: to.clone() }.into())
        }
    }
}

/// Whoever coordinates a split incident asks no source, so the streams they own go to another or to nobody.
pub(super) fn end_solo(case: &Case<'_>, streams_to: Option<&ActorId>) -> Result<Decision, Refusal> {
    let Some(incident) = case.state.incident.as_ref().filter(|incident| incident.solo) else { return Ok(Decision::default()) };
    if let Some(to) = streams_to
        && (incident.coordinator == *to || !case.state.members.contains_key(to))
    {
        let todo = "Name somebody else who takes part, or nobody: the streams then wait for whoever takes them.";
        return Err(case.refuse(RefusalKind::Invalid, "they can't take the streams over", todo));
    }
    let mut decision = Decision::from(Event::SoloEnded {});
    let own = case.state.streams.iter().filter(|stream| stream.source.is_some() && stream.owner.as_ref() == Some(&incident.coordinator));
    decision.events.extend(own.map(|stream| Event::StreamOwned { stream: stream.key.clone(), owner: streams_to.cloned() }));
    Ok(decision)
}

pub(super) fn open_stream(case: &Case<'_>, stream: &NewStream) -> Result<Decision, Refusal> {
    Ok(opened(case, stream, &[])?.into())
}

/// A stream's event. Its address is made of its name; a taken one gets a number.
fn opened(case: &Case<'_>, stream: &NewStream, taken: &[StreamKey]) -> Result<Event, Refusal> {
    let name = case.text("the name of the stream", &stream.name, TITLE)?;
    let base = match slug_of(&name) {
        slug if slug.is_empty() => "stream".to_owned(),
        slug => slug,
    };
    let is_free = |key: &StreamKey| case.state.stream(key).is_none() && !taken.contains(key);
    let numbered = (2u32..).map(|number| StreamKey(format!("{base}-{number}")));
    let key = std::iter::once(StreamKey(base.clone())).chain(numbered).find(is_free).unwrap_or(StreamKey(base));
    Ok(Event::StreamOpened { stream: key, name, source: stream.source.clone(), owner: stream.owner.clone() })
}

pub(super) fn own_stream(case: &Case<'_>, stream: &StreamKey, owner: Option<&ActorId>) -> Result<Decision, Refusal> {
    let known = case.stream(stream)?;
    if known.owner.as_ref() == owner {
        return Ok(Decision::default());
    }
    if let Some(new) = owner
        && *new != case.permit.actor().id
        && !case.state.members.contains_key(new)
    {
        return Err(case.refuse(RefusalKind::Missing, "the new owner takes no part in this incident", "Let them join first."));
    }
    Ok(Event::StreamOwned { stream: stream.clone(), owner: owner.cloned() }.into())
}

pub(super) fn set_update_due(case: &Case<'_>, at: Option<Micros>) -> Result<Decision, Refusal> {
    if at.is_some_and(|at| at < case.now) {
        return Err(case.refuse(RefusalKind::Invalid, "that time has passed", "Give a time that is still to come, in UTC."));
    }
    if case.state.update_due == at {
        return Ok(Decision::default());
    }
    Ok(Event::UpdateDue { at }.into())
}

fn check_severity(case: &Case<'_>, severity: u8) -> Result<(), Refusal> {
    if (1..=5).contains(&severity) {
        return Ok(());
    }
    Err(case.refuse(RefusalKind::Invalid, format!("there is no severity {severity}"), "Give 1 (worst) to 5 (least)."))
}

fn check_past(case: &Case<'_>, name: &str, at: Option<Micros>) -> Result<(), Refusal> {
    match at {
        Some(at) if at > case.now => {
            let why = format!("{name}, {} UTC, is still to come", at.day_time());
            Err(case.refuse(RefusalKind::Invalid, why, "Give the time in UTC; it may be corrected later."))
        }
        _ => Ok(()),
    }
}
