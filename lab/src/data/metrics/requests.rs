//! The request metrics of each broker: local time as a histogram, every stage as percentiles, requests, errors, messages.

use super::brokers::each_up;
use super::schedule;
use crate::data::cluster::{BROKERS, Broker, Layout, NODE_BACK_AT, NODE_LOST_AT};
use crate::data::convoy::{
    Grip, follower_fetches_per_sec, follower_local_p75_ms, grip, messages_per_request, produce_p99_ms, produce_per_sec,
};
use crate::data::noise::{noise, wobble};
use crate::data::openmetrics::{Counter, OpenMetrics};

const LOCAL: &str = "kafka_network_requestmetrics_localtimems";
/// Upper bounds of the histogram's buckets in milliseconds, as number and as label.
const BOUNDS: [(f64, &str); 10] = [
    (0.5, "0.5"),
    (1.0, "1.0"),
    (2.0, "2.0"),
    (5.0, "5.0"),
    (10.0, "10.0"),
    (25.0, "25.0"),
    (50.0, "50.0"),
    (100.0, "100.0"),
    (250.0, "250.0"),
    (f64::INFINITY, "+Inf"),
];
/// The percentiles, each with what the 99th is divided by to make it.
const QUANTILES: [(&str, f64); 2] = [("0.75", 3.0), ("0.99", 1.0)];
/// Share of one bucket in all follower fetches: the bucket that holds the 75th percentile.
const MIDDLE_SHARE: f64 = 0.2;
/// NOT_ENOUGH_REPLICAS a second while node 5 is lost: 440 over eight brokers.
const NOT_ENOUGH_REPLICAS_PER_SEC: f64 = 55.0;

pub fn write(text: &mut OpenMetrics) {
    write_local_time(text);
    write_stages(text);
    write_requests(text);
}

/// One counter for each broker of the cluster, on a start value of its own.
fn counters(family: u64) -> [Counter; 10] {
    BROKERS.each_ref().map(|broker| Counter::starting_at(4.0e9 * noise(broker.key(family), 0)))
}

fn write_local_time(text: &mut OpenMetrics) {
    text.family(LOCAL, "unknown", "Time in the request handler, milliseconds: buckets of FetchFollower, and percentiles.");
    let bucket = format!("{LOCAL}_bucket");
    let mut counts = [[Counter::starting_at(0.0); BOUNDS.len()]; BROKERS.len()];
    for at in schedule::main().iter() {
        for (broker, counts) in BROKERS.iter().zip(&mut counts) {
            if !broker.is_up(at) {
                counts.iter_mut().for_each(Counter::restart);
                continue;
            }
            let (fetches_per_sec, p75_ms) = (follower_fetches_per_sec(broker, at), follower_local_p75_ms(broker, at));
            for ((bound_ms, le), count) in BOUNDS.iter().zip(counts) {
                let value = count.advance(at, fetches_per_sec * share_below(*bound_ms, p75_ms));
                text.sample(&bucket, &[("request", "FetchFollower"), ("pod", broker.pod), ("le", le)], value, at);
            }
        }
    }
}

/// Gives the share of requests that take at most `bound_ms`, so that the usual interpolation finds `p75_ms` at 0.75.
fn share_below(bound_ms: f64, p75_ms: f64) -> f64 {
    let high = BOUNDS.iter().map(|(bound, _)| *bound).find(|bound| p75_ms <= *bound).unwrap_or(f64::INFINITY);
    let low = BOUNDS.iter().map(|(bound, _)| *bound).filter(|bound| *bound < high).fold(0.0, f64::max);
    let share_at_low = 0.75 - MIDDLE_SHARE * (p75_ms - low) / (high - low);
    if bound_ms <= low { share_at_low * bound_ms / low } else { 1.0 - (1.0 - share_at_low - MIDDLE_SHARE) * (high / bound_ms).powi(2) }
}

fn write_stages(text: &mut OpenMetrics) {
    for request in ["Produce", "FetchConsumer", "FetchFollower"] {
        for (stage, stage_index) in ["local", "requestqueue", "remote", "responsequeue", "responsesend", "total"].into_iter().zip(0..) {
            let name = format!("kafka_network_requestmetrics_{stage}timems");
            // The two that carry the story are scraped more often and on the other days too.
            let carries = matches!((request, stage), ("Produce", "total") | ("FetchFollower", "local"));
            for (quantile, divisor) in QUANTILES {
                let scrapes =
                    if carries { schedule::episodes().and(schedule::MAIN_START, schedule::MAIN_END, 60) } else { schedule::main_coarse() };
                each_up(text, &scrapes, |text, broker, at| {
                    let value = stage_p99_ms(request, stage, broker, at) / divisor;
                    let value = if carries { value } else { wobble(value, 0.04, broker.key(60 + stage_index), at / 60) };
                    text.sample(&name, &[("request", request), ("pod", broker.pod), ("quantile", quantile)], value, at);
                });
            }
        }
    }
}

/// Gives the 99th percentile of one stage of one kind of request, milliseconds.
fn stage_p99_ms(request: &str, stage: &str, broker: &Broker, at: i64) -> f64 {
    let produce_ms = produce_p99_ms(broker, at);
    let held = grip(broker, at) != Grip::Clean;
    let local_ms = 3.0 * follower_local_p75_ms(broker, at);
    // Handlers that wait for the lock leave requests in the queue; without a convoy the wait for followers dominates.
    let queue_ms = produce_ms * if held { 0.58 } else { 0.02 };
    // A fetch that finds nothing new waits for up to 500 ms by design.
    let fetch_wait_ms = 500.0;
    match (request, stage) {
        ("Produce", "remote") => produce_ms * if held { 0.3 } else { 0.9 },
        ("Produce", "total") => produce_ms,
        (_, "requestqueue") => queue_ms,
        (_, "local") => local_ms,
        (_, "remote") => fetch_wait_ms,
        (_, "total") => fetch_wait_ms + queue_ms + local_ms,
        (_, "responsequeue") => 0.2,
        _ => 0.9,
    }
}

/// Splits the cluster's produce requests per second over its brokers by what each leads: whole numbers that add up.
fn produce_shares(at: i64) -> [f64; 10] {
    let leads = BROKERS.each_ref().map(|broker| if broker.is_up(at) { f64::from(broker.leads.under(Layout::at(at))) } else { 0.0 });
    let (total, all_leads) = (produce_per_sec(at), leads.iter().sum::<f64>());
    let mut shares = leads.map(|leads| (total * leads / all_leads).floor());
    let rest = total - shares.iter().sum::<f64>();
    if let Some(first) = shares.first_mut() {
        *first += rest;
    }
    shares
}

fn write_requests(text: &mut OpenMetrics) {
    let requests = "kafka_network_requestmetrics_requests_total";
    let errors = "kafka_network_requestmetrics_errors_total";
    let messages = "kafka_server_brokertopicmetrics_messagesin_total";
    text.family("kafka_network_requestmetrics_requests", "counter", "Requests answered.");
    let (mut produce, mut follower, mut consumer) = (counters(1), counters(2), counters(3));
    let (mut fine, mut failed, mut appended) = (counters(4), [Counter::starting_at(0.0); 10], counters(5));
    for at in schedule::main_fine().iter() {
        for (index, (broker, produce_per_sec)) in BROKERS.iter().zip(produce_shares(at)).enumerate() {
            let per_sec = [
                (&mut produce, produce_per_sec),
                (&mut follower, follower_fetches_per_sec(broker, at)),
                (&mut consumer, wobble(900.0, 0.05, broker.key(80), at / 300)),
                // Counted under the error NONE, as every request without an error is.
                (&mut fine, produce_per_sec),
                (&mut failed, if node_is_lost(at) { NOT_ENOUGH_REPLICAS_PER_SEC } else { 0.0 }),
                (&mut appended, produce_per_sec * messages_per_request(at)),
            ];
            if !broker.is_up(at) {
                per_sec.into_iter().filter_map(|(counters, _)| counters.get_mut(index)).for_each(Counter::restart);
                continue;
            }
            let values = per_sec.map(|(counters, per_sec)| counters.get_mut(index).map_or(0.0, |counter| counter.advance(at, per_sec)));
            let pod = ("pod", broker.pod);
            let [produced, followed, consumed, fine, failed, appended] = values;
            text.sample(requests, &[("request", "Produce"), pod], produced, at);
            text.sample(requests, &[("request", "FetchFollower"), pod], followed, at);
            text.sample(requests, &[("request", "FetchConsumer"), pod], consumed, at);
            text.sample(errors, &[("request", "Produce"), ("error", "NONE"), pod], fine, at);
            text.sample(errors, &[("request", "Produce"), ("error", "NOT_ENOUGH_REPLICAS"), pod], failed, at);
            text.sample(messages, &[pod], appended, at);
        }
    }
}

/// Says whether the node was lost during the scrape interval that ends at `at`.
fn node_is_lost(at: i64) -> bool {
    at > NODE_LOST_AT && at <= NODE_BACK_AT
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::time::sep;

    /// The interpolation that Prometheus documents for classic histograms, written independently of [`share_below`].
    fn quantile_of(shares: &[(f64, f64)], quantile: f64) -> f64 {
        let upper = shares.iter().position(|(_, share)| *share >= quantile).expect("the last share is 1");
        let (low, below) = if upper == 0 { (0.0, 0.0) } else { shares[upper - 1] };
        let (high, share) = shares[upper];
        low + (high - low) * (quantile - below) / (share - below)
    }

    #[test]
    fn the_histogram_has_the_percentile_it_is_made_for() {
        for p75_ms in [1.0, 1.8, 13.5, 17.0, 47.0, 84.0] {
            let shares = BOUNDS.map(|(bound, _)| (bound, share_below(bound, p75_ms)));
            let found = quantile_of(&shares, 0.75);
            assert!((found - p75_ms).abs() < 1.0e-9, "{p75_ms} became {found}");
        }
    }

    #[test]
    fn buckets_never_shrink_and_end_at_all() {
        let shares = BOUNDS.map(|(bound, _)| share_below(bound, 26.0));
        assert!(shares.is_sorted(), "{shares:?}");
        assert_eq!(shares[9], 1.0);
    }

    #[test]
    fn shares_of_the_brokers_add_up_to_the_minute_of_the_account() {
        let minutes = [11_870.0, 11_400.0, 12_160.0, 17_059.0, 32_600.0, 35_900.0, 36_300.0, 35_000.0, 33_100.0, 33_100.0];
        for (minute, expected) in (0..).zip(minutes) {
            assert_eq!(produce_shares(sep(10, 17, 40 + minute)).iter().sum::<f64>(), expected);
        }
    }

    #[test]
    fn not_enough_replicas_come_to_440_a_second_over_eight_brokers() {
        let up = BROKERS.iter().filter(|broker| broker.is_up(sep(10, 13, 30))).count();
        assert_eq!(NOT_ENOUGH_REPLICAS_PER_SEC * up as f64, 440.0);
    }
}
