//! What can be done about hypotheses: note a hunch, propose, add a refuter, say what was observed, relate, demote, propose as the cause.

use crate::api::hypotheses::{
    AddRefuter, DemoteHypothesis, ExpectAnswer, LookFor, NoteHunch, ProposeCause, ProposeHypothesis, RelateHypothesis,
};
use crate::ui::form::CommandForm;
use crate::ui::sending::Sending;
use ledger::id::{HypothesisId, QuestionId, StreamKey};
use leptos::prelude::*;

/// What often refutes, one key each: the field takes it over and it is made concrete there.
const STARTERS: [&str; 4] =
    ["It was there before onset: ", "A peer without it stalls too: ", "Removing it changes nothing: ", "More of it is not worse: "];

/// A new hypothesis with its first refuter, or a hunch.
#[component]
pub fn NewHypothesis(
    /// The streams that can go and look: address and name.
    streams: Memo<Vec<(StreamKey, String)>>,
) -> impl IntoView {
    let note = Sending::to::<NoteHunch>();
    view! {
        <div class="folds">
            <details class="edit" data-key="h">
                <summary>"New hypothesis " <kbd>"h"</kbd></summary>
                <ProposeForm hunch=None text=String::new() streams/>
            </details>
            <details class="edit">
                <summary>"Note a hunch"</summary>
                <CommandForm action=note name="hunch">
                    <label>"One line" <input type="text" name="text" required autocomplete="off"/></label>
                    <p class="meta">"It is kept and dated, and has no state: it becomes a hypothesis when it has a refuter."</p>
                    <button type="submit">"Note it"</button>
                </CommandForm>
            </details>
        </div>
    }
}

/// Proposes a hypothesis: what is held to be so, and what would refute it.
#[component]
pub fn ProposeForm(
    /// The hunch it is made of.
    hunch: Option<HypothesisId>,
    /// The text to begin with.
    text: String,
    /// The streams that can go and look.
    streams: Memo<Vec<(StreamKey, String)>>,
) -> impl IntoView {
    let propose = Sending::to::<ProposeHypothesis>();
    let name = hunch.map_or_else(|| "propose".to_owned(), |id| format!("propose-{id}"));
    view! {
        <CommandForm action=propose name>
            {hunch.map(|id| view! { <input type="hidden" name="hunch" value=id.to_string()/> })}
            <label>
                "What is held to be so"
                <textarea name="text" rows="2" required>
                    {text}
                </textarea>
            </label>
            <RefuterFields streams/>
            <button type="submit" class="primary">
                "Propose"
            </button>
        </CommandForm>
    }
}

/// What would refute, and which stream goes and looks.
#[component]
fn RefuterFields(streams: Memo<Vec<(StreamKey, String)>>) -> impl IntoView {
    let observation = RwSignal::new(String::new());
    let starters = STARTERS
        .into_iter()
        .map(|words| view! { <button type="button" class="bare" on:click=move |_| observation.set(words.to_owned())>{words.trim_end()}</button> })
        .collect_view();
    let options = move || {
        streams
            .with(|streams| streams.iter().map(|(key, name)| view! { <option value=key.0.clone()>{name.clone()}</option> }).collect_view())
    };
    view! {
        <label>
            "The observation that would refute it"
            <textarea name="observation" rows="2" prop:value=observation on:input:target=move |event| observation.set(event.target().value())></textarea>
        </label>
        <p class="tools" role="group" aria-label="Begin with">{starters}</p>
        <label>"Or an open question that asks for it" <input type="text" name="asked" autocomplete="off" placeholder="Q-4"/></label>
        <label>"The stream that goes and looks" <select name="stream">{options}</select></label>
        <label>"Component" <input type="text" name="component" autocomplete="off" placeholder="broker-a; may stay empty"/></label>
        <label>"From, UTC" <input type="text" name="from" autocomplete="off" placeholder="empty: the incident's window"/></label>
        <label>"To, UTC" <input type="text" name="to" autocomplete="off" placeholder="empty: now"/></label>
    }
}

/// Adds a refuter to a hypothesis.
#[component]
pub fn RefuterForm(
    /// Which.
    id: HypothesisId,
    /// The streams that can go and look.
    streams: Memo<Vec<(StreamKey, String)>>,
) -> impl IntoView {
    let add = Sending::to::<AddRefuter>();
    view! {
        <details class="edit">
            <summary>{format!("Add a refuter to {id}")}</summary>
            <CommandForm action=add name=format!("refuter-{id}")>
                <input type="hidden" name="hypothesis" value=id.to_string()/>
                <RefuterFields streams/>
                <button type="submit">"Add"</button>
            </CommandForm>
        </details>
    }
}

/// Says whether what would refute was observed.
#[component]
pub fn LookForm(
    /// The question of the refuter.
    question: QuestionId,
) -> impl IntoView {
    let look = Sending::to::<LookFor>();
    let option = |value: &'static str, words: &'static str, required: bool| {
        view! {
            <label class="plain">
                <input type="radio" name="observed" value=value required=required/>
                {words}
            </label>
        }
    };
    view! {
        <details class="edit">
            <summary>{format!("Was {question} observed?")}</summary>
            <CommandForm action=look name=format!("look-{question}")>
                <input type="hidden" name="question" value=question.to_string()/>
                <fieldset>
                    <legend>"Was it observed?"</legend>
                    {option("yes", "yes", true)}
                    {option("no", "no", false)}
                    {option("cant_tell", "can't tell", false)}
                </fieldset>
                <label>"Evidence" <input type="text" name="evidence" autocomplete="off" placeholder="E-17 E-18"/></label>
                <label>"In words" <input type="text" name="text" autocomplete="off" placeholder="may stay empty, unless it can't be told without evidence"/></label>
                <button type="submit">"Answer"</button>
            </CommandForm>
        </details>
    }
}

/// Relates a hypothesis to another.
#[component]
pub fn RelateForm(
    /// Which.
    id: HypothesisId,
    /// The others.
    others: Vec<HypothesisId>,
) -> impl IntoView {
    let relate = Sending::to::<RelateHypothesis>();
    view! {
        <details class="edit">
            <summary>{format!("Relate {id}")}</summary>
            <CommandForm action=relate name=format!("relate-{id}")>
                <input type="hidden" name="hypothesis" value=id.to_string()/>
                <label>
                    {format!("{id} is")}
                    <select name="relation">
                        <option value="rival_of">"a rival of"</option>
                        <option value="subsumes">"wider than, and holds with,"</option>
                        <option value="duplicates">"the same as"</option>
                    </select>
                </label>
                <label>"Other hypothesis" {select_of("other", others)}</label>
                <button type="submit">"Relate"</button>
            </CommandForm>
        </details>
    }
}

/// Demotes a hypothesis to a trigger.
#[component]
pub fn DemoteForm(
    /// Which.
    id: HypothesisId,
) -> impl IntoView {
    let demote = Sending::to::<DemoteHypothesis>();
    view! {
        <details class="edit">
            <summary>{format!("Demote {id} to a trigger")}</summary>
            <CommandForm action=demote name=format!("demote-{id}")>
                <input type="hidden" name="hypothesis" value=id.to_string()/>
                <label>"Why it is no cause, but sets it off" <input type="text" name="why" required autocomplete="off"/></label>
                <button type="submit">"Demote"</button>
            </CommandForm>
        </details>
    }
}

/// Proposes a hypothesis as the cause, in the note.
#[component]
pub fn CauseForm(
    /// Which.
    id: HypothesisId,
    /// The others, one of which is the strongest rival.
    others: Vec<HypothesisId>,
) -> impl IntoView {
    let propose = Sending::to::<ProposeCause>();
    view! {
        <details class="edit">
            <summary>{format!("Propose {id} as the cause")}</summary>
            <CommandForm action=propose name=format!("cause-{id}")>
                <input type="hidden" name="hypothesis" value=id.to_string()/>
                <label>"The strongest rival" {select_of("rival", others)}</label>
                <label>
                    "The paragraph for the note"
                    <textarea name="text" rows="3" required>
                        {format!("The cause is held to be {id}: ")}
                    </textarea>
                </label>
                <p class="meta">"It needs a failed attempt to refute it on record, and an attempt on the rival."</p>
                <button type="submit">"Propose"</button>
            </CommandForm>
        </details>
    }
}

fn select_of(name: &'static str, ids: Vec<HypothesisId>) -> impl IntoView {
    let options = ids.into_iter().map(|id| view! { <option value=id.to_string()>{id.to_string()}</option> }).collect_view();
    view! { <select name=name>{options}</select> }
}

/// Says what answer a question would have if a hypothesis held.
#[component]
pub fn ExpectForm(
    /// Which question.
    question: QuestionId,
) -> impl IntoView {
    let expect = Sending::to::<ExpectAnswer>();
    view! {
        <details class="edit">
            <summary>"Say what answer a hypothesis expects"</summary>
            <CommandForm action=expect name=format!("expect-{question}")>
                <input type="hidden" name="question" value=question.to_string()/>
                <label>"Hypothesis" <input type="text" name="hypothesis" required autocomplete="off" placeholder="H-3"/></label>
                <label>"Expected answer" <input type="text" name="answer" autocomplete="off" placeholder="a few words; empty takes it back"/></label>
                <p class="meta">"The question on which most hypotheses differ is the one to ask next."</p>
                <button type="submit">"Expect"</button>
            </CommandForm>
        </details>
    }
}
