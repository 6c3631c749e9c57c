//! Logs of a server, on standard error.

use clap::{Args, ValueEnum};
use std::io;
use tracing_subscriber::EnvFilter;

/// How a server logs.
#[derive(Args)]
pub(super) struct Logs {
    /// How log lines are written
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    log_format: Format,
    /// What is logged: error, warn, info, debug, or parts such as info,server::sources=debug
    #[arg(long, default_value = "info", value_name = "FILTER", env = "INQUEST_LOG")]
    log: EnvFilter,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON object a line
    Json,
}

impl Logs {
    /// Logs from here on.
    pub(super) fn start(self) {
        let logs = tracing_subscriber::fmt().with_env_filter(self.log).with_writer(io::stderr);
        match self.log_format {
            Format::Text => logs.init(),
            Format::Json => logs.json().init(),
        }
    }
}
