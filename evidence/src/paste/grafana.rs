//! Grafana: Explore carries its queries in the address, a panel does not.

use super::address::param;
use super::{Desk, Pasted, link, note_window};
use crate::query::{Query, SourceKind};
use crate::time::{Window, default_step, duration_text, parse_duration, parse_window};
use serde_json::Value;
use url::Url;

/// Explore: `left=` in JSON (an object, or the older list), or `panes=` with one pane or more.
pub(super) fn read_explore(url: &Url, desk: &Desk<'_>) -> Pasted {
    let mut note = Vec::new();
    let Some(pane) = read_pane(url, &mut note) else { return link(url, "not asked here: the address carries no query that can be read") };
    if pane.exprs.len() > 1 {
        note.push("The address holds several queries; this is the first.".to_owned());
    }
    let Some(expr) = pane.exprs.into_iter().next() else {
        return link(
            url,
            pane.other.map_or_else(
                || "not asked here: the pane holds no PromQL".to_owned(),
                |words| format!("not asked here: the address does not name the index of \"{words}\""),
            ),
        );
    };
    let window = match parse_window(&pane.from, &pane.to, desk.now) {
        Ok(window) => window,
        Err(error) => return link(url, format!("not asked here: {error}")),
    };
    note_window(&pane.from, &pane.to, window, &mut note);
    let step_secs = expr.step.as_deref().and_then(|step| parse_duration(step).ok());
    let step_secs = step_secs.unwrap_or_else(|| default_step(window, super::USUAL_POINTS));
    let text = match fill_variables(&expr.text, window, step_secs, &mut note) {
        Ok(text) => text,
        Err(variable) => {
            return link(
                url,
                format!("not asked here: the query has the variable {variable}, whose value the address does not carry: {}", expr.text),
            );
        }
    };
    if expr.step.is_none() {
        note.push(format!("No step was given; {step_secs} s was chosen."));
    }
    let source = desk.find_source(SourceKind::Prometheus, Some(url), &pane.source, &mut note);
    Pasted::Query { source, query: Query { ask: crate::query::Ask::PromqlRange { text, step_secs, piece_secs: None }, window }, note }
}

/// A panel: its expression is in the dashboard, not in the address. Its window is worth keeping.
pub(super) fn read_panel(url: &Url, desk: &Desk<'_>) -> Pasted {
    let mut why =
        "not asked here: the address of a panel does not carry its query; open the panel in Explore and copy that address".to_owned();
    if let (Some(from), Some(to)) = (param(url, "from"), param(url, "to"))
        && let Ok(window) = parse_window(&from, &to, desk.now)
    {
        why.push_str(&format!("; its window is {} to {}", window.start.rfc3339(), window.end.rfc3339()));
    }
    link(url, why)
}

/// One side of Explore.
#[derive(Default)]
struct Pane {
    from: String,
    to: String,
    source: String,
    exprs: Vec<Expr>,
    /// The words of the first query that is not PromQL.
    other: Option<String>,
}

struct Expr {
    text: String,
    step: Option<String>,
}

fn read_pane(url: &Url, note: &mut Vec<String>) -> Option<Pane> {
    if let Some(panes) = param(url, "panes") {
        let Value::Object(panes) = serde_json::from_str(&panes).ok()? else { return None };
        if panes.len() > 1 {
            note.push("The address holds several panes; this is the first.".to_owned());
        }
        return Some(of_object(panes.values().next()?));
    }
    match serde_json::from_str(&param(url, "left")?).ok()? {
        Value::Array(items) => Some(of_list(&items)),
        left => Some(of_object(&left)),
    }
}

fn of_object(pane: &Value) -> Pane {
    let text = |pointer: &str| as_text(pane.pointer(pointer));
    let mut read = Pane { from: text("/range/from"), to: text("/range/to"), source: text("/datasource"), ..Pane::default() };
    for query in pane.get("queries").and_then(Value::as_array).into_iter().flatten() {
        read_query(query, &mut read);
    }
    read
}

/// The older form: `["now-1h","now","Prometheus",{"expr":"up"}]`.
fn of_list(items: &[Value]) -> Pane {
    let text = |index: usize| as_text(items.get(index));
    let mut read = Pane { from: text(0), to: text(1), source: text(2), ..Pane::default() };
    for query in items.iter().skip(3) {
        read_query(query, &mut read);
    }
    read
}

fn read_query(query: &Value, pane: &mut Pane) {
    if let Some(text) = query.get("expr").and_then(Value::as_str).filter(|text| !text.trim().is_empty()) {
        let step = query.get("interval").and_then(Value::as_str).filter(|step| !step.is_empty());
        pane.exprs.push(Expr { text: text.to_owned(), step: step.map(str::to_owned) });
    } else if let Some(words) = query.get("query").and_then(Value::as_str) {
        pane.other.get_or_insert_with(|| words.chars().take(200).collect());
    }
}

/// Times come as text or as milliseconds.
fn as_text(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

/// Puts in what Grafana would compute from the window and the step; any other variable is named as the error.
fn fill_variables(text: &str, window: Window, step_secs: u32, note: &mut Vec<String>) -> Result<String, String> {
    // Grafana takes four scrape intervals at least, and 15 s as the interval if it is not told better.
    let rate_secs = step_secs.saturating_add(15).max(60);
    let range_secs = u32::try_from(window.secs()).unwrap_or(u32::MAX).max(1);
    let mut filled = text.to_owned();
    for (name, secs) in [("__rate_interval", rate_secs), ("__interval", step_secs), ("__range", range_secs)] {
        let value = duration_text(secs);
        for form in [format!("${{{name}}}"), format!("${name}")] {
            // `$__range_s` and `$__interval_ms` are other variables.
            let longer = [format!("{form}_s"), format!("{form}_ms")];
            if filled.contains(&form) && !longer.iter().any(|longer| filled.contains(longer)) {
                filled = filled.replace(&form, &value);
                note.push(format!("{form} became {value}."));
            }
        }
    }
    // In PromQL a dollar sign stands only in quoted text, as the end of a pattern: there no name follows it.
    let rest = filled.split('$').skip(1).find(|rest| rest.starts_with(|char: char| char.is_alphabetic() || char == '_' || char == '{'));
    match rest {
        Some(rest) => Err(format!(
            "${}",
            rest.chars().take_while(|char| char.is_alphanumeric() || matches!(char, '_' | '{' | '}' | ':')).collect::<String>()
        )),
        None => Ok(filled),
    }
}
