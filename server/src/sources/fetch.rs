//! One request over HTTP: sent, answered, and read to its end or to its limit.
//!
//! What is hard here: an answer may be endless, may stop in the middle, may come from somebody else. No redirect is followed, no proxy
//! of the system is used, decoded bytes are counted as they come, and every failure on the way has its words.

use crate::config::{Auth, ConfigError, Live, Policy, SourceConfig};
use axum::body::Bytes;
use evidence::transport::Failure;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, DATE, HeaderMap, HeaderValue, LOCATION};
use reqwest::{Certificate, Client, RequestBuilder, Response, redirect};
use serde_json::Value;
use std::error::Error;
use std::io;
use std::time::{Duration, SystemTime};
use url::Url;

/// How long a connection may take to come about.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// How much is kept of an answer that did not come whole, in bytes.
pub(super) const KEPT_OF_CUT: usize = 65_536;

/// What is asked: a path below the source's base address, and what it carries.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Request {
    /// Names and values in the address.
    Get { path: String, params: Vec<(String, String)> },
    /// Names and values in a form.
    PostForm { path: String, params: Vec<(String, String)> },
    /// A JSON body.
    PostJson { path: String, body: Value },
}

/// What came back.
#[derive(Debug)]
pub(super) struct Fetched {
    /// The HTTP status, if an answer began.
    pub status: Option<u16>,
    pub media_type: String,
    /// The source's own clock, if it told it.
    pub date: Option<SystemTime>,
    /// The decoded answer; at most the first 64 KiB of it if it failed.
    pub body: Vec<u8>,
    /// Why it is not whole.
    pub failure: Option<Failure>,
}

/// An answer whose head has come.
pub(super) struct Opened<'a> {
    fetcher: &'a Fetcher,
    /// Present while there may be more to read.
    response: Option<Response>,
    fetched: Fetched,
}

impl Opened<'_> {
    /// The media type of an answer that has begun; `None` if there is nothing to read.
    pub fn media_type(&self) -> Option<&str> {
        self.response.as_ref().map(|_| self.fetched.media_type.as_str())
    }

    /// Reads on, and returns what came; `None` at the end, or at a failure.
    pub async fn next_chunk(&mut self) -> Option<Bytes> {
        let response = self.response.as_mut()?;
        let limit_bytes = self.fetcher.max_body_bytes;
        match response.chunk().await {
            Ok(Some(chunk)) => {
                self.fetched.body.extend_from_slice(&chunk);
                if self.fetched.body.len() as u64 <= limit_bytes {
                    return Some(chunk);
                }
                self.fetched.failure = Some(Failure::TooLarge { limit_bytes });
            }
            Ok(None) => {}
            Err(error) => self.fetched.failure = Some(self.fetcher.classify(&error)),
        }
        // Dropping it closes the connection of an answer that has more.
        self.response = None;
        None
    }

    /// What came, once all was read.
    pub fn finish(mut self) -> Fetched {
        if self.fetched.failure.is_some() {
            self.fetched.body.truncate(KEPT_OF_CUT);
            self.fetched.body.shrink_to_fit();
        }
        self.fetched
    }
}

/// Sends requests to one source.
#[derive(Clone, Debug)]
pub(super) struct Fetcher {
    client: Client,
    base: Url,
    auth: Auth,
    timeout: Duration,
    max_body_bytes: u64,
}

impl Fetcher {
    /// A client of its own for a source: its certificates, its limits.
    pub fn new(config: &SourceConfig, live: &Live) -> Result<Self, ConfigError> {
        let wrong = |source| ConfigError::Client { name: config.name.clone(), source };
        let mut builder = Client::builder()
            .user_agent(concat!("inquest/", env!("CARGO_PKG_VERSION")))
            .no_proxy()
            .redirect(redirect::Policy::none())
            .connect_timeout(CONNECT_TIMEOUT);
        if let Some(pem) = &live.ca_pem {
            builder = builder.tls_certs_only(Certificate::from_pem_bundle(pem).map_err(wrong)?);
        } else if live.url.scheme() == "http" {
            // Without encryption no certificate is needed, and a machine without any must still do.
            builder = builder.tls_certs_only([]);
        }
        let Policy { timeout, .. } = config.policy;
        Ok(Self {
            client: builder.build().map_err(wrong)?,
            base: live.url.clone(),
            auth: live.auth.clone(),
            timeout,
            max_body_bytes: config.policy.max_body_bytes(),
        })
    }

    /// Sends a request and waits for the head of its answer. A failure is in the result.
    pub async fn open(&self, request: &Request) -> Opened<'_> {
        let mut fetched = Fetched { status: None, media_type: String::new(), date: None, body: Vec::new(), failure: None };
        let response = match self.send(request).await {
            Ok(response) => response,
            Err(error) => {
                fetched.failure = Some(self.classify(&error));
                return Opened { fetcher: self, response: None, fetched };
            }
        };
        let status = response.status();
        fetched.status = Some(status.as_u16());
        fetched.media_type = text_of(response.headers(), CONTENT_TYPE.as_str());
        fetched.date = httpdate::parse_http_date(&text_of(response.headers(), DATE.as_str())).ok();
        if status.is_redirection() && response.headers().contains_key(LOCATION) {
            fetched.failure = Some(Failure::Redirected { to_host: self.target_of(&response) });
            return Opened { fetcher: self, response: None, fetched };
        }
        Opened { fetcher: self, response: Some(response), fetched }
    }

    /// Sends a request and reads its answer, for what is not kept.
    pub async fn fetch(&self, request: &Request) -> Fetched {
        let mut opened = self.open(request).await;
        while opened.next_chunk().await.is_some() {}
        opened.finish()
    }

    async fn send(&self, request: &Request) -> Result<Response, reqwest::Error> {
        let response = self.build(request).send().await?;
        match request {
            // Some proxies and old servers take the queries of Prometheus in the address only.
            Request::PostForm { path, params } if response.status().as_u16() == 405 => {
                self.build(&Request::Get { path: path.clone(), params: params.clone() }).send().await
            }
            _ => Ok(response),
        }
    }

    fn build(&self, request: &Request) -> RequestBuilder {
        let builder = match request {
            Request::Get { path, params } => {
                let mut url = self.address(path);
                if !params.is_empty() {
                    url.query_pairs_mut().extend_pairs(params);
                }
                self.client.get(url)
            }
            Request::PostForm { path, params } => {
                let form = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(params).finish();
                self.client.post(self.address(path)).header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(form)
            }
            Request::PostJson { path, body } => {
                self.client.post(self.address(path)).header(CONTENT_TYPE, "application/json").body(body.to_string())
            }
        };
        let builder = builder.timeout(self.timeout);
        match &self.auth {
            Auth::None => builder,
            Auth::Basic { user, password } => builder.basic_auth(user, Some(password.reveal())),
            Auth::Bearer(token) => builder.bearer_auth(token.reveal()),
            Auth::ApiKey(key) => match HeaderValue::from_str(&format!("ApiKey {}", key.reveal())) {
                Ok(mut value) => {
                    value.set_sensitive(true);
                    builder.header(AUTHORIZATION, value)
                }
                // Such a key never passes the configuration; without it the source says that it wants one.
                Err(_) => builder,
            },
        }
    }

    /// A path below the base address. Paths here are already encoded, which [`Url::set_path`] leaves as it is.
    fn address(&self, path: &str) -> Url {
        let mut url = self.base.clone();
        url.set_path(&format!("{}{path}", self.base.path().trim_end_matches('/')));
        url
    }

    /// Where a redirect leads: host and path, without what may hold a token.
    fn target_of(&self, response: &Response) -> String {
        let location = text_of(response.headers(), LOCATION.as_str());
        match response.url().join(&location) {
            Ok(url) => format!("{}{}", url.host_str().unwrap_or_default(), url.path()),
            Err(_) => "an address that is none".to_owned(),
        }
    }

    fn classify(&self, error: &reqwest::Error) -> Failure {
        if error.is_timeout() {
            let limit = if error.is_connect() { CONNECT_TIMEOUT.min(self.timeout) } else { self.timeout };
            return Failure::TimedOut { secs: limit.as_secs() };
        }
        let words = words_of(error);
        if error.is_connect() {
            let mut causes = std::iter::successors(error.source(), |cause| (*cause).source());
            return match () {
                () if words.contains("dns error") || words.contains("failed to lookup") => Failure::Dns(words),
                () if causes.any(is_refusal) => Failure::Refused,
                () if ["certificate", "tls", "ssl", "handshake", "InvalidContentType"].iter().any(|word| words.contains(word)) => {
                    Failure::Tls(words)
                }
                () => Failure::Other(words),
            };
        }
        if error.is_builder() { Failure::Other(words) } else { Failure::Closed(words) }
    }
}

fn is_refusal(cause: &(dyn Error + 'static)) -> bool {
    cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::ConnectionRefused)
}

/// What the library says, outermost first, without the address.
fn words_of(error: &reqwest::Error) -> String {
    let mut words: Vec<String> = Vec::new();
    for cause in std::iter::successors(error.source(), |cause| (*cause).source()) {
        let text = cause.to_string();
        if !words.iter().any(|word| word.contains(&text)) {
            words.push(text);
        }
    }
    words.join(": ")
}

fn text_of(headers: &HeaderMap, name: &str) -> String {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
}
