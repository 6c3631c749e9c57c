//! Making a recording: real sources are asked, and their answers written down.

use super::{FORMAT, Line, RecordedAnswer, RecordedSource};
use crate::sources::{NotSent, Sources};
use evidence::query::Query;
use evidence::reading::{Outcome, Reason};
use std::path::{Path, PathBuf};

/// The one could-not-ask that a source itself answers, and answers the same when it is asked again.
const NO_SUCH_INDEX: &str = "no_such_index";

/// What was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// How many answers.
    pub answers: usize,
    /// How large the file is.
    pub size_bytes: usize,
}

/// Why nothing was recorded. A recording is written whole or not at all.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// A query that may not be sent.
    #[error("query {place} of {source_name} was not sent: {}. {}", refused.reason.what, refused.reason.todo)]
    NotSent {
        /// Its place in the list, from 1.
        place: usize,
        /// The source it is for.
        source_name: String,
        /// Why it was not sent.
        refused: Box<NotSent>,
    },
    /// An answer that says nothing.
    #[error("query {place} of {source_name} could not be asked: {} ({}). {}", reason.what, reason.detail, reason.todo)]
    CouldNotAsk {
        /// Its place in the list, from 1.
        place: usize,
        /// The source it is for.
        source_name: String,
        /// Why.
        reason: Box<Reason>,
    },
    /// An answer that is no text.
    #[error("the answer to query {place} of {source_name} is no UTF-8 text, which a recording cannot hold")]
    NotText {
        /// Its place in the list, from 1.
        place: usize,
        /// The source it is for.
        source_name: String,
    },
    /// The file cannot be written.
    #[error("could not write the recording to {}; check the folder and the space on the disk", path.display())]
    Write {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
}

/// Asks real sources, one query after the other, and writes their answers to the file `out`.
///
/// # Errors
/// [`RecordError`] at the first query that is not answered: a recording with a hole would tell a story with one.
pub async fn record(sources: &Sources, asks: &[(String, Query)], out: &Path) -> Result<Recorded, RecordError> {
    let mut described: Vec<RecordedSource> = Vec::new();
    let mut answers = Vec::new();
    for (index, (name, query)) in asks.iter().enumerate() {
        let (place, source_name) = (index + 1, name.clone());
        let answer = match sources.ask_for_recording(name, query).await {
            Ok(answer) => answer,
            Err(refused) => return Err(RecordError::NotSent { place, source_name, refused: Box::new(refused) }),
        };
        if let (Outcome::CouldNotAsk, Some(reason)) = (answer.reading.outcome, answer.reading.reason)
            && reason.code != NO_SUCH_INDEX
        {
            return Err(RecordError::CouldNotAsk { place, source_name, reason: Box::new(reason) });
        }
        let Ok(body) = String::from_utf8(answer.body) else { return Err(RecordError::NotText { place, source_name }) };
        if !described.iter().any(|source| source.name == *name) {
            described.push(answer.source);
        }
        answers.push(RecordedAnswer {
            source: source_name,
            query: query.clone(),
            recorded_at: answer.executed_at,
            took_us: answer.took_us,
            status: answer.status,
            media_type: answer.media_type,
            body,
        });
    }
    let count = answers.len();
    let lines = std::iter::once(Line::Recording { format: FORMAT })
        .chain(described.into_iter().map(Line::Source))
        .chain(answers.into_iter().map(Line::Answer));
    let text: String = lines.map(|line| format!("{}\n", serde_json::json!(line))).collect();
    std::fs::write(out, &text).map_err(|source| RecordError::Write { path: out.to_owned(), source })?;
    Ok(Recorded { answers: count, size_bytes: text.len() })
}
