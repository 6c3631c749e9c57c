//! A query that was not sent: why, and what would pass. Offered, never run by itself.

use super::desk::Desk;
use super::fields::{Draft, Fields};
use crate::api::records::{Offer, RunStarted};
use crate::api::write::RunQuery;
use crate::plan::window_text;
use crate::ui::form::CommandForm;
use crate::ui::sending::Sending;
use evidence::query::{Ask, Query};
use evidence::reading::Reason;
use evidence::time::duration_text;
use ledger::id::QuestionId;
use leptos::prelude::*;

/// Why nothing was sent, with the queries that would pass.
#[component]
pub fn NotSent(
    /// Why, and what to do.
    reason: Reason,
    /// What would pass, best first.
    offers: Vec<Offer>,
    /// The fields that an offer is put into.
    draft: Draft,
    /// The question the run was for.
    question: Option<QuestionId>,
) -> impl IntoView {
    let offers = offers.into_iter().enumerate().map(|(place, offer)| view! { <OfferView place offer draft question/> }).collect_view();
    view! {
        <section class="hold" aria-label="Not sent">
            <p>
                <span class="oc oc-cant">"not asked"</span>
                " "
                <b>{reason.what}</b>
            </p>
            {(!reason.detail.is_empty()).then(|| view! { <p class="mono-s">{reason.detail}</p> })}
            <p>{reason.todo} " Nothing was sent; the try is kept."</p>
            {offers}
        </section>
    }
}

#[component]
fn OfferView(place: usize, offer: Offer, draft: Draft, question: Option<QuestionId>) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let run = Sending::to::<RunQuery>();
    let fields = Fields::of(&offer.query);
    let hidden = fields.named().map(|(name, value)| view! { <input type="hidden" name=name value=value.to_owned()/> }).collect_view();
    let said = move || match run.value.get() {
        Some(Ok(RunStarted::InLine { evidence, .. })) => format!(" in line as {evidence}"),
        Some(Ok(RunStarted::NotSent { reason, .. })) => format!(" not asked: {}", reason.what),
        _ => String::new(),
    };
    view! {
        <p class="meta">{offer.words}</p>
        <pre class="evq">{offer.query.ask.text().to_owned()} "\n" <b>{asked_for(&offer.query)}</b></pre>
        <div class="acts">
            <button type="button" on:click=move |_| draft.put(fields.clone())>
                "Put it into the editor"
            </button>
            <CommandForm action=run name=format!("offer-{place}")>
                <input type="hidden" name="stream" value=desk.stream.with_value(|stream| stream.0.clone())/>
                <input type="hidden" name="question" value=question.map_or_else(String::new, |id| id.to_string())/>
                {hidden}
                <button type="submit" class="bare">"Run it"</button>
                <span class="meta" role="status">{said}</span>
            </CommandForm>
        </div>
    }
}

/// The window and the step of a query: `10 Sep 2026 13:00:00 to 16:00:00 UTC, step 60 s`.
pub fn asked_for(query: &Query) -> String {
    match &query.ask {
        Ask::PromqlRange { step_secs, piece_secs, .. } => {
            let pieces = piece_secs.map_or_else(String::new, |secs| format!(", in pieces of {}", duration_text(secs)));
            format!("{}, step {step_secs} s{pieces}", window_text(query.window))
        }
        Ask::PromqlInstant { .. } => format!("{} UTC, one point", query.window.end.day_time()),
        Ask::QueryDsl { index, .. } | Ask::QueryString { index, .. } => format!("{}, index {index}", window_text(query.window)),
        Ask::Esql { .. } => window_text(query.window),
    }
}
