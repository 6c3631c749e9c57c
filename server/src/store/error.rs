//! What a store could not do.

use ledger::id::LedgerId;
use std::io;
use std::path::PathBuf;

/// Why the store could not do something. What the database or the system said is the source, not part of the text.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database refused or could not be reached.
    #[error("could not {attempted}")]
    Database {
        /// What was attempted, as a verb and its object.
        attempted: &'static str,
        /// What the database said.
        source: sqlx::Error,
    },
    /// The tables could not be brought to this version.
    #[error("could not bring the tables of {database} to the version of this program")]
    Migrate {
        /// Which database; never with its password.
        database: String,
        /// What stood in the way.
        source: sqlx::migrate::MigrateError,
    },
    /// The file system refused.
    #[error("could not {attempted} {}", path.display())]
    Folder {
        /// What was attempted, as a verb.
        attempted: &'static str,
        /// On which file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The folder holds no data.
    #[error("{} holds no data of this program; name the folder that `inquest serve --data` uses", path.display())]
    NoData {
        /// Which folder.
        path: PathBuf,
    },
    /// Another server writes to this data.
    #[error("another server is using {data}; stop it first, or give this one a data folder of its own")]
    InUse {
        /// Which folder or database.
        data: String,
    },
    /// No such ledger.
    #[error("there is no ledger {ledger}")]
    NoLedger {
        /// Which.
        ledger: LedgerId,
    },
    /// What was to be appended is not the continuation of the ledger: a mistake in the calling code, caught before it is kept.
    #[error("records for ledger {ledger} do not follow its event {after_seq}: {why}")]
    NotAChain {
        /// Which ledger.
        ledger: LedgerId,
        /// The last event they should follow.
        after_seq: u64,
        /// In what respect they do not.
        why: String,
    },
    /// A stored row that this code cannot have written.
    #[error("{what} in the database cannot be read: {why}; restore the data from a backup")]
    Damaged {
        /// Which row.
        what: String,
        /// What is wrong with it.
        why: String,
    },
}

impl StoreError {
    /// For `map_err`: the database refused while `attempted`.
    pub(super) fn database(attempted: &'static str) -> impl FnOnce(sqlx::Error) -> Self {
        move |source| Self::Database { attempted, source }
    }
}
