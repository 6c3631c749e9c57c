//! The groups of `cargo xtask test`, in the order in which they run: quick and frequent failures first.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::programs;
use crate::setup;
use crate::step::{self, Failure, Steps};
use crate::wasm;
use crate::web::{self, Compression};
use crate::workspace::Workspace;

/// One group of checks, which can be run alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// Formatting.
    Fmt,
    /// Lints of both sides of the interface and of all tests.
    Clippy,
    /// The documentation builds without a warning.
    Doc,
    /// `evidence` and `ledger` build for the browser.
    Pure,
    /// The tests inside the crates.
    Unit,
    /// The wasm and the web assets build as they ship.
    Site,
    /// Store, interface, pages, stories and house rules.
    Integration,
    /// The real server in a real browser.
    Browser,
    /// The real server against real sources.
    Lab,
}

impl Group {
    /// All groups in running order.
    pub const ALL: [Self; 9] =
        [Self::Fmt, Self::Clippy, Self::Doc, Self::Pure, Self::Unit, Self::Site, Self::Integration, Self::Browser, Self::Lab];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fmt => "fmt",
            Self::Clippy => "clippy",
            Self::Doc => "doc",
            Self::Pure => "pure",
            Self::Unit => "unit",
            Self::Site => "site",
            Self::Integration => "integration",
            Self::Browser => "browser",
            Self::Lab => "lab",
        }
    }

    /// Finds a group by its name.
    pub fn from_name(name: &str) -> Result<Self, Failure> {
        Self::ALL.into_iter().find(|group| group.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(" ");
            Failure::new("read the groups of `cargo xtask test`", format!("{name} is not one of them"), format!("name one of: {names}"))
        })
    }

    /// Whether the group starts programs that are not part of a Rust and Node installation.
    fn needs_programs(self) -> bool {
        matches!(self, Self::Unit | Self::Integration | Self::Browser | Self::Lab)
    }

    fn check(self, workspace: &Workspace) -> Result<(), Failure> {
        let cargo = |arguments: &[&str], next: &str| step::run(workspace.cargo().args(arguments), next);
        match self {
            Self::Fmt => cargo(&["fmt", "--all", "--check"], "run `cargo fmt --all`"),
            Self::Clippy => {
                let next = "fix what clippy names above; an exception is `#[expect(lint, reason = \"...\")]`";
                cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], next)?;
                let browser = ["clippy", "--package", "app", "--lib", "--no-default-features", "--features", "hydrate"];
                let wasm = ["--target", "wasm32-unknown-unknown", "--", "-D", "warnings"];
                step::run(workspace.cargo().args(browser).args(wasm), next)
            }
            Self::Doc => step::run(
                workspace.cargo().args(["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"),
                "fix the documentation named above",
            ),
            Self::Pure => cargo(
                &["check", "--package", "evidence", "--package", "ledger", "--target", "wasm32-unknown-unknown"],
                "keep input, output, clocks and randomness out of these two crates",
            ),
            Self::Unit => {
                let next = "fix the tests named above; run one again with `cargo test --package CRATE NAME`";
                cargo(&["test", "--workspace", "--exclude", "tests", "--exclude", "lab"], next)?;
                // The lab's other tests start its servers; they belong to its own group.
                cargo(&["test", "--package", "lab", "--lib"], next)
            }
            Self::Site => {
                wasm::build(workspace)?;
                web::build(workspace, Compression::Best)
            }
            Self::Integration => {
                let mut tests = with_server(workspace, workspace.cargo())?;
                step::run(
                    tests.args(["test", "--package", "tests"]),
                    "fix the tests named above; run one again with `cargo test --package tests NAME`",
                )
            }
            Self::Browser => {
                let mut node = with_server(workspace, Command::new("node"))?;
                node.arg("--test").args(browser_tests(workspace)?).current_dir(&workspace.root);
                step::run(&mut node, "fix the tests named above; they need what `cargo xtask test site` builds")
            }
            Self::Lab => {
                let mut tests = with_server(workspace, workspace.cargo())?;
                let next = "fix the tests named above; the servers' own output is in the folder that the test names";
                cargo(&["test", "--package", "lab", "--tests"], next)?;
                step::run(tests.args(["test", "--package", "tests", "--test", "lab"]), next)
            }
        }
    }
}

/// Runs `groups` in the given order, and ends at the first that fails unless `keep_going`.
pub fn run(steps: &mut Steps, groups: &[Group], keep_going: bool) -> Result<(), Failure> {
    let workspace = Workspace::find()?;
    setup::toolchain(steps, &workspace)?;
    if groups.iter().any(|group| group.needs_programs()) {
        programs::ensure(steps, &programs::ALL)?;
    }
    let mut passed = 0;
    let mut failed = Vec::new();
    for group in groups {
        match steps.run(group.name(), || group.check(&workspace)) {
            Ok(()) => passed += 1,
            Err(failure) => {
                eprintln!("\n{failure}\n");
                failed.push(group.name());
                if !keep_going {
                    break;
                }
            }
        }
    }
    steps.report();
    println!("\n{passed} passed, {} failed", failed.len());
    if failed.is_empty() {
        return Ok(());
    }
    let again = format!("see above, then run `cargo xtask test {}`", failed.join(" "));
    Err(Failure::new("pass every group", format!("failed: {}", failed.join(", ")), again))
}

/// Builds the server and tells `command` where it and the browser are.
fn with_server(workspace: &Workspace, mut command: Command) -> Result<Command, Failure> {
    step::run(workspace.cargo().args(["build", "--package", "server"]), "fix what the compiler names above, then try again")?;
    let chromium = step::read(Command::new("sh").args(["-c", "command -v chromium"]), "install Chromium, then try again")?;
    command.env("INQUEST_BIN", workspace.target.join("debug").join("inquest")).env("INQUEST_CHROMIUM", chromium.trim());
    Ok(command)
}

/// The files of `tests/browser` that hold tests, in the order of their names.
fn browser_tests(workspace: &Workspace) -> Result<Vec<PathBuf>, Failure> {
    let folder = workspace.root.join("tests").join("browser");
    let unreadable = |reason| Failure::new(format!("list {}", folder.display()), reason, "restore the folder from version control");
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.to_string_lossy().ends_with(".test.mjs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_is_found_by_its_own_name() {
        for group in Group::ALL {
            assert_eq!(Group::from_name(group.name()).unwrap(), group);
        }
    }

    #[test]
    fn an_unknown_group_is_refused_with_the_names_that_exist() {
        let failure = Group::from_name("units").unwrap_err().to_string();
        assert!(failure.contains("units is not one of them") && failure.contains("fmt clippy doc pure unit"), "{failure}");
    }
}
