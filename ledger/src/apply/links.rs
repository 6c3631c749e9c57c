//! Who cites what, turned round.

use crate::event::Cite;
use crate::id::AnyId;
use crate::state::State;

pub(super) fn link(state: &mut State, cited: AnyId, citing: AnyId) {
    state.cited_by.entry(cited).or_default().insert(citing);
}

pub(super) fn link_all(state: &mut State, citing: AnyId, cites: &[Cite]) {
    for cite in cites {
        link(state, cite.id, citing);
    }
}

pub(super) fn unlink_all(state: &mut State, citing: AnyId, cites: &[Cite]) {
    for cite in cites {
        if let Some(citing_set) = state.cited_by.get_mut(&cite.id) {
            citing_set.remove(&citing);
            if citing_set.is_empty() {
                state.cited_by.remove(&cite.id);
            }
        }
    }
}
