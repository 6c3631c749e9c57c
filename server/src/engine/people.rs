//! Coming in: by password, by a join link, and in the demo by picking who one is.

use super::backend::refused;
use super::{Engine, failed};
use crate::auth::{AuthError, SignIn};
use app::api::error::ApiError;
use ledger::actor::{Actor, Nature, Via};
use ledger::command::Command;
use ledger::id::Slug;

impl Engine {
    /// Checks a password and begins a session; answers the cookie's value.
    pub(super) async fn sign_in_person(&self, name: &str, password: &str) -> Result<String, ApiError> {
        match self.auth.sign_in(name, password, self.clock.now()).await.map_err(failed)? {
            SignIn::Yes { cookie } => Ok(cookie),
            SignIn::No => {
                Err(refused("sign in", "name and password do not fit", "Check both. `inquest user add` makes an account.").into())
            }
        }
    }

    /// Comes in by a join link under a name, and takes part with the link's role.
    pub(super) async fn join_by_link(&self, secret: &str, name: &str) -> Result<(String, Slug), ApiError> {
        let now = self.clock.now();
        let entered = match self.auth.enter_by_link(secret, name, now).await {
            Err(AuthError::BadName { .. }) => {
                return Err(
                    refused("come in under this name", "a name has 1 to 80 characters and no line breaks", "Type another name.").into()
                );
            }
            entered => entered.map_err(failed)?,
        };
        let Some(guest) = entered else {
            return Err(
                refused("come in by this link", "it is not known, or its time is over", "Ask the coordinator for a new one.").into()
            );
        };
        let actor = Actor { id: guest.actor, nature: Nature::Person, via: Via::Link { role: guest.role } };
        self.execute(&actor, &guest.ledger, &crate::ids::command(), &Command::Join { role: guest.role }).await?;
        let rows = self.store.list_ledgers().await.map_err(failed)?;
        let slug = rows.into_iter().find(|row| row.ledger == guest.ledger).map(|row| row.slug).ok_or(ApiError::Missing)?;
        Ok((guest.cookie, slug))
    }

    /// Only in the demo: begins a session as one of its people.
    pub(super) async fn become_demo_person(&self, person: &str) -> Result<String, ApiError> {
        let known = self.demo && crate::demo::people().iter().any(|one| one.actor.0 == person);
        if !known {
            return Err(ApiError::Missing);
        }
        self.auth.session_for(&person.into(), self.clock.now()).await.map_err(failed)
    }
}
