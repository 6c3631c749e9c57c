//! All tries of a stream in one table: four outcomes, of which the two that say nothing never look like a zero.

use super::desk::Desk;
use crate::format::millis;
use crate::plan::window_text;
use crate::ui::chip::Chip;
use crate::ui::outcome::OutcomeBadge;
use crate::ui::time::{Form, TimeOf};
use ledger::view::stream::{Chain, TryRow};
use leptos::either::Either;
use leptos::prelude::*;

/// Every run, try and other evidence of the stream, newest first.
#[component]
pub fn Tries(
    /// The chains, newest first.
    #[prop(into)]
    chains: Signal<Vec<Chain>>,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let rows = Memo::new(move |_| chains.with(|chains| in_order(chains)));
    let body = move || rows.get().into_iter().map(|row| row_view(row, desk)).collect_view();
    view! {
        <section aria-labelledby="h-tries" class="sect">
            <h2 id="h-tries">"All tries of this stream"</h2>
            <Show
                when=move || rows.with(|rows| !rows.is_empty())
                fallback=|| view! { <p class="meta">"Nothing was asked or added yet."</p> }
            >
                <div class="scroll" tabindex="0" role="group" aria-label="Tries, scroll sideways on a small screen">
                    <table>
                        <caption class="vh">"All tries of this stream"</caption>
                        <thead>
                            <tr>
                                <th scope="col">"Evidence"</th>
                                <th scope="col">"When, UTC"</th>
                                <th scope="col">"Asked"</th>
                                <th scope="col">"Window"</th>
                                <th scope="col">"Outcome"</th>
                                <th scope="col" class="n">"Took"</th>
                            </tr>
                        </thead>
                        <tbody>{body}</tbody>
                    </table>
                </div>
            </Show>
        </section>
    }
}

/// The rows of all chains, newest first.
fn in_order(chains: &[Chain]) -> Vec<TryRow> {
    let mut rows: Vec<TryRow> = chains.iter().flat_map(|chain| std::iter::once(&chain.latest).chain(&chain.earlier)).cloned().collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.by.at));
    rows
}

fn row_view(row: TryRow, desk: Desk) -> impl IntoView {
    let id = match row.id {
        Some(id) => Either::Left(view! { <Chip id chips=desk.chips/> }),
        None => Either::Right(view! { <span class="quiet">"not sent"</span> }),
    };
    let took = match row.took_us {
        Some(took) => millis(u32::try_from(took.max(0) / 1_000).unwrap_or(u32::MAX)),
        None if row.query.is_some() => "not run".to_owned(),
        None => String::new(),
    };
    let window = row.query.as_ref().map(|query| window_text(query.window));
    let at = row.by.at;
    let shown = row.shown;
    view! {
        <tr>
            <th scope="row">{id}</th>
            <td><TimeOf at form=Form::Short/></td>
            <td class="mono-s">{row.title}</td>
            <td>{window}</td>
            <td><OutcomeBadge shown/></td>
            <td class="n">{took}</td>
        </tr>
    }
}
