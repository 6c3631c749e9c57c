//! The board: latest findings, last retractions, moments, and what takes the incident elsewhere.

use crate::format::span;
use crate::panels::absence::absence_mark;
use crate::panels::actions::Levers;
use crate::panels::hypotheses::{next_view, state_view};
use crate::panels::moments::Moments;
use crate::panels::note::may_write;
use crate::panels::share::{ChatCopy, InviteLink};
use crate::ui::chip::{Chip, id_class};
use crate::ui::frame::PageContext;
use crate::ui::prose::InlineProse;
use crate::ui::time::{Form, TimeOf};
use ledger::view::chip::{Chips, Standing};
use ledger::view::contradiction::ContradictionRow;
use ledger::view::finding::FindingRow;
use ledger::view::hypothesis::HypothesisRow;
use ledger::view::parts::RetractionRow;
use ledger::view::room::WarRoom;
use leptos::either::Either;
use leptos::prelude::*;

/// The board.
#[component]
pub fn Board(
    /// The page.
    page: PageContext,
    /// The war room.
    room: Memo<WarRoom>,
) -> impl IntoView {
    let findings = Memo::new(move |_| room.with(|room| room.findings.clone()));
    let retractions = Memo::new(move |_| room.with(|room| room.retractions.clone()));
    let hypotheses = Memo::new(move |_| room.with(|room| room.hypotheses.clone()));
    let next = Memo::new(move |_| room.with(|room| room.next.clone()));
    let actions = Memo::new(move |_| room.with(|room| room.actions.clone()));
    let contradictions = Memo::new(move |_| room.with(|room| room.contradictions.clone()));
    let moments = Memo::new(move |_| room.with(|room| room.moments.clone()));
    let chips = Signal::derive(move || room.with(|room| room.chips.clone()));
    let median =
        move || room.with(|room| room.median_stood_us.map(|stood| format!("median {}, n = {}", span(stood), room.retraction_count)));
    let coordinates = Memo::new(move |_| page.header.with(|header| header.me.coordinates));
    let writes = may_write(page);
    view! {
        <section id="board" class="board" aria-label="Board">
            <Levers rows=actions chips writes=Signal::from(writes) decides=coordinates streams=page.streams/>
            <section aria-labelledby="h-live">
                <h2 class="colhead" id="h-live">
                    <a href=format!("/i/{}/hypotheses", page.slug())>"Live hypotheses"</a>
                    <span class="meta">{move || shown(hypotheses.with(Vec::len), "may be the cause")}</span>
                </h2>
                <ul class="retr">
                    {move || hypotheses.get().into_iter().map(|row| view! { <Live row chips/> }).collect_view()}
                </ul>
                {move || {
                    hypotheses
                        .with(Vec::is_empty)
                        .then(|| {
                            view! { <p class="quiet">"No hypothesis that still stands. Write down what could be so, with what would refute it."</p> }
                        })
                }}
                {move || next.get().map(|next| view! { <p>{next_view(next, chips)}</p> })}
            </section>
            <Show when=move || contradictions.with(|rows| !rows.is_empty())>
                <section aria-labelledby="h-open-contradictions">
                    <h2 class="colhead" id="h-open-contradictions">
                        <a href=format!("/i/{}/hypotheses#h-contradictions", page.slug())>"Contradictions"</a>
                        <span class="meta">{move || shown(contradictions.with(Vec::len), "not explained")}</span>
                    </h2>
                    <ul class="retr">
                        {move || contradictions.get().into_iter().map(|row| view! { <Open row chips/> }).collect_view()}
                    </ul>
                </section>
            </Show>
            <section aria-labelledby="h-findings">
                <h2 class="colhead" id="h-findings">
                    <span>"Latest findings"</span>
                    <span class="meta">{move || shown(findings.with(Vec::len), "shown")}</span>
                </h2>
                <ul class="retr">
                    {move || findings.get().into_iter().map(|row| view! { <Finding page row chips/> }).collect_view()}
                </ul>
                {move || {
                    findings
                        .with(Vec::is_empty)
                        .then(|| {
                            view! {
                                <p class="quiet">
                                    "No finding yet. Open a stream, run a query, and write what it says in the line under its result."
                                </p>
                            }
                        })
                }}
            </section>
            <section aria-labelledby="h-retractions">
                <h2 class="colhead" id="h-retractions">
                    <span>"Last retractions"</span>
                    <span class="meta">{median}</span>
                </h2>
                <ul class="retr">
                    {move || retractions.get().into_iter().map(|row| view! { <Retraction row chips/> }).collect_view()}
                </ul>
                {move || {
                    retractions
                        .with(Vec::is_empty)
                        .then(|| {
                            view! { <p class="quiet">"Nothing was retracted. A claim that falls stands here, with what killed it."</p> }
                        })
                }}
            </section>
            <Moments page moments chips writes/>
            <ChatCopy page/>
            <Show when=move || coordinates.get()>
                <InviteLink page/>
            </Show>
        </section>
    }
}

/// `3 shown`; nothing where there is none, which the sentence below says.
fn shown(number: usize, words: &str) -> Option<String> {
    (number > 0).then(|| format!("{number} {words}"))
}

#[component]
fn Live(row: HypothesisRow, chips: Signal<Chips>) -> impl IntoView {
    view! {
        <li>
            <Chip id=row.id chips/>
            <span>
                <InlineProse text=row.text chips/>
                <span class="k">{state_view(row.state)}</span>
            </span>
            <span></span>
        </li>
    }
}

#[component]
fn Open(row: ContradictionRow, chips: Signal<Chips>) -> impl IntoView {
    let sides = row.sides.into_iter().map(|side| view! { <Chip id=side.id chips/> " " }).collect_view();
    view! {
        <li>
            <Chip id=row.id chips/>
            <span>
                <InlineProse text=row.text chips/>
                <span class="k">{sides}</span>
            </span>
            <span></span>
        </li>
    }
}

#[component]
fn Finding(page: PageContext, row: FindingRow, chips: Signal<Chips>) -> impl IntoView {
    let fallen = row.standing == Standing::Fallen;
    let text = row.text;
    let said = if fallen {
        Either::Left(view! {
            <s>
                <InlineProse text chips/>
            </s>
        })
    } else {
        Either::Right(view! { <InlineProse text chips/> })
    };
    view! {
        <li>
            <a class=id_class(row.id.into(), row.standing) href=format!("/i/{}/{}", page.slug(), row.id)>
                {row.id.to_string()}
                {fallen.then(|| view! { <span class="vh">" retracted"</span> })}
            </a>
            <span>
                {said} <span class="k">
                    {row.stream.name} ", " <TimeOf at=row.at form=Form::Short/>
                    {row.severity.map(|severity| format!(", severity {severity}"))}
                    {row.absence.map(|absence| view! { " " {absence_mark(absence)} })}
                </span>
            </span>
            <span></span>
        </li>
    }
}

#[component]
fn Retraction(row: RetractionRow, chips: Signal<Chips>) -> impl IntoView {
    view! {
        <li>
            <Chip id=row.id chips/>
            <span>
                <s>
                    <InlineProse text=row.claim chips/>
                </s>
                <span class="k">
                    <InlineProse text=row.why chips/>
                    {row.killed_by.into_iter().map(|id| view! { " " <Chip id chips/> }).collect_view()}
                </span>
            </span>
            <span class="t">{span(row.stood_us)}</span>
        </li>
    }
}
