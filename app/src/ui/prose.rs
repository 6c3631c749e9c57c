//! Texts that people wrote: the note's small grammar, with ids as chips.

use super::chip::Chip;
use ledger::text::{Block, Inline, Prose as Text};
use ledger::view::chip::Chips;
use leptos::either::{Either, EitherOf5};
use leptos::prelude::*;

/// A text with its paragraphs and lists.
#[component]
pub fn Prose(
    /// The text.
    text: Text,
    /// What its ids open into.
    #[prop(into)]
    chips: Signal<Chips>,
) -> impl IntoView {
    let blocks = text.blocks().into_iter().map(|block| match block {
        Block::Paragraph(inline) => Either::Left(view! { <p>{pieces(inline, chips)}</p> }),
        Block::List(items) => {
            let items = items.into_iter().map(|item| view! { <li>{pieces(item, chips)}</li> }).collect_view();
            Either::Right(view! { <ul class="items">{items}</ul> })
        }
    });
    view! { <div class="prose">{blocks.collect_view()}</div> }
}

/// A text in one line: for rows, where no block may stand.
#[component]
pub fn InlineProse(
    /// The text.
    text: Text,
    /// What its ids open into.
    #[prop(into)]
    chips: Signal<Chips>,
) -> impl IntoView {
    pieces(text.inline(), chips)
}

fn pieces(inline: Vec<Inline>, chips: Signal<Chips>) -> AnyView {
    // Bold text holds pieces again: without an erased type the type of a piece would hold itself.
    inline.into_iter().map(|piece| piece_view(piece, chips)).collect_view().into_any()
}

fn piece_view(piece: Inline, chips: Signal<Chips>) -> impl IntoView {
    match piece {
        Inline::Text(text) => EitherOf5::A(text),
        Inline::Bold(inner) => EitherOf5::B(view! { <b>{pieces(inner, chips)}</b> }),
        Inline::Code(code) => EitherOf5::C(view! { <code>{code}</code> }),
        Inline::Link { text, url } => EitherOf5::D(view! { <a href=url rel="external noopener noreferrer">{text}</a> }),
        Inline::Id { id, line } => EitherOf5::E(view! { <Chip id line chips/> }),
    }
}
