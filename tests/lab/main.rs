//! The loop on real input: a real Prometheus and a real search engine hold the lock convoy, and `loop.test.mjs` investigates it
//! through the real server, by HTTP and in a browser.

use lab::Lab;
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn an_investigation_runs_on_real_sources() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let lab = Lab::start(&folder.path().join("lab")).expect("the lab's servers start");
    let config = folder.path().join("inquest.toml");
    fs::write(&config, lab.config_toml()).expect("the configuration can be written");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("lab").join("loop.test.mjs");
    // The servers' addresses let the script put something between that alters an answer.
    let status = Command::new("node")
        .arg("--test")
        .arg(script)
        .env("INQUEST_CONFIG", &config)
        .env("LAB_PROMETHEUS", &lab.prometheus_url)
        .env("LAB_SEARCH", &lab.search_url)
        .status()
        .expect("node runs");
    assert!(status.success(), "the investigation did not go as it should; the lines above say where");
}
