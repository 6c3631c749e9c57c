//! From options to a running server, and to its orderly end.

use crate::auth::Auth;
use crate::bodies::{Bodies, FileBodies};
use crate::clock::Clock;
use crate::config::{Config, ConfigError};
use crate::engine::{Engine, Parts};
use crate::http::{build_id, router};
use crate::sources::Sources;
use crate::store::{DataFolder, Ledgers, SqliteStore, StoreError};
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// How long running queries may go on after SIGTERM.
const DRAIN: Duration = Duration::from_secs(20);
/// How often the store is asked whether another process wrote.
const LOOK: Duration = Duration::from_secs(1);

/// What to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The folder that holds everything.
    pub data: PathBuf,
    /// The configuration file with the sources; none: no sources.
    pub config: Option<PathBuf>,
    /// Visitors may be whoever they pick, and the demo incident is there. Loopback only.
    pub demo: bool,
}

/// Why the server did not start, or ended badly.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The configuration can't be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The data folder can't be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address can't be listened on.
    #[error("could not listen on {address}: {source}; choose another address with --listen")]
    Listen {
        /// Which.
        address: SocketAddr,
        /// Why.
        source: io::Error,
    },
    /// The demo is for this machine alone.
    #[error("the demo lets every visitor be anybody, so it listens on loopback only, not on {0}; use 127.0.0.1, or `inquest serve`")]
    DemoInPublic(SocketAddr),
    /// The demo incident could not be told.
    #[error("the demo incident could not be made: {0}")]
    Demo(String),
    /// The server ended with an error.
    #[error("the server ended: {0}")]
    Ended(io::Error),
}

/// Serves until SIGTERM or Ctrl-C, then drains and closes.
///
/// # Errors
/// If it can't start, with what to do about it.
pub async fn run(options: Options) -> Result<(), ServeError> {
    if options.demo && !options.listen.ip().is_loopback() {
        return Err(ServeError::DemoInPublic(options.listen));
    }
    let config = match &options.config {
        Some(file) => Config::load(file)?,
        None => Config::parse("", "the built-in configuration".as_ref(), &|_| None)?,
    };
    let folder = DataFolder::create(&options.data)?;
    let store = Arc::new(SqliteStore::open(&folder).await?);
    // Held until the end: two servers on one folder would each believe its own memory.
    let _lock = store.lock_writer().await?;
    let listener = TcpListener::bind(options.listen).await.map_err(|source| ServeError::Listen { address: options.listen, source })?;
    let address = listener.local_addr().map_err(|source| ServeError::Listen { address: options.listen, source })?;

    let clock = Clock::system();
    let bodies: Arc<dyn Bodies> = Arc::new(FileBodies::new(folder.bodies()));
    let mut sources = config.sources.clone();
    if options.demo {
        sources.extend(crate::demo::sources());
    }
    let engine = Engine::new(Parts {
        auth: Auth::new(store.people()),
        store: store.clone(),
        bodies,
        sources: Sources::new(&sources, clock.clone())?,
        clock,
        build: build_id(),
        public_url: config
            .public_url
            .as_ref()
            .map_or_else(|| format!("http://{address}"), |url| url.as_str().trim_end_matches('/').to_owned()),
        demo: options.demo,
    });
    engine.note_start(&config.digest).await.map_err(|error| ServeError::Demo(error.to_string()))?;
    if options.demo {
        crate::demo::prepare(&engine).await.map_err(ServeError::Demo)?;
    }
    // People and tests read this line: the address with the port that was really taken.
    println!("listening on http://{address}, data in {}", options.data.display());
    tracing::info!(%address, data = %options.data.display(), "listening");

    let prober = tokio::spawn(engine.sources.clone().keep_probing());
    let watcher = tokio::spawn(watch_store(engine.clone()));
    let swept = tokio::spawn(sweep(engine.clone()));
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let served = axum::serve(listener, router(engine.clone(), stopped)).with_graceful_shutdown(async move {
        asked_to_stop().await;
        tracing::info!("stopping: nothing new is taken");
        stop.send_replace(true);
    });
    let ended = served.await;
    engine.sources.drain(DRAIN).await;
    engine.wait_for_runs(DRAIN).await;
    prober.abort();
    watcher.abort();
    swept.abort();
    store.close().await;
    tracing::info!("stopped");
    ended.map_err(ServeError::Ended)
}

/// Ctrl-C, or SIGTERM from whoever runs services.
async fn asked_to_stop() {
    let interrupted = tokio::signal::ctrl_c();
    match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        Ok(mut terminated) => {
            tokio::select! { _ = interrupted => {}, _ = terminated.recv() => {} }
        }
        // Without a handler for SIGTERM the process ends at once on it; what was acknowledged is on disk either way.
        Err(error) => {
            tracing::warn!(%error, "SIGTERM cannot be waited for");
            let _ = interrupted.await;
        }
    }
}

/// Shows live readers what the command line or another process wrote.
async fn watch_store(engine: Engine) {
    let mut seen = None;
    let mut look = tokio::time::interval(LOOK);
    loop {
        look.tick().await;
        match engine.store.data_version().await {
            Ok(version) if seen == Some(version) => {}
            Ok(version) => {
                seen = Some(version);
                engine.refresh_live_rooms().await;
            }
            Err(error) => tracing::warn!(%error, "the store could not be looked at"),
        }
    }
}

/// Removes bodies that no event names: their server died between storing and recording.
async fn sweep(engine: Engine) {
    match engine.sweep_bodies().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "bodies without an event were removed"),
        Err(error) => tracing::warn!(%error, "bodies could not be swept"),
    }
}
