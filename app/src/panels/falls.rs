//! Claims that fell: the retraction beside its claim, the mark on what rests on it, and the forms that retract and stand by.

use super::desk::Desk;
use crate::api::write::{AffirmClaims, RetractClaim};
use crate::format::span;
use crate::ui::chip::Chip;
use crate::ui::form::CommandForm;
use crate::ui::prose::Prose;
use crate::ui::sending::Sending;
use crate::ui::time::{Form, TimeOf};
use ledger::id::AnyId;
use ledger::view::chip::Chips;
use ledger::view::parts::{Beside, Marked};
use leptos::prelude::*;

/// Retracts a claim. It stays where it is, struck, with the retraction beside it.
#[component]
pub fn RetractForm(
    /// What: a finding, a moment, or evidence, whose reading it is then.
    #[prop(into)]
    claim: AnyId,
    /// The one who looks said it: a key leads here.
    is_mine: bool,
) -> impl IntoView {
    let retract = Sending::to::<RetractClaim>();
    let words = match claim {
        AnyId::EvidenceId(_) => format!("Retract the reading of {claim}"),
        _ => format!("Retract {claim}"),
    };
    let button = words.clone();
    view! {
        <details class="edit" data-key=is_mine.then_some("r")>
            <summary>{words} {is_mine.then(|| view! { " " <kbd>"r"</kbd> })}</summary>
            <CommandForm action=retract name=format!("retract-{claim}")>
                <input type="hidden" name="claim" value=claim.to_string()/>
                <label>
                    "Killed by, evidence ids "
                    <input type="text" name="killed_by" required autocomplete="off" placeholder="E-17 E-18"/>
                </label>
                <label>
                    "Why, in one sentence"
                    <textarea name="why" rows="2" required></textarea>
                </label>
                <label>
                    "Why it was believed"
                    <textarea name="believed" rows="2" placeholder="may stay empty"></textarea>
                </label>
                <p class="meta">"The claim stays in the record, struck, with this beside it. The evidence must have been asked before now."</p>
                <button type="submit">{button}</button>
            </CommandForm>
        </details>
    }
}

/// Stands by things that rest on what fell, all for one reason.
#[component]
pub fn AffirmForm(
    /// Which.
    claims: Vec<AnyId>,
) -> impl IntoView {
    let affirm = Sending::to::<AffirmClaims>();
    let ids = claims.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let name = format!("affirm-{}", ids.replace(' ', "-"));
    let words = format!("Stand by {ids}");
    let button = words.clone();
    view! {
        <details class="edit">
            <summary>{words}</summary>
            <CommandForm action=affirm name>
                <input type="hidden" name="claims" value=ids/>
                <label>"Why it holds all the same" <input type="text" name="why" required autocomplete="off"/></label>
                <button type="submit">{button}</button>
            </CommandForm>
        </details>
    }
}

/// The retraction beside what it retracts.
pub fn beside_view(fallen: Beside, chips: Signal<Chips>) -> impl IntoView {
    let killed_by = fallen.killed_by.into_iter().map(|id| view! { <Chip id chips/> " " }).collect_view();
    let believed =
        (!fallen.believed.0.is_empty()).then(|| view! { <p class="meta">"Believed because:"</p> <Prose text=fallen.believed chips/> });
    view! {
        <div class="hold stop">
            <p>
                <Chip id=fallen.retraction chips/>
                " "
                <span class="st st-stop">"fell"</span>
                " "
                <TimeOf at=fallen.at form=Form::Full/>
                {format!(", stood for {}. Killed by ", span(fallen.stood_us))}
                {killed_by}
            </p>
            <Prose text=fallen.why chips/>
            {believed}
        </div>
    }
}

/// What a thing rests on that fell; with a form to stand by it for whoever may write.
pub fn marked_view(id: impl Into<AnyId>, marked: Marked, chips: Signal<Chips>) -> impl IntoView {
    let id = id.into();
    let lost = lost_words(&marked);
    let falls = marked
        .falls
        .into_iter()
        .map(|fall| {
            let through = fall.through.map(|id| view! { " through " <Chip id chips/> });
            view! { <li>"rests on " <Chip id=fall.claim chips/> {through} ", which fell: " <Chip id=fall.retraction chips/></li> }
        })
        .collect_view();
    let desk = use_context::<Desk>();
    let may_write = move || desk.is_some_and(|desk| !desk.reads_only.get());
    view! {
        <div class="hold warn">
            {lost.map(|lost| view! { <p><b>{lost}</b></p> })}
            <ul>{falls}</ul>
            <Show when=may_write>
                <AffirmForm claims=vec![id]/>
            </Show>
        </div>
    }
}

/// `Lost one of 3 supports.`, where something else still carries it.
pub fn lost_words(marked: &Marked) -> Option<String> {
    let lost = match marked.lost {
        1 => "one".to_owned(),
        lost => lost.to_string(),
    };
    (marked.lost < marked.supports).then(|| format!("Lost {lost} of {} supports.", marked.supports))
}
