//! `inquest serve`.

use super::DONE;
use super::logs::Logs;
use super::problem::Problem;
use crate::serve::{Options, ServeError};
use clap::Args;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Serve incidents to browsers.
///
/// Everything is kept in one data folder, which one server uses at a time. Ctrl-C or SIGTERM stops taking requests, lets
/// running queries end and closes the data.
#[derive(Args)]
#[command(after_help = "\
Example:
  inquest serve --listen 127.0.0.1:3000 --data ./inquest-data --config inquest.toml

Exit codes: 0 stopped as asked, 1 could not start or ended badly.")]
pub(super) struct Arguments {
    /// Address and port to listen on; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:3000", value_name = "ADDR")]
    listen: SocketAddr,
    /// Data folder; it is created if it is not there
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Configuration file with the sources; without it none can be asked
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    logs: Logs,
}

pub(super) async fn run(arguments: Arguments) -> Result<u8, Problem> {
    arguments.logs.start();
    let Arguments { listen, data, config, .. } = arguments;
    serve(Options { listen, data, config, demo: false }).await
}

/// Serves until asked to stop.
pub(super) async fn serve(options: Options) -> Result<u8, Problem> {
    let what = format!("could not serve {} on {}", options.data.display(), options.listen);
    crate::serve::run(options).await.map(|()| DONE).map_err(|error| match &error {
        ServeError::Store(store) => Problem::of_data(what, store),
        _ => Problem::new(what, &error, "Put that right, and start again."),
    })
}
