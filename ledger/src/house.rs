//! The house ledger: what belongs to no incident. The same records, the same chain.

use crate::id::ActorId;
use crate::record::Kinded;
use serde::{Deserialize, Serialize};

/// One event of the house. The name in `rename` is its kind in storage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HouseEvent {
    /// The server came up.
    #[serde(rename = "server.started")]
    ServerStarted {
        /// The version of Inquest.
        version: String,
        /// sha256 of the configuration without its secrets, in hex.
        config_digest: String,
        /// The names of the configured sources.
        sources: Vec<String>,
    },
    /// Somebody got an account.
    #[serde(rename = "person.added")]
    PersonAdded {
        /// Who; the name stands outside the chain.
        actor: ActorId,
    },
    /// Somebody switched a source on or off.
    #[serde(rename = "source.switched")]
    SourceSwitched {
        /// Which.
        source: String,
        /// On or off.
        on: bool,
        /// Why.
        why: String,
    },
}

impl Kinded for HouseEvent {
    const KINDS: &'static [(&'static str, u16)] = &[("server.started", 1), ("person.added", 1), ("source.switched", 1)];

    fn kind(&self) -> &'static str {
        match self {
            Self::ServerStarted { .. } => "server.started",
            Self::PersonAdded { .. } => "person.added",
            Self::SourceSwitched { .. } => "source.switched",
        }
    }
}
