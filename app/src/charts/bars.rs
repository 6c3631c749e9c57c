//! Rows and single points as bars, and tables over time.

use super::{LeftOut, MAX_BARS, axis, base, bottom_axis, colour, stroke, telling_names};
use charming::Chart;
use charming::datatype::{CompositeValue, DataPoint};
use charming::element::{AxisType, ItemStyle};
use charming::series::{Bar, Line};
use evidence::reading::{Cell, ColumnRole, Series, Table};

/// The most characters of a bar's name.
const MAX_NAME: usize = 40;

/// A chart of a table with one key column and one column that counts or measures: over time if the key is one, else a bar a row.
///
/// Anything wider has no one picture, and gets none. Where rows are counted and measured, the measured column is drawn.
pub fn table_chart(table: &Table, unit: &str) -> Option<Chart> {
    let places = |role: ColumnRole| -> Vec<usize> {
        table.columns.iter().enumerate().filter(|(_, column)| column.role == role).map(|(place, _)| place).collect()
    };
    let (keys, counts, values) = (places(ColumnRole::Key), places(ColumnRole::Count), places(ColumnRole::Value));
    let [key] = keys[..] else { return None };
    let (drawn, counts_rows) = match (&values[..], &counts[..]) {
        ([value], _) => (*value, false),
        ([], [count]) => (*count, true),
        _ => return None,
    };
    if table.rows.len() < 2 {
        return None;
    }
    let name = &table.columns.get(drawn)?.name;
    let title = if unit.is_empty() { name.clone() } else { format!("{name}, {unit}") };
    let rows: Vec<(&Cell, Option<f64>)> = table.rows.iter().filter_map(|row| Some((row.get(key)?, number(row.get(drawn)?)))).collect();
    let over_time = rows.iter().all(|(key, _)| matches!(key, Cell::Time(_)));
    Some(if over_time {
        time_chart(&title, counts_rows, &rows)
    } else {
        bar_chart(&title, rows.iter().map(|(key, value)| (cell_name(key), *value)).collect())
    })
}

/// Several series of one point each, as bars in the source's order; none if no point is a number to draw.
pub(super) fn instant_chart(series: &[Series], unit: &str) -> Option<Chart> {
    let value = |one: &Series| one.points.first().map(|point| point.value.value());
    series
        .iter()
        .filter_map(value)
        .any(f64::is_finite)
        .then(|| bar_chart(unit, telling_names(series).into_iter().zip(series.iter().map(value)).collect()))
}

/// A bar a name. A row without a value keeps its place and has no bar.
fn bar_chart(title: &str, rows: Vec<(String, Option<f64>)>) -> Chart {
    let drawn = rows.get(..MAX_BARS).unwrap_or(&rows);
    let left_out = LeftOut { not_finite: not_finite(drawn.iter().map(|row| row.1)), further: rows.len() - drawn.len(), of: "rows" };
    let names = drawn.iter().map(|(name, _)| name.chars().take(MAX_NAME).collect()).collect::<Vec<String>>();
    let data: Vec<DataPoint> =
        drawn.iter().map(|(_, value)| DataPoint::from(CompositeValue::from(value.filter(|value| value.is_finite())))).collect();
    base()
        .x_axis(bottom_axis(title, &left_out).type_(AxisType::Value))
        .y_axis(axis("").type_(AxisType::Category).inverse(true).data(names))
        .series(Bar::new().name(title).item_style(ItemStyle::new().color(colour(0))).data(data))
}

/// Rows over time: counts as bars, since each stands for its whole bucket; measured values as a line.
fn time_chart(title: &str, counts_rows: bool, rows: &[(&Cell, Option<f64>)]) -> Chart {
    let left_out = LeftOut { not_finite: not_finite(rows.iter().map(|row| row.1)), ..LeftOut::default() };
    let point = |(key, value): &(&Cell, Option<f64>)| match key {
        Cell::Time(at) => Some(DataPoint::from(CompositeValue::Array(vec![
            CompositeValue::from(at.millis()),
            CompositeValue::from(value.filter(|value| value.is_finite())),
        ]))),
        Cell::Number(_) | Cell::Text(_) | Cell::None => None,
    };
    let data: Vec<DataPoint> = rows.iter().filter_map(point).collect();
    let chart = base().x_axis(bottom_axis("UTC", &left_out).type_(AxisType::Time)).y_axis(axis(title).type_(AxisType::Value));
    let paint = ItemStyle::new().color(colour(0));
    if counts_rows {
        chart.series(Bar::new().name(title).item_style(paint).data(data))
    } else {
        chart.series(
            Line::new()
                .name(title)
                .show_symbol(true)
                .symbol_size(4.0)
                .connect_nulls(false)
                .line_style(stroke(0))
                .item_style(paint)
                .data(data),
        )
    }
}

fn not_finite(values: impl Iterator<Item = Option<f64>>) -> usize {
    values.flatten().filter(|value| !value.is_finite()).count()
}

fn number(cell: &Cell) -> Option<f64> {
    match cell {
        Cell::Number(number) => Some(number.value()),
        Cell::Text(_) | Cell::Time(_) | Cell::None => None,
    }
}

fn cell_name(cell: &Cell) -> String {
    match cell {
        Cell::Number(number) => number.text().to_owned(),
        Cell::Text(text) => text.clone(),
        Cell::Time(at) => at.day_time(),
        Cell::None => "no value".to_owned(),
    }
}
