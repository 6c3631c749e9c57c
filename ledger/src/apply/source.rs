//! The fold of evidence: queries and everything that is brought in otherwise.

use super::{Touched, known, new};
use crate::event::Event;
use crate::id::{EvidenceId, QuestionId, StreamKey};
use crate::state::{Answered, Evidence, Progress, Run, Stamp, State, Try, What};
use std::sync::Arc;

/// Folds an event that concerns evidence; any other touches nothing.
pub(super) fn apply(state: &mut State, stamp: &Stamp, event: &Event) -> Result<Touched, String> {
    match event {
        Event::QueryAsked { evidence, stream, source, query, policy, question, rerun_of, control_of } => {
            new(&state.evidence, evidence)?;
            let run = Run {
                source: source.clone(),
                query: query.clone(),
                policy: policy.clone(),
                rerun_of: *rerun_of,
                control_of: *control_of,
                progress: Progress::Pending,
            };
            state.shapes.entry(run.shape_key()).or_default().push(*evidence);
            insert(state, stamp, (*evidence, stream, *question), What::Run(Box::new(run)));
            Ok(Touched::EVIDENCE)
        }
        Event::QueryAnswered { evidence, summary, raw, executed_at, took_us, status, source_build, replayed } => {
            let closed = state.incident.as_ref().is_some_and(|incident| incident.closed.is_some());
            let What::Run(run) = &mut known(&mut state.evidence, evidence)?.what else {
                return Err(format!("{evidence} is no query run"));
            };
            let late = match run.progress {
                Progress::Pending => closed,
                Progress::Ended { .. } => true,
                Progress::Answered(_) => return Err(format!("{evidence} was answered before; the first answer stands")),
            };
            run.progress = Progress::Answered(Box::new(Answered {
                summary: (**summary).clone(),
                raw: raw.clone(),
                executed_at: *executed_at,
                took_us: *took_us,
                status: *status,
                source_build: source_build.clone(),
                replayed: replayed.clone(),
                late,
            }));
            Ok(Touched::EVIDENCE)
        }
        Event::QueryEnded { evidence, how, why } => {
            let What::Run(run) = &mut known(&mut state.evidence, evidence)?.what else {
                return Err(format!("{evidence} is no query run"));
            };
            if run.progress != Progress::Pending {
                return Err(format!("{evidence} had ended before"));
            }
            run.progress = Progress::Ended { at: stamp.at, how: *how, why: why.clone() };
            Ok(Touched::EVIDENCE)
        }
        Event::QueryNotSent { stream, source, query, reason, question } => {
            state.tries.push(Arc::new(Try {
                stamp: stamp.clone(),
                stream: stream.clone(),
                source: source.clone(),
                query: query.clone(),
                reason: reason.clone(),
                question: *question,
            }));
            Ok(Touched::EVIDENCE)
        }
        Event::EvidenceAdded { evidence, stream, title, material, raw, question } => {
            new(&state.evidence, evidence)?;
            let what = What::Material { title: title.clone(), material: material.clone(), raw: raw.clone() };
            insert(state, stamp, (*evidence, stream, *question), what);
            Ok(Touched::EVIDENCE)
        }
        Event::AbsenceExcused { evidence, why } => {
            known(&mut state.evidence, evidence)?.no_known_event = Some((stamp.clone(), why.clone()));
            Ok(Touched::EVIDENCE)
        }
        _ => Ok(Touched::NOTHING),
    }
}

fn insert(state: &mut State, stamp: &Stamp, (id, stream, question): (EvidenceId, &StreamKey, Option<QuestionId>), what: What) {
    let added = Evidence { id, stream: stream.clone(), question, recorded: stamp.clone(), no_known_event: None, what };
    state.evidence.insert(id, Arc::new(added));
}
