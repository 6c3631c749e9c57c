//! The head of every page of an incident: what it is, how it stands, the clock, who looks, the tabs.

use crate::api::account::{BecomePerson, SignOut};
use crate::api::records::{DemoPerson, Me};
use crate::api::write::{ChangeSeverity, ChangeState, CloseIncident, DescribeIncident, EndSolo, HandOver, ReopenIncident, SetUpdateDue};
use crate::format::{countdown, role_word, span, state_word};
use crate::ui::form::CommandForm;
use crate::ui::frame::{PageContext, Tab};
use crate::ui::sending::Sending;
use crate::ui::time::use_clock;
use ledger::event::{IncidentState, Role};
use ledger::view::header::Header;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_location;
use server_fn::ServerFn;

/// The head of the page, and its title.
#[component]
pub fn Top(
    /// The page.
    page: PageContext,
    /// Which tab it belongs to.
    tab: Tab,
) -> impl IntoView {
    let slug = page.slug();
    let title = StoredValue::new(match &tab {
        Tab::WarRoom => "War room".to_owned(),
        Tab::Stream(key) => page.streams.with_untracked(|streams| {
            streams.iter().find(|(other, _)| other == key).map_or_else(|| key.to_string(), |(_, name)| name.clone())
        }),
        Tab::Hypotheses => "Hypotheses".to_owned(),
        Tab::PostMortem => "Post-mortem".to_owned(),
        Tab::Other(title) => title.clone(),
    });
    let name = slug.0.clone();
    let page_title = move || {
        let waits = page.header.with(|header| header.needs_you.count());
        let count = if waits == 0 { String::new() } else { format!("({waits}) ") };
        format!("{count}{}, {name}, Inquest", title.get_value())
    };
    let meta = {
        let name = slug.0.clone();
        move || {
            page.header.with(|header| {
                let state = if header.closed.is_some() { "closed" } else { state_word(header.state) };
                let since = header.closed.as_ref().map_or(header.state_since, |(by, _)| by.at);
                let solo = if header.solo { ", solo" } else { "" };
                format!("{name}, severity {}, {state} since {}{solo}", header.severity, since.short())
            })
        }
    };
    let (me, demo) = page.frame.with_value(|frame| (frame.me.clone(), frame.demo.clone()));
    let role = move || page.header.with(|header| header.me.role.map(role_word));
    let coordinates = Memo::new(move |_| page.header.with(|header| header.me.coordinates));
    view! {
        <Title text=page_title/>
        <header class="top">
            <div class="top-a">
                <p class="brand">
                    <a href="/">"Inquest"</a>
                </p>
                <div class="inc">
                    <h1 class="name">{move || page.header.with(|header| header.title.clone())}</h1>
                    <span class="meta">{meta}</span>
                </div>
                <UpdateDue page/>
                <PageClock/>
                <WhoAmI me demo role=Signal::derive(role)/>
                <ThemeSwitch/>
            </div>
            <div class="top-b">
                <Tabs page tab/>
                <Show when=move || coordinates.get()>
                    <Course page/>
                </Show>
            </div>
        </header>
        <Problems page/>
    }
}

/// The clock: UTC to the second, once the browser's code is there.
#[component]
pub fn PageClock() -> impl IntoView {
    let clock = use_clock();
    view! {
        <p class="clock">
            <time datetime=move || clock.get().rfc3339()>{move || format!("{} UTC", clock.get().day_time())}</time>
        </p>
    }
}

/// Switches between the system's theme, light and dark. The page's own script does it, so it works at once.
#[component]
pub fn ThemeSwitch() -> impl IntoView {
    view! {
        <button type="button" class="bare" data-theme-switch="" aria-label="Switch theme: system, light, dark">
            "Theme"
        </button>
    }
}

/// Who looks; in the demo, whom else one may be.
#[component]
pub fn WhoAmI(
    /// Who looks.
    me: Me,
    /// Whom else one may be; empty outside the demo.
    demo: Vec<DemoPerson>,
    /// Their role here, in a word.
    #[prop(optional, into)]
    role: Signal<Option<&'static str>>,
) -> impl IntoView {
    let location = use_location();
    // Plain forms: who is somebody else now needs every page anew.
    let actor = me.actor.id.clone();
    let others = demo.into_iter().filter(move |person| person.actor != actor);
    let others = others.map(|person| {
        view! {
            <li>
                <form method="post" action=BecomePerson::url()>
                    <input type="hidden" name="person" value=person.actor.0/>
                    <input type="hidden" name="next" value=move || location.pathname.get()/>
                    <button type="submit" class="bare">
                        {person.name}
                    </button>
                    <span class="meta">{person.does}</span>
                </form>
            </li>
        }
    });
    let others = others.collect::<Vec<_>>();
    let others = (!others.is_empty()).then(|| {
        view! {
            <p class="meta">"This is the demo. Be somebody else:"</p>
            <ul class="people">{others}</ul>
        }
    });
    view! {
        <details class="menu who">
            <summary>
                {me.name.name} {me.name.by_link.then_some(" (by link)")}
                {move || role.get().map(|role| view! { <span class="meta">", " {role}</span> })}
            </summary>
            <div class="drop">
                {others} <form method="post" action=SignOut::url()>
                    <button type="submit">"Sign out"</button>
                </form>
            </div>
        </details>
    }
}

/// When the next update is due, counted down.
#[component]
fn UpdateDue(page: PageContext) -> impl IntoView {
    let clock = use_clock();
    move || {
        let due = page.header.with(|header| header.update_due)?;
        let left = due.0.saturating_sub(clock.get().0);
        Some(if left < 0 {
            view! { <p class="due late">"update overdue by " {span(-left)}</p> }
        } else {
            view! { <p class="due">"update due in " {countdown(left)}</p> }
        })
    }
}

#[component]
fn Tabs(page: PageContext, tab: Tab) -> impl IntoView {
    let slug = page.slug();
    let room = format!("/i/{slug}");
    let hypotheses = format!("/i/{slug}/hypotheses");
    let post_mortem = format!("/i/{slug}/post-mortem");
    let current = tab.clone();
    let streams = move || {
        let tabs = page.streams.get().into_iter().map(|(key, name)| {
            let here = tab == Tab::Stream(key.clone());
            view! {
                <a href=format!("/i/{slug}/s/{key}") aria-current=here.then_some("page")>
                    {name}
                </a>
            }
        });
        tabs.collect_view()
    };
    view! {
        <nav class="tabs" aria-label="Incident">
            <a href=room aria-current=(current == Tab::WarRoom).then_some("page")>
                "War room"
            </a>
            <span class="meta">"Streams"</span>
            {streams}
            <a href=hypotheses aria-current=(current == Tab::Hypotheses).then_some("page")>
                "Hypotheses"
            </a>
            <a href=post_mortem aria-current=(current == Tab::PostMortem).then_some("page")>
                "Post-mortem"
            </a>
            {match current {
                Tab::Other(title) => Some(view! { <a href="#main" aria-current="page">{title}</a> }),
                _ => None,
            }}
        </nav>
    }
}

/// State, severity, next update, title, closing: the coordinator's.
#[component]
fn Course(page: PageContext) -> impl IntoView {
    let change_state = Sending::to::<ChangeState>();
    let change_severity = Sending::to::<ChangeSeverity>();
    let set_due = Sending::to::<SetUpdateDue>();
    let describe = Sending::to::<DescribeIncident>();
    let close = Sending::to::<CloseIncident>();
    let reopen = Sending::to::<ReopenIncident>();
    let (hand_over, end_solo) = (Sending::to::<HandOver>(), Sending::to::<EndSolo>());
    let solo = Memo::new(move |_| page.header.with(|header| header.solo));
    let others = Memo::new(move |_| page.header.with(others_of));
    let closed = Memo::new(move |_| page.header.with(|header| header.closed.is_some()));
    let is_state = move |state: IncidentState| page.header.with(|header| header.state == state);
    let is_severity = move |severity: u8| page.header.with(|header| header.severity == severity);
    view! {
        <details class="menu course">
            <summary>"State and severity"</summary>
            <div class="drop">
                <Show
                    when=move || !closed.get()
                    fallback=move || {
                        view! {
                            <CommandForm action=reopen name="reopen">
                                <label>"Why is it not over" <input type="text" name="why" required/></label>
                                <button type="submit">"Open it again"</button>
                            </CommandForm>
                        }
                    }
                >
                    <CommandForm action=change_state name="state">
                        <label>
                            "State" <select name="state">
                                <option value="investigating" selected=move || is_state(IncidentState::Investigating)>
                                    "investigating"
                                </option>
                                <option value="mitigated" selected=move || is_state(IncidentState::Mitigated)>
                                    "mitigated"
                                </option>
                                <option value="resolved" selected=move || is_state(IncidentState::Resolved)>
                                    "resolved"
                                </option>
                            </select>
                        </label>
                        <label>"Why" <input type="text" name="why"/></label>
                        <button type="submit">"Change the state"</button>
                    </CommandForm>
                    <CommandForm action=change_severity name="severity">
                        <label>
                            "Severity, 1 is worst" <select name="severity">
                                {(1..=5)
                                    .map(|severity| {
                                        view! {
                                            <option value=severity selected=move || is_severity(severity)>
                                                {severity}
                                            </option>
                                        }
                                    })
                                    .collect_view()}
                            </select>
                        </label>
                        <label>"Why" <input type="text" name="why"/></label>
                        <button type="submit">"Change the severity"</button>
                    </CommandForm>
                    <CommandForm action=set_due name="due">
                        <label>
                            "Next update due" <input type="text" name="at" placeholder="now+30m or 2026-09-10 18:30, empty for none"/>
                        </label>
                        <button type="submit">"Set"</button>
                    </CommandForm>
                    <CommandForm action=describe name="describe">
                        <label>"Title" <input type="text" name="title" placeholder="as it is"/></label>
                        <label>"Onset, UTC" <input type="text" name="onset" placeholder="as it is"/></label>
                        <label>"Description" <textarea name="description" rows="2" placeholder="as it is"></textarea></label>
                        <button type="submit">"Describe it anew"</button>
                    </CommandForm>
                    <Show when=move || others.with(|others| !others.is_empty())>
                        <Show when=move || solo.get()>
                            <CommandForm action=end_solo name="end-solo">
                                <p class="meta">
                                    "You are not alone any more. Whoever weighs the answers should not pick the readings: give the streams away, and coordinate."
                                </p>
                                <label>"Your streams go to" <select name="streams_to">{move || people(others)}</select></label>
                                <button type="submit">"Split the work"</button>
                            </CommandForm>
                        </Show>
                        <CommandForm action=hand_over name="hand-over">
                            <label>"Coordinating goes to" <select name="to">{move || people(others)}</select></label>
                            <p class="meta">"From then on you may own streams and query."</p>
                            <button type="submit">"Hand over command"</button>
                        </CommandForm>
                    </Show>
                    <CommandForm action=close name="close">
                        <label>"Why is it over" <input type="text" name="why" required/></label>
                        <button type="submit">"Close the incident"</button>
                    </CommandForm>
                </Show>
            </div>
        </details>
    }
}

/// Who else takes part and may write: id and name.
fn others_of(header: &Header) -> Vec<(String, String)> {
    let writes =
        header.members.iter().filter(|(person, role)| *role != Role::Reader && person.id != header.coordinator.id && !person.agent);
    writes.map(|(person, _)| (person.id.0.clone(), person.name.clone())).collect()
}

fn people(others: Memo<Vec<(String, String)>>) -> impl IntoView {
    others.get().into_iter().map(|(id, name)| view! { <option value=id>{name}</option> }).collect_view()
}

/// What could not be folded as it stands, and whether anything can be written.
#[component]
fn Problems(page: PageContext) -> impl IntoView {
    move || {
        page.header.with(|header| {
            let read_only = header.read_only.then(|| {
                view! {
                    <p class="net off">
                        "This server can't read all events of this incident, so nothing can be written here. Update the server and reload."
                    </p>
                }
            });
            let problems = header.problems.iter().map(|problem| {
                view! {
                    <p class="net off">
                        "Event " {problem.seq} " (" {problem.kind.clone()} ") could not be read as it stands: " {problem.what.clone()}
                    </p>
                }
            });
            (read_only, problems.collect_view())
        })
    }
}
