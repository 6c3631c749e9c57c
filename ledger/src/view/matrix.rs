//! The matrix: how well each piece of evidence fits each hypothesis, and the arithmetic on it.
//!
//! After the analysis of competing hypotheses (R. Heuer, Psychology of Intelligence Analysis, chapter 8): what counts is what speaks
//! against, and evidence that fits all equally tells nothing. Hypotheses are rows, which is easier to read down than columns.

use crate::event::{Cite, Observed, Rating, Weight};
use crate::id::{ActorId, AnyId, EvidenceId, HypothesisId};
use crate::ratings::Ratings;
use crate::rules::{self, HypothesisState, Look};
use crate::state::{Hypothesis, State};
use crate::text::one_line;
use crate::view::look::title_of;
use crate::view::parts::count;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The longest title of a column, in characters.
const TITLE: usize = 90;

/// The matrix as one person sees it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Matrix {
    /// Evidence, from what tells the hypotheses apart most to least; what fell comes last and counts nowhere.
    pub columns: Vec<Column>,
    /// Hypotheses, from the one with least against it to the one with most; of equals those that were rated come first.
    pub rows: Vec<Row>,
}

/// A piece of evidence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// Which.
    pub evidence: EvidenceId,
    /// What it shows in the words of a finding that stands on it; else what it asked, or its title.
    pub title: String,
    /// The population standard deviation of the mean ratings; none with fewer than two.
    pub splits: Option<f64>,
    /// Its reading was retracted.
    pub fallen: bool,
}

/// A hypothesis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Which.
    pub hypothesis: HypothesisId,
    /// The sum of what speaks against it: of each mean rating below neutral its distance from neutral.
    pub against: f64,
    /// Cells the one who looks has rated, not-applicable ones included.
    pub rated: u32,
    /// Cells there are, without fallen evidence.
    pub cells_in_all: u32,
    /// One for each column.
    pub cells: Vec<Cell>,
}

/// A cell.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// One's own rating.
    pub mine: Option<Rating>,
    /// The mean of what one may see, from -2 (very inconsistent) to 2; none if nobody rated, or all said not applicable.
    pub mean: Option<f64>,
    /// How often each rating was given, as far as one may see.
    pub given: Vec<(Rating, u32)>,
    /// How many people have rated it, whether or not one sees how.
    pub raters: u32,
    /// What a look for a refuter suggests, until one has rated.
    pub suggested: Option<Rating>,
}

impl Cell {
    /// Whether people rated it on both sides of neutral, or more than one step apart.
    pub fn is_disputed(&self) -> bool {
        let mut values = self.given.iter().filter_map(|(rating, _)| value(*rating));
        let Some(first) = values.next() else { return false };
        let (low, high) = values.fold((first, first), |(low, high), value| (low.min(value), high.max(value)));
        high - low > 1.0
    }
}

/// The number a rating stands for; not applicable stands for none.
pub fn value(rating: Rating) -> Option<f64> {
    match rating {
        Rating::VeryInconsistent => Some(-2.0),
        Rating::Inconsistent => Some(-1.0),
        Rating::Neutral => Some(0.0),
        Rating::Consistent => Some(1.0),
        Rating::VeryConsistent => Some(2.0),
        Rating::NotApplicable => None,
    }
}

/// Makes the matrix of what somebody may see. `ratings` are those of the cells they have rated.
pub fn matrix(state: &State, ratings: &Ratings, who: &ActorId) -> Matrix {
    let hypotheses: Vec<&Hypothesis> = state.hypotheses.values().map(AsRef::as_ref).filter(|one| is_row(state, one)).collect();
    let mut columns: Vec<Column> = evidence_of(&hypotheses).into_iter().filter_map(|id| column(state, ratings, &hypotheses, id)).collect();
    columns.sort_by(|a, b| {
        let split = |column: &Column| column.splits.unwrap_or(-1.0);
        a.fallen.cmp(&b.fallen).then(split(b).total_cmp(&split(a))).then(a.evidence.cmp(&b.evidence))
    });
    let mut rows: Vec<Row> = hypotheses.into_iter().map(|hypothesis| row(state, ratings, who, hypothesis, &columns)).collect();
    rows.sort_by(|a, b| {
        let unrated = |row: &Row| row.cells.iter().all(|cell| cell.mean.is_none());
        a.against.total_cmp(&b.against).then(unrated(a).cmp(&unrated(b))).then(a.hypothesis.cmp(&b.hypothesis))
    });
    Matrix { columns, rows }
}

fn is_row(state: &State, hypothesis: &Hypothesis) -> bool {
    !matches!(rules::state_of(state, hypothesis), HypothesisState::Hunch | HypothesisState::Retracted)
}

/// What somebody rated, what looks rest on, what hypotheses cite.
fn evidence_of(hypotheses: &[&Hypothesis]) -> BTreeSet<EvidenceId> {
    let mut found = BTreeSet::new();
    for hypothesis in hypotheses {
        found.extend(hypothesis.rated.keys());
        found.extend(hypothesis.refuters.iter().flat_map(|refuter| &refuter.looks).flat_map(|look| &look.evidence));
        found.extend(hypothesis.cites.iter().filter_map(|cite| match cite.id {
            AnyId::EvidenceId(id) => Some(id),
            _ => None,
        }));
    }
    found
}

fn column(state: &State, ratings: &Ratings, hypotheses: &[&Hypothesis], id: EvidenceId) -> Option<Column> {
    let found = state.evidence.get(&id)?;
    let means: Vec<f64> = hypotheses.iter().filter_map(|hypothesis| mean(ratings, hypothesis.id, id)).collect();
    let fallen = state.fallen.contains_key(&AnyId::from(id));
    let title = finding_on(state, id).unwrap_or_else(|| title_of(found));
    Some(Column { evidence: id, title: one_line(title, TITLE), splits: if fallen { None } else { deviation(&means) }, fallen })
}

/// What the oldest standing finding says that rests on a piece of evidence.
fn finding_on(state: &State, id: EvidenceId) -> Option<&str> {
    let rests = |cite: &Cite| cite.id == AnyId::from(id) && cite.how == Weight::RestsOn;
    let mut findings = state.findings.values().filter(|finding| !state.fallen.contains_key(&finding.id.into()));
    findings.find(|finding| finding.cites.iter().any(rests)).map(|finding| finding.text.as_str())
}

fn row(state: &State, ratings: &Ratings, who: &ActorId, hypothesis: &Hypothesis, columns: &[Column]) -> Row {
    let cells: Vec<Cell> = columns.iter().map(|column| cell(state, ratings, who, hypothesis, column.evidence)).collect();
    let counted = || cells.iter().zip(columns).filter(|(_, column)| !column.fallen).map(|(cell, _)| cell);
    Row {
        hypothesis: hypothesis.id,
        against: counted().filter_map(|cell| cell.mean).map(|mean| (-mean).max(0.0)).sum(),
        rated: count(counted().filter(|cell| cell.mine.is_some()).count()),
        cells_in_all: count(counted().count()),
        cells,
    }
}

fn cell(state: &State, ratings: &Ratings, who: &ActorId, hypothesis: &Hypothesis, evidence: EvidenceId) -> Cell {
    let seen = ratings.cell(hypothesis.id, evidence);
    let mut given: Vec<(Rating, u32)> = Vec::new();
    for rating in seen.into_iter().flat_map(|cell| cell.values()) {
        match given.iter_mut().find(|(known, _)| known == rating) {
            Some((_, count)) => *count += 1,
            None => given.push((*rating, 1)),
        }
    }
    given.sort_unstable();
    let mine = seen.and_then(|cell| cell.get(who)).copied();
    Cell {
        mine,
        mean: mean(ratings, hypothesis.id, evidence),
        given,
        raters: count(hypothesis.rated.get(&evidence).map_or(0, BTreeSet::len)),
        suggested: if mine.is_none() { suggested(state, hypothesis, evidence) } else { None },
    }
}

/// What refutes is very inconsistent; what could have refuted and did not fits.
fn suggested(state: &State, hypothesis: &Hypothesis, evidence: EvidenceId) -> Option<Rating> {
    let mut looks = hypothesis.refuters.iter().flat_map(|refuter| &refuter.looks);
    let latest = looks.rfind(|look| look.evidence.contains(&evidence))?;
    match (latest.observed, rules::look_of(state, latest)) {
        (Observed::Yes, Look::Seen) => Some(Rating::VeryInconsistent),
        (Observed::No, Look::NotSeen) => Some(Rating::Consistent),
        _ => None,
    }
}

fn mean(ratings: &Ratings, hypothesis: HypothesisId, evidence: EvidenceId) -> Option<f64> {
    let values: Vec<f64> = ratings.cell(hypothesis, evidence)?.values().filter_map(|rating| value(*rating)).collect();
    average(&values)
}

/// The population standard deviation; none of fewer than two values.
fn deviation(values: &[f64]) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    let mean = average(values)?;
    let squares: Vec<f64> = values.iter().map(|value| (value - mean).powi(2)).collect();
    average(&squares).map(f64::sqrt)
}

fn average(values: &[f64]) -> Option<f64> {
    let count = u32::try_from(values.len()).ok().filter(|count| *count > 0)?;
    Some(values.iter().sum::<f64>() / f64::from(count))
}
