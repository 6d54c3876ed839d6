//! A USI engine for pages that talk to engines, such as ShogiHome's.
//!
//! A page has no threads that share memory, so the module runs twice: one holds the conversation and is always ready to
//! hear; the other, in a worker, searches and hears nothing meanwhile. What they have to tell each other goes through
//! JavaScript, `js/shogihome`. A search that is to stop before its time is over is answered for, and its worker ended.
//!
//! | request | answer |
//! |---|---|
//! | `{"hear": event}`, a line from the user interface or what a search tells | what is to be done: `Wanted` |
//! | `"wake"`, at the time asked for | the same |
//! | `"failed"`, the worker has died | the same |
//! | `{"search": job}` | the event at its end; those before it are told |
//! | `"about"` | name, author, options |

use crate::clock;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io;
use std::time::Duration;
use tsumugi_api::Conductor;
use tsumugi_clock::{Clock, StopToken};
use tsumugi_usi::{AUTHOR, Declared, Event, Found, Host, Job, Kind, Machine, NAME, Session, search};

/// How long after its time a search may take to come back, before it is answered for and its worker ended. Less: a table is
/// lost because a line was still being read from it. More: in a game the clock may run out, for which as much is kept back.
const LENIENCE: Duration = Duration::from_millis(200);

/// The largest number that JavaScript holds exactly.
const MOST: u64 = 1 << 53;

/// What a page has to give. More memory than this may end the page.
const PAGE: Machine = Machine {
    usual_hash: 64,
    hash: 64,
    most_hash: 256,
    threads: 1,
    most_threads: 1,
    shortage: |_| None,
};

/// An engine: the one that talks, or the one that searches, whichever it is asked to be.
#[derive(Debug)]
pub struct Engine {
    clock: Clock,
    session: Session<Page>,
    conductor: Conductor,
    /// The number of the last search that was begun.
    last: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Asked {
    Hear(Event),
    Wake,
    Failed,
    Search(Box<Job>),
    About,
}

/// What the conversation wants done, in this order.
#[derive(Default, Debug, Serialize)]
struct Wanted {
    /// End the search that is on.
    give_up: bool,
    /// Begin this one.
    job: Option<Job>,
    /// Say these lines.
    lines: Vec<String>,
    /// Wake it at this time, in seconds of its clock.
    wake: Option<f64>,
    /// Nothing more will be said.
    over: bool,
}

/// The host of the conversation: takes down what it wants.
#[derive(Debug)]
struct Page {
    clock: Clock,
    wanted: Wanted,
}

impl Host for Page {
    fn say(&mut self, line: &str) -> io::Result<()> {
        self.wanted.lines.push(line.to_string());
        Ok(())
    }

    fn now(&self) -> Duration {
        self.clock.now()
    }

    fn begin(&mut self, mut job: Job) -> Result<(), String> {
        // No search expands that many positions: a larger limit is none.
        job.request.nodes = job.request.nodes.filter(|&nodes| nodes <= MOST);
        self.wanted.job = Some(job);
        Ok(())
    }

    /// A search hears nothing. Its time is over when its job says so.
    fn stop(&mut self) {}

    fn next(&mut self, _: Option<Duration>) -> Option<Event> {
        None
    }

    fn give_up(&mut self) -> bool {
        self.wanted.give_up = true;
        false
    }
}

impl Engine {
    /// An engine with a clock, in seconds since any moment.
    pub fn new(now: fn() -> f64) -> Engine {
        let clock = clock(now);
        let page = Page { clock: clock.clone(), wanted: Wanted::default() };
        let session = Session::new(page, PAGE, false);
        Engine { clock, session, conductor: Conductor::default(), last: 0 }
    }

    /// Answers a request; `tell` hears of a search on its way.
    pub fn answer(&mut self, request: Value, tell: &mut (dyn FnMut(&Event) + Send)) -> Value {
        match serde_json::from_value(request) {
            Ok(Asked::Hear(event)) => self.wanted(|session| session.hear(event)),
            Ok(Asked::Wake) => self.wanted(Session::wake),
            Ok(Asked::Failed) => {
                let nothing = Event::Found(self.last, Box::new(Found::nothing()));
                self.wanted(|session| session.hear(nothing))
            }
            Ok(Asked::Search(job)) => json!(self.search(&job, tell)),
            Ok(Asked::About) => about(),
            Err(error) => json!({ "error": error.to_string() }),
        }
    }

    fn wanted(&mut self, step: impl FnOnce(&mut Session<Page>) -> io::Result<()>) -> Value {
        let stepped = step(&mut self.session);
        let mut wanted = std::mem::take(&mut self.session.host().wanted);
        wanted.wake = self.session.deadline().map(|at| at.saturating_add(LENIENCE).as_secs_f64());
        wanted.over = self.session.is_over() || stepped.is_err();
        self.last = wanted.job.as_ref().map_or(self.last, |job| job.id);
        json!(wanted)
    }

    fn search(&mut self, job: &Job, tell: &mut (dyn FnMut(&Event) + Send)) -> Event {
        let mut hear = |event: Event| match event {
            // The table is in this module, and the conversation in another.
            Event::Knows(_) => {}
            event => tell(&event),
        };
        let stop = StopToken::default();
        let found = search(job, &self.clock, &stop, &mut self.conductor, &mut hear);
        Event::Found(job.id, Box::new(found))
    }
}

fn about() -> Value {
    let options: Vec<Value> = PAGE.declared().into_iter().map(option).collect();
    json!({ "name": NAME, "author": AUTHOR, "options": options })
}

fn option(Declared { name, kind }: Declared) -> Value {
    match kind {
        Kind::Check { default } => {
            json!({ "name": name, "type": "check", "default": default.to_string() })
        }
        Kind::Spin { default, least, most } => {
            json!({ "name": name, "type": "spin", "default": default, "min": least, "max": most })
        }
        Kind::Combo { default, words } => {
            json!({ "name": name, "type": "combo", "default": default, "vars": words })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOLD: &str = "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1";
    /// Seconds that no test takes.
    const LATER: f64 = 1e6;

    /// The one that talks.
    struct Talk(Engine);

    impl Talk {
        fn new() -> Talk {
            Talk(Engine::new(|| 1.0))
        }

        fn ask(&mut self, request: Value) -> Value {
            self.0.answer(request, &mut |_| panic!("nothing is searched here"))
        }

        fn say(&mut self, line: &str) -> Value {
            self.ask(json!({ "hear": { "Line": line } }))
        }

        /// What is said in answer to a line when the search it begins has come to its end.
        fn answer(&mut self, line: &str, searcher: &mut Engine) -> Vec<String> {
            let job = self.say(line)["job"].take();
            let mut events = vec![];
            let mut tell = |event: &Event| events.push(json!(event));
            let last = searcher.answer(json!({ "search": job }), &mut tell);
            let said = events
                .into_iter()
                .chain([last])
                .flat_map(|event| lines(&self.ask(json!({ "hear": event }))));
            said.collect()
        }
    }

    fn lines(told: &Value) -> Vec<String> {
        serde_json::from_value(told["lines"].clone()).unwrap()
    }

    #[test]
    fn one_talks_and_the_other_searches() {
        let (mut talk, mut searcher) = (Talk::new(), Engine::new(|| 1.0));
        for (position, go, answer) in [
            (GOLD, "go mate 10000", "checkmate G*5b"),
            (GOLD, "go btime 0 wtime 0 byoyomi 10000", "bestmove G*5b"),
            ("position sfen 4k4/9/9/9/9/9/9/9/9 b G 1", "go mate infinite", "checkmate nomate"),
            // In check, and mated soon: the second reading arrives as well.
            ("position sfen 4k4/9/9/9/9/9/3ppp3/9/3gK4 b 2g 1", "go mate infinite", "checkmate nomate"),
        ] {
            assert_eq!(lines(&talk.say(position)), [""; 0], "{position}");
            let said = talk.answer(go, &mut searcher);
            assert_eq!(said.last().map(String::as_str), Some(answer), "{position}: {said:?}");
            let mated = said.iter().any(|line| line.contains("score mate -2 pv 5i"));
            assert_eq!(mated, position.contains("3gK4"), "{said:?}");
        }
    }

    #[test]
    fn who_stops_is_answered_at_once_and_the_search_is_ended() {
        let mut talk = Talk::new();
        talk.say("position startpos");
        let told = talk.say("go btime 600000 wtime 600000 byoyomi 300000");
        assert!(told["job"].is_object() && told["wake"].as_f64().is_some_and(|at| at < LATER));
        let told = talk.say("stop");
        assert_eq!((&told["give_up"], &told["wake"]), (&json!(true), &Value::Null));
        assert!(lines(&told).last().is_some_and(|line| line.starts_with("bestmove ")), "{told}");
        // Who has been answered is not answered again.
        assert_eq!(lines(&talk.ask(json!("failed"))), [""; 0]);
        assert_eq!(talk.say("stop")["give_up"], json!(false));
    }

    #[test]
    fn a_search_that_is_settled_is_kept_until_it_is_asked_for() {
        let (mut talk, mut searcher) = (Talk::new(), Engine::new(|| 1.0));
        talk.say(GOLD);
        let said = talk.answer("go infinite", &mut searcher);
        assert!(!said.iter().any(|line| line.starts_with("bestmove")), "{said:?}");
        let told = talk.say("stop");
        // Its worker has nothing to do and keeps its table.
        assert_eq!((lines(&told), &told["give_up"]), (vec!["bestmove G*5b".into()], &json!(false)));
    }

    #[test]
    fn a_search_whose_worker_has_died_is_answered() {
        let mut talk = Talk::new();
        talk.say(GOLD);
        assert!(talk.say("go mate infinite")["job"].is_object());
        let said = lines(&talk.ask(json!("failed")));
        assert_eq!(said.last().map(String::as_str), Some("checkmate timeout"), "{said:?}");
    }

    #[test]
    fn the_time_is_kept_by_both() {
        let mut talk = Talk::new();
        talk.say("position sfen 4k4/9/9/9/9/9/9/9/9 b 2R2B 1");
        let job = talk.say("go mate 500")["job"].take();
        // For the one that searches it is later: it comes back at once, and says why.
        let mut searcher = Engine::new(|| 1.6);
        let found = searcher.answer(json!({ "search": job }), &mut |_| {});
        let said = lines(&talk.ask(json!({ "hear": found })));
        assert!(said[0].ends_with("string unknown: the time is up"), "{said:?}");
        assert_eq!(said[1..], ["checkmate timeout"]);
        // If it does not come back, it is answered for; not before.
        talk.say("go mate 0");
        let told = talk.ask(json!("wake"));
        assert_eq!(lines(&told), ["info string unknown: the time is up", "checkmate timeout"]);
        talk.say("go mate 500");
        assert_eq!(lines(&talk.ask(json!("wake"))), [""; 0]);
    }

    #[test]
    fn nothing_is_said_after_quit() {
        let mut talk = Talk::new();
        talk.say(GOLD);
        talk.say("go mate infinite");
        let told = talk.say("quit");
        assert_eq!((lines(&told), &told["over"]), (vec![], &json!(true)));
    }

    #[test]
    fn what_is_declared_is_what_is_said() {
        let mut talk = Talk::new();
        let said = lines(&talk.say("usi"));
        let about = talk.ask(json!("about"));
        for (key, word) in [("name", "id name "), ("author", "id author ")] {
            assert!(said.contains(&format!("{word}{}", about[key].as_str().unwrap())), "{said:?}");
        }
        let options = about["options"].as_array().unwrap();
        let names: Vec<&str> = options.iter().map(|one| one["name"].as_str().unwrap()).collect();
        let told: Vec<&str> =
            said.iter().filter_map(|line| line.strip_prefix("option name ")).collect();
        let told: Vec<&str> = told.iter().map(|line| line.split(' ').next().unwrap()).collect();
        assert_eq!(names, told);
        let hash = json!({ "name": "USI_Hash", "type": "spin", "default": 64, "min": 1, "max": 256 });
        assert_eq!(options[0], hash);
        assert!(lines(&talk.say("setoption name USI_Hash value 257"))[0].contains("expected spin"));
        assert!(talk.ask(json!({ "nonsense": 1 }))["error"].is_string());
    }
}
