//! The data folder: `inquest.db`, `bodies/` and `lock`. Only its owner may read it: it holds what an incident is about.

use super::StoreError;
use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// A folder with everything that one server keeps.
#[derive(Clone, Debug)]
pub struct DataFolder {
    root: PathBuf,
}

/// Held by the one process that serves the data. Dropping it lets another in; so does the end of the process.
#[derive(Debug)]
pub struct WriterLock {
    #[expect(dead_code, reason = "held, never read: what it holds is let go when it is dropped")]
    held: Held,
}

#[derive(Debug)]
enum Held {
    File(#[expect(dead_code, reason = "the lock lives as long as the open file")] File),
    Connection(#[expect(dead_code, reason = "the lock lives as long as the connection")] sqlx::PgConnection),
}

impl DataFolder {
    /// The folder at `root`, created when it is not there.
    pub fn create(root: &Path) -> Result<Self, StoreError> {
        let failed = |source| StoreError::Folder { attempted: "create the data folder", path: root.to_owned(), source };
        DirBuilder::new().recursive(true).mode(0o700).create(root).map_err(failed)?;
        Ok(Self { root: root.to_owned() })
    }

    /// The folder at `root`, which must hold data already: a mistyped name must not become a new, empty store.
    pub fn existing(root: &Path) -> Result<Self, StoreError> {
        let folder = Self { root: root.to_owned() };
        if folder.database().is_file() { Ok(folder) } else { Err(StoreError::NoData { path: root.to_owned() }) }
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The database file.
    pub fn database(&self) -> PathBuf {
        self.root.join("inquest.db")
    }

    /// The folder of bodies.
    pub fn bodies(&self) -> PathBuf {
        self.root.join("bodies")
    }

    pub(super) fn lock(&self) -> Result<WriterLock, StoreError> {
        let path = self.root.join("lock");
        let failed = |source| StoreError::Folder { attempted: "lock", path: path.clone(), source };
        let file = OpenOptions::new().create(true).truncate(false).write(true).mode(0o600).open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(WriterLock { held: Held::File(file) }),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse { data: self.root.display().to_string() }),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }
}

impl WriterLock {
    pub(super) fn of_connection(connection: sqlx::PgConnection) -> Self {
        Self { held: Held::Connection(connection) }
    }
}
