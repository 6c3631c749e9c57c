//! The arithmetic of the matrix, against an independent computation.

use crate::desk::{Desk, person};
use evidence::time::Micros;
use ledger::apply::{Content, Entry, fold};
use ledger::command::{Command, NewRefuter};
use ledger::event::{Event, Material, Observed, Rating};
use ledger::id::{ActorId, EvidenceId, HypothesisId, QuestionId, RetractionId};
use ledger::ratings::{Ratings, without_rating};
use ledger::state::State;
use ledger::view::matrix::{Matrix, Row, matrix};
use proptest::prelude::*;
use std::collections::BTreeMap;

const ROWS: u32 = 5;
const COLUMNS: u32 = 6;
const RATINGS: [Rating; 6] =
    [Rating::VeryInconsistent, Rating::Inconsistent, Rating::Neutral, Rating::Consistent, Rating::VeryConsistent, Rating::NotApplicable];

/// Who rated which cell how: row, column, person, index into `RATINGS`.
type Given = Vec<(u32, u32, u32, usize)>;

fn rated(given: &Given, fallen: &[u32]) -> (State, Ratings) {
    let evidence = (1..=COLUMNS).map(|number| {
        let evidence = EvidenceId(number);
        (
            "max".to_owned(),
            Event::EvidenceAdded {
                evidence,
                stream: "metrics".into(),
                title: String::new(),
                material: Material::Paste,
                raw: None,
                question: None,
            },
        )
    });
    let proposed = (1..=ROWS).map(|number| {
        ("max".to_owned(), Event::HypothesisProposed { hypothesis: HypothesisId(number), text: String::new(), cites: Vec::new() })
    });
    let given = given.iter().map(|(row, column, who, rating)| {
        let event = Event::EvidenceRated { hypothesis: HypothesisId(*row), evidence: EvidenceId(*column), rating: Some(RATINGS[*rating]) };
        (format!("p{who}"), event)
    });
    let fell = fallen.iter().zip(1..).map(|(column, retraction)| {
        let claim = EvidenceId(*column).into();
        (
            "max".to_owned(),
            Event::ClaimRetracted {
                retraction: RetractionId(retraction),
                claim,
                killed_by: Vec::new(),
                why: String::new(),
                believed: String::new(),
            },
        )
    });
    let all = evidence.chain(proposed).chain(given).chain(fell);
    let entries: Vec<Entry> = all
        .zip(1..)
        .map(|((actor, event), seq)| Entry { seq, at: Micros(0), wall: Micros(0), actor: ActorId(actor), event: Content::Event(event) })
        .collect();
    let mut ratings = Ratings::default();
    entries.iter().for_each(|entry| ratings.add(entry));
    (fold(entries), ratings)
}

/// The value of each cell as `p0` may see it: the mean of all ratings there, if `p0` is among the raters. Hundredths do not matter here.
fn means(given: &Given) -> BTreeMap<(u32, u32), Option<f64>> {
    let mut latest: BTreeMap<(u32, u32), BTreeMap<u32, usize>> = BTreeMap::new();
    for (row, column, who, rating) in given {
        latest.entry((*row, *column)).or_default().insert(*who, *rating);
    }
    let seen = latest.into_iter().filter(|(_, cell)| cell.contains_key(&0));
    seen.map(|(place, cell)| {
        let values: Vec<f64> = cell.values().filter(|rating| **rating < 5).map(|rating| *rating as f64 - 2.0).collect();
        (place, (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64))
    })
    .collect()
}

fn given() -> impl Strategy<Value = Given> {
    prop::collection::vec((1..=ROWS, 1..=COLUMNS, 0..3_u32, 0..RATINGS.len()), 0..90)
}

fn seen(state: &State, ratings: &Ratings) -> Matrix {
    let who = ActorId::from("p0");
    matrix(state, &ratings.visible_to(&who), &who)
}

proptest! {
    #[test]
    fn against_is_the_sum_of_what_lies_below_neutral(given in given(), fallen in prop::collection::btree_set(1..=COLUMNS, 0..2)) {
        let fallen: Vec<u32> = fallen.into_iter().collect();
        let (state, ratings) = rated(&given, &fallen);
        let means = means(&given);
        for row in seen(&state, &ratings).rows {
            let expected: f64 = (1..=COLUMNS)
                .filter(|column| !fallen.contains(column))
                .filter_map(|column| means.get(&(row.hypothesis.0, column)).copied().flatten())
                .filter(|mean| *mean < 0.0)
                .map(|mean| -mean)
                .sum();
            prop_assert!((row.against - expected).abs() < 1e-9, "{}: {} is not {expected}", row.hypothesis, row.against);
        }
    }

    #[test]
    fn a_column_splits_by_the_population_standard_deviation_of_its_means(given in given()) {
        let (state, ratings) = rated(&given, &[]);
        let means = means(&given);
        for column in seen(&state, &ratings).columns {
            let values: Vec<f64> = (1..=ROWS).filter_map(|row| means.get(&(row, column.evidence.0)).copied().flatten()).collect();
            // The mean of the squares less the square of the mean.
            let n = values.len() as f64;
            let variance = values.iter().map(|value| value * value).sum::<f64>() / n - (values.iter().sum::<f64>() / n).powi(2);
            match column.splits {
                None => prop_assert!(values.len() < 2),
                Some(splits) => prop_assert!((splits - variance.max(0.0).sqrt()).abs() < 1e-6, "{}: {splits}", column.evidence),
            }
        }
    }

    #[test]
    fn rows_go_from_least_to_most_against_and_columns_from_most_to_least_telling(given in given()) {
        let (state, ratings) = rated(&given, &[1]);
        let seen = seen(&state, &ratings);
        prop_assert!(seen.rows.is_sorted_by(|a, b| a.against <= b.against));
        let telling: Vec<_> = seen.columns.iter().filter(|column| !column.fallen).map(|column| column.splits.unwrap_or(-1.0)).collect();
        prop_assert!(telling.is_sorted_by(|a, b| a >= b));
        prop_assert!(seen.columns.iter().skip_while(|column| !column.fallen).all(|column| column.fallen));
    }

    #[test]
    fn what_others_rated_shows_only_where_one_has_rated(given in given()) {
        let (state, ratings) = rated(&given, &[]);
        let mine: Vec<(u32, u32)> = given.iter().filter(|(.., who, _)| *who == 0).map(|(row, column, ..)| (*row, *column)).collect();
        let seen = seen(&state, &ratings);
        for row in &seen.rows {
            for (cell, column) in row.cells.iter().zip(&seen.columns) {
                let is_mine = mine.contains(&(row.hypothesis.0, column.evidence.0));
                prop_assert_eq!((cell.mine.is_some(), cell.given.is_empty()), (is_mine, !is_mine));
            }
        }
    }
}

fn first_row(seen: &Matrix) -> &Row {
    seen.rows.iter().find(|row| row.hypothesis == HypothesisId(1)).expect("a row")
}

#[test]
fn not_applicable_is_left_out_where_neutral_is_not() {
    let (state, ratings) = rated(&vec![(1, 1, 0, 0), (1, 1, 1, 5), (1, 2, 0, 0), (1, 2, 1, 2)], &[]);
    let seen = seen(&state, &ratings);
    let means: BTreeMap<u32, Option<f64>> =
        seen.columns.iter().zip(&first_row(&seen).cells).map(|(column, cell)| (column.evidence.0, cell.mean)).collect();
    assert_eq!(means, BTreeMap::from([(1, Some(-2.0)), (2, Some(-1.0))]));
}

#[test]
fn fallen_evidence_counts_nowhere() {
    let (state, ratings) = rated(&vec![(1, 1, 0, 0), (2, 1, 0, 4)], &[1]);
    let seen = seen(&state, &ratings);
    assert_eq!((seen.rows[0].against, seen.columns[0].splits, seen.columns[0].fallen), (0.0, None, true));
}

#[test]
fn ratings_on_both_sides_of_neutral_are_a_dispute() {
    let (state, ratings) = rated(&vec![(1, 1, 0, 1), (1, 1, 1, 3), (1, 2, 0, 3), (1, 2, 1, 4)], &[]);
    let seen = seen(&state, &ratings);
    let disputed: BTreeMap<u32, bool> =
        seen.columns.iter().zip(&first_row(&seen).cells).map(|(column, cell)| (column.evidence.0, cell.is_disputed())).collect();
    assert_eq!(disputed, BTreeMap::from([(1, true), (2, false)]));
}

#[test]
fn a_rating_is_withheld_on_the_wire() {
    let event = |rating| Content::Event(Event::EvidenceRated { hypothesis: HypothesisId(1), evidence: EvidenceId(1), rating });
    let entry = |event| Entry { seq: 1, at: Micros(0), wall: Micros(0), actor: "max".into(), event };
    assert_eq!(without_rating(entry(event(Some(Rating::Neutral)))), entry(event(None)));
}

#[test]
fn a_look_suggests_a_rating_until_one_has_rated() {
    let mut desk = Desk::open();
    let refuters =
        vec![NewRefuter::Ask { observation: "A block without pressure.".into(), stream: "metrics".into(), component: None, window: None }];
    desk.must(&person("carla"), Command::ProposeHypothesis { hunch: None, text: "It is the CPU.".into(), refuters });
    let evidence = desk.answered(evidence::reading::Outcome::Value, "0.2");
    desk.must(
        &person("max"),
        Command::LookFor { question: QuestionId(1), observed: Observed::Yes, evidence: vec![evidence], text: String::new() },
    );
    let cell = matrix(&desk.state, &Ratings::default(), &"carla".into()).rows[0].cells[0].clone();
    assert_eq!((cell.mine, cell.suggested), (None, Some(Rating::VeryInconsistent)));
}
