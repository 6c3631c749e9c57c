//! Servers as child processes that never outlive this one.

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::LabError;

/// How often a condition is looked at while waiting for it.
const POLL: Duration = Duration::from_millis(50);
/// How long a server may take to end by itself before it is killed.
const GRACE: Duration = Duration::from_secs(10);
/// How much of a log an error shows, in bytes.
const TAIL_BYTES: usize = 2_000;

/// Runs a program until its standard input closes. When this process ends, whatever the reason, the system closes the
/// pipe, and the watcher ends the program: a killed test leaves no server behind.
const TIED: &str = r#"exec 3<&0; (cat <&3 >/dev/null; kill $$) & exec "$@" </dev/null 3<&-"#;

/// The log file of a server, locked for as long as the server has it open.
///
/// The lock belongs to the open file, which the server inherits: it tells whether a server runs on the folder, even one
/// whose starter has been killed and that is still on its way out.
#[derive(Debug)]
pub struct Log {
    file: File,
    path: PathBuf,
}

impl Log {
    /// Takes the log file at `path`, emptied; waits a little for a server that is about to end.
    pub fn claim(server: &'static str, path: PathBuf) -> Result<Self, LabError> {
        let failed = |source, path: &Path| LabError::File { attempt: "open", path: path.to_owned(), source };
        let file = File::options().create(true).append(true).open(&path).map_err(|source| failed(source, &path))?;
        let started = Instant::now();
        while let Err(refused) = file.try_lock() {
            match refused {
                TryLockError::WouldBlock if started.elapsed() > GRACE => return Err(LabError::InUse { server, log: path }),
                TryLockError::WouldBlock => thread::sleep(POLL),
                TryLockError::Error(source) => return Err(failed(source, &path)),
            }
        }
        file.set_len(0).map_err(|source| failed(source, &path))?;
        Ok(Self { file, path })
    }
}

/// A running server; ended when dropped.
#[derive(Debug)]
pub struct Server {
    name: &'static str,
    child: Child,
    log: PathBuf,
}

impl Server {
    /// Starts `command` with its output in `log`.
    pub fn start(name: &'static str, command: &Command, log: Log) -> Result<Self, LabError> {
        let errors = log.file.try_clone().map_err(|source| LabError::File { attempt: "open", path: log.path.clone(), source })?;
        let mut tied = Command::new("sh");
        tied.args(["-c", TIED, "lab"]).arg(command.get_program()).args(command.get_args());
        tied.stdin(Stdio::piped()).stdout(log.file).stderr(errors);
        let child = tied.spawn().map_err(|source| LabError::Program { program: "sh", hint: "install a POSIX shell", source })?;
        Ok(Self { name, child, log: log.path })
    }

    /// Waits until `ready` says so, for at most `limit`.
    pub fn wait_until(&mut self, limit: Duration, ready: impl Fn() -> bool) -> Result<(), LabError> {
        let started = Instant::now();
        while !ready() {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Err(LabError::Ended {
                    server: self.name,
                    status: status.to_string(),
                    log: self.log.clone(),
                    output: tail(&self.log),
                });
            }
            if started.elapsed() > limit {
                return Err(LabError::NotReady { server: self.name, waited: limit, log: self.log.clone(), output: tail(&self.log) });
            }
            thread::sleep(POLL);
        }
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The watcher sees its input close and asks the server to end.
        drop(self.child.stdin.take());
        let asked = Instant::now();
        while matches!(self.child.try_wait(), Ok(None)) {
            if asked.elapsed() > GRACE {
                // A failure here means that it has ended meanwhile, which is what is wanted.
                let _ = self.child.kill();
                let _ = self.child.wait();
                return;
            }
            thread::sleep(POLL);
        }
    }
}

/// Runs a step of the set-up to its end.
pub fn run(step: &'static str, command: &mut Command, program: &'static str, hint: &'static str) -> Result<(), LabError> {
    let output = command.stdin(Stdio::null()).output().map_err(|source| LabError::Program { program, hint, source })?;
    if output.status.success() {
        return Ok(());
    }
    let printed = [output.stdout, output.stderr].concat();
    Err(LabError::Step { step, output: end_of(&printed) })
}

/// Finds a port of the loopback interface that is free now.
pub fn free_port() -> Result<u16, LabError> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).map_err(LabError::Port)?;
    Ok(listener.local_addr().map_err(LabError::Port)?.port())
}

/// Creates a folder and those above it.
pub fn create_folder(path: &Path) -> Result<(), LabError> {
    std::fs::create_dir_all(path).map_err(|source| LabError::File { attempt: "create the folder", path: path.to_owned(), source })
}

/// Removes a folder with all that it holds; one that does not exist is fine.
pub fn remove_folder(path: &Path) -> Result<(), LabError> {
    match std::fs::remove_dir_all(path) {
        Err(source) if source.kind() != ErrorKind::NotFound => {
            Err(LabError::File { attempt: "remove the folder", path: path.to_owned(), source })
        }
        _ => Ok(()),
    }
}

/// Writes a whole file.
pub fn write_file(path: &Path, content: &str) -> Result<(), LabError> {
    std::fs::write(path, content).map_err(|source| LabError::File { attempt: "write", path: path.to_owned(), source })
}

/// Creates an empty file, also over an old one.
pub fn create_file(path: &Path) -> Result<File, LabError> {
    File::create(path).map_err(|source| LabError::File { attempt: "write", path: path.to_owned(), source })
}

/// Removes a file.
pub fn remove_file(path: &Path) -> Result<(), LabError> {
    std::fs::remove_file(path).map_err(|source| LabError::File { attempt: "remove", path: path.to_owned(), source })
}

/// Says whether the file at `path` holds exactly `content`.
pub fn holds(path: &Path, content: &str) -> bool {
    std::fs::read_to_string(path).is_ok_and(|found| found == content)
}

fn tail(log: &Path) -> String {
    std::fs::read(log).map_or_else(|problem| format!("(the log cannot be read: {problem})"), |bytes| end_of(&bytes))
}

fn end_of(bytes: &[u8]) -> String {
    let end = bytes.get(bytes.len().saturating_sub(TAIL_BYTES)..).unwrap_or_default();
    String::from_utf8_lossy(end).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    /// A log in a folder that goes with the first value.
    fn log() -> (TempDir, Log) {
        let folder = TempDir::new().expect("a temporary folder");
        let log = Log::claim("a server", folder.path().join("server.log")).expect("a log of its own");
        (folder, log)
    }

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn a_dropped_server_has_ended() {
        let (_folder, log) = log();
        let path = log.path.clone();
        drop(Server::start("a server", &shell("exec sleep 600"), log).expect("a shell"));
        // The lock is free only once the server's copy of the file is closed.
        assert!(File::open(path).expect("the log").try_lock().is_ok());
    }

    #[test]
    fn the_folder_of_a_running_server_is_in_use() {
        let (_folder, log) = log();
        let path = log.path.clone();
        let _server = Server::start("a server", &shell("exec sleep 600"), log).expect("a shell");
        assert!(File::open(path).expect("the log").try_lock().is_err());
    }

    #[test]
    fn a_server_that_ends_early_is_reported_with_its_last_words() {
        let (_folder, log) = log();
        let mut server = Server::start("a server", &shell("echo the disk is full; exit 3"), log).expect("a shell");
        let problem = server.wait_until(GRACE, || false).expect_err("it never gets ready").to_string();
        assert!(problem.contains("exit status: 3") && problem.contains("the disk is full"), "{problem}");
    }

    #[test]
    fn a_server_that_never_gets_ready_is_given_up() {
        let (_folder, log) = log();
        let mut server = Server::start("a server", &shell("exec sleep 600"), log).expect("a shell");
        let problem = server.wait_until(Duration::ZERO, || false).expect_err("it never gets ready");
        assert!(matches!(problem, LabError::NotReady { .. }), "{problem}");
    }

    #[test]
    fn a_missing_program_is_named_with_the_way_to_get_it() {
        let problem = run("a step", &mut Command::new("no-such-program"), "no-such-program", "install it").expect_err("it is missing");
        assert_eq!(problem.to_string(), "cannot run `no-such-program`; install it, then start the lab again");
    }
}
