//! The page of the post-mortem.

use crate::actor::Names;
use crate::id::ActorId;
use crate::post_mortem::{Document, ids_of, post_mortem};
use crate::state::State;
use crate::view::chip::Chips;
use crate::view::look::{Look, Wanted};
use serde::{Deserialize, Serialize};

/// The page of the post-mortem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostMortemPage {
    /// The document as it would be exported now.
    pub document: Document,
    /// What its texts cite.
    pub chips: Chips,
}

/// Makes the page; none while the incident is not open.
pub fn post_mortem_page(state: &State, names: &Names, who: &ActorId) -> Option<PostMortemPage> {
    let document = post_mortem(state)?;
    let mut wanted = Wanted::default();
    wanted.ids(&ids_of(&document));
    wanted.ids(&document.lint.iter().filter_map(crate::post_mortem::Lint::opens).collect::<Vec<_>>());
    Some(PostMortemPage { chips: Look::at(state, names, who).chips(&wanted), document })
}
