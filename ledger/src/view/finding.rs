//! Findings.

use crate::actor::Names;
use crate::event::Amendment;
use crate::id::{ActorId, AnyId, FindingId, QuestionId, RetractionId};
use crate::rules::{Absence, absence_of_finding, one_pair_of_eyes};
use crate::state::{Finding, State};
use crate::text::Prose;
use crate::view::chip::{Chips, Standing, finding_standing, standing_of};
use crate::view::look::{Look, Wanted};
use crate::view::parts::{Beside, EvidenceLine, Marked, RetractionRow, StreamLink};
use evidence::time::Micros;
use serde::{Deserialize, Serialize};

/// A finding as a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingRow {
    /// Its id.
    pub id: FindingId,
    /// The stream that says it.
    pub stream: StreamLink,
    /// The claim, as it reads now.
    pub text: Prose,
    /// Where it ranks, 1 is worst.
    pub severity: Option<u8>,
    /// Recorded at.
    pub at: Micros,
    /// How it stands.
    pub standing: Standing,
    /// What it says about absence, where it rests on evidence that shows nothing.
    pub absence: Option<Absence>,
}

/// A finding in its stream's findings file. It names its stream, never a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingView {
    /// Its id.
    pub id: FindingId,
    /// The stream that says it.
    pub stream: StreamLink,
    /// The claim, as it reads now.
    pub text: Prose,
    /// Where it ranks, 1 is worst.
    pub severity: Option<u8>,
    /// The pass it was said in; 0 before the first.
    pub pass: u32,
    /// Recorded at.
    pub at: Micros,
    /// The questions it answers.
    pub answers: Vec<QuestionId>,
    /// The evidence it rests on.
    pub evidence: Vec<EvidenceLine>,
    /// Why the evidence means that; none is shown as missing.
    pub reasoning: Option<Prose>,
    /// What was ruled out; none is shown as missing.
    pub ruled_out: Option<Prose>,
    /// What could not be checked; none is shown as missing.
    pub could_not_check: Option<Prose>,
    /// Earlier texts, oldest first.
    pub earlier: Vec<EarlierText>,
    /// Its retraction, if it fell.
    pub fallen: Option<Beside>,
    /// What it rests on that fell.
    pub marked: Option<Marked>,
    /// What it says about absence, where it rests on evidence that shows nothing.
    pub absence: Option<Absence>,
    /// One person had asked, read and weighed it, and no other has stood by it since.
    pub one_pair_of_eyes: bool,
    /// Cited findings whose text was amended after this was written: a light mark.
    pub sharpened: Vec<FindingId>,
    /// Who cites it.
    pub cited_by: Vec<AnyId>,
    /// Whether the one who looks recorded it.
    pub is_mine: bool,
}

/// A text a finding had before it was amended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlierText {
    /// The text before.
    pub text: Prose,
    /// Until when it read so.
    pub until: Micros,
    /// A slip, or a sharper reading.
    pub why: Amendment,
}

/// The permanent page of a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingPage {
    /// The finding.
    pub finding: FindingView,
    /// What it cites and what cites it.
    pub chips: Chips,
}

/// The permanent page of a retraction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetractionPage {
    /// The retraction.
    pub row: RetractionRow,
    /// What fell, if it was a finding.
    pub finding: Option<Box<FindingView>>,
    /// What killed it.
    pub killed_by: Vec<EvidenceLine>,
    /// What still rests on the fallen claim, directly or through others, and on nothing else that stands.
    pub rests: Vec<Dependent>,
    /// What rests on it and on others that stand: it may well stand without it.
    pub leans: Vec<Dependent>,
    /// What its texts cite.
    pub chips: Chips,
}

/// Something that rests on a claim that fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dependent {
    /// Which.
    pub id: AnyId,
    /// How many things carry it.
    pub supports: u32,
    /// How many of them fell, or rest on what fell.
    pub lost: u32,
}

/// Makes a finding's page; none if it is not there.
pub fn finding_page(state: &State, names: &Names, who: &ActorId, id: FindingId) -> Option<FindingPage> {
    let look = Look::at(state, names, who);
    let finding = finding_view(&look, state.findings.get(&id)?);
    let mut wanted = Wanted::default();
    want(&finding, &mut wanted);
    Some(FindingPage { chips: look.chips(&wanted), finding })
}

/// Makes a retraction's page; none if it, or what fell, is not there.
pub fn retraction_page(state: &State, names: &Names, who: &ActorId, id: RetractionId) -> Option<RetractionPage> {
    let look = Look::at(state, names, who);
    let row = look.retraction_row(state.retractions.get(&id)?)?;
    let finding = match row.fallen {
        AnyId::FindingId(id) => state.findings.get(&id).map(|finding| Box::new(finding_view(&look, finding))),
        _ => None,
    };
    let above = look.falls.above(row.fallen).into_iter().filter_map(|id| {
        let marked = look.falls.below(id)?;
        Some(Dependent { id, supports: marked.supports, lost: marked.lost })
    });
    let (rests, leans): (Vec<_>, Vec<_>) = above.partition(|dependent| dependent.lost == dependent.supports);
    let mut wanted = Wanted::default();
    wanted.retraction(&row);
    wanted.ids(&rests.iter().chain(&leans).map(|dependent| dependent.id).collect::<Vec<_>>());
    if let Some(finding) = &finding {
        want(finding, &mut wanted);
    }
    let killed_by = row.killed_by.iter().filter_map(|killer| look.evidence_line(*killer, None)).collect();
    Some(RetractionPage { chips: look.chips(&wanted), killed_by, rests, leans, finding, row })
}

pub(super) fn finding_row(look: &Look<'_>, finding: &Finding) -> FindingRow {
    let standing = standing_of(look.state, &look.falls, finding.id.into());
    FindingRow {
        id: finding.id,
        stream: look.stream_link(&finding.stream),
        text: Prose(finding.text.clone()),
        severity: finding.severity,
        at: finding.recorded.at,
        standing: finding_standing(finding, standing),
        absence: absence_of_finding(look.state, finding),
    }
}

pub(super) fn finding_view(look: &Look<'_>, finding: &Finding) -> FindingView {
    let latest_seq = finding.amended.last().map_or(finding.recorded.seq, |(stamp, ..)| stamp.seq);
    let earlier = finding.amended.iter().map(|(stamp, why, text)| EarlierText { text: Prose(text.clone()), until: stamp.at, why: *why });
    FindingView {
        id: finding.id,
        stream: look.stream_link(&finding.stream),
        text: Prose(finding.text.clone()),
        severity: finding.severity,
        pass: finding.pass,
        at: finding.recorded.at,
        answers: finding.answers.clone(),
        evidence: look.evidence_lines(&finding.cites),
        reasoning: finding.reasoning.clone().map(Prose),
        ruled_out: finding.ruled_out.clone().map(Prose),
        could_not_check: finding.could_not_check.clone().map(Prose),
        earlier: earlier.collect(),
        fallen: look.beside(finding.id),
        marked: look.falls.below(finding.id.into()),
        absence: absence_of_finding(look.state, finding),
        one_pair_of_eyes: one_pair_of_eyes(look.state, finding),
        sharpened: look.sharpened(&finding.cites, latest_seq),
        cited_by: look.cited_by(finding.id.into()),
        is_mine: finding.recorded.by == *look.who,
    }
}

/// Gathers the ids a finding shows.
pub(super) fn want(finding: &FindingView, wanted: &mut Wanted) {
    wanted.text(&finding.text);
    for text in [&finding.reasoning, &finding.ruled_out, &finding.could_not_check].into_iter().flatten() {
        wanted.text(text);
    }
    for earlier in &finding.earlier {
        wanted.text(&earlier.text);
    }
    wanted.ids(&finding.evidence.iter().map(|line| line.id).collect::<Vec<_>>());
    wanted.ids(&finding.answers);
    wanted.ids(&finding.cited_by);
    wanted.ids(&finding.sharpened);
    wanted.beside(finding.fallen.as_ref());
    wanted.marked(finding.marked.as_ref());
    wanted.absence(finding.absence);
}
