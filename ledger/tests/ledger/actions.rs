//! People hold the levers: proposed by anyone, decided and done by persons, measured by what was chosen before.

use crate::desk::{Desk, THIRTEEN, answer, person};
use evidence::query::{Ask, Query};
use evidence::reading::Outcome;
use evidence::time::{Micros, Window};
use ledger::actor::{Actor, Nature};
use ledger::command::{ActionCommand, Command};
use ledger::event::{Direction, Effect, Measured};
use ledger::id::{ActionId, EvidenceId};
use ledger::refusal::{Refusal, RefusalKind};
use ledger::rules::{Unmeasured, Verdict, verdict_of};

const A1: ActionId = ActionId(1);

/// Produce requests a second of the experiment, minute by minute from 17:40 (the incident's own figures).
const BEFORE: [f64; 2] = [11_870.0, 11_400.0];
const AFTER: [f64; 6] = [35_900.0, 36_300.0, 35_000.0, 33_100.0, 33_100.0, 32_600.0];

fn ask() -> Ask {
    Ask::PromqlRange { text: "sum(rate(produce_requests_total[1m]))".into(), step_secs: 60, piece_secs: None }
}

fn effect(direction: Direction) -> Effect {
    Effect {
        stream: "metrics".into(),
        source: "prometheus".into(),
        ask: ask(),
        direction,
        before_secs: 600,
        settle_secs: 120,
        after_secs: 600,
    }
}

fn propose(effect: Option<Effect>) -> Command {
    let how = "kubectl scale deployment replicator --replicas 0".to_owned();
    Command::Action(ActionCommand::Propose { text: "Stop the eight replication consumers.".into(), how, effect })
}

fn done(action: Option<ActionId>, by: &str, at: Micros) -> Command {
    Command::Action(ActionCommand::Done { action, text: "Publishers from 11 to 20.".into(), by: by.into(), at, how: String::new() })
}

fn verdict(desk: &Desk) -> Option<Verdict> {
    verdict_of(desk.state.actions.get(&A1).expect("A-1"))
}

/// Max runs the metric over a window and gets an answer after it has ended.
fn run(desk: &mut Desk, window: Window) -> EvidenceId {
    let command = Command::AskQuery {
        stream: "metrics".into(),
        source: "prometheus".into(),
        query: Query { ask: ask(), window },
        policy: String::new(),
        question: None,
        rerun_of: None,
        control_of: None,
        expects: None,
    };
    desk.must(&person("max"), command);
    let id = *desk.state.evidence.last_key_value().expect("a run").0;
    desk.wait_secs(1);
    desk.system(&answer(id, Outcome::Value, "1", desk.now));
    id
}

fn measured(evidence: EvidenceId, values: &[f64]) -> Measured {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let median = f64::midpoint(sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2]);
    let points = u32::try_from(values.len()).expect("few values");
    Measured { evidence, points, low: sorted[0].to_string(), median: median.to_string(), high: sorted[sorted.len() - 1].to_string() }
}

/// The action is done at 13:10 and measured over the windows that follow.
fn measure(desk: &mut Desk, before: &[f64], after: &[f64]) -> Result<(), Refusal> {
    let at = THIRTEEN.plus_secs(600);
    desk.now = at;
    desk.must(&person("max"), done(Some(A1), "", at));
    desk.now = at.plus_secs(900);
    let window_before = run(desk, Window::new(at.plus_secs(-600), at).expect("ten minutes"));
    let window_after = run(desk, Window::new(at.plus_secs(120), at.plus_secs(720)).expect("ten minutes"));
    let command = ActionCommand::Measure { action: A1, before: measured(window_before, before), after: measured(window_after, after) };
    desk.act(&person("max"), &Command::Action(command)).map(drop)
}

#[test]
fn the_experiment_improved_the_throughput() {
    let mut desk = Desk::open();
    desk.must(&person("max"), propose(Some(effect(Direction::Up))));
    measure(&mut desk, &BEFORE, &AFTER).expect("both windows are there");
    assert_eq!(verdict(&desk), Some(Verdict::Improved));
}

#[test]
fn the_same_move_against_what_was_expected_is_worse() {
    let mut desk = Desk::open();
    desk.must(&person("max"), propose(Some(effect(Direction::Down))));
    measure(&mut desk, &BEFORE, &AFTER).expect("both windows are there");
    assert_eq!(verdict(&desk), Some(Verdict::Worse));
}

#[test]
fn a_move_within_the_noise_is_no_effect() {
    let mut desk = Desk::open();
    desk.must(&person("max"), propose(Some(effect(Direction::Up))));
    measure(&mut desk, &[11_400.0, 12_160.0, 11_870.0], &[11_900.0, 11_500.0]).expect("both windows are there");
    assert_eq!(verdict(&desk), Some(Verdict::None));
}

#[test]
fn a_window_without_numbers_is_unmeasured() {
    let mut desk = Desk::open();
    desk.must(&person("max"), propose(Some(effect(Direction::Up))));
    let at = THIRTEEN.plus_secs(600);
    desk.now = at;
    desk.must(&person("max"), done(Some(A1), "", at));
    desk.now = at.plus_secs(900);
    let [before, after] =
        [(-600, 0), (120, 720)].map(|(from, to)| run(&mut desk, Window::new(at.plus_secs(from), at.plus_secs(to)).expect("ten minutes")));
    let nothing = Measured { evidence: after, points: 0, low: String::new(), median: String::new(), high: String::new() };
    let command = ActionCommand::Measure { action: A1, before: measured(before, &BEFORE), after: nothing };
    desk.must(&person("max"), Command::Action(command));
    assert_eq!(verdict(&desk), Some(Verdict::Unmeasured(Unmeasured::NoNumbers)));
}

#[test]
fn what_was_done_without_an_expectation_is_unmeasured_and_none_can_follow() {
    let mut desk = Desk::open();
    desk.must(&person("max"), done(None, "", desk.now));
    assert_eq!(verdict(&desk), Some(Verdict::Unmeasured(Unmeasured::NoExpectation)));
    let late = Command::Action(ActionCommand::Expect { action: A1, effect: effect(Direction::Up) });
    let refusal = desk.act(&person("max"), &late).expect_err("one would choose what moved");
    assert_eq!(refusal.kind, RefusalKind::Conflict);
}

#[test]
fn nobody_picks_the_windows_afterwards() {
    let mut desk = Desk::open();
    desk.must(&person("max"), propose(Some(effect(Direction::Up))));
    let at = THIRTEEN.plus_secs(600);
    desk.now = at;
    desk.must(&person("max"), done(Some(A1), "", at));
    desk.now = at.plus_secs(900);
    let before = run(&mut desk, Window::new(at.plus_secs(-600), at).expect("ten minutes"));
    let other = run(&mut desk, Window::new(at.plus_secs(180), at.plus_secs(780)).expect("ten minutes"));
    let command = ActionCommand::Measure { action: A1, before: measured(before, &BEFORE), after: measured(other, &AFTER) };
    let refusal = desk.act(&person("max"), &Command::Action(command)).expect_err("it is another window");
    assert!(refusal.why.contains("after"), "{refusal}");
}

#[test]
fn an_agent_proposes_and_does_not_record_as_done() {
    let mut desk = Desk::open();
    let agent = Actor { nature: Nature::Agent, ..person("bot") };
    desk.must(&agent, propose(None));
    for command in [done(Some(A1), "", desk.now), Command::Action(ActionCommand::Decide { action: A1, approve: true, why: String::new() })]
    {
        assert_eq!(desk.act(&agent, &command).expect_err("people hold the levers").kind, RefusalKind::Forbidden);
    }
}

#[test]
fn on_behalf_of_somebody_it_is_not_confirmed_until_another_says_so() {
    let mut desk = Desk::open();
    desk.must(&person("carla"), done(None, "operations", desk.now));
    let confirm = Command::Action(ActionCommand::Confirm { action: A1 });
    assert!(desk.act(&person("carla"), &confirm).is_err(), "who recorded it does not confirm it");
    desk.must(&person("max"), confirm);
    assert!(desk.state.actions[&A1].confirmed.is_some());
}

#[test]
fn a_decline_has_a_reason_and_what_is_done_all_the_same_is_on_record() {
    let mut desk = Desk::open();
    desk.must(&person("max"), propose(None));
    let decline = |why: &str| Command::Action(ActionCommand::Decide { action: A1, approve: false, why: why.into() });
    assert!(desk.act(&person("carla"), &decline("")).is_err());
    desk.must(&person("carla"), decline("Not while two brokers are down."));
    let made = desk.must(&person("max"), done(Some(A1), "", desk.now));
    assert!(made.hint.is_some_and(|hint| hint.contains("declined")));
}

#[test]
fn it_cannot_have_been_done_in_the_future() {
    let mut desk = Desk::open();
    let refusal = desk.act(&person("max"), &done(None, "", desk.now.plus_secs(60))).expect_err("not yet");
    assert_eq!(refusal.kind, RefusalKind::Invalid);
}
