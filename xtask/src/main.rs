//! `cargo xtask`: builds, runs and tests Inquest, set-up included.
//!
//! Everything here drives other programs (cargo, npm, node, wasm-opt) and says what it does; what can fail says what to do next.
//! It must stay light: a fresh clone compiles this crate before anything else can start.

mod bench;
mod groups;
mod lab;
mod programs;
mod setup;
mod step;
mod wasm;
mod web;
mod workspace;

use std::os::unix::process::CommandExt as _;
use std::process::{Command, ExitCode};

use crate::groups::Group;
use crate::step::{Failure, Steps};
use crate::web::Compression;
use crate::workspace::Workspace;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  run [-- ARGUMENTS]    set up, build, and serve the demo on http://127.0.0.1:3000
                        ARGUMENTS go to `inquest demo`, for example: -- --listen 127.0.0.1:4000
  build                 set up and build one self-contained release binary
  test [GROUP ...]      set up the tests and run every group, or only those named
       [--keep-going]   go on after a group that fails
                        groups: fmt clippy doc pure unit site integration browser lab
  lab                   start a real Prometheus and a real search engine that hold the demo's data
  lab record            ask both every query of the demo incident, and keep the answers in demo/recording
  bench                 build the release binary and measure it beside its goals
  check                 the quick groups only: fmt clippy doc
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((command, rest)) = arguments.split_first() else {
        eprint!("{USAGE}");
        return ExitCode::from(2);
    };
    let mut steps = Steps::start();
    let outcome = match (command.as_str(), rest) {
        ("run", []) => run(&mut steps, &[]),
        ("run", [separator, passed_on @ ..]) if separator == "--" => run(&mut steps, passed_on),
        ("build", []) => build(&mut steps),
        ("test", options) => test(&mut steps, options),
        ("lab", []) => lab::run(&mut steps),
        ("bench", []) => bench::run(&mut steps),
        ("lab", [what]) if what == "record" => lab::record(&mut steps),
        ("check", []) => groups::run(&mut steps, &[Group::Fmt, Group::Clippy, Group::Doc], false),
        ("help" | "--help" | "-h", _) => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("`cargo xtask {}` is not a command of this project.\n\n{USAGE}", arguments.join(" "));
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("\n{failure}");
            ExitCode::FAILURE
        }
    }
}

/// Builds everything in the development profile and becomes `inquest demo`; returns only when that did not start.
fn run(steps: &mut Steps, passed_on: &[String]) -> Result<(), Failure> {
    let workspace = Workspace::find()?;
    setup::toolchain(steps, &workspace)?;
    site(steps, &workspace, Compression::Quick)?;
    steps.run("server", || {
        step::run(workspace.cargo().args(["build", "--package", "server"]), "fix what the compiler names above, then try again")
    })?;
    steps.report();

    let data = workspace.root.join("inquest-data").join("demo");
    let mut demo = Command::new(workspace.target.join("debug").join("inquest"));
    demo.arg("demo").arg("--data").arg(&data);
    if !passed_on.iter().any(|argument| argument == "--listen" || argument.starts_with("--listen=")) {
        demo.args(["--listen", "127.0.0.1:3000"]);
        println!("\nInquest with the demo incident: http://127.0.0.1:3000");
    }
    println!("Data: {}\nCtrl-C stops it.\n", data.display());
    let reason = demo.args(passed_on).exec();
    Err(Failure::new(
        format!("start {}", step::shown(&demo)),
        reason,
        "build it alone with `cargo build --package server` and look at what it says",
    ))
}

/// Builds the release binary with all web assets embedded.
fn build(steps: &mut Steps) -> Result<(), Failure> {
    let workspace = Workspace::find()?;
    setup::toolchain(steps, &workspace)?;
    site(steps, &workspace, Compression::Best)?;
    steps.run("server", || {
        step::run(
            workspace.cargo().args(["build", "--release", "--package", "server"]),
            "fix what the compiler names above, then try again",
        )
    })?;
    steps.report();

    let binary = workspace.target.join("release").join("inquest");
    let size_bytes = std::fs::metadata(&binary)
        .map_err(|reason| Failure::new(format!("look at {}", binary.display()), reason, "run `cargo xtask build` again"))?
        .len();
    println!(
        "\n{} ({:.1} MB), nothing else is needed to run it: {} serve --help",
        binary.display(),
        megabytes(size_bytes),
        binary.display()
    );
    Ok(())
}

/// Runs the groups named in `options`, or all of them.
fn test(steps: &mut Steps, options: &[String]) -> Result<(), Failure> {
    let (flags, names): (Vec<&String>, Vec<&String>) = options.iter().partition(|option| option.starts_with("--"));
    if let Some(unknown) = flags.iter().find(|flag| flag.as_str() != "--keep-going") {
        return Err(Failure::new(
            "read the options of `cargo xtask test`",
            format!("{unknown} is not one of them"),
            "use --keep-going, or no option",
        ));
    }
    let named = names.iter().map(|name| Group::from_name(name)).collect::<Result<Vec<Group>, Failure>>()?;
    let chosen = if named.is_empty() { Group::ALL.to_vec() } else { named };
    groups::run(steps, &chosen, !flags.is_empty())
}

/// Builds what the browser loads: the wasm with its bindings, then the bundles, the style sheet and the compressed copies.
fn site(steps: &mut Steps, workspace: &Workspace, compression: Compression) -> Result<(), Failure> {
    steps.run("wasm", || wasm::build(workspace))?;
    steps.run("web", || web::build(workspace, compression))
}

#[expect(clippy::cast_precision_loss, reason = "a size shown with one decimal")]
fn megabytes(size_bytes: u64) -> f64 {
    size_bytes as f64 / 1_000_000.0
}
