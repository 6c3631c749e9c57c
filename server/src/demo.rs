//! The demo incident: an investigation told through the product's own commands, with answers that were recorded from real servers.
//!
//! The scripts and the recording are in the folder `demo` and embedded here. What visitors write goes on top of it, in their own folder.

mod story;
mod tell;

pub use story::{Entry, Place, Script, Unclear};
pub use tell::{Told, ToldBody, Untold, command_id};

use crate::auth::NewPerson;
use crate::bodies::KnownBody;
use crate::clock::Clock;
use crate::config::SourceConfig;
use crate::engine::Engine;
use crate::sources::Sources;
use crate::sources::recording::{Recording, RecordingError};
use crate::store::{Appended, LedgerKind};
use app::api::records::DemoPerson;
use evidence::query::Query;
use evidence::time::Micros;
use futures::future::try_join_all;
use ledger::command::Command;
use ledger::id::{ActorId, LedgerId, Slug};
use std::sync::{Arc, OnceLock};

/// The scripts; entries of one time are told in this order.
const SCRIPTS: [Script; 6] = [
    Script { file: "coordinator.story", text: include_str!("../../demo/stories/coordinator.story") },
    Script { file: "war-room.story", text: include_str!("../../demo/stories/war-room.story") },
    Script { file: "metrics.story", text: include_str!("../../demo/stories/metrics.story") },
    Script { file: "broker-logs.story", text: include_str!("../../demo/stories/broker-logs.story") },
    Script { file: "application-logs.story", text: include_str!("../../demo/stories/application-logs.story") },
    Script { file: "code-review.story", text: include_str!("../../demo/stories/code-review.story") },
];

/// Queries that nobody asks in the story and a visitor may try: scripts of their own, which are recorded and never told.
const EXTRAS: [Script; 3] = [
    Script { file: "metrics.extra", text: include_str!("../../demo/extras/metrics.extra") },
    Script { file: "broker-logs.extra", text: include_str!("../../demo/extras/broker-logs.extra") },
    Script { file: "application-logs.extra", text: include_str!("../../demo/extras/application-logs.extra") },
];

/// The screenshot that somebody brings to the war room.
const PICTURE: (&str, &[u8]) = ("fleet-2.png", include_bytes!("../../demo/pictures/fleet-2.png"));

/// JSON lines as `sources::recording` describes them, compressed.
const RECORDING: &[u8] = include_bytes!("../../demo/recording/lock-convoy.jsonl.zst");

/// The application's logs are on a busy cluster: one query at a time, a day at most.
const STRESSED: (&str, u32) = ("app-logs", 24);

/// Who takes part: id, name, what they do.
const PEOPLE: [(&str, &str, &str); 6] = [
    ("demo-coordinator", "Coordinator", "asks the questions, owns the note, and cannot query"),
    ("demo-metrics", "Metrics", "owns the stream that asks Prometheus"),
    ("demo-broker-logs", "Broker logs", "owns the stream that asks the brokers' logs"),
    ("demo-application-logs", "Application logs", "owns the stream that asks the publisher's logs, one narrow query at a time"),
    ("demo-code-review", "Code review", "reads the publisher's and Kafka's sources"),
    ("demo-war-room", "War room", "speaks for those who hold the levers: dumps, stops, deploys"),
];

/// Why the demo cannot be made. Each of these is a mistake in the program, except for what the data folder says.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// The recording cannot be unpacked.
    #[error("the embedded recording cannot be unpacked: {0}")]
    Packed(#[from] std::io::Error),
    /// The recording cannot be read.
    #[error("the embedded recording cannot be read: {0}")]
    Recording(#[from] RecordingError),
    /// A script cannot be read.
    #[error(transparent)]
    Unclear(#[from] Unclear),
    /// A script does not hold.
    #[error(transparent)]
    Untold(#[from] Untold),
    /// The recorded sources cannot be set up.
    #[error(transparent)]
    Config(#[from] crate::config::ConfigError),
    /// The accounts of its people cannot be kept.
    #[error(transparent)]
    Auth(#[from] crate::auth::AuthError),
    /// Its bodies cannot be kept.
    #[error(transparent)]
    Body(#[from] crate::bodies::BodyError),
    /// Its events cannot be kept.
    #[error(transparent)]
    Store(#[from] crate::store::StoreError),
    /// Something else stands where the incident belongs.
    #[error("the address {0} is taken by another incident; use another data folder")]
    Taken(Slug),
}

/// The address of the demo incident.
pub fn slug() -> Slug {
    Slug("lock-convoy".to_owned())
}

/// The id of its ledger: the same everywhere, so that the chain is.
pub fn ledger() -> LedgerId {
    LedgerId("01a08a39-34c0-7000-8000-6c6f636b6376".to_owned())
}

/// The recorded sources under the names of the real ones; none if the recording cannot be used, which [`prepare`] says.
pub fn sources() -> Vec<SourceConfig> {
    recording().map_or_else(|_| Vec::new(), |recording| sources_of(&recording))
}

/// Whom a visitor may be.
pub fn people() -> Vec<DemoPerson> {
    let person =
        |(id, name, does): (&str, &str, &str)| DemoPerson { actor: ActorId(id.to_owned()), name: name.to_owned(), does: does.to_owned() };
    PEOPLE.map(person).to_vec()
}

/// Every query of the scripts and beside them, each once, with its source: what a recording has to hold.
///
/// # Errors
/// [`DemoError::Unclear`].
pub fn queries() -> Result<Vec<(String, Query)>, DemoError> {
    let mut queries = Vec::new();
    for script in SCRIPTS.iter().chain(&EXTRAS) {
        for entry in read(*script)? {
            if let (Command::AskQuery { source, query, .. }, false) = (entry.command, entry.unanswered)
                && !queries.contains(&(source.clone(), query.clone()))
            {
                queries.push((source, query));
            }
        }
    }
    Ok(queries)
}

/// The recording that is embedded.
///
/// # Errors
/// [`DemoError::Packed`] and [`DemoError::Recording`].
pub fn recording() -> Result<Arc<Recording>, DemoError> {
    static KEPT: OnceLock<Arc<Recording>> = OnceLock::new();
    if let Some(kept) = KEPT.get() {
        return Ok(kept.clone());
    }
    let recording = Arc::new(Recording::from_bytes(&zstd::decode_all(RECORDING)?)?);
    Ok(KEPT.get_or_init(|| recording).clone())
}

/// How many bytes the recording adds to the program.
pub fn recording_bytes() -> usize {
    RECORDING.len()
}

/// Tells the incident in memory.
///
/// # Errors
/// [`DemoError`] if scripts and recording do not hold together.
pub fn told() -> Result<Told, DemoError> {
    let recording = recording()?;
    let mut entries = Vec::new();
    for script in SCRIPTS {
        entries.extend(read(script)?);
    }
    // The clock is for answers that are asked; telling asks none.
    let sources = Sources::new(&sources_of(&recording), Clock::fixed(Micros(0)))?;
    Ok(tell::tell(&ledger(), entries, &recording, &sources)?)
}

/// Makes the people, and the incident if it is not there. A second start changes nothing.
///
/// # Errors
/// What went wrong, in words.
pub async fn prepare(engine: &Engine) -> Result<(), String> {
    make(engine).await.map_err(|error| error.to_string())
}

async fn make(engine: &Engine) -> Result<(), DemoError> {
    let known = engine.auth.names().await?;
    for (id, name, _) in PEOPLE {
        let actor = ActorId(id.to_owned());
        if !known.0.contains_key(&actor) {
            let person = NewPerson { name, admin: false, agent: false };
            engine.auth.add_without_password(&actor, person, engine.clock.now()).await?;
        }
    }
    let (ledger, slug) = (ledger(), slug());
    let at_address = engine.store.find_ledger(&slug).await?;
    if at_address.as_ref().is_some_and(|found| *found != ledger) {
        return Err(DemoError::Taken(slug));
    }
    // An empty ledger is what a start that was interrupted leaves behind.
    if at_address.is_some() && engine.store.head(&ledger).await?.seq > 0 {
        return Ok(());
    }
    let told = tokio::task::spawn_blocking(told).await.map_err(|error| DemoError::Packed(std::io::Error::other(error)))??;
    // Bodies first: no event may name bytes that are not on disk.
    try_join_all(told.bodies.into_iter().map(|body| keep(engine, &ledger, body))).await?;
    if at_address.is_none() {
        let opened = told.records.first().map_or(Micros(0), |first| first.at);
        engine.store.create_ledger(&ledger, LedgerKind::Incident, &slug, opened).await?;
    }
    match engine.store.append(&ledger, 0, &command_id(), &told.records).await? {
        Appended::Written | Appended::Repeated { .. } => Ok(()),
        Appended::Conflict { .. } => Err(DemoError::Taken(slug)),
    }
}

async fn keep(engine: &Engine, ledger: &LedgerId, told: ToldBody) -> Result<(), DemoError> {
    let known = KnownBody { body: told.body, salt: told.salt };
    let mut writer = engine.bodies.begin_known(ledger, known, &told.media_type).await?;
    writer.write(&told.bytes).await?;
    writer.finish(false).await?;
    Ok(())
}

fn read(script: Script) -> Result<Vec<Entry>, DemoError> {
    Ok(story::read(script, &|name| (name == PICTURE.0).then_some(PICTURE.1))?)
}

fn sources_of(recording: &Arc<Recording>) -> Vec<SourceConfig> {
    let source = |recorded: &crate::sources::recording::RecordedSource| SourceConfig::recorded(recording, &recorded.name);
    let mut sources: Vec<SourceConfig> = recording.sources().iter().filter_map(source).collect();
    for stressed in sources.iter_mut().filter(|source| source.name == STRESSED.0) {
        stressed.policy.stressed = true;
        stressed.policy.permits = 1;
        stressed.policy.max_window_hours = Some(STRESSED.1);
    }
    sources
}
