//! The sources: everything that is asked of a Prometheus, a search engine or a recording passes here, and only here.
//!
//! Only configured sources are reached; nobody supplies an address. Three classes of requests exist: an *ask* makes evidence and waits in
//! the source's lane; *help* (names for completion) and a *probe* (health) use a permit only if one is free at once, and on a
//! stressed source none. Whatever goes wrong becomes an answer that says so in words; nothing here is retried.

mod ask;
mod fetch;
mod health;
mod help;
mod lane;
mod pieces;
mod policy;
mod reading;
pub mod recording;
mod request;

pub use ask::{Answer, AskRequest, Asked};
pub use health::{Health, HealthState};
pub use help::{HelpAsk, HelpItem};
pub use policy::{NotSent, Offer};
pub use reading::read_answer;
pub use request::RequestShown;

use crate::bodies::Bodies;
use crate::clock::Clock;
use crate::config::{ConfigError, Reach, SourceConfig};
use evidence::paste::KnownSource;
use evidence::query::{Query, SourceKind};
use evidence::reading::Reason;
use evidence::time::Micros;
use fetch::Fetcher;
use futures::future::join_all;
use help::Cached;
use lane::Lane;
use ledger::id::{LedgerId, StreamKey};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How often the health of each source is looked at.
const PROBE_EVERY: Duration = Duration::from_secs(30);

/// How long what is stopped may take to end.
const STOP_WITHIN: Duration = Duration::from_secs(2);

/// All configured sources. Cheap to clone.
#[derive(Clone)]
pub struct Sources(Arc<Inner>);

struct Inner {
    targets: Vec<Target>,
    clock: Clock,
    /// Cancelled when the server stops and can wait no longer.
    stopping: CancellationToken,
}

/// One source with what belongs to it.
struct Target {
    config: SourceConfig,
    /// Absent for a recording.
    fetcher: Option<Fetcher>,
    lane: Arc<Lane>,
    health: Mutex<Health>,
    help: Mutex<HashMap<HelpAsk, Cached>>,
}

impl Target {
    fn health(&self) -> Health {
        self.health.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set_health(&self, health: Health) -> Health {
        self.health.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&health);
        health
    }

    fn with_help<T>(&self, work: impl FnOnce(&mut HashMap<HelpAsk, Cached>) -> T) -> T {
        work(&mut self.help.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A source as it may be shown: nothing in here is secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceCard {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: SourceKind,
    /// The languages it takes, as people say them.
    pub languages: Vec<String>,
    /// Recorded answers stand for it.
    pub recording: bool,
    /// The index a search asks if none is named; may be empty.
    pub index: String,
    /// The date field a window is applied to; empty for Prometheus.
    pub time_field: String,
    /// Its base address; empty for a recording.
    pub address: String,
    /// The addresses at which people see it in a browser.
    pub ui_addresses: Vec<String>,
    /// The limits in words, one each: name and value with its unit.
    pub policy: Vec<(String, String)>,
    /// The most points of one series in one query.
    pub max_points: u32,
    /// The most series that are read for pictures and tables.
    pub max_series: usize,
    /// Whether it answers, and what it is.
    pub health: Health,
}

/// A query in a source's lane.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    /// The incident it belongs to: people see only the lines of their own.
    pub ledger: LedgerId,
    /// The evidence it will be.
    pub evidence: String,
    /// The stream that asks.
    pub stream: StreamKey,
    /// Since when it is in the lane.
    pub since: Micros,
    /// It is being answered.
    pub running: bool,
    /// Its place among those that wait, from 1; 0: it runs.
    pub place: u32,
}

impl Sources {
    /// Makes a client and a lane for each source. Nothing is asked yet.
    ///
    /// # Errors
    /// [`ConfigError::Client`] if certificates cannot be used.
    pub fn new(config: &[SourceConfig], clock: Clock) -> Result<Self, ConfigError> {
        // It fails only if one is installed already, which then serves as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let target = |config: &SourceConfig| {
            let fetcher = match &config.reach {
                Reach::Live(live) => Some(Fetcher::new(config, live)?),
                Reach::Recorded(_) => None,
            };
            let lane = Lane::new(config.policy.permits);
            Ok(Target { config: config.clone(), fetcher, lane, health: Mutex::new(Health::unknown()), help: Mutex::default() })
        };
        let targets = config.iter().map(target).collect::<Result<_, ConfigError>>()?;
        Ok(Self(Arc::new(Inner { targets, clock, stopping: CancellationToken::new() })))
    }

    /// All sources in the configuration's order.
    pub fn cards(&self) -> Vec<SourceCard> {
        self.0.targets.iter().map(card).collect()
    }

    /// What pasted text is compared with.
    pub fn known(&self) -> Vec<KnownSource> {
        self.0
            .targets
            .iter()
            .map(|target| {
                let card = card(target);
                let mut base_urls = card.ui_addresses;
                base_urls.extend(Some(card.address).filter(|address| !address.is_empty()));
                KnownSource { name: card.name, kind: card.kind, base_urls }
            })
            .collect()
    }

    /// Checks a query without sending it.
    ///
    /// # Errors
    /// [`NotSent`]: an unknown source, another language, a syntax error, or a limit of the source with what would pass.
    pub fn check(&self, source: &str, query: &Query) -> Result<(), NotSent> {
        policy::check(&self.target(source)?.config, query)
    }

    /// Asks a source, and keeps its answer in `bodies`. Waits in the lane first; dropping the future gives the place up.
    pub async fn ask(&self, request: AskRequest, bodies: &dyn Bodies, cancel: CancellationToken) -> Asked {
        match self.target(&request.source) {
            Ok(target) => ask::ask(target, &self.0, request, bodies, cancel).await,
            Err(refused) => Asked::Refused(refused.reason),
        }
    }

    /// Who runs and who waits at a source, in order; nobody at an unknown one.
    pub fn line_up(&self, source: &str) -> Vec<Waiting> {
        self.target(source).map_or_else(|_| Vec::new(), |target| target.lane.line_up())
    }

    /// Names for completion; taken from memory for 60 s.
    ///
    /// # Errors
    /// Why there are none, and what to do.
    pub async fn help(&self, source: &str, ask: HelpAsk) -> Result<Vec<HelpItem>, Reason> {
        let target = self.target(source).map_err(|refused| refused.reason)?;
        help::help(target, &self.0.clock, ask).await
    }

    /// Asks a source whether it answers, unless its lane is full or it is stressed: then what was last known is returned.
    pub async fn probe(&self, source: &str) -> Health {
        match self.target(source) {
            Ok(target) => health::probe(target, &self.0.clock).await,
            Err(refused) => {
                let state = HealthState::Fails { reason: refused.reason, since: self.0.clock.now() };
                Health { state, ..Health::unknown() }
            }
        }
    }

    /// What is known of a source without asking it.
    pub fn health(&self, source: &str) -> Health {
        self.target(source).map_or_else(|_| Health::unknown(), Target::health)
    }

    /// Looks at the health of all sources now and every 30 s, until [`drain`](Self::drain). To be spawned once.
    pub async fn keep_probing(self) {
        let mut ticks = tokio::time::interval(PROBE_EVERY);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = self.0.stopping.cancelled() => return,
                _ = ticks.tick() => {}
            }
            join_all(self.0.targets.iter().map(|target| health::probe(target, &self.0.clock))).await;
        }
    }

    /// The request of a query as people copy it; `None` for recordings, unknown sources and queries that do not pass the checks.
    pub fn request_of(&self, source: &str, query: &Query) -> Option<RequestShown> {
        request::show(&self.target(source).ok()?.config, query)
    }

    /// Takes no more, waits for what is in the lanes, and after `deadline` stops it: each ends as [`Asked::ServerStopped`].
    pub async fn drain(&self, deadline: Duration) {
        for target in &self.0.targets {
            target.lane.close();
        }
        let empty = || join_all(self.0.targets.iter().map(|target| target.lane.empty()));
        let in_time = tokio::time::timeout(deadline, empty()).await.is_ok();
        self.0.stopping.cancel();
        if !in_time && tokio::time::timeout(STOP_WITHIN, empty()).await.is_err() {
            tracing::warn!("some queries did not end; the next start ends them in the record");
        }
    }

    /// Asks a real source and hands its raw answer over, for a recording.
    async fn ask_for_recording(&self, source: &str, query: &Query) -> Result<ask::RawAnswer, NotSent> {
        ask::ask_for_recording(self.target(source)?, &self.0, query).await
    }

    fn target(&self, source: &str) -> Result<&Target, NotSent> {
        self.0.targets.iter().find(|target| target.config.name == source).ok_or_else(|| {
            let names: Vec<&str> = self.0.targets.iter().map(|target| target.config.name.as_str()).collect();
            let detail = if names.is_empty() { "no source is configured".to_owned() } else { format!("configured: {}", names.join(", ")) };
            NotSent::new("unknown_source", format!("there is no source \"{source}\""), detail, "Choose a configured source, or add one.")
        })
    }
}

fn card(target: &Target) -> SourceCard {
    let config = &target.config;
    let languages: &[&str] = match config.kind {
        SourceKind::Prometheus => &["PromQL"],
        SourceKind::Search => &["Query DSL", "query string", "ES|QL"],
    };
    SourceCard {
        name: config.name.clone(),
        kind: config.kind,
        languages: languages.iter().map(|name| (*name).to_owned()).collect(),
        recording: matches!(config.reach, Reach::Recorded(_)),
        index: config.index.clone(),
        time_field: config.time_field.clone(),
        address: if let Reach::Live(live) = &config.reach { live.url.to_string() } else { String::new() },
        ui_addresses: config.ui_urls.iter().map(ToString::to_string).collect(),
        policy: config.policy.in_words(),
        max_points: config.policy.max_points,
        max_series: config.policy.max_series,
        health: target.health(),
    }
}
