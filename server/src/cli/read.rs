//! `inquest read`.

use super::problem::Problem;
use super::{ANSWER_IS_NO, DONE};
use clap::Args;
use evidence::kind::{Kind, UnknownKind, read_any};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Codes of reasons that say: this is not a whole answer of that kind. Other reasons are the source's own, and were understood.
const NOT_UNDERSTOOD: [&str; 8] =
    ["not_prometheus", "not_search", "malformed", "cut_off", "empty_body", "login_page", "exporter_page", "proxy_error"];

/// Say what a saved answer of a source means.
///
/// Prints as JSON what would be recorded of it: `outcome` (value, zero, no_data or could_not_ask), `proven`, `reason`, `headline`,
/// `partial`, `truncated`, `warnings`, and then what the answer holds. A zero is never `proven` here: that takes a control.
#[derive(Args)]
#[command(after_help = "\
Examples:
  inquest read prometheus answer.json
  curl -s 'http://127.0.0.1:9090/api/v1/query?query=up' | inquest read prometheus
  inquest read search error.json --status 404

Exit codes: 0 understood, 1 could not be read from disk, 2 not understood; `reason` says why.")]
pub(super) struct Arguments {
    /// What it is an answer of: prometheus or search
    #[arg(value_parser = parse_kind)]
    kind: Kind,
    /// File with the answer's body; - is standard input
    #[arg(default_value = "-")]
    file: PathBuf,
    /// HTTP status that came with it
    #[arg(long, default_value_t = 200, value_name = "N", value_parser = clap::value_parser!(u16).range(100..=599))]
    status: u16,
    /// Content-Type that came with it
    #[arg(long, value_name = "TYPE")]
    content_type: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let body = read_input(&arguments.file)?;
    let reading = read_any(arguments.kind, arguments.status, arguments.content_type.as_deref(), &body);
    writeln!(io::stdout().lock(), "{:#}", reading.to_json())
        .map_err(|error| Problem::new("could not print what was understood", &error, "Look at where standard output goes."))?;
    let understood = reading.reason.is_none_or(|reason| !NOT_UNDERSTOOD.contains(&reason.code.as_str()));
    Ok(if understood { DONE } else { ANSWER_IS_NO })
}

/// The whole of a file, or of standard input for `-`.
pub(super) fn read_input(file: &Path) -> Result<Vec<u8>, Problem> {
    if file.as_os_str() == "-" {
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_to_end(&mut bytes);
        return read.map(|_| bytes).map_err(|error| Problem::new("could not read standard input", &error, "Name a file instead."));
    }
    fs::read(file)
        .map_err(|error| Problem::new(format!("could not read {}", file.display()), &error, "Check the path and the rights on the file."))
}

fn parse_kind(text: &str) -> Result<Kind, UnknownKind> {
    text.parse()
}
