//! A range asked in pieces.

use evidence::prometheus::{Endpoint, read, read_pieces};
use evidence::query::{Ask, MAX_PIECES, Query};
use evidence::reading::{Data, Outcome, Reading};
use evidence::time::{Micros, Window};
use proptest::prelude::*;

fn range(secs: i64, step_secs: u32, piece_secs: Option<u32>) -> Query {
    let start = Micros::from_secs(1_789_045_200);
    Query { ask: Ask::PromqlRange { text: "up".into(), step_secs, piece_secs }, window: Window { start, end: start.plus_secs(secs) } }
}

/// The times Prometheus evaluates a range at: the start, and a step further until the end is passed.
fn evaluated(query: &Query) -> Vec<i64> {
    let Ask::PromqlRange { step_secs, .. } = query.ask else { panic!("no range") };
    (query.window.start.secs()..=query.window.end.secs()).step_by(step_secs as usize).collect()
}

proptest! {
    #[test]
    fn pieces_hold_the_very_points_of_the_whole(secs in 0_i64..100_000, step in 1_u32..5_000, piece in 1_u32..50_000) {
        let query = range(secs, step, Some(piece));
        let pieces = query.pieces();
        prop_assume!(pieces.len() <= MAX_PIECES);
        let points: Vec<i64> = pieces.iter().flat_map(evaluated).collect();
        prop_assert_eq!(points, evaluated(&query));
        prop_assert!(pieces.iter().all(|one| one.window.secs() <= i64::from(piece)));
    }
}

#[test]
fn without_pieces_the_query_is_sent_as_it_is() {
    assert_eq!(range(3_600, 60, None).pieces(), [range(3_600, 60, None)]);
}

#[test]
fn too_many_pieces_are_cut_where_a_caller_can_tell() {
    assert_eq!(range(86_400, 60, Some(1)).pieces().len(), MAX_PIECES + 1);
}

fn matrix(series: &str) -> String {
    format!(r#"{{"status":"success","data":{{"resultType":"matrix","result":[{series}]}}}}"#)
}

/// What a whole answer with these series reads as.
fn whole(series: &str) -> Reading {
    read(Endpoint::QueryRange, 200, Some("application/json"), matrix(series).as_bytes())
}

fn pieces(count: usize, body: &str) -> Reading {
    read_pieces(count, 200, Some("application/json"), body.as_bytes())
}

#[test]
fn two_pieces_read_as_the_whole() {
    let first = matrix(r#"{"metric":{"pod":"a"},"values":[[10,"1"],[20,"0"]]}"#);
    let second = matrix(r#"{"metric":{"pod":"b"},"values":[[30,"7"]]},{"metric":{"pod":"a"},"values":[[30,"2"],[40,"3"]]}"#);
    let series = r#"{"metric":{"pod":"a"},"values":[[10,"1"],[20,"0"],[30,"2"],[40,"3"]]},{"metric":{"pod":"b"},"values":[[30,"7"]]}"#;
    assert_eq!(pieces(2, &format!("{first}\n{second}")), whole(series));
}

#[test]
fn pieces_that_are_all_empty_hold_nothing() {
    let empty = matrix("");
    assert_eq!(pieces(2, &format!("{empty}\n{empty}")).outcome, Outcome::NoData);
}

#[test]
fn a_piece_that_is_not_there_is_said_to_be_missing() {
    let reading = pieces(3, &matrix(r#"{"metric":{},"values":[[10,"0"]]}"#));
    assert_eq!((reading.outcome, reading.missing), (Outcome::Zero, vec!["the last 2 of 3 pieces of the window were not answered".into()]));
}

#[test]
fn a_warning_that_every_piece_repeats_is_said_once() {
    let piece = r#"{"status":"success","data":{"resultType":"matrix","result":[]},"warnings":["PromQL warning: a"]}"#;
    assert_eq!(pieces(2, &format!("{piece}\n{piece}")).remarks.len(), 1);
}

#[test]
fn a_first_piece_that_failed_reads_as_the_failure_it_is() {
    let body = r#"{"status":"error","errorType":"bad_data","error":"parse error"}"#;
    let reading = read_pieces(2, 400, Some("application/json"), body.as_bytes());
    assert_eq!(reading, read(Endpoint::QueryRange, 400, Some("application/json"), body.as_bytes()));
}

#[test]
fn a_login_page_in_place_of_the_first_piece_could_not_be_asked() {
    let reading = read_pieces(2, 200, Some("text/html"), b"<html><title>Sign in</title></html>");
    assert_eq!((reading.outcome, reading.data), (Outcome::CouldNotAsk, Data::Nothing));
}
