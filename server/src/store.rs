//! The store: ledgers and their events, on SQLite or Postgres; people and what lets them in, on SQLite.
//!
//! What is hard here: an answer "written" must mean that it is on disk, that nobody else wrote in between, and that a repeated
//! command wrote once. So every append is one transaction that names the last seq it knows and the command it carries out.
//! SQL lives in this folder and nowhere else.

mod error;
mod folder;
pub mod links;
mod migrations;
pub mod people;
mod postgres;
mod rows;
mod sqlite;

pub use error::StoreError;
pub use folder::{DataFolder, WriterLock};
pub use people::People;
pub use postgres::PostgresStore;
pub use sqlite::SqliteStore;

use async_trait::async_trait;
use evidence::time::Micros;
use ledger::id::{CommandId, LedgerId, Slug};
use ledger::record::Record;

/// Ledgers and their events. One contract test runs every method on each implementation.
#[async_trait]
pub trait Ledgers: Send + Sync {
    /// Creates an empty ledger under an address, unless another has it.
    async fn create_ledger(&self, ledger: &LedgerId, kind: LedgerKind, slug: &Slug, at: Micros) -> Result<Created, StoreError>;

    /// The ledger at an address.
    async fn find_ledger(&self, slug: &Slug) -> Result<Option<LedgerId>, StoreError>;

    /// Every ledger, oldest first.
    async fn list_ledgers(&self) -> Result<Vec<LedgerRow>, StoreError>;

    /// The end of a ledger's chain.
    async fn head(&self, ledger: &LedgerId) -> Result<Head, StoreError>;

    /// Adds what one command made, all or nothing; when it answers `Written`, the records are on disk.
    ///
    /// The records must follow `expected_seq` without a gap, and must be sealed onto the hash of that event.
    /// A command that was carried out before is `Repeated`, whatever is expected or given now.
    async fn append(&self, ledger: &LedgerId, expected_seq: u64, command: &CommandId, records: &[Record]) -> Result<Appended, StoreError>;

    /// The records after a seq in order, at most `limit`.
    async fn read_after(&self, ledger: &LedgerId, after_seq: u64, limit: u32) -> Result<Vec<Record>, StoreError>;

    /// First and last seq of what a command made, if it was carried out.
    async fn find_command(&self, ledger: &LedgerId, command: &CommandId) -> Result<Option<(u64, u64)>, StoreError>;

    /// A number that differs whenever another process has written since. Writes of this one may change it as well.
    async fn data_version(&self) -> Result<i64, StoreError>;

    /// Makes this process the one server of the data until the lock is dropped; refused while another holds it.
    async fn lock_writer(&self) -> Result<WriterLock, StoreError>;

    /// Finishes what is being written and lets go of the files.
    async fn close(&self);
}

/// What a ledger is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LedgerKind {
    /// What belongs to no incident: source switches, start-ups, people.
    House,
    /// One incident.
    Incident,
}

/// The outcome of [`Ledgers::create_ledger`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    /// It is there now.
    Yes,
    /// Another ledger has this address.
    SlugTaken,
}

/// A ledger in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerRow {
    /// Its id.
    pub ledger: LedgerId,
    /// What it is for.
    pub kind: LedgerKind,
    /// Its address.
    pub slug: Slug,
    /// When it was created.
    pub created_at: Micros,
    /// The seq of its last event; 0 while it is empty.
    pub last_seq: u64,
}

/// The end of a chain; seq 0, time 0 and 32 zero bytes for an empty ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The last event's seq.
    pub seq: u64,
    /// Its time.
    pub at: Micros,
    /// Its hash.
    pub hash: [u8; 32],
}

/// The outcome of [`Ledgers::append`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// On disk.
    Written,
    /// Nothing was written: the ledger does not end at the expected seq.
    Conflict {
        /// Where it ends.
        last_seq: u64,
    },
    /// Nothing was written: this command was carried out before.
    Repeated {
        /// The first event it made.
        first_seq: u64,
        /// The last.
        last_seq: u64,
    },
}
