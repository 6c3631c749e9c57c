//! The one record of what a source said.

mod build;
mod export;
mod headline;
mod outcome;
mod range;
mod sentence;
mod summary;

pub use summary::MAX_SUMMARY_BYTES;

use crate::number::Number;
use crate::time::Micros;
use serde::{Deserialize, Serialize};

/// The version of the readers. A better reader never changes an old summary; the events say which version read them.
pub const READER_VERSION: u16 = 1;

/// What the answer alone says. Whether a zero is a true zero is not for this crate to say: it needs a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// At least one number, line or row that is not zero.
    Value,
    /// The source counted or computed, and every number is zero.
    Zero,
    /// The source was asked and holds nothing that matches.
    NoData,
    /// Nothing was learnt: the source failed, refused or was not what it should be.
    CouldNotAsk,
}

/// Why nothing was learnt, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// A stable word for programs, such as `no_such_index` or `not_prometheus`.
    pub code: String,
    /// What happened, in a short phrase that goes after "could not ask: ".
    pub what: String,
    /// The source's own words, or the detail that proves it; may be empty.
    pub detail: String,
    /// What to do next.
    pub todo: String,
}

/// The one number or phrase that answers.
///
/// A single point is its own text. Several are `lowest to highest`, or the one number if they are equal, after `8 series, ` if they
/// are of several series; NaN and infinities show only where nothing is finite. Documents are counted: `389` `hits`, and a total that
/// is only a floor reads `10000` `hits or more`. An aggregation of one number is that number, with its name as unit. Could-not-ask
/// repeats what happened; no data says what there is none of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Headline {
    /// A number in the source's text, or a short phrase.
    pub text: String,
    /// What the number counts or measures, when known: `ms`, `requests`, `hits or more`; else empty.
    pub unit: String,
}

/// A remark of the source about its own answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// `warning` may mean a partial or wrong answer; `info` is a hint.
    pub level: RemarkLevel,
    /// The source's words.
    pub text: String,
}

/// How much a [`Remark`] weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RemarkLevel {
    /// The answer may be partial or wrong.
    Warning,
    /// A hint; known to fire falsely.
    Info,
}

/// A whole reading: the outcome, and what the answer holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// The outcome of the whole.
    pub outcome: Outcome,
    /// Present exactly when the outcome is could-not-ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The one number or phrase.
    pub headline: Headline,
    /// What is missing, one phrase each ("2 of 5 shards did not answer"). Not empty: the answer is partial.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// What was cut off ("500 series, limited by the source"), if something was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub truncated: Option<String>,
    /// The source's warnings and infos.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
    /// What it holds.
    pub data: Data,
}

/// What an answer holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "shape", rename_all = "snake_case")]
pub enum Data {
    /// Nothing to show.
    #[default]
    Nothing,
    /// Time series (a matrix), or one point each (a vector, a scalar).
    Series {
        /// The series in the source's order.
        series: Vec<Series>,
    },
    /// Rows and columns: aggregations of any nesting, ES|QL, `_cat`, metadata, targets.
    Table(Table),
    /// A count and nothing else.
    Total(Total),
    /// Documents, read as lines.
    Lines {
        /// How many match in all, as far as the source says.
        total: Total,
        /// The lines the answer carries, in its order.
        lines: Vec<Line>,
    },
    /// A list of names: label values, series names.
    Names {
        /// The names in the source's order.
        names: Vec<String>,
    },
    /// Text the source sent where a number was expected (a PromQL string).
    Text {
        /// The text.
        text: String,
    },
}

/// One time series.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// Label names and values in the source's order; `__name__` first where given.
    pub labels: Vec<(String, String)>,
    /// Its own outcome.
    pub outcome: Outcome,
    /// The points in time order. A gap is a point that is not there.
    pub points: Vec<Point>,
    /// Native histograms in it, which are counted and not read.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub histograms: u64,
}

/// One sample.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Point {
    /// When.
    pub at: Micros,
    /// The value in the source's text: NaN and infinities are values.
    pub value: Number,
}

/// A table whose cells keep the source's text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Column names, for aggregations a path such as `by_api > p > 99.0`.
    pub columns: Vec<Column>,
    /// Rows; each has as many cells as there are columns.
    pub rows: Vec<Vec<Cell>>,
    /// How many documents the rows were made from, where the source says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<Total>,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Whether it names what a row is about, or holds what was measured.
    pub role: ColumnRole,
}

/// What a column is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColumnRole {
    /// Names the row: a bucket's key, an index.
    Key,
    /// Counts documents.
    Count,
    /// Measured.
    Value,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", content = "of", rename_all = "snake_case")]
pub enum Cell {
    /// A number in the source's text.
    Number(Number),
    /// Text.
    Text(String),
    /// A moment.
    Time(Micros),
    /// The source has no value there (JSON null): not a zero.
    None,
}

/// How many matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", content = "of", rename_all = "snake_case")]
pub enum Total {
    /// Exactly so many.
    Exact(u64),
    /// So many or more: the source stopped counting.
    AtLeast(u64),
    /// The source did not say.
    Unknown,
}

/// One document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Its place in the answer, from 1: `E-28:4` is the fourth.
    pub index: u32,
    /// Its time, if a date field is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Micros>,
    /// The message, or the whole document in compact JSON.
    pub message: String,
    /// Further fields, flattened with dots, in the document's order.
    pub fields: Vec<(String, String)>,
    /// Index and id of the document at the source.
    pub origin: (String, String),
}

/// What the ledger keeps of a reading, at most 8 KiB of JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// What the answer alone says.
    pub outcome: Outcome,
    /// Present exactly when the outcome is could-not-ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The one number or phrase.
    pub headline: Headline,
    /// What is missing; not empty: partial.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// What was cut off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub truncated: Option<String>,
    /// Warnings and infos, the first few.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
    /// One sentence for people who can't see the chart, made of the data.
    pub sentence: String,
    /// Series in the answer.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub series: u64,
    /// Points, rows or lines in the answer.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub items: u64,
    /// The readers' version.
    pub reader: u16,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}
