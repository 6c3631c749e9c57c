//! The running note: passes, newest first; paragraphs and findings where they were said, with what speaks against them beside them.

use super::falls::{AffirmForm, lost_words};
use crate::api::write::{StartPass, WriteParagraph};
use crate::panels::paragraph::{EditParagraph, InConflict};
use crate::ui::chip::Chip;
use crate::ui::draft::DraftArea;
use crate::ui::form::{CommandForm, times_carried_out};
use crate::ui::frame::PageContext;
use crate::ui::prose::{InlineProse, Prose};
use crate::ui::sending::Sending;
use crate::ui::time::{Form, TimeOf};
use crate::{format, ui::chip::id_class};
use ledger::event::Role;
use ledger::id::AnyId;
use ledger::view::chip::{Chips, Standing};
use ledger::view::note::{NoteEntry, NoteView, PassView, Voice};
use ledger::view::parts::{Beside, Marked};
use ledger::view::room::WarRoom;
use leptos::either::Either;
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

/// The note.
#[component]
pub fn Note(
    /// The page.
    page: PageContext,
    /// The war room.
    room: Memo<WarRoom>,
) -> impl IntoView {
    let note = Memo::new(move |_| room.with(|room| room.note.clone()));
    let chips = Signal::derive(move || note.with(|note| note.chips.clone()));
    let may_write = may_write(page);
    view! {
        <section id="note" aria-labelledby="h-note">
            <h2 class="colhead" id="h-note">
                <span>"Running note"</span>
                <span class="meta">"newest pass first " <span class="legend">"† fallen ‡ cites a fallen claim"</span></span>
            </h2>
            <Show when=move || may_write.get()>
                <Composer page note/>
            </Show>
            {move || {
                note.with(|note| note.passes.iter().all(|pass| pass.entries.is_empty()))
                    .then(|| {
                        view! {
                            <div class="empty">
                                <p>
                                    "Nothing is written yet. Findings appear here by themselves. Write what is believed above, and cite with an id: F-12, E-26."
                                </p>
                            </div>
                        }
                    })
            }}
            <For each=move || note.with(pass_numbers) key=|number| *number let:number>
                <Pass page note number chips may_write/>
            </For>
        </section>
    }
}

/// Whether the one who looks may write claims and paragraphs here.
pub fn may_write(page: PageContext) -> Memo<bool> {
    Memo::new(move |_| page.header.with(|header| !header.read_only && header.closed.is_none() && header.me.role != Some(Role::Reader)))
}

fn pass_numbers(note: &NoteView) -> Vec<u32> {
    note.passes.iter().map(|pass| pass.number).collect()
}

#[component]
fn Pass(page: PageContext, note: Memo<NoteView>, number: u32, chips: Signal<Chips>, may_write: Memo<bool>) -> impl IntoView {
    // A pass that went keeps its last view until the list has dropped it.
    let pass = Memo::new(move |before: Option<&PassView>| {
        note.with(|note| note.passes.iter().find(|pass| pass.number == number).cloned())
            .or_else(|| before.cloned())
            .unwrap_or_else(|| PassView { number, title: String::new(), started: None, entries: Vec::new() })
    });
    let heading = move || {
        pass.with(|pass| match pass.number {
            0 => "Before the first pass".to_owned(),
            number => format!("Pass {number}. {}", pass.title),
        })
    };
    view! {
        <h3 class="pass">
            <span>{heading}</span>
            <span class="meta">{move || pass.with(|pass| pass.started).map(|at| view! { <TimeOf at form=Form::Short/> })}</span>
        </h3>
        <For each=move || pass.with(|pass| pass.entries.iter().map(|entry| entry.id).collect::<Vec<_>>()) key=|id| *id let:id>
            <Entry page pass id chips may_write/>
        </For>
    }
}

#[component]
fn Entry(page: PageContext, pass: Memo<PassView>, id: AnyId, chips: Signal<Chips>, may_write: Memo<bool>) -> impl IntoView {
    let entry = Memo::new(move |before: Option<&Option<NoteEntry>>| {
        pass.with(|pass| pass.entries.iter().find(|entry| entry.id == id).cloned()).or_else(|| before.cloned().flatten())
    });
    // A memo: an edit in progress must not be made anew each time the entry changes.
    let there = Memo::new(move |_| entry.with(Option::is_some));
    view! {
        <Show when=move || there.get()>
            <NoteEntryView page entry=Signal::derive(move || entry.get()) id chips may_write/>
        </Show>
    }
}

/// One paragraph or finding of the note.
#[component]
pub fn NoteEntryView(
    /// The page.
    page: PageContext,
    /// The entry; none once it is gone.
    entry: Signal<Option<NoteEntry>>,
    /// Its id.
    id: AnyId,
    /// What ids open into.
    chips: Signal<Chips>,
    /// Whether the one who looks may edit it.
    may_write: Memo<bool>,
) -> impl IntoView {
    let query = use_query_map();
    let address = format!("/i/{}/{id}", page.slug());
    let edit_address = format!("?edit={id}#{id}");
    let editing = Memo::new(move |_| query.with(|query| query.get_str("edit").is_some_and(|edit| edit == id.to_string())));
    let paragraph = match id {
        AnyId::ParagraphId(paragraph) => Some(paragraph),
        _ => None,
    };
    let own_address = address.clone();
    let said = move || {
        entry.get().map(|entry| {
            let standing = match (&entry.fallen, &entry.marked) {
                (Some(_), _) => Standing::Fallen,
                (None, Some(_)) => Standing::CitesFallen,
                (None, None) => Standing::Stands,
            };
            let voice = match &entry.voice {
                Voice::Stream(stream) => stream.name.clone(),
                Voice::Person(person) => person.name.clone(),
            };
            let text = entry.text.clone();
            let fallen = entry.fallen.is_some();
            let versions = (entry.versions > 1).then(|| format!("version {}", entry.versions));
            view! {
                <p class="when">
                    <TimeOf at=entry.at form=Form::Short/>
                    <span>{voice} " "</span>
                    <a class=id_class(entry.id, standing) href=own_address.clone()>
                        {entry.id.to_string()}
                    </a>
                </p>
                <div class="said">
                    {if fallen {
                        Either::Left(
                            view! {
                                <div class="prose">
                                    <p>
                                        <s>
                                            <InlineProse text chips/>
                                        </s>
                                        <span class="vh">" retracted"</span>
                                    </p>
                                </div>
                            },
                        )
                    } else {
                        Either::Right(view! { <Prose text chips/> })
                    }}
                    {versions.map(|versions| view! { <a class="meta" href=own_address.clone()>{versions}</a> })}
                </div>
                {entry.fallen.map(|beside| view! { <FallenBeside beside chips/> })}
                {entry.marked.map(|marked| view! { <MarkedBeside id=entry.id marked chips may_write/> })}
                {(!entry.sharpened.is_empty())
                    .then(|| {
                        view! {
                            <aside class="beside mark" aria-label="Read more sharply since">
                                <p>
                                    {entry.sharpened.into_iter().map(|id| view! { <Chip id chips/> " " }).collect_view()}
                                    "was amended after this was written."
                                </p>
                            </aside>
                        }
                    })}
            }
        })
    };
    let conflict = Memo::new(move |_| entry.with(|entry| entry.as_ref().is_some_and(|entry| entry.conflict.len() > 1)));
    view! {
        <article class="entry" id=id.to_string()>
            {said}
            {paragraph
                .map(|paragraph| {
                    view! {
                        <div class="revise">
                            <Show when=move || may_write.get() && !editing.get() && !conflict.get()>
                                <a class="meta" href=edit_address.clone()>
                                    "Edit"
                                </a>
                            </Show>
                            <Show when=move || may_write.get() && editing.get()>
                                <EditParagraph page paragraph entry/>
                            </Show>
                            <Show when=move || conflict.get()>
                                <InConflict page paragraph entry chips may_write/>
                            </Show>
                        </div>
                    }
                })}
        </article>
    }
}

/// The retraction beside what fell.
#[component]
pub fn FallenBeside(
    /// The retraction.
    beside: Beside,
    /// What ids open into.
    chips: Signal<Chips>,
) -> impl IntoView {
    view! {
        <aside class="beside" aria-label=format!("Retraction {}", beside.retraction)>
            <p>
                <Chip id=beside.retraction chips/>
                " "
                <b>"fell " <TimeOf at=beside.at form=Form::Short/> ", after " {format::span(beside.stood_us)}</b>
            </p>
            <p>
                <InlineProse text=beside.why chips/>
                {beside.killed_by.into_iter().map(|id| view! { " " <Chip id chips/> }).collect_view()}
            </p>
        </aside>
    }
}

/// What rests on a fallen claim says so.
#[component]
pub fn MarkedBeside(
    /// What is marked.
    id: AnyId,
    /// The falls below it.
    marked: Marked,
    /// What ids open into.
    chips: Signal<Chips>,
    /// Whether the one who looks may stand by it.
    may_write: Memo<bool>,
) -> impl IntoView {
    let lost = lost_words(&marked);
    let falls = marked.falls.into_iter().map(|fall| {
        view! {
            <p>
                <Chip id=fall.claim chips/>
                " fell at "
                <TimeOf at=fall.at form=Form::Short/>
                " "
                <Chip id=fall.retraction chips/>
                {fall.through.map(|through| view! { ", cited through " <Chip id=through chips/> })}
            </p>
        }
    });
    view! {
        <aside class="beside mark" aria-label="This cites a fallen claim">
            <p>
                <b>"Cites a fallen claim ‡"</b>
                {lost.map(|lost| format!(" {lost}"))}
            </p>
            {falls.collect_view()}
            <Show when=move || may_write.get()>
                <AffirmForm claims=vec![id]/>
            </Show>
        </aside>
    }
}

/// Where the next paragraph is written.
#[component]
fn Composer(page: PageContext, note: Memo<NoteView>) -> impl IntoView {
    let write = Sending::to::<WriteParagraph>();
    let start = Sending::to::<StartPass>();
    let saved = times_carried_out(write);
    let current = move || note.with(|note| note.passes.first().map_or(0, |pass| pass.number));
    let coordinates = Memo::new(move |_| page.header.with(|header| header.me.coordinates));
    view! {
        <div class="composer" role="group" aria-label="Add to the note">
            <p class="when meta">
                "now" <br/> {move || match current() {
                    0 => "no pass yet".to_owned(),
                    pass => format!("pass {pass}"),
                }}
            </p>
            <div>
                <CommandForm action=write name="paragraph">
                    <DraftArea
                        name="text"
                        key=format!("{}:paragraph", page.slug())
                        label="New paragraph"
                        placeholder="Write what is believed, cite with an id: F-12, E-26"
                        shortcut="n"
                        saved
                    />
                    <div class="tools">
                        <button type="submit" class="primary">
                            "Add paragraph " <kbd>"Ctrl Enter"</kbd>
                        </button>
                        <span class="meta">"A draft is kept on this device until the server has it."</span>
                    </div>
                </CommandForm>
                <Show when=move || coordinates.get()>
                    <details class="edit">
                        <summary>"Start the next pass"</summary>
                        <CommandForm action=start name="pass">
                            <label>"What it is about" <input type="text" name="title" required/></label>
                            <button type="submit">"Start the pass"</button>
                        </CommandForm>
                    </details>
                </Show>
            </div>
        </div>
    }
}
