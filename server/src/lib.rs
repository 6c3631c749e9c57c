//! The only place with I/O: store, sources, sign-in, routes, command line.

pub mod auth;
pub mod bodies;
pub mod bundle;
pub mod cli;
pub mod clock;
pub mod config;
pub mod demo;
pub mod engine;
pub mod house;
pub mod http;
pub mod ids;
pub mod serve;
pub mod sources;
pub mod store;
