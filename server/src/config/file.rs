//! The shape of the file, and the checks that its shape cannot say.

use super::{Auth, ConfigError, Live, Policy, Reach, Secret, SourceConfig};
use crate::sources::recording::Recording;
use evidence::query::SourceKind;
use serde::Deserialize;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use toml::Spanned;
use url::Url;

type Environment<'a> = &'a dyn Fn(&str) -> Option<String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileTable {
    #[serde(default)]
    server: ServerTable,
    #[serde(default)]
    source: Vec<Spanned<SourceTable>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ServerTable {
    public_url: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SourceTable {
    name: String,
    kind: KindWord,
    url: Option<String>,
    #[serde(default)]
    ui_url: OneOrMore,
    #[serde(default)]
    index: String,
    time_field: Option<String>,
    check_syntax: Option<bool>,
    auth: Option<AuthTable>,
    ca_file: Option<String>,
    file: Option<String>,
    #[serde(default)]
    policy: PolicyTable,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum KindWord {
    Prometheus,
    Search,
    Recording,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl Default for OneOrMore {
    fn default() -> Self {
        Self::More(Vec::new())
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum AuthTable {
    Basic(BasicTable),
    BearerEnv(String),
    ApiKeyEnv(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BasicTable {
    user: String,
    password_env: String,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct PolicyTable {
    permits: Option<usize>,
    timeout_secs: Option<u64>,
    max_window_hours: Option<u32>,
    max_points: Option<u32>,
    max_series: Option<usize>,
    max_body_mib: Option<u64>,
    #[serde(default)]
    stressed: bool,
}

/// Reads the text of the file at `path`.
pub(super) fn read(text: &str, path: &Path, environment: Environment<'_>) -> Result<(Option<Url>, Vec<SourceConfig>), ConfigError> {
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let tables: FileTable = toml::from_str(text)
        .map_err(|error| ConfigError::Syntax { file: file.clone(), message: error.to_string().trim_end().replace('\n', "\n  ") })?;
    let line_of = |at: usize| text.get(..at).unwrap_or(text).matches('\n').count() + 1;
    let public_url = tables
        .server
        .public_url
        .map(|address| {
            let (line, text) = (line_of(address.span().start), address.into_inner());
            read_url(&text).map_err(|why| ConfigError::Value {
                file: file.clone(),
                line,
                source_name: "[server]".into(),
                key: "public_url",
                why,
            })
        })
        .transpose()?;
    let mut sources: Vec<SourceConfig> = Vec::new();
    for table in tables.source {
        let (line, table) = (line_of(table.span().start), table.into_inner());
        let place = Place { file: &file, line, name: table.name.clone(), folder: path.parent().unwrap_or(Path::new("")) };
        if sources.iter().any(|source| source.name == table.name) {
            return Err(place.wrong("name", "is taken by an earlier source; names are unique"));
        }
        sources.push(read_source(table, &place, environment)?);
    }
    Ok((public_url, sources))
}

/// Where a source stands in the file.
struct Place<'a> {
    file: &'a str,
    line: usize,
    name: String,
    folder: &'a Path,
}

impl Place<'_> {
    fn wrong(&self, key: &'static str, why: impl Into<String>) -> ConfigError {
        let (file, source_name) = (self.file.to_owned(), format!("source \"{}\"", self.name));
        ConfigError::Value { file, line: self.line, source_name, key, why: why.into() }
    }

    /// The bytes of a file that is named relative to this one.
    fn read(&self, name: &str) -> Result<Vec<u8>, ConfigError> {
        let path = self.folder.join(name);
        std::fs::read(&path).map_err(|source| ConfigError::Unreadable { path, source })
    }
}

fn read_source(table: SourceTable, place: &Place<'_>, environment: Environment<'_>) -> Result<SourceConfig, ConfigError> {
    let name_fits = (1..=64).contains(&table.name.chars().count()) && !table.name.contains(char::is_control);
    if !name_fits || table.name.trim() != table.name {
        return Err(place.wrong("name", "has 1 to 64 characters, none of them a control character or a space at either end"));
    }
    let ui_urls = match table.ui_url {
        OneOrMore::One(text) => vec![text],
        OneOrMore::More(texts) => texts,
    };
    let ui_urls = ui_urls.iter().map(|text| read_url(text).map_err(|why| place.wrong("ui_url", why))).collect::<Result<_, _>>()?;
    let policy = read_policy(&table.policy, place)?;
    if table.kind == KindWord::Recording {
        let beside = [(table.url.is_some(), "url"), (table.auth.is_some(), "auth"), (table.ca_file.is_some(), "ca_file")];
        if let Some((_, key)) = beside.into_iter().find(|(given, _)| *given) {
            return Err(place.wrong(key, "does not belong to kind \"recording\", which reaches no source"));
        }
        let file = table.file.ok_or_else(|| place.wrong("file", "is missing; kind \"recording\" names the file of recorded answers"))?;
        let recording = Recording::from_bytes(&place.read(&file)?).map_err(|source| ConfigError::Recording {
            file: place.file.to_owned(),
            line: place.line,
            source_name: place.name.clone(),
            source,
        })?;
        let recording = Arc::new(recording);
        let source = SourceConfig::recorded(&recording, &table.name).ok_or_else(|| {
            let names: Vec<&str> = recording.sources().iter().map(|source| source.name.as_str()).collect();
            place.wrong("name", format!("is not among the sources of the recording, which are: {}", names.join(", ")))
        })?;
        return Ok(SourceConfig { ui_urls, policy, ..source });
    }
    if table.file.is_some() {
        return Err(place.wrong("file", "belongs to kind \"recording\" only"));
    }
    let kind = if table.kind == KindWord::Search { SourceKind::Search } else { SourceKind::Prometheus };
    if kind == SourceKind::Prometheus && (!table.index.is_empty() || table.time_field.is_some()) {
        return Err(place.wrong("index and time_field", "belong to kind \"search\" only"));
    }
    let url = table.url.ok_or_else(|| place.wrong("url", "is missing; it is the base address of the source"))?;
    Ok(SourceConfig {
        kind,
        reach: Reach::Live(Live {
            url: read_url(&url).map_err(|why| place.wrong("url", why))?,
            auth: table.auth.map_or(Ok(Auth::None), |auth| read_auth(auth, place, environment))?,
            ca_pem: table.ca_file.map(|file| place.read(&file)).transpose()?,
        }),
        ui_urls,
        index: table.index,
        time_field: table.time_field.unwrap_or_else(|| if kind == SourceKind::Search { "@timestamp".to_owned() } else { String::new() }),
        check_syntax: table.check_syntax.unwrap_or(true),
        policy,
        name: table.name,
    })
}

/// An address of http or https without credentials, query and fragment.
fn read_url(text: &str) -> Result<Url, String> {
    // The text itself is not repeated: it may hold a password.
    let url = Url::parse(text).map_err(|error| format!("is not an address ({error}); write it like http://127.0.0.1:9090"))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(format!("has the scheme \"{}\"; allowed are http and https", url.scheme()));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("holds a user or password; put them under auth, the password into an environment variable".to_owned());
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err("ends in ?… or #…; write the address without".to_owned());
    }
    Ok(url)
}

fn read_auth(auth: AuthTable, place: &Place<'_>, environment: Environment<'_>) -> Result<Auth, ConfigError> {
    let secret = |variable: String| match environment(&variable).filter(|value| !value.is_empty()) {
        Some(value) if value.bytes().all(|byte| (b' '..=b'~').contains(&byte)) => Ok(Secret::new(variable, value)),
        Some(_) => Err(place.wrong("auth", format!("names ${variable}, which holds a line break or a character that is not ASCII"))),
        None => Err(place.wrong("auth", format!("names ${variable}, which is not set; set it in the environment of this server"))),
    };
    Ok(match auth {
        AuthTable::Basic(basic) => Auth::Basic { user: basic.user, password: secret(basic.password_env)? },
        AuthTable::BearerEnv(variable) => Auth::Bearer(secret(variable)?),
        AuthTable::ApiKeyEnv(variable) => Auth::ApiKey(secret(variable)?),
    })
}

fn read_policy(table: &PolicyTable, place: &Place<'_>) -> Result<Policy, ConfigError> {
    let usual = Policy::default();
    let policy = Policy {
        permits: table.permits.unwrap_or(if table.stressed { 1 } else { usual.permits }),
        timeout: table.timeout_secs.map_or(usual.timeout, Duration::from_secs),
        max_window_hours: table.max_window_hours,
        max_points: table.max_points.unwrap_or(usual.max_points),
        max_series: table.max_series.unwrap_or(usual.max_series),
        max_body_mib: table.max_body_mib.unwrap_or(usual.max_body_mib),
        stressed: table.stressed,
    };
    if policy.stressed && policy.permits != 1 {
        return Err(place.wrong("policy.permits", "is 1 for a stressed source; leave it out"));
    }
    let window_fits = policy.max_window_hours.is_none_or(|hours| (1..=87_600).contains(&hours));
    let ranges = [
        ("policy.permits", (1..=64).contains(&policy.permits), "is 1 to 64"),
        ("policy.timeout_secs", (1..=600).contains(&policy.timeout.as_secs()), "is 1 to 600"),
        ("policy.max_window_hours", window_fits, "is 1 to 87600; leave it out for any"),
        ("policy.max_points", (2..=100_000).contains(&policy.max_points), "is 2 to 100000"),
        ("policy.max_series", (1..=100_000).contains(&policy.max_series), "is 1 to 100000"),
        ("policy.max_body_mib", (1..=1_024).contains(&policy.max_body_mib), "is 1 to 1024"),
    ];
    match ranges.into_iter().find(|(_, fits, _)| !fits) {
        Some((key, _, allowed)) => Err(place.wrong(key, allowed)),
        None => Ok(policy),
    }
}
