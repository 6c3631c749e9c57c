//! A range that was asked in pieces: several answers, one after the other, read as one.

use super::{Endpoint, data, read};
use crate::reading::{Data, Reading, Series};
use serde_json::value::RawValue;
use std::collections::HashMap;

/// Reads the answers to the pieces of one range query, as they stand behind each other in one body.
///
/// Asking ends with the first piece that is not answered. If that is the very first, its answer alone is the body and is read as such;
/// else the body holds the answers before it, and what is missing is said.
pub fn read_pieces(pieces: usize, status: u16, content_type: Option<&str>, body: &[u8]) -> Reading {
    let answers: Vec<&RawValue> = serde_json::Deserializer::from_slice(body).into_iter().map_while(Result::ok).collect();
    if answers.is_empty() {
        return read(Endpoint::QueryRange, status, content_type, body);
    }
    let (mut missing, mut truncated, mut remarks) = (Vec::new(), None, Vec::new());
    let mut all: Vec<Series> = Vec::new();
    let mut places: HashMap<Vec<(String, String)>, usize> = HashMap::new();
    for answer in &answers {
        let piece = read(Endpoint::QueryRange, status, content_type, answer.get().as_bytes());
        let Data::Series { series } = piece.data else { return piece };
        for one in series {
            match places.get(&one.labels).and_then(|place| all.get_mut(*place)) {
                Some(known) => append(known, one),
                None => {
                    places.insert(one.labels.clone(), all.len());
                    all.push(one);
                }
            }
        }
        add_new(&mut missing, piece.missing);
        add_new(&mut remarks, piece.remarks);
        truncated = truncated.or(piece.truncated);
    }
    let left = pieces.saturating_sub(answers.len());
    if left > 0 {
        missing.push(format!("the last {left} of {pieces} pieces of the window were not answered"));
    }
    Reading { missing, truncated, remarks, ..data::of_series(all) }
}

/// Adds the points of the same series from a later answer.
fn append(known: &mut Series, later: Series) {
    let mut points = std::mem::take(&mut known.points);
    points.extend(later.points);
    *known = Series::new(std::mem::take(&mut known.labels), points, known.histograms.saturating_add(later.histograms));
}

/// Adds what is not there yet: every piece repeats the warnings about the whole query.
fn add_new<T: PartialEq>(known: &mut Vec<T>, more: Vec<T>) {
    for one in more {
        if !known.contains(&one) {
            known.push(one);
        }
    }
}
