//! A request, read and ready to be run.

use crate::body::Body;
use crate::{Fault, Stage, check, collection, convert, helpmate, names, play, show, solve, verify};
use serde_json::{Value, json};
use tsumugi_tsume::Limits;

/// What the house allows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct House {
    /// MiB for a table, unless the request says otherwise.
    pub hash: u32,
    /// MiB for a table at most.
    pub most_hash: u32,
    /// Threads for a search at most.
    pub most_threads: u32,
    /// Seconds for a request at most; the default for one that does not say.
    pub most_seconds: Option<f64>,
}

impl Default for House {
    fn default() -> House {
        House { hash: 64, most_hash: 1024, most_threads: 1, most_seconds: None }
    }
}

/// MiB for putting a proof together: a quarter of the table, and enough for small ones.
const fn proof_room(hash: u32) -> u32 {
    if hash / 4 > LEAST_PROOF_ROOM { hash / 4 } else { LEAST_PROOF_ROOM }
}

const LEAST_PROOF_ROOM: u32 = 16;

/// A claim takes about so many bytes while a proof is put together.
const BYTES_PER_CLAIM: u64 = 128;

/// Bytes that a search with a table of so many MiB may use.
pub(crate) fn search_bytes(hash: u32) -> u64 {
    u64::from(hash + proof_room(hash)) << 20
}

/// Limits of a search with a table of so many MiB: its proof does not outgrow the room it has.
pub(crate) fn limits(hash: u32, expansions: u64, stage: &Stage<'_>) -> Limits {
    let claims = (u64::from(proof_room(hash)) << 20) / BYTES_PER_CLAIM;
    Limits { expansions, claims, stop: Some(stage.flag()) }
}

impl House {
    /// The largest table of which a search fits into so many MiB.
    pub fn largest_hash(mebibytes: u32) -> u32 {
        let least = mebibytes.saturating_sub(LEAST_PROOF_ROOM);
        least.min((u64::from(mebibytes) * 4 / 5) as u32).max(1)
    }

    /// The MiB for a table.
    pub(crate) fn hash(&self, asked: Option<u32>) -> Result<u32, Fault> {
        let hash = asked.unwrap_or(self.hash.min(self.most_hash));
        if hash == 0 {
            return Err(Fault::bad_request("hash is 0, not from 1"));
        }
        if hash > self.most_hash {
            let most = self.most_hash;
            let message = format!("a table of {hash} MiB does not fit: {most} MiB are allowed");
            return Err(Fault::new(422, "memory", message));
        }
        Ok(hash)
    }
}

/// What a request came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The answer.
    pub answer: Value,
    /// The certificate, if one was asked for and made.
    pub certificate: Option<String>,
}

impl From<Value> for Outcome {
    fn from(answer: Value) -> Outcome {
        Outcome { answer, certificate: None }
    }
}

/// A request that is in order.
pub struct Work(Kind);

enum Kind {
    /// Answered while it was read.
    Answered(Value),
    Solve(solve::Request),
    Check(Box<check::Request>),
    Helpmate(Box<helpmate::Request>),
    Verify(verify::Request),
    Play(Box<play::Request>),
}

impl Work {
    /// The names of all requests that may take long.
    pub const LONG: [&'static str; 5] = ["solve", "check", "helpmate", "verify", "play"];
    /// The names of all requests that are answered at once.
    pub const QUICK: [&'static str; 3] = ["show", "convert", "names"];

    /// Reads the request of this name.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn read(name: &str, body: Value, house: &House) -> Result<Work, Fault> {
        let unknown = || Fault::new(404, "not-found", format!("there is no request {name:?}"));
        let known = Work::LONG.iter().chain(&Work::QUICK).any(|known| *known == name);
        let body = known.then(|| Body::new(body)).ok_or_else(unknown)??;
        Ok(Work(match name {
            "solve" => Kind::Solve(solve::Request::read(body, house)?),
            "check" => Kind::Check(Box::new(check::Request::read(body, house)?)),
            "helpmate" => Kind::Helpmate(Box::new(helpmate::Request::read(body, house)?)),
            "verify" => Kind::Verify(verify::Request::read(body, house)?),
            "play" => Kind::Play(Box::new(play::Request::read(body, house)?)),
            "show" => Kind::Answered(show::answer(body)?),
            "convert" => Kind::Answered(convert::answer(body)?),
            "names" => Kind::Answered(names::answer(body)?),
            _ => return Err(unknown()),
        }))
    }

    /// The answer, if there is nothing left to do.
    ///
    /// # Errors
    /// When there is.
    pub fn answered(self) -> Result<Value, Fault> {
        match self.0 {
            Kind::Answered(answer) => Ok(answer),
            _ => Err(Fault::new(500, "unfinished", "this has to be run")),
        }
    }

    /// Bytes that it may use for its tables.
    pub fn bytes(&self) -> u64 {
        match &self.0 {
            Kind::Answered(_) => 0,
            Kind::Solve(request) => request.bytes(),
            Kind::Check(request) => request.bytes(),
            Kind::Helpmate(request) => request.bytes(),
            Kind::Verify(request) => request.bytes(),
            Kind::Play(request) => request.bytes(),
        }
    }

    /// Does the work.
    ///
    /// # Errors
    /// When the request, read closely, has no answer.
    pub fn run(self, stage: &mut Stage<'_>) -> Result<Outcome, Fault> {
        Ok(match self.0 {
            Kind::Answered(answer) => answer.into(),
            Kind::Solve(request) => request.run(stage),
            Kind::Check(request) => request.run(stage).into(),
            Kind::Helpmate(request) => request.run(stage)?.into(),
            Kind::Verify(request) => request.run(stage)?.into(),
            Kind::Play(request) => request.run(stage).into(),
        })
    }
}

/// The small collection to try.
pub fn problems() -> Value {
    collection::all()
}

/// What this is.
pub fn version(backend: &str, house: &House) -> Value {
    json!({
        "name": "tsumugi",
        "version": env!("CARGO_PKG_VERSION"),
        "api": 1,
        "backend": backend,
        "hash": house.hash.min(house.most_hash),
        "most_hash": house.most_hash,
        "most_threads": house.most_threads,
        "most_seconds": house.most_seconds,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_table_fits_and_a_larger_one_does_not() {
        for memory in [18, 20, 64, 79, 80, 81, 100, 2048, 1 << 20] {
            let hash = House::largest_hash(memory);
            let fits = |hash| search_bytes(hash) <= u64::from(memory) << 20;
            assert!(fits(hash) && !fits(hash + 2), "{memory}: {hash}");
        }
    }
}
