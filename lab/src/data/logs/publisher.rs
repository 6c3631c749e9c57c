//! The publisher's lines: batches that fail at exactly their budget, batches that do not, and a daily reconciliation.

use serde_json::json;

use super::{LogLine, days, line, sort_by_time};
use crate::data::convoy::{ONSET, REWRITTEN_AT, publisher_instances};
use crate::data::noise::mix;
use crate::data::time::{DAY, sep};

const FAMILY: &str = "app-logs";
/// Budget of a batch at first, and from 8 September on, milliseconds.
const BUDGETS_MS: (i64, i64) = (120_000, 240_000);
const BUDGET_RAISED_AT: i64 = sep(8, 9, 0);
/// Messages of a batch before and after the producer was rewritten.
const BATCH_SIZES: (i64, i64) = (60, 240);

/// A span in which batches fail.
struct Failing {
    from: i64,
    to: i64,
    /// Failed executions in the span.
    executions: i64,
    /// Executions that one line stands for.
    scale: i64,
}

const fn failing(from: i64, to: i64, executions: i64, scale: i64) -> Failing {
    Failing { from, to, executions, scale }
}

/// All failures. On 7 September the rate falls from 1,650 to 110 a minute: 15 times.
const FAILING: [Failing; 13] = [
    failing(ONSET, sep(3, 0, 0), 445_000, 1_000),
    failing(sep(3, 0, 0), sep(4, 0, 0), 1_600_000, 1_000),
    failing(sep(4, 0, 0), sep(5, 0, 0), 1_690_000, 1_000),
    failing(sep(5, 0, 0), sep(6, 0, 0), 1_850_000, 1_000),
    failing(sep(6, 0, 0), sep(7, 0, 0), 1_740_000, 1_000),
    failing(sep(7, 0, 0), sep(7, 15, 50), 1_650 * 950, 1_000),
    failing(sep(7, 15, 50), sep(8, 0, 0), 110 * 490, 100),
    failing(sep(8, 18, 30), sep(8, 20, 10), 60_000, 100),
    failing(sep(9, 19, 0), sep(9, 21, 20), 84_000, 100),
    failing(sep(10, 8, 20), sep(10, 8, 30), 6_000, 100),
    failing(sep(10, 10, 5), sep(10, 10, 15), 6_000, 100),
    failing(sep(10, 11, 55), sep(10, 12, 5), 6_000, 100),
    failing(sep(10, 12, 45), sep(10, 15, 33), 134_400, 100),
];
/// The amplifier alone: 75 minutes, the last failure at the very end.
const TAIL: Failing = failing(sep(10, 15, 33), sep(10, 16, 48), 22_500, 100);

pub fn lines() -> Vec<LogLine> {
    let mut lines: Vec<LogLine> = FAILING.iter().chain([&TAIL]).flat_map(failures).collect();
    lines.extend(published());
    lines.extend(days().take(9).map(reconciliation));
    lines.extend(events());
    sort_by_time(&mut lines);
    lines
}

fn failures(span: &Failing) -> impl Iterator<Item = LogLine> {
    let count = span.executions.unsigned_abs().div_ceil(span.scale.unsigned_abs()).cast_signed();
    let (from_ms, step_ms) = (span.from * 1_000, (span.to - span.from) * 1_000 / count);
    let (to_ms, executions, scale) = (span.to * 1_000, span.executions, span.scale);
    (1..=count).map(move |number| {
        // The end of each step, earlier by up to a step except for the last.
        let earlier = if number == count { 0 } else { mix((from_ms + number).cast_unsigned()).cast_signed().rem_euclid(step_ms) };
        let at_ms = if number == count && from_ms == TAIL.from * 1_000 { to_ms } else { from_ms + number * step_ms - earlier - 1 };
        let stands_for = scale.min(executions - (number - 1) * scale);
        let budget_ms = if at_ms < BUDGET_RAISED_AT * 1_000 { BUDGETS_MS.0 } else { BUDGETS_MS.1 };
        let pod = pod(at_ms / 1_000, number);
        line(
            FAMILY,
            at_ms,
            json!({
                "level": "ERROR", "service": "publisher", "event": "batch_failed", "pod": pod, "datacenter": "dc-1",
                "message": format!("batch of {} messages failed after {budget_ms} ms: the operation was canceled", BATCH_SIZES.0),
                "duration_ms": budget_ms, "budget_ms": budget_ms, "batch_size": BATCH_SIZES.0, "count": stands_for,
            }),
        )
    })
}

/// Batches that were published, a summary every fifteen minutes: what a search for a known event finds.
fn published() -> impl Iterator<Item = LogLine> {
    (sep(2, 0, 0)..sep(11, 12, 0)).step_by(900).zip(0..).map(|(at, number)| {
        let rewritten = at >= REWRITTEN_AT;
        let (batch_size, duration_ms) = if rewritten { (BATCH_SIZES.1, 1_200) } else { (BATCH_SIZES.0, 2_400) };
        let failing = FAILING.iter().chain([&TAIL]).any(|span| (span.from..span.to).contains(&at));
        let count = match () {
            () if rewritten => 21_000,
            () if failing => 9_000,
            () => 86_000,
        };
        let budget_ms = if at < BUDGET_RAISED_AT { BUDGETS_MS.0 } else { BUDGETS_MS.1 };
        line(
            FAMILY,
            at * 1_000,
            json!({
                "level": "INFO", "service": "publisher", "event": "batch_published", "pod": pod(at, number), "datacenter": "dc-1",
                "message": format!("published batches of {batch_size} messages, typically in {duration_ms} ms"),
                "duration_ms": duration_ms, "budget_ms": budget_ms, "batch_size": batch_size, "count": count,
            }),
        )
    })
}

/// Messages delivered against unique messages: re-sent batches arrive again.
fn reconciliation(day_start: i64) -> LogLine {
    let unique = 400_000_000_i64;
    let per_cent = match day_start {
        _ if day_start == sep(5, 0, 0) => 174,
        _ if (sep(3, 0, 0)..sep(8, 0, 0)).contains(&day_start) => 148,
        _ if day_start == sep(2, 0, 0) || day_start == sep(10, 0, 0) => 112,
        _ => 103,
    };
    let delivered = unique / 100 * per_cent;
    line(
        FAMILY,
        (day_start + DAY - 30) * 1_000,
        json!({
            "level": "INFO", "service": "reconciler", "event": "reconciliation", "datacenter": "dc-1",
            "message": format!("delivered {delivered} messages, {unique} of them unique"), "unique": unique, "delivered": delivered,
        }),
    )
}

fn events() -> [LogLine; 3] {
    [
        (sep(5, 8, 0), "WARN", "queue_cleared", "upstream queue cleared by an operator, its messages are dropped"),
        (BUDGET_RAISED_AT, "INFO", "configuration", "budget of a batch raised from 120000 ms to 240000 ms"),
        (REWRITTEN_AT, "INFO", "deployed", "publisher started with the rewritten producer, batches of 240 messages"),
    ]
    .map(|(at, level, event, message)| {
        line(FAMILY, at * 1_000, json!({"level": level, "service": "publisher", "event": event, "datacenter": "dc-1", "message": message}))
    })
}

fn pod(at: i64, number: i64) -> String {
    format!("publisher-{}", number % publisher_instances(at))
}
