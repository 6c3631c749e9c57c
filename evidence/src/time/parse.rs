//! How typed and pasted times are read. Text without a zone is UTC; `now` is always an argument.

use super::{Micros, Window};
use chrono::{DateTime, Datelike, Days, FixedOffset, Months, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Timelike, Utc};

/// Why a text is not a time, with an example of one that is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeError {
    /// The text is no moment.
    #[error("cannot read \"{0}\" as a time; write it like 2026-09-10 13:30, 2026-09-10T13:30:00Z, 1789047000 or now-3h")]
    Moment(String),
    /// The text is no duration.
    #[error("cannot read \"{0}\" as a duration; write whole seconds like 60, or 30s, 5m, 1h30m, 1d")]
    Duration(String),
    /// The window ends before it starts.
    #[error("the window ends at {end}, before it starts at {start}; swap the two")]
    Backwards {
        /// The start, RFC 3339.
        start: String,
        /// The end, RFC 3339.
        end: String,
    },
}

/// Which edge of a window a rounded time stands for: `now/d` is the start of the day as a start, its last millisecond as an end.
#[derive(Clone, Copy, PartialEq)]
enum Edge {
    Start,
    End,
}

/// Reads a moment.
///
/// Takes RFC 3339, `2026-09-10 13:30` with or without seconds and zone, a date, seconds (9 to 11 digits), milliseconds (12 to 14),
/// microseconds (15 to 17) or nanoseconds (18 or 19) since 1970, and `now`, `now-3h`, `-3h`, `now-1d/d`. Rounding goes down.
///
/// # Errors
/// [`TimeError::Moment`] for anything else.
pub fn parse_moment(text: &str, now: Micros) -> Result<Micros, TimeError> {
    read_moment(text, now, Edge::Start).ok_or_else(|| TimeError::Moment(shorten(text)))
}

/// Reads a window from its two ends. A rounded end such as `now/d` stands for the last millisecond of that day.
///
/// # Errors
/// [`TimeError::Moment`] for an end that is no time, [`TimeError::Backwards`] if the end is before the start.
pub fn parse_window(from: &str, to: &str, now: Micros) -> Result<Window, TimeError> {
    let start = parse_moment(from, now)?;
    let end = read_moment(to, now, Edge::End).ok_or_else(|| TimeError::Moment(shorten(to)))?;
    Window::new(start, end).ok_or_else(|| TimeError::Backwards { start: start.rfc3339(), end: end.rfc3339() })
}

/// Reads a duration in whole seconds, at least one: `60`, `60s`, `1m`, `1h30m`, `1d`, `1w`, `1y` (365 days).
///
/// # Errors
/// [`TimeError::Duration`] for anything else, and for what is below a second or above 136 years.
pub fn parse_duration(text: &str) -> Result<u32, TimeError> {
    let wrong = || TimeError::Duration(shorten(text));
    let mut rest = text.trim();
    if let Ok(secs) = rest.parse::<u32>() {
        return if secs > 0 && !rest.starts_with('+') { Ok(secs) } else { Err(wrong()) };
    }
    let mut secs = 0_u32;
    while !rest.is_empty() {
        // A unit without a number would turn 500ms into 500 minutes and a second.
        let numbered = rest.starts_with(|char: char| char.is_ascii_digit());
        let (count, unit, after) = split_unit(rest).filter(|_| numbered).ok_or_else(wrong)?;
        let unit_secs = match unit {
            's' => 1,
            'm' => 60,
            'h' => 3_600,
            'd' => 86_400,
            'w' => 604_800,
            'y' => 31_536_000,
            _ => return Err(wrong()),
        };
        let part = u32::try_from(count).ok().and_then(|count| count.checked_mul(unit_secs)).ok_or_else(wrong)?;
        secs = secs.checked_add(part).ok_or_else(wrong)?;
        rest = after;
    }
    if secs > 0 { Ok(secs) } else { Err(wrong()) }
}

/// Writes a duration the way [`parse_duration`] and Prometheus read it: `1h30m`.
pub fn duration_text(secs: u32) -> String {
    let mut text = String::new();
    let mut rest = secs;
    for (unit, unit_secs) in [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)] {
        let count = rest / unit_secs;
        rest %= unit_secs;
        if count > 0 {
            text.push_str(&count.to_string());
            text.push_str(unit);
        }
    }
    if text.is_empty() { "0s".to_owned() } else { text }
}

/// The smallest round step, in seconds, that covers the window with at most `max_points` points.
///
/// Round means what people expect on an axis: 1, 2, 5, 10, 15, 20 or 30 seconds or minutes, 1, 2, 3, 6 or 12 hours, whole days.
/// A `max_points` below 2 counts as 2.
pub fn default_step(window: Window, max_points: u32) -> u32 {
    const ROUND: [u32; 20] = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1_200, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400];
    let gaps = i64::from(max_points.max(2)) - 1;
    let exact = window.secs().saturating_add(gaps - 1) / gaps;
    if let Some(step) = ROUND.into_iter().find(|step| i64::from(*step) >= exact) {
        return step;
    }
    let days = exact.saturating_add(86_399) / 86_400;
    u32::try_from(days.saturating_mul(86_400)).unwrap_or(u32::MAX)
}

fn read_moment(text: &str, now: Micros, edge: Edge) -> Option<Micros> {
    let text = text.trim();
    if text.len() > 64 {
        return None;
    }
    if let Some(rest) = text.strip_prefix("now") {
        return shift(now, rest, edge);
    }
    if text.starts_with(['-', '+']) {
        return shift(now, text, edge);
    }
    if text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return read_epoch(text);
    }
    read_calendar(text)
}

/// Applies `-3h`, `+1d-2h`, `/d` and their combinations.
fn shift(now: Micros, steps: &str, edge: Edge) -> Option<Micros> {
    let mut time = now.utc()?;
    let mut rest = steps.trim_start();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('/') {
            let unit = after.chars().next()?;
            time = round(time, unit, edge)?;
            rest = after.get(unit.len_utf8()..)?;
            continue;
        }
        let back = rest.starts_with('-');
        let (count, unit, after) = split_unit(rest.strip_prefix(['-', '+'])?)?;
        time = add(time, if back { count.checked_neg()? } else { count }, unit)?;
        rest = after;
    }
    Some(Micros(time.timestamp_micros()))
}

fn add(time: DateTime<Utc>, count: i64, unit: char) -> Option<DateTime<Utc>> {
    let months = |count: i64| {
        let months = Months::new(u32::try_from(count.unsigned_abs()).ok()?);
        if count < 0 { time.checked_sub_months(months) } else { time.checked_add_months(months) }
    };
    let delta = match unit {
        's' => TimeDelta::try_seconds(count)?,
        'm' => TimeDelta::try_minutes(count)?,
        'h' | 'H' => TimeDelta::try_hours(count)?,
        'd' => TimeDelta::try_days(count)?,
        'w' => TimeDelta::try_weeks(count)?,
        'M' => return months(count),
        'y' => return months(count.checked_mul(12)?),
        _ => return None,
    };
    time.checked_add_signed(delta)
}

fn round(time: DateTime<Utc>, unit: char, edge: Edge) -> Option<DateTime<Utc>> {
    let day = time.date_naive();
    let midnight = |day: NaiveDate| day.and_time(NaiveTime::MIN).and_utc();
    let start = match unit {
        's' => time.with_nanosecond(0)?,
        'm' => time.with_nanosecond(0)?.with_second(0)?,
        'h' | 'H' => time.with_nanosecond(0)?.with_second(0)?.with_minute(0)?,
        'd' => midnight(day),
        'w' => midnight(day.checked_sub_days(Days::new(u64::from(day.weekday().num_days_from_monday())))?),
        'M' => midnight(day.with_day(1)?),
        'y' => midnight(day.with_day(1)?.with_month(1)?),
        _ => return None,
    };
    match edge {
        Edge::Start => Some(start),
        Edge::End => add(start, 1, unit)?.checked_sub_signed(TimeDelta::milliseconds(1)),
    }
}

/// Splits `3h…` into the count (1 if absent), the unit and the rest.
fn split_unit(text: &str) -> Option<(i64, char, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (count, rest) = text.split_at_checked(digits)?;
    let unit = rest.chars().next()?;
    let count = if count.is_empty() { 1 } else { count.parse().ok()? };
    Some((count, unit, rest.get(unit.len_utf8()..)?))
}

fn read_epoch(text: &str) -> Option<Micros> {
    if let Some((secs, fraction)) = text.split_once('.') {
        let secs: i64 = (secs.len() >= 9 && secs.len() <= 11).then(|| secs.parse().ok())??;
        let micros: i64 = format!("{fraction:0<6}").get(..6)?.parse().ok()?;
        return Some(Micros(secs.checked_mul(1_000_000)?.checked_add(micros)?));
    }
    let number: i64 = text.parse().ok()?;
    match text.len() {
        9..=11 => Some(Micros(number.checked_mul(1_000_000)?)),
        12..=14 => Some(Micros(number.checked_mul(1_000)?)),
        15..=17 => Some(Micros(number)),
        18..=19 => Some(Micros(number.div_euclid(1_000))),
        _ => None,
    }
}

/// A calendar time with or without a zone.
fn read_calendar(text: &str) -> Option<Micros> {
    let (clock, offset) = split_zone(text)?;
    let clock = clock.trim_end().replacen(['T', 't'], " ", 1);
    let naive = ["%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%d %H:%M"]
        .into_iter()
        .find_map(|form| NaiveDateTime::parse_from_str(&clock, form).ok())
        .or_else(|| Some(NaiveDate::parse_from_str(&clock, "%Y-%m-%d").ok()?.and_time(NaiveTime::MIN)))?;
    Some(Micros(naive.checked_sub_offset(offset)?.and_utc().timestamp_micros()))
}

/// Cuts `Z`, `UTC`, `+02:00` or `+0200` off the end; none of them is UTC.
fn split_zone(text: &str) -> Option<(&str, FixedOffset)> {
    let utc = FixedOffset::east_opt(0)?;
    for name in ["Z", "z", "UTC"] {
        if let Some(clock) = text.strip_suffix(name) {
            return Some((clock, utc));
        }
    }
    // A sign before the time of day belongs to the date; only one after a colon is a zone.
    let colon = match text.find(':') {
        Some(colon) => colon,
        None => return Some((text, utc)),
    };
    let sign = match text.get(colon..)?.find(['+', '-']) {
        Some(sign) => colon + sign,
        None => return Some((text, utc)),
    };
    let (clock, zone) = text.split_at_checked(sign)?;
    let digits = zone.get(1..)?.replace(':', "");
    if digits.len() != 4 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (hours, minutes): (i32, i32) = (digits.get(..2)?.parse().ok()?, digits.get(2..)?.parse().ok()?);
    let east = hours * 3_600 + minutes * 60;
    Some((clock, FixedOffset::east_opt(if zone.starts_with('-') { -east } else { east })?))
}

fn shorten(text: &str) -> String {
    text.chars().take(64).collect()
}
