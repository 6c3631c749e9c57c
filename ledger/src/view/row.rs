//! An incident in the list of incidents.

use crate::event::IncidentState;
use crate::id::Slug;
use crate::rules::{HypothesisState, state_of};
use crate::state::State;
use crate::text::Prose;
use evidence::time::Micros;
use serde::{Deserialize, Serialize};

/// An incident in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IncidentRow {
    /// Its address.
    pub slug: Slug,
    /// What is failing.
    pub title: String,
    /// 1 is worst, 5 is least.
    pub severity: u8,
    /// Its course.
    pub state: IncidentState,
    /// One person does all.
    pub solo: bool,
    /// When it began in the world, if known.
    pub onset: Option<Micros>,
    /// When it was opened here.
    pub opened: Micros,
    /// When it was closed.
    pub closed: Option<Micros>,
    /// Where we stand, the latest version.
    pub stand: Option<Prose>,
    /// Questions that are neither answered nor closed.
    pub open_questions: u32,
    /// Findings that stand.
    pub findings_live: u32,
    /// Findings that were retracted.
    pub findings_fallen: u32,
    /// Hypotheses that survived an attempt to refute them.
    pub surviving: u32,
    /// When the last event was recorded.
    pub last_at: Micros,
}

/// Makes the row of an incident; none while it is not open, or its opening cannot be read.
pub fn incident_row(slug: &Slug, state: &State) -> Option<IncidentRow> {
    let incident = state.incident.as_ref()?;
    let open = state.questions.values().filter(|question| question.answers.is_empty() && question.closed.is_none());
    let (fallen, live): (Vec<_>, Vec<_>) = state.findings.values().partition(|finding| state.fallen.contains_key(&finding.id.into()));
    let surviving = state.hypotheses.values().filter(|hypothesis| matches!(state_of(state, hypothesis), HypothesisState::Surviving(_)));
    Some(IncidentRow {
        slug: slug.clone(),
        title: incident.title.clone(),
        severity: incident.severity,
        state: incident.state,
        solo: incident.solo,
        onset: incident.onset,
        opened: incident.opened.at,
        closed: incident.closed.as_ref().map(|(stamp, _)| stamp.at),
        stand: state.stand.last().map(|latest| Prose(latest.text.clone())),
        open_questions: open.map(|_| 1).sum(),
        findings_live: live.iter().map(|_| 1).sum(),
        findings_fallen: fallen.iter().map(|_| 1).sum(),
        surviving: surviving.map(|_| 1).sum(),
        last_at: state.at,
    })
}
