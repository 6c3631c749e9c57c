//! The command line: one file for each command, with its help, its examples and its exit codes.
//!
//! Results go to standard output and everything else to standard error, so that results can be piped on. A failure says what was
//! attempted, why it failed and what to do next.

mod add;
mod backup;
mod demo;
mod export;
mod import;
mod logs;
mod problem;
mod read;
mod serve;
mod source;
mod user;
mod verify;

use clap::{Parser, Subcommand};
use problem::Problem;
use std::process::ExitCode;

/// Done.
const DONE: u8 = 0;
/// It could not be done.
const FAILED: u8 = 1;
/// It was done, and the answer is no: not understood, not whole, does not answer.
const ANSWER_IS_NO: u8 = 2;
/// The command line itself cannot be read.
const USAGE: u8 = 64;

/// The war room of an incident: findings with their evidence, on a record that nobody can edit.
#[derive(Parser)]
#[command(name = "inquest", version, arg_required_else_help = true, after_help = AFTER_HELP)]
struct Inquest {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Examples:
  inquest demo --listen 127.0.0.1:3000
  inquest user add Ada --admin --data ./inquest-data
  inquest serve --listen 127.0.0.1:3000 --data ./inquest-data --config inquest.toml

Exit codes:
  0   done
  1   failed; the reason and the next step are on standard error
  2   done, and the answer is no (see the command's own help)
  64  the command line cannot be read";

#[derive(Subcommand)]
enum Command {
    Serve(serve::Arguments),
    Demo(demo::Arguments),
    Read(read::Arguments),
    Add(add::Arguments),
    User(user::Arguments),
    Source(source::Arguments),
    Export(export::Arguments),
    Import(import::Arguments),
    Verify(verify::Arguments),
    Backup(backup::Arguments),
}

/// Reads the command line, does what it says, and answers the exit code.
pub fn run() -> ExitCode {
    let inquest = match Inquest::try_parse() {
        Ok(inquest) => inquest,
        Err(error) => {
            // Help and version come this way, too. Nothing is left to be done if even the message cannot be written.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { USAGE } else { DONE });
        }
    };
    match tokio::runtime::Runtime::new() {
        Ok(runtime) => match runtime.block_on(carry_out(inquest.command)) {
            Ok(code) => ExitCode::from(code),
            Err(problem) => fail(&problem),
        },
        Err(error) => fail(&Problem::new("could not start", &error, "Look at the limits on threads and open files of this process.")),
    }
}

async fn carry_out(command: Command) -> Result<u8, Problem> {
    match command {
        Command::Serve(arguments) => serve::run(arguments).await,
        Command::Demo(arguments) => demo::run(arguments).await,
        Command::Read(arguments) => read::run(&arguments),
        Command::Add(arguments) => add::run(arguments).await,
        Command::User(arguments) => user::run(arguments).await,
        Command::Source(arguments) => source::run(arguments).await,
        Command::Export(arguments) => export::run(arguments).await,
        Command::Import(arguments) => import::run(arguments).await,
        Command::Verify(arguments) => verify::run(arguments).await,
        Command::Backup(arguments) => backup::run(arguments).await,
    }
}

fn fail(problem: &Problem) -> ExitCode {
    eprintln!("{problem}");
    ExitCode::from(FAILED)
}
