//! Aggregations, documents and lists as tables and lines.

use crate::support::load;
use evidence::prometheus;
use evidence::reading::{Cell, ColumnRole, Data, Outcome, Reading, Table, Total};
use evidence::search::{Endpoint, read};
use evidence::time::Micros;

fn table(reading: Reading) -> Table {
    match reading.data {
        Data::Table(table) => table,
        other => panic!("a table expected, not {other:?}"),
    }
}

fn aggregations(text: &str) -> Table {
    let body = format!(
        r#"{{"_shards":{{"total":1,"successful":1}},"hits":{{"total":{{"value":9,"relation":"eq"}},"hits":[]}},"aggregations":{text}}}"#
    );
    table(read(Endpoint::Search, 200, None, body.as_bytes()))
}

/// One cell as text, by row and column name.
fn cell(table: &Table, row: usize, column: &str) -> String {
    let place =
        table.columns.iter().position(|one| one.name == column).unwrap_or_else(|| panic!("no column {column} in {:?}", table.columns));
    match &table.rows[row][place] {
        Cell::Number(number) => number.text().to_owned(),
        Cell::Text(text) => text.clone(),
        Cell::Time(at) => at.rfc3339(),
        Cell::None => "none".to_owned(),
    }
}

#[test]
fn a_date_histogram_has_a_row_a_bucket() {
    let table = table(read(Endpoint::Search, 200, None, &load("search/es8/search_aggs.json")));
    // The row of the whole, nine buckets of time, three of api.
    assert_eq!(table.rows.len(), 13);
    assert_eq!(cell(&table, 1, "per_minute"), "2026-11-30T00:00:00Z");
    assert_eq!(cell(&table, 1, "per_minute > count"), "1000");
    assert_eq!(cell(&table, 1, "per_minute > slow > count"), "38");
    assert_eq!(cell(&table, 1, "per_minute > total > 99.0"), "76.42105712890624");
}

#[test]
fn percentiles_of_an_empty_bucket_are_none() {
    let table = table(read(Endpoint::Search, 200, None, &load("search/es8/search_aggs.json")));
    assert_eq!(cell(&table, 9, "per_minute > total > 99.0"), "none");
}

#[test]
fn the_table_keeps_the_total() {
    let table = table(read(Endpoint::Search, 200, None, &load("search/es8/search_aggs.json")));
    assert_eq!(table.total, Some(Total::Exact(6000)));
}

#[test]
fn top_terms_are_marked_as_cut_off() {
    let reading = read(Endpoint::Search, 200, None, &load("search/es8/search_aggs.json"));
    assert_eq!(reading.truncated.as_deref(), Some("2400 documents of by_api are in buckets that are not shown"));
}

#[test]
fn typed_keys_lose_their_prefix() {
    let table = table(read(Endpoint::Search, 200, None, &load("search/es8/search_aggs_typed_keys.json")));
    assert_eq!(cell(&table, 1, "by_api > p > 99.0"), "80.4263984624283");
}

#[test]
fn nested_buckets_repeat_the_keys_above_them() {
    let table = aggregations(
        r#"{"day":{"buckets":[{"key_as_string":"2026-09-10T00:00:00.000Z","key":1788998400000,"doc_count":9,"api":{"buckets":[{"key":"Produce","doc_count":7}]}}]}}"#,
    );
    assert_eq!(cell(&table, 1, "day"), "2026-09-10T00:00:00Z");
    assert_eq!(cell(&table, 1, "day > api"), "Produce");
    assert_eq!(cell(&table, 1, "day > api > count"), "7");
    assert_eq!(cell(&table, 1, "day > count"), "none");
}

#[test]
fn named_filters_are_keys() {
    let table = aggregations(r#"{"f":{"buckets":{"errors":{"doc_count":1},"warnings":{"doc_count":2}}}}"#);
    assert_eq!((cell(&table, 1, "f"), cell(&table, 1, "f > count")), ("warnings".to_owned(), "2".to_owned()));
}

#[test]
fn composite_keys_are_columns_and_say_that_more_may_follow() {
    let body = br#"{"_shards":{"total":1,"successful":1},"hits":{"total":{"value":9,"relation":"eq"},"hits":[]},"aggregations":{"c":{"after_key":{"api":"B","broker":2},"buckets":[{"key":{"api":"A","broker":1},"doc_count":3}]}}}"#;
    let reading = read(Endpoint::Search, 200, None, body);
    assert_eq!(reading.truncated.as_deref(), Some(r#"more buckets of c may follow after {"api":"B","broker":2}"#));
    let table = table(reading);
    assert_eq!((cell(&table, 0, "c > api"), cell(&table, 0, "c > broker")), ("A".to_owned(), "1".to_owned()));
}

#[test]
fn top_hits_are_named() {
    let table = aggregations(r#"{"t":{"buckets":[{"key":"a","doc_count":1,"last":{"hits":{"total":1,"hits":[{"_id":"1"}]}}}]}}"#);
    assert_eq!(cell(&table, 0, "t > last > top hits"), "1 document, only in the raw answer");
}

#[test]
fn stats_and_their_bounds_are_columns() {
    let table = aggregations(r#"{"s":{"count":2,"min":1.0,"max":3.0,"std_deviation_bounds":{"upper":4.0,"lower":null}}}"#);
    assert_eq!(cell(&table, 0, "s > max"), "3.0");
    assert_eq!(cell(&table, 0, "s > std_deviation_bounds > lower"), "none");
}

#[test]
fn booleans_are_words() {
    let table = aggregations(r#"{"b":{"buckets":[{"key":1,"key_as_string":"true","doc_count":4}]}}"#);
    assert_eq!(cell(&table, 0, "b"), "true");
}

#[test]
fn a_single_number_is_the_headline() {
    let body = br#"{"_shards":{"total":1,"successful":1},"hits":{"total":{"value":9,"relation":"eq"},"hits":[]},"aggregations":{"slowest":{"value":25617.0}}}"#;
    assert_eq!(read(Endpoint::Search, 200, None, body).headline.phrase(), "25617.0 slowest");
}

#[test]
fn keys_counts_and_values_have_their_roles() {
    let table = aggregations(r#"{"t":{"buckets":[{"key":"a","doc_count":1,"m":{"value":2.5}}]}}"#);
    let roles: Vec<ColumnRole> = table.columns.iter().map(|column| column.role).collect();
    assert_eq!(roles, [ColumnRole::Key, ColumnRole::Count, ColumnRole::Value]);
}

#[test]
fn documents_are_lines() {
    let reading = read(Endpoint::Search, 200, None, &load("search/es8/search_query_string.json"));
    let Data::Lines { total, lines } = reading.data else { panic!("lines expected") };
    assert_eq!(total, Total::Exact(389));
    assert_eq!(lines[1].at, Some(Micros(1_795_996_804_500_000)));
    assert_eq!((lines[1].index, lines[1].origin.1.as_str()), (2, "rgFBLqIBIAQI7FfKJa3i"));
    assert!(lines[1].fields.contains(&("total_ms".to_owned(), "65.747".to_owned())));
}

#[test]
fn the_message_is_taken_out_of_the_fields() {
    let body = br#"{"_shards":{"total":1,"successful":1},"hits":{"total":{"value":1,"relation":"eq"},"hits":[{"_index":"l","_id":"1","_source":{"@timestamp":"2026-09-10T13:30:00.123Z","log":{"level":"WARN"},"message":"slow request"}}]}}"#;
    let Data::Lines { lines, .. } = read(Endpoint::Search, 200, None, body).data else { panic!("lines expected") };
    assert_eq!(lines[0].message, "slow request");
    assert!(lines[0].fields.contains(&("log.level".to_owned(), "WARN".to_owned())));
    assert_eq!(lines[0].at, Some(Micros(1_789_047_000_123_000)));
}

#[test]
fn a_mapping_shows_the_length_limit() {
    let table = table(read(Endpoint::Mapping, 200, None, &load("search/es8/text_mapping.json")));
    assert_eq!((cell(&table, 1, "field"), cell(&table, 1, "ignore above")), ("api.keyword".to_owned(), "256".to_owned()));
}

#[test]
fn a_field_of_two_types_is_warned_of() {
    let reading = read(Endpoint::FieldCaps, 200, None, &load("search/es8/field_caps_conflict.json"));
    assert!(reading.remarks[0].text.starts_with("total_ms has several types: float, long"), "{:?}", reading.remarks);
}

#[test]
fn esql_dates_are_moments() {
    let table = table(read(Endpoint::Esql, 200, None, &load("search/es8/esql_rows.json")));
    assert_eq!(table.rows[0][0], Cell::Time(Micros(1_795_996_800_000_000)));
}

#[test]
fn an_esql_count_of_nothing_is_a_zero() {
    let body = br#"{"columns":[{"name":"c","type":"long"}],"values":[[0]]}"#;
    assert_eq!(read(Endpoint::Esql, 200, None, body).outcome, Outcome::Zero);
}

#[test]
fn a_count_of_zero_is_a_zero_and_one_without_an_index_is_not() {
    let zero = br#"{"count":0,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0}}"#;
    assert_eq!(read(Endpoint::Count, 200, None, zero).outcome, Outcome::Zero);
    let nowhere = br#"{"count":0,"_shards":{"total":0,"successful":0,"skipped":0,"failed":0}}"#;
    assert_eq!(read(Endpoint::Count, 200, None, nowhere).outcome, Outcome::CouldNotAsk);
}

#[test]
fn field_caps_and_mappings_of_no_index_are_no_such_index() {
    for (endpoint, body) in [(Endpoint::FieldCaps, r#"{"indices":[],"fields":{}}"#), (Endpoint::Mapping, "{}")] {
        let reading = read(endpoint, 200, None, body.as_bytes());
        assert_eq!(reading.reason.map(|reason| reason.code).as_deref(), Some("no_such_index"), "{body}");
    }
}

#[test]
fn an_unknown_field_is_no_data() {
    let reading = read(Endpoint::FieldCaps, 200, None, br#"{"indices":["a"],"fields":{}}"#);
    assert_eq!((reading.outcome, reading.headline.text.as_str()), (Outcome::NoData, "no such field"));
}

#[test]
fn all_shards_failed_gives_the_reason_of_the_shards() {
    let body = br#"{"_shards":{"total":2,"successful":0,"failed":2,"failures":[{"index":"a","reason":{"type":"too_many_buckets_exception","reason":"x"}}]},"hits":{"total":{"value":0,"relation":"eq"},"hits":[]}}"#;
    assert_eq!(read(Endpoint::Search, 200, None, body).reason.map(|reason| reason.code).as_deref(), Some("too_many_buckets"));
}

#[test]
fn an_early_end_makes_floors() {
    let body = br#"{"terminated_early":true,"_shards":{"total":1,"successful":1},"hits":{"total":{"value":5,"relation":"eq"},"hits":[]}}"#;
    let reading = read(Endpoint::Search, 200, None, body);
    assert_eq!((reading.headline.phrase().as_str(), reading.truncated.is_some()), ("5 hits or more", true));
}

#[test]
fn metadata_is_a_table() {
    let body = br#"{"status":"success","data":{"up":[{"type":"gauge","help":"Whether it is up","unit":""}]}}"#;
    let table = table(prometheus::read(prometheus::Endpoint::Metadata, 200, None, body));
    assert_eq!((cell(&table, 0, "metric"), cell(&table, 0, "type")), ("up".to_owned(), "gauge".to_owned()));
}

#[test]
fn targets_are_a_table() {
    let table = table(prometheus::read(prometheus::Endpoint::Targets, 200, None, &load("prometheus2/74-targets.json")));
    assert_eq!(cell(&table, 0, "instance"), "broker-2.example:7071");
    assert_eq!(cell(&table, 0, "scrape duration, s"), "2.663397956");
    assert_eq!(cell(&table, 0, "last scrape"), "2026-11-30T21:13:36.076689Z");
}
