//! The effect of an action: its metric as it was chosen, and what both windows hold.

use super::results::{raw_of, reading_of};
use super::runs::source_of;
use super::{Engine, failed};
use app::api::error::ApiError;
use app::api::records::EffectForm;
use evidence::query::{Ask, SourceKind};
use evidence::reduce::{Spread, spread};
use ledger::event::{Effect, Measured};
use ledger::id::{EvidenceId, LedgerId};
use ledger::refusal::{Refusal, RefusalKind};
use ledger::state::State;

/// The seconds between the points of both windows: the metric is read as it was chosen, so it has to be fixed with it.
const STEP_SECS: u32 = 30;

impl Engine {
    /// Reads what an action is to change.
    pub(super) fn effect_of(&self, state: &State, form: &EffectForm) -> Result<Effect, ApiError> {
        let source = source_of(state, &form.stream)?;
        if self.card(&source)?.kind != SourceKind::Prometheus {
            let why = format!("{source} takes no PromQL");
            return Err(invalid("reading the metric of the action", why, "Pick the stream of a Prometheus."));
        }
        Ok(Effect {
            stream: form.stream.clone(),
            source,
            ask: Ask::PromqlRange { text: form.metric.trim().to_owned(), step_secs: STEP_SECS, piece_secs: None },
            direction: form.direction,
            before_secs: secs_of(&form.before_mins, 10)?,
            settle_secs: secs_of(&form.settle_mins, 0)?,
            after_secs: secs_of(&form.after_mins, 10)?,
        })
    }

    /// What an answer holds of numbers. One without any is measured as that.
    pub(super) async fn measured(&self, ledger: &LedgerId, state: &State, evidence: EvidenceId) -> Result<Measured, ApiError> {
        let record = state.evidence.get(&evidence).ok_or(ApiError::Missing)?.clone();
        let bytes = match raw_of(&record) {
            Some(raw) => self.bodies.read(ledger, &raw.body).await.map_err(failed)?,
            None => Vec::new(),
        };
        let read = tokio::task::spawn_blocking(move || reading_of(&record, &bytes).and_then(|(_, reading)| spread(&reading.data)));
        Ok(of_spread(evidence, read.await.map_err(failed)?.as_ref()))
    }
}

/// The record of a spread; of none an empty one.
pub fn of_spread(evidence: EvidenceId, spread: Option<&Spread>) -> Measured {
    let number = |pick: fn(&Spread) -> f64| spread.map_or_else(String::new, |spread| pick(spread).to_string());
    Measured {
        evidence,
        points: spread.map_or(0, |spread| spread.points),
        low: number(|spread| spread.low),
        median: number(|spread| spread.median),
        high: number(|spread| spread.high),
    }
}

fn secs_of(minutes: &str, usual: u32) -> Result<u32, ApiError> {
    if minutes.trim().is_empty() {
        return Ok(usual * 60);
    }
    let read = minutes.trim().parse::<u32>().ok().and_then(|minutes| minutes.checked_mul(60));
    read.ok_or_else(|| {
        invalid("reading the windows of the action", format!("\"{minutes}\" is no number of minutes"), "Give whole minutes, such as 10.")
    })
}

fn invalid(what: &str, why: String, todo: &str) -> ApiError {
    ApiError::Refused { refusal: Refusal::new(RefusalKind::Invalid, what, why, todo) }
}
