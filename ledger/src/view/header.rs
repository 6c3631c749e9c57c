//! What stands above every page of an incident.

use crate::actor::Names;
use crate::event::{IncidentState, Role};
use crate::id::{ActorId, AnyId, ParagraphId, QuestionId, StreamKey};
use crate::state::{Problem, State};
use crate::view::chip::newest_head;
use crate::view::look::Look;
use crate::view::parts::{By, Person};
use evidence::time::Micros;
use serde::{Deserialize, Serialize};

/// What stands above every page of an incident.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The seq it was made at.
    pub seq: u64,
    /// What is failing.
    pub title: String,
    /// 1 is worst, 5 is least.
    pub severity: u8,
    /// Its course.
    pub state: IncidentState,
    /// When that last changed.
    pub state_since: Micros,
    /// When it began in the world, if known.
    pub onset: Option<Micros>,
    /// When and by whom it was opened.
    pub opened: By,
    /// When, by whom and why it was closed.
    pub closed: Option<(By, String)>,
    /// One person does all, on the record.
    pub solo: bool,
    /// Free text.
    pub description: String,
    /// Labels of the alert it was opened from.
    pub labels: Vec<(String, String)>,
    /// Who coordinates.
    pub coordinator: Person,
    /// What the one who looks is here.
    pub me: Me,
    /// Everybody who takes part, in the order of joining.
    pub members: Vec<(Person, Role)>,
    /// When the next update is due.
    pub update_due: Option<Micros>,
    /// What waits for the one who looks.
    pub needs_you: NeedsYou,
    /// What could not be folded as it stands.
    pub problems: Vec<Problem>,
    /// Events this build cannot read are in the ledger: nothing can be written from here.
    pub read_only: bool,
}

/// What somebody is in an incident.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Me {
    /// The role on the record; none before the first write.
    pub role: Option<Role>,
    /// Coordinates it.
    pub coordinates: bool,
    /// Came by a join link.
    pub by_link: bool,
    /// The streams owned.
    pub owns: Vec<StreamKey>,
    /// The streams whose source may be asked: those owned, unless coordinating an incident that is not solo.
    pub asks: Vec<StreamKey>,
}

/// What waits for somebody.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NeedsYou {
    /// Questions to one's own streams that nobody there has seen.
    pub questions: Vec<QuestionId>,
    /// What one wrote that rests on a claim that fell.
    pub fallen: Vec<AnyId>,
    /// Paragraphs with two texts, one of them one's own.
    pub conflicts: Vec<ParagraphId>,
}

impl NeedsYou {
    /// How many things wait: the number in the tab's title.
    pub fn count(&self) -> usize {
        self.questions.len() + self.fallen.len() + self.conflicts.len()
    }
}

/// Makes the header; none while the incident is not open, or its opening cannot be read.
pub fn header(state: &State, names: &Names, who: &ActorId) -> Option<Header> {
    let look = Look::at(state, names, who);
    let incident = state.incident.as_ref()?;
    let mut members: Vec<_> = state.members.iter().collect();
    members.sort_by_key(|(_, member)| member.since);
    Some(Header {
        seq: state.seq,
        title: incident.title.clone(),
        severity: incident.severity,
        state: incident.state,
        state_since: incident.state_since,
        onset: incident.onset,
        opened: look.by(&incident.opened),
        closed: incident.closed.as_ref().map(|(stamp, why)| (look.by(stamp), why.clone())),
        solo: incident.solo,
        description: incident.description.clone(),
        labels: incident.labels.iter().map(|(name, value)| (name.clone(), value.clone())).collect(),
        coordinator: look.person(&incident.coordinator),
        me: me(state, who),
        members: members.into_iter().map(|(id, member)| (look.person(id), member.role)).collect(),
        update_due: state.update_due,
        needs_you: needs_you(&look),
        problems: state.problems.clone(),
        read_only: state.unreadable > 0,
    })
}

fn me(state: &State, who: &ActorId) -> Me {
    let member = state.members.get(who);
    let role = member.map(|member| member.role);
    let solo = state.incident.as_ref().is_some_and(|incident| incident.solo);
    let coordinates = role == Some(Role::Coordinator) || state.incident.as_ref().is_some_and(|incident| incident.coordinator == *who);
    let owned = state.streams.iter().filter(|stream| stream.owner.as_ref() == Some(who));
    let owns: Vec<StreamKey> = owned.clone().map(|stream| stream.key.clone()).collect();
    let may_ask = !matches!(role, Some(Role::Reader | Role::Responder)) && (solo || !coordinates);
    let asks = owned.filter(|stream| may_ask && stream.source.is_some()).map(|stream| stream.key.clone()).collect();
    Me { role, coordinates, by_link: member.is_some_and(|member| member.by_link), owns, asks }
}

fn needs_you(look: &Look<'_>) -> NeedsYou {
    let state = look.state;
    let is_mine = |key: &StreamKey| state.stream(key).is_some_and(|stream| stream.owner.as_ref() == Some(look.who));
    let unseen = state.questions.values().filter(|question| {
        question.seen.is_none() && question.answers.is_empty() && question.closed.is_none() && is_mine(&question.stream)
    });
    let findings = state.findings.values().filter(|finding| finding.recorded.by == *look.who).map(|finding| AnyId::from(finding.id));
    let moments = state.moments.values().filter(|moment| moment.recorded.by == *look.who).map(|moment| AnyId::from(moment.id));
    let paragraphs = state.paragraphs.values().filter(|paragraph| newest_head(paragraph).is_some_and(|head| head.stamp.by == *look.who));
    let hypotheses = state.hypotheses.values().filter(|hypothesis| hypothesis.noted.by == *look.who).map(|one| AnyId::from(one.id));
    let written = findings.chain(hypotheses).chain(paragraphs.map(|paragraph| AnyId::from(paragraph.id))).chain(moments);
    let torn = state.paragraphs.values().filter(|paragraph| {
        let mut heads = paragraph.versions.iter().filter(|version| paragraph.heads.contains(&version.stamp.seq));
        paragraph.heads.len() > 1 && heads.any(|head| head.stamp.by == *look.who)
    });
    NeedsYou {
        questions: unseen.map(|question| question.id).collect(),
        fallen: written.filter(|id| look.falls.below(*id).is_some()).collect(),
        conflicts: torn.map(|paragraph| paragraph.id).collect(),
    }
}
