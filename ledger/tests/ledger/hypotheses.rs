//! Hypotheses: written down to be killed.

use crate::desk::{Desk, answer, names, person};
use evidence::reading::Outcome;
use ledger::command::{Command, Made, NewRefuter};
use ledger::event::{Observed, Relation};
use ledger::id::{AnyId, EvidenceId, HypothesisId, QuestionId};
use ledger::refusal::{Refusal, RefusalKind};
use ledger::rules::{HypothesisState, state_of};
use ledger::view::hypothesis::{NextWhy, hypotheses_page};

const H1: HypothesisId = HypothesisId(1);
const H2: HypothesisId = HypothesisId(2);
const Q1: QuestionId = QuestionId(1);

fn refuter(observation: &str) -> NewRefuter {
    NewRefuter::Ask { observation: observation.into(), stream: "metrics".into(), component: None, window: None }
}

fn propose(text: &str) -> Command {
    Command::ProposeHypothesis { hunch: None, text: text.into(), refuters: vec![refuter("A block on a broker with no CPU pressure.")] }
}

fn look(question: QuestionId, observed: Observed, evidence: Vec<EvidenceId>) -> Command {
    Command::LookFor { question, observed, evidence, text: String::new() }
}

/// Carla proposes H-1, whose refuter is Q-1 to the metrics stream.
fn proposed() -> Desk {
    let mut desk = Desk::open();
    desk.must(&person("carla"), propose("A co-located workload's CPU bursts are the cause."));
    desk
}

fn state(desk: &Desk, id: HypothesisId) -> HypothesisState {
    state_of(&desk.state, &desk.state.hypotheses[&id])
}

fn refused(desk: &mut Desk, command: &Command) -> Refusal {
    desk.act(&person("max"), command).expect_err("it is refused")
}

fn ids(made: &Made) -> Vec<String> {
    made.ids.iter().map(ToString::to_string).collect()
}

#[test]
fn a_hypothesis_without_a_refuter_is_refused() {
    let mut desk = Desk::open();
    let refusal = refused(&mut desk, &Command::ProposeHypothesis { hunch: None, text: "It is the disk.".into(), refuters: Vec::new() });
    assert_eq!((refusal.kind, refusal.why.as_str()), (RefusalKind::Invalid, "nothing is named that would refute it"));
}

#[test]
fn each_refuter_becomes_an_open_question_of_its_stream_at_once() {
    let mut desk = Desk::open();
    let refuters = vec![refuter("A block without CPU pressure."), refuter("A peer without the workload stalls too.")];
    let made = desk.must(&person("carla"), Command::ProposeHypothesis { hunch: None, text: "It is the CPU.".into(), refuters });
    assert_eq!(ids(&made), ["H-1", "Q-1", "Q-2"]);
    let asked: Vec<(&str, Option<HypothesisId>)> =
        desk.state.questions.values().map(|question| (question.stream.0.as_str(), question.refutes)).collect();
    assert_eq!(asked, [("metrics", Some(H1)), ("metrics", Some(H1))]);
}

#[test]
fn an_open_question_can_be_a_refuter_of_one_hypothesis() {
    let mut desk = Desk::open();
    let ask = Command::AskQuestion { stream: "metrics".into(), text: "Is it full?".into(), window: None, component: None, metric: None };
    desk.must(&person("carla"), ask);
    let propose = |text: &str| Command::ProposeHypothesis { hunch: None, text: text.into(), refuters: vec![NewRefuter::Asked(Q1)] };
    let made = desk.must(&person("carla"), propose("The queue starves it."));
    assert_eq!((ids(&made), desk.state.questions[&Q1].refutes), (vec!["H-1".to_owned()], Some(H1)));
    assert_eq!(refused(&mut desk, &propose("The threads starve it.")).why, "Q-1 would refute H-1 already");
}

#[test]
fn a_hunch_has_no_state_and_keeps_its_id_when_it_gets_a_refuter() {
    let mut desk = Desk::open();
    desk.must(&person("max"), Command::NoteHunch { text: "Something with the CPU.".into() });
    let hunch = state(&desk, H1);
    let refuters = vec![refuter("A block without CPU pressure.")];
    desk.must(&person("max"), Command::ProposeHypothesis { hunch: Some(H1), text: "The CPU bursts are the cause.".into(), refuters });
    assert_eq!((hunch, state(&desk, H1)), (HypothesisState::Hunch, HypothesisState::Untested));
    assert_eq!(desk.state.hypotheses[&H1].text, "The CPU bursts are the cause.");
}

#[test]
fn a_hunch_is_not_rated_and_not_demoted() {
    let mut desk = Desk::open();
    desk.must(&person("max"), Command::NoteHunch { text: "Something with the CPU.".into() });
    let refusal = refused(&mut desk, &Command::DemoteHypothesis { hypothesis: H1, why: "No.".into() });
    assert_eq!(refusal.why, "H-1 is a hunch");
}

#[test]
fn observed_refutes() {
    let mut desk = proposed();
    let evidence = desk.answered(Outcome::Value, "0.21");
    desk.must(&person("max"), look(Q1, Observed::Yes, vec![evidence]));
    assert_eq!(state(&desk, H1), HypothesisState::Refuted);
}

#[test]
fn a_finding_that_answers_a_refuter_says_in_the_same_act_what_was_observed() {
    let mut desk = proposed();
    let evidence = vec![desk.answered(Outcome::Value, "0.21")];
    let finding = |observed| Command::RecordFinding {
        stream: "metrics".into(),
        text: "No CPU pressure for 90 minutes.".into(),
        evidence: evidence.clone(),
        question: Some(Q1),
        severity: None,
        observed,
    };
    let hint = desk.must(&person("max"), finding(None)).hint;
    assert_eq!(hint.as_deref(), Some("Q-1 would refute H-1: say on its page whether that was observed."));
    desk.must(&person("max"), finding(Some(Observed::Yes)));
    assert_eq!(state(&desk, H1), HypothesisState::Refuted);
}

#[test]
fn not_observed_by_a_query_that_shows_other_values_is_a_failed_attempt() {
    let mut desk = proposed();
    for attempts in 1..=2 {
        let evidence = desk.answered(Outcome::Value, "0.9");
        desk.must(&person("max"), look(Q1, Observed::No, vec![evidence]));
        assert_eq!(state(&desk, H1), HypothesisState::Surviving(attempts));
    }
}

#[test]
fn not_observed_by_a_query_that_shows_nothing_is_no_attempt() {
    for outcome in [Outcome::Zero, Outcome::NoData, Outcome::CouldNotAsk] {
        let mut desk = proposed();
        let evidence = desk.answered(outcome, "0");
        let made = desk.must(&person("max"), look(Q1, Observed::No, vec![evidence]));
        assert_eq!(state(&desk, H1), HypothesisState::Inconclusive, "{outcome:?}");
        assert!(made.hint.is_some_and(|hint| hint.contains("no attempt yet")), "{outcome:?}");
    }
}

#[test]
fn what_cannot_be_told_needs_a_reason_or_evidence_and_is_no_attempt() {
    let mut desk = proposed();
    let bare = look(Q1, Observed::CantTell, Vec::new());
    assert_eq!(refused(&mut desk, &bare).why, "neither evidence nor a reason is named");
    let text = "Retention does not reach back.".to_owned();
    desk.must(&person("max"), Command::LookFor { question: Q1, observed: Observed::CantTell, evidence: Vec::new(), text });
    assert_eq!(state(&desk, H1), HypothesisState::Inconclusive);
}

#[test]
fn a_refutation_falls_with_its_evidence() {
    let mut desk = proposed();
    let evidence = desk.answered(Outcome::Value, "0.21");
    desk.must(&person("max"), look(Q1, Observed::Yes, vec![evidence]));
    let killer = desk.answered(Outcome::Value, "7");
    let why = "The metric counts twice.".to_owned();
    desk.must(&person("max"), Command::RetractClaim { claim: evidence.into(), killed_by: vec![killer], why, believed: String::new() });
    assert_eq!(state(&desk, H1), HypothesisState::Untested);
}

#[test]
fn a_look_rests_on_evidence_that_was_executed_before() {
    let mut desk = proposed();
    let pending = desk.asked();
    let later = desk.now.plus_secs(60);
    desk.system(&answer(pending, Outcome::Value, "500", later));
    let refusal = refused(&mut desk, &look(Q1, Observed::Yes, vec![pending]));
    assert!(refusal.why.contains("after now"), "{}", refusal.why);
}

#[test]
fn a_question_that_refutes_nothing_is_not_looked_for() {
    let mut desk = Desk::open();
    let ask = Command::AskQuestion { stream: "metrics".into(), text: "Is it full?".into(), window: None, component: None, metric: None };
    desk.must(&person("carla"), ask);
    let evidence = desk.answered(Outcome::Value, "1");
    assert_eq!(refused(&mut desk, &look(Q1, Observed::Yes, vec![evidence])).why, "Q-1 is no refuter of a hypothesis");
}

#[test]
fn a_demoted_hypothesis_is_kept_as_a_trigger() {
    let mut desk = proposed();
    let evidence = desk.answered(Outcome::Value, "0.21");
    desk.must(&person("max"), look(Q1, Observed::Yes, vec![evidence]));
    desk.must(&person("max"), Command::DemoteHypothesis { hypothesis: H1, why: "It times the episodes.".into() });
    assert_eq!(state(&desk, H1), HypothesisState::Demoted);
}

fn cause(text: &str) -> Command {
    Command::ProposeCause { hypothesis: H1, rival: H2, text: text.into() }
}

#[test]
fn a_cause_needs_an_attempt_on_itself_and_on_its_rival() {
    let mut desk = proposed();
    desk.must(&person("carla"), propose("The reassignment alone blocks the broker."));
    assert_eq!(refused(&mut desk, &cause("H-1.")).why, "no failed attempt to refute H-1 is on record");
    let evidence = desk.answered(Outcome::Value, "0.9");
    desk.must(&person("max"), look(Q1, Observed::No, vec![evidence]));
    assert_eq!(refused(&mut desk, &cause("H-1.")).why, "no attempt to refute the rival H-2 is on record");
    desk.must(&person("max"), look(QuestionId(2), Observed::Yes, vec![evidence]));
    assert_eq!(refused(&mut desk, &cause("It is the CPU.")).why, "the paragraph does not cite H-1");
    let made = desk.must(&person("carla"), cause("What stalls the broker is H-1."));
    assert_eq!(ids(&made), ["N-1"]);
}

#[test]
fn a_paragraph_about_a_cause_is_marked_when_the_hypothesis_is_retracted() {
    let mut desk = proposed();
    desk.must(&person("carla"), Command::WriteParagraph { text: "What stalls the broker is H-1.".into() });
    let killer = desk.answered(Outcome::Value, "7");
    let why = "The block has no CPU pressure.".to_owned();
    desk.must(&person("max"), Command::RetractClaim { claim: H1.into(), killed_by: vec![killer], why, believed: String::new() });
    let page = ledger::view::note::paragraph_page(&desk.state, &names(), &"carla".into(), ledger::id::ParagraphId(1)).expect("a page");
    assert_eq!(page.entry.marked.map(|marked| marked.falls[0].claim), Some(AnyId::from(H1)));
}

#[test]
fn a_relation_is_recorded_once_and_not_to_itself() {
    let mut desk = proposed();
    desk.must(&person("carla"), propose("The reassignment alone blocks the broker."));
    let relate = |other| Command::RelateHypothesis { hypothesis: H1, relation: Relation::RivalOf, other };
    desk.must(&person("max"), relate(H2));
    let seq = desk.state.seq;
    desk.must(&person("max"), relate(H2));
    assert_eq!((desk.state.seq, refused(&mut desk, &relate(H1)).why.as_str()), (seq, "it is named twice"));
}

#[test]
fn without_expectations_the_oldest_refuter_nobody_looked_for_comes_next() {
    let mut desk = proposed();
    desk.must(&person("carla"), propose("The reassignment alone blocks the broker."));
    let evidence = desk.answered(Outcome::Value, "0.9");
    desk.must(&person("max"), look(Q1, Observed::No, vec![evidence]));
    let next = hypotheses_page(&desk.state, &names(), &"carla".into()).next.expect("one is left");
    assert_eq!((next.question, next.why), (QuestionId(2), NextWhy::OldestRefuter { hypothesis: H2 }));
}

#[test]
fn the_question_on_which_most_pairs_differ_comes_next() {
    let mut desk = proposed();
    desk.must(&person("carla"), propose("The reassignment alone blocks the broker."));
    desk.must(&person("carla"), propose("A wide fetch holds one lock."));
    let ask = Command::AskQuestion { stream: "metrics".into(), text: "Does it last?".into(), window: None, component: None, metric: None };
    desk.must(&person("carla"), ask);
    for (hypothesis, answer) in [(1, "no"), (2, "No "), (3, "yes")] {
        let hypothesis = HypothesisId(hypothesis);
        desk.must(&person("carla"), Command::ExpectAnswer { question: QuestionId(4), hypothesis, answer: answer.into() });
    }
    let next = hypotheses_page(&desk.state, &names(), &"carla".into()).next.expect("one splits");
    // Of the three pairs, 1-3 and 2-3 differ.
    assert_eq!((next.question, next.why), (QuestionId(4), NextWhy::Splits { pairs: 2, of: 3 }));
}
