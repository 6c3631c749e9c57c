//! Given a state, when a command comes, then these events, or this refusal.

use crate::desk::{Desk, THIRTEEN, answer, ask_query, by_link, open_incident, person, query, record};
use evidence::query::{Ask, Query};
use evidence::reading::Outcome;
use evidence::time::{Micros, Window};
use ledger::apply::{Content, Entry, apply};
use ledger::command::{Command, NewStream, SystemCommand};
use ledger::event::{Amendment, Event, Material, Occurred, Precision, QueryEnd, QuestionEnd, Role, Weight};
use ledger::id::{EvidenceId, FindingId, ParagraphId, QuestionId, RetractionId};
use ledger::may::{Act, may};
use ledger::refusal::RefusalKind;
use ledger::state::{Progress, What};

/// A refused command: its kind, a part of why, and that nothing was written.
#[track_caller]
fn refused(desk: &mut Desk, actor: &str, command: Command, kind: RefusalKind, why: &str) {
    let before = desk.state.clone();
    let refusal = desk.act(&person(actor), &command).expect_err("it is refused");
    assert_eq!(refusal.kind, kind, "{refusal:?}");
    assert!(refusal.why.contains(why), "{refusal:?}");
    assert!(refusal.todo.ends_with('.'), "{refusal:?}");
    assert_eq!(desk.state, before);
}

/// The events that a command came to.
#[track_caller]
fn events_of(desk: &mut Desk, actor: &str, command: Command) -> Vec<Event> {
    let before = desk.entries.len();
    desk.must(&person(actor), command);
    desk.entries[before..].iter().map(|entry| event(entry).clone()).collect()
}

fn event(entry: &Entry) -> &Event {
    match &entry.event {
        Content::Event(event) => event,
        other => panic!("{other:?}"),
    }
}

fn ask(text: &str) -> Command {
    Command::AskQuestion { stream: "metrics".into(), text: text.into(), window: None, component: None, metric: None }
}

fn retract(killed_by: Vec<EvidenceId>) -> Command {
    Command::RetractClaim { claim: FindingId(1).into(), killed_by, why: "The metric always reads zero.".into(), believed: String::new() }
}

fn close() -> Command {
    Command::CloseIncident { why: "rewritten producer deployed".into() }
}

fn moment(occurred: Occurred) -> Command {
    Command::AddMoment { occurred, text: "Broker A blocks".into(), stream: None, evidence: Vec::new() }
}

#[test]
fn whoever_opens_an_incident_coordinates_it() {
    let desk = Desk::open();
    assert_eq!(desk.state.members[&"carla".into()].role, Role::Coordinator);
}

#[test]
fn streams_of_one_name_get_numbers() {
    let mut desk = Desk::empty();
    let stream = |name: &str| NewStream { name: name.into(), source: None, owner: None };
    desk.must(&person("carla"), open_incident(vec![stream("Logs"), stream("logs"), stream("ログ")], false));
    let keys: Vec<&str> = desk.state.streams.iter().map(|stream| stream.key.0.as_str()).collect();
    assert_eq!(keys, ["logs", "logs-2", "stream"]);
}

#[test]
fn an_incident_opens_once() {
    refused(&mut Desk::open(), "carla", open_incident(Vec::new(), false), RefusalKind::Conflict, "open already");
}

#[test]
fn nothing_goes_before_the_opening() {
    refused(&mut Desk::empty(), "max", Command::WriteParagraph { text: "x".into() }, RefusalKind::Missing, "not open yet");
}

#[test]
fn the_first_write_joins() {
    let mut desk = Desk::open();
    let joined = events_of(&mut desk, "lena", ask("Is it full?"));
    assert_eq!(joined[0], Event::MemberJoined { member: "lena".into(), role: Role::Investigator, by_link: false });
    assert!(matches!(events_of(&mut desk, "lena", ask("Is it empty?"))[..], [Event::QuestionAsked { .. }]));
}

#[test]
fn who_came_by_link_is_marked_so() {
    let mut desk = Desk::open();
    desk.must(&by_link("guest", Role::Investigator), ask("Is it full?"));
    assert!(desk.state.members[&"guest".into()].by_link);
}

#[test]
fn a_permit_is_for_one_command() {
    let desk = Desk::open();
    let (first, second) = (ask("Is it full?"), ask("Is it empty?"));
    let actor = person("max");
    let permit = may(&desk.state, &actor, Act::Write(&first)).expect("may ask");
    let refusal = ledger::decide::decide(&desk.state, &permit, &second, desk.now).expect_err("another command");
    assert_eq!(refusal.kind, RefusalKind::Forbidden);
}

#[test]
fn an_event_that_cannot_be_read_makes_the_incident_read_only() {
    let mut desk = Desk::open();
    let event = Content::Unreadable { kind: "hypothesis.raised".into(), version: 1, why: "unknown".into() };
    apply(&mut desk.state, &Entry { seq: 99, at: desk.now, wall: desk.now, actor: "max".into(), event });
    refused(&mut desk, "max", ask("Is it full?"), RefusalKind::ReadOnly, "cannot read 1");
}

#[test]
fn texts_have_limits() {
    let mut desk = Desk::open();
    let cases = [
        (Command::StartPass { title: "x".repeat(201) }, "201 characters, at most 200"),
        (ask(&"x".repeat(2_001)), "2001 characters, at most 2000"),
        (record(&"ä".repeat(2_001), Vec::new()), "2001 characters, at most 2000"),
        (Command::WriteStand { text: "x".repeat(20_001) }, "20001 characters, at most 20000"),
        (Command::WriteParagraph { text: " \n ".into() }, "empty"),
    ];
    for (command, why) in cases {
        refused(
            &mut desk,
            if matches!(command, Command::RecordFinding { .. }) { "max" } else { "carla" },
            command,
            RefusalKind::Invalid,
            why,
        );
    }
}

#[test]
fn an_unknown_id_in_a_text_is_refused_with_the_nearest() {
    let mut desk = Desk::open();
    desk.found("It is full.");
    let refusal = desk.act(&person("max"), &Command::WriteParagraph { text: "see F-12".into() }).expect_err("no F-12");
    assert_eq!(refusal.kind, RefusalKind::Missing);
    assert!(refusal.why.contains("F-12") && refusal.todo.contains("F-1."), "{refusal:?}");
}

#[test]
fn an_id_in_code_is_not_looked_up() {
    Desk::open().must(&person("max"), Command::WriteParagraph { text: "see `F-12`".into() });
}

#[test]
fn evidence_and_findings_carry_a_text_and_questions_are_named() {
    let mut desk = Desk::open();
    desk.found("It is full.");
    desk.must(&person("max"), ask("Is it full?"));
    let made = desk.must(&person("max"), Command::WriteParagraph { text: "F-1, from E-1:4, asked in Q-1".into() });
    let cites: Vec<(String, Option<u32>, Weight)> = made.cites.iter().map(|cite| (cite.id.to_string(), cite.line, cite.how)).collect();
    let expected = [("F-1", None, Weight::RestsOn), ("E-1", Some(4), Weight::RestsOn), ("Q-1", None, Weight::Mentions)];
    assert_eq!(cites, expected.map(|(id, line, how)| (id.to_owned(), line, how)));
}

#[test]
fn a_text_written_after_a_fall_names_and_does_not_rest() {
    let mut desk = Desk::open();
    desk.found("It is fine.");
    let killer = desk.answered(Outcome::Value, "500");
    desk.must(&person("max"), retract(vec![killer]));
    let made = desk.must(&person("carla"), Command::WriteParagraph { text: "F-1 fell".into() });
    assert_eq!(made.cites[0].how, Weight::Mentions);
}

#[test]
fn a_finding_answers_its_question_in_the_same_act() {
    let mut desk = Desk::open();
    desk.must(&person("carla"), ask("Is it full?"));
    let evidence = desk.answered(Outcome::Value, "500");
    let command = Command::RecordFinding {
        stream: "metrics".into(),
        text: "It is full.".into(),
        evidence: vec![evidence],
        question: Some(QuestionId(1)),
        severity: None,
        observed: None,
    };
    let events = events_of(&mut desk, "max", command);
    let answered =
        Event::QuestionAnswered { question: QuestionId(1), finding: Some(FindingId(1)), evidence: vec![evidence], text: String::new() };
    assert_eq!(events[1], answered);
}

#[test]
fn a_finding_needs_evidence() {
    refused(&mut Desk::open(), "max", record("It is full.", Vec::new()), RefusalKind::Invalid, "rests on evidence");
}

#[test]
fn evidence_cited_in_the_text_is_enough() {
    let mut desk = Desk::open();
    desk.answered(Outcome::Value, "500");
    desk.must(&person("max"), record("It is full, see E-1:3.", Vec::new()));
}

#[test]
fn a_finding_on_a_run_without_an_answer_is_refused() {
    let mut desk = Desk::open();
    let pending = desk.asked();
    refused(&mut desk, "max", record("It is full.", vec![pending]), RefusalKind::Conflict, "E-1 has not answered yet");
    desk.must(&person("max"), Command::CancelQuery { evidence: pending });
    refused(&mut desk, "max", record("It is full.", vec![pending]), RefusalKind::Invalid, "ended without an answer");
}

#[test]
fn a_run_without_an_answer_is_refused_in_the_text_too() {
    let mut desk = Desk::open();
    let answered = desk.answered(Outcome::Value, "500");
    desk.asked();
    refused(&mut desk, "max", record("It is full, unless E-2.", vec![answered]), RefusalKind::Conflict, "E-2 has not answered yet");
}

#[test]
fn a_finding_on_a_source_that_could_not_be_asked_gets_a_hint() {
    let mut desk = Desk::open();
    let silent = desk.answered(Outcome::CouldNotAsk, "");
    let made = desk.must(&person("max"), record("Nothing is known.", vec![silent]));
    assert!(made.hint.expect("a hint").contains("E-1 could not be asked"));
}

#[test]
fn a_wide_question_is_asked_and_gets_a_hint() {
    for text in ["Find the root cause", "What is wrong with the brokers?", "Why is it slow?", "Please check everything"] {
        let made = Desk::open().must(&person("carla"), ask(text));
        assert_eq!(made.ids.len(), 1, "{text}");
        assert!(made.hint.is_some(), "{text}");
    }
}

#[test]
fn a_question_that_can_be_closed_gets_no_hint() {
    for text in ["Which listener is starved?", "Is broker A short of CPU while it blocks?", "Any produce errors 17:40 to 17:49?"] {
        assert_eq!(Desk::open().must(&person("carla"), ask(text)).hint, None, "{text}");
    }
}

#[test]
fn a_window_turned_round_is_refused() {
    let mut desk = Desk::open();
    let window = Window { start: THIRTEEN, end: THIRTEEN.plus_secs(-1) };
    let command =
        Command::AskQuestion { stream: "metrics".into(), text: "Full?".into(), window: Some(window), component: None, metric: None };
    refused(&mut desk, "carla", command, RefusalKind::Invalid, "before it begins");
}

#[test]
fn an_answer_needs_evidence() {
    let mut desk = Desk::open();
    desk.must(&person("carla"), ask("Is it full?"));
    let command = Command::AnswerQuestion { question: QuestionId(1), evidence: Vec::new(), text: "Yes.".into() };
    refused(&mut desk, "max", command, RefusalKind::Invalid, "no evidence");
}

#[test]
fn a_question_closes_as_answered_only_with_an_answer() {
    let mut desk = Desk::open();
    desk.must(&person("carla"), ask("Is it full?"));
    let close = |how, why: &str| Command::CloseQuestion { question: QuestionId(1), how, why: why.into() };
    refused(&mut desk, "max", close(QuestionEnd::Answered, ""), RefusalKind::Invalid, "no answer on record");
    refused(&mut desk, "max", close(QuestionEnd::CouldNotLook, ""), RefusalKind::Invalid, "with a reason");
    desk.must(&person("max"), close(QuestionEnd::CouldNotLook, "outside retention"));
    refused(&mut desk, "max", close(QuestionEnd::Unproven, "again"), RefusalKind::Conflict, "was closed on 10 Sep 2026 13:00:00 UTC");
}

#[test]
fn a_second_look_is_no_event() {
    let mut desk = Desk::open();
    desk.must(&person("carla"), ask("Is it full?"));
    let see = || Command::SeeQuestion { question: QuestionId(1) };
    assert_eq!(events_of(&mut desk, "max", see()).len(), 1);
    assert_eq!(events_of(&mut desk, "max", see()), []);
}

#[test]
fn a_question_sent_on_is_unseen_there() {
    let mut desk = Desk::open();
    desk.must(&person("carla"), ask("Is it full?"));
    desk.must(&person("max"), Command::TakeQuestion { question: QuestionId(1) });
    desk.must(&person("carla"), Command::ReassignQuestion { question: QuestionId(1), stream: "war-room".into() });
    let question = &desk.state.questions[&QuestionId(1)];
    assert_eq!((question.stream.0.as_str(), &question.seen, &question.taken), ("war-room", &None, &None));
}

#[test]
fn a_stream_asks_its_own_source_only() {
    let mut desk = Desk::open();
    let ask = |stream: &str, source: &str, query: Query| Command::AskQuery {
        stream: stream.into(),
        source: source.into(),
        query,
        policy: String::new(),
        question: None,
        rerun_of: None,
        control_of: None,
        expects: None,
    };
    refused(&mut desk, "max", ask("metrics", "logs", query("up")), RefusalKind::Invalid, "asks prometheus, not logs");
    refused(&mut desk, "max", ask("metrics", "prometheus", query("  ")), RefusalKind::Invalid, "empty");
    let no_step = Query { ask: Ask::PromqlRange { text: "up".into(), step_secs: 0, piece_secs: None }, ..query("up") };
    refused(&mut desk, "max", ask("metrics", "prometheus", no_step), RefusalKind::Invalid, "0 seconds");
}

#[test]
fn a_run_repeats_a_run_that_is_there() {
    let mut desk = Desk::open();
    refused(&mut desk, "max", ask_query(Some(EvidenceId(7))), RefusalKind::Missing, "E-7");
    let first = desk.asked();
    desk.must(&person("max"), ask_query(Some(first)));
}

#[test]
fn an_answer_after_the_end_is_kept_and_late() {
    let mut desk = Desk::open();
    let run = desk.asked();
    desk.must(&person("max"), Command::CancelQuery { evidence: run });
    let at = desk.now;
    assert_eq!(desk.system(&answer(run, Outcome::Value, "1", at)).len(), 1);
    let What::Run(run) = &desk.state.evidence[&run].what else { panic!("a run") };
    assert!(matches!(&run.progress, Progress::Answered(answered) if answered.late));
}

#[test]
fn an_answer_after_the_closure_is_kept_and_late() {
    let mut desk = Desk::open();
    let run = desk.asked();
    desk.must(&person("carla"), close());
    let at = desk.now;
    desk.system(&answer(run, Outcome::Value, "1", at));
    let What::Run(run) = &desk.state.evidence[&run].what else { panic!("a run") };
    assert!(matches!(&run.progress, Progress::Answered(answered) if answered.late));
}

#[test]
fn a_second_answer_and_an_end_after_an_answer_come_to_nothing() {
    let mut desk = Desk::open();
    let run = desk.answered(Outcome::Value, "1");
    let at = desk.now;
    assert_eq!(desk.system(&answer(run, Outcome::Value, "2", at)), []);
    let end = SystemCommand::EndQuery { evidence: run, how: QueryEnd::ServerStopped, why: String::new() };
    assert_eq!(desk.system(&end), []);
}

#[test]
fn material_has_what_it_cannot_do_without() {
    let mut desk = Desk::open();
    let add = |material| Command::AddEvidence { stream: "war-room".into(), title: "It".into(), material, raw: None, question: None };
    let code = |lines| Material::Code { repository: "broker".into(), commit: "8334".into(), path: "a.scala".into(), lines };
    let cases = [
        (Material::File { name: "dump.txt".into() }, "bytes are missing"),
        (Material::Paste, "bytes are missing"),
        (Material::Picture { shows: "traffic".into() }, "bytes are missing"),
        (Material::Link { url: "ftp://example.org".into(), why: String::new() }, "no web address"),
        (code(Some((9, 3))), "lines 9 to 3"),
        (Material::Statement { who: "an operator".into(), said_at: THIRTEEN.plus_secs(1), first_hand: true }, "still to come"),
    ];
    for (material, why) in cases {
        refused(&mut desk, "max", add(material), RefusalKind::Invalid, why);
    }
    desk.must(&person("max"), add(code(Some((3, 9)))));
}

#[test]
fn a_retraction_names_evidence_that_was_executed_before() {
    let mut desk = Desk::open();
    desk.found("It is fine.");
    refused(&mut desk, "max", retract(Vec::new()), RefusalKind::Invalid, "no evidence");
    refused(&mut desk, "max", retract(vec![EvidenceId(9)]), RefusalKind::Missing, "E-9");
    let pending = desk.asked();
    refused(&mut desk, "max", retract(vec![pending]), RefusalKind::Conflict, "not answered yet");
    let later = desk.now.plus_secs(60);
    desk.system(&answer(pending, Outcome::Value, "500", later));
    refused(&mut desk, "max", retract(vec![pending]), RefusalKind::Invalid, "after now");
}

#[test]
fn a_retraction_keeps_how_long_the_claim_stood() {
    let mut desk = Desk::open();
    desk.found("It is fine.");
    let killer = desk.asked();
    desk.wait_secs(3_600);
    let at = desk.now;
    desk.system(&answer(killer, Outcome::Value, "500", at));
    desk.must(&person("max"), retract(vec![killer]));
    assert_eq!(desk.state.retractions[&RetractionId(1)].stood_us, 3_600_000_000);
}

#[test]
fn a_finding_falls_once() {
    let mut desk = Desk::open();
    desk.found("It is fine.");
    let killer = desk.answered(Outcome::Value, "500");
    desk.must(&person("max"), retract(vec![killer]));
    refused(&mut desk, "max", retract(vec![killer]), RefusalKind::Conflict, "see R-1");
}

#[test]
fn an_amendment_keeps_both_texts_and_the_evidence() {
    let mut desk = Desk::open();
    desk.found("It is ful.");
    let amend = Command::AmendFinding { finding: FindingId(1), text: "It is full.".into(), why: Amendment::Slip };
    desk.must(&person("max"), amend);
    let finding = &desk.state.findings[&FindingId(1)];
    assert_eq!((finding.text.as_str(), finding.amended[0].2.as_str()), ("It is full.", "It is ful."));
    assert_eq!(finding.cites[0].id.to_string(), "E-1");
}

#[test]
fn a_finding_does_not_rest_on_itself() {
    let mut desk = Desk::open();
    desk.found("It is full.");
    let amend = Command::AmendFinding { finding: FindingId(1), text: "F-1 says so.".into(), why: Amendment::Slip };
    refused(&mut desk, "max", amend, RefusalKind::Invalid, "on itself");
}

#[test]
fn two_editors_of_one_paragraph_lose_nothing() {
    let mut desk = Desk::open();
    desk.must(&person("max"), Command::WriteParagraph { text: "one".into() });
    let base = desk.state.seq;
    let save = |bases: &[u64], text: &str| Command::ReviseParagraph { paragraph: ParagraphId(1), bases: bases.to_vec(), text: text.into() };
    desk.must(&person("max"), save(&[base], "two"));
    desk.must(&person("carla"), save(&[base], "three"));
    let heads = desk.state.paragraphs[&ParagraphId(1)].heads.clone();
    assert_eq!(heads, [base + 1, base + 2]);
    desk.must(&person("carla"), save(&heads, "two and three"));
    let paragraph = &desk.state.paragraphs[&ParagraphId(1)];
    assert_eq!(paragraph.heads, [base + 3]);
    let texts: Vec<&str> = paragraph.versions.iter().map(|version| version.text.as_str()).collect();
    assert_eq!(texts, ["one", "two", "three", "two and three"]);
}

#[test]
fn a_version_names_versions_of_its_paragraph() {
    let mut desk = Desk::open();
    desk.must(&person("max"), Command::WriteParagraph { text: "one".into() });
    for bases in [vec![], vec![1]] {
        let save = Command::ReviseParagraph { paragraph: ParagraphId(1), bases, text: "two".into() };
        refused(&mut desk, "max", save, RefusalKind::Invalid, "does not name versions");
    }
}

#[test]
fn a_moment_has_happened_and_ends_after_it_begins() {
    let mut desk = Desk::open();
    let at = |at: Micros, until| Occurred { at, until, precision: Precision::Minute };
    refused(&mut desk, "max", moment(at(THIRTEEN.plus_secs(1), None)), RefusalKind::Invalid, "still to come");
    refused(&mut desk, "max", moment(at(THIRTEEN, Some(THIRTEEN.plus_secs(1)))), RefusalKind::Invalid, "still to come");
    refused(&mut desk, "max", moment(at(THIRTEEN, Some(THIRTEEN.plus_secs(-1)))), RefusalKind::Invalid, "ends before");
    desk.must(&person("max"), moment(at(THIRTEEN.plus_secs(-60), Some(THIRTEEN))));
}

#[test]
fn an_update_is_due_in_the_future() {
    let mut desk = Desk::open();
    refused(&mut desk, "carla", Command::SetUpdateDue { at: Some(THIRTEEN.plus_secs(-1)) }, RefusalKind::Invalid, "has passed");
}

#[test]
fn a_closed_incident_takes_no_new_claim() {
    let mut desk = Desk::open();
    let evidence = desk.answered(Outcome::Value, "1");
    desk.must(&person("carla"), close());
    refused(&mut desk, "max", record("It is full.", vec![evidence]), RefusalKind::Conflict, "is closed");
    desk.must(&person("carla"), Command::ReopenIncident { why: "one more episode".into() });
    desk.must(&person("max"), record("It is full.", vec![evidence]));
}

#[test]
fn a_closed_incident_takes_runs_and_retractions() {
    let mut desk = Desk::open();
    desk.found("It is fine.");
    desk.must(&person("carla"), close());
    let killer = desk.answered(Outcome::Value, "500");
    desk.must(&person("max"), retract(vec![killer]));
}

#[test]
fn an_incident_that_is_closed_closes_no_more() {
    let mut desk = Desk::open();
    desk.must(&person("carla"), close());
    refused(&mut desk, "carla", close(), RefusalKind::Conflict, "closed already");
}

#[test]
fn what_was_made_is_told() {
    let mut desk = Desk::open();
    let made = desk.must(&person("carla"), ask("Is it full?"));
    assert_eq!(made.ids, [QuestionId(1).into()]);
    assert_eq!(made.seq, desk.state.seq);
}
