//! The requests of `tsumugi serve`, answered inside a browser; and, as a module of its own, a USI engine for pages.
//!
//! A [`Endpoint`] takes the same requests as the server, by method, path and body, and gives the same answers, one after
//! the other. A page without a server runs it in a worker: what is told on the way leaves the worker at once, and to
//! cancel a request the page ends the worker. `web/worker.js` is the other side of `exports.rs`. With the feature `usi`
//! the module is [`usi::Engine`] instead.
#![deny(missing_docs)]

#[cfg(target_arch = "wasm32")]
mod exports;
pub mod usi;

use serde_json::{Value, json};
use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;
use tsumugi_api::{
    Answer, Conductor, Fault, House, Progress, Request, Stage, message, problems, version,
};
use tsumugi_clock::{Clock, StopToken};

/// Before every path.
const ROOT: &str = "/api/v1/";

/// How many certificates are remembered.
const REMEMBERED: usize = 4;

/// What a request may use: a page has little memory, and one thread.
const HOUSE: House = House { hash: 64, most_hash: 1024, most_threads: 1, most_seconds: None };

/// Somebody who answers.
#[derive(Debug, Default)]
pub struct Endpoint {
    requests: u64,
    /// The certificates of the last requests that made one, with their numbers.
    certificates: VecDeque<(String, String)>,
}

/// Who answers needs a clock, in seconds, and somebody to tell how it goes.
pub struct Means<'a> {
    /// Seconds since any moment.
    pub clock: fn() -> f64,
    /// Who is told.
    pub tell: &'a mut (dyn FnMut(&Progress) + Send),
}

/// A clock that asks this function for seconds.
fn clock(now: fn() -> f64) -> Clock {
    Clock::new(move || Duration::from_secs_f64(now().max(0.0)))
}

impl fmt::Debug for Means<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Means").finish_non_exhaustive()
    }
}

impl Endpoint {
    /// Answers a request: the status as HTTP has it, and the body. A certificate is text, everything else JSON.
    pub fn answer(&mut self, request: &Value, means: Means<'_>) -> (u16, Value) {
        let word = |key: &str| request[key].as_str().unwrap_or_default();
        let path = word("path").strip_prefix(ROOT).unwrap_or_default();
        let answer = match (word("method"), path) {
            ("GET", "problems") => Ok(problems()),
            ("GET", "version") => Ok(version("wasm", &HOUSE)),
            ("GET", path) => self.certificate_at(path).map(Value::from),
            ("POST", name) => self.post(name, request["body"].clone(), means),
            _ => Err(Fault::new(
                405,
                "method",
                message!("this is only asked by GET and POST", "GETかPOSTだけが使えます"),
            )),
        };
        answer.map_or_else(|fault| (fault.status, fault.json()), |answer| (200, answer))
    }

    fn post(&mut self, name: &str, mut body: Value, means: Means<'_>) -> Result<Value, Fault> {
        let job = body.as_object_mut().and_then(|fields| fields.remove("job"));
        if let (Some(Value::String(id)), "verify") = (job, name) {
            body["certificate"] = json!(self.certificate(&id)?);
        }
        let request = Request::read(name, body, &HOUSE)?;
        let clock = clock(means.clock);
        let mut stage = Stage::new(&clock, StopToken::default(), means.tell);
        let wanted = matches!(&request, Request::Solve(solve) if solve.certificate);
        let mut text = String::new();
        let mut write = |lines: &str| {
            if wanted {
                text.push_str(lines);
            }
        };
        let answer = Conductor::bounded().run(&request, &mut stage, &mut write)?;
        let proved = matches!(&answer, Answer::Solve(solved) if solved.proved);
        let mut answer = answer.json();
        self.requests += 1;
        if wanted && proved {
            let id = self.requests.to_string();
            answer["certificate"] = json!(format!("{ROOT}jobs/{id}/certificate"));
            self.certificates.push_back((id, text));
            let old = self.certificates.len().saturating_sub(REMEMBERED);
            self.certificates.drain(..old);
        }
        Ok(answer)
    }

    fn certificate_at(&self, path: &str) -> Result<String, Fault> {
        let id = path.strip_prefix("jobs/").and_then(|rest| rest.strip_suffix("/certificate"));
        self.certificate(id.unwrap_or_default())
    }

    fn certificate(&self, id: &str) -> Result<String, Fault> {
        let found = self.certificates.iter().find(|(known, _)| known == id);
        let missing = || {
            Fault::new(
                404,
                "not-found",
                message!("there is no such path", "そのような場所はありません"),
            )
        };
        found.map(|(_, text)| text.clone()).ok_or_else(missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEVEN: &str = "5B3/7k1/6n2/9/9/9/9/9/9 b 2S 1";

    fn ask(endpoint: &mut Endpoint, method: &str, path: &str, body: Value) -> (u16, Value) {
        let request = json!({ "method": method, "path": path, "body": body });
        endpoint.answer(&request, Means { clock: || 0.0, tell: &mut |_| {} })
    }

    #[test]
    fn a_problem_is_solved_its_certificate_kept_and_verified() {
        let mut endpoint = Endpoint::default();
        let body =
            json!({ "sfen": SEVEN, "question": "line", "certificate": true, "hash": 4, "job": true });
        for _ in 0..2 * REMEMBERED {
            let (status, answer) = ask(&mut endpoint, "POST", "/api/v1/solve", body.clone());
            assert_eq!((status, &answer["length"]), (200, &json!(7)));
            let path = answer["certificate"].as_str().unwrap();
            let (status, text) = ask(&mut endpoint, "GET", path, Value::Null);
            assert!(status == 200 && text.as_str().unwrap().starts_with("tsumugi certificate 3\n"));
            let id = path.split('/').nth(4).unwrap();
            let body = json!({ "sfen": SEVEN, "job": id });
            assert_eq!(ask(&mut endpoint, "POST", "/api/v1/verify", body).1["verified"], json!(true));
        }
        assert_eq!(ask(&mut endpoint, "GET", "/api/v1/jobs/1/certificate", Value::Null).0, 404);
    }

    #[test]
    fn what_is_not_in_order_is_refused() {
        let mut endpoint = Endpoint::default();
        for (method, path, status) in [
            ("GET", "/api/v1/problems", 200),
            ("GET", "/api/v1/version", 200),
            ("GET", "/api/v1/solve", 404),
            ("POST", "/api/v1/nothing", 404),
            ("POST", "/api/v1/solve", 422),
            ("DELETE", "/api/v1/jobs/1", 405),
            ("", "", 405),
        ] {
            let (given, body) = ask(&mut endpoint, method, path, Value::Null);
            assert_eq!(given, status, "{method} {path}");
            let said = |key: &str| body["error"][key].as_str().is_some_and(|words| !words.is_empty());
            assert!(status == 200 || (said("message") && said("message_ja")), "{method} {path}");
        }
    }
}
