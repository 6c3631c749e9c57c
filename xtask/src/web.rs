//! The bundles, the style sheet and the compressed copies that the server hands out.

use std::process::Command;

use crate::step::{self, Failure};
use crate::workspace::Workspace;

/// How hard the assets are compressed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// For development: seconds matter more than kilobytes.
    Quick,
    /// For what is shipped.
    Best,
}

/// Runs `web/build.mjs`, which fills `web/dist`.
pub fn build(workspace: &Workspace, compression: Compression) -> Result<(), Failure> {
    let mut node = Command::new("node");
    node.arg("build.mjs").current_dir(workspace.web());
    if compression == Compression::Quick {
        node.arg("--quick");
    }
    step::run(&mut node, "fix what the bundler names above, then try again")
}
