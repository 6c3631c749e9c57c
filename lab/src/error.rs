use std::path::PathBuf;
use std::time::Duration;

/// Why the lab could not be started.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// A program is missing.
    #[error("cannot run `{program}`; {hint}, then start the lab again")]
    Program {
        /// Name of the program.
        program: &'static str,
        /// How to get it.
        hint: &'static str,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file or folder could not be read or written.
    #[error("cannot {attempt} {}; check that the folder is writable and the disk is not full", path.display())]
    File {
        /// What was attempted, such as `create the folder`.
        attempt: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A step of the set-up ran and failed.
    #[error("{step} failed:\n{output}")]
    Step {
        /// What was attempted.
        step: &'static str,
        /// The end of what the program printed.
        output: String,
    },
    /// A server ended before it was ready.
    #[error("{server} ended ({status}) before it was ready. The end of {}:\n{output}", log.display())]
    Ended {
        /// Name of the server.
        server: &'static str,
        /// Its exit status.
        status: String,
        /// Its log file.
        log: PathBuf,
        /// The end of the log.
        output: String,
    },
    /// Another lab uses the same folder.
    #[error("{server} runs on this folder already, it holds {}; end the other lab or choose another folder", log.display())]
    InUse {
        /// Name of the server.
        server: &'static str,
        /// Its log file, which is locked.
        log: PathBuf,
    },
    /// A server did not become ready in time.
    #[error("{server} was not ready after {} s. The end of {}:\n{output}", waited.as_secs(), log.display())]
    NotReady {
        /// Name of the server.
        server: &'static str,
        /// How long the lab waited.
        waited: Duration,
        /// Its log file.
        log: PathBuf,
        /// The end of the log.
        output: String,
    },
    /// A request to a server that is up got no answer or the wrong one.
    #[error("cannot {attempt} at {url}: {answer}")]
    Request {
        /// What was attempted, such as `create the index`.
        attempt: &'static str,
        /// The address.
        url: String,
        /// Status and the beginning of the answer, or why there is none.
        answer: String,
    },
    /// No loopback port could be had.
    #[error("cannot find a free port on 127.0.0.1")]
    Port(#[source] std::io::Error),
    /// The cache folder is not known.
    #[error("cannot find a folder for the search engine's jars; set XDG_CACHE_HOME or HOME")]
    NoCache,
}
