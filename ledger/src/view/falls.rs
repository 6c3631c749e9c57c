//! What rests on a claim that fell, directly or through others.

use crate::event::{Cite, Weight};
use crate::id::{AnyId, FindingId};
use crate::state::State;
use crate::view::parts::{Fall, Marked};
use std::collections::{BTreeMap, BTreeSet};

/// The falls below everything that still stands.
pub(super) struct Falls(BTreeMap<AnyId, Vec<Fall>>);

impl Falls {
    /// Walks up from every fallen finding. A fallen finding above another is not walked through: its own fall says more.
    pub(super) fn of(state: &State) -> Self {
        let mut falls: BTreeMap<AnyId, Vec<Fall>> = BTreeMap::new();
        for finding in state.findings.values() {
            let Some(retraction) = finding.retracted.and_then(|id| state.retractions.get(&id)) else { continue };
            let root = AnyId::from(finding.id);
            let mut met = BTreeSet::from([root]);
            let mut open = vec![root];
            while let Some(cited) = open.pop() {
                for citing in state.cited_by.get(&cited).into_iter().flatten() {
                    if rests_on(state, *citing, cited) && met.insert(*citing) {
                        let through = (cited != root).then_some(cited);
                        let fall = Fall { finding: finding.id, retraction: retraction.id, at: retraction.stamp.at, through };
                        falls.entry(*citing).or_default().push(fall);
                        open.push(*citing);
                    }
                }
            }
        }
        Self(falls)
    }

    /// What lies fallen below a thing of its own.
    pub(super) fn below(&self, id: AnyId) -> Option<Marked> {
        self.0.get(&id).map(|falls| Marked { falls: falls.clone() })
    }

    /// What lies fallen below a text that has no id.
    pub(super) fn below_text(&self, state: &State, cites: &[Cite]) -> Option<Marked> {
        let mut falls: Vec<Fall> = Vec::new();
        for cite in cites.iter().filter(|cite| cite.how == Weight::RestsOn) {
            let direct = match cite.id {
                AnyId::FindingId(finding) => fall_of(state, finding).into_iter().collect(),
                _ => Vec::new(),
            };
            let further = self.0.get(&cite.id).into_iter().flatten().map(|fall| Fall { through: Some(cite.id), ..fall.clone() });
            for fall in direct.into_iter().chain(further) {
                if !falls.iter().any(|known| known.finding == fall.finding) {
                    falls.push(fall);
                }
            }
        }
        (!falls.is_empty()).then_some(Marked { falls })
    }

    /// Everything that stands above one fallen finding.
    pub(super) fn above(&self, finding: FindingId) -> Vec<AnyId> {
        self.0.iter().filter(|(_, falls)| falls.iter().any(|fall| fall.finding == finding)).map(|(id, _)| *id).collect()
    }
}

fn fall_of(state: &State, finding: FindingId) -> Option<Fall> {
    let retraction = state.retractions.get(&state.findings.get(&finding)?.retracted?)?;
    Some(Fall { finding, retraction: retraction.id, at: retraction.stamp.at, through: None })
}

/// Whether something that still stands leans on another with its weight.
fn rests_on(state: &State, citing: AnyId, cited: AnyId) -> bool {
    let carried = |cites: &[Cite]| cites.iter().any(|cite| cite.id == cited && cite.how == Weight::RestsOn);
    match citing {
        AnyId::FindingId(id) => state.findings.get(&id).is_some_and(|finding| finding.retracted.is_none() && carried(&finding.cites)),
        AnyId::ParagraphId(id) => state.paragraphs.get(&id).is_some_and(|paragraph| {
            paragraph.versions.iter().any(|version| paragraph.heads.contains(&version.stamp.seq) && carried(&version.cites))
        }),
        AnyId::MomentId(id) => state.moments.get(&id).is_some_and(|moment| carried(&moment.cites)),
        AnyId::EvidenceId(_) | AnyId::QuestionId(_) | AnyId::RetractionId(_) => false,
    }
}
