//! The state of an incident: what all events so far come to. Made by [`apply`](crate::apply::apply) and by nothing else.
//!
//! Leaves are shared, so that a snapshot costs a few maps of pointers.

use crate::event::{Amendment, Cite, IncidentState, Occurred, QuestionEnd, Role};
use crate::id::{
    ActionId, ActorId, AnyId, ContradictionId, EvidenceId, FindingId, HypothesisId, MomentId, ParagraphId, PredictionId, QuestionId,
    RetractionId, StreamKey,
};
use evidence::query::Query;
use evidence::reading::Reason;
use evidence::time::{Micros, Window};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

mod action;
mod hypothesis;
mod prediction;
mod run;

pub use action::{Action, Done};
pub use hypothesis::{Hypothesis, LookedFor, Refuter};
pub use prediction::{Contradiction, Explained, Prediction, Scored};
pub use run::{Answered, Evidence, Progress, Run, What};

/// Everything that is known of an incident at one seq.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The seq of the last event folded; 0: none.
    pub seq: u64,
    /// When that was recorded.
    pub at: Micros,
    /// The incident itself, once opened.
    pub incident: Option<Arc<Incident>>,
    /// Streams in the order of their opening.
    pub streams: Vec<Arc<Stream>>,
    /// Passes in order; the last is the current one.
    pub passes: Vec<Arc<Pass>>,
    /// Questions by id.
    pub questions: BTreeMap<QuestionId, Arc<Question>>,
    /// Evidence by id.
    pub evidence: BTreeMap<EvidenceId, Arc<Evidence>>,
    /// Findings by id.
    pub findings: BTreeMap<FindingId, Arc<Finding>>,
    /// Hypotheses by id, hunches among them.
    pub hypotheses: BTreeMap<HypothesisId, Arc<Hypothesis>>,
    /// Which runs ask the same: by source and shape, in the order of their asking.
    pub shapes: BTreeMap<String, Vec<EvidenceId>>,
    /// Predictions by id.
    pub predictions: BTreeMap<PredictionId, Arc<Prediction>>,
    /// Contradictions by id.
    pub contradictions: BTreeMap<ContradictionId, Arc<Contradiction>>,
    /// Actions by id.
    pub actions: BTreeMap<ActionId, Arc<Action>>,
    /// Retractions by id.
    pub retractions: BTreeMap<RetractionId, Arc<Retraction>>,
    /// What fell, and by which retraction.
    pub fallen: BTreeMap<AnyId, RetractionId>,
    /// What was stood by although something it rests on fell, oldest first.
    pub affirmed: BTreeMap<AnyId, Vec<Arc<Affirmation>>>,
    /// Paragraphs of the note by id.
    pub paragraphs: BTreeMap<ParagraphId, Arc<Paragraph>>,
    /// Moments of the world timeline by id.
    pub moments: BTreeMap<MomentId, Arc<Moment>>,
    /// Tries that were never sent, in order.
    pub tries: Vec<Arc<Try>>,
    /// Versions of the impact, oldest first.
    pub impact: Vec<Arc<Written>>,
    /// Versions of where we stand, oldest first.
    pub stand: Vec<Arc<Written>>,
    /// When the next update is due.
    pub update_due: Option<Micros>,
    /// Who takes part.
    pub members: BTreeMap<ActorId, Member>,
    /// Who cites what, turned round: from the cited to those that cite it.
    pub cited_by: BTreeMap<AnyId, BTreeSet<AnyId>>,
    /// What could not be folded as it stands; shown, never dropped.
    pub problems: Vec<Problem>,
    /// Events this build cannot read: the incident is read-only here.
    pub unreadable: u64,
}

/// When, by whom, at which seq.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// The event.
    pub seq: u64,
    /// Recorded at.
    pub at: Micros,
    /// By whom.
    pub by: ActorId,
}

/// The incident.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Incident {
    /// What is failing.
    pub title: String,
    /// 1 to 5.
    pub severity: u8,
    /// When it began.
    pub onset: Option<Micros>,
    /// Free text.
    pub description: String,
    /// Labels of the alert it came from.
    pub labels: BTreeMap<String, String>,
    /// One person does all.
    pub solo: bool,
    /// When that ended, if it was so once.
    pub solo_ended: Option<Stamp>,
    /// Its course.
    pub state: IncidentState,
    /// When the state last changed.
    pub state_since: Micros,
    /// Present while it is closed.
    pub closed: Option<(Stamp, String)>,
    /// When and by whom it was opened.
    pub opened: Stamp,
    /// Who coordinates.
    pub coordinator: ActorId,
}

/// A stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stream {
    /// Its address.
    pub key: StreamKey,
    /// Its name.
    pub name: String,
    /// The configured source.
    pub source: Option<String>,
    /// Its owner.
    pub owner: Option<ActorId>,
    /// When it was opened.
    pub opened: Stamp,
}

/// A pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pass {
    /// From 1.
    pub number: u32,
    /// What it is about.
    pub title: String,
    /// When it began.
    pub started: Stamp,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Its id.
    pub id: QuestionId,
    /// The stream that has it now.
    pub stream: StreamKey,
    /// One sentence.
    pub text: String,
    /// As asked; none: the incident's.
    pub window: Option<Window>,
    /// Named by the asker or filled from the evidence.
    pub component: Option<String>,
    /// Named by the asker or filled from the evidence.
    pub metric: Option<String>,
    /// The pass.
    pub pass: u32,
    /// When and by whom it was asked.
    pub asked: Stamp,
    /// First seen by the stream.
    pub seen: Option<Stamp>,
    /// Who works on it.
    pub taken: Option<Stamp>,
    /// Answers, oldest first.
    pub answers: Vec<Answer>,
    /// The hypothesis that it would refute, if it is a refuter.
    pub refutes: Option<HypothesisId>,
    /// What answer it would have if a hypothesis held.
    pub expected: BTreeMap<HypothesisId, String>,
    /// How it was closed.
    pub closed: Option<(Stamp, QuestionEnd, String)>,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// When, by whom.
    pub stamp: Stamp,
    /// The finding that says it.
    pub finding: Option<FindingId>,
    /// What it rests on.
    pub evidence: Vec<EvidenceId>,
    /// In words.
    pub text: String,
}

/// A finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// Its id.
    pub id: FindingId,
    /// The stream that says it.
    pub stream: StreamKey,
    /// The claim, as it reads now.
    pub text: String,
    /// What it cites.
    pub cites: Vec<Cite>,
    /// Where it ranks.
    pub severity: Option<u8>,
    /// The pass.
    pub pass: u32,
    /// When and by whom.
    pub recorded: Stamp,
    /// The questions it answers.
    pub answers: Vec<QuestionId>,
    /// Why the evidence means that.
    pub reasoning: Option<String>,
    /// What was ruled out.
    pub ruled_out: Option<String>,
    /// What could not be checked.
    pub could_not_check: Option<String>,
    /// Earlier texts, oldest first.
    pub amended: Vec<(Stamp, Amendment, String)>,
}

/// A retraction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retraction {
    /// Its id.
    pub id: RetractionId,
    /// What fell.
    pub claim: AnyId,
    /// What killed it.
    pub killed_by: Vec<EvidenceId>,
    /// Why.
    pub why: String,
    /// Why it had been believed; may be empty.
    pub believed: String,
    /// When and by whom.
    pub stamp: Stamp,
    /// How long the claim stood, microseconds.
    pub stood_us: i64,
}

/// A claim was stood by although something it rests on fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Affirmation {
    /// When, by whom.
    pub stamp: Stamp,
    /// The falls that were known.
    pub despite: Vec<RetractionId>,
    /// Why.
    pub why: String,
}

/// A paragraph of the note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paragraph {
    /// Its id.
    pub id: ParagraphId,
    /// The pass.
    pub pass: u32,
    /// When it was first written.
    pub written: Stamp,
    /// All versions, oldest first.
    pub versions: Vec<Version>,
    /// The seqs of the versions nobody has built on. One: settled. More: in conflict.
    pub heads: Vec<u64>,
}

/// A version of a paragraph; its name is its event's seq.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    /// When, by whom.
    pub stamp: Stamp,
    /// The versions it was written on.
    pub bases: Vec<u64>,
    /// The text.
    pub text: String,
    /// What it cites.
    pub cites: Vec<Cite>,
}

/// A moment of the world timeline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// Its id.
    pub id: MomentId,
    /// When it happened.
    pub occurred: Occurred,
    /// What happened.
    pub text: String,
    /// What it cites.
    pub cites: Vec<Cite>,
    /// The stream that knows it.
    pub stream: Option<StreamKey>,
    /// When it was recorded.
    pub recorded: Stamp,
}

/// A try that was never sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Try {
    /// When, by whom.
    pub stamp: Stamp,
    /// The stream.
    pub stream: StreamKey,
    /// The configured source.
    pub source: String,
    /// What would have been asked.
    pub query: Query,
    /// Why it was not.
    pub reason: Reason,
    /// For which question.
    pub question: Option<QuestionId>,
}

/// A text with its author.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    /// When, by whom.
    pub stamp: Stamp,
    /// The text.
    pub text: String,
    /// What it cites.
    pub cites: Vec<Cite>,
}

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// As what.
    pub role: Role,
    /// Came by a join link.
    pub by_link: bool,
    /// Since when.
    pub since: Micros,
}

/// An event that could not be folded as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Which event.
    pub seq: u64,
    /// Its kind.
    pub kind: String,
    /// What is wrong with it.
    pub what: String,
}

impl State {
    /// The number of the current pass; 0 before the first.
    pub fn current_pass(&self) -> u32 {
        self.passes.last().map_or(0, |pass| pass.number)
    }

    /// The retraction of a claim, if it fell.
    pub fn fall_of(&self, claim: impl Into<AnyId>) -> Option<&Arc<Retraction>> {
        self.retractions.get(self.fallen.get(&claim.into())?)
    }

    /// When something that can fall or be stood by was said: a finding, a moment, a paragraph, a contradiction, or evidence that says
    /// something.
    pub fn said_at(&self, claim: AnyId) -> Option<Micros> {
        match claim {
            AnyId::FindingId(id) => self.findings.get(&id).map(|finding| finding.recorded.at),
            AnyId::HypothesisId(id) => self.hypotheses.get(&id).map(|hypothesis| hypothesis.noted.at),
            AnyId::MomentId(id) => self.moments.get(&id).map(|moment| moment.recorded.at),
            AnyId::ParagraphId(id) => self.paragraphs.get(&id).map(|paragraph| paragraph.written.at),
            AnyId::EvidenceId(id) => self.evidence.get(&id)?.executed_at(),
            AnyId::ContradictionId(id) => self.contradictions.get(&id).map(|contradiction| contradiction.noted.at),
            AnyId::ActionId(id) => self.actions.get(&id).map(|action| action.proposed.at),
            AnyId::QuestionId(_) | AnyId::RetractionId(_) | AnyId::PredictionId(_) => None,
        }
    }

    /// The stream at an address.
    pub fn stream(&self, key: &StreamKey) -> Option<&Arc<Stream>> {
        self.streams.iter().find(|stream| stream.key == *key)
    }
}
