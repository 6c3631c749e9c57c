//! The incident rooms: states, the write path, the query path.
//!
//! Write path: state (cached, plus what is new in the store) -> `may` -> `decide` -> append with the expected seq -> nudge.
//! Query path: the same for `AskQuery`, which mints the evidence id; then the source's lane, the fetch, the reading, and `QueryAnswered`.

mod backend;
mod effects;
mod execute;
mod house;
mod people;
mod results;
mod rooms;
mod runs;

pub use effects::of_spread;
pub use execute::Executed;
pub use results::raw_of;
pub use rooms::{Room, Tail};

use crate::auth::Auth;
use crate::bodies::Bodies;
use crate::clock::Clock;
use crate::sources::Sources;
use crate::store::Ledgers;
use app::api::error::ApiError;
use ledger::id::{LedgerId, Slug};
use std::sync::Arc;

/// Everything a request can reach. Cheap to clone.
#[derive(Clone)]
pub struct Engine(Arc<Inner>);

/// What an [`Engine`] is made of.
pub struct Parts {
    /// Ledgers and events.
    pub store: Arc<dyn Ledgers>,
    /// Bodies of evidence.
    pub bodies: Arc<dyn Bodies>,
    /// People, sessions, links, tokens.
    pub auth: Auth,
    /// Configured sources.
    pub sources: Sources,
    /// The time.
    pub clock: Clock,
    /// The build of the browser's code.
    pub build: String,
    /// The address people use, for links; without a trailing slash.
    pub public_url: String,
    /// Visitors may be whoever they pick; loopback only.
    pub demo: bool,
}

struct Inner {
    parts: Parts,
    rooms: rooms::Rooms,
    runs: runs::Runs,
}

impl std::ops::Deref for Engine {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0.parts
    }
}

impl Engine {
    /// Puts the parts together. Nothing is read yet: rooms are loaded when somebody enters.
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(Inner { parts, rooms: rooms::Rooms::default(), runs: runs::Runs::default() }))
    }

    /// The ledger at an address; `Missing` if there is none.
    pub async fn ledger_at(&self, slug: &Slug) -> Result<LedgerId, ApiError> {
        self.store.find_ledger(slug).await.map_err(failed)?.ok_or(ApiError::Missing)
    }
}

/// A failure of the server itself: the reader gets a reference, the log gets the chain of causes.
pub fn failed(error: impl std::error::Error) -> ApiError {
    let reference = crate::ids::reference();
    let mut causes = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        causes = format!("{causes}: {cause}");
        source = cause.source();
    }
    tracing::error!(reference, causes, "request failed");
    ApiError::Failed { reference }
}
