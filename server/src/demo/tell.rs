//! Tells a story: every entry goes through the same decisions as a command of a visitor, at the story's own time.
//!
//! Pure, and the same on every machine: nonces and salts are made of the place of what they belong to, bodies are named by their
//! evidence, and the answers are those of the recording. A demo has no secrets that guessing could give away.

use super::story::{Entry, Place};
use crate::engine::of_spread;
use crate::sources::Sources;
use crate::sources::read_answer;
use crate::sources::recording::Recording;
use evidence::query::Query;
use evidence::reduce::spread;
use evidence::time::Micros;
use ledger::actor::{Actor, Nature, Via};
use ledger::apply::apply;
use ledger::command::{ActionCommand, Command, SystemCommand};
use ledger::decide::{decide, decide_system, made};
use ledger::event::{BodyRef, Event, Measured, Replayed};
use ledger::id::{ActorId, AnyId, BodyId, CommandId, EvidenceId, LedgerId};
use ledger::may::{Act, may};
use ledger::record::{Envelope, GENESIS, Record, TooLarge, decode, seal};
use ledger::refusal::Refusal;
use ledger::state::{State, What};
use sha2::{Digest, Sha256};

/// A story as a ledger.
#[derive(Debug)]
pub struct Told {
    /// All events, sealed; they carry one command.
    pub records: Vec<Record>,
    /// What they come to.
    pub state: State,
    /// The bodies that they name.
    pub bodies: Vec<ToldBody>,
}

/// A body of evidence.
#[derive(Clone, Debug)]
pub struct ToldBody {
    /// Its id.
    pub body: BodyId,
    /// What goes before the bytes into its digest.
    pub salt: [u8; 32],
    /// What the bytes are.
    pub media_type: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// Why a story cannot be told.
#[derive(Debug, thiserror::Error)]
pub enum Untold {
    /// The product refuses what an entry does.
    #[error("{} line {}: {}: {}. {}", place.file, place.line, refusal.what, refusal.why, refusal.todo)]
    Refused {
        /// The entry.
        place: Place,
        /// The refusal.
        refusal: Box<Refusal>,
    },
    /// An entry names another id than it makes.
    #[error("{} line {}: it says {}, and makes {}; ids grow with time over all scripts", place.file, place.line, shown(*says), shown(*makes))]
    OtherId {
        /// The entry.
        place: Place,
        /// The id that stands there.
        says: Option<AnyId>,
        /// The id that it got.
        makes: Option<AnyId>,
    },
    /// A query whose answer is not recorded.
    #[error("{} line {}: the answer to this query is not recorded; record it with `cargo xtask lab record`", place.file, place.line)]
    NotRecorded {
        /// The entry.
        place: Place,
    },
    /// A try that would have been sent, or a query that would not.
    #[error("{} line {}: {why}", place.file, place.line)]
    Check {
        /// The entry.
        place: Place,
        /// What the check of the query says.
        why: String,
    },
    /// An event that does not fit a record.
    #[error("{} line {}: {too_large}", place.file, place.line)]
    TooLarge {
        /// The entry.
        place: Place,
        /// How large it is.
        too_large: TooLarge,
    },
}

/// Tells the entries in the order of their time, as one ledger. Entries of one time stay in the order given.
///
/// # Errors
/// [`Untold`] at the first entry that does not hold.
pub fn tell(ledger: &LedgerId, mut entries: Vec<Entry>, recording: &Recording, sources: &Sources) -> Result<Told, Untold> {
    entries.sort_by_key(|entry| entry.at);
    let told = Told { records: Vec::new(), state: State::default(), bodies: Vec::new() };
    let mut telling = Telling { ledger, recording, sources, told };
    for entry in entries {
        telling.entry(entry)?;
    }
    Ok(telling.told)
}

struct Telling<'a> {
    ledger: &'a LedgerId,
    recording: &'a Recording,
    sources: &'a Sources,
    told: Told,
}

impl Telling<'_> {
    fn entry(&mut self, entry: Entry) -> Result<(), Untold> {
        let place = entry.place;
        let at = self.told.state.at.max(entry.at);
        let actor = Actor { id: entry.actor.clone(), nature: Nature::Person, via: Via::Account { admin: false } };
        let command = self.complete(&entry)?;
        let refused = |refusal| Untold::Refused { place, refusal: Box::new(refusal) };
        let permit = may(&self.told.state, &actor, Act::Write(&command)).map_err(refused)?;
        let events = decide(&self.told.state, &permit, &command, at).map_err(refused)?.events;
        self.write(place, &actor.id, at, &events)?;
        let makes = made(&self.told.state, &events).ids.first().copied();
        if makes != entry.makes {
            return Err(Untold::OtherId { place, says: entry.makes, makes });
        }
        match (command, makes) {
            (Command::AskQuery { source, query, .. }, Some(AnyId::EvidenceId(evidence))) if !entry.unanswered => {
                self.answer(place, evidence, &source, &query, at)
            }
            _ => Ok(()),
        }
    }

    /// Fills in what a script cannot know.
    fn complete(&mut self, entry: &Entry) -> Result<Command, Untold> {
        let place = entry.place;
        let mut command = entry.command.clone();
        match &mut command {
            Command::AskQuery { source, query, policy, .. } => {
                self.sources.check(source, query).map_err(|refused| Untold::Check { place, why: refused.reason.what })?;
                let card = self.sources.cards().into_iter().find(|card| card.name == *source);
                let limits = card.map_or_else(Vec::new, |card| card.policy);
                *policy = limits.into_iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join(", ");
            }
            Command::KeepTry { source, query, reason, .. } => match self.sources.check(source, query) {
                Err(refused) => *reason = refused.reason,
                Ok(()) => return Err(Untold::Check { place, why: "this try would have been sent".to_owned() }),
            },
            Command::ReviseParagraph { paragraph, bases, .. } => {
                *bases = self.told.state.paragraphs.get(paragraph).map_or_else(Vec::new, |known| known.heads.clone());
            }
            Command::AddEvidence { raw, .. } => {
                if let (Some(attached), Some(AnyId::EvidenceId(evidence))) = (&entry.attached, entry.makes) {
                    *raw = Some(self.keep(evidence, attached.media_type, &attached.bytes));
                }
            }
            Command::Action(ActionCommand::Measure { before, after, .. }) => {
                for measured in [before, after] {
                    *measured = self.measured(place, measured.evidence)?;
                }
            }
            _ => {}
        }
        Ok(command)
    }

    /// What a run holds of numbers, as the server reads them.
    fn measured(&self, place: Place, evidence: EvidenceId) -> Result<Measured, Untold> {
        let Some(What::Run(run)) = self.told.state.evidence.get(&evidence).map(|found| &found.what) else {
            return Ok(of_spread(evidence, None));
        };
        let recorded = self.recording.find(&run.source, &run.query).ok_or(Untold::NotRecorded { place })?;
        let max_series = crate::config::Policy::default().max_series;
        let reading = read_answer(&run.query, recorded.status, &recorded.media_type, recorded.body.as_bytes(), max_series);
        Ok(of_spread(evidence, spread(&reading.data).as_ref()))
    }

    /// Answers a query from the recording.
    fn answer(&mut self, place: Place, evidence: EvidenceId, source: &str, query: &Query, at: Micros) -> Result<(), Untold> {
        let recording = self.recording;
        let recorded = recording.find(source, query).ok_or(Untold::NotRecorded { place })?;
        let known = recording.sources().iter().find(|known| known.name == source);
        let source_build = known.map_or_else(String::new, |known| known.build.clone());
        let max_series = crate::config::Policy::default().max_series;
        let reading = read_answer(query, recorded.status, &recorded.media_type, recorded.body.as_bytes(), max_series);
        let answer = SystemCommand::RecordAnswer {
            evidence,
            summary: Box::new(reading.summary()),
            raw: Some(self.keep(evidence, &recorded.media_type, recorded.body.as_bytes())),
            executed_at: at,
            took_us: recorded.took_us,
            status: Some(recorded.status),
            source_build: Some(source_build.clone()).filter(|build| !build.is_empty()),
            replayed: Some(Replayed { recorded_at: recorded.recorded_at, source_build }),
        };
        let events = decide_system(&self.told.state, &answer);
        self.write(place, &ActorId("inquest".to_owned()), Micros(at.0.saturating_add(recorded.took_us)), &events)
    }

    /// Keeps bytes, and says what an event says of them.
    fn keep(&mut self, evidence: EvidenceId, media_type: &str, bytes: &[u8]) -> BodyRef {
        let body = BodyId(format!("demo-{evidence}").to_lowercase());
        let salt = seeded("salt", &body.0);
        let raw = BodyRef {
            body: body.clone(),
            digest: hex::encode(Sha256::new_with_prefix(salt).chain_update(bytes).finalize()),
            size_bytes: bytes.len() as u64,
            media_type: media_type.to_owned(),
            cut: false,
        };
        self.told.bodies.push(ToldBody { body, salt, media_type: media_type.to_owned(), bytes: bytes.to_vec() });
        raw
    }

    fn write(&mut self, place: Place, actor: &ActorId, at: Micros, events: &[Event]) -> Result<(), Untold> {
        for event in events {
            let seq = self.told.state.seq + 1;
            let envelope = Envelope {
                prev_hash: self.told.records.last().map_or(GENESIS, |last| last.hash),
                ledger: self.ledger.clone(),
                seq,
                at,
                wall: at,
                actor: actor.clone(),
                command: command_id(),
            };
            let record =
                seal(envelope, event, seeded("nonce", &seq.to_string())).map_err(|too_large| Untold::TooLarge { place, too_large })?;
            apply(&mut self.told.state, &decode(&record));
            self.told.records.push(record);
        }
        Ok(())
    }
}

/// The one command that all events of the story carry: it is written at once, or not at all.
pub fn command_id() -> CommandId {
    CommandId("demo-lock-convoy".to_owned())
}

fn seeded(what: &str, place: &str) -> [u8; 32] {
    Sha256::new_with_prefix("demo").chain_update(what).chain_update(place).finalize().into()
}

fn shown(id: Option<AnyId>) -> String {
    id.map_or_else(|| "none".to_owned(), |id| id.to_string())
}
