//! Prints how many events a second the fold takes on one core: `cargo run --release -p ledger --example fold_speed`.
//!
//! The mix is that of a long incident: for every question a run with its answer, a finding, an answer to the question and a paragraph;
//! now and then a retraction and a second version.

use evidence::query::{Ask, Query};
use evidence::reading::{Headline, Outcome, READER_VERSION, Summary};
use evidence::time::{Micros, Window};
use ledger::apply::{Content, Entry, apply};
use ledger::event::{Cite, Event, Weight};
use ledger::id::{ActorId, EvidenceId, FindingId, ParagraphId, QuestionId, RetractionId};
use ledger::state::State;
use std::collections::BTreeMap;
use std::time::Instant;

const ROUNDS: u32 = 30_000;

fn main() {
    let entries = entries();
    for events in [10_000.min(entries.len()), entries.len()] {
        let mut state = State::default();
        let start = Instant::now();
        for entry in entries.iter().take(events) {
            apply(&mut state, entry);
        }
        let secs = start.elapsed().as_secs_f64();
        let per_second = f64::from(u32::try_from(events).unwrap_or(u32::MAX)) / secs;
        println!("{events} events in {:.1} ms: {per_second:.0} events/s, {} problems", secs * 1_000.0, state.problems.len());
    }
}

fn entries() -> Vec<Entry> {
    let mut events = vec![
        Event::IncidentOpened {
            title: "Publisher batches fail at their time budget".to_owned(),
            severity: 1,
            onset: None,
            description: String::new(),
            labels: BTreeMap::new(),
            solo: false,
        },
        Event::StreamOpened {
            stream: "metrics".into(),
            name: "Metrics".to_owned(),
            source: Some("prometheus".to_owned()),
            owner: Some("max".into()),
        },
    ];
    for number in 1..=ROUNDS {
        let seq = u64::try_from(events.len()).unwrap_or(u64::MAX);
        add_round(&mut events, number, seq);
    }
    let at = |seq: u64| Micros::from_secs(1_789_045_200).plus_secs(i64::try_from(seq).unwrap_or(i64::MAX));
    let entry = |(event, seq)| Entry { seq, at: at(seq), wall: at(seq), actor: ActorId::from("max"), event: Content::Event(event) };
    events.into_iter().zip(1u64..).map(entry).collect()
}

/// `seq` is the seq of the last event before the round.
fn add_round(events: &mut Vec<Event>, number: u32, seq: u64) {
    let (question, evidence, finding, paragraph) = (QuestionId(number), EvidenceId(number), FindingId(number), ParagraphId(number));
    let rests = |id| vec![Cite { id, line: None, how: Weight::RestsOn }];
    events.extend([
        Event::QuestionAsked {
            question,
            stream: "metrics".into(),
            text: "Is FetchFollower local p75 above 10 ms on exactly one broker?".to_owned(),
            window: None,
            component: None,
            metric: None,
            pass: 1,
        },
        Event::QuestionSeen { question },
        Event::QueryAsked {
            evidence,
            stream: "metrics".into(),
            source: "prometheus".to_owned(),
            query: Query {
                ask: Ask::PromqlRange {
                    text: "min by (pod, listener) (kafka_network_processor_idle_percent) < 0.2".to_owned(),
                    step_secs: 60,
                    piece_secs: None,
                },
                window: Window { start: Micros(0), end: Micros(1) },
            },
            policy: "timeout 20 s, at most 11,000 points".to_owned(),
            question: Some(question),
            rerun_of: None,
            control_of: None,
        },
        Event::QueryAnswered {
            evidence,
            summary: Box::new(Summary {
                outcome: Outcome::Value,
                reason: None,
                headline: Headline { text: "0.00".to_owned(), unit: "idle ratio".to_owned() },
                missing: Vec::new(),
                truncated: None,
                remarks: Vec::new(),
                sentence: "One series of 181 points between 0.00 and 0.76.".to_owned(),
                series: 1,
                items: 181,
                reader: READER_VERSION,
            }),
            raw: None,
            executed_at: Micros(0),
            took_us: 388_000,
            status: Some(200),
            source_build: Some("Prometheus 2.42.0".to_owned()),
            replayed: None,
        },
        Event::FindingRecorded {
            finding,
            stream: "metrics".into(),
            text: "Exactly one listener is starved.".to_owned(),
            cites: rests(evidence.into()),
            severity: None,
            pass: 1,
        },
        Event::QuestionAnswered { question, finding: Some(finding), evidence: vec![evidence], text: String::new() },
        Event::ParagraphWritten {
            paragraph,
            pass: 1,
            text: format!("The broker stops reading its clients' sockets {finding}."),
            cites: rests(finding.into()),
        },
    ]);
    if number.is_multiple_of(5) {
        let bases = vec![seq + 7];
        events.push(Event::ParagraphRevised {
            paragraph,
            bases,
            text: format!("It stops reading {finding}."),
            cites: rests(finding.into()),
        });
    }
    if number.is_multiple_of(10) {
        let retraction = RetractionId(number / 10);
        events.push(Event::ClaimRetracted {
            retraction,
            claim: finding.into(),
            killed_by: vec![evidence],
            why: "It was not.".to_owned(),
            believed: String::new(),
        });
    }
}
