//! Sources, against servers on the loopback that behave as badly as real ones do.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

mod answers;
mod config;
mod failures;
mod help;
mod lane;
mod pieces;
mod policy;
mod recording;
mod room;
mod stub;
