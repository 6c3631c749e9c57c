//! Passwords, hashed with argon2id.

use super::AuthError;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{Error, PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Memory of one hashing, in KiB.
const MEMORY_KIB: u32 = 19 * 1024;
/// Passes over that memory.
const PASSES: u32 = 2;
const LANES: u32 = 1;
/// Hashings at a time: each holds a core and its memory, and anybody can ask for one.
const AT_A_TIME: usize = 2;

const MIN_CHARS: usize = 10;
const MAX_BYTES: usize = 1024;

/// A hash that no password gives, for accounts without one and for names that are not there. Its parameters are those above, so
/// that comparing with it takes as long.
pub(super) const UNUSABLE: &str = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Hashes and compares passwords, a few at a time and never on the threads that serve requests.
#[derive(Clone, Debug)]
pub(super) struct Passwords {
    turns: Arc<Semaphore>,
}

impl Default for Passwords {
    fn default() -> Self {
        Self { turns: Arc::new(Semaphore::new(AT_A_TIME)) }
    }
}

impl Passwords {
    /// The hash of a new password, as a PHC string with a random salt.
    pub(super) async fn hash(&self, password: &str) -> Result<String, AuthError> {
        if password.chars().count() < MIN_CHARS {
            return Err(AuthError::BadPassword { why: "it has fewer than 10 characters" });
        }
        if password.len() > MAX_BYTES {
            return Err(AuthError::BadPassword { why: "it has more than 1,024 bytes" });
        }
        let password = password.to_owned();
        self.in_turn(move || {
            let mut salt = [0; 16];
            getrandom::fill(&mut salt)?;
            let hash: PasswordHash = hasher()?.hash_password_with_salt(password.as_bytes(), &salt).map_err(AuthError::Hash)?;
            Ok(hash.to_string())
        })
        .await
    }

    /// Whether a password fits a hash. Without a hash it does not, after the same work.
    pub(super) async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool, AuthError> {
        if password.len() > MAX_BYTES {
            return Ok(false);
        }
        let (password, hash) = (password.to_owned(), hash.unwrap_or(UNUSABLE).to_owned());
        self.in_turn(move || match hasher()?.verify_password(password.as_bytes(), hash.as_str()) {
            Ok(()) => Ok(true),
            Err(Error::PasswordInvalid) => Ok(false),
            Err(error) => Err(AuthError::Hash(error)),
        })
        .await
    }

    async fn in_turn<T: Send + 'static>(&self, work: impl FnOnce() -> Result<T, AuthError> + Send + 'static) -> Result<T, AuthError> {
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(|_| AuthError::Stopping)?;
        // The turn goes with the work: a request that is given up must not let more hashings run than are allowed.
        let hashing = tokio::task::spawn_blocking(move || {
            let outcome = work();
            drop(turn);
            outcome
        });
        hashing.await.unwrap_or(Err(AuthError::Stopping))
    }
}

fn hasher() -> Result<Argon2<'static>, AuthError> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(|error| AuthError::Hash(error.into()))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_unusable_hash_has_todays_parameters_and_nothing_fits_it() {
        assert!(!Passwords::default().verify("", None).await.unwrap());
        let today = Passwords::default().hash("correct horse battery").await.unwrap();
        let parameters = |hash: &str| hash.split('$').take(4).collect::<Vec<_>>().join("$");
        assert_eq!(parameters(UNUSABLE), parameters(&today));
    }
}
