//! `inquest backup`.

use super::DONE;
use super::problem::Problem;
use crate::store::{DataFolder, Ledgers, SqliteStore};
use clap::Args;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tar::{Builder, Header};
use tempfile::NamedTempFile;

/// Write everything to one file, also beside a running server.
///
/// The file is a tar archive of a whole data folder: the database as it was at one moment, and every body of evidence. It holds
/// what the incidents are about, and hashes of passwords: keep it as safe as the folder. A redaction does not reach into it.
///
/// To restore, unpack it into a new folder and serve that.
#[derive(Args)]
#[command(after_help = "\
Examples:
  inquest backup inquest.tar --data ./inquest-data
  mkdir restored && tar -xf inquest.tar -C restored && inquest serve --data ./restored

Exit codes: 0 written, 1 not written; the reason is on standard error, and no part of a file is left.")]
pub(super) struct Arguments {
    /// File to write; it must not be there yet
    file: PathBuf,
    /// Data folder
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
}

pub(super) async fn run(arguments: Arguments) -> Result<u8, Problem> {
    let file = &arguments.file;
    let what = format!("could not back {} up to {}", arguments.data.display(), file.display());
    if file.exists() {
        return Err(Problem::because(what, "the file is there already", "Name a new file, or move the old one away."));
    }
    let folder = DataFolder::existing(&arguments.data).map_err(|error| Problem::of_data(&what, &error))?;
    let unwritable = |error: io::Error| Problem::new(&what, &error, "Check the rights on that folder and the space left on its disk.");
    // Both temporary files stand beside the final one: a name can only be given on the same disk.
    let beside = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let copies = tempfile::Builder::new().prefix(".inquest-backup-").tempdir_in(beside).map_err(unwritable)?;
    let copy = copies.path().join("inquest.db");
    let store = SqliteStore::open(&folder).await.map_err(|error| Problem::of_data(&what, &error))?;
    store.copy_to(&copy).await.map_err(|error| Problem::of_data(&what, &error))?;
    store.close().await;
    // The bodies come after the database: whatever an event in it names was on disk before that event.
    let bodies = write_archive(&copy, &folder.bodies(), file, beside).map_err(unwritable)?;
    println!("{}: the database and {bodies} bodies", file.display());
    Ok(DONE)
}

/// Writes the archive and answers how many bodies it holds. Only a whole archive gets the file's name.
fn write_archive(database: &Path, bodies: &Path, file: &Path, beside: &Path) -> io::Result<u64> {
    let mut archive = Builder::new(NamedTempFile::new_in(beside)?);
    append(&mut archive, database, Path::new("inquest.db"))?;
    let mut count = 0;
    for ledger in entries(bodies)?.iter().filter(|ledger| ledger.is_dir()) {
        for body in entries(ledger)? {
            // What has another ending is being written just now, and named by no event.
            if !matches!(body.extension().and_then(|ending| ending.to_str()), Some("zst" | "json")) {
                continue;
            }
            let inside = Path::new("bodies").join(ledger.file_name().unwrap_or_default()).join(body.file_name().unwrap_or_default());
            append(&mut archive, &body, &inside)?;
            count += u64::from(body.extension().is_some_and(|ending| ending == "zst"));
        }
    }
    let mut written = archive.into_inner()?;
    written.flush()?;
    written.as_file().sync_all()?;
    written.persist_noclobber(file).map_err(|error| error.error)?;
    File::open(beside)?.sync_all()?;
    Ok(count)
}

/// Adds a file readable by its owner only, and nothing else about the machine it comes from.
fn append(archive: &mut Builder<NamedTempFile>, from: &Path, inside: &Path) -> io::Result<()> {
    let file = File::open(from)?;
    let mut header = Header::new_gnu();
    header.set_size(file.metadata()?.len());
    header.set_mode(0o600);
    header.set_cksum();
    archive.append_data(&mut header, inside, file)
}

/// The entries of a folder in order; none if it is not there.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let listed = match fs::read_dir(folder) {
        Ok(listed) => listed,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut paths = listed.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}
