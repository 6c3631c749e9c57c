//! What an answer holds: its chart, its table, its lines, its raw body. Each is read on its own, so that one failing answer fails alone.

use super::count::{grouped, grouped_len};
use super::lines::LinesView;
use crate::api::error::ApiError;
use crate::api::read;
use crate::api::records::{Holds, ResultView, SeriesRow};
use crate::glue;
use crate::ui::error::ErrorPanel;
use crate::ui::field::CopyField;
use evidence::reading::{Cell, Column, ColumnRole, Table};
use futures::future::join_all;
use ledger::id::{EvidenceId, Slug};
use leptos::html;
use leptos::prelude::*;
use std::collections::BTreeMap;

/// The answers that came with the page, each on its own: one that could not be read fails alone. Context of a page.
///
/// They are loaded with the page, not by resources of their own: those would be made again each time the page's view is walked.
#[derive(Clone, Copy)]
pub struct Answers(pub StoredValue<AnswerMap>);

/// What was read of each piece of evidence, or why it could not be.
pub type AnswerMap = BTreeMap<EvidenceId, Result<ResultView, ApiError>>;

/// Reads the answers of some evidence, side by side.
pub async fn read_answers(slug: &Slug, evidence: Vec<EvidenceId>) -> AnswerMap {
    join_all(evidence.into_iter().map(|id| async move { (id, read::result(slug.clone(), id).await) })).await.into_iter().collect()
}

/// The answer of one piece of evidence: as it came with the page, or read by the browser when it came later.
#[component]
pub fn Answer(
    /// Which.
    evidence: EvidenceId,
    /// One sentence for people who can't see the chart; stands in its place until it is drawn.
    #[prop(into)]
    sentence: String,
    /// Takes the citation of a line; none: lines can't be cited from here.
    #[prop(optional_no_strip)]
    cite: Option<Callback<String>>,
) -> impl IntoView {
    let slug = StoredValue::new(expect_context::<Slug>());
    let sentence = StoredValue::new(sentence);
    let first = use_context::<Answers>().and_then(|answers| answers.0.with_value(|answers| answers.get(&evidence).cloned()));
    let later = Action::new(move |()| read::result(slug.get_value(), evidence));
    if first.is_none() {
        Effect::new(move |_| {
            later.dispatch(());
        });
    }
    move || match first.clone().or_else(|| later.value().get()) {
        None => view! { <p class="meta">"The answer is being read."</p> }.into_any(),
        Some(Ok(result)) => result_view(&slug.get_value(), result, sentence.get_value(), cite),
        Some(Err(error)) => view! { <ErrorPanel error what=format!("show the answer of {evidence}")/> }.into_any(),
    }
}

/// An answer that was read.
pub fn result_view(slug: &Slug, result: ResultView, sentence: String, cite: Option<Callback<String>>) -> AnyView {
    let evidence = result.evidence;
    let is_text = result.holds == Holds::Text;
    let raw_head = result.raw_head;
    let holds = match result.holds {
        Holds::Nothing => ().into_any(),
        Holds::Series { rows, total, chart } => view! {
            <figure class="fig">
                {chart.then(|| view! { <Chart slug=slug.clone() evidence sentence=sentence.clone()/> })}
                <figcaption>{sentence}</figcaption>
                <details open=!chart>
                    <summary>{format!("Table, {} of {} series", grouped_len(rows.len()), grouped(total))}</summary>
                    {series_table(rows)}
                </details>
            </figure>
        }
        .into_any(),
        Holds::Table { table, total, chart } => view! {
            <figure class="fig">
                {chart.then(|| view! { <Chart slug=slug.clone() evidence sentence=sentence.clone()/> })}
                <figcaption>{sentence}</figcaption>
                <details open=!chart>
                    <summary>{format!("Table, {} of {} rows", grouped_len(table.rows.len()), grouped(total))}</summary>
                    {value_table(table)}
                </details>
            </figure>
        }
        .into_any(),
        Holds::Lines { lines, total } => view! { <LinesView evidence lines total cite/> }.into_any(),
        Holds::Text => view! { <pre class="raw" tabindex="0" role="group" aria-label="Text">{raw_head.clone()}</pre> }.into_any(),
        Holds::Picture { address } => view! { <p><img src=address alt=sentence loading="lazy"/></p> }.into_any(),
    };
    // A text is its own raw form: shown once is enough.
    let raw = (result.raw_bytes > 0).then(|| raw_view(slug, evidence, result.raw_bytes, (!is_text).then_some(raw_head), result.sha256));
    let curl = result.curl.map(|curl| {
        view! {
            <details>
                <summary>"The very request, as curl"</summary>
                <p class="meta">"Secrets are left out. It needs your own access to the source; what that answers today is another answer."</p>
                <CopyField text=Signal::stored(curl) what="the curl line" rows=4/>
            </details>
        }
    });
    let link_out = result.link_out.map(|address| {
        view! {
            <p class="meta">
                <a href=address rel="external noopener noreferrer">"Open in the source's own page, same window"</a>
            </p>
        }
    });
    view! { {holds} {raw} {curl} {link_out} }.into_any()
}

/// A chart. The server renders its place, of fixed size; the browser draws in it. Sentence and table stand beside it in any case.
#[component]
fn Chart(slug: Slug, evidence: EvidenceId, sentence: String) -> impl IntoView {
    let place = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        if let Some(place) = place.get() {
            glue::enhance("charts", &place);
        }
    });
    view! {
        <div class="chart" role="img" aria-label=sentence node_ref=place data-spec=format!("/i/{slug}/{evidence}/chart.json")></div>
    }
}

fn raw_view(slug: &Slug, evidence: EvidenceId, bytes: u64, head: Option<String>, sha256: Option<String>) -> impl IntoView {
    let digest = sha256.map(|digest| view! { <p class="meta">"sha256 of the bytes received"</p> <p class="sha">{digest}</p> });
    view! {
        <details>
            <summary>{format!("Raw, {} bytes", grouped(bytes))}</summary>
            <p class="meta">
                <a href=format!("/i/{slug}/{evidence}/raw") rel="external">"The whole body, as received"</a>
            </p>
            {head.map(|head| view! { <pre class="raw" tabindex="0" role="group" aria-label="First part of the raw body">{head}</pre> })}
            {digest}
        </details>
    }
}

fn series_table(rows: Vec<SeriesRow>) -> impl IntoView {
    let rows = rows
        .into_iter()
        .map(|row| {
            view! {
                <tr>
                    <th scope="row" class="mono-s">{row.name}</th>
                    <td class="n">{grouped(row.points)}</td>
                    <td class="n">{row.lowest}</td>
                    <td class="n">{row.highest}</td>
                    <td class="n">{row.last}</td>
                    <td class="n">{grouped(row.odd)}</td>
                    <td class="n">{grouped(row.gaps)}</td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <div class="scroll" tabindex="0" role="group" aria-label="Series, scroll sideways on a small screen">
            <table>
                <caption class="vh">"Series of the answer"</caption>
                <thead>
                    <tr>
                        <th scope="col">"Series"</th>
                        <th scope="col" class="n">"Points"</th>
                        <th scope="col" class="n">"Lowest"</th>
                        <th scope="col" class="n">"Highest"</th>
                        <th scope="col" class="n">"Last"</th>
                        <th scope="col" class="n">"NaN or infinite"</th>
                        <th scope="col" class="n">"Gaps"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

fn value_table(table: Table) -> impl IntoView {
    let class = |column: Option<&Column>| column.map_or("", |column| if column.role == ColumnRole::Key { "" } else { "n" });
    let head =
        table.columns.iter().map(|column| view! { <th scope="col" class=class(Some(column))>{column.name.clone()}</th> }).collect_view();
    let rows = table
        .rows
        .iter()
        .map(|row| {
            let cells =
                row.iter().enumerate().map(|(place, cell)| view! { <td class=class(table.columns.get(place))>{cell_text(cell)}</td> });
            view! { <tr>{cells.collect_view()}</tr> }
        })
        .collect_view();
    view! {
        <div class="scroll" tabindex="0" role="group" aria-label="Table, scrolls sideways on a small screen">
            <table>
                <caption class="vh">"Rows of the answer"</caption>
                <thead>
                    <tr>{head}</tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// A cell in words: the source's own text, and never a zero where it gave none.
fn cell_text(cell: &Cell) -> String {
    match cell {
        Cell::Number(number) => number.text().to_owned(),
        Cell::Text(text) => text.clone(),
        Cell::Time(at) => format!("{} UTC", at.day_time()),
        Cell::None => "no value".to_owned(),
    }
}
