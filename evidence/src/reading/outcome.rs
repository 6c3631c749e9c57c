//! What the numbers of an answer alone say.
//!
//! The rules, in order: one number that is not zero, NaN and infinities included, makes a value; numbers that are all zero make a
//! zero; no number at all makes no data. The outcome of several series is the strongest of theirs in that order.

use super::{Cell, Column, ColumnRole, Outcome, Series};
use crate::number::Number;

impl Outcome {
    /// The outcome of numbers.
    pub fn of_numbers<'a>(numbers: impl IntoIterator<Item = &'a Number>) -> Self {
        let mut outcome = Self::NoData;
        for number in numbers {
            if !number.is_zero() {
                return Self::Value;
            }
            outcome = Self::Zero;
        }
        outcome
    }

    /// The outcome of a whole matrix or vector.
    pub fn of_series(series: &[Series]) -> Self {
        if series.iter().any(|one| one.outcome == Self::Value) {
            Self::Value
        } else if series.iter().any(|one| one.outcome == Self::Zero) {
            Self::Zero
        } else {
            Self::NoData
        }
    }

    /// The outcome of the counted and measured cells of a table; keys do not count.
    pub fn of_cells(columns: &[Column], rows: &[Vec<Cell>]) -> Self {
        let measured = rows.iter().flat_map(|row| row.iter().zip(columns)).filter(|(_, column)| column.role != ColumnRole::Key);
        let mut outcome = Self::NoData;
        for (cell, _) in measured {
            match cell {
                Cell::Number(number) if number.is_zero() => outcome = Self::Zero,
                Cell::Number(_) | Cell::Text(_) | Cell::Time(_) => return Self::Value,
                Cell::None => {}
            }
        }
        outcome
    }
}

impl Series {
    /// A series with its outcome; points are put in time order. Native histograms are not read, so they are never a zero.
    pub fn new(labels: Vec<(String, String)>, mut points: Vec<super::Point>, histograms: u64) -> Self {
        if !points.is_sorted_by_key(|point| point.at) {
            points.sort_by_key(|point| point.at);
        }
        let outcome = if histograms > 0 { Outcome::Value } else { Outcome::of_numbers(points.iter().map(|point| &point.value)) };
        Self { labels, outcome, points, histograms }
    }

    /// The name as Prometheus writes it: `up{job="kafka"}`, or `{}` without labels.
    pub fn name(&self) -> String {
        let (mut name, mut rest) = (String::new(), Vec::new());
        for (key, value) in &self.labels {
            if key == "__name__" {
                name.clone_from(value);
            } else {
                rest.push(format!("{key}=\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")));
            }
        }
        if rest.is_empty() && !name.is_empty() {
            return name;
        }
        format!("{name}{{{}}}", rest.join(","))
    }

    /// The value of a label.
    pub fn label(&self, key: &str) -> Option<&str> {
        self.labels.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }
}
