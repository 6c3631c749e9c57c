//! Who may do what: one table.
//!
//! Two questions stand behind every answer. What is somebody here: see `Standing`. What does the act ask for: see `Rule`.
//! Whether the act fits the state of the incident (closed, answered, already retracted) is not asked here but in [`decide`](crate::decide).

use crate::actor::{Actor, Nature, Via};
use crate::command::{ActionCommand, Command};
use crate::event::{Material, Role};
use crate::id::{ActorId, EvidenceId, QuestionId, StreamKey};
use crate::refusal::{Refusal, RefusalKind};
use crate::state::{State, What};

mod words;

pub(crate) use words::attempt;

/// What somebody wants to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Act<'a> {
    /// Reads the list of incidents.
    ListIncidents,
    /// Reads this incident.
    ReadIncident,
    /// Opens an incident.
    OpenIncident,
    /// Writes to this incident.
    Write(&'a Command),
    /// Gets help for a query from a stream's source: metadata, completion.
    GetHelp(&'a StreamKey),
    /// Makes a join link to this incident.
    MakeLink,
    /// Makes an upload token for a stream.
    MakeUploadToken(&'a StreamKey),
    /// Sees and switches what belongs to the house: people, sources.
    RunHouse,
}

/// Proof that somebody may do something. Made by [`may`] only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Permit<'a> {
    actor: &'a Actor,
    act: Act<'a>,
    role: Role,
}

impl<'a> Permit<'a> {
    /// Who may.
    pub fn actor(&self) -> &'a Actor {
        self.actor
    }

    /// Do what.
    pub fn act(&self) -> Act<'a> {
        self.act
    }

    /// What they are in the incident, or become with their first write.
    pub fn role(&self) -> Role {
        self.role
    }
}

/// What somebody is, as far as this incident is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// Inquest itself.
    System,
    /// An upload token.
    Upload,
    /// Reads.
    Reader,
    /// Records what is done to the system; asks no source.
    Responder {
        /// Has an account, rather than a link to this incident.
        account: bool,
    },
    /// Owns streams, asks sources.
    Investigator {
        /// Has an account, rather than a link to this incident.
        account: bool,
    },
    /// Weighs the answers.
    Coordinator,
    /// A person who manages people and sources, and does not coordinate here.
    Admin,
}

/// What an act asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Rule<'a> {
    /// Anybody who got through the door.
    Anybody,
    /// Anybody with an account.
    Account,
    /// A person with an account.
    PersonWithAccount,
    /// Whoever manages people and sources.
    Admin,
    /// Whoever coordinates, or an admin.
    Coordinate,
    /// Everybody but readers.
    Contribute,
    /// As [`Rule::Contribute`], and a person: what stands in spite of a fall, and what the cause is, no program says.
    Judge,
    /// As [`Rule::Contribute`]; an upload token too, for a file to its own stream.
    AddEvidence(&'a StreamKey, &'a Material),
    /// The owner of the stream, who does not also weigh the answers.
    Ask(&'a StreamKey),
    /// As [`Rule::Ask`] for the stream of a run; and whoever asked for it.
    Cancel(EvidenceId),
    /// The owner of the stream a question went to; anybody who contributes while nobody owns it.
    TakeQuestion(QuestionId),
    /// The owner of the stream, whoever asked, whoever coordinates.
    CloseQuestion(QuestionId),
    /// An account may open a stream for itself or for nobody; for others, as [`Rule::Coordinate`].
    OpenStream(Option<&'a ActorId>),
    /// An owned stream: its owner, or as [`Rule::Coordinate`]. A free one: everybody who contributes, for themselves.
    OwnStream(&'a StreamKey, Option<&'a ActorId>),
    /// With the role that account or link gives.
    Join(Role),
}

fn rule(act: Act<'_>) -> Rule<'_> {
    match act {
        Act::ListIncidents => Rule::Account,
        Act::ReadIncident => Rule::Anybody,
        Act::OpenIncident | Act::Write(Command::OpenIncident(_)) => Rule::PersonWithAccount,
        Act::RunHouse => Rule::Admin,
        Act::MakeLink => Rule::Coordinate,
        Act::MakeUploadToken(_) => Rule::Contribute,
        Act::GetHelp(stream) => Rule::Ask(stream),
        Act::Write(command) => match command {
            Command::OpenIncident(_) => Rule::PersonWithAccount,
            Command::Join { role } => Rule::Join(*role),
            Command::DescribeIncident { .. }
            | Command::ChangeState { .. }
            | Command::ChangeSeverity { .. }
            | Command::CloseIncident { .. }
            | Command::ReopenIncident { .. }
            | Command::StartPass { .. }
            | Command::ReassignQuestion { .. }
            | Command::WriteImpact { .. }
            | Command::WriteStand { .. }
            | Command::SetUpdateDue { .. }
            | Command::HandOver { .. }
            | Command::EndSolo { .. }
            | Command::Action(ActionCommand::Decide { .. }) => Rule::Coordinate,
            Command::AffirmClaims { .. }
            | Command::DemoteHypothesis { .. }
            | Command::ProposeCause { .. }
            | Command::ScorePrediction { .. }
            | Command::ExcuseAbsence { .. }
            | Command::ExplainContradiction { .. }
            | Command::Action(ActionCommand::Done { .. } | ActionCommand::Confirm { .. }) => Rule::Judge,
            Command::OpenStream(stream) => Rule::OpenStream(stream.owner.as_ref()),
            Command::OwnStream { stream, owner } => Rule::OwnStream(stream, owner.as_ref()),
            Command::AskQuery { stream, .. } | Command::KeepTry { stream, .. } => Rule::Ask(stream),
            Command::CancelQuery { evidence } => Rule::Cancel(*evidence),
            Command::AddEvidence { stream, material, .. } => Rule::AddEvidence(stream, material),
            Command::SeeQuestion { question } | Command::TakeQuestion { question } => Rule::TakeQuestion(*question),
            Command::CloseQuestion { question, .. } => Rule::CloseQuestion(*question),
            Command::AskQuestion { .. }
            | Command::AnswerQuestion { .. }
            | Command::RecordFinding { .. }
            | Command::CompleteFinding { .. }
            | Command::AmendFinding { .. }
            | Command::RetractClaim { .. }
            | Command::NoteHunch { .. }
            | Command::ProposeHypothesis { .. }
            | Command::AddRefuters { .. }
            | Command::LookFor { .. }
            | Command::RelateHypothesis { .. }
            | Command::RateEvidence { .. }
            | Command::ExpectAnswer { .. }
            | Command::SealPrediction(_)
            | Command::NoteContradiction { .. }
            | Command::Action(ActionCommand::Propose { .. } | ActionCommand::Expect { .. } | ActionCommand::Measure { .. })
            | Command::WriteParagraph { .. }
            | Command::ReviseParagraph { .. }
            | Command::AddMoment { .. } => Rule::Contribute,
        },
    }
}

/// A program never coordinates and never manages: people hold the levers.
fn standing(state: &State, actor: &Actor) -> Standing {
    let person = actor.nature == Nature::Person;
    let recorded = state.members.get(&actor.id).map(|member| member.role);
    let coordinates =
        recorded == Some(Role::Coordinator) || state.incident.as_ref().is_some_and(|incident| incident.coordinator == actor.id);
    match (&actor.via, actor.nature) {
        (_, Nature::System) => Standing::System,
        (Via::Upload { .. }, _) => Standing::Upload,
        (Via::Link { role }, _) => match role {
            Role::Reader => Standing::Reader,
            Role::Coordinator if person => Standing::Coordinator,
            Role::Investigator | Role::Responder | Role::Coordinator if person && coordinates => Standing::Coordinator,
            Role::Responder => Standing::Responder { account: false },
            Role::Investigator | Role::Coordinator => Standing::Investigator { account: false },
        },
        (Via::Account { .. } | Via::CommandLine, _) if person && coordinates => Standing::Coordinator,
        (Via::Account { admin: true } | Via::CommandLine, _) if person => Standing::Admin,
        (Via::Account { .. } | Via::CommandLine, _) if recorded == Some(Role::Reader) => Standing::Reader,
        (Via::Account { .. } | Via::CommandLine, _) if recorded == Some(Role::Responder) => Standing::Responder { account: true },
        (Via::Account { .. } | Via::CommandLine, _) => Standing::Investigator { account: true },
    }
}

/// Says whether somebody may do something, or why not and what to do instead.
pub fn may<'a>(state: &State, actor: &'a Actor, act: Act<'a>) -> Result<Permit<'a>, Refusal> {
    let standing = standing(state, actor);
    let coordinates = matches!(standing, Standing::Coordinator | Standing::Admin);
    let contributes = coordinates || matches!(standing, Standing::Investigator { .. } | Standing::Responder { .. });
    let account = coordinates && !matches!(actor.via, Via::Link { .. })
        || matches!(standing, Standing::Investigator { account: true } | Standing::Responder { account: true });
    let owner = |stream: &StreamKey| state.stream(stream).map(|stream| stream.owner.as_ref());
    let is_me = |owner: Option<&ActorId>| owner == Some(&actor.id);
    let solo = state.incident.as_ref().is_some_and(|incident| incident.solo);

    let allowed = match rule(act) {
        Rule::Anybody => standing != Standing::Upload,
        Rule::Account => account || standing == Standing::Reader && !matches!(actor.via, Via::Link { .. }),
        Rule::PersonWithAccount => account && actor.nature == Nature::Person,
        Rule::Admin => actor.nature == Nature::Person && matches!(actor.via, Via::Account { admin: true } | Via::CommandLine),
        Rule::Coordinate => coordinates,
        Rule::Contribute => contributes,
        Rule::Judge => contributes && actor.nature == Nature::Person,
        Rule::AddEvidence(stream, material) => match &actor.via {
            Via::Upload { stream: own } if standing == Standing::Upload => own == stream && matches!(material, Material::File { .. }),
            _ => contributes,
        },
        Rule::Ask(stream) => may_ask(standing, solo) && is_me(owner(stream).ok_or_else(|| no_stream(stream))?),
        Rule::Cancel(evidence) => {
            let run = state.evidence.get(&evidence).filter(|found| matches!(found.what, What::Run(_)));
            let run = run.ok_or_else(|| missing(&evidence.to_string(), "no query run has this id", "Check the id."))?;
            contributes && run.recorded.by == actor.id || may_ask(standing, solo) && is_me(owner(&run.stream).flatten())
        }
        Rule::TakeQuestion(question) => {
            let asked = state.questions.get(&question).ok_or_else(|| no_question(question))?;
            let owner = owner(&asked.stream).flatten();
            contributes && (owner.is_none() || is_me(owner))
        }
        Rule::CloseQuestion(question) => {
            let asked = state.questions.get(&question).ok_or_else(|| no_question(question))?;
            coordinates || contributes && (asked.asked.by == actor.id || is_me(owner(&asked.stream).flatten()))
        }
        Rule::OpenStream(for_whom) => coordinates || account && contributes && (for_whom.is_none() || is_me(for_whom)),
        Rule::OwnStream(stream, for_whom) => match owner(stream).ok_or_else(|| no_stream(stream))? {
            Some(owner) => coordinates || contributes && *owner == actor.id,
            None => coordinates || contributes && (for_whom.is_none() || is_me(for_whom)),
        },
        Rule::Join(role) => match (&actor.via, standing) {
            (_, Standing::System | Standing::Upload) => false,
            (_, Standing::Coordinator) => role == Role::Coordinator,
            (Via::Link { role: given }, _) => role == *given && (role != Role::Coordinator || actor.nature == Nature::Person),
            (_, Standing::Admin) => true,
            (_, Standing::Reader | Standing::Responder { .. } | Standing::Investigator { .. }) => role != Role::Coordinator,
        },
    };
    if !allowed {
        return Err(refusal(act, standing, actor));
    }
    let role = match standing {
        Standing::Coordinator => Role::Coordinator,
        Standing::Reader => Role::Reader,
        Standing::Responder { .. } => Role::Responder,
        Standing::System | Standing::Upload | Standing::Investigator { .. } | Standing::Admin => Role::Investigator,
    };
    Ok(Permit { actor, act, role })
}

/// Whoever weighs the answers does not pick the readings, unless it is on record that one person does all.
fn may_ask(standing: Standing, solo: bool) -> bool {
    match standing {
        Standing::Investigator { .. } | Standing::Admin => true,
        Standing::Coordinator => solo,
        Standing::System | Standing::Upload | Standing::Reader | Standing::Responder { .. } => false,
    }
}

fn missing(what: &str, why: &str, todo: &str) -> Refusal {
    Refusal::new(RefusalKind::Missing, what, why, todo)
}

fn no_stream(stream: &StreamKey) -> Refusal {
    missing(&format!("stream {stream}"), "this incident has no such stream", "Pick a stream of this incident, or open it.")
}

fn no_question(question: QuestionId) -> Refusal {
    missing(&question.to_string(), "this incident has no such question", "Check the id.")
}

/// The words for somebody who may not.
fn refusal(act: Act<'_>, standing: Standing, actor: &Actor) -> Refusal {
    let what = attempt(act);
    let (why, todo) = match (rule(act), standing) {
        (_, Standing::System) => ("the server writes answers and nothing else", "Act as a person or an agent."),
        (_, Standing::Upload) => {
            ("this token adds files to its own stream and does nothing else", "Sign in, or make a token for the other stream on its page.")
        }
        (Rule::Join(_), Standing::Coordinator) => (
            "you coordinate this incident, and whoever weighs the answers does not become the one who picks the readings",
            "Let somebody else take over coordinating first.",
        ),
        (Rule::Join(_), _) => (
            "your account or link gives another role",
            "Join with the role you were given, or ask whoever coordinates for a link with that role.",
        ),
        (Rule::Ask(_) | Rule::Cancel(_), Standing::Coordinator) => (
            "you coordinate: whoever weighs the answers does not pick the readings",
            "Ask the stream a question; its owner runs the query.",
        ),
        (_, Standing::Reader) => {
            ("you read this incident and do not write to it", "Ask whoever coordinates for a link that lets you write.")
        }
        (Rule::Ask(_), Standing::Responder { .. }) => {
            ("you respond here: you record what is done, and ask no source", "Join as an investigator, or ask the stream a question.")
        }
        (Rule::Ask(_), _) => ("only the owner of the stream asks its source", "Take the stream if nobody owns it, or ask it a question."),
        (Rule::Cancel(_), _) => ("only the owner of the stream or whoever asked may stop it", "Ask the owner of the stream to stop it."),
        (Rule::TakeQuestion(_), _) => ("another person owns that stream", "Leave it to the owner, or answer it with evidence."),
        (Rule::CloseQuestion(_), _) => (
            "only the owner of the stream, whoever asked, and whoever coordinates close it",
            "Answer it instead, or tell one of them that it is done with.",
        ),
        (Rule::OwnStream(..), _) => (
            "a stream is given away by its owner or by whoever coordinates",
            "Ask the owner or whoever coordinates. A stream that nobody owns you may take for yourself.",
        ),
        (Rule::OpenStream(_), _) => (
            "streams are opened by people with an account, for themselves, and by whoever coordinates, for anybody",
            "Open it without an owner or with yourself as owner, or ask whoever coordinates.",
        ),
        (Rule::PersonWithAccount, _) if actor.nature == Nature::Agent => {
            ("whoever opens an incident coordinates it, and an agent does not coordinate", "Let a person open it.")
        }
        (Rule::Account | Rule::PersonWithAccount, _) => ("that needs an account here", "Sign in with an account."),
        (Rule::Judge, _) => ("that is a person's judgement, not an agent's", "Let a person do it; record what speaks for it as a finding."),
        (Rule::Admin, _) => ("only an administrator may", "Ask an administrator of this server."),
        (Rule::Anybody | Rule::Coordinate | Rule::Contribute | Rule::AddEvidence(..), _) => {
            ("only whoever coordinates may", "Ask whoever coordinates this incident.")
        }
    };
    Refusal::new(RefusalKind::Forbidden, what, why, todo)
}
