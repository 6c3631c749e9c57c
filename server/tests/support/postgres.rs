//! A throw-away Postgres: its own folder, reached by a socket in it, stopped when the value is dropped.

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

pub struct Postgres {
    programs: PathBuf,
    folder: TempDir,
    /// Postgres does not run as root; then it runs as the user of its Debian package.
    user: Option<(u32, u32)>,
}

impl Postgres {
    pub fn start() -> Self {
        let folder = tempfile::Builder::new().prefix("inquest-postgres-").tempdir().unwrap();
        let user = (folder.path().metadata().unwrap().uid() == 0).then(|| (id("-u"), id("-g")));
        if let Some((uid, gid)) = user {
            chown(folder.path(), Some(uid), Some(gid)).unwrap();
        }
        let postgres = Self { programs: programs(), folder, user };
        let data = postgres.folder.path().join("data");
        postgres.run("initdb", &["--auth=trust", "--username=inquest", "--encoding=UTF8", "--locale=C", "--no-sync", "-D"], &data);
        let options = format!("-c listen_addresses='' -c unix_socket_directories='{}' -c fsync=off", postgres.folder.path().display());
        let log = postgres.folder.path().join("log");
        postgres.run("pg_ctl", &["start", "--wait", "--silent", "--options", &options, "--log", &log.to_string_lossy(), "-D"], &data);
        postgres
    }

    /// An empty database of this name.
    pub async fn create_database(&self, name: &str) -> PgConnectOptions {
        let options = PgConnectOptions::new_without_pgpass().socket(self.folder.path()).username("inquest");
        let mut connection: PgConnection = options.clone().database("postgres").connect().await.unwrap();
        sqlx::raw_sql(AssertSqlSafe(format!("create database \"{name}\""))).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        options.database(name)
    }

    fn run(&self, program: &str, arguments: &[&str], data: &Path) {
        let mut command = Command::new(self.programs.join(program));
        command.args(arguments).arg(data).current_dir(self.folder.path()).env("LC_ALL", "C");
        if let Some((uid, gid)) = self.user {
            command.uid(uid).gid(gid);
        }
        // Its output goes to a file: the server inherits it, and would keep a pipe open for as long as it runs.
        let output = self.folder.path().join(format!("{program}.out"));
        let file = std::fs::File::create(&output).unwrap();
        let status = command.stdout(file.try_clone().unwrap()).stderr(file).status().unwrap();
        assert!(status.success(), "{program} failed: {}", std::fs::read_to_string(output).unwrap());
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.run("pg_ctl", &["stop", "--wait", "--silent", "--mode=immediate", "-D"], &self.folder.path().join("data"));
    }
}

/// Where the newest installed Postgres keeps its programs.
fn programs() -> PathBuf {
    let installed = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().map(|version| version.unwrap().path().join("bin"));
    let newest = installed
        .filter(|bin| bin.join("initdb").is_file())
        .max_by_key(|bin| bin.parent().and_then(Path::file_name).and_then(|version| version.to_str()?.parse::<u32>().ok()));
    newest.expect("this test needs a Postgres server in /usr/lib/postgresql; on Debian: apt-get install postgresql")
}

fn id(which: &str) -> u32 {
    let output = Command::new("id").args([which, "postgres"]).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().parse().expect("as root this test needs the user `postgres` of the Debian package")
}
