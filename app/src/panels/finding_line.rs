//! The one line under a result: Enter records the finding that cites it, answers the question it was run for, and stands in the note.

use super::desk::Desk;
use crate::api::write::{AnswerQuestion, RecordFinding};
use crate::ui::form::CommandForm;
use crate::ui::sending::Sending;
use ledger::id::{EvidenceId, QuestionId};
use ledger::view::question::QuestionRow;
use leptos::either::Either;
use leptos::html;
use leptos::prelude::*;

/// One text field, one key.
#[component]
pub fn FindingLine(
    /// What the finding cites.
    evidence: EvidenceId,
    /// The question it was brought for.
    #[prop(into)]
    question: Signal<Option<QuestionId>>,
    /// The questions that may be answered with it.
    #[prop(into)]
    open: Signal<Vec<QuestionRow>>,
    /// Citations that are put into the text, such as `E-28:4`.
    #[prop(into)]
    cited: Signal<Option<String>>,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let stream = desk.stream.with_value(|stream| stream.0.clone());
    let record = Sending::to::<RecordFinding>();
    let line = NodeRef::<html::Input>::new();
    // Only the ids: a choice that was made stays while the questions change otherwise.
    let choices = Memo::new(move |_| open.with(|open| open.iter().map(|row| row.id).collect::<Vec<_>>()));
    let refutes = Memo::new(move |_| open.with(|open| open.iter().any(|row| row.refutes.is_some())));
    let made = move || match record.value.get() {
        Some(Ok(made)) => made.ids.first().map(|id| format!("Recorded as {id}; it stands in the findings file and in the note.")),
        _ => None,
    };
    Effect::new(move |_| {
        if let (Some(citation), Some(line)) = (cited.get(), line.get_untracked()) {
            let before = line.value();
            let blank = if before.is_empty() || before.ends_with(' ') { "" } else { " " };
            line.set_value(&format!("{before}{blank}{citation} "));
            // Focus is a courtesy; without it the field is a few Tabs away.
            let _ = line.focus();
        }
    });
    view! {
        <CommandForm action=record name=format!("finding-{evidence}")>
            <input type="hidden" name="stream" value=stream/>
            <input type="hidden" name="evidence" value=evidence.to_string()/>
            <div class="fact">
                <input
                    type="text"
                    name="text"
                    required
                    autocomplete="off"
                    data-key="f"
                    node_ref=line
                    aria-label=format!("What {evidence} shows, in one sentence")
                    placeholder=format!("What {evidence} shows, in one sentence")
                />
                {move || question_field(&choices.get(), question.get())}
                {move || refutes.get().then(observed_field)}
                <button type="submit">"Record finding"</button>
            </div>
            <p class="meta saved" role="status">{made}</p>
        </CommandForm>
    }
}

/// The question a finding answers: that of the run if it is open, another open one, or none.
fn question_field(open: &[QuestionId], question: Option<QuestionId>) -> impl IntoView + use<> {
    if open.is_empty() {
        return Either::Left(());
    }
    let options = open
        .iter()
        .map(|id| view! { <option value=id.to_string() selected=Some(*id) == question>{format!("answers {id}")}</option> })
        .collect_view();
    Either::Right(view! {
        <select name="question" aria-label="Question it answers">
            {options}
            <option value="" selected=question.is_none_or(|id| !open.contains(&id))>
                "answers no question"
            </option>
        </select>
    })
}

/// The one thing a refuter's answer is asked for.
fn observed_field() -> impl IntoView {
    view! {
        <select name="observed" aria-label="If it answers a refuter: was that observed?">
            <option value="">"refuter: observed?"</option>
            <option value="yes">"observed"</option>
            <option value="no">"not observed"</option>
            <option value="cant_tell">"can't tell"</option>
        </select>
    }
}

/// Answers the question with the evidence alone, where there is nothing to claim.
#[component]
pub fn AnswerLine(
    /// The evidence.
    evidence: EvidenceId,
    /// The question.
    question: QuestionId,
) -> impl IntoView {
    let answer = Sending::to::<AnswerQuestion>();
    view! {
        <CommandForm action=answer name=format!("answer-{question}-{evidence}")>
            <input type="hidden" name="question" value=question.to_string()/>
            <input type="hidden" name="evidence" value=evidence.to_string()/>
            <input type="hidden" name="text" value=""/>
            <button type="submit" class="bare">{format!("Answer {question} with this, no finding")}</button>
        </CommandForm>
    }
}
