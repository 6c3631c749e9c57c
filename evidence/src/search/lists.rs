//! What is not a search: field capabilities, mappings, the list of indices, ES|QL, the root.

use super::completeness::Completeness;
use super::{error, moment};
use crate::json::Json;
use crate::number::Number;
use crate::reading::{Cell, Column, ColumnRole, Data, Headline, Outcome, Reading, Remark, Table};

/// One row a field and type.
pub(super) fn field_caps(answer: &Json) -> Option<Reading> {
    let Json::Object(fields) = answer.get("fields")? else { return None };
    let indices = answer.get("indices");
    if indices.is_some_and(|indices| indices.items().is_empty()) {
        return Some(error::no_such_index("the pattern matches no index: the list of indices is empty"));
    }
    let mut rows = Vec::new();
    let mut remarks = Vec::new();
    for (field, types) in fields {
        let names: Vec<&str> = types.entries().iter().map(|(name, _)| name.as_str()).filter(|name| *name != "unmapped").collect();
        if names.len() > 1 {
            remarks.push(Remark::warning(format!(
                "{field} has several types: {}; a query over all these indices can fail in some",
                names.join(", ")
            )));
        }
        for (name, caps) in types.entries() {
            let within = caps.get("indices").or(indices).map_or(&[] as &[_], Json::items);
            let within = within.iter().map(Json::plain).collect::<Vec<_>>().join(", ");
            let flag = |key: &str| Cell::Text(caps.get(key).map_or_else(String::new, Json::plain));
            rows.push(vec![
                Cell::Text(field.clone()),
                Cell::Text(name.clone()),
                flag("searchable"),
                flag("aggregatable"),
                Cell::Text(within),
            ]);
        }
    }
    let headline = if rows.is_empty() { Headline::new("no such field", "") } else { counted(fields.len(), "field", "fields") };
    let mut reading = Reading::of_facts(&["field", "type", "searchable", "aggregatable", "indices"], rows, headline);
    reading.remarks = remarks;
    Some(reading)
}

/// One row a field of an index, with the length above which a value is not indexed.
pub(super) fn mapping(answer: &Json) -> Option<Reading> {
    let Json::Object(indices) = answer else { return None };
    if indices.is_empty() {
        return Some(error::no_such_index("the pattern matches no index: the mapping is empty"));
    }
    let mut rows = Vec::new();
    for (index, body) in indices {
        let mappings = body.get("mappings")?;
        if let Some(properties) = mappings.get("properties") {
            read_properties(index, properties, "", &mut rows);
        }
    }
    let headline = if rows.is_empty() { Headline::new("no fields are mapped", "") } else { counted(rows.len(), "field", "fields") };
    Some(Reading::of_facts(&["index", "field", "type", "ignore above"], rows, headline))
}

fn read_properties(index: &str, properties: &Json, path: &str, rows: &mut Vec<Vec<Cell>>) {
    for (name, field) in properties.entries() {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        if let Some(kind) = field.get("type") {
            let limit = field.get("ignore_above").and_then(Json::number).map_or(Cell::None, |limit| Cell::Number(limit.clone()));
            rows.push(vec![Cell::Text(index.to_owned()), Cell::Text(path.clone()), Cell::Text(kind.plain()), limit]);
        }
        for below in ["properties", "fields"] {
            if let Some(properties) = field.get(below) {
                read_properties(index, properties, &path, rows);
            }
        }
    }
}

/// One row an index, with the columns that were asked for.
pub(super) fn cat_indices(answer: &Json) -> Option<Reading> {
    let Json::List(items) = answer else { return None };
    let mut names: Vec<&str> = Vec::new();
    for item in items {
        let Json::Object(entries) = item else { return None };
        names.extend(entries.iter().map(|(key, _)| key.as_str()).filter(|key| !names.contains(key)).collect::<Vec<_>>());
    }
    let cell = |value: Option<&Json>| match value {
        None | Some(Json::Null) => Cell::None,
        // _cat writes numbers as text.
        Some(Json::Text(text)) => match Number::parse(text) {
            Some(number) if text.starts_with(|char: char| char.is_ascii_digit()) => Cell::Number(number),
            _ => Cell::Text(text.clone()),
        },
        Some(other) => Cell::Text(other.plain()),
    };
    let rows: Vec<Vec<Cell>> = items.iter().map(|item| names.iter().map(|name| cell(item.get(name))).collect()).collect();
    let headline = if rows.is_empty() { Headline::new("no indices", "") } else { counted(rows.len(), "index", "indices") };
    Some(Reading::of_facts(&names, rows, headline))
}

/// ES|QL: columns with types, rows of values.
pub(super) fn esql(answer: &Json) -> Option<Reading> {
    let Json::List(described) = answer.get("columns")? else { return None };
    let Json::List(values) = answer.get("values")? else { return None };
    if answer.get("is_running").is_some_and(Json::is_true) && values.is_empty() {
        return Some(Reading::could_not_ask(
            "still_running",
            "the query is still running",
            "is_running: true, no rows yet",
            "Ask for its result again, or ask for less.",
        ));
    }
    let mut columns = Vec::new();
    for column in described {
        let (name, kind) = (column.get("name")?.text()?, column.get("type").and_then(Json::text).unwrap_or_default());
        let role = if is_numeric(kind) { ColumnRole::Value } else { ColumnRole::Key };
        columns.push((Column { name: name.to_owned(), role }, kind));
    }
    let cell = |(value, (_, kind)): (&Json, &(Column, &str))| match value {
        Json::Null => Cell::None,
        Json::Number(number) => Cell::Number(number.clone()),
        value if kind.starts_with("date") => moment::read(value).map_or_else(|| Cell::Text(value.plain()), Cell::Time),
        value => Cell::Text(value.plain()),
    };
    let mut rows = Vec::new();
    for row in values {
        let Json::List(row) = row else { return None };
        if row.len() != columns.len() {
            return None;
        }
        rows.push(row.iter().zip(&columns).map(cell).collect::<Vec<_>>());
    }
    let columns: Vec<Column> = columns.into_iter().map(|(column, _)| column).collect();
    // A row that names something is a find, whatever numbers stand beside the name.
    let named =
        rows.iter().flat_map(|row| row.iter().zip(&columns)).any(|(cell, column)| column.role == ColumnRole::Key && *cell != Cell::None);
    let outcome = if named { Outcome::Value } else { Outcome::of_cells(&columns, &rows) };
    let headline = match (columns.as_slice(), rows.as_slice()) {
        ([column], [row]) if outcome != Outcome::NoData => {
            let text = match row.as_slice() {
                [Cell::Number(number)] => number.text().to_owned(),
                [Cell::Text(text)] => text.chars().take(120).collect(),
                [Cell::Time(at)] => at.rfc3339(),
                _ => String::new(),
            };
            Headline::new(text, column.name.clone())
        }
        (_, rows) if !rows.is_empty() => counted(rows.len(), "row", "rows"),
        _ => Headline::new("no rows", ""),
    };
    let mut reading = Reading::understood(outcome, headline, Data::Table(Table { columns, rows, total: None }));
    if answer.get("is_partial").is_some_and(Json::is_true) {
        reading.missing.push("the source says that its answer is partial".to_owned());
    }
    reading.missing.extend(Completeness::of(answer).missing_clusters());
    Some(reading)
}

/// Name and version of the cluster.
pub(super) fn root(answer: &Json) -> Option<Reading> {
    let name = build_name(answer)?;
    let text = |path: &[&str]| Cell::Text(answer.at(path).map_or_else(String::new, Json::plain));
    let rows = vec![
        vec![Cell::Text("build".to_owned()), Cell::Text(name.clone())],
        vec![Cell::Text("cluster".to_owned()), text(&["cluster_name"])],
        vec![Cell::Text("node".to_owned()), text(&["name"])],
    ];
    Some(Reading::of_facts(&["fact", "value"], rows, Headline::new(name, "")))
}

/// `Elasticsearch 8.19.0` or `OpenSearch 2.19.6`.
pub(super) fn build_name(answer: &Json) -> Option<String> {
    let version = answer.at(&["version", "number"])?.text()?;
    let opensearch = answer.at(&["version", "distribution"]).and_then(Json::text) == Some("opensearch");
    Some(format!("{} {version}", if opensearch { "OpenSearch" } else { "Elasticsearch" }))
}

fn is_numeric(kind: &str) -> bool {
    matches!(
        kind,
        "long"
            | "integer"
            | "short"
            | "byte"
            | "double"
            | "float"
            | "half_float"
            | "scaled_float"
            | "unsigned_long"
            | "counter_long"
            | "counter_integer"
            | "counter_double"
    )
}

fn counted(count: usize, one: &str, many: &str) -> Headline {
    Headline::new(count.to_string(), if count == 1 { one } else { many })
}
