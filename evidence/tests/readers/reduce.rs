//! Fewer points, the same extremes, no line over a gap.

use evidence::number::Number;
use evidence::reading::{Point, Series};
use evidence::reduce::reduce;
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
