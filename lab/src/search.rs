//! A real Elasticsearch on loopback that holds the log lines, run from the jars of Maven Central.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use ureq::Agent;

use crate::data::logs;
use crate::error::LabError;
use crate::process::{Log, Server, create_file, create_folder, free_port, holds, remove_folder, run, write_file};
use crate::{digest, http};

const SOURCES: [(&str, &str); 4] = [
    ("pom.xml", include_str!("../search/pom.xml")),
    ("LabNode.java", include_str!("../search/LabNode.java")),
    ("BundledPlugins.java", include_str!("../search/BundledPlugins.java")),
    ("GreetingPlugin.java", include_str!("../search/GreetingPlugin.java")),
];
const JDK_HINT: &str = "install a JDK 17 or newer, such as `apt-get install openjdk-17-jdk-headless`";
const MAVEN_HINT: &str = "install it with `apt-get install maven`";
/// How long the node may take to become ready: it starts in seconds on a quiet machine, in minutes on a busy one.
const LIMIT: Duration = Duration::from_secs(300);
/// Lines sent in one request.
const BULK_LINES: usize = 2_000;

/// A running search engine; ended when dropped.
#[derive(Debug)]
pub struct Search {
    /// Its address, such as `http://127.0.0.1:40124`.
    pub url: String,
    _server: Server,
}

impl Search {
    /// Starts one on the data folder `folder`, and loads the log lines unless it holds these very lines already.
    ///
    /// The first start on a machine fetches about 60 MB from Maven Central into the user's cache.
    ///
    /// # Errors
    /// A JDK or Maven is missing, the jars cannot be fetched, the folder cannot be written, the node does not become
    /// ready within five minutes, or it refuses the lines.
    pub fn start(folder: &Path) -> Result<Self, LabError> {
        let program = compile()?;
        create_folder(folder)?;
        let log = Log::claim("the search engine", folder.join("search.log"))?;
        let (node, mark) = (folder.join("node"), folder.join("digest"));
        let bulks = bulks();
        let digest = digest(bulks.iter().map(String::as_bytes));
        let loaded = holds(&mark, &digest) && node.is_dir();
        if !loaded {
            // The mark goes first and comes back last: a load that was cut off is done again.
            write_file(&mark, "")?;
            remove_folder(&node)?;
        }
        create_folder(&node)?;

        // Asked first by name, since the shell's answer to a missing program would hide in the log.
        run("asking Java for its version", Command::new("java").arg("-version"), "java", JDK_HINT)?;
        let port = free_port()?;
        let mut command = Command::new("java");
        command.args(["-Xms256m", "-Xmx512m", "-cp"]).arg(format!("{0}/classes:{0}/jars/*", program.display()));
        command.arg("org.elasticsearch.node.LabNode").arg(port.to_string()).arg(&node);
        let mut server = Server::start("the search engine", &command, log)?;
        let (url, client) = (format!("http://127.0.0.1:{port}"), http::client());
        let health = format!("{url}/_cluster/health?wait_for_status=yellow&timeout=1s");
        server.wait_until(LIMIT, || http::answers(&client, &health))?;
        if !loaded {
            load(&client, &url, &bulks)?;
            write_file(&mark, &digest)?;
        }
        Ok(Self { url, _server: server })
    }
}

/// Fetches the jars and compiles the node into the user's cache, once for each version of its sources; gives that folder.
fn compile() -> Result<PathBuf, LabError> {
    let cache = cache_folder()?.join("inquest-lab");
    create_folder(&cache)?;
    let lock_path = cache.join("lock");
    let lock = create_file(&lock_path)?;
    // Labs that start at the same time fetch once; released when the file is closed.
    lock.lock().map_err(|source| LabError::File { attempt: "lock", path: lock_path, source })?;
    let digest = digest(SOURCES.iter().map(|(_, text)| text.as_bytes()));
    let (program, mark) = (cache.join("search"), cache.join("search-digest"));
    if holds(&mark, &digest) && program.is_dir() {
        return Ok(program);
    }
    write_file(&mark, "")?;
    remove_folder(&program)?;
    let sources = program.join("sources");
    create_folder(&sources)?;
    for (name, text) in SOURCES {
        write_file(&sources.join(name), text)?;
    }
    let mut fetch = Command::new("mvn");
    fetch.args(["--quiet", "--batch-mode", "--file"]).arg(sources.join("pom.xml")).arg("dependency:copy-dependencies");
    fetch.arg(format!("-DoutputDirectory={}", program.join("jars").display()));
    run("fetching the search engine with Maven", &mut fetch, "mvn", MAVEN_HINT)?;
    let mut javac = Command::new("javac");
    javac.arg("-d").arg(program.join("classes")).arg("-cp").arg(format!("{}/jars/*", program.display()));
    javac.args(SOURCES.iter().map(|(name, _)| sources.join(name)).filter(|path| path.extension().is_some_and(|end| end == "java")));
    run("compiling the search engine's starter", &mut javac, "javac", JDK_HINT)?;
    write_file(&mark, &digest)?;
    Ok(program)
}

#[expect(clippy::disallowed_methods, reason = "the one place of the lab that reads the environment: where the user's cache is")]
fn cache_folder() -> Result<PathBuf, LabError> {
    let named = std::env::var_os("XDG_CACHE_HOME").filter(|path| !path.is_empty()).map(PathBuf::from);
    named.or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache"))).ok_or(LabError::NoCache)
}

/// Gives the bodies of all bulk requests, the lines numbered within their index.
fn bulks() -> Vec<String> {
    let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
    let numbered = logs::lines().into_iter().map(|line| {
        let number = numbers.entry(line.index.clone()).and_modify(|number| *number += 1).or_insert(1);
        format!("{}\n{}\n", json!({"index": {"_index": line.index, "_id": number.to_string()}}), line.document)
    });
    numbered.collect::<Vec<_>>().chunks(BULK_LINES).map(<[String]>::concat).collect()
}

fn load(client: &Agent, url: &str, bulks: &[String]) -> Result<(), LabError> {
    for (family, mappings) in logs::mappings() {
        let template = json!({
            "index_patterns": [format!("{family}-*")],
            "template": {"settings": {"number_of_shards": 1, "number_of_replicas": 0}, "mappings": mappings},
        });
        http::send(client, "PUT", &format!("{url}/_index_template/{family}"), &template.to_string(), "create the index template")?;
    }
    for bulk in bulks {
        let bulk_url = format!("{url}/_bulk");
        let answer = http::send(client, "POST", &bulk_url, bulk, "load log lines")?;
        // A bulk request succeeds as a whole even when it refuses single lines.
        if let Some(reason) = first_refusal(&answer) {
            return Err(LabError::Request { attempt: "load log lines", url: bulk_url, answer: reason });
        }
    }
    http::send(client, "POST", &format!("{url}/_flush"), "", "flush the indices")?;
    http::send(client, "POST", &format!("{url}/_refresh"), "", "refresh the indices")?;
    Ok(())
}

/// Gives the reason of the first line that a bulk request refused, if it refused any.
fn first_refusal(answer: &str) -> Option<String> {
    let answer: Value =
        serde_json::from_str(answer).unwrap_or_else(|problem| json!({"items": [{"index": {"error": problem.to_string()}}]}));
    let items = answer.get("items").and_then(Value::as_array)?;
    items.iter().find_map(|item| item.pointer("/index/error")).map(|error| format!("a line was refused: {error}"))
}
