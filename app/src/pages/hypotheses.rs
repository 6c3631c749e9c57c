//! All hypotheses: what would refute each, the matrix, the retractions.

use crate::api::read;
use crate::api::records::Hypotheses;
use crate::live::live_view;
use crate::panels::contradictions::ContradictionList;
use crate::panels::desk::Desk;
use crate::panels::hypotheses::{Hunches, Next, Rows};
use crate::panels::hypothesis_forms::NewHypothesis;
use crate::panels::matrix::MatrixTable;
use crate::panels::predictions::PredictionList;
use crate::panels::retractions::RetractionTable;
use crate::ui::frame::{PageContext, Tab, in_frame, use_slug};
use ledger::id::StreamKey;
use leptos::prelude::*;

/// The page.
#[component]
pub fn HypothesesPage() -> impl IntoView {
    let slug = use_slug();
    let page = Resource::new(move || slug.get(), read::hypotheses);
    in_frame(page, || Tab::Hypotheses, hypotheses)
}

fn hypotheses(context: PageContext, first: Hypotheses) -> AnyView {
    let me = context.me();
    let page = live_view(first.page, move |room| Some(ledger::view::hypothesis::hypotheses_page(&room.state, &room.names, &me)));
    let chips = Signal::derive(move || page.with(|page| page.chips.clone()));
    let desk = Desk::new(context, StreamKey(String::new()), chips);
    provide_context(desk);
    view! {
        <main id="main" class="page" tabindex="-1">
            <div class="pagehead">
                <h2>"Hypotheses"</h2>
                <p class="lede">
                    "Nothing here is confirmed. A row survives as long as nobody finds what would refute it; the order is by least that speaks against, and there is no winner."
                </p>
            </div>
            <Next page/>
            <Show when=move || !desk.reads_only.get()>
                <NewHypothesis streams=context.streams/>
            </Show>
            <MatrixTable context page first=first.matrix/>
            <Rows page streams=context.streams/>
            <PredictionList page streams=context.streams/>
            <ContradictionList page/>
            <Hunches page streams=context.streams/>
            <RetractionTable page/>
        </main>
    }
    .into_any()
}
