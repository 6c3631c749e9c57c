//! The war room.

use crate::actor::Names;
use crate::id::ActorId;
use crate::state::{State, Written};
use crate::text::Prose;
use crate::view::action::{self, ActionRow, actions};
use crate::view::chip::Chips;
use crate::view::contradiction::{self, ContradictionRow, contradictions};
use crate::view::finding::{FindingRow, finding_row};
use crate::view::hypothesis::{HypothesisRow, NextQuestion, live_rows, next_question, want};
use crate::view::look::{Look, Wanted};
use crate::view::moment::{MomentView, moments};
use crate::view::note::{NoteView, note_of};
use crate::view::parts::{Marked, Person, RetractionRow, count};
use crate::view::stream::{StreamCard, stream_card};
use evidence::time::Micros;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The war room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WarRoom {
    /// Who and what is hurt.
    pub impact: Option<WrittenView>,
    /// Where we stand.
    pub stand: Option<WrittenView>,
    /// Streams in the order of their opening.
    pub streams: Vec<StreamCard>,
    /// The newest part of the running note.
    pub note: NoteView,
    /// The latest findings, newest first.
    pub findings: Vec<FindingRow>,
    /// The latest retractions, newest first.
    pub retractions: Vec<RetractionRow>,
    /// The hypotheses that may still be the cause.
    pub hypotheses: Vec<HypothesisRow>,
    /// The question to ask next.
    pub next: Option<NextQuestion>,
    /// Readings that can't all hold and that nobody has explained, oldest first.
    pub contradictions: Vec<ContradictionRow>,
    /// What people do to the system: what waits for a decision first.
    pub actions: Vec<ActionRow>,
    /// The latest moments of the world, newest first.
    pub moments: Vec<MomentView>,
    /// All retractions.
    pub retraction_count: u32,
    /// The median of how long fallen claims had stood, microseconds; none without retractions.
    pub median_stood_us: Option<i64>,
    /// What the texts outside the note cite; the note has its own.
    pub chips: Chips,
}

/// A text with its author: the latest version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenView {
    /// The text.
    pub text: Prose,
    /// By whom.
    pub by: Person,
    /// When.
    pub at: Micros,
    /// How many versions there are, this one included.
    pub versions: u32,
    /// What it rests on that fell.
    pub marked: Option<Marked>,
}

/// How many findings, retractions and moments the war room lists.
const LATEST: usize = 8;

/// How many entries of the note the war room carries; the page of the note has all.
const NOTE_ENTRIES: usize = 80;

/// Makes the war room.
pub fn war_room(state: &State, names: &Names, who: &ActorId) -> WarRoom {
    let look = Look::at(state, names, who);
    let impact = written_view(&look, &state.impact);
    let stand = written_view(&look, &state.stand);
    let streams: Vec<StreamCard> = state.streams.iter().map(|stream| stream_card(&look, stream)).collect();
    let mut newest: Vec<_> = state.findings.values().collect();
    newest.sort_by_key(|finding| std::cmp::Reverse(finding.recorded.seq));
    let findings: Vec<FindingRow> = newest.into_iter().take(LATEST).map(|finding| finding_row(&look, finding)).collect();
    let mut newest: Vec<_> = state.retractions.values().collect();
    newest.sort_by_key(|retraction| std::cmp::Reverse(retraction.stamp.seq));
    let retractions: Vec<RetractionRow> =
        newest.into_iter().filter_map(|retraction| look.retraction_row(retraction)).take(LATEST).collect();
    let mut moments = moments(state, names, who);
    let older = moments.len().saturating_sub(LATEST);
    let moments: Vec<MomentView> = moments.split_off(older).into_iter().rev().collect();

    let hypotheses = live_rows(&look);
    let next = next_question(&look);
    let mut contradictions = contradictions(&look);
    contradictions.retain(|row| row.explained.is_none());

    let mut wanted = Wanted::default();
    for row in &hypotheses {
        want(row, &mut wanted);
    }
    if let Some(next) = &next {
        wanted.ids(&[next.question]);
        wanted.text(&next.text);
    }
    let actions = actions(&look);
    for row in &actions {
        action::want(row, &mut wanted);
    }
    for row in &contradictions {
        contradiction::want(row, &mut wanted);
    }
    for moment in &moments {
        wanted.text(&moment.text);
    }
    for written in [&impact, &stand].into_iter().flatten() {
        wanted.text(&written.text);
        wanted.marked(written.marked.as_ref());
    }
    for row in streams.iter().flat_map(|card| &card.open) {
        wanted.ids(&[row.id]);
        wanted.text(&row.text);
    }
    for row in &findings {
        wanted.ids(&[row.id]);
        wanted.text(&row.text);
    }
    for row in &retractions {
        wanted.retraction(row);
    }
    WarRoom {
        impact,
        stand,
        streams,
        note: note_of(&look, NOTE_ENTRIES),
        findings,
        retractions,
        hypotheses,
        next,
        contradictions,
        actions,
        moments,
        retraction_count: count(state.retractions.len()),
        median_stood_us: median(state.retractions.values().map(|retraction| retraction.stood_us).collect()),
        chips: look.chips(&wanted),
    }
}

fn written_view(look: &Look<'_>, versions: &[Arc<Written>]) -> Option<WrittenView> {
    let latest = versions.last()?;
    Some(WrittenView {
        text: Prose(latest.text.clone()),
        by: look.person(&latest.stamp.by),
        at: latest.stamp.at,
        versions: count(versions.len()),
        marked: look.falls.below_text(look.state, &latest.cites),
    })
}

/// The middle value; of an even number of values the mean of the two in the middle, rounded towards zero.
pub(crate) fn median(mut values: Vec<i64>) -> Option<i64> {
    values.sort_unstable();
    let upper = *values.get(values.len() / 2)?;
    if values.len() % 2 == 1 {
        return Some(upper);
    }
    let lower = *values.get(values.len() / 2 - 1)?;
    Some(lower.midpoint(upper))
}
