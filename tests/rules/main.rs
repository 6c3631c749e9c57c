//! House rules, so that they hold without anybody remembering them.
//!
//! Each test names one rule; a failure names the file and the line to mend.

#![expect(clippy::expect_used, reason = "a rule that cannot look fails its test")]

mod crates;
mod docs;
mod files;
mod words;

use std::path::{Path, PathBuf};
use std::process::Command;

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests stand in a folder of the repository").to_owned()
}

/// Every file that is or would be committed, relative to the root.
fn tracked() -> Vec<PathBuf> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git is there");
    assert!(listed.status.success(), "git ls-files failed");
    let names = String::from_utf8(listed.stdout).expect("file names are UTF-8");
    names.lines().map(PathBuf::from).filter(|path| root().join(path).is_file()).collect()
}

/// A file's text; empty for one that is not text.
fn text(path: &Path) -> String {
    std::fs::read(root().join(path)).ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

/// Fails with all that is wrong, one a line.
fn none(rule: &str, wrong: Vec<String>) {
    assert!(wrong.is_empty(), "{rule}:\n{}", wrong.join("\n"));
}
