//! The commands of the server itself.

use crate::event::{BodyRef, QueryEnd, Replayed};
use crate::id::EvidenceId;
use evidence::reading::Summary;
use evidence::time::Micros;

/// What the server itself writes. No door takes these: the store's runner and start-up make them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SystemCommand {
    /// A source answered, or could not be asked. Never refused.
    RecordAnswer {
        /// Which query.
        evidence: EvidenceId,
        /// What the answer says.
        summary: Box<Summary>,
        /// The raw answer.
        raw: Option<BodyRef>,
        /// When the request left.
        executed_at: Micros,
        /// From sending to the last byte.
        took_us: i64,
        /// The HTTP status.
        status: Option<u16>,
        /// Product and version of the source.
        source_build: Option<String>,
        /// A recording answered.
        replayed: Option<Replayed>,
    },
    /// A query ended without an answer. Nothing happens if it has ended already.
    EndQuery {
        /// Which.
        evidence: EvidenceId,
        /// How.
        how: QueryEnd,
        /// Details.
        why: String,
    },
}
