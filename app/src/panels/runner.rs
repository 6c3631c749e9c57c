//! The query runner of a stream: for whoever owns it. Everybody else reads here who runs its queries.

use super::desk::Desk;
use super::fields::{Draft, Fields, languages, moment_text};
use super::not_sent::NotSent;
use super::paste::PasteLine;
use crate::api::records::{RunStarted, SourceCard};
use crate::api::write::RunQuery;
use crate::glue;
use crate::plan::{INSTANT, plan};
use crate::ui::error::FormError;
use crate::ui::form::{CommandSeed, command_id, form_error, times_carried_out};
use crate::ui::sending::Sending;
use crate::ui::time::use_clock;
use evidence::query::SourceKind;
use evidence::time::{Micros, Window};
use ledger::id::{QuestionId, Slug};
use ledger::view::header::Me;
use ledger::view::stream::StreamCard;
use leptos::html;
use leptos::prelude::*;
use leptos::web_sys::Event;

/// What a stream's page has in the place of the runner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Door {
    /// The reader runs queries.
    Runs,
    /// The reader coordinates, and so does not.
    Coordinates,
    /// Somebody else does.
    OwnedBy(String),
    /// Nobody owns the stream yet.
    Free,
    /// The stream asks no source.
    NoSource,
}

impl Door {
    /// Which of them a reader finds.
    pub fn of(me: &Me, card: &StreamCard) -> Self {
        match (&card.source, &card.owner) {
            (None, _) => Self::NoSource,
            (Some(_), _) if me.asks.contains(&card.key) => Self::Runs,
            (Some(_), _) if me.coordinates => Self::Coordinates,
            (Some(_), Some(owner)) => Self::OwnedBy(owner.name.clone()),
            (Some(_), None) => Self::Free,
        }
    }

    /// The one quiet sentence for whoever does not run queries here.
    pub fn sentence(&self) -> Option<String> {
        match self {
            Self::Runs => None,
            Self::Coordinates => Some(
                "You coordinate, so no query can be run from this screen: whoever weighs the answers does not pick the readings."
                    .to_owned(),
            ),
            Self::OwnedBy(name) => Some(format!("{name} owns this stream and runs its queries. Ask it a question from the war room.")),
            Self::Free => Some("Nobody owns this stream yet. Whoever takes it runs its queries.".to_owned()),
            Self::NoSource => Some("This stream asks no source. Add what you have: a file, a text, a link, what somebody said.".to_owned()),
        }
    }
}

/// The windows that are one key away, beside the fixed ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NamedWindows {
    /// From the onset to the end, or to now.
    pub incident: Option<(Micros, Option<Micros>)>,
    /// What the question at hand concerns.
    pub question: Option<Window>,
}

/// The form that runs a query.
#[component]
pub fn Runner(
    /// The source of the stream.
    source: Memo<SourceCard>,
    /// What the fields begin with.
    draft: Draft,
    /// The question the runs are for.
    #[prop(into)]
    question: Signal<Option<QuestionId>>,
    /// The windows that are one key away.
    #[prop(into)]
    windows: Signal<NamedWindows>,
    /// Called with the fields when a run was handed over, so that the page's address can keep them.
    on_sent: Callback<Fields>,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let slug = expect_context::<Slug>();
    let seed = use_context::<CommandSeed>().map_or_else(String::new, |seed| seed.0);
    let clock = use_clock();
    let run = Sending::to::<RunQuery>();
    let edits = RwSignal::new(0_u64);
    let text = NodeRef::<html::Textarea>::new();
    let run_button = NodeRef::<html::Button>::new();
    let kind = source.with_untracked(|source| source.kind);
    let (expects, follows) = (RwSignal::new(String::new()), RwSignal::new(String::new()));

    // Whatever changes a field makes another command of the next run: an unchanged one that was not acknowledged is repeated.
    Effect::new(move |before: Option<(Fields, String, String)>| {
        let fields = (draft.fields(), expects.get(), follows.get());
        if before.is_some_and(|before| before != fields) {
            edits.update(|edits| *edits += 1);
        }
        fields
    });
    let sent = times_carried_out(run);
    Effect::new(move |_| {
        if sent.get() > 0 {
            edits.update(|edits| *edits += 1);
            expects.set(String::new());
            follows.set(String::new());
            on_sent.run(untrack(|| draft.fields()));
        }
    });
    // The editor follows what is put into the text from elsewhere.
    Effect::new(move |_| {
        let wanted = draft.text.get();
        let Some(text) = text.get() else { return };
        if text.value() != wanted {
            text.set_value(&wanted);
        }
        if let Ok(event) = Event::new("inquest:set") {
            // A listener that fails has its own way to say so.
            let _ = text.dispatch_event(&event);
        }
    });
    Effect::new(move |_| {
        draft.language.track();
        if let Some(text) = text.get() {
            glue::enhance("editor", &text);
        }
    });

    let plan = Memo::new(move |_| {
        let fields = draft.fields();
        let max_points = source.with(|source| source.max_points);
        plan(&fields.language, &fields.from, &fields.to, &fields.step, clock.get(), max_points)
            .map(|plan| plan.sentence())
            .map_err(|error| error.to_string())
    });
    let focus_run = Callback::new(move |()| {
        if let Some(button) = run_button.get_untracked() {
            // Focus is a courtesy; without it the button is one Tab away.
            let _ = button.focus();
        }
    });
    let not_sent = move || match run.value.get() {
        Some(Ok(RunStarted::NotSent { reason, offers })) => {
            Some(view! { <NotSent reason offers draft question=question.get_untracked()/> })
        }
        _ => None,
    };
    let in_line = move || match run.value.get() {
        Some(Ok(RunStarted::InLine { evidence, .. })) => format!("In line as {evidence}."),
        _ if run.pending.get() => "Handing the query over.".to_owned(),
        _ => String::new(),
    };
    let help = desk.stream.with_value(|stream| format!("/i/{slug}/s/{stream}/help"));
    let promql = move || draft.language.with(|language| language == "promql");
    view! {
        <PasteLine draft on_read=focus_run/>
            <form method="post" action=run.url on:submit=move |event| run.submit(&event) id="run" class="editor" aria-label="Query editor">
                <input type="hidden" name="slug" value=slug.0.clone()/>
                <input type="hidden" name="command_id" value=move || command_id(&seed, "run", edits.get()).0/>
                <input type="hidden" name="stream" value=desk.stream.with_value(|stream| stream.0.clone())/>
                <input type="hidden" name="question" value=move || question.get().map_or_else(String::new, |id| id.to_string())/>
                <div class="bar">
                    {language_field(kind, draft)}
                    <span>"on " <b>{move || source.with(|source| source.name.clone())}</b></span>
                    {window_links(draft, question, windows)}
                </div>
                <div class="bar">
                    {field("from", "From", draft.from, "now-1h")}
                    {field("to", "to", draft.to, "now")}
                    {move || promql().then(|| field("step", "step", draft.step, "chosen"))}
                    {move || promql().then(|| instant_button(draft))}
                    {move || {
                        (!promql())
                            .then(|| field("index", "index", draft.index, source.with(|source| source.index.clone())))
                    }}
                    {move || {
                        draft.language.with(|language| language == "lucene").then(|| field("size", "lines", draft.size, "20"))
                    }}
                </div>
                <div class="code">
                    <textarea
                        name="text"
                        rows="4"
                        required
                        spellcheck="false"
                        aria-label="Query text"
                        aria-describedby="plan"
                        data-language=move || editor_language(&draft.language.read())
                        data-help=help
                        node_ref=text
                        on:input:target=move |event| draft.text.set(event.target().value())
                    >
                        {draft.text.get_untracked()}
                    </textarea>
                </div>
                <div class="bar">
                    <label for="run-expects">"I expect"</label>
                    <input
                        type="text"
                        id="run-expects"
                        name="expects"
                        class="f-expects"
                        autocomplete="off"
                        placeholder="sealed before it runs; may stay empty: 5 ms ± 1, falls, A > B > C"
                        prop:value=expects
                        on:input:target=move |event| expects.set(event.target().value())
                    />
                    <label for="run-follows">"from"</label>
                    <input type="text" id="run-follows" name="follows_from" class="f-step" autocomplete="off" placeholder="H-3" prop:value=follows on:input:target=move |event| follows.set(event.target().value())/>
                </div>
                <div class="bar">
                    <span><kbd>"Tab"</kbd> " completes names"</span>
                    <span><kbd>"Ctrl Enter"</kbd> " runs"</span>
                    <span class="push">"Times are UTC; " <code>"-3h"</code> " becomes absolute on run."</span>
                </div>
            </form>
        <div class="runline">
            <button type="submit" form="run" class="primary" node_ref=run_button>
                {move || if expects.with(|text| text.trim().is_empty()) { "Run query " } else { "Seal and run " }}
                <kbd>"Ctrl Enter"</kbd>
            </button>
            <span class="meta" id="plan" role="status">
                {move || match plan.get() {
                    Ok(sentence) => format!("will run {sentence}"),
                    Err(why) => format!("Will not run: {why}."),
                }}
            </span>
            <span class="meta" role="status">{in_line}</span>
        </div>
        <FormError error=form_error(run)/>
        {not_sent}
    }
}

/// One field of the form.
fn field(name: &'static str, label: &'static str, value: RwSignal<String>, placeholder: impl Into<String>) -> impl IntoView {
    let id = format!("run-{name}");
    view! {
        <label for=id.clone()>{label}</label>
        <input
            type="text"
            id=id
            name=name
            class=format!("f-{name}")
            autocomplete="off"
            placeholder=placeholder.into()
            value=value.get_untracked()
            prop:value=value
            on:input:target=move |event| value.set(event.target().value())
        />
    }
}

/// The language: a choice where the source takes several.
fn language_field(kind: SourceKind, draft: Draft) -> AnyView {
    let choices = languages(kind);
    if let [(word, name)] = choices {
        return view! { <span>{*name}</span> <input type="hidden" name="language" value=*word/> }.into_any();
    }
    let options = choices
        .iter()
        .map(|(word, name)| {
            let chosen = draft.language.with_untracked(|language| language == word);
            view! {
                <label>
                    <input
                        type="radio"
                        name="language"
                        value=*word
                        checked=chosen
                        prop:checked=move || draft.language.with(|language| language == word)
                        on:change=move |_| draft.language.set((*word).to_owned())
                    />
                    {*name}
                </label>
            }
        })
        .collect_view();
    view! { <span class="tools" role="radiogroup" aria-label="Language">{options}</span> }.into_any()
}

/// The quick windows. Links, so that they work before the browser's code is there.
fn window_links(draft: Draft, question: Signal<Option<QuestionId>>, windows: Signal<NamedWindows>) -> impl IntoView {
    let link = move |words: &'static str, from: String, to: String| {
        let address = Fields { from: from.clone(), to: to.clone(), ..untrack(|| draft.fields()) }.address(question.get_untracked());
        let put = move |event: leptos::ev::MouseEvent| {
            event.prevent_default();
            draft.put_window(from.clone(), to.clone());
        };
        view! { <a href=address on:click=put>{words}</a> }
    };
    let now = || "now".to_owned();
    view! {
        <span class="push tools" role="group" aria-label="Window">
            {link("15 min", "now-15m".to_owned(), now())}
            {link("1 h", "now-1h".to_owned(), now())}
            {link("3 h", "now-3h".to_owned(), now())}
            {move || {
                windows
                    .get()
                    .incident
                    .map(|(start, end)| link("the incident", moment_text(start), end.map_or_else(now, moment_text)))
            }}
            {move || {
                windows
                    .get()
                    .question
                    .map(|window| link("the question's", moment_text(window.start), moment_text(window.end)))
            }}
        </span>
    }
}

/// Asks for one point at the end of the window, and back.
fn instant_button(draft: Draft) -> impl IntoView {
    let instant = move || draft.step.with(|step| step == INSTANT);
    let toggle = move |_| draft.step.set(if untrack(instant) { String::new() } else { INSTANT.to_owned() });
    view! {
        <button type="button" class="bare" aria-pressed=move || instant().to_string() on:click=toggle>
            "instant"
        </button>
    }
}

/// The editor's word for a language.
fn editor_language(language: &str) -> &'static str {
    match language {
        "promql" => "promql",
        "dsl" => "json",
        "lucene" => "lucene",
        "esql" => "esql",
        _ => "text",
    }
}
