//! Tests of the investigation, through its public interface only.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that meets what it does not expect fails, and says where"
)]

mod absences;
mod actions;
mod chain;
mod contradictions;
mod decisions;
mod desk;
mod every_kind;
mod falls;
mod folding;
mod golden;
mod hypotheses;
mod matrix;
mod permits;
mod predictions;
mod roles;
mod stories;
mod texts;
mod views;
