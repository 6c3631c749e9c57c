//! The machines under the brokers: processor time of containers and nodes, and how many publishers run.

use super::schedule;
use crate::data::cluster::{BROKERS, Broker};
use crate::data::convoy::{Grip, grip, publisher_instances};
use crate::data::noise::wobble;
use crate::data::openmetrics::{Counter, OpenMetrics};
use crate::data::time::sep;

/// Processors of one node.
const CORES: f64 = 32.0;
/// The node that the batch workload shares with brokers A and B.
const SHARED_NODE: &str = "kafka-node-1";

pub fn write(text: &mut OpenMetrics) {
    let container = "container_cpu_usage_seconds_total";
    text.family(
        "container_cpu_usage_seconds",
        "counter",
        "Processor time; the series without a container name is the pod's sum of the others.",
    );
    let node = "node_cpu_seconds_total";
    let nodes: std::collections::BTreeSet<&str> = BROKERS.iter().map(|broker| broker.node).collect();
    let mut containers = [Counter::starting_at(2.0e6); BROKERS.len()];
    let mut batch = Counter::starting_at(3.0e5);
    let mut idle: Vec<Counter> = nodes.iter().map(|_| Counter::starting_at(8.0e6)).collect();
    let mut user: Vec<Counter> = nodes.iter().map(|_| Counter::starting_at(4.0e6)).collect();

    let scrapes = schedule::episodes().and(schedule::MAIN_START, schedule::MAIN_END, 300);
    for at in scrapes.iter() {
        for (broker, counter) in BROKERS.iter().zip(&mut containers) {
            if !broker.is_up(at) {
                counter.restart();
                continue;
            }
            let seconds = counter.advance(at, broker_cores(broker, at));
            text.sample(container, &[("node", broker.node), ("pod", broker.pod), ("container", "kafka")], seconds, at);
            text.sample(container, &[("node", broker.node), ("pod", broker.pod), ("container", "")], seconds, at);
        }
        let seconds = batch.advance(at, batch_cores(at));
        text.sample(container, &[("node", SHARED_NODE), ("pod", "batch-analytics-0"), ("container", "analytics")], seconds, at);
        text.sample(container, &[("node", SHARED_NODE), ("pod", "batch-analytics-0"), ("container", "")], seconds, at);
        for ((name, idle), user) in nodes.iter().zip(&mut idle).zip(&mut user) {
            let brokers: f64 =
                BROKERS.iter().filter(|broker| broker.node == *name && broker.is_up(at)).map(|broker| broker_cores(broker, at)).sum();
            let busy = brokers + if *name == SHARED_NODE { batch_cores(at) } else { 0.0 };
            text.sample(node, &[("instance", name), ("mode", "idle")], idle.advance(at, CORES - busy), at);
            text.sample(node, &[("instance", name), ("mode", "user")], user.advance(at, busy), at);
        }
    }

    let replicas = "kube_deployment_status_replicas";
    text.family(replicas, "gauge", "Instances of a deployment.");
    for at in schedule::main().iter() {
        text.sample(replicas, &[("deployment", "publisher")], publisher_instances(at) as f64, at);
    }
}

/// Processors that a broker uses: a blocked one uses fewer, its handlers are parked.
fn broker_cores(broker: &Broker, at: i64) -> f64 {
    let usual = match grip(broker, at) {
        Grip::Blocked => 2.4,
        Grip::Elevated => 6.1,
        Grip::Signature => 6.8,
        Grip::Clean => 8.5,
    };
    wobble(usual, 0.05, broker.key(90), at / 300)
}

/// Processors that the batch workload uses: bursts on two evenings, nothing unusual on 10 September.
fn batch_cores(at: i64) -> f64 {
    let bursts = [(sep(8, 18, 25), sep(8, 20, 5)), (sep(9, 18, 55), sep(9, 21, 15))];
    let usual = if bursts.iter().any(|(from, to)| (*from..*to).contains(&at)) { 14.0 } else { 1.5 };
    wobble(usual, 0.08, 91, at / 300)
}
