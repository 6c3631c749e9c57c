//! The pages served from a fixed incident: what a reader gets before the browser's code has loaded.

use super::incident::{NOW, WINDOW, state};
use app::App;
use app::api::backend::{Backend, Room, Session};
use app::api::error::ApiError;
use app::api::records::{
    DemoPerson, EffectForm, Frame, Health, Holds, Incidents, JoinLink, Me, PasteRead, ResultView, RunForm, RunStarted, SeriesRow,
    SourceCard, UploadToken,
};
use app::shell::shell;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use evidence::query::{Ask, Query, SourceKind};
use evidence::reading::{Line, Total};
use evidence::time::Micros;
use ledger::actor::{Actor, Name, Names, Nature, Via};
use ledger::command::{Command, Made};
use ledger::event::{Effect, Role};
use ledger::id::{ActionId, ActorId, CommandId, EvidenceId, Slug, StreamKey};
use ledger::ratings::Ratings;
use leptos::config::LeptosOptions;
use leptos::prelude::provide_context;
use leptos_axum::{LeptosRoutes, generate_route_list_with_exclusions_and_ssg_and_context};
use std::sync::{Arc, LazyLock};
use tokio::runtime::Runtime;
use tower::ServiceExt;

/// The pages as a server mounts them, once.
static PAGES: LazyLock<Router> = LazyLock::new(|| {
    let options = LeptosOptions::builder().output_name("inquest").site_root(".").site_pkg_dir("pkg/test").build();
    let context = || provide_context(Arc::new(Fixed) as Arc<dyn Backend>);
    let (pages, _) = generate_route_list_with_exclusions_and_ssg_and_context(App, None, context);
    let router: Router<LeptosOptions> = Router::new();
    let document = {
        let options = options.clone();
        move || shell(options.clone(), "test")
    };
    router.leptos_routes_with_context(&options, pages, context, document).with_state(options)
});

/// What a page answers a reader: its status and its HTML without the comments that mark places for the browser's code.
pub fn get(reader: &str, address: &str) -> (StatusCode, String) {
    // One runtime for all tests, as a server has one for all readers.
    static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());
    RUNTIME.block_on(answer(reader, address))
}

async fn answer(reader: &str, address: &str) -> (StatusCode, String) {
    let mut request = Request::get(address).body(Body::empty()).unwrap();
    request.extensions_mut().insert(Session { me: Some(me(reader)), only: None });
    let answer = PAGES.clone().oneshot(request).await.unwrap();
    let status = answer.status();
    let html = String::from_utf8(to_bytes(answer.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap();
    (status, html.replace("<!>", "").replace("<!---->", ""))
}

/// The HTML of a page that is there.
pub fn page(reader: &str, address: &str) -> String {
    let (status, html) = get(reader, address);
    assert_eq!(status, StatusCode::OK, "{address}");
    html
}

fn me(reader: &str) -> Me {
    let actor = Actor { id: ActorId(reader.into()), nature: Nature::Person, via: Via::Account { admin: false } };
    Me { actor, name: Name { name: reader.into(), by_link: false, agent: false } }
}

/// A server that has one incident and writes nothing.
struct Fixed;

fn source(name: &str, kind: SourceKind) -> SourceCard {
    SourceCard {
        name: name.into(),
        kind,
        build: Some("Prometheus 3.16.0".into()),
        recording: false,
        index: if kind == SourceKind::Search { "kafka-*".into() } else { String::new() },
        time_field: "@timestamp".into(),
        policy: vec![("Longest window".into(), "24 h".into())],
        max_points: 11_000,
        health: Health::Answers { millis: 400, at: NOW, skew_millis: None },
        line: Vec::new(),
    }
}

#[async_trait::async_trait]
impl Backend for Fixed {
    fn now(&self) -> Micros {
        NOW
    }

    async fn incidents(&self, _: &Session) -> Result<Incidents, ApiError> {
        Err(ApiError::Missing)
    }

    async fn enter(&self, session: &Session, slug: &Slug) -> Result<Room, ApiError> {
        let me = session.me.clone().ok_or(ApiError::SignIn)?;
        let state = state();
        let names = Names(
            ["ana", "cora", "ben"].map(|name| (ActorId(name.into()), Name { name: name.into(), by_link: false, agent: false })).into(),
        );
        let frame = Frame {
            slug: slug.clone(),
            header: ledger::view::header::header(&state, &names, &me.actor.id).ok_or(ApiError::Missing)?,
            me,
            streams: state.streams.iter().map(|stream| (stream.key.clone(), stream.name.clone())).collect(),
            seq: state.seq,
            command_seed: "seed".into(),
            now: NOW,
            sources: vec![source("prometheus-main", SourceKind::Prometheus), source("search-main", SourceKind::Search)],
            build: "test".into(),
            demo: Vec::new(),
        };
        Ok(Room { frame, state: Arc::new(state), names: Arc::new(names) })
    }

    async fn ratings(&self, _: &Session, _: &Slug) -> Result<Ratings, ApiError> {
        Ok(Ratings::default())
    }

    async fn result(&self, _: &Session, _: &Slug, evidence: EvidenceId) -> Result<ResultView, ApiError> {
        let holds = match evidence.0 {
            1 => Holds::Series { rows: vec![row()], total: 1, chart: true },
            5 => Holds::Lines { lines: vec![line()], total: Total::AtLeast(10_000) },
            4 => return Err(ApiError::Failed { reference: "4711".into() }),
            _ => Holds::Nothing,
        };
        let curl = Some("curl -G $PROMETHEUS/api/v1/query_range".to_owned());
        Ok(ResultView { evidence, holds, raw_head: "{}".into(), raw_bytes: 18_412, curl, link_out: None, sha256: Some("51b7fa03".into()) })
    }

    async fn effect(&self, _: &Session, _: &Slug, _: EffectForm) -> Result<Effect, ApiError> {
        Err(ApiError::Missing)
    }

    async fn measure(&self, _: &Session, _: &Slug, _: CommandId, _: ActionId, _: (EvidenceId, EvidenceId)) -> Result<Made, ApiError> {
        Err(ApiError::Missing)
    }

    async fn read_paste(&self, _: &Session, _: Option<&Slug>, _: &str) -> Result<PasteRead, ApiError> {
        let query = Query { ask: Ask::PromqlRange { text: "pasted_query".into(), step_secs: 60, piece_secs: None }, window: WINDOW };
        Ok(PasteRead::Query { stream: Some("metrics".into()), query: Box::new(query), notes: vec!["The window was made absolute.".into()] })
    }

    async fn open(&self, _: &Session, _: CommandId, _: Command) -> Result<Slug, ApiError> {
        Err(ApiError::Missing)
    }

    async fn execute(&self, _: &Session, _: &Slug, _: CommandId, _: Command) -> Result<Made, ApiError> {
        Err(ApiError::Missing)
    }

    async fn run(&self, _: &Session, _: &Slug, _: CommandId, _: RunForm) -> Result<RunStarted, ApiError> {
        Err(ApiError::Missing)
    }

    async fn cancel(&self, _: &Session, _: &Slug, _: CommandId, _: EvidenceId) -> Result<(), ApiError> {
        Err(ApiError::Missing)
    }

    async fn add_bytes(&self, _: &Session, _: &Slug, _: CommandId, _: Command, _: &str, _: &[u8]) -> Result<Made, ApiError> {
        Err(ApiError::Missing)
    }

    async fn join_link(&self, _: &Session, _: &Slug, _: Role, _: u32) -> Result<JoinLink, ApiError> {
        Err(ApiError::Missing)
    }

    async fn upload_token(&self, _: &Session, _: &Slug, _: &StreamKey) -> Result<UploadToken, ApiError> {
        Err(ApiError::Missing)
    }

    async fn sign_in(&self, _: &str, _: &str) -> Result<String, ApiError> {
        Err(ApiError::Missing)
    }

    async fn sign_out(&self, _: &str) {}

    async fn join(&self, _: &str, _: &str) -> Result<(String, Slug), ApiError> {
        Err(ApiError::Missing)
    }

    async fn become_person(&self, _: &str) -> Result<String, ApiError> {
        Err(ApiError::Missing)
    }

    async fn demo_people(&self) -> Vec<DemoPerson> {
        Vec::new()
    }
}

fn row() -> SeriesRow {
    let text = |text: &str| text.to_owned();
    SeriesRow {
        name: text("{pod=\"broker-a\"}"),
        points: 2,
        lowest: text("0.68"),
        highest: text("0.75"),
        last: text("0.75"),
        odd: 0,
        gaps: 0,
    }
}

fn line() -> Line {
    Line {
        index: 1,
        at: Some(WINDOW.start),
        message: "Timeout of 240000 ms".into(),
        fields: vec![("level".into(), "WARN".into())],
        origin: ("kafka-2026.09.10".into(), "a1".into()),
    }
}
