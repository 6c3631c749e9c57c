//! The configuration: what is read, what is refused with line and key, and that secrets stay secret.

use crate::room::{ONE_SERIES, Room, parse, range};
use crate::stub::Stub;
use server::config::{Policy, Reach};

const SOURCE: &str = "[[source]]\nname = \"metrics\"\nkind = \"prometheus\"\nurl = \"http://127.0.0.1:9090\"\n";

fn error_of(config: &str) -> String {
    parse(config).unwrap_err().to_string()
}

#[test]
fn a_source_has_the_usual_limits_unless_told_otherwise() {
    let policy = &parse(SOURCE).unwrap().sources[0].policy;
    assert_eq!((policy.permits, policy.timeout.as_secs(), policy.max_window_hours), (4, 30, None));
    assert_eq!((policy.max_points, policy.max_body_mib, policy.stressed), (11_000, 32, false));
}

#[test]
fn a_stressed_source_takes_one_query_at_a_time() {
    let config = parse(&format!("{SOURCE}policy = {{ stressed = true }}\n")).unwrap();
    assert_eq!(config.sources[0].policy, Policy { permits: 1, stressed: true, ..Policy::default() });
}

#[test]
fn every_key_is_taken() {
    let text = r#"
[server]
public_url = "https://inquest.example"

[[source]]
name = "logs"
kind = "search"
url = "https://search.example:9200/es"
ui_url = ["https://kibana.example", "https://old-kibana.example/app"]
index = "kafka-*"
time_field = "ts"
auth = { basic = { user = "reader", password_env = "TOKEN" } }
policy = { permits = 2, timeout_secs = 20, max_window_hours = 24, max_points = 500, max_series = 50, max_body_mib = 8 }
"#;
    let config = parse(text).unwrap();
    let source = &config.sources[0];
    assert_eq!(config.public_url.unwrap().as_str(), "https://inquest.example/");
    assert_eq!((source.index.as_str(), source.time_field.as_str(), source.ui_urls.len()), ("kafka-*", "ts", 2));
    assert_eq!((source.policy.permits, source.policy.max_window_hours, source.policy.max_series), (2, Some(24), 50));
    assert!(matches!(&source.reach, Reach::Live(live) if live.url.as_str() == "https://search.example:9200/es"));
}

#[test]
fn the_time_field_of_a_search_is_the_usual_one() {
    let text = "[[source]]\nname = \"logs\"\nkind = \"search\"\nurl = \"http://127.0.0.1:9200\"\n";
    assert_eq!(parse(text).unwrap().sources[0].time_field, "@timestamp");
}

#[test]
fn an_unknown_key_is_refused_with_its_line_and_what_is_allowed() {
    let error = error_of(&format!("{SOURCE}uri = \"x\"\n"));
    assert!(error.contains("inquest.toml") && error.contains("line 5") && error.contains("`uri`") && error.contains("`url`"), "{error}");
}

#[test]
fn an_unknown_kind_is_refused_with_what_is_allowed() {
    let error = error_of("[[source]]\nname = \"x\"\nkind = \"graphite\"\n");
    assert!(error.contains("line 3") && error.contains("`prometheus`, `search`, `recording`"), "{error}");
}

#[test]
fn a_source_without_address_is_refused() {
    let error = error_of(&format!("{SOURCE}\n[[source]]\nname = \"logs\"\nkind = \"search\"\n"));
    assert_eq!(error, "inquest.toml line 6, source \"logs\": url is missing; it is the base address of the source");
}

#[test]
fn two_sources_of_one_name_are_refused() {
    assert!(error_of(&format!("{SOURCE}{SOURCE}")).contains("source \"metrics\": name is taken"));
}

#[test]
fn a_limit_out_of_range_is_refused_with_the_range() {
    let error = error_of(&format!("{SOURCE}policy = {{ timeout_secs = 0 }}\n"));
    assert_eq!(error, "inquest.toml line 1, source \"metrics\": policy.timeout_secs is 1 to 600");
}

#[test]
fn a_variable_that_is_not_set_is_named() {
    let error = error_of(&format!("{SOURCE}auth = {{ bearer_env = \"NOT_SET\" }}\n"));
    assert!(error.contains("auth names $NOT_SET, which is not set"), "{error}");
}

#[test]
fn a_password_in_an_address_is_refused_and_not_repeated() {
    let error = error_of(&SOURCE.replace("127.0.0.1", "admin:hunter2@127.0.0.1"));
    assert!(error.contains("auth") && !error.contains("hunter2"), "{error}");
}

#[test]
fn the_digest_is_that_of_the_file() {
    // sha256 of no bytes.
    assert_eq!(parse("").unwrap().digest, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

fn with_auth(url: &str, auth: &str) -> String {
    format!("[[source]]\nname = \"metrics\"\nkind = \"prometheus\"\nurl = \"{url}\"\nauth = {auth}\n")
}

#[test]
fn a_secret_is_in_no_debug_output() {
    let text = format!("{:?}", parse(&with_auth("http://127.0.0.1:9", "{ bearer_env = \"TOKEN\" }")).unwrap());
    assert!(text.contains("$TOKEN") && !text.contains("s3cret"), "{text}");
}

#[test]
fn a_secret_is_in_no_card() {
    let room = Room::new(&with_auth("http://127.0.0.1:9", "{ api_key_env = \"TOKEN\" }"));
    let text = serde_json::to_string(&room.sources.cards()).unwrap();
    assert!(text.contains("127.0.0.1:9") && !text.contains("s3cret"), "{text}");
}

#[tokio::test]
async fn a_secret_is_in_no_answer() {
    let room = Room::new(&with_auth("http://127.0.0.1:9", "{ bearer_env = \"TOKEN\" }"));
    let text = format!("{:?}", room.answer().await);
    assert!(text.contains("refused") && !text.contains("s3cret"), "{text}");
}

#[test]
fn a_copied_request_names_the_variable_in_place_of_the_secret() {
    let room = Room::new(&with_auth("http://127.0.0.1:9", "{ bearer_env = \"TOKEN\" }"));
    let shown = room.sources.request_of("metrics", &range("up")).unwrap();
    let line = "curl -H \"Authorization: Bearer $TOKEN\" -sS -X POST 'http://127.0.0.1:9/api/v1/query_range' \
                --data-urlencode 'query=up' --data-urlencode 'start=1789045200' --data-urlencode 'end=1789056000' --data-urlencode 'step=60'";
    assert_eq!(shown.curl, line);
}

async fn authorization_for(auth: &str) -> String {
    let stub = Stub::with_json(ONE_SERIES).await;
    Room::new(&with_auth(&stub.url, auth)).answer().await;
    stub.arrived()[0].authorization.clone()
}

#[tokio::test]
async fn a_bearer_token_is_sent() {
    assert_eq!(authorization_for("{ bearer_env = \"TOKEN\" }").await, "Bearer s3cret");
}

#[tokio::test]
async fn an_api_key_is_sent() {
    assert_eq!(authorization_for("{ api_key_env = \"TOKEN\" }").await, "ApiKey s3cret");
}

#[tokio::test]
async fn user_and_password_are_sent() {
    // base64 of reader:s3cret
    assert_eq!(authorization_for("{ basic = { user = \"reader\", password_env = \"TOKEN\" } }").await, "Basic cmVhZGVyOnMzY3JldA==");
}
