//! What belongs to no incident, and the housekeeping at start.

use super::{Engine, failed};
use crate::bodies::named_by;
use crate::store::{Appended, Created, LedgerKind};
use app::api::error::ApiError;
use ledger::apply::Content;
use ledger::house::HouseEvent;
use ledger::id::{LedgerId, Slug};
use ledger::record::{Envelope, decode, seal};
use std::collections::HashSet;

/// The address of the house ledger. No incident can have it: theirs hold no underscore.
const HOUSE: &str = "_house";
/// Its id; one for each data folder.
const HOUSE_ID: &str = "00000000-0000-7000-8000-000000000000";

impl Engine {
    /// Records that the server came up, with the digest of its configuration.
    pub async fn note_start(&self, config_digest: &str) -> Result<(), ApiError> {
        let sources = self.sources.cards().into_iter().map(|card| card.name).collect();
        let version = env!("CARGO_PKG_VERSION").to_owned();
        self.note(&HouseEvent::ServerStarted { version, config_digest: config_digest.to_owned(), sources }).await
    }

    /// Appends an event to the house ledger.
    pub async fn note(&self, event: &HouseEvent) -> Result<(), ApiError> {
        let (ledger, slug, now) = (LedgerId::from(HOUSE_ID), Slug::from(HOUSE), self.clock.now());
        match self.store.create_ledger(&ledger, LedgerKind::House, &slug, now).await.map_err(failed)? {
            Created::Yes | Created::SlugTaken => {}
        }
        loop {
            let head = self.store.head(&ledger).await.map_err(failed)?;
            let command = crate::ids::command();
            let envelope = Envelope {
                prev_hash: head.hash,
                ledger: ledger.clone(),
                seq: head.seq + 1,
                at: head.at.max(now),
                wall: now,
                actor: super::execute::system().id,
                command: command.clone(),
            };
            let record = seal(envelope, event, crate::ids::nonce().map_err(failed)?).map_err(failed)?;
            if self.store.append(&ledger, head.seq, &command, &[record]).await.map_err(failed)? == Appended::Written {
                return Ok(());
            }
        }
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
