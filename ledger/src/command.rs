//! What somebody wants: the one list of commands. Every door (pages, command line, later REST and MCP) makes these.

use crate::event::{Amendment, BodyRef, IncidentState, Material, Observed, Occurred, QuestionEnd, Rating, Relation, Role, Score};
use crate::id::{ActorId, AnyId, ContradictionId, EvidenceId, FindingId, HypothesisId, ParagraphId, PredictionId, QuestionId, StreamKey};
use evidence::query::Query;
use evidence::reading::Reason;
use evidence::time::{Micros, Window};
use serde::{Deserialize, Serialize};

mod action;
mod parts;
mod system;

pub use action::ActionCommand;
pub use parts::{Expecting, Made, NewIncident, NewPrediction, NewRefuter, NewStream};
pub use system::SystemCommand;

/// A command to one incident's ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum Command {
    /// Opens the incident; only on an empty ledger. The actor coordinates.
    OpenIncident(NewIncident),
    /// Writes title, onset or description anew.
    DescribeIncident {
        /// The new title.
        title: Option<String>,
        /// The new onset.
        onset: Option<Micros>,
        /// The new description.
        description: Option<String>,
    },
    /// Moves the incident in its course.
    ChangeState {
        /// The new state.
        state: IncidentState,
        /// Why.
        why: String,
    },
    /// Raises or lowers severity.
    ChangeSeverity {
        /// 1 to 5.
        severity: u8,
        /// Why.
        why: String,
    },
    /// Closes the incident.
    CloseIncident {
        /// Why.
        why: String,
    },
    /// Opens it again.
    ReopenIncident {
        /// Why.
        why: String,
    },
    /// Puts the actor on the list, with the role their account or link gives.
    Join {
        /// As what.
        role: Role,
    },
    /// Gives coordinating to another who takes part. Whoever hands over investigates from then on.
    HandOver {
        /// To whom.
        to: ActorId,
    },
    /// Ends that one person does all. Their streams go to another, or wait for whoever takes them.
    EndSolo {
        /// To whom.
        streams_to: Option<ActorId>,
    },
    /// Opens a stream.
    OpenStream(NewStream),
    /// Gives a stream to somebody, or to nobody.
    OwnStream {
        /// Which.
        stream: StreamKey,
        /// To whom.
        owner: Option<ActorId>,
    },
    /// Starts the next pass.
    StartPass {
        /// What it is about.
        title: String,
    },
    /// Asks a stream. A sentence and a stream are enough.
    AskQuestion {
        /// Which stream.
        stream: StreamKey,
        /// One sentence.
        text: String,
        /// Absent: the incident's window.
        window: Option<Window>,
        /// May be named; else filled from the evidence on answering.
        component: Option<String>,
        /// May be named; else filled from the evidence on answering.
        metric: Option<String>,
    },
    /// The owner has seen it.
    SeeQuestion {
        /// Which.
        question: QuestionId,
    },
    /// The actor works on it.
    TakeQuestion {
        /// Which.
        question: QuestionId,
    },
    /// Sends it to another stream.
    ReassignQuestion {
        /// Which.
        question: QuestionId,
        /// Where to.
        stream: StreamKey,
    },
    /// Answers with evidence, without a finding.
    AnswerQuestion {
        /// Which.
        question: QuestionId,
        /// At least one.
        evidence: Vec<EvidenceId>,
        /// In words.
        text: String,
    },
    /// Is done with it.
    CloseQuestion {
        /// Which.
        question: QuestionId,
        /// How it ended.
        how: QuestionEnd,
        /// Why; required unless answered.
        why: String,
    },
    /// Asks a source; mints the evidence id. The server runs it afterwards.
    AskQuery {
        /// The stream that asks.
        stream: StreamKey,
        /// Its source.
        source: String,
        /// Complete.
        query: Query,
        /// The limits in force.
        policy: String,
        /// For which question.
        question: Option<QuestionId>,
        /// The record it repeats.
        rerun_of: Option<EvidenceId>,
        /// The absence it is to prove.
        control_of: Option<EvidenceId>,
        /// What is expected of it: sealed in the same act, before it runs.
        expects: Option<Expecting>,
    },
    /// Keeps a try that was never sent.
    KeepTry {
        /// The stream that tried.
        stream: StreamKey,
        /// Its source.
        source: String,
        /// What would have been asked.
        query: Query,
        /// Why it was not.
        reason: Reason,
        /// For which question.
        question: Option<QuestionId>,
    },
    /// Stops a query that waits or runs.
    CancelQuery {
        /// Which.
        evidence: EvidenceId,
    },
    /// Adds evidence that is no query run.
    AddEvidence {
        /// The stream it belongs to.
        stream: StreamKey,
        /// One line on what it is.
        title: String,
        /// What it is.
        material: Material,
        /// Its bytes, stored beforehand.
        raw: Option<BodyRef>,
        /// For which question.
        question: Option<QuestionId>,
    },
    /// Records a claim; with a question, answers it in the same act. Citations in the text are added to `evidence`.
    RecordFinding {
        /// The stream that says it.
        stream: StreamKey,
        /// The claim, one line.
        text: String,
        /// What it rests on.
        evidence: Vec<EvidenceId>,
        /// The question it answers.
        question: Option<QuestionId>,
        /// Where it ranks.
        severity: Option<u8>,
        /// Whether what would refute a hypothesis was observed, if the question is that of a refuter.
        observed: Option<Observed>,
    },
    /// Adds what a finding did not say at first.
    CompleteFinding {
        /// Which.
        finding: FindingId,
        /// Why the evidence means that.
        reasoning: Option<String>,
        /// What was ruled out.
        ruled_out: Option<String>,
        /// What could not be checked.
        could_not_check: Option<String>,
    },
    /// Amends a finding's text.
    AmendFinding {
        /// Which.
        finding: FindingId,
        /// The new text.
        text: String,
        /// A slip, or a sharper reading.
        why: Amendment,
    },
    /// Retracts a finding, a moment, or the reading of a piece of evidence.
    RetractClaim {
        /// Which.
        claim: AnyId,
        /// At least one, executed before now.
        killed_by: Vec<EvidenceId>,
        /// In one sentence.
        why: String,
        /// Why it had been believed; may be empty.
        believed: String,
    },
    /// Stands by what rests on fallen claims.
    AffirmClaims {
        /// Which; each rests on something that fell.
        claims: Vec<AnyId>,
        /// In one sentence, for all of them.
        why: String,
    },
    /// Notes a hunch.
    NoteHunch {
        /// One line.
        text: String,
    },
    /// Proposes a hypothesis with at least one refuter; each becomes a question at once.
    ProposeHypothesis {
        /// The hunch it is made of, if it was one.
        hunch: Option<HypothesisId>,
        /// What is held to be so.
        text: String,
        /// What would refute it.
        refuters: Vec<NewRefuter>,
    },
    /// Adds refuters to a hypothesis.
    AddRefuters {
        /// Which hypothesis.
        hypothesis: HypothesisId,
        /// What would refute it; at least one.
        refuters: Vec<NewRefuter>,
    },
    /// Says whether what would refute was observed; answers the refuter's question in the same act.
    LookFor {
        /// The question of the refuter.
        question: QuestionId,
        /// What was seen.
        observed: Observed,
        /// At least one, unless it can't be told.
        evidence: Vec<EvidenceId>,
        /// In words; may be empty.
        text: String,
    },
    /// Relates a hypothesis to another.
    RelateHypothesis {
        /// Which.
        hypothesis: HypothesisId,
        /// How.
        relation: Relation,
        /// To which other.
        other: HypothesisId,
    },
    /// Demotes a hypothesis to a trigger.
    DemoteHypothesis {
        /// Which.
        hypothesis: HypothesisId,
        /// In one sentence.
        why: String,
    },
    /// Proposes a hypothesis as the cause, in the note.
    ProposeCause {
        /// Which.
        hypothesis: HypothesisId,
        /// The strongest rival.
        rival: HypothesisId,
        /// The paragraph.
        text: String,
    },
    /// Rates how well a piece of evidence fits a hypothesis.
    RateEvidence {
        /// Which hypothesis.
        hypothesis: HypothesisId,
        /// Which evidence.
        evidence: EvidenceId,
        /// How well.
        rating: Rating,
    },
    /// Says what answer a question would have if a hypothesis held.
    ExpectAnswer {
        /// Which question.
        question: QuestionId,
        /// If which hypothesis held.
        hypothesis: HypothesisId,
        /// In a few words; empty takes the expectation back.
        answer: String,
    },
    /// Says that no control can be run, because no known event of the kind exists.
    ExcuseAbsence {
        /// The evidence that shows nothing.
        evidence: EvidenceId,
        /// In one sentence.
        why: String,
    },
    /// Seals what is expected before anybody looks.
    SealPrediction(NewPrediction),
    /// Says how what came stands to what had been expected.
    ScorePrediction {
        /// Which.
        prediction: PredictionId,
        /// How.
        score: Score,
        /// At least one, executed after the seal, unless it can't be decided.
        evidence: Vec<EvidenceId>,
        /// In words; required where it can't be decided.
        why: String,
    },
    /// Notes that readings can't all hold.
    NoteContradiction {
        /// What does not go together.
        text: String,
        /// The sides, at least two.
        sides: Vec<AnyId>,
    },
    /// Explains a contradiction.
    ExplainContradiction {
        /// Which.
        contradiction: ContradictionId,
        /// How all sides can be, or which of them fell.
        text: String,
    },
    /// Proposes, decides on, records or measures an action.
    Action(ActionCommand),
    /// Writes the impact.
    WriteImpact {
        /// The text.
        text: String,
    },
    /// Writes where we stand.
    WriteStand {
        /// The text.
        text: String,
    },
    /// Says when the next update is due.
    SetUpdateDue {
        /// When; none: no update is due.
        at: Option<Micros>,
    },
    /// Adds a paragraph to the current pass.
    WriteParagraph {
        /// The text.
        text: String,
    },
    /// Saves a version of a paragraph. On an old base the paragraph is in conflict; both texts stay.
    ReviseParagraph {
        /// Which.
        paragraph: ParagraphId,
        /// The heads it was written on.
        bases: Vec<u64>,
        /// The text.
        text: String,
    },
    /// Adds a moment to the world timeline.
    AddMoment {
        /// When it happened.
        occurred: Occurred,
        /// What happened.
        text: String,
        /// Which stream knows it.
        stream: Option<StreamKey>,
        /// What it rests on.
        evidence: Vec<EvidenceId>,
    },
}
