//! Aggregations of any nesting as one table.
//!
//! Every bucket is one row, so that every number stands exactly once: its key and the keys above it, its count, and what was measured
//! in it. Buckets within it follow as rows of their own. Column names are paths such as `per_minute > total > 99.0`.

use super::moment;
use super::table::{Row, TableBuilder};
use crate::json::Json;
use crate::reading::{Cell, ColumnRole, Headline, Remark, Table};

/// What was found in the aggregations of an answer.
pub(super) struct Found {
    pub table: Table,
    pub remarks: Vec<Remark>,
    /// What the source left out.
    pub cut: Vec<String>,
}

/// Reads the value of `aggregations`.
pub(super) fn read(aggregations: &Json) -> Found {
    let mut reader = Reader { table: TableBuilder::default(), remarks: Vec::new(), cut: Vec::new() };
    reader.read_row(aggregations, "", &[], Row::new());
    if reader.table.dropped_columns {
        reader.cut.push("further columns are only in the raw answer".to_owned());
    }
    let (table, dropped) = reader.table.finish();
    if dropped > 0 {
        reader.cut.push(format!("{dropped} further rows are only in the raw answer"));
    }
    Found { table, remarks: reader.remarks, cut: reader.cut }
}

/// The headline of a table that holds exactly one measured number: that number, with its column as unit.
pub(super) fn only_value(table: &Table) -> Option<Headline> {
    let ([column], [row]) = (table.columns.as_slice(), table.rows.as_slice()) else { return None };
    match row.as_slice() {
        [Cell::Number(number)] if column.role != ColumnRole::Key => Some(Headline::new(number.text(), column.name.clone())),
        [Cell::Time(at)] => Some(Headline::new(at.rfc3339(), column.name.clone())),
        _ => None,
    }
}

/// A key above a row: its column and its cell.
type Key = (String, Cell);

struct Reader {
    table: TableBuilder,
    remarks: Vec<Remark>,
    cut: Vec<String>,
}

impl Reader {
    /// Writes the row of a bucket, or of the whole, then the rows of the buckets within it.
    fn read_row(&mut self, bucket: &Json, path: &str, keys: &[Key], mut row: Row) {
        let place = self.table.reserve();
        let mut inner = Vec::new();
        for (name, value) in bucket.entries() {
            if matches!(name.as_str(), "key" | "key_as_string" | "doc_count" | "from" | "from_as_string" | "to" | "to_as_string" | "meta")
                && !path.is_empty()
            {
                continue;
            }
            if let Json::Object(_) = value {
                self.read_metric(value, &join(path, untyped(name)), kind(name), &mut row, &mut inner);
            }
        }
        self.table.fill(place, row);
        for (aggregation, path, kind) in inner {
            self.read_buckets(aggregation, &path, kind, keys);
        }
    }

    /// Puts what an aggregation measured into the row; buckets are left for later.
    fn read_metric<'a>(
        &mut self,
        aggregation: &'a Json,
        path: &str,
        kind: &'a str,
        row: &mut Row,
        inner: &mut Vec<(&'a Json, String, &'a str)>,
    ) {
        if aggregation.get("buckets").is_some() {
            inner.push((aggregation, path.to_owned(), kind));
            return;
        }
        for (name, value) in aggregation.entries() {
            let shown = aggregation.get(&format!("{name}_as_string")).and_then(Json::text);
            match (name.as_str(), value) {
                ("meta", _) => {}
                ("doc_count", Json::Number(count)) => {
                    self.table.put(row, &join(path, "count"), ColumnRole::Count, Cell::Number(count.clone()))
                }
                ("value", value) => self.table.put(row, path, ColumnRole::Value, measured(value, shown)),
                ("values", values) => self.read_percentiles(values, path, row),
                ("hits", hits) if hits.get("hits").is_some() => {
                    let count = hits.get("hits").map_or(0, |hits| hits.items().len());
                    let text = format!("{count} {}, only in the raw answer", if count == 1 { "document" } else { "documents" });
                    self.table.put(row, &join(path, "top hits"), ColumnRole::Key, Cell::Text(text));
                }
                (name, Json::Object(_)) => self.read_metric(value, &join(path, untyped(name)), self::kind(name), row, inner),
                (name, Json::Text(_)) if name.ends_with("_as_string") => {}
                (name, value) => self.table.put(row, &join(path, name), ColumnRole::Value, measured(value, shown)),
            }
        }
    }

    /// Percentiles: an object by percent, or a list of key and value.
    fn read_percentiles(&mut self, values: &Json, path: &str, row: &mut Row) {
        for (percent, value) in values.entries().iter().filter(|(percent, _)| !percent.ends_with("_as_string")) {
            let shown = values.get(&format!("{percent}_as_string")).and_then(Json::text);
            self.table.put(row, &join(path, percent), ColumnRole::Value, measured(value, shown));
        }
        for item in values.items() {
            if let (Some(percent), Some(value)) = (item.get("key"), item.get("value")) {
                self.table.put(
                    row,
                    &join(path, &percent.plain()),
                    ColumnRole::Value,
                    measured(value, item.get("value_as_string").and_then(Json::text)),
                );
            }
        }
    }

    fn read_buckets(&mut self, aggregation: &Json, path: &str, kind: &str, keys: &[Key]) {
        let count = |key: &str| aggregation.get(key).and_then(Json::count).filter(|count| *count > 0);
        if let Some(others) = count("sum_other_doc_count") {
            self.cut.push(format!("{others} documents of {path} are in buckets that are not shown"));
        }
        if let Some(bound) = count("doc_count_error_upper_bound") {
            self.remarks.push(Remark::warning(format!("counts of {path} may be too low by up to {bound}")));
        }
        if let Some(after) = aggregation.get("after_key") {
            self.cut.push(format!("more buckets of {path} may follow after {after}"));
        }
        let buckets = aggregation.get("buckets");
        let named = buckets.map_or(&[] as &[_], Json::entries).iter().map(|(name, bucket)| (Some(name), bucket));
        let listed = buckets.map_or(&[] as &[_], Json::items).iter().map(|bucket| (None, bucket));
        for (name, bucket) in named.chain(listed) {
            let mut keys = keys.to_vec();
            match (name, bucket.get("key")) {
                (Some(name), _) => keys.push((path.to_owned(), Cell::Text(name.clone()))),
                (None, Some(Json::Object(parts))) => {
                    keys.extend(parts.iter().map(|(part, value)| (join(path, part), key_cell(value, None, ""))));
                }
                (None, Some(key)) => {
                    keys.push((path.to_owned(), key_cell(key, bucket.get("key_as_string").and_then(Json::text), kind)));
                }
                (None, None) => {}
            }
            let mut row = Row::new();
            for (column, cell) in &keys {
                self.table.put(&mut row, column, ColumnRole::Key, cell.clone());
            }
            if let Some(Json::Number(count)) = bucket.get("doc_count") {
                self.table.put(&mut row, &join(path, "count"), ColumnRole::Count, Cell::Number(count.clone()));
            }
            self.read_row(bucket, path, &keys, row);
        }
    }
}

/// A measured value: a moment where the source writes it as one, else the number with its digits. Null is none, not zero.
fn measured(value: &Json, shown: Option<&str>) -> Cell {
    match value {
        Json::Null => Cell::None,
        Json::Number(number) => match shown {
            // "+52855856-…" is a date made of nanoseconds that were taken for milliseconds: the number still has the truth.
            Some(shown) if shown.starts_with('+') => moment::of_number(number).map_or_else(|| Cell::Number(number.clone()), Cell::Time),
            Some(shown) => moment::of_text(shown).filter(|_| shown.contains('-')).map_or_else(|| Cell::Number(number.clone()), Cell::Time),
            None => Cell::Number(number.clone()),
        },
        other => Cell::Text(other.plain()),
    }
}

/// A bucket's key: a moment for dates, the source's word for booleans, else as it stands.
fn key_cell(key: &Json, shown: Option<&str>, kind: &str) -> Cell {
    let is_date = matches!(kind, "date_histogram" | "auto_date_histogram")
        || shown.is_some_and(|shown| moment::of_text(shown).is_some() && shown.contains('-'));
    match (key, shown) {
        (Json::Null, _) => Cell::None,
        (Json::Number(number), _) if is_date => moment::of_number(number).map_or_else(|| Cell::Number(number.clone()), Cell::Time),
        (Json::Number(_), Some(shown @ ("true" | "false"))) => Cell::Text(shown.to_owned()),
        // A date in a format of its own still counts milliseconds.
        (Json::Number(number), Some(_)) if number.value().abs() >= 1e11 => {
            moment::of_number(number).map_or_else(|| Cell::Number(number.clone()), Cell::Time)
        }
        (Json::Number(number), _) => Cell::Number(number.clone()),
        (other, _) => Cell::Text(other.plain()),
    }
}

/// `sterms#by_api` with `typed_keys`, else the name itself.
fn untyped(name: &str) -> &str {
    name.split_once('#').map_or(name, |(_, name)| name)
}

/// The type that `typed_keys` writes before the name; else empty.
fn kind(name: &str) -> &str {
    name.split_once('#').map_or("", |(kind, _)| kind)
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path} > {name}") }
}
