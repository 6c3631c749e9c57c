//! Sending a form to a server function, the same way for all of them.
//!
//! Leptos' own actions and forms make code for each server function apart, which is a third of what a browser loads. Here that code
//! exists once for each kind of answer. Before the browser's code has loaded, the form is a plain one and sends itself.

use crate::api::error::ApiError;
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use leptos::server::ServerActionError;
use leptos::task::spawn_local;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{FormData, Headers, HtmlFormElement, RequestInit, Response, UrlSearchParams};
use serde::de::DeserializeOwned;
use server_fn::ServerFn;
use server_fn::error::ServerFnUrlError;
use server_fn::redirect::REDIRECT_HEADER;
use wasm_bindgen_futures::JsFuture;

/// A server function that forms are sent to, and what became of the last sending.
pub struct Sending<Out: 'static> {
    /// Where a form is sent.
    pub url: &'static str,
    /// What the last sending came to.
    pub value: RwSignal<Option<Result<Out, ApiError>>>,
    /// How often something was sent and answered.
    pub version: RwSignal<usize>,
    /// Something is on its way.
    pub pending: RwSignal<bool>,
}

impl<Out> Clone for Sending<Out> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Out> Copy for Sending<Out> {}

impl<Out: DeserializeOwned + Send + Sync + 'static> Sending<Out> {
    /// Sends to this server function.
    pub fn to<F: ServerFn<Output = Out, Error = ApiError>>() -> Self {
        Self::at(F::url(), F::PATH)
    }

    fn at(url: &'static str, path: &str) -> Self {
        // A plain form that was refused comes back with the error in the address.
        let refused = use_context::<ServerActionError>().filter(|error| error.path() == path);
        let value = refused.map(|error| Err(ServerFnUrlError::<ApiError>::decode_err(error.err())));
        Self { url, value: RwSignal::new(value), version: RwSignal::new(0), pending: RwSignal::new(false) }
    }

    /// Sends what the form of a submit event holds, in the place of the browser.
    pub fn submit(self, event: &SubmitEvent) {
        if event.default_prevented() {
            return;
        }
        event.prevent_default();
        let form = event.target().and_then(|target| target.dyn_into::<HtmlFormElement>().ok());
        let fields = form.and_then(|form| FormData::new_with_form(&form).ok());
        if let Some(fields) = fields.and_then(|fields| UrlSearchParams::new_with_str_sequence_sequence(&fields).ok()) {
            self.send_encoded(String::from(fields.to_string()));
        }
    }

    /// Sends these fields.
    pub fn send(self, fields: &[(&str, &str)]) {
        let encode = |text: &str| String::from(js_sys::encode_uri_component(text));
        let pairs: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", encode(value))).collect();
        self.send_encoded(pairs.join("&"));
    }

    fn send_encoded(self, fields: String) {
        self.pending.set(true);
        spawn_local(async move {
            let answer = post(self.url, &fields).await.and_then(|text| {
                serde_json::from_str(&text)
                    .map_err(|error| ApiError::Unreached { detail: format!("its answer was not understood: {error}") })
            });
            // The page may be gone by now; then nobody waits for the answer.
            let _ = self.value.try_set(Some(answer));
            let _ = self.version.try_update(|version| *version += 1);
            let _ = self.pending.try_set(false);
        });
    }
}

/// Posts encoded fields; answers the body of what was carried out.
async fn post(url: &str, fields: &str) -> Result<String, ApiError> {
    let unreached = |detail: &str| ApiError::Unreached { detail: detail.to_owned() };
    let request = RequestInit::new();
    request.set_method("POST");
    request.set_body(&fields.into());
    if let Ok(headers) = Headers::new() {
        // Neither can fail: both are valid and allowed.
        let _ = headers.set("accept", "application/json");
        let _ = headers.set("content-type", "application/x-www-form-urlencoded");
        request.set_headers(&headers);
    }
    let answer = JsFuture::from(window().fetch_with_str_and_init(url, &request)).await;
    let answer = answer.ok().and_then(|answer| answer.dyn_into::<Response>().ok()).ok_or_else(|| unreached("no answer came"))?;
    let text = match answer.text() {
        Ok(text) => JsFuture::from(text).await.ok().and_then(|text| text.as_string()),
        Err(_) => None,
    };
    let text = text.ok_or_else(|| unreached("the answer broke off"))?;
    if !answer.ok() {
        return Err(serde_json::from_str(&text).unwrap_or_else(|_| unreached(&format!("it answered {}", answer.status()))));
    }
    if answer.headers().has(REDIRECT_HEADER).unwrap_or(false)
        && let Ok(Some(location)) = answer.headers().get("location")
    {
        // Who one is, or which incident one is in, changes with it: the page is loaded anew.
        let _ = window().location().set_href(&location);
    }
    Ok(text)
}
