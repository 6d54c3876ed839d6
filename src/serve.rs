//! The local server: the page, and the JSON API of `tsumugi_api` over HTTP.
//!
//! `jobs.rs` has the searches, each on a thread of its own; `routes.rs` turns requests into jobs and their states into
//! responses; `guard.rs` turns away who has no business here; `files.rs` has the page.

mod files;
mod guard;
mod jobs;
mod routes;

use crate::stop::Stop;
pub use files::Files;
use guard::Door;
use jobs::Jobs;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use tsumugi_api::House;

/// Connections that have not ended this long after the stop are cut off.
const PATIENCE: Duration = Duration::from_secs(2);

/// Between two looks at the stop flag.
const LOOK: Duration = Duration::from_millis(50);

/// What a server may use, and who may use it.
pub struct Plan {
    /// What a single request is allowed.
    pub house: House,
    /// Memory of all searches together.
    pub bytes: u64,
    /// Searches at the same time.
    pub workers: u32,
    /// Requests that may wait.
    pub queue: usize,
    /// The word that callers must know, if there is one.
    pub token: Option<String>,
}

/// A server that listens but does not answer yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    plan: Plan,
}

impl Server {
    /// Takes the address.
    ///
    /// # Errors
    /// When it cannot be had.
    pub fn bind(address: SocketAddr, plan: Plan) -> io::Result<Server> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Server { listener, address, plan })
    }

    /// Where the page is.
    pub fn url(&self) -> String {
        let token = self.plan.token.as_ref().map(|token| format!("?token={token}")).unwrap_or_default();
        format!("http://{}/{token}", self.address)
    }

    /// Answers until the user wants no more.
    ///
    /// # Errors
    /// When the system does not let it.
    pub fn run(self, stop: &Stop) -> io::Result<()> {
        let Server { listener, address, plan } = self;
        let door = Door::new(address, plan.token.clone());
        let jobs = Arc::new(Jobs::open(&plan));
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(4)
            .enable_all()
            .build()?;
        let app = routes::app(jobs.clone(), door);
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let wanted = stop.clone();
            let closing = jobs.clone();
            let stopped = async move {
                while !wanted.asked() {
                    tokio::time::sleep(LOOK).await;
                }
                closing.close();
            };
            let serving = axum::serve(listener, app).with_graceful_shutdown(stopped);
            let cut_off = async {
                while !stop.asked() {
                    tokio::time::sleep(LOOK).await;
                }
                tokio::time::sleep(PATIENCE).await;
            };
            tokio::select! {
                served = async { serving.await } => served,
                () = cut_off => Ok(()),
            }
        });
        runtime.shutdown_timeout(LOOK);
        served
    }
}
