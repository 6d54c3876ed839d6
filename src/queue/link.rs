//! The conversation with a NATS server.

use super::message::{Answered, Job, Names};
use crate::args::QueueAccess;
use crate::report::Report;
use async_nats::connection::State;
use async_nats::jetstream::consumer::{AckPolicy, Consumer, pull};
use async_nats::jetstream::stream::{Config, RetentionPolicy, StorageType};
use async_nats::jetstream::{self, Context};
use async_nats::{ConnectOptions, ServerAddr};
use futures_util::{StreamExt, stream};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tsumugi_api::{Message, message};

/// Between two attempts at something a server that is away cannot do.
const PAUSE: Duration = Duration::from_millis(200);
/// How long the server may take to say that it has a message.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a master tries to set up its streams while the server comes and goes.
const SETUP: Duration = Duration::from_secs(60);
/// Jobs on their way to the server at a time.
const TOGETHER: usize = 32;
/// What stands in the answer of a server that has no stream of a name.
const NO_STREAM: &str = "error code 10059";
/// The consumer that all workers share.
const WORKERS: &str = "workers";
/// The consumer of results.
const MASTER: &str = "master";

/// Runs conversations; one thread is enough, since all of them mostly wait.
///
/// # Errors
/// When the system has no means for it.
pub fn runtime() -> Result<Runtime, Report> {
    let built = tokio::runtime::Builder::new_current_thread().enable_all().build();
    built.map_err(|error| {
        Report::io(&message!("cannot wait for a network", "通信の準備ができません"), &error)
    })
}

fn failed(url: &str, error: &dyn std::fmt::Display) -> Report {
    // What stands before an @ is a secret.
    let shown = url.rsplit('@').next().unwrap_or(url);
    let report = Report::new(message!(
        "cannot use the queue at {shown}: {error}",
        "キュー {shown} を使えません（{error}）",
    ));
    advice(&error.to_string()).into_iter().fold(report, Report::note)
}

/// Connects to a server; goes on trying when it is away later.
///
/// # Errors
/// When the server cannot be reached, or does not let us in.
pub async fn connect(url: &str, access: &QueueAccess) -> Result<Context, Report> {
    let client = options(url, access).await?.connect(url).await;
    let mut context = jetstream::new(client.map_err(|error| failed(url, &error))?);
    context.set_timeout(PATIENCE);
    Ok(context)
}

/// How to connect to a server.
///
/// # Errors
/// When a file of ours cannot be read, or is not what it should be: waiting would not help.
pub async fn options(url: &str, access: &QueueAccess) -> Result<ConnectOptions, Report> {
    let failed = |error: &dyn std::fmt::Display| failed(url, error);
    let own = [&access.queue_ca, &access.queue_cert, &access.queue_key, &access.queue_creds];
    for path in own.into_iter().flatten() {
        let opened = std::fs::File::open(path);
        opened.map_err(|error| failed(&format!("cannot read {}: {error}", path.display())))?;
    }
    let mut options = ConnectOptions::new()
        .name("tsumugi")
        .reconnect_delay_callback(|_| PAUSE)
        .connection_timeout(PATIENCE);
    options = match login(url) {
        Some((user, Some(password))) => options.user_and_password(user, password),
        Some((token, None)) => options.token(token),
        None => options,
    };
    if let Some(path) = &access.queue_creds {
        let read = options.credentials_file(path).await;
        options = read.map_err(|error| failed(&format!("{}: {error}", path.display())))?;
    }
    if let Some(path) = &access.queue_ca {
        options = options.add_root_certificates(path.clone());
    }
    if let (Some(certificate), Some(key)) = (&access.queue_cert, &access.queue_key) {
        options = options.add_client_certificate(certificate.clone(), key.clone());
    }
    Ok(options)
}

/// What helps against an error that the other side's certificates, or ours, cause.
fn advice(error: &str) -> Option<Message> {
    if error.contains("invalid peer certificate") {
        return Some(message!(
            "help: --queue-ca names the authority that the server's certificate is by",
            "ヒント: サーバーの証明書の発行元を --queue-ca で指定してください",
        ));
    }
    let asked = error.contains("BadCertificate") || error.contains("CertificateRequired");
    asked.then(|| {
        message!(
            "help: the server wants a certificate: --queue-cert and --queue-key",
            "ヒント: サーバーが証明書を求めています: --queue-cert と --queue-key",
        )
    })
}

/// User and password, or a token alone, that stand in a URL. The library leaves them there.
fn login(url: &str) -> Option<(String, Option<String>)> {
    let address: ServerAddr = url.parse().ok()?;
    Some((decoded(address.username()?), address.password().map(decoded)))
}

/// A part of a URL, with what stands behind percent signs resolved.
fn decoded(text: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let Some((&first, more)) = rest.split_first() {
        let digits = more.get(..2).filter(|_| first == b'%');
        let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        let code = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(code.unwrap_or(first));
        rest = if code.is_some() { &more[2..] } else { more };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Publishes a message until the server says that it has it.
pub async fn surely(context: &Context, subject: &str, bytes: Vec<u8>) {
    loop {
        if let Ok(acknowledged) = context.publish(subject.to_string(), bytes.clone().into()).await
            && tokio::time::timeout(PATIENCE, acknowledged).await.is_ok_and(|told| told.is_ok())
        {
            return;
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// The messages that a consumer of a stream gets; made as the configuration says if it is not there.
async fn consumer(
    context: &Context,
    stream: &str,
    config: pull::Config,
) -> Result<Consumer<pull::Config>, String> {
    let stream = context.get_stream(stream).await.map_err(|error| error.to_string())?;
    let name = config.durable_name.clone().unwrap_or_default();
    stream.get_or_create_consumer(&name, config).await.map_err(|error| error.to_string())
}

/// The jobs, for a worker: the consumer that the master made.
pub async fn jobs(context: &Context, names: &Names) -> Result<Consumer<pull::Config>, String> {
    let stream = context.get_stream(names.jobs()).await.map_err(|error| error.to_string())?;
    stream.get_consumer(WORKERS).await.map_err(|error| error.to_string())
}

/// The side that has the problems: publishes jobs and hears results.
pub struct Master {
    jobs: UnboundedSender<Vec<u8>>,
    results: mpsc::Receiver<Vec<u8>>,
    lost: Arc<AtomicBool>,
}

impl Master {
    /// Takes over the queue of this name; what an earlier master left in it is dropped.
    ///
    /// # Errors
    /// When the server cannot be reached or has no streams.
    pub fn start(url: &str, access: &QueueAccess) -> Result<Master, Report> {
        let runtime = runtime()?;
        let names = Names::new(&access.queue_name);
        let wait = Duration::from_secs_f64(access.queue_wait);
        let context = runtime.block_on(connect(url, access))?;
        let prepared = runtime.block_on(prepare_in_time(&context, &names, wait));
        prepared.map_err(|why| {
            Report::new(message!("cannot use the queue: {why}", "キューを使えません（{why}）"))
        })?;
        let (jobs, published) = unbounded_channel();
        let (told, results) = mpsc::channel();
        let lost = Arc::new(AtomicBool::new(false));
        let losing = Arc::clone(&lost);
        std::thread::spawn(move || {
            runtime.block_on(async {
                let listener = Listener { context: &context, names: &names, wait, told, lost: losing };
                tokio::join!(publish(&context, &names, published), listener.listen());
            });
        });
        Ok(Master { jobs, results, lost })
    }

    /// Sends a job.
    pub fn send(&self, job: &Job) {
        // The other end lives as long as this one.
        let _ = self.jobs.send(job.to_bytes());
    }

    /// Whether the server lost the streams, and all jobs in them, since this was asked last. They are set up again; the jobs
    /// must be sent again.
    pub fn lost(&self) -> bool {
        self.lost.swap(false, Ordering::Relaxed)
    }

    /// Results, if some come within this time.
    pub fn receive(&self, patience: Duration) -> Vec<Answered> {
        self.results
            .recv_timeout(patience)
            .map(|bytes| Answered::from_bytes(&bytes))
            .unwrap_or_default()
    }
}

/// Sets the streams up; once more when the server went away meanwhile, but not when it refuses.
async fn prepare_in_time(context: &Context, names: &Names, wait: Duration) -> Result<(), String> {
    let began = Instant::now();
    loop {
        let Err(why) = prepare(context, names, wait).await else { return Ok(()) };
        let away = why.contains("timed out") || context.client().connection_state() != State::Connected;
        let patience = match away {
            true => SETUP,
            // Some servers set up an account a second time when two clients log in at once, and lose what was made before.
            false if why.contains("(code 500") || why.contains(NO_STREAM) => PATIENCE,
            false => Duration::ZERO,
        };
        if began.elapsed() >= patience {
            return Err(why);
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn prepare(context: &Context, names: &Names, wait: Duration) -> Result<(), String> {
    for (name, retention) in [
        (names.jobs(), RetentionPolicy::WorkQueue),
        (names.results(), RetentionPolicy::WorkQueue),
        (names.hard(), RetentionPolicy::Limits),
    ] {
        let config = Config {
            name: name.clone(),
            subjects: vec![name.clone()],
            retention,
            storage: StorageType::File,
            ..Config::default()
        };
        let stream = context.get_or_create_stream(config).await.map_err(|error| error.to_string())?;
        if name != names.hard() {
            stream.purge().await.map_err(|error| error.to_string())?;
        }
    }
    let config = |name: &str| pull::Config {
        durable_name: Some(name.to_string()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: wait,
        max_ack_pending: 100_000,
        ..pull::Config::default()
    };
    let workers = consumer(context, &names.jobs(), config(WORKERS)).await?;
    // One that was there may have another patience. It is not made anew for nothing: workers that wait for jobs of the one
    // that goes hear of it only after seconds.
    if workers.cached_info().config.ack_wait != wait {
        let jobs = context.get_stream(names.jobs()).await.map_err(|error| error.to_string())?;
        let _ = jobs.delete_consumer(WORKERS).await;
        consumer(context, &names.jobs(), config(WORKERS)).await?;
    }
    consumer(context, &names.results(), config(MASTER)).await?;
    Ok(())
}

async fn publish(context: &Context, names: &Names, jobs: UnboundedReceiver<Vec<u8>>) {
    let subject = names.jobs();
    let each = stream::unfold(jobs, |mut jobs| async { jobs.recv().await.map(|job| (job, jobs)) });
    each.for_each_concurrent(TOGETHER, |job| surely(context, &subject, job)).await;
}

/// Hears results for a master.
struct Listener<'a> {
    context: &'a Context,
    names: &'a Names,
    /// How long a worker may be silent.
    wait: Duration,
    told: mpsc::Sender<Vec<u8>>,
    lost: Arc<AtomicBool>,
}

impl Listener<'_> {
    /// Hands every result on, until nobody wants them. Streams that the server lost, with its disk for instance, are
    /// set up again.
    async fn listen(&self) {
        loop {
            let config =
                pull::Config { durable_name: Some(MASTER.to_string()), ..pull::Config::default() };
            match consumer(self.context, &self.names.results(), config).await {
                Ok(consumer) => {
                    if self.hear(&consumer).await.is_break() {
                        return;
                    }
                }
                Err(why) if why.contains(NO_STREAM) => {
                    if prepare(self.context, self.names, self.wait).await.is_ok() {
                        self.lost.store(true, Ordering::Relaxed);
                    }
                }
                Err(_) => {}
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Hears a consumer until it fails, or until nobody wants the results.
    async fn hear(&self, consumer: &Consumer<pull::Config>) -> ControlFlow<()> {
        let ask = || consumer.batch().max_messages(256).expires(Duration::from_millis(300)).messages();
        while let Ok(mut messages) = ask().await {
            while let Some(message) = messages.next().await {
                let Ok(message) = message else { return ControlFlow::Continue(()) };
                if self.told.send(message.payload.to_vec()).is_err() {
                    return ControlFlow::Break(());
                }
                // Lost acknowledgements bring the result again, which does no harm.
                let _ = message.ack().await;
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_and_tokens_are_found_in_urls() {
        let found = |url: &str| {
            login(url).map(|(user, password)| format!("{user} {}", password.unwrap_or_default()))
        };
        assert_eq!(found("nats://127.0.0.1:4222"), None);
        assert_eq!(found("tls://a:b@host:4222").as_deref(), Some("a b"));
        assert_eq!(found("nats://a%40b:50%25%@host").as_deref(), Some("a@b 50%%"));
        assert_eq!(found("nats://token@host").as_deref(), Some("token "));
    }
}
