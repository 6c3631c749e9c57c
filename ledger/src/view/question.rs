//! Questions.

use crate::actor::Names;
use crate::event::QuestionEnd;
use crate::id::{ActorId, FindingId, HypothesisId, QuestionId};
use crate::state::{Question, State};
use crate::text::Prose;
use crate::view::chip::Chips;
use crate::view::look::{Look, Wanted};
use crate::view::parts::{By, EvidenceLine, StreamLink};
use crate::view::stream::{Chain, chains};
use evidence::time::Window;
use serde::{Deserialize, Serialize};

/// A question as a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionRow {
    /// Its id.
    pub id: QuestionId,
    /// The stream that has it.
    pub stream: StreamLink,
    /// One sentence.
    pub text: Prose,
    /// The window it names; none: the incident's.
    pub window: Option<Window>,
    /// The component it concerns: named by the asker, else absent.
    pub component: Option<String>,
    /// The metric it concerns: named by the asker, else absent.
    pub metric: Option<String>,
    /// The pass it was asked in; 0 before the first.
    pub pass: u32,
    /// When and by whom it was asked.
    pub asked: By,
    /// When the stream first had it on screen.
    pub seen: Option<By>,
    /// Who works on it.
    pub taken: Option<By>,
    /// The hypothesis that it would refute, if it is a refuter.
    pub refutes: Option<HypothesisId>,
    /// What answer it would have if a hypothesis held.
    pub expected: Vec<(HypothesisId, String)>,
    /// How it stands.
    pub state: QuestionState,
}

/// How a question stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionState {
    /// Nobody of the stream has seen it.
    Unseen,
    /// Seen, and nobody works on it.
    Seen,
    /// Somebody works on it.
    Taken,
    /// It has an answer and is not closed.
    Answered {
        /// The finding that says it, if one does.
        finding: Option<FindingId>,
    },
    /// It is done with.
    Closed {
        /// How.
        how: QuestionEnd,
        /// Why; may be empty if answered.
        why: String,
        /// When and by whom.
        by: By,
    },
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerView {
    /// When and by whom.
    pub by: By,
    /// The finding that says it, if one does.
    pub finding: Option<FindingId>,
    /// In words; empty if a finding says it.
    pub text: Prose,
    /// What it rests on: query, window, executed at, duration, number and unit.
    pub evidence: Vec<EvidenceLine>,
}

/// The permanent page of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionPage {
    /// The question.
    pub row: QuestionRow,
    /// Answers, oldest first.
    pub answers: Vec<AnswerView>,
    /// The runs and tries made for it.
    pub chain: Option<Chain>,
    /// What its texts cite.
    pub chips: Chips,
}

/// Makes a question's page; none if it is not there.
pub fn question_page(state: &State, names: &Names, who: &ActorId, id: QuestionId) -> Option<QuestionPage> {
    let look = Look::at(state, names, who);
    let question = state.questions.get(&id)?;
    let row = question_row(&look, question);
    let answers: Vec<AnswerView> = question
        .answers
        .iter()
        .map(|answer| AnswerView {
            by: look.by(&answer.stamp),
            finding: answer.finding,
            text: Prose(answer.text.clone()),
            evidence: answer.evidence.iter().filter_map(|evidence| look.evidence_line(*evidence, None)).collect(),
        })
        .collect();
    let mut wanted = Wanted::default();
    wanted.text(&row.text);
    wanted.ids(&row.refutes.into_iter().collect::<Vec<_>>());
    wanted.ids(&row.expected.iter().map(|(id, _)| *id).collect::<Vec<_>>());
    for answer in &answers {
        wanted.text(&answer.text);
        wanted.ids(&answer.evidence.iter().map(|line| line.id).collect::<Vec<_>>());
        wanted.ids(&answer.finding.into_iter().collect::<Vec<_>>());
    }
    let chain = chains(&look, |_, question| question == Some(id)).into_iter().find(|chain| chain.question == Some(id));
    Some(QuestionPage { row, answers, chain, chips: look.chips(&wanted) })
}

pub(super) fn question_row(look: &Look<'_>, question: &Question) -> QuestionRow {
    let state = match (&question.closed, question.answers.last()) {
        (Some((stamp, how, why)), _) => QuestionState::Closed { how: *how, why: why.clone(), by: look.by(stamp) },
        (None, Some(answer)) => QuestionState::Answered { finding: answer.finding },
        (None, None) if question.taken.is_some() => QuestionState::Taken,
        (None, None) if question.seen.is_some() => QuestionState::Seen,
        (None, None) => QuestionState::Unseen,
    };
    QuestionRow {
        id: question.id,
        stream: look.stream_link(&question.stream),
        text: Prose(question.text.clone()),
        window: question.window,
        component: question.component.clone(),
        metric: question.metric.clone(),
        pass: question.pass,
        asked: look.by(&question.asked),
        seen: question.seen.as_ref().map(|stamp| look.by(stamp)),
        taken: question.taken.as_ref().map(|stamp| look.by(stamp)),
        refutes: question.refutes,
        expected: question.expected.iter().map(|(id, answer)| (*id, answer.clone())).collect(),
        state,
    }
}
