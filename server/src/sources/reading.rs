//! Reading an answer, away from the threads that serve requests: large ones take seconds.

use evidence::query::{Ask, Query};
use evidence::reading::{Data, Reading, Summary};
use evidence::{prometheus, search};

/// Reads an answer. Of many series only the first `max_series` are in the result's data, and it says so; its outcome and headline
/// are those of all.
pub fn read_answer(query: &Query, status: u16, media_type: &str, body: &[u8], max_series: usize) -> Reading {
    let mut reading = read_whole(query, status, media_type, body, max_series);
    if let Data::Series { series } = &mut reading.data {
        series.truncate(max_series);
    }
    reading
}

/// The summary of an answer. It counts and describes all series, and says if more came than are shown.
pub(super) fn summarise(query: &Query, status: u16, media_type: &str, body: &[u8], max_series: usize) -> Summary {
    read_whole(query, status, media_type, body, max_series).summary()
}

fn read_whole(query: &Query, status: u16, media_type: &str, body: &[u8], max_series: usize) -> Reading {
    let media_type = (!media_type.is_empty()).then_some(media_type);
    let mut reading = match &query.ask {
        Ask::PromqlRange { piece_secs: Some(_), .. } => prometheus::read_pieces(query.pieces().len(), status, media_type, body),
        Ask::PromqlRange { .. } => prometheus::read(prometheus::Endpoint::QueryRange, status, media_type, body),
        Ask::PromqlInstant { .. } => prometheus::read(prometheus::Endpoint::Query, status, media_type, body),
        Ask::QueryDsl { .. } | Ask::QueryString { .. } => search::read(search::Endpoint::Search, status, media_type, body),
        Ask::Esql { .. } => search::read(search::Endpoint::Esql, status, media_type, body),
    };
    prometheus::advise(&mut reading, query);
    if let Data::Series { series } = &reading.data
        && series.len() > max_series
    {
        let limited = reading.truncated.take().map_or_else(String::new, |words| format!("; {words}"));
        reading.truncated = Some(format!("the first {max_series} of {} series are shown, the raw answer holds all{limited}", series.len()));
    }
    reading
}
