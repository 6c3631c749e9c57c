//! What can be done about a finding beside retracting it: say more, amend its text.

use crate::api::write::{AmendFinding, CompleteFinding};
use crate::ui::form::CommandForm;
use crate::ui::sending::Sending;
use ledger::id::FindingId;
use leptos::prelude::*;

/// Adds what the finding did not say at first. An empty field stays as it is.
#[component]
pub fn CompleteForm(
    /// Which.
    id: FindingId,
) -> impl IntoView {
    let complete = Sending::to::<CompleteFinding>();
    let area = |name: &'static str, label: &'static str| {
        view! {
            <label>
                {label}
                <textarea name=name rows="2"></textarea>
            </label>
        }
    };
    view! {
        <details>
            <summary>{format!("Say more about {id}")}</summary>
            <CommandForm action=complete name=format!("complete-{id}")>
                <input type="hidden" name="finding" value=id.to_string()/>
                {area("reasoning", "Reasoning")}
                {area("ruled_out", "Ruled out")}
                {area("could_not_check", "Could not check")}
                <p class="meta">"An empty field stays as it is."</p>
                <button type="submit">"Save"</button>
            </CommandForm>
        </details>
    }
}

/// Amends the text: no retraction; what cites it gets a light mark.
#[component]
pub fn AmendForm(
    /// Which.
    id: FindingId,
    /// The text as it reads now.
    text: String,
) -> impl IntoView {
    let amend = Sending::to::<AmendFinding>();
    view! {
        <details>
            <summary>{format!("Amend {id}")}</summary>
            <CommandForm action=amend name=format!("amend-{id}")>
                <input type="hidden" name="finding" value=id.to_string()/>
                <label>
                    "The claim"
                    <textarea name="text" rows="3" required>
                        {text}
                    </textarea>
                </label>
                <label>
                    "Why "
                    <select name="why">
                        <option value="slip">"a slip of the pen"</option>
                        <option value="sharper_reading">"the same evidence, read more sharply"</option>
                    </select>
                </label>
                <button type="submit">"Amend"</button>
            </CommandForm>
        </details>
    }
}
