//! The cluster: ten brokers, the partitions that the replication job subscribes to, and who leads them when.

use super::noise::mix;
use super::time::sep;

/// When the hardware migration concentrates leadership on two brokers.
pub const CONCENTRATED_AT: i64 = sep(2, 17, 43);
/// When a storage controller fails and takes brokers I and J with it.
pub const NODE_LOST_AT: i64 = sep(10, 12, 45);
/// When that node is back; its brokers lead nothing yet.
pub const NODE_BACK_AT: i64 = sep(10, 15, 31);
/// When leadership is balanced again.
pub const REBALANCED_AT: i64 = sep(10, 15, 49);
/// When 14 partitions are added to the topics of the replication job: 0.3 % of its width.
pub const WIDENED_AT: i64 = sep(2, 12, 0);

/// Topics that the replication job subscribes to.
pub const REPLICATED_TOPICS: u32 = 285;
/// Partitions of these topics.
pub const REPLICATED_PARTITIONS: u32 = 4_742;
/// Partitions of the topic that the publisher writes to; it is one of the replicated topics.
pub const HOT_TOPIC_PARTITIONS: u32 = 105;
/// Name of that topic.
pub const HOT_TOPIC: &str = "core.events";
/// Partitions among the replicated ones that appear at [`WIDENED_AT`].
const ADDED_PARTITIONS: u32 = 14;

/// How leadership is spread over the brokers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Up to [`CONCENTRATED_AT`].
    Balanced,
    /// From then on, mostly on brokers A and D.
    Concentrated,
    /// Eight brokers lead, A far ahead of the rest.
    Degraded,
    /// From [`REBALANCED_AT`] on.
    Rebalanced,
}

impl Layout {
    /// Gives the layout in force at `at`.
    pub fn at(at: i64) -> Self {
        match at {
            _ if at < CONCENTRATED_AT => Self::Balanced,
            _ if at < NODE_LOST_AT => Self::Concentrated,
            _ if at < REBALANCED_AT => Self::Degraded,
            _ => Self::Rebalanced,
        }
    }
}

/// Partitions that a broker leads under each layout.
#[derive(Debug, Clone, Copy)]
pub struct Led {
    balanced: u32,
    concentrated: u32,
    degraded: u32,
    rebalanced: u32,
}

impl Led {
    /// Gives the number of partitions led under `layout`.
    pub fn under(&self, layout: Layout) -> u32 {
        match layout {
            Layout::Balanced => self.balanced,
            Layout::Concentrated => self.concentrated,
            Layout::Degraded => self.degraded,
            Layout::Rebalanced => self.rebalanced,
        }
    }
}

/// One broker.
#[derive(Debug)]
pub struct Broker {
    /// Broker id, 1 for A to 10 for J; the value of `kafka_topic_partition_leader`.
    pub id: u32,
    /// Value of the label `pod`.
    pub pod: &'static str,
    /// The machine it runs on; two brokers share one.
    pub node: &'static str,
    /// Also a controller: its request queue metric reads zero, because the controller's bean takes the name.
    pub combined: bool,
    /// Partitions led in all.
    pub leads: Led,
    /// Partitions led among the 4,742 of the replication job.
    pub leads_replicated: Led,
    /// FetchFollower local time during the block of 10 September, 75th percentile, milliseconds.
    pub stalled_p75_ms: f64,
}

const fn led(balanced: u32, concentrated: u32, degraded: u32, rebalanced: u32) -> Led {
    Led { balanced, concentrated, degraded, rebalanced }
}

const fn broker(id: u32, pod: &'static str, node: &'static str, leads: Led, leads_replicated: Led, stalled_p75_ms: f64) -> Broker {
    // The quorum of controllers has three members.
    Broker { id, pod, node, combined: id <= 3, leads, leads_replicated, stalled_p75_ms }
}

/// The ten brokers, A to J.
#[rustfmt::skip] // a table: one broker a line
pub const BROKERS: [Broker; 10] = [
    broker(1,  "broker-a", "kafka-node-1", led(984, 1_690, 1_649, 981), led(479, 905, 864, 470), 84.0),
    broker(2,  "broker-b", "kafka-node-1", led(976,   812, 1_190, 975), led(472, 371, 771, 476), 47.0),
    broker(3,  "broker-c", "kafka-node-2", led(981,   809, 1_180, 984), led(475, 374, 756, 473), 41.0),
    broker(4,  "broker-d", "kafka-node-2", led(979, 1_610, 1_171, 978), led(474, 860, 739, 478), 36.0),
    broker(5,  "broker-e", "kafka-node-3", led(973,   807, 1_150, 972), led(471, 370, 674, 475), 26.0),
    broker(6,  "broker-f", "kafka-node-3", led(980,   815, 1_142, 983), led(476, 376, 603, 471), 17.0),
    broker(7,  "broker-g", "kafka-node-4", led(977,   806, 1_140, 979), led(473, 369, 258, 477), 1.8),
    broker(8,  "broker-h", "kafka-node-4", led(982,   814, 1_148, 976), led(475, 375,  77, 472), 1.1),
    broker(9,  "broker-i", "kafka-node-5", led(975,   811,     0, 980), led(472, 370,   0, 474), 1.2),
    broker(10, "broker-j", "kafka-node-5", led(977,   810,     0, 976), led(475, 372,   0, 476), 1.3),
];

/// Partitions without a leader while node 5 is lost; none of them is a replicated one.
pub const OFFLINE_PARTITIONS: u32 = 14;
/// Partitions under their minimum of in-sync replicas while node 5 is lost.
pub const UNDER_MIN_ISR: u32 = 140;

impl Broker {
    /// Says whether the broker runs at `at`.
    pub fn is_up(&self, at: i64) -> bool {
        let left_cluster = self.id == 8 && (sep(4, 10, 20)..sep(5, 6, 0)).contains(&at);
        let node_lost = self.id >= 9 && (NODE_LOST_AT..NODE_BACK_AT).contains(&at);
        !(left_cluster || node_lost)
    }

    /// Gives a number of its own for [`super::noise::noise`]; `family` keeps the metrics of one broker apart.
    pub fn key(&self, family: u64) -> u64 {
        family << 8 | u64::from(self.id)
    }
}

/// One partition of the replication job.
#[derive(Debug, Clone)]
pub struct Partition {
    /// Name of the topic.
    pub topic: String,
    /// Number of the partition within its topic.
    pub number: u32,
    /// Time from which it exists, seconds since 1970.
    pub since: i64,
}

/// Lists the 4,742 partitions of the 285 topics, in the order of topic and number.
pub fn replicated_partitions() -> Vec<Partition> {
    let (topics, rest) = (REPLICATED_TOPICS - 1, REPLICATED_PARTITIONS - HOT_TOPIC_PARTITIONS);
    let mut partitions = topic_partitions(HOT_TOPIC, HOT_TOPIC_PARTITIONS);
    for topic in 1..=topics {
        // Neighbours share 32 partitions unevenly, so that topics have 4 to 28 partitions and the sum stays as it is.
        let pair = u32::try_from(mix(u64::from(topic.div_ceil(2))) % 13).unwrap_or(0);
        let even = rest / topics + u32::from(topic <= rest % topics);
        let width = if topic % 2 == 0 { even + pair } else { even - pair };
        partitions.extend(topic_partitions(&format!("core.topic-{topic:03}"), width));
    }
    let added_from = partitions.len().saturating_sub(ADDED_PARTITIONS as usize);
    for partition in partitions.iter_mut().skip(added_from) {
        partition.since = WIDENED_AT;
    }
    partitions
}

/// Gives the leader of each of `partitions` under `layout`, in their order, as broker ids.
pub fn leaders(partitions: &[Partition], layout: Layout) -> Vec<u32> {
    // Who leads which partition matters to nobody, how many each leads does: shuffle, then deal out.
    let mut order: Vec<usize> = (0..partitions.len()).collect();
    order.sort_by_key(|index| mix(*index as u64));
    let dealt = BROKERS.iter().flat_map(|broker| std::iter::repeat_n(broker.id, broker.leads_replicated.under(layout) as usize));
    let mut leaders: Vec<(usize, u32)> = order.into_iter().zip(dealt).collect();
    leaders.sort_unstable();
    leaders.into_iter().map(|(_, leader)| leader).collect()
}

fn topic_partitions(topic: &str, width: u32) -> Vec<Partition> {
    (0..width).map(|number| Partition { topic: topic.to_owned(), number, since: i64::MIN }).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const LAYOUTS: [Layout; 4] = [Layout::Balanced, Layout::Concentrated, Layout::Degraded, Layout::Rebalanced];

    #[test]
    fn there_are_285_topics_and_4742_partitions() {
        let partitions = replicated_partitions();
        let topics: BTreeSet<_> = partitions.iter().map(|partition| &partition.topic).collect();
        assert_eq!((topics.len(), partitions.len()), (285, 4_742));
    }

    #[test]
    fn every_replicated_partition_has_a_leader_under_every_layout() {
        let partitions = replicated_partitions();
        for layout in LAYOUTS {
            assert_eq!(leaders(&partitions, layout).len(), 4_742, "{layout:?}");
        }
    }

    #[test]
    fn leadership_at_half_past_one_is_that_of_the_account() {
        let layout = Layout::at(sep(10, 13, 30));
        let leaders = leaders(&replicated_partitions(), layout);
        let counts = BROKERS.map(|broker| leaders.iter().filter(|leader| **leader == broker.id).count());
        assert_eq!(counts, [864, 771, 756, 739, 674, 603, 258, 77, 0, 0]);
    }

    #[test]
    fn the_sum_of_all_leaders_changes_by_the_offline_partitions_only() {
        let sums = LAYOUTS.map(|layout| BROKERS.iter().map(|broker| broker.leads.under(layout)).sum::<u32>());
        assert_eq!(sums, [9_784, 9_784, 9_784 - 14, 9_784]);
    }

    #[test]
    fn the_stalled_broker_leads_35_per_cent_more_than_the_average_of_eight() {
        let ratio = f64::from(1_649_u32) / (9_770.0 / 8.0);
        assert!((ratio - 1.35).abs() < 0.001, "{ratio}");
        assert_eq!(BROKERS[0].leads.under(Layout::Degraded), 1_649);
    }

    #[test]
    fn after_rebalancing_each_broker_leads_about_980() {
        assert!(BROKERS.iter().all(|broker| broker.leads.under(Layout::Rebalanced).abs_diff(980) <= 8));
    }
}
