//! The permanent page of any id: `/i/<slug>/E-17`.

use crate::api::error::ApiError;
use crate::api::read;
use crate::api::records::Page;
use crate::live::live_view;
use crate::panels::actions::action_page;
use crate::panels::contradictions::contradiction_page;
use crate::panels::desk::Desk;
use crate::panels::evidence::EvidenceRecord;
use crate::panels::hypotheses::hypothesis_page;
use crate::panels::predictions::prediction_page;
use crate::panels::result::{AnswerMap, Answers, read_answers};
use crate::panels::things::{finding_page, moment_page, paragraph_page, question_page, retraction_page};
use crate::ui::frame::{PageContext, Tab, in_frame, use_slug};
use ledger::id::{AnyId, StreamKey};
use ledger::view::chip::Chips;
use ledger::view::parts::Sign;
use ledger::view::thing::ThingPage;
use leptos::prelude::*;
use leptos_router::hooks::use_params_map;

/// The permanent page of any id. A text that is no id answers as a thing that is not there.
#[component]
pub fn ThingPageView() -> impl IntoView {
    let slug = use_slug();
    let params = use_params_map();
    let id = Memo::new(move |_| params.read().get("id").unwrap_or_default());
    let page = Resource::new(
        move || (slug.get(), id.get()),
        |(slug, id)| async move {
            let id: AnyId = id.parse().map_err(|_| ApiError::Missing)?;
            let Page { frame, view } = read::thing(slug.clone(), id).await?;
            let answered = match &view {
                ThingPage::Evidence(page) if !matches!(page.shown.sign, Sign::Pending | Sign::Ended { .. }) => vec![page.id],
                _ => Vec::new(),
            };
            let answers = read_answers(&slug, answered).await;
            Ok(Page { frame, view: (view, answers) })
        },
    );
    in_frame(page, move || Tab::Other(id.get()), thing)
}

fn thing(context: PageContext, (first, answers): (ThingPage, AnswerMap)) -> AnyView {
    let id = id_of(&first);
    let stream = stream_of(&first);
    let me = context.me();
    let page = live_view(first.clone(), move |room| ledger::view::thing::thing_page(&room.state, &room.names, &me, id));
    let chips = Signal::derive(move || page.with(|page| chips_of(page).clone()));
    let desk = Desk::new(context, stream, chips);
    provide_context(desk);
    provide_context(Answers(StoredValue::new(answers)));
    if let ThingPage::Evidence(first) = first {
        // The kind of a thing never changes: only the part that is computed anew has to be looked at.
        let record = Memo::new(move |_| {
            page.with(|page| match page {
                ThingPage::Evidence(record) => (**record).clone(),
                _ => (*first).clone(),
            })
        });
        return view! { <EvidenceRecord record/> }.into_any();
    }
    view! {
        <main id="main" class="page thing" tabindex="-1">
            {move || match page.get() {
                ThingPage::Evidence(_) => ().into_any(),
                ThingPage::Question(page) => question_page(*page, desk),
                ThingPage::Finding(page) => finding_page(*page, desk),
                ThingPage::Hypothesis(page) => hypothesis_page(*page, desk),
                ThingPage::Retraction(page) => retraction_page(*page, desk),
                ThingPage::Paragraph(page) => paragraph_page(*page, desk),
                ThingPage::Moment(page) => moment_page(*page, desk),
                ThingPage::Action(page) => action_page(*page, desk),
                ThingPage::Prediction(page) => prediction_page(*page, desk),
                ThingPage::Contradiction(page) => contradiction_page(*page, desk),
            }}
        </main>
    }
    .into_any()
}

fn id_of(page: &ThingPage) -> AnyId {
    match page {
        ThingPage::Evidence(page) => page.id.into(),
        ThingPage::Question(page) => page.row.id.into(),
        ThingPage::Finding(page) => page.finding.id.into(),
        ThingPage::Hypothesis(page) => page.row.id.into(),
        ThingPage::Retraction(page) => page.row.id.into(),
        ThingPage::Paragraph(page) => page.entry.id,
        ThingPage::Moment(page) => page.moment.id.into(),
        ThingPage::Action(page) => page.row.id.into(),
        ThingPage::Prediction(page) => page.row.id.into(),
        ThingPage::Contradiction(page) => page.row.id.into(),
    }
}

/// The stream a thing belongs to; empty for what belongs to none.
fn stream_of(page: &ThingPage) -> StreamKey {
    let none = || StreamKey(String::new());
    match page {
        ThingPage::Evidence(page) => page.stream.key.clone(),
        ThingPage::Question(page) => page.row.stream.key.clone(),
        ThingPage::Finding(page) => page.finding.stream.key.clone(),
        ThingPage::Moment(page) => page.moment.stream.as_ref().map_or_else(none, |stream| stream.key.clone()),
        ThingPage::Retraction(page) => page.row.stream.as_ref().map_or_else(none, |stream| stream.key.clone()),
        ThingPage::Prediction(page) => page.row.stream.key.clone(),
        ThingPage::Paragraph(_) | ThingPage::Hypothesis(_) | ThingPage::Contradiction(_) | ThingPage::Action(_) => none(),
    }
}

fn chips_of(page: &ThingPage) -> &Chips {
    match page {
        ThingPage::Evidence(page) => &page.chips,
        ThingPage::Question(page) => &page.chips,
        ThingPage::Finding(page) => &page.chips,
        ThingPage::Hypothesis(page) => &page.chips,
        ThingPage::Retraction(page) => &page.chips,
        ThingPage::Paragraph(page) => &page.chips,
        ThingPage::Moment(page) => &page.chips,
        ThingPage::Action(page) => &page.chips,
        ThingPage::Prediction(page) => &page.chips,
        ThingPage::Contradiction(page) => &page.chips,
    }
}
