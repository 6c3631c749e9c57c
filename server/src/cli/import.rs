//! `inquest import`.

use super::DONE;
use super::problem::Problem;
use super::verify::read_bundle;
use crate::bodies::FileBodies;
use crate::bundle::{self, BundleError};
use crate::clock::Clock;
use crate::store::{DataFolder, Ledgers, SqliteStore};
use clap::Args;
use ledger::id::Slug;
use std::path::PathBuf;

/// Take an incident over from a bundle that another Inquest exported.
///
/// The bundle is verified first; what is not whole is not taken over. The incident has the same state and the same hashes here.
#[derive(Args)]
#[command(after_help = "\
Examples:
  inquest import lock-convoy.json --data ./inquest-data
  inquest import lock-convoy.json --data ./inquest-data --as lock-convoy-2026

Exit codes: 0 imported, or here already with the same end; 1 not imported, the reason is on standard error.")]
pub(super) struct Arguments {
    /// Bundle to read
    bundle: PathBuf,
    /// Data folder; made if it is not there
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Address to give it here; its own unless given
    #[arg(long = "as", value_name = "SLUG")]
    slug: Option<String>,
}

pub(super) async fn run(arguments: Arguments) -> Result<u8, Problem> {
    let what = format!("could not import {}", arguments.bundle.display());
    let bundle = read_bundle(&arguments.bundle, &what)?;
    let slug = arguments.slug.map_or_else(|| bundle.slug.clone(), Slug);
    let folder = DataFolder::create(&arguments.data).map_err(|error| Problem::of_data(&what, &error))?;
    let store = SqliteStore::open(&folder).await.map_err(|error| Problem::of_data(&what, &error))?;
    let bodies = FileBodies::new(folder.bodies());
    let taken = bundle::import(&store, &bodies, &bundle, &slug, Clock::system().now()).await;
    store.close().await;
    let events = taken.map_err(|error| {
        let next = match &error {
            BundleError::NotWhole(_) => "Fetch the bundle again; `inquest verify` names everything that is wrong with it.",
            BundleError::SlugTaken(_) => "Give another address with --as.",
            BundleError::AlreadyHere(_) => "Keep the one that is here, or import into another data folder.",
            BundleError::Store(_) | BundleError::Body(_) => "Check the folder given with --data and the space left on its disk.",
        };
        Problem::new(&what, &error, next)
    })?;
    if events == 0 {
        println!("{slug}: here already, with the same end");
    } else {
        println!("{slug}: {events} events, {} bodies; head {}", bundle.bodies.len(), bundle.head.hash);
    }
    Ok(DONE)
}
