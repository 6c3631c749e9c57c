//! What screens show: pure functions of the state, the names and who looks.
//!
//! No clock: a view holds absolute times, and whoever shows it makes ages of them. Texts travel as [`Prose`](crate::text::Prose) and
//! are parsed where they are shown. The server renders a view into the page; the browser computes the same view from the state it folds.

pub mod action;
pub mod chat;
pub mod chip;
pub mod contradiction;
pub mod evidence;
pub mod finding;
pub mod header;
pub mod hypothesis;
pub(crate) mod look;
pub mod matrix;
pub mod moment;
pub mod note;
pub mod parts;
pub mod post_mortem;
pub mod prediction;
pub mod question;
pub mod room;
pub mod row;
pub mod stream;
pub mod thing;
