//! Requests as plain data, and what a house allows them.

use crate::conductor::{HASH, LEAST_PROOF_ROOM, PROOF_PART, proof_room};
use crate::{
    Answer, Fault, ProblemText, check, compose, convert, helpmate, mend, message, mine, names, play,
    show, similar, solve, verify,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Anything that can be asked. Each kind is plain data that serde reads and writes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Request {
    /// Is there a mate, or a brinkmate?
    Solve(solve::Request),
    /// What a composer wants to know.
    Check(check::Request),
    /// What would make it sound?
    Mend(mend::Request),
    /// Which diagrams that fit a pattern are sound?
    Compose(compose::Request),
    /// The shortest helpmates.
    Helpmate(helpmate::Request),
    /// Is a certificate good?
    Verify(verify::Request),
    /// The next move against a person.
    Play(play::Request),
    /// The mates of a game.
    Mine(mine::Request),
    /// Which problems of a collection are like it.
    Similar(similar::Request),
    /// A picture of the board, and what is known at sight.
    Show(show::Request),
    /// The same record in other formats.
    Convert(convert::Request),
    /// The names of moves.
    Names(names::Request),
}

/// Are `mend`, `compose`, `mine` and `similar` answered? The module for browsers has to be small: they would be a tenth of it.
pub(crate) const WORKSHOP: bool = !cfg!(target_family = "wasm");

impl Request {
    /// The names of all requests that may take long.
    pub const LONG: [&'static str; 9] =
        ["solve", "check", "mend", "compose", "helpmate", "verify", "play", "mine", "similar"];
    /// The names of all requests that are answered at once.
    pub const QUICK: [&'static str; 3] = ["show", "convert", "names"];

    /// Reads the request of this name: an unknown field, a wrong type, a number out of range and what the house does not
    /// allow are refused.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn read(name: &str, body: Value, house: &House) -> Result<Request, Fault> {
        let known = Request::LONG.iter().chain(&Request::QUICK).any(|known| *known == name);
        if !known {
            return Err(Fault::new(
                404,
                "not-found",
                message!("there is no request {name:?}", "「{name}」という要求はありません"),
            ));
        }
        if !body.is_object() {
            return Err(Fault::bad_request(message!(
                "expected an object",
                "JSONのオブジェクトが必要です"
            )));
        }
        let mut request = match name {
            "mend" | "mine" | "compose" | "similar" if !WORKSHOP => {
                return Err(Fault::new(
                    501,
                    "not-here",
                    message!(
                        "the module for browsers does not do this: ask the program",
                        "ブラウザ用のモジュールにはこの機能がありません。プログラムを使ってください"
                    ),
                ));
            }
            "solve" => Request::Solve(fields(body)?),
            "check" => Request::Check(fields(body)?),
            "mend" if WORKSHOP => Request::Mend(fields(body)?),
            "compose" if WORKSHOP => Request::Compose(fields(body)?),
            "helpmate" => Request::Helpmate(fields(body)?),
            "verify" => Request::Verify(fields(body)?),
            "play" => Request::Play(fields(body)?),
            "mine" if WORKSHOP => Request::Mine(fields(body)?),
            "similar" if WORKSHOP => Request::Similar(fields(body)?),
            "show" => Request::Show(fields(body)?),
            "convert" => Request::Convert(fields(body)?),
            _ => Request::Names(fields(body)?),
        };
        request.admit(house)?;
        Ok(request)
    }

    /// Checks every number against what the house allows, and fills in what was left to it.
    ///
    /// # Errors
    /// What is not allowed, or cannot be read.
    pub fn admit(&mut self, house: &House) -> Result<(), Fault> {
        match self {
            Request::Solve(request) => request.admit(house),
            Request::Check(request) => request.admit(house),
            Request::Mend(_) | Request::Mine(_) | Request::Compose(_) | Request::Similar(_)
                if !WORKSHOP =>
            {
                Ok(())
            }
            Request::Mend(request) => request.admit(house),
            Request::Compose(request) => request.admit(house),
            Request::Helpmate(request) => request.admit(house),
            Request::Verify(request) => request.admit(house),
            Request::Play(request) => request.admit(house),
            Request::Mine(request) => request.admit(house),
            Request::Similar(request) => request.admit(house),
            Request::Show(_) | Request::Convert(_) | Request::Names(_) => Ok(()),
        }
    }

    /// The problem it is about.
    pub fn problem(&self) -> &ProblemText {
        match self {
            Request::Solve(request) => &request.problem,
            Request::Check(request) => &request.problem,
            Request::Mend(request) => &request.problem,
            Request::Compose(request) => &request.problem,
            Request::Helpmate(request) => &request.problem,
            Request::Verify(request) => &request.problem,
            Request::Play(request) => &request.problem,
            Request::Mine(request) => &request.problem,
            Request::Similar(request) => &request.problem,
            Request::Show(request) => &request.problem,
            Request::Convert(request) => &request.problem,
            Request::Names(request) => &request.problem,
        }
    }

    /// The same, to be changed.
    pub fn problem_mut(&mut self) -> &mut ProblemText {
        match self {
            Request::Solve(request) => &mut request.problem,
            Request::Check(request) => &mut request.problem,
            Request::Mend(request) => &mut request.problem,
            Request::Compose(request) => &mut request.problem,
            Request::Helpmate(request) => &mut request.problem,
            Request::Verify(request) => &mut request.problem,
            Request::Play(request) => &mut request.problem,
            Request::Mine(request) => &mut request.problem,
            Request::Similar(request) => &mut request.problem,
            Request::Show(request) => &mut request.problem,
            Request::Convert(request) => &mut request.problem,
            Request::Names(request) => &mut request.problem,
        }
    }

    /// The answer to a request that needs no conductor.
    ///
    /// # Errors
    /// When it has none, or is no such request.
    pub fn at_once(&self) -> Result<Answer, Fault> {
        Ok(match self {
            Request::Show(request) => Answer::Show(Box::new(show::answer(request)?)),
            Request::Convert(request) => Answer::Convert(Box::new(convert::answer(request)?)),
            Request::Names(request) => Answer::Names(names::answer(request)?),
            _ => {
                return Err(Fault::new(
                    500,
                    "unfinished",
                    message!("this takes a conductor", "ここでは答えられない要求です"),
                ));
            }
        })
    }

    /// Bytes that it may use for its tables, by a bounded conductor.
    pub fn bytes(&self) -> u64 {
        match self {
            Request::Solve(request) => request.bytes(),
            Request::Check(request) => search_bytes(request.hash),
            Request::Mend(request) => search_bytes(request.hash),
            Request::Compose(request) => search_bytes(request.hash),
            Request::Helpmate(request) => u64::from(request.hash.unwrap_or(0)) << 20,
            Request::Verify(request) => request.bytes(),
            Request::Play(request) => search_bytes(request.hash),
            Request::Mine(request) => search_bytes(request.hash),
            Request::Similar(request) => request.bytes(),
            Request::Show(_) | Request::Convert(_) | Request::Names(_) => 0,
        }
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Request::Solve(_) => "solve",
            Request::Check(_) => "check",
            Request::Mend(_) => "mend",
            Request::Compose(_) => "compose",
            Request::Helpmate(_) => "helpmate",
            Request::Verify(_) => "verify",
            Request::Play(_) => "play",
            Request::Mine(_) => "mine",
            Request::Similar(_) => "similar",
            Request::Show(_) => "show",
            Request::Convert(_) => "convert",
            Request::Names(_) => "names",
        }
    }
}

fn fields<T: DeserializeOwned>(body: Value) -> Result<T, Fault> {
    serde_json::from_value(body)
        .map_err(|error| Fault::bad_request(message!("{error}", "要求の項目に誤りがあります: {error}")))
}

/// Bytes that a search with a table of this many MiB may use.
pub(crate) fn search_bytes(hash: Option<u32>) -> u64 {
    let hash = hash.unwrap_or(0);
    u64::from(hash + proof_room(hash)) << 20
}

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
        House { hash: HASH, most_hash: 1024, most_threads: 1, most_seconds: None }
    }
}

impl House {
    /// The largest table with which a search fits into this many MiB.
    pub fn largest_hash(mebibytes: u32) -> u32 {
        let least = mebibytes.saturating_sub(LEAST_PROOF_ROOM);
        let parts = u64::from(PROOF_PART);
        least.min((u64::from(mebibytes) * parts / (parts + 1)) as u32).max(1)
    }

    /// Settles the MiB for a table.
    pub(crate) fn admit_hash(&self, hash: &mut Option<u32>) -> Result<(), Fault> {
        let asked = hash.unwrap_or(self.hash.min(self.most_hash));
        if asked == 0 {
            return Err(Fault::bad_request(message!(
                "hash is 0, not from 1",
                "hashは1以上です（0が指定されました）"
            )));
        }
        if asked > self.most_hash {
            let most = self.most_hash;
            let message = message!(
                "a table of {asked} MiB does not fit: {most} MiB are allowed",
                "{asked} MiBのハッシュは大きすぎます（{most} MiBまで）",
            );
            return Err(Fault::new(422, "memory", message));
        }
        *hash = Some(asked);
        Ok(())
    }

    /// Settles the seconds for a request.
    pub(crate) fn admit_time(&self, time: &mut Option<f64>) -> Result<(), Fault> {
        admit_seconds("time", *time, self.most_seconds)?;
        *time = time.or(self.most_seconds);
        Ok(())
    }

    pub(crate) fn admit_threads(&self, threads: u32) -> Result<(), Fault> {
        within("threads", threads, 1, self.most_threads)
    }
}

/// Thirty years, which nobody waits and every clock can add.
const MOST_SECONDS: f64 = 1e9;

/// Seconds must not be negative nor more than allowed.
pub(crate) fn admit_seconds(name: &str, asked: Option<f64>, most: Option<f64>) -> Result<(), Fault> {
    asked.map_or(Ok(()), |asked| within(name, asked, 0.0, most.unwrap_or(MOST_SECONDS)))
}

/// A number that must lie within bounds.
pub(crate) fn within<T: PartialOrd + std::fmt::Display>(
    name: &str,
    value: T,
    least: T,
    most: T,
) -> Result<(), Fault> {
    if value >= least && value <= most {
        return Ok(());
    }
    Err(Fault::bad_request(message!(
        "{name} is {value}, not from {least} to {most}",
        "{name}は{least}から{most}までです（{value}が指定されました）",
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_table_fits_and_a_larger_one_does_not() {
        for memory in [18, 20, 64, 79, 80, 81, 100, 2048, 1 << 20] {
            let hash = House::largest_hash(memory);
            let fits = |hash| search_bytes(Some(hash)) <= u64::from(memory) << 20;
            assert!(fits(hash) && !fits(hash + 2), "{memory}: {hash}");
        }
    }
}
