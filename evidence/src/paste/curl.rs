//! A curl line, as people copy it from a terminal, a browser or a wiki.

use super::{Desk, Pasted, address, link};
use crate::query::{Ask, Query, SourceKind};
use crate::time::{Window, parse_window};
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};
use url::{Url, form_urlencoded};

/// Options that take a value and change nothing about what is asked.
const IGNORED_WITH_VALUE: [&str; 12] = [
    "-o",
    "--output",
    "-m",
    "--max-time",
    "--connect-timeout",
    "-A",
    "--user-agent",
    "-e",
    "--referer",
    "--cacert",
    "--resolve",
    "--retry",
];

/// Options that carry credentials.
const SECRET: [&str; 9] = ["-u", "--user", "-b", "--cookie", "-E", "--cert", "--key", "--oauth2-bearer", "--proxy-user"];

/// Reads a curl line; `None` if it has no address.
pub(super) fn read(text: &str, desk: &Desk<'_>) -> Option<Pasted> {
    let line = Line::of(&split_words(text))?;
    let mut note = Vec::new();
    if !line.dropped.is_empty() {
        note.push(format!("Credentials were dropped ({}); the source's own are used.", line.dropped.join(", ")));
    }
    let url = &line.url;
    let path = url.path().trim_end_matches('/');
    if path.ends_with("/api/v1/query") || path.ends_with("/api/v1/query_range") {
        let mut params: Vec<(String, String)> = url.query_pairs().into_owned().collect();
        params.extend(line.params());
        return Some(address::read_api(url, &params, note, desk));
    }
    let body = line.data.iter().map(|data| data.text.as_str()).collect::<Vec<_>>().join("&");
    if path.ends_with("/_search") || path.ends_with("/_count") || path.ends_with("/_query") {
        return Some(read_search(url, path, &body, note, desk));
    }
    Some(link(url, "not asked here: the call is none of query, query_range, _search, _count or _query"))
}

fn read_search(url: &Url, path: &str, body: &str, mut note: Vec<String>, desk: &Desk<'_>) -> Pasted {
    if url.query_pairs().any(|(key, _)| key == "q") {
        return link(url, "not asked here: q= in the address; write it as a query string");
    }
    let body = if body.trim().is_empty() { "{}" } else { body };
    let mut object = match serde_json::from_str(body) {
        Ok(Value::Object(object)) => object,
        _ => return link(url, "not asked here: the body is not a JSON object"),
    };
    let ask = if path.ends_with("/_query") {
        let Some(text) = object.get("query").and_then(Value::as_str) else { return link(url, "not asked here: the body has no query") };
        Ask::Esql { text: text.to_owned(), time_field: String::new() }
    } else {
        let above = path.rsplit_once('/').map_or("", |(above, _)| above);
        let index = above.rsplit_once('/').map_or(above, |(_, index)| index);
        let index = percent_decode_str(index).decode_utf8_lossy().into_owned();
        if index.is_empty() {
            note.push("The call names no index, which asks all; name the index.".to_owned());
        }
        let mut text = body.to_owned();
        if path.ends_with("/_count") {
            object.insert("size".to_owned(), json!(0));
            object.insert("track_total_hits".to_owned(), json!(true));
            text = Value::Object(object.clone()).to_string();
            note.push("_count is asked as _search with size 0 and an exact total.".to_owned());
        }
        Ask::QueryDsl { index, text, time_field: String::new() }
    };
    let window = match time_range(&Value::Object(object), 0).and_then(|(from, to)| parse_window(&from, &to, desk.now).ok()) {
        Some(window) => {
            if body.contains("\"now") {
                note.push("The body says now: the source resolves it anew on every run.".to_owned());
            }
            window
        }
        None => {
            note.push("The body names no window that can be read; none is added.".to_owned());
            Window { start: desk.now, end: desk.now }
        }
    };
    let source = desk.find_source(SourceKind::Search, Some(url), "", &mut note);
    Pasted::Query { source, query: Query { ask, window }, note }
}

/// The first `range` in the body that reads as two times.
fn time_range(body: &Value, depth: usize) -> Option<(String, String)> {
    if depth > 32 {
        return None;
    }
    let end = |ends: &Value, keys: [&str; 3]| {
        keys.into_iter().find_map(|key| match ends.get(key)? {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()).filter(|digits| digits.len() >= 9),
            _ => None,
        })
    };
    match body {
        Value::Object(object) => {
            let ranges = object.get("range").and_then(Value::as_object);
            let here = ranges
                .into_iter()
                .flat_map(|ranges| ranges.values())
                .find_map(|ends| Some((end(ends, ["gte", "gt", "from"])?, end(ends, ["lte", "lt", "to"])?)));
            here.or_else(|| object.values().find_map(|value| time_range(value, depth + 1)))
        }
        Value::Array(list) => list.iter().find_map(|value| time_range(value, depth + 1)),
        _ => None,
    }
}

/// What a curl line says.
struct Line {
    url: Url,
    data: Vec<Data>,
    /// The names of what held credentials, never their values.
    dropped: Vec<String>,
}

struct Data {
    text: String,
    /// From `--data-urlencode`: the value is not encoded yet.
    plain: bool,
}

impl Line {
    fn of(words: &[String]) -> Option<Self> {
        let mut url = None;
        let (mut data, mut dropped) = (Vec::new(), Vec::new());
        let mut rest = words.iter().skip(1);
        while let Some(word) = rest.next() {
            let (option, attached) = split_option(word);
            let mut value = || attached.clone().or_else(|| rest.next().cloned()).unwrap_or_default();
            match option {
                "-d" | "--data" | "--data-raw" | "--data-binary" | "--data-ascii" | "--json" => {
                    data.push(Data { text: value(), plain: false })
                }
                "--data-urlencode" => data.push(Data { text: value(), plain: true }),
                "-H" | "--header" => {
                    let header = value();
                    let name = header.split(':').next().unwrap_or_default().trim();
                    if is_secret(name) {
                        dropped.push(format!("header {name}"));
                    }
                }
                "--url" => url = Url::parse(&value()).ok(),
                "-X" | "--request" => drop(value()),
                option if SECRET.contains(&option) => {
                    drop(value());
                    dropped.push(option.to_owned());
                }
                option if IGNORED_WITH_VALUE.contains(&option) => drop(value()),
                option if option.starts_with('-') => {}
                address if url.is_none() => url = Url::parse(address).or_else(|_| Url::parse(&format!("http://{address}"))).ok(),
                _ => {}
            }
        }
        let mut url = url.filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())?;
        if !url.username().is_empty() || url.password().is_some() {
            dropped.push("user and password in the address".to_owned());
            url.set_username("").ok()?;
            url.set_password(None).ok()?;
        }
        Some(Self { url, data, dropped })
    }

    /// The data as a form.
    fn params(&self) -> Vec<(String, String)> {
        let mut params = Vec::new();
        for data in &self.data {
            match data.text.split_once('=') {
                Some((key, value)) if data.plain => params.push((key.to_owned(), value.to_owned())),
                _ => params.extend(form_urlencoded::parse(data.text.as_bytes()).into_owned()),
            }
        }
        params
    }
}

/// Splits `--option=value` and `-XPOST`; letters without a value may stand together, as in `-sG`.
fn split_option(word: &str) -> (&str, Option<String>) {
    if word.starts_with("--") {
        return word.split_once('=').map_or((word, None), |(option, value)| (option, Some(value.to_owned())));
    }
    if !word.starts_with('-') || word.len() < 3 {
        return (word, None);
    }
    let (option, value) = word.split_at_checked(2).unwrap_or((word, ""));
    if matches!(option, "-X" | "-H" | "-d" | "-u" | "-b" | "-o" | "-m" | "-A" | "-e" | "-E") {
        (option, Some(value.to_owned()))
    } else {
        ("-", None)
    }
}

fn is_secret(header: &str) -> bool {
    let header = header.to_ascii_lowercase();
    ["authorization", "cookie", "api-key", "apikey", "token", "secret", "x-scope-orgid"].iter().any(|word| header.contains(word))
}

/// Splits a command line as a shell does: quotes, escapes, continued lines, and `$'…'` as browsers copy it.
fn split_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '\\' => match chars.next() {
                Some('\n') | None => {}
                Some('\r') => drop(chars.next_if_eq(&'\n')),
                Some(escaped) => word.get_or_insert_default().push(escaped),
            },
            '\'' => {
                let word = word.get_or_insert_default();
                word.extend(chars.by_ref().take_while(|char| *char != '\''));
            }
            '$' if chars.next_if_eq(&'\'').is_some() => {
                let word = word.get_or_insert_default();
                while let Some(char) = chars.next().filter(|char| *char != '\'') {
                    word.push(match char {
                        '\\' => match chars.next() {
                            Some('n') => '\n',
                            Some('t') => '\t',
                            Some('r') => '\r',
                            Some('u') => unicode_escape(&mut chars),
                            Some(escaped) => escaped,
                            None => break,
                        },
                        char => char,
                    });
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                while let Some(char) = chars.next().filter(|char| *char != '"') {
                    match char {
                        '\\' => match chars.next() {
                            Some(escaped @ ('"' | '\\' | '$' | '`')) => word.push(escaped),
                            Some('\n') | None => {}
                            Some(other) => word.extend(['\\', other]),
                        },
                        char => word.push(char),
                    }
                }
            }
            char if char.is_whitespace() => words.extend(word.take()),
            char => word.get_or_insert_default().push(char),
        }
    }
    words.extend(word);
    words
}

fn unicode_escape(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> char {
    let mut code = 0;
    for _ in 0..4 {
        match chars.next_if(char::is_ascii_hexdigit).and_then(|char| char.to_digit(16)) {
            Some(digit) => code = code * 16 + digit,
            None => break,
        }
    }
    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
}
