use crate::support::{list, load};
use evidence::kind::{Kind, read_any};
use evidence::reading::Outcome::{self, CouldNotAsk, NoData, Value, Zero};

const ALL: &[&str] = &["es7", "es8", "es9", "os2"];
const ES7: &[&str] = &["es7"];
const ES8: &[&str] = &["es8"];
const NEW: &[&str] = &["es8", "es9"];
const OLD: &[&str] = &["es7", "os2"];
const NOT_ES7: &[&str] = &["es8", "es9", "os2"];

const FOREIGN: &str = "JSON, but not an answer of Elasticsearch or OpenSearch to this question";
const NOT_OFFERED: &str = "the source does not offer this request";
const TEXT_FIELD: &str = "the field is text and cannot be grouped or sorted by";

/// Engines, file, status; outcome, code of the reason, headline with its unit.
type Expected = (&'static [&'static str], &'static str, u16, Outcome, &'static str, &'static str);

const EXPECTED: &[Expected] = &[
    (ES7, "async_search", 400, CouldNotAsk, "not_offered", NOT_OFFERED),
    (NOT_ES7, "async_search", 400, CouldNotAsk, "not_offered", NOT_OFFERED),
    (ALL, "bulk_no_newline_400", 400, CouldNotAsk, "refused_request", "the source refused the request"),
    (ALL, "bulk_partial_failure", 200, CouldNotAsk, "not_search", FOREIGN),
    (ALL, "bulk_two", 200, CouldNotAsk, "not_search", FOREIGN),
    (ALL, "cat_indices", 200, Value, "", "2 indices"),
    (ALL, "cluster_health", 200, CouldNotAsk, "not_search", FOREIGN),
    (ALL, "count", 200, Value, "", "2400 hits"),
    (ALL, "count_invalid_400", 400, CouldNotAsk, "syntax", "the query is not valid"),
    (ALL, "esql", 405, CouldNotAsk, "not_offered", NOT_OFFERED),
    (ES8, "esql_rows", 200, Value, "", "1 row"),
    (ES8, "esql_stats", 200, Value, "", "1 row"),
    (ES8, "esql_syntax_400", 400, CouldNotAsk, "syntax", "the query is not valid"),
    (ES8, "esql_unknown_column_400", 400, CouldNotAsk, "unknown_field", "the query names a field that the index does not have"),
    (ES8, "esql_unknown_index_400", 400, CouldNotAsk, "no_such_index", "no such index"),
    (ALL, "field_caps", 200, Value, "", "3 fields"),
    (ALL, "field_caps_conflict", 200, Value, "", "2 fields"),
    (ALL, "index_create", 200, CouldNotAsk, "not_search", FOREIGN),
    (ALL, "index_create_again_400", 400, CouldNotAsk, "refused_request", "the source refused the request"),
    (ALL, "keyword_subfield_absent_zero_hits", 200, Zero, "", "0 hits"),
    (ALL, "mapping", 200, Value, "", "11 fields"),
    (ALL, "mapping_missing_404", 404, CouldNotAsk, "no_such_index", "no such index"),
    (ALL, "method_405", 405, CouldNotAsk, "not_offered", NOT_OFFERED),
    (ALL, "msearch", 200, CouldNotAsk, "not_search", FOREIGN),
    (ALL, "nodes_version", 200, CouldNotAsk, "not_search", FOREIGN),
    (ALL, "pit_open", 200, CouldNotAsk, "not_search", FOREIGN),
    (ALL, "resolve_index", 200, CouldNotAsk, "not_search", FOREIGN),
    (ES7, "root", 200, Value, "", "Elasticsearch 7.17.29"),
    (ES8, "root", 200, Value, "", "Elasticsearch 8.19.0"),
    (&["es9"], "root", 200, Value, "", "Elasticsearch 9.2.0"),
    (&["os2"], "root", 200, Value, "", "OpenSearch 2.19.6"),
    (ALL, "search_aggs", 200, Value, "", "6000 hits"),
    (ALL, "search_aggs_no_match", 200, Zero, "", "0 hits"),
    (ALL, "search_aggs_typed_keys", 200, Value, "", "10000 hits or more"),
    (ALL, "search_body_not_json_400", 400, CouldNotAsk, "syntax", "the body of the query ends in the middle"),
    (ALL, "search_body_unknown_key_400", 400, CouldNotAsk, "syntax", "the query is not valid"),
    (ALL, "search_closed_index_400", 400, CouldNotAsk, "index_closed", "the index is closed"),
    (ALL, "search_content_type_406", 406, CouldNotAsk, "bad_parameter", "the source refused the content type"),
    (OLD, "search_date_histogram_old_interval", 200, Value, "", "10000 hits or more"),
    (NEW, "search_date_histogram_old_interval", 400, CouldNotAsk, "syntax", "the query is not valid"),
    (ALL, "search_missing_index_404", 404, CouldNotAsk, "no_such_index", "no such index"),
    (ALL, "search_missing_index_ignored", 200, CouldNotAsk, "no_such_index", "no such index"),
    (ALL, "search_partial_forbidden", 400, CouldNotAsk, "fielddata", TEXT_FIELD),
    (ALL, "search_partial_shards", 200, Value, "", "10000 hits or more"),
    (ALL, "search_percentiles_on_keyword_400", 400, CouldNotAsk, "wrong_field_type", "the field's type does not suit this aggregation"),
    (ALL, "search_query_string", 200, Value, "", "389 hits"),
    (ALL, "search_query_string_broken_400", 400, CouldNotAsk, "syntax", "the query is not valid"),
    (ALL, "search_query_string_unknown_field", 200, Zero, "", "0 hits"),
    (ALL, "search_result_window_400", 400, CouldNotAsk, "result_window", "hits so far down the list are not given"),
    (ALL, "search_scripts", 400, CouldNotAsk, "not_offered", "the source does not run such scripts"),
    (ALL, "search_slow_filter_path", 200, Value, "", "10000 hits or more"),
    (&["es7", "es8"], "search_timed_out", 200, CouldNotAsk, "timed_out", "the search ran out of time before it found anything"),
    (&["es9"], "search_timed_out", 200, Value, "", "8 hits or more"),
    (&["os2"], "search_timed_out", 200, Value, "", "12000 hits or more"),
    (NOT_ES7, "search_timeout_500", 500, CouldNotAsk, "timed_out", "the search ran out of time"),
    (OLD, "search_too_many_buckets", 503, CouldNotAsk, "too_many_buckets", "the aggregation makes more buckets than the source allows"),
    (NEW, "search_too_many_buckets", 400, CouldNotAsk, "too_many_buckets", "the aggregation makes more buckets than the source allows"),
    (ALL, "search_total_100", 200, Value, "", "100 hits or more"),
    (ALL, "search_total_as_int", 200, Value, "", "12000 hits"),
    (ALL, "search_total_default", 200, Value, "", "10000 hits or more"),
    (ALL, "search_total_false", 200, CouldNotAsk, "not_counted", "the answer holds neither hits nor their number"),
    (ALL, "search_total_true", 200, Value, "", "12000 hits"),
    (ALL, "search_two_hits", 200, Value, "", "10000 hits or more"),
    (ALL, "search_unknown_query_400", 400, CouldNotAsk, "syntax", "the query is not valid"),
    (ALL, "search_unmapped_field_aggs", 200, NoData, "", "no values in the aggregations"),
    (ALL, "search_wildcard", 200, Value, "", "10000 hits or more"),
    (ALL, "search_wildcard_no_index", 200, CouldNotAsk, "no_such_index", "no such index"),
    (ALL, "search_wildcard_no_index_404", 404, CouldNotAsk, "no_such_index", "no such index"),
    (ALL, "sql", 405, CouldNotAsk, "not_offered", NOT_OFFERED),
    (ALL, "text_mapping", 200, Value, "", "5 fields"),
    (ALL, "text_term_keyword_hit", 200, Value, "", "1 hit"),
    (ALL, "text_term_zero_hits", 200, Zero, "", "0 hits"),
    (ALL, "text_terms_agg_400", 400, CouldNotAsk, "fielddata", TEXT_FIELD),
    (ALL, "unknown_path_400", 400, CouldNotAsk, "bad_parameter", "the name of the index is not allowed"),
];

#[test]
fn every_answer_reads_as_written_down() {
    let mut wrong = Vec::new();
    for (engines, file, status, outcome, code, headline) in EXPECTED {
        for engine in *engines {
            let reading = read_any(Kind::Search, *status, None, &load(&format!("search/{engine}/{file}.json")));
            let found = (reading.outcome, reading.reason.as_ref().map_or("", |reason| reason.code.as_str()), reading.headline.phrase());
            if found != (*outcome, *code, (*headline).to_owned()) {
                wrong.push(format!("{engine}/{file}: expected {:?}, found {found:?}", (outcome, code, headline)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_sample_is_left_out() {
    let named: Vec<String> =
        EXPECTED.iter().flat_map(|(engines, file, ..)| engines.iter().map(move |engine| format!("search/{engine}/{file}.json"))).collect();
    let files: Vec<String> = ALL.iter().flat_map(|engine| list(&format!("search/{engine}"))).collect();
    let missing: Vec<&String> = files.iter().filter(|file| !named.contains(file)).collect();
    assert!(missing.is_empty(), "in no table: {missing:?}");
}
