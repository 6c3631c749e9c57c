//! The lock convoy as data: series and log lines, from a fixed seed.
//!
//! Pure: no clock, no randomness, no I/O. The same source gives the same bytes on every machine, so that a recording
//! made from it can be checked byte for byte. Where the account of the incident gives a number, that number is a
//! constant here; what lies between two of them is made by [`noise`] and the README of this crate says so.

pub mod cluster;
pub mod convoy;
pub mod logs;
pub mod metrics;
pub mod noise;
mod openmetrics;
pub mod time;
