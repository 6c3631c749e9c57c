//! The frame of every page of an incident: head, what needs the reader, connection, tabs; and the loading of the page itself.

use super::error::ErrorPanel;
use super::form::CommandSeed;
use super::time::provide_clock;
use crate::api::error::ApiError;
use crate::api::records::{Frame, Page, SourceCard};
use crate::live::{Live, live_view, live_view_of};
use crate::panels::connection::ConnectionLine;
use crate::panels::needs::Needs;
use crate::panels::top::Top;
use ledger::apply::Touched;
use ledger::id::{ActorId, Slug, StreamKey};
use ledger::view::header::Header;
use leptos::either::Either;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_params_map;

/// What the panels of a page share.
#[derive(Clone, Copy)]
pub struct PageContext {
    /// The frame as the server made it.
    pub frame: StoredValue<Frame>,
    /// The head of the page, following the incident.
    pub header: Memo<Header>,
    /// The streams for the tabs, following the incident: address and name.
    pub streams: Memo<Vec<(StreamKey, String)>>,
    /// The sources with their health and their lines.
    pub sources: Signal<Vec<SourceCard>>,
}

impl PageContext {
    /// The incident's address.
    pub fn slug(self) -> Slug {
        self.frame.with_value(|frame| frame.slug.clone())
    }

    /// Who is looking.
    pub fn me(self) -> ActorId {
        self.frame.with_value(|frame| frame.me.actor.id.clone())
    }
}

/// Which tab a page belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tab {
    /// The war room.
    WarRoom,
    /// A stream.
    Stream(StreamKey),
    /// The hypotheses.
    Hypotheses,
    /// The post-mortem.
    PostMortem,
    /// A page that has no tab, by its title: `E-17`.
    Other(String),
}

/// The incident of the address.
pub fn use_slug() -> Memo<Slug> {
    let params = use_params_map();
    Memo::new(move |_| Slug(params.read().get("slug").unwrap_or_default()))
}

/// Shows a page of an incident in its frame once it is there. `body` makes the content of `<main>` and what stands beside it.
pub fn in_frame<V>(
    page: Resource<Result<Page<V>, ApiError>>,
    tab: impl Fn() -> Tab + Send + Sync + 'static,
    body: impl Fn(PageContext, V) -> AnyView + Clone + Send + Sync + 'static,
) -> impl IntoView
where
    V: Clone + Send + Sync + 'static,
{
    let tab = StoredValue::new(tab);
    let body = StoredValue::new(body);
    view! {
        <Transition fallback=|| view! { <p class="page meta">"The page is on its way."</p> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(Page { frame, view }) => {
                        let context = provide_page(frame);
                        Either::Left(view! {
                            <Top page=context tab=tab.with_value(|tab| tab())/>
                            <ConnectionLine/>
                            <Needs page=context/>
                            {body.with_value(|body| body(context, view))}
                        })
                    }
                    Err(error) => Either::Right(page_error(error)),
                }
            })}
        </Transition>
    }
}

fn provide_page(frame: Frame) -> PageContext {
    let live = use_context::<Live>().unwrap_or_default();
    let slug = frame.slug.clone();
    let me = frame.me.actor.id.clone();
    provide_context(slug.clone());
    provide_context(CommandSeed(frame.command_seed.clone()));
    provide_clock(frame.now);
    Effect::new(move |_| live.enter(&slug));

    let header = live_view(frame.header.clone(), move |room| ledger::view::header::header(&room.state, &room.names, &me));
    let streams = live_view_of(Touched::STREAMS, frame.streams.clone(), |room| {
        Some(room.state.streams.iter().map(|stream| (stream.key.clone(), stream.name.clone())).collect())
    });
    let first = frame.sources.clone();
    let sources = Signal::derive(move || live.sources.get().unwrap_or_else(|| first.clone()));
    PageContext { frame: StoredValue::new(frame), header, streams, sources }
}

/// A page that could not be shown: the sign-in page where nobody is signed in, else what failed and what to do.
pub fn page_error(error: ApiError) -> impl IntoView {
    #[cfg(feature = "ssr")]
    answer_with(&error);
    view! {
        <Title text="Not shown, Inquest"/>
        <header class="top">
            <div class="top-a">
                <p class="brand">
                    <a href="/">"Inquest"</a>
                </p>
            </div>
        </header>
        <main id="main" class="page" tabindex="-1">
            <ErrorPanel error what="show this page"/>
            <p>
                <a href="/">"All incidents"</a>
            </p>
        </main>
    }
}

/// The status of a page that is an error; nobody signed in means the sign-in page.
#[cfg(feature = "ssr")]
fn answer_with(error: &ApiError) {
    use axum::http::StatusCode;
    let Some(response) = use_context::<leptos_axum::ResponseOptions>() else { return };
    match error {
        ApiError::SignIn => {
            let path = use_context::<axum::http::request::Parts>().map_or_else(|| "/".to_owned(), |parts| parts.uri.path().to_owned());
            leptos_axum::redirect(&format!("/sign-in?next={path}"));
        }
        ApiError::Missing => response.set_status(StatusCode::NOT_FOUND),
        ApiError::Refused { .. } => response.set_status(StatusCode::FORBIDDEN),
        ApiError::Failed { .. } | ApiError::Unreached { .. } => response.set_status(StatusCode::INTERNAL_SERVER_ERROR),
    }
}
