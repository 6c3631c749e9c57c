//! What a server function answers when it does not do what was asked.

use ledger::refusal::{Refusal, RefusalKind};
use leptos::prelude::{FromServerFnError, ServerFnErrorErr};
use serde::{Deserialize, Serialize};
use server_fn::codec::JsonEncoding;

/// The one error type of the interface. Nothing typed is lost with it: forms keep their fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "error", rename_all = "snake_case")]
pub enum ApiError {
    /// Nobody is signed in.
    #[error("nobody is signed in")]
    SignIn,
    /// The incident is not there, or not for this reader: the same answer.
    #[error("there is no such page for you")]
    Missing,
    /// The command was refused; nothing was written.
    #[error("{}: {}", .refusal.what, .refusal.why)]
    Refused {
        /// Why, and what to do.
        refusal: Refusal,
    },
    /// The server failed. The details are in its log under the reference.
    #[error("the server could not do it (reference {reference})")]
    Failed {
        /// Finds the log line.
        reference: String,
    },
    /// The server was not reached, or what it said was not understood.
    #[error("the server was not reached: {detail}")]
    Unreached {
        /// The browser's words.
        detail: String,
    },
}

impl ApiError {
    /// What to do next, in one sentence.
    pub fn todo(&self) -> String {
        match self {
            Self::SignIn => "Sign in and try again; what you typed is kept.".to_owned(),
            Self::Missing => "Check the address, or ask the coordinator for a link.".to_owned(),
            Self::Refused { refusal } => refusal.todo.clone(),
            Self::Failed { .. } => "Try again. If it fails again, give the reference to whoever runs this server.".to_owned(),
            Self::Unreached { .. } => "What you typed is kept. Try again when the connection is back.".to_owned(),
        }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        if refusal.kind == RefusalKind::Missing && refusal.what.is_empty() { Self::Missing } else { Self::Refused { refusal } }
    }
}

impl FromServerFnError for ApiError {
    type Encoder = JsonEncoding;

    fn from_server_fn_error(error: ServerFnErrorErr) -> Self {
        Self::Unreached { detail: error.to_string() }
    }
}
