//! `inquest export`.

use super::DONE;
use super::problem::Problem;
use crate::bodies::FileBodies;
use crate::bundle::{self, read_all};
use crate::http::export::{Format, written};
use crate::store::{DataFolder, Ledgers, SqliteStore};
use clap::Args;
use ledger::apply::fold;
use ledger::id::Slug;
use ledger::record::decode;
use std::io::Write;
use std::path::PathBuf;

/// Export the post-mortem of an incident, or the whole incident as a bundle.
///
/// Markdown and HTML are the post-mortem as it reads now; open points are printed on its first page. JSON is the bundle: the ledger with
/// its hashes and every body of evidence, for `inquest import` and `inquest verify` elsewhere. Works beside a running server.
#[derive(Args)]
#[command(after_help = "\
Examples:
  inquest export lock-convoy --data ./inquest-data --format html > lock-convoy.html
  inquest export lock-convoy --data ./inquest-data --format json --out lock-convoy.json

Exit codes: 0 exported, 1 not exported; the reason is on standard error.")]
pub(super) struct Arguments {
    /// Incident, as in its address
    slug: String,
    /// Data folder
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// What to write
    #[arg(long, value_enum, default_value = "md")]
    format: Format,
    /// File to write; standard output unless given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Whose name stands over the open points
    #[arg(long, value_name = "NAME", default_value = "the command line")]
    by: String,
}

pub(super) async fn run(arguments: Arguments) -> Result<u8, Problem> {
    let slug = Slug(arguments.slug);
    let what = format!("could not export {slug}");
    let folder = DataFolder::existing(&arguments.data).map_err(|error| Problem::of_data(&what, &error))?;
    let store = SqliteStore::open(&folder).await.map_err(|error| Problem::of_data(&what, &error))?;
    let Some(ledger) = store.find_ledger(&slug).await.map_err(|error| Problem::of_data(&what, &error))? else {
        let why = format!("{} holds no such incident", arguments.data.display());
        return Err(Problem::because(what, why, "Look at its address: it is the last part of the incident's own."));
    };
    let text = match arguments.format {
        Format::Json => {
            let bodies = FileBodies::new(folder.bodies());
            let made = bundle::bundle(&store, &bodies, &ledger, &slug, true).await;
            let bundle = made.map_err(|error| Problem::new(&what, &error, "Run `inquest verify` to see what is missing."))?;
            serde_json::json!(bundle).to_string()
        }
        format => {
            let records = read_all(&store, &ledger).await.map_err(|error| Problem::of_data(&what, &error))?;
            let head = records.last().map_or_else(String::new, |last| hex::encode(last.hash));
            let state = fold(records.iter().map(decode));
            written(format, &state, &arguments.by, &head)
                .ok_or_else(|| Problem::because(&what, "its opening cannot be read", "Run `inquest verify`."))?
        }
    };
    store.close().await;
    let saved = match &arguments.out {
        Some(file) => std::fs::write(file, text),
        None => std::io::stdout().write_all(text.as_bytes()),
    };
    saved.map_err(|error| Problem::new(what, &error, "Check the rights on that file and the space left on its disk."))?;
    Ok(DONE)
}
