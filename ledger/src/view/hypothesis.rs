//! Hypotheses, and what would refute them.

use crate::actor::Names;
use crate::event::{Observed, Relation};
use crate::id::{ActorId, AnyId, EvidenceId, HypothesisId, QuestionId};
use crate::rules::{self, HypothesisState};
use crate::state::{Hypothesis, Question, Refuter, State};
use crate::text::Prose;
use crate::view::chip::Chips;
use crate::view::contradiction::{self, ContradictionRow, contradictions};
use crate::view::look::{Look, Wanted};
use crate::view::parts::{Beside, Marked, RetractionRow, StreamLink, count};
use crate::view::prediction::{self, Predictions, predictions};
use crate::view::room::median;
use evidence::time::Micros;
use serde::{Deserialize, Serialize};

/// A hypothesis or a hunch. It names its streams, never a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HypothesisRow {
    /// Its id.
    pub id: HypothesisId,
    /// What is held to be so.
    pub text: Prose,
    /// How it stands, computed.
    pub state: HypothesisState,
    /// When it was first written.
    pub noted: Micros,
    /// What would refute it, oldest first.
    pub refuters: Vec<RefuterRow>,
    /// How it stands to others.
    pub relations: Vec<(Relation, HypothesisId)>,
    /// Why it was demoted to a trigger, if it was.
    pub demoted: Option<Prose>,
    /// The rival named when it was proposed as the cause, if it was.
    pub cause_against: Option<HypothesisId>,
    /// Its retraction, if it fell.
    pub fallen: Option<Beside>,
    /// What it rests on that fell.
    pub marked: Option<Marked>,
    /// Whether the one who looks wrote it.
    pub is_mine: bool,
}

/// What would refute a hypothesis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefuterRow {
    /// The question that goes and looks.
    pub question: QuestionId,
    /// The observation.
    pub observation: Prose,
    /// The stream that owns it.
    pub stream: StreamLink,
    /// Whether the question still takes an answer.
    pub open: bool,
    /// Who looked, oldest first.
    pub looks: Vec<LookRow>,
}

/// Somebody looked for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookRow {
    /// What was seen.
    pub observed: Observed,
    /// What that comes to.
    pub look: rules::Look,
    /// What it rests on.
    pub evidence: Vec<EvidenceId>,
    /// Recorded at.
    pub at: Micros,
}

/// The question to ask next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextQuestion {
    /// Which.
    pub question: QuestionId,
    /// Its text.
    pub text: Prose,
    /// The stream that has it.
    pub stream: StreamLink,
    /// Why this one.
    pub why: NextWhy,
}

/// Why a question comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NextWhy {
    /// So many pairs of live hypotheses expect different answers to it.
    Splits {
        /// Pairs that differ.
        pairs: u32,
        /// Pairs of live hypotheses in all.
        of: u32,
    },
    /// No question has expectations that differ; this is the oldest refuter that nobody has looked for.
    OldestRefuter {
        /// Of which hypothesis.
        hypothesis: HypothesisId,
    },
}

/// The page of all hypotheses, without the ratings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HypothesesPage {
    /// Hypotheses in the order of their ids.
    pub rows: Vec<HypothesisRow>,
    /// Hunches, oldest first: they age.
    pub hunches: Vec<HypothesisRow>,
    /// The question to ask next.
    pub next: Option<NextQuestion>,
    /// What was expected before the looking, and how it came.
    pub predictions: Predictions,
    /// Readings that can't all hold, the open ones first.
    pub contradictions: Vec<ContradictionRow>,
    /// All retractions, shortest first.
    pub retractions: Vec<RetractionRow>,
    /// The median of how long fallen claims had stood, microseconds.
    pub median_stood_us: Option<i64>,
    /// What the texts cite.
    pub chips: Chips,
}

/// The permanent page of a hypothesis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HypothesisPage {
    /// The hypothesis.
    pub row: HypothesisRow,
    /// Who cites it.
    pub cited_by: Vec<AnyId>,
    /// What its texts cite and what cites it.
    pub chips: Chips,
}

/// Makes the page of all hypotheses.
pub fn hypotheses_page(state: &State, names: &Names, who: &ActorId) -> HypothesesPage {
    let look = Look::at(state, names, who);
    let all = state.hypotheses.values().map(|hypothesis| hypothesis_row(&look, hypothesis));
    let (hunches, rows): (Vec<_>, Vec<_>) = all.partition(|row| row.state == HypothesisState::Hunch);
    let mut retractions: Vec<RetractionRow> = state.retractions.values().filter_map(|retraction| look.retraction_row(retraction)).collect();
    retractions.sort_by_key(|row| (row.stood_us, row.id));
    let next = next_question(&look);
    let predictions = predictions(&look);
    let contradictions = contradictions(&look);
    let mut wanted = Wanted::default();
    for row in rows.iter().chain(&hunches) {
        want(row, &mut wanted);
    }
    for row in &retractions {
        wanted.retraction(row);
    }
    if let Some(next) = &next {
        wanted.ids(&[next.question]);
        wanted.text(&next.text);
    }
    for row in &predictions.rows {
        prediction::want(row, &mut wanted);
    }
    for row in &contradictions {
        contradiction::want(row, &mut wanted);
    }
    HypothesesPage {
        predictions,
        contradictions,
        rows,
        hunches,
        next,
        median_stood_us: median(retractions.iter().map(|row| row.stood_us).collect()),
        retractions,
        chips: look.chips(&wanted),
    }
}

/// Makes a hypothesis' page; none if it is not there.
pub fn hypothesis_page(state: &State, names: &Names, who: &ActorId, id: HypothesisId) -> Option<HypothesisPage> {
    let look = Look::at(state, names, who);
    let row = hypothesis_row(&look, state.hypotheses.get(&id)?);
    let cited_by = look.cited_by(id.into());
    let mut wanted = Wanted::default();
    want(&row, &mut wanted);
    wanted.ids(&cited_by);
    Some(HypothesisPage { row, cited_by, chips: look.chips(&wanted) })
}

/// The hypotheses that may still be the cause, in the order of their ids.
pub(super) fn live_rows(look: &Look<'_>) -> Vec<HypothesisRow> {
    live(look.state).map(|hypothesis| hypothesis_row(look, hypothesis)).collect()
}

fn live(state: &State) -> impl Iterator<Item = &Hypothesis> {
    let is_live = |hypothesis: &&Hypothesis| {
        matches!(
            rules::state_of(state, hypothesis),
            HypothesisState::Untested | HypothesisState::Surviving(_) | HypothesisState::Inconclusive | HypothesisState::Contradicted
        )
    };
    state.hypotheses.values().map(AsRef::as_ref).filter(is_live)
}

fn hypothesis_row(look: &Look<'_>, hypothesis: &Hypothesis) -> HypothesisRow {
    HypothesisRow {
        id: hypothesis.id,
        text: Prose(hypothesis.text.clone()),
        state: rules::state_of(look.state, hypothesis),
        noted: hypothesis.noted.at,
        refuters: hypothesis.refuters.iter().filter_map(|refuter| refuter_row(look, refuter)).collect(),
        relations: hypothesis.relations.iter().copied().collect(),
        demoted: hypothesis.demoted.as_ref().map(|(_, why)| Prose(why.clone())),
        cause_against: hypothesis.cause.as_ref().map(|(_, rival)| *rival),
        fallen: look.beside(hypothesis.id),
        marked: look.falls.below(hypothesis.id.into()),
        is_mine: hypothesis.noted.by == *look.who,
    }
}

fn refuter_row(look: &Look<'_>, refuter: &Refuter) -> Option<RefuterRow> {
    let question = look.state.questions.get(&refuter.question)?;
    let looks = refuter.looks.iter().map(|looked| LookRow {
        observed: looked.observed,
        look: rules::look_of(look.state, looked),
        evidence: looked.evidence.clone(),
        at: looked.stamp.at,
    });
    Some(RefuterRow {
        question: question.id,
        observation: Prose(question.text.clone()),
        stream: look.stream_link(&question.stream),
        open: question.closed.is_none(),
        looks: looks.collect(),
    })
}

/// The open question on which most pairs of live hypotheses differ; without such expectations the oldest refuter nobody looked for.
pub(super) fn next_question(look: &Look<'_>) -> Option<NextQuestion> {
    let state = look.state;
    let live: Vec<&Hypothesis> = live(state).collect();
    let pairs_of = |question: &Question| {
        let expected: Vec<&String> = live.iter().filter_map(|hypothesis| question.expected.get(&hypothesis.id)).collect();
        let differ = |(index, one): (usize, &&String)| {
            expected.iter().skip(index + 1).filter(|other| one.trim().to_lowercase() != other.trim().to_lowercase()).count()
        };
        expected.iter().enumerate().map(differ).sum::<usize>()
    };
    let open = state.questions.values().filter(|question| question.answers.is_empty() && question.closed.is_none());
    // Of two that split as many pairs the older one comes first.
    let best = open.map(|question| (pairs_of(question), question)).rev().max_by_key(|(pairs, _)| *pairs);
    let (question, why) = match best {
        Some((pairs, question)) if pairs > 0 => {
            let of = live.len() * live.len().saturating_sub(1) / 2;
            (question, NextWhy::Splits { pairs: count(pairs), of: count(of) })
        }
        _ => {
            let untried = live.iter().flat_map(|hypothesis| {
                let open = hypothesis.refuters.iter().filter(|refuter| refuter.looks.is_empty());
                open.map(|refuter| (refuter.added.seq, hypothesis.id, refuter.question))
            });
            let is_open = |id: &QuestionId| state.questions.get(id).is_some_and(|question| question.closed.is_none());
            let (_, hypothesis, question) = untried.filter(|(_, _, question)| is_open(question)).min()?;
            (state.questions.get(&question)?, NextWhy::OldestRefuter { hypothesis })
        }
    };
    Some(NextQuestion { question: question.id, text: Prose(question.text.clone()), stream: look.stream_link(&question.stream), why })
}

/// Gathers the ids a hypothesis shows.
pub(super) fn want(row: &HypothesisRow, wanted: &mut Wanted) {
    wanted.ids(&[row.id]);
    wanted.text(&row.text);
    for refuter in &row.refuters {
        wanted.ids(&[refuter.question]);
        wanted.text(&refuter.observation);
        for look in &refuter.looks {
            wanted.ids(&look.evidence);
        }
    }
    wanted.ids(&row.relations.iter().map(|(_, other)| *other).collect::<Vec<_>>());
    wanted.ids(&row.cause_against.into_iter().collect::<Vec<_>>());
    if let Some(why) = &row.demoted {
        wanted.text(why);
    }
    wanted.beside(row.fallen.as_ref());
    wanted.marked(row.marked.as_ref());
}
