//! The list of incidents.

use crate::api::read;
use crate::api::records::Incidents;
use crate::format::{age, state_class, state_word};
use crate::live::Live;
use crate::panels::top::{PageClock, ThemeSwitch, WhoAmI};
use crate::ui::frame::page_error;
use crate::ui::prose::InlineProse;
use crate::ui::time::{provide_clock, use_clock};
use evidence::time::Micros;
use ledger::id::Slug;
use ledger::view::chip::Chips;
use ledger::view::row::IncidentRow;
use leptos::either::Either;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

/// The page.
#[component]
pub fn IncidentsPage() -> impl IntoView {
    let list = Resource::new(|| (), |()| read::incidents());
    let live = use_context::<Live>();
    Effect::new(move |_| {
        if let Some(live) = live {
            live.leave();
        }
    });
    view! {
        <Title text="Incidents, Inquest"/>
        <Transition fallback=|| view! { <p class="page meta">"The list is on its way."</p> }>
            {move || Suspend::new(async move {
                match list.await {
                    Ok(list) => Either::Left(view! { <List list/> }),
                    Err(error) => Either::Right(page_error(error)),
                }
            })}
        </Transition>
    }
}

/// The head of a page that belongs to no incident.
#[component]
pub fn PlainTop(
    /// Who looks, and the rest of the list's frame.
    list: StoredValue<Incidents>,
    /// The address of the page.
    here: &'static str,
) -> impl IntoView {
    let (me, demo) = list.with_value(|list| (list.me.clone(), list.demo.clone()));
    view! {
        <header class="top">
            <div class="top-a">
                <p class="brand">
                    <a href="/">"Inquest"</a>
                </p>
                <div class="inc"></div>
                <PageClock/>
                <WhoAmI me demo/>
                <ThemeSwitch/>
            </div>
            <div class="top-b">
                <nav class="tabs" aria-label="Inquest">
                    <a href="/" aria-current=(here == "/").then_some("page")>
                        "Incidents"
                    </a>
                    <a href="/new" data-key="i" aria-current=(here == "/new").then_some("page")>
                        "New incident"
                    </a>
                </nav>
            </div>
        </header>
    }
}

#[component]
fn List(list: Incidents) -> impl IntoView {
    provide_clock(list.now);
    let query = use_query_map();
    let list = StoredValue::new(list);
    let only_open = Memo::new(move |_| query.with(|query| query.get_str("show") == Some("open")));
    let (all, open) = list.with_value(|list| (list.rows.len(), list.rows.iter().filter(|(_, row)| row.closed.is_none()).count()));
    let rows = move || {
        let rows: Vec<_> =
            list.with_value(|list| list.rows.iter().filter(|(_, row)| row.closed.is_none() || !only_open.get()).cloned().collect());
        let (open, closed): (Vec<_>, Vec<_>) = rows.into_iter().partition(|(_, row)| row.closed.is_none());
        view! {
            {group("Open", open)}
            {group("Closed", closed)}
        }
    };
    view! {
        <PlainTop list here="/"/>
        <main id="main" class="page desk" tabindex="-1">
            <div class="pagehead">
                <h1>"Incidents"</h1>
                <p class="tools">
                    <a href="/new">
                        <b>"New incident"</b>
                    </a>
                    <kbd>"i"</kbd>
                    <span class="seg" role="group" aria-label="Which">
                        <a href="/" aria-current=move || (!only_open.get()).then_some("true")>
                            "all " {all}
                        </a>
                        <a href="/?show=open" aria-current=move || only_open.get().then_some("true")>
                            "open " {open}
                        </a>
                    </span>
                </p>
            </div>
            {if all == 0 {
                Either::Left(
                    view! {
                        <div class="empty">
                            <p>"There is no incident yet. Open one: a title and a source are enough."</p>
                            <p>
                                <a href="/new">"Open the first incident"</a>
                            </p>
                        </div>
                    },
                )
            } else {
                Either::Right(
                    view! {
                        <div class="scroll" tabindex="0" role="group" aria-label="Incidents, scrolls sideways on a middling screen">
                            <table class="index">
                                <caption class="vh">"Incidents, open first, then the newest"</caption>
                                <thead>
                                    <tr>
                                        <th scope="col" class="on">
                                            "Onset, UTC"
                                        </th>
                                        <th scope="col">"Incident and where it stands"</th>
                                        <th scope="col" class="stt">
                                            "State"
                                        </th>
                                        <th scope="col" class="n sev">
                                            "Sev."
                                        </th>
                                        <th scope="col" class="n oq">
                                            "Open questions"
                                        </th>
                                        <th scope="col" class="n oq">
                                            "Surviving hypotheses"
                                        </th>
                                        <th scope="col" class="n oq">
                                            "Findings"
                                        </th>
                                        <th scope="col" class="n oq">
                                            "Fell"
                                        </th>
                                    </tr>
                                </thead>
                                <tbody>{rows}</tbody>
                            </table>
                        </div>
                        <p class="meta">"A closed incident keeps its open questions: they are what the next one may answer."</p>
                    },
                )
            }}
        </main>
    }
}

fn group(heading: &'static str, rows: Vec<(Slug, IncidentRow)>) -> impl IntoView {
    (!rows.is_empty()).then(|| {
        view! {
            <tr class="yr">
                <th scope="rowgroup" colspan="8">
                    {heading}
                </th>
            </tr>
            {rows.into_iter().map(|(slug, row)| view! { <Row slug row/> }).collect_view()}
        }
    })
}

#[component]
fn Row(slug: Slug, row: IncidentRow) -> impl IntoView {
    // The ids in its texts are those of this incident.
    provide_context(slug.clone());
    let clock = use_clock();
    let began = row.onset.unwrap_or(row.opened);
    let ended = row.closed;
    let lasts = Memo::new(move |_| age(began, ended.unwrap_or_else(|| clock.get())));
    let state = if row.closed.is_some() { ("st st-unk", "closed") } else { (state_class(row.state), state_word(row.state)) };
    let none = |number: u32| if number == 0 { "none".to_owned() } else { number.to_string() };
    view! {
        <tr class=row.closed.is_none().then_some("live")>
            <td class="on">
                <b>
                    <time datetime=began.rfc3339()>{began.short()}</time>
                </b>
                <span class="meta">{onset_words(row.onset)} {lasts}</span>
            </td>
            <th scope="row">
                <a class="title" href=format!("/i/{slug}")>
                    {row.title}
                </a>
                <span class="meta">" " {slug.0} {row.solo.then_some(", solo")}</span>
                {row.stand.map(|stand| view! { <p class="stands"><InlineProse text=stand chips=Signal::stored(Chips::new())/></p> })}
            </th>
            <td class="stt">
                <span class=state.0>{state.1}</span>
            </td>
            <td class="sev n" data-l="severity">
                <span class="sevm" aria-hidden="true">
                    {(1..=5u8).rev().map(|bar| view! { <i class=(bar < row.severity).then_some("o")></i> }).collect_view()}
                </span>
                {row.severity}
            </td>
            <td class="oq n" data-l="open">
                {none(row.open_questions)}
            </td>
            <td class="oq n" data-l="surviving">
                {none(row.surviving)}
            </td>
            <td class="oq n" data-l="findings">
                {none(row.findings_live)}
            </td>
            <td class="oq n" data-l="fell">
                {none(row.findings_fallen)}
            </td>
        </tr>
    }
}

fn onset_words(onset: Option<Micros>) -> &'static str {
    if onset.is_some() { "" } else { "opened; onset not known, " }
}
