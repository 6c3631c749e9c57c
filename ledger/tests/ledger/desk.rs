//! A desk to investigate at: commands go through the same three steps as on a server, with a clock that the test sets.

use evidence::query::{Ask, Query};
use evidence::reading::{Headline, Outcome, READER_VERSION, Reason, Summary};
use evidence::time::{Micros, Window};
use ledger::actor::{Actor, Name, Names, Nature, Via};
use ledger::apply::{Content, Entry, apply};
use ledger::command::{Command, Made, NewIncident, NewStream, SystemCommand};
use ledger::decide::{decide, decide_system, made};
use ledger::event::{Event, Role};
use ledger::id::{ActorId, EvidenceId, StreamKey};
use ledger::may::{Act, may};
use ledger::refusal::Refusal;
use ledger::state::State;
use std::collections::BTreeMap;

/// 10 Sep 2026 13:00:00 UTC.
pub const THIRTEEN: Micros = Micros(1_789_045_200_000_000);

pub struct Desk {
    pub state: State,
    pub now: Micros,
    pub entries: Vec<Entry>,
}

impl Desk {
    /// Nothing has happened yet.
    pub fn empty() -> Self {
        Self { state: State::default(), now: THIRTEEN, entries: Vec::new() }
    }

    /// Carla coordinates; Max owns `metrics` on `prometheus`; `war-room` has no source and no owner.
    pub fn open() -> Self {
        let mut desk = Self::empty();
        let streams = vec![
            NewStream { name: "Metrics".into(), source: Some("prometheus".into()), owner: None },
            NewStream { name: "War room".into(), source: None, owner: None },
        ];
        desk.must(&person("carla"), open_incident(streams, false));
        desk.must(&person("max"), Command::OwnStream { stream: "metrics".into(), owner: Some("max".into()) });
        desk
    }

    pub fn act(&mut self, actor: &Actor, command: &Command) -> Result<Made, Refusal> {
        let permit = may(&self.state, actor, Act::Write(command))?;
        let decision = decide(&self.state, &permit, command, self.now)?;
        self.append(&actor.id, &decision.events);
        Ok(Made { hint: decision.hint, ..made(&self.state, &decision.events) })
    }

    pub fn must(&mut self, actor: &Actor, command: Command) -> Made {
        self.act(actor, &command).unwrap_or_else(|refusal| panic!("{command:?}: {refusal}; {}", refusal.todo))
    }

    pub fn system(&mut self, command: &SystemCommand) -> Vec<Event> {
        let events = decide_system(&self.state, command);
        self.append(&ActorId::from("server"), &events);
        events
    }

    pub fn wait_secs(&mut self, secs: i64) {
        self.now = self.now.plus_secs(secs);
    }

    fn append(&mut self, actor: &ActorId, events: &[Event]) {
        for event in events {
            let entry =
                Entry { seq: self.state.seq + 1, at: self.now, wall: self.now, actor: actor.clone(), event: Content::Event(event.clone()) };
            apply(&mut self.state, &entry);
            self.entries.push(entry);
        }
    }

    /// Max asks Prometheus and gets an answer a second later.
    pub fn answered(&mut self, outcome: Outcome, text: &str) -> EvidenceId {
        let id = self.asked();
        self.wait_secs(1);
        self.system(&answer(id, outcome, text, self.now));
        id
    }

    /// Max asks Prometheus.
    pub fn asked(&mut self) -> EvidenceId {
        self.must(&person("max"), ask_query(None));
        *self.state.evidence.last_key_value().expect("a query was asked").0
    }

    /// Max asks a query over the hour that begins so many hours before 13:00, as a control if `control_of`, and gets an answer.
    pub fn asks(&mut self, text: &str, hours_before: i64, control_of: Option<EvidenceId>, outcome: Outcome) -> EvidenceId {
        let id = self.try_asking(text, hours_before, control_of).unwrap_or_else(|refusal| panic!("{refusal}; {}", refusal.todo));
        self.wait_secs(1);
        self.system(&answer(id, outcome, "1", self.now));
        id
    }

    pub fn try_asking(&mut self, text: &str, hours_before: i64, control_of: Option<EvidenceId>) -> Result<EvidenceId, Refusal> {
        let start = THIRTEEN.plus_secs(-3_600 * hours_before);
        let window = Window::new(start, start.plus_secs(3_600)).expect("an hour");
        let query = Query { ask: Ask::PromqlRange { text: text.into(), step_secs: 60, piece_secs: None }, window };
        let command = Command::AskQuery {
            stream: "metrics".into(),
            source: "prometheus".into(),
            query,
            policy: String::new(),
            question: None,
            rerun_of: None,
            control_of,
            expects: None,
        };
        self.act(&person("max"), &command)?;
        Ok(*self.state.evidence.last_key_value().expect("a query was asked").0)
    }

    /// The query that waits gets its answer; answers which it was.
    pub fn answered_by(&mut self, who: &str) -> EvidenceId {
        let id = *self.state.evidence.last_key_value().expect("a query was asked").0;
        assert_eq!(self.state.evidence[&id].recorded.by, who.into());
        self.wait_secs(1);
        self.system(&answer(id, Outcome::Value, "7", self.now));
        id
    }

    /// Max records a finding that rests on a new answer.
    pub fn found(&mut self, text: &str) -> ledger::id::FindingId {
        let evidence = vec![self.answered(Outcome::Value, "1")];
        self.must(&person("max"), record(text, evidence));
        *self.state.findings.last_key_value().expect("a finding was recorded").0
    }
}

pub fn person(id: &str) -> Actor {
    Actor { id: id.into(), nature: Nature::Person, via: Via::Account { admin: false } }
}

pub fn by_link(id: &str, role: Role) -> Actor {
    Actor { id: id.into(), nature: Nature::Person, via: Via::Link { role } }
}

pub fn names() -> Names {
    let name = |name: &str| Name { name: name.into(), by_link: false, agent: false };
    Names(BTreeMap::from([("carla".into(), name("Carla")), ("max".into(), name("Max")), ("lena".into(), name("Lena"))]))
}

pub fn open_incident(streams: Vec<NewStream>, solo: bool) -> Command {
    Command::OpenIncident(NewIncident {
        title: "Publisher batches fail at their time budget".into(),
        severity: 1,
        onset: None,
        description: String::new(),
        labels: BTreeMap::new(),
        streams,
        solo,
    })
}

pub fn query(text: &str) -> Query {
    let window = Window::new(THIRTEEN.plus_secs(-3_600), THIRTEEN).expect("an hour");
    Query { ask: Ask::PromqlRange { text: text.into(), step_secs: 60, piece_secs: None }, window }
}

pub fn ask_query(rerun_of: Option<EvidenceId>) -> Command {
    Command::AskQuery {
        stream: StreamKey::from("metrics"),
        source: "prometheus".into(),
        query: query("up"),
        policy: String::new(),
        question: None,
        rerun_of,
        control_of: None,
        expects: None,
    }
}

pub fn record(text: &str, evidence: Vec<EvidenceId>) -> Command {
    Command::RecordFinding { stream: "metrics".into(), text: text.into(), evidence, question: None, severity: None, observed: None }
}

pub fn summary(outcome: Outcome, text: &str) -> Summary {
    let reason = (outcome == Outcome::CouldNotAsk).then(|| Reason {
        code: "unreachable".into(),
        what: "nobody answered".into(),
        detail: String::new(),
        todo: "Check the source.".into(),
    });
    Summary {
        outcome,
        reason,
        headline: Headline { text: text.into(), unit: String::new() },
        missing: Vec::new(),
        truncated: None,
        remarks: Vec::new(),
        sentence: String::new(),
        series: 1,
        items: 1,
        reader: READER_VERSION,
    }
}

pub fn answer(evidence: EvidenceId, outcome: Outcome, text: &str, executed_at: Micros) -> SystemCommand {
    SystemCommand::RecordAnswer {
        evidence,
        summary: Box::new(summary(outcome, text)),
        raw: None,
        executed_at,
        took_us: 388_000,
        status: Some(200),
        source_build: None,
        replayed: None,
    }
}
