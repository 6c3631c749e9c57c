//! Sealed records for tests of the store.

use crate::support::START;
use evidence::time::Micros;
use ledger::house::HouseEvent;
use ledger::id::{ActorId, CommandId, LedgerId};
use ledger::record::{Envelope, Record, seal};
use server::store::Head;

/// As many sealed records as are asked for, which continue a ledger after `head`.
pub fn records_after(head: Head, ledger: &LedgerId, command: &str, count: u64) -> Vec<Record> {
    let mut prev_hash = head.hash;
    let seal_next = |seq: u64| {
        let at = Micros(START.0 + i64::try_from(seq).unwrap());
        let envelope = Envelope {
            prev_hash,
            ledger: ledger.clone(),
            seq,
            at,
            wall: Micros(at.0 - 7),
            actor: ActorId::from("actor"),
            command: CommandId::from(command),
        };
        let event = HouseEvent::PersonAdded { actor: ActorId(format!("{command} {seq} ö\u{0}")) };
        let record = seal(envelope, &event, [u8::try_from(seq % 251).unwrap(); 32]).unwrap();
        prev_hash = record.hash;
        record
    };
    (head.seq + 1..=head.seq + count).map(seal_next).collect()
}
