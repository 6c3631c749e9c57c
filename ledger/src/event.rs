//! What happened: the events of an incident's ledger.
//!
//! Invariant: a released kind name and its fields keep their meaning for ever; a changed shape is a new version, upcast on read.
//! Events hold what was observed or decided, never what follows from other events.

use crate::id::{
    ActionId, ActorId, AnyId, ContradictionId, EvidenceId, FindingId, HypothesisId, MomentId, ParagraphId, PredictionId, QuestionId,
    RetractionId, StreamKey,
};
use evidence::query::Query;
use evidence::reading::{Reason, Summary};
use evidence::time::{Micros, Window};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

mod kinds;
mod parts;

pub use parts::{
    Affirmed, Amendment, BodyRef, Cite, Concerned, Direction, Effect, IncidentState, Material, Measured, Observed, Occurred, Precision,
    QueryEnd, QuestionEnd, Rating, Relation, Replayed, Role, Score, Weight,
};

/// One event. The name in `rename` is its kind in storage and on the wire, where it stands before the body: a tag inside the body would
/// make the browser load the code that reads each body twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The first event of every incident.
    #[serde(rename = "incident.opened")]
    IncidentOpened {
        /// What is failing, as seen; not what is thought to cause it.
        title: String,
        /// 1 is worst, 5 is least.
        severity: u8,
        /// When it began in the world, if known.
        onset: Option<Micros>,
        /// Free text, may be empty.
        description: String,
        /// Labels of the alert it was opened from, else empty.
        labels: BTreeMap<String, String>,
        /// One person does all, on the record: the coordinator may query too.
        solo: bool,
    },
    /// Title, onset or description written anew; what is absent stays.
    #[serde(rename = "incident.described")]
    IncidentDescribed {
        /// The new title.
        title: Option<String>,
        /// The new onset.
        onset: Option<Micros>,
        /// The new description.
        description: Option<String>,
    },
    /// Where the incident stands in its course.
    #[serde(rename = "incident.state_changed")]
    StateChanged {
        /// The new state.
        state: IncidentState,
        /// Why, may be empty.
        why: String,
    },
    /// Severity raised or lowered.
    #[serde(rename = "incident.severity_changed")]
    SeverityChanged {
        /// 1 is worst, 5 is least.
        severity: u8,
        /// Why, may be empty.
        why: String,
    },
    /// The incident is over; open questions stay open and visible.
    #[serde(rename = "incident.closed")]
    IncidentClosed {
        /// Why.
        why: String,
    },
    /// It was not over.
    #[serde(rename = "incident.reopened")]
    IncidentReopened {
        /// Why.
        why: String,
    },
    /// Somebody takes part, with a role.
    #[serde(rename = "member.joined")]
    MemberJoined {
        /// Who.
        member: ActorId,
        /// As what.
        role: Role,
        /// Came by a join link: the name is their own word.
        by_link: bool,
    },
    /// Coordinating went from one to another. Whoever hands over investigates from then on.
    #[serde(rename = "command.handed_over")]
    CommandHandedOver {
        /// From whom.
        from: ActorId,
        /// To whom.
        to: ActorId,
    },
    /// One person does not do all any more: whoever coordinates asks no source from then on.
    #[serde(rename = "solo.ended")]
    SoloEnded {},
    /// A stream: one evidence source with one owner.
    #[serde(rename = "stream.opened")]
    StreamOpened {
        /// Its address.
        stream: StreamKey,
        /// Its name.
        name: String,
        /// The configured source it asks; none for people, repositories, dumps.
        source: Option<String>,
        /// Its owner, if there is one yet.
        owner: Option<ActorId>,
    },
    /// A stream has a new owner, or none.
    #[serde(rename = "stream.owned")]
    StreamOwned {
        /// Which.
        stream: StreamKey,
        /// By whom.
        owner: Option<ActorId>,
    },
    /// A new batch of questions begins.
    #[serde(rename = "pass.started")]
    PassStarted {
        /// From 1, one more than the last.
        pass: u32,
        /// What it is about.
        title: String,
    },
    /// A question that can be closed.
    #[serde(rename = "question.asked")]
    QuestionAsked {
        /// Its id.
        question: QuestionId,
        /// To which stream.
        stream: StreamKey,
        /// One sentence.
        text: String,
        /// The window it concerns; absent: the incident's.
        window: Option<Window>,
        /// The component it concerns, if named.
        component: Option<String>,
        /// The metric it concerns, if named.
        metric: Option<String>,
        /// The pass it was asked in; 0 before the first.
        pass: u32,
    },
    /// The stream's owner has it on screen.
    #[serde(rename = "question.seen")]
    QuestionSeen {
        /// Which.
        question: QuestionId,
    },
    /// The actor works on it.
    #[serde(rename = "question.taken")]
    QuestionTaken {
        /// Which.
        question: QuestionId,
    },
    /// It went to another stream.
    #[serde(rename = "question.reassigned")]
    QuestionReassigned {
        /// Which.
        question: QuestionId,
        /// Where to.
        stream: StreamKey,
    },
    /// An answer. The contract (query, window, executed at, duration, number, unit) is that of the evidence.
    #[serde(rename = "question.answered")]
    QuestionAnswered {
        /// Which.
        question: QuestionId,
        /// The finding that says it, if one does.
        finding: Option<FindingId>,
        /// The evidence it rests on.
        evidence: Vec<EvidenceId>,
        /// Words, if there is no finding.
        text: String,
    },
    /// It is done with.
    #[serde(rename = "question.closed")]
    QuestionClosed {
        /// Which.
        question: QuestionId,
        /// How it ended.
        how: QuestionEnd,
        /// Why; required unless answered.
        why: String,
    },
    /// A query was handed to a source's lane. Mints the evidence id.
    #[serde(rename = "query.asked")]
    QueryAsked {
        /// The evidence it will be.
        evidence: EvidenceId,
        /// The stream that asks.
        stream: StreamKey,
        /// The configured source.
        source: String,
        /// Text, step and absolute window.
        query: Query,
        /// The limits in force, as the source page shows them.
        policy: String,
        /// The question it was run for, if any.
        question: Option<QuestionId>,
        /// The record it repeats, if it is a re-run.
        rerun_of: Option<EvidenceId>,
        /// The absence it is to prove, if it is a control: the same query over a window with a known event.
        control_of: Option<EvidenceId>,
    },
    /// The source answered, or it could not be asked. Never refused, even late.
    #[serde(rename = "query.answered")]
    QueryAnswered {
        /// Which.
        evidence: EvidenceId,
        /// What the answer says.
        summary: Box<Summary>,
        /// The raw answer, if there was one.
        raw: Option<BodyRef>,
        /// When the request left.
        executed_at: Micros,
        /// From sending to the last byte, in microseconds.
        took_us: i64,
        /// The HTTP status, if there was one.
        status: Option<u16>,
        /// Product and version of the source, if known.
        source_build: Option<String>,
        /// Present when a recording answered, not a live source.
        replayed: Option<Replayed>,
    },
    /// It ended without an answer.
    #[serde(rename = "query.ended")]
    QueryEnded {
        /// Which.
        evidence: EvidenceId,
        /// How.
        how: QueryEnd,
        /// Details.
        why: String,
    },
    /// A try that was never sent: a syntax error or a refusal by policy. It is kept, and it is no evidence.
    #[serde(rename = "query.not_sent")]
    QueryNotSent {
        /// The stream that tried.
        stream: StreamKey,
        /// The configured source.
        source: String,
        /// What would have been asked.
        query: Query,
        /// Why it was not, and what to do.
        reason: Reason,
        /// The question it was meant for, if any.
        question: Option<QuestionId>,
    },
    /// Evidence that is no query run.
    #[serde(rename = "evidence.added")]
    EvidenceAdded {
        /// Its id.
        evidence: EvidenceId,
        /// The stream it belongs to.
        stream: StreamKey,
        /// One line on what it is.
        title: String,
        /// What it is.
        material: Material,
        /// Its bytes, if it has any here.
        raw: Option<BodyRef>,
        /// The question it was brought for, if any.
        question: Option<QuestionId>,
    },
    /// A claim that cites evidence.
    #[serde(rename = "finding.recorded")]
    FindingRecorded {
        /// Its id.
        finding: FindingId,
        /// The stream that says it.
        stream: StreamKey,
        /// The claim.
        text: String,
        /// What it rests on and mentions.
        cites: Vec<Cite>,
        /// Where it ranks, 1 is worst; as in a code review.
        severity: Option<u8>,
        /// The pass it was said in; 0 before the first.
        pass: u32,
    },
    /// What a finding did not say at first: offered, never demanded.
    #[serde(rename = "finding.completed")]
    FindingCompleted {
        /// Which.
        finding: FindingId,
        /// Why the evidence means that.
        reasoning: Option<String>,
        /// What was ruled out.
        ruled_out: Option<String>,
        /// What could not be checked.
        could_not_check: Option<String>,
        /// What these texts cite.
        cites: Vec<Cite>,
    },
    /// A slip or a sharper reading: no retraction; dependents get a light mark.
    #[serde(rename = "finding.amended")]
    FindingAmended {
        /// Which.
        finding: FindingId,
        /// The text before.
        old: String,
        /// The text now.
        new: String,
        /// All that the finding cites from now on: the evidence it was recorded with, and what the new text cites.
        cites: Vec<Cite>,
        /// Which of the two.
        why: Amendment,
    },
    /// A claim fell: a finding, a moment, or the reading of a piece of evidence. It is never removed.
    #[serde(rename = "claim.retracted")]
    ClaimRetracted {
        /// Its own id.
        retraction: RetractionId,
        /// Which fell.
        claim: AnyId,
        /// What killed it: executed before this event.
        killed_by: Vec<EvidenceId>,
        /// Why, in one sentence.
        why: String,
        /// Why it had been believed; may be empty.
        believed: String,
    },
    /// Somebody stands by what rests on fallen claims, knowing of the falls.
    #[serde(rename = "claims.affirmed")]
    ClaimsAffirmed {
        /// What is stood by, and despite which falls.
        claims: Vec<Affirmed>,
        /// Why, in one sentence for all of them.
        why: String,
    },
    /// A hunch: one line without a state, a rating or the right to be called a cause.
    #[serde(rename = "hunch.noted")]
    HunchNoted {
        /// The id it keeps when it becomes a hypothesis.
        hypothesis: HypothesisId,
        /// The hunch.
        text: String,
        /// What it cites.
        cites: Vec<Cite>,
    },
    /// A hypothesis, new or made of a hunch. A refuter follows in the same command.
    #[serde(rename = "hypothesis.proposed")]
    HypothesisProposed {
        /// Its id, that of the hunch if it was one.
        hypothesis: HypothesisId,
        /// What is held to be so.
        text: String,
        /// What it cites.
        cites: Vec<Cite>,
    },
    /// What would refute a hypothesis, with the question that goes and looks.
    #[serde(rename = "refuter.added")]
    RefuterAdded {
        /// Which hypothesis.
        hypothesis: HypothesisId,
        /// The question, asked before this event: its text is the observation, its stream owns it.
        question: QuestionId,
    },
    /// Somebody looked for what would refute a hypothesis.
    #[serde(rename = "refuter.looked_for")]
    RefuterLookedFor {
        /// The question of the refuter.
        question: QuestionId,
        /// What was seen.
        observed: Observed,
        /// What it rests on, executed before this event; may be empty only where it can't be told.
        evidence: Vec<EvidenceId>,
    },
    /// How one hypothesis stands to another.
    #[serde(rename = "hypothesis.related")]
    HypothesisRelated {
        /// Which.
        hypothesis: HypothesisId,
        /// How.
        relation: Relation,
        /// To which other.
        other: HypothesisId,
    },
    /// No cause, but kept as a trigger.
    #[serde(rename = "hypothesis.demoted")]
    HypothesisDemoted {
        /// Which.
        hypothesis: HypothesisId,
        /// Why, in one sentence.
        why: String,
        /// What that cites.
        cites: Vec<Cite>,
    },
    /// A hypothesis is proposed as the cause, in the note.
    #[serde(rename = "cause.proposed")]
    CauseProposed {
        /// Which.
        hypothesis: HypothesisId,
        /// The strongest rival, as whoever proposes it sees it.
        rival: HypothesisId,
        /// The paragraph that says so.
        paragraph: ParagraphId,
    },
    /// Somebody rates how well a piece of evidence fits a hypothesis. Others see that, and the rating once they have rated it themselves.
    #[serde(rename = "evidence.rated")]
    EvidenceRated {
        /// Which hypothesis.
        hypothesis: HypothesisId,
        /// Which evidence.
        evidence: EvidenceId,
        /// How well it fits; none where it is withheld from a reader who has not rated it.
        rating: Option<Rating>,
    },
    /// What answer a question would have if a hypothesis held.
    #[serde(rename = "answer.expected")]
    AnswerExpected {
        /// Which question.
        question: QuestionId,
        /// If which hypothesis held.
        hypothesis: HypothesisId,
        /// In a few words, compared as they stand; empty: none any more.
        answer: String,
    },
    /// There is no known event of the kind that a query did not find, so no control can be run.
    #[serde(rename = "absence.excused")]
    AbsenceExcused {
        /// The evidence that shows nothing.
        evidence: EvidenceId,
        /// Why there is none, in one sentence.
        why: String,
    },
    /// What is expected, written before the looking.
    #[serde(rename = "prediction.sealed")]
    PredictionSealed {
        /// Its id.
        prediction: PredictionId,
        /// The stream that predicts.
        stream: StreamKey,
        /// What is expected: a value, a ranking, names of frames, a direction.
        text: String,
        /// The hypothesis it follows from, if one.
        hypothesis: Option<HypothesisId>,
        /// The query it concerns, if it is not run in the same command.
        concerns: Option<Box<Concerned>>,
        /// What else it concerns, in words, such as the next thread dump; may be empty.
        about: String,
        /// The run of the same command.
        run: Option<EvidenceId>,
        /// sha256 in hex over what is sealed and when, so that it can be held against what somebody wrote down elsewhere.
        seal: String,
    },
    /// A person compared what came with what had been expected.
    #[serde(rename = "prediction.scored")]
    PredictionScored {
        /// Which.
        prediction: PredictionId,
        /// How it came.
        score: Score,
        /// What shows it, executed after the seal; may be empty only where it can't be decided.
        evidence: Vec<EvidenceId>,
        /// In words; may be empty.
        why: String,
    },
    /// Readings that can't all hold.
    #[serde(rename = "contradiction.noted")]
    ContradictionNoted {
        /// Its id.
        contradiction: ContradictionId,
        /// What does not go together.
        text: String,
        /// The sides: evidence, findings, hypotheses or moments, at least two.
        sides: Vec<AnyId>,
    },
    /// A contradiction is none any more.
    #[serde(rename = "contradiction.explained")]
    ContradictionExplained {
        /// Which.
        contradiction: ContradictionId,
        /// How all sides can be, or which of them fell.
        text: String,
        /// What that rests on.
        cites: Vec<Cite>,
    },
    /// A lever that may be pulled, or was.
    #[serde(rename = "action.proposed")]
    ActionProposed {
        /// Its id.
        action: ActionId,
        /// What is or was done, in words.
        text: String,
        /// The exact command or change; may be empty.
        command: String,
        /// What the text cites.
        cites: Vec<Cite>,
    },
    /// What an action is to change, chosen before it is done.
    #[serde(rename = "action.expects")]
    ActionExpects {
        /// Which.
        action: ActionId,
        /// The metric, the direction and the windows.
        effect: Box<Effect>,
    },
    /// An action was approved or declined.
    #[serde(rename = "action.decided")]
    ActionDecided {
        /// Which.
        action: ActionId,
        /// Approved; else declined.
        approved: bool,
        /// Why; may be empty where it was approved.
        why: String,
    },
    /// An action was done.
    #[serde(rename = "action.done")]
    ActionDone {
        /// Which.
        action: ActionId,
        /// When.
        at: Micros,
        /// By whom, as the room calls them; empty: by whoever recorded it.
        by: String,
        /// The exact command or change; empty: as proposed.
        command: String,
    },
    /// Whoever did it, or somebody else who knows, says that it was done so.
    #[serde(rename = "action.confirmed")]
    ActionConfirmed {
        /// Which.
        action: ActionId,
    },
    /// The metric of an action was compared before and after.
    #[serde(rename = "effect.measured")]
    EffectMeasured {
        /// Which.
        action: ActionId,
        /// Before it.
        before: Measured,
        /// After it.
        after: Measured,
    },
    /// Who and what is hurt, for everybody who comes in.
    #[serde(rename = "impact.written")]
    ImpactWritten {
        /// The text.
        text: String,
        /// What it cites.
        cites: Vec<Cite>,
    },
    /// Where we stand, in a few sentences.
    #[serde(rename = "stand.written")]
    StandWritten {
        /// The text.
        text: String,
        /// What it cites.
        cites: Vec<Cite>,
    },
    /// When the next update is due, or that none is.
    #[serde(rename = "update.due")]
    UpdateDue {
        /// When.
        at: Option<Micros>,
    },
    /// A new paragraph of the note.
    #[serde(rename = "paragraph.written")]
    ParagraphWritten {
        /// Its id.
        paragraph: ParagraphId,
        /// The pass it stands in; 0 before the first.
        pass: u32,
        /// The text in the note's inline grammar.
        text: String,
        /// What it cites.
        cites: Vec<Cite>,
    },
    /// A version of a paragraph. On an old base it is a second head: a conflict until a version names both.
    #[serde(rename = "paragraph.revised")]
    ParagraphRevised {
        /// Which.
        paragraph: ParagraphId,
        /// The versions it was written on: seq numbers of their events.
        bases: Vec<u64>,
        /// The text.
        text: String,
        /// What it cites.
        cites: Vec<Cite>,
    },
    /// An entry of the world timeline.
    #[serde(rename = "moment.added")]
    MomentAdded {
        /// Its id.
        moment: MomentId,
        /// When it happened.
        occurred: Occurred,
        /// What happened.
        text: String,
        /// What it cites.
        cites: Vec<Cite>,
        /// The stream that knows it, if one does.
        stream: Option<StreamKey>,
    },
}
