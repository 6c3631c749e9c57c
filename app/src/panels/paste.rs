//! The line that takes what people paste: an address of a dashboard, a curl line. Enter reads it and fills the form; nothing is asked.

use super::desk::Desk;
use super::fields::{Draft, Fields};
use crate::api::read::ReadPaste;
use crate::api::records::PasteRead;
use crate::api::write::AddMaterial;
use crate::ui::error::FormError;
use crate::ui::form::{CommandForm, form_error};
use crate::ui::sending::Sending;
use ledger::id::{Slug, StreamKey};
use leptos::prelude::*;

/// What the page's address brought along to be read: read by the server, so that the form works before the browser's code is there.
#[derive(Clone)]
pub struct Pasted(pub Option<PasteRead>);

/// The line, and what was read.
#[component]
pub fn PasteLine(
    /// The fields it fills.
    draft: Draft,
    /// Called when a query was read into the fields.
    on_read: Callback<()>,
) -> impl IntoView {
    let slug = expect_context::<Slug>();
    let desk = expect_context::<Desk>();
    let first = use_context::<Pasted>().and_then(|pasted| pasted.0);
    let read = Sending::to::<ReadPaste>();
    let line = RwSignal::new(String::new());
    let answer = Memo::new(move |_| read.value.get().and_then(Result::ok).or_else(|| first.clone()));

    Effect::new(move |_| {
        if read.version.get() == 0 {
            return;
        }
        if let Some(Ok(PasteRead::Query { query, stream, .. })) = read.value.get_untracked()
            && is_ours(stream.as_ref(), desk)
        {
            draft.put(Fields::of(&query));
            line.set(String::new());
            on_read.run(());
        }
    });
    let send = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let text = line.get_untracked();
        if !text.trim().is_empty() {
            read.send(&[("slug", &slug.0), ("text", &text)]);
        }
    };
    view! {
        <form method="get" class="fact" on:submit=send>
            <label class="vh" for="paste">"Paste an address"</label>
            <input
                type="text"
                id="paste"
                name="paste"
                autocomplete="off"
                placeholder="Paste a Grafana, Kibana or Prometheus address, a curl line"
                prop:value=line
                on:input:target=move |event| line.set(event.target().value())
            />
            <button type="submit" class="bare">"Read it"</button>
        </form>
        <FormError error=form_error(read)/>
        <div role="status">{move || answer.get().map(|answer| answer_view(answer, desk))}</div>
    }
}

/// Whether a query can be run from this page: its source is this stream's, or it names none.
fn is_ours(stream: Option<&StreamKey>, desk: Desk) -> bool {
    stream.is_none_or(|stream| desk.stream.with_value(|own| own == stream))
}

fn answer_view(answer: PasteRead, desk: Desk) -> AnyView {
    match answer {
        PasteRead::Query { stream: Some(stream), query, .. } if !is_ours(Some(&stream), desk) => {
            let slug = use_context::<Slug>().map_or_else(String::new, |slug| slug.0);
            let address = format!("/i/{slug}/s/{stream}{}", Fields::of(&query).address(None));
            view! {
                <p class="meta">
                    "This query belongs to another stream of this incident: " <a href=address>"open it there"</a> "."
                </p>
            }
            .into_any()
        }
        PasteRead::Query { notes, .. } => {
            let notes = if notes.is_empty() { vec!["Read, and put into the form. Enter runs it.".to_owned()] } else { notes };
            view! { <ul class="meta">{notes.into_iter().map(|note| view! { <li>{note}</li> }).collect_view()}</ul> }.into_any()
        }
        PasteRead::Link { url, why } => view! { <KeepLink url why/> }.into_any(),
        PasteRead::Alert { title, .. } => view! {
            <p class="meta">{format!("This is an alert (\"{title}\"). A new incident can be opened from it; here paste its query.")}</p>
        }
        .into_any(),
        PasteRead::Text => view! {
            <p class="meta">"This is no address and no curl line that can be read here. Type the query below, or keep the text as evidence."</p>
        }
        .into_any(),
    }
}

/// An address that can't be asked here can be kept as what it is.
#[component]
fn KeepLink(url: String, why: String) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let keep = Sending::to::<AddMaterial>();
    let kept = move || matches!(keep.value.get(), Some(Ok(_)));
    view! {
        <div class="hold warn">
            <p>{format!("Not asked here: {why}")}</p>
            <CommandForm action=keep name="keep-link">
                <input type="hidden" name="stream" value=desk.stream.with_value(|stream| stream.0.clone())/>
                <input type="hidden" name="is" value="link"/>
                <input type="hidden" name="url" value=url.clone()/>
                <input type="hidden" name="title" value=url.clone()/>
                <button type="submit">"Keep it as a link, not asked here"</button>
                <span class="meta" role="status">{move || if kept() { " kept" } else { "" }}</span>
            </CommandForm>
        </div>
    }
}
