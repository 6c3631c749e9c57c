//! Who acts and what they may do.

use crate::event::Role;
use crate::id::{ActorId, StreamKey};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Somebody at a door, authenticated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Actor {
    /// Who.
    pub id: ActorId,
    /// A person or a program.
    pub nature: Nature,
    /// By which door, with which limits.
    pub via: Via,
}

/// A person or a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Nature {
    /// A person.
    Person,
    /// A program.
    Agent,
    /// Inquest itself: start-up, the runner.
    System,
}

/// How somebody came in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Via {
    /// Signed in with an account.
    Account {
        /// May manage people and sources.
        admin: bool,
    },
    /// By a join link of this incident, with the link's role. The door has checked incident and expiry.
    Link {
        /// As what.
        role: Role,
    },
    /// By an upload token: may add file evidence to this stream and do nothing else.
    Upload {
        /// The stream.
        stream: StreamKey,
    },
    /// On the server's own machine.
    CommandLine,
}

/// What somebody is called; outside the chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Name {
    /// The name shown.
    pub name: String,
    /// Came by a join link: the name is their own word.
    pub by_link: bool,
    /// A program.
    pub agent: bool,
}

/// What everybody is called, by id. Someone without an entry is shown by their id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Names(pub BTreeMap<ActorId, Name>);
