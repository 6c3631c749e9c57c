//! Who owns a stream, and taking or giving it back.

use super::desk::Desk;
use crate::api::write::OwnStream;
use crate::ui::form::CommandForm;
use crate::ui::sending::Sending;
use ledger::view::stream::StreamCard;
use leptos::prelude::*;

/// The owner in words, with the one thing the reader may do about it.
#[component]
pub fn Owner(
    /// The stream.
    #[prop(into)]
    card: Signal<StreamCard>,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let own = Sending::to::<OwnStream>();
    let words = move || {
        card.with(|card| match &card.owner {
            Some(owner) if owner.is_me => "You own this stream.".to_owned(),
            Some(owner) => format!("{} owns this stream.", owner.name),
            None => "Nobody owns this stream. It can be asked, and nobody will look.".to_owned(),
        })
    };
    let free = Memo::new(move |_| card.with(|card| card.owner.is_none()));
    let offer = move || match (desk.reads_only.get(), free.get(), desk.owns()) {
        (false, true, _) => Some(("Take this stream", desk.actor.with_value(|actor| actor.0.clone()))),
        (false, false, true) => Some(("Give it back", String::new())),
        _ => None,
    };
    view! {
        <p class="meta">{words}</p>
        {move || {
            offer()
                .map(|(words, owner)| {
                    view! {
                        <CommandForm action=own name="own">
                            <input type="hidden" name="stream" value=desk.stream.with_value(|stream| stream.0.clone())/>
                            <input type="hidden" name="owner" value=owner/>
                            <button type="submit">{words}</button>
                        </CommandForm>
                    }
                })
        }}
    }
}
