//! What masters and workers tell each other, as JSON.

use crate::ladder::Rung;
use serde::{Deserialize, Serialize};
use tsumugi_api::{Answer, Request};

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
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// What is asked about each of the problems, which takes the place of the one in it.
    pub request: Request,
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
        bytes(self)
    }

    /// What was sent, if it is a job.
    pub fn from_bytes(bytes: &[u8]) -> Option<Job> {
        serde_json::from_slice(bytes).ok()
    }

    /// The same question about single problems, after this job was tried this many times.
    pub fn split(&self, tries: i64) -> Vec<Job> {
        let single = |problem: &String| Job { problems: vec![problem.clone()], tries, ..self.clone() };
        self.problems.iter().map(single).collect()
    }
}

/// What a worker found out about a problem.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answered {
    /// The problem as the job says it.
    pub canonical: String,
    /// The limit it was tried with.
    pub rung: Rung,
    /// The answer, or what went wrong.
    pub answer: Result<Answer, String>,
    /// The certificate, if it was asked for.
    #[serde(with = "packed")]
    pub certificate: Option<String>,
}

impl Answered {
    /// Several, as they are sent.
    pub fn to_bytes(all: &[Answered]) -> Vec<u8> {
        bytes(&all)
    }

    /// What was sent; what is no answer is passed over.
    pub fn from_bytes(bytes: &[u8]) -> Vec<Answered> {
        serde_json::from_slice(bytes).unwrap_or_default()
    }
}

fn bytes(message: &impl Serialize) -> Vec<u8> {
    // Plain data with texts for keys can always be written.
    serde_json::to_vec(message).unwrap_or_default()
}

/// Certificates on their way: compressed, in hexadecimal digits.
mod packed {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::io::Read;
    use tsumugi_shell::zstandard::{Decoder, encoded};

    /// More than a message can hold is no certificate.
    const MOST: u64 = 1 << 30;

    pub fn serialize<S: Serializer>(text: &Option<String>, to: S) -> Result<S::Ok, S::Error> {
        text.as_deref().map(packed).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
        let digits = Option::<String>::deserialize(from)?;
        Ok(digits.as_deref().and_then(unpacked))
    }

    fn packed(text: &str) -> String {
        encoded(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn unpacked(digits: &str) -> Option<String> {
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let bytes: Vec<u8> = digits.as_bytes().chunks(2).map(byte).collect::<Option<_>>()?;
        let mut text = String::new();
        Decoder::new(&bytes[..]).take(MOST).read_to_string(&mut text).ok()?;
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsumugi_api::solve::{self, Question};
    use tsumugi_api::{ProblemText, Reason, Rule, Side};
    use tsumugi_shogi::FaultName;

    #[test]
    fn what_is_sent_is_what_arrives() {
        let problem = ProblemText {
            attacker: Some(Side::White),
            as_written: true,
            allow: vec![Rule(FaultName::MissingKing)],
            ..ProblemText::default()
        };
        let option = vec![("sums".to_string(), "snda".to_string())];
        let request = solve::Request {
            problem,
            question: Question::Shortest,
            certificate: true,
            option,
            ..solve::Request::default()
        };
        let request = Request::Solve(request);
        let rung = Rung { seconds: f64::INFINITY, nodes: 500 };
        let problems = vec!["4k4/9/4P4/9/9/9/9/9/9 b G 1".to_string(), "b".to_string()];
        let job = Job { request, rung, problems, tries: 2, certificates: false };
        let back = Job::from_bytes(&job.to_bytes()).unwrap();
        assert_eq!((&back.request, &back.problems, back.rung), (&job.request, &job.problems, job.rung));
        assert_eq!((back.split(3).len(), back.split(3)[1].tries), (2, 3));
        assert!(Job::from_bytes(b"{}").is_none() && Job::from_bytes(b"nonsense").is_none());
        let answered = Answered {
            canonical: "x".to_string(),
            rung,
            answer: Ok(Answer::none(&job.request, "x".to_string(), Reason::TooHard).unwrap()),
            certificate: Some("text".to_string()),
        };
        let bad = Answered { answer: Err("why".to_string()), certificate: None, ..answered.clone() };
        let back = Answered::from_bytes(&Answered::to_bytes(&[answered.clone(), bad]));
        assert_eq!(back.len(), 2);
        assert_eq!((&back[0].answer, &back[0].certificate), (&answered.answer, &answered.certificate));
        assert_eq!(back[1].answer, Err("why".to_string()));
        assert!(Answered::from_bytes(b"nonsense").is_empty());
    }
}
