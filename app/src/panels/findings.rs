//! The findings file of a stream: each claim with its evidence, its reasoning, and what was not said yet shown as missing.

use super::absence::absence_view;
use super::desk::Desk;
use super::falls::{AffirmForm, RetractForm, beside_view, marked_view};
use super::finding_forms::{AmendForm, CompleteForm};
use crate::format::count;
use crate::ui::chip::Chip;
use crate::ui::outcome::OutcomeBadge;
use crate::ui::prose::Prose;
use crate::ui::time::{Form, TimeOf};
use ledger::event::Amendment;
use ledger::id::FindingId;
use ledger::text::Prose as Text;
use ledger::view::chip::Chips;
use ledger::view::finding::{EarlierText, FindingView};
use ledger::view::parts::EvidenceLine;
use leptos::either::Either;
use leptos::prelude::*;

/// The findings file, newest first.
#[component]
pub fn Findings(
    /// The findings, newest first.
    #[prop(into)]
    findings: Signal<Vec<FindingView>>,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let ids = Memo::new(move |_| findings.with(|findings| findings.iter().map(|finding| finding.id).collect::<Vec<_>>()));
    view! {
        <h2 class="colhead" id="h-file">
            <span>"Findings file"</span>
            <span class="meta">{move || count(ids.read().len(), "finding", "findings")}</span>
        </h2>
        <Show
            when=move || ids.with(|ids| !ids.is_empty())
            fallback=|| view! { <p class="meta">"No finding. Run a query or add what you have, then write under it what it shows."</p> }
        >
            <For each=move || ids.get() key=|id| *id let(id)>
                <FileEntry id findings may_write=Signal::derive(move || !desk.reads_only.get())/>
            </For>
        </Show>
    }
}

/// One finding with its forms. The forms do not depend on the finding's row, so that what is being typed stays when it changes.
#[component]
fn FileEntry(id: FindingId, findings: Signal<Vec<FindingView>>, may_write: Signal<bool>) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let row = Memo::new(move |_| findings.with(|findings| findings.iter().find(|finding| finding.id == id).cloned()));
    let stands = Memo::new(move |_| row.with(|row| row.as_ref().is_some_and(|row| row.fallen.is_none())));
    view! {
        <article aria-label=format!("Finding {id}") id=id.to_string()>
            {move || row.get().map(|finding| finding_view(finding, desk.chips))}
            <Show when=move || stands.get() && may_write.get()>
                <div class="folds">
                    <CompleteForm id/>
                    <AmendForm id text=row.with_untracked(|row| row.as_ref().map_or_else(String::new, |row| row.text.0.clone()))/>
                    <RetractForm claim=id is_mine=row.with_untracked(|row| row.as_ref().is_some_and(|row| row.is_mine))/>
                </div>
            </Show>
        </article>
    }
}

/// A finding as its file and its permanent page show it.
pub fn finding_view(finding: FindingView, chips: Signal<Chips>) -> AnyView {
    let id = finding.id;
    let answers = (!finding.answers.is_empty()).then(|| {
        let ids = finding.answers.iter().map(|id| view! { <Chip id=*id chips/> " " }).collect_view();
        view! { "answers " {ids} }
    });
    let cited = count(finding.cited_by.len(), "place cites it", "places cite it");
    let severity = finding.severity.map(|severity| view! { <span class="meta">{format!("severity {severity} ")}</span> });
    let text = if finding.fallen.is_some() {
        Either::Left(view! { <s><Prose text=finding.text chips/></s> })
    } else {
        Either::Right(view! { <Prose text=finding.text chips/> })
    };
    view! {
        <p>
            <Chip id chips/>
            " "
            <span class="meta"><TimeOf at=finding.at form=Form::Short/> ", " {answers} {cited}</span>
            " "
            {severity}
        </p>
        {finding.fallen.map(|fallen| beside_view(fallen, chips))}
        {text}
        {finding.absence.map(|absence| absence_view(absence, chips))}
        {finding.one_pair_of_eyes.then(|| one_pair_view(id, finding.is_mine))}
        {finding.marked.map(|marked| marked_view(id, marked, chips))}
        {sharpened_view(&finding.sharpened, chips)}
        <h3>"Evidence"</h3>
        {evidence_table(id, finding.evidence, chips)}
        {sections(
            [
                ("Reasoning", finding.reasoning),
                ("Ruled out", finding.ruled_out),
                ("Could not check", finding.could_not_check),
            ],
            chips,
        )}
        {earlier_view(finding.earlier, chips)}
    }
    .into_any()
}

/// One person had asked, read and weighed it: another may stand by it.
fn one_pair_view(id: FindingId, is_mine: bool) -> impl IntoView {
    let desk = use_context::<Desk>();
    let may = move || !is_mine && desk.is_some_and(|desk| !desk.reads_only.get());
    view! {
        <p><span class="st st-unk">"one pair of eyes"</span> ": one person asked, read and weighed it."</p>
        <Show when=may>
            <AffirmForm claims=vec![id.into()]/>
        </Show>
    }
}

/// The parts of a finding beside its claim; those that were not said are shown as missing, in one line.
fn sections(parts: [(&'static str, Option<Text>); 3], chips: Signal<Chips>) -> impl IntoView {
    let missing: Vec<&str> = parts.iter().filter(|(_, text)| text.is_none()).map(|(heading, _)| *heading).collect();
    let missing = missing.join(", ").to_lowercase();
    let said = parts.into_iter().filter_map(|(heading, text)| Some(view! { <h3>{heading}</h3> <Prose text=text? chips/> }));
    view! {
        {said.collect_view()}
        {(!missing.is_empty()).then(|| view! { <p class="unsaid"><span class="st st-unk">"not written yet"</span> ": " {missing}</p> })}
    }
}

/// The evidence of a text: what it asks, and what it read.
pub fn evidence_table(id: impl std::fmt::Display, lines: Vec<EvidenceLine>, chips: Signal<Chips>) -> impl IntoView {
    if lines.is_empty() {
        return Either::Left(view! { <p class="st st-unk">"cites no evidence"</p> });
    }
    let label = format!("Evidence of {id}");
    let region = label.clone();
    let rows = lines
        .into_iter()
        .map(|line| {
            let shown = line.shown;
            view! {
                <tr>
                    <th scope="row"><Chip id=line.id line=line.line chips/></th>
                    <td class="mono-s">{line.reads}</td>
                    <td><OutcomeBadge shown/></td>
                </tr>
            }
        })
        .collect_view();
    Either::Right(view! {
        <div class="scroll" tabindex="0" role="group" aria-label=region>
            <table>
                <caption class="vh">{label}</caption>
                <thead>
                    <tr>
                        <th scope="col">"Id"</th>
                        <th scope="col">"Reads"</th>
                        <th scope="col">"Outcome"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    })
}

/// Cited findings that read otherwise since: a light mark.
fn sharpened_view(findings: &[FindingId], chips: Signal<Chips>) -> Option<impl IntoView + use<>> {
    let ids = findings.iter().map(|id| view! { <Chip id=*id chips/> " " }).collect_view();
    (!findings.is_empty()).then(|| view! { <p class="meta">"Amended since this was written: " {ids}</p> })
}

fn earlier_view(earlier: Vec<EarlierText>, chips: Signal<Chips>) -> Option<impl IntoView> {
    if earlier.is_empty() {
        return None;
    }
    let words = count(earlier.len(), "earlier text", "earlier texts");
    let texts = earlier
        .into_iter()
        .map(|text| {
            let why = match text.why {
                Amendment::Slip => "a slip",
                Amendment::SharperReading => "a sharper reading",
            };
            view! {
                <li>
                    <span class="meta">"until " <TimeOf at=text.until form=Form::Full/> ", " {why}</span>
                    <Prose text=text.text chips/>
                </li>
            }
        })
        .collect_view();
    Some(view! {
        <details>
            <summary>{words}</summary>
            <ul>{texts}</ul>
        </details>
    })
}
