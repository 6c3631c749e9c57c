//! What each broker says of itself: up, leaders, queue, purgatory, handlers; and what the controllers say.

use super::schedule;
use crate::data::cluster::{
    BROKERS, Broker, CONCENTRATED_AT, Layout, NODE_BACK_AT, NODE_LOST_AT, OFFLINE_PARTITIONS, REBALANCED_AT, UNDER_MIN_ISR,
};
use crate::data::convoy::{BLOCKED_AT, CONSUMERS_STOPPED_AT, Grip, grip, request_queue};
use crate::data::noise::{noise, wobble};
use crate::data::openmetrics::OpenMetrics;
use crate::data::time::Scrapes;

pub fn write(text: &mut OpenMetrics) {
    text.family("up", "gauge", "1 when the scrape of a target worked, 0 when it did not.");
    for at in schedule::days().iter() {
        for broker in &BROKERS {
            text.sample("up", &[("job", "kafka"), ("pod", broker.pod)], if broker.is_up(at) { 1.0 } else { 0.0 }, at);
        }
    }

    let leaders = "kafka_server_replicamanager_leadercount";
    text.family(leaders, "gauge", "Partitions that the broker leads.");
    each_up(text, &schedule::days(), |text, broker, at| text.sample(leaders, &[("pod", broker.pod)], leader_count(broker, at), at));

    let queue = "kafka_network_requestchannel_requestqueuesize";
    text.family(queue, "gauge", "Requests in the queue; zero on a pod that is a controller too, whatever its length.");
    each_up(text, &schedule::main_fine(), |text, broker, at| {
        let length = if broker.combined { 0.0 } else { request_queue(broker, at) };
        text.sample(queue, &[("pod", broker.pod)], length, at);
    });

    let purgatory = "kafka_server_delayedoperationpurgatory_purgatorysize";
    text.family(purgatory, "gauge", "Entries of the purgatory's watchers; one operation has an entry for each of its partitions.");
    each_up(text, &schedule::main(), |text, broker, at| {
        // One parked fetch of each of eight groups, registered under every partition that it covers.
        let wide_fetches = 8.0 * f64::from(broker.leads_replicated.under(Layout::at(at)));
        let other_fetches = wobble(260.0, 0.2, broker.key(11), at / 60).round();
        let fetch = if at < CONSUMERS_STOPPED_AT { wide_fetches + other_fetches } else { other_fetches };
        text.sample(purgatory, &[("delayedOperation", "Fetch"), ("pod", broker.pod)], fetch, at);
        text.sample(purgatory, &[("delayedOperation", "Produce"), ("pod", broker.pod)], produce_purgatory(broker, at), at);
    });

    let idle = "kafka_server_kafkarequesthandlerpool_requesthandleravgidle_percent";
    text.family(idle, "gauge", "Mean since the process started, not of the moment; a pod that is a controller too adds both pools up.");
    each_up(text, &schedule::main_coarse(), |text, broker, at| {
        let pools = if broker.combined { 1.62 } else { 0.71 };
        text.sample(idle, &[("pod", broker.pod)], wobble(pools, 0.01, broker.key(12), at / 600), at);
    });

    let under = "kafka_server_replicamanager_underminisrpartitioncount";
    text.family(under, "gauge", "Partitions that the broker leads and that have fewer in-sync replicas than their minimum.");
    each_up(text, &schedule::main(), |text, broker, at| {
        // 140 over eight brokers: 17 or 18 each.
        let share = f64::from(UNDER_MIN_ISR / 8 + u32::from(broker.id <= UNDER_MIN_ISR % 8));
        text.sample(under, &[("pod", broker.pod)], if node_is_lost(at) { share } else { 0.0 }, at);
    });

    write_controllers(text);
}

/// Calls `write_broker` for each scrape and each broker that answers it.
pub fn each_up(text: &mut OpenMetrics, scrapes: &Scrapes, mut write_broker: impl FnMut(&mut OpenMetrics, &Broker, i64)) {
    for at in scrapes.iter() {
        for broker in BROKERS.iter().filter(|broker| broker.is_up(at)) {
            write_broker(text, broker, at);
        }
    }
}

fn write_controllers(text: &mut OpenMetrics) {
    let imbalance = "kafka_controller_kafkacontroller_preferredreplicaimbalancecount";
    text.family(imbalance, "gauge", "Partitions whose leader is not the preferred one.");
    let offline = "kafka_controller_kafkacontroller_offlinepartitionscount";
    text.family(offline, "gauge", "Partitions without a leader.");
    for at in schedule::episodes().and(schedule::MAIN_START, schedule::MAIN_END, 60).iter() {
        for broker in BROKERS.iter().filter(|broker| broker.combined) {
            let not_preferred = match at {
                _ if at < CONCENTRATED_AT => 6.0,
                // What brokers A and D lead above their share.
                _ if at < NODE_LOST_AT => 1_337.0,
                // That, and what brokers I and J led.
                _ if at < REBALANCED_AT => 2_958.0,
                _ => 3.0,
            };
            text.sample(imbalance, &[("pod", broker.pod)], not_preferred, at);
            let leaderless = if node_is_lost(at) { f64::from(OFFLINE_PARTITIONS) } else { 0.0 };
            text.sample(offline, &[("pod", broker.pod)], leaderless, at);
        }
    }
}

fn node_is_lost(at: i64) -> bool {
    (NODE_LOST_AT..NODE_BACK_AT).contains(&at)
}

fn leader_count(broker: &Broker, at: i64) -> f64 {
    let layout = Layout::at(at);
    // The partitions of a broker that left go to the other nine in equal parts.
    let absent: u32 = match layout {
        Layout::Concentrated => BROKERS.iter().filter(|other| !other.is_up(at)).map(|other| other.leads.under(layout)).sum(),
        Layout::Balanced | Layout::Degraded | Layout::Rebalanced => 0,
    };
    f64::from(broker.leads.under(layout) + absent / 9)
}

fn produce_purgatory(broker: &Broker, at: i64) -> f64 {
    let key = broker.key(13);
    let slot = at / 60;
    match grip(broker, at) {
        // Grows towards a ceiling within minutes of the block.
        Grip::Blocked => (wobble(60.0, 0.1, key, slot) + 1_100.0 * (1.0 - (-(at - BLOCKED_AT) as f64 / 600.0).exp())).round(),
        Grip::Elevated => (110.0 + 5.0 * broker.stalled_p75_ms * (0.8 + 0.2 * noise(key, slot))).round().min(380.0),
        Grip::Signature => wobble(210.0, 0.1, key, slot).round(),
        Grip::Clean => wobble(35.0, 0.3, key, slot).round(),
    }
}
