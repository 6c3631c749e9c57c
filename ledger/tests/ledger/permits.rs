//! Who may do what: the whole table, every cell.

use crate::desk::{Desk, ask_query, by_link, open_incident, person, query, record};
use evidence::reading::Reason;
use evidence::time::Micros;
use ledger::actor::{Actor, Nature, Via};
use ledger::command::{ActionCommand, Command, Expecting, NewPrediction, NewRefuter, NewStream};
use ledger::event::{
    Amendment, Direction, Effect, IncidentState, Material, Measured, Observed, Occurred, Precision, QuestionEnd, Rating, Relation, Role,
    Score,
};
use ledger::id::{
    ActionId, ActorId, ContradictionId, EvidenceId, FindingId, HypothesisId, ParagraphId, PredictionId, QuestionId, StreamKey,
};
use ledger::may::{Act, may};
use ledger::refusal::RefusalKind;
use std::collections::BTreeSet;

/// The columns. Lena asked E-1 while `metrics` was hers and then gave it to Max; she asked Q-1 there, Carla Q-2 in the free `war-room`.
fn actors() -> [Actor; 10] {
    [
        Actor { nature: Nature::System, ..person("server") },
        Actor { via: Via::Upload { stream: "metrics".into() }, ..person("max") },
        by_link("reader", Role::Reader),
        by_link("guest", Role::Investigator),
        by_link("second", Role::Coordinator),
        person("lena"),
        person("max"),
        Actor { via: Via::Account { admin: true }, ..person("ada") },
        person("carla"),
        Actor { nature: Nature::Agent, ..person("robot") },
    ]
}

const COLUMNS: &str = "system upload reader-link investigator-link coordinator-link account owner admin coordinator agent";

fn desk() -> Desk {
    let mut desk = Desk::empty();
    let stream = |name: &str, source: Option<&str>| NewStream { name: name.into(), source: source.map(Into::into), owner: None };
    desk.must(&person("carla"), open_incident(vec![stream("Metrics", Some("prometheus")), stream("War room", None)], false));
    desk.must(&person("lena"), Command::OwnStream { stream: "metrics".into(), owner: Some("lena".into()) });
    desk.must(&person("lena"), ask_query(None));
    desk.must(&person("lena"), ask("metrics"));
    desk.must(&person("carla"), ask("war-room"));
    desk.must(&person("max"), Command::WriteParagraph { text: "Here.".into() });
    desk.must(&person("lena"), Command::OwnStream { stream: "metrics".into(), owner: Some("max".into()) });
    desk
}

fn ask(stream: &str) -> Command {
    Command::AskQuestion { stream: stream.into(), text: "Is it full?".into(), window: None, component: None, metric: None }
}

fn own(stream: &str, owner: &ActorId) -> Command {
    Command::OwnStream { stream: stream.into(), owner: Some(owner.clone()) }
}

fn add(stream: &str, material: Material) -> Command {
    Command::AddEvidence { stream: stream.into(), title: "Dumps".into(), material, raw: None, question: None }
}

/// The rows that write: what is done (given who does it), and `y` or `n` for each column.
fn commands(me: &ActorId) -> Vec<(Command, &'static str)> {
    let file = || Material::File { name: "dumps.txt".into() };
    let someone = ActorId::from("someone");
    let [h1, h2] = [HypothesisId(1), HypothesisId(2)];
    let stream = |owner: Option<&ActorId>| Command::OpenStream(NewStream { name: "Code".into(), source: None, owner: owner.cloned() });
    let text = || "text".to_owned();
    let (q1, q2) = (QuestionId(1), QuestionId(2));
    let occurred = Occurred { at: Micros(0), until: None, precision: Precision::Minute };
    let reason = Reason { code: text(), what: text(), detail: text(), todo: text() };
    vec![
        // Only an account that is a person's; a link is to another incident.
        (open_incident(Vec::new(), false), "nnnnnyyyyn"),
        // Whoever coordinates, or an admin.
        (Command::DescribeIncident { title: None, onset: None, description: None }, "nnnnynnyyn"),
        (Command::ChangeState { state: IncidentState::Resolved, why: text() }, "nnnnynnyyn"),
        (Command::ChangeSeverity { severity: 2, why: text() }, "nnnnynnyyn"),
        (Command::CloseIncident { why: text() }, "nnnnynnyyn"),
        (Command::ReopenIncident { why: text() }, "nnnnynnyyn"),
        (Command::StartPass { title: text() }, "nnnnynnyyn"),
        (Command::WriteImpact { text: text() }, "nnnnynnyyn"),
        (Command::WriteStand { text: text() }, "nnnnynnyyn"),
        (Command::SetUpdateDue { at: None }, "nnnnynnyyn"),
        (Command::ReassignQuestion { question: q1, stream: "war-room".into() }, "nnnnynnyyn"),
        (Command::HandOver { to: someone.clone() }, "nnnnynnyyn"),
        (Command::EndSolo { streams_to: None }, "nnnnynnyyn"),
        // With the role that account or link gives; who coordinates stays that.
        (Command::Join { role: Role::Reader }, "nnynnyyyny"),
        (Command::Join { role: Role::Investigator }, "nnnynyyyny"),
        (Command::Join { role: Role::Coordinator }, "nnnnynnyyn"),
        // For oneself or nobody: accounts. For others: whoever coordinates.
        (stream(None), "nnnnyyyyyy"),
        (stream(Some(me)), "nnnnyyyyyy"),
        (stream(Some(&someone)), "nnnnynnyyn"),
        (own("war-room", me), "nnnyyyyyyy"),
        (own("war-room", &someone), "nnnnynnyyn"),
        (own("metrics", &someone), "nnnnynyyyn"),
        // The owner of the stream; never who coordinates.
        (ask_query(None), "nnnnnnynnn"),
        (
            Command::KeepTry { stream: "metrics".into(), source: "prometheus".into(), query: query("up("), reason, question: None },
            "nnnnnnynnn",
        ),
        // The owner, and who asked.
        (Command::CancelQuery { evidence: EvidenceId(1) }, "nnnnnyynnn"),
        // The owner; everybody who contributes while nobody owns the stream.
        (Command::SeeQuestion { question: q1 }, "nnnnnnynnn"),
        (Command::TakeQuestion { question: q1 }, "nnnnnnynnn"),
        (Command::SeeQuestion { question: q2 }, "nnnyyyyyyy"),
        (Command::TakeQuestion { question: q2 }, "nnnyyyyyyy"),
        // The owner, who asked, who coordinates.
        (Command::CloseQuestion { question: q1, how: QuestionEnd::Unproven, why: text() }, "nnnnyyyyyn"),
        (Command::CloseQuestion { question: q2, how: QuestionEnd::Unproven, why: text() }, "nnnnynnyyn"),
        // Everybody but readers; a token for a file to its own stream.
        (add("metrics", file()), "nynyyyyyyy"),
        (add("war-room", file()), "nnnyyyyyyy"),
        (add("metrics", Material::Paste), "nnnyyyyyyy"),
        (ask("metrics"), "nnnyyyyyyy"),
        (Command::AnswerQuestion { question: q1, evidence: Vec::new(), text: text() }, "nnnyyyyyyy"),
        (record("text", Vec::new()), "nnnyyyyyyy"),
        (Command::CompleteFinding { finding: FindingId(1), reasoning: None, ruled_out: None, could_not_check: None }, "nnnyyyyyyy"),
        (Command::AmendFinding { finding: FindingId(1), text: text(), why: Amendment::Slip }, "nnnyyyyyyy"),
        (Command::RetractClaim { claim: FindingId(1).into(), killed_by: Vec::new(), why: text(), believed: text() }, "nnnyyyyyyy"),
        // A person takes off the mark that a fall left.
        (Command::AffirmClaims { claims: vec![ParagraphId(1).into()], why: text() }, "nnnyyyyyyn"),
        (Command::NoteHunch { text: text() }, "nnnyyyyyyy"),
        (Command::ProposeHypothesis { hunch: None, text: text(), refuters: Vec::new() }, "nnnyyyyyyy"),
        (
            Command::AddRefuters {
                hypothesis: h1,
                refuters: vec![NewRefuter::Ask { observation: text(), stream: "metrics".into(), component: None, window: None }],
            },
            "nnnyyyyyyy",
        ),
        (Command::LookFor { question: q1, observed: Observed::Yes, evidence: Vec::new(), text: text() }, "nnnyyyyyyy"),
        (Command::RelateHypothesis { hypothesis: h1, relation: Relation::RivalOf, other: h2 }, "nnnyyyyyyy"),
        (Command::RateEvidence { hypothesis: h1, evidence: EvidenceId(1), rating: Rating::Neutral }, "nnnyyyyyyy"),
        (Command::ExpectAnswer { question: q1, hypothesis: h1, answer: text() }, "nnnyyyyyyy"),
        // What the cause is and what is a trigger only, a person says.
        (Command::DemoteHypothesis { hypothesis: h1, why: text() }, "nnnyyyyyyn"),
        (Command::ProposeCause { hypothesis: h1, rival: h2, text: text() }, "nnnyyyyyyn"),
        // So are scores, excuses and explanations. What is expected and what does not go together anybody says.
        (Command::ScorePrediction { prediction: PredictionId(1), score: Score::Hit, evidence: Vec::new(), why: text() }, "nnnyyyyyyn"),
        (Command::ExcuseAbsence { evidence: EvidenceId(1), why: text() }, "nnnyyyyyyn"),
        (Command::ExplainContradiction { contradiction: ContradictionId(1), text: text() }, "nnnyyyyyyn"),
        (
            Command::SealPrediction(NewPrediction {
                stream: "metrics".into(),
                expects: Expecting { text: text(), hypothesis: None },
                concerns: None,
                about: text(),
            }),
            "nnnyyyyyyy",
        ),
        (Command::NoteContradiction { text: text(), sides: Vec::new() }, "nnnyyyyyyy"),
        // Levers: anybody proposes and measures, whoever coordinates decides, a person says that it was done.
        (Command::Action(ActionCommand::Propose { text: text(), how: text(), effect: None }), "nnnyyyyyyy"),
        (Command::Action(ActionCommand::Expect { action: ActionId(1), effect: effect() }), "nnnyyyyyyy"),
        (Command::Action(ActionCommand::Decide { action: ActionId(1), approve: true, why: text() }), "nnnnynnyyn"),
        (Command::Action(ActionCommand::Done { action: None, text: text(), by: text(), at: Micros(0), how: text() }), "nnnyyyyyyn"),
        (Command::Action(ActionCommand::Confirm { action: ActionId(1) }), "nnnyyyyyyn"),
        (Command::Action(ActionCommand::Measure { action: ActionId(1), before: measured(), after: measured() }), "nnnyyyyyyy"),
        (Command::WriteParagraph { text: text() }, "nnnyyyyyyy"),
        (Command::ReviseParagraph { paragraph: ParagraphId(1), bases: Vec::new(), text: text() }, "nnnyyyyyyy"),
        (Command::AddMoment { occurred, text: text(), stream: None, evidence: Vec::new() }, "nnnyyyyyyy"),
    ]
}

fn effect() -> Effect {
    let ask = query("up").ask;
    let direction = Direction::Up;
    Effect { stream: "metrics".into(), source: "prometheus".into(), ask, direction, before_secs: 600, settle_secs: 0, after_secs: 600 }
}

fn measured() -> Measured {
    Measured { evidence: EvidenceId(1), points: 0, low: String::new(), median: String::new(), high: String::new() }
}

/// The rows that do not write to the incident.
fn other_acts(metrics: &StreamKey) -> Vec<(Act<'_>, &'static str)> {
    vec![
        (Act::ListIncidents, "nnnnnyyyyy"),
        (Act::ReadIncident, "ynyyyyyyyy"),
        (Act::OpenIncident, "nnnnnyyyyn"),
        (Act::GetHelp(metrics), "nnnnnnynnn"),
        (Act::MakeLink, "nnnnynnyyn"),
        (Act::MakeUploadToken(metrics), "nnnyyyyyyy"),
        (Act::RunHouse, "nnnnnnnynn"),
    ]
}

fn check(desk: &Desk, actor: &Actor, act: Act<'_>, expected: char, column: &str) {
    let answer = may(&desk.state, actor, act);
    match (expected, &answer) {
        ('y', Ok(_)) => {}
        ('n', Err(refusal)) => {
            assert_eq!(refusal.kind, RefusalKind::Forbidden, "{act:?} by {column}");
            assert!(!refusal.what.is_empty() && !refusal.why.is_empty() && !refusal.todo.is_empty(), "{act:?} by {column}");
        }
        _ => panic!("{act:?} by {column}: expected {expected}, got {answer:?}"),
    }
}

#[test]
fn every_command_by_every_actor() {
    let desk = desk();
    for (column, (actor, name)) in actors().iter().zip(COLUMNS.split(' ')).enumerate() {
        for (command, row) in commands(&actor.id) {
            let expected = row.chars().nth(column).expect("ten columns");
            check(&desk, actor, Act::Write(&command), expected, name);
        }
    }
}

#[test]
fn every_other_act_by_every_actor() {
    let desk = desk();
    let metrics = StreamKey::from("metrics");
    for (column, (actor, name)) in actors().iter().zip(COLUMNS.split(' ')).enumerate() {
        for (act, row) in other_acts(&metrics) {
            check(&desk, actor, act, row.chars().nth(column).expect("ten columns"), name);
        }
    }
}

#[test]
fn the_table_has_every_command() {
    let names = commands(&"max".into()).into_iter().map(|(command, _)| {
        let wire = serde_json::to_value(&command).expect("a command is JSON");
        format!("{} {}", wire["command"], wire["act"])
    });
    // The number of variants in `command.rs`, with those of `command/action.rs` in the place of one.
    assert_eq!(names.collect::<BTreeSet<_>>().len(), 53);
}

#[test]
fn the_coordinator_hears_why_no_query_can_be_run() {
    let mut desk = desk();
    desk.must(&person("max"), own("metrics", &"carla".into()));
    let refusal = may(&desk.state, &person("carla"), Act::Write(&ask_query(None))).expect_err("coordinates");
    assert_eq!(refusal.why, "you coordinate: whoever weighs the answers does not pick the readings");
}

#[test]
fn one_person_who_does_all_on_record_may_ask() {
    let mut desk = Desk::empty();
    let metrics = NewStream { name: "Metrics".into(), source: Some("prometheus".into()), owner: None };
    desk.must(&person("carla"), open_incident(vec![metrics], true));
    assert!(may(&desk.state, &person("carla"), Act::Write(&ask_query(None))).is_ok());
}

#[test]
fn an_admin_who_coordinates_may_not_ask_either() {
    let mut desk = desk();
    let admin = Actor { via: Via::Account { admin: true }, ..person("carla") };
    desk.must(&person("max"), own("metrics", &"carla".into()));
    assert!(may(&desk.state, &admin, Act::Write(&ask_query(None))).is_err());
}

#[test]
fn an_account_that_joined_to_read_only_reads() {
    let mut desk = desk();
    desk.must(&person("lena"), Command::Join { role: Role::Reader });
    let write = Command::WriteParagraph { text: "text".into() };
    assert!(may(&desk.state, &person("lena"), Act::Write(&write)).is_err());
    assert!(may(&desk.state, &person("lena"), Act::Write(&Command::Join { role: Role::Investigator })).is_ok());
}

#[test]
fn a_stream_that_is_not_there_is_missing_rather_than_forbidden() {
    let command = Command::OwnStream { stream: "nowhere".into(), owner: None };
    let refusal = may(&desk().state, &person("max"), Act::Write(&command)).expect_err("no such stream");
    assert_eq!(refusal.kind, RefusalKind::Missing);
}
