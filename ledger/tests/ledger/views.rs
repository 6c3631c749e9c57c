//! What screens show.

use crate::desk::{Desk, ask_query, by_link, names, person, record, summary};
use evidence::reading::{Outcome, Reason};
use evidence::time::Micros;
use ledger::actor::Name;
use ledger::command::{Command, SystemCommand};
use ledger::event::{Amendment, QuestionEnd, Role};
use ledger::id::{ActorId, AnyId, EvidenceId, FindingId, ParagraphId, QuestionId};
use ledger::view::chat::chat_copy;
use ledger::view::chip::{Standing, chip};
use ledger::view::evidence::{EvidenceBody, evidence_page};
use ledger::view::finding::{finding_page, retraction_page};
use ledger::view::header::{Header, header};
use ledger::view::note::{Voice, note};
use ledger::view::parts::Sign;
use ledger::view::question::{QuestionState, question_page};
use ledger::view::room::{WarRoom, war_room};
use ledger::view::row::incident_row;
use ledger::view::stream::stream_page;
use ledger::view::thing::thing_page;

fn id(text: &str) -> AnyId {
    text.parse().expect("an id")
}

fn header_of(desk: &Desk, who: &str) -> Header {
    header(&desk.state, &names(), &who.into()).expect("an open incident")
}

fn room_of(desk: &Desk) -> WarRoom {
    war_room(&desk.state, &names(), &ActorId::from("carla"))
}

fn ask(desk: &mut Desk) {
    let text = "Is it full?".into();
    let stream = "metrics".into();
    desk.must(&person("carla"), Command::AskQuestion { stream, text, window: None, component: None, metric: None });
}

fn write(text: &str) -> Command {
    Command::WriteParagraph { text: text.into() }
}

/// F-1 by Max, N-1 by Carla on it, F-2 on F-1, N-2 on F-2; then F-1 falls after an hour.
fn fallen() -> Desk {
    let mut desk = Desk::open();
    desk.found("It is fine.");
    desk.must(&person("carla"), write("Fine, says F-1."));
    desk.must(&person("max"), record("So it is elsewhere, F-1.", Vec::new()));
    desk.must(&person("max"), write("Elsewhere, F-2."));
    desk.must(&person("carla"), Command::WriteStand { text: "Elsewhere: F-2.".into() });
    desk.wait_secs(3_599);
    let killer = desk.answered(Outcome::Value, "500");
    desk.must(
        &person("max"),
        Command::RetractClaim {
            claim: FindingId(1).into(),
            killed_by: vec![killer],
            why: "It always reads zero.".into(),
            believed: String::new(),
        },
    );
    desk
}

#[test]
fn outcomes_never_look_alike() {
    let cases = [
        (Outcome::Value, Sign::Value),
        (Outcome::Zero, Sign::UnprovenZero),
        (Outcome::NoData, Sign::NoData),
        (Outcome::CouldNotAsk, Sign::CouldNotAsk),
    ];
    for (outcome, sign) in cases {
        let mut desk = Desk::open();
        let evidence = desk.answered(outcome, "0");
        let page = evidence_page(&desk.state, &names(), &"max".into(), evidence).expect("a page");
        assert_eq!(page.shown.sign, sign);
    }
}

#[test]
fn a_partial_answer_says_what_is_missing() {
    let mut desk = Desk::open();
    let evidence = desk.asked();
    let mut partial = summary(Outcome::Value, "3");
    partial.missing = vec!["2 of 5 shards did not answer".into()];
    desk.system(&SystemCommand::RecordAnswer {
        evidence,
        summary: Box::new(partial),
        raw: None,
        executed_at: desk.now,
        took_us: 1,
        status: None,
        source_build: None,
        replayed: None,
    });
    let page = evidence_page(&desk.state, &names(), &"max".into(), evidence).expect("a page");
    assert_eq!(page.shown.missing, ["2 of 5 shards did not answer"]);
}

#[test]
fn a_fall_stands_beside_its_claim() {
    let note = note(&fallen().state, &names(), &"carla".into());
    let entry = note.passes[0].entries.iter().find(|entry| entry.id == id("F-1")).expect("F-1 stays in the note");
    let beside = entry.fallen.as_ref().expect("it fell");
    assert_eq!((beside.stood_us, beside.killed_by.as_slice()), (3_600_000_000, [EvidenceId(2)].as_slice()));
}

#[test]
fn whatever_rests_on_a_fall_is_marked_and_says_through_what() {
    let desk = fallen();
    let note = note(&desk.state, &names(), &"carla".into());
    let through = |wanted: &str| {
        let entry = note.passes[0].entries.iter().find(|entry| entry.id == id(wanted)).expect("an entry");
        entry.marked.as_ref().map(|marked| marked.falls[0].through)
    };
    assert_eq!([through("N-1"), through("F-2"), through("N-2")], [Some(None), Some(None), Some(Some(id("F-2")))]);
    assert_eq!(room_of(&desk).stand.expect("written").marked.expect("marked").falls[0].through, Some(id("F-2")));
}

#[test]
fn the_copy_for_a_chat_says_what_is_in_doubt() {
    let copy = chat_copy(&fallen().state, &"lock-convoy".into(), "https://inquest.example");
    assert!(copy.contains("Elsewhere: F-2. (rests on a claim that fell)"), "{copy}");
}

#[test]
fn a_retraction_lists_all_that_rests_on_what_fell() {
    let desk = fallen();
    let page = retraction_page(&desk.state, &names(), &"carla".into(), "R-1".parse().expect("an id")).expect("a page");
    assert_eq!(page.rests.iter().map(|dependent| dependent.id).collect::<Vec<_>>(), [id("F-2"), id("N-1"), id("N-2")]);
}

#[test]
fn a_rewritten_paragraph_is_no_longer_marked() {
    let mut desk = fallen();
    let bases = desk.state.paragraphs[&ParagraphId(1)].heads.clone();
    desk.must(&person("carla"), Command::ReviseParagraph { paragraph: ParagraphId(1), bases, text: "Open again: F-1 fell.".into() });
    assert_eq!(chip(&desk.state, id("N-1")).expect("a chip").standing, Standing::Stands);
}

#[test]
fn chips_say_how_things_stand() {
    let desk = fallen();
    let standing = |wanted: &str| chip(&desk.state, id(wanted)).expect("a chip").standing;
    assert_eq!([standing("F-1"), standing("F-2"), standing("E-1")], [Standing::Fallen, Standing::CitesFallen, Standing::Stands]);
    assert_eq!(chip(&desk.state, id("F-9")), None);
}

#[test]
fn the_note_carries_the_chips_of_what_it_cites() {
    let note = note(&fallen().state, &names(), &"carla".into());
    for cited in ["F-1", "F-2", "R-1", "E-2"] {
        assert!(note.chips.contains_key(&id(cited)), "{cited}");
    }
}

#[test]
fn a_finding_speaks_for_its_stream_and_a_paragraph_for_its_author() {
    let note = note(&fallen().state, &names(), &"carla".into());
    let voices: Vec<&Voice> = note.passes[0].entries.iter().map(|entry| &entry.voice).collect();
    assert!(matches!(voices[0], Voice::Stream(stream) if stream.name == "Metrics"));
    assert!(matches!(voices[1], Voice::Person(author) if author.name == "Carla" && author.is_me));
}

#[test]
fn an_amended_finding_lightly_marks_what_cites_it() {
    let mut desk = Desk::open();
    desk.found("It is full.");
    desk.must(&person("carla"), write("Full, says F-1."));
    let amend = Command::AmendFinding { finding: FindingId(1), text: "It is full on A.".into(), why: Amendment::SharperReading };
    desk.must(&person("max"), amend);
    let note = note(&desk.state, &names(), &"carla".into());
    assert_eq!(note.passes[0].entries[1].sharpened, [FindingId(1)]);
    assert_eq!(chip(&desk.state, id("F-1")).expect("a chip").standing, Standing::Amended);
}

#[test]
fn both_texts_of_a_conflict_are_shown() {
    let mut desk = Desk::open();
    desk.must(&person("max"), write("one"));
    let base = desk.state.seq;
    for (who, text) in [("max", "two"), ("carla", "three")] {
        desk.must(&person(who), Command::ReviseParagraph { paragraph: ParagraphId(1), bases: vec![base], text: text.into() });
    }
    let note = note(&desk.state, &names(), &"carla".into());
    let texts: Vec<&str> = note.passes[0].entries[0].conflict.iter().map(|version| version.text.0.as_str()).collect();
    assert_eq!(texts, ["two", "three"]);
    assert_eq!(header_of(&desk, "max").needs_you.conflicts, [ParagraphId(1)]);
    assert_eq!(header_of(&desk, "lena").needs_you.conflicts, []);
}

#[test]
fn a_new_question_needs_the_owner_until_it_is_seen() {
    let mut desk = Desk::open();
    ask(&mut desk);
    assert_eq!(header_of(&desk, "max").needs_you.questions, [QuestionId(1)]);
    assert_eq!(header_of(&desk, "carla").needs_you.questions, []);
    desk.must(&person("max"), Command::SeeQuestion { question: QuestionId(1) });
    assert_eq!(header_of(&desk, "max").needs_you.count(), 0);
}

#[test]
fn a_fall_needs_whoever_wrote_on_it() {
    let desk = fallen();
    assert_eq!(header_of(&desk, "max").needs_you.fallen, [id("F-2"), id("N-2")]);
    assert_eq!(header_of(&desk, "carla").needs_you.fallen, [id("N-1")]);
}

#[test]
fn the_coordinator_owns_and_asks_nothing() {
    let mut desk = Desk::open();
    assert_eq!(header_of(&desk, "max").me.asks, ["metrics".into()]);
    desk.must(&person("max"), Command::OwnStream { stream: "metrics".into(), owner: Some("carla".into()) });
    let me = header_of(&desk, "carla").me;
    assert_eq!((me.owns, me.asks), (vec!["metrics".into()], vec![]));
}

#[test]
fn a_question_goes_through_its_states() {
    let mut desk = Desk::open();
    ask(&mut desk);
    let state = |desk: &Desk| question_page(&desk.state, &names(), &"max".into(), QuestionId(1)).expect("a page").row.state;
    assert_eq!(state(&desk), QuestionState::Unseen);
    desk.must(&person("max"), Command::SeeQuestion { question: QuestionId(1) });
    assert_eq!(state(&desk), QuestionState::Seen);
    desk.must(&person("max"), Command::TakeQuestion { question: QuestionId(1) });
    assert_eq!(state(&desk), QuestionState::Taken);
    let evidence = vec![desk.answered(Outcome::Value, "500")];
    desk.must(&person("max"), Command::AnswerQuestion { question: QuestionId(1), evidence, text: "Yes.".into() });
    assert_eq!(state(&desk), QuestionState::Answered { finding: None });
    desk.must(&person("max"), Command::CloseQuestion { question: QuestionId(1), how: QuestionEnd::Answered, why: String::new() });
    assert!(matches!(state(&desk), QuestionState::Closed { how: QuestionEnd::Answered, .. }));
}

#[test]
fn an_answer_shows_its_contract() {
    let mut desk = Desk::open();
    ask(&mut desk);
    let evidence = desk.answered(Outcome::Value, "500");
    let executed_at = desk.now;
    desk.must(&person("max"), Command::AnswerQuestion { question: QuestionId(1), evidence: vec![evidence], text: String::new() });
    let page = question_page(&desk.state, &names(), &"max".into(), QuestionId(1)).expect("a page");
    let line = &page.answers[0].evidence[0];
    assert_eq!((line.reads.as_str(), line.executed_at, line.took_us), ("up", Some(executed_at), Some(388_000)));
    assert_eq!((line.window.map(|window| window.secs()), line.shown.headline.text.as_str()), (Some(3_600), "500"));
}

#[test]
fn tries_of_one_question_fold_into_a_chain() {
    let mut desk = Desk::open();
    ask(&mut desk);
    let (stream, source, question) = ("metrics".into(), "prometheus".to_owned(), Some(QuestionId(1)));
    let reason = Reason { code: "syntax".into(), what: "it does not parse".into(), detail: String::new(), todo: "Close it.".into() };
    let query = crate::desk::query("up(");
    desk.must(&person("max"), Command::KeepTry { stream, source, query, reason, question });
    for _ in 0..2 {
        let Command::AskQuery { stream, source, query, policy, rerun_of, .. } = ask_query(None) else { panic!("a query") };
        desk.must(&person("max"), Command::AskQuery { stream, source, query, policy, question, rerun_of, control_of: None, expects: None });
    }
    let page = stream_page(&desk.state, &names(), &"max".into(), &"metrics".into()).expect("a page");
    assert_eq!(page.tries.len(), 1);
    let latest = &page.tries[0].latest;
    assert_eq!((latest.id, latest.place.number, latest.place.of), (Some(EvidenceId(2)), 3, 3));
    let oldest = page.tries[0].earlier.last().expect("two more");
    assert_eq!((oldest.id, &oldest.shown.sign), (None, &Sign::CouldNotAsk));
}

#[test]
fn re_runs_fold_into_a_chain_with_their_first_record() {
    let mut desk = Desk::open();
    let first = desk.asked();
    desk.must(&person("max"), ask_query(Some(first)));
    desk.must(&person("max"), ask_query(Some(EvidenceId(2))));
    let page = evidence_page(&desk.state, &names(), &"max".into(), EvidenceId(3)).expect("a page");
    assert_eq!((page.place.number, page.place.of), (3, 3));
    assert!(matches!(page.body, EvidenceBody::Run(run) if run.rerun_of == Some(EvidenceId(2))));
    assert_eq!(evidence_page(&desk.state, &names(), &"max".into(), first).expect("a page").reruns, [EvidenceId(2)]);
}

#[test]
fn pending_runs_stand_on_the_card_of_their_stream() {
    let mut desk = Desk::open();
    let run = desk.asked();
    assert_eq!(room_of(&desk).streams[0].pending[0].id, run);
    desk.must(&person("max"), Command::CancelQuery { evidence: run });
    assert_eq!(room_of(&desk).streams[0].pending, []);
}

#[test]
fn the_median_of_an_even_number_lies_in_the_middle() {
    let mut desk = Desk::open();
    for (text, minutes) in [("one", 20), ("two", 40)] {
        let finding = desk.found(text);
        let killed_by = vec![desk.answered(Outcome::Value, "1")];
        desk.wait_secs(minutes * 60 - 1);
        desk.must(
            &person("max"),
            Command::RetractClaim { claim: finding.into(), killed_by, why: "It was not.".into(), believed: String::new() },
        );
    }
    assert_eq!(room_of(&desk).median_stood_us, Some(30 * 60 * 1_000_000));
}

#[test]
fn the_war_room_carries_the_newest_part_of_a_long_note() {
    let mut desk = Desk::open();
    for number in 0..100 {
        desk.must(&person("max"), write(&format!("line {number}")));
    }
    let note = room_of(&desk).note;
    assert_eq!((note.older, note.passes[0].entries[0].text.0.as_str()), (20, "line 20"));
}

#[test]
fn what_a_finding_does_not_say_is_missing_not_empty() {
    let desk = fallen();
    let page = finding_page(&desk.state, &names(), &"max".into(), FindingId(1)).expect("a page");
    assert_eq!((page.finding.reasoning, page.finding.ruled_out, page.finding.could_not_check), (None, None, None));
}

#[test]
fn a_row_counts_what_stands_and_what_fell() {
    let row = incident_row(&"lock-convoy".into(), &fallen().state).expect("a row");
    assert_eq!((row.findings_live, row.findings_fallen, row.open_questions), (1, 1, 0));
}

#[test]
fn who_came_by_link_is_marked_in_the_header() {
    let mut desk = Desk::open();
    desk.must(&by_link("guest", Role::Investigator), write("Here."));
    assert!(header_of(&desk, "guest").me.by_link);
}

#[test]
fn every_id_has_a_page_and_no_other() {
    let desk = fallen();
    for there in ["E-1", "F-1", "R-1", "N-1"] {
        assert!(thing_page(&desk.state, &names(), &"max".into(), id(there)).is_some(), "{there}");
    }
    for not_there in ["E-9", "F-9", "Q-1", "R-9", "N-9", "M-1"] {
        assert!(thing_page(&desk.state, &names(), &"max".into(), id(not_there)).is_none(), "{not_there}");
    }
}

#[test]
fn a_war_room_comes_back_from_the_wire() {
    let room = room_of(&fallen());
    let wire = serde_json::to_string(&room).expect("a view is JSON");
    assert_eq!(serde_json::from_str::<WarRoom>(&wire).expect("a view"), room);
}

#[test]
fn an_incident_without_events_has_no_header() {
    assert_eq!(header(&Desk::empty().state, &names(), &"max".into()), None);
    assert_eq!(Desk::empty().state.at, Micros(0));
}

#[test]
fn a_name_that_came_by_a_link_says_so_wherever_it_stands() {
    let mut desk = Desk::open();
    desk.must(&by_link("guest", Role::Investigator), Command::WriteParagraph { text: "Here.".into() });
    let mut names = names();
    names.0.insert("guest".into(), Name { name: "Dana".into(), by_link: true, agent: false });
    let Voice::Person(author) = note(&desk.state, &names, &"carla".into()).passes[0].entries[0].voice.clone() else { panic!("no person") };
    assert_eq!(author.name, "Dana (by link)");
}
