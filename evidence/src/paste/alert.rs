//! Alertmanager's JSON: the webhook's (version 4), the list of `/api/v2/alerts`, or one alert of either.

use super::{Desk, Pasted, address};
use crate::query::{Ask, Query};
use crate::time::{Micros, Window, default_step, parse_moment};
use serde_json::Value;
use url::Url;

/// How long before its onset the query of an alert begins, in seconds.
const LEAD_SECS: i64 = 3_600;

/// Reads alerts; `None` if the text is other JSON.
pub(super) fn read(text: &str, desk: &Desk<'_>) -> Option<Pasted> {
    let json: Value = serde_json::from_str(text).ok()?;
    let alerts = match &json {
        Value::Array(alerts) => alerts.as_slice(),
        Value::Object(webhook) => match webhook.get("alerts") {
            Some(alerts) => alerts.as_array()?.as_slice(),
            None => std::slice::from_ref(&json),
        },
        _ => return None,
    };
    let first = alerts.first()?;
    let labels = common_labels(alerts)?;
    let onset = onset(alerts);
    let (source, query) = match read_query(first, onset, desk) {
        Some((source, query)) => (source, Some(query)),
        None => (None, None),
    };
    Some(Pasted::Alert { title: title(&json, first, &labels, alerts.len()), onset, labels, query, source })
}

/// Labels that all alerts have with the same value; `None` if one has no labels, which no alert does.
fn common_labels(alerts: &[Value]) -> Option<Vec<(String, String)>> {
    let mut sets = Vec::new();
    for alert in alerts {
        sets.push(alert.get("labels")?.as_object()?);
    }
    let common = sets.first()?.iter().filter(|(key, value)| sets.iter().all(|set| set.get(*key) == Some(value)));
    Some(common.filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_owned()))).collect())
}

/// The first start among those that still fire, else among all.
fn onset(alerts: &[Value]) -> Option<Micros> {
    // Year 1 is how an alert writes "not yet"; no alert here is older than its product.
    let start = |alert: &Value| parse_moment(alert.get("startsAt")?.as_str()?, Micros(0)).ok().filter(|at| at.0 > 0);
    let fires = |alert: &&Value| {
        let status = alert.pointer("/status/state").or_else(|| alert.get("status")).and_then(Value::as_str);
        status != Some("resolved")
    };
    alerts.iter().filter(fires).filter_map(start).min().or_else(|| alerts.iter().filter_map(start).min())
}

/// The summary, else the name with its severity; more than one alert is counted.
fn title(json: &Value, first: &Value, labels: &[(String, String)], count: usize) -> String {
    let text = |value: &Value, pointer: &str| {
        value.pointer(pointer).and_then(Value::as_str).filter(|text| !text.trim().is_empty()).map(|text| text.trim().to_owned())
    };
    let summary = if count > 1 { text(json, "/commonAnnotations/summary") } else { text(first, "/annotations/summary") };
    let name = || {
        text(json, "/commonLabels/alertname").or_else(|| labels.iter().find(|(key, _)| key == "alertname").map(|(_, name)| name.clone()))
    };
    let title = summary.or_else(name).or_else(|| text(first, "/labels/alertname")).unwrap_or_else(|| "Alert without a name".to_owned());
    let title: String = title.chars().take(200).collect();
    if count > 1 { format!("{title} ({count} alerts)") } else { title }
}

/// The query behind the alert's address, over the time from an hour before the onset to now.
fn read_query(alert: &Value, onset: Option<Micros>, desk: &Desk<'_>) -> Option<(Option<String>, Query)> {
    let url = Url::parse(alert.get("generatorURL")?.as_str()?).ok()?;
    let Pasted::Query { source, mut query, .. } = address::read(&url, desk) else { return None };
    if let (Some(onset), Ask::PromqlInstant { text } | Ask::PromqlRange { text, .. }) = (onset, &query.ask) {
        let start = onset.plus_secs(-LEAD_SECS);
        let window = Window { start, end: desk.now.max(onset.plus_secs(LEAD_SECS)) };
        let step_secs = default_step(window, super::USUAL_POINTS);
        query = Query { ask: Ask::PromqlRange { text: text.clone(), step_secs, piece_secs: None }, window };
    }
    Some((source, query))
}
