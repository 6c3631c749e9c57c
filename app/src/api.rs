//! The whole surface between browser and server: records, the [`Backend`](backend::Backend) the server implements, server functions.
//!
//! Server functions are public HTTP endpoints under `/rpc`; each is a thin form over one Backend method, which authorises and validates.

pub mod account;
pub mod actions;
#[cfg(feature = "ssr")]
pub mod backend;
pub mod codec;
#[cfg(feature = "ssr")]
mod door;
pub mod error;
pub mod hypotheses;
pub mod proofs;
pub mod read;
pub mod records;
pub mod write;
