//! The incident as plain text, to paste into a chat.

use crate::event::IncidentState;
use crate::falls::Falls;
use crate::id::Slug;
use crate::state::State;
use crate::text::one_line;
use crate::view::look::claim;

/// How many findings and retractions a message names: it is read on a phone.
const LATEST: usize = 5;

/// The most characters of one line of it.
const LINE: usize = 400;

/// Stands behind what rests on a claim that fell.
const IN_DOUBT: &str = " (rests on a claim that fell)";

/// Impact, state, where we stand, what stands, what fell, with links. `base` is the server's address without a slash at its end.
/// It names streams and ids, never persons. Empty while the incident is not open.
pub fn chat_copy(state: &State, slug: &Slug, base: &str) -> String {
    let Some(incident) = &state.incident else { return String::new() };
    let falls = Falls::of(state);
    let address = format!("{base}/i/{slug}");
    let course = match (&incident.closed, incident.state) {
        (Some((stamp, _)), _) => format!("closed {} UTC", stamp.at.short()),
        (None, IncidentState::Investigating) => "investigating".to_owned(),
        (None, IncidentState::Mitigated) => "mitigated".to_owned(),
        (None, IncidentState::Resolved) => "resolved, watching".to_owned(),
    };
    let onset = incident.onset.map(|onset| format!(", since {} UTC", onset.short())).unwrap_or_default();
    let mut lines = vec![incident.title.clone(), format!("Severity {}, {course}{onset}", incident.severity), address.clone()];
    for (name, written) in [("Impact", state.impact.last()), ("Where we stand", state.stand.last())] {
        if let Some(written) = written {
            let doubt = falls.below_text(state, &written.cites).map_or("", |_| IN_DOUBT);
            lines.push(format!("{name} ({} UTC): {}{doubt}", written.stamp.at.short(), one_line(&written.text, LINE)));
        }
    }
    if let Some(due) = state.update_due {
        lines.push(format!("Next update: {} UTC", due.short()));
    }
    let standing: Vec<_> =
        state.findings.values().rev().filter(|finding| !state.fallen.contains_key(&finding.id.into())).take(LATEST).collect();
    if !standing.is_empty() {
        lines.extend([String::new(), "Findings that stand:".to_owned()]);
    }
    for finding in standing {
        let doubt = falls.below(finding.id.into()).map_or("", |_| IN_DOUBT);
        lines.push(format!("- {}: {}{doubt} {address}/{}", finding.id, one_line(&finding.text, LINE), finding.id));
    }
    let fallen: Vec<_> = state.retractions.values().rev().take(LATEST).collect();
    if !fallen.is_empty() {
        lines.extend([String::new(), "Last retractions:".to_owned()]);
    }
    for retraction in fallen {
        let claim = claim(state, retraction.claim).map(|(text, _)| one_line(&text, LINE)).unwrap_or_default();
        let why = one_line(&retraction.why, LINE);
        lines.push(format!(
            "- {} fell {} UTC: \"{claim}\" {why} {address}/{}",
            retraction.claim,
            retraction.stamp.at.short(),
            retraction.id
        ));
    }
    lines.join("\n")
}
