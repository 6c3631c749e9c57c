//! Recorded rules: a few series of the whole cluster that reach over all ten days.

use super::schedule;
use crate::data::cluster::BROKERS;
use crate::data::convoy::{HOT_TOPIC_MOVED_AT, ONSET, follower_local_p75_ms, messages_per_request, produce_p99_ms, produce_per_sec};
use crate::data::noise::wobble;
use crate::data::openmetrics::OpenMetrics;
use crate::data::time::sep;

pub fn write(text: &mut OpenMetrics) {
    write_rule(text, "cluster:produce_requests:rate1m", &[], "Produce requests per second over the last minute.", produce_per_sec);
    write_rule(text, "cluster:messages_in:rate1m", &[], "Messages appended per second over the last minute.", |at| {
        produce_per_sec(at) * messages_per_request(at)
    });
    write_rule(text, "cluster:produce_totaltimems:p99_max", &[], "Highest Produce p99 of any broker, milliseconds.", |at| {
        highest(at, |broker| produce_p99_ms(broker, at))
    });
    write_rule(
        text,
        "cluster:fetchfollower_localtimems:p75_max",
        &[],
        "Highest FetchFollower local p75 of any broker, milliseconds.",
        |at| highest(at, |broker| follower_local_p75_ms(broker, at)),
    );
    write_rule(text, "cluster:consumergroup_lag_seconds:max", &[], "How far the slowest consumer is behind.", |at| lag_secs(at, 144_000.0));
    write_rule(text, "cluster:consumergroup_lag_seconds:min", &[], "How far the fastest of the delayed consumers is behind.", |at| {
        lag_secs(at, 7_200.0)
    });
    let by_client = "client:produce_requests:rate1m";
    write_rule(text, by_client, &[("client_id", "publisher")], "Produce requests per second of one client.", |at| {
        (produce_per_sec(at) / 2.0).round()
    });
    write_rule(text, by_client, &[("client_id", "fleet-2")], "Produce requests per second of one client.", |at| {
        // A replay job, which starts and finishes; before it and after it the traffic is the same.
        let usual = if (sep(2, 6, 0)..sep(2, 19, 10)).contains(&at) { 5_200.0 } else { 900.0 };
        wobble(usual, 0.04, 101, at / 300).round()
    });
}

fn write_rule(text: &mut OpenMetrics, name: &str, labels: &[(&str, &str)], help: &str, value: impl Fn(i64) -> f64) {
    text.family(name, "gauge", help);
    for at in schedule::days().and(schedule::MAIN_START, schedule::MAIN_END, 60).iter() {
        text.sample(name, labels, value(at), at);
    }
}

fn highest(at: i64, figure: impl Fn(&crate::data::cluster::Broker) -> f64) -> f64 {
    BROKERS.iter().filter(|broker| broker.is_up(at)).map(figure).fold(0.0, f64::max)
}

/// From the onset to 2 h on the first night, then to `peak` when the hot topic is moved, then back to nothing within a day.
fn lag_secs(at: i64, peak: f64) -> f64 {
    let first_night = sep(3, 0, 0);
    let part = |from: i64, to: i64| (at - from) as f64 / (to - from) as f64;
    match at {
        _ if at < ONSET => 0.0,
        _ if at < first_night => (7_200.0 * part(ONSET, first_night)).round(),
        _ if at < HOT_TOPIC_MOVED_AT => (7_200.0 + (peak - 7_200.0) * part(first_night, HOT_TOPIC_MOVED_AT)).round(),
        _ if at < sep(8, 0, 0) => peak,
        _ => (peak * (1.0 - part(sep(8, 0, 0), sep(9, 0, 0)))).round().max(0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consumers_are_2_to_40_hours_behind_from_3_to_7_september() {
        let times = || (sep(3, 0, 0)..sep(8, 0, 0)).step_by(300);
        let lowest = times().map(|at| lag_secs(at, 7_200.0)).fold(f64::INFINITY, f64::min);
        let highest = times().map(|at| lag_secs(at, 144_000.0)).fold(0.0, f64::max);
        assert_eq!((lowest, highest), (2.0 * 3_600.0, 40.0 * 3_600.0));
    }
}
