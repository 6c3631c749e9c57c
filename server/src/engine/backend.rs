//! What the interface needs, answered by the engine. Every method authorises first.

use super::{Engine, failed};
use crate::sources::HealthState;
use app::api::backend::{Backend, Room, Session};
use app::api::error::ApiError;
use app::api::records::{
    DemoPerson, EffectForm, Frame, Health, Incidents, JoinLink, Me, PasteRead, ResultView, RunForm, RunStarted, SourceCard, UploadToken,
    Waiting,
};
use async_trait::async_trait;
use evidence::paste::{Pasted, read};
use evidence::time::Micros;
use ledger::actor::Names;
use ledger::command::{ActionCommand, Command, Made};
use ledger::event::{Effect, Role};
use ledger::id::{ActionId, CommandId, EvidenceId, LedgerId, Slug, StreamKey};
use ledger::may::{Act, may};
use ledger::ratings::Ratings;
use ledger::refusal::{Refusal, RefusalKind};
use ledger::state::State;
use std::sync::Arc;

/// The longest a join link lets people in.
const LINK_HOURS: u32 = 7 * 24;

#[async_trait]
impl Backend for Engine {
    fn now(&self) -> Micros {
        self.clock.now()
    }

    async fn incidents(&self, session: &Session) -> Result<Incidents, ApiError> {
        let me = signed_in(session)?.clone();
        let mut rows = Vec::new();
        for row in self.store.list_ledgers().await.map_err(failed)? {
            let visible = row.kind == crate::store::LedgerKind::Incident && session.only.as_ref().is_none_or(|only| *only == row.slug);
            if visible {
                let state = self.state(&row.ledger).await?;
                rows.extend(ledger::view::row::incident_row(&row.slug, &state).map(|view| (row.slug, view)));
            }
        }
        rows.sort_by_key(|(_, row)| std::cmp::Reverse(row.opened));
        let demo = self.demo_people().await;
        Ok(Incidents { me, rows, sources: self.cards(None), command_seed: crate::ids::command().0, now: self.clock.now(), demo })
    }

    async fn enter(&self, session: &Session, slug: &Slug) -> Result<Room, ApiError> {
        let (ledger, state, names) = self.readable(session, slug).await?;
        let me = signed_in(session)?.clone();
        let frame = Frame {
            slug: slug.clone(),
            header: ledger::view::header::header(&state, &names, &me.actor.id).ok_or(ApiError::Missing)?,
            me,
            streams: state.streams.iter().map(|stream| (stream.key.clone(), stream.name.clone())).collect(),
            seq: state.seq,
            command_seed: crate::ids::command().0,
            now: self.clock.now(),
            sources: self.cards_for(&ledger, slug, &state),
            build: self.build.clone(),
            demo: self.demo_people().await,
        };
        Ok(Room { frame, state, names: Arc::new(names) })
    }

    async fn open(&self, session: &Session, command_id: CommandId, command: Command) -> Result<Slug, ApiError> {
        let me = signed_in(session)?;
        self.open_incident(&me.actor, &command_id, &command).await
    }

    async fn execute(&self, session: &Session, slug: &Slug, command_id: CommandId, command: Command) -> Result<Made, ApiError> {
        let (ledger, _, names) = self.readable(session, slug).await?;
        if let Command::HandOver { to } = &command
            && names.0.get(to).is_some_and(|name| name.agent)
        {
            return Err(refused("hand over command", "an agent does not coordinate", "Hand it over to a person.").into());
        }
        let made = Engine::execute(self, &signed_in(session)?.actor, &ledger, &command_id, &command).await?.made;
        Ok(made)
    }

    async fn run(&self, session: &Session, slug: &Slug, command_id: CommandId, form: RunForm) -> Result<RunStarted, ApiError> {
        self.readable(session, slug).await?;
        Engine::run(self, &signed_in(session)?.actor, slug, &command_id, form).await
    }

    async fn effect(&self, session: &Session, slug: &Slug, form: EffectForm) -> Result<Effect, ApiError> {
        let (_, state, _) = self.readable(session, slug).await?;
        self.effect_of(&state, &form)
    }

    async fn measure(
        &self,
        session: &Session,
        slug: &Slug,
        command_id: CommandId,
        action: ActionId,
        (before, after): (EvidenceId, EvidenceId),
    ) -> Result<Made, ApiError> {
        let (ledger, state, _) = self.readable(session, slug).await?;
        let before = self.measured(&ledger, &state, before).await?;
        let after = self.measured(&ledger, &state, after).await?;
        let command = Command::Action(ActionCommand::Measure { action, before, after });
        Ok(Engine::execute(self, &signed_in(session)?.actor, &ledger, &command_id, &command).await?.made)
    }

    async fn cancel(&self, session: &Session, slug: &Slug, command_id: CommandId, evidence: EvidenceId) -> Result<(), ApiError> {
        self.readable(session, slug).await?;
        Engine::cancel(self, &signed_in(session)?.actor, slug, &command_id, evidence).await
    }

    async fn read_paste(&self, session: &Session, slug: Option<&Slug>, text: &str) -> Result<PasteRead, ApiError> {
        signed_in(session)?;
        let state = match slug {
            Some(slug) => Some(self.readable(session, slug).await?.1),
            None => None,
        };
        let stream_of = |source: &Option<String>| {
            let state = state.as_ref()?;
            let source = source.as_ref()?;
            state.streams.iter().find(|stream| stream.source.as_ref() == Some(source)).map(|stream| stream.key.clone())
        };
        Ok(match read(text, &self.sources.known(), self.clock.now()) {
            Pasted::Query { source, query, note } => PasteRead::Query { stream: stream_of(&source), query: Box::new(query), notes: note },
            Pasted::Alert { title, onset, labels, query, source } => {
                PasteRead::Alert { title, onset, labels: labels.into_iter().collect(), source, query: query.map(Box::new) }
            }
            Pasted::Link { url, why } => PasteRead::Link { url, why },
            Pasted::Text => PasteRead::Text,
        })
    }

    async fn ratings(&self, session: &Session, slug: &Slug) -> Result<Ratings, ApiError> {
        let (ledger, _, _) = self.readable(session, slug).await?;
        self.ratings_for(&ledger, &signed_in(session)?.actor.id).await
    }

    async fn result(&self, session: &Session, slug: &Slug, evidence: EvidenceId) -> Result<ResultView, ApiError> {
        let (ledger, state, _) = self.readable(session, slug).await?;
        Engine::result(self, &ledger, &state, evidence, &slug.0).await
    }

    async fn add_bytes(
        &self,
        session: &Session,
        slug: &Slug,
        command_id: CommandId,
        command: Command,
        media_type: &str,
        bytes: &[u8],
    ) -> Result<Made, ApiError> {
        let (ledger, state, _) = self.readable(session, slug).await?;
        let actor = &signed_in(session)?.actor;
        let Command::AddEvidence { stream, title, material, question, .. } = command else {
            return Err(ApiError::Missing);
        };
        let without =
            Command::AddEvidence { stream: stream.clone(), title: title.clone(), material: material.clone(), raw: None, question };
        // Rights first: nobody fills the disk who may not write.
        may(&state, actor, Act::Write(&without))?;
        let mut writer = self.bodies.begin(&ledger, media_type).await.map_err(failed)?;
        writer.write(bytes).await.map_err(failed)?;
        let raw = writer.finish(false).await.map_err(failed)?.0;
        let command = Command::AddEvidence { stream, title, material, raw: Some(raw), question };
        Ok(Engine::execute(self, actor, &ledger, &command_id, &command).await?.made)
    }

    async fn join_link(&self, session: &Session, slug: &Slug, role: Role, hours: u32) -> Result<JoinLink, ApiError> {
        let (ledger, state, _) = self.readable(session, slug).await?;
        let actor = &signed_in(session)?.actor;
        may(&state, actor, Act::MakeLink)?;
        if role == Role::Coordinator || !(1..=LINK_HOURS).contains(&hours) {
            return Err(refused(
                "make the link",
                "a link lets in investigators, responders and readers, for 1 to 168 hours",
                "Choose another role or time.",
            )
            .into());
        }
        let expires = self.clock.now().plus_secs(i64::from(hours) * 3600);
        let secret = self.auth.make_link(&ledger, role, &actor.id, expires).await.map_err(failed)?;
        Ok(JoinLink { address: format!("{}/join/{secret}", self.public_url), role, expires })
    }

    async fn upload_token(&self, session: &Session, slug: &Slug, stream: &StreamKey) -> Result<UploadToken, ApiError> {
        let (ledger, state, _) = self.readable(session, slug).await?;
        let actor = &signed_in(session)?.actor;
        state.stream(stream).ok_or(ApiError::Missing)?;
        may(&state, actor, Act::MakeUploadToken(stream))?;
        let (token, expires) = self.auth.make_upload(&ledger, stream, &actor.id, self.clock.now()).await.map_err(failed)?;
        let address = format!("{}/i/{slug}/s/{stream}/upload", self.public_url);
        Ok(UploadToken {
            curl: format!("curl -sS -T FILE -H 'Authorization: Bearer {token}' '{address}?name=FILE'"),
            command: format!("INQUEST_TOKEN={token} inquest add {slug} --stream {stream} --server {} FILE", self.public_url),
            expires,
        })
    }

    async fn sign_in(&self, name: &str, password: &str) -> Result<String, ApiError> {
        self.sign_in_person(name, password).await
    }

    async fn sign_out(&self, cookie: &str) {
        if let Err(error) = self.auth.end_session(cookie).await {
            tracing::warn!(%error, "a session could not be ended");
        }
    }

    async fn join(&self, secret: &str, name: &str) -> Result<(String, Slug), ApiError> {
        self.join_by_link(secret, name).await
    }

    async fn become_person(&self, person: &str) -> Result<String, ApiError> {
        self.become_demo_person(person).await
    }

    async fn demo_people(&self) -> Vec<DemoPerson> {
        if self.demo { crate::demo::people() } else { Vec::new() }
    }
}

impl Engine {
    /// An incident that this session may read; missing and forbidden are the same answer.
    pub async fn readable(&self, session: &Session, slug: &Slug) -> Result<(LedgerId, Arc<State>, Names), ApiError> {
        let me = signed_in(session)?;
        if session.only.as_ref().is_some_and(|only| only != slug) {
            return Err(ApiError::Missing);
        }
        let ledger = self.ledger_at(slug).await?;
        let state = self.state(&ledger).await?;
        may(&state, &me.actor, Act::ReadIncident).map_err(|_| ApiError::Missing)?;
        let names = self.auth.names().await.map_err(failed)?;
        Ok((ledger, state, names))
    }

    /// The sources that an incident's streams ask, with the incident's own queries in line.
    pub fn cards_for(&self, ledger: &LedgerId, slug: &Slug, state: &State) -> Vec<SourceCard> {
        let asked = |card: &SourceCard| state.streams.iter().any(|stream| stream.source.as_ref() == Some(&card.name));
        self.cards(Some((ledger, slug))).into_iter().filter(asked).collect()
    }

    /// All sources; of an incident with its queries in line. Other incidents' queries are not shown, but they hold their places.
    pub fn cards(&self, incident: Option<(&LedgerId, &Slug)>) -> Vec<SourceCard> {
        let line = |source: &str| {
            let Some((ledger, slug)) = incident else { return Vec::new() };
            let own = self.sources.line_up(source).into_iter().filter(|waiting| waiting.ledger == *ledger);
            own.filter_map(|waiting| {
                let evidence = waiting.evidence.parse().ok()?;
                Some(Waiting { slug: slug.clone(), evidence, stream: waiting.stream, since: waiting.since, place: waiting.place })
            })
            .collect()
        };
        let cards = self.sources.cards().into_iter();
        cards
            .map(|card| SourceCard {
                line: line(&card.name),
                health: health_of(&card.health),
                build: card.health.build,
                name: card.name,
                kind: card.kind,
                recording: card.recording,
                index: card.index,
                time_field: card.time_field,
                policy: card.policy,
                max_points: card.max_points,
            })
            .collect()
    }
}

fn health_of(health: &crate::sources::Health) -> Health {
    match &health.state {
        HealthState::Unknown => Health::Unknown,
        HealthState::Answers { millis } => {
            Health::Answers { millis: *millis, at: health.checked_at.unwrap_or_default(), skew_millis: health.clock_skew_ms }
        }
        HealthState::Fails { reason, since } => Health::Fails { reason: reason.clone(), since: *since },
    }
}

pub(super) fn signed_in(session: &Session) -> Result<&Me, ApiError> {
    session.me.as_ref().ok_or(ApiError::SignIn)
}

pub(super) fn refused(what: &str, why: &str, todo: &str) -> Refusal {
    Refusal { kind: RefusalKind::Invalid, what: what.to_owned(), why: why.to_owned(), todo: todo.to_owned() }
}
