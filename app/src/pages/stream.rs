//! A stream's page: its questions, the query runner with what came back, its findings file.

use crate::api::error::ApiError;
use crate::api::read;
use crate::api::records::{Page, PasteRead};
use crate::live::live_view;
use crate::panels::cell::Cell;
use crate::panels::desk::Desk;
use crate::panels::fields::{Draft, Fields};
use crate::panels::findings::Findings;
use crate::panels::material::MaterialForms;
use crate::panels::owner::Owner;
use crate::panels::paste::Pasted;
use crate::panels::questions::Questions;
use crate::panels::result::{AnswerMap, Answers, read_answers};
use crate::panels::runner::{Door, NamedWindows, Runner};
use crate::panels::source::Source;
use crate::panels::tries::Tries;
use crate::panels::upload::UploadToken;
use crate::ui::frame::{PageContext, Tab, in_frame, use_slug};
use crate::ui::prose::InlineProse;
use ledger::id::{EvidenceId, QuestionId, Slug, StreamKey};
use ledger::view::parts::Sign;
use ledger::view::stream::{Chain, StreamPage};
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::{use_navigate, use_params_map, use_query_map};
use leptos_router::params::ParamsMap;
use serde::{Deserialize, Serialize};

/// How many chains are shown with their answers; the table below names all.
const CELLS: usize = 8;

/// A stream's page. All fields of the runner stand in the address, so that a link to a query can be sent.
#[component]
pub fn StreamPageView() -> impl IntoView {
    let slug = use_slug();
    let params = use_params_map();
    let query = use_query_map();
    let stream = Memo::new(move |_| StreamKey(params.read().get("stream").unwrap_or_default()));
    let pasted = query.with_untracked(|query| query.get("paste")).filter(|text| !text.trim().is_empty());
    let page = Resource::new(move || (slug.get(), stream.get()), move |(slug, stream)| load(slug, stream, pasted.clone()));
    in_frame(page, move || Tab::Stream(stream.get()), move |context, loaded| bench(context, loaded, query))
}

/// A stream's page with what was read for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Loaded {
    stream: StreamPage,
    /// What the address brought along to be read.
    paste: Option<PasteRead>,
    /// The answers of the cells that are shown.
    answers: AnswerMap,
}

async fn load(slug: Slug, stream: StreamKey, pasted: Option<String>) -> Result<Page<Loaded>, ApiError> {
    let Page { frame, view } = read::stream(slug.clone(), stream).await?;
    let paste = match pasted {
        // What can't be read is said beside the field; the page is there in any case.
        Some(text) => read::read_paste(Some(slug.clone()), text).await.ok(),
        None => None,
    };
    let shown = view.tries.iter().take(CELLS).map(|chain| &chain.latest);
    let answered = shown.filter(|row| !matches!(row.shown.sign, Sign::Pending | Sign::Ended { .. })).filter_map(|row| row.id).collect();
    let answers = read_answers(&slug, answered).await;
    Ok(Page { frame, view: Loaded { stream: view, paste, answers } })
}

/// The three columns.
fn bench(context: PageContext, loaded: Loaded, query: Memo<ParamsMap>) -> AnyView {
    let Loaded { stream: first, paste, answers } = loaded;
    let key = first.card.key.clone();
    let source_name = first.card.source.clone();
    let me = context.me();
    let page = {
        let key = key.clone();
        live_view(first, move |room| ledger::view::stream::stream_page(&room.state, &room.names, &me, &key))
    };
    let chips = Signal::derive(move || page.with(|page| page.chips.clone()));
    let desk = Desk::new(context, key.clone(), chips);
    provide_context(desk);
    provide_context(Pasted(paste.clone()));
    provide_context(Answers(StoredValue::new(answers)));

    let card = Memo::new(move |_| page.with(|page| page.card.clone()));
    let open = Memo::new(move |_| page.with(|page| page.card.open.clone()));
    // A memo: the runner must not be made anew, and lose what is typed, whenever something about the stream changes.
    let door = Memo::new(move |_| desk.me.with(|me| card.with(|card| Door::of(me, card))).sentence());
    let question = Memo::new(move |_| query.with(|query| query.get("q")).and_then(|id| id.parse::<QuestionId>().ok()));
    let others = context.streams.with_untracked(|streams| streams.iter().filter(|(other, _)| *other != key).cloned().collect());
    let source = source_name
        .and_then(|name| desk.source(&name))
        .map(|first| Memo::new(move |_| desk.source(&first.name).unwrap_or_else(|| first.clone())));
    let name = card.with_untracked(|card| card.name.clone());
    view! {
        <main id="main" class="bench" tabindex="-1">
            <h2 class="vh">"Stream: " {name}</h2>
            <section aria-labelledby="h-q">
                <Questions page at_hand=question others/>
                <Owner card/>
                {source.map(|source| view! { <Source source/> })}
                <UploadToken/>
            </section>
            <section aria-labelledby="h-run">
                {asked_view(question, page, desk)}
                {move || match (door.get(), source) {
                        (None, Some(source)) => runner(context, source, page, question, query, paste.as_ref()),
                        (None, None) => view! {
                            <p class="hold warn">
                                "The source of this stream is not configured on this server, so it can't be asked from here. Ask whoever runs the server to add it."
                            </p>
                        }
                        .into_any(),
                        (Some(sentence), _) => view! { <p class="hold flat">{sentence}</p> }.into_any(),
                }}
                <Show when=move || !desk.reads_only.get()>
                    <MaterialForms question opened=source.is_none()/>
                </Show>
                <For each=move || page.with(|page| newest(&page.tries)) key=|key| *key let(key)>
                    {chain_cell(key, page, open)}
                </For>
                <Tries chains=Signal::derive(move || page.with(|page| page.tries.clone()))/>
            </section>
            <section class="file" aria-labelledby="h-file">
                <Findings findings=Signal::derive(move || page.with(|page| page.findings.clone()))/>
            </section>
        </main>
    }
    .into_any()
}

/// The question at hand, above the runner.
fn asked_view(question: Memo<Option<QuestionId>>, page: Memo<StreamPage>, desk: Desk) -> impl IntoView {
    let row = move || {
        let id = question.get()?;
        page.with(|page| page.card.open.iter().chain(&page.answered).chain(&page.closed).find(|row| row.id == id).cloned())
    };
    move || match row() {
        Some(row) => view! {
            <p class="meta">{format!("{} asked by {}, {}", row.id, row.asked.by.name, row.asked.at.short())}</p>
            <h3 class="asked" id="h-run">
                <InlineProse text=row.text chips=desk.chips/>
            </h3>
        }
        .into_any(),
        None => view! { <h3 class="colhead" id="h-run">"Runs"</h3> }.into_any(),
    }
}

/// The runner with the fields of the address, of the pasted text, or of an empty form.
fn runner(
    context: PageContext,
    source: Memo<crate::api::records::SourceCard>,
    page: Memo<StreamPage>,
    question: Memo<Option<QuestionId>>,
    query: Memo<ParamsMap>,
    paste: Option<&PasteRead>,
) -> AnyView {
    let kind = source.with_untracked(|source| source.kind);
    let fields = match paste {
        Some(PasteRead::Query { query, .. }) => Fields::of(query),
        _ => query.with_untracked(Fields::of_address),
    };
    let draft = Draft::new(fields.settled(kind));
    let windows = Signal::derive(move || {
        let incident = context.header.with(|header| header.onset.map(|onset| (onset, header.closed.as_ref().map(|(by, _)| by.at))));
        let asked =
            question.get().and_then(|id| page.with(|page| page.card.open.iter().find(|row| row.id == id).and_then(|row| row.window)));
        NamedWindows { incident, question: asked }
    });
    let navigate = use_navigate();
    let on_sent = Callback::new(move |fields: Fields| {
        let options = NavigateOptions { replace: true, scroll: false, ..NavigateOptions::default() };
        navigate(&fields.address(question.get_untracked()), options);
    });
    view! { <Runner source draft question windows on_sent/> }.into_any()
}

/// What keeps a cell's place in the list: its evidence, or the time of a try that was not sent.
type CellKey = (Option<EvidenceId>, i64);

fn key_of(chain: &Chain) -> CellKey {
    (chain.latest.id, chain.latest.id.map_or(chain.latest.by.at.0, |_| 0))
}

fn newest(chains: &[Chain]) -> Vec<CellKey> {
    chains.iter().take(CELLS).map(key_of).collect()
}

fn chain_cell(key: CellKey, page: Memo<StreamPage>, open: Memo<Vec<ledger::view::question::QuestionRow>>) -> Option<AnyView> {
    let find = move || page.with(|page| page.tries.iter().find(|chain| key_of(chain) == key).cloned());
    // A chain that grew has another newest try, and so another cell; this one shows the last it knew until it goes.
    let first = untrack(find)?;
    let chain = Memo::new(move |before: Option<&Chain>| find().or_else(|| before.cloned()).unwrap_or_else(|| first.clone()));
    Some(view! { <Cell chain open/> }.into_any())
}
