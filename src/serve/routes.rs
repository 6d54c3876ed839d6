//! The JSON API: requests become work, work becomes jobs, and jobs become responses and streams of events.

use super::files;
use super::guard::{Door, guard};
use super::jobs::{Job, Jobs, Listener, State};
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, Request, State as Shared};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio_stream::Stream;
use tokio_stream::wrappers::WatchStream;
use tsumugi_api::{self as api, Fault, message, problems, version};

/// The most bytes of a request, and of one with a certificate.
const MOST_BYTES: usize = 1 << 20;
const MOST_BYTES_WITH_CERTIFICATE: usize = 40 << 20;

/// A request must have arrived within this time.
const ARRIVAL: Duration = Duration::from_secs(30);

type Api = Shared<Arc<Jobs>>;

/// All that the server answers.
pub fn app(jobs: Arc<Jobs>, door: Door) -> Router {
    let mut api = Router::new();
    for name in api::Request::LONG {
        api = api.route(&format!("/{name}"), post(move |api, request| long(api, name, request)));
    }
    for name in api::Request::QUICK {
        api = api.route(&format!("/{name}"), post(move |api, request| quick(api, name, request)));
    }
    let api = api
        .route("/jobs/{id}", get(job).delete(cancel))
        .route("/jobs/{id}/events", get(events))
        .route("/jobs/{id}/certificate", get(certificate))
        .route("/problems", get(async || Json(problems())))
        .route("/version", get(async |api: Api| Json(version("server", &api.house))))
        .fallback(async || {
            refuse(&Fault::new(
                404,
                "not-found",
                message!("the API has no such path", "そのような要求はありません"),
            ))
        })
        .layer(middleware::map_response(fresh));
    Router::new()
        .nest("/api/v1", api)
        .fallback(get(files::file))
        .with_state(jobs)
        .layer(middleware::from_fn_with_state(Arc::new(door), guard))
}

/// Answers are not kept by browsers.
async fn fresh(mut response: Response) -> Response {
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Why a request is refused, as a response.
pub fn refuse(fault: &Fault) -> Response {
    let status = StatusCode::from_u16(fault.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = (status, Json(fault.json())).into_response();
    if status == StatusCode::SERVICE_UNAVAILABLE {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    }
    response
}

/// The work that a request asks for, its body first changed by `prepare`.
async fn read(
    jobs: &Arc<Jobs>,
    name: &'static str,
    request: Request,
    prepare: impl FnOnce(&mut Value) -> Result<(), Fault>,
) -> Result<api::Request, Fault> {
    let large = name == "verify" && length_of(&request).is_none_or(|length| length > MOST_BYTES);
    let most = if large { MOST_BYTES_WITH_CERTIFICATE } else { MOST_BYTES };
    // JSON takes more room than its text, so not too many are read at once, and of large ones few.
    let closed =
        |_| Fault::new(503, "busy", message!("the server ends", "サーバーが終了するところです"));
    let _room = match large {
        true => Some(jobs.large.acquire().await.map_err(closed)?),
        false => None,
    };
    let bytes = bytes_of(request, most).await?;
    let _room = jobs.readers.acquire().await.map_err(closed)?;
    let mut body = serde_json::from_slice(&bytes).map_err(|why: serde_json::Error| {
        Fault::new(400, "bad-json", message!("{why}", "JSONとして読めません: {why}"))
    })?;
    drop(bytes);
    prepare(&mut body)?;
    let house = jobs.house;
    let read = tokio::task::spawn_blocking(move || api::Request::read(name, body, &house)).await;
    read.unwrap_or_else(|_| {
        Err(Fault::new(
            500,
            "crashed",
            message!("the request could not be read", "要求が読めませんでした"),
        ))
    })
}

/// How long a request says it is.
fn length_of(request: &Request) -> Option<usize> {
    request.headers().get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// The body of a request, which must be JSON.
async fn bytes_of(request: Request, most: usize) -> Result<Bytes, Fault> {
    if !is_json(request.headers()) {
        let message = message!(
            "Content-Type must be application/json",
            "Content-Typeはapplication/jsonでなければなりません",
        );
        return Err(Fault::new(415, "content-type", message));
    }
    let too_large = || {
        Fault::new(413, "too-large", message!("more than {most} bytes", "{most}バイトを超えています"))
    };
    if length_of(&request).is_some_and(|length| length > most) {
        return Err(too_large());
    }
    let bytes = tokio::time::timeout(ARRIVAL, to_bytes(request.into_body(), most)).await;
    let bytes = bytes.map_err(|_| {
        Fault::new(
            408,
            "timeout",
            message!("the request did not arrive in time", "要求が時間内に届きませんでした"),
        )
    })?;
    bytes.map_err(|_| too_large())
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind =
        headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let mut parts = kind.split(';').map(str::trim);
    let json = parts.next().is_some_and(|kind| kind.eq_ignore_ascii_case("application/json"));
    json && parts.all(|part| part.eq_ignore_ascii_case("charset=utf-8"))
}

/// A request that is answered at once.
async fn quick(Shared(jobs): Api, name: &'static str, request: Request) -> Response {
    let answer = match read(&jobs, name, request, |_| Ok(())).await {
        Err(fault) => Err(fault),
        Ok(request) => {
            let answered = tokio::task::spawn_blocking(move || request.at_once()).await;
            answered.unwrap_or_else(|_| {
                Err(Fault::new(500, "crashed", message!("there is no answer", "答えがありません")))
            })
        }
    };
    answer.map_or_else(|fault| refuse(&fault), |answer| Json(answer.json()).into_response())
}

/// A request that may take long.
async fn long(Shared(jobs): Api, name: &'static str, request: Request) -> Response {
    match submitted(&jobs, name, request).await {
        Err(fault) => refuse(&fault),
        Ok((job, true)) => (StatusCode::ACCEPTED, Json(json!({ "job": job.id }))).into_response(),
        Ok((job, false)) => waited(job).await,
    }
}

/// The job of a request, and whether it runs by itself.
async fn submitted(
    jobs: &Arc<Jobs>,
    name: &'static str,
    request: Request,
) -> Result<(Arc<Job>, bool), Fault> {
    let mut alone = false;
    let prepare = |body: &mut Value| {
        match body.as_object_mut().and_then(|fields| fields.remove("job")) {
            None => {}
            Some(Value::Bool(wanted)) => alone = wanted,
            Some(Value::String(id)) if name == "verify" => {
                body["certificate"] = json!(certificate_of(jobs, &id)?);
            }
            Some(_) => {
                return Err(Fault::bad_request(message!(
                    "job is true or false",
                    "jobはtrueかfalseです"
                )));
            }
        }
        Ok(())
    };
    let request = read(jobs, name, request, prepare).await?;
    Ok((jobs.submit(request, !alone)?, alone))
}

/// The answer of a job, which is cancelled if nobody waits for it any more.
async fn waited(job: Arc<Job>) -> Response {
    struct Waiting(Arc<Job>);
    impl Drop for Waiting {
        fn drop(&mut self) {
            self.0.cancel();
        }
    }
    let waiting = Waiting(job);
    let mut states = waiting.0.state();
    let done = states.wait_for(|state| matches!(state, State::Done(_))).await;
    match done.as_deref() {
        Ok(State::Done(done)) => match &**done {
            Ok(_) => Json(waiting.0.answer(done)).into_response(),
            Err(fault) => refuse(fault),
        },
        _ => refuse(&Fault::new(500, "crashed", message!("the search was lost", "探索が失われました"))),
    }
}

fn found(jobs: &Jobs, id: &str) -> Result<Arc<Job>, Fault> {
    let job = jobs.find(id).ok_or_else(|| {
        Fault::new(404, "not-found", message!("there is no such job", "サーバーにはもう残っていません"))
    })?;
    job.see();
    Ok(job)
}

/// How a job stands.
async fn job(Shared(jobs): Api, Path(id): Path<String>) -> Response {
    found(&jobs, &id).map_or_else(|fault| refuse(&fault), |job| Json(job.json()).into_response())
}

/// Ends a job.
async fn cancel(Shared(jobs): Api, Path(id): Path<String>) -> Response {
    match found(&jobs, &id) {
        Err(fault) => refuse(&fault),
        Ok(job) => {
            job.cancel();
            StatusCode::NO_CONTENT.into_response()
        }
    }
}

/// How a job goes on, until it ends.
async fn events(Shared(jobs): Api, Path(id): Path<String>) -> Response {
    match found(&jobs, &id) {
        Err(fault) => refuse(&fault),
        Ok(job) => Sse::new(JobEvents::new(job)).keep_alive(KeepAlive::default()).into_response(),
    }
}

/// The events of a job; the end is the last of them.
struct JobEvents {
    job: Arc<Job>,
    states: WatchStream<State>,
    ended: bool,
    /// As long as somebody listens, the job is not abandoned.
    _listener: Listener,
}

impl JobEvents {
    fn new(job: Arc<Job>) -> JobEvents {
        let (states, listener) = (WatchStream::new(job.state()), job.listen());
        JobEvents { job, states, ended: false, _listener: listener }
    }
}

impl Stream for JobEvents {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.ended {
            return Poll::Ready(None);
        }
        loop {
            let Some(state) = ready!(Pin::new(&mut self.states).poll_next(context)) else {
                return Poll::Ready(None);
            };
            let (name, data) = match state {
                State::Queued | State::Running(None) => continue,
                State::Running(Some(told)) => ("progress", json!(told)),
                State::Done(_) => ("done", self.job.json()),
            };
            self.ended = name == "done";
            return Poll::Ready(Some(Ok(Event::default().event(name).data(data.to_string()))));
        }
    }
}

fn certificate_of(jobs: &Jobs, id: &str) -> Result<String, Fault> {
    let job = found(jobs, id)?;
    let state = job.state().borrow().clone();
    let certificate = match &state {
        State::Done(done) => done.as_ref().as_ref().ok().and_then(|done| done.certificate.clone()),
        _ => None,
    };
    certificate.ok_or_else(|| {
        Fault::new(404, "not-found", message!("the job has no certificate", "証明書がありません"))
    })
}

/// The certificate that a job made.
async fn certificate(Shared(jobs): Api, Path(id): Path<String>) -> Response {
    match certificate_of(&jobs, &id) {
        Err(fault) => refuse(&fault),
        Ok(text) => {
            let headers = [
                (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
                (header::CONTENT_DISPOSITION, "attachment; filename=\"tsumugi.cert\""),
            ];
            (headers, Body::from(text)).into_response()
        }
    }
}
