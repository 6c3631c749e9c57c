//! Ledgers on SQLite: one file, one writer.

use super::rows::{self, EventRow, HeadRow, bind_event};
use super::{Appended, Created, DataFolder, Head, LedgerKind, LedgerRow, Ledgers, People, StoreError, WriterLock, migrations};
use async_trait::async_trait;
use evidence::time::Micros;
use ledger::id::{CommandId, LedgerId, Slug};
use ledger::record::Record;
use sqlx::SqlitePool;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use std::time::Duration;

const READERS: u32 = 4;
/// How long a write waits for another process, such as `inquest user add`, before it fails.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// A data folder with its database open.
#[derive(Clone, Debug)]
pub struct SqliteStore {
    folder: DataFolder,
    /// One connection for the life of the store: SQLite has one writer, and `data_version` is told per connection.
    writer: SqlitePool,
    reader: SqlitePool,
}

impl SqliteStore {
    /// Opens the database in a data folder, creates it if it is not there, and brings its tables to this version.
    pub async fn open(folder: &DataFolder) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(folder.database())
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // FULL makes WAL wait for the disk at each commit: what was acknowledged survives a power cut.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(BUSY_TIMEOUT)
            // What is redacted must not stay readable in free pages.
            .pragma("secure_delete", "on");
        let writer = SqlitePoolOptions::new()
            .max_connections(1)
            .min_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            .test_before_acquire(false)
            .connect_with(options.clone())
            .await
            .map_err(StoreError::database("open the database of the data folder"))?;
        migrations::sqlite()
            .run(&writer)
            .await
            .map_err(|source| StoreError::Migrate { database: folder.database().display().to_string(), source })?;
        let reader = SqlitePoolOptions::new()
            .max_connections(READERS)
            .test_before_acquire(false)
            .connect_with(options.pragma("query_only", "on"))
            .await
            .map_err(StoreError::database("open the database of the data folder for reading"))?;
        Ok(Self { folder: folder.clone(), writer, reader })
    }

    /// People, sessions, links and tokens in the same database.
    pub fn people(&self) -> People {
        People::new(self.writer.clone(), self.reader.clone())
    }

    /// Writes a consistent copy of the database, as of now, to a file that is not there yet. Others may write meanwhile.
    pub async fn copy_to(&self, file: &std::path::Path) -> Result<(), StoreError> {
        sqlx::query("vacuum into $1")
            .bind(file.to_string_lossy().into_owned())
            .execute(&self.writer)
            .await
            .map_err(StoreError::database("copy the database"))?;
        Ok(())
    }
}

#[async_trait]
impl Ledgers for SqliteStore {
    async fn create_ledger(&self, ledger: &LedgerId, kind: LedgerKind, slug: &Slug, at: Micros) -> Result<Created, StoreError> {
        let inserted = sqlx::query(rows::INSERT_LEDGER)
            .bind(&ledger.0)
            .bind(rows::kind_column(kind))
            .bind(&slug.0)
            .bind(at.0)
            .execute(&self.writer)
            .await
            .map_err(StoreError::database("create a ledger"))?;
        Ok(if inserted.rows_affected() == 1 { Created::Yes } else { Created::SlugTaken })
    }

    async fn find_ledger(&self, slug: &Slug) -> Result<Option<LedgerId>, StoreError> {
        let found: Option<String> = sqlx::query_scalar(rows::FIND_LEDGER)
            .bind(&slug.0)
            .fetch_optional(&self.reader)
            .await
            .map_err(StoreError::database("look up an address"))?;
        Ok(found.map(LedgerId))
    }

    async fn list_ledgers(&self) -> Result<Vec<LedgerRow>, StoreError> {
        let found: Vec<(String, String, String, i64, i64)> =
            sqlx::query_as(rows::LIST_LEDGERS).fetch_all(&self.reader).await.map_err(StoreError::database("list the ledgers"))?;
        found.into_iter().map(rows::ledger_of).collect()
    }

    async fn head(&self, ledger: &LedgerId) -> Result<Head, StoreError> {
        let row: Option<HeadRow> = sqlx::query_as(rows::HEAD)
            .bind(&ledger.0)
            .fetch_optional(&self.reader)
            .await
            .map_err(StoreError::database("read the end of a ledger"))?;
        rows::head_of(ledger, row)
    }

    async fn append(&self, ledger: &LedgerId, expected_seq: u64, command: &CommandId, records: &[Record]) -> Result<Appended, StoreError> {
        // An immediate transaction takes the write lock before it reads, so that what it read still holds when it writes.
        let mut transaction = self.writer.begin_with("begin immediate").await.map_err(StoreError::database("start writing to a ledger"))?;
        let row: Option<(i64, i64)> = sqlx::query_as(rows::FIND_COMMAND)
            .bind(&ledger.0)
            .bind(&command.0)
            .fetch_optional(&mut *transaction)
            .await
            .map_err(StoreError::database("look up a command"))?;
        if let Some((first_seq, last_seq)) = rows::command_of(command, row)? {
            return Ok(Appended::Repeated { first_seq, last_seq });
        }
        let row: Option<HeadRow> = sqlx::query_as(rows::HEAD)
            .bind(&ledger.0)
            .fetch_optional(&mut *transaction)
            .await
            .map_err(StoreError::database("read the end of a ledger"))?;
        let head = rows::head_of(ledger, row)?;
        if head.seq != expected_seq {
            return Ok(Appended::Conflict { last_seq: head.seq });
        }
        let (first_seq, last_seq) = rows::check_chain(ledger, command, head, records)?;
        for record in records {
            bind_event!(sqlx::query(rows::INSERT_EVENT), record)
                .execute(&mut *transaction)
                .await
                .map_err(StoreError::database("write an event"))?;
        }
        sqlx::query(rows::INSERT_COMMAND)
            .bind(&ledger.0)
            .bind(&command.0)
            .bind(rows::to_column(first_seq)?)
            .bind(rows::to_column(last_seq)?)
            .execute(&mut *transaction)
            .await
            .map_err(StoreError::database("write a command"))?;
        transaction.commit().await.map_err(StoreError::database("make events durable"))?;
        Ok(Appended::Written)
    }

    async fn read_after(&self, ledger: &LedgerId, after_seq: u64, limit: u32) -> Result<Vec<Record>, StoreError> {
        let found: Vec<EventRow> = sqlx::query_as(rows::READ_AFTER)
            .bind(&ledger.0)
            .bind(rows::to_column(after_seq)?)
            .bind(i64::from(limit))
            .fetch_all(&self.reader)
            .await
            .map_err(StoreError::database("read events"))?;
        found.into_iter().map(|row| rows::record_of(ledger, row)).collect()
    }

    async fn find_command(&self, ledger: &LedgerId, command: &CommandId) -> Result<Option<(u64, u64)>, StoreError> {
        let row: Option<(i64, i64)> = sqlx::query_as(rows::FIND_COMMAND)
            .bind(&ledger.0)
            .bind(&command.0)
            .fetch_optional(&self.reader)
            .await
            .map_err(StoreError::database("look up a command"))?;
        rows::command_of(command, row)
    }

    async fn data_version(&self) -> Result<i64, StoreError> {
        // On the connection that writes: its own commits do not change the number, those of other processes do.
        sqlx::query_scalar("pragma data_version").fetch_one(&self.writer).await.map_err(StoreError::database("see whether others wrote"))
    }

    async fn lock_writer(&self) -> Result<WriterLock, StoreError> {
        self.folder.lock()
    }

    async fn close(&self) {
        // Readers first: the last connection to close, the writer, moves the log into the database file.
        self.reader.close().await;
        self.writer.close().await;
    }
}
