//! The house ledger: what belongs to no incident. Written by the server and by the command line alike.

use crate::store::{Appended, LedgerKind, Ledgers, StoreError};
use evidence::time::Micros;
use ledger::house::HouseEvent;
use ledger::id::{ActorId, LedgerId, Slug};
use ledger::record::{Envelope, TooLarge, seal};

/// The address of the house ledger. No incident can have it: theirs hold no underscore.
const SLUG: &str = "_house";
/// Its id; one for each data folder.
const ID: &str = "00000000-0000-7000-8000-000000000000";

/// Why something could not be noted.
#[derive(Debug, thiserror::Error)]
pub enum HouseError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system gave no random bytes.
    #[error("could not get random bytes for an event")]
    Random(#[from] getrandom::Error),
    /// It does not fit an event.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// Appends an event to the house ledger, which is made on its first event.
///
/// # Errors
/// [`HouseError`]; nothing was written then.
pub async fn note(store: &dyn Ledgers, now: Micros, event: &HouseEvent) -> Result<(), HouseError> {
    let ledger = LedgerId::from(ID);
    // Taken already means that it is there.
    store.create_ledger(&ledger, LedgerKind::House, &Slug::from(SLUG), now).await?;
    loop {
        let head = store.head(&ledger).await?;
        let command = crate::ids::command();
        let envelope = Envelope {
            prev_hash: head.hash,
            ledger: ledger.clone(),
            seq: head.seq + 1,
            at: head.at.max(now),
            wall: now,
            actor: ActorId::from(crate::ids::SYSTEM),
            command: command.clone(),
        };
        let record = seal(envelope, event, crate::ids::nonce()?)?;
        if store.append(&ledger, head.seq, &command, &[record]).await? == Appended::Written {
            return Ok(());
        }
    }
}
