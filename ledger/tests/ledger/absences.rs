//! A zero is a true zero only after the same query has found a known event.

use crate::desk::{Desk, names, person, record};
use evidence::reading::Outcome;
use ledger::command::Command;
use ledger::id::EvidenceId;
use ledger::refusal::RefusalKind;
use ledger::rules::{Absence, HypothesisState, absence_of, absence_of_finding, state_of};
use ledger::view::evidence::evidence_page;
use ledger::view::parts::Sign;

const ERRORS: &str = r#"increase(broker_errors_total{broker="A"}[5m])"#;

fn sign(desk: &Desk, id: EvidenceId) -> Sign {
    evidence_page(&desk.state, &names(), &"max".into(), id).expect("there is such evidence").shown.sign
}

fn retract(desk: &mut Desk, claim: EvidenceId, killer: EvidenceId) {
    let command = Command::RetractClaim {
        claim: claim.into(),
        killed_by: vec![killer],
        why: "Another cluster's numbers.".into(),
        believed: String::new(),
    };
    desk.must(&person("max"), command);
}

#[test]
fn a_zero_alone_proves_nothing() {
    let mut desk = Desk::open();
    let zero = desk.asks(ERRORS, 1, None, Outcome::Zero);
    assert_eq!(absence_of(&desk.state, zero), Some(Absence::Unproven));
    assert_eq!(sign(&desk, zero), Sign::UnprovenZero);
}

#[test]
fn a_control_that_finds_a_known_event_makes_it_a_true_zero() {
    let mut desk = Desk::open();
    let zero = desk.asks(ERRORS, 1, None, Outcome::Zero);
    let control = desk.asks(ERRORS, 9, Some(zero), Outcome::Value);
    assert_eq!(absence_of(&desk.state, zero), Some(Absence::Proven { control }));
    assert_eq!(sign(&desk, zero), Sign::TrueZero);
}

#[test]
fn a_control_that_finds_nothing_fails() {
    let mut desk = Desk::open();
    let zero = desk.asks(ERRORS, 1, None, Outcome::Zero);
    let control = desk.asks(ERRORS, 9, Some(zero), Outcome::Zero);
    assert_eq!(absence_of(&desk.state, zero), Some(Absence::ControlFailed { control }));
    assert_eq!(sign(&desk, zero), Sign::UnprovenZero);
}

#[test]
fn a_control_that_fails_after_one_passed_opens_the_absence_again() {
    let mut desk = Desk::open();
    let zero = desk.asks(ERRORS, 1, None, Outcome::Zero);
    desk.asks(ERRORS, 9, Some(zero), Outcome::Value);
    let control = desk.asks(ERRORS, 10, Some(zero), Outcome::Zero);
    assert_eq!(absence_of(&desk.state, zero), Some(Absence::ControlFailed { control }));
}

#[test]
fn a_control_that_could_not_be_asked_says_nothing() {
    let mut desk = Desk::open();
    let zero = desk.asks(ERRORS, 1, None, Outcome::Zero);
    desk.asks(ERRORS, 9, Some(zero), Outcome::CouldNotAsk);
    assert_eq!(absence_of(&desk.state, zero), Some(Absence::Unproven));
}

#[test]
fn a_control_whose_reading_fell_proves_nothing_any_more() {
    let mut desk = Desk::open();
    let zero = desk.asks(ERRORS, 1, None, Outcome::Zero);
    let control = desk.asks(ERRORS, 9, Some(zero), Outcome::Value);
    let killer = desk.asks("up", 1, None, Outcome::Value);
    retract(&mut desk, control, killer);
    assert_eq!(absence_of(&desk.state, zero), Some(Absence::Unproven));
}

#[test]
fn any_run_of_the_same_that_shows_a_value_elsewhere_is_a_control() {
    let mut desk = Desk::open();
    let control = desk.asks(ERRORS, 9, None, Outcome::Value);
    let zero = desk.asks(ERRORS, 1, None, Outcome::Zero);
    assert_eq!(absence_of(&desk.state, zero), Some(Absence::Proven { control }));
    let nothing = desk.asks(ERRORS, 2, None, Outcome::NoData);
    assert_eq!(absence_of(&desk.state, nothing), Some(Absence::Proven { control }));
}

#[test]
fn a_control_of_one_component_proves_nothing_of_another() {
    let mut desk = Desk::open();
    let other = ERRORS.replace("\"A\"", "\"B\"");
    let zero = desk.asks(ERRORS, 1, None, Outcome::Zero);
    desk.asks(&other, 9, None, Outcome::Value);
    assert_eq!(absence_of(&desk.state, zero), Some(Absence::Unproven));
    let refusal = desk.try_asking(&other, 9, Some(zero)).expect_err("it asks of another component");
    assert_eq!(refusal.kind, RefusalKind::Invalid);
    assert!(refusal.why.contains("component"), "{refusal}");
}

#[test]
fn the_same_window_is_no_control() {
    let mut desk = Desk::open();
    let zero = desk.asks(ERRORS, 1, None, Outcome::Zero);
    let refusal = desk.try_asking(ERRORS, 1, Some(zero)).expect_err("it is the same window");
    assert!(refusal.todo.contains("known event"), "{}", refusal.todo);
}

#[test]
fn what_shows_a_value_needs_no_control() {
    let mut desk = Desk::open();
    let value = desk.asks(ERRORS, 1, None, Outcome::Value);
    assert_eq!(absence_of(&desk.state, value), None);
    assert!(desk.try_asking(ERRORS, 9, Some(value)).is_err());
}

#[test]
fn that_no_known_event_exists_is_a_third_state_with_its_reason() {
    let mut desk = Desk::open();
    let zero = desk.asks(ERRORS, 1, None, Outcome::Zero);
    let excuse = |why: &str| Command::ExcuseAbsence { evidence: zero, why: why.into() };
    assert!(desk.act(&person("max"), &excuse(" ")).is_err(), "a reason is needed");
    desk.must(&person("max"), excuse("The counter was added yesterday and has never moved."));
    assert_eq!(absence_of(&desk.state, zero), Some(Absence::NoKnownEvent));
    let control = desk.asks(ERRORS, 9, Some(zero), Outcome::Zero);
    assert_eq!(absence_of(&desk.state, zero), Some(Absence::ControlFailed { control }), "a control says more than an excuse");
    let refusal = desk.act(&person("max"), &excuse("Still none.")).expect_err("there is a known event");
    assert!(refusal.why.contains(&control.to_string()), "{refusal}");
}

#[test]
fn a_finding_shows_the_worst_of_what_it_rests_on() {
    let mut desk = Desk::open();
    let value = desk.asks("up", 1, None, Outcome::Value);
    let zero = desk.asks(ERRORS, 1, None, Outcome::Zero);
    desk.must(&person("max"), record("Broker A has no errors while it is up.", vec![value, zero]));
    let finding = desk.state.findings.values().next().expect("a finding").clone();
    assert_eq!(absence_of_finding(&desk.state, &finding), Some(Absence::Unproven));
    let control = desk.asks(ERRORS, 9, Some(zero), Outcome::Value);
    assert_eq!(absence_of_finding(&desk.state, &finding), Some(Absence::Proven { control }));
}

#[test]
fn an_attempt_to_refute_counts_once_a_control_has_passed() {
    let mut desk = Desk::open();
    let refuter = ledger::command::NewRefuter::Ask {
        observation: "Broker A reports errors before the stall.".into(),
        stream: "metrics".into(),
        component: None,
        window: None,
    };
    let propose = Command::ProposeHypothesis { hunch: None, text: "Broker A fails without an error.".into(), refuters: vec![refuter] };
    desk.must(&person("max"), propose);
    let zero = desk.asks(ERRORS, 1, None, Outcome::Zero);
    let question = *desk.state.questions.last_key_value().expect("the refuter's question").0;
    let looked = Command::LookFor { question, observed: ledger::event::Observed::No, evidence: vec![zero], text: String::new() };
    let hint = desk.must(&person("max"), looked).hint;
    assert!(hint.is_some_and(|hint| hint.contains("no attempt yet")));
    let state = |desk: &Desk| state_of(&desk.state, desk.state.hypotheses.values().next().expect("a hypothesis"));
    assert_eq!(state(&desk), HypothesisState::Inconclusive);
    desk.asks(ERRORS, 9, Some(zero), Outcome::Value);
    assert_eq!(state(&desk), HypothesisState::Surviving(1));
}
