//! Where the recorded answers are.

use std::path::{Path, PathBuf};

/// The folder of the recorded answers.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/samples")
}

/// The bytes of a recorded answer; a missing file is a failure.
pub fn load(name: &str) -> Vec<u8> {
    let path = folder().join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("cannot read the sample {}: {error}", path.display()))
}

/// The JSON files below a folder, as `folder/name.json`.
pub fn list(below: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder().join(below)).expect("the samples are part of the checkout");
    let names = entries.map(|entry| entry.expect("readable").file_name().into_string().expect("plain names"));
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".json")).map(|name| format!("{below}/{name}")).collect();
    names.sort();
    names
}
