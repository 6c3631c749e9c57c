//! Typed and pasted times. 2026-09-10T13:30:00Z is 1,789,047,000 s after 1970, a Thursday.

use evidence::time::{Micros, TimeError, Window, default_step, duration_text, parse_duration, parse_moment, parse_window};

const NOW: Micros = Micros(1_789_047_000_000_000);

fn moment(text: &str) -> String {
    parse_moment(text, NOW).map_or_else(|error| error.to_string(), Micros::rfc3339)
}

#[test]
fn calendar_times_without_a_zone_are_utc() {
    for text in [
        "2026-09-10 13:30",
        "2026-09-10T13:30",
        "2026-09-10 13:30:00",
        "2026-09-10 13:30:00Z",
        "2026-09-10T13:30:00Z",
        "2026-09-10 13:30:00 UTC",
    ] {
        assert_eq!(moment(text), "2026-09-10T13:30:00Z", "{text}");
    }
}

#[test]
fn zones_are_applied() {
    for text in ["2026-09-10T15:30:00+02:00", "2026-09-10 15:30 +0200", "2026-09-10T08:30:00-05:00"] {
        assert_eq!(moment(text), "2026-09-10T13:30:00Z", "{text}");
    }
}

#[test]
fn a_date_is_its_midnight() {
    assert_eq!(moment("2026-09-10"), "2026-09-10T00:00:00Z");
}

#[test]
fn digits_are_read_by_their_number() {
    for text in ["1789047000", "1789047000000", "1789047000000000", "1789047000000000000"] {
        assert_eq!(moment(text), "2026-09-10T13:30:00Z", "{text}");
    }
}

#[test]
fn seconds_may_have_a_fraction() {
    assert_eq!(moment("1789047000.25"), "2026-09-10T13:30:00.250Z");
}

#[test]
fn now_moves_and_rounds() {
    for (text, expected) in [
        ("now", "2026-09-10T13:30:00Z"),
        ("now-3h", "2026-09-10T10:30:00Z"),
        ("-3h", "2026-09-10T10:30:00Z"),
        ("now-1d/d", "2026-09-09T00:00:00Z"),
        ("now/w", "2026-09-07T00:00:00Z"),
        ("now-1M/M", "2026-08-01T00:00:00Z"),
        ("now+90s", "2026-09-10T13:31:30Z"),
        ("now-1d+2h", "2026-09-09T15:30:00Z"),
    ] {
        assert_eq!(moment(text), expected, "{text}");
    }
}

#[test]
fn a_rounded_end_is_the_last_millisecond() {
    let window = parse_window("now/d", "now/d", NOW).expect("a window");
    assert_eq!((window.start.rfc3339(), window.end.rfc3339()), ("2026-09-10T00:00:00Z".into(), "2026-09-10T23:59:59.999Z".into()));
}

#[test]
fn years_far_away_are_times() {
    assert_eq!(moment("1999-12-31 23:59"), "1999-12-31T23:59:00Z");
    assert_eq!(moment("9999-01-01"), "9999-01-01T00:00:00Z");
}

#[test]
fn anything_else_is_refused_with_an_example() {
    for text in ["", "yesterday", "20260910", "now-", "now-3x", "2026-13-01", "2026-09-10 25:00", "13:30", "now/", "2026-09-10T13:30:00+2"]
    {
        assert!(matches!(parse_moment(text, NOW), Err(TimeError::Moment(_))), "{text}: {}", moment(text));
    }
    assert!(moment("yesterday").contains("write it like 2026-09-10 13:30"));
}

#[test]
fn a_window_that_runs_backwards_is_refused() {
    assert!(matches!(parse_window("now", "now-1h", NOW), Err(TimeError::Backwards { .. })));
}

#[test]
fn durations() {
    for (text, secs) in [("60", 60), ("60s", 60), ("1m", 60), ("1h30m", 5_400), ("1d", 86_400), ("2w", 1_209_600)] {
        assert_eq!(parse_duration(text), Ok(secs), "{text}");
    }
}

#[test]
fn durations_that_are_none() {
    for text in ["", "0", "0s", "-5", "1.5h", "500ms", "5x", "99999999999", "+5"] {
        assert!(parse_duration(text).is_err(), "{text}");
    }
}

#[test]
fn durations_are_written_as_prometheus_reads_them() {
    assert_eq!([duration_text(5_400), duration_text(90), duration_text(86_400)], ["1h30m", "1m30s", "1d"]);
}

#[test]
fn steps_are_round_and_cover_the_window() {
    let window = |secs: i64| Window { start: NOW, end: NOW.plus_secs(secs) };
    // Three hours over 249 gaps are 43.4 s; 100 days over 249 gaps are 9.6 h.
    assert_eq!(default_step(window(10_800), 250), 60);
    assert_eq!(default_step(window(8_640_000), 250), 43_200);
    assert_eq!(default_step(window(0), 250), 1);
    assert_eq!(default_step(window(10), 0), 10);
}

#[test]
fn a_step_of_days_is_whole_days() {
    let window = Window { start: NOW, end: NOW.plus_secs(86_400 * 1_000) };
    assert_eq!(default_step(window, 251), 4 * 86_400);
}
