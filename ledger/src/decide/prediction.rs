//! Predictions: sealed before the looking, scored by a person after it.

use super::check::{PARAGRAPH, SENTENCE};
use super::source::Asking;
use super::{Case, Decision};
use crate::command::{Expecting, NewPrediction};
use crate::event::{Concerned, Event, Score};
use crate::id::{EvidenceId, PredictionId, StreamKey};
use crate::refusal::{Refusal, RefusalKind};
use crate::rules::already_seen;
use crate::state::{Prediction, Stamp};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Seals a prediction about a query or about something that is to come.
pub(super) fn seal(case: &Case<'_>, new: &NewPrediction) -> Result<Decision, Refusal> {
    let about = case.optional_text("what it concerns", &new.about, SENTENCE)?;
    if new.concerns.is_none() && about.is_empty() {
        let todo = "Say which query, dump or reading will show it, so that everybody can tell when it came.";
        return Err(case.refuse(RefusalKind::Invalid, "nothing is named that it concerns", todo));
    }
    sealed(case, &new.stream, &new.expects, new.concerns.clone(), about, None)
}

/// Seals a prediction about a run of the same command.
pub(super) fn seal_run(
    case: &Case<'_>,
    stream: &StreamKey,
    expects: &Expecting,
    run: EvidenceId,
    asking: &Asking<'_>,
) -> Result<Decision, Refusal> {
    let concerns = Concerned { source: asking.source.to_owned(), query: asking.query.clone() };
    sealed(case, stream, expects, Some(concerns), String::new(), Some(run))
}

fn sealed(
    case: &Case<'_>,
    stream: &StreamKey,
    expects: &Expecting,
    concerns: Option<Concerned>,
    about: String,
    run: Option<EvidenceId>,
) -> Result<Decision, Refusal> {
    case.stream(stream)?;
    let text = case.text("what is expected", &expects.text, SENTENCE)?;
    case.cites(&text)?;
    if let Some(hypothesis) = expects.hypothesis {
        case.live_hypothesis(hypothesis)?;
    }
    let prediction = PredictionId(case.state.predictions.last_key_value().map_or(1, |(last, _)| last.0.saturating_add(1)));
    let seal = seal_of(case, prediction, &text, concerns.as_ref(), &about);
    let seen = Prediction {
        id: prediction,
        stream: stream.clone(),
        text: text.clone(),
        hypothesis: expects.hypothesis,
        concerns: concerns.clone(),
        about: about.clone(),
        run,
        seal: seal.clone(),
        sealed: Stamp { seq: case.state.seq.saturating_add(1), at: case.now, by: case.permit.actor().id.clone() },
        scores: Vec::new(),
    };
    let hint = already_seen(case.state, &seen).map(|id| {
        format!("{id} had asked the same before: {prediction} is kept, and counts in no score because the answer was on record.")
    });
    // The query stands in the run of the same command; it is not written twice.
    let concerns = concerns.filter(|_| run.is_none()).map(Box::new);
    let event =
        Event::PredictionSealed { prediction, stream: stream.clone(), text, hypothesis: expects.hypothesis, concerns, about, run, seal };
    Ok(Decision { events: vec![event], hint })
}

/// sha256 over what is sealed and when, each part with its length before it. The text alone could be guessed; the time can be checked.
fn seal_of(case: &Case<'_>, id: PredictionId, text: &str, concerns: Option<&Concerned>, about: &str) -> String {
    let asked = concerns.map_or_else(String::new, |concerned| {
        let window = concerned.query.window;
        format!("{}\n{}\n{} {}", concerned.source, concerned.query.ask.text(), window.start.0, window.end.0)
    });
    let mut hash = Sha256::new_with_prefix("inquest.prediction.1");
    for part in [&id.to_string(), text, &asked, about, &case.now.0.to_string()] {
        hash.update(part.len().to_be_bytes());
        hash.update(part);
    }
    hash.finalize().iter().fold(String::with_capacity(64), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// Evidence executed before the seal can't satisfy a prediction: whoever sealed it could have known.
pub(super) fn score(
    case: &Case<'_>,
    prediction: PredictionId,
    score: Score,
    evidence: &[EvidenceId],
    why: &str,
) -> Result<Decision, Refusal> {
    let known = case.state.predictions.get(&prediction).ok_or_else(|| case.unknown(prediction.into()))?;
    let why = case.optional_text("the reason", why, PARAGRAPH)?;
    case.cites(&why)?;
    if score == Score::NotDecidable && why.is_empty() {
        let todo = "Say in one sentence what would have decided it.";
        return Err(case.refuse(RefusalKind::Invalid, "no reason is given why it can't be decided", todo));
    }
    let evidence = match evidence {
        [] if score == Score::NotDecidable => Vec::new(),
        _ => case.some_executed(evidence, "Name what shows it, executed after the seal.")?,
    };
    for id in &evidence {
        if let Some(executed) = case.evidence(*id)?.executed_at().filter(|executed| *executed < known.sealed.at) {
            let why = format!(
                "{id} was executed on {} UTC, before {prediction} was sealed on {} UTC",
                executed.day_time(),
                known.sealed.at.day_time()
            );
            return Err(case.refuse(RefusalKind::Invalid, why, "Ask again, and score it with that answer."));
        }
    }
    Ok(Event::PredictionScored { prediction, score, evidence, why }.into())
}
