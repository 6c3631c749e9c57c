//! Writes the golden ledgers of a version, once: `cargo run -p ledger --example write_golden -- tests/ledgers/v1`.
//!
//! A ledger that exists is left alone: a golden ledger that changes proves nothing.

#[path = "../tests/ledger/every_kind.rs"]
mod every_kind;

use evidence::time::Micros;
use ledger::id::{ActorId, CommandId, LedgerId};
use ledger::record::{Envelope, GENESIS, Kinded, Record, seal};
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::fs::OpenOptions;
use std::io::Write;

/// A kind that this version does not know.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", content = "body")]
enum Later {
    #[serde(rename = "later.happened")]
    Happened { what: String },
}

impl Kinded for Later {
    const KINDS: &'static [(&'static str, u16)] = &[("later.happened", 1)];

    fn kind(&self) -> &'static str {
        "later.happened"
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("name the folder to write to, such as tests/ledgers/v1")?;
    let events = every_kind::events(0);
    let mut whole = Vec::new();
    for event in &events {
        add(&mut whole, event)?;
    }
    write(&format!("{folder}/every-kind.jsonl"), &whole)?;

    let mut damaged = Vec::new();
    for event in events.iter().take(12) {
        add(&mut damaged, event)?;
    }
    add(&mut damaged, &Later::Happened { what: "something this version does not know".to_owned() })?;
    if let Some(record) = damaged.get_mut(2) {
        (record.body, record.nonce) = (None, None);
    }
    write(&format!("{folder}/redacted-and-unknown.jsonl"), &damaged)
}

fn add<E: Kinded>(records: &mut Vec<Record>, event: &E) -> Result<(), Box<dyn Error>> {
    let seq = u64::try_from(records.len())? + 1;
    let at = Micros::from_secs(1_789_045_200).plus_secs(i64::try_from(seq)? * 60);
    let envelope = Envelope {
        prev_hash: records.last().map_or(GENESIS, |last| last.hash),
        ledger: LedgerId::from("01993300-0000-7000-8000-000000000001"),
        seq,
        at,
        wall: at.plus_secs(-1),
        actor: ActorId::from("max"),
        command: CommandId(format!("command-{seq}")),
    };
    records.push(seal(envelope, event, [u8::try_from(seq)?; 32])?);
    Ok(())
}

fn write(path: &str, records: &[Record]) -> Result<(), Box<dyn Error>> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(|error| format!("{path}: {error}"))?;
    for record in records {
        writeln!(file, "{}", serde_json::to_string(record)?)?;
    }
    Ok(())
}
