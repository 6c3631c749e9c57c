//! The one number or phrase that answers.
//!
//! Series: a single point is its own text. Else `lowest to highest`, or the one number if they are equal, after `8 series, ` if there
//! are several; NaN and infinities count only where nothing is finite. The unit comes from the metric's name where that names one.

use super::range::Range;
use super::{Headline, Series, Total};
use std::collections::BTreeSet;

impl Headline {
    /// The headline of a matrix or vector.
    pub fn of_series(series: &[Series]) -> Self {
        let range = Range::of(series);
        let histograms: u64 = series.iter().map(|one| one.histograms).sum();
        let numbers = match (range.lowest, range.highest) {
            (Some((_, low)), Some((_, high))) if low.value.value() == high.value.value() => low.value.text().to_owned(),
            (Some((_, low)), Some((_, high))) => format!("{} to {}", low.value.text(), high.value.text()),
            _ if range.not_finite > 0 => {
                let texts: BTreeSet<&str> = series.iter().flat_map(|one| &one.points).map(|point| point.value.text()).collect();
                texts.into_iter().collect::<Vec<_>>().join(", ")
            }
            _ if histograms > 0 => "native histograms, not read".to_owned(),
            _ => return Self::new("no series matched", ""),
        };
        let text = if series.len() > 1 { format!("{} series, {numbers}", series.len()) } else { numbers };
        Self::new(text, unit_of(series))
    }

    /// The headline of a count of documents: a floor reads `10000`, `hits or more`.
    pub fn of_total(total: Total) -> Self {
        match total {
            Total::Exact(count) => Self::new(count.to_string(), if count == 1 { "hit" } else { "hits" }),
            Total::AtLeast(count) => Self::new(count.to_string(), "hits or more"),
            Total::Unknown => Self::new("total not given", ""),
        }
    }

    /// The headline as one phrase: `10000 hits or more`.
    pub fn phrase(&self) -> String {
        if self.unit.is_empty() { self.text.clone() } else { format!("{} {}", self.text, self.unit) }
    }
}

/// The unit that all the series' metric names end in; empty if they do not name one. Functions drop the name, and with it the unit.
fn unit_of(series: &[Series]) -> &'static str {
    let mut units = series.iter().map(|one| one.label("__name__").map_or("", unit_of_name));
    let first = units.next().unwrap_or("");
    if units.all(|unit| unit == first) { first } else { "" }
}

fn unit_of_name(name: &str) -> &'static str {
    let name = name.strip_suffix("_total").or_else(|| name.strip_suffix("_sum")).unwrap_or(name);
    for (ending, unit) in [("_seconds", "s"), ("_milliseconds", "ms"), ("_ms", "ms"), ("timems", "ms"), ("_bytes", "bytes")] {
        if name.ends_with(ending) {
            return unit;
        }
    }
    ""
}
