//! What is refused before it is sent, and what is offered instead.

use crate::room::{ONE_SERIES, Room, START, range, request};
use crate::stub::Stub;
use evidence::query::{Ask, Query};
use evidence::time::{Micros, Window};
use server::sources::{Asked, NotSent, Offer};

const NOWHERE: &str = "http://127.0.0.1:9";

fn refused(room: &Room, source: &str, query: &Query) -> NotSent {
    room.sources.check(source, query).unwrap_err()
}

fn dsl(text: &str) -> Query {
    let ask = Ask::QueryDsl { index: "kafka-*".into(), text: text.into(), time_field: "@timestamp".into() };
    Query { ask, window: range("").window }
}

fn with_step(hours: i64, step_secs: u32) -> Query {
    let window = Window::new(START, START.plus_secs(hours * 3_600)).unwrap();
    Query { ask: Ask::PromqlRange { text: "up".into(), step_secs, piece_secs: None }, window }
}

#[test]
fn a_query_within_all_limits_passes() {
    assert_eq!(Room::prometheus(NOWHERE, "").sources.check("metrics", &range("sum(up) by (job)")), Ok(()));
}

#[test]
fn a_syntax_error_of_promql_names_its_position_in_characters() {
    let refusal = refused(&Room::prometheus(NOWHERE, ""), "metrics", &range("x{a=\"é\"} + sum(up"));
    assert_eq!((refusal.reason.code.as_str(), refusal.reason.detail.as_str()), ("syntax", "position 15"));
}

#[test]
fn a_source_that_knows_more_than_promql_may_be_asked_more() {
    let config = format!("[[source]]\nname = \"metrics\"\nkind = \"prometheus\"\nurl = \"{NOWHERE}\"\ncheck_syntax = false\n");
    assert_eq!(Room::new(&config).sources.check("metrics", &range("WITH (x = up) x")), Ok(()));
}

#[test]
fn a_syntax_error_of_the_query_dsl_names_line_and_column() {
    let refusal = refused(&Room::search(NOWHERE), "logs", &dsl("{\n  \"size\": ,\n}"));
    assert_eq!((refusal.reason.code.as_str(), refusal.reason.detail.as_str()), ("syntax", "line 2, column 11"));
}

#[test]
fn a_path_is_no_index() {
    let ask = Ask::QueryString { index: "_cluster".into(), text: "*".into(), time_field: String::new(), size: 0 };
    let refusal = refused(&Room::search(NOWHERE), "logs", &Query { ask, window: range("").window });
    assert_eq!(refusal.reason.code, "index");
}

#[test]
fn a_language_of_another_kind_is_refused() {
    let refusal = refused(&Room::search(NOWHERE), "logs", &range("up"));
    assert_eq!(refusal.reason.what, "logs does not take PromQL");
}

#[test]
fn an_unknown_source_is_refused_with_those_that_are_known() {
    let refusal = refused(&Room::search(NOWHERE), "metrics", &range("up"));
    assert_eq!((refusal.reason.code.as_str(), refusal.reason.detail.as_str()), ("unknown_source", "configured: logs"));
}

#[test]
fn a_text_above_64_kib_is_refused() {
    let refusal = refused(&Room::prometheus(NOWHERE, ""), "metrics", &range(&"a".repeat(65_537)));
    assert_eq!(refusal.reason.code, "text_too_long");
}

#[test]
fn a_window_that_ends_before_it_starts_is_refused() {
    let mut query = range("up");
    query.window.end = Micros(0);
    assert_eq!(refused(&Room::prometheus(NOWHERE, ""), "metrics", &query).reason.code, "window");
}

#[test]
fn as_many_points_as_allowed_pass() {
    // 3 h at 60 s are 180 steps, and 181 points with both ends.
    assert_eq!(Room::prometheus(NOWHERE, "max_points = 181").sources.check("metrics", &with_step(3, 60)), Ok(()));
}

#[test]
fn too_many_points_are_offered_first_with_a_coarser_step_over_the_whole_window() {
    let refusal = refused(&Room::prometheus(NOWHERE, "max_points = 180"), "metrics", &with_step(3, 60));
    assert_eq!(refusal.reason.what, "a step of 60 s makes 181 points a series; metrics takes at most 180");
    assert_eq!(
        refusal.offers[0],
        Offer { words: "the whole window with a step of 2m: 91 points a series".into(), query: with_step(3, 120) }
    );
}

#[test]
fn too_many_points_are_offered_second_in_pieces_that_run_as_one_record() {
    let room = Room::prometheus(NOWHERE, "max_points = 100");
    let refusal = refused(&room, "metrics", &with_step(3, 60));
    let offer = &refusal.offers[1];
    let windows: Vec<(i64, i64)> = offer
        .query
        .pieces()
        .iter()
        .map(|piece| (piece.window.start.secs() - START.secs(), piece.window.end.secs() - START.secs()))
        .collect();
    assert_eq!(offer.words, "the whole window in 2 pieces of 1h39m, one after the other, as one record");
    assert_eq!((offer.query.window, windows), (with_step(3, 60).window, vec![(0, 99 * 60), (100 * 60, 180 * 60)]));
}

#[test]
fn every_offer_passes() {
    let room = Room::prometheus(NOWHERE, "max_points = 100, max_window_hours = 1");
    let refusal = refused(&room, "metrics", &with_step(3, 60));
    let verdicts: Vec<bool> = refusal.offers.iter().map(|offer| room.sources.check("metrics", &offer.query).is_ok()).collect();
    assert_eq!(verdicts, [true]);
}

#[test]
fn more_than_twelve_pieces_are_refused() {
    let mut query = with_step(3, 60);
    query.ask = Ask::PromqlRange { text: "up".into(), step_secs: 60, piece_secs: Some(600) };
    assert_eq!(refused(&Room::prometheus(NOWHERE, ""), "metrics", &query).reason.code, "too_many_pieces");
}

#[test]
fn hundreds_of_pieces_are_not_offered() {
    let refusal = refused(&Room::prometheus(NOWHERE, "max_points = 2"), "metrics", &with_step(3, 60));
    assert_eq!(refusal.offers.len(), 1);
}

#[test]
fn without_a_limit_any_window_passes() {
    assert_eq!(Room::prometheus(NOWHERE, "").sources.check("metrics", &with_step(24 * 365, 3_600)), Ok(()));
}

#[test]
fn a_window_above_the_limit_is_offered_in_pieces() {
    let refusal = refused(&Room::prometheus(NOWHERE, "max_window_hours = 2"), "metrics", &with_step(3, 60));
    assert_eq!(refusal.reason.what, "the window is 3h long; metrics takes at most 2 h");
    assert_eq!(refusal.offers[0].query.pieces().len(), 2);
}

#[test]
fn the_window_of_a_search_is_offered_in_queries_of_their_own() {
    let config = format!("[[source]]\nname = \"logs\"\nkind = \"search\"\nurl = \"{NOWHERE}\"\npolicy = {{ max_window_hours = 2 }}\n");
    let refusal = refused(&Room::new(&config), "logs", &dsl("{}"));
    let hours: Vec<i64> = refusal.offers.iter().map(|offer| offer.query.window.secs() / 3_600).collect();
    assert_eq!(hours, [2, 1]);
}

#[tokio::test]
async fn what_does_not_pass_is_not_sent() {
    let stub = Stub::with_json(ONE_SERIES).await;
    let asked = Room::prometheus(&stub.url, "").ask(request("E-1", "a", "sum(")).await;
    assert!(matches!(asked, Asked::Refused(reason) if reason.code == "syntax"));
    assert_eq!(stub.arrived().len(), 0);
}
