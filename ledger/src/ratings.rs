//! How people rated evidence against hypotheses: a second input beside the state, because a reader sees only part of it.
//!
//! Whoever has not rated a cell does not see how others rated it, so that nobody rates by looking at the others. The log is the same for
//! all; what is withheld travels as an event without its rating.

use crate::apply::{Content, Entry};
use crate::event::{Event, Rating};
use crate::id::{ActorId, EvidenceId, HypothesisId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The latest rating of each person for each cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ratings(pub BTreeMap<HypothesisId, BTreeMap<EvidenceId, BTreeMap<ActorId, Rating>>>);

impl Ratings {
    /// Takes in one entry; any that holds no rating changes nothing.
    pub fn add(&mut self, entry: &Entry) {
        if let Content::Event(Event::EvidenceRated { hypothesis, evidence, rating: Some(rating) }) = &entry.event {
            self.0.entry(*hypothesis).or_default().entry(*evidence).or_default().insert(entry.actor.clone(), *rating);
        }
    }

    /// The ratings of one cell.
    pub fn cell(&self, hypothesis: HypothesisId, evidence: EvidenceId) -> Option<&BTreeMap<ActorId, Rating>> {
        self.0.get(&hypothesis)?.get(&evidence)
    }

    /// What somebody may see: the cells they have rated themselves.
    #[must_use]
    pub fn visible_to(&self, who: &ActorId) -> Self {
        let mut visible = Self::default();
        for (hypothesis, row) in &self.0 {
            for (evidence, cell) in row.iter().filter(|(_, cell)| cell.contains_key(who)) {
                visible.0.entry(*hypothesis).or_default().insert(*evidence, cell.clone());
            }
        }
        visible
    }
}

/// An entry as it travels to readers: without its rating. Each page asks for the ratings its reader may see apart.
#[must_use]
pub fn without_rating(mut entry: Entry) -> Entry {
    if let Content::Event(Event::EvidenceRated { rating, .. }) = &mut entry.event {
        *rating = None;
    }
    entry
}
