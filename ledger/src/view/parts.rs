//! Pieces that several views share.

use crate::event::QueryEnd;
use crate::id::{ActorId, AnyId, EvidenceId, RetractionId, StreamKey};
use crate::rules::Absence;
use crate::text::Prose;
use evidence::reading::{Headline, Reason};
use evidence::time::{Micros, Window};
use serde::{Deserialize, Serialize};

/// Somebody, by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// Who.
    pub id: ActorId,
    /// What they are called, with `(by link)` behind a name that is their own word; the id where no name is known.
    pub name: String,
    /// Came by a join link: the name is their own word.
    pub by_link: bool,
    /// A program.
    pub agent: bool,
    /// The one who looks.
    pub is_me: bool,
}

/// Somebody did something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct By {
    /// Who.
    pub by: Person,
    /// Recorded at.
    pub at: Micros,
}

/// A stream to link to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StreamLink {
    /// Its address within the incident.
    pub key: StreamKey,
    /// Its name.
    pub name: String,
}

/// How a piece of evidence is shown: the sign, and the words beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// Which texture the outcome has.
    pub sign: Sign,
    /// The one number or phrase with its unit; empty where there is none.
    pub headline: Headline,
    /// One sentence for people who can't see the chart; may be empty.
    pub sentence: String,
    /// Why nothing was learnt; present exactly with [`Sign::CouldNotAsk`].
    pub reason: Option<Reason>,
    /// What is missing. Not empty: the answer is partial, and that stands beside any sign.
    pub missing: Vec<String>,
    /// What was cut off.
    pub truncated: Option<String>,
    /// Warnings of the source.
    pub warnings: u32,
    /// What it says about absence, where it shows nothing.
    pub absence: Option<Absence>,
}

/// The textures of an outcome. The last ones never look like a zero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sign {
    /// A bare numeral.
    Value,
    /// `0?`: every number is zero, and nothing on record proves that this query would have shown another.
    UnprovenZero,
    /// `0`: every number is zero, and a control proves that the query would have shown another.
    TrueZero,
    /// The source was asked and holds nothing that matches.
    NoData,
    /// Nothing was learnt.
    CouldNotAsk,
    /// It waits or runs.
    Pending,
    /// It ended without an answer.
    Ended {
        /// How.
        how: QueryEnd,
        /// Details.
        why: String,
    },
    /// No query run: a file, a paste, a link, a statement, a picture.
    Material,
}

/// One piece of evidence as others name it: the answer contract in one row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvidenceLine {
    /// Which.
    pub id: EvidenceId,
    /// One line of it, if only that is cited.
    pub line: Option<u32>,
    /// What it asks, or the title of the material.
    pub reads: String,
    /// The language of a query, as people say it.
    pub language: Option<String>,
    /// The window asked for.
    pub window: Option<Window>,
    /// When the source was asked, or the material recorded.
    pub executed_at: Option<Micros>,
    /// From sending to the last byte, microseconds.
    pub took_us: Option<i64>,
    /// What it says.
    pub shown: Shown,
}

/// A retraction, to stand beside what it retracts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beside {
    /// Its id.
    pub retraction: RetractionId,
    /// When the claim fell.
    pub at: Micros,
    /// How long it had stood, microseconds.
    pub stood_us: i64,
    /// Why, in one sentence.
    pub why: Prose,
    /// Why it had been believed; may be empty.
    pub believed: Prose,
    /// What killed it.
    pub killed_by: Vec<EvidenceId>,
}

/// A text rests on a claim that fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marked {
    /// The falls, in the order of the ids that fell; never empty.
    pub falls: Vec<Fall>,
    /// How many things carry it.
    pub supports: u32,
    /// How many of them fell, or rest on what fell. Fewer than all: it may well stand on the others.
    pub lost: u32,
}

/// One fallen claim below a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fall {
    /// What fell.
    pub claim: AnyId,
    /// By which retraction.
    pub retraction: RetractionId,
    /// When.
    pub at: Micros,
    /// What stands between, if the text does not cite the fallen claim itself.
    pub through: Option<AnyId>,
}

/// A retraction as a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetractionRow {
    /// Its id.
    pub id: RetractionId,
    /// What fell.
    pub fallen: AnyId,
    /// The claim that fell; of evidence what it was read to say.
    pub claim: Prose,
    /// The stream that had said it, if one had.
    pub stream: Option<StreamLink>,
    /// Why.
    pub why: Prose,
    /// Why it had been believed; may be empty.
    pub believed: Prose,
    /// What killed it.
    pub killed_by: Vec<EvidenceId>,
    /// When.
    pub at: Micros,
    /// How long it had stood, microseconds.
    pub stood_us: i64,
}

/// A length as it crosses to the browser.
pub(crate) fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
