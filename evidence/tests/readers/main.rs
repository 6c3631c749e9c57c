//! The readers, from outside: recorded answers, known traps, pasted text, requests, properties.
//!
//! Expected values come from the recorded answers themselves or were computed apart from this crate.
#![expect(
    clippy::panic,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking, outside of test functions too"
)]

mod cases;
mod paste;
mod pieces;
mod prometheus_samples;
mod properties;
mod readings;
mod reduce;
mod requests;
mod search_samples;
mod support;
mod tables;
mod times;
