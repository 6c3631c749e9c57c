//! What a machine with rustup and Node needs before the first build.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use crate::step::{self, Failure, Steps};
use crate::workspace::Workspace;

const WASM_TARGET: &str = "wasm32-unknown-unknown";
const OLDEST_NODE: u32 = 20;

/// Adds the wasm target, checks Node, and installs the npm packages, each only when it is missing or stale.
pub fn toolchain(steps: &mut Steps, workspace: &Workspace) -> Result<(), Failure> {
    steps.run("set-up", || {
        add_wasm_target()?;
        check_node()?;
        install_packages(workspace)
    })
}

fn add_wasm_target() -> Result<(), Failure> {
    let next = "install Rust with rustup (https://rustup.rs), then try again";
    let installed = step::read(Command::new("rustup").args(["target", "list", "--installed"]), next)?;
    if installed.lines().any(|target| target == WASM_TARGET) {
        return Ok(());
    }
    step::run(
        Command::new("rustup").args(["target", "add", WASM_TARGET]),
        "check the connection to the Rust download server, then try again",
    )
}

fn check_node() -> Result<(), Failure> {
    let next = "install Node.js 20 or newer with npm (https://nodejs.org), then try again";
    let version = step::read(Command::new("node").arg("--version"), next)?;
    match node_major(&version) {
        Some(major) if major >= OLDEST_NODE => Ok(()),
        _ => {
            Err(Failure::new("use Node.js", format!("version {} is too old, {OLDEST_NODE} is the oldest that works", version.trim()), next))
        }
    }
}

/// The first number of a version such as `v20.11.1`.
fn node_major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

fn install_packages(workspace: &Workspace) -> Result<(), Failure> {
    let web = workspace.web();
    // npm writes this file when an installation is complete, so an interrupted one is repeated.
    let installed = modified(&web.join("node_modules").join(".package-lock.json"));
    if installed.is_some() && installed >= modified(&web.join("package-lock.json")) {
        return Ok(());
    }
    // No package needs its install script; not running them keeps the set-up the same everywhere.
    step::run(
        Command::new("npm").args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).current_dir(&web),
        "check the connection to the npm registry, then try again",
    )
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_versions_are_read_as_node_prints_them() {
        assert_eq!(node_major("v20.11.1\n"), Some(20));
        assert_eq!(node_major("v9.0.0"), Some(9));
        assert_eq!(node_major("20.11.1"), None);
    }
}
