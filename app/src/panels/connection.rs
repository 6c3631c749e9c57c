//! How the connection stands, in the flow of the page. Nothing is shown while events arrive.

use crate::format;
use crate::live::{Connection, Live};
use evidence::time::Micros;
use leptos::prelude::*;

/// The line about the connection.
#[component]
pub fn ConnectionLine() -> impl IntoView {
    let live = use_context::<Live>();
    let line = move || match live?.connection.get() {
        Connection::Server | Connection::Live => None,
        Connection::Lost { since_us } => Some(("net off", lost(since_us), false)),
        Connection::Back => Some(("net on", "The connection is back, and this page has caught up.".to_owned(), false)),
        Connection::Reload { why } => Some(("net off", format!("Reload this page: {why}. Your draft is kept."), true)),
    };
    let reload = |_| {
        // Nothing to do about a browser that refuses: the reader reloads by hand.
        let _ = window().location().reload();
    };
    view! {
        <div role="status">
            {move || {
                line()
                    .map(|(class, words, reloads)| {
                        view! {
                            <p class=class>
                                <span>{words}</span>
                                {reloads
                                    .then(|| {
                                        view! {
                                            <button type="button" on:click=reload>
                                                "Reload"
                                            </button>
                                        }
                                    })}
                            </p>
                        }
                    })
            }}
        </div>
    }
}

fn lost(since_us: i64) -> String {
    let since = Micros(since_us).clock();
    format!(
        "The connection was lost at {since}{}UTC. This page shows how things stood then, and tries again. What you write is kept on this device.",
        format::NBSP
    )
}
