//! What people paste into the query field: addresses of dashboards, a curl line, an alert.
//!
//! Pure reading of text: nothing is fetched, and an address never becomes a source. A source is found by the addresses it is
//! configured with; relative times become absolute; what cannot be read stays a link.

mod address;
mod alert;
mod curl;
mod grafana;
mod kibana;
mod kql;
mod rison;

use crate::query::{Ask, Query, SourceKind};
use crate::time::{Micros, Window, default_step};
use url::Url;

/// Longer text is text.
const MAX_TEXT_BYTES: usize = 262_144;

/// How many points a range query aims at if the pasted text names no step.
const USUAL_POINTS: u32 = 250;

/// A configured source, as far as pasted text can point at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownSource {
    /// Its name in the configuration.
    pub name: String,
    /// Its kind.
    pub kind: SourceKind,
    /// Its configured address, and the addresses at which people see it in a browser.
    pub base_urls: Vec<String>,
}

/// What was pasted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pasted {
    /// A query.
    Query {
        /// The configured source it is for; `None` if the text does not point at one.
        source: Option<String>,
        /// The query, absolute. Its index is empty where the text does not name one.
        query: Query,
        /// What was made absolute, chosen or dropped, one sentence each.
        note: Vec<String>,
    },
    /// An alert.
    Alert {
        /// Its summary or name.
        title: String,
        /// When the first of its alerts started.
        onset: Option<Micros>,
        /// The labels its alerts have in common.
        labels: Vec<(String, String)>,
        /// The query behind it, if its address carries one: from an hour before the onset to now.
        query: Option<Query>,
        /// The configured source of that query.
        source: Option<String>,
    },
    /// An address that carries no query that can be asked here.
    Link {
        /// The address, without user and password.
        url: String,
        /// Why it is not asked here.
        why: String,
    },
    /// Anything else.
    Text,
}

/// Reads pasted text. Never fails and never asks anybody.
pub fn read(text: &str, sources: &[KnownSource], now: Micros) -> Pasted {
    // Chat programs put addresses in angle brackets, terminals a prompt before a command.
    let text = text.trim();
    let text = text.strip_prefix('<').and_then(|text| text.strip_suffix('>')).or_else(|| text.strip_prefix("$ ")).unwrap_or(text).trim();
    if text.len() > MAX_TEXT_BYTES {
        return Pasted::Text;
    }
    let desk = Desk { sources, now };
    if text.starts_with(['{', '[']) {
        return alert::read(text, &desk).unwrap_or(Pasted::Text);
    }
    if text.starts_with("curl ") {
        return curl::read(text, &desk).unwrap_or(Pasted::Text);
    }
    let one_word = !text.contains(char::is_whitespace);
    match Url::parse(text) {
        Ok(url) if one_word && matches!(url.scheme(), "http" | "https") => address::read(&url, &desk),
        _ => Pasted::Text,
    }
}

/// What every reader here needs to know.
struct Desk<'a> {
    sources: &'a [KnownSource],
    now: Micros,
}

impl Desk<'_> {
    /// The source of this kind that has this address, else one named like the hint, else the only one of its kind.
    fn find_source(&self, kind: SourceKind, url: Option<&Url>, hint: &str, note: &mut Vec<String>) -> Option<String> {
        let mut of_kind = self.sources.iter().filter(|source| source.kind == kind);
        let by_address = |source: &&KnownSource| url.is_some_and(|url| source.base_urls.iter().any(|base| is_below(base, url)));
        if let Some(source) = of_kind.clone().find(by_address) {
            return Some(source.name.clone());
        }
        if let Some(source) = of_kind.clone().find(|source| !hint.is_empty() && source.name.eq_ignore_ascii_case(hint)) {
            return Some(source.name.clone());
        }
        match (of_kind.next(), of_kind.next()) {
            (Some(only), None) => {
                note.push(format!("The address belongs to no configured source; {} is the only one of its kind.", only.name));
                Some(only.name.clone())
            }
            _ => {
                note.push("The address belongs to no configured source; choose one.".to_owned());
                None
            }
        }
    }

    /// A range query, with the step that was given or a round one.
    fn range_query(text: String, window: Window, step_secs: Option<u32>, note: &mut Vec<String>) -> Query {
        let step_secs = step_secs.unwrap_or_else(|| {
            let step_secs = default_step(window, USUAL_POINTS);
            note.push(format!("No step was given; {step_secs} s was chosen."));
            step_secs
        });
        Query { ask: Ask::PromqlRange { text, step_secs, piece_secs: None }, window }
    }
}

/// Whether an address lies below a base address: same host and port, and its path begins with the base's whole path.
fn is_below(base: &str, url: &Url) -> bool {
    let Ok(base) = Url::parse(base) else { return false };
    let path = base.path().trim_end_matches('/');
    base.host_str() == url.host_str()
        && base.port_or_known_default() == url.port_or_known_default()
        && url.path().strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Says that a relative window was made absolute.
fn note_window(from: &str, to: &str, window: Window, note: &mut Vec<String>) {
    if from.contains("now") || to.contains("now") || to.is_empty() {
        let to = if to.is_empty() { "now" } else { to };
        note.push(format!("{from} to {to} was made absolute: {} to {}.", window.start.rfc3339(), window.end.rfc3339()));
    }
}

/// A link that is kept and not asked.
fn link(url: &Url, why: impl Into<String>) -> Pasted {
    let mut url = url.clone();
    // Both fail only for addresses that cannot have a user, which then have none.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    Pasted::Link { url: url.into(), why: why.into() }
}
