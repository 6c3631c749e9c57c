//! What an exporter that reads the cluster's metadata says: leaders of partitions, lag and members of groups.

use super::brokers::each_up;
use super::schedule;
use crate::data::cluster::{CONCENTRATED_AT, HOT_TOPIC, Layout, Partition, leaders, replicated_partitions};
use crate::data::convoy::replicator_members;
use crate::data::noise::noise;
use crate::data::openmetrics::OpenMetrics;
use crate::data::time::{Scrapes, sep};

/// The eight groups of one member each.
pub const REPLICATORS: [&str; 8] =
    ["replicator-1", "replicator-2", "replicator-3", "replicator-4", "replicator-5", "replicator-6", "replicator-7", "replicator-8"];
/// Two ordinary groups on the hot topic, with their members: what a healthy width looks like.
const ORDINARY: [(&str, f64); 2] = [("search-indexer", 15.0), ("audit-sink", 7.0)];

pub fn write(text: &mut OpenMetrics) {
    let info = "kafka_broker_info";
    text.family(info, "gauge", "Maps a broker id to its address.");
    each_up(text, &schedule::main_coarse(), |text, broker, at| {
        text.sample(info, &[("address", &format!("{}:9093", broker.pod)), ("id", &broker.id.to_string())], 1.0, at);
    });

    let partitions = replicated_partitions();
    let leader = "kafka_topic_partition_leader";
    text.family(leader, "gauge", "Broker id of the leader of a partition.");
    for at in leader_scrapes().iter() {
        for (partition, id) in partitions.iter().zip(leaders(&partitions, Layout::at(at))).filter(|(partition, _)| partition.since <= at) {
            text.sample(leader, &[("partition", &partition.number.to_string()), ("topic", &partition.topic)], f64::from(id), at);
        }
    }

    write_groups(text, &partitions);
}

fn write_groups(text: &mut OpenMetrics, partitions: &[Partition]) {
    let members = "kafka_consumergroup_members";
    text.family(members, "gauge", "Members of a consumer group.");
    let scrapes = schedule::days().and(schedule::MAIN_START, schedule::MAIN_END, 60).and(sep(10, 17, 35), sep(10, 17, 55), 15);
    for at in scrapes.iter() {
        for (group, index) in REPLICATORS.iter().zip(0..) {
            text.sample(members, &[("consumergroup", group)], replicator_members(index, at), at);
        }
        for (group, count) in ORDINARY {
            text.sample(members, &[("consumergroup", group)], count, at);
        }
    }

    let lag = "kafka_consumergroup_lag";
    text.family(lag, "gauge", "Messages that a group has not read yet.");
    for at in lag_scrapes().iter() {
        for partition in partitions.iter().filter(|partition| partition.since <= at) {
            let number = partition.number.to_string();
            let ordinary = ORDINARY.iter().map(|(group, _)| group).filter(|_| partition.topic == HOT_TOPIC);
            for (group, index) in REPLICATORS.iter().chain(ordinary).zip(0_u64..) {
                let behind = (900.0 * noise(index << 32 | u64::from(partition.number) << 16 | partition.topic.len() as u64, at)).round();
                text.sample(lag, &[("consumergroup", group), ("partition", &number), ("topic", &partition.topic)], behind, at);
            }
        }
    }
}

/// One per layout, and every five minutes where the ranking is taken: 4,742 series are heavy.
fn leader_scrapes() -> Scrapes {
    [schedule::FIRST, CONCENTRATED_AT, sep(10, 12, 40), sep(10, 14, 10), sep(10, 15, 30), sep(10, 17, 40)]
        .into_iter()
        .fold(Scrapes::default(), |scrapes, at| scrapes.and(at, at, 1))
        .and(sep(10, 13, 25), sep(10, 13, 40), 300)
        .and(sep(10, 15, 50), sep(10, 15, 55), 300)
}

/// The first retained sample and the time of the ranking: 37,936 series are heavier still.
fn lag_scrapes() -> Scrapes {
    [schedule::FIRST, sep(10, 13, 30)].into_iter().fold(Scrapes::default(), |scrapes, at| scrapes.and(at, at, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_group_of_the_replication_job_lags_on_4742_partitions_at_half_past_one() {
        let mut text = OpenMetrics::default();
        write_groups(&mut text, &replicated_partitions());
        let text = text.finish();
        let at = sep(10, 13, 30).to_string();
        for group in REPLICATORS {
            let start = format!("kafka_consumergroup_lag{{consumergroup=\"{group}\"");
            let width = text.lines().filter(|line| line.starts_with(&start) && line.ends_with(&at)).count();
            assert_eq!(width, 4_742, "{group}");
        }
    }

    #[test]
    fn the_width_changes_by_three_per_mille_over_the_retained_span() {
        let first = replicated_partitions().iter().filter(|partition| partition.since <= schedule::FIRST).count();
        assert_eq!(first, 4_742 - 14);
    }
}
