//! Accounts and sessions. Of secrets this file sees hashes only.

use super::StoreError;
use evidence::time::Micros;
use ledger::actor::{Name, Names};
use ledger::id::ActorId;
use sqlx::SqlitePool;
use std::fmt;

/// People, their sessions, and what lets others in, in the database of a data folder.
#[derive(Clone, Debug)]
pub struct People {
    pub(super) writer: SqlitePool,
    pub(super) reader: SqlitePool,
}

/// An account.
#[derive(Clone, PartialEq, Eq)]
pub struct Person {
    /// Opaque, as in the ledgers.
    pub actor: ActorId,
    /// As they write it.
    pub name: String,
    /// argon2id, as a PHC string.
    pub password_hash: String,
    /// May manage people and sources.
    pub admin: bool,
    /// A program.
    pub agent: bool,
    /// When the account was made.
    pub created_at: Micros,
}

/// A hash can be tried against offline, so it stays out of logs.
impl fmt::Debug for Person {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Person").field("actor", &self.actor).field("admin", &self.admin).finish_non_exhaustive()
    }
}

/// Somebody's session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRow {
    /// sha256 of the token.
    pub token_sha256: [u8; 32],
    /// Whose: an account's or a guest's.
    pub actor: ActorId,
    /// The link a guest came by; none for an account.
    pub link: Option<String>,
    /// Since when.
    pub created_at: Micros,
    /// Until when, if it is not used before.
    pub expires_at: Micros,
    /// Last use, to within a few minutes.
    pub last_seen_at: Micros,
}

type PersonRow = (String, String, String, bool, bool, i64);

impl People {
    pub(super) fn new(writer: SqlitePool, reader: SqlitePool) -> Self {
        Self { writer, reader }
    }

    /// Adds an account; false when the name is taken, in whatever case.
    pub async fn add_person(&self, person: &Person) -> Result<bool, StoreError> {
        let inserted = sqlx::query(
            "insert into people (actor_id, name, name_key, password_hash, admin, agent, created_at_us) \
             values ($1, $2, $3, $4, $5, $6, $7) on conflict (name_key) do nothing",
        )
        .bind(&person.actor.0)
        .bind(&person.name)
        .bind(name_key(&person.name))
        .bind(&person.password_hash)
        .bind(person.admin)
        .bind(person.agent)
        .bind(person.created_at.0)
        .execute(&self.writer)
        .await
        .map_err(StoreError::database("add a person"))?;
        Ok(inserted.rows_affected() == 1)
    }

    /// The account of a name, in whatever case.
    pub async fn find_person_by_name(&self, name: &str) -> Result<Option<Person>, StoreError> {
        let found: Option<PersonRow> =
            sqlx::query_as("select actor_id, name, password_hash, admin, agent, created_at_us from people where name_key = $1")
                .bind(name_key(name))
                .fetch_optional(&self.reader)
                .await
                .map_err(StoreError::database("look up a person by name"))?;
        Ok(found.map(person_of))
    }

    /// The account of an actor.
    pub async fn find_person(&self, actor: &ActorId) -> Result<Option<Person>, StoreError> {
        let found: Option<PersonRow> =
            sqlx::query_as("select actor_id, name, password_hash, admin, agent, created_at_us from people where actor_id = $1")
                .bind(&actor.0)
                .fetch_optional(&self.reader)
                .await
                .map_err(StoreError::database("look up a person"))?;
        Ok(found.map(person_of))
    }

    /// Every account, by name.
    pub async fn list_people(&self) -> Result<Vec<Person>, StoreError> {
        let found: Vec<PersonRow> =
            sqlx::query_as("select actor_id, name, password_hash, admin, agent, created_at_us from people order by name_key")
                .fetch_all(&self.reader)
                .await
                .map_err(StoreError::database("list the people"))?;
        Ok(found.into_iter().map(person_of).collect())
    }

    /// What everybody is called, guests included.
    pub async fn list_names(&self) -> Result<Names, StoreError> {
        let found: Vec<(String, String, bool, bool)> =
            sqlx::query_as("select actor_id, name, agent, 0 as by_link from people union all select actor_id, name, 0, 1 from guests")
                .fetch_all(&self.reader)
                .await
                .map_err(StoreError::database("list the names"))?;
        let name_of = |(actor, name, agent, by_link)| (ActorId(actor), Name { name, by_link, agent });
        Ok(Names(found.into_iter().map(name_of).collect()))
    }

    /// Keeps a new session.
    pub async fn add_session(&self, session: &SessionRow) -> Result<(), StoreError> {
        sqlx::query(
            "insert into sessions (token_sha256, actor_id, link_id, created_at_us, expires_at_us, last_seen_at_us) \
             values ($1, $2, $3, $4, $5, $6)",
        )
        .bind(session.token_sha256.as_slice())
        .bind(&session.actor.0)
        .bind(&session.link)
        .bind(session.created_at.0)
        .bind(session.expires_at.0)
        .bind(session.last_seen_at.0)
        .execute(&self.writer)
        .await
        .map_err(StoreError::database("keep a session"))?;
        Ok(())
    }

    /// The session of a token, also an expired one.
    pub async fn find_session(&self, token_sha256: &[u8; 32]) -> Result<Option<SessionRow>, StoreError> {
        let found: Option<(String, Option<String>, i64, i64, i64)> =
            sqlx::query_as("select actor_id, link_id, created_at_us, expires_at_us, last_seen_at_us from sessions where token_sha256 = $1")
                .bind(token_sha256.as_slice())
                .fetch_optional(&self.reader)
                .await
                .map_err(StoreError::database("look up a session"))?;
        Ok(found.map(|(actor, link, created_at_us, expires_at_us, last_seen_at_us)| SessionRow {
            token_sha256: *token_sha256,
            actor: ActorId(actor),
            link,
            created_at: Micros(created_at_us),
            expires_at: Micros(expires_at_us),
            last_seen_at: Micros(last_seen_at_us),
        }))
    }

    /// Moves a session's end, because it was used.
    pub async fn extend_session(&self, token_sha256: &[u8; 32], seen_at: Micros, expires_at: Micros) -> Result<(), StoreError> {
        sqlx::query("update sessions set last_seen_at_us = $2, expires_at_us = $3 where token_sha256 = $1")
            .bind(token_sha256.as_slice())
            .bind(seen_at.0)
            .bind(expires_at.0)
            .execute(&self.writer)
            .await
            .map_err(StoreError::database("extend a session"))?;
        Ok(())
    }

    /// Ends a session.
    pub async fn remove_session(&self, token_sha256: &[u8; 32]) -> Result<(), StoreError> {
        sqlx::query("delete from sessions where token_sha256 = $1")
            .bind(token_sha256.as_slice())
            .execute(&self.writer)
            .await
            .map_err(StoreError::database("end a session"))?;
        Ok(())
    }

    /// Removes sessions and upload tokens that ended before `now`. Links stay: guests are known by them.
    pub async fn remove_expired(&self, now: Micros) -> Result<(), StoreError> {
        for statement in ["delete from sessions where expires_at_us <= $1", "delete from uploads where expires_at_us <= $1"] {
            sqlx::query(statement)
                .bind(now.0)
                .execute(&self.writer)
                .await
                .map_err(StoreError::database("remove expired sessions and tokens"))?;
        }
        Ok(())
    }
}

/// Names that differ by case alone would be one person to whoever reads them.
fn name_key(name: &str) -> String {
    name.to_lowercase()
}

fn person_of((actor, name, password_hash, admin, agent, created_at_us): PersonRow) -> Person {
    Person { actor: ActorId(actor), name, password_hash, admin, agent, created_at: Micros(created_at_us) }
}
