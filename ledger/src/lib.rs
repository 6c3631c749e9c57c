//! The investigation.
//!
//! Pure code: events, the fold ([`apply`](apply::apply), total), the decision ([`decide`](decide::decide)) and the views.
//! No I/O, no clock, no randomness; builds for wasm32. The server and the browser run this very code.
//! What is hard here: nothing may ever be edited or lost, so every correction is an event, and the fold takes any events in any order.

pub mod actor;
pub mod apply;
pub mod command;
pub mod decide;
pub mod event;
mod falls;
pub mod house;
pub mod id;
pub mod may;
pub mod post_mortem;
pub mod ratings;
pub mod record;
pub mod refusal;
pub mod rules;
pub mod state;
pub mod text;
pub mod view;
