//! The post-mortem: a projection of the ledger, readable at any time. It names streams and roles, never persons.
//!
//! A [`Document`] is the one source of the page, of Markdown and of the HTML file, so all three say the same.

use crate::event::{IncidentState, QuestionEnd};
use crate::id::{AnyId, EvidenceId};
use crate::state::State;
use crate::text::Prose;
use serde::{Deserialize, Serialize};

mod html;
mod lint;
mod markdown;
mod sections;

pub use html::html;
pub use lint::{Lint, Place, lint};
pub use markdown::markdown;

/// A post-mortem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// What failed.
    pub title: String,
    /// Severity, course, onset and end: name and value.
    pub facts: Vec<(String, String)>,
    /// What is open: printed on the first page of every export.
    pub lint: Vec<Lint>,
    /// The sections that have something to say.
    pub sections: Vec<Section>,
    /// The seq of the last event it was made of.
    pub seq: u64,
}

/// A section.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// Its place in an address: `impact`.
    pub anchor: String,
    /// Its heading.
    pub heading: String,
    /// What it holds, in order.
    pub blocks: Vec<Block>,
}

/// A block of a section. All texts are in the grammar of the note, so that ids lead on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    /// A heading within the section.
    Heading(String),
    /// Paragraphs and lists.
    Prose(Prose),
    /// A table with a head.
    Table {
        /// The names of the columns.
        columns: Vec<String>,
        /// The rows; each has as many cells as there are columns.
        rows: Vec<Vec<Prose>>,
    },
}

/// Makes the post-mortem; none while the incident is not open.
pub fn post_mortem(state: &State) -> Option<Document> {
    let incident = state.incident.as_ref()?;
    let course = match (&incident.closed, incident.state) {
        (Some((stamp, _)), _) => format!("closed {} UTC", stamp.at.day_time()),
        (None, IncidentState::Investigating) => "investigating".to_owned(),
        (None, IncidentState::Mitigated) => format!("mitigated, {} UTC", incident.state_since.day_time()),
        (None, IncidentState::Resolved) => format!("resolved, {} UTC", incident.state_since.day_time()),
    };
    let mut facts = vec![("Severity".to_owned(), incident.severity.to_string()), ("State".to_owned(), course)];
    facts.extend(incident.onset.map(|onset| ("Onset".to_owned(), format!("{} UTC", onset.day_time()))));
    facts.push(("Investigated since".to_owned(), format!("{} UTC", incident.opened.at.day_time())));
    facts.extend(incident.labels.iter().map(|(name, value)| (name.clone(), value.clone())));
    Some(Document { title: incident.title.clone(), facts, lint: lint(state), sections: sections::all(state), seq: state.seq })
}

/// All ids that the texts of a document name.
pub fn ids_of(document: &Document) -> Vec<AnyId> {
    let mut ids = Vec::new();
    let texts = document.sections.iter().flat_map(|section| &section.blocks).flat_map(|block| match block {
        Block::Heading(_) => Vec::new(),
        Block::Prose(text) => vec![text],
        Block::Table { rows, .. } => rows.iter().flatten().collect(),
    });
    for (id, _) in texts.flat_map(|text| crate::text::citations(&text.0)) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

fn end_words(how: QuestionEnd) -> &'static str {
    match how {
        QuestionEnd::Answered => "answered",
        QuestionEnd::Unproven => "looked, unproven",
        QuestionEnd::CouldNotLook => "could not look",
    }
}

/// A list of ids as a text.
fn ids_text(ids: &[EvidenceId]) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
