//! A token with which a machine without a browser adds a file to this stream: shown once, made on request.

use super::desk::Desk;
use crate::api::write::MakeUploadToken;
use crate::ui::error::FormError;
use crate::ui::field::{CopyField, use_hydrated};
use crate::ui::form::form_error;
use crate::ui::sending::Sending;
use crate::ui::time::{Form, TimeOf};
use ledger::id::Slug;
use leptos::prelude::*;

/// The button, then the two lines. What it makes is an answer to look at, so it needs the browser's code.
#[component]
pub fn UploadToken() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let slug = expect_context::<Slug>();
    let hydrated = use_hydrated();
    let make = Sending::to::<MakeUploadToken>();
    let token = move || make.value.get().and_then(Result::ok);
    let send = move |_| {
        make.send(&[("slug", &slug.0), ("stream", &desk.stream.get_value().0)]);
    };
    view! {
        <Show when=move || hydrated.get() && !desk.reads_only.get()>
            <details>
                <summary>"Add a file from another machine"</summary>
                <p class="meta">"For dumps and tool output on machines without a browser. A token is good for this stream and for two hours."</p>
                <button type="button" on:click=send.clone()>
                    "Make a token"
                </button>
                <FormError error=form_error(make)/>
                {move || {
                    token()
                        .map(|token| {
                            view! {
                                <CopyField text=Signal::stored(token.curl) what="the curl line" rows=3/>
                                <CopyField text=Signal::stored(token.command) what="the inquest line" rows=2/>
                                <p class="meta">"Good until " <TimeOf at=token.expires form=Form::Full/></p>
                            }
                        })
                }}
            </details>
        </Show>
    }
}
