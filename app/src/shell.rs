//! The document around the interface, and its content security policy.

use crate::App;
use leptos::config::LeptosOptions;
use leptos::nonce::use_nonce;
use leptos::prelude::*;
use leptos_meta::MetaTags;

/// Applies the theme that was chosen on this device before anything is painted, and switches it. It runs without the browser's code.
const THEME: &str = r#"(() => {
  const key = "inquest:theme", root = document.documentElement;
  const apply = (theme) => theme === "light" || theme === "dark" ? root.dataset.theme = theme : delete root.dataset.theme;
  const stored = () => { try { return localStorage.getItem(key); } catch { return null; } };
  apply(stored());
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-theme-switch]");
    if (!button) return;
    const order = ["system", "light", "dark"];
    const next = order[(order.indexOf(root.dataset.theme ?? "system") + 1) % 3];
    apply(next);
    button.setAttribute("aria-label", `Theme: ${next}. Switch theme`);
    button.title = `Theme: ${next}`;
    try { localStorage.setItem(key, next); } catch {}
  });
})();"#;

/// The document. `build` names the build of the browser's code; a page of another build asks to be loaded again.
pub fn shell(options: LeptosOptions, build: &str) -> impl IntoView + use<> {
    let nonce = use_nonce();
    set_policy(nonce.as_deref());
    let package = format!("/{}", options.site_pkg_dir);
    let script = format!("{package}/{}.js", options.output_name);
    let module = format!("{package}/{}_bg.wasm", options.output_name);
    let start = format!(r#"import({script:?}).then((page) => page.default({{ module_or_path: {module:?} }}).then(() => page.hydrate()));"#);
    let build = build.to_owned();
    view! {
        <!DOCTYPE html>
        <html lang="en">
            <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <meta name="inquest-build" content=build/>
                <script nonce=nonce.clone()>{THEME}</script>
                <link rel="stylesheet" href=format!("{package}/inquest.css")/>
                <link rel="icon" href="data:,"/>
                <link rel="modulepreload" href=script nonce=nonce.clone()/>
                <link rel="preload" href=module r#as="fetch" r#type="application/wasm" crossorigin=""/>
                <script type="module" nonce=nonce>
                    {start}
                </script>
                <MetaTags/>
            </head>
            <body>
                <App/>
            </body>
        </html>
    }
}

/// Scripts only with this answer's nonce, and what those import; styles only of this server. Charts carry style attributes, which need
/// their own leave. Without a nonce no script runs at all.
fn set_policy(nonce: Option<&str>) {
    let Some(response) = use_context::<leptos_axum::ResponseOptions>() else { return };
    let nonce = nonce.map_or_else(|| "'none'".to_owned(), |nonce| format!("'nonce-{nonce}'"));
    let policy = format!(
        "default-src 'none'; script-src {nonce} 'wasm-unsafe-eval'; style-src-elem 'self' {nonce}; style-src-attr 'unsafe-inline'; \
         img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    );
    if let Ok(value) = axum::http::HeaderValue::from_str(&policy) {
        response.insert_header(axum::http::header::CONTENT_SECURITY_POLICY, value);
    }
}
