//! What events are made of.

use crate::id::{AnyId, BodyId, EvidenceId, RetractionId, StreamKey};
use evidence::query::{Ask, Query};
use evidence::time::Micros;
use serde::{Deserialize, Serialize};

/// The course of an incident.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IncidentState {
    /// The cause is looked for.
    Investigating,
    /// The harm is held down.
    Mitigated,
    /// The cause is gone; it is watched.
    Resolved,
}

/// What somebody is in an incident.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Asks, orders, writes the note; no data access.
    Coordinator,
    /// Owns streams, queries their sources.
    Investigator,
    /// Records what is done to the system; asks no source.
    Responder,
    /// Reads.
    Reader,
}

/// How a question ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionEnd {
    /// With an answer.
    Answered,
    /// Looked; nothing proven.
    Unproven,
    /// Nobody could look.
    CouldNotLook,
}

/// How a query ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QueryEnd {
    /// Somebody stopped it.
    Cancelled,
    /// The server stopped while it waited or ran.
    ServerStopped,
    /// The source's lane was full or switched off.
    Refused,
}

/// What a piece of evidence is, when it is no query run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Material {
    /// A file: a dump, tool output.
    File {
        /// Its name where it came from.
        name: String,
    },
    /// Pasted text.
    Paste,
    /// An address that was not asked here.
    Link {
        /// The address.
        url: String,
        /// Why it was not asked here.
        why: String,
    },
    /// A place in a repository.
    Code {
        /// Which repository.
        repository: String,
        /// Which commit.
        commit: String,
        /// Which file.
        path: String,
        /// First and last line, from 1.
        lines: Option<(u32, u32)>,
    },
    /// What somebody said. It can't be run again.
    Statement {
        /// Who said it: a role or a name as the room uses it.
        who: String,
        /// When it was said.
        said_at: Micros,
        /// Seen by the speaker, or told to them.
        first_hand: bool,
    },
    /// A picture from the clipboard. It can't be run again.
    Picture {
        /// What it shows, in words.
        shows: String,
    },
}

impl Material {
    /// Whether asking again could give the same: not for links, statements and pictures.
    pub fn can_be_repeated(&self) -> bool {
        !matches!(self, Self::Link { .. } | Self::Statement { .. } | Self::Picture { .. })
    }
}

/// Bytes kept apart from the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BodyRef {
    /// Where.
    pub body: BodyId,
    /// sha256 over a secret salt and the bytes, in hex: proves them without giving them away once they are gone.
    pub digest: String,
    /// How many bytes.
    pub size_bytes: u64,
    /// The media type the source gave, may be empty.
    pub media_type: String,
    /// Only the first part was kept.
    pub cut: bool,
}

/// An answer that came from a recording.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replayed {
    /// When the real source was asked.
    pub recorded_at: Micros,
    /// Its product and version.
    pub source_build: String,
}

/// One citation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cite {
    /// What is cited.
    pub id: AnyId,
    /// One line of it: `E-28:4`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Whether the text falls with it.
    pub how: Weight,
}

/// How a text leans on what it cites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weight {
    /// It falls with it.
    RestsOn,
    /// It names it.
    Mentions,
}

/// One claim that is stood by although something it rests on fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Affirmed {
    /// Which.
    pub claim: AnyId,
    /// The falls that were known when it was said.
    pub despite: Vec<RetractionId>,
}

/// Why a finding was amended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Amendment {
    /// A slip of the pen.
    Slip,
    /// The same evidence read more sharply.
    SharperReading,
}

/// What was seen when somebody went to look for what would refute a hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Observed {
    /// It was there: the hypothesis is refuted.
    Yes,
    /// It was not there.
    No,
    /// The evidence does not decide it.
    CantTell,
}

/// How what came stands to what had been expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// It came as predicted.
    Hit,
    /// It came otherwise.
    Miss,
    /// What came does not decide it.
    NotDecidable,
}

/// A query that a prediction concerns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Concerned {
    /// The configured source.
    pub source: String,
    /// What will be asked.
    pub query: Query,
}

/// What an action is to change, chosen before it is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effect {
    /// The stream that asks.
    pub stream: StreamKey,
    /// Its source.
    pub source: String,
    /// The metric, asked over both windows.
    pub ask: Ask,
    /// Where it is expected to move.
    pub direction: Direction,
    /// The window before ends when the action is done; its length in seconds.
    pub before_secs: u32,
    /// How long after the action the window after begins, seconds.
    pub settle_secs: u32,
    /// The length of the window after, seconds.
    pub after_secs: u32,
}

/// Where a number moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// It rises.
    Up,
    /// It falls.
    Down,
}

/// A metric over one window, as the server read it. Numbers are decimal text: events are compared byte for byte.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measured {
    /// The run.
    pub evidence: EvidenceId,
    /// How many points have a finite number.
    pub points: u32,
    /// The least of them; empty without points.
    pub low: String,
    /// The middle one; of an even number the mean of the two in the middle.
    pub median: String,
    /// The greatest.
    pub high: String,
}

/// How one hypothesis stands to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// Both can't be the cause.
    RivalOf,
    /// It says all that the other says, and more.
    Subsumes,
    /// It says the same in other words.
    Duplicates,
}

/// How well a piece of evidence fits a hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rating {
    /// Hard to believe together.
    VeryInconsistent,
    /// Does not fit.
    Inconsistent,
    /// Says nothing either way.
    Neutral,
    /// Fits.
    Consistent,
    /// To be expected if the hypothesis holds.
    VeryConsistent,
    /// Has nothing to do with it; left out of every sum, which neutral is not.
    NotApplicable,
}

/// When something happened in the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Occurred {
    /// When, or when it began.
    pub at: Micros,
    /// When it ended; absent: a point, or not ended.
    pub until: Option<Micros>,
    /// How well it is known.
    pub precision: Precision,
}

/// How well a time is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Precision {
    /// To the second.
    Second,
    /// To the minute.
    Minute,
    /// To the day.
    Day,
    /// About.
    About,
}
