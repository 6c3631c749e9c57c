//! What the interface needs of the server. The server implements it; `app` stays free of stores and sockets.

use super::error::ApiError;
use super::records::{DemoPerson, EffectForm, Frame, Incidents, JoinLink, Me, PasteRead, ResultView, RunForm, RunStarted, UploadToken};
use async_trait::async_trait;
use evidence::time::Micros;
use ledger::actor::Names;
use ledger::command::{Command, Made};
use ledger::event::{Effect, Role};
use ledger::id::{ActionId, CommandId, EvidenceId, Slug, StreamKey};
use ledger::ratings::Ratings;
use ledger::state::State;
use std::sync::Arc;

/// Who makes the request, as the session layer found. Never made of anything the request says about itself.
#[derive(Clone, Debug)]
pub struct Session {
    /// Who, if anybody.
    pub me: Option<Me>,
    /// The incident a link guest is bound to.
    pub only: Option<Slug>,
}

/// An incident at one seq, for a reader who may read it.
#[derive(Clone)]
pub struct Room {
    /// The frame of its pages.
    pub frame: Frame,
    /// The state.
    pub state: Arc<State>,
    /// Who is called what.
    pub names: Arc<Names>,
}

/// The server, as the interface sees it. Every method authorises by the session it is given.
#[async_trait]
pub trait Backend: Send + Sync + 'static {
    /// The server's clock.
    fn now(&self) -> Micros;
    /// The list of incidents.
    async fn incidents(&self, session: &Session) -> Result<Incidents, ApiError>;
    /// An incident for reading.
    async fn enter(&self, session: &Session, slug: &Slug) -> Result<Room, ApiError>;
    /// Opens an incident and answers its address.
    async fn open(&self, session: &Session, command_id: CommandId, command: Command) -> Result<Slug, ApiError>;
    /// Carries a command out: state, `may`, `decide`, append; again on a conflict.
    async fn execute(&self, session: &Session, slug: &Slug, command_id: CommandId, command: Command) -> Result<Made, ApiError>;
    /// Puts a query in its source's line.
    async fn run(&self, session: &Session, slug: &Slug, command_id: CommandId, form: RunForm) -> Result<RunStarted, ApiError>;
    /// Reads what an action is to change.
    async fn effect(&self, session: &Session, slug: &Slug, form: EffectForm) -> Result<Effect, ApiError>;
    /// Compares the metric of an action before and after, by what the two answers hold.
    async fn measure(
        &self,
        session: &Session,
        slug: &Slug,
        command_id: CommandId,
        action: ActionId,
        windows: (EvidenceId, EvidenceId),
    ) -> Result<Made, ApiError>;
    /// Stops a query that waits or runs.
    async fn cancel(&self, session: &Session, slug: &Slug, command_id: CommandId, evidence: EvidenceId) -> Result<(), ApiError>;
    /// Reads a pasted text; asks nothing.
    async fn read_paste(&self, session: &Session, slug: Option<&Slug>, text: &str) -> Result<PasteRead, ApiError>;
    /// The ratings that this reader may see.
    async fn ratings(&self, session: &Session, slug: &Slug) -> Result<Ratings, ApiError>;
    /// What an evidence's answer holds.
    async fn result(&self, session: &Session, slug: &Slug, evidence: EvidenceId) -> Result<ResultView, ApiError>;
    /// Adds material with bytes (a paste, a picture) in one act.
    async fn add_bytes(
        &self,
        session: &Session,
        slug: &Slug,
        command_id: CommandId,
        command: Command,
        media_type: &str,
        bytes: &[u8],
    ) -> Result<Made, ApiError>;
    /// Makes a join link.
    async fn join_link(&self, session: &Session, slug: &Slug, role: Role, hours: u32) -> Result<JoinLink, ApiError>;
    /// Makes an upload token for a stream, good for two hours.
    async fn upload_token(&self, session: &Session, slug: &Slug, stream: &StreamKey) -> Result<UploadToken, ApiError>;
    /// Signs in with a name and a password; answers the cookie's value.
    async fn sign_in(&self, name: &str, password: &str) -> Result<String, ApiError>;
    /// Ends the session of this cookie value.
    async fn sign_out(&self, cookie: &str);
    /// Comes in by a join link under a name; answers the cookie's value and the incident.
    async fn join(&self, secret: &str, name: &str) -> Result<(String, Slug), ApiError>;
    /// Only in the demo: becomes somebody; answers the cookie's value.
    async fn become_person(&self, person: &str) -> Result<String, ApiError>;
    /// Only in the demo: who one may be.
    async fn demo_people(&self) -> Vec<DemoPerson>;
}
