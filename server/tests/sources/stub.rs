//! Servers that play a source.

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{Method, StatusCode, header};
use axum::response::Response;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, mpsc};

/// A request as it arrived.
#[derive(Clone, Debug)]
pub struct Arrived {
    pub method: Method,
    /// Path and query.
    pub target: String,
    pub authorization: String,
    pub body: String,
}

/// A server and what it was asked.
pub struct Stub {
    pub url: String,
    arrived: Arc<Mutex<Vec<Arrived>>>,
}

impl Stub {
    /// Answers every request by the same function.
    pub async fn start(answer: impl Fn(&Arrived) -> Response + Send + Sync + 'static) -> Self {
        let arrived: Arc<Mutex<Vec<Arrived>>> = Arc::default();
        let (seen, answer) = (arrived.clone(), Arc::new(answer));
        let handler = move |request: Request| {
            let (seen, answer) = (seen.clone(), answer.clone());
            async move {
                let request = take(request).await;
                seen.lock().unwrap().push(request.clone());
                answer(&request)
            }
        };
        Self { url: serve(Router::new().fallback(handler)).await, arrived }
    }

    /// Answers every request with the same JSON.
    pub async fn with_json(body: &'static str) -> Self {
        Self::start(move |_| json(body)).await
    }

    pub fn arrived(&self) -> Vec<Arrived> {
        self.arrived.lock().unwrap().clone()
    }
}

/// A server that tells of each request, and answers it when it is let go.
pub struct Gate {
    pub url: String,
    pub arrivals: mpsc::UnboundedReceiver<Arrived>,
    let_go: Arc<Semaphore>,
}

impl Gate {
    pub async fn start(body: &'static str) -> Self {
        let (tell, arrivals) = mpsc::unbounded_channel();
        let let_go = Arc::new(Semaphore::new(0));
        let gate = let_go.clone();
        let handler = move |request: Request| {
            let (tell, gate) = (tell.clone(), gate.clone());
            async move {
                let _ = tell.send(take(request).await);
                gate.acquire().await.unwrap().forget();
                json(body)
            }
        };
        Self { url: serve(Router::new().fallback(handler)).await, arrivals, let_go }
    }

    pub fn let_one_go(&self) {
        self.let_go.add_permits(1);
    }

    /// The text of the next query that arrives.
    pub async fn next_query(&mut self) -> String {
        let arrived = self.arrivals.recv().await.unwrap();
        url::form_urlencoded::parse(arrived.body.as_bytes()).find(|(key, _)| key == "query").unwrap().1.into_owned()
    }
}

async fn take(request: Request) -> Arrived {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 1 << 20).await.unwrap();
    let authorization = parts.headers.get(header::AUTHORIZATION).map_or("", |value| value.to_str().unwrap()).to_owned();
    let target = parts.uri.path_and_query().unwrap().to_string();
    Arrived { method: parts.method, target, authorization, body: String::from_utf8(body.to_vec()).unwrap() }
}

/// Serves a router on a free port until the test ends.
pub async fn serve(router: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}")
}

/// Answers one connection with these bytes and closes it.
pub async fn serve_bytes(answer: &'static [u8]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let (mut connection, _) = listener.accept().await.unwrap();
        // The whole request is read first: closing with unread bytes resets the connection instead of ending it.
        let mut request = Vec::new();
        while !request.ends_with(b"step=60") {
            assert!(connection.read_buf(&mut request).await.unwrap() > 0, "the request ended early");
        }
        connection.write_all(answer).await.unwrap();
        connection.shutdown().await.unwrap();
    });
    format!("http://{address}")
}

/// An address at which nothing listens.
pub async fn dead_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap()
}

pub fn json(body: impl Into<Body>) -> Response {
    answer(StatusCode::OK, "application/json", body)
}

pub fn answer(status: StatusCode, media_type: &str, body: impl Into<Body>) -> Response {
    Response::builder().status(status).header(header::CONTENT_TYPE, media_type).body(body.into()).unwrap()
}

/// A body made of pieces, each made when it is wanted.
pub fn pieces(next: impl FnMut(usize) -> Option<Bytes> + Send + 'static) -> Body {
    let steps = futures::stream::unfold((0_usize, next), |(index, mut next)| async move {
        let piece = next(index)?;
        Some((Ok::<_, std::io::Error>(piece), (index + 1, next)))
    });
    Body::from_stream(steps)
}
