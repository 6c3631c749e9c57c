//! What was acknowledged survives `kill -9`.
//!
//! The test runs itself again as a process that writes bodies and records and prints each seq once it is acknowledged, kills it
//! at a moment of its own choice, and looks at what is on disk. `INQUEST_KILL_ROUNDS` sets how often (50 unless set).

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

#[path = "support/records.rs"]
mod records;
mod support;

use ledger::id::{CommandId, Slug};
use ledger::record::verify;
use records::records_after;
use server::bodies::{Bodies, FileBodies};
use server::store::{Appended, DataFolder, Ledgers, SqliteStore};
use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use support::empty_ledger;

/// Names the folder to write to, for the process that writes.
const FOLDER: &str = "INQUEST_KILL_FOLDER";
const SLUG: &str = "lock-convoy";

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_survives_a_kill() {
    let rounds = setting("INQUEST_KILL_ROUNDS").map_or(50, |rounds| rounds.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path()).await;
    let mut acknowledged = 0;
    for round in 0..rounds {
        // From right after the start to well into the writing, and at no fixed place in a write.
        let wanted = random(40);
        acknowledged = write_and_kill(folder.path(), wanted, acknowledged);
        let kept = check(folder.path()).await;
        assert!(kept >= acknowledged, "round {round}: event {acknowledged} was acknowledged, {kept} are kept");
    }
    assert!(acknowledged > 0);
}

/// Not a test by itself: the process that is killed.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "run by the test above"]
async fn write_until_killed() {
    let Some(folder) = setting(FOLDER).map(PathBuf::from) else { return };
    let (store, bodies) = open(&folder).await;
    let ledger = store.find_ledger(&Slug::from(SLUG)).await.unwrap().unwrap();
    loop {
        let mut writer = bodies.begin(&ledger, "text/plain").await.unwrap();
        writer.write(&[b'x'; 4096]).await.unwrap();
        let (raw, _) = writer.finish(false).await.unwrap();
        let head = store.head(&ledger).await.unwrap();
        // The command stands for the event's body reference: it names the body that must be there.
        let command = CommandId(raw.body.0);
        let records = records_after(head, &ledger, &command.0, 1 + random(3));
        assert_eq!(store.append(&ledger, head.seq, &command, &records).await.unwrap(), Appended::Written);
        let mut out = std::io::stdout().lock();
        writeln!(out, "acknowledged {}", records.last().unwrap().seq).unwrap();
        out.flush().unwrap();
    }
}

async fn open(folder: &Path) -> (SqliteStore, FileBodies) {
    let folder = DataFolder::create(folder).unwrap();
    (SqliteStore::open(&folder).await.unwrap(), FileBodies::new(folder.bodies()))
}

async fn prepare(folder: &Path) {
    let (store, _) = open(folder).await;
    empty_ledger(&store, SLUG).await;
    store.close().await;
}

/// Lets the writer acknowledge a number of commands, kills it, and answers the last seq it acknowledged.
fn write_and_kill(folder: &Path, wanted: u64, mut acknowledged: u64) -> u64 {
    let mut writer: Child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "write_until_killed", "--ignored", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(writer.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut seen = 0;
    while seen < wanted {
        let line = lines.next().expect("the writer writes until it is killed");
        if let Some(seq) = line.strip_prefix("acknowledged ") {
            acknowledged = seq.parse().unwrap();
            seen += 1;
        }
    }
    // Kill sends SIGKILL: no handler runs, nothing is flushed.
    writer.kill().unwrap();
    writer.wait().unwrap();
    // What it acknowledged between the last line read and its death counts as well.
    lines.filter_map(|line| line.strip_prefix("acknowledged ")?.parse().ok()).last().unwrap_or(acknowledged)
}

/// Opens what is on disk as the next server would, and answers how many events there are, all of them whole.
async fn check(folder: &Path) -> u64 {
    let (store, bodies) = open(folder).await;
    let ledger = store.find_ledger(&Slug::from(SLUG)).await.unwrap().unwrap();
    let records = store.read_after(&ledger, 0, u32::MAX).await.unwrap();
    let head = verify(&records).unwrap();
    let named: HashSet<_> = records.iter().map(|record| (ledger.clone(), record.command.0.as_str().into())).collect();
    bodies.sweep(&named).await.unwrap();
    for (ledger, body) in &named {
        assert_eq!(bodies.read(ledger, body).await.unwrap().len(), 4096);
    }
    for record in &records {
        let (first_seq, last_seq) = store.find_command(&ledger, &record.command).await.unwrap().unwrap();
        assert!((first_seq..=last_seq).contains(&record.seq));
        assert!(last_seq <= head.seq, "a command is there as a whole or not at all");
    }
    store.close().await;
    head.seq
}

/// A number below `bound`.
fn random(bound: u64) -> u64 {
    getrandom::u64().unwrap() % bound
}

#[expect(clippy::disallowed_methods, reason = "a test has no configuration file")]
fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
