//! The write path: one way for every command of every door.

use super::rooms::{Folded, Room};
use super::{Engine, failed};
use crate::store::{Appended, LedgerKind};
use app::api::error::ApiError;
use evidence::time::Micros;
use ledger::actor::{Actor, Nature, Via};
use ledger::command::{Command, Made, NewIncident, SystemCommand};
use ledger::decide::{decide, decide_system, made};
use ledger::event::Event;
use ledger::id::{ActorId, CommandId, LedgerId, Slug, slug_of};
use ledger::may::{Act, may};
use ledger::record::{Envelope, Record, TooLarge, decode, seal};
use ledger::refusal::{Refusal, RefusalKind};
use ledger::state::State;

/// How often a command is decided anew when somebody else wrote in between.
const ATTEMPTS: u32 = 5;

/// What became of a command.
#[derive(Clone, Debug)]
pub struct Executed {
    /// What it made.
    pub made: Made,
    /// It had been carried out before: a repeat of the same command id.
    pub repeated: bool,
}

impl Engine {
    /// Carries a command out, or refuses it with the reason. What this answers is on disk.
    pub async fn execute(&self, actor: &Actor, ledger: &LedgerId, command_id: &CommandId, command: &Command) -> Result<Executed, ApiError> {
        check_command_id(command_id)?;
        let room = self.room(ledger).await?;
        let mut folded = room.lock().await;
        for _ in 0..ATTEMPTS {
            if let Some(span) = self.store.find_command(ledger, command_id).await.map_err(failed)? {
                return Ok(Executed { made: self.made_before(ledger, &folded.state, span).await?, repeated: true });
            }
            let at = folded.state.at.max(self.clock.now());
            let permit = may(&folded.state, actor, Act::Write(command))?;
            let decision = decide(&folded.state, &permit, command, at)?;
            // Without events it is so already: nothing to write.
            if decision.events.is_empty() || self.append(&room, &mut folded, &actor.id, command_id, at, &decision.events).await? {
                let mut made = made(&folded.state, &decision.events);
                made.hint = decision.hint;
                return Ok(Executed { made, repeated: false });
            }
            self.catch_up(&room, &mut folded).await?;
        }
        Err(crowded().into())
    }

    /// Opens a new ledger with its first command. A taken address gets the next free number.
    pub async fn open_incident(&self, actor: &Actor, command_id: &CommandId, command: &Command) -> Result<Slug, ApiError> {
        check_command_id(command_id)?;
        let Command::OpenIncident(NewIncident { title, .. }) = command else {
            return Err(Refusal {
                kind: RefusalKind::Invalid,
                what: "open an incident".to_owned(),
                why: "the command does not open one".to_owned(),
                todo: "Send the form of a new incident.".to_owned(),
            }
            .into());
        };
        // Decided on nothing first, so that a refusal leaves no empty ledger behind.
        let permit = may(&State::default(), actor, Act::Write(command))?;
        decide(&State::default(), &permit, command, self.clock.now())?;
        let base = match slug_of(title) {
            slug if slug.is_empty() => "incident".to_owned(),
            slug => slug,
        };
        let ledger = crate::ids::ledger_of(&actor.id, command_id);
        if let Some(row) = self.store.list_ledgers().await.map_err(failed)?.into_iter().find(|row| row.ledger == ledger) {
            self.execute(actor, &ledger, command_id, command).await?;
            return Ok(row.slug);
        }
        for number in 1..1000 {
            let slug = Slug(if number == 1 { base.clone() } else { format!("{base}-{number}") });
            if self.create(&ledger, &slug).await? {
                self.execute(actor, &ledger, command_id, command).await?;
                return Ok(slug);
            }
        }
        Err(crowded().into())
    }

    /// Makes an empty incident ledger; false if the address is taken.
    pub async fn create(&self, ledger: &LedgerId, slug: &Slug) -> Result<bool, ApiError> {
        let created = self.store.create_ledger(ledger, LedgerKind::Incident, slug, self.clock.now()).await.map_err(failed)?;
        Ok(created == crate::store::Created::Yes)
    }

    /// Writes what the server itself has to say: an answer, the end of a run. Never refused; tried until it is written.
    pub async fn record(&self, ledger: &LedgerId, command: &SystemCommand) -> Result<(), ApiError> {
        let room = self.room(ledger).await?;
        let mut folded = room.lock().await;
        let actor = system();
        let command_id = crate::ids::command();
        loop {
            let at = folded.state.at.max(self.clock.now());
            let events = decide_system(&folded.state, command);
            if events.is_empty() || self.append(&room, &mut folded, &actor.id, &command_id, at, &events).await? {
                return Ok(());
            }
            self.catch_up(&room, &mut folded).await?;
        }
    }

    /// Appends events that follow the folded state; false on a conflict.
    async fn append(
        &self,
        room: &Room,
        folded: &mut Folded,
        actor: &ActorId,
        command_id: &CommandId,
        at: Micros,
        events: &[Event],
    ) -> Result<bool, ApiError> {
        let expected = folded.state.seq;
        let mut records: Vec<Record> = Vec::with_capacity(events.len());
        let (mut prev, mut seq) = (folded.hash, expected);
        for event in events {
            seq += 1;
            let nonce = crate::ids::nonce().map_err(failed)?;
            let envelope = Envelope {
                prev_hash: prev,
                ledger: room.ledger.clone(),
                seq,
                at,
                wall: self.clock.now(),
                actor: actor.clone(),
                command: command_id.clone(),
            };
            let record = seal(envelope, event, nonce).map_err(|error| too_large(&error))?;
            prev = record.hash;
            records.push(record);
        }
        match self.store.append(&room.ledger, expected, command_id, &records).await.map_err(failed)? {
            Appended::Written => {
                room.advance(folded, &records);
                Ok(true)
            }
            Appended::Conflict { .. } | Appended::Repeated { .. } => Ok(false),
        }
    }

    async fn made_before(&self, ledger: &LedgerId, state: &State, (first, last): (u64, u64)) -> Result<Made, ApiError> {
        let count = u32::try_from(last.saturating_sub(first) + 1).unwrap_or(u32::MAX);
        let records = self.store.read_after(ledger, first.saturating_sub(1), count).await.map_err(failed)?;
        let events: Vec<Event> = records
            .iter()
            .filter_map(|record| match decode(record).event {
                ledger::apply::Content::Event(event) => Some(event),
                ledger::apply::Content::Redacted | ledger::apply::Content::Unreadable { .. } => None,
            })
            .collect();
        Ok(made(state, &events))
    }
}

/// Inquest itself as an actor.
pub(super) fn system() -> Actor {
    Actor { id: ActorId::from(crate::ids::SYSTEM), nature: Nature::System, via: Via::CommandLine }
}

fn check_command_id(command_id: &CommandId) -> Result<(), ApiError> {
    let fits = (8..=80).contains(&command_id.0.len()) && command_id.0.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if fits {
        return Ok(());
    }
    Err(Refusal {
        kind: RefusalKind::Invalid,
        what: "take the command".to_owned(),
        why: "its command id is not 8 to 80 letters, digits and dashes".to_owned(),
        todo: "Reload the page and send the form again.".to_owned(),
    }
    .into())
}

fn crowded() -> Refusal {
    Refusal {
        kind: RefusalKind::Conflict,
        what: "write".to_owned(),
        why: format!("others wrote at the same moment, {ATTEMPTS} times in a row"),
        todo: "Send it again; nothing was written.".to_owned(),
    }
}

fn too_large(error: &TooLarge) -> Refusal {
    Refusal {
        kind: RefusalKind::Invalid,
        what: "write".to_owned(),
        why: error.to_string(),
        todo: "Shorten it, or add the long part as a file.".to_owned(),
    }
}
