//! Single keys that lead somewhere, only outside text fields; they can be switched off.
//!
//! A key belongs to the first element that names it in `data-key`: a field is focused, a fold is opened and its first field focused,
//! a link or a button is pressed. So a page declares its keys in its markup, and a key without an element does nothing.

use crate::glue::storage;
use leptos::ev::keydown;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, HtmlElement, HtmlFormElement, KeyboardEvent};

use super::chip::OpenPreview;

const SETTING: &str = "inquest:keys";
const FIELDS: &str = "input:not([type='hidden']), textarea, select";
const KEYS: [(&str, &str); 11] = [
    ("q", "ask a question"),
    ("f", "record a finding"),
    ("n", "write a paragraph"),
    ("t", "add a moment"),
    ("h", "propose a hypothesis"),
    ("a", "propose an action"),
    ("r", "retract what you said last"),
    ("i", "new incident"),
    ("Ctrl Enter", "send or run what is being written"),
    ("Esc", "close what is open"),
    ("?", "this list"),
];

/// The list of keys, and the keys themselves.
#[component]
pub fn Keys() -> impl IntoView {
    let shown = RwSignal::new(false);
    let enabled = RwSignal::new(true);
    let preview = use_context::<OpenPreview>();

    Effect::new(move |_| {
        enabled.set(storage::read(SETTING).as_deref() != Some("off"));
        let listener = window_event_listener(keydown, move |event| {
            if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
                // The query editor has sent its form already.
                if event.default_prevented() {
                    return;
                }
                send_form(&event);
            } else if event.key() == "Escape" {
                shown.set(false);
                close_folds();
                if let Some(preview) = preview {
                    preview.0.set(None);
                }
            } else if enabled.get_untracked() && is_single_key(&event) {
                if event.key() == "?" {
                    shown.update(|shown| *shown = !*shown);
                } else if press(&event.key()) {
                    event.prevent_default();
                }
            }
        });
        on_cleanup(move || listener.remove());
    });
    let switch = move |_| {
        enabled.update(|enabled| *enabled = !*enabled);
        storage::write(SETTING, if enabled.get_untracked() { "on" } else { "off" });
    };
    let list = move || {
        let rows = KEYS.map(|(key, does)| {
            view! {
                <dt>
                    <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
            }
        });
        view! {
            <section class="dlg keylist" aria-labelledby="h-keys">
                <h3 id="h-keys">"Keys"</h3>
                <div class="keys">
                    <dl>{rows}</dl>
                </div>
                <p class="meta">"They act only outside text fields."</p>
                <p class="tools">
                    <button type="button" on:click=switch>
                        {move || if enabled.get() { "Switch single keys off" } else { "Switch single keys on" }}
                    </button>
                    <button type="button" on:click=move |_| shown.set(false)>
                        "Close"
                    </button>
                </p>
            </section>
        }
    };
    move || shown.get().then(list)
}

/// A key alone, outside any field.
fn is_single_key(event: &KeyboardEvent) -> bool {
    let bare = !event.ctrl_key() && !event.meta_key() && !event.alt_key() && event.key().chars().count() == 1;
    bare && !event.default_prevented()
        && target(event).is_none_or(|target| target.closest(&format!("{FIELDS}, [contenteditable='true']")).ok().flatten().is_none())
}

/// Does what the key is for; false where no element of this page names it.
fn press(key: &str) -> bool {
    // Only letters: anything else would be read as a selector.
    if !key.chars().all(|letter| letter.is_ascii_lowercase()) {
        return false;
    }
    let Some(element) = document().query_selector(&format!("[data-key='{key}']")).ok().flatten() else { return false };
    if element.tag_name().eq_ignore_ascii_case("details") {
        let _ = element.set_attribute("open", "");
        focus(element.query_selector(FIELDS).ok().flatten());
    } else if element.matches(FIELDS).unwrap_or(false) {
        focus(Some(element));
    } else if let Some(element) = element.dyn_ref::<HtmlElement>() {
        element.click();
    }
    true
}

fn focus(element: Option<Element>) {
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        element.scroll_into_view();
        let _ = element.focus();
    }
}

fn target(event: &KeyboardEvent) -> Option<Element> {
    event.target().and_then(|target| target.dyn_into::<Element>().ok())
}

/// Ctrl Enter sends the form of the field in which it was pressed.
fn send_form(event: &KeyboardEvent) {
    let form = target(event).and_then(|target| target.closest("form").ok().flatten());
    if let Some(form) = form.and_then(|form| form.dyn_into::<HtmlFormElement>().ok()) {
        event.prevent_default();
        // A form that is not complete says so itself.
        let _ = form.request_submit();
    }
}

/// Closes the fold that something stands in. Whoever stood in it goes on at what opens it again.
pub fn close_fold(inside: &Element) {
    let Some(fold) = inside.closest("details.edit[open]").ok().flatten() else { return };
    let stands_in_it = document().active_element().is_some_and(|focused| fold.contains(Some(&focused)));
    let _ = fold.remove_attribute("open");
    let summary = fold.query_selector("summary").ok().flatten().and_then(|summary| summary.dyn_into::<HtmlElement>().ok());
    if let Some(summary) = summary.filter(|_| stands_in_it) {
        let _ = summary.focus();
    }
}

/// Escape closes the menus of the head. Folds in which something may be half written stay open.
fn close_folds() {
    // The form one stands in: what was typed stays in it.
    if let Some(focused) = document().active_element() {
        close_fold(&focused);
    }
    let Ok(folds) = document().query_selector_all("details.menu[open]") else { return };
    for index in 0..folds.length() {
        if let Some(fold) = folds.item(index).and_then(|fold| fold.dyn_into::<Element>().ok()) {
            let _ = fold.remove_attribute("open");
        }
    }
}
