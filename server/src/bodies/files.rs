//! Bodies as files: `<folder>/<ledger>/<body>.zst`, and beside each a small `<body>.json` that says what it is.

use super::writer::failed;
use super::{Bodies, BodyError, BodyFacts, BodyWriter, KnownBody};
use async_trait::async_trait;
use ledger::event::BodyRef;
use ledger::id::{BodyId, LedgerId};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::fs::{self, DirEntry, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use uuid::Uuid;
use zstd::stream::read::Decoder;

/// Bodies in a folder of this machine.
#[derive(Clone, Debug)]
pub struct FileBodies {
    folder: PathBuf,
    /// Ids are uuids of version 7: those made later by this process are greater as text.
    first: BodyId,
}

/// What stands beside a body. Redaction removes both, and with the salt the last way to guess at the bytes.
#[derive(Serialize, Deserialize)]
pub(super) struct Sidecar {
    /// 32 random bytes, in hex.
    pub(super) salt: String,
    /// sha256 of the decoded bytes, in hex.
    pub(super) sha256: String,
    /// How many decoded bytes.
    pub(super) size_bytes: u64,
    /// The media type the source gave.
    pub(super) media_type: String,
    /// Only the first part was kept.
    pub(super) cut: bool,
}

impl Sidecar {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        serde_json::json!(self).to_string().into_bytes()
    }
}

impl FileBodies {
    /// Bodies in `folder`, which is created when the first body is written.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, first: new_id() }
    }

    fn folder_of(&self, ledger: &LedgerId) -> Result<PathBuf, BodyError> {
        Ok(self.folder.join(path_part(&ledger.0)?))
    }

    /// Runs file work where waiting for the disk holds up nobody.
    async fn work<T, W>(&self, ledger: &LedgerId, body: &BodyId, work: W) -> Result<T, BodyError>
    where
        T: Send + 'static,
        W: FnOnce(&Stored) -> Result<T, BodyError> + Send + 'static,
    {
        path_part(&body.0)?;
        let stored = Stored { folder: self.folder_of(ledger)?, body: body.clone() };
        tokio::task::spawn_blocking(move || work(&stored)).await.unwrap_or(Err(BodyError::GivenUp))
    }
}

#[async_trait]
impl Bodies for FileBodies {
    async fn begin(&self, ledger: &LedgerId, media_type: &str) -> Result<BodyWriter, BodyError> {
        let mut salt = [0; 32];
        getrandom::fill(&mut salt).map_err(BodyError::Random)?;
        Ok(BodyWriter::start(self.folder_of(ledger)?, new_id(), media_type.to_owned(), salt))
    }

    async fn begin_known(&self, ledger: &LedgerId, known: KnownBody, media_type: &str) -> Result<BodyWriter, BodyError> {
        path_part(&known.body.0)?;
        Ok(BodyWriter::start(self.folder_of(ledger)?, known.body, media_type.to_owned(), known.salt))
    }

    async fn read(&self, ledger: &LedgerId, body: &BodyId) -> Result<Vec<u8>, BodyError> {
        self.work(ledger, body, |stored| Ok(stored.read()?.1)).await
    }

    async fn facts(&self, ledger: &LedgerId, body: &BodyId) -> Result<BodyFacts, BodyError> {
        let sidecar = self.work(ledger, body, Stored::sidecar).await?;
        let Sidecar { salt, sha256, size_bytes, media_type, cut } = sidecar;
        Ok(BodyFacts { sha256, size_bytes, media_type, cut, salt })
    }

    async fn check(&self, ledger: &LedgerId, raw: &BodyRef) -> Result<(), BodyError> {
        let (digest, size_bytes) = (raw.digest.clone(), raw.size_bytes);
        self.work(ledger, &raw.body, move |stored| stored.check(&digest, size_bytes)).await
    }

    async fn sweep(&self, known: &HashSet<(LedgerId, BodyId)>) -> Result<u64, BodyError> {
        let (folder, first, known) = (self.folder.clone(), self.first.clone(), known.clone());
        tokio::task::spawn_blocking(move || sweep_folder(&folder, &first, &known)).await.unwrap_or(Err(BodyError::GivenUp))
    }
}

/// A body that should be on disk.
struct Stored {
    folder: PathBuf,
    body: BodyId,
}

impl Stored {
    fn sidecar(&self) -> Result<Sidecar, BodyError> {
        let path = self.folder.join(format!("{}.json", self.body));
        let bytes = fs::read(&path).map_err(|error| self.unreadable(&path, error))?;
        serde_json::from_slice(&bytes).map_err(|error| self.damaged(format!("its description cannot be read ({error})")))
    }

    fn read(&self) -> Result<(Sidecar, Vec<u8>), BodyError> {
        let sidecar = self.sidecar()?;
        let path = self.folder.join(format!("{}.zst", self.body));
        let file = File::open(&path).map_err(|error| self.unreadable(&path, error))?;
        let decoder = Decoder::new(file).map_err(failed("read", &path))?;
        let mut bytes = Vec::new();
        // A damaged or foreign file could unpack to any size: never take more than was written.
        decoder
            .take(sidecar.size_bytes.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(|error| self.damaged(format!("it cannot be unpacked ({error})")))?;
        if bytes.len() as u64 != sidecar.size_bytes {
            return Err(self.damaged(format!("{} bytes were written, {} can be read", sidecar.size_bytes, bytes.len())));
        }
        if hex::encode(Sha256::digest(&bytes)) != sidecar.sha256 {
            return Err(self.damaged("its sha256 is not the one it was written with".to_owned()));
        }
        Ok((sidecar, bytes))
    }

    fn check(&self, digest: &str, size_bytes: u64) -> Result<(), BodyError> {
        let (sidecar, bytes) = self.read()?;
        let salt = hex::decode(&sidecar.salt).map_err(|error| self.damaged(format!("its salt cannot be read ({error})")))?;
        if bytes.len() as u64 != size_bytes {
            return Err(self.damaged(format!("the ledger says {size_bytes} bytes, {} are kept", bytes.len())));
        }
        if hex::encode(Sha256::new_with_prefix(salt).chain_update(&bytes).finalize()) != digest {
            return Err(self.damaged("its digest is not the one in the ledger".to_owned()));
        }
        Ok(())
    }

    fn unreadable(&self, path: &Path, error: io::Error) -> BodyError {
        match error.kind() {
            io::ErrorKind::NotFound => BodyError::Missing { body: self.body.clone() },
            _ => failed("read", path)(error),
        }
    }

    fn damaged(&self, what: String) -> BodyError {
        BodyError::Damaged { body: self.body.clone(), what }
    }
}

/// Ids become parts of a path, and some of them come from addresses that anybody can type.
fn path_part(id: &str) -> Result<&str, BodyError> {
    let fits = (1..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    if fits { Ok(id) } else { Err(BodyError::NotAnId(id.chars().take(64).collect())) }
}

fn new_id() -> BodyId {
    BodyId(Uuid::now_v7().to_string())
}

fn sweep_folder(folder: &Path, first: &BodyId, known: &HashSet<(LedgerId, BodyId)>) -> Result<u64, BodyError> {
    let mut removed = 0;
    for ledger_folder in entries_of(folder)? {
        let ledger = LedgerId(ledger_folder.file_name().to_string_lossy().into_owned());
        if !ledger_folder.path().is_dir() {
            continue;
        }
        for file in entries_of(&ledger_folder.path())? {
            let path = file.path();
            let name = file.file_name().to_string_lossy().into_owned();
            let body = BodyId(name.split('.').next().unwrap_or_default().to_owned());
            if body < *first && !known.contains(&(ledger.clone(), body)) {
                fs::remove_file(&path).map_err(failed("remove", &path))?;
                removed += 1;
            }
        }
    }
    Ok(removed)
}

/// The entries of a folder; none if it is not there yet.
fn entries_of(folder: &Path) -> Result<Vec<DirEntry>, BodyError> {
    match fs::read_dir(folder) {
        Ok(entries) => entries.collect::<Result<_, _>>().map_err(failed("list", folder)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(failed("list", folder)(error)),
    }
}
