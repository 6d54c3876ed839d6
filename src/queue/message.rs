//! What masters and workers tell each other, as JSON.

use crate::args::{Admission, Attacker, BatchQuestion, Sides, Work};
use crate::ladder::Rung;
use clap::ValueEnum;
use serde_json::{Value, json};
use std::io::Read;
use tsumugi_shogi::FaultName;

/// The names of the streams of a queue.
#[derive(Clone, Debug)]
pub struct Names(String);

impl Names {
    /// The streams of the queue with this name.
    pub fn new(name: &str) -> Names {
        Names(name.to_string())
    }

    /// The stream of jobs, and its subject.
    pub fn jobs(&self) -> String {
        format!("{}-jobs", self.0)
    }

    /// The stream of results.
    pub fn results(&self) -> String {
        format!("{}-results", self.0)
    }

    /// The stream of problems that were tried too often.
    pub fn hard(&self) -> String {
        format!("{}-hard", self.0)
    }
}

/// Problems for a worker, and what is asked about them.
#[derive(Clone, Debug)]
pub struct Job {
    /// The question, as `batch` was told.
    pub work: Work,
    /// The limit for each problem.
    pub rung: Rung,
    /// The problems, each a SFEN with the hands it is played with; moves may follow.
    pub problems: Vec<String>,
    /// How often it was tried in larger jobs.
    pub tries: i64,
    /// Whether certificates are to be sent back too.
    pub certificates: bool,
}

impl Job {
    /// As it is sent.
    pub fn to_bytes(&self) -> Vec<u8> {
        let work = &self.work;
        let allow: Vec<&str> = work.admission.allow.iter().map(|name| name.as_str()).collect();
        json!({
            "question": work.question.name(),
            "option": work.option,
            "allow": allow,
            "verify": work.verify,
            "attacker": work.sides.attacker().map(|color| color.to_string()),
            "seconds": Some(self.rung.seconds).filter(|seconds| seconds.is_finite()),
            "nodes": Some(self.rung.nodes).filter(|&nodes| nodes < u64::MAX),
            "problems": self.problems,
            "tries": self.tries,
            "certificates": self.certificates,
        })
        .to_string()
        .into_bytes()
    }

    /// What was sent, if it is a job.
    pub fn from_bytes(bytes: &[u8]) -> Option<Job> {
        let value: Value = serde_json::from_slice(bytes).ok()?;
        let text = |value: &Value| value.as_str().map(str::to_string);
        let strings = |value: &Value| value.as_array()?.iter().map(text).collect::<Option<Vec<_>>>();
        let fault = |name: &String| FaultName::ALL.into_iter().find(|fault| fault.as_str() == name);
        let attacker = |value: &Value| match value.as_str() {
            Some(name) => Attacker::from_str(name, false).ok().map(Some),
            None => Some(None),
        };
        let pair = |pair: &Value| Some((text(&pair[0])?, text(&pair[1])?));
        let work = Work {
            question: BatchQuestion::from_name(value["question"].as_str()?)?,
            time: vec![],
            nodes: vec![],
            verify: value["verify"].as_bool()?,
            option: value["option"].as_array()?.iter().map(pair).collect::<Option<Vec<_>>>()?,
            sides: Sides { attacker: attacker(&value["attacker"])?, as_written: true },
            admission: Admission {
                allow: strings(&value["allow"])?.iter().map(fault).collect::<Option<Vec<_>>>()?,
            },
        };
        Some(Job {
            work,
            rung: Rung {
                seconds: value["seconds"].as_f64().unwrap_or(f64::INFINITY),
                nodes: value["nodes"].as_u64().unwrap_or(u64::MAX),
            },
            problems: strings(&value["problems"])?,
            tries: value["tries"].as_i64()?,
            certificates: value["certificates"].as_bool()?,
        })
    }

    /// The same question about single problems, after this job was tried so often.
    pub fn split(&self, tries: i64) -> Vec<Job> {
        let single = |problem: &String| Job { problems: vec![problem.clone()], tries, ..self.clone() };
        self.problems.iter().map(single).collect()
    }

    /// May another worker be asked the same without asking for a new one?
    pub fn asks_like(&self, other: &Job) -> bool {
        let key = |job: &Job| {
            (
                job.work.question,
                job.work.option.clone(),
                job.work.admission.allow.clone(),
                job.work.sides.attacker,
                job.work.verify,
            )
        };
        key(self) == key(other)
    }
}

/// What a worker found out about a problem.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The problem as the job says it.
    pub canonical: String,
    /// The limit it was tried with.
    pub rung: Rung,
    /// The object that `batch` stores, or what went wrong.
    pub object: Result<Value, String>,
    /// The certificate, if it was asked for.
    pub certificate: Option<String>,
}

impl Answered {
    /// Several, as they are sent.
    pub fn to_bytes(all: &[Answered]) -> Vec<u8> {
        let one = |answered: &Answered| {
            json!({
                "canonical": answered.canonical,
                "seconds": Some(answered.rung.seconds).filter(|seconds| seconds.is_finite()),
                "nodes": Some(answered.rung.nodes).filter(|&nodes| nodes < u64::MAX),
                "object": answered.object.as_ref().ok(),
                "error": answered.object.as_ref().err(),
                "certificate": answered.certificate.as_deref().and_then(packed),
            })
        };
        Value::Array(all.iter().map(one).collect()).to_string().into_bytes()
    }

    /// What was sent; what is no answer is passed over.
    pub fn from_bytes(bytes: &[u8]) -> Vec<Answered> {
        let Ok(Value::Array(all)) = serde_json::from_slice(bytes) else { return vec![] };
        let one = |mut value: Value| {
            let object = match value["error"].as_str() {
                Some(error) => Err(error.to_string()),
                None => Ok(value["object"].take()),
            };
            Some(Answered {
                canonical: value["canonical"].as_str()?.to_string(),
                rung: Rung {
                    seconds: value["seconds"].as_f64().unwrap_or(f64::INFINITY),
                    nodes: value["nodes"].as_u64().unwrap_or(u64::MAX),
                },
                object,
                certificate: value["certificate"].as_str().and_then(unpacked),
            })
        };
        all.into_iter().filter_map(one).collect()
    }
}

/// More than a message can hold is no certificate.
const MOST: u64 = 1 << 30;

/// A text, compressed, in hexadecimal digits.
fn packed(text: &str) -> Option<String> {
    let bytes = zstd::encode_all(text.as_bytes(), 6).ok()?;
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn unpacked(digits: &str) -> Option<String> {
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let bytes: Vec<u8> = digits.as_bytes().chunks(2).map(byte).collect::<Option<_>>()?;
    let mut text = String::new();
    zstd::Decoder::new(&bytes[..]).ok()?.take(MOST).read_to_string(&mut text).ok()?;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sent_is_what_arrives() {
        let work = Work {
            question: BatchQuestion::Shortest,
            time: vec![],
            nodes: vec![],
            verify: true,
            option: vec![("sums".to_string(), "snda".to_string())],
            sides: Sides { attacker: Some(Attacker::White), as_written: true },
            admission: Admission { allow: vec![FaultName::MissingKing] },
        };
        let rung = Rung { seconds: f64::INFINITY, nodes: 500 };
        let problems = vec!["4k4/9/4P4/9/9/9/9/9/9 b G 1".to_string(), "b".to_string()];
        let job = Job { work, rung, problems, tries: 2, certificates: false };
        let back = Job::from_bytes(&job.to_bytes()).unwrap();
        assert!(back.asks_like(&job) && back.problems == job.problems && back.rung == job.rung);
        assert_eq!((back.split(3).len(), back.split(3)[1].tries), (2, 3));
        assert!(Job::from_bytes(b"{}").is_none() && Job::from_bytes(b"nonsense").is_none());
        let answered = Answered {
            canonical: "x".to_string(),
            rung,
            object: Ok(json!({"verdict": "mate"})),
            certificate: Some("text".to_string()),
        };
        let bad = Answered { object: Err("why".to_string()), certificate: None, ..answered.clone() };
        let back = Answered::from_bytes(&Answered::to_bytes(&[answered.clone(), bad]));
        assert_eq!(back.len(), 2);
        assert_eq!((&back[0].object, &back[0].certificate), (&answered.object, &answered.certificate));
        assert_eq!(back[1].object, Err("why".to_string()));
        assert!(Answered::from_bytes(b"nonsense").is_empty());
    }
}
