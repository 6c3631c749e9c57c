//! `inquest add`.

use super::DONE;
use super::problem::Problem;
use super::read::read_input;
use crate::bodies::DEFAULT_LIMIT_BYTES;
use clap::Args;
use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, Url};
use std::path::PathBuf;
use std::time::Duration;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// For a whole file over a slow line.
const TIMEOUT: Duration = Duration::from_secs(300);

/// Add a file to a stream of an incident as evidence, over the network.
///
/// For machines without a browser: the stream's page gives the whole line, with an upload token that is good for this stream
/// and two hours. Prints the id and the address of the evidence.
#[derive(Args)]
#[command(after_help = "\
Examples:
  jstack 4711 | INQUEST_TOKEN=... inquest add lock-convoy --stream broker-logs --name broker-3.txt --server http://127.0.0.1:3000
  inquest add lock-convoy --stream broker-logs dump.txt --server http://127.0.0.1:3000 --token T

Exit codes: 0 added, 1 not added; the reason is on standard error.")]
pub(super) struct Arguments {
    /// Incident, as in its address
    slug: String,
    /// Stream, as in its address
    #[arg(long, value_name = "S")]
    stream: String,
    /// File to add, at most 32 MiB; - is standard input
    #[arg(default_value = "-")]
    file: PathBuf,
    /// Name it gets there; the file's own unless given
    #[arg(long)]
    name: Option<String>,
    /// Address of the server
    #[arg(long, value_name = "URL", env = "INQUEST_SERVER")]
    server: Url,
    /// Upload token. Others on this machine can see it here: the variable INQUEST_TOKEN keeps it out of sight
    #[arg(long, value_name = "T", env = "INQUEST_TOKEN", hide_env_values = true)]
    token: String,
}

pub(super) async fn run(arguments: Arguments) -> Result<u8, Problem> {
    let what = format!("could not add {} to stream {} of {}", arguments.shown(), arguments.stream, arguments.slug);
    let address = arguments.address().ok_or_else(|| {
        Problem::because(&what, format!("{} cannot be the address of a server", arguments.server), "Give http://HOST:PORT with --server.")
    })?;
    let body = read_input(&arguments.file)?;
    if body.is_empty() {
        return Err(Problem::because(what, "it is empty", "Check what writes it."));
    }
    if body.len() as u64 > DEFAULT_LIMIT_BYTES {
        let why = format!("it has {} bytes, and at most 32 MiB are taken", body.len());
        return Err(Problem::because(what, why, "Cut out the part that matters, or compress it, and add that."));
    }
    // The first provider stays; there is none yet in this process.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let unreachable = |error: reqwest::Error| {
        // The address is named above; the error would repeat it.
        let next = format!("Check that {} is the server's address, and that this machine reaches it.", arguments.server);
        Problem::new(&what, &error.without_url(), next)
    };
    let client = Client::builder().no_proxy().connect_timeout(CONNECT_TIMEOUT).timeout(TIMEOUT).build().map_err(unreachable)?;
    let request = client.put(address).bearer_auth(arguments.token.trim()).header(CONTENT_TYPE, "application/octet-stream").body(body);
    let response = request.send().await.map_err(unreachable)?;
    let status = response.status();
    let answer = response.text().await.map_err(unreachable)?;
    if status.is_success() {
        println!("{}", answer.trim_end());
        return Ok(DONE);
    }
    let said: String = answer.trim().chars().take(500).collect();
    let next = match status.as_u16() {
        401 | 403 => "Copy a new line from the stream's page: a token is good for one stream and two hours.",
        404 => "Check the incident and the stream; a token is good for one stream of one incident.",
        _ => "Do what the server says, and try again.",
    };
    Err(Problem::because(what, format!("the server answered {status}: {said}"), next))
}

impl Arguments {
    fn address(&self) -> Option<Url> {
        let mut address = self.server.clone();
        address.path_segments_mut().ok()?.pop_if_empty().extend(["i", &self.slug, "s", &self.stream, "upload"]);
        address.query_pairs_mut().append_pair("name", &self.shown());
        Some(address)
    }

    fn shown(&self) -> String {
        let own_name = || self.file.file_name().filter(|_| self.file.as_os_str() != "-");
        match &self.name {
            Some(name) => name.clone(),
            None => own_name().map_or_else(|| "standard input".to_owned(), |name| name.to_string_lossy().into_owned()),
        }
    }
}
