//! The script of a story: who did what when, one file for each stream.
//!
//! `demo/README.md` describes the format. An entry begins at the margin with its time, an act and its options; what belongs to it is
//! indented below. Whatever does not fit is an error that names file and line: a story is checked as strictly as a program.

mod acts;
mod body;
mod header;

use evidence::time::Micros;
use ledger::command::Command;
use ledger::id::{ActorId, AnyId, StreamKey};

/// One entry of a script.
#[derive(Clone, Debug)]
pub struct Entry {
    /// When it is done.
    pub at: Micros,
    /// Where it stands.
    pub place: Place,
    /// By whom.
    pub actor: ActorId,
    /// The id it says it makes.
    pub makes: Option<AnyId>,
    /// What is done. What only the moment of telling can give is left empty: policy, reason, stored bytes, versions built on.
    pub command: Command,
    /// Bytes to be stored with it.
    pub attached: Option<Attached>,
    /// A query that nobody answers: it is stopped while it waits.
    pub unanswered: bool,
}

/// Bytes of a file, a paste or a picture.
#[derive(Clone, Debug)]
pub struct Attached {
    /// What they are.
    pub media_type: &'static str,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// A line of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file's name.
    pub file: &'static str,
    /// From 1.
    pub line: usize,
}

/// A script as it is embedded.
#[derive(Clone, Copy, Debug)]
pub struct Script {
    /// The file's name.
    pub file: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// Whose story a script tells: its first line.
struct Teller {
    actor: ActorId,
    /// None for whoever coordinates.
    stream: Option<StreamKey>,
    /// The source the stream asks.
    source: Option<String>,
}

/// What is wrong with a script.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} line {}: {what}", place.file, place.line)]
pub struct Unclear {
    /// Where.
    pub place: Place,
    /// What was found, and what was expected.
    pub what: String,
}

/// Gives the bytes of a picture by its file name.
pub type Pictures<'a> = &'a dyn Fn(&str) -> Option<&'static [u8]>;

/// Reads a script.
///
/// # Errors
/// [`Unclear`] at the first entry that cannot be read.
pub fn read(script: Script, pictures: Pictures<'_>) -> Result<Vec<Entry>, Unclear> {
    let mut teller = None;
    let mut entries = Vec::new();
    let mut lines = script.text.lines().enumerate().peekable();
    while let Some((index, line)) = lines.next() {
        let place = Place { file: script.file, line: index + 1 };
        let unclear = |what: String| Unclear { place, what };
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let Some(known) = &teller else {
            teller = Some(header::teller(line).map_err(unclear)?);
            continue;
        };
        if line.starts_with(' ') {
            return Err(unclear("this line is indented, but no entry stands above it".to_owned()));
        }
        let mut below = Vec::new();
        while let Some((_, line)) = lines.next_if(|(_, line)| line.starts_with("    ")) {
            below.push(line.get(4..).unwrap_or_default().trim_end());
        }
        entries.push(acts::read(known, place, line, &below, pictures).map_err(unclear)?);
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal_of(text: &'static str) -> String {
        read(Script { file: "a.story", text }, &|_| None).unwrap_err().to_string()
    }

    fn first_of(text: &'static str) -> Entry {
        read(Script { file: "a.story", text }, &|_| None).unwrap().remove(0)
    }

    #[test]
    fn an_unknown_act_is_refused_with_its_line() {
        assert_eq!(refusal_of("metrics by m\n\n2026-09-10T13:00:00Z dance\n"), "a.story line 3: \"dance\" is no act of a story");
    }

    #[test]
    fn a_time_that_depends_on_now_is_refused() {
        assert!(refusal_of("metrics by m\nnow-1h join\n").contains("\"now-1h\" is no time"));
    }

    #[test]
    fn an_indented_line_needs_an_entry() {
        assert!(refusal_of("metrics by m\n    text\n").contains("no entry stands above it"));
    }

    #[test]
    fn a_stream_without_a_source_asks_nothing() {
        let text = "war-room by w\n2026-09-10T13:00:00Z run E-1\n    at 2026-09-10T13:00:00Z\n    promql up\n";
        assert!(refusal_of(text).contains("asks no source"));
    }

    #[test]
    fn lines_of_a_text_are_joined_and_items_stay_lines() {
        let entry = first_of("c by c\n2026-09-10T13:00:00Z stand\n    One\n    two.\n    - three\n");
        assert_eq!(entry.command, Command::WriteStand { text: "One two.\n- three".to_owned() });
    }

    #[test]
    fn quoted_lines_are_the_bytes_of_a_paste() {
        let entry = first_of("w by w\n2026-09-10T13:00:00Z paste E-1\n    Title\n    | a\n    |   b\n");
        assert_eq!(entry.attached.unwrap().bytes, b"a\n  b\n");
    }
}
