//! The commands that concern actions: people hold the levers.

use crate::event::{Effect, Measured};
use crate::id::ActionId;
use evidence::time::Micros;
use serde::{Deserialize, Serialize};

/// What somebody wants to do about an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case")]
pub enum ActionCommand {
    /// Proposes an action.
    Propose {
        /// What would be done.
        text: String,
        /// The exact command or change; may be empty.
        how: String,
        /// What it is to change; may follow until it is done.
        effect: Option<Effect>,
    },
    /// Says what an action is to change.
    Expect {
        /// Which.
        action: ActionId,
        /// What.
        effect: Effect,
    },
    /// Approves or declines an action.
    Decide {
        /// Which.
        action: ActionId,
        /// Approves; else declines, with a reason.
        approve: bool,
        /// Why.
        why: String,
    },
    /// Records that something was done, proposed before or not.
    Done {
        /// The proposal; none: it was not proposed here.
        action: Option<ActionId>,
        /// What was done, if it was not proposed here.
        text: String,
        /// By whom, as the room calls them; empty: by the actor.
        by: String,
        /// When.
        at: Micros,
        /// The exact command or change; empty: as proposed, or not known.
        how: String,
    },
    /// Says that an action was done as recorded.
    Confirm {
        /// Which.
        action: ActionId,
    },
    /// Compares the metric of an action before and after. The server reads the numbers; no door takes them.
    Measure {
        /// Which.
        action: ActionId,
        /// Before it.
        before: Measured,
        /// After it.
        after: Measured,
    },
}
