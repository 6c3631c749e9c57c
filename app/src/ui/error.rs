//! What could not be done: what was attempted, why it failed, what to do next. Beside the form or in the place of the panel.

use super::frame::page_error;
use crate::api::error::ApiError;
use leptos::prelude::*;
use leptos_router::hooks::use_location;

/// A panel that could not be shown. The rest of the page lives.
#[component]
pub fn ErrorPanel(
    /// Why.
    error: ApiError,
    /// What was attempted, after "could not": `show the war room`.
    #[prop(into)]
    what: String,
) -> impl IntoView {
    view! {
        <section class="failed" role="alert">
            <p>
                <span class="oc oc-cant">"could not " {what}</span>
            </p>
            <p>{why(&error)}</p>
            <p class="meta">{error.todo()} {matches!(error, ApiError::SignIn).then(|| view! { <SignInLink/> })}</p>
        </section>
    }
}

/// Beside a form: what the last sending of it came to, if that was an error.
#[component]
pub fn FormError(
    /// The error, if there is one.
    #[prop(into)]
    error: Signal<Option<ApiError>>,
) -> impl IntoView {
    move || {
        error.get().map(|error| {
            view! {
                <p class="form-error" role="alert">
                    <b>{why(&error)}</b>
                    " "
                    {error.todo()}
                    {matches!(error, ApiError::SignIn).then(|| view! { <SignInLink/> })}
                </p>
            }
        })
    }
}

/// An address that leads nowhere.
#[component]
pub fn NoSuchPage() -> impl IntoView {
    page_error(ApiError::Missing)
}

/// A sentence about the error, beginning with a capital letter.
fn why(error: &ApiError) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).chain(['.']).collect())
}

/// To the sign-in page, and back here afterwards.
#[component]
fn SignInLink() -> impl IntoView {
    let location = use_location();
    let address = move || format!("/sign-in?next={}", location.pathname.get());
    view! {
        " "
        <a href=address>"Sign in"</a>
    }
}
