//! The interface: pages rendered on the server and taken over in the browser.
//!
//! Invariant: every page is whole before the browser's code has loaded, with forms that work; what works only afterwards is shown only
//! afterwards. Both sides run the same views: no clock, no randomness and no local zone is read while rendering.

#![recursion_limit = "512"] // A page is one nested type; so are the futures that render it.

pub mod api;
#[cfg(feature = "ssr")]
pub mod charts;
pub mod format;
pub mod glue;
pub mod live;
pub mod pages;
pub mod panels;
pub mod plan;
#[cfg(feature = "ssr")]
pub mod shell;
pub mod ui;

use leptos::prelude::*;
use leptos_meta::provide_meta_context;
use leptos_router::components::{Route, Router, Routes};
use leptos_router::{SsrMode, path};
use live::Live;
use pages::hypotheses::HypothesesPage;
use pages::incidents::IncidentsPage;
use pages::join::JoinPage;
use pages::new_incident::NewIncidentPage;
use pages::post_mortem::PostMortemPageView;
use pages::sign_in::SignInPage;
use pages::stream::StreamPageView;
use pages::thing::ThingPageView;
use pages::war_room::WarRoomPage;
use ui::chip::OpenPreview;
use ui::error::NoSuchPage;
use ui::keys::Keys;

/// The whole interface.
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    provide_context(Live::new());
    provide_context(OpenPreview(RwSignal::new(None)));
    // Every page waits for its data on the server: nothing of it depends on scripts then.
    view! {
        <Router>
            <a class="skip" href="#main">
                "Skip to the content"
            </a>
            <Routes fallback=|| view! { <NoSuchPage/> }>
                <Route path=path!("/") view=IncidentsPage ssr=SsrMode::Async/>
                <Route path=path!("/new") view=NewIncidentPage ssr=SsrMode::Async/>
                <Route path=path!("/sign-in") view=SignInPage ssr=SsrMode::Async/>
                <Route path=path!("/join/:secret") view=JoinPage ssr=SsrMode::Async/>
                <Route path=path!("/i/:slug") view=WarRoomPage ssr=SsrMode::Async/>
                <Route path=path!("/i/:slug/s/:stream") view=StreamPageView ssr=SsrMode::Async/>
                <Route path=path!("/i/:slug/hypotheses") view=HypothesesPage ssr=SsrMode::Async/>
                <Route path=path!("/i/:slug/post-mortem") view=PostMortemPageView ssr=SsrMode::Async/>
                <Route path=path!("/i/:slug/:id") view=ThingPageView ssr=SsrMode::Async/>
            </Routes>
            <Keys/>
        </Router>
    }
}

/// Takes the page over in the browser.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    console_error_panic_hook::set_once();
    leptos::mount::hydrate_body(App);
}
