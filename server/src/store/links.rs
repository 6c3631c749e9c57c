//! What lets others in: join links and the guests who used them, upload tokens.

use super::{People, StoreError};
use evidence::time::Micros;
use ledger::event::Role;
use ledger::id::{ActorId, LedgerId, Slug, StreamKey};

/// A join link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkRow {
    /// Names it without giving it away.
    pub link: String,
    /// The one ledger it leads to.
    pub ledger: LedgerId,
    /// That ledger's address.
    pub slug: Slug,
    /// As what one comes in.
    pub role: Role,
    /// Who made it.
    pub made_by: ActorId,
    /// Until when one may come in, and stay.
    pub expires_at: Micros,
    /// How many have come in.
    pub uses: u32,
}

/// Somebody who came by a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guest {
    /// Opaque, as in the ledgers.
    pub actor: ActorId,
    /// Their own word.
    pub name: String,
    /// The link they came by.
    pub link: String,
    /// When.
    pub created_at: Micros,
}

/// An upload token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UploadRow {
    /// sha256 of the token.
    pub token_sha256: [u8; 32],
    /// The one ledger it may add to.
    pub ledger: LedgerId,
    /// The one stream.
    pub stream: StreamKey,
    /// In whose name the upload stands.
    pub made_by: ActorId,
    /// Until when.
    pub expires_at: Micros,
}

type LinkColumns = (String, String, String, String, String, i64, u32);

impl People {
    /// Keeps a new link, of whose secret only the hash is given.
    pub async fn add_link(
        &self,
        link: &str,
        secret_sha256: &[u8; 32],
        ledger: &LedgerId,
        role: Role,
        made_by: &ActorId,
        expires_at: Micros,
    ) -> Result<(), StoreError> {
        sqlx::query("insert into links (link_id, secret_sha256, ledger_id, role, made_by, expires_at_us) values ($1, $2, $3, $4, $5, $6)")
            .bind(link)
            .bind(secret_sha256.as_slice())
            .bind(&ledger.0)
            .bind(role_column(role))
            .bind(&made_by.0)
            .bind(expires_at.0)
            .execute(&self.writer)
            .await
            .map_err(StoreError::database("keep a join link"))?;
        Ok(())
    }

    /// The link of a secret, also an expired one.
    pub async fn find_link_by_secret(&self, secret_sha256: &[u8; 32]) -> Result<Option<LinkRow>, StoreError> {
        let found: Option<LinkColumns> = sqlx::query_as(
            "select k.link_id, k.ledger_id, l.slug, k.role, k.made_by, k.expires_at_us, k.uses \
             from links k join ledgers l on l.ledger_id = k.ledger_id where k.secret_sha256 = $1",
        )
        .bind(secret_sha256.as_slice())
        .fetch_optional(&self.reader)
        .await
        .map_err(StoreError::database("look up a join link"))?;
        found.map(link_of).transpose()
    }

    /// A link by its id, also an expired one.
    pub async fn find_link(&self, link: &str) -> Result<Option<LinkRow>, StoreError> {
        let found: Option<LinkColumns> = sqlx::query_as(
            "select k.link_id, k.ledger_id, l.slug, k.role, k.made_by, k.expires_at_us, k.uses \
             from links k join ledgers l on l.ledger_id = k.ledger_id where k.link_id = $1",
        )
        .bind(link)
        .fetch_optional(&self.reader)
        .await
        .map_err(StoreError::database("look up a join link"))?;
        found.map(link_of).transpose()
    }

    /// Keeps a guest, and counts the use of their link.
    pub async fn add_guest(&self, guest: &Guest) -> Result<(), StoreError> {
        let attempted = "let a guest in";
        let mut transaction = self.writer.begin_with("begin immediate").await.map_err(StoreError::database(attempted))?;
        sqlx::query("insert into guests (actor_id, name, link_id, created_at_us) values ($1, $2, $3, $4)")
            .bind(&guest.actor.0)
            .bind(&guest.name)
            .bind(&guest.link)
            .bind(guest.created_at.0)
            .execute(&mut *transaction)
            .await
            .map_err(StoreError::database(attempted))?;
        sqlx::query("update links set uses = uses + 1 where link_id = $1")
            .bind(&guest.link)
            .execute(&mut *transaction)
            .await
            .map_err(StoreError::database(attempted))?;
        transaction.commit().await.map_err(StoreError::database(attempted))
    }

    /// A guest by their actor id.
    pub async fn find_guest(&self, actor: &ActorId) -> Result<Option<Guest>, StoreError> {
        let found: Option<(String, String, i64)> = sqlx::query_as("select name, link_id, created_at_us from guests where actor_id = $1")
            .bind(&actor.0)
            .fetch_optional(&self.reader)
            .await
            .map_err(StoreError::database("look up a guest"))?;
        let guest_of = |(name, link, created_at_us)| Guest { actor: actor.clone(), name, link, created_at: Micros(created_at_us) };
        Ok(found.map(guest_of))
    }

    /// Keeps a new upload token.
    pub async fn add_upload(&self, upload: &UploadRow) -> Result<(), StoreError> {
        sqlx::query("insert into uploads (token_sha256, ledger_id, stream, made_by, expires_at_us) values ($1, $2, $3, $4, $5)")
            .bind(upload.token_sha256.as_slice())
            .bind(&upload.ledger.0)
            .bind(&upload.stream.0)
            .bind(&upload.made_by.0)
            .bind(upload.expires_at.0)
            .execute(&self.writer)
            .await
            .map_err(StoreError::database("keep an upload token"))?;
        Ok(())
    }

    /// The upload token of a hash, also an expired one.
    pub async fn find_upload(&self, token_sha256: &[u8; 32]) -> Result<Option<UploadRow>, StoreError> {
        let found: Option<(String, String, String, i64)> =
            sqlx::query_as("select ledger_id, stream, made_by, expires_at_us from uploads where token_sha256 = $1")
                .bind(token_sha256.as_slice())
                .fetch_optional(&self.reader)
                .await
                .map_err(StoreError::database("look up an upload token"))?;
        Ok(found.map(|(ledger, stream, made_by, expires_at_us)| UploadRow {
            token_sha256: *token_sha256,
            ledger: LedgerId(ledger),
            stream: StreamKey(stream),
            made_by: ActorId(made_by),
            expires_at: Micros(expires_at_us),
        }))
    }
}

fn link_of((link, ledger, slug, role, made_by, expires_at_us, uses): LinkColumns) -> Result<LinkRow, StoreError> {
    let damaged = |why: String| StoreError::Damaged { what: format!("join link {link}"), why };
    let role = match role.as_str() {
        "coordinator" => Role::Coordinator,
        "investigator" => Role::Investigator,
        "responder" => Role::Responder,
        "reader" => Role::Reader,
        other => return Err(damaged(format!("\"{other}\" is not a role"))),
    };
    let (ledger, slug, made_by, expires_at) = (LedgerId(ledger), Slug(slug), ActorId(made_by), Micros(expires_at_us));
    Ok(LinkRow { link, ledger, slug, role, made_by, expires_at, uses })
}

fn role_column(role: Role) -> &'static str {
    match role {
        Role::Coordinator => "coordinator",
        Role::Investigator => "investigator",
        Role::Responder => "responder",
        Role::Reader => "reader",
    }
}
