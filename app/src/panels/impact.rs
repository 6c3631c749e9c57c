//! Who is hurt, and where we stand: first at every width, written in place by the coordinator.

use crate::api::write::{WriteImpact, WriteStand};
use crate::ui::draft::DraftArea;
use crate::ui::form::{CommandForm, times_carried_out};
use crate::ui::frame::PageContext;
use crate::ui::prose::Prose;
use crate::ui::sending::Sending;
use crate::ui::time::{Form, TimeOf};
use ledger::view::chip::Chips;
use ledger::view::room::{WarRoom, WrittenView};
use leptos::either::Either;
use leptos::prelude::*;

/// The impact and where we stand.
#[component]
pub fn Stand(
    /// The page.
    page: PageContext,
    /// The war room.
    room: Memo<WarRoom>,
) -> impl IntoView {
    let chips = Signal::derive(move || room.with(|room| room.chips.clone()));
    let impact = Memo::new(move |_| room.with(|room| room.impact.clone()));
    let stand = Memo::new(move |_| room.with(|room| room.stand.clone()));
    let coordinates = Memo::new(move |_| page.header.with(|header| header.me.coordinates && !header.read_only));
    view! {
        <section class="stand" aria-labelledby="h-impact">
            <h2 id="h-impact">"Impact"</h2>
            <Written written=impact chips empty="Nobody has written yet who is hurt, and how."/>
            <Show when=move || coordinates.get()>
                <EditImpact page written=impact/>
            </Show>
        </section>
        <section class="stand" aria-labelledby="h-stand">
            <h2 id="h-stand">"Where we stand"</h2>
            <Written written=stand chips empty="Nobody has written yet where we stand."/>
            <Show when=move || coordinates.get()>
                <EditStand page written=stand/>
            </Show>
        </section>
    }
}

#[component]
fn Written(written: Memo<Option<WrittenView>>, chips: Signal<Chips>, empty: &'static str) -> impl IntoView {
    move || match written.get() {
        None => Either::Left(view! { <p class="quiet">{empty}</p> }),
        Some(WrittenView { text, by, at, versions, marked }) => Either::Right(view! {
            <Prose text chips/>
            <p class="by meta">
                "Written by " {by.name} ", " <TimeOf at form=Form::Short/> ", version " {versions}
                {marked.map(|_| view! { <span class="st st-warn">" rests on a fallen claim"</span> })}
            </p>
        }),
    }
}

fn text_of(written: Memo<Option<WrittenView>>) -> Signal<String> {
    Signal::derive(move || written.with(|written| written.as_ref().map_or_else(String::new, |written| written.text.0.clone())))
}

#[component]
fn EditImpact(page: PageContext, written: Memo<Option<WrittenView>>) -> impl IntoView {
    let action = Sending::to::<WriteImpact>();
    let saved = times_carried_out(action);
    view! {
        <details class="edit">
            <summary>"Write the impact"</summary>
            <CommandForm action name="impact">
                <DraftArea name="text" key=format!("{}:impact", page.slug()) text=text_of(written) label="Impact" saved/>
                <div class="tools">
                    <button type="submit" class="primary">
                        "Save the impact " <kbd>"Ctrl Enter"</kbd>
                    </button>
                </div>
            </CommandForm>
        </details>
    }
}

#[component]
fn EditStand(page: PageContext, written: Memo<Option<WrittenView>>) -> impl IntoView {
    let action = Sending::to::<WriteStand>();
    let saved = times_carried_out(action);
    view! {
        <details class="edit">
            <summary>"Write where we stand"</summary>
            <CommandForm action name="stand">
                <DraftArea name="text" key=format!("{}:stand", page.slug()) text=text_of(written) label="Where we stand" saved/>
                <div class="tools">
                    <button type="submit" class="primary">
                        "Save where we stand " <kbd>"Ctrl Enter"</kbd>
                    </button>
                </div>
            </CommandForm>
        </details>
    }
}
