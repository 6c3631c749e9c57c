//! The matrix: hypotheses in rows, evidence in columns, rated before one sees how others rated.

use super::desk::Desk;
use super::hypotheses::state_view;
use super::matrix_sums::{Rounded, arithmetic_view, disputes_view};
use crate::api::error::ApiError;
use crate::api::hypotheses::RateEvidence;
use crate::api::read;
use crate::live::{Live, live_view_of};
use crate::ui::chip::Chip;
use crate::ui::error::FormError;
use crate::ui::form::{CommandForm, CommandSeed, command_id, form_error};
use crate::ui::frame::PageContext;
use crate::ui::prose::InlineProse;
use crate::ui::sending::Sending;
use ledger::apply::Touched;
use ledger::command::Made;
use ledger::event::Rating;
use ledger::id::{EvidenceId, HypothesisId};
use ledger::ratings::Ratings;
use ledger::view::hypothesis::HypothesesPage;
use ledger::view::matrix::{Cell, Column, Matrix, Row, matrix};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::HtmlElement;

/// The ratings with their keys, words and signs, from what speaks against most to what fits best.
const RATINGS: [(char, Rating, &str, &str); 6] = [
    ('1', Rating::VeryInconsistent, "very inconsistent", "\u{2212} \u{2212}"),
    ('2', Rating::Inconsistent, "inconsistent", "\u{2212}"),
    ('3', Rating::Neutral, "neutral", "0"),
    ('4', Rating::Consistent, "consistent", "+"),
    ('5', Rating::VeryConsistent, "very consistent", "+ +"),
    ('0', Rating::NotApplicable, "not applicable", "n/a"),
];

/// The matrix as the reader sees it, with what rates, what explains the order, and where raters differ.
#[component]
pub fn MatrixTable(
    /// What the panels share.
    context: PageContext,
    /// The page, for the texts and states of the rows.
    page: Memo<HypothesesPage>,
    /// The matrix as the server made it.
    first: Matrix,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let rate = Sending::to::<RateEvidence>();
    let seen = follow(context, first, rate);
    let has_rows = Memo::new(move |_| seen.with(|seen| !seen.rows.is_empty()));
    let sent = RwSignal::new(0_u64);
    let seed = use_context::<CommandSeed>().map_or_else(String::new, |seed| seed.0);
    let slug = context.slug();
    let send = Callback::new(move |(hypothesis, evidence, rating): (HypothesisId, EvidenceId, Rating)| {
        sent.update(|sent| *sent += 1);
        let command_id = command_id(&seed, "rate", sent.get_untracked());
        let fields = [
            ("slug", slug.0.as_str()),
            ("command_id", &command_id.0),
            ("hypothesis", &hypothesis.to_string()),
            ("evidence", &evidence.to_string()),
            ("rating", word(rating)),
        ];
        rate.send(&fields);
    });
    let on_key = move |event: KeyboardEvent| {
        if event.ctrl_key() || event.alt_key() || event.meta_key() || desk.reads_only.get_untracked() && event.key().len() == 1 {
            return;
        }
        let Some((row, column)) = place_of(&event) else { return };
        let step = match event.key().as_str() {
            "ArrowUp" => (-1, 0),
            "ArrowDown" => (1, 0),
            "ArrowLeft" => (0, -1),
            "ArrowRight" => (0, 1),
            key => {
                let rating = RATINGS.iter().find(|(own, ..)| key.chars().eq([*own])).map(|(_, rating, ..)| *rating);
                let cell = seen.with_untracked(|seen| Some((seen.rows.get(row)?.hypothesis, seen.columns.get(column)?.evidence)));
                if let (Some(rating), Some((hypothesis, evidence))) = (rating, cell) {
                    event.prevent_default();
                    send.run((hypothesis, evidence, rating));
                }
                return;
            }
        };
        event.prevent_default();
        focus(row.saturating_add_signed(step.0), column.saturating_add_signed(step.1));
    };
    view! {
        <Show when=move || has_rows.get()>
            <div class="scroll" tabindex="0" role="group" aria-label="Matrix, scrolls sideways on a small screen">
                <table class="matrix" on:keydown=on_key>
                    <caption>
                        <span class="cap">
                            <b>"Evidence against each hypothesis"</b>
                            " Columns from the evidence that tells the rows apart most to least. Filled squares speak against, open squares are merely compatible; n/a and fallen evidence count nowhere. Others' ratings of a cell show once you have rated it."
                        </span>
                    </caption>
                    <thead>{move || seen.with(|seen| head_view(seen, desk))}</thead>
                    <tbody>{move || seen.with(|seen| page.with(|page| body_view(seen, page, desk)))}</tbody>
                </table>
            </div>
            <FormError error=form_error(rate)/>
            <p class="meta legend">
                {RATINGS
                    .map(|(key, rating, words, _)| view! { <span>{square(rating)} " " {words} " " <kbd>{key.to_string()}</kbd> " "</span> })
                    .collect_view()} "Move with the arrow keys."
            </p>
            <Show when=move || !desk.reads_only.get()>
                <RateForm seen/>
            </Show>
            {move || seen.with(arithmetic_view)}
            {move || seen.with(|seen| disputes_view(seen, desk))}
        </Show>
    }
}

/// The matrix, computed again when hypotheses, evidence or what one may see of the ratings change.
fn follow(context: PageContext, first: Matrix, rate: Sending<Made>) -> Memo<Matrix> {
    let live = use_context::<Live>();
    let (slug, me) = (context.slug(), context.me());
    let ratings = RwSignal::new(None::<Ratings>);
    let version = live_view_of(Touched::HYPOTHESES | Touched::RETRACTIONS, 0, |room| Some(room.state.seq));
    // The server's matrix is right until something changes; from then on the ratings are asked for, since the log leaves them out.
    let asked = slug.clone();
    Effect::new(move |before: Option<(u64, usize)>| {
        let now = (version.get(), rate.version.get());
        if before.is_some_and(|before| before != now) {
            let slug = asked.clone();
            spawn_local(async move {
                let answer: Result<Ratings, ApiError> = read::ratings(slug).await;
                // Without them the matrix stays as it was, and the next change asks again.
                if let Ok(found) = answer {
                    let _ = ratings.try_set(Some(found));
                }
            });
        }
        now
    });
    Memo::new(move |before: Option<&Matrix>| {
        version.track();
        let computed = ratings.with(|ratings| {
            let ratings = ratings.as_ref()?;
            live?.room.with_untracked(|room| room.as_ref().filter(|room| room.slug == slug).map(|room| matrix(&room.state, ratings, &me)))
        });
        computed.or_else(|| before.cloned()).unwrap_or_else(|| first.clone())
    })
}

fn head_view(seen: &Matrix, desk: Desk) -> impl IntoView + use<> {
    let most = seen.columns.iter().filter_map(|column| column.splits).fold(0.0_f64, f64::max);
    let columns = seen.columns.iter().cloned().map(|column| column_view(column, most, desk)).collect_view();
    view! {
        <tr>
            <th scope="col" class="hcol">
                "Hypothesis and what would refute it"
            </th>
            {columns}
            <th scope="col" class="n">
                "Against"
            </th>
            <th scope="col" class="sum">
                "State, computed"
            </th>
        </tr>
    }
}

fn column_view(column: Column, most: f64, desk: Desk) -> impl IntoView {
    let below = match (column.fallen, column.splits) {
        (true, _) => view! { <span class="meta">"fell, counted nowhere"</span> }.into_any(),
        (false, Some(splits)) => {
            let share = if most > 0.0 { splits / most * 100.0 } else { 0.0 };
            view! {
                <span class="dg">
                    <i style=format!("width:{share:.0}%")></i>
                </span>
                <span class="meta">{format!("splits {splits:.1}")}</span>
            }
            .into_any()
        }
        (false, None) => view! { <span class="meta">"fewer than two ratings"</span> }.into_any(),
    };
    view! {
        <th scope="col">
            <Chip id=column.evidence chips=desk.chips/>
            <span class="t">{column.title}</span>
            {below}
        </th>
    }
}

fn body_view(seen: &Matrix, page: &HypothesesPage, desk: Desk) -> impl IntoView + use<> {
    let rows = seen.rows.iter().enumerate().map(|(index, row)| row_view(index, row, &seen.columns, page, desk));
    rows.collect::<Vec<_>>()
}

fn row_view(index: usize, row: &Row, columns: &[Column], page: &HypothesesPage, desk: Desk) -> impl IntoView + use<> {
    let chips = desk.chips;
    let known = page.rows.iter().find(|known| known.id == row.hypothesis);
    let text = known.map(|known| known.text.clone());
    let refuter = known.and_then(|known| known.refuters.first()).map(|refuter| {
        let (question, observation) = (refuter.question, refuter.observation.clone());
        view! {
            <span class="meta ref">
                "Refuter: " <InlineProse text=observation chips/> " "
                <Chip id=question chips/>
            </span>
        }
    });
    let cells = row
        .cells
        .iter()
        .zip(columns)
        .enumerate()
        .map(|(place, (cell, column))| cell_view((index, place), cell, (row.hypothesis, column.evidence), column));
    let against = if row.cells.iter().any(|cell| cell.mean.is_some()) {
        view! { <b>{format!("{}", Rounded(row.against))}</b> }.into_any()
    } else {
        view! { <span class="oc oc-none">"not rated"</span> }.into_any()
    };
    let rated = format!("{} of {} rated", row.rated, row.cells_in_all);
    view! {
        <tr id=format!("row-{}", row.hypothesis)>
            <th scope="row" class="hcol">
                <Chip id=row.hypothesis chips/>
                " "
                {text.map(|text| view! { <InlineProse text chips/> })}
                {refuter}
            </th>
            {cells.collect::<Vec<_>>()}
            <td class="n" data-t="against">
                {against}
                <br/>
                <span class="meta">{rated}</span>
            </td>
            <td class="sum">{known.map(|known| state_view(known.state))}</td>
        </tr>
    }
}

/// One cell; the arrow keys move between them, so Tab stops at the first only.
fn cell_view(
    place: (usize, usize),
    cell: &Cell,
    (hypothesis, evidence): (HypothesisId, EvidenceId),
    column: &Column,
) -> impl IntoView + use<> {
    let words = cell_words(cell, column.fallen);
    let label = format!("{evidence} for {hypothesis}: {words}");
    let shown = if column.fallen {
        view! { <span class="rt rt-na">"out"</span> }.into_any()
    } else {
        match (cell.mine, cell.suggested) {
            (Some(rating), _) => square(rating).into_any(),
            (None, Some(_)) => view! { <span class="rt">"rate?"</span> }.into_any(),
            (None, None) => view! { <span class="rt rt-na">"rate"</span> }.into_any(),
        }
    };
    let raters = (cell.raters > 1 || cell.raters == 1 && cell.mine.is_none()).then(|| {
        let mean = cell.mean.filter(|_| cell.raters > 1).map(|mean| format!(", mean {}", Rounded(mean)));
        view! { <span class="meta">{cell.raters} {if cell.raters == 1 { " rater" } else { " raters" }} {mean}</span> }
    });
    let disputed = cell.is_disputed().then(|| view! { <span class="st st-warn">"disputed"</span> });
    view! {
        <td
            class=column.fallen.then_some("out")
            tabindex=if place == (0, 0) { "0" } else { "-1" }
            data-row=place.0.to_string()
            data-column=place.1.to_string()
            data-e=evidence.to_string()
            data-t=column.title.clone()
            title=words
        >
            <span class="vh">{label}</span>
            <span aria-hidden="true">{shown}</span>
            {raters}
            {disputed}
        </td>
    }
}

fn cell_words(cell: &Cell, fallen: bool) -> String {
    let suggestion = cell.suggested.map(|rating| format!("; the answer to its refuter suggests {}", rating_words(rating)));
    match (fallen, cell.mine) {
        (true, _) => "the reading fell, it counts nowhere".to_owned(),
        (false, Some(rating)) => format!("you rated it {}", rating_words(rating)),
        (false, None) => format!("you have not rated it{}", suggestion.unwrap_or_default()),
    }
}

pub(super) fn rating_words(rating: Rating) -> &'static str {
    RATINGS.iter().find(|(_, own, ..)| *own == rating).map_or("", |(_, _, words, _)| words)
}

/// A rating as a form sends it.
fn word(rating: Rating) -> &'static str {
    match rating {
        Rating::VeryInconsistent => "very_inconsistent",
        Rating::Inconsistent => "inconsistent",
        Rating::Neutral => "neutral",
        Rating::Consistent => "consistent",
        Rating::VeryConsistent => "very_consistent",
        Rating::NotApplicable => "not_applicable",
    }
}

/// The squares of a rating: filled against, open for; never colour alone.
fn square(rating: Rating) -> impl IntoView {
    let (class, squares) = match rating {
        Rating::VeryInconsistent => ("rt rt-mm", 2),
        Rating::Inconsistent => ("rt rt-m", 1),
        Rating::Neutral | Rating::NotApplicable => ("rt rt-na", 0),
        Rating::Consistent => ("rt rt-c", 1),
        Rating::VeryConsistent => ("rt rt-cc", 2),
    };
    let sign = RATINGS.iter().find(|(_, own, ..)| *own == rating).map_or("", |(.., sign)| sign);
    view! { <span class=class>{(0..squares).map(|_| view! { <i></i> }).collect_view()} <span>{sign}</span></span> }
}

/// Rates any piece of evidence, also such as is no column yet; works before the browser's code is there.
#[component]
fn RateForm(seen: Memo<Matrix>) -> impl IntoView {
    let rate = Sending::to::<RateEvidence>();
    let rows = Memo::new(move |_| {
        seen.with(|seen| {
            let mut ids: Vec<HypothesisId> = seen.rows.iter().map(|row| row.hypothesis).collect();
            ids.sort_unstable();
            ids
        })
    });
    let options = move || rows.get().into_iter().map(|id| view! { <option value=id.to_string()>{id.to_string()}</option> }).collect_view();
    let ratings = RATINGS.map(|(_, rating, words, _)| {
        view! { <option value=word(rating)>{words}</option> }
    });
    view! {
        <details class="edit">
            <summary>"Rate another piece of evidence"</summary>
            <CommandForm action=rate name="rate-any">
                <label>"Evidence" <input type="text" name="evidence" required autocomplete="off" placeholder="E-17"/></label>
                <label>"Hypothesis" <select name="hypothesis">{options}</select></label>
                <label>"It is with that" <select name="rating">{ratings.collect_view()}</select></label>
                <button type="submit">"Rate"</button>
            </CommandForm>
        </details>
    }
}

/// The cell that holds the focus: row and column.
fn place_of(event: &KeyboardEvent) -> Option<(usize, usize)> {
    let cell = event.target()?.dyn_into::<HtmlElement>().ok()?.closest("td[data-row]").ok()??;
    let number = |name: &str| cell.get_attribute(name).and_then(|text| text.parse().ok());
    Some((number("data-row")?, number("data-column")?))
}

fn focus(row: usize, column: usize) {
    let found = document().query_selector(&format!("td[data-row='{row}'][data-column='{column}']")).ok().flatten();
    if let Some(cell) = found.and_then(|cell| cell.dyn_into::<HtmlElement>().ok()) {
        // The edge of the matrix has nothing beyond it; there the focus stays.
        let _ = cell.focus();
    }
}
