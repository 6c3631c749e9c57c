//! What a source said.
//!
//! Pure code: bytes in, a [`Reading`](reading::Reading) out. No I/O, no clock, no randomness; builds for wasm32.
//! What is hard here is honesty: real sources answer 200 for failures, floors for totals and nothing for "no such thing".
//! Every reader must tell four outcomes apart, and the last two must never look like a zero.
//!
//! Without the feature `readers` only the record types, time, numbers, summaries and [`reduce`] remain: what a browser needs.

#[cfg(feature = "readers")]
mod body;
#[cfg(feature = "readers")]
pub mod dsl;
#[cfg(feature = "readers")]
mod json;
#[cfg(feature = "readers")]
pub mod kind;
pub mod number;
#[cfg(feature = "readers")]
pub mod paste;
#[cfg(feature = "readers")]
pub mod prometheus;
#[cfg(feature = "readers")]
pub mod promql;
pub mod query;
pub mod reading;
pub mod reduce;
#[cfg(feature = "readers")]
pub mod request;
#[cfg(feature = "readers")]
pub mod search;
mod shape;
pub mod time;
pub mod transport;
