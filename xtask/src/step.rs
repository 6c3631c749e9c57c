//! Steps with names and times, commands that say why they failed.

use std::fmt::Display;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Why a command of `cargo xtask` ended: what was attempted, the reason, and what to do next.
#[derive(Debug, thiserror::Error)]
#[error("could not {attempted}\n  reason: {reason}\n  next:   {next}")]
pub struct Failure {
    attempted: String,
    reason: String,
    next: String,
}

impl Failure {
    /// `attempted` completes "could not ...", `next` is what the reader should do.
    pub fn new(attempted: impl Into<String>, reason: impl Display, next: impl Into<String>) -> Self {
        Self { attempted: attempted.into(), reason: reason.to_string(), next: next.into() }
    }
}

/// The steps taken so far and how long each took.
pub struct Steps {
    started: Instant,
    done: Vec<(String, Duration)>,
}

impl Steps {
    /// Starts the clock of the whole command.
    pub fn start() -> Self {
        Self { started: Instant::now(), done: Vec::new() }
    }

    /// Announces `name`, does `work`, and keeps the time it took, also when it failed.
    pub fn run(&mut self, name: &str, work: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
        println!("== {name}");
        let started = Instant::now();
        let outcome = work();
        self.done.push((name.to_owned(), started.elapsed()));
        outcome
    }

    /// Prints the minutes of each step and of the whole.
    pub fn report(&self) {
        println!();
        for (name, took) in &self.done {
            println!("{:>6.1} min  {name}", minutes(*took));
        }
        println!("{:>6.1} min  together", minutes(self.started.elapsed()));
    }
}

fn minutes(duration: Duration) -> f64 {
    duration.as_secs_f64() / 60.0
}

/// Runs `command` with its output shown; `next` says what to do when it fails.
pub fn run(command: &mut Command, next: &str) -> Result<(), Failure> {
    println!("   {}", shown(command));
    let status =
        command.stdin(Stdio::null()).status().map_err(|reason| Failure::new(format!("start `{}`", shown(command)), reason, next))?;
    if status.success() { Ok(()) } else { Err(Failure::new(format!("finish `{}`", shown(command)), status, next)) }
}

/// Runs `command` silently and returns what it wrote to its standard output.
pub fn read(command: &mut Command, next: &str) -> Result<String, Failure> {
    let output =
        command.stdin(Stdio::null()).output().map_err(|reason| Failure::new(format!("start `{}`", shown(command)), reason, next))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(Failure::new(format!("finish `{}`", shown(command)), format!("{}: {said}", output.status), next));
    }
    String::from_utf8(output.stdout).map_err(|reason| Failure::new(format!("read the output of `{}`", shown(command)), reason, next))
}

/// The command as one would type it, with the variables that were set for it.
pub fn shown(command: &Command) -> String {
    let variables = command.get_envs().filter_map(|(name, value)| Some(format!("{}={}", name.to_string_lossy(), value?.to_string_lossy())));
    let words = std::iter::once(command.get_program()).chain(command.get_args()).map(|word| word.to_string_lossy().into_owned());
    let quoted = variables.chain(words).map(|word| if word.contains(' ') { format!("'{word}'") } else { word });
    quoted.collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_command_is_named_with_its_reason_and_the_next_step() {
        let failure = run(Command::new("sh").args(["-c", "exit 3"]), "look at the script").unwrap_err();
        assert_eq!(failure.to_string(), "could not finish `sh -c 'exit 3'`\n  reason: exit status: 3\n  next:   look at the script");
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let failure = run(&mut Command::new("no-such-program"), "install it").unwrap_err();
        assert!(failure.to_string().starts_with("could not start `no-such-program`\n  reason: No such file"), "{failure}");
    }

    #[test]
    fn a_step_that_fails_keeps_its_time() {
        let mut steps = Steps::start();
        let outcome = steps.run("one", || Err(Failure::new("do it", "no", "nothing")));
        assert!(outcome.is_err());
        assert_eq!(steps.done.len(), 1);
    }
}
