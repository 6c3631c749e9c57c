//! The sections of a post-mortem, in the order a reader needs them.

use super::{Block, Section, end_words, ids_text};
use crate::event::{Observed, Occurred, Precision, Score};
use crate::id::{AnyId, EvidenceId, StreamKey};
use crate::rules::{
    Absence, HypothesisState, Unmeasured, Verdict, absence_of, already_seen, hit_rate, look_of, score_of, state_of, verdict_of,
};
use crate::rules::{Look, absence_of_finding};
use crate::state::{Action, Evidence, Progress, State, What};
use crate::text::{Prose, one_line};
use crate::view::look::{claim, shown, title_of};
use crate::view::parts::Sign;
use crate::view::room::median;
use evidence::time::Micros;

/// All sections that have something to say.
pub(super) fn all(state: &State) -> Vec<Section> {
    let sections = [
        section("summary", "Summary", written(state.stand.last())),
        section("impact", "Impact", written(state.impact.last())),
        section("what-happened", "What happened", what_happened(state)),
        section("findings", "What stands", findings(state)),
        section("hypotheses", "What was held to be so, and what spoke against it", hypotheses(state)),
        section("retractions", "What was believed and withdrawn", retractions(state)),
        section("predictions", "What was predicted", predictions(state)),
        section("actions", "What was done, and what it did", actions(state)),
        section("contradictions", "What did not go together", contradictions(state)),
        section("timeline", "Timeline", timeline(state)),
        section("not-known", "What could not be checked", not_known(state)),
        section("measures", "How the investigation went", measures(state)),
        section("evidence", "Evidence", evidence(state)),
    ];
    sections.into_iter().filter(|section| !section.blocks.is_empty()).collect()
}

fn section(anchor: &str, heading: &str, blocks: Vec<Block>) -> Section {
    Section { anchor: anchor.to_owned(), heading: heading.to_owned(), blocks }
}

fn table<const N: usize>(columns: [&str; N], rows: Vec<[String; N]>) -> Vec<Block> {
    if rows.is_empty() {
        return Vec::new();
    }
    let rows = rows.into_iter().map(|row| row.into_iter().map(Prose).collect()).collect();
    vec![Block::Table { columns: columns.map(str::to_owned).to_vec(), rows }]
}

fn written(latest: Option<&std::sync::Arc<crate::state::Written>>) -> Vec<Block> {
    latest.map(|written| Block::Prose(Prose(written.text.clone()))).into_iter().collect()
}

/// The paragraphs of the note as they read now, pass by pass.
fn what_happened(state: &State) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut last_pass = None;
    let mut paragraphs: Vec<_> = state.paragraphs.values().collect();
    paragraphs.sort_by_key(|paragraph| (paragraph.pass, paragraph.written.seq));
    for paragraph in paragraphs {
        if last_pass != Some(paragraph.pass) {
            last_pass = Some(paragraph.pass);
            let pass = state.passes.iter().find(|pass| pass.number == paragraph.pass);
            blocks.extend(pass.map(|pass| Block::Heading(format!("{}. {} ({} UTC)", pass.number, pass.title, pass.started.at.short()))));
        }
        for version in paragraph.versions.iter().filter(|version| paragraph.heads.contains(&version.stamp.seq)) {
            blocks.push(Block::Prose(Prose(version.text.clone())));
        }
    }
    blocks
}

/// The findings that stand, stream by stream, the worst first where they are ranked.
fn findings(state: &State) -> Vec<Block> {
    let mut blocks = Vec::new();
    for stream in &state.streams {
        let mut own: Vec<_> = state.findings.values().filter(|finding| finding.stream == stream.key).collect();
        own.retain(|finding| !state.fallen.contains_key(&finding.id.into()));
        own.sort_by_key(|finding| (finding.severity.unwrap_or(u8::MAX), finding.recorded.seq));
        let rows = own.into_iter().map(|finding| {
            let rests: Vec<EvidenceId> = finding.cites.iter().filter_map(|cite| evidence_id(cite.id)).collect();
            let absence = absence_of_finding(state, finding).map(|absence| format!(" ({})", absence_words(absence))).unwrap_or_default();
            [finding.id.to_string(), format!("{}{absence}", flat(&finding.text)), ids_text(&rests), time(finding.recorded.at)]
        });
        let rows: Vec<_> = rows.collect();
        if !rows.is_empty() {
            blocks.push(Block::Heading(stream.name.clone()));
            blocks.extend(table(["Id", "Finding", "Rests on", "Recorded, UTC"], rows));
        }
    }
    blocks
}

fn hypotheses(state: &State) -> Vec<Block> {
    let rows = state.hypotheses.values().map(|hypothesis| {
        let looks = hypothesis.refuters.iter().flat_map(|refuter| {
            let asked = state.questions.get(&refuter.question).map(|question| flat(&question.text)).unwrap_or_default();
            let question = refuter.question;
            let nobody = refuter.looks.is_empty().then(|| format!("{question} {asked} Nobody has looked."));
            let looked = refuter.looks.iter().map(move |look| {
                let words = match (look_of(state, look), look.observed) {
                    (Look::Seen, _) => "Observed",
                    (Look::NotSeen, _) => "Looked for, not observed",
                    (Look::Unproven, _) => "Not observed, but nothing shows that the query would have found it",
                    (Look::Undecided, _) => "Could not be told",
                    (Look::Fallen, Observed::Yes | Observed::No | Observed::CantTell) => "Its evidence fell",
                };
                format!("{question} {words}: {}", ids_text(&look.evidence))
            });
            nobody.into_iter().chain(looked)
        });
        let demoted = hypothesis.demoted.as_ref().map(|(_, why)| format!("Demoted: {}", flat(why)));
        let against: Vec<String> = looks.chain(demoted).collect();
        [hypothesis.id.to_string(), flat(&hypothesis.text), state_words(state_of(state, hypothesis)), against.join(" ")]
    });
    table(["Id", "Claim", "State", "What was looked for"], rows.collect())
}

/// The table of what fell. It names streams, never persons.
fn retractions(state: &State) -> Vec<Block> {
    let mut all: Vec<_> = state.retractions.values().collect();
    all.sort_by_key(|retraction| (retraction.stood_us, retraction.id));
    let rows = all.iter().map(|retraction| {
        let (text, stream) = claim(state, retraction.claim).unwrap_or_default();
        let stream = stream.map_or_else(String::new, |key| stream_name(state, key));
        [
            retraction.id.to_string(),
            format!("{} {}", retraction.claim, flat(&text)),
            stream,
            format!("{} ({})", flat(&retraction.why), ids_text(&retraction.killed_by)),
            span(retraction.stood_us),
        ]
    });
    let rows: Vec<_> = rows.collect();
    let count = rows.len();
    let mut blocks = table(["Id", "Claim", "Raised by", "What killed it", "Stood for"], rows);
    if let Some(median) = median(all.iter().map(|retraction| retraction.stood_us).collect()) {
        let words = if count == 1 { "claim was" } else { "claims were" };
        blocks.insert(0, Block::Prose(Prose(format!("{count} {words} withdrawn; the median time to retraction is {}.", span(median)))));
    }
    blocks
}

fn predictions(state: &State) -> Vec<Block> {
    let rows = state.predictions.values().map(|prediction| {
        let score = score_of(state, prediction);
        let words = match score.map(|scored| scored.score) {
            None => "not scored",
            Some(Score::Hit) => "hit",
            Some(Score::Miss) => "miss",
            Some(Score::NotDecidable) => "not decidable",
        };
        let sealed = match already_seen(state, prediction) {
            None => format!("{}, before any run on record here", time(prediction.sealed.at)),
            Some(id) => format!("{}, but already seen in {id}", time(prediction.sealed.at)),
        };
        let shown = score.map(|scored| format!("{} {}", ids_text(&scored.evidence), flat(&scored.why))).unwrap_or_default();
        let follows = prediction.hypothesis.map(|id| format!(" ({id})")).unwrap_or_default();
        [prediction.id.to_string(), format!("{}{follows}", flat(&prediction.text)), sealed, words.to_owned(), shown]
    });
    table(["Id", "Expected", "Sealed, UTC", "Came", "Shown by"], rows.collect())
}

fn actions(state: &State) -> Vec<Block> {
    let mut all: Vec<_> = state.actions.values().collect();
    all.sort_by_key(|action| (action.done.as_ref().map_or(Micros(i64::MAX), |done| done.at), action.id));
    let rows = all.into_iter().map(|action| {
        let when = action.done.as_ref().map_or_else(|| "not done".to_owned(), |done| time(done.at));
        let how = if action.command.is_empty() { String::new() } else { format!(" `{}`", action.command.replace('`', "'")) };
        [action.id.to_string(), format!("{}{how}", flat(&action.text)), when, verdict_words(verdict_of(action)), measured(action)]
    });
    table(["Id", "Action", "Done, UTC", "Verdict", "Before and after"], rows.collect())
}

fn measured(action: &Action) -> String {
    let (Some((_, effect)), Some((_, before, after))) = (&action.expects, &action.measured) else { return String::new() };
    let window = |measured: &crate::event::Measured| {
        format!("{} to {}, median {} ({})", measured.low, measured.high, measured.median, measured.evidence)
    };
    format!("`{}` before {}; after {}", effect.ask.text().replace('`', "'"), window(before), window(after))
}

fn contradictions(state: &State) -> Vec<Block> {
    let rows = state.contradictions.values().map(|contradiction| {
        let sides = contradiction.sides.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let explained = contradiction.explained.as_ref().map_or_else(|| "not explained".to_owned(), |explained| flat(&explained.text));
        [contradiction.id.to_string(), flat(&contradiction.text), sides, explained]
    });
    table(["Id", "What does not go together", "Sides", "Explanation"], rows.collect())
}

fn timeline(state: &State) -> Vec<Block> {
    let mut all: Vec<_> = state.moments.values().filter(|moment| !state.fallen.contains_key(&moment.id.into())).collect();
    all.sort_by_key(|moment| (moment.occurred.at, moment.id));
    let rows = all.into_iter().map(|moment| {
        let rests: Vec<EvidenceId> = moment.cites.iter().filter_map(|cite| evidence_id(cite.id)).collect();
        let cited = if rests.is_empty() { "uncited".to_owned() } else { ids_text(&rests) };
        [occurred(&moment.occurred), flat(&moment.text), cited]
    });
    table(["Occurred, UTC", "What", "Evidence"], rows.collect())
}

fn not_known(state: &State) -> Vec<Block> {
    let mut rows: Vec<[String; 2]> = Vec::new();
    for question in state.questions.values() {
        match &question.closed {
            Some((_, crate::event::QuestionEnd::Answered, _)) => {}
            Some((_, how, why)) => {
                rows.push([question.id.to_string(), format!("{} {}: {}", flat(&question.text), end_words(*how), flat(why))]);
            }
            None if question.answers.is_empty() => rows.push([question.id.to_string(), format!("{} Still open.", flat(&question.text))]),
            None => {}
        }
    }
    for finding in state.findings.values().filter(|finding| !state.fallen.contains_key(&finding.id.into())) {
        rows.extend(finding.could_not_check.as_ref().map(|text| [finding.id.to_string(), flat(text)]));
    }
    table(["Where", "What"], rows)
}

/// Measures of ourselves.
fn measures(state: &State) -> Vec<Block> {
    let absences: Vec<Absence> = state.evidence.keys().filter_map(|id| absence_of(state, *id)).collect();
    let proven = absences.iter().filter(|absence| matches!(absence, Absence::Proven { .. })).count();
    let rate = hit_rate(state, state.predictions.values().map(AsRef::as_ref));
    let could_not = state
        .questions
        .values()
        .filter(|question| question.closed.as_ref().is_some_and(|(_, how, _)| *how == crate::event::QuestionEnd::CouldNotLook));
    let uncited = state.evidence.keys().filter(|id| !state.cited_by.contains_key(&AnyId::from(**id))).count();
    let mut rows = vec![
        ["Questions asked, and closed as could not look".to_owned(), format!("{}, {}", state.questions.len(), could_not.count())],
        ["Pieces of evidence, and never cited".to_owned(), format!("{}, {uncited}", state.evidence.len())],
    ];
    if let Some(median) = median(state.retractions.values().map(|retraction| retraction.stood_us).collect()) {
        rows.insert(0, ["Median time to retraction".to_owned(), span(median)]);
    }
    if !absences.is_empty() {
        rows.push(["Absences with a passing control".to_owned(), format!("{proven} of {}", absences.len())]);
    }
    if rate.hits + rate.misses > 0 {
        rows.push(["Predictions that were hits".to_owned(), format!("{} of {}", rate.hits, rate.hits + rate.misses)]);
    }
    table(["Measure", "Value"], rows)
}

/// Every piece of evidence: what was asked, when, and what it read.
fn evidence(state: &State) -> Vec<Block> {
    let rows = state.evidence.values().map(|found| {
        let (asked, window, digest) = match &found.what {
            What::Run(run) => {
                let window = run.query.window;
                let digest = match &run.progress {
                    Progress::Answered(answered) => answered.raw.as_ref(),
                    Progress::Pending | Progress::Ended { .. } => None,
                };
                (run.source.clone(), format!("{} to {}", time(window.start), time(window.end)), digest)
            }
            What::Material { raw, .. } => (String::new(), String::new(), raw.as_ref()),
        };
        let title = format!("`{}`", one_line(&title_of(found).replace('`', "'"), 200));
        let digest = digest.map_or_else(String::new, |raw| format!("`{}`", raw.digest.get(..12).unwrap_or_default()));
        let executed = found.executed_at().map_or_else(String::new, time);
        [found.id.to_string(), format!("{title} {asked}"), window, executed, reads(state, found), digest]
    });
    table(["Id", "Query or source", "Window, UTC", "Executed, UTC", "Reads", "Digest"], rows.collect())
}

fn reads(state: &State, found: &Evidence) -> String {
    let shown = shown(state, found);
    let words = match &shown.sign {
        Sign::Value => shown.headline.phrase(),
        Sign::TrueZero => format!("0 {}", shown.headline.unit),
        Sign::UnprovenZero => "0? absence unproven".to_owned(),
        Sign::NoData => "no data".to_owned(),
        Sign::CouldNotAsk => format!("could not ask: {}", shown.reason.map(|reason| reason.what).unwrap_or_default()),
        Sign::Pending => "waits for its answer".to_owned(),
        Sign::Ended { why, .. } => format!("no answer: {why}"),
        Sign::Material => String::new(),
    };
    let partial = if shown.missing.is_empty() { "" } else { ", partial" };
    // A source's words are no markup.
    if words.is_empty() { words } else { format!("`{}`{partial}", words.replace('`', "'").trim()) }
}

fn evidence_id(id: AnyId) -> Option<EvidenceId> {
    match id {
        AnyId::EvidenceId(id) => Some(id),
        _ => None,
    }
}

/// A text as one cell.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn stream_name(state: &State, key: &StreamKey) -> String {
    state.stream(key).map_or_else(|| key.0.clone(), |stream| stream.name.clone())
}

fn time(at: Micros) -> String {
    at.day_time()
}

/// When it happened, as well as that is known.
fn occurred(occurred: &Occurred) -> String {
    let words = |at: Micros| match occurred.precision {
        Precision::Second => at.day_time(),
        Precision::Minute => at.day_time().rsplit_once(':').map_or_else(String::new, |(minute, _)| minute.to_owned()),
        Precision::Day => at.day(),
        Precision::About => format!("about {}", at.day_time()),
    };
    occurred.until.map_or_else(|| words(occurred.at), |until| format!("{} to {}", words(occurred.at), words(until)))
}

/// `40 min`, `1 h 5 min`, `2 d 3 h`.
fn span(micros: i64) -> String {
    let secs = micros.max(0) / 1_000_000;
    match (secs / 86_400, secs / 3_600, secs / 60) {
        (0, 0, 0) => format!("{secs} s"),
        (0, 0, mins) => format!("{mins} min"),
        (0, hours, mins) if mins % 60 == 0 => format!("{hours} h"),
        (0, hours, mins) => format!("{hours} h {} min", mins % 60),
        (days, hours, _) => format!("{days} d {} h", hours % 24),
    }
}

fn absence_words(absence: Absence) -> String {
    match absence {
        Absence::Proven { control } => format!("absence proven by control {control}"),
        Absence::NoKnownEvent => "absence unproven, no known event to check it with".to_owned(),
        Absence::Unproven => "absence unproven".to_owned(),
        Absence::Partial => "absence unproven, the answer is partial".to_owned(),
        Absence::ControlFailed { control } => format!("absence unproven, control {control} failed"),
    }
}

fn state_words(state: HypothesisState) -> String {
    match state {
        HypothesisState::Hunch => "hunch".to_owned(),
        HypothesisState::Untested => "untested".to_owned(),
        HypothesisState::Surviving(1) => "surviving, 1 attempt to refute it".to_owned(),
        HypothesisState::Surviving(attempts) => format!("surviving, {attempts} attempts to refute it"),
        HypothesisState::Inconclusive => "inconclusive".to_owned(),
        HypothesisState::Contradicted => "contradicted".to_owned(),
        HypothesisState::Demoted => "demoted to a trigger".to_owned(),
        HypothesisState::Refuted => "refuted".to_owned(),
        HypothesisState::Retracted => "retracted".to_owned(),
    }
}

fn verdict_words(verdict: Option<Verdict>) -> String {
    match verdict {
        None => String::new(),
        Some(Verdict::Improved) => "improved".to_owned(),
        Some(Verdict::None) => "no effect".to_owned(),
        Some(Verdict::Worse) => "worse".to_owned(),
        Some(Verdict::Unmeasured(Unmeasured::NoExpectation)) => "unmeasured, no expectation before".to_owned(),
        Some(Verdict::Unmeasured(Unmeasured::NotCompared)) => "unmeasured, not compared".to_owned(),
        Some(Verdict::Unmeasured(Unmeasured::NoNumbers)) => "unmeasured, no numbers".to_owned(),
    }
}
