//! Where things stand, and how long they are.

use crate::{none, text, tracked};

/// Longer files have a seam that nobody has cut yet.
const MOST_LINES: usize = 400;

#[test]
fn no_source_file_is_too_long() {
    let sources = tracked().into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let lines = |path: &std::path::PathBuf| text(path).split("#[cfg(test)]").next().map_or(0, |code| code.lines().count());
    let tests = |path: &std::path::PathBuf| path.components().any(|part| part.as_os_str() == "tests") || path.ends_with("tests.rs");
    // One enum with a line of documentation for every field, which has no seam: storage and wire know its kinds by one flat name.
    let is_list = |path: &std::path::PathBuf| path.ends_with("ledger/src/event.rs");
    none(
        "at most 400 lines without tests",
        sources
            .filter(|path| !tests(path) && !is_list(path) && lines(path) > MOST_LINES)
            .map(|path| format!("{}: {}", path.display(), lines(&path)))
            .collect(),
    );
}

#[test]
fn sql_stands_in_the_store_only() {
    let sources =
        tracked().into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs") && !path.starts_with("tests"));
    let elsewhere = sources.filter(|path| !path.starts_with("server/src/store") && !path.starts_with("server/tests"));
    none(
        "SQL outside server/src/store",
        elsewhere.filter(|path| text(path).contains("sqlx::")).map(|path| path.display().to_string()).collect(),
    );
}

#[test]
fn colours_stand_in_the_tokens_only() {
    let sheets = tracked().into_iter().filter(|path| path.starts_with("style") && !path.ends_with("tokens.css"));
    let hex = |line: &str| {
        line.split('#')
            .skip(1)
            .any(|rest| rest.len() >= 3 && rest.bytes().take(3).all(|byte| byte.is_ascii_hexdigit()) && line.contains(':'))
    };
    let wrong = sheets.flat_map(|path| {
        let lines = text(&path);
        let found: Vec<String> = lines
            .lines()
            .enumerate()
            .filter(|(_, line)| hex(line))
            .map(|(number, line)| format!("{}:{}: {}", path.display(), number + 1, line.trim()))
            .collect();
        found
    });
    none("hex colours outside style/tokens.css", wrong.collect());
}

#[test]
fn both_databases_have_the_same_migrations() {
    let names = |folder: &str| {
        let mut names: Vec<String> = tracked()
            .into_iter()
            .filter(|path| path.starts_with(folder))
            .filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
            .collect();
        names.sort();
        names
    };
    let (sqlite, postgres) = (names("migrations/sqlite"), names("migrations/postgres"));
    // People and what lets them in live on SQLite until the server itself runs on Postgres.
    let missing = postgres.iter().filter(|name| !sqlite.contains(name));
    none("migrations that only one database has", missing.cloned().collect());
    assert!(!sqlite.is_empty() && !postgres.is_empty(), "there are migrations for both");
}
