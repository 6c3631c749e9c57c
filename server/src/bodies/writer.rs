//! Writing one body, on a thread of its own: compressing and writing to disk would hold up the requests of others.

use super::BodyError;
use super::files::Sidecar;
use ledger::event::BodyRef;
use ledger::id::BodyId;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use zstd::stream::write::Encoder;

/// Pieces that may wait for the disk before the one who writes has to.
const WAITING_PIECES: usize = 4;
const ZSTD_LEVEL: i32 = 3;

/// A body being written. Dropped before [`finish`](Self::finish), it leaves nothing behind.
pub struct BodyWriter {
    pieces: mpsc::Sender<Piece>,
    /// The thread's outcome; taken by whoever learns of it first.
    outcome: Option<JoinHandle<Result<(BodyRef, String), BodyError>>>,
}

enum Piece {
    Bytes(Vec<u8>),
    Finish { cut: bool },
}

impl BodyWriter {
    pub(super) fn start(folder: PathBuf, body: BodyId, media_type: String, salt: [u8; 32]) -> Self {
        let (pieces, waiting) = mpsc::channel(WAITING_PIECES);
        let outcome = tokio::task::spawn_blocking(move || write_pieces(&folder, body, media_type, salt, waiting));
        Self { pieces, outcome: Some(outcome) }
    }

    /// Adds decoded bytes; waits while the disk is behind.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<(), BodyError> {
        match self.pieces.send(Piece::Bytes(bytes.to_vec())).await {
            Ok(()) => Ok(()),
            Err(_) => Err(self.failure().await),
        }
    }

    /// Makes the body durable and gives it its name; answers what an event says of it, and the sha256 of its bytes in hex.
    /// `cut` says that the source had more than was written.
    pub async fn finish(mut self, cut: bool) -> Result<(BodyRef, String), BodyError> {
        if self.pieces.send(Piece::Finish { cut }).await.is_err() {
            return Err(self.failure().await);
        }
        match self.outcome.take() {
            Some(outcome) => outcome.await.unwrap_or(Err(BodyError::GivenUp)),
            None => Err(BodyError::GivenUp),
        }
    }

    /// Why the thread takes no more pieces.
    async fn failure(&mut self) -> BodyError {
        match self.outcome.take() {
            Some(outcome) => match outcome.await {
                Ok(Err(error)) => error,
                Ok(Ok(_)) | Err(_) => BodyError::GivenUp,
            },
            None => BodyError::GivenUp,
        }
    }
}

fn write_pieces(
    folder: &Path,
    body: BodyId,
    media_type: String,
    salt: [u8; 32],
    mut waiting: mpsc::Receiver<Piece>,
) -> Result<(BodyRef, String), BodyError> {
    create_durably(folder)?;
    let unfinished = unfinished_of(&body, folder)?;
    let mut encoder = Encoder::new(unfinished, ZSTD_LEVEL).map_err(failed("compress into", folder))?;
    let mut plain = Sha256::new();
    let mut salted = Sha256::new_with_prefix(salt);
    let mut size_bytes: u64 = 0;
    let cut = loop {
        match waiting.blocking_recv() {
            Some(Piece::Bytes(bytes)) => {
                plain.update(&bytes);
                salted.update(&bytes);
                size_bytes += bytes.len() as u64;
                encoder.write_all(&bytes).map_err(failed("write a body into", folder))?;
            }
            Some(Piece::Finish { cut }) => break cut,
            // The writer was dropped; the temporary file goes with this return.
            None => return Err(BodyError::GivenUp),
        }
    };
    let finished = encoder.finish().map_err(failed("write a body into", folder))?;
    let sha256 = hex::encode(plain.finalize());
    let sidecar = Sidecar { salt: hex::encode(salt), sha256: sha256.clone(), size_bytes, media_type: media_type.clone(), cut };
    let mut described = unfinished_of(&body, folder)?;
    described.write_all(&sidecar.to_bytes()).map_err(failed("describe a body in", folder))?;
    // The sidecar gets its name first: a body with its name is always a body that can be read.
    keep(described, &folder.join(format!("{body}.json")))?;
    keep(finished, &folder.join(format!("{body}.zst")))?;
    make_names_durable(folder)?;
    let raw = BodyRef { body, digest: hex::encode(salted.finalize()), size_bytes, media_type, cut };
    Ok((raw, sha256))
}

/// A file without its name yet. It begins with the body's id, as every file of a body does.
fn unfinished_of(body: &BodyId, folder: &Path) -> Result<NamedTempFile, BodyError> {
    tempfile::Builder::new().prefix(&format!("{body}.")).suffix(".tmp").tempfile_in(folder).map_err(failed("create a file in", folder))
}

fn keep(file: NamedTempFile, path: &Path) -> Result<(), BodyError> {
    file.as_file().sync_all().map_err(failed("make durable", path))?;
    file.persist(path).map(drop).map_err(|error| failed("name", path)(error.error))
}

/// Creates the folder of a ledger; a folder whose own name is not durable would take its bodies with it.
fn create_durably(folder: &Path) -> Result<(), BodyError> {
    if folder.is_dir() {
        return Ok(());
    }
    std::fs::create_dir_all(folder).map_err(failed("create the folder", folder))?;
    folder.parent().map_or(Ok(()), make_names_durable)
}

fn make_names_durable(folder: &Path) -> Result<(), BodyError> {
    File::open(folder).and_then(|opened| opened.sync_all()).map_err(failed("make durable", folder))
}

pub(super) fn failed(attempted: &'static str, path: &Path) -> impl FnOnce(io::Error) -> BodyError {
    move |source| BodyError::Io { attempted, path: path.to_owned(), source }
}
