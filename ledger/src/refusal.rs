//! A command that was not accepted, and what to do about it.

use serde::{Deserialize, Serialize};

/// Why a command was refused. Nothing was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{what}: {why}")]
pub struct Refusal {
    /// What kind of refusal.
    pub kind: RefusalKind,
    /// What was attempted, on what.
    pub what: String,
    /// Why not.
    pub why: String,
    /// What to do next.
    pub todo: String,
}

/// The kinds a door tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefusalKind {
    /// The actor may not (403).
    Forbidden,
    /// What it names is not there (404).
    Missing,
    /// What was typed is not usable (422).
    Invalid,
    /// It no longer fits the state: closed, answered, already retracted (409).
    Conflict,
    /// This server must not write to this incident (409).
    ReadOnly,
}

impl Refusal {
    /// A refusal of a kind: what was attempted on what, why not, what to do next.
    pub fn new(kind: RefusalKind, what: impl Into<String>, why: impl Into<String>, todo: impl Into<String>) -> Self {
        Self { kind, what: what.into(), why: why.into(), todo: todo.into() }
    }
}
