//! A text field whose text survives a reload and a lost connection: it is kept on this device until the server has it.

use crate::glue::storage;
use leptos::html;
use leptos::prelude::*;
use leptos::web_sys::HtmlTextAreaElement;

/// A text area with a draft in the browser's storage.
#[component]
pub fn DraftArea(
    /// The name of the form field.
    name: &'static str,
    /// Where the draft is kept: unlike for any other text of this incident.
    #[prop(into)]
    key: String,
    /// The text to begin with. It may change; what is being written is never replaced.
    #[prop(optional, into)]
    text: Signal<String>,
    /// What screen readers call it.
    #[prop(into)]
    label: String,
    /// Shown while it is empty.
    #[prop(optional, into)]
    placeholder: String,
    /// Grows when the text was saved: the draft is then forgotten.
    #[prop(into)]
    saved: Signal<usize>,
    /// The key that leads here.
    #[prop(optional)]
    shortcut: Option<&'static str>,
    /// How many lines are shown at first.
    #[prop(default = 4)]
    rows: u32,
) -> impl IntoView {
    let area = NodeRef::<html::Textarea>::new();
    let restored = RwSignal::new(false);
    let key = StoredValue::new(kept_under(&key));

    // What was typed before the browser's code came is newer than the draft.
    Effect::new(move |_| {
        let Some(area) = area.get() else { return };
        let typed = area.value();
        if typed != default_of(&area) {
            storage::write(&key.get_value(), &typed);
        } else if let Some(draft) = storage::read(&key.get_value()).filter(|draft| *draft != typed) {
            area.set_value(&draft);
            restored.set(true);
        }
    });
    Effect::new(move |before: Option<()>| {
        let text = text.get();
        if before.is_some()
            && let Some(area) = area.get_untracked()
        {
            let untouched = area.value() == default_of(&area);
            // Only a browser without a document would refuse.
            let _ = area.set_default_value(&text);
            if untouched {
                area.set_value(&text);
            }
        }
    });
    Effect::new(move |before: Option<usize>| {
        let now = saved.get();
        if before.is_some_and(|before| before < now) {
            storage::remove(&key.get_value());
            restored.set(false);
        }
        now
    });
    let keep = move |_| {
        if let Some(area) = area.get_untracked() {
            storage::write(&key.get_value(), &area.value());
        }
    };
    let drop_draft = move |_| {
        if let Some(area) = area.get_untracked() {
            area.set_value(&default_of(&area));
            storage::remove(&key.get_value());
            restored.set(false);
        }
    };
    view! {
        <textarea node_ref=area name=name rows=rows aria-label=label placeholder=placeholder data-key=shortcut required on:input=keep>
            {text.get_untracked()}
        </textarea>
        {move || {
            restored
                .get()
                .then(|| {
                    view! {
                        <p class="meta" role="status">
                            "A draft from this device was put back. "
                            <button type="button" class="bare" on:click=drop_draft>
                                "Drop the draft"
                            </button>
                        </p>
                    }
                })
        }}
    }
}

/// Whether a draft is kept under a key.
pub fn has_draft(key: &str) -> bool {
    storage::read(&kept_under(key)).is_some()
}

fn kept_under(key: &str) -> String {
    format!("inquest:draft:{key}")
}

/// The text the area was made with.
fn default_of(area: &HtmlTextAreaElement) -> String {
    area.default_value().unwrap_or_default()
}
