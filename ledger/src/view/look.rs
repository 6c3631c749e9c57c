//! What every view starts from: a state, the names, who looks.

use crate::actor::Names;
use crate::event::{Cite, Weight};
use crate::falls::Falls;
use crate::id::{ActorId, AnyId, EvidenceId, FindingId, StreamKey};
use crate::rules::{Absence, absence_of};
use crate::state::{Evidence, Progress, Retraction, Stamp, State, What};
use crate::text::{Prose, citations};
use crate::view::chip::{Chips, chip_of};
use crate::view::parts::{Beside, By, EvidenceLine, Person, RetractionRow, Shown, Sign, StreamLink};
use evidence::reading::{Headline, Outcome, RemarkLevel};
use std::collections::BTreeSet;

/// A state as somebody looks at it.
pub(super) struct Look<'a> {
    pub(super) state: &'a State,
    pub(super) names: &'a Names,
    pub(super) who: &'a ActorId,
    pub(super) falls: Falls,
}

impl<'a> Look<'a> {
    pub(super) fn at(state: &'a State, names: &'a Names, who: &'a ActorId) -> Self {
        Self { state, names, who, falls: Falls::of(state) }
    }

    pub(super) fn person(&self, id: &ActorId) -> Person {
        let known = self.names.0.get(id);
        Person {
            id: id.clone(),
            name: match known {
                Some(name) if name.by_link => format!("{} (by link)", name.name),
                Some(name) => name.name.clone(),
                None => id.0.clone(),
            },
            by_link: known.is_some_and(|name| name.by_link),
            agent: known.is_some_and(|name| name.agent),
            is_me: id == self.who,
        }
    }

    pub(super) fn by(&self, stamp: &Stamp) -> By {
        By { by: self.person(&stamp.by), at: stamp.at }
    }

    pub(super) fn stream_link(&self, key: &StreamKey) -> StreamLink {
        stream_link(self.state, key)
    }

    /// The evidence a list of citations rests on, one row each.
    pub(super) fn evidence_lines(&self, cites: &[Cite]) -> Vec<EvidenceLine> {
        let rests = cites.iter().filter(|cite| cite.how == Weight::RestsOn);
        rests
            .filter_map(|cite| match cite.id {
                AnyId::EvidenceId(id) => self.evidence_line(id, cite.line),
                _ => None,
            })
            .collect()
    }

    pub(super) fn evidence_line(&self, id: EvidenceId, line: Option<u32>) -> Option<EvidenceLine> {
        let found = self.state.evidence.get(&id)?;
        let query = match &found.what {
            What::Run(run) => Some(&run.query),
            What::Material { .. } => None,
        };
        let took_us = match &found.what {
            What::Run(run) => match &run.progress {
                Progress::Answered(answered) => Some(answered.took_us),
                Progress::Pending | Progress::Ended { .. } => None,
            },
            What::Material { .. } => None,
        };
        Some(EvidenceLine {
            id,
            line,
            reads: title_of(found).to_owned(),
            language: query.map(|query| query.ask.language().to_owned()),
            window: query.map(|query| query.window),
            executed_at: found.executed_at(),
            took_us,
            shown: shown(self.state, found),
        })
    }

    pub(super) fn beside(&self, claim: impl Into<AnyId>) -> Option<Beside> {
        let retraction = self.state.fall_of(claim)?;
        Some(Beside {
            retraction: retraction.id,
            at: retraction.stamp.at,
            stood_us: retraction.stood_us,
            why: Prose(retraction.why.clone()),
            believed: Prose(retraction.believed.clone()),
            killed_by: retraction.killed_by.clone(),
        })
    }

    /// None if what fell is not there, which the problems of the incident tell.
    pub(super) fn retraction_row(&self, retraction: &Retraction) -> Option<RetractionRow> {
        let (claim, stream) = claim(self.state, retraction.claim)?;
        Some(RetractionRow {
            id: retraction.id,
            fallen: retraction.claim,
            claim: Prose(claim),
            stream: stream.map(|key| self.stream_link(key)),
            why: Prose(retraction.why.clone()),
            believed: Prose(retraction.believed.clone()),
            killed_by: retraction.killed_by.clone(),
            at: retraction.stamp.at,
            stood_us: retraction.stood_us,
        })
    }

    /// Cited findings that were amended after event `seq`.
    pub(super) fn sharpened(&self, cites: &[Cite], seq: u64) -> Vec<FindingId> {
        let amended =
            |id: &FindingId| self.state.findings.get(id).is_some_and(|finding| finding.amended.iter().any(|(stamp, ..)| stamp.seq > seq));
        let cited = cites.iter().filter_map(|cite| match cite.id {
            AnyId::FindingId(id) => Some(id),
            _ => None,
        });
        cited.filter(amended).collect::<BTreeSet<_>>().into_iter().collect()
    }

    pub(super) fn cited_by(&self, id: AnyId) -> Vec<AnyId> {
        self.state.cited_by.get(&id).into_iter().flatten().copied().collect()
    }

    pub(super) fn chips(&self, wanted: &Wanted) -> Chips {
        wanted.0.iter().filter_map(|id| chip_of(self.state, &self.falls, *id).map(|chip| (*id, chip))).collect()
    }
}

/// The ids a view shows, gathered for its chips.
#[derive(Default)]
pub(super) struct Wanted(BTreeSet<AnyId>);

impl Wanted {
    pub(super) fn text(&mut self, text: &Prose) {
        self.0.extend(citations(&text.0).into_iter().map(|(id, _)| id));
    }

    pub(super) fn ids<T: Into<AnyId> + Copy>(&mut self, ids: &[T]) {
        self.0.extend(ids.iter().map(|id| (*id).into()));
    }

    pub(super) fn absence(&mut self, absence: Option<Absence>) {
        if let Some(Absence::Proven { control } | Absence::ControlFailed { control }) = absence {
            self.ids(&[control]);
        }
    }

    pub(super) fn beside(&mut self, beside: Option<&Beside>) {
        if let Some(beside) = beside {
            self.ids(&[beside.retraction]);
            self.ids(&beside.killed_by);
            self.text(&beside.why);
            self.text(&beside.believed);
        }
    }

    pub(super) fn marked(&mut self, marked: Option<&crate::view::parts::Marked>) {
        for fall in marked.into_iter().flat_map(|marked| &marked.falls) {
            self.ids(&[fall.claim, AnyId::from(fall.retraction)]);
            self.0.extend(fall.through);
        }
    }

    pub(super) fn retraction(&mut self, row: &RetractionRow) {
        self.ids(&[AnyId::from(row.id), row.fallen]);
        self.ids(&row.killed_by);
        self.text(&row.claim);
        self.text(&row.why);
        self.text(&row.believed);
    }
}

/// What can fall says, and the stream that says it.
pub(crate) fn claim(state: &State, id: AnyId) -> Option<(String, Option<&StreamKey>)> {
    match id {
        AnyId::FindingId(id) => state.findings.get(&id).map(|finding| (finding.text.clone(), Some(&finding.stream))),
        AnyId::HypothesisId(id) => state.hypotheses.get(&id).map(|hypothesis| (hypothesis.text.clone(), None)),
        AnyId::MomentId(id) => state.moments.get(&id).map(|moment| (moment.text.clone(), moment.stream.as_ref())),
        AnyId::EvidenceId(id) => state.evidence.get(&id).map(|found| {
            let shown = shown(state, found);
            let Headline { text, unit } = &shown.headline;
            // Between backticks: what looks like an id in a query is none.
            let reads = format!("`{}` {text} {unit}", title_of(found).replace('`', "'"));
            (reads.trim_end().to_owned(), Some(&found.stream))
        }),
        AnyId::QuestionId(_)
        | AnyId::RetractionId(_)
        | AnyId::ParagraphId(_)
        | AnyId::PredictionId(_)
        | AnyId::ContradictionId(_)
        | AnyId::ActionId(_) => None,
    }
}

/// A stream to link to; by its address where it was never opened.
pub(super) fn stream_link(state: &State, key: &StreamKey) -> StreamLink {
    StreamLink { key: key.clone(), name: state.stream(key).map_or_else(|| key.0.clone(), |stream| stream.name.clone()) }
}

/// One line on what a piece of evidence is: the query's text, or the title.
pub(crate) fn title_of(found: &Evidence) -> &str {
    match &found.what {
        What::Run(run) => run.query.ask.text(),
        What::Material { title, .. } => title,
    }
}

/// How evidence is shown.
///
/// A zero is a true zero only where a control proves it. The summary speaks of the whole answer, so an answer that itself shows another
/// value on the same component is a value there.
pub(crate) fn shown(state: &State, found: &Evidence) -> Shown {
    let without_answer = |sign| Shown {
        sign,
        headline: Headline::default(),
        sentence: String::new(),
        reason: None,
        missing: Vec::new(),
        truncated: None,
        warnings: 0,
        absence: None,
    };
    let What::Run(run) = &found.what else { return without_answer(Sign::Material) };
    let summary = match &run.progress {
        Progress::Pending => return without_answer(Sign::Pending),
        Progress::Ended { how, why, .. } => return without_answer(Sign::Ended { how: *how, why: why.clone() }),
        Progress::Answered(answered) => &answered.summary,
    };
    let absence = absence_of(state, found.id);
    Shown {
        sign: match summary.outcome {
            Outcome::Value => Sign::Value,
            Outcome::Zero if matches!(absence, Some(Absence::Proven { .. })) => Sign::TrueZero,
            Outcome::Zero => Sign::UnprovenZero,
            Outcome::NoData => Sign::NoData,
            Outcome::CouldNotAsk => Sign::CouldNotAsk,
        },
        headline: summary.headline.clone(),
        sentence: summary.sentence.clone(),
        reason: summary.reason.clone(),
        missing: summary.missing.clone(),
        truncated: summary.truncated.clone(),
        warnings: summary.remarks.iter().filter(|remark| remark.level == RemarkLevel::Warning).map(|_| 1).sum(),
        absence,
    }
}
