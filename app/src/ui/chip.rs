//! An id in a text or a row: a link to its permanent page, with a preview under the pointer or the focus.

use super::outcome::OutcomeBadge;
use super::time::{Form, TimeOf};
use ledger::id::{AnyId, Slug};
use ledger::view::chip::{Chip as Preview, Chips, Standing};
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Event, HtmlElement, KeyboardEvent};

/// Which preview is open: at most one on a page. Context of every page.
#[derive(Clone, Copy)]
pub struct OpenPreview(pub RwSignal<Option<PreviewPlace>>);

/// The chip a preview belongs to, and where there is room for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PreviewPlace {
    /// The chip.
    chip: u32,
    /// The chip stands in the right half: the preview grows to the left.
    to_left: bool,
}

/// An id as a link.
#[component]
pub fn Chip(
    /// Which.
    #[prop(into)]
    id: AnyId,
    /// One line of it.
    #[prop(optional_no_strip)]
    line: Option<u32>,
    /// What ids open into.
    #[prop(into)]
    chips: Signal<Chips>,
) -> impl IntoView {
    let slug = use_context::<Slug>();
    let preview = Memo::new(move |_| chips.with(|chips| chips.get(&id).cloned()));
    let open = use_context::<OpenPreview>().map_or_else(|| RwSignal::new(None), |open| open.0);
    let key = StoredValue::new(next_key());
    let place = Memo::new(move |_| open.get().filter(|place| Some(place.chip) == key.try_get_value()));

    let address = {
        let base = slug.map_or_else(String::new, |slug| format!("/i/{slug}/"));
        line.map_or_else(|| format!("{base}{id}"), |line| format!("{base}{id}#line-{line}"))
    };
    let text = line.map_or_else(|| id.to_string(), |line| format!("{id}:{line}"));
    let standing = move || preview.read().as_ref().map_or(Standing::Stands, |preview| preview.standing);
    let class = move || id_class(id, standing());
    let said = move || match standing() {
        Standing::Fallen => " retracted",
        Standing::CitesFallen => " cites a fallen claim",
        Standing::Amended => " amended",
        Standing::Pending => " pending",
        Standing::Stands => "",
    };
    let show = move |event: &Event| open.set(Some(PreviewPlace { chip: key.get_value(), to_left: stands_right(event) }));
    let hide = move || {
        if place.get_untracked().is_some() {
            open.set(None);
        }
    };
    let close_on_escape = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            hide();
        }
    };
    view! {
        <span
            class="chip"
            on:mouseenter=move |event| show(&event)
            on:mouseleave=move |_| hide()
            on:focusin=move |event| show(&event)
            on:focusout=move |_| hide()
            on:keydown=close_on_escape
        >
            <a class=class href=address>
                {text}
                <span class="vh">{said}</span>
            </a>
            {move || place.get().and_then(|place| preview.get().map(|preview| preview_view(preview, place)))}
        </span>
    }
}

/// The classes of an id: its kind in the frame, and a dagger after what fell.
pub fn id_class(id: AnyId, standing: Standing) -> String {
    let state = match standing {
        Standing::Fallen => " is-fallen",
        Standing::CitesFallen => " is-marked",
        Standing::Stands | Standing::Amended | Standing::Pending => "",
    };
    format!("id id-{}{state}", id.letter().to_ascii_lowercase())
}

/// Phrasing content only: a chip stands inside paragraphs.
fn preview_view(preview: Preview, place: PreviewPlace) -> impl IntoView {
    let class = match (preview.standing, place.to_left) {
        (Standing::Fallen, false) => "pv fell",
        (Standing::Fallen, true) => "pv fell to-left",
        (_, false) => "pv",
        (_, true) => "pv to-left",
    };
    let stands = match preview.standing {
        Standing::Stands => "stands",
        Standing::Fallen => "fallen",
        Standing::CitesFallen => "cites a fallen claim",
        Standing::Amended => "amended",
        Standing::Pending => "pending",
    };
    let stream = preview.stream.map(|stream| format!(", {}", stream.name));
    let cited = match preview.cited_by {
        0 => "cited by nothing yet".to_owned(),
        count => format!("cited by {count}"),
    };
    view! {
        <span class=class role="tooltip">
            <span class="hd">
                <span>{preview.kind} {stream} ", " <TimeOf at=preview.at form=Form::Short/></span>
                <span>{stands}</span>
            </span>
            <span class="said">{preview.text}</span>
            {preview.shown.map(|shown| view! { <span class="reads"><OutcomeBadge shown/></span> })}
            <span class="ft">{cited}</span>
        </span>
    }
}

/// Whether the chip of an event stands in the right half of the window.
fn stands_right(event: &Event) -> bool {
    let chip = event.current_target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
    let width = window().inner_width().ok().and_then(|width| width.as_f64()).unwrap_or(0.0);
    chip.is_some_and(|chip| chip.get_bounding_client_rect().left() > width / 2.0)
}

/// A number that no other chip of this page has. It is never rendered, so both sides need not agree on it.
fn next_key() -> u32 {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
