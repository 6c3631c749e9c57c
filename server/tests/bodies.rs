//! Bodies: whole or not there, and checked on the way back.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

use ledger::event::BodyRef;
use ledger::id::{BodyId, LedgerId};
use server::bodies::{Bodies, BodyError, FileBodies};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

const LEDGER: &str = "00000000-0000-7000-8000-000000000001";

struct Place {
    folder: TempDir,
    bodies: FileBodies,
    ledger: LedgerId,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let bodies = FileBodies::new(folder.path().join("bodies"));
        Self { folder, bodies, ledger: LedgerId::from(LEDGER) }
    }

    /// The same folder, as the next process sees it.
    fn reopen(&self) -> FileBodies {
        FileBodies::new(self.folder.path().join("bodies"))
    }

    async fn keep(&self, pieces: &[&[u8]], cut: bool) -> (BodyRef, String) {
        let mut writer = self.bodies.begin(&self.ledger, "application/json").await.unwrap();
        for piece in pieces {
            writer.write(piece).await.unwrap();
        }
        writer.finish(cut).await.unwrap()
    }

    fn folder(&self) -> PathBuf {
        self.folder.path().join("bodies").join(LEDGER)
    }

    fn files(&self) -> Vec<String> {
        let mut files: Vec<String> =
            fs::read_dir(self.folder()).into_iter().flatten().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        files.sort();
        files
    }

    fn sidecar(&self, raw: &BodyRef) -> serde_json::Value {
        serde_json::from_slice(&fs::read(self.folder().join(format!("{}.json", raw.body))).unwrap()).unwrap()
    }
}

/// Waits for what a thread does in its own time.
async fn until(condition: impl Fn() -> bool) {
    let met = async {
        while !condition() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), met).await.expect("the condition is met in time");
}

#[tokio::test]
async fn what_was_written_in_pieces_is_read_as_one() {
    let place = Place::new();
    let (raw, _) = place.keep(&[b"{\"status\":", b"", b"\"success\"}"], false).await;
    assert_eq!(place.bodies.read(&place.ledger, &raw.body).await.unwrap(), b"{\"status\":\"success\"}");
}

#[tokio::test]
async fn an_empty_body_is_a_body() {
    let place = Place::new();
    let (raw, _) = place.keep(&[], false).await;
    assert_eq!(place.bodies.read(&place.ledger, &raw.body).await.unwrap(), b"");
}

#[tokio::test]
async fn several_megabytes_come_back_and_take_less_on_disk() {
    let place = Place::new();
    let line = b"2026-09-10T12:00:00Z produce took 120000 ms\n".repeat(1000);
    let (raw, _) = place.keep(&[line.as_slice(); 200], false).await;
    assert_eq!(raw.size_bytes, 200 * line.len() as u64);
    assert_eq!(place.bodies.read(&place.ledger, &raw.body).await.unwrap(), line.repeat(200));
    assert!(fs::metadata(place.folder().join(format!("{}.zst", raw.body))).unwrap().len() < raw.size_bytes / 100);
}

#[tokio::test]
async fn the_plain_digest_is_the_sha256_of_the_bytes() {
    let place = Place::new();
    let (raw, sha256) = place.keep(&[b"ab", b"c"], false).await;
    // The example of FIPS 180-2.
    assert_eq!(sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_eq!(place.bodies.facts(&place.ledger, &raw.body).await.unwrap().sha256, sha256);
}

#[tokio::test]
async fn the_digest_in_the_ledger_covers_salt_and_bytes() {
    let place = Place::new();
    let (raw, _) = place.keep(&[b"abc"], false).await;
    let mut salted = hex::decode(place.sidecar(&raw)["salt"].as_str().unwrap()).unwrap();
    salted.extend_from_slice(b"abc");
    assert_eq!(raw.digest, hex::encode(Sha256::digest(salted)));
}

#[tokio::test]
async fn the_same_bytes_have_another_digest_each_time() {
    let place = Place::new();
    assert_ne!(place.keep(&[b"abc"], false).await.0.digest, place.keep(&[b"abc"], false).await.0.digest);
}

#[tokio::test]
async fn facts_are_what_was_said_at_writing() {
    let place = Place::new();
    let (raw, _) = place.keep(&[b"abc"], true).await;
    let facts = place.bodies.facts(&place.ledger, &raw.body).await.unwrap();
    assert_eq!((facts.size_bytes, facts.media_type.as_str(), facts.cut), (3, "application/json", true));
    assert_eq!((raw.size_bytes, raw.media_type.as_str(), raw.cut), (3, "application/json", true));
}

#[tokio::test]
async fn a_dropped_writer_leaves_nothing() {
    let place = Place::new();
    let mut writer = place.bodies.begin(&place.ledger, "").await.unwrap();
    writer.write(b"half").await.unwrap();
    until(|| place.files().len() == 1).await;
    drop(writer);
    until(|| place.files().is_empty()).await;
}

#[tokio::test]
async fn a_sweep_removes_what_an_earlier_process_left_unfinished() {
    let place = Place::new();
    let mut writer = place.bodies.begin(&place.ledger, "").await.unwrap();
    writer.write(b"half").await.unwrap();
    until(|| place.files().len() == 1).await;
    // To the next process this file is what a killed one left behind: its writer tidies up only when it is dropped.
    assert_eq!(place.reopen().sweep(&HashSet::new()).await.unwrap(), 1);
    assert!(place.files().is_empty());
}

#[tokio::test]
async fn a_sweep_removes_bodies_that_no_event_names() {
    let place = Place::new();
    let (named, _) = place.keep(&[b"named"], false).await;
    let (orphan, _) = place.keep(&[b"orphan"], false).await;
    let known = HashSet::from([(place.ledger.clone(), named.body.clone())]);
    assert_eq!(place.reopen().sweep(&known).await.unwrap(), 2);
    assert_eq!(place.bodies.read(&place.ledger, &named.body).await.unwrap(), b"named");
    let gone = place.bodies.read(&place.ledger, &orphan.body).await;
    assert!(matches!(gone, Err(BodyError::Missing { .. })), "{gone:?}");
}

#[tokio::test]
async fn a_sweep_leaves_the_bodies_of_its_own_process_alone() {
    let place = Place::new();
    place.keep(&[b"its event is still to come"], false).await;
    assert_eq!(place.bodies.sweep(&HashSet::new()).await.unwrap(), 0);
}

#[tokio::test]
async fn a_sweep_without_a_folder_finds_nothing() {
    assert_eq!(Place::new().bodies.sweep(&HashSet::new()).await.unwrap(), 0);
}

#[tokio::test]
async fn a_body_that_is_not_there_is_missing() {
    let place = Place::new();
    let read = place.bodies.read(&place.ledger, &BodyId::from("00000000-0000-7000-8000-00000000000f")).await;
    assert!(matches!(read, Err(BodyError::Missing { .. })), "{read:?}");
}

#[tokio::test]
async fn another_ledgers_body_is_missing() {
    let place = Place::new();
    let (raw, _) = place.keep(&[b"abc"], false).await;
    let read = place.bodies.read(&LedgerId::from("00000000-0000-7000-8000-000000000002"), &raw.body).await;
    assert!(matches!(read, Err(BodyError::Missing { .. })), "{read:?}");
}

#[tokio::test]
async fn an_id_that_leads_out_of_the_folder_is_refused() {
    let place = Place::new();
    for id in ["../../etc/passwd", "..", "", "a/b", "A", "a.b", &"a".repeat(65)] {
        let body = place.bodies.read(&place.ledger, &BodyId::from(id)).await;
        assert!(matches!(body, Err(BodyError::NotAnId(_))), "body {id:?}: {body:?}");
        let ledger = place.bodies.begin(&LedgerId::from(id), "").await.map(drop);
        assert!(matches!(ledger, Err(BodyError::NotAnId(_))), "ledger {id:?}: {ledger:?}");
    }
}

#[tokio::test]
async fn a_body_is_checked_against_what_its_event_says() {
    let place = Place::new();
    let (raw, _) = place.keep(&[b"abc"], false).await;
    place.bodies.check(&place.ledger, &raw).await.unwrap();
    for wrong in [BodyRef { digest: "00".repeat(32), ..raw.clone() }, BodyRef { size_bytes: 4, ..raw }] {
        let checked = place.bodies.check(&place.ledger, &wrong).await;
        assert!(matches!(checked, Err(BodyError::Damaged { .. })), "{checked:?}");
    }
}

/// Writes a body, lets `damage` change its file, and expects that nobody gets the changed bytes.
async fn check_damage(damage: impl Fn(&Path)) {
    let place = Place::new();
    let (raw, _) = place.keep(&[b"2026-09-10 ".repeat(500).as_slice()], false).await;
    damage(&place.folder().join(format!("{}.zst", raw.body)));
    let read = place.bodies.read(&place.ledger, &raw.body).await;
    assert!(matches!(read, Err(BodyError::Damaged { .. })), "{read:?}");
}

#[tokio::test]
async fn a_body_cut_short_on_disk_is_damaged() {
    check_damage(|path| {
        let whole = fs::read(path).unwrap();
        fs::write(path, &whole[..whole.len() / 2]).unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_body_replaced_on_disk_is_damaged() {
    check_damage(|path| fs::write(path, zstd::encode_all(b"2026-09-11 ".repeat(500).as_slice(), 3).unwrap()).unwrap()).await;
}

#[tokio::test]
async fn a_body_that_unpacks_to_more_than_was_written_is_damaged() {
    check_damage(|path| fs::write(path, zstd::encode_all(vec![0; 50_000_000].as_slice(), 3).unwrap()).unwrap()).await;
}

#[tokio::test]
async fn a_folder_that_cannot_be_written_is_told_with_its_name() {
    let place = Place::new();
    fs::write(place.folder.path().join("bodies"), b"a file where the folder should be").unwrap();
    let mut writer = place.bodies.begin(&place.ledger, "").await.unwrap();
    let failed = loop {
        if let Err(error) = writer.write(b"piece").await {
            break error;
        }
    };
    assert!(failed.to_string().contains(&*place.folder.path().to_string_lossy()), "{failed}");
}
