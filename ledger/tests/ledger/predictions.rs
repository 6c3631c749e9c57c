//! What is expected is sealed before the looking, and nothing older can satisfy it.

use crate::desk::{Desk, THIRTEEN, answer, ask_query, names, person, query};
use evidence::reading::Outcome;
use ledger::actor::{Actor, Nature};
use ledger::command::{Command, Expecting, NewPrediction, NewRefuter};
use ledger::event::{Concerned, Event, Observed, Score};
use ledger::id::{EvidenceId, HypothesisId, PredictionId};
use ledger::refusal::RefusalKind;
use ledger::rules::{HypothesisState, state_of};
use ledger::view::hypothesis::hypotheses_page;

const P1: PredictionId = PredictionId(1);

fn expecting(text: &str, hypothesis: Option<HypothesisId>) -> Expecting {
    Expecting { text: text.into(), hypothesis }
}

fn seal(text: &str, hypothesis: Option<HypothesisId>) -> Command {
    let concerns = Some(Concerned { source: "prometheus".into(), query: query("leaders") });
    Command::SealPrediction(NewPrediction {
        stream: "metrics".into(),
        expects: expecting(text, hypothesis),
        concerns,
        about: String::new(),
    })
}

fn score(score: Score, evidence: Vec<EvidenceId>) -> Command {
    Command::ScorePrediction { prediction: P1, score, evidence, why: String::new() }
}

/// A hypothesis that survived one attempt.
fn surviving(desk: &mut Desk) -> HypothesisId {
    let refuter = NewRefuter::Ask {
        observation: "Leadership moves away and the stall stays.".into(),
        stream: "metrics".into(),
        component: None,
        window: None,
    };
    desk.must(
        &person("max"),
        Command::ProposeHypothesis { hunch: None, text: "The stall follows leadership.".into(), refuters: vec![refuter] },
    );
    let hypothesis = *desk.state.hypotheses.last_key_value().expect("a hypothesis").0;
    let question = *desk.state.questions.last_key_value().expect("its question").0;
    let seen = desk.answered(Outcome::Value, "8");
    desk.must(&person("max"), Command::LookFor { question, observed: Observed::No, evidence: vec![seen], text: String::new() });
    hypothesis
}

fn state(desk: &Desk, hypothesis: HypothesisId) -> HypothesisState {
    state_of(&desk.state, desk.state.hypotheses.get(&hypothesis).expect("there is such a hypothesis"))
}

#[test]
fn one_act_seals_and_runs() {
    let mut desk = Desk::open();
    let Command::AskQuery { stream, source, query, policy, .. } = ask_query(None) else { panic!("it asks a query") };
    let expects = Some(expecting("864 ± 5", None));
    let both = Command::AskQuery { stream, source, query, policy, question: None, rerun_of: None, control_of: None, expects };
    let made = desk.must(&person("max"), both);
    assert_eq!(made.ids, [P1.into(), EvidenceId(1).into()], "the seal comes before the run");
    desk.wait_secs(1);
    desk.system(&answer(EvidenceId(1), Outcome::Value, "864", desk.now));
    desk.must(&person("max"), score(Score::Hit, vec![EvidenceId(1)]));
    let page = hypotheses_page(&desk.state, &names(), &"carla".into()).predictions;
    assert_eq!((page.all.hits, page.all.misses), (1, 0));
    assert_eq!(page.by_stream.len(), 1);
}

#[test]
fn evidence_that_is_older_than_the_seal_is_refused_with_both_times() {
    let mut desk = Desk::open();
    let old = desk.answered(Outcome::Value, "864");
    desk.wait_secs(60);
    desk.must(&person("max"), seal("864", None));
    desk.wait_secs(60);
    let refusal = desk.act(&person("max"), &score(Score::Hit, vec![old])).expect_err("it was there before");
    assert_eq!(refusal.kind, RefusalKind::Invalid);
    let (executed, sealed) = (THIRTEEN.plus_secs(1), THIRTEEN.plus_secs(61));
    assert!(refusal.why.contains(&executed.day_time()) && refusal.why.contains(&sealed.day_time()), "{refusal}");
}

#[test]
fn what_was_asked_before_the_seal_makes_it_already_seen_and_it_counts_in_no_score() {
    let mut desk = Desk::open();
    let Command::AskQuery { stream, source, policy, .. } = ask_query(None) else { panic!("it asks a query") };
    let asked = |expects| Command::AskQuery {
        stream: stream.clone(),
        source: source.clone(),
        query: query("leaders"),
        policy: policy.clone(),
        question: None,
        rerun_of: None,
        control_of: None,
        expects,
    };
    desk.must(&person("max"), asked(None));
    desk.wait_secs(1);
    desk.system(&answer(EvidenceId(1), Outcome::Value, "864", desk.now));
    desk.wait_secs(1);
    let made = desk.must(&person("max"), seal("864", None));
    assert!(made.hint.is_some_and(|hint| hint.contains("E-1")), "the sealer is told which run");
    desk.must(&person("max"), asked(None));
    desk.wait_secs(1);
    desk.system(&answer(EvidenceId(2), Outcome::Value, "864", desk.now));
    desk.must(&person("max"), score(Score::Hit, vec![EvidenceId(2)]));
    let page = hypotheses_page(&desk.state, &names(), &"carla".into()).predictions;
    assert_eq!((page.all.hits, page.all.misses), (0, 0));
    assert_eq!(page.rows[0].already_seen, Some((EvidenceId(1), Some(THIRTEEN.plus_secs(1)))));
}

#[test]
fn another_window_that_does_not_overlap_was_not_seen() {
    let mut desk = Desk::open();
    desk.asks("leaders", 9, None, Outcome::Value);
    let made = desk.must(&person("max"), seal("864", None));
    assert_eq!(made.hint, None);
}

#[test]
fn only_a_person_scores() {
    let mut desk = Desk::open();
    desk.must(&person("max"), seal("864", None));
    let shown = desk.answered(Outcome::Value, "864");
    let agent = Actor { nature: Nature::Agent, ..person("bot") };
    assert_eq!(desk.act(&agent, &score(Score::Hit, vec![shown])).expect_err("agents do not judge").kind, RefusalKind::Forbidden);
}

#[test]
fn what_cannot_be_decided_says_why() {
    let mut desk = Desk::open();
    desk.must(&person("max"), seal("864", None));
    assert!(desk.act(&person("max"), &score(Score::NotDecidable, Vec::new())).is_err());
    let why = "The exporter was down.".to_owned();
    desk.must(&person("max"), Command::ScorePrediction { prediction: P1, score: Score::NotDecidable, evidence: Vec::new(), why });
    assert!(desk.act(&person("max"), &score(Score::Hit, Vec::new())).is_err(), "a hit names what shows it");
}

#[test]
fn a_prediction_says_what_it_concerns() {
    let mut desk = Desk::open();
    let nothing = Command::SealPrediction(NewPrediction {
        stream: "metrics".into(),
        expects: expecting("doWork on top", None),
        concerns: None,
        about: " ".into(),
    });
    let refusal = desk.act(&person("max"), &nothing).expect_err("nobody could tell when it came");
    assert!(refusal.todo.contains("dump"), "{}", refusal.todo);
}

#[test]
fn a_miss_contradicts_the_hypothesis_until_what_shows_it_falls() {
    let mut desk = Desk::open();
    let hypothesis = surviving(&mut desk);
    assert_eq!(state(&desk, hypothesis), HypothesisState::Surviving(1));
    desk.must(&person("max"), seal("864", Some(hypothesis)));
    let shown = desk.answered(Outcome::Value, "258");
    desk.must(&person("max"), score(Score::Miss, vec![shown]));
    assert_eq!(state(&desk, hypothesis), HypothesisState::Contradicted);
    let killer = desk.answered(Outcome::Value, "1");
    let retract =
        Command::RetractClaim { claim: shown.into(), killed_by: vec![killer], why: "Another cluster.".into(), believed: String::new() };
    desk.must(&person("max"), retract);
    assert_eq!(state(&desk, hypothesis), HypothesisState::Surviving(1));
}

/// What is sealed can be held against a seal that somebody wrote down elsewhere.
#[test]
fn another_text_or_another_time_has_another_seal() {
    let seal_after = |text: &str, secs: i64| {
        let mut desk = Desk::open();
        desk.wait_secs(secs);
        desk.must(&person("max"), seal(text, None));
        match &desk.entries.last().expect("an event").event {
            ledger::apply::Content::Event(Event::PredictionSealed { seal, .. }) => seal.clone(),
            other => panic!("{other:?}"),
        }
    };
    let first = seal_after("864", 0);
    assert_eq!(first.len(), 64);
    assert_eq!(first, seal_after("864", 0));
    assert_ne!(first, seal_after("865", 0));
    assert_ne!(first, seal_after("864", 1));
}
