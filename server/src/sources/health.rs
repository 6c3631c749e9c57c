//! Whether a source answers, what it is, and how its clock goes.

use super::Target;
use super::fetch::{Fetched, Request};
use crate::clock::Clock;
use crate::config::Reach;
use evidence::query::SourceKind;
use evidence::reading::Reason;
use evidence::time::Micros;
use evidence::{prometheus, search, transport};
use serde::{Deserialize, Serialize};
use std::time::{Instant, UNIX_EPOCH};

/// What is known of a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Health {
    /// Whether it answers.
    pub state: HealthState,
    /// Product and version, as it last said.
    pub build: Option<String>,
    /// Its clock against ours, in milliseconds: positive if it is ahead. Sources tell whole seconds.
    pub clock_skew_ms: Option<i64>,
    /// When it was last asked.
    pub checked_at: Option<Micros>,
}

/// Whether a source answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum HealthState {
    /// Nobody has asked it yet.
    Unknown,
    /// It does.
    Answers {
        /// After so many milliseconds.
        millis: u32,
    },
    /// It does not.
    Fails {
        /// Why, and what to do.
        reason: Reason,
        /// Since when this has been seen.
        since: Micros,
    },
}

impl Health {
    /// Nothing is known yet.
    pub(super) fn unknown() -> Self {
        Self { state: HealthState::Unknown, build: None, clock_skew_ms: None, checked_at: None }
    }
}

/// Asks a source what it is, if its lane has room; else, and for a stressed source always, what was last known stays.
pub(super) async fn probe(target: &Target, clock: &Clock) -> Health {
    if let Reach::Recorded(recording) = &target.config.reach {
        let recorded = recording.sources().iter().find(|source| source.name == target.config.name);
        let build = recorded.map(|source| source.build.clone()).filter(|build| !build.is_empty());
        let state = HealthState::Answers { millis: 0 };
        return target.set_health(Health { state, build, clock_skew_ms: None, checked_at: Some(clock.now()) });
    }
    let Some(fetcher) = target.fetcher.as_ref().filter(|_| !target.config.policy.stressed) else { return target.health() };
    let Some(_ticket) = target.lane.try_enter() else { return target.health() };
    let path = match target.config.kind {
        SourceKind::Prometheus => "/api/v1/status/buildinfo",
        SourceKind::Search => "/",
    };
    let started = Instant::now();
    let mut fetched = fetcher.fetch(&Request::Get { path: path.to_owned(), params: Vec::new() }).await;
    if target.config.kind == SourceKind::Prometheus && fetched.status == Some(404) {
        // Some that speak this API do not tell their version; whether they answer can still be seen.
        let params = vec![("query".to_owned(), "1".to_owned())];
        fetched = fetcher.fetch(&Request::Get { path: "/api/v1/query".to_owned(), params }).await;
    }
    let millis = u32::try_from(started.elapsed().as_millis()).unwrap_or(u32::MAX);
    let now = clock.now();
    let before = target.health();
    let state = match failure_of(target, &fetched) {
        None => HealthState::Answers { millis },
        Some(reason) => {
            let since = if let HealthState::Fails { since, .. } = before.state { since } else { now };
            HealthState::Fails { reason, since }
        }
    };
    let build = match target.config.kind {
        SourceKind::Prometheus => prometheus::build(&fetched.body),
        SourceKind::Search => search::build(&fetched.body),
    };
    target.set_health(Health { state, build: build.or(before.build), clock_skew_ms: skew(&fetched, now), checked_at: Some(now) })
}

fn failure_of(target: &Target, fetched: &Fetched) -> Option<Reason> {
    if let Some(failure) = &fetched.failure {
        return transport::reading(&target.config.name, failure).reason;
    }
    let (status, media_type) = (fetched.status.unwrap_or(0), Some(fetched.media_type.as_str()));
    let reading = match target.config.kind {
        SourceKind::Prometheus if prometheus::build(&fetched.body).is_some() => return None,
        SourceKind::Prometheus => prometheus::read(prometheus::Endpoint::Query, status, media_type, &fetched.body),
        SourceKind::Search => search::read(search::Endpoint::Root, status, media_type, &fetched.body),
    };
    reading.reason
}

fn skew(fetched: &Fetched, now: Micros) -> Option<i64> {
    let theirs = fetched.date?.duration_since(UNIX_EPOCH).ok()?;
    Some(i64::try_from(theirs.as_millis()).ok()?.saturating_sub(now.millis()))
}
