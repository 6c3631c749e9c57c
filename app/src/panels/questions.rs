//! The questions of a stream: open ones with what can be done about them, then the answered, then those that are done with.

use super::desk::Desk;
use super::question_forms::{CloseForm, ReassignForm, TakeForm};
use crate::api::write::SeeQuestion;
use crate::format::count;
use crate::ui::chip::Chip;
use crate::ui::form::{CommandSeed, command_id};
use crate::ui::prose::InlineProse;
use crate::ui::sending::Sending;
use crate::ui::time::Age;
use ledger::event::QuestionEnd;
use ledger::id::{QuestionId, Slug, StreamKey};
use ledger::view::question::{QuestionRow, QuestionState};
use ledger::view::stream::StreamPage;
use leptos::prelude::*;

/// The questions of a stream.
#[component]
pub fn Questions(
    /// The stream's page.
    #[prop(into)]
    page: Signal<StreamPage>,
    /// The question at hand.
    #[prop(into)]
    at_hand: Signal<Option<QuestionId>>,
    /// The other streams, for sending a question on.
    others: Vec<(StreamKey, String)>,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let open = Memo::new(move |_| page.with(|page| page.card.open.clone()));
    let answered = Memo::new(move |_| page.with(|page| page.answered.clone()));
    let closed = Memo::new(move |_| page.with(|page| page.closed.clone()));
    let heading = move || format!("{} open, {} answered, {} closed", open.read().len(), answered.read().len(), closed.read().len());
    let others = StoredValue::new(others);
    send_seen(open, desk);
    view! {
        <h2 class="colhead" id="h-q">
            <span>"Questions"</span>
            <span class="meta">{heading}</span>
        </h2>
        <Show
            when=move || open.with(|open| !open.is_empty())
            fallback=|| view! { <p class="meta">"No open question. Questions are asked from the war room; a run needs none."</p> }
        >
            <ul class="qlist">
                <For each=move || ids(&open.read()) key=|id| *id let(id)>
                    <Question id rows=open at_hand others closes=true/>
                </For>
            </ul>
        </Show>
        <Show when=move || answered.with(|rows| !rows.is_empty())>
            <h3>"Answered, not closed"</h3>
            <ul class="qlist">
                <For each=move || ids(&answered.read()) key=|id| *id let(id)>
                    <Question id rows=answered at_hand others closes=true/>
                </For>
            </ul>
        </Show>
        <Show when=move || closed.with(|rows| !rows.is_empty())>
            <details>
                <summary>{move || count(closed.read().len(), "closed question", "closed questions")}</summary>
                <ul class="qlist">
                    <For each=move || ids(&closed.read()) key=|id| *id let(id)>
                        <Question id rows=closed at_hand others closes=false/>
                    </For>
                </ul>
            </details>
        </Show>
    }
}

fn ids(rows: &[QuestionRow]) -> Vec<QuestionId> {
    rows.iter().map(|row| row.id).collect()
}

/// Tells the room, once for each question, that the stream's owner has it on screen.
fn send_seen(open: Memo<Vec<QuestionRow>>, desk: Desk) {
    let see = Sending::to::<SeeQuestion>();
    let slug = expect_context::<Slug>();
    let seed = use_context::<CommandSeed>().map_or_else(String::new, |seed| seed.0);
    let sent = StoredValue::new(Vec::<QuestionId>::new());
    Effect::new(move |_| {
        let rows = open.get();
        if !desk.owns() || document().hidden() {
            return;
        }
        let unseen = rows.iter().filter(|row| row.state == QuestionState::Unseen).map(|row| row.id);
        for question in unseen.filter(|id| !sent.with_value(|sent| sent.contains(id))).collect::<Vec<_>>() {
            sent.update_value(|sent| sent.push(question));
            let command_id = command_id(&seed, &format!("see-{question}"), 0);
            see.send(&[("slug", &slug.0), ("command_id", &command_id.0), ("question", &question.to_string())]);
        }
    });
}

/// One question. Its forms do not depend on the row, so that what is being typed stays when the row changes.
#[component]
fn Question(
    id: QuestionId,
    rows: Memo<Vec<QuestionRow>>,
    at_hand: Signal<Option<QuestionId>>,
    others: StoredValue<Vec<(StreamKey, String)>>,
    closes: bool,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let slug = expect_context::<Slug>();
    let row = Memo::new(move |_| rows.with(|rows| rows.iter().find(|row| row.id == id).cloned()));
    let address = desk.stream.with_value(|stream| format!("/i/{slug}/s/{stream}?q={id}"));
    let chips = desk.chips;
    let text = move || row.get().map(|row| view! { <InlineProse text=row.text chips/> });
    let is_at_hand = move || at_hand.get() == Some(id);
    let takes = Memo::new(move |_| {
        let waits = row.with(|row| row.as_ref().is_some_and(|row| matches!(row.state, QuestionState::Unseen | QuestionState::Seen)));
        waits && desk.owns()
    });
    let may_close = Memo::new(move |_| {
        closes
            && !desk.reads_only.get()
            && (desk.owns() || desk.me.with(|me| me.coordinates) || row.with(|row| row.as_ref().is_some_and(|row| row.asked.by.is_me)))
    });
    let may_reassign = Memo::new(move |_| closes && desk.me.with(|me| me.coordinates) && others.with_value(|others| !others.is_empty()));
    view! {
        <li aria-current=move || is_at_hand().then_some("true")>
            <Chip id chips/>
            <div>
                <span class=move || if is_at_hand() { "said at-hand" } else { "said" }>{text}</span>
                <br/>
                <small class="meta">{move || row.get().map(|row| state_view(row, desk))}</small>
                <Show when=move || closes && desk.asks() && !is_at_hand()>
                    ", "
                    <a class="meta" href=address.clone()>
                        "run queries for it"
                    </a>
                </Show>
                <div class="folds">
                    <Show when=move || takes.get()>
                        <TakeForm id/>
                    </Show>
                    <Show when=move || may_close.get()>
                        <CloseForm id/>
                    </Show>
                    <Show when=move || may_reassign.get()>
                        <ReassignForm id others/>
                    </Show>
                </div>
            </div>
        </li>
    }
}

/// Who asked, when, and how it stands.
fn state_view(row: QuestionRow, desk: Desk) -> impl IntoView {
    let at = row.asked.at;
    let chips = desk.chips;
    let about = [row.component, row.metric].into_iter().flatten().collect::<Vec<_>>().join(", ");
    let about = (!about.is_empty()).then(|| format!("{about}; "));
    let state = match row.state {
        QuestionState::Unseen => view! { <span class="st st-unk">"not seen yet"</span> }.into_any(),
        QuestionState::Seen => view! { "seen" }.into_any(),
        QuestionState::Taken => {
            let by = row.taken.map_or_else(String::new, |taken| format!("taken by {}", taken.by.name));
            view! { {by} }.into_any()
        }
        QuestionState::Answered { finding } => view! { "answered" {finding.map(|id| view! { " by " <Chip id chips/> })} }.into_any(),
        QuestionState::Closed { how, why, .. } => {
            let why = (!why.is_empty()).then(|| format!(": {why}"));
            view! { {end_words(how)} {why} }.into_any()
        }
    };
    view! { {about} "asked by " {row.asked.by.name} " " <Age at/> " ago, " {state} }
}

/// How a question ended, in words.
pub fn end_words(how: QuestionEnd) -> &'static str {
    match how {
        QuestionEnd::Answered => "answered",
        QuestionEnd::Unproven => "looked, nothing proven",
        QuestionEnd::CouldNotLook => "could not look",
    }
}
