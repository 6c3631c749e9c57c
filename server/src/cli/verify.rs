//! `inquest verify`.

use super::problem::Problem;
use super::{ANSWER_IS_NO, DONE};
use crate::bodies::{Bodies, FileBodies, named_by};
use crate::bundle::{Bundle, wrongs};
use crate::store::{DataFolder, Ledgers, SqliteStore, StoreError};
use clap::Args;
use ledger::apply::Content;
use ledger::event::{BodyRef, Event};
use ledger::id::{LedgerId, Slug};
use ledger::record::{Chain, Record, decode};
use std::path::{Path, PathBuf};

/// Records read at a time: a ledger need not be in memory as a whole.
const PAGE: u32 = 500;

/// Check that an incident's record, or an exported bundle, is whole; also beside a running server.
///
/// Follows the hash chain from the first event to the last, and compares every body of evidence with its digest. The head hash
/// it prints shows a later cut or rewrite, if it is kept elsewhere.
#[derive(Args)]
#[command(after_help = "\
Examples:
  inquest verify lock-convoy --data ./inquest-data
  inquest verify lock-convoy.json

Exit codes: 0 whole, 1 could not be checked, 2 not whole; what is wrong is printed.")]
pub(super) struct Arguments {
    /// Incident, as in its address; without --data the file of a bundle
    #[arg(value_name = "SLUG|BUNDLE")]
    slug: String,
    /// Data folder
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// What was found.
#[derive(Default)]
struct Findings {
    chain: Chain,
    redacted: u64,
    unreadable: u64,
    bodies: u64,
    /// What is wrong, one line each.
    wrong: Vec<String>,
}

pub(super) async fn run(arguments: Arguments) -> Result<u8, Problem> {
    let Some(data) = arguments.data else { return verify_bundle(Path::new(&arguments.slug)) };
    let slug = Slug(arguments.slug);
    let what = format!("could not check {slug}");
    let failed = |error: StoreError| Problem::of_data(&what, &error);
    let folder = DataFolder::existing(&data).map_err(failed)?;
    let store = SqliteStore::open(&folder).await.map_err(failed)?;
    let Some(ledger) = store.find_ledger(&slug).await.map_err(failed)? else {
        let known: Vec<String> = store.list_ledgers().await.map_err(failed)?.into_iter().map(|row| row.slug.0).collect();
        let next = if known.is_empty() { "It holds none yet.".to_owned() } else { format!("Those in it are: {}.", known.join(", ")) };
        return Err(Problem::because(what, format!("{} holds no such incident", data.display()), next));
    };
    let findings = check_ledger(&store, &FileBodies::new(folder.bodies()), &ledger).await.map_err(failed)?;
    store.close().await;
    let head = &findings.chain.head;
    println!("{slug}: {} events, {} of them redacted, {} bodies", head.seq, findings.redacted, findings.bodies);
    println!("head: event {}, hash {}", head.seq, hex::encode(head.hash));
    if findings.unreadable > 0 {
        println!("{} events are of kinds or versions that this program does not read; their hashes were checked", findings.unreadable);
    }
    for wrong in &findings.wrong {
        println!("not whole: {wrong}");
    }
    if findings.wrong.is_empty() {
        println!("whole");
        return Ok(DONE);
    }
    println!("Keep this folder as it is, and restore a backup into another one to compare.");
    Ok(ANSWER_IS_NO)
}

/// Reads a bundle from a file.
pub(super) fn read_bundle(file: &Path, what: &str) -> Result<Bundle, Problem> {
    let unread = |error: &dyn std::error::Error| Problem::new(what, error, "Give the file of a bundle; to check an incident, give --data.");
    let bytes = std::fs::read(file).map_err(|error| unread(&error))?;
    serde_json::from_slice(&bytes).map_err(|error| unread(&error))
}

fn verify_bundle(file: &Path) -> Result<u8, Problem> {
    let bundle = read_bundle(file, &format!("could not check {}", file.display()))?;
    let redacted = bundle.records.iter().filter(|record| record.body.is_none()).count();
    println!("{}: {} events, {redacted} of them without their content, {} bodies", bundle.slug, bundle.records.len(), bundle.bodies.len());
    println!("head: event {}, hash {}", bundle.head.seq, bundle.head.hash);
    let wrong = wrongs(&bundle);
    for line in &wrong {
        println!("not whole: {line}");
    }
    if wrong.is_empty() {
        println!("whole");
        return Ok(DONE);
    }
    println!("Do not import it; ask for the bundle again.");
    Ok(ANSWER_IS_NO)
}

/// Checks one ledger. A chain that breaks is followed no further.
async fn check_ledger(store: &dyn Ledgers, bodies: &dyn Bodies, ledger: &LedgerId) -> Result<Findings, StoreError> {
    let mut findings = Findings::default();
    loop {
        let records = store.read_after(ledger, findings.chain.head.seq, PAGE).await?;
        if records.is_empty() {
            return Ok(findings);
        }
        for record in &records {
            if let Err(broken) = findings.chain.follow(record) {
                findings.wrong.push(broken.to_string());
                return Ok(findings);
            }
            if let Some(raw) = findings.look_at(record) {
                findings.bodies += 1;
                if let Err(error) = bodies.check(ledger, &raw).await {
                    findings.wrong.push(format!("event {}: {error}", record.seq));
                }
            }
        }
    }
}

impl Findings {
    /// Counts a record, and answers the body it names.
    fn look_at(&mut self, record: &Record) -> Option<BodyRef> {
        match decode::<Event>(record).event {
            Content::Event(event) => named_by(&event).cloned(),
            Content::Redacted => {
                self.redacted += 1;
                None
            }
            Content::Unreadable { .. } => {
                self.unreadable += 1;
                None
            }
        }
    }
}
