//! Fewer points for a chart, without losing what matters.
//!
//! A chart of `width` pixels shows at most two points a pixel, so more are never drawn. Kept are the first and the last point, and the
//! lowest and the highest of every pixel's stretch of time; where a stretch holds nothing finite, its first NaN or infinity is kept.
//! A gap is data: points more than 1.5 steps apart are put into separate segments, so that no line is drawn over the gap.

use crate::reading::{Data, Point, Series};

/// The finite numbers of an answer, in short.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// How many there are; at least one.
    pub points: u32,
    /// The least.
    pub low: f64,
    /// The middle one; of an even number the mean of the two in the middle.
    pub median: f64,
    /// The greatest.
    pub high: f64,
}

/// The spread of all points of all series; none where nothing is finite.
pub fn spread(data: &Data) -> Option<Spread> {
    let Data::Series { series } = data else { return None };
    let points = series.iter().flat_map(|series| &series.points);
    let mut values: Vec<f64> = points.map(|point| point.value.value()).filter(|value| value.is_finite()).collect();
    values.sort_by(f64::total_cmp);
    let (low, high) = (*values.first()?, *values.last()?);
    let (before, after) = (*values.get((values.len() - 1) / 2)?, *values.get(values.len() / 2)?);
    Some(Spread { points: u32::try_from(values.len()).unwrap_or(u32::MAX), low, median: f64::midpoint(before, after), high })
}

/// A run of points without a gap.
pub type Segment = Vec<Point>;

/// Reduces a series to at most `2 * width` points (and never below four), in segments split at gaps wider than 1.5 steps.
///
/// `step_secs` is the step that was asked for; `None` takes the most frequent distance between points. Extremes of the whole series
/// are always kept, with their very times.
pub fn reduce(series: &Series, width: usize, step_secs: Option<u32>) -> Vec<Segment> {
    let kept = thin(&series.points, width);
    let step_us = step_secs.map_or_else(|| usual_distance(&series.points), |secs| i64::from(secs) * 1_000_000);
    let mut segments: Vec<Segment> = Vec::new();
    let mut last = None;
    for (index, point) in kept {
        // The gap is looked for in the full series: thinning makes kept points far apart without there being one.
        let gap = last.is_none_or(|last| has_gap(&series.points, last, index, step_us));
        match segments.last_mut().filter(|_| !gap) {
            Some(segment) => segment.push(point.clone()),
            None => segments.push(vec![point.clone()]),
        }
        last = Some(index);
    }
    segments
}

fn has_gap(points: &[Point], from: usize, to: usize, step_us: i64) -> bool {
    let stretch = points.get(from..=to).unwrap_or_default();
    step_us > 0
        && stretch.windows(2).any(|pair| match pair {
            [a, b] => b.at.0.saturating_sub(a.at.0).saturating_mul(2) > step_us.saturating_mul(3),
            _ => false,
        })
}

/// The most frequent distance between neighbours, the shorter one if two are as frequent.
fn usual_distance(points: &[Point]) -> i64 {
    let mut distances: Vec<i64> = points
        .windows(2)
        .filter_map(|pair| match pair {
            [a, b] => Some(b.at.0.saturating_sub(a.at.0)),
            _ => None,
        })
        .collect();
    distances.sort_unstable();
    distances
        .chunk_by(|a, b| a == b)
        .fold((0, 0), |best, run| if run.len() > best.0 { (run.len(), run.first().copied().unwrap_or(0)) } else { best })
        .1
}

/// The points to draw with their places in the full series, in order.
fn thin(points: &[Point], width: usize) -> Vec<(usize, &Point)> {
    let most = width.max(2).saturating_mul(2);
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return Vec::new() };
    if points.len() <= most {
        return points.iter().enumerate().collect();
    }
    // First and last take two of the places, so there is one bucket less than there are pixels.
    let buckets = i128::try_from(most / 2 - 1).unwrap_or(i128::MAX);
    let length = i128::from(last.at.0) - i128::from(first.at.0) + 1;
    let bucket_of = |point: &Point| (i128::from(point.at.0) - i128::from(first.at.0)) * buckets / length;

    let mut kept = vec![0];
    let inner: Vec<(usize, &Point)> = points.iter().enumerate().collect();
    for bucket in inner.chunk_by(|a, b| bucket_of(a.1) == bucket_of(b.1)) {
        let mut finite = bucket.iter().map(|(index, point)| (*index, point.value.value())).filter(|(_, value)| value.is_finite());
        let Some(start) = finite.next() else {
            kept.extend(bucket.first().map(|(index, _)| *index));
            continue;
        };
        let (low, high) = finite
            .fold((start, start), |(low, high), next| (if next.1 < low.1 { next } else { low }, if next.1 > high.1 { next } else { high }));
        kept.extend([low.0.min(high.0), low.0.max(high.0)]);
    }
    kept.push(points.len() - 1);
    kept.sort_unstable();
    kept.dedup();
    kept.into_iter().filter_map(|index| Some((index, points.get(index)?))).collect()
}
