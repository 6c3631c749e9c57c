//! Requests to the lab's own servers.

use std::time::Duration;

use ureq::Agent;
use ureq::http::Response;

use crate::error::LabError;

/// How long one request may take; a busy machine loads a block of lines slowly.
const LIMIT: Duration = Duration::from_secs(120);
/// How much of an unexpected answer an error shows, in characters.
const SHOWN: usize = 500;

/// Makes a client that talks to the loopback directly, whatever proxy the environment names.
pub fn client() -> Agent {
    Agent::new_with_config(Agent::config_builder().http_status_as_error(false).timeout_global(Some(LIMIT)).proxy(None).build())
}

/// Says whether a GET of `url` answers 200 now.
pub fn answers(client: &Agent, url: &str) -> bool {
    client.get(url).call().is_ok_and(|answer| answer.status() == 200)
}

/// Sends `body` as JSON, or as lines of JSON, and gives the text of the answer if its status is a success.
pub fn send(client: &Agent, method: &str, url: &str, body: &str, attempt: &'static str) -> Result<String, LabError> {
    let request = ureq::http::Request::builder().method(method).uri(url).header("content-type", "application/x-ndjson");
    let failed = |answer: String| LabError::Request { attempt, url: url.to_owned(), answer };
    let request = request.body(body).map_err(|problem| failed(problem.to_string()))?;
    let mut answer: Response<ureq::Body> = client.run(request).map_err(|problem| failed(problem.to_string()))?;
    let text = answer.body_mut().read_to_string().map_err(|problem| failed(problem.to_string()))?;
    if answer.status().is_success() {
        return Ok(text);
    }
    Err(failed(format!("{}: {}", answer.status(), text.chars().take(SHOWN).collect::<String>())))
}
