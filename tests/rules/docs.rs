//! A document that names a file names one that is there.

use crate::{none, root, text, tracked};
use std::path::Path;

#[test]
fn what_documents_name_exists() {
    let mut wrong = Vec::new();
    let documents = tracked().into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    // The notes beside recorded answers name requests and placeholders.
    for path in documents.filter(|path| !path.starts_with("tests/samples")) {
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        for (number, line) in text(&path).lines().enumerate() {
            for named in line.split('`').skip(1).step_by(2).filter(|named| looks_like_a_file(named)) {
                let file = named.split(':').next().unwrap_or(named);
                if !root().join(file).exists() && !root().join(&folder).join(file).exists() {
                    wrong.push(format!("{}:{}: {named}", path.display(), number + 1));
                }
            }
        }
    }
    none("documents that name what is not there", wrong);
}

/// A path with a folder; no placeholders, addresses or commands.
fn looks_like_a_file(named: &str) -> bool {
    let plain = !named.is_empty() && named.chars().all(|letter| letter.is_ascii_alphanumeric() || "/._-".contains(letter));
    let known = [".rs", ".md", ".toml", ".css", ".js", ".mjs", ".sql", ".json"].iter().any(|ending| named.ends_with(ending));
    let folder = named.ends_with('/');
    plain
        && named.contains('/')
        && !named.starts_with('/')
        && !named.starts_with("target/")
        && !named.starts_with("inquest-data")
        && (known || folder)
}
