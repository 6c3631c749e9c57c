//! Checks that records hang together.

use super::{GENESIS, Record, digest_of, hash_of};
use crate::id::LedgerId;
use evidence::time::Micros;
use std::borrow::Borrow;

/// Where a chain ends. Printed with every export: it is what an outside anchor would hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The ledger; none while the chain is empty.
    pub ledger: Option<LedgerId>,
    /// The last seq; 0 while the chain is empty.
    pub seq: u64,
    /// The last record's time.
    pub at: Micros,
    /// The last record's hash.
    pub hash: [u8; 32],
}

/// The first place where a chain does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the chain breaks at event {seq}: {what}")]
pub struct Broken {
    /// Which record.
    pub seq: u64,
    /// What is wrong with it.
    pub what: String,
}

/// A chain that is followed record by record, so that a ledger need not be in memory as a whole.
#[derive(Clone, Debug)]
pub struct Chain {
    /// Where it ends so far.
    pub head: Head,
}

impl Default for Chain {
    fn default() -> Self {
        Self { head: Head { ledger: None, seq: 0, at: Micros(i64::MIN), hash: GENESIS } }
    }
}

impl Chain {
    /// Takes the next record, if it fits.
    pub fn follow(&mut self, record: &Record) -> Result<(), Broken> {
        if let Some(what) = self.misfit(record) {
            return Err(Broken { seq: record.seq, what });
        }
        self.head = Head { ledger: Some(record.ledger.clone()), seq: record.seq, at: record.at, hash: record.hash };
        Ok(())
    }

    fn misfit(&self, record: &Record) -> Option<String> {
        if record.seq != self.head.seq.saturating_add(1) {
            return Some(format!("it follows event {}, so records are missing, doubled or out of order", self.head.seq));
        }
        if self.head.ledger.as_ref().is_some_and(|ledger| *ledger != record.ledger) {
            return Some("it belongs to another ledger".to_owned());
        }
        if record.prev_hash != self.head.hash {
            return Some("it does not name the hash of the record before it".to_owned());
        }
        if record.at < self.head.at {
            return Some("it was recorded before the record before it".to_owned());
        }
        if record.hash != hash_of(record) {
            return Some("its fields do not give its hash".to_owned());
        }
        match (&record.nonce, &record.body) {
            (Some(nonce), Some(body)) if record.body_digest == digest_of(nonce, body) => None,
            (Some(_), Some(_)) => Some("its body does not give its digest".to_owned()),
            (None, None) => None,
            (Some(_), None) | (None, Some(_)) => Some("a redaction takes body and nonce; here only one of them is gone".to_owned()),
        }
    }
}

/// Follows a whole ledger from its first record.
pub fn verify(records: impl IntoIterator<Item = impl Borrow<Record>>) -> Result<Head, Broken> {
    let mut chain = Chain::default();
    for record in records {
        chain.follow(record.borrow())?;
    }
    Ok(chain.head)
}
