//! Bodies that are not the answer of the API that was asked: an exporter's page, a login page, a proxy's error, nothing at all.

use crate::json::Fault;
use crate::reading::Reading;

/// The API that was asked, for the words of a reason.
pub(crate) struct Api {
    /// Its name: `Prometheus`.
    pub name: &'static str,
    /// The code for a body that is something else: `not_prometheus`.
    pub code: &'static str,
    /// The port it usually listens on.
    pub usual_port: u16,
}

/// How much of a foreign body is quoted, in characters.
const MAX_EXCERPT: usize = 300;

/// The reading of a body that is no JSON object or list.
pub(crate) fn unreadable(api: &Api, fault: &Fault, status: u16, content_type: Option<&str>, body: &[u8]) -> Reading {
    let text = String::from_utf8_lossy(body.get(..65_536).unwrap_or(body));
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return empty(api, status);
    }
    let is_html = text.starts_with('<') || content_type.is_some_and(|kind| kind.contains("html"));
    if is_html {
        return page(api, status, text);
    }
    if text.starts_with("# HELP ") || text.starts_with("# TYPE ") {
        return exporter(api, status, text);
    }
    let is_json = text.starts_with(['{', '[']);
    match fault {
        Fault::CutOff if is_json => Reading::could_not_ask(
            "cut_off",
            "the answer ends in the middle",
            excerpt(text),
            "Ask again; if it ends there again, ask for less: a proxy or a limit between cuts it.",
        ),
        Fault::Malformed(words) if is_json && (200..300).contains(&status) => Reading::could_not_ask(
            "malformed",
            "the answer is broken JSON",
            words.as_str(),
            format!("Look at the raw answer. A proxy may have changed it; {} itself does not send this.", api.name),
        ),
        _ if (200..300).contains(&status) => Reading::could_not_ask(
            api.code,
            format!("the answer is not {}'s", api.name),
            excerpt(text),
            format!("Check the address in the configuration: {} usually listens on port {}.", api.name, api.usual_port),
        ),
        _ => by_status(api, status, excerpt(text)),
    }
}

/// The reading of JSON that this API does not send.
pub(crate) fn foreign_json(api: &Api, status: u16, body: &[u8]) -> Reading {
    let text = String::from_utf8_lossy(body.get(..4_096).unwrap_or(body));
    if !(200..300).contains(&status) {
        return by_status(api, status, excerpt(&text));
    }
    Reading::could_not_ask(
        api.code,
        format!("JSON, but not an answer of {} to this question", api.name),
        excerpt(&text),
        format!("Check the address in the configuration: {} usually listens on port {}.", api.name, api.usual_port),
    )
}

/// The reading of a status that says it all.
pub(crate) fn by_status(api: &Api, status: u16, detail: String) -> Reading {
    let name = api.name;
    let (code, what, todo) = match status {
        300..=399 => {
            ("redirected", format!("{name} redirects elsewhere"), "Put the address it redirects to into the configuration.".into())
        }
        401 => ("unauthorized", format!("{name} asks for credentials"), "Check the source's credentials in the configuration.".into()),
        403 => ("forbidden", format!("{name} forbids this to these credentials"), "Ask for read rights on what was queried.".into()),
        404 => (
            "not_found",
            "there is nothing at this address".into(),
            format!("Check the base address in the configuration: {name} answers under another path, or is not there."),
        ),
        408 | 504 => (
            "timed_out",
            "the query ran out of time".into(),
            "Ask for a shorter window, a narrower selection or a coarser step; asking the same again adds load.".into(),
        ),
        405 | 406 | 410 | 415 | 501 => (
            "not_offered",
            format!("{name} does not offer this request"),
            "Check the kind of this source in the configuration, and its version.".into(),
        ),
        413 => ("too_large", "the request or its answer is too large".into(), "Ask for a shorter window, or aggregate.".into()),
        429 => (
            "rate_limited",
            format!("{name} has too much to do"),
            "Wait a minute, then ask once, for less. That it is overloaded is a finding.".into(),
        ),
        502 | 503 => (
            "unavailable",
            format!("{name} is not available"),
            "Look whether it runs; a proxy before it may answer in its place. Then ask again.".into(),
        ),
        500..=599 => ("source_error", format!("{name} failed on its own side"), "Look at the source's own log.".into()),
        _ => ("refused_request", format!("{name} refused the request (status {status})"), "Look at the raw answer.".into()),
    };
    Reading::could_not_ask(code, what, detail, todo)
}

fn empty(api: &Api, status: u16) -> Reading {
    if (200..300).contains(&status) {
        return Reading::could_not_ask(
            "empty_body",
            "the answer is empty",
            format!("status {status}, no bytes"),
            format!("Check that the address leads to {}; a full answer is never empty. Then ask again.", api.name),
        );
    }
    by_status(api, status, format!("status {status}, no bytes"))
}

/// A web page where an answer should be.
fn page(api: &Api, status: u16, text: &str) -> Reading {
    let lower = text.to_lowercase();
    let title = title(text).unwrap_or_default();
    let title_lower = title.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if title_lower.contains("exporter")
        || (has(&["href=\"/metrics\"", "href='/metrics'", "href=\"metrics\""]) && !title_lower.contains("prometheus"))
    {
        return exporter(api, status, &title);
    }
    if matches!(status, 502..=504)
        || ["bad gateway", "gateway time", "service unavailable", "service temporarily"].iter().any(|word| title_lower.contains(word))
    {
        return Reading::could_not_ask(
            "proxy_error",
            format!("a proxy answers in place of {}", api.name),
            page_words(status, &title, text),
            format!("Look whether {} runs behind the proxy, and at the proxy's time limit. Then ask again, for less.", api.name),
        );
    }
    if has(&["type=\"password\"", "type='password'", "type=password"])
        || ["log in", "login", "sign in", "sign-in", "single sign"].iter().any(|word| title_lower.contains(word))
    {
        return Reading::could_not_ask(
            "login_page",
            "the answer is a login page",
            page_words(status, &title, text),
            format!("Put credentials for {} into the configuration, or an address behind the login.", api.name),
        );
    }
    if !(200..300).contains(&status) {
        return by_status(api, status, page_words(status, &title, text));
    }
    Reading::could_not_ask(
        api.code,
        format!("the answer is a web page, not {}'s", api.name),
        page_words(status, &title, text),
        format!("Check the address in the configuration: {} usually listens on port {}.", api.name, api.usual_port),
    )
}

fn exporter(api: &Api, status: u16, words: &str) -> Reading {
    Reading::could_not_ask(
        "exporter_page",
        "this is the page of an exporter, which holds no history",
        format!("status {status}: {}", excerpt(words)),
        format!("Point the source at {} itself, usually on port {}.", api.name, api.usual_port),
    )
}

fn page_words(status: u16, title: &str, text: &str) -> String {
    if title.is_empty() { format!("status {status}: {}", excerpt(text)) } else { format!("status {status}, page \"{title}\"") }
}

/// The text between `<title>` and `</title>`.
fn title(text: &str) -> Option<String> {
    // ASCII lower case keeps every byte in its place, so the positions hold in the original.
    let lower = text.to_ascii_lowercase();
    let open = lower.find("<title")?;
    let start = open + lower.get(open..)?.find('>')? + 1;
    let end = start + lower.get(start..)?.find("</title")?;
    Some(excerpt(text.get(start..end)?.trim()))
}

fn excerpt(text: &str) -> String {
    text.chars().take(MAX_EXCERPT).map(|char| if char.is_control() { ' ' } else { char }).collect()
}
