//! Contradictions: readings that can't all hold, open until somebody explains them.

use crate::actor::Names;
use crate::id::{ActorId, AnyId, ContradictionId};
use crate::state::{Contradiction, State};
use crate::text::Prose;
use crate::view::chip::Chips;
use crate::view::look::{Look, Wanted, claim};
use crate::view::parts::{Beside, Marked, StreamLink};
use evidence::time::Micros;
use serde::{Deserialize, Serialize};

/// A contradiction with all its sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContradictionRow {
    /// Its id.
    pub id: ContradictionId,
    /// What does not go together.
    pub text: Prose,
    /// The sides.
    pub sides: Vec<Side>,
    /// When it was noted.
    pub noted: Micros,
    /// How it was explained and when; none: it is open.
    pub explained: Option<(Prose, Micros)>,
    /// What the explanation rests on that fell.
    pub marked: Option<Marked>,
}

/// One side of a contradiction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// Which.
    pub id: AnyId,
    /// What it says.
    pub says: Prose,
    /// The stream that says it, if one does.
    pub stream: Option<StreamLink>,
    /// Its retraction, if it fell.
    pub fallen: Option<Beside>,
}

/// The permanent page of a contradiction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContradictionPage {
    /// The contradiction.
    pub row: ContradictionRow,
    /// Who cites it.
    pub cited_by: Vec<AnyId>,
    /// What its texts cite.
    pub chips: Chips,
}

/// Makes a contradiction's page; none if it is not there.
pub fn contradiction_page(state: &State, names: &Names, who: &ActorId, id: ContradictionId) -> Option<ContradictionPage> {
    let look = Look::at(state, names, who);
    let row = contradiction_row(&look, state.contradictions.get(&id)?);
    let cited_by = look.cited_by(id.into());
    let mut wanted = Wanted::default();
    want(&row, &mut wanted);
    wanted.ids(&cited_by);
    Some(ContradictionPage { row, cited_by, chips: look.chips(&wanted) })
}

/// The contradictions of an incident: the open ones first, oldest first.
pub(super) fn contradictions(look: &Look<'_>) -> Vec<ContradictionRow> {
    let mut rows: Vec<ContradictionRow> = look.state.contradictions.values().map(|one| contradiction_row(look, one)).collect();
    rows.sort_by_key(|row| (row.explained.is_some(), row.id));
    rows
}

fn contradiction_row(look: &Look<'_>, contradiction: &Contradiction) -> ContradictionRow {
    let sides = contradiction.sides.iter().filter_map(|id| {
        let (says, stream) = claim(look.state, *id)?;
        Some(Side { id: *id, says: Prose(says), stream: stream.map(|key| look.stream_link(key)), fallen: look.beside(*id) })
    });
    ContradictionRow {
        id: contradiction.id,
        text: Prose(contradiction.text.clone()),
        sides: sides.collect(),
        noted: contradiction.noted.at,
        explained: contradiction.explained.as_ref().map(|explained| (Prose(explained.text.clone()), explained.stamp.at)),
        marked: look.falls.below(contradiction.id.into()),
    }
}

/// Gathers the ids a contradiction shows.
pub(super) fn want(row: &ContradictionRow, wanted: &mut Wanted) {
    wanted.ids(&[row.id]);
    wanted.text(&row.text);
    for side in &row.sides {
        wanted.ids(&[side.id]);
        wanted.text(&side.says);
        wanted.beside(side.fallen.as_ref());
    }
    if let Some((explained, _)) = &row.explained {
        wanted.text(explained);
    }
    wanted.marked(row.marked.as_ref());
}
