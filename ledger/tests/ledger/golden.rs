//! Ledgers of released versions fold for ever.

use ledger::apply::{Entry, fold};
use ledger::record::{Record, decode, verify};
use std::fs;

fn read(name: &str) -> Vec<Record> {
    let path = format!("{}/../tests/ledgers/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let lines = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    lines.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{path}: {error}: {line}"))).collect()
}

fn check(name: &str) {
    let records = read(name);
    assert_eq!(verify(&records).err(), None, "{name}");
    let entries: Vec<Entry> = records.iter().map(decode).collect();
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_json_snapshot!(name.replace('/', "-"), fold(entries));
    });
}

#[test]
fn every_kind_of_version_1() {
    check("v1/every-kind");
}

/// A golden ledger of a released version is never written again. This writes that of the version which is not released yet.
#[test]
#[ignore = "writes tests/ledgers/v1/every-kind.jsonl, for kinds that were added before the first release"]
fn write_every_kind_of_version_1() {
    let records = crate::chain::chain(&crate::every_kind::events(0));
    let lines: Vec<String> = records.iter().map(|record| serde_json::to_string(record).expect("a record is JSON")).collect();
    let path = format!("{}/../tests/ledgers/v1/every-kind.jsonl", env!("CARGO_MANIFEST_DIR"));
    fs::write(path, lines.join("\n") + "\n").expect("the folder is there");
}

#[test]
fn a_redacted_event_and_an_unknown_kind() {
    check("v1/redacted-and-unknown");
}
