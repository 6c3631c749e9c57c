//! From the words of an entry to its command.

use super::body::{field, query, quoted, text};
use super::header::{Options, moment};
use super::{Attached, Entry, Pictures, Place, Teller};
use crate::engine::of_spread;
use evidence::query::Ask;
use evidence::reading::Reason;
use evidence::time::parse_duration;
use ledger::command::{ActionCommand, Command, Expecting, NewIncident, NewPrediction, NewRefuter, NewStream};
use ledger::event::{Amendment, Direction, Effect, IncidentState, Material, Occurred, Precision, QuestionEnd, Role};
use ledger::id::{ActorId, AnyId, EvidenceId, HypothesisId, StreamKey};
use std::collections::BTreeMap;

/// All names of options. An act takes those it knows.
const NAMES: [&str; 32] = [
    "severity",
    "onset",
    "to",
    "until",
    "component",
    "metric",
    "as",
    "for",
    "again",
    "unanswered",
    "by",
    "said",
    "first-hand",
    "relayed",
    "repository",
    "commit",
    "path",
    "url",
    "named",
    "answers",
    "on",
    "rank",
    "observed",
    "refuted-by",
    "against",
    "rating",
    "control-of",
    "before",
    "settle",
    "after",
    "of",
    "at",
];

/// Fields that may stand below material, beside its title.
const FIELDS: [&str; 2] = ["why", "shows"];

/// What the words of an entry say.
struct Words<'a> {
    teller: &'a Teller,
    options: Options<'a>,
    below: &'a [&'a str],
}

/// Reads one entry.
pub(super) fn read(teller: &Teller, place: Place, line: &str, below: &[&str], pictures: Pictures<'_>) -> Result<Entry, String> {
    let mut words = line.split_whitespace();
    let at = moment(words.next().unwrap_or_default())?;
    let act = words.next().ok_or("the entry has no act")?;
    let words = Words { teller, options: Options::read(words.collect(), &NAMES)?, below };
    let command = match act {
        "statement" | "code" | "link" | "paste" | "file" | "picture" => words.material(act)?,
        "open" | "join" | "pass" | "state" | "severity" | "due" | "nothing-due" => words.incident(act)?,
        "question" | "see" | "take" | "reassign" | "answer" | "close" => words.question(act)?,
        "run" | "try" | "cancel" => words.asking(act)?,
        "action" | "approve" | "decline" | "done" | "confirm" | "measure" => words.action(act)?,
        "predict" | "score" | "contradiction" | "explain" => words.proof(act)?,
        "finding" | "complete" | "amend" | "retract" => words.claim(act)?,
        "hunch" | "hypothesis" | "refuter" | "look" | "rate" | "relate" | "demote" | "cause" | "expect" => words.hypothesis(act)?,
        _ => words.note(act)?,
    };
    let makes = match &command {
        Command::AskQuestion { .. }
        | Command::AskQuery { .. }
        | Command::AddEvidence { .. }
        | Command::RecordFinding { .. }
        | Command::RetractClaim { .. }
        | Command::WriteParagraph { .. }
        | Command::NoteHunch { .. }
        | Command::ProposeHypothesis { .. }
        | Command::ProposeCause { .. }
        | Command::SealPrediction(_)
        | Command::Action(ActionCommand::Propose { .. })
        | Command::NoteContradiction { .. }
        | Command::AddMoment { .. } => Some(words.options.value::<AnyId>("")?),
        _ => None,
    };
    let attached = words.attached(&command, pictures)?;
    let unanswered = words.options.has("unanswered");
    Ok(Entry { at, place, actor: teller.actor.clone(), makes, command, attached, unanswered })
}

impl Words<'_> {
    fn stream(&self) -> Result<StreamKey, String> {
        self.teller.stream.clone().ok_or_else(|| "whoever coordinates has no stream to do this in".to_owned())
    }

    fn incident(&self, act: &str) -> Result<Command, String> {
        let why = text(self.below);
        Ok(match act {
            "open" => self.open()?,
            "join" => Command::Join { role: Role::Investigator },
            "pass" => Command::StartPass { title: why },
            "state" => Command::ChangeState { state: word_of::<IncidentState>(self.options.word("")?)?, why },
            "severity" => Command::ChangeSeverity { severity: self.options.value("")?, why },
            "due" => Command::SetUpdateDue { at: Some(self.options.time("")?) },
            _ => Command::SetUpdateDue { at: None },
        })
    }

    fn open(&self) -> Result<Command, String> {
        let names = ["title", "label", "stream", "text"];
        let mut labels = BTreeMap::new();
        let mut streams = Vec::new();
        for line in self.below {
            match line.split_whitespace().collect::<Vec<_>>().as_slice() {
                ["label", name, value] => {
                    labels.insert((*name).to_owned(), (*value).to_owned());
                }
                ["stream", name @ .., source, owner] => streams.push(NewStream {
                    name: name.join(" "),
                    source: Some((*source).to_owned()).filter(|source| source != "-"),
                    owner: Some(ActorId((*owner).to_owned())),
                }),
                _ => {}
            }
        }
        Ok(Command::OpenIncident(NewIncident {
            title: field(self.below, &names, "title").ok_or("the incident has no line \"title\"")?,
            severity: self.options.value("severity")?,
            onset: Some(self.options.time("onset")?),
            description: field(self.below, &names, "text").unwrap_or_default(),
            labels,
            streams,
            solo: false,
        }))
    }

    fn question(&self, act: &str) -> Result<Command, String> {
        let id = || self.options.value("");
        let text = text(self.below);
        Ok(match act {
            "question" => Command::AskQuestion {
                stream: StreamKey(self.options.value("to")?),
                text,
                window: None,
                component: self.options.optional("component")?,
                metric: self.options.optional("metric")?,
            },
            "see" => Command::SeeQuestion { question: id()? },
            "take" => Command::TakeQuestion { question: id()? },
            "reassign" => Command::ReassignQuestion { question: id()?, stream: StreamKey(self.options.value("to")?) },
            "answer" => Command::AnswerQuestion { question: id()?, evidence: self.options.evidence("on")?, text },
            _ => Command::CloseQuestion { question: id()?, how: word_of::<QuestionEnd>(self.options.word("as")?)?, why: text },
        })
    }

    fn asking(&self, act: &str) -> Result<Command, String> {
        if act == "cancel" {
            return Ok(Command::CancelQuery { evidence: self.options.value::<EvidenceId>("")? });
        }
        let stream = self.stream()?;
        let source = self.teller.source.clone().ok_or("the stream of this script asks no source")?;
        let query = query(self.below)?;
        let question = self.options.optional("for")?;
        Ok(if act == "run" {
            Command::AskQuery {
                stream,
                source,
                query,
                policy: String::new(),
                question,
                rerun_of: self.options.optional("again")?,
                control_of: self.options.optional("control-of")?,
                expects: None,
            }
        } else {
            let reason = Reason { code: String::new(), what: String::new(), detail: String::new(), todo: String::new() };
            Command::KeepTry { stream, source, query, reason, question }
        })
    }

    fn material(&self, act: &str) -> Result<Command, String> {
        let word = |name| self.options.word(name).map(str::to_owned);
        let below = |name: &str| field(self.below, &FIELDS, name).ok_or_else(|| format!("there is no line \"{name}\""));
        let material = match act {
            "statement" => Material::Statement {
                who: self.options.words("by").join(" "),
                said_at: self.options.time("said")?,
                first_hand: match (self.options.has("first-hand"), self.options.has("relayed")) {
                    (true, false) => true,
                    (false, true) => false,
                    _ => return Err("a statement is either first-hand or relayed".to_owned()),
                },
            },
            "code" => Material::Code { repository: word("repository")?, commit: word("commit")?, path: word("path")?, lines: None },
            "link" => Material::Link { url: word("url")?, why: below("why")? },
            "file" => Material::File { name: word("named")? },
            "picture" => Material::Picture { shows: below("shows")? },
            _ => Material::Paste,
        };
        let is_title = |line: &&str| !line.starts_with('|') && !FIELDS.iter().any(|name| line.split_whitespace().next() == Some(name));
        let title = text(&self.below.iter().copied().take_while(is_title).collect::<Vec<_>>());
        Ok(Command::AddEvidence { stream: self.stream()?, title, material, raw: None, question: self.options.optional("for")? })
    }

    /// The bytes that belong to material.
    fn attached(&self, command: &Command, pictures: Pictures<'_>) -> Result<Option<Attached>, String> {
        match command {
            Command::AddEvidence { material: Material::File { .. } | Material::Paste, .. } => {
                Ok(Some(Attached { media_type: "text/plain", bytes: quoted(self.below).into_bytes() }))
            }
            Command::AddEvidence { material: Material::Picture { .. }, .. } => {
                let name = self.options.word("named")?;
                let bytes = pictures(name).ok_or_else(|| format!("there is no picture {name}"))?;
                Ok(Some(Attached { media_type: "image/png", bytes: bytes.to_vec() }))
            }
            _ => Ok(None),
        }
    }

    fn claim(&self, act: &str) -> Result<Command, String> {
        let text = text(self.below);
        Ok(match act {
            "finding" => Command::RecordFinding {
                stream: self.stream()?,
                text,
                evidence: self.options.evidence("on")?,
                question: self.options.optional("answers")?,
                severity: self.options.optional("rank")?,
                observed: self.options.has("observed").then(|| word_of(self.options.word("observed")?)).transpose()?,
            },
            "complete" => {
                let names = ["reasoning", "ruled-out", "could-not-check"];
                let [reasoning, ruled_out, could_not_check] = names.map(|name| field(self.below, &names, name));
                Command::CompleteFinding { finding: self.options.value("")?, reasoning, ruled_out, could_not_check }
            }
            "amend" => {
                Command::AmendFinding { finding: self.options.value("")?, text, why: word_of::<Amendment>(self.options.word("as")?)? }
            }
            _ => Command::RetractClaim {
                claim: self.options.value("of")?,
                killed_by: self.options.evidence("by")?,
                why: text,
                believed: String::new(),
            },
        })
    }

    fn hypothesis(&self, act: &str) -> Result<Command, String> {
        let text = text(self.below);
        let named = |name| self.options.value::<HypothesisId>(name);
        let refuters = || Ok::<_, String>(vec![NewRefuter::Asked(self.options.value("refuted-by")?)]);
        Ok(match act {
            "hunch" => Command::NoteHunch { text },
            "hypothesis" => Command::ProposeHypothesis { hunch: None, text, refuters: refuters()? },
            "refuter" => Command::AddRefuters { hypothesis: named("")?, refuters: refuters()? },
            "look" => Command::LookFor {
                question: self.options.value("")?,
                observed: word_of(self.options.word("observed")?)?,
                evidence: self.options.evidence("on")?,
                text,
            },
            "rate" => Command::RateEvidence {
                hypothesis: named("")?,
                evidence: self.options.value("on")?,
                rating: word_of(self.options.word("rating")?)?,
            },
            "relate" => {
                Command::RelateHypothesis { hypothesis: named("")?, relation: word_of(self.options.word("as")?)?, other: named("of")? }
            }
            "demote" => Command::DemoteHypothesis { hypothesis: named("")?, why: text },
            "cause" => Command::ProposeCause { hypothesis: named("of")?, rival: named("against")?, text },
            _ => Command::ExpectAnswer { question: self.options.value("")?, hypothesis: named("of")?, answer: text },
        })
    }

    /// What is done to the system.
    fn action(&self, act: &str) -> Result<Command, String> {
        let names = ["text", "how", "metric", "on", "step"];
        let [text_field, how, metric, on, step] = names.map(|name| field(self.below, &names, name));
        let id = || self.options.value("");
        let text = text_field.unwrap_or_else(|| text(self.below));
        Ok(Command::Action(match act {
            "action" => {
                let effect = metric.map(|metric| self.effect(metric, on, step)).transpose()?;
                ActionCommand::Propose { text, how: how.unwrap_or_default(), effect }
            }
            "approve" | "decline" => ActionCommand::Decide { action: id()?, approve: act == "approve", why: text },
            "done" => ActionCommand::Done {
                action: Some(id()?),
                text: String::new(),
                by: self.options.words("by").join(" "),
                at: self.options.time("at")?,
                how: String::new(),
            },
            "confirm" => ActionCommand::Confirm { action: id()? },
            _ => {
                // The numbers are read from the answers when the story is told.
                let [before, after] = self.options.evidence("on")?[..] else { return Err("two windows are compared".to_owned()) };
                let [before, after] = [before, after].map(|evidence| of_spread(evidence, None));
                ActionCommand::Measure { action: id()?, before, after }
            }
        }))
    }

    /// What an action is to change: its metric, the stream that asks, the step of both windows; `to` up or down, minutes before, until it
    /// settles and after.
    fn effect(&self, metric: String, on: Option<String>, step: Option<String>) -> Result<Effect, String> {
        let on = on.ok_or("the action has a metric and no line \"on\"")?;
        let (stream, source) = on.split_once(' ').ok_or("the line \"on\" names a stream and its source")?;
        let [before, settle, after] = ["before", "settle", "after"].map(|name| self.options.value::<u32>(name));
        let step = parse_duration(&step.unwrap_or_default()).map_err(|error| error.to_string())?;
        Ok(Effect {
            stream: stream.into(),
            source: source.to_owned(),
            ask: Ask::PromqlRange { text: metric, step_secs: step, piece_secs: None },
            direction: word_of::<Direction>(self.options.word("to")?)?,
            before_secs: before? * 60,
            settle_secs: settle? * 60,
            after_secs: after? * 60,
        })
    }

    /// What proves or contradicts a claim.
    fn proof(&self, act: &str) -> Result<Command, String> {
        let text = text(self.below);
        Ok(match act {
            "predict" => {
                let [about, expected] = ["about", "expected"].map(|name| field(self.below, &["about", "expected"], name));
                let expects = Expecting { text: expected.unwrap_or_default(), hypothesis: self.options.optional("of")? };
                Command::SealPrediction(NewPrediction { stream: self.stream()?, expects, concerns: None, about: about.unwrap_or_default() })
            }
            "score" => Command::ScorePrediction {
                prediction: self.options.value("")?,
                score: word_of(self.options.word("as")?)?,
                evidence: self.options.evidence("on")?,
                why: text,
            },
            "contradiction" => Command::NoteContradiction { text, sides: self.options.ids("of")? },
            _ => Command::ExplainContradiction { contradiction: self.options.value("")?, text },
        })
    }

    fn note(&self, act: &str) -> Result<Command, String> {
        let text = text(self.below);
        Ok(match act {
            "impact" => Command::WriteImpact { text },
            "stand" => Command::WriteStand { text },
            "paragraph" => Command::WriteParagraph { text },
            "revise" => Command::ReviseParagraph { paragraph: self.options.value("")?, bases: Vec::new(), text },
            "moment" => {
                let until = self.options.has("until").then(|| self.options.time("until")).transpose()?;
                let precision = word_of::<Precision>(self.options.word("as")?)?;
                Command::AddMoment {
                    occurred: Occurred { at: self.options.time("at")?, until, precision },
                    text,
                    stream: self.options.optional::<String>("of")?.map(StreamKey),
                    evidence: self.options.evidence("on")?,
                }
            }
            other => return Err(format!("\"{other}\" is no act of a story")),
        })
    }
}

/// A word as the record writes it, such as `unproven` or `sharper_reading`.
fn word_of<T: serde::de::DeserializeOwned>(word: &str) -> Result<T, String> {
    serde_json::from_value(serde_json::Value::String(word.to_owned())).map_err(|error| error.to_string())
}
