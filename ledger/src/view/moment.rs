//! Moments of the world timeline.

use crate::actor::Names;
use crate::event::Occurred;
use crate::id::{ActorId, AnyId, MomentId};
use crate::state::{Moment, State};
use crate::text::Prose;
use crate::view::chip::Chips;
use crate::view::look::{Look, Wanted};
use crate::view::parts::{Beside, By, EvidenceLine, Marked, StreamLink};
use serde::{Deserialize, Serialize};

/// A moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MomentView {
    /// Its id.
    pub id: MomentId,
    /// When it happened, and how well that is known.
    pub occurred: Occurred,
    /// What happened.
    pub text: Prose,
    /// The stream that knows it.
    pub stream: Option<StreamLink>,
    /// When and by whom it was recorded.
    pub recorded: By,
    /// The evidence it rests on.
    pub evidence: Vec<EvidenceLine>,
    /// Its retraction, if it fell.
    pub fallen: Option<Beside>,
    /// What it rests on that fell.
    pub marked: Option<Marked>,
    /// Whether the one who looks recorded it.
    pub is_mine: bool,
}

/// The permanent page of a moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MomentPage {
    /// The moment.
    pub moment: MomentView,
    /// Who cites it.
    pub cited_by: Vec<AnyId>,
    /// What its text cites and what cites it.
    pub chips: Chips,
}

/// All moments in the order they happened.
pub fn moments(state: &State, names: &Names, who: &ActorId) -> Vec<MomentView> {
    let look = Look::at(state, names, who);
    let mut moments: Vec<MomentView> = state.moments.values().map(|moment| moment_view(&look, moment)).collect();
    moments.sort_by_key(|moment| (moment.occurred.at, moment.id));
    moments
}

/// Makes a moment's page; none if it is not there.
pub fn moment_page(state: &State, names: &Names, who: &ActorId, id: MomentId) -> Option<MomentPage> {
    let look = Look::at(state, names, who);
    let moment = moment_view(&look, state.moments.get(&id)?);
    let cited_by = look.cited_by(id.into());
    let mut wanted = Wanted::default();
    wanted.text(&moment.text);
    wanted.ids(&moment.evidence.iter().map(|line| line.id).collect::<Vec<_>>());
    wanted.ids(&cited_by);
    wanted.beside(moment.fallen.as_ref());
    wanted.marked(moment.marked.as_ref());
    Some(MomentPage { moment, cited_by, chips: look.chips(&wanted) })
}

fn moment_view(look: &Look<'_>, moment: &Moment) -> MomentView {
    MomentView {
        id: moment.id,
        occurred: moment.occurred,
        text: Prose(moment.text.clone()),
        stream: moment.stream.as_ref().map(|key| look.stream_link(key)),
        recorded: look.by(&moment.recorded),
        evidence: look.evidence_lines(&moment.cites),
        fallen: look.beside(moment.id),
        marked: look.falls.below(moment.id.into()),
        is_mine: moment.recorded.by == *look.who,
    }
}
