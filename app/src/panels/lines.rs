//! Documents read as lines. Each line can be cited: `E-28:4`.

use super::count::shown_of;
use crate::format::NBSP;
use crate::ui::time::{Form, TimeOf};
use evidence::reading::{Line, Total};
use ledger::id::EvidenceId;
use leptos::prelude::*;

/// The lines of an answer, as many as it carries, and of how many.
#[component]
pub fn LinesView(
    /// Which evidence.
    evidence: EvidenceId,
    /// The lines.
    lines: Vec<Line>,
    /// How many match at the source.
    total: Total,
    /// Takes the citation of a line, such as `E-28:4`; none: lines can't be cited from here.
    #[prop(optional_no_strip)]
    cite: Option<Callback<String>>,
) -> impl IntoView {
    let caption = format!("{} lines", shown_of(lines.len(), total));
    let rows = lines.into_iter().map(|line| line_row(evidence, line, cite)).collect_view();
    view! {
        <div class="scroll" tabindex="0" role="group" aria-label="Lines, scroll sideways on a small screen">
            <table class="lines">
                <caption><span class="cap">{caption}</span></caption>
                <thead>
                    <tr>
                        <th scope="col" class="n">"Line"</th>
                        <th scope="col">"Time, UTC"</th>
                        <th scope="col">"Message and fields"</th>
                        <th scope="col">"Index"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

fn line_row(evidence: EvidenceId, line: Line, cite: Option<Callback<String>>) -> impl IntoView {
    let citation = format!("{evidence}:{}", line.index);
    let (index, document) = line.origin;
    let fields = (!line.fields.is_empty()).then(|| {
        let fields = line.fields.into_iter().map(|(name, value)| view! { <dt>{name}</dt> <dd>{value}</dd> }).collect_view();
        view! {
            <details>
                <summary>"fields"</summary>
                <dl class="kv">{fields}</dl>
            </details>
        }
    });
    let button = cite.map(|cite| {
        let citation = citation.clone();
        let label = format!("Cite {citation}");
        view! {
            <button type="button" class="bare" aria-label=label on:click=move |_| cite.run(citation.clone())>
                "cite"
            </button>
        }
    });
    view! {
        <tr id=format!("line-{}", line.index)>
            <td class="n">{citation} {button}</td>
            <td>{line.at.map_or_else(|| leptos::either::Either::Left("no time"), |at| leptos::either::Either::Right(view! { <TimeOf at form=Form::Full/> }))}</td>
            <td>{line.message} {fields}</td>
            <td title=document>{if index.is_empty() { NBSP.to_string() } else { index }}</td>
        </tr>
    }
}
