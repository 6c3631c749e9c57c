//! Recorded answers that stand for a source: for the demo and for tests.
//!
//! A recording is one text file of JSON lines: first the format, then a line for each source, then a line for each answer with its
//! query, when it was asked, and the body as the source sent it. It answers the very queries it holds and no other; what it says
//! otherwise is what it holds.

mod nearest;
mod record;

pub use record::{RecordError, Recorded, record};

use evidence::query::{Ask, Query, SourceKind};
use evidence::reading::Reading;
use evidence::time::Micros;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The version of the file's format.
const FORMAT: u32 = 1;

/// A whole recording.
#[derive(Debug)]
pub struct Recording {
    sources: Vec<RecordedSource>,
    answers: Vec<RecordedAnswer>,
    /// Place in `answers`, by source and fingerprint.
    by_query: HashMap<(String, String), usize>,
}

/// A source that a recording stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedSource {
    /// Its name, which asking it needs.
    pub name: String,
    /// What it is.
    pub kind: SourceKind,
    /// Its product and version when it was asked; empty if it did not say.
    pub build: String,
    /// The index a search asks if none is named; may be empty.
    pub index: String,
    /// The date field a window is applied to; may be empty.
    pub time_field: String,
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedAnswer {
    /// The source that gave it.
    pub source: String,
    /// What was asked.
    pub query: Query,
    /// When.
    pub recorded_at: Micros,
    /// From sending to the last byte then, in microseconds.
    pub took_us: i64,
    /// The HTTP status.
    pub status: u16,
    /// The media type the source gave; may be empty.
    pub media_type: String,
    /// The body, to the byte.
    pub body: String,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
enum Line {
    Recording { format: u32 },
    Source(RecordedSource),
    Answer(RecordedAnswer),
}

/// Why bytes are no recording.
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    /// A line cannot be read.
    #[error("line {line} of the recording is not one of its records; record it again")]
    Line {
        /// Which, from 1.
        line: usize,
        /// The parser's words.
        #[source]
        source: serde_json::Error,
    },
    /// The first line does not name a format that is known.
    #[error("the first line does not say {{\"is\":\"recording\",\"format\":{FORMAT}}}; this is no recording, or one of a newer version")]
    Format,
    /// An answer of a source that has no line.
    #[error("line {line} answers for source \"{name}\", which the recording does not describe before")]
    UnknownSource {
        /// Which line, from 1.
        line: usize,
        /// The source it names.
        name: String,
    },
}

impl Recording {
    /// Reads a recording; the bytes may be embedded in the program.
    ///
    /// # Errors
    /// [`RecordingError`] with the line.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RecordingError> {
        let mut recording = Self { sources: Vec::new(), answers: Vec::new(), by_query: HashMap::new() };
        let mut has_format = false;
        for (index, text) in bytes.split(|byte| *byte == b'\n').enumerate().filter(|(_, text)| !text.is_empty()) {
            let line = index + 1;
            match serde_json::from_slice(text) {
                Ok(Line::Recording { format: FORMAT }) => has_format = true,
                _ if !has_format => return Err(RecordingError::Format),
                Ok(Line::Recording { .. }) => return Err(RecordingError::Format),
                Ok(Line::Source(source)) => recording.sources.push(source),
                Ok(Line::Answer(answer)) if !recording.sources.iter().any(|source| source.name == answer.source) => {
                    return Err(RecordingError::UnknownSource { line, name: answer.source });
                }
                Ok(Line::Answer(answer)) => recording.push(answer),
                Err(source) => return Err(RecordingError::Line { line, source }),
            }
        }
        if has_format { Ok(recording) } else { Err(RecordingError::Format) }
    }

    /// The sources it stands for.
    pub fn sources(&self) -> &[RecordedSource] {
        &self.sources
    }

    /// All its answers, in the order in which they were recorded.
    pub fn answers(&self) -> &[RecordedAnswer] {
        &self.answers
    }

    /// The answer to this very query, white space outside quotes aside.
    pub fn find(&self, source: &str, query: &Query) -> Option<&RecordedAnswer> {
        self.by_query.get(&(source.to_owned(), fingerprint(query))).and_then(|index| self.answers.get(*index))
    }

    /// The reading for a query that it does not hold: it names the nearest ones.
    pub fn not_recorded(&self, source: &str, query: &Query) -> Reading {
        let held: Vec<&Query> = self.answers.iter().filter(|answer| answer.source == source).map(|answer| &answer.query).collect();
        let nearest = nearest::describe(&held, query);
        Reading::could_not_ask(
            "not_recorded",
            "the recording does not hold this query",
            format!("{source} is a recording of {} queries. The nearest: {nearest}", held.len()),
            "Ask one of these with the very text, window and step, or configure a real source.",
        )
    }

    fn push(&mut self, answer: RecordedAnswer) {
        // A query that was recorded twice is answered as it was the last time.
        self.by_query.insert((answer.source.clone(), fingerprint(&answer.query)), self.answers.len());
        self.answers.push(answer);
    }
}

/// A query as a key: everything that is asked, with the text's white space made even.
fn fingerprint(query: &Query) -> String {
    let mut query = query.clone();
    if let Ask::PromqlInstant { .. } = query.ask {
        // It is asked at the end of its window; where that begins changes nothing.
        query.window.start = query.window.end;
    }
    match &mut query.ask {
        Ask::PromqlRange { text, .. } | Ask::PromqlInstant { text } | Ask::QueryString { text, .. } | Ask::Esql { text, .. } => {
            *text = even_spaces(text);
        }
        Ask::QueryDsl { text, .. } => {
            *text = serde_json::from_str::<serde_json::Value>(text).map_or_else(|_| even_spaces(text), |body| body.to_string());
        }
    }
    serde_json::json!(query).to_string()
}

/// One space for each run of white space outside quotes, none at the ends.
fn even_spaces(text: &str) -> String {
    let mut even = String::with_capacity(text.len());
    let mut quote = None;
    let mut escaped = false;
    for char in text.trim().chars() {
        match quote {
            None if char.is_whitespace() => {
                if !even.ends_with(' ') {
                    even.push(' ');
                }
                continue;
            }
            None if matches!(char, '"' | '\'' | '`') => quote = Some(char),
            Some(open) if char == open && !escaped => quote = None,
            _ => {}
        }
        escaped = char == '\\' && !escaped;
        even.push(char);
    }
    even
}
