//! `inquest source`.

use super::problem::Problem;
use super::{ANSWER_IS_NO, DONE};
use crate::clock::Clock;
use crate::config::Config;
use crate::sources::{HealthState, SourceCard, Sources};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Look at the configured sources.
#[derive(Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(Check),
}

/// Reach every configured source once, and say what it is and what protects it.
///
/// Secrets are read from the environment, as the configuration names them, and are never shown.
#[derive(Args)]
#[command(after_help = "\
Example:
  inquest source check --config inquest.toml

Exit codes: 0 every source answers, 1 the configuration cannot be used, 2 a source does not answer.")]
struct Check {
    /// Configuration file with the sources
    #[arg(long, value_name = "FILE")]
    config: PathBuf,
}

pub(super) async fn run(arguments: Arguments) -> Result<u8, Problem> {
    let Command::Check(check) = arguments.command;
    let unusable = |error| {
        let what = format!("could not use the configuration {}", check.config.display());
        Problem::new(what, &error, "Put that right, and check again.")
    };
    let config = Config::load(&check.config).map_err(unusable)?;
    let sources = Sources::new(&config.sources, Clock::system()).map_err(unusable)?;
    let mut code = DONE;
    for card in sources.cards() {
        sources.probe(&card.name).await;
    }
    for card in sources.cards() {
        println!("{}", describe(&card));
        if matches!(card.health.state, HealthState::Fails { .. }) {
            code = ANSWER_IS_NO;
        }
    }
    if config.sources.is_empty() {
        println!("no source is configured");
    }
    Ok(code)
}

fn describe(card: &SourceCard) -> String {
    let mut lines = vec![match card.address.as_str() {
        "" => card.name.clone(),
        address => format!("{} at {address}", card.name),
    }];
    match &card.health.state {
        HealthState::Answers { millis } => lines.push(format!("answers in {millis} ms")),
        HealthState::Fails { reason, .. } => {
            lines.push(format!("could not ask: {}", reason.what));
            lines.extend([&reason.detail, &reason.todo].into_iter().filter(|text| !text.is_empty()).cloned());
        }
        HealthState::Unknown => lines.push("was not asked".to_owned()),
    }
    lines.extend(card.health.build.iter().map(|build| format!("is {build}")));
    lines.extend(card.health.clock_skew_ms.iter().map(|skew_ms| format!("its clock differs by {skew_ms} ms")));
    lines.push(format!("takes {}", card.languages.join(", ")));
    lines.extend(card.policy.iter().map(|(name, value)| format!("{name}: {value}")));
    lines.join("\n  ")
}
