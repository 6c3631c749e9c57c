//! Errors, told apart by their root cause: the outer type is nearly always "all shards failed".

use crate::body;
use crate::json::Json;
use crate::reading::Reading;

/// What to do when shards fail without a better reason.
pub(super) const LOOK_AT_SHARDS: &str = "Look at the index's health and shards (_cat/shards), then ask again.";

const NARROWER: &str = "Ask for a shorter window or fewer buckets; asking the same again makes it worse.";
const CORRECT: &str = "Correct the query at the place the source names.";

/// What shows a cause, most telling first: a piece of the type or of the reason (lower case), code, what happened, what to do.
/// An empty todo is computed from the message.
const CAUSES: [(&str, &str, &str, &str); 44] = [
    ("index_not_found_exception", "no_such_index", "no such index", ""),
    ("unknown index [", "no_such_index", "no such index", ""),
    ("index_closed_exception", "index_closed", "the index is closed", "Open the index, or ask one that is open."),
    ("fielddata is disabled", "fielddata", "the field is text and cannot be grouped or sorted by", ""),
    ("text fields are not optimised", "fielddata", "the field is text and cannot be grouped or sorted by", ""),
    ("circuit_breaking_exception", "circuit_breaker", "the source protects its memory and refused the query", ""),
    (
        "too_many_buckets_exception",
        "too_many_buckets",
        "the aggregation makes more buckets than the source allows",
        "Use a larger interval, a shorter window or a smaller size; never the same again.",
    ),
    (
        "result window is too large",
        "result_window",
        "hits so far down the list are not given",
        "Ask for the first 10,000 only, sorted so that those wanted come first, or for a shorter window.",
    ),
    (
        "too_many_clauses",
        "too_many_clauses",
        "the query has more clauses than the source allows",
        "Use fewer terms or a narrower wildcard.",
    ),
    (
        "too_many_nested_clauses",
        "too_many_clauses",
        "the query has more clauses than the source allows",
        "Use fewer terms or a narrower wildcard.",
    ),
    (
        "es_rejected_execution_exception",
        "rate_limited",
        "the source's queue is full",
        "Wait a minute, then ask once, for less. That it is overloaded is a finding.",
    ),
    (
        "rejected_execution_exception",
        "rate_limited",
        "the source's queue is full",
        "Wait a minute, then ask once, for less. That it is overloaded is a finding.",
    ),
    ("time_exceeded_exception", "timed_out", "the search ran out of time", NARROWER),
    ("timeout_exception", "timed_out", "the search ran out of time", NARROWER),
    ("receive_timeout_transport_exception", "timed_out", "the search ran out of time", NARROWER),
    ("task_cancelled_exception", "cancelled", "the source cancelled the search", "Run it again when it is wanted."),
    (
        "security_exception",
        "forbidden",
        "the source forbids this to these credentials",
        "Check the credentials in the configuration, or ask for read rights on the index.",
    ),
    ("unknown column [", "unknown_field", "the query names a field that the index does not have", "Check the field's name in the mapping."),
    (
        "no mapping found for",
        "unknown_field",
        "the query sorts by a field that the index does not have",
        "Check the field's name in the mapping.",
    ),
    ("script_lang not supported", "not_offered", "the source does not run such scripts", "Write the query without a script."),
    ("no handler found", "not_offered", "the source does not offer this request", "Check the kind and version of this source."),
    (
        "incorrect http method",
        "not_offered",
        "the source does not offer this request",
        "Check the kind and version of this source; ES|QL needs Elasticsearch 8.11 or later.",
    ),
    ("expecting [_doc]", "not_offered", "the source does not offer this request", "Check the kind and version of this source."),
    ("invalid_index_name_exception", "bad_parameter", "the name of the index is not allowed", "Correct the name of the index."),
    ("content-type header", "bad_parameter", "the source refused the content type", "Send JSON as application/json."),
    (
        "not supported for aggregation",
        "wrong_field_type",
        "the field's type does not suit this aggregation",
        "Use a numeric field, or another aggregation such as terms.",
    ),
    (
        "unsupported_operation_exception",
        "wrong_field_type",
        "the field's type does not suit this request",
        "Check the field's type in the mapping.",
    ),
    ("failed to parse date field", "bad_parameter", "a date could not be read", "Write the date like 2026-09-10T13:30:00Z."),
    ("failed to parse query", "syntax", "the query is not valid", CORRECT),
    ("token_mgr_error", "syntax", "the query is not valid", CORRECT),
    ("x_content_e_o_f_exception", "syntax", "the body of the query ends in the middle", CORRECT),
    ("json_parse_exception", "syntax", "the body of the query is not JSON", CORRECT),
    ("json_e_o_f_exception", "syntax", "the body of the query ends in the middle", CORRECT),
    ("x_content_parse_exception", "syntax", "the query is not valid", CORRECT),
    ("parsing_exception", "syntax", "the query is not valid", CORRECT),
    ("parse_exception", "syntax", "the query is not valid", CORRECT),
    ("verification_exception", "syntax", "the query is not valid", CORRECT),
    ("number_format_exception", "wrong_field_type", "the value does not suit the field's type", "Check the field's type in the mapping."),
    ("content_too_long", "too_large", "the answer is too large", "Ask for fewer hits or fields."),
    ("too_long_frame", "too_large", "the request is too large", "Shorten the query."),
    ("cluster_block_exception", "unavailable", "the cluster is blocked", "Look at the cluster's health (_cluster/health)."),
    ("master_not_discovered", "unavailable", "the cluster has no master", "Look at the cluster's health (_cluster/health)."),
    ("no_shard_available", "shards_failed", "no shard answered", LOOK_AT_SHARDS),
    ("node_not_connected", "unavailable", "a node of the cluster is gone", LOOK_AT_SHARDS),
];

/// Reads the value of `error`: an object, or plain text; or the `reason` of a failed shard.
pub(super) fn read(status: u16, error: &Json) -> Reading {
    let mut causes = Vec::new();
    collect(error, &mut causes);
    let detail = describe(&causes);
    for (word, code, what, todo) in CAUSES {
        let found = causes.iter().find(|cause| cause.kind.contains(word) || cause.reason.to_lowercase().contains(word));
        if let Some(cause) = found {
            let todo = match code {
                "no_such_index" => return no_such_index(&detail),
                "fielddata" => use_keyword(cause.reason),
                "circuit_breaker" => breaker(&causes),
                _ => todo.to_owned(),
            };
            return Reading::could_not_ask(code, what, detail, todo);
        }
    }
    if causes.iter().any(|cause| cause.kind == "search_phase_execution_exception") || (200..300).contains(&status) {
        return Reading::could_not_ask("shards_failed", "the shards failed", detail, LOOK_AT_SHARDS);
    }
    if status == 400 {
        return Reading::could_not_ask(
            "refused_request",
            "the source refused the request",
            detail,
            "Read the source's words, then change the query.",
        );
    }
    body::by_status(&super::API, status, detail)
}

/// The one verdict for a name that is not there and for a pattern that matches nothing.
pub(super) fn no_such_index(detail: &str) -> Reading {
    Reading::could_not_ask(
        "no_such_index",
        "no such index",
        detail,
        "Check the name against the list of indices (_cat/indices), and whether the day in it exists.",
    )
}

/// One `type` with its `reason`.
struct Cause<'a> {
    kind: &'a str,
    reason: &'a str,
    durability: Option<&'a str>,
}

/// Root causes first, then what stands behind the failed shards and the outer error.
fn collect<'a>(error: &'a Json, causes: &mut Vec<Cause<'a>>) {
    if let Some(text) = error.text() {
        causes.push(Cause { kind: "", reason: text, durability: None });
        return;
    }
    for cause in error.get("root_cause").map_or(&[] as &[_], Json::items) {
        collect(cause, causes);
    }
    let text = |key: &str| error.get(key).and_then(Json::text);
    if let Some(kind) = text("type") {
        causes.push(Cause { kind, reason: text("reason").unwrap_or_default(), durability: text("durability") });
    }
    for shard in error.get("failed_shards").map_or(&[] as &[_], Json::items) {
        if let Some(reason) = shard.get("reason") {
            collect(reason, causes);
        }
    }
    if let Some(cause) = error.get("caused_by") {
        collect(cause, causes);
    }
}

/// `type: reason` of the first cause that has a reason, and the innermost words where they say more.
fn describe(causes: &[Cause<'_>]) -> String {
    let telling = |cause: &&Cause<'_>| !cause.reason.is_empty() && cause.kind != "search_phase_execution_exception";
    let Some(first) = causes.iter().find(telling).or_else(|| causes.iter().find(|cause| !cause.kind.is_empty())) else {
        return "the source gave no reason".to_owned();
    };
    let mut text = match (first.kind, first.reason) {
        ("", reason) => reason.to_owned(),
        (kind, "") => kind.to_owned(),
        (kind, reason) => format!("{kind}: {reason}"),
    };
    if let Some(inner) = causes.iter().filter(telling).find(|cause| cause.kind == "parse_exception" && !text.contains(cause.reason)) {
        let line = inner.reason.lines().next().unwrap_or_default();
        text.push_str(&format!(" ({line})"));
    }
    text.replace('\n', " ")
}

/// Names the `.keyword` field for the text field that the message names.
fn use_keyword(reason: &str) -> String {
    // Two wordings: "Fielddata is disabled on [api] in …", and "… set fielddata=true on [api] in …".
    let field = reason.split_once(" on [").and_then(|(_, rest)| rest.split_once(']')).map(|(field, _)| field);
    let keyword = field.map_or_else(|| "its .keyword field".to_owned(), |field| format!("{field}.keyword"));
    format!("Use {keyword} if the mapping has it. It leaves out values longer than its ignore_above, often 256 characters.")
}

fn breaker(causes: &[Cause<'_>]) -> String {
    let durability = causes.iter().find_map(|cause| cause.durability).unwrap_or_default();
    let first = if durability == "PERMANENT" {
        "Ask for a shorter window or fewer buckets; waiting does not help."
    } else {
        "Wait a minute, then ask once, for less."
    };
    format!("{first} That the cluster is short of memory is a finding: keep this answer.")
}
