//! What a post-mortem should not leave the house with. Nothing here forbids an export: what is open is printed on its first page.

use crate::event::Weight;
use crate::falls::Falls;
use crate::id::{ActionId, AnyId, ContradictionId, FindingId, HypothesisId, ParagraphId, QuestionId};
use crate::rules::{Absence, HypothesisState, Unmeasured, Verdict, absence_of_finding, state_of, verdict_of};
use crate::state::{State, Written};
use crate::text::{citations, one_line};
use serde::{Deserialize, Serialize};

/// One open point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lint {
    /// A sentence states a number and names neither evidence nor a finding.
    UncitedNumber {
        /// Where.
        place: Place,
        /// The sentence, at most 160 characters.
        sentence: String,
    },
    /// A time that depends on when it is read, such as "yesterday".
    RelativeTime {
        /// Where.
        place: Place,
        /// The words.
        words: String,
    },
    /// Something that stands rests on a claim that fell, and nobody has stood by it since.
    RestsOnFallen(AnyId),
    /// The text of a place rests on a claim that fell.
    TextRestsOnFallen(Place),
    /// A finding of absence that no control has proven.
    AbsenceUnproven {
        /// Which finding.
        finding: FindingId,
        /// What speaks against it.
        absence: Absence,
    },
    /// A question nobody has answered or closed.
    OpenQuestion(QuestionId),
    /// A contradiction nobody has explained.
    OpenContradiction(ContradictionId),
    /// A hypothesis nobody has attacked.
    NeverAttacked(HypothesisId),
    /// An action whose effect was not measured.
    Unmeasured {
        /// Which.
        action: ActionId,
        /// Why.
        why: Unmeasured,
    },
    /// A paragraph with two texts.
    Conflict(ParagraphId),
}

impl Lint {
    /// The point in a sentence.
    pub fn words(&self) -> String {
        match self {
            Self::UncitedNumber { place, sentence } => format!("{} states a number and cites nothing: \"{sentence}\"", place.words()),
            Self::RelativeTime { place, words } => format!("{} says \"{words}\", which depends on when it is read", place.words()),
            Self::RestsOnFallen(id) => format!("{id} rests on a claim that fell"),
            Self::TextRestsOnFallen(place) => format!("{} rests on a claim that fell", place.words()),
            Self::AbsenceUnproven { finding, absence: Absence::ControlFailed { control } } => {
                format!("{finding} is a finding of absence whose control failed ({control})")
            }
            Self::AbsenceUnproven { finding, .. } => format!("{finding} is a finding of absence that no control has proven"),
            Self::OpenQuestion(question) => format!("{question} is open"),
            Self::OpenContradiction(contradiction) => format!("{contradiction} is not explained"),
            Self::NeverAttacked(hypothesis) => format!("{hypothesis} was never attacked"),
            Self::Unmeasured { action, why: Unmeasured::NoExpectation } => format!("{action} is unmeasured: nothing was expected before"),
            Self::Unmeasured { action, .. } => format!("{action} is unmeasured"),
            Self::Conflict(paragraph) => format!("{paragraph} has more than one text"),
        }
    }

    /// What to open to mend it; none: the war room, where impact and state are written.
    pub fn opens(&self) -> Option<AnyId> {
        match self {
            Self::UncitedNumber { place, .. } | Self::RelativeTime { place, .. } | Self::TextRestsOnFallen(place) => match place {
                Place::Impact | Place::Stand => None,
                Place::Thing(id) => Some(*id),
            },
            Self::RestsOnFallen(id) => Some(*id),
            Self::AbsenceUnproven { finding, .. } => Some((*finding).into()),
            Self::OpenQuestion(id) => Some((*id).into()),
            Self::OpenContradiction(id) => Some((*id).into()),
            Self::NeverAttacked(id) => Some((*id).into()),
            Self::Unmeasured { action, .. } => Some((*action).into()),
            Self::Conflict(id) => Some((*id).into()),
        }
    }
}

impl Place {
    fn words(self) -> String {
        match self {
            Self::Impact => "The impact".to_owned(),
            Self::Stand => "\"Where we stand\"".to_owned(),
            Self::Thing(id) => id.to_string(),
        }
    }
}

/// Where a text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// The impact.
    Impact,
    /// Where we stand.
    Stand,
    /// A paragraph of the note, or a moment.
    Thing(AnyId),
}

/// The most characters of a sentence that is shown.
const SENTENCE: usize = 160;

/// Words that mean another time on another day.
const RELATIVE: [&str; 10] =
    ["yesterday", "today", "tomorrow", "last night", "this morning", "tonight", "an hour ago", "recently", "just now", "minutes ago"];

/// All open points, in the order a reader meets them.
pub fn lint(state: &State) -> Vec<Lint> {
    let falls = Falls::of(state);
    let mut found = Vec::new();
    for (place, versions) in [(Place::Impact, &state.impact), (Place::Stand, &state.stand)] {
        if let Some(latest) = versions.last().map(AsRef::<Written>::as_ref) {
            texts(place, &latest.text, &mut found);
            found.extend(falls.below_text(state, &latest.cites).map(|_| Lint::TextRestsOnFallen(place)));
        }
    }
    for paragraph in state.paragraphs.values() {
        for version in paragraph.versions.iter().filter(|version| paragraph.heads.contains(&version.stamp.seq)) {
            texts(Place::Thing(paragraph.id.into()), &version.text, &mut found);
        }
        found.extend((paragraph.heads.len() > 1).then_some(Lint::Conflict(paragraph.id)));
        rests(&falls, paragraph.id.into(), &mut found);
    }
    for moment in state.moments.values().filter(|moment| !state.fallen.contains_key(&moment.id.into())) {
        // A moment cites what it was recorded with, for its whole text.
        if !moment.cites.iter().any(|cite| cite.how == Weight::RestsOn) {
            texts(Place::Thing(moment.id.into()), &moment.text, &mut found);
        }
        rests(&falls, moment.id.into(), &mut found);
    }
    for finding in state.findings.values().filter(|finding| !state.fallen.contains_key(&finding.id.into())) {
        let unproven = absence_of_finding(state, finding).filter(|absence| !absence.holds());
        found.extend(unproven.map(|absence| Lint::AbsenceUnproven { finding: finding.id, absence }));
        rests(&falls, finding.id.into(), &mut found);
    }
    for hypothesis in state.hypotheses.values() {
        found.extend((state_of(state, hypothesis) == HypothesisState::Untested).then_some(Lint::NeverAttacked(hypothesis.id)));
        rests(&falls, hypothesis.id.into(), &mut found);
    }
    for contradiction in state.contradictions.values() {
        found.extend(contradiction.explained.is_none().then_some(Lint::OpenContradiction(contradiction.id)));
        rests(&falls, contradiction.id.into(), &mut found);
    }
    for action in state.actions.values() {
        if let Some(Verdict::Unmeasured(why)) = verdict_of(action) {
            found.push(Lint::Unmeasured { action: action.id, why });
        }
        rests(&falls, action.id.into(), &mut found);
    }
    let open = state.questions.values().filter(|question| question.answers.is_empty() && question.closed.is_none());
    // A refuter's question without an answer is told by its hypothesis.
    found.extend(open.filter(|question| question.refutes.is_none()).map(|question| Lint::OpenQuestion(question.id)));
    found
}

fn rests(falls: &Falls, id: AnyId, found: &mut Vec<Lint>) {
    found.extend(falls.below(id).map(|_| Lint::RestsOnFallen(id)));
}

/// The points of one text, sentence by sentence.
fn texts(place: Place, text: &str, found: &mut Vec<Lint>) {
    for sentence in sentences(text) {
        let cited = citations(&sentence).iter().any(|(id, _)| matches!(id, AnyId::EvidenceId(_) | AnyId::FindingId(_)));
        if !cited && states_number(&sentence) {
            found.push(Lint::UncitedNumber { place, sentence: one_line(&sentence, SENTENCE) });
        }
        let lower = sentence.to_lowercase();
        let relative = RELATIVE.iter().find(|words| lower.match_indices(**words).any(|(at, _)| is_word(&lower, at, words.len())));
        found.extend(relative.map(|words| Lint::RelativeTime { place, words: (*words).to_owned() }));
    }
}

fn is_word(text: &str, at: usize, length: usize) -> bool {
    let before = text.get(..at).and_then(|before| before.chars().next_back());
    let after = text.get(at + length..).and_then(|after| after.chars().next());
    !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
}

/// The sentences of a text. A full stop between digits or before a small letter ends none; a line that begins a list item begins one.
fn sentences(text: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    for line in text.replace("\n- ", "\u{0}").split(['\u{0}']) {
        let letters: Vec<char> = line.chars().collect();
        let mut sentence = String::new();
        for (index, letter) in letters.iter().enumerate() {
            sentence.push(*letter);
            let ends = matches!(letter, '.' | '!' | '?')
                && letters.get(index + 1).is_none_or(|next| next.is_whitespace())
                && letters.get(index + 2).is_none_or(|next| !next.is_lowercase());
            if ends {
                sentences.push(std::mem::take(&mut sentence));
            }
        }
        sentences.push(sentence);
    }
    sentences.retain(|sentence| !sentence.trim().is_empty());
    sentences
}

/// Whether a sentence states a number. Times, dates, versions, ids, code and ordinals of a kind ("pass 3") are none.
fn states_number(sentence: &str) -> bool {
    let mut outside = String::new();
    for (index, part) in sentence.split('`').enumerate() {
        outside.push_str(if index % 2 == 0 { part } else { " " });
    }
    let words: Vec<&str> =
        outside.split_whitespace().map(|word| word.trim_matches(|letter: char| "(),;:.!?\"'".contains(letter))).collect();
    words.iter().enumerate().any(|(index, word)| {
        let neighbours = [index.checked_sub(1).and_then(|before| words.get(before)), words.get(index + 1)];
        let beside_month = neighbours.into_iter().flatten().any(|next| is_month(next));
        word.starts_with(|first: char| first.is_ascii_digit()) && !beside_month && !is_time_or_version(word) && !is_month(word)
    })
}

fn is_month(word: &str) -> bool {
    const MONTHS: [&str; 12] =
        ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];
    let word = word.to_lowercase();
    word.len() >= 3 && MONTHS.iter().any(|month| month.starts_with(&word))
}

/// `17:41`, `2026-09-10`, `3.7.0`, `2.x`.
fn is_time_or_version(word: &str) -> bool {
    let digits_between = |separator: char| {
        word.contains(separator) && word.split(separator).all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let dots = word.matches('.').count();
    digits_between(':') || word.matches('-').count() == 2 && digits_between('-') || dots == 2 && digits_between('.') || word.ends_with(".x")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(text: &str) -> usize {
        let mut found = Vec::new();
        texts(Place::Impact, text, &mut found);
        found.len()
    }

    #[test]
    fn a_number_needs_a_citation_in_its_own_sentence() {
        assert_eq!(points("Consumers were 2 to 40 hours behind (E-8)."), 0);
        assert_eq!(points("Consumers were 2 to 40 hours behind. It was seen at once (E-8)."), 1);
    }

    #[test]
    fn a_hypothesis_alone_carries_no_number() {
        assert_eq!(points("It is 2.8 times as fast (H-4)."), 1);
    }

    #[test]
    fn times_dates_versions_and_code_are_no_numbers() {
        for text in
            ["At 17:41 they stopped.", "Since 2 September it fails.", "On 2026-09-10.", "With 3.7.0 and 2.x alike.", "`num.io.threads=36`"]
        {
            assert_eq!(points(text), 0, "{text}");
        }
    }

    #[test]
    fn a_decimal_ends_no_sentence() {
        assert_eq!(sentences("It rose 2.8 times (F-27). Then it fell."), ["It rose 2.8 times (F-27).", " Then it fell."]);
    }

    #[test]
    fn each_item_of_a_list_is_a_sentence_of_its_own() {
        assert_eq!(points("Known:\n- 36 handlers (E-1)\n- 500 places"), 1);
    }

    #[test]
    fn a_time_that_moves_with_its_reader_is_found() {
        assert_eq!(points("It broke yesterday."), 1);
        assert_eq!(points("The todays of this text."), 0);
    }
}
