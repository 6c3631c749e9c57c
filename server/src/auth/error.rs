//! Why somebody was not let in.

use crate::store::StoreError;
use ledger::id::ActorId;

/// Why an account, a session or a link was refused.
#[derive(Debug, thiserror::Error)]
pub enum AuthError {
    /// A name nobody can have.
    #[error("this name cannot be used: {why}")]
    BadName {
        /// In what respect.
        why: &'static str,
    },
    /// A password nobody should have.
    #[error("this password cannot be used: {why}")]
    BadPassword {
        /// In what respect.
        why: &'static str,
    },
    /// There is an account of this name.
    #[error("the name \"{name}\" is taken, perhaps in another case; choose another name")]
    NameTaken {
        /// Which.
        name: String,
    },
    /// No account of this id.
    #[error("there is no account {actor}")]
    NoSuchPerson {
        /// Which.
        actor: ActorId,
    },
    /// The password could not be hashed, or what is kept of it cannot be read.
    #[error("could not compare a password with what is kept of it")]
    Hash(#[source] argon2::password_hash::Error),
    /// The system gave no random bytes.
    #[error("could not get random bytes for a secret")]
    Random(#[from] getrandom::Error),
    /// The server is stopping.
    #[error("the server is stopping; try again when it is back")]
    Stopping,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
