//! Forms that carry out commands. They work before the browser's code has loaded; afterwards they stay on the page.

use super::error::FormError;
use super::keys::close_fold;
use super::sending::Sending;
use crate::api::error::ApiError;
use crate::api::records::{JoinLink, RunStarted, UploadToken};
use ledger::command::Made;
use ledger::id::{CommandId, Slug};
use leptos::ev::SubmitEvent;
use leptos::html;
use leptos::prelude::*;
use serde::de::DeserializeOwned;

/// What the command ids of a page grow from; made by the server. Context of every page.
#[derive(Clone)]
pub struct CommandSeed(pub String);

/// The id of a form's next command. The same until the form is changed or its command was carried out, so that a repeat is harmless.
pub fn command_id(seed: &str, form: &str, version: u64) -> CommandId {
    CommandId(format!("{seed}-{form}-{version}"))
}

/// What a form says once its command was carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// Nothing: what was made shows on the page, and the fold around the form closes.
    Nothing,
    /// A hint of the ledger.
    Hint(String),
    /// The form shows what came of it by itself.
    Itself,
}

/// What is told about an answer.
pub trait Telling {
    /// See [`Told`].
    fn told(&self) -> Told {
        Told::Itself
    }
}

impl Telling for Made {
    fn told(&self) -> Told {
        self.hint.clone().map_or(Told::Nothing, Told::Hint)
    }
}

impl Telling for () {
    fn told(&self) -> Told {
        Told::Nothing
    }
}

impl Telling for RunStarted {}
impl Telling for JoinLink {}
impl Telling for UploadToken {}
impl Telling for Slug {}

/// A form that carries out one command in the incident: sends its address and the command's id along, and shows below what the last
/// sending came to. What was typed stays after an error; once the command was carried out it goes, and the fold around the form closes.
#[component]
pub fn CommandForm<Out>(
    /// The server function.
    action: Sending<Out>,
    /// Tells the form apart from the page's others: `ask`, `revise-N-9`.
    #[prop(into)]
    name: String,
    /// What screen readers call it; none where its heading says it.
    #[prop(optional, into)]
    label: Option<String>,
    /// Its classes.
    #[prop(optional)]
    class: &'static str,
    /// The fields and buttons.
    children: Children,
) -> impl IntoView
where
    Out: Telling + DeserializeOwned + Clone + Send + Sync + 'static,
{
    let told = Signal::derive(move || action.value.with(|value| value.as_ref().and_then(|value| value.as_ref().ok().map(Telling::told))));
    let submit = Callback::new(move |event: SubmitEvent| action.submit(&event));
    form_view((action.url, submit), (name, label, class), (times_carried_out(action), told, form_error(action)), children)
}

/// The form itself, once for all kinds of answers.
fn form_view(
    (url, submit): (&'static str, Callback<SubmitEvent>),
    (name, label, class): (String, Option<String>, &'static str),
    (done, told, error): (Memo<usize>, Signal<Option<Told>>, Signal<Option<ApiError>>),
    children: Children,
) -> AnyView {
    let slug = use_context::<Slug>().map(|slug| slug.0);
    let seed = use_context::<CommandSeed>().map_or_else(String::new, |seed| seed.0);
    let form = NodeRef::<html::Form>::new();
    let edits = RwSignal::new(0_u64);
    Effect::new(move |_| {
        if done.get() > 0
            && let Some(form) = form.get_untracked()
        {
            form.reset();
            edits.update(|edits| *edits += 1);
            if told.get_untracked() == Some(Told::Nothing) {
                close_fold(&form);
            }
        }
    });
    view! {
        <div class=(!class.is_empty()).then_some(class) role="group" aria-label=label on:input=move |_| edits.update(|edits| *edits += 1)>
            <form method="post" action=url node_ref=form on:submit=move |event| submit.run(event)>
                {slug.map(|slug| view! { <input type="hidden" name="slug" value=slug/> })}
                <input type="hidden" name="command_id" value=move || command_id(&seed, &name, edits.get()).0/>
                {children()}
            </form>
            <p class="meta" role="status">
                {move || match told.get() {
                    Some(Told::Hint(hint)) => hint,
                    _ => String::new(),
                }}
            </p>
            <FormError error/>
        </div>
    }
    .into_any()
}

/// The error of the last sending of a form.
pub fn form_error<Out: Clone + Send + Sync + 'static>(action: Sending<Out>) -> Signal<Option<ApiError>> {
    Signal::derive(move || action.value.with(|value| value.as_ref().and_then(|value| value.as_ref().err().cloned())))
}

/// How often a form was carried out on this page.
pub fn times_carried_out<Out: Clone + Send + Sync + 'static>(action: Sending<Out>) -> Memo<usize> {
    Memo::new(move |before: Option<&usize>| {
        let sent = action.version.get() > 0;
        let done = sent && action.value.with_untracked(|value| matches!(value, Some(Ok(_))));
        before.copied().unwrap_or(0) + usize::from(done)
    })
}
