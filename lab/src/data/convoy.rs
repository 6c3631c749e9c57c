//! What the convoy does to each broker over time: the shape that every series follows.
//!
//! A broker is *blocked* when the one lock holds nearly all its handlers, *elevated* when it contends for it. The
//! 75th percentile of FetchFollower local time is the signature; the other figures are made to agree with it.

use super::cluster::{Broker, NODE_LOST_AT, REBALANCED_AT};
use super::noise::{noise, wobble};
use super::time::sep;

/// When the publisher begins to fail.
pub const ONSET: i64 = sep(2, 17, 46);
/// When the leadership of the hot topic is moved off the stalled broker.
pub const HOT_TOPIC_MOVED_AT: i64 = sep(7, 15, 50);
/// When broker A blocks completely.
pub const BLOCKED_AT: i64 = sep(10, 13, 18);
/// When the eight consumers begin to stop.
pub const CONSUMERS_STOP_AT: i64 = sep(10, 17, 41) + 14;
/// When the last of them has stopped.
pub const CONSUMERS_STOPPED_AT: i64 = sep(10, 17, 42) + 55;
/// When the rewritten producer is deployed.
pub const REWRITTEN_AT: i64 = sep(11, 8, 6);
/// Capacity of a request queue, `queued.max.requests`.
pub const QUEUE_CAPACITY: f64 = 500.0;
/// First minute of the experiment's table.
pub const EXPERIMENT_START: i64 = sep(10, 17, 40);
/// The experiment minute by minute: produce requests per second, and the cluster's highest Produce p99 in milliseconds.
pub const EXPERIMENT: [(f64, f64); 10] = [
    (11_870.0, 354.0),
    (11_400.0, 366.0),
    (12_160.0, 368.0),
    (17_059.0, 344.0),
    (32_600.0, 299.0),
    (35_900.0, 120.0),
    (36_300.0, 71.0),
    (35_000.0, 60.0),
    (33_100.0, 81.0),
    (33_100.0, 55.0),
];

/// The last minute mark up to which the signature of the convoy stands after the consumers are stopped.
const RELEASED_AT: i64 = sep(10, 17, 43);
/// The broker that shows the signature between the rebalancing and the experiment.
const SIGNATURE_BROKER: u32 = 4;
/// Short episodes on broker A: the evenings of 8 and 9 September, and the landings of three stopped rebalances.
const EPISODES: [(i64, i64); 5] = [
    (sep(8, 18, 30), sep(8, 20, 10)),
    (sep(9, 19, 0), sep(9, 21, 20)),
    (sep(10, 8, 20), sep(10, 8, 30)),
    (sep(10, 10, 5), sep(10, 10, 15)),
    (sep(10, 11, 55), sep(10, 12, 5)),
];

/// How far the convoy holds a broker.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Grip {
    /// Nothing to see.
    Clean,
    /// Handlers wait for the lock now and then.
    Elevated,
    /// The request queue is full, but the broker still serves.
    Signature,
    /// The client listener's network threads do not read their sockets.
    Blocked,
}

/// Gives how far the convoy holds `broker` at `at`.
pub fn grip(broker: &Broker, at: i64) -> Grip {
    let blocked_broker = match at {
        // One broker at a time; which one changes every six hours.
        _ if (ONSET..HOT_TOPIC_MOVED_AT).contains(&at) => Some(if noise(1, at / 21_600) < 0.6 { 1 } else { SIGNATURE_BROKER }),
        // The convoy moves on to the next broker for two hours.
        _ if (HOT_TOPIC_MOVED_AT..HOT_TOPIC_MOVED_AT + 7_200).contains(&at) => Some(SIGNATURE_BROKER),
        _ if (BLOCKED_AT..REBALANCED_AT).contains(&at) => Some(1),
        _ if EPISODES.iter().any(|(from, to)| (*from..*to).contains(&at)) => Some(1),
        _ => None,
    };
    if blocked_broker == Some(broker.id) {
        return Grip::Blocked;
    }
    let contends = (BLOCKED_AT..REBALANCED_AT).contains(&at) && broker.stalled_p75_ms > 2.0;
    let approaches = (NODE_LOST_AT..BLOCKED_AT).contains(&at) && broker.id == 1;
    let signature = (REBALANCED_AT..=RELEASED_AT).contains(&at) && broker.id == SIGNATURE_BROKER;
    match () {
        () if contends || approaches => Grip::Elevated,
        () if signature => Grip::Signature,
        () => Grip::Clean,
    }
}

/// Gives the 75th percentile of FetchFollower local time, milliseconds.
pub fn follower_local_p75_ms(broker: &Broker, at: i64) -> f64 {
    let slot = at / 600;
    let key = broker.key(2);
    match grip(broker, at) {
        // Steady around 13:30, when the ranking was taken; otherwise it moves within the bounds of the account.
        _ if (sep(10, 13, 20)..sep(10, 13, 40)).contains(&at) => broker.stalled_p75_ms,
        Grip::Blocked if at >= BLOCKED_AT => wobble(broker.stalled_p75_ms, 0.06, key, slot).min(89.0),
        Grip::Blocked => 30.0 + 55.0 * noise(key, slot),
        Grip::Elevated if at >= BLOCKED_AT => wobble(broker.stalled_p75_ms, 0.06, key, slot).clamp(17.0, 47.0),
        Grip::Elevated => 14.0,
        Grip::Signature => 12.2 + 2.6 * noise(key, slot),
        Grip::Clean if at > RELEASED_AT => 1.0,
        Grip::Clean => 1.0 + 0.9 * noise(key, slot),
    }
}

/// Gives the follower fetches that a broker serves per second, a whole number.
pub fn follower_fetches_per_sec(broker: &Broker, at: i64) -> f64 {
    let usual = match grip(broker, at) {
        Grip::Blocked => 60.0,
        Grip::Elevated => 310.0,
        Grip::Signature => 280.0,
        Grip::Clean => 520.0,
    };
    wobble(usual, 0.04, broker.key(3), at / 300).round()
}

/// Gives the 99th percentile of Produce total time as the broker reports it, milliseconds.
///
/// Never above 7.5 s: the time in an unread socket is in no timer of the broker.
pub fn produce_p99_ms(broker: &Broker, at: i64) -> f64 {
    if let Some((_, cluster_max_ms)) = experiment_minute(at) {
        let share = if broker.id == SIGNATURE_BROKER { 1.0 } else { 0.35 + 0.5 * noise(broker.key(4), at / 60) };
        return cluster_max_ms * share;
    }
    let key = broker.key(4);
    match grip(broker, at) {
        Grip::Blocked => wobble(7_440.0, 0.008, key, at / 300),
        Grip::Elevated => wobble(follower_local_p75_ms(broker, at) * 60.0, 0.05, key, at / 300),
        // Slightly higher once there are more publishers, which do not help.
        Grip::Signature => wobble(if at < MORE_PUBLISHERS_AT { 336.0 } else { 350.0 }, 0.01, key, at / 60),
        Grip::Clean if at > RELEASED_AT => wobble(50.0, 0.1, key, at / 60),
        Grip::Clean => wobble(62.0, 0.3, key, at / 300),
    }
}

/// When publishers are added: 11, then 20, then 30 instances.
pub const MORE_PUBLISHERS_AT: i64 = sep(10, 16, 40);

/// Gives the number of publisher instances.
pub fn publisher_instances(at: i64) -> i64 {
    match at {
        _ if at < MORE_PUBLISHERS_AT => 11,
        _ if at < MORE_PUBLISHERS_AT + 900 => 20,
        _ => 30,
    }
}

/// Gives the produce requests per second of the whole cluster over the minute that ends at `at`, a whole number.
pub fn produce_per_sec(at: i64) -> f64 {
    if let Some((per_sec, _)) = experiment_minute(at) {
        return per_sec;
    }
    let usual = match at {
        _ if at < ONSET => 12_900.0,
        _ if at < NODE_LOST_AT => 11_600.0,
        _ if at < BLOCKED_AT => 10_400.0,
        _ if at < REBALANCED_AT => 7_900.0,
        _ if at < EXPERIMENT_START => 11_700.0,
        _ if at < REWRITTEN_AT => 33_100.0,
        _ => 21_000.0,
    };
    wobble(usual, 0.02, 5, at / 60).round()
}

/// Gives the messages per produce request.
pub fn messages_per_request(at: i64) -> f64 {
    if at < REWRITTEN_AT { 1.02 } else { 1.06 }
}

/// Gives the number of members of the replication job's group `index` (0 to 7): one, until it is stopped.
pub fn replicator_members(index: i64, at: i64) -> f64 {
    let stopped_at = CONSUMERS_STOP_AT + index * (CONSUMERS_STOPPED_AT - CONSUMERS_STOP_AT) / 7;
    if at < stopped_at { 1.0 } else { 0.0 }
}

/// Gives the length of a broker's request queue; the metric shows it on brokers that are no controllers only.
pub fn request_queue(broker: &Broker, at: i64) -> f64 {
    let key = broker.key(6);
    match grip(broker, at) {
        Grip::Blocked | Grip::Signature => QUEUE_CAPACITY,
        Grip::Elevated => (20.0 + 120.0 * noise(key, at / 60)).round(),
        Grip::Clean => (4.0 * noise(key, at / 60)).round(),
    }
}

fn experiment_minute(at: i64) -> Option<(f64, f64)> {
    // The figure of a minute mark is that of the minute which ends there, as in the answer to a range query.
    let minute = (at - EXPERIMENT_START + 59).div_euclid(60);
    EXPERIMENT.get(usize::try_from(minute).ok()?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::cluster::BROKERS;

    #[test]
    fn severity_of_the_stall_ranks_as_led_partitions_do() {
        let p75 = BROKERS.map(|broker| follower_local_p75_ms(&broker, sep(10, 13, 30)));
        assert!(p75.iter().take(8).is_sorted_by(|left, right| left > right), "{p75:?}");
    }

    #[test]
    fn elevated_brokers_lie_between_17_and_47_ms_and_clean_ones_below_2() {
        for broker in &BROKERS[1..6] {
            assert!((17.0..=47.0).contains(&follower_local_p75_ms(broker, sep(10, 13, 30))), "{broker:?}");
        }
        for broker in &BROKERS[6..8] {
            assert!(follower_local_p75_ms(broker, sep(10, 13, 30)) <= 2.0, "{broker:?}");
        }
    }

    #[test]
    fn a_blocked_broker_lies_between_10_and_90_ms_whenever_it_is_blocked() {
        for at in (sep(2, 0, 0)..sep(11, 12, 0)).step_by(60) {
            for broker in BROKERS.iter().filter(|broker| grip(broker, at) == Grip::Blocked) {
                assert!((10.0..=90.0).contains(&follower_local_p75_ms(broker, at)), "{broker:?} at {at}");
            }
        }
    }

    #[test]
    fn the_convoy_moves_on_when_the_hot_topic_does() {
        let moved_at = sep(7, 15, 50);
        assert_eq!([moved_at - 1, moved_at].map(|at| grip(&BROKERS[0], at)), [Grip::Blocked, Grip::Clean]);
        assert_eq!([moved_at - 1, moved_at].map(|at| grip(&BROKERS[3], at)), [Grip::Clean, Grip::Blocked]);
    }

    #[test]
    fn one_broker_at_a_time_is_blocked() {
        for at in (sep(2, 0, 0)..sep(11, 12, 0)).step_by(60) {
            assert!(BROKERS.iter().filter(|broker| grip(broker, at) == Grip::Blocked).count() <= 1, "at {at}");
        }
    }

    #[test]
    fn brokers_never_report_more_than_seven_and_a_half_seconds() {
        for at in (sep(2, 0, 0)..sep(11, 12, 0)).step_by(60) {
            assert!(BROKERS.iter().all(|broker| produce_p99_ms(broker, at) <= 7_500.0), "at {at}");
        }
    }

    #[test]
    fn the_highest_p99_of_each_minute_is_that_of_the_account() {
        let highest =
            (0..10).map(|minute| BROKERS.iter().map(|broker| produce_p99_ms(broker, sep(10, 17, 40 + minute))).fold(0.0, f64::max));
        assert_eq!(highest.collect::<Vec<_>>(), [354.0, 366.0, 368.0, 344.0, 299.0, 120.0, 71.0, 60.0, 81.0, 55.0]);
    }

    #[test]
    fn the_signature_falls_from_12_to_15_ms_to_1_ms() {
        assert!((12.0..=15.0).contains(&follower_local_p75_ms(&BROKERS[3], sep(10, 17, 43))));
        assert_eq!(follower_local_p75_ms(&BROKERS[3], sep(10, 17, 44)), 1.0);
    }

    #[test]
    fn the_queue_falls_to_single_digits_within_the_minute() {
        assert_eq!(request_queue(&BROKERS[3], sep(10, 17, 43)), 500.0);
        assert!(request_queue(&BROKERS[3], sep(10, 17, 43) + 15) < 10.0);
    }
}
