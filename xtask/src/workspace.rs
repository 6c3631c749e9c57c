//! Where the project and its target folder are.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::step::{self, Failure};

/// The folders that every step needs, as cargo itself sees them (so `CARGO_TARGET_DIR` and configuration files are honoured).
pub struct Workspace {
    /// The folder of the workspace's `Cargo.toml`.
    pub root: PathBuf,
    /// Where cargo puts what it builds.
    pub target: PathBuf,
}

impl Workspace {
    /// Asks cargo for the workspace of the current folder.
    pub fn find() -> Result<Self, Failure> {
        let next = "run it inside a checkout of Inquest";
        let metadata = step::read(Command::new("cargo").args(["metadata", "--format-version", "1", "--no-deps"]), next)?;
        Self::from_metadata(&metadata).map_err(|reason| Failure::new("read the answer of `cargo metadata`", reason, next))
    }

    fn from_metadata(metadata: &str) -> Result<Self, serde_json::Error> {
        #[derive(serde::Deserialize)]
        struct Metadata {
            workspace_root: PathBuf,
            target_directory: PathBuf,
        }
        let Metadata { workspace_root, target_directory } = serde_json::from_str(metadata)?;
        Ok(Self { root: workspace_root, target: target_directory })
    }

    /// `cargo`, to be run in the workspace's folder.
    pub fn cargo(&self) -> Command {
        let mut cargo = Command::new("cargo");
        cargo.current_dir(&self.root);
        cargo
    }

    /// The folder of the npm package.
    pub fn web(&self) -> PathBuf {
        self.root.join("web")
    }

    /// A path below the workspace's folder, for messages.
    pub fn short<'a>(&self, path: &'a Path) -> &'a Path {
        path.strip_prefix(&self.root).unwrap_or(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_taken_from_cargo() {
        let workspace =
            Workspace::from_metadata(r#"{"packages":[],"target_directory":"/cache/target","workspace_root":"/src/inquest"}"#).unwrap();
        assert_eq!((workspace.root, workspace.target), (PathBuf::from("/src/inquest"), PathBuf::from("/cache/target")));
    }
}
