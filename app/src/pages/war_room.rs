//! The war room: impact and where we stand first, then streams, the running note and the board.

use crate::api::read;
use crate::live::live_view;
use crate::panels::board::Board;
use crate::panels::first_query::FirstQuery;
use crate::panels::impact::Stand;
use crate::panels::note::Note;
use crate::panels::streams::Streams;
use crate::ui::frame::{PageContext, Tab, in_frame, use_slug};
use ledger::view::room::WarRoom;
use leptos::prelude::*;

/// The page.
#[component]
pub fn WarRoomPage() -> impl IntoView {
    let slug = use_slug();
    let page = Resource::new(move || slug.get(), read::war_room);
    in_frame(page, || Tab::WarRoom, |page, view| room(page, view).into_any())
}

fn room(page: PageContext, view: WarRoom) -> impl IntoView {
    let me = page.me();
    let room = live_view(view, move |room| Some(ledger::view::room::war_room(&room.state, &room.names, &me)));
    let open = move || room.with(|room| room.streams.iter().map(|card| card.open.len()).sum::<usize>());
    let found = move || room.with(|room| room.findings.len());
    view! {
        <FirstQuery page/>
        <main id="main" tabindex="-1">
            <div class="standing">
                <Stand page room/>
            </div>
            <nav class="mtabs" aria-label="Sections of the war room">
                <a href="#streams">"Streams " <span class="n">{open} " open"</span></a>
                <a href="#note">"Note"</a>
                <a href="#board">"Board " <span class="n">{found} " found"</span></a>
            </nav>
            <div class="room">
                <Streams page room/>
                <Note page room/>
                <Board page room/>
            </div>
        </main>
    }
}
