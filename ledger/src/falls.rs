//! What rests on claims that fell, directly or through others.

use crate::event::{Cite, Weight};
use crate::id::AnyId;
use crate::state::{Retraction, State};
use crate::view::parts::{Fall, Marked, count};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The falls below everything that still stands and that nobody has affirmed since.
pub(crate) struct Falls(BTreeMap<AnyId, Marked>);

impl Falls {
    /// Walks up from everything that fell. The walk ends at what fell itself, whose own fall says more, and at what somebody stands by
    /// knowing of the fall: what rests on that rests on their word.
    pub(crate) fn of(state: &State) -> Self {
        let mut falls: BTreeMap<AnyId, Vec<Fall>> = BTreeMap::new();
        for (root, retraction) in &state.fallen {
            let Some(retraction) = state.retractions.get(retraction) else { continue };
            let mut met = BTreeSet::from([*root]);
            let mut open = vec![*root];
            while let Some(cited) = open.pop() {
                for citing in state.cited_by.get(&cited).into_iter().flatten() {
                    if !stands_on(state, *citing, cited) || is_affirmed(state, *citing, retraction) || !met.insert(*citing) {
                        continue;
                    }
                    falls.entry(*citing).or_default().push(fall(retraction, (cited != *root).then_some(cited)));
                    open.push(*citing);
                }
            }
        }
        let marked: BTreeSet<AnyId> = falls.keys().copied().collect();
        let mark = |(id, falls): (AnyId, Vec<Fall>)| {
            let supports = supports(state, id);
            let lost = supports.iter().filter(|support| state.fallen.contains_key(support) || marked.contains(support)).count();
            (id, Marked { falls, supports: count(supports.len()), lost: count(lost) })
        };
        Self(falls.into_iter().map(mark).collect())
    }

    /// What lies fallen below a thing of its own.
    pub(crate) fn below(&self, id: AnyId) -> Option<Marked> {
        self.0.get(&id).cloned()
    }

    /// What lies fallen below a text that has no id.
    pub(crate) fn below_text(&self, state: &State, cites: &[Cite]) -> Option<Marked> {
        let supports = carrying(cites);
        let mut falls: Vec<Fall> = Vec::new();
        let mut lost = 0;
        for id in &supports {
            let direct = state.fall_of(*id).map(|retraction| fall(retraction, None));
            let further = self.0.get(id).into_iter().flat_map(|marked| &marked.falls);
            let below: Vec<Fall> = direct.into_iter().chain(further.map(|fall| Fall { through: Some(*id), ..fall.clone() })).collect();
            lost += usize::from(!below.is_empty());
            falls.extend(below);
        }
        let mut met = BTreeSet::new();
        falls.retain(|fall| met.insert(fall.retraction));
        (!falls.is_empty()).then_some(Marked { falls, supports: count(supports.len()), lost: count(lost) })
    }

    /// Everything that stands above one fallen claim.
    pub(crate) fn above(&self, claim: AnyId) -> Vec<AnyId> {
        self.0.iter().filter(|(_, marked)| marked.falls.iter().any(|fall| fall.claim == claim)).map(|(id, _)| *id).collect()
    }
}

fn fall(retraction: &Retraction, through: Option<AnyId>) -> Fall {
    Fall { claim: retraction.claim, retraction: retraction.id, at: retraction.stamp.at, through }
}

fn is_affirmed(state: &State, id: AnyId, retraction: &Retraction) -> bool {
    state.affirmed.get(&id).into_iter().flatten().any(|affirmation| affirmation.despite.contains(&retraction.id))
}

/// Whether something that still stands leans on another with its weight.
fn stands_on(state: &State, citing: AnyId, cited: AnyId) -> bool {
    !state.fallen.contains_key(&citing) && cites(state, citing).iter().any(|cite| cite.id == cited && cite.how == Weight::RestsOn)
}

/// What carries a thing.
fn supports(state: &State, id: AnyId) -> BTreeSet<AnyId> {
    carrying(&cites(state, id))
}

/// What a thing cites. A paragraph stands on what its heads cite; an older version is history.
fn cites(state: &State, id: AnyId) -> Cow<'_, [Cite]> {
    let cites = match id {
        AnyId::FindingId(id) => state.findings.get(&id).map(|finding| finding.cites.as_slice()),
        AnyId::HypothesisId(id) => state.hypotheses.get(&id).map(|hypothesis| hypothesis.cites.as_slice()),
        AnyId::MomentId(id) => state.moments.get(&id).map(|moment| moment.cites.as_slice()),
        AnyId::ParagraphId(id) => {
            let paragraph = state.paragraphs.get(&id).into_iter();
            let heads =
                paragraph.flat_map(|paragraph| paragraph.versions.iter().filter(|version| paragraph.heads.contains(&version.stamp.seq)));
            return heads.flat_map(|version| version.cites.iter().copied()).collect();
        }
        AnyId::ActionId(id) => state.actions.get(&id).map(|action| action.cites.as_slice()),
        AnyId::ContradictionId(id) => {
            let explained = state.contradictions.get(&id).and_then(|contradiction| contradiction.explained.as_ref());
            explained.map(|explained| explained.cites.as_slice())
        }
        AnyId::EvidenceId(_) | AnyId::QuestionId(_) | AnyId::RetractionId(_) | AnyId::PredictionId(_) => None,
    };
    Cow::Borrowed(cites.unwrap_or_default())
}

fn carrying(cites: &[Cite]) -> BTreeSet<AnyId> {
    cites.iter().filter(|cite| cite.how == Weight::RestsOn).map(|cite| cite.id).collect()
}
