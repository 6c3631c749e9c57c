//! Hypotheses as they stand: what would refute each, who looked, what was seen.

use super::desk::Desk;
use super::falls::{RetractForm, beside_view, marked_view};
use super::hypothesis_forms::{CauseForm, DemoteForm, LookForm, ProposeForm, RefuterForm, RelateForm};
use super::things::{cited_by_view, stream_link};
use crate::ui::chip::Chip;
use crate::ui::prose::{InlineProse, Prose};
use crate::ui::time::{Form, TimeOf};
use ledger::event::{Observed, Relation};
use ledger::id::{HypothesisId, StreamKey};
use ledger::rules::{HypothesisState, Look};
use ledger::view::chip::Chips;
use ledger::view::hypothesis::{HypothesesPage, HypothesisPage, HypothesisRow, LookRow, NextQuestion, NextWhy, RefuterRow};
use leptos::prelude::*;

/// The state of a hypothesis: colour, and the words that say the same.
pub fn state_view(state: HypothesisState) -> impl IntoView {
    let (class, words) = state_words(state);
    view! { <span class=class>{words}</span> }
}

fn state_words(state: HypothesisState) -> (&'static str, String) {
    match state {
        HypothesisState::Hunch => ("st st-unk", "hunch".to_owned()),
        HypothesisState::Untested => ("st st-unk", "untested".to_owned()),
        HypothesisState::Surviving(1) => ("st st-good", "surviving, 1 attempt".to_owned()),
        HypothesisState::Surviving(attempts) => ("st st-good", format!("surviving, {attempts} attempts")),
        HypothesisState::Inconclusive => ("st st-warn", "inconclusive".to_owned()),
        HypothesisState::Contradicted => ("st st-stop", "contradicted".to_owned()),
        HypothesisState::Demoted => ("st st-warn", "demoted to trigger".to_owned()),
        HypothesisState::Refuted => ("st st-stop", "refuted".to_owned()),
        HypothesisState::Retracted => ("st st-stop", "retracted".to_owned()),
    }
}

/// The question to ask next, with the reason.
#[component]
pub fn Next(
    /// The page.
    page: Memo<HypothesesPage>,
) -> impl IntoView {
    let chips = Signal::derive(move || page.with(|page| page.chips.clone()));
    let next = Memo::new(move |_| page.with(|page| page.next.clone()));
    move || next.get().map(|next| view! { <p class="hold flat">{next_view(next, chips)}</p> })
}

/// A question and why it comes next; phrasing content.
pub fn next_view(next: NextQuestion, chips: Signal<Chips>) -> impl IntoView {
    let why = match next.why {
        NextWhy::Splits { pairs, of } => format!("{pairs} of {of} pairs of live hypotheses expect different answers to it."),
        NextWhy::OldestRefuter { hypothesis } => {
            format!("No expectations differ yet; it is the oldest refuter that nobody has looked for, of {hypothesis}.")
        }
    };
    view! {
        <b>"Ask next: "</b>
        <Chip id=next.question chips/>
        " "
        <InlineProse text=next.text chips/>
        " "
        <span class="meta">{stream_link(&next.stream)} ". " {why}</span>
    }
}

/// Every hypothesis with its refuters and what can be done about it.
#[component]
pub fn Rows(
    /// The page.
    page: Memo<HypothesesPage>,
    /// The streams that can go and look.
    streams: Memo<Vec<(StreamKey, String)>>,
) -> impl IntoView {
    let ids = Memo::new(move |_| page.with(|page| page.rows.iter().map(|row| row.id).collect::<Vec<_>>()));
    view! {
        <section class="sect" aria-labelledby="h-rows">
            <h2 id="h-rows">"What would refute each"</h2>
            <Show
                when=move || ids.with(|ids| !ids.is_empty())
                fallback=|| {
                    view! { <p class="quiet">"No hypothesis yet. Write down what could be so, and at once what would show that it is not."</p> }
                }
            >
                <For each=move || ids.get() key=|id| *id let(id)>
                    <Row id page streams/>
                </For>
            </Show>
        </section>
    }
}

/// One hypothesis. Its forms do not depend on its row, so that what is typed stays when that changes.
#[component]
fn Row(id: HypothesisId, page: Memo<HypothesesPage>, streams: Memo<Vec<(StreamKey, String)>>) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let row = Memo::new(move |_| page.with(|page| page.rows.iter().find(|row| row.id == id).cloned()));
    let others = Memo::new(move |_| page.with(|page| page.rows.iter().map(|row| row.id).filter(|other| *other != id).collect::<Vec<_>>()));
    view! {
        <article class="hyp" id=id.to_string() aria-label=format!("Hypothesis {id}")>
            {move || row.get().map(|row| hypothesis_view(row, desk.chips))}
            {move || row.with(|row| row.as_ref().map(|row| forms(row, others, streams, desk)))}
        </article>
    }
}

/// What can be done about a hypothesis; nothing for readers and for one that fell.
fn forms(
    row: &HypothesisRow,
    others: Memo<Vec<HypothesisId>>,
    streams: Memo<Vec<(StreamKey, String)>>,
    desk: Desk,
) -> Option<impl IntoView + use<>> {
    let (id, is_mine, state) = (row.id, row.is_mine, row.state);
    let looks =
        row.refuters.iter().filter(|refuter| refuter.open).map(|refuter| view! { <LookForm question=refuter.question/> }).collect_view();
    let rivals = others.get();
    let may = state != HypothesisState::Retracted && !desk.reads_only.get();
    may.then(|| {
        view! {
            <div class="folds">
                {looks}
                <RefuterForm id streams/>
                {(!rivals.is_empty())
                    .then(|| view! { <RelateForm id others=rivals.clone()/> <CauseForm id others=rivals/> })}
                {(state != HypothesisState::Demoted).then(|| view! { <DemoteForm id/> })}
                <RetractForm claim=id is_mine/>
            </div>
        }
    })
}

/// A hypothesis as its page and the list show it.
pub fn hypothesis_view(row: HypothesisRow, chips: Signal<Chips>) -> AnyView {
    let id = row.id;
    let refuters = row.refuters.into_iter().map(|refuter| refuter_view(refuter, chips)).collect_view();
    let relations = row.relations.into_iter().map(|(relation, other)| {
        let words = match relation {
            Relation::RivalOf => "rival of ",
            Relation::Subsumes => "wider than ",
            Relation::Duplicates => "the same as ",
        };
        view! { <span class="meta">{words} <Chip id=other chips/> " "</span> }
    });
    let cause = row.cause_against.map(|rival| {
        view! { <p class="meta">"Proposed as the cause in the note, against " <Chip id=rival chips/> " as its strongest rival."</p> }
    });
    let demoted = row.demoted.map(|why| view! { <p class="meta">"No cause, kept as a trigger: " <InlineProse text=why chips/></p> });
    view! {
        <p>
            <Chip id chips/>
            " "
            {state_view(row.state)}
            " "
            <span class="meta"><TimeOf at=row.noted form=Form::Short/> " " {relations.collect_view()}</span>
        </p>
        <Prose text=row.text chips/>
        {row.fallen.map(|fallen| beside_view(fallen, chips))}
        {row.marked.map(|marked| marked_view(id, marked, chips))}
        {cause}
        {demoted}
        <ul class="refuters">{refuters}</ul>
    }
    .into_any()
}

fn refuter_view(refuter: RefuterRow, chips: Signal<Chips>) -> impl IntoView {
    let nobody = refuter.looks.is_empty().then(|| view! { <span class="st st-unk">"nobody has looked"</span> });
    let looks = refuter.looks.into_iter().map(|look| look_view(look, chips)).collect_view();
    view! {
        <li>
            <span class="meta">"Refuter "</span>
            <Chip id=refuter.question chips/>
            " "
            <InlineProse text=refuter.observation chips/>
            " "
            <span class="meta">{stream_link(&refuter.stream)}</span>
            " "
            {nobody}
            {looks}
        </li>
    }
}

fn look_view(look: LookRow, chips: Signal<Chips>) -> impl IntoView {
    let (class, words) = match (look.look, look.observed) {
        (Look::Seen, _) => ("st st-stop", "observed"),
        (Look::NotSeen, _) => ("st st-good", "looked for and not observed"),
        (Look::Unproven, _) => ("st st-warn", "not observed, but nothing shows that the query would have found it"),
        (Look::Undecided, _) => ("st st-unk", "can't tell"),
        (Look::Fallen, Observed::Yes) => ("st st-unk", "was said to be observed; its evidence fell"),
        (Look::Fallen, _) => ("st st-unk", "was looked for; its evidence fell"),
    };
    let evidence = look.evidence.into_iter().map(|id| view! { " " <Chip id chips/> }).collect_view();
    view! { <span class="look"><span class=class>{words}</span> {evidence} " " <span class="meta"><TimeOf at=look.at form=Form::Short/></span></span> }
}

/// Hunches: kept, dated, ageing.
#[component]
pub fn Hunches(
    /// The page.
    page: Memo<HypothesesPage>,
    /// The streams that can go and look.
    streams: Memo<Vec<(StreamKey, String)>>,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let ids = Memo::new(move |_| page.with(|page| page.hunches.iter().map(|row| row.id).collect::<Vec<_>>()));
    let row = move |id| untrack(|| page.with(|page| page.hunches.iter().find(|row| row.id == id).cloned()));
    view! {
        <Show when=move || ids.with(|ids| !ids.is_empty())>
            <section class="sect" aria-labelledby="h-hunches">
                <h2 id="h-hunches">"Hunches"</h2>
                <p class="meta">"They have no state and can't be called a cause. Each becomes a hypothesis when it has a refuter."</p>
                <For each=move || ids.get() key=|id| *id let(id)>
                    {row(id)
                        .map(|row| {
                            let text = row.text.0.clone();
                            view! {
                                <article class="hyp" id=id.to_string() aria-label=format!("Hunch {id}")>
                                    {hypothesis_view(row, desk.chips)}
                                    <Show when=move || !desk.reads_only.get()>
                                        <details class="edit">
                                            <summary>{format!("Make {id} a hypothesis")}</summary>
                                            <ProposeForm hunch=Some(id) text=text.clone() streams/>
                                        </details>
                                    </Show>
                                </article>
                            }
                        })}
                </For>
            </section>
        </Show>
    }
}

/// The permanent page of a hypothesis.
pub fn hypothesis_page(page: HypothesisPage, desk: Desk) -> AnyView {
    let id = page.row.id;
    let heading = if page.row.state == HypothesisState::Hunch { format!("Hunch {id}") } else { format!("Hypothesis {id}") };
    let slug = use_context::<ledger::id::Slug>().map_or_else(String::new, |slug| slug.0);
    view! {
        <h2>{heading}</h2>
        <p class="meta">
            <a href=format!("/i/{slug}/hypotheses#{id}")>"Among all hypotheses"</a>
            ", where it is attacked and rated."
        </p>
        <div class="file">{hypothesis_view(page.row, desk.chips)}</div>
        {cited_by_view(page.cited_by, desk.chips)}
    }
    .into_any()
}
