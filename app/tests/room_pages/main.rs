//! The war room and the pages around it, as the server renders them: whole, and with forms that work before any script.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

#[path = "../evidence_pages/incident.rs"]
mod incident;
#[path = "../evidence_pages/site.rs"]
mod site;

use site::page;

const ROOM: &str = "/i/lock-convoy";

/// The part of a page that begins with a text and ends with another.
fn part<'a>(html: &'a str, from: &str, to: &str) -> &'a str {
    let start = html.find(from).unwrap_or_else(|| panic!("the page has no {from}"));
    let rest = &html[start..];
    &rest[..rest.find(to).unwrap_or_else(|| panic!("nothing ends {from}"))]
}

/// An entry of the note.
fn entry(id: &str) -> String {
    part(&page("cora", ROOM), &format!("<article id=\"{id}\""), "</article>").to_owned()
}

#[test]
fn impact_and_stand_come_before_the_streams() {
    let html = page("ben", ROOM);
    assert!(html.find("id=\"h-impact\"").unwrap() < html.find("id=\"streams\"").unwrap());
}

#[test]
fn a_retraction_stands_beside_what_it_retracts() {
    let fallen = entry("F-2");
    assert!(fallen.contains("<s>The request queue is fine.</s>"), "{fallen}");
    let beside = part(&fallen, "<aside aria-label=\"Retraction R-1\"", "</aside>");
    assert!(beside.contains("R-1") && beside.contains("fell ") && beside.contains("E-1"), "{beside}");
}

#[test]
fn a_paragraph_on_a_fallen_claim_is_marked() {
    let marked = entry("N-1");
    assert!(marked.contains("Cites a fallen claim") && marked.contains("id id-n is-marked"), "{marked}");
}

#[test]
fn a_finding_names_its_stream_and_no_person() {
    let standing = entry("F-1");
    assert!(standing.contains("metrics") && !standing.contains("ana"), "{standing}");
}

#[test]
fn a_paragraph_can_be_edited_by_its_address() {
    let html = page("cora", &format!("{ROOM}?edit=N-1"));
    let form = part(&html, "<form method=\"post\" action=\"/rpc/revise-paragraph\"", "</form>");
    assert!(form.contains("name=\"bases\"") && form.contains(">The queue is no cause F-2.</textarea>"), "{form}");
}

#[test]
fn every_form_of_the_room_carries_a_command_of_its_own() {
    let html = page("cora", ROOM);
    let ids: Vec<&str> = html.match_indices("name=\"command_id\"").map(|(at, _)| part(&html[at..], "value=\"", "\">")).collect();
    let different: std::collections::BTreeSet<_> = ids.iter().collect();
    assert!(ids.len() > 5 && ids.len() == different.len(), "{ids:?}");
}

#[test]
fn the_coordinator_steers_the_course() {
    let html = page("cora", ROOM);
    assert!(html.contains("/rpc/change-state") && html.contains("/rpc/change-severity"));
}

#[test]
fn others_do_not_steer_the_course() {
    assert!(!page("ana", ROOM).contains("/rpc/change-state"));
}

#[test]
fn the_coordinator_reads_why_there_is_no_query() {
    let html = page("cora", ROOM);
    assert!(html.contains("You coordinate, so no query can be run from this screen"));
}

#[test]
fn an_unseen_question_needs_the_owner_of_its_stream() {
    let html = page("ana", ROOM);
    assert!(part(&html, "class=\"needs\"", "</p>").contains("Q-1"));
}

#[test]
fn what_needs_the_reader_counts_in_the_title() {
    let html = page("ana", ROOM);
    let title = part(&html, "<title>", "</title>");
    assert!(title.starts_with("<title>(") && title.ends_with("War room, lock-convoy, Inquest"), "{title}");
}

#[test]
fn a_question_unseen_for_more_than_five_minutes_stands_out() {
    // It was asked a few seconds after 16:00, and the page is made at 17:00.
    let html = page("cora", ROOM);
    assert!(part(&html, "id=\"streams\"", "id=\"note\"").contains("<span class=\"st st-warn\">not seen for"));
}

#[test]
fn a_waiting_query_is_shown_with_its_asker() {
    let html = page("cora", ROOM);
    let runs = part(&html, "<ul class=\"runs\">", "</ul>");
    assert!(runs.contains("E-7") && runs.contains("asked by ana"), "{runs}");
}

#[test]
fn scripts_run_only_with_the_nonce_of_the_answer() {
    let html = page("cora", ROOM);
    let scripts = html.matches("<script").count();
    assert_eq!(html.matches("<script nonce=").count() + html.matches("<script type=\"module\" nonce=").count(), scripts, "{html}");
}

#[test]
fn the_sign_in_page_has_a_plain_form() {
    let html = page("cora", "/sign-in?next=/i/lock-convoy");
    let form = part(&html, "<form method=\"post\" action=\"/rpc/sign-in\"", "</form>");
    assert!(form.contains("name=\"next\" value=\"/i/lock-convoy\"") && form.contains("type=\"password\""), "{form}");
}

#[test]
fn a_join_link_asks_for_a_name_only() {
    let html = page("cora", "/join/s3cret");
    let form = part(&html, "<form method=\"post\" action=\"/rpc/join\"", "</form>");
    assert!(form.contains("value=\"s3cret\"") && form.matches("type=\"text\"").count() == 1, "{form}");
}
