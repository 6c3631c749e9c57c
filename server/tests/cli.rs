//! The command line, as the built program.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

mod support;

use axum::Router;
use axum::extract::{OriginalUri, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::routing::{any, get};
use evidence::time::Micros;
use ledger::event::{Event, Material};
use ledger::id::{ActorId, CommandId, EvidenceId, LedgerId, StreamKey};
use ledger::record::{Envelope, GENESIS, seal};
use server::auth::{Auth, SignIn};
use server::bodies::{Bodies, FileBodies};
use server::store::{DataFolder, Ledgers, SqliteStore};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Executor};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use support::{START, empty_ledger};
use tempfile::TempDir;
use tokio::net::TcpListener;

/// What came out of a run.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

/// Runs the program with nothing from this process' environment, and waits for it.
fn inquest(arguments: &[&str], variables: &[(&str, &str)], input: &[u8]) -> Ran {
    let mut program = Command::new(env!("CARGO_BIN_EXE_inquest"))
        .args(arguments)
        .env_clear()
        .envs(variables.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that needs no input may have ended before it is written.
    let _ = program.stdin.take().unwrap().write_all(input);
    let output = program.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

impl Ran {
    /// A failure names the thing, gives a reason and says what to do next.
    fn check_failure(&self, thing: &str) {
        assert_eq!(self.code, 1, "{}{}", self.out, self.err);
        for part in [thing, "\n  because: ", "\n  next:    "] {
            assert!(self.err.contains(part), "{part:?} is not in {}", self.err);
        }
    }
}

mod help {
    use super::*;

    #[test]
    fn every_command_has_an_example_and_its_exit_codes() {
        let commands: [&[&str]; 10] = [
            &["serve"],
            &["demo"],
            &["read"],
            &["add"],
            &["user", "add"],
            &["source", "check"],
            &["export"],
            &["import"],
            &["verify"],
            &["backup"],
        ];
        for command in commands {
            let ran = inquest(&[command, &["--help"]].concat(), &[], b"");
            assert_eq!(ran.code, 0, "{command:?}");
            let example = format!("inquest {} ", command.join(" "));
            assert!(ran.out.contains(&example) && ran.out.contains("Exit codes: 0"), "{}", ran.out);
        }
    }

    #[test]
    fn a_command_line_that_cannot_be_read_is_64() {
        assert_eq!(inquest(&["raed"], &[], b"").code, 64);
    }

    #[test]
    fn the_version_is_told() {
        assert_eq!(inquest(&["--version"], &[], b"").out, format!("inquest {}\n", env!("CARGO_PKG_VERSION")));
    }
}

mod read {
    use super::*;
    use serde_json::Value;

    const THREE: &[u8] =
        br#"{"status":"success","data":{"resultType":"vector","result":[{"metric":{"pod":"broker-3"},"value":[1789041300,"3"]}]}}"#;

    fn json(ran: &Ran) -> Value {
        serde_json::from_str(&ran.out).unwrap()
    }

    #[test]
    fn standard_input_is_read_and_printed_as_json() {
        let ran = inquest(&["read", "prometheus"], &[], THREE);
        assert_eq!((ran.code, &json(&ran)["outcome"], &json(&ran)["headline"]["text"]), (0, &Value::from("value"), &Value::from("3")));
    }

    #[test]
    fn a_file_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("answer.json");
        fs::write(&file, THREE).unwrap();
        assert_eq!(inquest(&["read", "prometheus", &file.to_string_lossy()], &[], b"").code, 0);
    }

    #[test]
    fn a_zero_is_not_proven() {
        let zero = br#"{"took":1,"timed_out":false,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0},"hits":{"total":{"value":0,"relation":"eq"},"hits":[]}}"#;
        let ran = inquest(&["read", "search"], &[], zero);
        assert_eq!((ran.code, &json(&ran)["outcome"], &json(&ran)["proven"]), (0, &Value::from("zero"), &Value::from(false)));
    }

    #[test]
    fn an_error_of_the_source_is_understood() {
        let error = br#"{"status":"error","errorType":"bad_data","error":"invalid parameter \"query\": 1:5: parse error: unexpected end of input"}"#;
        let ran = inquest(&["read", "prometheus", "--status", "400"], &[], error);
        assert_eq!((ran.code, &json(&ran)["outcome"]), (0, &Value::from("could_not_ask")));
    }

    #[test]
    fn what_is_no_answer_of_the_source_is_2_with_the_reason() {
        let ran = inquest(&["read", "prometheus"], &[], b"<html><body><form action=/login></form></body></html>");
        assert_eq!((ran.code, &json(&ran)["outcome"]), (2, &Value::from("could_not_ask")));
        assert!(json(&ran)["reason"]["todo"].is_string());
    }

    #[test]
    fn nothing_at_all_is_2() {
        assert_eq!(inquest(&["read", "search"], &[], b"").code, 2);
    }

    #[test]
    fn a_file_that_is_not_there_is_a_failure() {
        inquest(&["read", "search", "nowhere.json"], &[], b"").check_failure("nowhere.json");
    }

    #[test]
    fn an_unknown_kind_is_told_with_the_kinds_there_are() {
        let ran = inquest(&["read", "graphite"], &[], b"");
        assert!(ran.code == 64 && ran.err.contains("prometheus, search"), "{}", ran.err);
    }
}

/// A data folder that the program works on, too.
struct Place {
    folder: TempDir,
    data: PathBuf,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        Self { folder, data }
    }

    fn data(&self) -> String {
        self.data.to_string_lossy().into_owned()
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_string_lossy().into_owned()
    }

    async fn open(&self) -> SqliteStore {
        SqliteStore::open(&DataFolder::create(&self.data).unwrap()).await.unwrap()
    }

    /// A folder with one incident of two events, of which the second names a body.
    async fn with_incident() -> Self {
        let place = Self::new();
        let store = place.open().await;
        let ledger = empty_ledger(&store, "lock-convoy").await;
        let mut writer = FileBodies::new(place.data.join("bodies")).begin(&ledger, "text/plain").await.unwrap();
        writer.write(b"\"data-plane-kafka-request-handler-3\" BLOCKED").await.unwrap();
        let (raw, _) = writer.finish(false).await.unwrap();
        let opened = Event::IncidentOpened {
            title: "Producers time out".to_owned(),
            severity: 1,
            onset: None,
            description: String::new(),
            labels: BTreeMap::new(),
            solo: false,
        };
        let added = Event::EvidenceAdded {
            evidence: EvidenceId(1),
            stream: StreamKey::from("dumps"),
            title: "a dump".to_owned(),
            material: Material::Paste,
            raw: Some(raw),
            question: None,
        };
        let command = CommandId::from("first");
        let first = seal(envelope(&ledger, GENESIS, 1, &command), &opened, [1; 32]).unwrap();
        let second = seal(envelope(&ledger, first.hash, 2, &command), &added, [2; 32]).unwrap();
        store.append(&ledger, 0, &command, &[first, second]).await.unwrap();
        store.close().await;
        place
    }

    fn body_file(&self) -> PathBuf {
        let ledger = fs::read_dir(self.data.join("bodies")).unwrap().next().unwrap().unwrap().path();
        fs::read_dir(ledger).unwrap().map(|file| file.unwrap().path()).find(|file| file.extension().unwrap() == "zst").unwrap()
    }
}

fn envelope(ledger: &LedgerId, prev_hash: [u8; 32], seq: u64, command: &CommandId) -> Envelope {
    let (ledger, command, actor) = (ledger.clone(), command.clone(), ActorId::from("ada"));
    Envelope { prev_hash, ledger, seq, at: START, wall: Micros(START.0), actor, command }
}

mod user {
    use super::*;

    async fn signs_in(place: &Place, name: &str, password: &str) -> bool {
        matches!(Auth::new(place.open().await.people()).sign_in(name, password, START).await.unwrap(), SignIn::Yes { .. })
    }

    #[tokio::test]
    async fn an_account_is_made_with_the_password_of_standard_input() {
        let place = Place::new();
        let ran = inquest(&["user", "add", "Ada", "--admin", "--data", &place.data()], &[], b"correct horse battery\n");
        assert_eq!((ran.code, ran.out.as_str()), (0, "Ada can sign in now\n"), "{}", ran.err);
        assert!(signs_in(&place, "Ada", "correct horse battery").await);
    }

    #[tokio::test]
    async fn an_account_is_made_with_the_password_of_a_file() {
        let place = Place::new();
        fs::write(place.path("password"), "correct horse battery").unwrap();
        let ran = inquest(&["user", "add", "Ada", "--data", &place.data(), "--password-file", &place.path("password")], &[], b"");
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(signs_in(&place, "Ada", "correct horse battery").await);
    }

    #[test]
    fn a_password_is_no_argument() {
        let place = Place::new();
        assert_eq!(inquest(&["user", "add", "Ada", "--data", &place.data(), "--password", "correct horse battery"], &[], b"").code, 64);
    }

    #[test]
    fn a_short_password_is_a_failure() {
        let place = Place::new();
        inquest(&["user", "add", "Ada", "--data", &place.data()], &[], b"short\n").check_failure("Ada");
    }

    #[test]
    fn a_taken_name_is_a_failure() {
        let place = Place::new();
        let arguments = ["user", "add", "Ada", "--data", &place.data()];
        inquest(&arguments, &[], b"correct horse battery\n");
        inquest(&arguments, &[], b"correct horse battery\n").check_failure("Ada");
    }
}

mod verify {
    use super::*;

    async fn verify(place: &Place) -> Ran {
        inquest(&["verify", "lock-convoy", "--data", &place.data()], &[], b"")
    }

    #[tokio::test]
    async fn a_whole_incident_is_0_with_its_head() {
        let place = Place::with_incident().await;
        let ran = verify(&place).await;
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
        let store = place.open().await;
        let ledger = store.list_ledgers().await.unwrap().remove(0).ledger;
        let hash = hex::encode(store.head(&ledger).await.unwrap().hash);
        assert_eq!(ran.out, format!("lock-convoy: 2 events, 0 of them redacted, 1 bodies\nhead: event 2, hash {hash}\nwhole\n"));
    }

    #[tokio::test]
    async fn a_damaged_body_is_2() {
        let place = Place::with_incident().await;
        fs::write(place.body_file(), b"something else").unwrap();
        let ran = verify(&place).await;
        assert!(ran.code == 2 && ran.out.contains("not whole: event 2: body "), "{}", ran.out);
    }

    #[tokio::test]
    async fn a_missing_body_is_2() {
        let place = Place::with_incident().await;
        fs::remove_file(place.body_file()).unwrap();
        let ran = verify(&place).await;
        assert!(ran.code == 2 && ran.out.contains("not whole: event 2: body "), "{}", ran.out);
    }

    #[tokio::test]
    async fn an_edited_event_is_2() {
        let place = Place::with_incident().await;
        let mut connection = SqliteConnectOptions::new().filename(place.data.join("inquest.db")).connect().await.unwrap();
        connection.execute("drop trigger events_are_not_edited; update events set actor_id = 'grace' where seq = 1").await.unwrap();
        let ran = verify(&place).await;
        assert!(ran.code == 2 && ran.out.contains("not whole: the chain breaks at event 1"), "{}", ran.out);
    }

    #[tokio::test]
    async fn an_unknown_incident_is_a_failure_that_names_those_there_are() {
        let place = Place::with_incident().await;
        let ran = inquest(&["verify", "lock-convey", "--data", &place.data()], &[], b"");
        ran.check_failure("lock-convey");
        assert!(ran.err.contains("lock-convoy"), "{}", ran.err);
    }

    #[tokio::test]
    async fn a_folder_without_data_is_a_failure_and_stays_so() {
        let place = Place::new();
        verify(&place).await.check_failure(&place.data());
        assert!(!place.data.exists());
    }
}

mod export {
    use super::*;

    #[tokio::test]
    async fn a_bundle_verifies_imports_elsewhere_and_verifies_there() {
        let (there, here) = (Place::with_incident().await, Place::new());
        let file = there.path("lock-convoy.json");
        let ran = inquest(&["export", "lock-convoy", "--data", &there.data(), "--format", "json", "--out", &file], &[], b"");
        assert_eq!(ran.code, 0, "{}", ran.err);
        let ran = inquest(&["verify", &file], &[], b"");
        assert!(ran.code == 0 && ran.out.ends_with("whole\n"), "{}{}", ran.out, ran.err);
        let ran = inquest(&["import", &file, "--data", &here.data(), "--as", "taken-over"], &[], b"");
        assert_eq!(ran.code, 0, "{}", ran.err);
        let ran = inquest(&["verify", "taken-over", "--data", &here.data()], &[], b"");
        assert!(ran.code == 0 && ran.out.ends_with("whole\n"), "{}{}", ran.out, ran.err);
    }

    #[tokio::test]
    async fn a_spoilt_bundle_is_2_and_is_not_imported() {
        let (there, here) = (Place::with_incident().await, Place::new());
        let file = there.path("lock-convoy.json");
        inquest(&["export", "lock-convoy", "--data", &there.data(), "--format", "json", "--out", &file], &[], b"");
        fs::write(&file, fs::read_to_string(&file).unwrap().replace("Producers time out", "Producers time in")).unwrap();
        let ran = inquest(&["verify", &file], &[], b"");
        assert!(ran.code == 2 && ran.out.contains("event 1"), "{}{}", ran.out, ran.err);
        inquest(&["import", &file, "--data", &here.data()], &[], b"").check_failure(&file);
    }

    #[tokio::test]
    async fn the_post_mortem_goes_to_standard_output() {
        let place = Place::with_incident().await;
        for (format, begins) in [("md", "# Producers time out\n"), ("html", "<!DOCTYPE html>")] {
            let ran = inquest(&["export", "lock-convoy", "--data", &place.data(), "--format", format], &[], b"");
            assert!(ran.code == 0 && ran.out.starts_with(begins), "{}{}", ran.out, ran.err);
        }
    }

    #[tokio::test]
    async fn an_unknown_incident_is_a_failure() {
        let place = Place::with_incident().await;
        inquest(&["export", "lock-convey", "--data", &place.data()], &[], b"").check_failure("lock-convey");
    }
}

mod backup {
    use super::*;

    #[tokio::test]
    async fn a_backup_that_is_unpacked_is_a_whole_data_folder() {
        let place = Place::with_incident().await;
        inquest(&["user", "add", "Ada", "--data", &place.data()], &[], b"correct horse battery\n");
        let ran = inquest(&["backup", &place.path("inquest.tar"), "--data", &place.data()], &[], b"");
        assert_eq!(ran.code, 0, "{}", ran.err);
        let restored = Place::new();
        tar::Archive::new(fs::File::open(place.path("inquest.tar")).unwrap()).unpack(&restored.data).unwrap();
        let verified = inquest(&["verify", "lock-convoy", "--data", &restored.data()], &[], b"");
        assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
        let auth = Auth::new(restored.open().await.people());
        assert!(matches!(auth.sign_in("Ada", "correct horse battery", START).await.unwrap(), SignIn::Yes { .. }));
    }

    #[tokio::test]
    async fn a_backup_beside_a_server_holds_what_was_acknowledged() {
        let place = Place::with_incident().await;
        // Open and locked, as a running server has it.
        let store = place.open().await;
        let _lock = store.lock_writer().await.unwrap();
        let later = empty_ledger(&store, "later").await;
        let ran = inquest(&["backup", &place.path("inquest.tar"), "--data", &place.data()], &[], b"");
        assert_eq!(ran.code, 0, "{}", ran.err);
        let restored = Place::new();
        tar::Archive::new(fs::File::open(place.path("inquest.tar")).unwrap()).unpack(&restored.data).unwrap();
        assert_eq!(restored.open().await.head(&later).await.unwrap().seq, 0);
    }

    #[tokio::test]
    async fn a_file_that_is_there_stays_as_it_is() {
        let place = Place::with_incident().await;
        fs::write(place.path("inquest.tar"), b"mine").unwrap();
        inquest(&["backup", &place.path("inquest.tar"), "--data", &place.data()], &[], b"").check_failure("inquest.tar");
        assert_eq!(fs::read(place.path("inquest.tar")).unwrap(), b"mine");
    }

    #[tokio::test]
    async fn a_failed_backup_leaves_nothing() {
        let place = Place::new();
        inquest(&["backup", &place.path("inquest.tar"), "--data", &place.data()], &[], b"").check_failure(&place.data());
        assert_eq!(fs::read_dir(place.folder.path()).unwrap().count(), 0);
    }
}

/// Serves on a free loopback port for as long as the test runs.
async fn serve(router: Router) -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

/// A loopback address at which nothing listens.
async fn dead_address() -> SocketAddr {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap().local_addr().unwrap()
}

mod add {
    use super::*;

    type Seen = Arc<Mutex<Vec<(Method, String, String, Vec<u8>)>>>;

    async fn take(
        State((seen, status)): State<(Seen, StatusCode)>,
        method: Method,
        OriginalUri(uri): OriginalUri,
        headers: HeaderMap,
        body: axum::body::Bytes,
    ) -> (StatusCode, &'static str) {
        let token = headers["authorization"].to_str().unwrap().to_owned();
        seen.lock().unwrap().push((method, uri.to_string(), token, body.to_vec()));
        (status, "E-17\nhttp://127.0.0.1/i/lock-convoy/E-17\n")
    }

    /// Runs `add` against a server that answers with `status`.
    async fn add(status: StatusCode, more: &[&str], input: &[u8]) -> (Ran, Seen) {
        let seen = Seen::default();
        let address = serve(Router::new().fallback(any(take)).with_state((Arc::clone(&seen), status))).await;
        let server = format!("http://{address}");
        let (more, input): (Vec<String>, Vec<u8>) = (more.iter().map(|more| (*more).to_owned()).collect(), input.to_vec());
        let run = move || {
            let mut arguments = vec!["add", "lock-convoy", "--stream", "broker-logs", "--server", &server];
            arguments.extend(more.iter().map(String::as_str));
            inquest(&arguments, &[("INQUEST_TOKEN", "secret-token")], &input)
        };
        (tokio::task::spawn_blocking(run).await.unwrap(), seen)
    }

    #[tokio::test]
    async fn the_bytes_go_to_the_streams_upload_address_with_the_token() {
        let (ran, seen) = add(StatusCode::CREATED, &["--name", "broker 3.txt"], b"a dump").await;
        assert_eq!((ran.code, ran.out.as_str()), (0, "E-17\nhttp://127.0.0.1/i/lock-convoy/E-17\n"), "{}", ran.err);
        let address = "/i/lock-convoy/s/broker-logs/upload?name=broker+3.txt".to_owned();
        assert_eq!(*seen.lock().unwrap(), [(Method::PUT, address, "Bearer secret-token".to_owned(), b"a dump".to_vec())]);
    }

    #[tokio::test]
    async fn a_refused_token_is_a_failure_that_does_not_show_it() {
        let (ran, _) = add(StatusCode::UNAUTHORIZED, &[], b"a dump").await;
        ran.check_failure("broker-logs");
        assert!(!ran.err.contains("secret-token"), "{}", ran.err);
    }

    #[tokio::test]
    async fn a_file_above_the_limit_is_not_sent() {
        let (ran, seen) = add(StatusCode::CREATED, &[], &vec![b'x'; 32 * 1024 * 1024 + 1]).await;
        ran.check_failure("32 MiB");
        assert!(seen.lock().unwrap().is_empty());
    }

    #[tokio::test]
    async fn nothing_at_all_is_not_sent() {
        let (ran, seen) = add(StatusCode::CREATED, &[], b"").await;
        ran.check_failure("empty");
        assert!(seen.lock().unwrap().is_empty());
    }

    #[tokio::test]
    async fn a_server_that_is_not_there_is_a_failure() {
        let server = format!("http://{}", dead_address().await);
        let arguments = ["add", "lock-convoy", "--stream", "broker-logs", "--server", &server];
        inquest(&arguments, &[("INQUEST_TOKEN", "secret-token")], b"a dump").check_failure(&server);
    }
}

mod source {
    use super::*;

    async fn check(config: String) -> Ran {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("inquest.toml");
        fs::write(&file, config).unwrap();
        tokio::task::spawn_blocking(move || inquest(&["source", "check", "--config", &file.to_string_lossy()], &[], b"")).await.unwrap()
    }

    fn prometheus_at(address: SocketAddr) -> String {
        format!("[[source]]\nname = \"metrics\"\nkind = \"prometheus\"\nurl = \"http://{address}\"\n")
    }

    #[tokio::test]
    async fn a_source_that_answers_is_0_with_its_version() {
        let build =
            r#"{"status":"success","data":{"version":"2.53.4","revision":"","branch":"","buildUser":"","buildDate":"","goVersion":""}}"#;
        let address = serve(Router::new().route("/api/v1/status/buildinfo", get(move || async move { build }))).await;
        let ran = check(prometheus_at(address)).await;
        assert!(ran.code == 0 && ran.out.contains("metrics at") && ran.out.contains("2.53.4"), "{}{}", ran.out, ran.err);
    }

    #[tokio::test]
    async fn a_source_that_does_not_answer_is_2_with_the_reason() {
        let ran = check(prometheus_at(dead_address().await)).await;
        assert!(ran.code == 2 && ran.out.contains("could not ask: metrics refused the connection"), "{}{}", ran.out, ran.err);
    }

    #[tokio::test]
    async fn a_configuration_that_cannot_be_used_is_a_failure() {
        check("[[source]]\nname = 3\n".to_owned()).await.check_failure("inquest.toml");
    }

    #[test]
    fn a_configuration_that_is_not_there_is_a_failure() {
        assert!(!Path::new("nowhere.toml").exists());
        inquest(&["source", "check", "--config", "nowhere.toml"], &[], b"").check_failure("nowhere.toml");
    }
}
