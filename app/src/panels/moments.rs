//! Moments of the world: the latest, and a form to add one.

use crate::api::write::AddMoment;
use crate::format::NBSP;
use crate::ui::chip::Chip;
use crate::ui::form::CommandForm;
use crate::ui::frame::PageContext;
use crate::ui::prose::InlineProse;
use crate::ui::sending::Sending;
use ledger::event::{Occurred, Precision};
use ledger::view::chip::Chips;
use ledger::view::moment::MomentView;
use leptos::either::Either;
use leptos::prelude::*;

/// The latest moments.
#[component]
pub fn Moments(
    /// The page.
    page: PageContext,
    /// The latest, newest first.
    moments: Memo<Vec<MomentView>>,
    /// What their texts cite.
    chips: Signal<Chips>,
    /// Whether the one who looks may add one.
    writes: Memo<bool>,
) -> impl IntoView {
    view! {
        <section aria-labelledby="h-moments">
            <h2 class="colhead" id="h-moments">
                <span>"Moments"</span>
                <span class="meta">"what happened in the world, UTC"</span>
            </h2>
            <ul class="retr">
                {move || moments.get().into_iter().map(|moment| view! { <Row moment chips/> }).collect_view()}
            </ul>
            {move || {
                moments
                    .with(Vec::is_empty)
                    .then(|| view! { <p class="quiet">"No moment yet. Add when it began, when it was seen, what was changed."</p> })
            }}
            <Show when=move || writes.get()>
                <Add page/>
            </Show>
        </section>
    }
}

#[component]
fn Row(moment: MomentView, chips: Signal<Chips>) -> impl IntoView {
    let evidence = moment.evidence.into_iter().map(|line| view! { " " <Chip id=line.id line=line.line chips/> });
    view! {
        <li>
            <Chip id=moment.id chips/>
            <span>
                {if moment.fallen.is_some() {
                    Either::Left(view! { <s><InlineProse text=moment.text chips/></s> <span class="vh">" retracted"</span> })
                } else {
                    Either::Right(view! { <InlineProse text=moment.text chips/> })
                }}
                {evidence.collect_view()}
                <span class="k">
                    <time datetime=moment.occurred.at.rfc3339()>{occurred_words(moment.occurred)}</time>
                    {moment.stream.map(|stream| format!(", {}", stream.name))}
                    {moment.marked.map(|_| view! { <span class="st st-warn">" cites a fallen claim"</span> })}
                </span>
            </span>
            <span></span>
        </li>
    }
}

/// When something happened, no sharper than it is known.
pub fn occurred_words(occurred: Occurred) -> String {
    let words = |at: evidence::time::Micros| match occurred.precision {
        Precision::Second => at.day_time(),
        Precision::Minute => at.short(),
        Precision::Day => at.day(),
        Precision::About => format!("about{NBSP}{}", at.short()),
    };
    match occurred.until {
        None => words(occurred.at),
        Some(until) => format!("{} to {}", words(occurred.at), words(until)),
    }
}

#[component]
fn Add(page: PageContext) -> impl IntoView {
    let add = Sending::to::<AddMoment>();
    let options = move || {
        page.streams
            .with(|streams| streams.iter().map(|(key, name)| view! { <option value=key.0.clone()>{name.clone()}</option> }).collect_view())
    };
    view! {
        <details class="edit" data-key="t">
            <summary>"Add a moment " <kbd>"t"</kbd></summary>
            <CommandForm action=add name="moment">
                <label>"What happened" <input type="text" name="text" required/></label>
                <label>"When, UTC" <input type="text" name="at" placeholder="2026-09-10 13:18, 13:18 or now-5m; empty: now"/></label>
                <label>"Until" <input type="text" name="until" placeholder="empty: a point"/></label>
                <label>
                    "Known to the" <select name="precision">
                        <option value="minute">"minute"</option>
                        <option value="second">"second"</option>
                        <option value="day">"day"</option>
                        <option value="about">"about"</option>
                    </select>
                </label>
                <label>
                    "Stream that knows it" <select name="stream">
                        <option value="">"none"</option>
                        {options}
                    </select>
                </label>
                <label>"Evidence" <input type="text" name="evidence" placeholder="E-17, E-18"/></label>
                <div class="tools">
                    <button type="submit" class="primary">
                        "Add the moment"
                    </button>
                </div>
            </CommandForm>
        </details>
    }
}
