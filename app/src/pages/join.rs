//! Coming in by a join link: type a name, and be in.

use super::sign_in::DoorTop;
use crate::api::account::Join;
use crate::ui::error::FormError;
use crate::ui::form::form_error;
use crate::ui::sending::Sending;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_params_map;

/// The page.
#[component]
pub fn JoinPage() -> impl IntoView {
    let params = use_params_map();
    let join = Sending::to::<Join>();
    let error = form_error(join);
    let secret = move || params.with(|params| params.get_str("secret").unwrap_or_default().to_owned());
    view! {
        <Title text="Join, Inquest"/>
        <DoorTop/>
        <main id="main" class="page" tabindex="-1">
            <h1>"You were invited to an incident"</h1>
            <div class="door">
                <form method="post" action=join.url on:submit=move |event| join.submit(&event)>
                    <input type="hidden" name="secret" value=secret/>
                    <label for="name">"Your name"</label>
                    <input type="text" id="name" name="name" required maxlength="80" autocomplete="name"/>
                    <div class="tools">
                        <button type="submit" class="primary">
                            "Come in"
                        </button>
                    </div>
                </form>
                <FormError error/>
                <p class="meta">"The others see this name, marked \"by link\"."</p>
            </div>
        </main>
    }
}
