//! Contradictions: readings that can't all hold, with all their sides, open until somebody explains them.

use super::desk::Desk;
use super::falls::{beside_view, marked_view};
use super::things::{cited_by_view, stream_link};
use crate::api::proofs::{ExplainContradiction, NoteContradiction};
use crate::ui::chip::Chip;
use crate::ui::form::CommandForm;
use crate::ui::prose::{InlineProse, Prose};
use crate::ui::sending::Sending;
use crate::ui::time::{Form, TimeOf};
use ledger::id::ContradictionId;
use ledger::view::chip::Chips;
use ledger::view::contradiction::{ContradictionPage, ContradictionRow};
use ledger::view::hypothesis::HypothesesPage;
use leptos::prelude::*;

/// All contradictions of an incident, the open ones first.
#[component]
pub fn ContradictionList(
    /// The page.
    page: Memo<HypothesesPage>,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let ids = Memo::new(move |_| page.with(|page| page.contradictions.iter().map(|row| row.id).collect::<Vec<_>>()));
    let row = move |id| page.with(|page| page.contradictions.iter().find(|row| row.id == id).cloned());
    let open = move |id| page.with(|page| page.contradictions.iter().any(|row| row.id == id && row.explained.is_none()));
    view! {
        <section class="sect" aria-labelledby="h-contradictions">
            <h2 id="h-contradictions">"Contradictions"</h2>
            <p class="meta">"Readings that can't all hold. Each stays open until somebody explains it with what shows it."</p>
            <Show when=move || !desk.reads_only.get()>
                <NoteForm/>
            </Show>
            <For each=move || ids.get() key=|id| *id let(id)>
                <article class="hyp" id=id.to_string() aria-label=format!("Contradiction {id}")>
                    {move || row(id).map(|row| contradiction_view(row, desk.chips))}
                    <Show when=move || open(id) && !desk.reads_only.get()>
                        <ExplainForm id/>
                    </Show>
                </article>
            </For>
        </section>
    }
}

/// A contradiction with its sides.
pub fn contradiction_view(row: ContradictionRow, chips: Signal<Chips>) -> AnyView {
    let id = row.id;
    let sides = row
        .sides
        .into_iter()
        .map(|side| {
            let stream = side.stream.map(|stream| view! { <span class="meta">{stream_link(&stream)}</span> });
            let fell = side.fallen.map(|fallen| beside_view(fallen, chips));
            view! { <li><Chip id=side.id chips/> " " <InlineProse text=side.says chips/> " " {stream} {fell}</li> }
        })
        .collect_view();
    let state = if row.explained.is_some() {
        view! { <span class="st st-good">"explained"</span> }
    } else {
        view! { <span class="st st-warn">"open"</span> }
    };
    let explained = row.explained.map(|(text, at)| {
        view! {
            <div class="hold flat">
                <p class="meta">"Explained " <TimeOf at form=Form::Full/></p>
                <Prose text chips/>
            </div>
        }
    });
    view! {
        <p><Chip id chips/> " " {state} " " <span class="meta"><TimeOf at=row.noted form=Form::Full/></span></p>
        <Prose text=row.text chips/>
        <ul class="refuters">{sides}</ul>
        {explained}
        {row.marked.map(|marked| marked_view(id, marked, chips))}
    }
    .into_any()
}

#[component]
fn NoteForm() -> impl IntoView {
    let note = Sending::to::<NoteContradiction>();
    view! {
        <details class="edit">
            <summary>"Note a contradiction"</summary>
            <CommandForm action=note name="contradiction">
                <label>
                    "What does not go together"
                    <textarea name="text" rows="2" required></textarea>
                </label>
                <label>"The sides" <input type="text" name="sides" required autocomplete="off" placeholder="E-17 F-12"/></label>
                <button type="submit">"Note it"</button>
            </CommandForm>
        </details>
    }
}

#[component]
fn ExplainForm(id: ContradictionId) -> impl IntoView {
    let explain = Sending::to::<ExplainContradiction>();
    view! {
        <details class="edit">
            <summary>{format!("Explain {id}")}</summary>
            <CommandForm action=explain name=format!("explain-{id}")>
                <input type="hidden" name="contradiction" value=id.to_string()/>
                <label>
                    "How all sides can be, or which of them fell"
                    <textarea name="text" rows="2" required placeholder="name what shows it: E-17"></textarea>
                </label>
                <button type="submit">"Explain"</button>
            </CommandForm>
        </details>
    }
}

/// The permanent page of a contradiction.
pub fn contradiction_page(page: ContradictionPage, desk: Desk) -> AnyView {
    let id = page.row.id;
    let explain = (page.row.explained.is_none() && !desk.reads_only.get()).then(|| view! { <ExplainForm id/> });
    view! {
        <h2 class="named">{format!("Contradiction {id}")}</h2>
        <div class="file">{contradiction_view(page.row, desk.chips)} {explain}</div>
        {cited_by_view(page.cited_by, desk.chips)}
    }
    .into_any()
}
