//! A stream: its card in the war room, and its page.

use crate::actor::Names;
use crate::id::{ActorId, EvidenceId, QuestionId, StreamKey};
use crate::state::{Evidence, Progress, State, Stream, Try, What};
use crate::view::chip::Chips;
use crate::view::finding::{FindingView, finding_view, want};
use crate::view::look::{Look, Wanted, shown, title_of};
use crate::view::parts::{By, Person, Shown, Sign, count};
use crate::view::prediction::{self, PredictionRow, prediction_of_run};
use crate::view::question::{QuestionRow, QuestionState, question_row};
use evidence::query::Query;
use evidence::reading::Headline;
use evidence::time::Micros;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A stream in the war room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StreamCard {
    /// Its address.
    pub key: StreamKey,
    /// Its name.
    pub name: String,
    /// The configured source it asks; none for people, repositories, dumps.
    pub source: Option<String>,
    /// Its owner.
    pub owner: Option<Person>,
    /// Questions that are neither answered nor closed, oldest first.
    pub open: Vec<QuestionRow>,
    /// Queries that wait or run, oldest first.
    pub pending: Vec<RunRow>,
    /// Findings that stand.
    pub findings: u32,
}

/// A query that waits or runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunRow {
    /// The evidence it will be.
    pub id: EvidenceId,
    /// What was asked.
    pub query: Query,
    /// The configured source.
    pub source: String,
    /// Since when and by whom.
    pub asked: By,
    /// For which question.
    pub question: Option<QuestionId>,
}

/// A stream's page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StreamPage {
    /// The stream with its open questions and pending runs.
    pub card: StreamCard,
    /// Questions with an answer that are not closed, newest first.
    pub answered: Vec<QuestionRow>,
    /// Questions that are done with, newest first.
    pub closed: Vec<QuestionRow>,
    /// The findings file, newest first.
    pub findings: Vec<FindingView>,
    /// All runs, tries and other evidence, newest first, those of one question folded together.
    pub tries: Vec<Chain>,
    /// What its texts cite.
    pub chips: Chips,
}

/// The runs and tries made for one question, or the re-runs of one record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chain {
    /// The question, if they were made for one.
    pub question: Option<QuestionId>,
    /// The newest.
    pub latest: TryRow,
    /// The others, newest first.
    pub earlier: Vec<TryRow>,
}

/// A run, a try that was never sent, or other evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TryRow {
    /// Its id; none: it was never sent and is no evidence.
    pub id: Option<EvidenceId>,
    /// Asked, tried or added: when and by whom.
    pub by: By,
    /// The configured source; empty for other evidence.
    pub source: String,
    /// What was asked; none for other evidence.
    pub query: Option<Query>,
    /// One line on what it is: the query's text, or the title.
    pub title: String,
    /// Its place in its chain.
    pub place: Place,
    /// What it says; a try that was never sent could not ask.
    pub shown: Shown,
    /// When the request left.
    pub executed_at: Option<Micros>,
    /// From sending to the last byte, microseconds.
    pub took_us: Option<i64>,
    /// The record it repeats.
    pub rerun_of: Option<EvidenceId>,
    /// A recording answered, not a live source.
    pub replayed: bool,
    /// What was expected of it, sealed in the act that asked.
    pub prediction: Option<Box<PredictionRow>>,
}

/// A place in a chain: the sixth of six tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// From 1.
    pub number: u32,
    /// Of how many.
    pub of: u32,
}

/// Makes a stream's page; none if there is no such stream.
pub fn stream_page(state: &State, names: &Names, who: &ActorId, key: &StreamKey) -> Option<StreamPage> {
    let look = Look::at(state, names, who);
    let stream = state.stream(key)?;
    let mut answered = Vec::new();
    let mut closed = Vec::new();
    for question in state.questions.values().rev().filter(|question| question.stream == *key) {
        let row = question_row(&look, question);
        match row.state {
            QuestionState::Answered { .. } => answered.push(row),
            QuestionState::Closed { .. } => closed.push(row),
            QuestionState::Unseen | QuestionState::Seen | QuestionState::Taken => {}
        }
    }
    let of_stream = state.findings.values().rev().filter(|finding| finding.stream == *key);
    let findings: Vec<FindingView> = of_stream.map(|finding| finding_view(&look, finding)).collect();
    let card = stream_card(&look, stream);
    let tries = chains(&look, |stream, _| stream == key);

    let mut wanted = Wanted::default();
    for row in card.open.iter().chain(&answered).chain(&closed) {
        wanted.ids(&[row.id]);
        wanted.text(&row.text);
        if let QuestionState::Answered { finding: Some(finding) } = row.state {
            wanted.ids(&[finding]);
        }
    }
    for finding in &findings {
        want(finding, &mut wanted);
    }
    for row in tries.iter().flat_map(|chain| std::iter::once(&chain.latest).chain(&chain.earlier)) {
        wanted.ids(&row.id.into_iter().chain(row.rerun_of).collect::<Vec<_>>());
        wanted.absence(row.shown.absence);
        if let Some(expected) = &row.prediction {
            prediction::want(expected, &mut wanted);
        }
    }
    wanted.ids(&tries.iter().filter_map(|chain| chain.question).collect::<Vec<_>>());
    Some(StreamPage { card, answered, closed, findings, tries, chips: look.chips(&wanted) })
}

pub(super) fn stream_card(look: &Look<'_>, stream: &Stream) -> StreamCard {
    let state = look.state;
    let open = state
        .questions
        .values()
        .filter(|question| question.stream == stream.key && question.answers.is_empty() && question.closed.is_none());
    let pending = state.evidence.values().filter(|found| found.stream == stream.key).filter_map(|found| match &found.what {
        What::Run(run) if run.progress == Progress::Pending => Some(RunRow {
            id: found.id,
            query: run.query.clone(),
            source: run.source.clone(),
            asked: look.by(&found.recorded),
            question: found.question,
        }),
        What::Run(_) | What::Material { .. } => None,
    });
    let standing = state.findings.values().filter(|finding| finding.stream == stream.key && !state.fallen.contains_key(&finding.id.into()));
    StreamCard {
        key: stream.key.clone(),
        name: stream.name.clone(),
        source: stream.source.clone(),
        owner: stream.owner.as_ref().map(|owner| look.person(owner)),
        open: open.map(|question| question_row(look, question)).collect(),
        pending: pending.collect(),
        findings: standing.map(|_| 1).sum(),
    }
}

/// What makes runs and tries belong together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kin {
    /// They were made for one question.
    Question(QuestionId),
    /// They repeat one record.
    Root(EvidenceId),
    /// A try of no question stands alone, named by the seq of its event.
    Alone(u64),
}

/// The runs, tries and other evidence that pass the filter on stream and question, folded; the newest chain first.
pub(super) fn chains(look: &Look<'_>, keep: impl Fn(&StreamKey, Option<QuestionId>) -> bool) -> Vec<Chain> {
    let state = look.state;
    let mut kin: BTreeMap<Kin, Vec<(u64, TryRow)>> = BTreeMap::new();
    for found in state.evidence.values().filter(|found| keep(&found.stream, found.question)) {
        kin.entry(kin_of(state, found)).or_default().push((found.recorded.seq, evidence_row(look, found)));
    }
    for kept in state.tries.iter().filter(|kept| keep(&kept.stream, kept.question)) {
        let key = kept.question.map_or(Kin::Alone(kept.stamp.seq), Kin::Question);
        kin.entry(key).or_default().push((kept.stamp.seq, try_row(look, kept)));
    }
    let mut chains: Vec<(u64, Chain)> = kin.into_iter().filter_map(|(kin, rows)| fold_chain(kin, rows)).collect();
    chains.sort_by_key(|(seq, _)| Reverse(*seq));
    chains.into_iter().map(|(_, chain)| chain).collect()
}

fn fold_chain(kin: Kin, mut rows: Vec<(u64, TryRow)>) -> Option<(u64, Chain)> {
    rows.sort_by_key(|(seq, _)| *seq);
    let of = count(rows.len());
    for ((_, row), number) in rows.iter_mut().zip(1..) {
        row.place = Place { number, of };
    }
    let (seq, latest) = rows.pop()?;
    let question = match kin {
        Kin::Question(question) => Some(question),
        Kin::Root(_) | Kin::Alone(_) => None,
    };
    Some((seq, Chain { question, latest, earlier: rows.into_iter().rev().map(|(_, row)| row).collect() }))
}

fn kin_of(state: &State, found: &Evidence) -> Kin {
    match (&found.what, found.question) {
        (What::Run(_), Some(question)) => Kin::Question(question),
        (What::Run(run), None) => {
            let mut root = found.id;
            let mut earlier = run.rerun_of;
            // A record repeats an older one, so the numbers fall; anything else could run in a circle and is not followed.
            while let Some(before) = earlier.filter(|before| *before < root) {
                root = before;
                earlier = match state.evidence.get(&before).map(|found| &found.what) {
                    Some(What::Run(run)) => run.rerun_of,
                    Some(What::Material { .. }) | None => None,
                };
            }
            Kin::Root(root)
        }
        (What::Material { .. }, _) => Kin::Root(found.id),
    }
}

fn evidence_row(look: &Look<'_>, found: &Evidence) -> TryRow {
    let run = match &found.what {
        What::Run(run) => Some(run),
        What::Material { .. } => None,
    };
    let answered = run.and_then(|run| match &run.progress {
        Progress::Answered(answered) => Some(answered),
        Progress::Pending | Progress::Ended { .. } => None,
    });
    TryRow {
        id: Some(found.id),
        by: look.by(&found.recorded),
        source: run.map(|run| run.source.clone()).unwrap_or_default(),
        query: run.map(|run| run.query.clone()),
        title: title_of(found).to_owned(),
        place: Place { number: 1, of: 1 },
        shown: shown(look.state, found),
        executed_at: found.executed_at(),
        took_us: answered.map(|answered| answered.took_us),
        rerun_of: run.and_then(|run| run.rerun_of),
        replayed: answered.is_some_and(|answered| answered.replayed.is_some()),
        prediction: prediction_of_run(look, found.id).map(Box::new),
    }
}

fn try_row(look: &Look<'_>, kept: &Try) -> TryRow {
    TryRow {
        id: None,
        by: look.by(&kept.stamp),
        source: kept.source.clone(),
        query: Some(kept.query.clone()),
        title: kept.query.ask.text().to_owned(),
        place: Place { number: 1, of: 1 },
        shown: Shown {
            sign: Sign::CouldNotAsk,
            headline: Headline::default(),
            sentence: String::new(),
            reason: Some(kept.reason.clone()),
            missing: Vec::new(),
            truncated: None,
            warnings: 0,
            absence: None,
        },
        executed_at: None,
        took_us: None,
        rerun_of: None,
        replayed: false,
        prediction: None,
    }
}
