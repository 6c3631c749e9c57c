//! `cargo xtask bench`: the release binary measured from outside, beside the goals.

use std::process::Command;

use crate::programs;
use crate::step::{self, Failure, Steps};
use crate::workspace::Workspace;

/// Builds the release binary and measures it. A missed goal is printed, not a failure: a machine may be busy.
pub fn run(steps: &mut Steps) -> Result<(), Failure> {
    crate::build(steps)?;
    let workspace = Workspace::find()?;
    programs::ensure(steps, &programs::SOURCES)?;
    let mut node = Command::new("node");
    node.arg("bench/bench.mjs").env("INQUEST_BIN", workspace.target.join("release").join("inquest")).current_dir(&workspace.root);
    steps.run("bench", || step::run(&mut node, "look at what it says above, then run `cargo xtask bench` again"))
}
