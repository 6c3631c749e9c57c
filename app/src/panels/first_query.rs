//! The query of the alert an incident was opened from. It waits on the device of whoever pasted the alert until it is opened.

use crate::glue::storage;
use crate::ui::frame::PageContext;
use evidence::query::{Ask, Query};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

const KEY: &str = "inquest:first-query";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Kept {
    title: String,
    source: String,
    query: Query,
}

/// Keeps the first query of the incident that is about to be opened under a title.
pub fn keep(title: &str, source: &str, query: &Query) {
    let kept = Kept { title: title.to_owned(), source: source.to_owned(), query: query.clone() };
    if let Ok(text) = serde_json::to_string(&kept) {
        storage::write(KEY, &text);
    }
}

/// Offers the kept query in the stream it belongs to.
#[component]
pub fn FirstQuery(
    /// The page.
    page: PageContext,
) -> impl IntoView {
    let kept = RwSignal::new(None::<Kept>);
    Effect::new(move |_| {
        let found = storage::read(KEY).and_then(|text| serde_json::from_str::<Kept>(&text).ok());
        kept.set(found.filter(|kept| page.header.with_untracked(|header| header.title == kept.title)));
    });
    let forget = move |_| {
        storage::remove(KEY);
        kept.set(None);
    };
    move || {
        let Kept { source, query, .. } = kept.get()?;
        // A stream made for a source bears its name, so its address begins with the source's.
        let wanted = ledger::id::slug_of(&source);
        let key = page.streams.with(|streams| streams.iter().map(|(key, _)| key.clone()).find(|key| key.0.starts_with(&wanted)))?;
        let address = format!("/i/{}/s/{key}?{}", page.slug(), runner_query(&query));
        Some(view! {
            <p class="net on">
                <span>
                    "The alert's query is ready: " <a href=address on:click=forget>
                        "open it in " {source}
                    </a>
                </span>
                <button type="button" class="bare" on:click=forget>
                    "Not needed"
                </button>
            </p>
        })
    }
}

/// The query as the runner reads it from an address.
fn runner_query(query: &Query) -> String {
    let (language, step) = match &query.ask {
        Ask::PromqlRange { step_secs, .. } => ("promql", step_secs.to_string()),
        Ask::PromqlInstant { .. } => ("promql", "instant".to_owned()),
        Ask::QueryDsl { .. } => ("dsl", String::new()),
        Ask::QueryString { .. } => ("lucene", String::new()),
        Ask::Esql { .. } => ("esql", String::new()),
    };
    let fields = [
        ("language", language.to_owned()),
        ("text", query.ask.text().to_owned()),
        ("from", query.window.start.rfc3339()),
        ("to", query.window.end.rfc3339()),
        ("step", step),
    ];
    let encoded = fields.iter().map(|(name, value)| format!("{name}={}", String::from(js_sys::encode_uri_component(value))));
    encoded.collect::<Vec<_>>().join("&")
}
