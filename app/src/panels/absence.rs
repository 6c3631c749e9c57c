//! What a zero says about absence, and what would prove it.

use super::desk::Desk;
use super::fields::Fields;
use crate::api::proofs::ExcuseAbsence;
use crate::api::records::RunStarted;
use crate::api::write::RunQuery;
use crate::ui::chip::Chip;
use crate::ui::form::CommandForm;
use crate::ui::sending::Sending;
use evidence::query::Query;
use ledger::id::{EvidenceId, QuestionId};
use ledger::rules::Absence;
use ledger::view::chip::Chips;
use leptos::prelude::*;

/// A few words for where there is room for no more.
pub fn absence_mark(absence: Absence) -> impl IntoView {
    let (class, words) = match absence {
        Absence::Proven { .. } => ("st st-good", "absence proven by a control"),
        Absence::NoKnownEvent => ("st st-unk", "absence unproven, no known event to check it with"),
        Absence::Unproven => ("st st-warn", "absence unproven"),
        Absence::Partial => ("st st-warn", "absence unproven, the answer is partial"),
        Absence::ControlFailed { .. } => ("st st-stop", "absence unproven, its control failed"),
    };
    view! { <span class=class>{words}</span> }
}

/// What a zero says about absence, in a sentence.
pub fn absence_view(absence: Absence, chips: Signal<Chips>) -> AnyView {
    let control =
        |id: EvidenceId, words: &'static str| view! { <p>{absence_mark(absence)} " " <Chip id chips/> " " {words}</p> }.into_any();
    match absence {
        Absence::Proven { control: id } => control(id, "asks the same of another window and finds it, so this query would have shown it."),
        Absence::ControlFailed { control: id } => {
            control(id, "asks the same of a window with a known event and does not find that either: the query can't see what it looks for.")
        }
        Absence::NoKnownEvent => {
            view! { <p>{absence_mark(absence)} ". Nobody can show that this query would have found it."</p> }.into_any()
        }
        Absence::Partial => {
            view! { <p>{absence_mark(absence)} ". What is missing may be the very part, so it can't be used for a finding of absence."</p> }
                .into_any()
        }
        Absence::Unproven => view! {
            <p>
                {absence_mark(absence)}
                ". Nothing on record shows that this query would have found it, so it can't be used for a finding of absence until a control has."
            </p>
        }
        .into_any(),
    }
}

/// The control of a query that found nothing: the same over a window with a known event. Lines are not brought, their number is enough.
#[component]
pub fn ControlForm(
    /// The evidence that shows nothing.
    id: EvidenceId,
    /// Its query.
    query: Query,
    /// The question it was run for.
    question: Option<QuestionId>,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let run = Sending::to::<RunQuery>();
    let excuse = Sending::to::<ExcuseAbsence>();
    let fields = Fields { size: "0".to_owned(), ..Fields::of(&query) };
    let same = fields.named().into_iter().filter(|(name, _)| !matches!(*name, "from" | "to"));
    let hidden = same.map(|(name, value)| view! { <input type="hidden" name=name value=value.to_owned()/> }).collect_view();
    let said = move || match run.value.get() {
        Some(Ok(RunStarted::InLine { evidence, .. })) => format!("In line as {evidence}."),
        Some(Ok(RunStarted::NotSent { reason, .. })) => format!("Not asked: {}. {}", reason.what, reason.todo),
        _ => String::new(),
    };
    view! {
        <details class="edit">
            <summary>{format!("Run the control of {id}")}</summary>
            <CommandForm action=run name=format!("control-{id}")>
                <input type="hidden" name="stream" value=desk.stream.with_value(|stream| stream.0.clone())/>
                <input type="hidden" name="question" value=question.map_or_else(String::new, |id| id.to_string())/>
                <input type="hidden" name="control_of" value=id.to_string()/>
                {hidden}
                <p class="meta">"The same query, counted over a window in which such an event is known to have happened."</p>
                <label>"From, UTC" <input type="text" name="from" required autocomplete="off" value=fields.from.clone()/></label>
                <label>"To, UTC" <input type="text" name="to" required autocomplete="off" value=fields.to.clone()/></label>
                <button type="submit">"Run the control"</button>
                <span class="meta" role="status">{said}</span>
            </CommandForm>
            <CommandForm action=excuse name=format!("excuse-{id}")>
                <input type="hidden" name="evidence" value=id.to_string()/>
                <label>
                    "Or: no such event is known, because"
                    <input type="text" name="why" required autocomplete="off"/>
                </label>
                <button type="submit" class="bare">"Say so"</button>
            </CommandForm>
        </details>
    }
}
