//! The browser beyond the page: bundles, storage, clipboard, clock, notifications. Nothing here runs on the server.

use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::web_sys::{Element, Notification, NotificationPermission};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

mod bundle {
    use leptos::web_sys::Element;
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen(module = "/src/glue.js")]
    extern "C" {
        pub fn enhance(kind: &str, element: &Element) -> JsValue;
        pub fn release(handle: &JsValue);
    }
}

/// Lets the bundle `kind` (`editor`, `charts`) enhance an element until the reactive owner goes. Call it in an effect.
pub fn enhance(kind: &str, element: &Element) {
    let handle = StoredValue::new_local(bundle::enhance(kind, element));
    on_cleanup(move || {
        if let Some(handle) = handle.try_get_value() {
            bundle::release(&handle);
        }
    });
}

/// The browser's clock in microseconds since 1970, UTC.
pub fn now_us() -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "a clock in milliseconds is a whole number far below 2^53")]
    let millis = js_sys::Date::now() as i64;
    millis.saturating_mul(1_000)
}

/// Puts a text on the clipboard and says whether that worked.
pub fn copy(text: String, done: impl FnOnce(bool) + 'static) {
    let promise = window().navigator().clipboard().write_text(&text);
    spawn_local(async move { done(JsFuture::from(promise).await.is_ok()) });
}

/// Whether notifications may be shown; `None` where the browser asks first.
pub fn may_notify() -> Option<bool> {
    // A page that is not secure has no notifications at all.
    if !js_sys::Reflect::has(&window(), &JsValue::from_str("Notification")).unwrap_or(false) {
        return Some(false);
    }
    match Notification::permission() {
        NotificationPermission::Granted => Some(true),
        NotificationPermission::Denied => Some(false),
        _ => None,
    }
}

/// Asks for the permission to show notifications.
pub fn ask_to_notify(done: impl FnOnce(Option<bool>) + 'static) {
    if let Ok(promise) = Notification::request_permission() {
        spawn_local(async move {
            // The answer is read from the permission itself; a refused promise leaves it as it was.
            let _ = JsFuture::from(promise).await;
            done(may_notify());
        });
    }
}

/// Shows a notification, if it may.
pub fn notify(title: &str) {
    if may_notify() == Some(true) {
        // A browser that refuses here has taken the permission back; the line under the header says the same.
        let _ = Notification::new(title);
    }
}

/// Small texts kept on this device. A browser that forbids storage keeps nothing; the page works without.
pub mod storage {
    use leptos::prelude::window;
    use leptos::web_sys::Storage;

    fn local() -> Option<Storage> {
        window().local_storage().ok().flatten()
    }

    /// What is kept under a key.
    pub fn read(key: &str) -> Option<String> {
        local()?.get_item(key).ok().flatten()
    }

    /// Keeps a text; a full storage keeps the old one.
    pub fn write(key: &str, text: &str) {
        if let Some(local) = local() {
            let _ = local.set_item(key, text);
        }
    }

    /// Forgets what is kept under a key.
    pub fn remove(key: &str) {
        if let Some(local) = local() {
            let _ = local.remove_item(key);
        }
    }
}
