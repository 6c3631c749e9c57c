//! The fold takes anything.

use crate::every_kind::events;
use evidence::time::Micros;
use ledger::apply::{Content, Entry, Touched, apply, fold};
use ledger::event::Event;
use ledger::ratings::Ratings;
use ledger::record::Kinded;
use ledger::state::State;
use ledger::view::chat::chat_copy;
use ledger::view::header::header;
use ledger::view::hypothesis::hypotheses_page;
use ledger::view::matrix::matrix;
use ledger::view::room::war_room;
use ledger::view::row::incident_row;
use ledger::view::stream::stream_page;
use ledger::view::thing::thing_page;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn entry(seq: u64, event: Content) -> Entry {
    let at = Micros::from_secs(1_789_045_200 + i64::try_from(seq % 1_000_000).expect("small"));
    Entry { seq, at, wall: at, actor: "max".into(), event }
}

fn in_order(events: impl IntoIterator<Item = Event>) -> Vec<Entry> {
    events.into_iter().zip(1..).map(|(event, seq)| entry(seq, Content::Event(event))).collect()
}

/// Any event of any of a few investigations that share their numbers in part, redacted, or unknown.
fn content() -> impl Strategy<Value = Content> {
    prop_oneof![
        20 => (0u32..3, 0usize..64).prop_map(|(shift, index)| {
            let events = events(shift);
            Content::Event(events[index % events.len()].clone())
        }),
        1 => Just(Content::Redacted),
        1 => Just(Content::Unreadable { kind: "weather.changed".into(), version: 1, why: "unknown".into() }),
    ]
}

/// Mostly in order, with gaps and doubles.
fn entries() -> impl Strategy<Value = Vec<Entry>> {
    prop::collection::vec((content(), prop_oneof![8 => Just(1u64), 1 => Just(0), 1 => 0u64..u64::MAX]), 0..80).prop_map(|parts| {
        let mut seq = 0u64;
        parts
            .into_iter()
            .map(|(content, step)| {
                seq = seq.saturating_add(step);
                entry(seq, content)
            })
            .collect()
    })
}

#[test]
fn the_fixture_has_every_kind() {
    let had: BTreeSet<&str> = events(0).iter().map(Kinded::kind).collect();
    let known: BTreeSet<&str> = Event::KINDS.iter().map(|(kind, _)| *kind).collect();
    assert_eq!(had, known);
}

#[test]
fn a_whole_investigation_folds_without_a_problem() {
    assert_eq!(fold(in_order(events(0))).problems, []);
}

#[test]
fn what_is_not_there_becomes_a_problem_and_changes_nothing_else() {
    let seen = Event::QuestionSeen { question: "Q-9".parse().expect("an id") };
    let state = fold(in_order([seen]));
    assert_eq!(state.problems[0].what, "names Q-9, which is not there");
    assert_eq!(State { problems: Vec::new(), seq: 0, at: Micros(0), ..state }, State::default());
}

#[test]
fn a_missing_event_is_shown() {
    let mut entries = in_order(events(0));
    entries.remove(2);
    assert_eq!(fold(entries).problems[0].seq, 4);
}

#[test]
fn an_unknown_kind_is_counted() {
    let unknown = Content::Unreadable { kind: "weather.changed".into(), version: 1, why: "unknown".into() };
    assert_eq!(fold([entry(1, unknown)]).unreadable, 1);
}

#[test]
fn a_question_touches_questions_only() {
    let mut state = fold(in_order(events(0).into_iter().take(9)));
    let question = events(0).into_iter().find(|event| matches!(event, Event::QuestionAsked { .. })).expect("one is asked");
    let touched = apply(&mut state, &entry(10, Content::Event(question)));
    assert!(touched.meets(Touched::QUESTIONS));
    assert!(!touched.meets(Touched::NOTE | Touched::HEADER | Touched::EVIDENCE | Touched::STREAMS));
}

#[test]
fn a_snapshot_is_not_changed_by_what_comes_after() {
    let entries = in_order(events(0));
    let snapshot = fold(entries[..20].to_vec());
    let mut state = snapshot.clone();
    for entry in &entries[20..] {
        apply(&mut state, entry);
    }
    assert_eq!(snapshot, fold(entries[..20].to_vec()));
}

proptest! {
    #[test]
    fn any_events_in_any_order_fold_and_show(entries in entries()) {
        let state = fold(entries);
        let names = Default::default();
        let who = "max".into();
        header(&state, &names, &who);
        war_room(&state, &names, &who);
        stream_page(&state, &names, &who, &"metrics".into());
        incident_row(&"lock-convoy".into(), &state);
        chat_copy(&state, &"lock-convoy".into(), "https://example.org");
        hypotheses_page(&state, &names, &who);
        matrix(&state, &Ratings::default(), &who);
        for letter in ["E", "F", "H", "Q", "R", "N", "M"] {
            for number in 1..5 {
                thing_page(&state, &names, &who, format!("{letter}-{number}").parse().expect("an id"));
            }
        }
    }

    #[test]
    fn folding_in_two_parts_is_folding_at_once(entries in entries(), cut in 0usize..80) {
        let cut = cut.min(entries.len());
        let mut parts = fold(entries[..cut].to_vec());
        for entry in &entries[cut..] {
            apply(&mut parts, entry);
        }
        prop_assert_eq!(parts, fold(entries));
    }

    #[test]
    fn a_state_comes_back_from_the_wire(entries in entries()) {
        let state = fold(entries);
        let wire = serde_json::to_string(&state).expect("a state is JSON");
        prop_assert_eq!(serde_json::from_str::<State>(&wire).expect("a state"), state);
    }

    #[test]
    fn an_entry_comes_back_from_the_wire(content in content()) {
        let sent = entry(7, content);
        let wire = serde_json::to_string(&sent).expect("an entry is JSON");
        prop_assert_eq!(serde_json::from_str::<Entry>(&wire).expect("an entry"), sent);
    }
}
