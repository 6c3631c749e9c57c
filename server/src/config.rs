//! The configuration file: which sources there are, how they are reached, and what protects them.
//!
//! Secrets never stand in the file: it names environment variables, which are read once, here. So the file can be shown, kept under
//! version control and hashed for the record.

mod file;
mod secret;

pub use secret::Secret;

use crate::sources::recording::{Recording, RecordingError};
use evidence::query::SourceKind;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use url::Url;

/// Everything that is configured.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address at which people reach this server, for links that leave it.
    pub public_url: Option<Url>,
    /// The sources, in the file's order.
    pub sources: Vec<SourceConfig>,
    /// sha256 of the file, in hex. The file holds no secrets, so neither does this.
    pub digest: String,
}

/// One source.
#[derive(Clone, Debug)]
pub struct SourceConfig {
    /// Its name: unique, shown to people, kept in the record.
    pub name: String,
    /// What it is.
    pub kind: SourceKind,
    /// How it is reached.
    pub reach: Reach,
    /// The addresses at which people see it in a browser: pasted addresses are recognised by them, links out lead to the first.
    pub ui_urls: Vec<Url>,
    /// The index a search asks if none is named; may be empty.
    pub index: String,
    /// The date field a window is applied to.
    pub time_field: String,
    /// Whether PromQL is checked before it is sent; off for sources that know more than Prometheus does.
    pub check_syntax: bool,
    /// What protects it.
    pub policy: Policy,
}

/// How a source is reached.
#[derive(Clone, Debug)]
pub enum Reach {
    /// Over HTTP.
    Live(Live),
    /// Not at all: recorded answers stand for it.
    Recorded(Arc<Recording>),
}

/// A source that is really asked.
#[derive(Clone, Debug)]
pub struct Live {
    /// The base address, without credentials.
    pub url: Url,
    /// How this server shows who it is.
    pub auth: Auth,
    /// Certificates in PEM that are trusted instead of the system's.
    pub ca_pem: Option<Vec<u8>>,
}

/// How this server shows a source who it is. Every variant with a secret keeps the name of its environment variable, which may be shown.
#[derive(Clone, Debug)]
pub enum Auth {
    /// Not at all.
    None,
    /// User and password.
    Basic {
        /// The user.
        user: String,
        /// The password.
        password: Secret,
    },
    /// A bearer token.
    Bearer(Secret),
    /// An API key of Elasticsearch, as it is given out: encoded.
    ApiKey(Secret),
}

/// What protects a source. Enforced in one place, for everybody alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Queries that may run at once.
    pub permits: usize,
    /// From sending to the last byte.
    pub timeout: Duration,
    /// The longest window of one query, in hours; `None`: any.
    pub max_window_hours: Option<u32>,
    /// The most points of one series in one query.
    pub max_points: u32,
    /// The most series that are read for pictures and tables; the raw answer keeps all.
    pub max_series: usize,
    /// The largest decoded answer, in MiB.
    pub max_body_mib: u64,
    /// One query at a time, and nothing that no person asked for.
    pub stressed: bool,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            permits: 4,
            timeout: Duration::from_secs(30),
            max_window_hours: None,
            max_points: 11_000, // Prometheus itself refuses more.
            max_series: 5_000,  // One series per partition of a large cluster still fits.
            max_body_mib: 32,
            stressed: false,
        }
    }
}

impl Policy {
    /// The largest decoded answer, in bytes.
    pub fn max_body_bytes(&self) -> u64 {
        self.max_body_mib.saturating_mul(1_048_576)
    }

    /// The limits in words, one each: name and value with its unit.
    pub fn in_words(&self) -> Vec<(String, String)> {
        let mut words = vec![
            ("queries at once".to_owned(), self.permits.to_string()),
            ("time limit".to_owned(), format!("{} s", self.timeout.as_secs())),
            ("longest window".to_owned(), self.max_window_hours.map_or_else(|| "any".to_owned(), |hours| format!("{hours} h"))),
            ("points a series".to_owned(), self.max_points.to_string()),
            ("series shown".to_owned(), self.max_series.to_string()),
            ("largest answer".to_owned(), format!("{} MiB", self.max_body_mib)),
        ];
        if self.stressed {
            words.push(("stressed".to_owned(), "one query at a time, no completion, no health checks".to_owned()));
        }
        words
    }
}

impl SourceConfig {
    /// A source for which recorded answers stand, with the usual limits.
    pub fn recorded(recording: &Arc<Recording>, name: &str) -> Option<Self> {
        let recorded = recording.sources().iter().find(|source| source.name == name)?;
        Some(Self {
            name: recorded.name.clone(),
            kind: recorded.kind,
            reach: Reach::Recorded(recording.clone()),
            ui_urls: Vec::new(),
            index: recorded.index.clone(),
            time_field: recorded.time_field.clone(),
            check_syntax: true,
            policy: Policy::default(),
        })
    }
}

/// A key of the file that cannot stand as it is.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file, or one that it names, cannot be read.
    #[error("could not read {path}; check the path and the rights on it", path = path.display())]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
    /// It is not TOML, or holds a key that does not belong there.
    #[error("{file}: {message}")]
    Syntax {
        /// The file's name.
        file: String,
        /// Where and what, with what is allowed.
        message: String,
    },
    /// A value that is not allowed.
    #[error("{file} line {line}, {source_name}: {key} {why}")]
    Value {
        /// The file's name.
        file: String,
        /// The line at which the source begins, from 1.
        line: usize,
        /// `source "metrics"`, or the table that holds the key.
        source_name: String,
        /// The key.
        key: &'static str,
        /// What is wrong with it, and what is allowed.
        why: String,
    },
    /// A recording cannot be read.
    #[error("{file} line {line}, source \"{source_name}\": the recording cannot be read")]
    Recording {
        /// The file's name.
        file: String,
        /// The line at which the source begins, from 1.
        line: usize,
        /// The source.
        source_name: String,
        /// Why.
        #[source]
        source: RecordingError,
    },
    /// The HTTP client for a source cannot be made.
    #[error("source \"{name}\": no HTTP client for it; check ca_file and the system's certificates")]
    Client {
        /// The source.
        name: String,
        /// The library's words.
        #[source]
        source: reqwest::Error,
    },
}

impl Config {
    /// Reads a configuration file. Secrets come from this process' environment, other files from beside the file.
    ///
    /// # Errors
    /// [`ConfigError`] with file, line, key and what is allowed.
    pub fn load(path: &Path) -> Result<Self, ConfigError> {
        let text = std::fs::read_to_string(path).map_err(|source| ConfigError::Unreadable { path: path.to_owned(), source })?;
        Self::parse(&text, path, &read_environment)
    }

    /// Reads the text of a configuration file that stands at `path`, with `environment` in place of this process'.
    ///
    /// # Errors
    /// As [`Config::load`].
    pub fn parse(text: &str, path: &Path, environment: &dyn Fn(&str) -> Option<String>) -> Result<Self, ConfigError> {
        let (public_url, sources) = file::read(text, path, environment)?;
        Ok(Self { public_url, sources, digest: hex::encode(Sha256::digest(text)) })
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the one place that reads secrets")]
fn read_environment(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
