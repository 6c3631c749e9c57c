//! What can be done about a finding: say more, amend its text, retract it.

use crate::api::write::{AmendFinding, CompleteFinding, RetractFinding};
use crate::ui::form::CommandForm;
use ledger::id::FindingId;
use leptos::prelude::*;

/// Adds what the finding did not say at first. An empty field stays as it is.
#[component]
pub fn CompleteForm(
    /// Which.
    id: FindingId,
) -> impl IntoView {
    let complete = ServerAction::<CompleteFinding>::new();
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
    let amend = ServerAction::<AmendFinding>::new();
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

/// Retracts the claim. It stays where it is, struck, with the retraction beside it.
#[component]
pub fn RetractForm(
    /// Which.
    id: FindingId,
) -> impl IntoView {
    let retract = ServerAction::<RetractFinding>::new();
    view! {
        <details>
            <summary>{format!("Retract {id}")}</summary>
            <CommandForm action=retract name=format!("retract-{id}")>
                <input type="hidden" name="finding" value=id.to_string()/>
                <label>
                    "Killed by, evidence ids "
                    <input type="text" name="killed_by" required autocomplete="off" placeholder="E-17 E-18"/>
                </label>
                <label>
                    "Why, in one sentence"
                    <textarea name="why" rows="2" required></textarea>
                </label>
                <p class="meta">"The claim stays in the record, struck, with this beside it. The evidence must have been asked before now."</p>
                <button type="submit">{format!("Retract {id}")}</button>
            </CommandForm>
        </details>
    }
}
