//! `cargo xtask lab`: real sources to investigate, on loopback.

use std::fs;
use std::thread;

use lab::Lab;

use crate::programs;
use crate::step::{self, Failure, Steps};
use crate::workspace::Workspace;

/// Starts the lab, writes a configuration of Inquest that names its servers as sources, and keeps both up until it is interrupted.
pub fn run(steps: &mut Steps) -> Result<(), Failure> {
    let workspace = Workspace::find()?;
    programs::ensure(steps, &programs::SOURCES)?;
    let folder = workspace.root.join("inquest-data").join("lab");
    let config = folder.join("inquest.toml");
    let mut lab = None;
    steps.run("lab", || {
        let started = Lab::start(&folder).map_err(|reason| {
            Failure::new("start the lab", reason, format!("remove {} to build its data anew, then try again", folder.display()))
        })?;
        fs::write(&config, started.config_toml())
            .map_err(|reason| Failure::new(format!("write {}", config.display()), reason, "check that the folder can be written"))?;
        lab = Some(started);
        Ok(())
    })?;
    if let Some(lab) = &lab {
        println!("\nPrometheus:     {}\nSearch engine:  {}", lab.prometheus_url, lab.search_url);
        println!("Configuration:  {}", config.display());
        println!("\nInquest on these sources, from another terminal:");
        println!("  cargo run --package server -- serve --config {} --data {}", config.display(), folder.join("inquest").display());
        println!("\nCtrl-C stops both.");
    }
    loop {
        // The servers end with this process, so there is nothing to do but to stay.
        thread::park();
    }
}

/// Records the answers of the demo incident from a lab of its own.
pub fn record(steps: &mut Steps) -> Result<(), Failure> {
    let workspace = Workspace::find()?;
    programs::ensure(steps, &programs::SOURCES)?;
    steps.run("record", || {
        step::run(
            workspace.cargo().args(["run", "--package", "server", "--example", "record_demo"]),
            "what it says above names the query; correct it in demo/stories or demo/extras, then try again",
        )
    })
}
