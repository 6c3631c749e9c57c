//! Records the answers of the demo incident: starts the lab, asks every query of the stories and the extras, and writes
//! `demo/recording`. `cargo xtask lab record` runs it; build the server again afterwards.
//!
//! The recorded queries are deterministic; when they were asked and how long that took is not, and stands beside each answer.

use server::clock::Clock;
use server::config::Config;
use server::demo;
use server::sources::Sources;
use server::sources::recording::record;
use std::error::Error;
use std::path::Path;

/// More than this would weigh on every download of the program.
const MAX_BYTES: usize = 5 * 1024 * 1024;
const ZSTD_LEVEL: i32 = 19;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let queries = demo::queries()?;
    let folder = tempfile::tempdir()?;
    println!("starting the lab");
    let lab = lab::Lab::start(folder.path())?;
    let config_file = folder.path().join("inquest.toml");
    let config = Config::parse(&lab.config_toml(), &config_file, &|_| None)?;
    let sources = Sources::new(&config.sources, Clock::system())?;
    let plain = folder.path().join("recording.jsonl");
    let recorded = record(&sources, &queries, &plain).await?;
    let packed = zstd::encode_all(std::fs::read(&plain)?.as_slice(), ZSTD_LEVEL)?;
    if packed.len() > MAX_BYTES {
        return Err(format!("the recording has {} bytes, at most {MAX_BYTES} are embedded; ask for less", packed.len()).into());
    }
    let out = Path::new(env!("CARGO_MANIFEST_DIR")).join("../demo/recording/lock-convoy.jsonl.zst");
    std::fs::write(&out, &packed)?;
    println!("{} answers, {} bytes, {} bytes packed, in {}", recorded.answers, recorded.size_bytes, packed.len(), out.display());
    Ok(())
}
