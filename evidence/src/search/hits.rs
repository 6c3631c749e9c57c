//! Documents, read as lines.

use super::moment;
use crate::json::Json;
use crate::reading::{Line, Remark, Total};
use crate::time::Micros;

/// `hits.total`: an object with its relation, a number, or absent.
pub(super) fn total(hits: &Json) -> Total {
    let Some(total) = hits.get("total") else { return Total::Unknown };
    let count = total.count().or_else(|| total.get("value").and_then(Json::count));
    match (count, total.get("relation").and_then(Json::text)) {
        // `-1` is how OpenSearch writes "not counted" as a number; it is no count.
        (None, _) => Total::Unknown,
        (Some(count), Some("gte")) => Total::AtLeast(count),
        (Some(count), _) => Total::Exact(count),
    }
}

/// The hits as lines, in the source's order.
pub(super) fn lines(hits: &[Json]) -> Vec<Line> {
    (1..).zip(hits).map(|(index, hit)| line(index, hit)).collect()
}

/// A warning for every field whose value was too long for the index: a filter on it misses the line, or NOT lets it through.
pub(super) fn ignored_fields(hits: &Json) -> Vec<Remark> {
    let mut fields: Vec<(String, usize)> = Vec::new();
    for hit in hits.get("hits").map_or(&[] as &[_], Json::items) {
        for field in hit.get("_ignored").map_or(&[] as &[_], Json::items) {
            let name = field.plain();
            match fields.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => fields.push((name, 1)),
            }
        }
    }
    let remark = |(field, count)| {
        let lines = if count == 1 { "1 line".to_owned() } else { format!("{count} lines") };
        Remark::warning(format!("{field} was too long for the index in {lines}: a filter on it misses them, and NOT lets them through"))
    };
    fields.into_iter().map(remark).collect()
}

fn line(index: u32, hit: &Json) -> Line {
    let source = hit.get("_source").or_else(|| hit.get("fields"));
    let text = |key: &str| hit.get(key).map_or_else(String::new, Json::plain);
    let mut fields = Vec::new();
    if let Some(source) = source {
        flatten(source, "", &mut fields);
    }
    let spoken = ["message", "log", "event.original"];
    let message = spoken.into_iter().find_map(|key| {
        let place = fields.iter().position(|(name, _)| name == key)?;
        Some(fields.remove(place).1)
    });
    let message = message.unwrap_or_else(|| source.map_or_else(String::new, Json::to_string));
    Line { index, at: time_of(hit, source), message, fields, origin: (text("_index"), text("_id")) }
}

/// The line's time: its timestamp field, else a sort value that can only be a moment.
fn time_of(hit: &Json, source: Option<&Json>) -> Option<Micros> {
    let stamp = |json: &Json| ["@timestamp", "timestamp"].into_iter().find_map(|key| moment::read(json.get(key)?));
    source.and_then(stamp).or_else(|| hit.get("fields").and_then(stamp)).or_else(|| {
        let first = hit.get("sort")?.items().first()?;
        let digits = first.plain().bytes().filter(u8::is_ascii_digit).count();
        matches!(digits, 13 | 19).then(|| moment::read(first))?
    })
}

/// Objects become dotted names; lists stay together.
fn flatten(json: &Json, path: &str, fields: &mut Vec<(String, String)>) {
    match json {
        Json::Object(entries) => {
            for (key, value) in entries {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                flatten(value, &path, fields);
            }
        }
        // One value in a list is how `fields` writes every value.
        Json::List(items) if items.len() == 1 && !matches!(items.first(), Some(Json::Object(_))) => {
            fields.push((path.to_owned(), items.first().map_or_else(String::new, Json::plain)));
        }
        other => fields.push((path.to_owned(), other.plain())),
    }
}
