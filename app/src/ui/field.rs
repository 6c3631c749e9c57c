//! Fields that several forms have.

use crate::glue;
use leptos::prelude::*;

/// Whether the browser's code has taken over. What works only then is shown only then.
pub fn use_hydrated() -> ReadSignal<bool> {
    let (hydrated, set_hydrated) = signal(false);
    Effect::new(move |_| set_hydrated.set(true));
    hydrated
}

/// A text to take along: selected by a click, copied by a button once the browser's code is there.
#[component]
pub fn CopyField(
    /// The text.
    #[prop(into)]
    text: Signal<String>,
    /// What it is, for screen readers and the button: `the link`.
    what: &'static str,
    /// How many lines are shown.
    #[prop(default = 2)]
    rows: u32,
) -> impl IntoView {
    let hydrated = use_hydrated();
    let (copied, set_copied) = signal(None::<bool>);
    let copy = move |_| glue::copy(text.get_untracked(), move |worked| set_copied.set(Some(worked)));
    let said = move || match copied.get() {
        None => "",
        Some(true) => "Copied.",
        Some(false) => "The browser did not allow it. Select the text and copy it by hand.",
    };
    view! {
        <div class="copyfield">
            <textarea readonly rows=rows aria-label=what class="mono" prop:value=text>
                {text.get_untracked()}
            </textarea>
            {move || {
                hydrated
                    .get()
                    .then(|| view! { <button type="button" on:click=copy>{format!("Copy {what}")}</button> })
            }}
            <span class="meta" role="status">{said}</span>
        </div>
    }
}
