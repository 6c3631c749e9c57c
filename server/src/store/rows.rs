//! Rows and the statements both databases understand: what one of them would keep apart would drift apart.

use super::{Head, LedgerKind, LedgerRow, StoreError};
use evidence::time::Micros;
use ledger::id::{ActorId, CommandId, LedgerId, Slug};
use ledger::record::{Chain, Record};

pub(super) const INSERT_LEDGER: &str =
    "insert into ledgers (ledger_id, kind, slug, created_at_us) values ($1, $2, $3, $4) on conflict (slug) do nothing";

pub(super) const FIND_LEDGER: &str = "select ledger_id from ledgers where slug = $1";

pub(super) const LIST_LEDGERS: &str = "select l.ledger_id, l.kind, l.slug, l.created_at_us, \
     coalesce((select max(e.seq) from events e where e.ledger_id = l.ledger_id), 0) \
     from ledgers l order by l.created_at_us, l.ledger_id";

/// Answers no row for a ledger that does not exist, and one of nulls for an empty one.
pub(super) const HEAD: &str = "select e.seq, e.at_us, e.hash from ledgers l left join events e on e.ledger_id = l.ledger_id \
     where l.ledger_id = $1 order by e.seq desc limit 1";

pub(super) const FIND_COMMAND: &str = "select first_seq, last_seq from commands where ledger_id = $1 and command_id = $2";

pub(super) const INSERT_COMMAND: &str = "insert into commands (ledger_id, command_id, first_seq, last_seq) values ($1, $2, $3, $4)";

pub(super) const INSERT_EVENT: &str = "insert into events \
     (ledger_id, seq, at_us, wall_us, actor_id, kind, version, nonce, body_digest, body, prev_hash, hash, command_id) \
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";

pub(super) const READ_AFTER: &str = "select seq, at_us, wall_us, actor_id, kind, version, nonce, body_digest, body, prev_hash, hash, command_id \
     from events where ledger_id = $1 and seq > $2 order by seq limit $3";

/// A row of [`READ_AFTER`].
pub(super) type EventRow = (i64, i64, i64, String, String, i64, Option<Vec<u8>>, Vec<u8>, Option<Vec<u8>>, Vec<u8>, Vec<u8>, String);

/// A row of [`HEAD`].
pub(super) type HeadRow = (Option<i64>, Option<i64>, Option<Vec<u8>>);

/// Statements bind parameters one by one, on two types of query that share no trait; this is the one list of them.
macro_rules! bind_event {
    ($query:expr, $record:expr) => {
        $query
            .bind(&$record.ledger.0)
            .bind($crate::store::rows::to_column($record.seq)?)
            .bind($record.at.0)
            .bind($record.wall.0)
            .bind(&$record.actor.0)
            .bind(&$record.kind)
            .bind(i64::from($record.version))
            .bind($record.nonce.as_ref().map(<[u8; 32]>::as_slice))
            .bind($record.body_digest.as_slice())
            .bind($record.body.as_deref())
            .bind($record.prev_hash.as_slice())
            .bind($record.hash.as_slice())
            .bind(&$record.command.0)
    };
}
pub(super) use bind_event;

pub(super) fn record_of(ledger: &LedgerId, row: EventRow) -> Result<Record, StoreError> {
    let (seq, at_us, wall_us, actor, kind, version, nonce, body_digest, body, prev_hash, hash, command) = row;
    let what = || format!("event {seq} of ledger {ledger}");
    Ok(Record {
        ledger: ledger.clone(),
        seq: from_column(seq, what)?,
        at: Micros(at_us),
        wall: Micros(wall_us),
        actor: ActorId(actor),
        command: CommandId(command),
        kind,
        version: u16::try_from(version).map_err(|_| damaged(what(), format!("version {version} is out of range")))?,
        nonce: nonce.map(|bytes| digest_of(bytes, what)).transpose()?,
        body_digest: digest_of(body_digest, what)?,
        body,
        prev_hash: digest_of(prev_hash, what)?,
        hash: digest_of(hash, what)?,
    })
}

pub(super) fn head_of(ledger: &LedgerId, row: Option<HeadRow>) -> Result<Head, StoreError> {
    match row {
        None => Err(StoreError::NoLedger { ledger: ledger.clone() }),
        Some((Some(seq), Some(at_us), Some(hash))) => {
            let what = || format!("event {seq} of ledger {ledger}");
            Ok(Head { seq: from_column(seq, what)?, at: Micros(at_us), hash: digest_of(hash, what)? })
        }
        Some(_) => Ok(Head { seq: 0, at: Micros(0), hash: ledger::record::GENESIS }),
    }
}

pub(super) fn command_of(command: &CommandId, row: Option<(i64, i64)>) -> Result<Option<(u64, u64)>, StoreError> {
    let what = || format!("command {command}");
    row.map(|(first_seq, last_seq)| Ok((from_column(first_seq, what)?, from_column(last_seq, what)?))).transpose()
}

pub(super) fn ledger_of(row: (String, String, String, i64, i64)) -> Result<LedgerRow, StoreError> {
    let (id, kind, slug, created_at_us, last_seq) = row;
    let what = || format!("ledger {id}");
    let kind = match kind.as_str() {
        "house" => LedgerKind::House,
        "incident" => LedgerKind::Incident,
        other => return Err(damaged(what(), format!("\"{other}\" is not a kind of ledger"))),
    };
    let last_seq = from_column(last_seq, what)?;
    Ok(LedgerRow { ledger: LedgerId(id), kind, slug: Slug(slug), created_at: Micros(created_at_us), last_seq })
}

pub(super) fn kind_column(kind: LedgerKind) -> &'static str {
    match kind {
        LedgerKind::House => "house",
        LedgerKind::Incident => "incident",
    }
}

/// Databases count in i64. A seq beyond it has no row.
pub(super) fn to_column(seq: u64) -> Result<i64, StoreError> {
    i64::try_from(seq).map_err(|_| damaged(format!("seq {seq}"), "it is beyond what a database counts".to_owned()))
}

/// Refuses records that are not the continuation of a ledger that ends at `head`. Answers their first and last seq.
pub(super) fn check_chain(ledger: &LedgerId, command: &CommandId, head: Head, records: &[Record]) -> Result<(u64, u64), StoreError> {
    let refused = |why: String| StoreError::NotAChain { ledger: ledger.clone(), after_seq: head.seq, why };
    let mut chain = Chain::default();
    if head.seq > 0 {
        chain.head = ledger::record::Head { ledger: Some(ledger.clone()), seq: head.seq, at: head.at, hash: head.hash };
    }
    for record in records {
        if record.ledger != *ledger || record.command != *command {
            return Err(refused(format!("event {} belongs to another ledger or command", record.seq)));
        }
        chain.follow(record).map_err(|broken| refused(broken.to_string()))?;
    }
    match records {
        [] => Err(refused("there are none".to_owned())),
        [first, ..] => Ok((first.seq, chain.head.seq)),
    }
}

fn from_column(value: i64, what: impl Fn() -> String) -> Result<u64, StoreError> {
    u64::try_from(value).map_err(|_| damaged(what(), format!("{value} is not a seq")))
}

fn digest_of(bytes: Vec<u8>, what: impl Fn() -> String) -> Result<[u8; 32], StoreError> {
    let size_bytes = bytes.len();
    bytes.try_into().map_err(|_| damaged(what(), format!("a digest of {size_bytes} bytes instead of 32")))
}

fn damaged(what: String, why: String) -> StoreError {
    StoreError::Damaged { what, why }
}
