//! The retraction table: what was believed, which stream raised it, what killed it, how long that took.

use super::desk::Desk;
use super::things::stream_link;
use crate::format::span;
use crate::ui::chip::Chip;
use crate::ui::prose::InlineProse;
use ledger::view::hypothesis::HypothesesPage;
use ledger::view::parts::RetractionRow;
use leptos::prelude::*;

/// The table, shortest first; it names streams, never persons.
#[component]
pub fn RetractionTable(
    /// The page.
    page: Memo<HypothesesPage>,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let rows = Memo::new(move |_| page.with(|page| page.retractions.clone()));
    let median = move || page.with(|page| page.median_stood_us.map_or_else(String::new, span));
    view! {
        <section class="sect" aria-labelledby="h-retr">
            <h2 id="h-retr">"Retractions"</h2>
            <Show
                when=move || rows.with(|rows| !rows.is_empty())
                fallback=|| view! { <p class="quiet">"Nothing was retracted. A claim that falls stands here, with what killed it."</p> }
            >
                <div class="scroll" tabindex="0" role="group" aria-labelledby="h-retr">
                    <table class="retrt">
                        <caption>
                            <span class="cap">"What was believed, who raised it, what killed it and how long that took. Shortest first."</span>
                        </caption>
                        <thead>
                            <tr>
                                <th scope="col">"Id"</th>
                                <th scope="col">"Claim"</th>
                                <th scope="col">"Raised by"</th>
                                <th scope="col">"What killed it"</th>
                                <th scope="col" class="n">
                                    "Stood for"
                                </th>
                            </tr>
                        </thead>
                        <tbody>{move || rows.get().into_iter().map(|row| row_view(row, desk)).collect_view()}</tbody>
                        <tfoot>
                            <tr>
                                <th scope="row" colspan="4">
                                    {move || format!("Median time to retraction, n = {}", rows.with(Vec::len))}
                                </th>
                                <td class="n">{median}</td>
                            </tr>
                        </tfoot>
                    </table>
                </div>
            </Show>
        </section>
    }
}

fn row_view(row: RetractionRow, desk: Desk) -> impl IntoView {
    let chips = desk.chips;
    let killed_by = row.killed_by.into_iter().map(|id| view! { " " <Chip id chips/> }).collect_view();
    view! {
        <tr>
            <th scope="row"><Chip id=row.id chips/></th>
            <td class="prose">
                <s><InlineProse text=row.claim chips/></s>
                " "
                <Chip id=row.fallen chips/>
            </td>
            <td>{row.stream.map(|stream| stream_link(&stream))}</td>
            <td><InlineProse text=row.why chips/> {killed_by}</td>
            <td class="n">{span(row.stood_us)}</td>
        </tr>
    }
}
