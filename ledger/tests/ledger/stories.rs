//! Whole investigations as readable scripts with their recorded output beside them.
//!
//! A line is `HH:MM who does what`, in plain words; see the scripts. What was accepted shows its ids, what was refused its words.
//! After the last line stand the views that people read.

use crate::desk::{Desk, by_link, names, person, summary};
use evidence::query::{Ask, Query};
use evidence::reading::{Headline, Outcome};
use evidence::time::{Micros, Window};
use ledger::actor::{Actor, Name, Nature};
use ledger::command::{Command, Made, NewIncident, NewRefuter, NewStream, SystemCommand};
use ledger::event::{Material, Observed, QuestionEnd, Role};
use ledger::refusal::Refusal;
use ledger::rules::state_of;
use ledger::state::State;
use ledger::view::chat::chat_copy;
use ledger::view::header::header;
use ledger::view::note::note;
use ledger::view::parts::{Marked, Shown, Sign};
use ledger::view::stream::stream_page;
use std::fmt::Write as _;
use std::fs;
use std::str::FromStr;

/// 10 Sep 2026 00:00 UTC: the day of both stories.
const DAY: Micros = Micros(1_788_998_400_000_000);

fn check(name: &str) {
    let folder = format!("{}/../tests/stories", env!("CARGO_MANIFEST_DIR"));
    let script = fs::read_to_string(format!("{folder}/{name}.txt")).unwrap_or_else(|error| panic!("{folder}/{name}.txt: {error}"));
    let output = play(&script);
    insta::with_settings!({ snapshot_path => "../../../tests/stories", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, output);
    });
}

#[test]
fn the_request_queue_that_always_read_zero() {
    check("request-queue");
}

#[test]
fn the_line_that_was_longer_than_its_keyword() {
    check("long-line");
}

#[test]
fn the_cpu_bursts_that_were_a_trigger_only() {
    check("cpu-bursts");
}

fn play(script: &str) -> String {
    let mut desk = Desk::empty();
    let mut out = String::new();
    for line in script.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let words = words(line);
        let [time, who, rest @ ..] = &words[..] else { panic!("no time and name in: {line}") };
        desk.now = at(time);
        writeln!(out, "{line}").expect("a string takes it");
        if who == "source" {
            let events = desk.system(&answer(rest, desk.now));
            writeln!(out, "      {} event", events.len()).expect("a string takes it");
            continue;
        }
        match desk.act(&actor(who), &command(&desk.state, who, rest)) {
            Ok(made) => write_made(&mut out, &made),
            Err(refusal) => write_refusal(&mut out, &refusal),
        }
    }
    out.push_str(&pages(&desk.state));
    out
}

/// Words, where quotes hold several together.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (part, quoted) in line.split('"').zip([false, true].into_iter().cycle()) {
        match quoted {
            true => words.push(part.to_owned()),
            false => words.extend(part.split_whitespace().map(str::to_owned)),
        }
    }
    words
}

fn at(time: &str) -> Micros {
    let (hours, minutes) = time.split_once(':').unwrap_or_else(|| panic!("no time: {time}"));
    let number = |text: &str| text.parse::<i64>().unwrap_or_else(|error| panic!("{time}: {error}"));
    DAY.plus_secs(number(hours) * 3_600 + number(minutes) * 60)
}

fn actor(who: &str) -> Actor {
    match who {
        "guest" => by_link(who, Role::Investigator),
        "agent" => Actor { nature: Nature::Agent, ..person(who) },
        _ => person(who),
    }
}

fn id<T: FromStr>(text: &str) -> T {
    text.parse().unwrap_or_else(|_| panic!("not an id of that kind: {text}"))
}

fn ids<T: FromStr>(words: &[String]) -> Vec<T> {
    words.iter().map(|word| id(word)).collect()
}

fn command(state: &State, who: &str, words: &[String]) -> Command {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["opens", "incident", title, "severity", severity] => Command::OpenIncident(NewIncident {
            title: title.into(),
            severity: severity.parse().expect("a number"),
            onset: None,
            description: String::new(),
            labels: Default::default(),
            streams: Vec::new(),
            solo: false,
        }),
        ["opens", "stream", name] => Command::OpenStream(NewStream { name: name.into(), source: None, owner: None }),
        ["opens", "stream", name, "on", source] => {
            Command::OpenStream(NewStream { name: name.into(), source: Some(source.into()), owner: None })
        }
        ["takes", "stream", stream] => Command::OwnStream { stream: stream.into(), owner: Some(who.into()) },
        ["starts", "pass", title] => Command::StartPass { title: title.into() },
        ["asks", stream, text] => {
            Command::AskQuestion { stream: stream.into(), text: text.into(), window: None, component: None, metric: None }
        }
        ["takes", question] => Command::TakeQuestion { question: id(question) },
        ["runs", "for", question, "on", stream, text, "from", start, "to", end] => Command::AskQuery {
            stream: stream.into(),
            source: state.stream(&stream.into()).and_then(|stream| stream.source.clone()).unwrap_or_default(),
            query: Query {
                ask: match stream {
                    "metrics" => Ask::PromqlRange { text: text.into(), step_secs: 60, piece_secs: None },
                    _ => {
                        Ask::QueryString { index: "broker-2026.09.10".into(), text: text.into(), time_field: "@timestamp".into(), size: 20 }
                    }
                },
                window: Window::new(at(start), at(end)).expect("the earlier time first"),
            },
            policy: "timeout 20 s".into(),
            question: Some(id(question)),
            rerun_of: None,
            control_of: None,
            expects: None,
        },
        ["adds", "code", title, "of", repository, commit, path, "to", stream] => Command::AddEvidence {
            stream: stream.into(),
            title: title.into(),
            material: Material::Code { repository: repository.into(), commit: commit.into(), path: path.into(), lines: None },
            raw: None,
            question: None,
        },
        ["finds", "for", question, "in", stream, text] => Command::RecordFinding {
            stream: stream.into(),
            text: text.into(),
            evidence: Vec::new(),
            question: Some(id(question)),
            severity: None,
            observed: None,
        },
        ["retracts", claim, why, "killed", "by", ..] => Command::RetractClaim {
            claim: id(claim),
            why: why.into(),
            believed: String::new(),
            killed_by: ids(&words[5..].iter().map(|word| (*word).to_owned()).collect::<Vec<_>>()),
        },
        ["notes", text] => Command::NoteHunch { text: text.into() },
        ["proposes", text, "from", hunch] => Command::ProposeHypothesis { hunch: Some(id(hunch)), text: text.into(), refuters: Vec::new() },
        ["proposes", text, "from", hunch, "refuted", "by", observation, "in", stream] => {
            Command::ProposeHypothesis { hunch: Some(id(hunch)), text: text.into(), refuters: vec![refuter(observation, stream)] }
        }
        ["proposes", text, "refuted", "by", observation, "in", stream] => {
            Command::ProposeHypothesis { hunch: None, text: text.into(), refuters: vec![refuter(observation, stream)] }
        }
        ["proposes", "the", "cause", hypothesis, "against", rival, text] => {
            Command::ProposeCause { hypothesis: id(hypothesis), rival: id(rival), text: text.into() }
        }
        ["looks", "for", question, "observed", observed, "by", ..] => Command::LookFor {
            question: id(question),
            observed: if observed == "yes" { Observed::Yes } else { Observed::No },
            evidence: ids(&words[6..].iter().map(|word| (*word).to_owned()).collect::<Vec<_>>()),
            text: String::new(),
        },
        ["demotes", hypothesis, why] => Command::DemoteHypothesis { hypothesis: id(hypothesis), why: why.into() },
        ["stands", "by", claim, why] => Command::AffirmClaims { claims: vec![id(claim)], why: why.into() },
        ["writes", text] => Command::WriteParagraph { text: text.into() },
        ["rewrites", paragraph, text] => {
            let paragraph = id(paragraph);
            let bases = state.paragraphs.get(&paragraph).map(|known| known.heads.clone()).unwrap_or_default();
            Command::ReviseParagraph { paragraph, bases, text: text.into() }
        }
        ["stands", text] => Command::WriteStand { text: text.into() },
        ["completes", finding, "could", "not", "check", text] => {
            Command::CompleteFinding { finding: id(finding), reasoning: None, ruled_out: None, could_not_check: Some(text.into()) }
        }
        ["closes", question, "as", "answered"] => {
            Command::CloseQuestion { question: id(question), how: QuestionEnd::Answered, why: String::new() }
        }
        _ => panic!("no such command: {words:?}"),
    }
}

fn refuter(observation: &str, stream: &str) -> NewRefuter {
    NewRefuter::Ask { observation: observation.into(), stream: stream.into(), component: None, window: None }
}

/// `E-1 says value "500" "requests"`.
fn answer(words: &[String], now: Micros) -> SystemCommand {
    let [evidence, says, outcome, text, unit] = words else { panic!("no such answer: {words:?}") };
    assert_eq!(says, "says");
    let outcome = match outcome.as_str() {
        "value" => Outcome::Value,
        "zero" => Outcome::Zero,
        "nothing" => Outcome::NoData,
        "no-answer" => Outcome::CouldNotAsk,
        other => panic!("no such outcome: {other}"),
    };
    let mut summary = summary(outcome, text);
    summary.headline = Headline { text: text.clone(), unit: unit.clone() };
    SystemCommand::RecordAnswer {
        evidence: id(evidence),
        summary: Box::new(summary),
        raw: None,
        executed_at: now,
        took_us: 212_000,
        status: Some(200),
        source_build: None,
        replayed: None,
    }
}

fn write_made(out: &mut String, made: &Made) {
    let ids: String = made.ids.iter().map(|id| format!(" {id}")).collect();
    writeln!(out, "      done{ids}").expect("a string takes it");
    if let Some(hint) = &made.hint {
        writeln!(out, "      hint: {hint}").expect("a string takes it");
    }
}

fn write_refusal(out: &mut String, refusal: &Refusal) {
    writeln!(out, "      refused: {refusal}. {}", refusal.todo).expect("a string takes it");
}

/// The note, the tries, what needs whom, and the copy for a chat.
fn pages(state: &State) -> String {
    let mut names = names();
    names.0.insert("guest".into(), Name { name: "Guest".into(), by_link: true, agent: false });
    let who = "carla".into();
    let mut out = String::from("\n== Note ==\n");
    for pass in note(state, &names, &who).passes {
        writeln!(out, "Pass {}. {}", pass.number, pass.title).expect("a string takes it");
        for entry in pass.entries {
            writeln!(out, "  {} {} {}", entry.at.clock(), entry.id, entry.text.0).expect("a string takes it");
            if let Some(fallen) = entry.fallen {
                let minutes = fallen.stood_us / 60_000_000;
                writeln!(out, "      fell {} after {minutes} min, {}: {}", fallen.at.clock(), fallen.retraction, fallen.why.0)
                    .expect("a string takes it");
            }
            out.push_str(&marked(entry.marked.as_ref()));
        }
    }
    if !state.hypotheses.is_empty() {
        out.push_str("\n== Hypotheses ==\n");
    }
    for row in state.hypotheses.values() {
        writeln!(out, "{} {:?}: {}", row.id, state_of(state, row), row.text).expect("a string takes it");
    }
    for stream in &state.streams {
        let Some(page) = stream_page(state, &names, &who, &stream.key) else { continue };
        writeln!(out, "\n== {} ==", page.card.name).expect("a string takes it");
        for chain in page.tries {
            for row in std::iter::once(chain.latest).chain(chain.earlier) {
                let id = row.id.map(|id| id.to_string()).unwrap_or_default();
                let place = format!("{} of {}", row.place.number, row.place.of);
                writeln!(out, "{id}, {place}: {} -> {}", row.title, sign(&row.shown)).expect("a string takes it");
            }
        }
    }
    for person in state.members.keys() {
        let Some(header) = header(state, &names, person) else { continue };
        writeln!(out, "\nneeds {person}: {}", header.needs_you.count()).expect("a string takes it");
    }
    write!(out, "\n== Copy for chat ==\n{}\n", chat_copy(state, &"lock-convoy".into(), "https://inquest.example"))
        .expect("a string takes it");
    out
}

fn marked(marked: Option<&Marked>) -> String {
    let mut out = String::new();
    for fall in marked.into_iter().flat_map(|marked| &marked.falls) {
        let through = fall.through.map(|through| format!(" through {through}")).unwrap_or_default();
        writeln!(out, "      rests on {}, which fell{through}", fall.claim).expect("a string takes it");
    }
    out
}

fn sign(shown: &Shown) -> String {
    let headline = format!("{} {}", shown.headline.text, shown.headline.unit);
    match &shown.sign {
        Sign::Value => headline.trim().to_owned(),
        Sign::UnprovenZero => "0?".to_owned(),
        Sign::NoData => "no data".to_owned(),
        Sign::CouldNotAsk => "could not ask".to_owned(),
        Sign::Pending => "pending".to_owned(),
        Sign::Ended { .. } => "ended".to_owned(),
        Sign::TrueZero => "0".to_owned(),
        Sign::Material => "material".to_owned(),
    }
}
