//! The running note: passes, paragraphs, and the findings where they were said.

use crate::actor::Names;
use crate::id::{ActorId, AnyId, FindingId, ParagraphId};
use crate::state::{Finding, Paragraph, State, Version};
use crate::text::Prose;
use crate::view::chip::{Chips, newest_head};
use crate::view::look::{Look, Wanted};
use crate::view::parts::{Beside, Marked, Person, StreamLink, count};
use evidence::time::Micros;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The running note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoteView {
    /// Newest pass first. What was written before the first pass stands in pass 0, which has no title.
    pub passes: Vec<PassView>,
    /// Entries that are not in it because they are older; 0 when it is whole.
    pub older: u32,
    /// Paragraphs in conflict.
    pub conflicts: Vec<ParagraphId>,
    /// What its texts cite.
    pub chips: Chips,
}

/// A pass of the note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassView {
    /// From 1; 0: before the first.
    pub number: u32,
    /// What it is about.
    pub title: String,
    /// When it began; none for pass 0.
    pub started: Option<Micros>,
    /// Paragraphs and findings in the order they were recorded.
    pub entries: Vec<NoteEntry>,
}

/// A paragraph or a finding in the note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoteEntry {
    /// `N-9` or `F-12`.
    pub id: AnyId,
    /// Who speaks: an author for a paragraph, a stream for a finding.
    pub voice: Voice,
    /// Recorded at; of a paragraph, when it was first written.
    pub at: Micros,
    /// The text as it reads now. Of a paragraph in conflict: the newest head.
    pub text: Prose,
    /// The retraction beside it, if it fell.
    pub fallen: Option<Beside>,
    /// What it rests on that fell.
    pub marked: Option<Marked>,
    /// Cited findings whose text was amended after this was written: a light mark.
    pub sharpened: Vec<FindingId>,
    /// How many versions it had; more than 1: edited or amended.
    pub versions: u32,
    /// The head seqs that an edit names as its bases; empty for a finding.
    pub bases: Vec<u64>,
    /// The heads side by side, oldest first, when there is more than one; else empty.
    pub conflict: Vec<VersionView>,
}

/// Who speaks in the note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Voice {
    /// A finding is said by its stream.
    Stream(StreamLink),
    /// A paragraph has an author: that of its newest version.
    Person(Person),
}

/// A version of a paragraph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VersionView {
    /// Its name: the seq of its event.
    pub seq: u64,
    /// By whom.
    pub by: Person,
    /// When.
    pub at: Micros,
    /// The text.
    pub text: Prose,
    /// The versions it was written on.
    pub bases: Vec<u64>,
}

/// The permanent page of a paragraph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParagraphPage {
    /// As it stands in the note.
    pub entry: NoteEntry,
    /// The pass it stands in; 0 before the first.
    pub pass: u32,
    /// All versions, oldest first.
    pub versions: Vec<VersionView>,
    /// Who cites it.
    pub cited_by: Vec<AnyId>,
    /// What its texts cite and what cites it.
    pub chips: Chips,
}

/// Makes the whole running note.
pub fn note(state: &State, names: &Names, who: &ActorId) -> NoteView {
    note_of(&Look::at(state, names, who), usize::MAX)
}

/// Makes the newest part of the note: at most `limit` entries, and no pass older than the first of them.
pub(super) fn note_of(look: &Look<'_>, limit: usize) -> NoteView {
    let state = look.state;
    let mut passes: BTreeMap<u32, PassView> = BTreeMap::new();
    for pass in &state.passes {
        let view = PassView { number: pass.number, title: pass.title.clone(), started: Some(pass.started.at), entries: Vec::new() };
        passes.entry(pass.number).or_insert(view);
    }
    let findings = state.findings.values().map(|finding| (finding.recorded.seq, finding.pass, Said::Finding(finding)));
    let paragraphs = state.paragraphs.values().map(|paragraph| (paragraph.written.seq, paragraph.pass, Said::Paragraph(paragraph)));
    let mut entries: Vec<(u64, u32, Said<'_>)> = findings.chain(paragraphs).collect();
    entries.sort_by_key(|(seq, ..)| *seq);
    let older = entries.len().saturating_sub(limit);
    let entries = entries.split_off(older);
    if older > 0
        && let Some((_, first, _)) = entries.first()
    {
        passes.retain(|number, _| number >= first);
    }
    let mut wanted = Wanted::default();
    for (_, pass, said) in entries {
        let entry = match said {
            Said::Finding(finding) => finding_entry(look, finding),
            Said::Paragraph(paragraph) => paragraph_entry(look, paragraph),
        };
        want(&entry, &mut wanted);
        let before_any = || PassView { number: pass, title: String::new(), started: None, entries: Vec::new() };
        passes.entry(pass).or_insert_with(before_any).entries.push(entry);
    }
    NoteView {
        passes: passes.into_values().rev().collect(),
        older: count(older),
        conflicts: state.paragraphs.values().filter(|paragraph| paragraph.heads.len() > 1).map(|paragraph| paragraph.id).collect(),
        chips: look.chips(&wanted),
    }
}

/// Makes a paragraph's page; none if it is not there.
pub fn paragraph_page(state: &State, names: &Names, who: &ActorId, id: ParagraphId) -> Option<ParagraphPage> {
    let look = Look::at(state, names, who);
    let paragraph = state.paragraphs.get(&id)?;
    let entry = paragraph_entry(&look, paragraph);
    let versions: Vec<VersionView> = paragraph.versions.iter().map(|version| version_view(&look, version)).collect();
    let cited_by = look.cited_by(id.into());
    let mut wanted = Wanted::default();
    want(&entry, &mut wanted);
    wanted.ids(&cited_by);
    for version in &versions {
        wanted.text(&version.text);
    }
    Some(ParagraphPage { entry, pass: paragraph.pass, versions, cited_by, chips: look.chips(&wanted) })
}

/// What stands in the note, before it is made into an entry.
enum Said<'a> {
    Finding(&'a Finding),
    Paragraph(&'a Paragraph),
}

fn finding_entry(look: &Look<'_>, finding: &Finding) -> NoteEntry {
    let latest_seq = finding.amended.last().map_or(finding.recorded.seq, |(stamp, ..)| stamp.seq);
    NoteEntry {
        id: finding.id.into(),
        voice: Voice::Stream(look.stream_link(&finding.stream)),
        at: finding.recorded.at,
        text: Prose(finding.text.clone()),
        fallen: look.beside(finding.id),
        marked: look.falls.below(finding.id.into()),
        sharpened: look.sharpened(&finding.cites, latest_seq),
        versions: count(finding.amended.len()).saturating_add(1),
        bases: Vec::new(),
        conflict: Vec::new(),
    }
}

fn paragraph_entry(look: &Look<'_>, paragraph: &Paragraph) -> NoteEntry {
    let head = newest_head(paragraph);
    let heads = || paragraph.versions.iter().filter(|version| paragraph.heads.contains(&version.stamp.seq));
    NoteEntry {
        id: paragraph.id.into(),
        voice: Voice::Person(look.person(&head.map_or(&paragraph.written, |version| &version.stamp).by)),
        at: paragraph.written.at,
        text: Prose(head.map(|version| version.text.clone()).unwrap_or_default()),
        fallen: None,
        marked: look.falls.below(paragraph.id.into()),
        sharpened: head.map(|version| look.sharpened(&version.cites, version.stamp.seq)).unwrap_or_default(),
        versions: count(paragraph.versions.len()),
        bases: paragraph.heads.clone(),
        conflict: if paragraph.heads.len() > 1 { heads().map(|version| version_view(look, version)).collect() } else { Vec::new() },
    }
}

fn version_view(look: &Look<'_>, version: &Version) -> VersionView {
    VersionView {
        seq: version.stamp.seq,
        by: look.person(&version.stamp.by),
        at: version.stamp.at,
        text: Prose(version.text.clone()),
        bases: version.bases.clone(),
    }
}

fn want(entry: &NoteEntry, wanted: &mut Wanted) {
    wanted.ids(&[entry.id]);
    wanted.text(&entry.text);
    for version in &entry.conflict {
        wanted.text(&version.text);
    }
    wanted.ids(&entry.sharpened);
    wanted.beside(entry.fallen.as_ref());
    wanted.marked(entry.marked.as_ref());
}
