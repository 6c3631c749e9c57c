//! The decision: a command on a state becomes events, or a refusal that says what to do.
//!
//! Pure: the same state, permit, command and time give the same events. What somebody may is asked before, by [`may`](crate::may::may).
//!
//! While an incident is closed no new claim and no new question is taken; reopening is one command. What stays possible is what must not
//! be lost or must not stay wrong: evidence and its runs, answers of sources (marked late), retractions, amendments, completions,
//! versions of paragraphs, closing questions, joining, owning streams.

use crate::actor::Via;
use crate::command::{ActionCommand, Command, Made, SystemCommand};
use crate::event::{Cite, Event};
use crate::id::AnyId;
use crate::may::{Act, Permit, attempt};
use crate::refusal::{Refusal, RefusalKind};
use crate::state::{Progress, State, What};
use evidence::time::Micros;

mod action;
mod check;
mod claim;
mod contradiction;
mod fall;
mod hypothesis;
mod incident;
mod note;
mod prediction;
mod question;
mod source;
mod wide;

pub(crate) use action::windows as effect_windows;

/// What a command comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// The events to append; none: it is so already.
    pub events: Vec<Event>,
    /// A hint that refuses nothing.
    pub hint: Option<String>,
}

impl From<Event> for Decision {
    fn from(event: Event) -> Self {
        Self { events: vec![event], hint: None }
    }
}

/// The words of one attempt, so that every refusal begins with what was attempted.
struct Case<'a> {
    state: &'a State,
    permit: &'a Permit<'a>,
    now: Micros,
    what: String,
}

impl Case<'_> {
    fn refuse(&self, kind: RefusalKind, why: impl Into<String>, todo: impl Into<String>) -> Refusal {
        Refusal::new(kind, self.what.clone(), why, todo)
    }
}

/// Decides on a command at a time. The permit must be for this very command.
pub fn decide(state: &State, permit: &Permit<'_>, command: &Command, now: Micros) -> Result<Decision, Refusal> {
    let case = Case { state, permit, now, what: attempt(Act::Write(command)) };
    let opens = matches!(command, Command::OpenIncident(_));
    let permitted = match permit.act() {
        Act::Write(allowed) => allowed == command,
        Act::OpenIncident => opens,
        _ => false,
    };
    if !permitted {
        return Err(case.refuse(RefusalKind::Forbidden, "the permit is for another act", "Ask for a permit for this command."));
    }
    if state.unreadable > 0 {
        let why = format!("this server cannot read {} of the events of this incident, so it must not add to them", state.unreadable);
        return Err(case.refuse(RefusalKind::ReadOnly, why, "Use a server of the version that wrote them, or a newer one."));
    }
    match (&state.incident, opens) {
        (None, false) => {
            return Err(case.refuse(RefusalKind::Missing, "the incident is not open yet", "Open it first."));
        }
        (Some(incident), false) if incident.closed.is_some() && !goes_while_closed(command) => {
            let todo = "Reopen the incident first; what you wrote is not lost.";
            return Err(case.refuse(RefusalKind::Conflict, "the incident is closed", todo));
        }
        _ => {}
    }
    let mut decision = decide_command(&case, command)?;
    let actor = permit.actor();
    let needs_joining = !opens && !matches!(command, Command::Join { .. }) && !matches!(actor.via, Via::Upload { .. });
    if needs_joining && !decision.events.is_empty() && !state.members.contains_key(&actor.id) {
        let joined = Event::MemberJoined { member: actor.id.clone(), role: permit.role(), by_link: matches!(actor.via, Via::Link { .. }) };
        decision.events.insert(0, joined);
    }
    Ok(decision)
}

fn goes_while_closed(command: &Command) -> bool {
    matches!(
        command,
        Command::ReopenIncident { .. }
            | Command::CloseIncident { .. }
            | Command::Join { .. }
            | Command::OwnStream { .. }
            | Command::HandOver { .. }
            | Command::SeeQuestion { .. }
            | Command::CloseQuestion { .. }
            | Command::AskQuery { .. }
            | Command::KeepTry { .. }
            | Command::CancelQuery { .. }
            | Command::AddEvidence { .. }
            | Command::CompleteFinding { .. }
            | Command::AmendFinding { .. }
            | Command::RetractClaim { .. }
            | Command::AffirmClaims { .. }
            | Command::ScorePrediction { .. }
            | Command::ExcuseAbsence { .. }
            | Command::ExplainContradiction { .. }
            | Command::Action(ActionCommand::Done { .. } | ActionCommand::Confirm { .. } | ActionCommand::Measure { .. })
            | Command::ReviseParagraph { .. }
    )
}

fn decide_command(case: &Case<'_>, command: &Command) -> Result<Decision, Refusal> {
    match command {
        Command::OpenIncident(new) => incident::open(case, new),
        Command::DescribeIncident { title, onset, description } => {
            incident::describe(case, title.as_deref(), *onset, description.as_deref())
        }
        Command::ChangeState { state, why } => incident::change_state(case, *state, why),
        Command::ChangeSeverity { severity, why } => incident::change_severity(case, *severity, why),
        Command::CloseIncident { why } => incident::close(case, why),
        Command::ReopenIncident { why } => incident::reopen(case, why),
        Command::Join { role } => incident::join(case, *role),
        Command::HandOver { to } => incident::hand_over(case, to),
        Command::EndSolo { streams_to } => incident::end_solo(case, streams_to.as_ref()),
        Command::OpenStream(stream) => incident::open_stream(case, stream),
        Command::OwnStream { stream, owner } => incident::own_stream(case, stream, owner.as_ref()),
        Command::SetUpdateDue { at } => incident::set_update_due(case, *at),
        Command::AskQuestion { stream, text, window, component, metric } => {
            question::ask(case, stream, text, *window, (component.as_deref(), metric.as_deref()))
        }
        Command::SeeQuestion { question } => question::see(case, *question),
        Command::TakeQuestion { question } => question::take(case, *question),
        Command::ReassignQuestion { question, stream } => question::reassign(case, *question, stream),
        Command::AnswerQuestion { question, evidence, text } => question::answer(case, *question, evidence, text),
        Command::CloseQuestion { question, how, why } => question::close(case, *question, *how, why),
        Command::AskQuery { stream, source, query, policy, question, rerun_of, control_of, expects } => {
            let of = source::Of { question: *question, rerun: *rerun_of, control: *control_of };
            source::ask(case, &source::Asking { stream, source, query, policy, of, expects: expects.as_ref() })
        }
        Command::KeepTry { stream, source, query, reason, question } => source::keep_try(case, stream, source, query, reason, *question),
        Command::CancelQuery { evidence } => source::cancel(case, *evidence),
        Command::AddEvidence { stream, title, material, raw, question } => {
            source::add(case, stream, title, material, raw.as_ref(), *question)
        }
        Command::RecordFinding { stream, text, evidence, question, severity, observed } => {
            claim::record(case, &claim::Saying { stream, text, evidence, question: *question, severity: *severity, observed: *observed })
        }
        Command::CompleteFinding { finding, reasoning, ruled_out, could_not_check } => {
            claim::complete(case, *finding, [reasoning.as_deref(), ruled_out.as_deref(), could_not_check.as_deref()])
        }
        Command::AmendFinding { finding, text, why } => claim::amend(case, *finding, text, *why),
        Command::RetractClaim { claim, killed_by, why, believed } => fall::retract(case, *claim, killed_by, why, believed),
        Command::AffirmClaims { claims, why } => fall::affirm(case, claims, why),
        Command::NoteHunch { text } => hypothesis::note(case, text),
        Command::ProposeHypothesis { hunch, text, refuters } => hypothesis::propose(case, *hunch, text, refuters),
        Command::AddRefuters { hypothesis, refuters } => hypothesis::more_refuters(case, *hypothesis, refuters),
        Command::LookFor { question, observed, evidence, text } => hypothesis::look_for(case, *question, *observed, evidence, text),
        Command::RelateHypothesis { hypothesis, relation, other } => hypothesis::relate(case, *hypothesis, *relation, *other),
        Command::DemoteHypothesis { hypothesis, why } => hypothesis::demote(case, *hypothesis, why),
        Command::ProposeCause { hypothesis, rival, text } => hypothesis::propose_cause(case, *hypothesis, *rival, text),
        Command::RateEvidence { hypothesis, evidence, rating } => hypothesis::rate(case, *hypothesis, *evidence, *rating),
        Command::ExpectAnswer { question, hypothesis, answer } => hypothesis::expect(case, *question, *hypothesis, answer),
        Command::ExcuseAbsence { evidence, why } => source::excuse(case, *evidence, why),
        Command::SealPrediction(new) => prediction::seal(case, new),
        Command::ScorePrediction { prediction, score, evidence, why } => prediction::score(case, *prediction, *score, evidence, why),
        Command::NoteContradiction { text, sides } => contradiction::note(case, text, sides),
        Command::ExplainContradiction { contradiction, text } => contradiction::explain(case, *contradiction, text),
        Command::Action(command) => action::on(case, command),
        Command::WriteImpact { text } => note::write_impact(case, text),
        Command::WriteStand { text } => note::write_stand(case, text),
        Command::StartPass { title } => note::start_pass(case, title),
        Command::WriteParagraph { text } => note::write_paragraph(case, text),
        Command::ReviseParagraph { paragraph, bases, text } => note::revise_paragraph(case, *paragraph, bases, text),
        Command::AddMoment { occurred, text, stream, evidence } => note::add_moment(case, *occurred, text, stream.as_ref(), evidence),
    }
}

/// What the server itself writes. Never refused: what no longer fits comes to no event.
pub fn decide_system(state: &State, command: &SystemCommand) -> Vec<Event> {
    let progress = |evidence| match state.evidence.get(evidence).map(|found| &found.what) {
        Some(What::Run(run)) => Some(&run.progress),
        _ => None,
    };
    match command {
        SystemCommand::RecordAnswer { evidence, summary, raw, executed_at, took_us, status, source_build, replayed } => {
            // A run that was ended can still be answered: the answer is kept and marked late.
            if !matches!(progress(evidence), Some(Progress::Pending | Progress::Ended { .. })) {
                return Vec::new();
            }
            vec![Event::QueryAnswered {
                evidence: *evidence,
                summary: summary.clone(),
                raw: raw.clone(),
                executed_at: *executed_at,
                took_us: *took_us,
                status: *status,
                source_build: source_build.clone(),
                replayed: replayed.clone(),
            }]
        }
        SystemCommand::EndQuery { evidence, how, why } => match progress(evidence) {
            Some(Progress::Pending) => vec![Event::QueryEnded { evidence: *evidence, how: *how, why: why.clone() }],
            _ => Vec::new(),
        },
    }
}

/// What accepted events made, as a client is told. `state` is the state after them.
pub fn made(state: &State, events: &[Event]) -> Made {
    let mut made = Made { seq: state.seq, ..Made::default() };
    for event in events {
        made.ids.extend(minted(event));
        for cite in cites(event) {
            if !made.cites.contains(cite) {
                made.cites.push(*cite);
            }
        }
    }
    made
}

/// The id an event gives to something new.
fn minted(event: &Event) -> Option<AnyId> {
    match event {
        Event::QuestionAsked { question, .. } => Some((*question).into()),
        Event::QueryAsked { evidence, .. } | Event::EvidenceAdded { evidence, .. } => Some((*evidence).into()),
        Event::FindingRecorded { finding, .. } => Some((*finding).into()),
        Event::HunchNoted { hypothesis, .. } | Event::HypothesisProposed { hypothesis, .. } => Some((*hypothesis).into()),
        Event::ActionProposed { action, .. } => Some((*action).into()),
        Event::PredictionSealed { prediction, .. } => Some((*prediction).into()),
        Event::ContradictionNoted { contradiction, .. } => Some((*contradiction).into()),
        Event::ClaimRetracted { retraction, .. } => Some((*retraction).into()),
        Event::ParagraphWritten { paragraph, .. } => Some((*paragraph).into()),
        Event::MomentAdded { moment, .. } => Some((*moment).into()),
        _ => None,
    }
}

fn cites(event: &Event) -> &[Cite] {
    match event {
        Event::FindingRecorded { cites, .. }
        | Event::FindingCompleted { cites, .. }
        | Event::FindingAmended { cites, .. }
        | Event::HunchNoted { cites, .. }
        | Event::HypothesisProposed { cites, .. }
        | Event::HypothesisDemoted { cites, .. }
        | Event::ActionProposed { cites, .. }
        | Event::ContradictionExplained { cites, .. }
        | Event::ImpactWritten { cites, .. }
        | Event::StandWritten { cites, .. }
        | Event::ParagraphWritten { cites, .. }
        | Event::ParagraphRevised { cites, .. }
        | Event::MomentAdded { cites, .. } => cites,
        _ => &[],
    }
}
