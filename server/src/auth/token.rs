//! Secrets that let somebody in: 256 random bits as 64 hexadecimal digits.
//!
//! The store finds them by their sha256. How long a look-up takes may say something about stored hashes, but nobody can choose a
//! secret whose hash begins as they like, so it says nothing that helps to find one.

use sha2::{Digest, Sha256};

/// A new secret to hand out once, and the hash to keep of it.
pub(super) fn random() -> Result<(String, [u8; 32]), getrandom::Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok((hex::encode(bytes), Sha256::digest(bytes).into()))
}

/// The hash of a secret that somebody presents; none if it cannot be one.
pub(super) fn sha256_of(secret: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(secret, &mut bytes).ok()?;
    Some(Sha256::digest(bytes).into())
}
