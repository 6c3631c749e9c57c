//! What can be done about a question: take it, be done with it, send it on.

use crate::api::write::{CloseQuestion, ReassignQuestion, TakeQuestion};
use crate::ui::form::CommandForm;
use crate::ui::sending::Sending;
use ledger::id::{QuestionId, StreamKey};
use leptos::prelude::*;

/// Says that the reader works on it.
#[component]
pub fn TakeForm(
    /// Which.
    id: QuestionId,
) -> impl IntoView {
    let take = Sending::to::<TakeQuestion>();
    view! {
        <CommandForm action=take name=format!("take-{id}")>
            <input type="hidden" name="question" value=id.to_string()/>
            <button type="submit" class="bare">{format!("Take {id}")}</button>
        </CommandForm>
    }
}

/// Is done with it: how, and why.
#[component]
pub fn CloseForm(
    /// Which.
    id: QuestionId,
) -> impl IntoView {
    let close = Sending::to::<CloseQuestion>();
    view! {
        <details>
            <summary>"Close it"</summary>
            <CommandForm action=close name=format!("close-{id}")>
                <input type="hidden" name="question" value=id.to_string()/>
                <label>
                    "How it ended "
                    <select name="how">
                        <option value="answered">"answered"</option>
                        <option value="unproven">"looked, nothing proven"</option>
                        <option value="could_not_look">"could not look"</option>
                    </select>
                </label>
                <label>
                    "Why, unless answered "
                    <input type="text" name="why" autocomplete="off"/>
                </label>
                <button type="submit">{format!("Close {id}")}</button>
            </CommandForm>
        </details>
    }
}

/// Sends it to another stream.
#[component]
pub fn ReassignForm(
    /// Which.
    id: QuestionId,
    /// Where it may go: address and name.
    others: StoredValue<Vec<(StreamKey, String)>>,
) -> impl IntoView {
    let reassign = Sending::to::<ReassignQuestion>();
    let options = others
        .with_value(|others| others.iter().map(|(key, name)| view! { <option value=key.0.clone()>{name.clone()}</option> }).collect_view());
    view! {
        <details>
            <summary>{"Send it on"}</summary>
            <CommandForm action=reassign name=format!("reassign-{id}")>
                <input type="hidden" name="question" value=id.to_string()/>
                <select name="stream" aria-label="Stream">{options}</select>
                <button type="submit">"Send it"</button>
            </CommandForm>
        </details>
    }
}
