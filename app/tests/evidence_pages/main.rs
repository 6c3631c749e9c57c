//! The pages around evidence as the server renders them: a stream's page, and the permanent page of every kind of id.

#![expect(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail the test")]

mod incident;
mod site;

use axum::http::StatusCode;
use site::{get, page};

const STREAM: &str = "/i/lock-convoy/s/metrics";

/// The part of a page that begins with a text and ends with another.
fn part<'a>(html: &'a str, from: &str, to: &str) -> &'a str {
    let start = html.find(from).unwrap_or_else(|| panic!("the page has no {from}"));
    let rest = &html[start..];
    &rest[..rest.find(to).unwrap_or_else(|| panic!("nothing ends {from}"))]
}

/// The cell of one piece of evidence.
fn cell(id: &str) -> String {
    part(&page("ana", STREAM), &format!("<article id=\"{id}\""), "</article>").to_owned()
}

#[test]
fn the_owner_has_the_runner() {
    assert!(page("ana", STREAM).contains("<form method=\"post\" action=\"/rpc/run-query\" id=\"run\""));
}

#[test]
fn the_coordinator_has_no_runner_and_one_sentence() {
    let html = page("cora", STREAM);
    assert!(
        html.contains("You coordinate, so no query can be run from this screen: whoever weighs the answers does not pick the readings.")
    );
    assert!(!html.contains("/rpc/run-query"));
}

#[test]
fn others_read_who_owns_the_stream() {
    let html = page("ben", STREAM);
    assert!(html.contains("ana owns this stream and runs its queries."));
    assert!(!html.contains("/rpc/run-query"));
}

#[test]
fn a_free_stream_can_be_taken() {
    let html = page("ben", "/i/lock-convoy/s/logs");
    assert!(html.contains("Take this stream"));
}

#[test]
fn the_fields_of_the_address_fill_the_form() {
    let html = page("ana", &format!("{STREAM}?text=up%20%3D%3D%200&from=2026-09-10%2013:00&to=2026-09-10%2016:00&step=60"));
    assert!(part(&html, "<textarea name=\"text\"", "</textarea>").ends_with(">up == 0"));
    assert!(html.contains("will run 10 Sep 2026 13:00:00 to 16:00:00 UTC, step 60 s, 181 points"));
}

#[test]
fn a_pasted_address_fills_the_form_before_any_script() {
    let html = page("ana", &format!("{STREAM}?paste=http://prometheus.example/graph"));
    assert!(part(&html, "<textarea name=\"text\"", "</textarea>").ends_with(">pasted_query"));
    assert!(html.contains("The window was made absolute."));
}

#[test]
fn the_question_of_the_address_is_at_hand() {
    let html = page("ana", &format!("{STREAM}?q=Q-1"));
    assert!(part(&html, "id=\"run\"", "</form>").contains("name=\"question\" value=\"Q-1\""));
}

#[test]
fn a_value_is_a_bare_numeral() {
    assert!(cell("E-1").contains("<span class=\"oc oc-value\">0.68 to 0.75"));
}

#[test]
fn zeros_are_unproven() {
    assert!(part(&cell("E-2"), "oc-unproven", "</div>").contains("0?"));
}

#[test]
fn no_data_reads_so() {
    assert!(part(&cell("E-3"), "oc-none", "</span>").contains("no data"));
}

#[test]
fn could_not_ask_says_why_and_what_to_do() {
    let cell = cell("E-4");
    assert!(part(&cell, "oc-cant", "</span>").contains("could not ask: nobody answers"));
    assert!(cell.contains("Check the source."));
}

#[test]
fn what_is_missing_stands_beside_a_partial_number() {
    assert!(part(&cell("E-5"), "oc-part", "</div>").contains("2 of 5 shards did not answer"));
}

#[test]
fn a_cancelled_run_has_no_answer() {
    assert!(part(&cell("E-6"), "oc-cant", "</span>").contains("no answer: cancelled"));
}

#[test]
fn a_run_on_its_way_can_be_cancelled() {
    assert!(cell("E-7").contains("/rpc/cancel-query"));
}

#[test]
fn a_try_that_was_not_sent_has_no_id() {
    let html = page("ana", STREAM);
    assert!(part(&html, "aria-label=\"A try that was not sent\"", "</article>").contains("the query does not end"));
}

#[test]
fn warnings_of_the_source_are_counted_beside_the_outcome() {
    assert!(cell("E-1").contains("1 warning of the source"));
}

#[test]
fn under_a_result_stands_one_line_that_records_the_finding() {
    let cell = cell("E-1");
    let form = part(&cell, "<form method=\"post\" action=\"/rpc/record-finding\"", "</form>");
    assert!(form.contains("name=\"evidence\" value=\"E-1\"") && form.contains("data-key=\"f\""));
}

#[test]
fn a_run_again_asks_the_very_query() {
    let cell = cell("E-1");
    let form = part(&cell, "<form method=\"post\" action=\"/rpc/run-query\"", "</form>");
    assert!(form.contains("name=\"rerun_of\" value=\"E-1\"") && form.contains("name=\"from\" value=\"2026-09-10 13:00:00Z\""));
}

#[test]
fn a_chart_has_an_address_a_sentence_and_a_table() {
    let cell = cell("E-1");
    let figure = part(&cell, "<figure", "</figure>");
    assert!(figure.contains("data-spec=\"/i/lock-convoy/E-1/chart.json\""));
    assert!(figure.contains("<figcaption>1 series, 2 points each"));
    assert!(figure.contains("<td class=\"n\">0.68</td>"));
}

#[test]
fn lines_say_of_how_many_they_are_and_can_be_cited() {
    let cell = cell("E-5");
    assert!(cell.contains("1 of 10,000 or more lines"));
    assert!(cell.contains("Cite E-5:1"));
}

#[test]
fn an_answer_that_cannot_be_read_fails_alone() {
    let html = page("ana", STREAM);
    assert!(part(&html, "<article id=\"E-4\"", "</article>").contains("reference 4711"));
    assert!(html.contains("<article id=\"E-5\""));
}

#[test]
fn what_a_finding_did_not_say_is_shown_as_missing() {
    let html = page("ana", STREAM);
    let finding = part(&html, "aria-label=\"Finding F-1\"", "</article>");
    assert!(part(finding, "not written yet", "</p>").to_lowercase().contains("reasoning"));
}

#[test]
fn a_fallen_finding_is_struck_with_its_retraction_beside_it() {
    let html = page("ana", STREAM);
    let finding = part(&html, "aria-label=\"Finding F-2\"", "</article>");
    assert!(part(finding, "hold stop", "<s>").contains("The metric always reads zero here."));
    assert!(part(finding, "<s>", "</s>").contains("The request queue is fine."));
}

#[test]
fn a_stream_without_a_source_takes_other_evidence() {
    let html = page("ben", "/i/lock-convoy/s/room");
    assert!(html.contains("/rpc/add-paste") && html.contains("Three thread dumps"));
}

#[test]
fn every_kind_of_id_has_a_page() {
    let pages = [
        ("E-1", "Evidence E-1"),
        ("E-8", "a pasted text, permanent"),
        ("Q-1", "Question Q-1"),
        ("F-1", "Finding F-1"),
        ("R-1", "Retraction R-1"),
        ("N-1", "Paragraph N-1"),
        ("M-1", "Moment M-1"),
    ];
    for (id, heading) in pages {
        assert!(page("ben", &format!("/i/lock-convoy/{id}")).contains(heading), "{id}");
    }
}

#[test]
fn the_page_of_a_run_has_its_remarks_its_source_and_its_request() {
    let html = page("ben", "/i/lock-convoy/E-1");
    for words in
        ["metric might not be a counter", "Prometheus 3.16.0", "timeout 20 s", "curl -G $PROMETHEUS", "/i/lock-convoy/E-1/raw", "388"]
    {
        assert!(html.contains(words), "{words}");
    }
}

#[test]
fn what_rests_on_a_fallen_claim_is_marked_on_its_page() {
    assert!(page("ben", "/i/lock-convoy/N-1").contains("rests on "));
}

#[test]
fn what_is_not_there_is_not_found() {
    for id in ["E-99", "Z-1", "nothing"] {
        assert_eq!(get("ben", &format!("/i/lock-convoy/{id}")).0, StatusCode::NOT_FOUND, "{id}");
    }
}
