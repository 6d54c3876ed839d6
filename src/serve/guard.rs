//! Who may ask, and what a browser must not do with the answers.
//!
//! On this machine alone, a caller is known by the name it calls the server: a page from elsewhere whose name was made
//! to point here (DNS rebinding) calls it by another. Where others can reach the server, a word is asked for. A
//! request that a page of another origin makes is refused either way.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::SocketAddr;
use std::sync::Arc;
use tsumugi_api::{Fault, message};

const COOKIE: &str = "tsumugi_token";

/// What a browser may do with the page: run its own scripts and styles, and talk to this server, nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
    style-src 'self'; img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Whom to let in.
pub struct Door {
    /// Is only this machine to reach it?
    loopback: bool,
    token: Option<String>,
}

impl Door {
    /// The door of a server at this address.
    pub fn new(address: SocketAddr, token: Option<String>) -> Door {
        Door { loopback: address.ip().is_loopback(), token }
    }

    /// Why a request is turned away, if it is.
    fn refusal(&self, request: &Request) -> Option<Fault> {
        let headers = request.headers();
        let host = text(headers, &header::HOST).unwrap_or_default();
        if self.loopback && !is_this_machine(host) {
            let message = message!(
                "this server is not called {host:?}",
                "このサーバーの名前は「{host}」ではありません",
            );
            return Some(Fault::new(403, "forbidden", message));
        }
        let foreign = |origin: &str| origin.split_once("://").is_none_or(|(_, name)| name != host);
        if text(headers, &header::ORIGIN).is_some_and(foreign) {
            return Some(Fault::new(
                403,
                "forbidden",
                message!(
                    "a page of another origin may not ask",
                    "別のサイトのページからは利用できません"
                ),
            ));
        }
        let known = self.token.as_ref().is_none_or(|token| is_told(headers, token));
        (!known).then(|| {
            Fault::new(
                401,
                "unauthorized",
                message!("the token is missing or wrong", "合言葉がないか、間違っています"),
            )
        })
    }

    /// The token, if the address of the page carries it.
    fn brings_token(&self, request: &Request) -> Option<&str> {
        let token = self.token.as_deref()?;
        let page = request.method() == Method::GET && request.uri().path() == "/";
        let query = request.uri().query().unwrap_or_default();
        let brought = query.split('&').filter_map(|pair| pair.strip_prefix("token="));
        (page && brought.into_iter().any(|word| same(word, token))).then_some(token)
    }
}

/// Lets a request pass, or not, and tells the browser what it may do with the answer.
pub async fn guard(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    let mut response = if let Some(token) = door.brings_token(&request) {
        welcome(token)
    } else if let Some(fault) = door.refusal(&request) {
        super::routes::refuse(&fault)
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The token goes into a cookie, and out of the address.
fn welcome(token: &str) -> Response {
    let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict");
    let headers = [(header::SET_COOKIE, cookie), (header::LOCATION, "/".to_string())];
    (StatusCode::SEE_OTHER, headers).into_response()
}

fn is_told(headers: &HeaderMap, token: &str) -> bool {
    let bearer = text(headers, &header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    let cookies = text(headers, &header::COOKIE).unwrap_or_default().split(';');
    let mut cookies = cookies.filter_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='));
    bearer.is_some_and(|word| same(word, token)) || cookies.any(|word| same(word, token))
}

/// Compares without telling by the time it takes how much is right.
fn same(word: &str, token: &str) -> bool {
    let differences = word.bytes().zip(token.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    word.len() == token.len() && differences == 0
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Is it a name that only means this machine? The port may be another one, where it is forwarded.
fn is_this_machine(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    let address = name.parse::<std::net::IpAddr>();
    name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_will_do() {
        for host in ["localhost", "LOCALHOST:8765", "127.0.0.1:1", "127.0.0.2", "[::1]:8765", "[::1]"] {
            assert!(is_this_machine(host), "{host}");
        }
        for host in [
            "",
            "example.org",
            "localhost.example.org:80",
            "192.168.0.1",
            "[::2]:1",
            "127.0.0.1.nip.io",
        ] {
            assert!(!is_this_machine(host), "{host}");
        }
    }

    #[test]
    fn a_token_is_the_same_or_it_is_not() {
        assert!(same("cherry-tree", "cherry-tree"));
        for word in ["", "cherry", "cherry-tree-", "cherry-treE"] {
            assert!(!same(word, "cherry-tree"), "{word}");
        }
    }
}
