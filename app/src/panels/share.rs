//! What takes the incident elsewhere: a text for the chat, and a link that lets somebody in.

use crate::api::write::MakeJoinLink;
use crate::format::role_word;
use crate::live::Live;
use crate::ui::error::FormError;
use crate::ui::field::{CopyField, use_hydrated};
use crate::ui::form::form_error;
use crate::ui::frame::PageContext;
use crate::ui::sending::Sending;
use crate::ui::time::{Form, TimeOf};
use leptos::prelude::*;

/// The incident as plain text. It is made of the live state, so it is offered once the browser has it.
#[component]
pub fn ChatCopy(
    /// The page.
    page: PageContext,
) -> impl IntoView {
    let live = use_context::<Live>();
    let slug = page.slug();
    let there = Memo::new(move |_| live.is_some_and(|live| live.room.with(Option::is_some)));
    let text = Memo::new(move |_| {
        let origin = window().location().origin().unwrap_or_default();
        live.and_then(|live| live.room.with(|room| room.as_ref().map(|room| ledger::view::chat::chat_copy(&room.state, &slug, &origin))))
            .unwrap_or_default()
    });
    view! {
        <Show when=move || there.get()>
            <details class="edit">
                <summary>"Copy for chat"</summary>
                <CopyField text what="the text" rows=8/>
            </details>
        </Show>
    }
}

/// Makes a link that lets somebody in. The link is shown once, so the form needs the browser's code.
#[component]
pub fn InviteLink(
    /// The page.
    page: PageContext,
) -> impl IntoView {
    let hydrated = use_hydrated();
    let make = Sending::to::<MakeJoinLink>();
    let error = form_error(make);
    let slug = page.slug().0;
    let made = move || make.value.with(|value| value.as_ref().and_then(|value| value.as_ref().ok().cloned()));
    let form = move || {
        let slug = slug.clone();
        view! {
            <details class="edit">
                <summary>"Let somebody in by a link"</summary>
                <form method="post" action=make.url on:submit=move |event| make.submit(&event)>
                    <input type="hidden" name="slug" value=slug/>
                    <label>
                        "As" <select name="role">
                            <option value="investigator">"investigator"</option>
                            <option value="responder">"responder"</option>
                            <option value="reader">"reader"</option>
                        </select>
                    </label>
                    <label>
                        "Good for" <select name="hours">
                            <option value="8">"8 hours"</option>
                            <option value="24">"24 hours"</option>
                            <option value="72">"3 days"</option>
                        </select>
                    </label>
                    <button type="submit">"Make the link"</button>
                </form>
                <FormError error/>
                {move || {
                    made()
                        .map(|link| {
                            let address = link.address.clone();
                            view! {
                                <CopyField text=Signal::stored(address) what="the link"/>
                                <p class="meta">
                                    "Whoever opens it becomes " {role_word(link.role)} " here, until "
                                    <TimeOf at=link.expires form=Form::Full/> ". It is shown only now."
                                </p>
                            }
                        })
                }}
            </details>
        }
    };
    move || hydrated.get().then(&form)
}
