//! Predictions: what was expected before the looking, and how it came.

use crate::actor::Names;
use crate::event::{Concerned, Score};
use crate::id::{ActorId, AnyId, EvidenceId, HypothesisId, PredictionId};
use crate::rules::{HitRate, already_seen, hit_rate, score_of};
use crate::state::{Prediction, State, What};
use crate::text::Prose;
use crate::view::chip::Chips;
use crate::view::look::{Look, Wanted};
use crate::view::parts::{EvidenceLine, StreamLink};
use evidence::time::Micros;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A prediction. It names its stream, never a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PredictionRow {
    /// Its id.
    pub id: PredictionId,
    /// The stream that predicts.
    pub stream: StreamLink,
    /// What is expected.
    pub text: Prose,
    /// The hypothesis it follows from.
    pub hypothesis: Option<HypothesisId>,
    /// The query it concerns, or the one that was run in the same act.
    pub concerns: Option<Concerned>,
    /// What else it concerns, in words; may be empty.
    pub about: Prose,
    /// The run of the same act, with what it says.
    pub run: Option<EvidenceLine>,
    /// When it was sealed.
    pub sealed: Micros,
    /// sha256 in hex over what was sealed.
    pub seal: String,
    /// The run that had asked the same before the seal, and when that was executed: it counts in no score.
    pub already_seen: Option<(EvidenceId, Option<Micros>)>,
    /// How it came, if that was scored and what shows it stands.
    pub scored: Option<ScoredRow>,
    /// How often it was scored: more than once is shown.
    pub scores: u32,
}

/// How a prediction came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoredRow {
    /// How.
    pub score: Score,
    /// What shows it.
    pub evidence: Vec<EvidenceLine>,
    /// In words; may be empty.
    pub why: Prose,
    /// When.
    pub at: Micros,
}

/// All predictions with their scores.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Predictions {
    /// Those without a score first, then the newest first.
    pub rows: Vec<PredictionRow>,
    /// All together.
    pub all: HitRate,
    /// Per stream, in the order of their opening; only streams that predict.
    pub by_stream: Vec<(StreamLink, HitRate)>,
    /// Per hypothesis; only those from which a prediction follows.
    pub by_hypothesis: Vec<(HypothesisId, HitRate)>,
}

/// The permanent page of a prediction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PredictionPage {
    /// The prediction.
    pub row: PredictionRow,
    /// Who cites it.
    pub cited_by: Vec<AnyId>,
    /// What its texts cite.
    pub chips: Chips,
}

/// Makes a prediction's page; none if it is not there.
pub fn prediction_page(state: &State, names: &Names, who: &ActorId, id: PredictionId) -> Option<PredictionPage> {
    let look = Look::at(state, names, who);
    let row = prediction_row(&look, state.predictions.get(&id)?);
    let cited_by = look.cited_by(id.into());
    let mut wanted = Wanted::default();
    want(&row, &mut wanted);
    wanted.ids(&cited_by);
    Some(PredictionPage { row, cited_by, chips: look.chips(&wanted) })
}

/// All predictions of an incident.
pub(super) fn predictions(look: &Look<'_>) -> Predictions {
    let state = look.state;
    let mut rows: Vec<PredictionRow> = state.predictions.values().map(|prediction| prediction_row(look, prediction)).collect();
    rows.sort_by_key(|row| (row.scored.is_some(), std::cmp::Reverse(row.id)));
    let of_stream = state.streams.iter().filter_map(|stream| {
        let mut own = state.predictions.values().map(AsRef::as_ref).filter(|prediction| prediction.stream == stream.key).peekable();
        own.peek()?;
        Some((look.stream_link(&stream.key), hit_rate(state, own)))
    });
    let mut of_hypothesis: BTreeMap<HypothesisId, Vec<&Prediction>> = BTreeMap::new();
    for prediction in state.predictions.values() {
        if let Some(hypothesis) = prediction.hypothesis {
            of_hypothesis.entry(hypothesis).or_default().push(prediction);
        }
    }
    Predictions {
        rows,
        all: hit_rate(state, state.predictions.values().map(AsRef::as_ref)),
        by_stream: of_stream.collect(),
        by_hypothesis: of_hypothesis.into_iter().map(|(id, own)| (id, hit_rate(state, own))).collect(),
    }
}

/// The prediction that was sealed in the act that asked for a run, as its page shows it.
pub(super) fn prediction_of_run(look: &Look<'_>, run: EvidenceId) -> Option<PredictionRow> {
    look.state.predictions.values().find(|prediction| prediction.run == Some(run)).map(|prediction| prediction_row(look, prediction))
}

fn prediction_row(look: &Look<'_>, prediction: &Prediction) -> PredictionRow {
    let asked = prediction.run.and_then(|run| match &look.state.evidence.get(&run)?.what {
        What::Run(run) => Some(Concerned { source: run.source.clone(), query: run.query.clone() }),
        What::Material { .. } => None,
    });
    let scored = score_of(look.state, prediction).map(|scored| ScoredRow {
        score: scored.score,
        evidence: scored.evidence.iter().filter_map(|id| look.evidence_line(*id, None)).collect(),
        why: Prose(scored.why.clone()),
        at: scored.stamp.at,
    });
    let executed = |id| look.state.evidence.get(&id).and_then(|found| found.executed_at());
    PredictionRow {
        id: prediction.id,
        stream: look.stream_link(&prediction.stream),
        text: Prose(prediction.text.clone()),
        hypothesis: prediction.hypothesis,
        concerns: prediction.concerns.clone().or(asked),
        about: Prose(prediction.about.clone()),
        run: prediction.run.and_then(|run| look.evidence_line(run, None)),
        sealed: prediction.sealed.at,
        seal: prediction.seal.clone(),
        already_seen: already_seen(look.state, prediction).map(|id| (id, executed(id))),
        scored,
        scores: super::parts::count(prediction.scores.len()),
    }
}

/// Gathers the ids a prediction shows.
pub(super) fn want(row: &PredictionRow, wanted: &mut Wanted) {
    wanted.ids(&[row.id]);
    wanted.ids(&row.hypothesis.into_iter().collect::<Vec<_>>());
    wanted.ids(&row.already_seen.iter().map(|(id, _)| *id).collect::<Vec<_>>());
    wanted.text(&row.text);
    wanted.text(&row.about);
    let evidence = row.run.iter().chain(row.scored.iter().flat_map(|scored| &scored.evidence));
    wanted.ids(&evidence.map(|line| line.id).collect::<Vec<_>>());
    if let Some(scored) = &row.scored {
        wanted.text(&scored.why);
    }
}
