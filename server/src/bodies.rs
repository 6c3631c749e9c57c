//! Bodies of evidence: the bytes of answers, files and pictures, kept apart from the ledgers.
//!
//! What is hard here: a body must be whole on disk before the event that names it is written, and nothing of a body that was
//! given up may stay. So bytes go to a temporary file in the same folder, are hashed as they pass, and get their name only at
//! the end, after the file and before the folder are made durable. No event names a body that has not got its name.
//!
//! Bodies are never shared between ledgers: taking something out of one incident must not depend on another.

mod files;
mod writer;

pub use files::FileBodies;
pub use writer::BodyWriter;

use async_trait::async_trait;
use ledger::event::{BodyRef, Event};
use ledger::id::{BodyId, LedgerId};
use std::collections::HashSet;
use std::io;
use std::path::PathBuf;

/// How large a body may be unless its caller says otherwise, in decoded bytes.
pub const DEFAULT_LIMIT_BYTES: u64 = 32 * 1024 * 1024;

/// Where bodies live.
#[async_trait]
pub trait Bodies: Send + Sync {
    /// Starts a body. Nothing is kept until the writer is finished; how much may be written is the caller's to say.
    async fn begin(&self, ledger: &LedgerId, media_type: &str) -> Result<BodyWriter, BodyError>;

    /// The same with an id and a salt that are given: for what is the same everywhere and holds no secret. Written twice, it is there once.
    async fn begin_known(&self, ledger: &LedgerId, known: KnownBody, media_type: &str) -> Result<BodyWriter, BodyError>;

    /// The decoded bytes of a body, as many as were written under it, checked against their digest.
    async fn read(&self, ledger: &LedgerId, body: &BodyId) -> Result<Vec<u8>, BodyError>;

    /// What is known of a body without reading it.
    async fn facts(&self, ledger: &LedgerId, body: &BodyId) -> Result<BodyFacts, BodyError>;

    /// Reads a body and compares it with what an event says of it: size and salted digest.
    async fn check(&self, ledger: &LedgerId, raw: &BodyRef) -> Result<(), BodyError>;

    /// Removes bodies that no event names and what was never finished, and answers how many files that were.
    ///
    /// Bodies begun since this value was made are left alone: their events may be still to come. So it may run beside requests,
    /// but only in the one process that writes bodies.
    async fn sweep(&self, known: &HashSet<(LedgerId, BodyId)>) -> Result<u64, BodyError>;
}

/// Id and salt of a body, where they are not to be random.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownBody {
    /// Its id: lower case letters, digits and dashes.
    pub body: BodyId,
    /// What goes before the bytes into the digest that the ledger keeps.
    pub salt: [u8; 32],
}

/// What is known of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyFacts {
    /// sha256 of the decoded bytes, in hex. Shown while the body exists, and gone with it.
    pub sha256: String,
    /// How many decoded bytes.
    pub size_bytes: u64,
    /// The media type the source gave; may be empty.
    pub media_type: String,
    /// Only the first part was kept.
    pub cut: bool,
    /// What goes before the bytes into the digest of the ledger, in hex. It leaves the server in a bundle only, beside the bytes.
    pub salt: String,
}

/// Why a body could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum BodyError {
    /// The file system refused; a full disk and missing rights end here.
    #[error("could not {attempted} {}", path.display())]
    Io {
        /// What was attempted, as a verb.
        attempted: &'static str,
        /// On which file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// An id that could lead out of the folder, or that no body can have.
    #[error("\"{0}\" cannot be the id of a ledger or body")]
    NotAnId(String),
    /// No such body: never written, swept or redacted.
    #[error("body {body} is not kept in this data folder")]
    Missing {
        /// Which.
        body: BodyId,
    },
    /// What is on disk is not what was written.
    #[error("body {body} is damaged: {what}; restore it from a backup")]
    Damaged {
        /// Which.
        body: BodyId,
        /// In what respect.
        what: String,
    },
    /// The system gave no random bytes for the salt.
    #[error("could not get random bytes for the salt of a body")]
    Random(#[source] getrandom::Error),
    /// The writing thread is gone: an earlier write failed, or the server is stopping.
    #[error("the body was given up before it was finished")]
    GivenUp,
}

/// The body that an event names, if it names one: what [`Bodies::sweep`] must keep and `inquest verify` checks.
pub fn named_by(event: &Event) -> Option<&BodyRef> {
    match event {
        Event::QueryAnswered { raw, .. } | Event::EvidenceAdded { raw, .. } => raw.as_ref(),
        _ => None,
    }
}
