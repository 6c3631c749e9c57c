//! Coming in and going: sessions by password, by join link, and in the demo by picking who one is.

#![expect(missing_docs, reason = "of each function the macro makes a struct whose fields are the arguments")]

#[cfg(feature = "ssr")]
use super::door::{clear_cookie, cookie, door, go_on, set_cookie};
use super::error::ApiError;
use leptos::prelude::*;

/// Signs in and goes on to the page that was asked for.
#[server(prefix = "/rpc", endpoint = "sign-in")]
pub async fn sign_in(name: String, password: String, #[server(default)] next: String) -> Result<(), ApiError> {
    let (backend, _) = door().await?;
    set_cookie(&backend.sign_in(&name, &password).await?)?;
    go_on(&next);
    Ok(())
}

/// Ends the session.
#[server(prefix = "/rpc", endpoint = "sign-out")]
pub async fn sign_out() -> Result<(), ApiError> {
    let (backend, _) = door().await?;
    if let Some(cookie) = cookie() {
        backend.sign_out(&cookie).await;
    }
    clear_cookie()?;
    leptos_axum::redirect("/sign-in");
    Ok(())
}

/// Comes in by a join link under a name.
#[server(prefix = "/rpc", endpoint = "join")]
pub async fn join(secret: String, name: String) -> Result<(), ApiError> {
    let (backend, _) = door().await?;
    let (cookie, slug) = backend.join(&secret, &name).await?;
    set_cookie(&cookie)?;
    leptos_axum::redirect(&format!("/i/{slug}"));
    Ok(())
}

/// Only in the demo: becomes somebody.
#[server(prefix = "/rpc", endpoint = "become")]
pub async fn become_person(person: String, #[server(default)] next: String) -> Result<(), ApiError> {
    let (backend, _) = door().await?;
    set_cookie(&backend.become_person(&person).await?)?;
    go_on(&next);
    Ok(())
}
