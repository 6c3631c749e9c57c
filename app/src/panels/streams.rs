//! The streams: who owns each source, how it answers, what it was asked, what runs.

use crate::api::records::{Health, SourceCard};
use crate::api::write::{AskQuestion, OpenStream, OwnStream};
use crate::format::{count, millis};
use crate::panels::question_row::QuestionLine;
use crate::ui::chip::Chip;
use crate::ui::form::CommandForm;
use crate::ui::frame::PageContext;
use crate::ui::sending::Sending;
use crate::ui::time::Age;
use evidence::query::SourceKind;
use ledger::id::StreamKey;
use ledger::view::chip::Chips;
use ledger::view::room::WarRoom;
use ledger::view::stream::{RunRow, StreamCard};
use leptos::prelude::*;

/// The column of streams.
#[component]
pub fn Streams(
    /// The page.
    page: PageContext,
    /// The war room.
    room: Memo<WarRoom>,
) -> impl IntoView {
    let streams = Memo::new(move |_| room.with(|room| room.streams.clone()));
    let chips = Signal::derive(move || room.with(|room| room.chips.clone()));
    let open = move || count(streams.with(|streams| streams.iter().map(|card| card.open.len()).sum()), "open question", "open questions");
    let coordinates = Memo::new(move |_| page.header.with(|header| header.me.coordinates));
    let alone = Memo::new(move |_| page.header.with(|header| header.solo));
    view! {
        <section id="streams" aria-labelledby="h-streams">
            <h2 class="colhead" id="h-streams">
                <span>"Streams"</span>
                <span class="meta">{open}</span>
            </h2>
            {move || {
                streams
                    .with(|streams| streams.is_empty())
                    .then(|| {
                        view! {
                            <div class="empty">
                                <p>"There is no stream yet. A stream is one source with one owner. Open one below, then ask it a question."</p>
                            </div>
                        }
                    })
            }}
            <For each=move || streams.get() key=|card| card.key.clone() let:card>
                <Stream page streams key=card.key chips/>
            </For>
            <Show when=move || coordinates.get() && !alone.get()>
                <p class="why">
                    "You coordinate, so no query can be run from this screen: whoever weighs the answers does not pick the readings."
                </p>
            </Show>
            <Ask page/>
            <Open page/>
        </section>
    }
}

#[component]
fn Stream(page: PageContext, streams: Memo<Vec<StreamCard>>, key: StreamKey, chips: Signal<Chips>) -> impl IntoView {
    let address = format!("/i/{}/s/{key}", page.slug());
    let own = key.clone();
    let card = Memo::new(move |_| streams.with(|streams| streams.iter().find(|card| card.key == own).cloned()));
    let questions = Memo::new(move |_| card.with(|card| card.as_ref().map(|card| card.open.clone()).unwrap_or_default()));
    let pending = Memo::new(move |_| card.with(|card| card.as_ref().map(|card| card.pending.clone()).unwrap_or_default()));
    let owner = Memo::new(move |_| card.with(|card| card.as_ref().and_then(|card| card.owner.clone())));
    let name = move || card.with(|card| card.as_ref().map(|card| card.name.clone()));
    let source = Memo::new(move |_| {
        let name = card.with(|card| card.as_ref().and_then(|card| card.source.clone()))?;
        page.sources.with(|sources| sources.iter().find(|source| source.name == name).cloned())
    });
    let described = move || {
        let kind = match source.read().as_ref() {
            Some(source) => kind_words(source),
            None => {
                card.with(|card| card.as_ref().and_then(|card| card.source.clone())).unwrap_or_else(|| "people, files, links".to_owned())
            }
        };
        let owner = owner
            .read()
            .as_ref()
            .map_or_else(|| "no owner yet".to_owned(), |owner| if owner.is_me { "yours".to_owned() } else { owner.name.clone() });
        let open = match questions.with(Vec::len) {
            0 => "nothing open".to_owned(),
            open => format!("{open} open"),
        };
        format!("{kind}, {owner}, {open}")
    };
    view! {
        <div class="stream">
            <div class="head">
                <h3>
                    <a href=address>{name}</a>
                </h3>
                {move || source.get().map(|source| view! { <SourceHealth health=source.health recording=source.recording/> })}
            </div>
            <span class="meta">{described}</span>
            <ul class="qlist">
                {move || questions.get().into_iter().map(|row| view! { <QuestionLine row chips/> }).collect_view()}
            </ul>
            <ul class="runs">
                {move || pending.get().into_iter().map(|run| view! { <RunLine page run chips/> }).collect_view()}
            </ul>
            <TakeStream page key owner=Signal::derive(move || owner.read().as_ref().map(|owner| owner.is_me))/>
        </div>
    }
}

fn kind_words(source: &SourceCard) -> String {
    let product = source.build.clone().unwrap_or_else(|| {
        match source.kind {
            SourceKind::Prometheus => "Prometheus",
            SourceKind::Search => "search",
        }
        .to_owned()
    });
    if source.recording { format!("{product}, recorded") } else { product }
}

/// How a source answers, in shape and words.
#[component]
fn SourceHealth(
    /// How it answers.
    health: Health,
    /// A recording answers in its place.
    recording: bool,
) -> impl IntoView {
    let (class, words) = match health {
        _ if recording => ("st st-good", "a recording answers".to_owned()),
        Health::Unknown => ("st st-unk", "not asked yet".to_owned()),
        Health::Answers { millis: took, .. } => ("st st-good", format!("answers in {}", millis(took))),
        Health::Fails { reason, .. } => ("st st-stop", format!("does not answer: {}", reason.what)),
    };
    view! { <span class=class>{words}</span> }
}

/// A query that waits or runs, with its place in the source's line.
#[component]
fn RunLine(
    /// The page.
    page: PageContext,
    /// The run.
    run: RunRow,
    /// What ids open into.
    chips: Signal<Chips>,
) -> impl IntoView {
    let slug = page.slug();
    let id = run.id;
    let place = move || {
        let place = page.sources.with(|sources| {
            sources
                .iter()
                .flat_map(|source| &source.line)
                .find(|waiting| waiting.slug == slug && waiting.evidence == id)
                .map(|waiting| waiting.place)
        });
        match place {
            Some(0) => "running".to_owned(),
            Some(place) => format!("waits, number {place} in line"),
            None => "waits or runs".to_owned(),
        }
    };
    view! {
        <li>
            <Chip id chips/>
            " "
            <span class="meta">{place} " for " <Age at=run.asked.at/> ", asked by " {run.asked.by.name}</span>
        </li>
    }
}

/// Takes a stream that nobody owns, or gives one's own back.
#[component]
fn TakeStream(
    /// The page.
    page: PageContext,
    /// Which stream.
    key: StreamKey,
    /// Whether the one who looks owns it; none: nobody does.
    owner: Signal<Option<bool>>,
) -> impl IntoView {
    let own = Sending::to::<OwnStream>();
    let me = page.me();
    let owner = Memo::new(move |_| owner.get());
    // Who coordinates and is not alone would lose the stream's queries by owning it: they are not offered it.
    let may = Memo::new(move |_| {
        page.header.with(|header| {
            !header.read_only
                && header.closed.is_none()
                && (header.solo || !header.me.coordinates)
                && !matches!(header.me.role, Some(ledger::event::Role::Reader | ledger::event::Role::Responder))
        })
    });
    move || {
        let (to, words) = match owner.get() {
            None => (me.0.clone(), "Take this stream"),
            Some(true) => (String::new(), "Give this stream back"),
            Some(false) => return None,
        };
        let key = key.0.clone();
        may.get().then(|| {
            view! {
                <CommandForm action=own name=format!("own-{key}")>
                    <input type="hidden" name="stream" value=key/>
                    <input type="hidden" name="owner" value=to/>
                    <button type="submit" class="bare">
                        {words}
                    </button>
                </CommandForm>
            }
        })
    }
}

/// Asks a stream a question.
#[component]
fn Ask(page: PageContext) -> impl IntoView {
    let ask = Sending::to::<AskQuestion>();
    let options = move || {
        page.streams
            .with(|streams| streams.iter().map(|(key, name)| view! { <option value=key.0.clone()>{name.clone()}</option> }).collect_view())
    };
    let any = Memo::new(move |_| page.streams.with(|streams| !streams.is_empty()));
    view! {
        <Show when=move || any.get()>
            <details class="edit" data-key="q">
                <summary>"Ask a stream " <kbd>"q"</kbd></summary>
                <CommandForm action=ask name="ask">
                    <label>
                        "Question" <textarea name="text" rows="2" required placeholder="One that can be closed: was X above Y between A and B?"></textarea>
                    </label>
                    <label>"Stream" <select name="stream">{options}</select></label>
                    <details class="more">
                        <summary>"Window, component, metric"</summary>
                        <label>"From, UTC" <input type="text" name="from" placeholder="the incident's window"/></label>
                        <label>"To, UTC" <input type="text" name="to" placeholder="now"/></label>
                        <label>"Component" <input type="text" name="component" placeholder="filled from the evidence"/></label>
                        <label>"Metric" <input type="text" name="metric" placeholder="filled from the evidence"/></label>
                    </details>
                    <div class="tools">
                        <button type="submit" class="primary">
                            "Ask " <kbd>"Ctrl Enter"</kbd>
                        </button>
                    </div>
                </CommandForm>
            </details>
        </Show>
    }
}

/// Opens a stream.
#[component]
fn Open(page: PageContext) -> impl IntoView {
    let open = Sending::to::<OpenStream>();
    let sources = move || {
        page.sources.with(|sources| {
            sources.iter().map(|source| view! { <option value=source.name.clone()>{source.name.clone()}</option> }).collect_view()
        })
    };
    view! {
        <details class="edit">
            <summary>"Open a stream"</summary>
            <CommandForm action=open name="open-stream">
                <label>"Name" <input type="text" name="name" required/></label>
                <label>
                    "Source" <select name="source">
                        <option value="">"none: people, files, links"</option>
                        {sources}
                    </select>
                </label>
                <button type="submit">"Open the stream"</button>
            </CommandForm>
        </details>
    }
}
