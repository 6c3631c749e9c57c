//! The preview behind an id in a text.

use crate::event::Material;
use crate::falls::Falls;
use crate::id::AnyId;
use crate::rules::{HypothesisState, score_of, state_of};
use crate::state::{Finding, Paragraph, State, Version, What};
use crate::text::one_line;
use crate::view::look::{shown, stream_link, title_of};
use crate::view::parts::{Shown, Sign, StreamLink, count};
use evidence::time::Micros;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What an id in a text opens into.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chip {
    /// Which.
    pub id: AnyId,
    /// What kind of thing, in a word: `query run`, `finding`, `question`.
    pub kind: String,
    /// The stream it belongs to.
    pub stream: Option<StreamLink>,
    /// Recorded at.
    pub at: Micros,
    /// One line of what it says, without markup, at most 160 characters.
    pub text: String,
    /// What it reads, for evidence.
    pub shown: Option<Shown>,
    /// How it stands.
    pub standing: Standing,
    /// How many things cite it.
    pub cited_by: u32,
}

/// How a thing stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Nothing speaks against it here.
    Stands,
    /// It was retracted.
    Fallen,
    /// It rests on a claim that fell.
    CitesFallen,
    /// A finding whose text was amended.
    Amended,
    /// A run that has not ended, a question without an answer, a prediction without a score, a contradiction without an explanation,
    /// an action that is not done.
    Pending,
}

/// The chips of all that a view's texts cite.
pub type Chips = BTreeMap<AnyId, Chip>;

/// The longest line a chip shows, in characters.
const LINE: usize = 160;

/// The preview of one thing; none if it is not there.
pub fn chip(state: &State, id: AnyId) -> Option<Chip> {
    chip_of(state, &Falls::of(state), id)
}

pub(super) fn chip_of(state: &State, falls: &Falls, id: AnyId) -> Option<Chip> {
    let marked = standing_of(state, falls, id);
    let (kind, stream, at, text, shown, standing) = match id {
        AnyId::EvidenceId(id) => {
            let found = state.evidence.get(&id)?;
            let shown = shown(state, found);
            let standing = if shown.sign == Sign::Pending { Standing::Pending } else { marked };
            (evidence_kind(&found.what), Some(&found.stream), found.recorded.at, title_of(found), Some(shown), standing)
        }
        AnyId::FindingId(id) => {
            let finding = state.findings.get(&id)?;
            let standing = finding_standing(finding, marked);
            ("finding", Some(&finding.stream), finding.recorded.at, finding.text.as_str(), None, standing)
        }
        AnyId::HypothesisId(id) => {
            let hypothesis = state.hypotheses.get(&id)?;
            let kind = state_words(state_of(state, hypothesis));
            (kind, None, hypothesis.noted.at, hypothesis.text.as_str(), None, marked)
        }
        AnyId::QuestionId(id) => {
            let question = state.questions.get(&id)?;
            let open = question.answers.is_empty() && question.closed.is_none();
            let standing = if open { Standing::Pending } else { Standing::Stands };
            ("question", Some(&question.stream), question.asked.at, question.text.as_str(), None, standing)
        }
        AnyId::RetractionId(id) => {
            let retraction = state.retractions.get(&id)?;
            ("retraction", None, retraction.stamp.at, retraction.why.as_str(), None, Standing::Stands)
        }
        AnyId::ParagraphId(id) => {
            let paragraph = state.paragraphs.get(&id)?;
            let text = newest_head(paragraph).map_or("", |version| version.text.as_str());
            ("paragraph", None, paragraph.written.at, text, None, marked)
        }
        AnyId::ActionId(id) => {
            let action = state.actions.get(&id)?;
            let open = action.done.is_none() && action.decided.as_ref().is_none_or(|(_, approved, _)| *approved);
            let standing = if open { Standing::Pending } else { marked };
            ("action", None, action.proposed.at, action.text.as_str(), None, standing)
        }
        AnyId::PredictionId(id) => {
            let prediction = state.predictions.get(&id)?;
            let standing = if score_of(state, prediction).is_none() { Standing::Pending } else { Standing::Stands };
            ("prediction", Some(&prediction.stream), prediction.sealed.at, prediction.text.as_str(), None, standing)
        }
        AnyId::ContradictionId(id) => {
            let contradiction = state.contradictions.get(&id)?;
            let standing = if contradiction.explained.is_none() { Standing::Pending } else { marked };
            ("contradiction", None, contradiction.noted.at, contradiction.text.as_str(), None, standing)
        }
        AnyId::MomentId(id) => {
            let moment = state.moments.get(&id)?;
            ("moment", moment.stream.as_ref(), moment.recorded.at, moment.text.as_str(), None, marked)
        }
    };
    Some(Chip {
        id,
        kind: kind.to_owned(),
        stream: stream.map(|key| stream_link(state, key)),
        at,
        text: one_line(text, LINE),
        shown,
        standing,
        cited_by: state.cited_by.get(&id).map_or(0, |citing| count(citing.len())),
    })
}

/// Whether a thing fell, or rests on what fell.
pub(super) fn standing_of(state: &State, falls: &Falls, id: AnyId) -> Standing {
    if state.fallen.contains_key(&id) {
        Standing::Fallen
    } else if falls.below(id).is_some() {
        Standing::CitesFallen
    } else {
        Standing::Stands
    }
}

/// How a finding stands. A fall and a mark weigh more than an amendment.
pub(super) fn finding_standing(finding: &Finding, otherwise: Standing) -> Standing {
    if otherwise == Standing::Stands && !finding.amended.is_empty() { Standing::Amended } else { otherwise }
}

fn state_words(state: HypothesisState) -> &'static str {
    match state {
        HypothesisState::Hunch => "hunch",
        HypothesisState::Untested => "hypothesis, untested",
        HypothesisState::Surviving(_) => "hypothesis, surviving",
        HypothesisState::Inconclusive => "hypothesis, inconclusive",
        HypothesisState::Contradicted => "hypothesis, contradicted",
        HypothesisState::Demoted => "hypothesis, demoted to a trigger",
        HypothesisState::Refuted => "hypothesis, refuted",
        HypothesisState::Retracted => "hypothesis, retracted",
    }
}

/// The version a paragraph is shown by: the newest that nobody has built on.
pub(super) fn newest_head(paragraph: &Paragraph) -> Option<&Version> {
    paragraph.versions.iter().rev().find(|version| paragraph.heads.contains(&version.stamp.seq))
}

fn evidence_kind(what: &What) -> &'static str {
    match what {
        What::Run(_) => "query run",
        What::Material { material, .. } => match material {
            Material::File { .. } => "file",
            Material::Paste => "pasted text",
            Material::Link { .. } => "link",
            Material::Code { .. } => "code",
            Material::Statement { .. } => "statement",
            Material::Picture { .. } => "picture",
        },
    }
}
