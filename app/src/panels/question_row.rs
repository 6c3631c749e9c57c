//! A question in a list: its age and its taker; one that nobody has seen for five minutes stands out.

use crate::ui::chip::Chip;
use crate::ui::prose::InlineProse;
use crate::ui::time::{Age, use_clock};
use ledger::view::chip::Chips;
use ledger::view::question::{QuestionRow, QuestionState};
use leptos::either::EitherOf4;
use leptos::prelude::*;

/// After so long an unseen question stands out, microseconds.
const UNSEEN_US: i64 = 5 * 60 * 1_000_000;

/// A question with how it stands.
#[component]
pub fn QuestionLine(
    /// The question.
    row: QuestionRow,
    /// What ids open into.
    chips: Signal<Chips>,
) -> impl IntoView {
    let clock = use_clock();
    let asked_at = row.asked.at;
    let late = Memo::new(move |_| clock.get().0.saturating_sub(asked_at.0) > UNSEEN_US);
    let stands = match (row.state, row.taken) {
        (QuestionState::Unseen, _) => EitherOf4::A(view! {
            <span class=move || if late.get() { "st st-warn" } else { "meta" }>"not seen for " <Age at=asked_at/></span>
        }),
        (QuestionState::Seen, _) => EitherOf4::B(view! { <span class="meta">"seen, asked " <Age at=asked_at/> " ago"</span> }),
        (QuestionState::Taken, Some(taken)) => EitherOf4::C(view! {
            <span class="meta">"taken by " {taken.by.name} ", " <Age at=taken.at/> " ago"</span>
        }),
        (QuestionState::Taken | QuestionState::Answered { .. } | QuestionState::Closed { .. }, _) => {
            EitherOf4::D(view! { <span class="meta">"asked " <Age at=asked_at/> " ago"</span> })
        }
    };
    view! {
        <li>
            <Chip id=row.id chips/>
            <span>
                <InlineProse text=row.text chips/>
                <br/>
                {stands}
            </span>
        </li>
    }
}
