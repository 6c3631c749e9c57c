//! Evidence that is no query run: a text, a link, a place in a repository, what somebody said, a picture.

use super::desk::Desk;
use super::picture::PictureField;
use crate::api::write::{AddMaterial, AddPaste};
use crate::ui::form::CommandForm;
use crate::ui::sending::Sending;
use ledger::id::QuestionId;
use leptos::prelude::*;

/// One form for each kind, folded away until they are needed.
#[component]
pub fn MaterialForms(
    /// The question it is brought for.
    #[prop(into)]
    question: Signal<Option<QuestionId>>,
    /// Whether the forms are the only way to bring evidence here: then they are unfolded.
    opened: bool,
) -> impl IntoView {
    view! {
        <details open=opened>
            <summary>"Add what is no query: a text, a link, a place in code, a statement, a picture"</summary>
            <PasteForm question opened/>
            <MaterialForm question is="link" summary="A link">
                <label>"Address " <input type="url" name="url" required placeholder="https://"/></label>
                <p class="meta">"It is kept as a link, not asked here. It can't be run again."</p>
            </MaterialForm>
            <MaterialForm question is="code" summary="A place in a repository">
                <label>"Repository " <input type="text" name="repository" required autocomplete="off"/></label>
                <label>"Commit " <input type="text" name="commit" required autocomplete="off"/></label>
                <label>"Path " <input type="text" name="path" required autocomplete="off"/></label>
                <label>"Lines " <input type="text" name="lines" autocomplete="off" placeholder="12-40"/></label>
            </MaterialForm>
            <MaterialForm question is="statement" summary="What somebody said">
                <label>"Who said it " <input type="text" name="who" required autocomplete="off"/></label>
                <label>"When, UTC " <input type="text" name="said_at" autocomplete="off" placeholder="now, or 2026-09-10 14:10"/></label>
                <label><input type="checkbox" name="first_hand" value="yes"/> " seen first hand, not told to them"</label>
                <p class="meta">"It can't be run again."</p>
            </MaterialForm>
            <PictureField/>
        </details>
    }
}

/// The hidden fields of all of them.
fn fields_of(question: Signal<Option<QuestionId>>) -> impl IntoView {
    let desk = expect_context::<Desk>();
    view! {
        <input type="hidden" name="stream" value=desk.stream.with_value(|stream| stream.0.clone())/>
        <input type="hidden" name="question" value=move || question.get().map_or_else(String::new, |id| id.to_string())/>
    }
}

#[component]
fn PasteForm(question: Signal<Option<QuestionId>>, opened: bool) -> impl IntoView {
    let add = Sending::to::<AddPaste>();
    view! {
        <details open=opened>
            <summary>"A text or the output of a tool"</summary>
            <CommandForm action=add name="add-paste">
                {fields_of(question)}
                <label>"What it is, in one line " <input type="text" name="title" required autocomplete="off"/></label>
                <label>"The text" <textarea name="text" rows="6" required class="mono"></textarea></label>
                <button type="submit">"Add as evidence"</button>
            </CommandForm>
        </details>
    }
}

#[component]
fn MaterialForm(question: Signal<Option<QuestionId>>, is: &'static str, summary: &'static str, children: Children) -> impl IntoView {
    let add = Sending::to::<AddMaterial>();
    view! {
        <details>
            <summary>{summary}</summary>
            <CommandForm action=add name=format!("add-{is}")>
                {fields_of(question)}
                <input type="hidden" name="is" value=is/>
                <label>"What it is, in one line " <input type="text" name="title" required autocomplete="off"/></label>
                {children()}
                <button type="submit">"Add as evidence"</button>
            </CommandForm>
        </details>
    }
}
