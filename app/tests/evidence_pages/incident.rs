//! A small incident that holds every kind of evidence, told as events.

use evidence::number::Number;
use evidence::query::{Ask, Query};
use evidence::reading::{Data, Headline, Outcome, Point, Reading, Reason, Remark, Series};
use evidence::time::{Micros, Window};
use ledger::apply::{Content, Entry, fold};
use ledger::event::{Cite, Event, Material, QueryEnd, Role, Weight};
use ledger::id::{ActorId, EvidenceId, FindingId, MomentId, ParagraphId, QuestionId, RetractionId, StreamKey};
use ledger::state::State;
use std::collections::BTreeMap;

/// 10 Sep 2026 17:00:00 UTC.
pub const NOW: Micros = Micros(1_789_059_600_000_000);
/// 10 Sep 2026 13:00:00 to 16:00:00 UTC.
pub const WINDOW: Window = Window { start: Micros(1_789_045_200_000_000), end: Micros(1_789_056_000_000_000) };
/// The query of E-1.
pub const IDLE: &str = r#"min by (pod, listener) (kafka_network_processor_idle_percent{pod="broker-a"})"#;

/// The streams: metrics is owned by `ana` and asks Prometheus, logs is free and asks a search engine, room asks nobody.
pub fn state() -> State {
    let mut teller = Teller::default();
    teller.open();
    teller.evidence();
    teller.claims();
    fold(teller.entries)
}

#[derive(Default)]
struct Teller {
    entries: Vec<Entry>,
}

impl Teller {
    fn tell(&mut self, actor: &str, event: Event) {
        let seq = u64::try_from(self.entries.len()).unwrap() + 1;
        let at = WINDOW.end.plus_secs(i64::try_from(seq).unwrap());
        self.entries.push(Entry { seq, at, wall: at, actor: ActorId(actor.into()), event: Content::Event(event) });
    }

    fn open(&mut self) {
        let opened = Event::IncidentOpened {
            title: "Publisher batches fail at their time budget".into(),
            severity: 1,
            onset: Some(WINDOW.start),
            description: String::new(),
            labels: BTreeMap::new(),
            solo: false,
        };
        self.tell("cora", opened);
        self.tell("cora", Event::MemberJoined { member: ActorId("cora".into()), role: Role::Coordinator, by_link: false });
        for (key, source, owner) in
            [("metrics", Some("prometheus-main"), Some("ana")), ("logs", Some("search-main"), None), ("room", None, None)]
        {
            let stream = Event::StreamOpened {
                stream: key.into(),
                name: key.into(),
                source: source.map(str::to_owned),
                owner: owner.map(|owner| ActorId(owner.into())),
            };
            self.tell("cora", stream);
        }
        self.tell("cora", Event::PassStarted { pass: 1, title: "Where does the time go".into() });
        let asked = Event::QuestionAsked {
            question: QuestionId(1),
            stream: "metrics".into(),
            text: "Which listener is starved?".into(),
            window: Some(WINDOW),
            component: Some("broker-a".into()),
            metric: None,
            pass: 1,
        };
        self.tell("cora", asked);
    }

    fn ask(&mut self, number: u32, text: &str) {
        let asked = Event::QueryAsked {
            evidence: EvidenceId(number),
            stream: "metrics".into(),
            source: "prometheus-main".into(),
            query: Query { ask: Ask::PromqlRange { text: text.into(), step_secs: 60, piece_secs: None }, window: WINDOW },
            policy: "timeout 20 s".into(),
            question: None,
            rerun_of: None,
            control_of: None,
        };
        self.tell("ana", asked);
    }

    fn answer(&mut self, number: u32, reading: &Reading) {
        let answered = Event::QueryAnswered {
            evidence: EvidenceId(number),
            summary: Box::new(reading.summary()),
            raw: None,
            executed_at: WINDOW.end,
            took_us: 388_000,
            status: Some(200),
            source_build: Some("Prometheus 3.16.0".into()),
            replayed: None,
        };
        self.tell("ana", answered);
    }

    /// E-1 a value, E-2 zeros, E-3 no data, E-4 could not ask, E-5 partial, E-6 cancelled, E-7 pending, E-8 a paste.
    fn evidence(&mut self) {
        self.ask(1, IDLE);
        let mut value = matrix(&["0.68", "0.75"]);
        value.remarks.push(Remark::warning("metric might not be a counter"));
        self.answer(1, &value);
        self.ask(2, "queue_size");
        self.answer(2, &matrix(&["0", "0"]));
        self.ask(3, "no_such_metric");
        self.answer(3, &Reading::understood(Outcome::NoData, Headline::new("no series matched", ""), Data::Nothing));
        self.ask(4, "down");
        self.answer(4, &Reading::could_not_ask("refused", "nobody answers", "connection refused", "Check the source."));
        self.ask(5, "partial");
        let mut partial = matrix(&["1284", "1284"]);
        partial.missing.push("2 of 5 shards did not answer".into());
        self.answer(5, &partial);
        self.ask(6, "stopped");
        self.tell("ana", Event::QueryEnded { evidence: EvidenceId(6), how: QueryEnd::Cancelled, why: String::new() });
        self.ask(7, "slow");
        let paste = Event::EvidenceAdded {
            evidence: EvidenceId(8),
            stream: "room".into(),
            title: "Three thread dumps".into(),
            material: Material::Paste,
            raw: None,
            question: None,
        };
        self.tell("ana", paste);
        let not_sent = Event::QueryNotSent {
            stream: "metrics".into(),
            source: "prometheus-main".into(),
            query: Query { ask: Ask::PromqlRange { text: "sum(".into(), step_secs: 60, piece_secs: None }, window: WINDOW },
            reason: Reason {
                code: "syntax".into(),
                what: "the query does not end".into(),
                detail: "at 1:5".into(),
                todo: "Close the bracket.".into(),
            },
            question: None,
        };
        self.tell("ana", not_sent);
    }

    /// F-1 stands, F-2 fell by R-1, N-1 cites F-2, M-1.
    fn claims(&mut self) {
        for (number, text, evidence) in [(1, "Exactly one listener is starved.", 1), (2, "The request queue is fine.", 2)] {
            let finding = Event::FindingRecorded {
                finding: FindingId(number),
                stream: "metrics".into(),
                text: text.into(),
                cites: vec![Cite { id: EvidenceId(evidence).into(), line: None, how: Weight::RestsOn }],
                severity: None,
                pass: 1,
            };
            self.tell("ana", finding);
        }
        let retracted = Event::ClaimRetracted {
            retraction: RetractionId(1),
            claim: FindingId(2).into(),
            killed_by: vec![EvidenceId(1)],
            why: "The metric always reads zero here.".into(),
            believed: String::new(),
        };
        self.tell("ana", retracted);
        let paragraph = Event::ParagraphWritten {
            paragraph: ParagraphId(1),
            pass: 1,
            text: "The queue is no cause F-2.".into(),
            cites: vec![Cite { id: FindingId(2).into(), line: None, how: Weight::RestsOn }],
        };
        self.tell("cora", paragraph);
        let moment = Event::MomentAdded {
            moment: MomentId(1),
            occurred: ledger::event::Occurred { at: WINDOW.start, until: None, precision: ledger::event::Precision::Minute },
            text: "Broker A blocks completely".into(),
            cites: Vec::new(),
            stream: Some(StreamKey("metrics".into())),
        };
        self.tell("ana", moment);
    }
}

/// One series of two points.
pub fn matrix(values: &[&str]) -> Reading {
    let point = |(place, text): (usize, &&str)| Point {
        at: WINDOW.start.plus_secs(60 * i64::try_from(place).unwrap()),
        value: Number::parse(text).unwrap(),
    };
    let series = vec![Series::new(vec![("pod".into(), "broker-a".into())], values.iter().enumerate().map(point).collect(), 0)];
    let outcome = Outcome::of_numbers(series.iter().flat_map(|one| &one.points).map(|point| &point.value));
    Reading::understood(outcome, Headline::of_series(&series), Data::Series { series })
}
