//! What belongs to no incident, and the housekeeping at start.

use super::{Engine, failed};
use crate::bodies::named_by;
use crate::house::note;
use app::api::error::ApiError;
use ledger::apply::Content;
use ledger::house::HouseEvent;
use ledger::record::decode;
use std::collections::HashSet;

impl Engine {
    /// Records that the server came up, with the digest of its configuration.
    pub async fn note_start(&self, config_digest: &str) -> Result<(), ApiError> {
        let sources = self.sources.cards().into_iter().map(|card| card.name).collect();
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let event = HouseEvent::ServerStarted { version, config_digest: config_digest.to_owned(), sources };
        note(self.store.as_ref(), self.clock.now(), &event).await.map_err(failed)
    }

    /// Removes bodies that no event names; answers how many.
    pub async fn sweep_bodies(&self) -> Result<u64, ApiError> {
        let mut known = HashSet::new();
        for row in self.store.list_ledgers().await.map_err(failed)? {
            let mut after = 0;
            loop {
                let records = self.store.read_after(&row.ledger, after, 1000).await.map_err(failed)?;
                let Some(last) = records.last() else { break };
                after = last.seq;
                for record in &records {
                    if let Content::Event(event) = decode(record).event
                        && let Some(raw) = named_by(&event)
                    {
                        known.insert((row.ledger.clone(), raw.body.clone()));
                    }
                }
            }
        }
        self.bodies.sweep(&known).await.map_err(failed)
    }
}
