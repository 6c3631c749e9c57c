//! Readings that can't all hold stay open until somebody explains them with what shows it.

use crate::desk::{Desk, names, person};
use evidence::reading::Outcome;
use ledger::command::{Command, NewRefuter};
use ledger::id::{AnyId, ContradictionId, HypothesisId, QuestionId};
use ledger::rules::{HypothesisState, state_of};
use ledger::view::room::war_room;

const X1: ContradictionId = ContradictionId(1);

fn note(sides: Vec<AnyId>) -> Command {
    Command::NoteContradiction { text: "Clients wait minutes, the broker says 54 s.".into(), sides }
}

fn explain(text: &str) -> Command {
    Command::ExplainContradiction { contradiction: X1, text: text.into() }
}

fn open_ones(desk: &Desk) -> usize {
    war_room(&desk.state, &names(), &"carla".into()).contradictions.len()
}

#[test]
fn it_is_listed_until_it_is_explained() {
    let mut desk = Desk::open();
    let [client, broker] = [desk.answered(Outcome::Value, "9 min"), desk.answered(Outcome::Value, "54 s")];
    desk.must(&person("carla"), note(vec![client.into(), broker.into()]));
    assert_eq!(open_ones(&desk), 1);
    let refusal = desk.act(&person("carla"), &explain("They measure different things.")).expect_err("it rests on nothing");
    assert!(refusal.todo.contains("E-17"), "{}", refusal.todo);
    desk.must(&person("carla"), explain(&format!("The client counts all its retries: {client}.")));
    assert_eq!(open_ones(&desk), 0);
}

#[test]
fn it_has_two_different_sides_that_say_something() {
    let mut desk = Desk::open();
    let reading = desk.answered(Outcome::Value, "9 min");
    let asked = Command::AskQuestion {
        stream: "metrics".into(),
        text: "How long do clients wait?".into(),
        window: None,
        component: None,
        metric: None,
    };
    desk.must(&person("carla"), asked);
    for sides in [vec![], vec![reading.into()], vec![reading.into(), reading.into()], vec![reading.into(), QuestionId(1).into()]] {
        assert!(desk.act(&person("carla"), &note(sides.clone())).is_err(), "{sides:?}");
    }
}

#[test]
fn a_side_that_fell_explains_it_in_words() {
    let mut desk = Desk::open();
    let [client, broker] = [desk.answered(Outcome::Value, "9 min"), desk.answered(Outcome::Value, "54 s")];
    desk.must(&person("carla"), note(vec![client.into(), broker.into()]));
    let killer = desk.answered(Outcome::Value, "1");
    let retract =
        Command::RetractClaim { claim: broker.into(), killed_by: vec![killer], why: "Its clock stood.".into(), believed: String::new() };
    desk.must(&person("max"), retract);
    desk.must(&person("carla"), explain("The broker's reading was retracted."));
    assert_eq!(open_ones(&desk), 0);
}

#[test]
fn a_hypothesis_on_one_side_is_contradicted_while_it_is_open() {
    let mut desk = Desk::open();
    let refuter =
        NewRefuter::Ask { observation: "A peer without it stalls too.".into(), stream: "metrics".into(), component: None, window: None };
    desk.must(&person("max"), Command::ProposeHypothesis { hunch: None, text: "The disk is slow.".into(), refuters: vec![refuter] });
    let hypothesis = HypothesisId(1);
    let state = |desk: &Desk| state_of(&desk.state, desk.state.hypotheses.get(&hypothesis).expect("H-1"));
    let reading = desk.answered(Outcome::Value, "2 ms");
    desk.must(&person("carla"), note(vec![hypothesis.into(), reading.into()]));
    assert_eq!(state(&desk), HypothesisState::Contradicted);
    desk.must(&person("carla"), explain(&format!("{reading} is the mean over a day.")));
    assert_eq!(state(&desk), HypothesisState::Untested);
}

#[test]
fn an_explanation_is_marked_when_what_it_rests_on_falls() {
    let mut desk = Desk::open();
    let [client, broker] = [desk.answered(Outcome::Value, "9 min"), desk.answered(Outcome::Value, "54 s")];
    desk.must(&person("carla"), note(vec![client.into(), broker.into()]));
    let shows = desk.answered(Outcome::Value, "10 retries");
    desk.must(&person("carla"), explain(&format!("The client counts its retries: {shows}.")));
    let killer = desk.answered(Outcome::Value, "1");
    let retract =
        Command::RetractClaim { claim: shows.into(), killed_by: vec![killer], why: "Another client.".into(), believed: String::new() };
    desk.must(&person("max"), retract);
    let page = ledger::view::contradiction::contradiction_page(&desk.state, &names(), &"carla".into(), X1).expect("X-1");
    assert!(page.row.marked.is_some());
}
