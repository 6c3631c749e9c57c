//! Real servers on loopback that hold the lock convoy: a Prometheus with its series and a search engine with its logs.
//!
//! The data is made by [`data`], which is pure. The servers are programs of the machine, kept in a folder of the caller;
//! they end with the value that started them, and also when this process is killed.

pub mod data;
mod error;
mod http;
mod process;
pub mod prometheus;
pub mod search;

use std::path::Path;
use std::thread;

use sha2::{Digest, Sha256};

pub use error::LabError;
use prometheus::Prometheus;
use search::Search;

/// Both servers, running; ended when dropped.
#[derive(Debug)]
pub struct Lab {
    /// Address of Prometheus, such as `http://127.0.0.1:40123`.
    pub prometheus_url: String,
    /// Address of the search engine, such as `http://127.0.0.1:40124`.
    pub search_url: String,
    _prometheus: Prometheus,
    _search: Search,
}

impl Lab {
    /// Starts both servers with their data under `folder`, which is kept and used again; one lab a folder at a time.
    ///
    /// # Errors
    /// A program is missing, a folder cannot be written, or a server does not become ready; the error says which.
    pub fn start(folder: &Path) -> Result<Self, LabError> {
        let (prometheus, search) = thread::scope(|scope| {
            let prometheus = scope.spawn(|| prometheus_only(folder));
            let search = search_only(folder);
            // A panic in the other thread goes on in this one.
            (prometheus.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), search)
        });
        let (prometheus, search) = (prometheus?, search?);
        Ok(Self { prometheus_url: prometheus.url.clone(), search_url: search.url.clone(), _prometheus: prometheus, _search: search })
    }

    /// Gives the part of Inquest's configuration that names these servers as sources.
    pub fn config_toml(&self) -> String {
        let Self { prometheus_url, search_url, .. } = self;
        format!(
            r#"[[source]]
name = "prometheus-main"
kind = "prometheus"
url = "{prometheus_url}"

[[source]]
name = "broker-logs"
kind = "search"
url = "{search_url}"
index = "broker-logs-*"
time_field = "@timestamp"

[[source]]
name = "app-logs"
kind = "search"
url = "{search_url}"
index = "app-logs-*"
time_field = "@timestamp"
"#
        )
    }
}

/// Starts Prometheus alone, with its data under `folder` where [`Lab::start`] has it too.
///
/// # Errors
/// As [`Prometheus::start`].
pub fn prometheus_only(folder: &Path) -> Result<Prometheus, LabError> {
    Prometheus::start(&folder.join("prometheus"))
}

/// Starts the search engine alone, with its data under `folder` where [`Lab::start`] has it too.
///
/// # Errors
/// As [`Search::start`].
pub fn search_only(folder: &Path) -> Result<Search, LabError> {
    Search::start(&folder.join("search"))
}

/// Gives the SHA-256 of the parts one after another, in hexadecimal.
fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
