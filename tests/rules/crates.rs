//! What each crate may depend on.

use crate::{none, root};
use std::collections::BTreeSet;
use std::process::Command;

/// The names in a crate's dependency tree, normal dependencies only.
fn tree(arguments: &[&str]) -> BTreeSet<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--edges", "normal", "--prefix", "none", "--format", "{p}"]).args(arguments).current_dir(root());
    let output = cargo.output().expect("cargo runs");
    assert!(output.status.success(), "cargo tree {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("cargo writes UTF-8");
    text.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn evidence_and_ledger_have_no_way_to_the_outside() {
    // Crates that do I/O, read clocks or make randomness.
    let outside =
        ["tokio", "mio", "socket2", "reqwest", "hyper", "sqlx-core", "axum", "rand", "getrandom", "uuid", "js-sys", "web-sys", "leptos"];
    for (crate_name, features) in [("evidence", "--all-features"), ("evidence", "--no-default-features"), ("ledger", "--all-features")] {
        let found = tree(&["--package", crate_name, features]);
        none(
            &format!("{crate_name} must stay pure"),
            outside.iter().filter(|name| found.contains(**name)).map(|name| (*name).to_owned()).collect(),
        );
    }
    // The PromQL parser brings chrono with its clock, which the lints forbid to call; the browser's part has not even that.
    assert!(!tree(&["--package", "evidence", "--no-default-features"]).contains("iana-time-zone"), "chrono without its clock");
}

#[test]
fn dependencies_point_down() {
    let order = ["evidence", "ledger", "app", "server"];
    for (place, crate_name) in order.iter().enumerate() {
        let found = tree(&["--package", crate_name]);
        let above = order.iter().skip(place + 1).filter(|name| found.contains(**name));
        none(&format!("{crate_name} must not know what stands on it"), above.map(|name| (*name).to_owned()).collect());
    }
}

#[test]
fn the_browser_gets_no_heavy_crate() {
    let found = tree(&["--package", "app", "--no-default-features", "--features", "hydrate", "--target", "wasm32-unknown-unknown"]);
    // leptos itself names `regex` and `url`; what of them is not called does not stay in the module, whose size the browser tests limit.
    let heavy = ["promql-parser", "charming", "tokio", "reqwest", "sqlx", "axum", "zstd"];
    none("the browser's code must stay small", heavy.iter().filter(|name| found.contains(**name)).map(|name| (*name).to_owned()).collect());
}
