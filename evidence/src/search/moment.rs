//! Moments in documents, keys and sort values.

use crate::json::Json;
use crate::number::Number;
use crate::time::{Micros, parse_moment};

/// A moment in any of the forms that date fields take.
pub(super) fn read(json: &Json) -> Option<Micros> {
    match json {
        Json::Text(text) => of_text(text),
        Json::Number(number) => of_number(number),
        // `fields` and `docvalue_fields` give lists.
        Json::List(items) => read(items.first()?),
        _ => None,
    }
}

/// A calendar date, or digits. Years beyond 9999 are what nanoseconds look like when they are read as milliseconds: no moment.
pub(super) fn of_text(text: &str) -> Option<Micros> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return of_number(&Number::parse(text)?);
    }
    let is_date = text.as_bytes().get(4) == Some(&b'-') && text.as_bytes().get(..4)?.iter().all(u8::is_ascii_digit);
    if is_date { parse_moment(text, Micros(0)).ok() } else { None }
}

/// Sixteen digits and more are nanoseconds, eleven and fewer are seconds, all between are milliseconds.
pub(super) fn of_number(number: &Number) -> Option<Micros> {
    let text = number.text();
    if let Ok(whole) = text.parse::<i64>() {
        return match whole.unsigned_abs().checked_ilog10().map_or(1, |log| log + 1) {
            16.. => Some(Micros(whole.div_euclid(1_000))),
            12..=15 => Some(Micros(whole.checked_mul(1_000)?)),
            9..=11 => Some(Micros(whole.checked_mul(1_000_000)?)),
            _ => None,
        };
    }
    let value = number.value();
    match value.abs() {
        1e15..1e20 => Micros::from_secs_f64(value / 1e9),
        1e11..1e15 => Micros::from_secs_f64(value / 1e3),
        1e8..1e11 => Micros::from_secs_f64(value),
        _ => None,
    }
}
