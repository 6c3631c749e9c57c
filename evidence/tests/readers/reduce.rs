//! Fewer points, the same extremes, no line over a gap.

use evidence::number::Number;
use evidence::reading::{Data, Outcome, Point, Series};
use evidence::reduce::{Spread, reduce, spread};
use evidence::time::Micros;
use proptest::prelude::*;

fn series(points: impl IntoIterator<Item = (i64, f64)>) -> Series {
    let point =
        |(secs, value): (i64, f64)| Point { at: Micros::from_secs(secs), value: Number::parse(&value.to_string()).expect("a number") };
    Series::new(Vec::new(), points.into_iter().map(point).collect(), 0)
}

#[test]
fn few_points_stay_as_they_are() {
    let few = series([(0, 1.0), (60, 2.0), (120, 3.0)]);
    assert_eq!(reduce(&few, 100, Some(60)), std::slice::from_ref(&few.points));
}

#[test]
fn any_width_will_do() {
    let few = series([(0, 1.0), (60, 2.0), (120, 3.0)]);
    for width in [0, 1, usize::MAX] {
        assert_eq!(reduce(&few, width, Some(60)).concat().len(), 3, "{width}");
    }
}

#[test]
fn a_gap_starts_a_new_segment() {
    let gap = series([(0, 1.0), (60, 1.0), (240, 1.0), (300, 1.0)]);
    let lengths: Vec<usize> = reduce(&gap, 100, Some(60)).iter().map(Vec::len).collect();
    assert_eq!(lengths, [2, 2]);
}

#[test]
fn the_usual_distance_stands_in_for_the_step() {
    let gap = series([(0, 1.0), (15, 1.0), (30, 1.0), (300, 1.0)]);
    assert_eq!(reduce(&gap, 100, None).len(), 2);
}

#[test]
fn a_late_scrape_is_no_gap() {
    let late = series([(0, 1.0), (60, 1.0), (149, 1.0)]);
    assert_eq!(reduce(&late, 100, Some(60)).len(), 1);
}

#[test]
fn a_gap_between_points_that_are_dropped_is_kept() {
    // 200 points a minute apart, with an hour missing in the middle.
    let points = (0..200).map(|n| (n * 60 + if n >= 100 { 3_600 } else { 0 }, 1.0));
    assert_eq!(reduce(&series(points), 5, Some(60)).len(), 2);
}

proptest! {
    #[test]
    fn extremes_and_ends_are_kept(values in prop::collection::vec(-1e6_f64..1e6, 1..3_000), width in 1_usize..200) {
        let full = series(values.iter().enumerate().map(|(n, value)| (i64::try_from(n).expect("small") * 15, *value)));
        let kept: Vec<Point> = reduce(&full, width, Some(15)).into_iter().flatten().collect();
        let extreme = |points: &[Point], pick: fn(f64, f64) -> f64| points.iter().map(|point| point.value.value()).reduce(pick);
        prop_assert_eq!(extreme(&kept, f64::min), extreme(&full.points, f64::min));
        prop_assert_eq!(extreme(&kept, f64::max), extreme(&full.points, f64::max));
        prop_assert_eq!(kept.first(), full.points.first());
        prop_assert_eq!(kept.last(), full.points.last());
        prop_assert!(kept.len() <= (width * 2).max(4));
    }
}

fn data(series: &[&[&str]]) -> Data {
    let points = |values: &&[&str]| {
        let point = |(index, text): (usize, &&str)| Point {
            at: Micros::from_secs(i64::try_from(index).expect("few points")),
            value: Number::parse(text).expect("a number"),
        };
        values.iter().enumerate().map(point).collect()
    };
    let one = |values: &&[&str]| Series { labels: Vec::new(), outcome: Outcome::Value, points: points(values), histograms: 0 };
    Data::Series { series: series.iter().map(one).collect() }
}

/// The highest p99 of the experiment's minutes 17:40 to 17:49, in ms: sorted 55 60 71 81 120 299 344 354 366 368.
#[test]
fn the_spread_of_the_experiment() {
    let minutes = ["354", "366", "368", "344", "299", "120", "71", "60", "81", "55"];
    let expected = Spread { points: 10, low: 55.0, median: 209.5, high: 368.0 };
    assert_eq!(spread(&data(&[&minutes])), Some(expected));
}

#[test]
fn what_is_not_finite_is_no_number_of_a_spread() {
    let expected = Spread { points: 3, low: 1.0, median: 2.0, high: 4.0 };
    assert_eq!(spread(&data(&[&["NaN", "4", "+Inf"], &["1", "2"]])), Some(expected));
    assert_eq!(spread(&data(&[&["NaN"], &[]])), None);
    assert_eq!(spread(&Data::Nothing), None);
}
