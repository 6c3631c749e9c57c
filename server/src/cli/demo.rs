//! `inquest demo`.

use super::logs::Logs;
use super::problem::Problem;
use super::serve::serve;
use crate::serve::Options;
use clap::Args;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Serve a told incident to look around in, on this machine only.
///
/// Visitors pick who they are. The answers of the sources were recorded; every one of them says so. Without --data
/// everything is kept in a throw-away folder that goes when the server stops.
#[derive(Args)]
#[command(after_help = "\
Example:
  inquest demo --listen 127.0.0.1:3000

Exit codes: 0 stopped as asked, 1 could not start or ended badly.")]
pub(super) struct Arguments {
    /// Loopback address and port to listen on; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:3000", value_name = "ADDR")]
    listen: SocketAddr,
    /// Folder to keep what visitors write
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Configuration file with further sources, for incidents of one's own
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    logs: Logs,
}

pub(super) async fn run(arguments: Arguments) -> Result<u8, Problem> {
    arguments.logs.start();
    let Arguments { listen, data, config, .. } = arguments;
    match data {
        Some(data) => serve(Options { listen, data, config, demo: true }).await,
        None => {
            let folder = tempfile::Builder::new()
                .prefix("inquest-demo-")
                .tempdir()
                .map_err(|error| Problem::new("could not create a throw-away folder for the demo", &error, "Name a folder with --data."))?;
            serve(Options { listen, data: folder.path().to_owned(), config, demo: true }).await
        }
    }
}
