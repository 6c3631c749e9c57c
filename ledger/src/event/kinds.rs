//! The stable names of the kinds.

use super::Event;
use crate::record::Kinded;

impl Kinded for Event {
    /// All at their first version: the place to add an upcast is [`decode`](crate::record::decode).
    const KINDS: &'static [(&'static str, u16)] = &[
        ("incident.opened", 1),
        ("incident.described", 1),
        ("incident.state_changed", 1),
        ("incident.severity_changed", 1),
        ("incident.closed", 1),
        ("incident.reopened", 1),
        ("member.joined", 1),
        ("stream.opened", 1),
        ("stream.owned", 1),
        ("pass.started", 1),
        ("question.asked", 1),
        ("question.seen", 1),
        ("question.taken", 1),
        ("question.reassigned", 1),
        ("question.answered", 1),
        ("question.closed", 1),
        ("query.asked", 1),
        ("query.answered", 1),
        ("query.ended", 1),
        ("query.not_sent", 1),
        ("evidence.added", 1),
        ("finding.recorded", 1),
        ("finding.completed", 1),
        ("finding.amended", 1),
        ("finding.retracted", 1),
        ("impact.written", 1),
        ("stand.written", 1),
        ("update.due", 1),
        ("paragraph.written", 1),
        ("paragraph.revised", 1),
        ("moment.added", 1),
    ];

    fn kind(&self) -> &'static str {
        match self {
            Self::IncidentOpened { .. } => "incident.opened",
            Self::IncidentDescribed { .. } => "incident.described",
            Self::StateChanged { .. } => "incident.state_changed",
            Self::SeverityChanged { .. } => "incident.severity_changed",
            Self::IncidentClosed { .. } => "incident.closed",
            Self::IncidentReopened { .. } => "incident.reopened",
            Self::MemberJoined { .. } => "member.joined",
            Self::StreamOpened { .. } => "stream.opened",
            Self::StreamOwned { .. } => "stream.owned",
            Self::PassStarted { .. } => "pass.started",
            Self::QuestionAsked { .. } => "question.asked",
            Self::QuestionSeen { .. } => "question.seen",
            Self::QuestionTaken { .. } => "question.taken",
            Self::QuestionReassigned { .. } => "question.reassigned",
            Self::QuestionAnswered { .. } => "question.answered",
            Self::QuestionClosed { .. } => "question.closed",
            Self::QueryAsked { .. } => "query.asked",
            Self::QueryAnswered { .. } => "query.answered",
            Self::QueryEnded { .. } => "query.ended",
            Self::QueryNotSent { .. } => "query.not_sent",
            Self::EvidenceAdded { .. } => "evidence.added",
            Self::FindingRecorded { .. } => "finding.recorded",
            Self::FindingCompleted { .. } => "finding.completed",
            Self::FindingAmended { .. } => "finding.amended",
            Self::FindingRetracted { .. } => "finding.retracted",
            Self::ImpactWritten { .. } => "impact.written",
            Self::StandWritten { .. } => "stand.written",
            Self::UpdateDue { .. } => "update.due",
            Self::ParagraphWritten { .. } => "paragraph.written",
            Self::ParagraphRevised { .. } => "paragraph.revised",
            Self::MomentAdded { .. } => "moment.added",
        }
    }
}
