//! The brokers' lines: routine, leadership, the lost node, slow requests, and one long line of configuration.

use serde_json::json;

use super::{LogLine, line, sort_by_time};
use crate::data::cluster::{BROKERS, Broker, CONCENTRATED_AT, HOT_TOPIC, Layout, NODE_BACK_AT, NODE_LOST_AT, REBALANCED_AT};
use crate::data::convoy::{BLOCKED_AT, CONSUMERS_STOP_AT};
use crate::data::noise::{mix, noise};
use crate::data::time::sep;

const FAMILY: &str = "broker-logs";
/// Last line, seconds since 1970.
const END: i64 = sep(11, 12, 0);

pub fn lines() -> Vec<LogLine> {
    let mut lines = Vec::new();
    lines.extend(segments_rolled());
    lines.extend(group_changes());
    lines.extend(leadership());
    lines.extend(node_lost());
    lines.extend(slow_requests());
    lines.extend(configuration());
    sort_by_time(&mut lines);
    lines
}

fn broker_line(broker: &Broker, at_ms: i64, level: &str, logger: &str, message: &str) -> LogLine {
    line(
        FAMILY,
        at_ms,
        json!({
            "level": level, "logger": logger, "broker": broker.pod, "host": {"name": broker.node}, "message": message, "count": 1,
        }),
    )
}

/// Routine: one line per broker every half hour.
fn segments_rolled() -> impl Iterator<Item = LogLine> {
    (sep(2, 0, 0)..END).step_by(1_800).flat_map(|at| {
        BROKERS.iter().filter(move |broker| broker.is_up(at)).map(move |broker| {
            let at_ms = at * 1_000 + i64::from(broker.id) * 731;
            let topic = mix(broker.key(300) ^ at.cast_unsigned()) % 284 + 1;
            let message = format!(
                "[LocalLog partition=core.topic-{topic:03}-{}, dir=/var/lib/kafka/data] Rolled new log segment at offset {} in {} ms.",
                topic % 4,
                (at - sep(1, 0, 0)) * 1_913 + i64::from(broker.id) * 77_001,
                topic % 7 + 1
            );
            broker_line(broker, at_ms, "INFO", "kafka.log.LocalLog", &message)
        })
    })
}

/// Two of the eight consumers are made anew about every 90 s; a line stands for the 20 of half an hour.
fn group_changes() -> impl Iterator<Item = LogLine> {
    let coordinators = BROKERS.iter().skip(4).zip([("replicator-3", 411), ("replicator-6", 398)]);
    (sep(2, 0, 0)..CONSUMERS_STOP_AT).step_by(1_800).zip(0..).flat_map(move |(at, round)| {
        coordinators.clone().map(move |(broker, (group, generation))| {
            let message = format!(
                "[GroupCoordinator {}]: Stabilized group {group} generation {} (__consumer_offsets-{}) with 1 members",
                broker.id,
                generation + round * 20,
                generation % 50
            );
            let mut line = broker_line(broker, at * 1_000 + 411, "INFO", "kafka.coordinator.group.GroupCoordinator", &message);
            if let Some(count) = line.document.get_mut("count") {
                *count = 20.into();
            }
            line
        })
    })
}

/// What each broker leads from each change of leadership on.
fn leadership() -> impl Iterator<Item = LogLine> {
    [CONCENTRATED_AT, NODE_LOST_AT, REBALANCED_AT].into_iter().flat_map(|at| {
        let layout = Layout::at(at);
        BROKERS.iter().filter(move |broker| broker.leads.under(layout) > 0).map(move |broker| {
            let message = format!("[Broker id={}] Transitioning {} partition(s) to local leaders.", broker.id, broker.leads.under(layout));
            broker_line(broker, (at + 2) * 1_000 + i64::from(broker.id) * 37, "INFO", "state.change.logger", &message)
        })
    })
}

/// Node 5 is lost: two brokers are fenced, and appends are refused 440 times a second; a line stands for a minute of one broker.
fn node_lost() -> Vec<LogLine> {
    let controllers = BROKERS.iter().take(1);
    let mut lines: Vec<LogLine> = controllers
        .flat_map(|controller| {
            BROKERS.iter().filter(|broker| !broker.is_up(NODE_LOST_AT)).flat_map(move |lost| {
                let id = lost.id;
                [
                    (NODE_LOST_AT + 9, "WARN", format!("[QuorumController id=1] Fencing broker {id} because its session has timed out.")),
                    (NODE_BACK_AT, "INFO", format!("[QuorumController id=1] The request from broker {id} to unfence has been granted.")),
                ]
                .map(|(at, level, message)| {
                    broker_line(controller, at * 1_000 + i64::from(id), level, "org.apache.kafka.controller", &message)
                })
            })
        })
        .collect();
    for at in (NODE_LOST_AT..NODE_BACK_AT).step_by(60) {
        for broker in BROKERS.iter().filter(|broker| broker.is_up(at)) {
            let partition = format!("{HOT_TOPIC}-{}", mix(broker.key(301) ^ at.cast_unsigned()) % 105);
            let message = format!(
                "[ReplicaManager broker={}] Error processing append operation on partition {partition}: NotEnoughReplicasException, \
                 the in-sync replicas of {partition} are fewer than min.insync.replicas",
                broker.id
            );
            let mut line = broker_line(broker, at * 1_000 + i64::from(broker.id) * 611, "ERROR", "kafka.server.ReplicaManager", &message);
            if let Some(count) = line.document.get_mut("count") {
                *count = (55 * 60).into();
            }
            lines.push(line);
        }
    }
    lines
}

/// The request log of broker A while it is blocked, as 3.7 writes it: one JSON value behind `Completed request:`.
fn slow_requests() -> impl Iterator<Item = LogLine> {
    (BLOCKED_AT..REBALANCED_AT).step_by(20).zip(0..).flat_map(|(at, number)| {
        BROKERS.iter().take(1).map(move |broker| {
            let moved = |family| noise(broker.key(family), at);
            let round = |value: f64| (value * 1_000.0).round() / 1_000.0;
            let (queue_ms, local_ms, remote_ms) = (round(2_500.0 + 1_700.0 * moved(310)), round(180.0 + 600.0 * moved(311)), round(900.0 + 1_400.0 * moved(312)));
            let total_ms = round(queue_ms + local_ms + remote_ms + 0.21);
            let (partition, client) = (number * 7 % 105, format!("publisher-{}", number % 11));
            let completed = json!({
                "isForwarded": false,
                "requestHeader": {
                    "requestApiKey": 0, "requestApiVersion": 9, "correlationId": 90_211 + number, "clientId": client, "requestApiKeyName": "PRODUCE",
                },
                "request": {
                    "transactionalId": null, "acks": -1, "timeoutMs": 30_000,
                    "topicData": [{"name": HOT_TOPIC, "partitionData": [{"index": partition, "recordsSizeInBytes": 1_180 + number % 90}]}],
                },
                "response": {
                    "responses": [{"name": HOT_TOPIC, "partitionResponses": [{
                        "index": partition, "errorCode": 0, "baseOffset": 7_004_112_000_i64 + number, "logAppendTimeMs": -1, "logStartOffset": 6_100_000_000_i64,
                        "recordErrors": [], "errorMessage": null,
                    }]}],
                    "throttleTimeMs": 0,
                },
                "connection": format!("198.51.100.11:9094-198.51.100.{}:{}-{number}", 40 + number % 11, 40_000 + number),
                "totalTimeMs": total_ms, "requestQueueTimeMs": queue_ms, "localTimeMs": local_ms, "remoteTimeMs": remote_ms,
                "throttleTimeMs": 0, "responseQueueTimeMs": 0.13, "sendTimeMs": 0.08,
                "securityProtocol": "SASL_SSL", "principal": "User:publisher", "listener": "CLIENT",
                "clientInformation": {"softwareName": "librdkafka", "softwareVersion": "2.3.0"},
            });
            let mut line = broker_line(broker, at * 1_000 + 219, "DEBUG", "kafka.request.logger", &format!("Completed request:{completed}"));
            if let Some(fields) = line.document.as_object_mut() {
                let timers = json!({
                    "api": "PRODUCE", "client_id": client, "total_ms": total_ms, "queue_ms": queue_ms, "local_ms": local_ms, "remote_ms": remote_ms,
                });
                fields.insert("request".to_owned(), timers);
            }
            line
        })
    })
}

/// One line that is too long for `message.keyword`: only a search in the text finds it.
fn configuration() -> Option<LogLine> {
    let message = "[DynamicConfigPublisher broker id=1] Updating broker 1 with new configuration : num.io.threads -> 36, \
                   num.network.threads -> 8, queued.max.requests -> 500, num.replica.fetchers -> 4, max.incremental.fetch.session.cache.slots -> 1000, \
                   fetch.max.bytes -> 57671680, replica.fetch.max.bytes -> 10485760, leader.imbalance.check.interval.seconds -> 300, \
                   auto.leader.rebalance.enable -> false, unclean.leader.election.enable -> false";
    let broker = BROKERS.first()?;
    Some(broker_line(broker, sep(2, 17, 30) * 1_000 + 118, "INFO", "kafka.server.metadata.DynamicConfigPublisher", message))
}
