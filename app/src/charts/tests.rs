use super::*;
use evidence::number::Number;
use evidence::reading::{Cell, Column, ColumnRole, Point, Table};
use evidence::time::Micros;

/// 10 Sep 2026 13:00:00 UTC.
const START: Micros = Micros(1_789_045_200_000_000);

fn window() -> Window {
    Window { start: START, end: START.plus_secs(10_800) }
}

fn series(label: &str, samples: &[(i64, &str)]) -> Series {
    let point = |(after, text): &(i64, &str)| Point { at: START.plus_secs(*after), value: Number::parse(text).unwrap() };
    Series::new(vec![("job".into(), "kafka".into()), ("pod".into(), label.into())], samples.iter().map(point).collect(), 0)
}

fn option(data: &Data) -> Value {
    serde_json::from_str(&chart_json(data, window(), Some(60), "ms", "a sentence").unwrap()).unwrap()
}

fn table(columns: &[(&str, ColumnRole)], rows: Vec<Vec<Cell>>) -> Data {
    let columns = columns.iter().map(|(name, role)| Column { name: (*name).into(), role: *role }).collect();
    Data::Table(Table { columns, rows, total: None })
}

#[test]
fn a_gap_is_a_point_without_a_value() {
    let data = Data::Series { series: vec![series("broker-a", &[(0, "1"), (60, "2"), (600, "3"), (660, "4")])] };
    let values: Vec<Value> = option(&data)["series"][0]["data"].as_array().unwrap().iter().map(|point| point[1].clone()).collect();
    assert_eq!(values, [json!(1.0), json!(2.0), Value::Null, json!(3.0), json!(4.0)]);
}

#[test]
fn nan_and_infinity_are_left_out_and_counted() {
    let data = Data::Series { series: vec![series("broker-a", &[(0, "1"), (60, "NaN"), (120, "+Inf"), (180, "2")])] };
    let option = option(&data);
    assert_eq!(option["series"][0]["data"][1], json!([1_789_045_260_000_i64, null]));
    assert_eq!(option["xAxis"]["name"], "UTC; not drawn: 2 samples that are NaN or infinite");
}

#[test]
fn the_time_axis_is_the_window_that_was_asked() {
    let data = Data::Series { series: vec![series("broker-a", &[(0, "1"), (60, "2")])] };
    let axis = &option(&data)["xAxis"];
    assert_eq!((&axis["type"], &axis["min"], &axis["max"]), (&json!("time"), &json!(1_789_045_200_000_i64), &json!(1_789_056_000_000_i64)));
}

#[test]
fn at_most_forty_series_are_drawn_and_the_rest_is_named() {
    let many = (0..52).map(|index| series(&format!("pod-{index}"), &[(0, "1"), (60, "2")])).collect();
    let option = option(&Data::Series { series: many });
    assert_eq!(option["series"].as_array().unwrap().len(), 40);
    assert_eq!(option["xAxis"]["name"], "UTC; not drawn: 12 further series");
}

#[test]
fn a_series_is_named_by_the_labels_that_differ() {
    let data = Data::Series { series: vec![series("broker-a", &[(0, "1"), (60, "2")]), series("broker-b", &[(0, "1"), (60, "2")])] };
    assert_eq!(option(&data)["series"][1]["name"], "broker-b");
}

#[test]
fn colours_are_names_of_the_style_sheet() {
    let data = Data::Series { series: vec![series("broker-a", &[(0, "1"), (60, "2")])] };
    assert_eq!(option(&data)["series"][0]["lineStyle"]["color"], "var(--series-1)");
}

#[test]
fn the_description_is_for_people_who_cannot_see_the_chart() {
    let data = Data::Series { series: vec![series("broker-a", &[(0, "1"), (60, "2")])] };
    assert_eq!(option(&data)["aria"], json!({ "enabled": true, "label": { "description": "a sentence" } }));
}

#[test]
fn nothing_moves() {
    let data = Data::Series { series: vec![series("broker-a", &[(0, "1"), (60, "2")])] };
    assert_eq!(option(&data)["animation"], false);
}

#[test]
fn long_series_are_reduced_to_two_points_a_pixel() {
    let samples: Vec<(i64, &str)> = (0..10_000).map(|index| (index, "1")).collect();
    let data = Data::Series { series: vec![series("broker-a", &samples)] };
    let chart = chart_json(&data, window(), Some(1), "", "").unwrap();
    let option: Value = serde_json::from_str(&chart).unwrap();
    assert!(option["series"][0]["data"].as_array().unwrap().len() <= 2 * WIDTH);
}

#[test]
fn one_point_each_is_a_bar_each() {
    let data = Data::Series { series: vec![series("broker-a", &[(0, "864")]), series("broker-b", &[(0, "771")])] };
    let option = option(&data);
    assert_eq!((&option["yAxis"]["data"], &option["series"][0]["data"]), (&json!(["broker-a", "broker-b"]), &json!([864.0, 771.0])));
}

#[test]
fn one_number_needs_no_chart() {
    assert!(!has_chart(&Data::Series { series: vec![series("broker-a", &[(0, "864")])] }));
}

#[test]
fn counts_over_time_are_bars_and_a_missing_count_is_no_zero() {
    let columns = [("per_minute", ColumnRole::Key), ("count", ColumnRole::Count)];
    let rows = vec![vec![Cell::Time(START), Cell::Number(Number::count(3))], vec![Cell::Time(START.plus_secs(60)), Cell::None]];
    let drawn = &option(&table(&columns, rows))["series"][0];
    assert_eq!((&drawn["type"], &drawn["data"][1]), (&json!("bar"), &json!([1_789_045_260_000_i64, null])));
}

#[test]
fn the_measured_column_is_drawn_rather_than_the_count() {
    let columns = [("broker", ColumnRole::Key), ("count", ColumnRole::Count), ("p99", ColumnRole::Value)];
    let row =
        |name: &str, p99: &str| vec![Cell::Text(name.into()), Cell::Number(Number::count(7)), Cell::Number(Number::parse(p99).unwrap())];
    let option = option(&table(&columns, vec![row("a", "7500"), row("b", "354")]));
    assert_eq!(option["series"][0]["data"], json!([7500.0, 354.0]));
}

#[test]
fn a_table_with_two_keys_has_no_one_picture() {
    let columns = [("broker", ColumnRole::Key), ("topic", ColumnRole::Key), ("count", ColumnRole::Count)];
    let row = || vec![Cell::Text("a".into()), Cell::Text("t".into()), Cell::Number(Number::count(1))];
    assert!(!has_chart(&table(&columns, vec![row(), row()])));
}
