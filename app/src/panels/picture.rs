//! A picture from the clipboard: pasted into a field, sent as it is, kept as evidence that can't be run again.

use super::desk::Desk;
use crate::ui::field::use_hydrated;
use crate::ui::form::{CommandSeed, command_id};
use ledger::id::Slug;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{ClipboardEvent, File, RequestInit, Response};

/// Takes a pasted picture. There is no way to read the clipboard without the browser's code, so it is not shown before.
#[component]
pub fn PictureField() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let slug = expect_context::<Slug>();
    let hydrated = use_hydrated();
    let title = RwSignal::new(String::new());
    let said = RwSignal::new(String::new());
    let seed = use_context::<CommandSeed>().map_or_else(String::new, |seed| seed.0);
    // Grows with each picture that was added: one that was not acknowledged is repeated under the same command id.
    let added = RwSignal::new(0_u64);
    let base = desk.stream.with_value(|stream| format!("/i/{slug}/s/{stream}/upload"));
    let paste = move |event: ClipboardEvent| {
        let Some(picture) = picture_of(&event) else {
            said.set("The clipboard holds no picture. Copy one, then paste it here.".to_owned());
            return;
        };
        event.prevent_default();
        let shows = js_sys::encode_uri_component(&title.get_untracked());
        let command = command_id(&seed, "picture", added.get_untracked());
        let address = format!("{base}?kind=picture&title={shows}&command_id={command}");
        said.set("Sending the picture.".to_owned());
        spawn_local(async move {
            said.set(match send(&address, &picture).await {
                Ok(()) => {
                    added.update(|added| *added += 1);
                    "Added as evidence.".to_owned()
                }
                Err(why) => format!("The picture was not added: {why} Paste it again."),
            });
        });
    };
    view! {
        <Show when=move || hydrated.get()>
            <details>
                <summary>"A picture"</summary>
                <label>
                    "What it shows, in words "
                    <input
                        type="text"
                        autocomplete="off"
                        prop:value=title
                        on:input:target=move |event| title.set(event.target().value())
                    />
                </label>
                <label>
                    "Paste it here " <input type="text" autocomplete="off" placeholder="Ctrl V" on:paste=paste.clone()/>
                </label>
                <p class="meta">"It is sent as it is. It can't be run again."</p>
                <p class="meta" role="status">{said}</p>
            </details>
        </Show>
    }
}

/// The picture that a paste event carries.
fn picture_of(event: &ClipboardEvent) -> Option<File> {
    let files = event.clipboard_data()?.files()?;
    (0..files.length()).filter_map(|place| files.get(place)).find(|file| file.type_().starts_with("image/"))
}

/// Sends a picture; an error is a sentence.
async fn send(address: &str, picture: &File) -> Result<(), String> {
    let request = RequestInit::new();
    request.set_method("POST");
    request.set_body(picture);
    let answer = JsFuture::from(window().fetch_with_str_and_init(address, &request)).await;
    match answer.ok().and_then(|answer| answer.dyn_into::<Response>().ok()) {
        Some(answer) if answer.ok() => Ok(()),
        Some(answer) => Err(format!("the server answered {}.", answer.status())),
        None => Err("the server was not reached.".to_owned()),
    }
}
