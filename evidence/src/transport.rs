//! Failures on the way to a source, in the same words as failures the source tells of itself.

use crate::reading::Reading;

/// What went wrong before an answer was complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Nothing listens at the address.
    Refused,
    /// The name is not known.
    Dns(String),
    /// No agreement on encryption; with the library's words.
    Tls(String),
    /// No complete answer in time.
    TimedOut {
        /// The limit, in seconds.
        secs: u64,
    },
    /// The answer is larger than this source may send.
    TooLarge {
        /// The limit, in bytes of the decoded answer.
        limit_bytes: u64,
    },
    /// The source sent us elsewhere, where we do not follow.
    Redirected {
        /// The host it named.
        to_host: String,
    },
    /// The connection ended before the answer did; with the library's words.
    Closed(String),
    /// Somebody stopped the run.
    Cancelled,
    /// The server stopped while the run waited or ran.
    ServerStopped,
    /// Anything else; with the library's words.
    Other(String),
}

/// The reading of a failure. `source` is the source's configured name.
pub fn reading(source: &str, failure: &Failure) -> Reading {
    let (code, what, detail, todo) = match failure {
        Failure::Refused => (
            "refused",
            format!("{source} refused the connection"),
            "",
            format!("Check that {source} runs and listens at its configured address."),
        ),
        Failure::Dns(words) => (
            "unknown_host",
            format!("the host name of {source} is not known"),
            words.as_str(),
            format!("Check the address of {source} in the configuration, and name resolution on this server."),
        ),
        Failure::Tls(words) => (
            "tls",
            format!("no encrypted connection to {source}"),
            words.as_str(),
            format!("Check the certificate of {source} and the CA file in its configuration."),
        ),
        Failure::TimedOut { secs } => (
            "timed_out",
            format!("{source} did not answer within {secs} s"),
            "",
            "Ask for a shorter window, a narrower selection or a coarser step; asking the same again adds load.".to_owned(),
        ),
        Failure::TooLarge { limit_bytes } => (
            "too_large",
            format!("the answer is larger than {} MiB", limit_bytes.div_ceil(1_048_576)),
            "",
            "Ask for fewer series, a coarser step or an aggregation. The first part is kept and marked as cut.".to_owned(),
        ),
        Failure::Redirected { to_host } => (
            "redirected",
            format!("{source} redirects to {to_host}, where we do not follow"),
            "",
            "Put the address behind the redirect into the configuration, if it is the source; it may be a login page.".to_owned(),
        ),
        Failure::Closed(words) => (
            "closed",
            format!("{source} closed the connection before its answer was complete"),
            words.as_str(),
            "Look at the source's own log; a proxy between may have cut the answer. Ask for less, then again.".to_owned(),
        ),
        Failure::Cancelled => ("cancelled", "the run was cancelled".to_owned(), "", "Run it again when it is wanted.".to_owned()),
        Failure::ServerStopped => {
            ("server_stopped", "this server stopped before the answer came".to_owned(), "", "Run it again.".to_owned())
        }
        Failure::Other(words) => (
            "unreachable",
            format!("{source} could not be reached"),
            words.as_str(),
            format!("Check {source} with `inquest source check`."),
        ),
    };
    Reading::could_not_ask(code, what, detail, todo)
}
