//! The line an entry begins with: a time, an act, and options by name.

use super::Teller;
use evidence::time::{Micros, parse_moment};
use ledger::id::{ActorId, EvidenceId, StreamKey};
use std::str::FromStr;

/// Options of an entry: each name with the words after it. Words before the first name stand under the empty name.
pub(super) struct Options<'a>(Vec<(&'a str, Vec<&'a str>)>);

/// Reads the first line of a script: `metrics asks prometheus-main by demo-metrics`, or `coordinator by demo-coordinator`.
pub(super) fn teller(line: &str) -> Result<Teller, String> {
    let options = Options::read(line.split_whitespace().collect(), &["asks", "by"])?;
    let name = options.word("")?;
    Ok(Teller {
        actor: ActorId(options.word("by")?.to_owned()),
        stream: (name != "coordinator").then(|| StreamKey(name.to_owned())),
        source: options.words("asks").first().map(|source| (*source).to_owned()),
    })
}

/// Reads an absolute time: no story depends on when it is told.
pub(super) fn moment(word: &str) -> Result<Micros, String> {
    let is_absolute = word.starts_with(|first: char| first.is_ascii_digit()) && word.ends_with('Z');
    let read = is_absolute.then(|| parse_moment(word, Micros(0)).ok()).flatten();
    read.ok_or_else(|| format!("\"{word}\" is no time; write it like 2026-09-10T13:30:00Z"))
}

impl<'a> Options<'a> {
    /// Sorts words by the names before them.
    pub(super) fn read(words: Vec<&'a str>, names: &[&'static str]) -> Result<Self, String> {
        let mut options: Vec<(&str, Vec<&str>)> = vec![("", Vec::new())];
        for word in words {
            if names.contains(&word) {
                if options.iter().any(|(name, _)| *name == word) {
                    return Err(format!("\"{word}\" stands twice"));
                }
                options.push((word, Vec::new()));
            } else if let Some((_, words)) = options.last_mut() {
                words.push(word);
            }
        }
        Ok(Self(options))
    }

    /// Whether the name is there.
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(known, _)| *known == name)
    }

    /// The words after a name; none if it is not there.
    pub(super) fn words(&self, name: &str) -> &[&'a str] {
        self.0.iter().find(|(known, _)| *known == name).map_or(&[], |(_, words)| words)
    }

    /// The one word after a name.
    pub(super) fn word(&self, name: &str) -> Result<&'a str, String> {
        match self.words(name) {
            [word] => Ok(word),
            words => Err(format!("one word is expected {}, there are {}", place_of(name), words.len())),
        }
    }

    /// The one word after a name, read as something.
    pub(super) fn value<T: FromStr>(&self, name: &str) -> Result<T, String> {
        let word = self.word(name)?;
        word.parse().map_err(|_| format!("\"{word}\" cannot be read {}", place_of(name)))
    }

    /// The same where the name may be absent.
    pub(super) fn optional<T: FromStr>(&self, name: &str) -> Result<Option<T>, String> {
        if self.has(name) { self.value(name).map(Some) } else { Ok(None) }
    }

    /// The time after a name.
    pub(super) fn time(&self, name: &str) -> Result<Micros, String> {
        moment(self.word(name)?)
    }

    /// The evidence ids after a name.
    pub(super) fn evidence(&self, name: &str) -> Result<Vec<EvidenceId>, String> {
        self.ids(name)
    }

    /// The ids after a name.
    pub(super) fn ids<T: FromStr>(&self, name: &str) -> Result<Vec<T>, String> {
        self.words(name).iter().map(|word| word.parse().map_err(|_| format!("\"{word}\" is no id that fits"))).collect()
    }
}

fn place_of(name: &str) -> String {
    if name.is_empty() { "after the act".to_owned() } else { format!("after \"{name}\"") }
}
