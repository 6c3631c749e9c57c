//! The network threads: how idle they are, and what share of their time they read, write and wait.

use super::brokers::each_up;
use super::schedule;
use crate::data::convoy::{Grip, grip};
use crate::data::noise::noise;
use crate::data::openmetrics::OpenMetrics;

/// The three listeners and the numbers of their eight processors each; the controllers' listener has 0 to 7.
const LISTENERS: [(&str, [&str; 8]); 3] = [
    ("replica", ["8", "9", "10", "11", "12", "13", "14", "15"]),
    ("internal", ["16", "17", "18", "19", "20", "21", "22", "23"]),
    ("client", ["24", "25", "26", "27", "28", "29", "30", "31"]),
];

pub fn write(text: &mut OpenMetrics) {
    let idle = "kafka_network_processor_idle_percent";
    text.family(idle, "gauge", "Part of its time, 0 to 1, that a network thread is idle.");
    for (listener, processors) in LISTENERS {
        let scrapes = if listener == "client" { schedule::main_two_minutes() } else { schedule::main_coarse() };
        each_up(text, &scrapes, |text, broker, at| {
            for (processor, number) in processors.iter().zip(0..) {
                let moved = noise(broker.key(20 + number), at / 60);
                let part = match grip(broker, at) {
                    Grip::Blocked if listener == "client" => 0.0,
                    Grip::Signature if listener == "client" => 0.04 + 0.08 * moved,
                    Grip::Blocked | Grip::Signature | Grip::Elevated | Grip::Clean => 0.88 + 0.1 * moved,
                };
                text.sample(idle, &[("pod", broker.pod), ("listener", listener), ("networkProcessor", processor)], part, at);
            }
        });
    }

    for (name, help) in [
        ("kafka_server_socket_server_metrics_io_ratio", "Part of its time that a client-listener thread reads and writes."),
        ("kafka_server_socket_server_metrics_io_wait_ratio", "Part of its time that a client-listener thread waits for its sockets."),
    ] {
        text.family(name, "gauge", help);
        each_up(text, &schedule::main_coarse(), |text, broker, at| {
            for (processor, number) in LISTENERS.iter().flat_map(|(_, processors)| processors).zip(0..).skip(16) {
                let busy = 0.05 + 0.01 * noise(broker.key(40 + number), at / 300);
                // A blocked thread neither works nor waits for sockets: the two do not add up to one.
                let waits = match grip(broker, at) {
                    Grip::Blocked => 0.1 - busy,
                    Grip::Signature => 0.15,
                    Grip::Elevated | Grip::Clean => 0.99 - busy,
                };
                let value = if name.ends_with("io_ratio") { busy } else { waits };
                text.sample(name, &[("pod", broker.pod), ("listener", "client"), ("networkProcessor", processor)], value, at);
            }
        });
    }
}
