//! The JSON bundle: an incident's ledger and bodies in one file that another Inquest verifies and takes over.
//!
//! Invariant: what is in it hashes to the head it names, so a changed byte is found and named. Names of people are not in it.

use crate::bodies::{Bodies, BodyError, KnownBody, named_by};
use crate::store::{Appended, Created, LedgerKind, Ledgers, StoreError};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use evidence::time::Micros;
use ledger::apply::Content;
use ledger::event::{BodyRef, Event};
use ledger::id::{BodyId, LedgerId, Slug};
use ledger::record::{Chain, Record, decode};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// What the first field says; a later shape has another.
const FORMAT: &str = "inquest bundle 1";
/// Records read and written at a time.
const PAGE: u32 = 500;
/// Ratings are given blind: while an incident is open, nobody reads those of others, in a bundle neither.
const BLIND: &str = "evidence.rated";

/// A bundle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bundle {
    /// What this is, and its version.
    pub format: String,
    /// The incident's address where it came from.
    pub slug: Slug,
    /// The ledger.
    pub ledger: LedgerId,
    /// The last event and its hash in hex.
    pub head: BundleHead,
    /// Every record, from the first.
    pub records: Vec<Record>,
    /// The bodies that the records name and that were there.
    pub bodies: Vec<BundledBody>,
}

/// Where a bundle's chain ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BundleHead {
    /// The seq of the last event.
    pub seq: u64,
    /// Its hash in hex.
    pub hash: String,
}

/// A body in a bundle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BundledBody {
    /// Its id.
    pub body: BodyId,
    /// The media type the source gave.
    pub media_type: String,
    /// Only the first part was kept.
    pub cut: bool,
    /// What goes before the bytes into the digest of the ledger, in hex.
    pub salt: String,
    /// The bytes in base64.
    pub bytes: String,
}

/// Why a bundle could not be made or taken over.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A body could not be read or written.
    #[error(transparent)]
    Body(#[from] BodyError),
    /// It is not whole: the first thing that is wrong.
    #[error("the bundle is not whole: {0}")]
    NotWhole(String),
    /// Another incident has the address.
    #[error("another incident has the address {0}")]
    SlugTaken(Slug),
    /// The ledger is there already, with another end.
    #[error("this incident is here already, and goes on to event {0}")]
    AlreadyHere(u64),
}

/// Makes the bundle of a ledger. `open` says that the incident is not closed.
pub async fn bundle(store: &dyn Ledgers, bodies: &dyn Bodies, ledger: &LedgerId, slug: &Slug, open: bool) -> Result<Bundle, BundleError> {
    let mut records = read_all(store, ledger).await?;
    if open {
        for record in records.iter_mut().filter(|record| record.kind == BLIND) {
            record.body = None;
            record.nonce = None;
        }
    }
    let mut kept = Vec::new();
    for raw in records.iter().filter_map(raw_of) {
        let facts = bodies.facts(ledger, &raw.body).await?;
        let bytes = bodies.read(ledger, &raw.body).await?;
        kept.push(BundledBody {
            body: raw.body,
            media_type: facts.media_type,
            cut: facts.cut,
            salt: facts.salt,
            bytes: STANDARD.encode(bytes),
        });
    }
    let head = records
        .last()
        .map_or(BundleHead { seq: 0, hash: String::new() }, |last| BundleHead { seq: last.seq, hash: hex::encode(last.hash) });
    Ok(Bundle { format: FORMAT.to_owned(), slug: slug.clone(), ledger: ledger.clone(), head, records, bodies: kept })
}

/// Every record of a ledger, from the first.
pub async fn read_all(store: &dyn Ledgers, ledger: &LedgerId) -> Result<Vec<Record>, StoreError> {
    let mut records: Vec<Record> = Vec::new();
    loop {
        let page = store.read_after(ledger, records.last().map_or(0, |last| last.seq), PAGE).await?;
        if page.is_empty() {
            return Ok(records);
        }
        records.extend(page);
    }
}

/// Everything that is wrong with a bundle, one line each; none: it is whole.
pub fn wrongs(bundle: &Bundle) -> Vec<String> {
    let mut wrong = Vec::new();
    if bundle.format != FORMAT {
        return vec![format!("its format is \"{}\", this program reads \"{FORMAT}\"", bundle.format)];
    }
    let mut chain = Chain::default();
    for record in &bundle.records {
        if record.ledger != bundle.ledger {
            wrong.push(format!("event {} belongs to another ledger", record.seq));
        }
        if let Err(broken) = chain.follow(record) {
            wrong.push(broken.to_string());
            return wrong;
        }
    }
    if chain.head.seq != bundle.head.seq || hex::encode(chain.head.hash) != bundle.head.hash {
        wrong.push(format!("it names event {} as its end, and ends with event {}", bundle.head.seq, chain.head.seq));
    }
    let named: BTreeMap<BodyId, BodyRef> = bundle.records.iter().filter_map(raw_of).map(|raw| (raw.body.clone(), raw)).collect();
    for body in &bundle.bodies {
        match named.get(&body.body) {
            None => wrong.push(format!("no event names body {}", body.body)),
            Some(raw) => wrong.extend(wrong_of(body, raw)),
        }
    }
    for body in named.keys().filter(|body| !bundle.bodies.iter().any(|kept| kept.body == **body)) {
        wrong.push(format!("body {body} is missing"));
    }
    wrong
}

fn wrong_of(body: &BundledBody, raw: &BodyRef) -> Option<String> {
    let (Some(salt), Ok(bytes)) = (salt_of(&body.salt), STANDARD.decode(&body.bytes)) else {
        return Some(format!("body {} cannot be read", body.body));
    };
    let digest = hex::encode(Sha256::new_with_prefix(salt).chain_update(&bytes).finalize());
    let whole = digest == raw.digest && u64::try_from(bytes.len()) == Ok(raw.size_bytes);
    (!whole).then(|| format!("body {} does not give the digest that its event holds", body.body))
}

/// Takes a bundle over: bodies first, then the events that name them. One that is here already, with the same end, is left as it is.
pub async fn import(store: &dyn Ledgers, bodies: &dyn Bodies, bundle: &Bundle, slug: &Slug, now: Micros) -> Result<u64, BundleError> {
    if let Some(wrong) = wrongs(bundle).into_iter().next() {
        return Err(BundleError::NotWhole(wrong));
    }
    match store.find_ledger(slug).await? {
        Some(here) if here == bundle.ledger => {
            let head = store.head(&here).await?;
            if head.seq == bundle.head.seq && hex::encode(head.hash) == bundle.head.hash {
                return Ok(0);
            }
            if head.seq > 0 {
                return Err(BundleError::AlreadyHere(head.seq));
            }
        }
        Some(_) => return Err(BundleError::SlugTaken(slug.clone())),
        None => {}
    }
    for body in &bundle.bodies {
        let (Some(salt), Ok(bytes)) = (salt_of(&body.salt), STANDARD.decode(&body.bytes)) else {
            return Err(BundleError::NotWhole(format!("body {} cannot be read", body.body)));
        };
        let known = KnownBody { body: body.body.clone(), salt };
        let mut writer = bodies.begin_known(&bundle.ledger, known, &body.media_type).await?;
        writer.write(&bytes).await?;
        writer.finish(body.cut).await?;
    }
    if store.create_ledger(&bundle.ledger, LedgerKind::Incident, slug, now).await? == Created::SlugTaken
        && store.find_ledger(slug).await?.as_ref() != Some(&bundle.ledger)
    {
        return Err(BundleError::SlugTaken(slug.clone()));
    }
    // What one command made is appended as a whole, as it was.
    for made in bundle.records.chunk_by(|one, next| one.command == next.command) {
        let Some(first) = made.first() else { continue };
        if let Appended::Conflict { last_seq } = store.append(&bundle.ledger, first.seq - 1, &first.command, made).await? {
            return Err(BundleError::AlreadyHere(last_seq));
        }
    }
    Ok(bundle.head.seq)
}

fn salt_of(text: &str) -> Option<[u8; 32]> {
    hex::decode(text).ok()?.try_into().ok()
}

fn raw_of(record: &Record) -> Option<BodyRef> {
    match decode::<Event>(record).event {
        Content::Event(event) => named_by(&event).cloned(),
        Content::Redacted | Content::Unreadable { .. } => None,
    }
}
