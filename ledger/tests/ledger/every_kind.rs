//! One investigation with every kind of event in it, in an order that folds without a problem.

use evidence::query::{Ask, Query};
use evidence::reading::{Headline, Outcome, Reason, Remark, RemarkLevel, Summary};
use evidence::time::{Micros, Window};
use ledger::event::{
    Affirmed, Amendment, BodyRef, Cite, Concerned, Direction, Effect, Event, IncidentState, Material, Measured, Observed, Occurred,
    Precision, QueryEnd, QuestionEnd, Rating, Relation, Replayed, Role, Score, Weight,
};
use ledger::id::{
    ActionId, ContradictionId, EvidenceId, FindingId, HypothesisId, MomentId, ParagraphId, PredictionId, QuestionId, RetractionId,
};
use std::collections::BTreeMap;

fn rests(id: impl Into<ledger::id::AnyId>) -> Cite {
    Cite { id: id.into(), line: None, how: Weight::RestsOn }
}

fn query(text: &str) -> Query {
    Query {
        ask: Ask::PromqlRange { text: text.into(), step_secs: 60, piece_secs: None },
        window: Window { start: Micros::from_secs(1_789_045_200), end: Micros::from_secs(1_789_056_000) },
    }
}

fn measured(evidence: EvidenceId, [low, median, high]: [&str; 3]) -> Measured {
    Measured { evidence, points: 2, low: low.into(), median: median.into(), high: high.into() }
}

/// At least one event of each kind. `shift` moves every number and varies the texts; 0 gives the plain investigation.
pub fn events(shift: u32) -> Vec<Event> {
    let [q1, q2] = [QuestionId(1 + shift), QuestionId(2 + shift)];
    let [e1, e2, e3] = [EvidenceId(1 + shift), EvidenceId(2 + shift), EvidenceId(3 + shift)];
    let f1 = FindingId(1 + shift);
    let n1 = ParagraphId(1 + shift);
    let [h1, h2] = [HypothesisId(1 + shift), HypothesisId(2 + shift)];
    let at = Micros::from_secs(1_789_046_280 + i64::from(shift));
    let mut events = vec![
        Event::IncidentOpened {
            title: format!("Publisher batches fail at their time budget {shift}"),
            severity: 2,
            onset: Some(Micros::from_secs(1_788_371_160)),
            description: String::new(),
            labels: BTreeMap::from([("alertname".into(), "PublisherBatchFailures".into())]),
            solo: false,
        },
        Event::MemberJoined { member: "carla".into(), role: Role::Coordinator, by_link: false },
        Event::IncidentDescribed { title: None, onset: None, description: Some("One data centre.".into()) },
        Event::StateChanged { state: IncidentState::Mitigated, why: "failures drop 15x".into() },
        Event::SeverityChanged { severity: 1, why: "consumers 2 to 40 h behind".into() },
        Event::StreamOpened { stream: "metrics".into(), name: "Metrics".into(), source: Some("prometheus".into()), owner: None },
        Event::StreamOpened { stream: "broker-logs".into(), name: "Broker logs".into(), source: None, owner: None },
        Event::StreamOwned { stream: "metrics".into(), owner: Some("max".into()) },
        Event::CommandHandedOver { from: "carla".into(), to: "lena".into() },
        Event::SoloEnded {},
        Event::PassStarted { pass: 1 + shift, title: "Where does the time go?".into() },
    ];
    for question in [q1, q2] {
        events.push(Event::QuestionAsked {
            question,
            stream: "broker-logs".into(),
            text: "Was the request queue of broker A full between 13:18 and 15:49?".into(),
            window: Window::new(at, at.plus_secs(9_060)),
            component: Some("broker A".into()),
            metric: None,
            pass: 1 + shift,
        });
    }
    events.extend([
        Event::QuestionReassigned { question: q1, stream: "metrics".into() },
        Event::QuestionSeen { question: q1 },
        Event::QuestionTaken { question: q1 },
        Event::QueryNotSent {
            stream: "metrics".into(),
            source: "prometheus".into(),
            query: query("max by (pod ("),
            reason: Reason {
                code: "syntax".into(),
                what: "the query does not parse".into(),
                detail: String::new(),
                todo: "Close it.".into(),
            },
            question: Some(q1),
        },
    ]);
    for (evidence, rerun_of) in [(e1, None), (e2, Some(e1))] {
        events.push(Event::QueryAsked {
            evidence,
            stream: "metrics".into(),
            source: "prometheus".into(),
            query: query("max by (pod) (kafka_network_requestchannel_requestqueuesize)"),
            policy: "timeout 20 s".into(),
            question: Some(q1),
            rerun_of,
            control_of: rerun_of,
        });
    }
    events.extend([
        Event::QueryAnswered {
            evidence: e1,
            summary: Box::new(Summary {
                outcome: Outcome::Zero,
                reason: None,
                headline: Headline { text: "0".into(), unit: "requests".into() },
                missing: vec!["1 of 2 replicas did not answer".into()],
                truncated: Some("500 series".into()),
                remarks: vec![Remark { level: RemarkLevel::Warning, text: "PromQL warning: a mixed answer".into() }],
                sentence: "One series of 181 points, all 0.".into(),
                series: 1,
                items: 181,
                reader: 1,
            }),
            raw: Some(BodyRef { body: "b1".into(), digest: "00ff".into(), size_bytes: 18_412, media_type: String::new(), cut: false }),
            executed_at: at,
            took_us: 212_000,
            status: Some(200),
            source_build: Some("Prometheus 2.42.0".into()),
            replayed: Some(Replayed { recorded_at: at, source_build: "Prometheus 2.42.0".into() }),
        },
        Event::QueryEnded { evidence: e2, how: QueryEnd::Cancelled, why: String::new() },
        Event::EvidenceAdded {
            evidence: e3,
            stream: "broker-logs".into(),
            title: "Three dumps of broker A".into(),
            material: Material::File { name: "dumps.txt".into() },
            raw: None,
            question: None,
        },
        Event::FindingRecorded {
            finding: f1,
            stream: "metrics".into(),
            text: "The request queue of the stalled broker is fine: it reads 0 throughout.".into(),
            cites: vec![rests(e1)],
            severity: Some(3),
            pass: 1 + shift,
        },
        Event::QuestionAnswered { question: q1, finding: Some(f1), evidence: vec![e1], text: String::new() },
        Event::QuestionClosed { question: q2, how: QuestionEnd::CouldNotLook, why: "outside retention".into() },
        Event::FindingCompleted {
            finding: f1,
            reasoning: Some("181 of 181 samples".into()),
            ruled_out: None,
            could_not_check: Some("whether the metric sees a full queue".into()),
            cites: Vec::new(),
        },
        Event::FindingAmended {
            finding: f1,
            old: "The request queue of the stalled broker is fine: it reads 0 throughout.".into(),
            new: "The request queue of broker A is fine: it reads 0 throughout.".into(),
            cites: vec![rests(e1)],
            why: Amendment::SharperReading,
        },
        Event::ParagraphWritten { paragraph: n1, pass: 1 + shift, text: format!("Starved from outside {f1}"), cites: vec![rests(f1)] },
        Event::ParagraphRevised { paragraph: n1, bases: Vec::new(), text: format!("Starved, says {f1}"), cites: vec![rests(f1)] },
        Event::ClaimRetracted {
            retraction: RetractionId(1 + shift),
            claim: f1.into(),
            killed_by: vec![e3],
            why: "On combined pods this metric always reads zero.".into(),
            believed: "It is the metric of that name.".into(),
        },
        Event::ClaimsAffirmed {
            claims: vec![Affirmed { claim: n1.into(), despite: vec![RetractionId(1 + shift)] }],
            why: "The dumps show the same.".into(),
        },
        Event::HunchNoted { hypothesis: h1, text: "A co-located workload's CPU bursts.".into(), cites: Vec::new() },
        Event::HypothesisProposed {
            hypothesis: h1,
            text: "A co-located workload's CPU bursts are the cause.".into(),
            cites: vec![rests(e3)],
        },
        Event::RefuterAdded { hypothesis: h1, question: q1 },
        Event::RefuterLookedFor { question: q1, observed: Observed::Yes, evidence: vec![e3] },
        Event::HypothesisProposed { hypothesis: h2, text: "The reassignment alone blocks the broker.".into(), cites: Vec::new() },
        Event::HypothesisRelated { hypothesis: h1, relation: Relation::RivalOf, other: h2 },
        Event::EvidenceRated { hypothesis: h1, evidence: e3, rating: Some(Rating::VeryInconsistent) },
        Event::AnswerExpected { question: q2, hypothesis: h2, answer: "yes".into() },
        Event::AbsenceExcused { evidence: e1, why: "This queue was never seen to fill.".into() },
        Event::PredictionSealed {
            prediction: PredictionId(1 + shift),
            stream: "metrics".into(),
            text: "The ranking of led partitions equals the ranking of stalls.".into(),
            hypothesis: Some(h2),
            concerns: Some(Box::new(Concerned { source: "prometheus".into(), query: query("leaders") })),
            about: "the next dump of broker A".into(),
            run: None,
            seal: "00ff".into(),
        },
        Event::PredictionScored { prediction: PredictionId(1 + shift), score: Score::Hit, evidence: vec![e3], why: "A to H".into() },
        Event::ContradictionNoted {
            contradiction: ContradictionId(1 + shift),
            text: "Clients wait minutes, the broker says 54 s.".into(),
            sides: vec![e1.into(), e3.into()],
        },
        Event::ContradictionExplained {
            contradiction: ContradictionId(1 + shift),
            text: format!("The client counts its retries, says {e3}."),
            cites: vec![rests(e3)],
        },
        Event::ActionProposed {
            action: ActionId(1 + shift),
            text: "Stop the eight replication consumers.".into(),
            command: "kubectl scale deployment replicator --replicas 0".into(),
            cites: vec![rests(e3)],
        },
        Event::ActionExpects {
            action: ActionId(1 + shift),
            effect: Box::new(Effect {
                stream: "metrics".into(),
                source: "prometheus".into(),
                ask: query("produce").ask,
                direction: Direction::Up,
                before_secs: 600,
                settle_secs: 120,
                after_secs: 600,
            }),
        },
        Event::ActionDecided { action: ActionId(1 + shift), approved: true, why: String::new() },
        Event::ActionDone { action: ActionId(1 + shift), at, by: "operations".into(), command: String::new() },
        Event::ActionConfirmed { action: ActionId(1 + shift) },
        Event::EffectMeasured {
            action: ActionId(1 + shift),
            before: measured(e1, ["11400", "11635", "11870"]),
            after: measured(e3, ["33100", "33100", "36300"]),
        },
        Event::HypothesisDemoted { hypothesis: h1, why: "It sets a convoy off.".into(), cites: Vec::new() },
        Event::CauseProposed { hypothesis: h2, rival: h1, paragraph: n1 },
        Event::ImpactWritten { text: "1.6 to 1.85 million failed batch executions a day.".into(), cites: Vec::new() },
        Event::StandWritten { text: "The stall follows leadership.".into(), cites: Vec::new() },
        Event::UpdateDue { at: Some(at.plus_secs(1_800)) },
        Event::MomentAdded {
            moment: MomentId(1 + shift),
            occurred: Occurred { at, until: Some(at.plus_secs(9_060)), precision: Precision::Minute },
            text: "Broker A blocks completely".into(),
            cites: vec![rests(e3)],
            stream: Some("metrics".into()),
        },
        Event::IncidentClosed { why: "rewritten producer deployed".into() },
        Event::IncidentReopened { why: "one more episode".into() },
    ]);
    events
}
