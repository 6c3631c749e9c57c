//! A new incident: a title is enough; a pasted alert fills the rest.

use super::incidents::PlainTop;
use crate::api::error::ApiError;
use crate::api::read;
use crate::api::records::{Incidents, PasteRead, SourceCard};
use crate::api::write::OpenIncident;
use crate::panels::first_query;
use crate::ui::error::FormError;
use crate::ui::field::use_hydrated;
use crate::ui::form::{command_id, form_error};
use crate::ui::frame::page_error;
use crate::ui::sending::Sending;
use crate::ui::time::provide_clock;
use leptos::either::Either;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_meta::Title;

/// The page.
#[component]
pub fn NewIncidentPage() -> impl IntoView {
    let list = Resource::new(|| (), |()| read::incidents());
    view! {
        <Title text="New incident, Inquest"/>
        <Transition fallback=|| view! { <p class="page meta">"The form is on its way."</p> }>
            {move || Suspend::new(async move {
                match list.await {
                    Ok(list) => Either::Left(view! { <New list/> }),
                    Err(error) => Either::Right(page_error(error)),
                }
            })}
        </Transition>
    }
}

/// The fields that an alert fills.
#[derive(Clone, Copy)]
struct Fields {
    title: NodeRef<html::Input>,
    onset: NodeRef<html::Input>,
    description: NodeRef<html::Textarea>,
    labels: NodeRef<html::Textarea>,
    form: NodeRef<html::Form>,
}

#[component]
fn New(list: Incidents) -> impl IntoView {
    provide_clock(list.now);
    let open = Sending::to::<OpenIncident>();
    let error = form_error(open);
    let fields =
        Fields { title: NodeRef::new(), onset: NodeRef::new(), description: NodeRef::new(), labels: NodeRef::new(), form: NodeRef::new() };
    let edits = RwSignal::new(0_u64);
    let seed = list.command_seed.clone();
    let sources = list.sources.clone();
    let list = StoredValue::new(list);
    view! {
        <PlainTop list here="/new"/>
        <main id="main" class="page desk" tabindex="-1">
            <h1>"New incident"</h1>
            <div class="newgrid" on:input=move |_| edits.update(|edits| *edits += 1)>
                <form method="post" action=open.url on:submit=move |event| open.submit(&event) node_ref=fields.form>
                    <input type="hidden" name="command_id" value=move || command_id(&seed, "open", edits.get()).0/>
                    <div class="form2">
                        <label for="title">"What is failing"</label>
                        <div>
                            <input type="text" id="title" name="title" class="wr" required maxlength="200" node_ref=fields.title/>
                            <p class="meta">"What is seen, not what is thought to cause it."</p>
                        </div>
                        <label for="severity">"Severity, 1 is worst"</label>
                        <select id="severity" name="severity">
                            {(1..=5u8).map(|severity| view! { <option value=severity selected=severity == 2>{severity}</option> }).collect_view()}
                        </select>
                        <label for="onset">"Onset, UTC"</label>
                        <div>
                            <input type="text" id="onset" name="onset" class="mono" placeholder="2026-09-10 17:40, now-20m, empty: not known" node_ref=fields.onset/>
                            <p class="meta">"May be corrected later, on record."</p>
                        </div>
                        <label for="description">"Description"</label>
                        <textarea id="description" name="description" rows="3" node_ref=fields.description></textarea>
                        <label for="labels">"Labels"</label>
                        <textarea id="labels" name="labels" rows="2" class="mono" placeholder="name=value, one a line" node_ref=fields.labels></textarea>
                        <span class="lab" id="l-sources">
                            "Sources"
                            <small class="meta">"one stream each"</small>
                        </span>
                        <SourceBoxes sources/>
                        <label for="streams">"Further streams"</label>
                        <div>
                            <textarea id="streams" name="streams" rows="2" placeholder="Code review"></textarea>
                            <p class="meta">"One a line: people, repositories, dumps."</p>
                        </div>
                        <span class="lab">"Roles"</span>
                        <div>
                            <label class="plain">
                                <input type="checkbox" name="solo" value="yes"/>
                                " I do all of it: solo, on record"
                            </label>
                            <p class="meta">"Otherwise you coordinate and query nothing: whoever weighs the answers does not pick the readings."</p>
                        </div>
                        <span></span>
                        <p class="tools">
                            <button type="submit" class="primary">
                                "Open the incident " <kbd>"Ctrl Enter"</kbd>
                            </button>
                            <a href="/">"Not now"</a>
                        </p>
                    </div>
                </form>
                <aside class="files">
                    <FromAlert fields edits/>
                </aside>
            </div>
            <FormError error/>
        </main>
    }
}

#[component]
fn SourceBoxes(sources: Vec<SourceCard>) -> impl IntoView {
    if sources.is_empty() {
        return Either::Left(view! { <p class="quiet">"No source is configured. Files, links and statements can still be evidence."</p> });
    }
    let boxes = sources.into_iter().enumerate().map(|(index, source)| {
        let id = format!("source-{index}");
        view! {
            <li>
                <input type="checkbox" id=id.clone() name="sources[]" value=source.name.clone()/>
                <label for=id>
                    <b>{source.name}</b>
                    {source.build.unwrap_or_default()}
                    {source.recording.then_some(" recorded")}
                </label>
            </li>
        }
    });
    Either::Right(view! { <ul class="pick" aria-labelledby="l-sources">{boxes.collect_view()}</ul> })
}

/// A pasted alert fills the form; nothing is sent until the form is.
#[component]
fn FromAlert(fields: Fields, edits: RwSignal<u64>) -> impl IntoView {
    let hydrated = use_hydrated();
    let text = NodeRef::<html::Textarea>::new();
    let (said, set_said) = signal(String::new());
    let read_it = move |_| {
        let Some(pasted) = text.get_untracked().map(|area| area.value()) else { return };
        spawn_local(async move {
            let words = match read::read_paste(None, pasted).await {
                Ok(PasteRead::Alert { title, onset, labels, source, query }) => {
                    set(fields.title.get_untracked().map(|input| move |text: &str| input.set_value(text)), &title);
                    set(
                        fields.onset.get_untracked().map(|input| move |text: &str| input.set_value(text)),
                        &onset.map_or_else(String::new, |at| at.rfc3339()),
                    );
                    let lines = labels.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("\n");
                    set(fields.labels.get_untracked().map(|area| move |text: &str| area.set_value(text)), &lines);
                    edits.update(|edits| *edits += 1);
                    match (source, query) {
                        (Some(source), Some(query)) => {
                            set(
                                fields.description.get_untracked().map(|area| move |text: &str| area.set_value(text)),
                                &format!("The alert's query, for {source}: `{}`", query.ask.text()),
                            );
                            tick_source(fields.form, &source);
                            first_query::keep(&title, &source, &query);
                            format!("Filled in. Its query waits for you in the stream of {source} once the incident is open.")
                        }
                        (None, Some(query)) => {
                            set(
                                fields.description.get_untracked().map(|area| move |text: &str| area.set_value(text)),
                                &format!("The alert's query: `{}`", query.ask.text()),
                            );
                            "Filled in. Its query belongs to no configured source; it stands in the description.".to_owned()
                        }
                        (_, None) => "Filled in. The alert names no query.".to_owned(),
                    }
                }
                Ok(_) => "This is no alert that can be read: paste the JSON that Alertmanager sends. Nothing was changed.".to_owned(),
                Err(error) => failed(&error),
            };
            set_said.set(words);
        });
    };
    let form = move || {
        view! {
            <h2 class="colhead">"From an alert"</h2>
            <label for="alert">"Paste Alertmanager JSON"</label>
            <textarea id="alert" rows="6" class="mono" node_ref=text></textarea>
            <div class="tools">
                <button type="button" on:click=read_it>
                    "Fill the form from it"
                </button>
            </div>
            <p class="meta" role="status">
                {said}
            </p>
        }
    };
    move || hydrated.get().then(form)
}

fn set(field: Option<impl Fn(&str)>, text: &str) {
    if let Some(field) = field {
        field(text);
    }
}

/// Ticks the box of a source.
fn tick_source(form: NodeRef<html::Form>, source: &str) {
    use leptos::wasm_bindgen::JsCast;
    use leptos::web_sys::HtmlInputElement;
    let Some(boxes) = form.get_untracked().and_then(|form| form.query_selector_all("input[type='checkbox']").ok()) else { return };
    for index in 0..boxes.length() {
        if let Some(tick) =
            boxes.item(index).and_then(|tick| tick.dyn_into::<HtmlInputElement>().ok()).filter(|tick| tick.value() == source)
        {
            tick.set_checked(true);
        }
    }
}

fn failed(error: &ApiError) -> String {
    format!("Could not read it: {error}. {}", error.todo())
}
