//! A query that waits or runs: its place in the source's line, how long it takes, and the way to stop it. Everybody sees the same.

use super::count::ordinal;
use super::desk::Desk;
use crate::api::records::Waiting;
use crate::api::write::CancelQuery;
use crate::format::countdown;
use crate::ui::form::CommandForm;
use crate::ui::sending::Sending;
use crate::ui::time::use_clock;
use evidence::time::Micros;
use ledger::id::{EvidenceId, Slug};
use leptos::prelude::*;

/// One query on its way.
#[component]
pub fn Pending(
    /// The evidence it will be.
    evidence: EvidenceId,
    /// The source that is asked.
    source: String,
    /// Since when.
    since: Micros,
    /// Whether the reader may stop it.
    #[prop(into)]
    may_cancel: Signal<bool>,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let slug = expect_context::<Slug>();
    let clock = use_clock();
    let cancel = Sending::to::<CancelQuery>();
    let elapsed = Memo::new(move |_| countdown(clock.get().0.saturating_sub(since.0)));
    let place = Memo::new(move |_| {
        let line = desk.source(&source).map_or_else(Vec::new, |source| source.line);
        place_words(&line, &slug, evidence)
    });
    view! {
        <div class="tools">
            <b>{place}</b>
            <span class="mono">{elapsed}</span>
            {move || {
                may_cancel
                    .get()
                    .then(|| {
                        view! {
                            <CommandForm action=cancel name=format!("cancel-{evidence}")>
                                <input type="hidden" name="evidence" value=evidence.to_string()/>
                                <button type="submit">"Cancel"</button>
                            </CommandForm>
                        }
                    })
            }}
        </div>
    }
}

/// Where a query stands in the line of its source.
fn place_words(line: &[Waiting], slug: &Slug, evidence: EvidenceId) -> String {
    let Some(own) = line.iter().find(|waiting| waiting.slug == *slug && waiting.evidence == evidence) else {
        return "In line".to_owned();
    };
    let waiting = line.iter().filter(|waiting| waiting.place > 0).count();
    match own.place {
        0 => "Running".to_owned(),
        place => format!("Waits, {} of {waiting}", ordinal(place)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::id::StreamKey;

    fn waiting(number: u32, place: u32) -> Waiting {
        Waiting { slug: "lock-convoy".into(), evidence: EvidenceId(number), stream: StreamKey("metrics".into()), since: Micros(0), place }
    }

    #[test]
    fn a_place_is_a_number_out_of_a_number() {
        let line = [waiting(40, 0), waiting(41, 1), waiting(42, 2)];
        assert_eq!(place_words(&line, &"lock-convoy".into(), EvidenceId(42)), "Waits, 2nd of 2");
    }

    #[test]
    fn what_has_no_place_runs() {
        assert_eq!(place_words(&[waiting(40, 0)], &"lock-convoy".into(), EvidenceId(40)), "Running");
    }

    #[test]
    fn the_same_id_of_another_incident_is_another_query() {
        assert_eq!(place_words(&[waiting(40, 0)], &"other".into(), EvidenceId(40)), "In line");
    }
}
