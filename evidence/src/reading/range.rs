//! The lowest and the highest of many series.

use super::{Point, Series};

/// The finite extremes of some series, and what was left out of them.
pub(crate) struct Range<'a> {
    /// The lowest finite point with its series.
    pub lowest: Option<(&'a Series, &'a Point)>,
    /// The highest finite point with its series.
    pub highest: Option<(&'a Series, &'a Point)>,
    /// NaN and infinities: values, but neither lowest nor highest.
    pub not_finite: usize,
}

impl<'a> Range<'a> {
    /// Looks at every point once.
    pub fn of(series: &'a [Series]) -> Self {
        let mut range = Self { lowest: None, highest: None, not_finite: 0 };
        // Parsing is what costs here, so the values found so far are kept beside their points.
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for one in series {
            for point in &one.points {
                let value = point.value.value();
                if !value.is_finite() {
                    range.not_finite += 1;
                    continue;
                }
                if range.lowest.is_none() || value < low {
                    (low, range.lowest) = (value, Some((one, point)));
                }
                if range.highest.is_none() || value > high {
                    (high, range.highest) = (value, Some((one, point)));
                }
            }
        }
        range
    }
}
