//! Records and their chain.

use crate::every_kind::events;
use evidence::time::Micros;
use ledger::apply::Content;
use ledger::event::Event;
use ledger::house::HouseEvent;
use ledger::id::{ActorId, CommandId, LedgerId};
use ledger::record::{Envelope, GENESIS, Kinded, MAX_BODY_BYTES, Record, decode, seal, verify};
use proptest::prelude::*;

/// Seals events into a chain with nonces that are different and not random.
pub fn chain<E: Kinded>(events: &[E]) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    for (event, seq) in events.iter().zip(1u64..) {
        let at = Micros::from_secs(1_789_045_200 + i64::try_from(seq).expect("small"));
        let envelope = Envelope {
            prev_hash: records.last().map_or(GENESIS, |last| last.hash),
            ledger: LedgerId::from("01990000-0000-7000-8000-000000000000"),
            seq,
            at,
            wall: at,
            actor: ActorId::from("max"),
            command: CommandId(format!("c{seq}")),
        };
        records.push(seal(envelope, event, [u8::try_from(seq % 251).expect("below 251"); 32]).expect("small events"));
    }
    records
}

fn broken_at(records: &[Record]) -> Option<u64> {
    verify(records).err().map(|broken| broken.seq)
}

#[test]
fn a_chain_verifies_and_its_head_is_the_last_hash() {
    let records = chain(&events(0));
    let head = verify(&records).expect("whole");
    assert_eq!((head.seq, head.hash), (u64::try_from(records.len()).expect("small"), records.last().expect("some").hash));
}

#[test]
fn the_hash_is_sha256_over_length_prefixed_fields() {
    use sha2::{Digest, Sha256};
    let record = chain(&events(0)).remove(0);
    let mut bytes = b"inquest ledger record 1".to_vec();
    let body = record.body.as_ref().expect("a body");
    let nonce = record.nonce.expect("a nonce");
    let digest: [u8; 32] = Sha256::digest([&nonce[..], &body[..]].concat()).into();
    let numbers = [1u64.to_be_bytes(), 1_789_045_201_000_000i64.to_be_bytes(), 1_789_045_201_000_000i64.to_be_bytes()];
    let fields: [&[u8]; 10] = [
        &[0; 32],
        b"01990000-0000-7000-8000-000000000000",
        &numbers[0],
        &numbers[1],
        &numbers[2],
        b"max",
        b"c1",
        b"incident.opened",
        &[0, 1],
        &digest,
    ];
    for field in fields {
        bytes.extend(u64::try_from(field.len()).expect("small").to_be_bytes());
        bytes.extend(field);
    }
    assert_eq!(record.hash, <[u8; 32]>::from(Sha256::digest(&bytes)));
}

#[test]
fn every_kind_comes_back_from_its_record() {
    let events = events(0);
    for (record, event) in chain(&events).iter().zip(events) {
        assert_eq!(decode::<Event>(record).event, Content::Event(event));
    }
}

#[test]
fn every_house_event_comes_back_from_its_record() {
    let events = [
        HouseEvent::ServerStarted { version: "0.1.0".into(), config_digest: "00ff".into(), sources: vec!["prometheus".into()] },
        HouseEvent::PersonAdded { actor: "max".into() },
        HouseEvent::SourceSwitched { source: "prometheus".into(), on: false, why: "it is down".into() },
    ];
    let records = chain(&events);
    assert!(verify(&records).is_ok());
    for (record, event) in records.iter().zip(events) {
        assert_eq!(decode::<HouseEvent>(record).event, Content::Event(event));
    }
}

#[test]
fn a_redacted_record_still_verifies() {
    let mut records = chain(&events(0));
    (records[3].body, records[3].nonce) = (None, None);
    assert_eq!(broken_at(&records), None);
    assert_eq!(decode::<Event>(&records[3]).event, Content::Redacted);
}

#[test]
fn half_a_redaction_does_not_verify() {
    let mut records = chain(&events(0));
    records[3].body = None;
    assert_eq!(broken_at(&records), Some(4));
}

#[test]
fn a_missing_record_breaks_the_chain() {
    let mut records = chain(&events(0));
    records.remove(3);
    assert_eq!(broken_at(&records), Some(5));
}

#[test]
fn records_in_another_order_break_the_chain() {
    let mut records = chain(&events(0));
    records.swap(3, 4);
    assert_eq!(broken_at(&records), Some(5));
}

#[test]
fn an_unknown_kind_is_unreadable_and_kept() {
    let mut record = chain(&events(0)).remove(0);
    record.kind = "hypothesis.raised".into();
    assert!(matches!(decode::<Event>(&record).event, Content::Unreadable { kind, .. } if kind == "hypothesis.raised"));
}

#[test]
fn a_version_from_the_future_is_unreadable() {
    let mut record = chain(&events(0)).remove(0);
    record.version = 2;
    assert!(matches!(decode::<Event>(&record).event, Content::Unreadable { version: 2, .. }));
}

#[test]
fn a_body_above_64_kib_is_too_large() {
    let written = |length: usize| Event::ImpactWritten { text: "a".repeat(length), cites: Vec::new() };
    let envelope = || Envelope {
        prev_hash: GENESIS,
        ledger: "l".into(),
        seq: 1,
        at: Micros(0),
        wall: Micros(0),
        actor: "max".into(),
        command: "c".into(),
    };
    let around = r#"{"text":"","cites":[]}"#.len();
    assert!(seal(envelope(), &written(MAX_BODY_BYTES - around), [0; 32]).is_ok());
    let refused = seal(envelope(), &written(MAX_BODY_BYTES - around + 1), [0; 32]).expect_err("one byte too many");
    assert_eq!(refused.size_bytes, 65_537);
}

/// Every part of a record that someone might alter.
fn alter(record: &mut Record, part: usize, bit: usize) {
    let flip = |bytes: &mut [u8]| {
        let index = bit / 8 % bytes.len();
        bytes[index] ^= 1 << (bit % 8);
    };
    let flip_text = |text: &mut String| {
        // One letter becomes another, so that the text stays text.
        let index = bit % text.len();
        let other = if text.as_bytes()[index] == b'x' { "y" } else { "x" };
        text.replace_range(index..=index, other);
    };
    match part {
        0 => flip_text(&mut record.ledger.0),
        1 => record.seq ^= 1 << (bit % 64),
        2 => record.at.0 ^= 1 << (bit % 63),
        3 => record.wall.0 ^= 1 << (bit % 63),
        4 => flip_text(&mut record.actor.0),
        5 => flip_text(&mut record.command.0),
        6 => flip_text(&mut record.kind),
        7 => record.version ^= 1 << (bit % 16),
        8 => flip(record.nonce.as_mut().expect("a nonce")),
        9 => flip(&mut record.body_digest),
        10 => flip(record.body.as_mut().expect("a body")),
        11 => flip(&mut record.prev_hash),
        _ => flip(&mut record.hash),
    }
}

proptest! {
    #[test]
    fn any_altered_bit_breaks_the_chain(index in 0usize..30, part in 0usize..13, bit in 0usize..4_096) {
        let mut records = chain(&events(0));
        alter(&mut records[index], part, bit);
        prop_assert!(verify(&records).is_err());
    }

    #[test]
    fn a_record_comes_back_from_a_line_of_json(shift in 0u32..1_000, redacted in any::<bool>()) {
        for mut record in chain(&events(shift)) {
            if redacted {
                (record.body, record.nonce) = (None, None);
            }
            let line = serde_json::to_string(&record).expect("a record is JSON");
            prop_assert!(!line.contains('\n'));
            prop_assert_eq!(serde_json::from_str::<Record>(&line).expect("a record"), record);
        }
    }

    #[test]
    fn any_body_is_read_or_called_unreadable(body in prop::collection::vec(any::<u8>(), 0..200), kind in 0usize..40) {
        let mut record = chain(&events(0)).remove(0);
        record.kind = Event::KINDS.get(kind).map_or("unknown", |(kind, _)| kind).into();
        record.body = Some(body);
        decode::<Event>(&record);
    }
}
