//! `inquest user`.

use super::DONE;
use super::problem::Problem;
use super::read::read_input;
use crate::auth::{Auth, AuthError, NewPerson};
use crate::clock::Clock;
use crate::house::note;
use crate::store::{DataFolder, Ledgers, SqliteStore};
use clap::{Args, Subcommand};
use ledger::house::HouseEvent;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// Manage accounts.
#[derive(Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Add(Add),
}

/// Make an account, also beside a running server.
///
/// The password is read from standard input, or from a file; a line break at its end does not count. It has at least
/// 10 characters. It is never an argument: others on this machine could see it.
#[derive(Args)]
#[command(after_help = "\
Examples:
  inquest user add Ada --admin --data ./inquest-data < password.txt
  inquest user add 'Log reader' --agent --data ./inquest-data --password-file password.txt

Exit codes: 0 made, 1 not made; the reason is on standard error.")]
struct Add {
    /// Name, as others will see it
    name: String,
    /// May manage people and sources
    #[arg(long)]
    admin: bool,
    /// Is a program, not a person
    #[arg(long)]
    agent: bool,
    /// Data folder; it is created if it is not there
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// File with the password; - is standard input
    #[arg(long, default_value = "-", value_name = "FILE")]
    password_file: PathBuf,
}

pub(super) async fn run(arguments: Arguments) -> Result<u8, Problem> {
    let Command::Add(add) = arguments.command;
    let what = format!("could not make an account for {}", add.name.trim());
    if add.password_file.as_os_str() == "-" && io::stdin().is_terminal() {
        eprintln!("Type the password, Enter and Ctrl-D. It is shown as you type; with --password-file it is not.");
    }
    let password = read_password(&add.password_file)?;
    let folder = DataFolder::create(&add.data).map_err(|error| Problem::of_data(&what, &error))?;
    let store = SqliteStore::open(&folder).await.map_err(|error| Problem::of_data(&what, &error))?;
    let new = NewPerson { name: &add.name, admin: add.admin, agent: add.agent };
    let now = Clock::system().now();
    let added = Auth::new(store.people()).add_person(new, &password, now).await;
    let noted = match &added {
        Ok(actor) => note(&store, now, &HouseEvent::PersonAdded { actor: actor.clone() }).await,
        Err(_) => Ok(()),
    };
    store.close().await;
    noted.map_err(|error| Problem::new(&what, &error, "The account is there; the house ledger lacks its entry. Check the data folder."))?;
    added.map_err(|error| match &error {
        AuthError::Store(store) => Problem::of_data(what, store),
        AuthError::BadPassword { .. } => Problem::new(what, &error, "Give a longer password on standard input or with --password-file."),
        _ => Problem::new(what, &error, "Put that right, and try again."),
    })?;
    println!("{} can sign in now", add.name.trim());
    Ok(DONE)
}

fn read_password(file: &Path) -> Result<String, Problem> {
    let text = String::from_utf8(read_input(file)?)
        .map_err(|error| Problem::new("could not read the password", &error.utf8_error(), "Save it as UTF-8 text."))?;
    Ok(text.strip_suffix('\n').map_or(text.as_str(), |line| line.strip_suffix('\r').unwrap_or(line)).to_owned())
}
