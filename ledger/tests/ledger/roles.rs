//! Who is what, and how that changes on record.

use crate::desk::{Desk, by_link, open_incident, person, record};
use evidence::reading::Outcome;
use ledger::command::{Command, NewStream};
use ledger::event::Role;
use ledger::refusal::RefusalKind;
use ledger::rules::one_pair_of_eyes;

fn hand_over(to: &str) -> Command {
    Command::HandOver { to: to.into() }
}

/// One person opens an incident alone and asks a source.
fn alone() -> Desk {
    let mut desk = Desk::empty();
    let streams = vec![NewStream { name: "Metrics".into(), source: Some("prometheus".into()), owner: None }];
    desk.must(&person("max"), open_incident(streams, true));
    desk
}

fn is_one_pair(desk: &Desk) -> bool {
    one_pair_of_eyes(&desk.state, desk.state.findings.values().next().expect("a finding"))
}

#[test]
fn command_is_handed_over_in_one_act_and_whoever_did_may_query_from_then() {
    let mut desk = Desk::open();
    desk.must(&person("max"), Command::Join { role: Role::Investigator });
    desk.must(&person("carla"), hand_over("max"));
    assert_eq!(desk.state.incident.as_ref().expect("open").coordinator, "max".into());
    assert_eq!(desk.state.members[&"carla".into()].role, Role::Investigator);
    let refusal = desk.act(&person("max"), &crate::desk::ask_query(None)).expect_err("who coordinates does not pick the readings");
    assert_eq!(refusal.kind, RefusalKind::Forbidden);
    desk.must(&person("max"), Command::OwnStream { stream: "metrics".into(), owner: Some("carla".into()) });
    desk.must(&person("carla"), crate::desk::ask_query(None));
}

#[test]
fn command_goes_only_to_somebody_who_takes_part_and_writes() {
    let mut desk = Desk::open();
    assert_eq!(desk.act(&person("carla"), &hand_over("nobody")).expect_err("not here").kind, RefusalKind::Missing);
    desk.must(&person("rita"), Command::Join { role: Role::Reader });
    assert_eq!(desk.act(&person("carla"), &hand_over("rita")).expect_err("reads").kind, RefusalKind::Invalid);
    assert_eq!(desk.act(&person("max"), &hand_over("max")).expect_err("not his to give").kind, RefusalKind::Forbidden);
}

#[test]
fn a_responder_writes_and_asks_no_source_not_even_that_of_an_own_stream() {
    let mut desk = Desk::open();
    let guest = by_link("guest", Role::Responder);
    desk.must(
        &guest,
        Command::AskQuestion {
            stream: "metrics".into(),
            text: "Did the rate change at 17:41?".into(),
            window: None,
            component: None,
            metric: None,
        },
    );
    assert_eq!(desk.state.members[&"guest".into()].role, Role::Responder);
    desk.must(&person("max"), Command::OwnStream { stream: "metrics".into(), owner: Some("guest".into()) });
    let refusal = desk.act(&guest, &crate::desk::ask_query(None)).expect_err("a responder asks no source");
    assert!(refusal.why.contains("respond"), "{refusal}");
}

#[test]
fn what_one_person_asked_read_and_weighed_says_so_until_another_stands_by_it() {
    let mut desk = alone();
    let evidence = desk.answered(Outcome::Value, "8");
    desk.must(&person("max"), record("Eight consumers fetch everything.", vec![evidence]));
    assert!(is_one_pair(&desk));
    let affirm = |desk: &Desk| Command::AffirmClaims {
        claims: vec![(*desk.state.findings.keys().next().expect("a finding")).into()],
        why: "Read the same in the group's description.".into(),
    };
    let own = affirm(&desk);
    assert_eq!(desk.must(&person("max"), own).seq, desk.state.seq, "one's own word changes nothing");
    assert!(is_one_pair(&desk));
    let other = affirm(&desk);
    desk.must(&person("lena"), other);
    assert!(!is_one_pair(&desk));
}

#[test]
fn an_incident_of_one_is_split_and_its_streams_go_to_another() {
    let mut desk = alone();
    let evidence = desk.answered(Outcome::Value, "8");
    desk.must(&person("max"), record("Eight consumers fetch everything.", vec![evidence]));
    desk.must(&person("lena"), Command::Join { role: Role::Investigator });
    desk.must(&person("max"), Command::EndSolo { streams_to: Some("lena".into()) });
    assert_eq!(desk.state.stream(&"metrics".into()).expect("a stream").owner, Some("lena".into()));
    assert_eq!(desk.act(&person("max"), &crate::desk::ask_query(None)).expect_err("he coordinates").kind, RefusalKind::Forbidden);
    assert!(is_one_pair(&desk), "what was found alone stays so");
    desk.must(&person("lena"), crate::desk::ask_query(None));
    let later = desk.answered_by("lena");
    desk.must(&person("lena"), record("Seven of them are idle.", vec![later]));
    let second = desk.state.findings.values().nth(1).expect("a second finding").clone();
    assert!(!one_pair_of_eyes(&desk.state, &second));
}
