//! A configured source, a folder for bodies, and short ways to ask.

use evidence::query::{Ask, Query};
use evidence::time::{Micros, Window};
use ledger::event::BodyRef;
use ledger::id::LedgerId;
use server::bodies::{Bodies, FileBodies};
use server::clock::Clock;
use server::config::Config;
use server::sources::{Answer, AskRequest, Asked, Sources};
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

/// 10 September 2026, 13:00:00 UTC.
pub const START: Micros = Micros(1_789_045_200_000_000);

/// A vector of one series.
pub const ONE_SERIES: &str =
    r#"{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"up"},"values":[[1789045200,"1"]]}]}}"#;

pub struct Room {
    pub sources: Sources,
    pub bodies: Arc<FileBodies>,
    pub clock: Clock,
    /// Goes with the room.
    pub _folder: TempDir,
}

pub fn ledger() -> LedgerId {
    LedgerId("0199-test".to_owned())
}

impl Room {
    /// Sources from the text of a configuration; the environment holds `TOKEN=s3cret`.
    pub fn new(config: &str) -> Self {
        let clock = Clock::fixed(START);
        let config = parse(config).unwrap();
        let folder = tempfile::tempdir().unwrap();
        Self {
            sources: Sources::new(&config.sources, clock.clone()).unwrap(),
            bodies: Arc::new(FileBodies::new(folder.path().to_owned())),
            clock,
            _folder: folder,
        }
    }

    /// One Prometheus named `metrics`; `policy` is the inside of its table.
    pub fn prometheus(url: &str, policy: &str) -> Self {
        Self::new(&format!("[[source]]\nname = \"metrics\"\nkind = \"prometheus\"\nurl = \"{url}\"\npolicy = {{ {policy} }}\n"))
    }

    /// One search engine named `logs`.
    pub fn search(url: &str) -> Self {
        Self::new(&format!("[[source]]\nname = \"logs\"\nkind = \"search\"\nurl = \"{url}\"\nindex = \"kafka-*\"\n"))
    }

    pub async fn ask(&self, request: AskRequest) -> Asked {
        self.sources.ask(request, self.bodies.as_ref(), CancellationToken::new()).await
    }

    /// Asks `metrics` for `up` and expects an answer.
    pub async fn answer(&self) -> Answer {
        self.answer_to("metrics", range("up")).await
    }

    pub async fn answer_to(&self, source: &str, query: Query) -> Answer {
        match self.ask(AskRequest { source: source.to_owned(), query, ..request("E-1", "a", "up") }).await {
            Asked::Answered(answer) => *answer,
            other => panic!("not answered: {other:?}"),
        }
    }

    pub async fn body(&self, raw: &BodyRef) -> Vec<u8> {
        self.bodies.read(&ledger(), &raw.body).await.unwrap()
    }
}

pub fn parse(config: &str) -> Result<Config, server::config::ConfigError> {
    Config::parse(config, Path::new("inquest.toml"), &|name| (name == "TOKEN").then(|| "s3cret".to_owned()))
}

/// Three hours of `text`, a point a minute.
pub fn range(text: &str) -> Query {
    let window = Window::new(START, START.plus_secs(3 * 3_600)).unwrap();
    Query { ask: Ask::PromqlRange { text: text.to_owned(), step_secs: 60, piece_secs: None }, window }
}

pub fn request(evidence: &str, stream: &str, text: &str) -> AskRequest {
    AskRequest {
        source: "metrics".to_owned(),
        query: range(text),
        ledger: ledger(),
        evidence: evidence.to_owned(),
        stream: stream.into(),
        who: "somebody".into(),
    }
}

/// Waits, without sleeping, until something holds.
pub async fn until(mut holds: impl FnMut() -> bool) {
    let waiting = async {
        while !holds() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(30), waiting).await.unwrap();
}
