//! Fresh ids and randomness: the one place that makes them.

use ledger::id::{ActorId, CommandId, LedgerId};
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// The id of the ledger that a command opens: the same for a repeat of the same command by the same actor, so that it opens one incident.
pub fn ledger_of(actor: &ActorId, command: &CommandId) -> LedgerId {
    let digest = Sha256::new().chain_update(&actor.0).chain_update([0]).chain_update(&command.0).finalize();
    let mut bytes = [0; 16];
    bytes.iter_mut().zip(digest.iter()).for_each(|(byte, from)| *byte = *from);
    LedgerId(uuid::Builder::from_custom_bytes(bytes).into_uuid().to_string())
}

/// The actor id of Inquest itself: start-up, the runner of queries, the command line.
pub const SYSTEM: &str = "inquest";

/// A command of the server itself.
pub fn command() -> CommandId {
    CommandId(Uuid::now_v7().to_string())
}

/// What a person tells whoever reads the log: short enough to say aloud.
pub fn reference() -> String {
    let id = Uuid::new_v4().simple().to_string();
    id.chars().take(8).collect()
}

/// 32 random bytes for an event's nonce, from the operating system.
///
/// # Errors
/// If the operating system gives none; nothing may be written then.
pub fn nonce() -> Result<[u8; 32], getrandom::Error> {
    let mut nonce = [0; 32];
    getrandom::fill(&mut nonce)?;
    Ok(nonce)
}
