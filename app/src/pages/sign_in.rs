//! Signing in: with name and password; in the demo, by picking who one is.

use crate::api::account::{BecomePerson, SignIn};
use crate::api::read;
use crate::panels::top::ThemeSwitch;
use crate::ui::error::FormError;
use crate::ui::form::form_error;
use crate::ui::sending::Sending;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use server_fn::ServerFn;

/// The page.
#[component]
pub fn SignInPage() -> impl IntoView {
    let query = use_query_map();
    let people = Resource::new(|| (), |()| read::demo_people());
    let sign_in = Sending::to::<SignIn>();
    let error = form_error(sign_in);
    let next = move || query.with(|query| query.get_str("next").unwrap_or("/").to_owned());
    let demo = move || {
        Suspend::new(async move {
            // Outside the demo there is nobody to pick, and that is no error of this page.
            let people = people.await.unwrap_or_default();
            (!people.is_empty()).then(|| {
                let people = people.into_iter().map(|person| {
                    view! {
                        <li>
                            <form method="post" action=BecomePerson::url()>
                                <input type="hidden" name="person" value=person.actor.0/>
                                <input type="hidden" name="next" value=next/>
                                <button type="submit">{person.name}</button>
                                <span class="meta">{person.does}</span>
                            </form>
                        </li>
                    }
                });
                view! {
                    <h2>"This is the demo: pick who you are"</h2>
                    <ul class="people">{people.collect_view()}</ul>
                    <h2>"Or sign in"</h2>
                }
            })
        })
    };
    view! {
        <Title text="Sign in, Inquest"/>
        <DoorTop/>
        <main id="main" class="page" tabindex="-1">
            <h1>"Sign in"</h1>
            <div class="door">
                <Transition>{demo}</Transition>
                <form method="post" action=sign_in.url on:submit=move |event| sign_in.submit(&event)>
                    <input type="hidden" name="next" value=next/>
                    <label for="name">"Name"</label>
                    <input type="text" id="name" name="name" required autocomplete="username"/>
                    <label for="password">"Password"</label>
                    <input type="password" id="password" name="password" required autocomplete="current-password"/>
                    <div class="tools">
                        <button type="submit" class="primary">
                            "Sign in"
                        </button>
                    </div>
                </form>
                <FormError error/>
                <p class="meta">"No account? Whoever runs this server makes one, or a coordinator sends a join link."</p>
            </div>
        </main>
    }
}

/// The head of a page on which nobody is known yet.
#[component]
pub fn DoorTop() -> impl IntoView {
    view! {
        <header class="top">
            <div class="top-a">
                <p class="brand">
                    <a href="/">"Inquest"</a>
                </p>
                <div class="inc"></div>
                <ThemeSwitch/>
            </div>
        </header>
    }
}
