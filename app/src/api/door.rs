//! What every server function does first, and what forms are read with; on the server only.

use super::backend::{Backend, Session};
use super::error::ApiError;
use axum_parts::{Parts, cookie_header};
use evidence::time::{Micros, Window, parse_moment, parse_window};
use ledger::command::{Command, Expecting, Made, NewRefuter};
use ledger::event::Observed;
use ledger::id::{AnyId, CommandId, EvidenceId, Slug, StreamKey};
use ledger::refusal::{Refusal, RefusalKind};
use leptos::prelude::*;
use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::Arc;

/// The name of the session cookie.
const COOKIE: &str = "inquest";

/// The server and who is asking.
pub(super) async fn door() -> Result<(Arc<dyn Backend>, Session), ApiError> {
    let backend = use_context::<Arc<dyn Backend>>().ok_or_else(unwired)?;
    let session = use_context::<Parts>().and_then(|parts| parts.extensions.get::<Session>().cloned()).ok_or_else(unwired)?;
    Ok((backend, session))
}

fn unwired() -> ApiError {
    ApiError::Failed { reference: "no session layer before this route".to_owned() }
}

pub(super) fn now() -> Result<Micros, ApiError> {
    use_context::<Arc<dyn Backend>>().map(|backend| backend.now()).ok_or_else(unwired)
}

pub(super) async fn act(slug: Slug, command_id: CommandId, command: Command) -> Result<Made, ApiError> {
    let (backend, session) = door().await?;
    backend.execute(&session, &slug, command_id, command).await
}

pub(super) fn filled(text: String) -> Option<String> {
    (!text.trim().is_empty()).then_some(text)
}

/// A time that may be left out.
pub(super) fn moment(text: &str, now: Micros) -> Result<Option<Micros>, ApiError> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    parse_moment(text, now).map(Some).map_err(|error| invalid(&format!("read the time \"{}\"", text.trim()), &error.to_string()))
}

/// A window that may be left out; half a window ends or begins now.
pub(super) fn window(from: &str, to: &str, now: Micros) -> Result<Option<Window>, ApiError> {
    if from.trim().is_empty() && to.trim().is_empty() {
        return Ok(None);
    }
    let to = if to.trim().is_empty() { "now" } else { to };
    parse_window(from, to, now).map(Some).map_err(|error| invalid(&format!("read the window \"{from}\" to \"{to}\""), &error.to_string()))
}

/// An id that may be left out.
pub(super) fn id<T: std::str::FromStr<Err = ledger::id::NotAnId>>(text: &str) -> Result<Option<T>, ApiError> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    text.trim().parse().map(Some).map_err(|error: ledger::id::NotAnId| invalid("read an id", &error.to_string()))
}

/// Evidence ids, apart by commas or blanks.
pub(super) fn evidence_ids(text: &str) -> Result<Vec<EvidenceId>, ApiError> {
    read_ids(text, "read evidence ids", "E-17")
}

/// Ids of any kind.
pub(super) fn any_ids(text: &str) -> Result<Vec<AnyId>, ApiError> {
    read_ids(text, "read ids", "F-12")
}

fn read_ids<T: FromStr>(text: &str, what: &str, example: &str) -> Result<Vec<T>, ApiError> {
    let parts = text.split([',', ' ', ';']).map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| part.parse().map_err(|_| invalid(what, &format!("\"{part}\" is none; they look like {example}")))).collect()
}

/// The word of a field that may be left empty.
pub(super) fn observed_word(text: &str) -> Result<Option<Observed>, ApiError> {
    match text.trim() {
        "" => Ok(None),
        "yes" => Ok(Some(Observed::Yes)),
        "no" => Ok(Some(Observed::No)),
        "cant_tell" => Ok(Some(Observed::CantTell)),
        other => Err(invalid("read what was observed", &format!("\"{other}\" is neither yes, no nor cant_tell"))),
    }
}

/// The refuters a form names: an open question, a new observation, both or none.
pub(super) fn refuters(
    asked: &str,
    observation: String,
    stream: StreamKey,
    component: String,
    (from, to): (&str, &str),
) -> Result<Vec<NewRefuter>, ApiError> {
    let asked = id(asked)?.map(NewRefuter::Asked);
    let window = window(from, to, now()?)?;
    let new = filled(observation).map(|observation| NewRefuter::Ask { observation, stream, component: filled(component), window });
    Ok(asked.into_iter().chain(new).collect())
}

/// What is expected, and from which hypothesis that follows.
pub(super) fn expecting(text: &str, hypothesis: &str) -> Result<Expecting, ApiError> {
    Ok(Expecting { text: text.to_owned(), hypothesis: id(hypothesis)? })
}

/// `12-40` or `12`.
pub(super) fn parse_lines(text: &str) -> Result<Option<(u32, u32)>, ApiError> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) if 0 < first && first <= last => Ok(Some((first, last))),
        _ => Err(invalid("read the lines", &format!("\"{text}\" is no range; write 12-40 or 12"))),
    }
}

/// `name=value`, one a line.
pub(super) fn parse_labels(text: &str) -> BTreeMap<String, String> {
    text.lines().filter_map(|line| line.split_once('=')).map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned())).collect()
}

/// `prometheus-main` reads "Prometheus main".
pub(super) fn stream_name(source: &str) -> String {
    let words = source.replace(['-', '_'], " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn invalid(what: &str, why: &str) -> ApiError {
    let todo = "Correct it and send again; nothing was written.".to_owned();
    ApiError::Refused { refusal: Refusal { kind: RefusalKind::Invalid, what: format!("could not {what}"), why: why.to_owned(), todo } }
}

pub(super) fn cookie() -> Option<String> {
    use_context::<Parts>().and_then(|parts| cookie_header(&parts, COOKIE))
}

/// The cookie ends with the browser; the server ends the session after twelve hours without use.
pub(super) fn set_cookie(value: &str) -> Result<(), ApiError> {
    write_cookie(&format!("{COOKIE}={value}; Path=/; HttpOnly; SameSite=Lax"))
}

pub(super) fn clear_cookie() -> Result<(), ApiError> {
    write_cookie(&format!("{COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"))
}

fn write_cookie(text: &str) -> Result<(), ApiError> {
    let response = use_context::<leptos_axum::ResponseOptions>().ok_or_else(unwired)?;
    let value = axum_parts::HeaderValue::from_str(text).map_err(|_| unwired())?;
    response.append_header(axum_parts::SET_COOKIE, value);
    Ok(())
}

/// Only to a page of this server: an address that begins with one slash.
pub(super) fn go_on(next: &str) {
    let safe = next.starts_with('/') && !next.starts_with("//") && !next.contains('\\');
    leptos_axum::redirect(if safe { next } else { "/" });
}

mod axum_parts {
    pub use axum::http::{HeaderValue, header::SET_COOKIE, request::Parts};

    /// The value of one cookie.
    pub fn cookie_header(parts: &Parts, name: &str) -> Option<String> {
        let header = parts.headers.get(axum::http::header::COOKIE)?.to_str().ok()?;
        header.split(';').filter_map(|pair| pair.trim().split_once('=')).find(|(key, _)| *key == name).map(|(_, value)| value.to_owned())
    }
}
