//! Who somebody is: passwords, sessions, join links and upload tokens. No HTTP here; what somebody may do is the ledger's to say.
//!
//! What is hard here: every event needs a real actor, and nothing that lets somebody in may be readable on disk. Secrets are
//! random and leave this module once, to whoever they are for; the store keeps their sha256.

mod error;
mod name;
mod password;
mod slowdown;
mod token;

pub use error::AuthError;

use crate::store::People;
use crate::store::links::{Guest, UploadRow};
use crate::store::people::{Person, SessionRow};
use evidence::time::Micros;
use ledger::actor::{Actor, Name, Names, Nature, Via};
use ledger::event::Role;
use ledger::id::{ActorId, LedgerId, Slug, StreamKey};
use password::Passwords;
use slowdown::SlowDown;
use std::sync::Arc;
use uuid::Uuid;

const HOUR_US: i64 = 3_600_000_000;
/// A session ends this long after its last use.
const SESSION_US: i64 = 12 * HOUR_US;
/// A session in use is written again no more often than this: not every request should cost a disk write.
const TOUCH_US: i64 = 5 * 60_000_000;
/// An upload token ends this long after it was made.
const UPLOAD_US: i64 = 2 * HOUR_US;

/// Lets people in and knows them again. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Auth {
    people: People,
    passwords: Passwords,
    slowdown: Arc<SlowDown>,
}

/// An account to be made.
#[derive(Clone, Copy, Debug)]
pub struct NewPerson<'a> {
    /// The name; trimmed, 1 to 80 characters.
    pub name: &'a str,
    /// May manage people and sources.
    pub admin: bool,
    /// A program.
    pub agent: bool,
}

/// How signing in ended. Has no `Debug`: the cookie is a secret.
pub enum SignIn {
    /// They are in.
    Yes {
        /// The value of the session cookie.
        cookie: String,
    },
    /// Name and password do not fit. Which of the two is not said: that would tell which names exist.
    No,
}

/// Somebody who just came in by a join link. Has no `Debug`: the cookie is a secret.
pub struct Entered {
    /// The value of the session cookie.
    pub cookie: String,
    /// The new actor.
    pub actor: ActorId,
    /// The one ledger they may enter.
    pub ledger: LedgerId,
    /// As what.
    pub role: Role,
}

/// Where a join link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// The one ledger.
    pub ledger: LedgerId,
    /// Its address.
    pub slug: Slug,
    /// As what one comes in.
    pub role: Role,
    /// Until when one may come in, and stay.
    pub expires_at: Micros,
}

/// Somebody with a valid session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visitor {
    /// Who, and by which door.
    pub actor: Actor,
    /// What they are called.
    pub name: Name,
    /// The one incident a guest may enter; none for an account.
    pub only: Option<Slug>,
}

/// Whoever holds a valid upload token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upload {
    /// In whose name, by an upload to one stream.
    pub actor: Actor,
    /// The one ledger.
    pub ledger: LedgerId,
    /// The one stream.
    pub stream: StreamKey,
}

impl Auth {
    /// On the people of a store.
    pub fn new(people: People) -> Self {
        Self { people, passwords: Passwords::default(), slowdown: Arc::default() }
    }

    /// Makes an account and answers its actor. The password has at least 10 characters.
    pub async fn add_person(&self, new: NewPerson<'_>, password: &str, now: Micros) -> Result<ActorId, AuthError> {
        let actor = new_actor();
        name::parse(new.name)?;
        let password_hash = self.passwords.hash(password).await?;
        self.keep_person(&actor, new, password_hash, now).await?;
        Ok(actor)
    }

    /// Makes an account that no password opens, with an id that is given: for the people of the demo.
    pub async fn add_without_password(&self, actor: &ActorId, new: NewPerson<'_>, now: Micros) -> Result<(), AuthError> {
        self.keep_person(actor, new, password::UNUSABLE.to_owned(), now).await
    }

    /// What everybody is called, guests included.
    pub async fn names(&self) -> Result<Names, AuthError> {
        Ok(self.people.list_names().await?)
    }

    /// Opens a session for a name and its password. After a few wrong passwords the answer takes longer, up to five seconds.
    pub async fn sign_in(&self, name: &str, password: &str, now: Micros) -> Result<SignIn, AuthError> {
        let name = name.trim();
        tokio::time::sleep(self.slowdown.attempt(name, now)).await;
        let person = self.people.find_person_by_name(name).await?;
        // An unknown name takes as long as a wrong password, so that time does not tell which names exist.
        let fits = self.passwords.verify(password, person.as_ref().map(|person| person.password_hash.as_str())).await?;
        match person {
            Some(person) if fits => {
                self.slowdown.forget(name);
                Ok(SignIn::Yes { cookie: self.open_session(&person.actor, None, now, Micros(i64::MAX)).await? })
            }
            _ => Ok(SignIn::No),
        }
    }

    /// Opens a session for an account without its password, for the demo, where a visitor picks who they are. Answers the cookie's value.
    pub async fn session_for(&self, actor: &ActorId, now: Micros) -> Result<String, AuthError> {
        let person = self.people.find_person(actor).await?.ok_or_else(|| AuthError::NoSuchPerson { actor: actor.clone() })?;
        self.open_session(&person.actor, None, now, Micros(i64::MAX)).await
    }

    /// Whose session a cookie's value is, if it is one and has not ended. Using it moves its end.
    pub async fn session(&self, cookie: &str, now: Micros) -> Result<Option<Visitor>, AuthError> {
        let Some(sha256) = token::sha256_of(cookie) else { return Ok(None) };
        let Some(session) = self.people.find_session(&sha256).await?.filter(|session| session.expires_at > now) else { return Ok(None) };
        let (visitor, latest) = match &session.link {
            None => (self.account(&session.actor).await?, Micros(i64::MAX)),
            Some(link) => self.guest(&session.actor, link, now).await?,
        };
        if visitor.is_some() && now.0.saturating_sub(session.last_seen_at.0) >= TOUCH_US {
            self.people.extend_session(&sha256, now, session_end(now, latest)).await?;
        }
        Ok(visitor)
    }

    /// Ends a session. A value that is no session's ends nothing.
    pub async fn end_session(&self, cookie: &str) -> Result<(), AuthError> {
        match token::sha256_of(cookie) {
            Some(sha256) => Ok(self.people.remove_session(&sha256).await?),
            None => Ok(()),
        }
    }

    /// Makes a link by which anybody who has it comes into one ledger with one role. Answers its secret, which cannot be shown again.
    pub async fn make_link(&self, ledger: &LedgerId, role: Role, made_by: &ActorId, expires_at: Micros) -> Result<String, AuthError> {
        let (secret, secret_sha256) = token::random()?;
        self.people.add_link(&Uuid::now_v7().to_string(), &secret_sha256, ledger, role, made_by, expires_at).await?;
        Ok(secret)
    }

    /// Where a join link leads, if it still works.
    pub async fn invitation(&self, secret: &str, now: Micros) -> Result<Option<Invitation>, AuthError> {
        let Some(sha256) = token::sha256_of(secret) else { return Ok(None) };
        let link = self.people.find_link_by_secret(&sha256).await?.filter(|link| link.expires_at > now);
        Ok(link.map(|link| Invitation { ledger: link.ledger, slug: link.slug, role: link.role, expires_at: link.expires_at }))
    }

    /// Comes in by a join link under a name of one's own; none if the link does not work. The session ends with the link at the latest.
    pub async fn enter_by_link(&self, secret: &str, name: &str, now: Micros) -> Result<Option<Entered>, AuthError> {
        let name = name::parse(name)?;
        let Some(sha256) = token::sha256_of(secret) else { return Ok(None) };
        let Some(link) = self.people.find_link_by_secret(&sha256).await?.filter(|link| link.expires_at > now) else { return Ok(None) };
        let actor = new_actor();
        self.people.add_guest(&Guest { actor: actor.clone(), name, link: link.link.clone(), created_at: now }).await?;
        let cookie = self.open_session(&actor, Some(link.link), now, link.expires_at).await?;
        Ok(Some(Entered { cookie, actor, ledger: link.ledger, role: link.role }))
    }

    /// Makes a token that can add files to one stream for two hours, in the name of whoever asked for it. Answers it and its end.
    pub async fn make_upload(
        &self,
        ledger: &LedgerId,
        stream: &StreamKey,
        made_by: &ActorId,
        now: Micros,
    ) -> Result<(String, Micros), AuthError> {
        let (token, token_sha256) = token::random()?;
        let expires_at = Micros(now.0.saturating_add(UPLOAD_US));
        let (ledger, stream, made_by) = (ledger.clone(), stream.clone(), made_by.clone());
        self.people.add_upload(&UploadRow { token_sha256, ledger, stream, made_by, expires_at }).await?;
        Ok((token, expires_at))
    }

    /// What an upload token allows, if it is one and has not ended.
    pub async fn upload(&self, token: &str, now: Micros) -> Result<Option<Upload>, AuthError> {
        let Some(sha256) = token::sha256_of(token) else { return Ok(None) };
        let Some(upload) = self.people.find_upload(&sha256).await?.filter(|upload| upload.expires_at > now) else { return Ok(None) };
        let maker = self.people.find_person(&upload.made_by).await?;
        // Guests are people: a program gets an account.
        let nature = maker.as_ref().map_or(Nature::Person, nature_of);
        let actor = Actor { id: upload.made_by, nature, via: Via::Upload { stream: upload.stream.clone() } };
        Ok(Some(Upload { actor, ledger: upload.ledger, stream: upload.stream }))
    }

    async fn keep_person(&self, actor: &ActorId, new: NewPerson<'_>, password_hash: String, now: Micros) -> Result<(), AuthError> {
        let name = name::parse(new.name)?;
        let person =
            Person { actor: actor.clone(), name: name.clone(), password_hash, admin: new.admin, agent: new.agent, created_at: now };
        if self.people.add_person(&person).await? { Ok(()) } else { Err(AuthError::NameTaken { name }) }
    }

    async fn open_session(&self, actor: &ActorId, link: Option<String>, now: Micros, latest: Micros) -> Result<String, AuthError> {
        let (cookie, token_sha256) = token::random()?;
        // Signing in is rare enough to clean up by the way.
        self.people.remove_expired(now).await?;
        let (actor, expires_at) = (actor.clone(), session_end(now, latest));
        self.people.add_session(&SessionRow { token_sha256, actor, link, created_at: now, expires_at, last_seen_at: now }).await?;
        Ok(cookie)
    }

    async fn account(&self, actor: &ActorId) -> Result<Option<Visitor>, AuthError> {
        Ok(self.people.find_person(actor).await?.map(|person| Visitor {
            actor: Actor { id: person.actor.clone(), nature: nature_of(&person), via: Via::Account { admin: person.admin } },
            name: Name { name: person.name, by_link: false, agent: person.agent },
            only: None,
        }))
    }

    /// A guest, while their link lasts, and until when that is.
    async fn guest(&self, actor: &ActorId, link: &str, now: Micros) -> Result<(Option<Visitor>, Micros), AuthError> {
        let Some(link) = self.people.find_link(link).await?.filter(|link| link.expires_at > now) else { return Ok((None, now)) };
        let visitor = self.people.find_guest(actor).await?.map(|guest| Visitor {
            actor: Actor { id: guest.actor, nature: Nature::Person, via: Via::Link { role: link.role } },
            name: Name { name: guest.name, by_link: true, agent: false },
            only: Some(link.slug),
        });
        Ok((visitor, link.expires_at))
    }
}

fn session_end(now: Micros, latest: Micros) -> Micros {
    Micros(now.0.saturating_add(SESSION_US)).min(latest)
}

fn nature_of(person: &Person) -> Nature {
    if person.agent { Nature::Agent } else { Nature::Person }
}

fn new_actor() -> ActorId {
    ActorId(Uuid::now_v7().to_string())
}
