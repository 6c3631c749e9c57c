//! Actions in the state: what people did to the system.

use super::Stamp;
use crate::event::{Cite, Effect, Measured};
use crate::id::ActionId;
use evidence::time::Micros;
use serde::{Deserialize, Serialize};

/// A lever: proposed, decided on, done, measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Action {
    /// Its id.
    pub id: ActionId,
    /// What is or was done, in words.
    pub text: String,
    /// What it cites.
    pub cites: Vec<Cite>,
    /// The exact command or change; may be empty.
    pub command: String,
    /// When and by whom it was first written.
    pub proposed: Stamp,
    /// What it is expected to change, chosen before it was done.
    pub expects: Option<(Stamp, Effect)>,
    /// Approved or declined: when, by whom, which, why.
    pub decided: Option<(Stamp, bool, String)>,
    /// That it was done.
    pub done: Option<Done>,
    /// Whoever did it, or somebody who saw it, confirmed it.
    pub confirmed: Option<Stamp>,
    /// What the metric was before and after.
    pub measured: Option<(Stamp, Measured, Measured)>,
}

/// That an action was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {
    /// When and by whom it was recorded.
    pub recorded: Stamp,
    /// When it was done.
    pub at: Micros,
    /// By whom, as the room calls them; empty: by whoever recorded it.
    pub by: String,
}
