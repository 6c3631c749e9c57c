//! The permanent page of a piece of evidence: everything on record about it.

use crate::actor::Names;
use crate::event::{BodyRef, Material, QueryEnd, Replayed};
use crate::id::{ActorId, AnyId, EvidenceId, QuestionId};
use crate::state::{Progress, Run, State, What};
use crate::text::Prose;
use crate::view::chip::Chips;
use crate::view::look::{Look, Wanted, shown};
use crate::view::parts::{Beside, By, EvidenceLine, Shown, StreamLink};
use crate::view::prediction::{PredictionRow, prediction_of_run, want};
use crate::view::stream::{Place, chains};
use evidence::query::Query;
use evidence::reading::Summary;
use evidence::time::Micros;
use serde::{Deserialize, Serialize};

/// The permanent page of a piece of evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvidencePage {
    /// Its id.
    pub id: EvidenceId,
    /// The stream.
    pub stream: StreamLink,
    /// Brought for which question, with its text.
    pub question: Option<(QuestionId, Prose)>,
    /// When and by whom it was asked or added.
    pub recorded: By,
    /// What it says.
    pub shown: Shown,
    /// The retraction of its reading, if that fell.
    pub fallen: Option<Beside>,
    /// What it is.
    pub body: EvidenceBody,
    /// Its bytes, if it has any here.
    pub raw: Option<BodyRef>,
    /// Its place among the tries of its question, or among its re-runs.
    pub place: Place,
    /// The re-runs of this very record, oldest first.
    pub reruns: Vec<EvidenceId>,
    /// The controls that were run for it, oldest first.
    pub controls: Vec<EvidenceLine>,
    /// Why no control can be run, if somebody said so.
    pub no_known_event: Option<Prose>,
    /// What was expected of it, sealed in the act that asked.
    pub prediction: Option<PredictionRow>,
    /// Who cites it.
    pub cited_by: Vec<AnyId>,
    /// What cites it and what it is kin to.
    pub chips: Chips,
}

/// What a piece of evidence is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EvidenceBody {
    /// A query run.
    Run(Box<RunView>),
    /// Anything else.
    Material {
        /// One line on what it is.
        title: String,
        /// What it is.
        material: Material,
        /// Whether asking again could give the same.
        can_be_repeated: bool,
    },
}

/// A query run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunView {
    /// The configured source.
    pub source: String,
    /// Text, language, index, step and window.
    pub query: Query,
    /// The limits in force when it was asked.
    pub policy: String,
    /// The record it repeats.
    pub rerun_of: Option<EvidenceId>,
    /// The absence it is to prove, if it is a control.
    pub control_of: Option<EvidenceId>,
    /// How it ended without an answer, if it did: when, how, why.
    pub ended: Option<(Micros, QueryEnd, String)>,
    /// The answer, once there is one.
    pub answer: Option<AnswerRecord>,
}

/// What is kept of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerRecord {
    /// What it says, in full.
    pub summary: Summary,
    /// When the request left.
    pub executed_at: Micros,
    /// From sending to the last byte, microseconds.
    pub took_us: i64,
    /// The HTTP status.
    pub status: Option<u16>,
    /// Product and version of the source.
    pub source_build: Option<String>,
    /// A recording answered.
    pub replayed: Option<Replayed>,
    /// It came after the incident was closed, or after the run had been ended.
    pub late: bool,
}

/// Makes the page of a piece of evidence; none if it is not there.
pub fn evidence_page(state: &State, names: &Names, who: &ActorId, id: EvidenceId) -> Option<EvidencePage> {
    let look = Look::at(state, names, who);
    let found = state.evidence.get(&id)?;
    let reruns: Vec<EvidenceId> = state
        .evidence
        .values()
        .filter(|other| matches!(&other.what, What::Run(run) if run.rerun_of == Some(id)))
        .map(|other| other.id)
        .collect();
    let controls: Vec<EvidenceLine> = state
        .evidence
        .values()
        .filter(|other| matches!(&other.what, What::Run(run) if run.control_of == Some(id)))
        .filter_map(|other| look.evidence_line(other.id, None))
        .collect();
    let no_known_event = found.no_known_event.as_ref().map(|(_, why)| Prose(why.clone()));
    let prediction = prediction_of_run(&look, id);
    let kin = chains(&look, |stream, question| *stream == found.stream || question.is_some() && question == found.question);
    let mut rows = kin.iter().flat_map(|chain| std::iter::once(&chain.latest).chain(&chain.earlier));
    let place = rows.find(|row| row.id == Some(id)).map_or(Place { number: 1, of: 1 }, |row| row.place);
    let cited_by = look.cited_by(id.into());
    let (body, raw) = match &found.what {
        What::Run(run) => {
            let view = run_view(run);
            let raw = match &run.progress {
                Progress::Answered(answered) => answered.raw.clone(),
                Progress::Pending | Progress::Ended { .. } => None,
            };
            (EvidenceBody::Run(Box::new(view)), raw)
        }
        What::Material { title, material, raw } => {
            let can_be_repeated = material.can_be_repeated();
            (EvidenceBody::Material { title: title.clone(), material: material.clone(), can_be_repeated }, raw.clone())
        }
    };
    let mut wanted = Wanted::default();
    wanted.ids(&cited_by);
    wanted.ids(&reruns);
    wanted.ids(&controls.iter().map(|line| line.id).collect::<Vec<_>>());
    wanted.absence(shown(state, found).absence);
    if let Some(why) = &no_known_event {
        wanted.text(why);
    }
    if let Some(row) = &prediction {
        want(row, &mut wanted);
    }
    wanted.beside(look.beside(id).as_ref());
    wanted.ids(&found.question.into_iter().collect::<Vec<_>>());
    if let EvidenceBody::Run(run) = &body {
        wanted.ids(&run.rerun_of.into_iter().chain(run.control_of).collect::<Vec<_>>());
    }
    Some(EvidencePage {
        id,
        stream: look.stream_link(&found.stream),
        question: found.question.map(|id| (id, Prose(state.questions.get(&id).map(|asked| asked.text.clone()).unwrap_or_default()))),
        recorded: look.by(&found.recorded),
        shown: shown(state, found),
        fallen: look.beside(id),
        body,
        raw,
        place,
        reruns,
        controls,
        no_known_event,
        prediction,
        cited_by,
        chips: look.chips(&wanted),
    })
}

fn run_view(run: &Run) -> RunView {
    let (ended, answer) = match &run.progress {
        Progress::Pending => (None, None),
        Progress::Ended { at, how, why } => (Some((*at, *how, why.clone())), None),
        Progress::Answered(answered) => {
            let record = AnswerRecord {
                summary: answered.summary.clone(),
                executed_at: answered.executed_at,
                took_us: answered.took_us,
                status: answered.status,
                source_build: answered.source_build.clone(),
                replayed: answered.replayed.clone(),
                late: answered.late,
            };
            (None, Some(record))
        }
    };
    RunView {
        source: run.source.clone(),
        query: run.query.clone(),
        policy: run.policy.clone(),
        rerun_of: run.rerun_of,
        control_of: run.control_of,
        ended,
        answer,
    }
}
