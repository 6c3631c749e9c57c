//! Checks that every topic needs: texts, references, citations.

use super::Case;
use crate::event::{Cite, Weight};
use crate::id::{AnyId, EvidenceId, FindingId, ParagraphId, QuestionId, StreamKey};
use crate::refusal::{Refusal, RefusalKind};
use crate::state::{Evidence, Finding, Paragraph, Progress, Question, State, Stream, What};
use crate::text::citations;

/// The most characters of a title.
pub(super) const TITLE: usize = 200;
/// The most characters of a claim, a question, a reason.
pub(super) const SENTENCE: usize = 2_000;
/// The most characters of a paragraph.
pub(super) const PARAGRAPH: usize = 20_000;

impl Case<'_> {
    /// A text that has to be there, without the white space around it.
    pub(super) fn text(&self, name: &str, text: &str, limit: usize) -> Result<String, Refusal> {
        let text = self.optional_text(name, text, limit)?;
        if text.is_empty() {
            return Err(self.refuse(RefusalKind::Invalid, format!("{name} is empty"), format!("Write {name}.")));
        }
        Ok(text)
    }

    /// A text that may be empty.
    pub(super) fn optional_text(&self, name: &str, text: &str, limit: usize) -> Result<String, Refusal> {
        let text = text.trim();
        let length = text.chars().count();
        if length > limit {
            let why = format!("{name} has {length} characters, at most {limit} fit");
            return Err(self.refuse(RefusalKind::Invalid, why, "Shorten it, or attach the long text as evidence."));
        }
        Ok(text.to_owned())
    }

    pub(super) fn stream(&self, key: &StreamKey) -> Result<&Stream, Refusal> {
        self.state.stream(key).map(AsRef::as_ref).ok_or_else(|| {
            let known = self.state.streams.iter().map(|stream| stream.key.0.as_str()).collect::<Vec<_>>().join(", ");
            let todo = if known.is_empty() { "Open a stream first.".to_owned() } else { format!("Pick one of: {known}.") };
            self.refuse(RefusalKind::Missing, format!("there is no stream {key}"), todo)
        })
    }

    pub(super) fn question(&self, id: QuestionId) -> Result<&Question, Refusal> {
        self.state.questions.get(&id).map(AsRef::as_ref).ok_or_else(|| self.unknown(id.into()))
    }

    /// A question that still takes answers.
    pub(super) fn open_question(&self, id: QuestionId) -> Result<&Question, Refusal> {
        let question = self.question(id)?;
        match &question.closed {
            None => Ok(question),
            Some((stamp, ..)) => {
                let why = format!("{id} was closed on {} UTC", stamp.at.day_time());
                Err(self.refuse(RefusalKind::Conflict, why, "Ask a new question."))
            }
        }
    }

    pub(super) fn finding(&self, id: FindingId) -> Result<&Finding, Refusal> {
        self.state.findings.get(&id).map(AsRef::as_ref).ok_or_else(|| self.unknown(id.into()))
    }

    /// A finding that has not fallen.
    pub(super) fn live_finding(&self, id: FindingId) -> Result<&Finding, Refusal> {
        let finding = self.finding(id)?;
        self.stands(id)?;
        Ok(finding)
    }

    /// Refuses what has fallen.
    pub(super) fn stands(&self, claim: impl Into<AnyId>) -> Result<(), Refusal> {
        let claim = claim.into();
        match self.state.fallen.get(&claim) {
            None => Ok(()),
            Some(retraction) => {
                let why = format!("{claim} was retracted before, see {retraction}");
                Err(self.refuse(RefusalKind::Conflict, why, "Record a new finding if there is something new to say."))
            }
        }
    }

    pub(super) fn paragraph(&self, id: ParagraphId) -> Result<&Paragraph, Refusal> {
        self.state.paragraphs.get(&id).map(AsRef::as_ref).ok_or_else(|| self.unknown(id.into()))
    }

    pub(super) fn evidence(&self, id: EvidenceId) -> Result<&Evidence, Refusal> {
        self.state.evidence.get(&id).map(AsRef::as_ref).ok_or_else(|| self.unknown(id.into()))
    }

    /// Evidence that something can rest on: it says something, and did so before now.
    pub(super) fn executed(&self, id: EvidenceId) -> Result<&Evidence, Refusal> {
        let found = self.evidence(id)?;
        if let Some(retraction) = self.state.fallen.get(&id.into()) {
            let why = format!("the reading of {id} was retracted, see {retraction}");
            return Err(self.refuse(RefusalKind::Invalid, why, "Cite evidence whose reading stands, or ask the source again."));
        }
        match found.executed_at() {
            Some(executed_at) if executed_at <= self.now => Ok(found),
            Some(executed_at) => {
                let why = format!("{id} was executed on {} UTC, which is after now", executed_at.day_time());
                Err(self.refuse(RefusalKind::Invalid, why, "Cite evidence that was there before this is written."))
            }
            None => match &found.what {
                What::Run(run) if run.progress == Progress::Pending => {
                    let todo = "Wait for its answer, then do this again. What you typed is kept.";
                    Err(self.refuse(RefusalKind::Conflict, format!("{id} has not answered yet"), todo))
                }
                What::Run(_) | What::Material { .. } => {
                    let why = format!("{id} ended without an answer, so nothing can rest on it");
                    Err(self.refuse(RefusalKind::Invalid, why, "Run the query again and cite the new record."))
                }
            },
        }
    }

    /// At least one piece of evidence, each of which something can rest on; doubles are dropped.
    pub(super) fn some_executed(&self, ids: &[EvidenceId], todo: &str) -> Result<Vec<EvidenceId>, Refusal> {
        if ids.is_empty() {
            return Err(self.refuse(RefusalKind::Invalid, "no evidence is named", todo));
        }
        let mut found = Vec::new();
        for id in ids {
            self.executed(*id)?;
            if !found.contains(id) {
                found.push(*id);
            }
        }
        Ok(found)
    }

    /// What a text cites. An id that is not there is refused: a slip in an id must not become a claim about something else.
    ///
    /// Evidence and findings carry the text. What has fallen, and a run without an answer, carry nothing: they are named only,
    /// so a text rewritten after a fall no longer rests on what fell.
    pub(super) fn cites(&self, text: &str) -> Result<Vec<Cite>, Refusal> {
        let mut cites = Vec::new();
        for (id, line) in citations(text) {
            let how = match id {
                _ if self.state.fallen.contains_key(&id) => Weight::Mentions,
                AnyId::EvidenceId(evidence) => self.evidence(evidence)?.executed_at().map_or(Weight::Mentions, |_| Weight::RestsOn),
                AnyId::FindingId(finding) => self.finding(finding).map(|_| Weight::RestsOn)?,
                AnyId::HypothesisId(_) if exists(self.state, id) => Weight::RestsOn,
                _ => {
                    if !exists(self.state, id) {
                        return Err(self.unknown(id));
                    }
                    Weight::Mentions
                }
            };
            cites.push(Cite { id, line, how });
        }
        Ok(cites)
    }

    pub(super) fn unknown(&self, id: AnyId) -> Refusal {
        let todo = nearest(self.state, id).map_or_else(
            || "Nothing of that kind is on record yet.".to_owned(),
            |near| format!("Check the id; the nearest on record is {near}. To write it without citing, put it between backticks."),
        );
        self.refuse(RefusalKind::Missing, format!("{id} is not in this incident"), todo)
    }
}

fn exists(state: &State, id: AnyId) -> bool {
    match id {
        AnyId::EvidenceId(id) => state.evidence.contains_key(&id),
        AnyId::FindingId(id) => state.findings.contains_key(&id),
        AnyId::HypothesisId(id) => state.hypotheses.contains_key(&id),
        AnyId::QuestionId(id) => state.questions.contains_key(&id),
        AnyId::RetractionId(id) => state.retractions.contains_key(&id),
        AnyId::ParagraphId(id) => state.paragraphs.contains_key(&id),
        AnyId::MomentId(id) => state.moments.contains_key(&id),
        AnyId::ActionId(id) => state.actions.contains_key(&id),
        AnyId::PredictionId(id) => state.predictions.contains_key(&id),
        AnyId::ContradictionId(id) => state.contradictions.contains_key(&id),
    }
}

/// The id of the same kind whose number is closest.
fn nearest(state: &State, id: AnyId) -> Option<AnyId> {
    fn closest(wanted: u32, known: impl Iterator<Item = u32>) -> Option<u32> {
        known.min_by_key(|number| number.abs_diff(wanted))
    }
    match id {
        AnyId::EvidenceId(id) => closest(id.0, state.evidence.keys().map(|key| key.0)).map(|number| EvidenceId(number).into()),
        AnyId::FindingId(id) => closest(id.0, state.findings.keys().map(|key| key.0)).map(|number| FindingId(number).into()),
        AnyId::HypothesisId(id) => {
            closest(id.0, state.hypotheses.keys().map(|key| key.0)).map(|number| crate::id::HypothesisId(number).into())
        }
        AnyId::QuestionId(id) => closest(id.0, state.questions.keys().map(|key| key.0)).map(|number| QuestionId(number).into()),
        AnyId::RetractionId(id) => {
            closest(id.0, state.retractions.keys().map(|key| key.0)).map(|number| crate::id::RetractionId(number).into())
        }
        AnyId::ParagraphId(id) => closest(id.0, state.paragraphs.keys().map(|key| key.0)).map(|number| ParagraphId(number).into()),
        AnyId::MomentId(id) => closest(id.0, state.moments.keys().map(|key| key.0)).map(|number| crate::id::MomentId(number).into()),
        AnyId::ActionId(id) => closest(id.0, state.actions.keys().map(|key| key.0)).map(|number| crate::id::ActionId(number).into()),
        AnyId::PredictionId(id) => {
            closest(id.0, state.predictions.keys().map(|key| key.0)).map(|number| crate::id::PredictionId(number).into())
        }
        AnyId::ContradictionId(id) => {
            closest(id.0, state.contradictions.keys().map(|key| key.0)).map(|number| crate::id::ContradictionId(number).into())
        }
    }
}
