//! The stored form of an event, and the chain that holds the events together.
//!
//! The hash of a record covers the digest of its body, not the bytes, so a body can be taken out and the chain still verifies.
//! Stored bytes are never encoded again. A chain without an anchor outside shows partial change, not a full rewrite or a cut tail.

use crate::apply::{Content, Entry};
use crate::id::{ActorId, CommandId, LedgerId};
use evidence::time::Micros;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

mod chain;
mod text;

pub use chain::{Broken, Chain, Head, verify};

/// The most bytes the body of one event may have.
pub const MAX_BODY_BYTES: usize = 64 * 1024;

/// What stands before the first record.
pub const GENESIS: [u8; 32] = [0; 32];

/// Begins what is hashed, so that no hash made here can be one made elsewhere for something else.
const DOMAIN: &[u8] = b"inquest ledger record 1";

/// The events of one kind of ledger: serialised as `{kind: body}`.
pub trait Kinded: Serialize + DeserializeOwned {
    /// Every kind this build reads, with the version it writes.
    const KINDS: &'static [(&'static str, u16)];

    /// The kind in storage and on the wire.
    fn kind(&self) -> &'static str;
}

/// An event as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The ledger it belongs to.
    pub ledger: LedgerId,
    /// Its place, from 1.
    pub seq: u64,
    /// When it was recorded: never before the record before it.
    pub at: Micros,
    /// What the server's clock said then.
    pub wall: Micros,
    /// Who did it.
    pub actor: ActorId,
    /// The command it came from.
    pub command: CommandId,
    /// The kind of event.
    pub kind: String,
    /// The version of that kind.
    pub version: u16,
    /// Random bytes that keep a short body from being guessed by its digest. Gone with the body.
    #[serde(with = "text::hex_option")]
    pub nonce: Option<[u8; 32]>,
    /// sha256 of nonce and body.
    #[serde(with = "text::hex")]
    pub body_digest: [u8; 32],
    /// The JSON of the event, without its kind; none: it was redacted.
    #[serde(with = "text::utf8_option")]
    pub body: Option<Vec<u8>>,
    /// The hash of the record before it.
    #[serde(with = "text::hex")]
    pub prev_hash: [u8; 32],
    /// Its own hash.
    #[serde(with = "text::hex")]
    pub hash: [u8; 32],
}

/// Where a new record goes: all of it but the event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// The hash of the last record, or [`GENESIS`].
    pub prev_hash: [u8; 32],
    /// The ledger.
    pub ledger: LedgerId,
    /// One more than the last.
    pub seq: u64,
    /// The later of the clock and the last record's time.
    pub at: Micros,
    /// The clock.
    pub wall: Micros,
    /// Who acts.
    pub actor: ActorId,
    /// The command.
    pub command: CommandId,
}

/// An event that does not fit a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an event of kind {kind} has {size_bytes} bytes; at most {MAX_BODY_BYTES} fit: shorten the text, or attach it as a file")]
pub struct TooLarge {
    /// The kind of event.
    pub kind: &'static str,
    /// Bytes of its body.
    pub size_bytes: usize,
}

/// Makes the record of an event. `nonce` must be random and used once.
pub fn seal<E: Kinded>(envelope: Envelope, event: &E, nonce: [u8; 32]) -> Result<Record, TooLarge> {
    let kind = event.kind();
    let version = E::KINDS.iter().find(|known| known.0 == kind).map_or(1, |known| known.1);
    // Our events hold no maps with keys that are not text, which is all that makes this conversion fail; a null would be found by `decode`.
    let mut whole = serde_json::to_value(event).unwrap_or_default();
    let body = whole.get_mut(kind).map(Value::take).unwrap_or_default().to_string().into_bytes();
    if body.len() > MAX_BODY_BYTES {
        return Err(TooLarge { kind, size_bytes: body.len() });
    }
    let mut record = Record {
        ledger: envelope.ledger,
        seq: envelope.seq,
        at: envelope.at,
        wall: envelope.wall,
        actor: envelope.actor,
        command: envelope.command,
        kind: kind.to_owned(),
        version,
        nonce: Some(nonce),
        body_digest: digest_of(&nonce, &body),
        body: Some(body),
        prev_hash: envelope.prev_hash,
        hash: GENESIS,
    };
    record.hash = hash_of(&record);
    Ok(record)
}

/// Reads a record. What cannot be read is an entry too, and says why.
///
/// A shape of an earlier version is made into today's here, between the parse and the typed event, and nowhere else.
pub fn decode<E: Kinded>(record: &Record) -> Entry<E> {
    let event = match &record.body {
        None => Content::Redacted,
        Some(body) => read_body(record, body)
            .map_or_else(|why| Content::Unreadable { kind: record.kind.clone(), version: record.version, why }, Content::Event),
    };
    Entry { seq: record.seq, at: record.at, wall: record.wall, actor: record.actor.clone(), event }
}

fn read_body<E: Kinded>(record: &Record, body: &[u8]) -> Result<E, String> {
    match E::KINDS.iter().find(|known| known.0 == record.kind) {
        None => Err("this version of Inquest does not know the kind; a newer one wrote it".to_owned()),
        Some((_, version)) if *version < record.version => Err(format!("this version of Inquest reads it up to version {version}")),
        Some(_) => serde_json::from_slice::<Value>(body)
            .and_then(|body| serde_json::from_value(Value::Object([(record.kind.clone(), body)].into_iter().collect())))
            .map_err(|error| format!("its body is not what the kind says: {error}")),
    }
}

fn digest_of(nonce: &[u8; 32], body: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update(nonce).chain_update(body).finalize().into()
}

/// sha256 over the domain and every fixed field, each behind its length as eight bytes, most significant first.
fn hash_of(record: &Record) -> [u8; 32] {
    let fields: [&[u8]; 10] = [
        &record.prev_hash,
        record.ledger.0.as_bytes(),
        &record.seq.to_be_bytes(),
        &record.at.0.to_be_bytes(),
        &record.wall.0.to_be_bytes(),
        record.actor.0.as_bytes(),
        record.command.0.as_bytes(),
        record.kind.as_bytes(),
        &record.version.to_be_bytes(),
        &record.body_digest,
    ];
    let mut hasher = Sha256::new_with_prefix(DOMAIN);
    for field in fields {
        // usize is at most 64 bits on every target this is built for.
        hasher.update(u64::try_from(field.len()).unwrap_or(u64::MAX).to_be_bytes());
        hasher.update(field);
    }
    hasher.finalize().into()
}
