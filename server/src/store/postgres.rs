//! Ledgers on Postgres. Several processes may write; a row lock on the ledger makes them take turns.

use super::rows::{self, EventRow, HeadRow, bind_event};
use super::{Appended, Created, Head, LedgerKind, LedgerRow, Ledgers, StoreError, WriterLock, migrations};
use async_trait::async_trait;
use evidence::time::Micros;
use ledger::id::{CommandId, LedgerId, Slug};
use ledger::record::Record;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, PgPool};

const CONNECTIONS: u32 = 8;
/// Names this program among the advisory locks of the database ("inquest" in ASCII).
const SERVER_LOCK: i64 = 0x69_6e_71_75_65_73_74;

/// A Postgres database with its tables.
#[derive(Clone, Debug)]
pub struct PostgresStore {
    options: PgConnectOptions,
    pool: PgPool,
}

impl PostgresStore {
    /// Connects, and brings the tables to this version.
    pub async fn open(options: PgConnectOptions) -> Result<Self, StoreError> {
        let pool = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .connect_with(options.clone())
            .await
            .map_err(StoreError::database("connect to the database"))?;
        let store = Self { options, pool };
        migrations::postgres().run(&store.pool).await.map_err(|source| StoreError::Migrate { database: store.name(), source })?;
        Ok(store)
    }

    /// Host and database, without user and password.
    fn name(&self) -> String {
        format!("{}/{}", self.options.get_host(), self.options.get_database().unwrap_or_default())
    }
}

#[async_trait]
impl Ledgers for PostgresStore {
    async fn create_ledger(&self, ledger: &LedgerId, kind: LedgerKind, slug: &Slug, at: Micros) -> Result<Created, StoreError> {
        let inserted = sqlx::query(rows::INSERT_LEDGER)
            .bind(&ledger.0)
            .bind(rows::kind_column(kind))
            .bind(&slug.0)
            .bind(at.0)
            .execute(&self.pool)
            .await
            .map_err(StoreError::database("create a ledger"))?;
        Ok(if inserted.rows_affected() == 1 { Created::Yes } else { Created::SlugTaken })
    }

    async fn find_ledger(&self, slug: &Slug) -> Result<Option<LedgerId>, StoreError> {
        let found: Option<String> = sqlx::query_scalar(rows::FIND_LEDGER)
            .bind(&slug.0)
            .fetch_optional(&self.pool)
            .await
            .map_err(StoreError::database("look up an address"))?;
        Ok(found.map(LedgerId))
    }

    async fn list_ledgers(&self) -> Result<Vec<LedgerRow>, StoreError> {
        let found: Vec<(String, String, String, i64, i64)> =
            sqlx::query_as(rows::LIST_LEDGERS).fetch_all(&self.pool).await.map_err(StoreError::database("list the ledgers"))?;
        found.into_iter().map(rows::ledger_of).collect()
    }

    async fn head(&self, ledger: &LedgerId) -> Result<Head, StoreError> {
        let row: Option<HeadRow> = sqlx::query_as(rows::HEAD)
            .bind(&ledger.0)
            .fetch_optional(&self.pool)
            .await
            .map_err(StoreError::database("read the end of a ledger"))?;
        rows::head_of(ledger, row)
    }

    async fn append(&self, ledger: &LedgerId, expected_seq: u64, command: &CommandId, records: &[Record]) -> Result<Appended, StoreError> {
        let mut transaction = self.pool.begin().await.map_err(StoreError::database("start writing to a ledger"))?;
        // Whoever appends to this ledger next waits here until this one is done, and then sees what it wrote.
        sqlx::query("select ledger_id from ledgers where ledger_id = $1 for update")
            .bind(&ledger.0)
            .execute(&mut *transaction)
            .await
            .map_err(StoreError::database("lock a ledger"))?;
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
            .fetch_all(&self.pool)
            .await
            .map_err(StoreError::database("read events"))?;
        found.into_iter().map(|row| rows::record_of(ledger, row)).collect()
    }

    async fn find_command(&self, ledger: &LedgerId, command: &CommandId) -> Result<Option<(u64, u64)>, StoreError> {
        let row: Option<(i64, i64)> = sqlx::query_as(rows::FIND_COMMAND)
            .bind(&ledger.0)
            .bind(&command.0)
            .fetch_optional(&self.pool)
            .await
            .map_err(StoreError::database("look up a command"))?;
        rows::command_of(command, row)
    }

    async fn data_version(&self) -> Result<i64, StoreError> {
        // Events and ledgers are only ever added, so their number tells.
        sqlx::query_scalar(
            "select (count(*) + coalesce(sum((select max(e.seq) from events e where e.ledger_id = l.ledger_id)), 0))::bigint \
             from ledgers l",
        )
        .fetch_one(&self.pool)
        .await
        .map_err(StoreError::database("see whether others wrote"))
    }

    async fn lock_writer(&self) -> Result<WriterLock, StoreError> {
        let attempted = "lock the database for one server";
        // A connection of its own: the lock lives and dies with it.
        let mut connection = self.options.connect().await.map_err(StoreError::database(attempted))?;
        let locked: bool = sqlx::query_scalar("select pg_try_advisory_lock($1)")
            .bind(SERVER_LOCK)
            .fetch_one(&mut connection)
            .await
            .map_err(StoreError::database(attempted))?;
        if locked { Ok(WriterLock::of_connection(connection)) } else { Err(StoreError::InUse { data: self.name() }) }
    }

    async fn close(&self) {
        self.pool.close().await;
    }
}
