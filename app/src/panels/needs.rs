//! One line under the head: what needs the reader. It counts in the tab title, and is a notification where the browser may show one.

use crate::format::count;
use crate::glue;
use crate::ui::chip::Chip;
use crate::ui::frame::PageContext;
use ledger::id::{AnyId, QuestionId};
use ledger::view::chip::Chips;
use leptos::prelude::*;
use std::collections::BTreeSet;

/// What needs the one who looks.
#[component]
pub fn Needs(
    /// The page.
    page: PageContext,
) -> impl IntoView {
    let needs = Memo::new(move |_| page.header.with(|header| header.needs_you.clone()));
    let chips = Signal::stored(Chips::new());
    let may_notify = RwSignal::new(Some(false));

    Effect::new(move |_| may_notify.set(glue::may_notify()));
    // Only what came while the page was open is new.
    Effect::new(move |known: Option<(BTreeSet<QuestionId>, usize)>| {
        let needs = needs.get();
        let questions: BTreeSet<QuestionId> = needs.questions.iter().copied().collect();
        if let Some((before, fallen)) = known {
            let title = page.header.with_untracked(|header| header.title.clone());
            for question in questions.difference(&before) {
                glue::notify(&format!("New question {question}: {title}"));
            }
            if fallen < needs.fallen.len() {
                glue::notify(&format!("A claim you rest on fell: {title}"));
            }
        }
        (questions, needs.fallen.len())
    });
    let ask = move |_| glue::ask_to_notify(move |answer| may_notify.set(answer));
    let part = move |ids: Vec<AnyId>, one: &str, many: &str| {
        (!ids.is_empty()).then(|| {
            let words = count(ids.len(), one, many);
            view! {
                <span>
                    {words}
                    {ids.into_iter().map(|id| view! { " " <Chip id chips/> }).collect_view()}
                </span>
            }
        })
    };
    let line = move || {
        let needs = needs.get();
        let nothing = needs.questions.is_empty() && needs.fallen.is_empty() && needs.conflicts.is_empty();
        (!nothing).then(|| {
            view! {
                <p class="needs">
                    <b>"Needs you"</b>
                    {part(needs.questions.iter().copied().map(AnyId::from).collect(), "new question", "new questions")}
                    {part(needs.fallen, "text of yours rests on a fallen claim", "texts of yours rest on fallen claims")}
                    {part(needs.conflicts.iter().copied().map(AnyId::from).collect(), "paragraph in conflict", "paragraphs in conflict")}
                    {move || {
                        may_notify
                            .get()
                            .is_none()
                            .then(|| {
                                view! {
                                    <button type="button" class="bare" on:click=ask>
                                        "Notify me when this tab is hidden"
                                    </button>
                                }
                            })
                    }}
                </p>
            }
        })
    };
    view! { <div role="status">{line}</div> }
}
