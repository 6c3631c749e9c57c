//! The pages, one file each.

pub mod hypotheses;
pub mod incidents;
pub mod join;
pub mod new_incident;
pub mod post_mortem;
pub mod sign_in;
pub mod stream;
pub mod thing;
pub mod war_room;
