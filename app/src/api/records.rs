//! What crosses between server and browser beside the ledger's own views.

use evidence::query::{Query, SourceKind};
use evidence::reading::{Line, Reason, Table, Total};
use evidence::time::Micros;
use ledger::actor::{Actor, Name};
use ledger::command::Expecting;
use ledger::event::{Direction, Role};
use ledger::id::{ActorId, EvidenceId, QuestionId, Slug, StreamKey};
use ledger::view::header::Header;
use ledger::view::hypothesis::HypothesesPage;
use ledger::view::matrix::Matrix;
use ledger::view::row::IncidentRow;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Who is looking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Me {
    /// Their id and door.
    pub actor: Actor,
    /// Their name.
    pub name: Name,
}

/// Everything an incident page needs beside its own view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// The incident's address.
    pub slug: Slug,
    /// Who is looking.
    pub me: Me,
    /// The head of every page.
    pub header: Header,
    /// The streams, for the tabs: address and name.
    pub streams: Vec<(StreamKey, String)>,
    /// The seq this page was made at; live events follow after it.
    pub seq: u64,
    /// Grows into the command ids of this page's forms; made by the server, so that both sides render the same.
    pub command_seed: String,
    /// The server's clock when the page was made.
    pub now: Micros,
    /// The sources its streams ask, with their health.
    pub sources: Vec<SourceCard>,
    /// The build of server and browser code; a difference asks for a reload.
    pub build: String,
    /// Only in the demo: who one may be.
    pub demo: Vec<DemoPerson>,
}

/// A page: its frame and its view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Page<V> {
    /// The frame.
    pub frame: Frame,
    /// The view.
    pub view: V,
}

/// The list of incidents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Incidents {
    /// Who is looking.
    pub me: Me,
    /// Newest first.
    pub rows: Vec<(Slug, IncidentRow)>,
    /// What a new incident can be wired to.
    pub sources: Vec<SourceCard>,
    /// As in [`Frame`].
    pub command_seed: String,
    /// The server's clock.
    pub now: Micros,
    /// Only in the demo: who one may be.
    pub demo: Vec<DemoPerson>,
}

/// Somebody a visitor of the demo may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DemoPerson {
    /// Whom.
    pub actor: ActorId,
    /// The name.
    pub name: String,
    /// What they do in the demo incident, in words.
    pub does: String,
}

/// A configured source, without secrets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SourceCard {
    /// Its name in the configuration.
    pub name: String,
    /// What it is.
    pub kind: SourceKind,
    /// The product it says it is, with its version, once known.
    pub build: Option<String>,
    /// A recording answers in its place.
    pub recording: bool,
    /// The index a search asks if none is named.
    pub index: String,
    /// The date field a window is applied to.
    pub time_field: String,
    /// The limits in words, one each: name and value with unit.
    pub policy: Vec<(String, String)>,
    /// The most points a series may have.
    pub max_points: u32,
    /// How it answers.
    pub health: Health,
    /// Who waits and who runs, in order.
    pub line: Vec<Waiting>,
}

/// How a source answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Health {
    /// Nobody has asked it yet.
    Unknown,
    /// It answers.
    Answers {
        /// After so many milliseconds.
        millis: u32,
        /// When that was seen.
        at: Micros,
        /// Its clock against ours, milliseconds, if it told one.
        skew_millis: Option<i64>,
    },
    /// It does not.
    Fails {
        /// Why, and what to do.
        reason: Reason,
        /// Since when.
        since: Micros,
    },
}

/// The page of all hypotheses as one reader sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hypotheses {
    /// What all readers see.
    pub page: HypothesesPage,
    /// The matrix of the ratings this reader may see.
    pub matrix: Matrix,
}

/// A query in a source's line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    /// The incident it belongs to.
    pub slug: Slug,
    /// Which.
    pub evidence: EvidenceId,
    /// The stream that asks.
    pub stream: StreamKey,
    /// Since when.
    pub since: Micros,
    /// Its place among those that wait, from 1; 0: it runs.
    pub place: u32,
}

/// A query as a form sends it: relative input is made absolute by the server, which shows what it will run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunForm {
    /// The stream that asks.
    pub stream: StreamKey,
    /// `promql`, `dsl`, `lucene` or `esql`.
    pub language: String,
    /// The text.
    pub text: String,
    /// From: absolute UTC or relative (`-3h`).
    pub from: String,
    /// To: absolute UTC or relative (`now`).
    pub to: String,
    /// Seconds between points, or a duration such as `1m`; empty: chosen; `instant`: one point at the end.
    pub step: String,
    /// Index; empty: the source's.
    pub index: String,
    /// Lines to bring, for a query string.
    pub size: String,
    /// For which question.
    pub question: Option<QuestionId>,
    /// The record it repeats.
    pub rerun_of: Option<EvidenceId>,
    /// The absence it is to prove.
    pub control_of: Option<EvidenceId>,
    /// What is expected of it.
    pub expects: Option<Expecting>,
}

/// What an action is to change, as typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EffectForm {
    /// The stream that asks.
    pub stream: StreamKey,
    /// The metric in PromQL.
    pub metric: String,
    /// Where it is expected to move.
    pub direction: Direction,
    /// The length of the window before, minutes; empty: 10.
    pub before_mins: String,
    /// How long after the action the window after begins, minutes; empty: 0.
    pub settle_mins: String,
    /// The length of the window after, minutes; empty: 10.
    pub after_mins: String,
}

/// What became of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum RunStarted {
    /// It is in line; the answer comes with the live events.
    InLine {
        /// What it will be.
        evidence: EvidenceId,
        /// What is really asked.
        query: Query,
    },
    /// It was not sent. It is kept as a try.
    NotSent {
        /// Why, and what to do.
        reason: Reason,
        /// What would pass, best first.
        offers: Vec<Offer>,
    },
}

/// A query that would pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// What is different, in words.
    pub words: String,
    /// The query.
    pub query: Query,
}

/// What a pasted text was read as.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PasteRead {
    /// A query for one of the streams: ready to be run.
    Query {
        /// The stream whose source it belongs to, if one does.
        stream: Option<StreamKey>,
        /// The query, absolute.
        query: Box<Query>,
        /// What was made absolute or left out.
        notes: Vec<String>,
    },
    /// An alert: title, onset, labels, and a first query if it names one.
    Alert {
        /// What is failing.
        title: String,
        /// When it began.
        onset: Option<Micros>,
        /// Its labels.
        labels: BTreeMap<String, String>,
        /// The source of the query, if known.
        source: Option<String>,
        /// The query it fired on.
        query: Option<Box<Query>>,
    },
    /// An address that can't be asked here.
    Link {
        /// The address.
        url: String,
        /// Why.
        why: String,
    },
    /// Plain text.
    Text,
}

/// What an answer holds, cut to what a page shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResultView {
    /// Which evidence.
    pub evidence: EvidenceId,
    /// What it holds.
    pub holds: Holds,
    /// The first part of the raw answer.
    pub raw_head: String,
    /// Size of the raw answer in bytes.
    pub raw_bytes: u64,
    /// A copyable curl of the very request, secrets left out.
    pub curl: Option<String>,
    /// The same query in the source's own pages.
    pub link_out: Option<String>,
    /// sha256 of the raw answer in hex, while it is there.
    pub sha256: Option<String>,
}

/// The shapes a page can show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holds {
    /// Nothing to draw.
    Nothing,
    /// Series: the chart is drawn from the chart address; this is the table under it.
    Series {
        /// One row a series: labels, points, lowest, highest, last; numbers in the source's text.
        rows: Vec<SeriesRow>,
        /// How many there are in all.
        total: u64,
        /// More than one point somewhere: a chart helps.
        chart: bool,
    },
    /// A table.
    Table {
        /// Its first rows.
        table: Table,
        /// Rows in all.
        total: u64,
        /// Whether a chart can be drawn of it.
        chart: bool,
    },
    /// Documents.
    Lines {
        /// The lines.
        lines: Vec<Line>,
        /// How many match.
        total: Total,
    },
    /// Plain text: a file, a paste.
    Text,
    /// A picture, at this address.
    Picture {
        /// Where.
        address: String,
    },
}

/// A series in the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeriesRow {
    /// Its labels as PromQL writes them.
    pub name: String,
    /// Its points.
    pub points: u64,
    /// The lowest finite value.
    pub lowest: String,
    /// The highest finite value.
    pub highest: String,
    /// The last value, whatever it is.
    pub last: String,
    /// Samples that are NaN or infinite; not in lowest and highest.
    pub odd: u64,
    /// Spans without samples inside the window.
    pub gaps: u64,
}

/// A link that lets somebody in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JoinLink {
    /// The address, secret included; shown once.
    pub address: String,
    /// As what.
    pub role: Role,
    /// Until when.
    pub expires: Micros,
}

/// A token with which a machine can add a file to one stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UploadToken {
    /// A curl line that works as it is.
    pub curl: String,
    /// The same with the command line.
    pub command: String,
    /// Until when.
    pub expires: Micros,
}
