//! A real Prometheus on loopback that holds the series.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::data::metrics::openmetrics;
use crate::error::LabError;
use crate::process::{Log, Server, create_folder, free_port, holds, remove_file, remove_folder, run, write_file};
use crate::{digest, http};

const HINT: &str = "install it with `apt-get install prometheus`";
/// Blocks reach over ten days instead of two hours: promtool reads the whole text once for each block.
const BLOCK: &str = "--max-block-duration=486h";
/// How long the server may take to become ready.
const LIMIT: Duration = Duration::from_secs(120);

/// A running Prometheus; ended when dropped.
#[derive(Debug)]
pub struct Prometheus {
    /// Its address, such as `http://127.0.0.1:40123`.
    pub url: String,
    _server: Server,
}

impl Prometheus {
    /// Starts one on the data folder `folder`, which is filled first unless it holds these very series already.
    ///
    /// # Errors
    /// `prometheus` or `promtool` is missing, the folder cannot be written, or the server does not become ready.
    pub fn start(folder: &Path) -> Result<Self, LabError> {
        create_folder(folder)?;
        let log = Log::claim("Prometheus", folder.join("prometheus.log"))?;
        let series = fill(folder)?;
        let settings = folder.join("prometheus.yml");
        // Nothing is scraped: all that it knows is in the blocks.
        write_file(&settings, "global: {}\n")?;
        let address = format!("127.0.0.1:{}", free_port()?);
        let mut command = Command::new("prometheus");
        command
            .arg(format!("--config.file={}", settings.display()))
            .arg(format!("--storage.tsdb.path={}", series.display()))
            // The series are of 2026, whatever the clock says.
            .arg("--storage.tsdb.retention.time=100y")
            .arg(format!("--web.listen-address={address}"));
        // Asked first by name, since the shell's answer to a missing program would hide in the log.
        run("asking Prometheus for its version", Command::new("prometheus").arg("--version"), "prometheus", HINT)?;
        let mut server = Server::start("Prometheus", &command, log)?;
        let (url, client) = (format!("http://{address}"), http::client());
        server.wait_until(LIMIT, || http::answers(&client, &format!("{url}/-/ready")))?;
        Ok(Self { url, _server: server })
    }
}

/// Makes the blocks from the generated text, unless the ones there were made from the same text; gives their folder.
fn fill(folder: &Path) -> Result<PathBuf, LabError> {
    let (series, mark) = (folder.join("series"), folder.join("digest"));
    let text = openmetrics();
    let digest = digest([text.as_bytes()]);
    if holds(&mark, &digest) && series.is_dir() {
        return Ok(series);
    }
    // The mark goes first and comes back last: a fill that was cut off is done again.
    write_file(&mark, "")?;
    remove_folder(&series)?;
    let source = folder.join("series.om");
    write_file(&source, &text)?;
    let mut command = Command::new("promtool");
    command.args(["tsdb", "create-blocks-from", BLOCK, "openmetrics", "--quiet"]).arg(&source).arg(&series);
    run("loading the series with promtool", &mut command, "promtool", HINT)?;
    remove_file(&source)?;
    write_file(&mark, &digest)?;
    Ok(series)
}
