//! A remote server: streamable HTTP under rmcp's worker, which keeps sessions and resumes streams (HTP-*, HTL-*).
//!
//! Bodies, headers, bounds and failures are ours. Where rmcp acts on an error, it gets the one that it knows.

mod client;
mod events;
mod failure;
mod headers;
pub(super) mod params;
mod silence;

use std::collections::HashMap;
use std::sync::Arc;

use futures::StreamExt as _;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, GetExtensions, RequestId};
use rmcp::transport::streamable_http_client::{
    SseError, StreamableHttpClient, StreamableHttpClientTransportConfig, StreamableHttpError,
    StreamableHttpPostResponse,
};
use sse_stream::Sse;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use url::Url;

pub(super) use client::CONNECT;
pub(super) use failure::Failure;
use failure::Refused;
use silence::Silence;

use super::handshake::{HANDSHAKE, fall_back};
use super::ledger::{Answer, Ledger, Outgoing};
use super::problem::{no_answer, not_the_fixed_revision};
use super::tap::{Heard, Via};
use crate::Problem;

/// Largest body of a response.
const MAX_BODY: usize = 16 << 20;
/// The body of an error that is read to find out what it is.
const MAX_ERROR_BODY: usize = 64 << 10;

type Headers = HashMap<HeaderName, HeaderValue>;
type HttpError = StreamableHttpError<Failure>;
type PostResult = Result<StreamableHttpPostResponse, HttpError>;

/// rmcp's HTTP backend for one endpoint.
#[derive(Clone)]
pub(super) struct Http {
    client: reqwest::Client,
    endpoint: Url,
    ledger: Arc<Ledger>,
    /// Told once the server's own stream is answered, or refused.
    pub(super) stream_settled: Arc<Notify>,
    silence: Arc<Silence>,
}

/// What kind of message a POST carries.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Discover(i64),
    Initialize(i64),
    Call(i64),
    /// A notification, or a response of ours.
    Other,
}

impl Kind {
    fn of(message: &ClientJsonRpcMessage) -> Self {
        let ClientJsonRpcMessage::Request(request) = message else { return Self::Other };
        match (&request.id, &request.request) {
            (RequestId::Number(id), ClientRequest::DiscoverRequest(_)) => Self::Discover(*id),
            (RequestId::Number(id), ClientRequest::InitializeRequest(_)) => Self::Initialize(*id),
            (RequestId::Number(id), _) => Self::Call(*id),
            _ => Self::Other,
        }
    }

    fn id(self) -> Option<i64> {
        match self {
            Self::Discover(id) | Self::Initialize(id) | Self::Call(id) => Some(id),
            Self::Other => None,
        }
    }
}

impl Http {
    /// `stop` ends the connection once its server is gone.
    pub(super) fn new(url: &str, ledger: Arc<Ledger>, stop: CancellationToken) -> Result<Self, Problem> {
        let endpoint = client::endpoint(url)?;
        let client = client::client(&endpoint)?;
        Ok(Self { client, endpoint, ledger, stream_settled: Arc::default(), silence: Silence::new(stop).into() })
    }

    /// rmcp's settings: bounded retries everywhere, the entry's own headers on every request.
    pub(super) fn config(
        &self,
        headers: &std::collections::BTreeMap<String, String>,
    ) -> Result<StreamableHttpClientTransportConfig, Problem> {
        let mut retry = rmcp::transport::common::client_side_sse::ExponentialBackoff::default();
        retry.max_times = Some(10);
        retry.max_delay = Some(std::time::Duration::from_secs(30));
        let mut config = StreamableHttpClientTransportConfig::with_uri(self.endpoint.as_str());
        config.retry_config = Arc::new(retry);
        for (name, value) in headers {
            let (Ok(name), Ok(mut value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) else {
                return Err(super::problem::problem(
                    "connection.bad-header",
                    "A header in the server’s entry cannot be sent.",
                    Some("Correct the name or value of the header."),
                    vec![name.clone()],
                ));
            };
            value.set_sensitive(true);
            config.custom_headers.insert(name, value);
        }
        Ok(config)
    }

    fn headers(&self, given: Headers, session: Option<&str>, message: Option<&ClientJsonRpcMessage>) -> HeaderMap {
        let mut headers: HeaderMap = given.into_iter().collect();
        headers.insert(http::header::ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
        headers.insert(http::header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some(session) = session.and_then(|session| HeaderValue::try_from(session).ok()) {
            headers.insert("mcp-session-id", session);
        }
        let modern = headers.get("mcp-protocol-version").is_some_and(|it| it == super::Revision::V2026_07_28.as_str());
        match message {
            Some(message) if modern => self.standard_headers(&mut headers, message),
            _ => headers::clear_standard(&mut headers),
        }
        headers
    }

    fn standard_headers(&self, headers: &mut HeaderMap, message: &ClientJsonRpcMessage) {
        let ClientJsonRpcMessage::Request(request) = message else { return };
        match request.request.extensions().get::<Outgoing>() {
            Some(Outgoing(call)) => {
                let tool =
                    call.params.get("name").and_then(serde_json::Value::as_str).filter(|_| call.method == "tools/call");
                let mirrored = tool.and_then(|tool| self.ledger.state().tool_headers.get(tool).cloned());
                let mirrored = mirrored.unwrap_or_default();
                headers::set_standard(headers, &call.method, Some(&call.params), &mirrored);
            }
            None => headers::set_standard(headers, request.request.method(), None, &[]),
        }
    }

    /// Tells whoever waits for the request, and rmcp.
    fn fail(&self, kind: Kind, problem: Problem) -> HttpError {
        match kind {
            Kind::Call(id) => {
                let _ = self.ledger.settle(id, Answer::Lost(problem.clone()));
            }
            Kind::Discover(id) | Kind::Initialize(id) => {
                let _ = self.ledger.close(id);
                self.ledger.state().handshake.failure = Some(problem.clone());
            }
            Kind::Other => (),
        }
        StreamableHttpError::Client(Failure(problem))
    }

    async fn post(
        &self,
        kind: Kind,
        message: &ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        given: Headers,
    ) -> PostResult {
        let body = self.ledger.encode(message).map_err(StreamableHttpError::Deserialize)?;
        let headers = self.headers(given, session.as_deref(), Some(message));
        let sent = self.client.post(self.endpoint.clone()).headers(headers).body(body).send().await;
        if !sent.as_ref().is_err_and(reqwest::Error::is_connect) {
            self.ledger.went_out(message);
        }
        let response = sent.map_err(|error| self.fail(kind, failure::of_request(&error, &self.endpoint)))?;
        let status = response.status();
        if status == StatusCode::NOT_FOUND && session.is_some() {
            return Err(StreamableHttpError::SessionExpired);
        }
        if matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
            return Err(self.fail(kind, failure::of_status(Refused::of(&response), &self.endpoint)));
        }
        let Some(id) = kind.id() else {
            let accepted = status.is_success().then_some(StreamableHttpPostResponse::Accepted);
            return accepted.ok_or_else(|| self.fail(kind, failure::of_status(Refused::of(&response), &self.endpoint)));
        };
        if !status.is_success() {
            return self.refused(kind, id, response).await;
        }
        let session = text_header(&response, "mcp-session-id");
        if matches!(kind, Kind::Initialize(_)) {
            self.ledger.state().handshake.session = session.is_some();
        }
        if status == StatusCode::ACCEPTED && self.ledger.is_legacy() {
            // The response may come on the server's own stream.
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        let is_stream = text_header(&response, "content-type").is_some_and(|kind| {
            kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("text/event-stream")
        });
        if !is_stream {
            return self.whole(kind, id, session, response).await;
        }
        if matches!(kind, Kind::Call(_)) {
            let events = events::tapped(response, self.ledger.clone(), Via::Post(id));
            return Ok(StreamableHttpPostResponse::Sse(events, session));
        }
        match events::first_response(response, &self.ledger, id).await {
            Some(text) => decoded(&text, session),
            None => Err(self.fail(kind, failure::not_mcp(&self.endpoint))),
        }
    }

    /// One JSON body.
    async fn whole(&self, kind: Kind, id: i64, session: Option<String>, response: reqwest::Response) -> PostResult {
        let text = match body(response, MAX_BODY).await {
            Ok(text) => text,
            Err(BodyError::TooLarge) => {
                return match self.ledger.settle(id, Answer::Unreadable("it is over 16 MiB".to_owned())) {
                    Some(text) => decoded(&text, session),
                    None => Err(self.fail(kind, failure::not_mcp(&self.endpoint))),
                };
            }
            Err(BodyError::Broken(error)) => {
                return Err(self.fail(kind, failure::of_request(&error, &self.endpoint)));
            }
        };
        match self.ledger.hear(&text, Via::Post(id)) {
            Heard::Pass(text) => decoded(&text, session),
            Heard::Taken | Heard::Junk => {
                match self.ledger.settle(id, Answer::Unreadable("it is no response to the request".to_owned())) {
                    Some(text) => decoded(&text, session),
                    None => Err(self.fail(kind, failure::not_mcp(&self.endpoint))),
                }
            }
        }
    }

    /// An error status: a JSON-RPC error in its body counts (VER-03, VER-04); without one, a refused probe means a
    /// stateful server.
    async fn refused(&self, kind: Kind, id: i64, response: reqwest::Response) -> PostResult {
        let refused = Refused::of(&response);
        let status = refused.status;
        let text = body(response, MAX_ERROR_BODY).await.unwrap_or_default();
        if let Heard::Pass(text) = self.ledger.hear(&text, Via::Post(id)) {
            return decoded(&text, None);
        }
        let falls_back = status.is_client_error() && status != StatusCode::TOO_MANY_REQUESTS;
        let error = self.fail(
            kind,
            self.why_refused(kind, status, &text).unwrap_or_else(|| failure::of_status(refused, &self.endpoint)),
        );
        if matches!(kind, Kind::Discover(_)) && falls_back {
            return decoded(&fall_back(id), None);
        }
        Err(error)
    }

    /// A handshake in the only revision that may be spoken here is refused as those refuse it who speak another one.
    fn why_refused(&self, kind: Kind, status: StatusCode, text: &str) -> Option<Problem> {
        let of_the_era = matches!(status.as_u16(), 400 | 406 | 415 | 422);
        let handshake = matches!(kind, Kind::Discover(_) | Kind::Initialize(_));
        let fixed = self.ledger.state().handshake.fixed().filter(|_| handshake && of_the_era)?;
        // A page of a web server says nothing of it.
        let words = if text.trim_start().starts_with('<') { "" } else { text };
        let mut problem = not_the_fixed_revision(fixed, &[], words);
        problem.details.push(format!("HTTP {}", status.as_u16()));
        Some(problem)
    }
}

impl StreamableHttpClient for Http {
    type Error = Failure;

    async fn post_message(
        &self,
        _uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        _auth_header: Option<String>,
        custom_headers: Headers,
    ) -> PostResult {
        let kind = Kind::of(&message);
        // Dropped with this future, and then the answer was not taken either.
        let delivery = self.ledger.delivery(&message);
        let limit = match kind {
            Kind::Discover(_) => self.ledger.probe_limit(),
            Kind::Initialize(_) => HANDSHAKE,
            // A call's limits are its caller's, and rmcp bounds the rest.
            Kind::Call(_) | Kind::Other => {
                let posted = self.post(kind, &message, session_id, custom_headers).await;
                if let Some(delivery) = delivery.filter(|_| posted.is_ok()) {
                    let _ = delivery.send(());
                }
                return posted;
            }
        };
        match tokio::time::timeout(limit, self.post(kind, &message, session_id, custom_headers)).await {
            Ok(result) => result,
            Err(_) => match kind {
                Kind::Discover(id) if let Some(text) = self.ledger.expire_probe(id) => decoded(&text, None),
                _ => Err(self.fail(kind, no_answer())),
            },
        }
    }

    async fn delete_session(
        &self,
        _uri: Arc<str>,
        session_id: Arc<str>,
        _auth_header: Option<String>,
        custom_headers: Headers,
    ) -> Result<(), HttpError> {
        let headers = self.headers(custom_headers, Some(&session_id), None);
        let sent = self.client.delete(self.endpoint.clone()).headers(headers).send().await;
        sent.map(drop)
            .map_err(|error| StreamableHttpError::Client(Failure(failure::of_request(&error, &self.endpoint))))
    }

    async fn get_stream(
        &self,
        _uri: Arc<str>,
        session_id: Option<Arc<str>>,
        last_event_id: Option<String>,
        _auth_header: Option<String>,
        custom_headers: Headers,
    ) -> Result<futures::stream::BoxStream<'static, Result<Sse, SseError>>, HttpError> {
        let mut headers = self.headers(custom_headers, session_id.as_deref(), None);
        headers.remove(http::header::CONTENT_TYPE);
        if let Some(last) = last_event_id.and_then(|last| HeaderValue::try_from(last).ok()) {
            headers.insert("last-event-id", last);
        }
        let sent = self.client.get(self.endpoint.clone()).headers(headers).send().await;
        self.stream_settled.notify_one();
        self.silence.heard(&sent);
        let response =
            sent.map_err(|error| StreamableHttpError::Client(Failure(failure::of_request(&error, &self.endpoint))))?;
        let status = response.status();
        if status == StatusCode::METHOD_NOT_ALLOWED {
            return Err(StreamableHttpError::ServerDoesNotSupportSse);
        }
        if !status.is_success() {
            return Err(StreamableHttpError::Client(Failure(failure::of_status(
                Refused::of(&response),
                &self.endpoint,
            ))));
        }
        Ok(events::tapped(response, self.ledger.clone(), Via::Shared))
    }
}

fn decoded(text: &str, session: Option<String>) -> PostResult {
    Ok(StreamableHttpPostResponse::Json(serde_json::from_str(text)?, session))
}

fn text_header(response: &reqwest::Response, name: &str) -> Option<String> {
    response.headers().get(name)?.to_str().ok().map(str::to_owned)
}

enum BodyError {
    TooLarge,
    Broken(reqwest::Error),
}

async fn body(response: reqwest::Response, max: usize) -> Result<String, BodyError> {
    let mut chunks = response.bytes_stream();
    let mut body = Vec::new();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(BodyError::Broken)?;
        if body.len() + chunk.len() > max {
            return Err(BodyError::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(String::from_utf8_lossy(&body).into_owned())
}
