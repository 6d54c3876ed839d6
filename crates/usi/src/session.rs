//! The conversation: what was said, what is being searched, and who is owed an answer.
//!
//! Every `go` is answered exactly once, in the order asked. At most one search is on; a new `go` ends the one
//! before. `setoption`, `position` and `usinewgame` hold from the next `go` on and leave a search that is on alone.

use crate::info;
use crate::options::{self, Config, Machine};
use crate::running::Running;
use crate::search::{Found, Job};
use crate::{Event, Host, position, tree};
use std::collections::VecDeque;
use std::io;
use std::time::Duration;
use tsumugi_api::game;
use tsumugi_api::inspect::Knowledge;
use tsumugi_api::solve::Request;
use tsumugi_notation::usi::{self, AnswerKind, BadGo, Command, Go, PositionLine};
use tsumugi_shogi::Color;

/// What the engine calls itself.
pub const NAME: &str = concat!("tsumugi ", env!("CARGO_PKG_VERSION"));
/// Who made it.
pub const AUTHOR: &str = "the tsumugi authors";

/// How long a search may take to come back when it is told to stop. Then it is answered for.
const PATIENCE: Duration = Duration::from_millis(40);
/// When the other side has hung up, a search may still take this long: a script has no other way to wait.
const LAST_WORD: Duration = Duration::from_secs(3);

/// A conversation.
#[derive(Debug)]
pub struct Session<H> {
    host: H,
    /// Heard while waiting for a search to come back.
    put_off: VecDeque<Event>,
    config: Config,
    /// What to search; `None` after a `position` that made no sense.
    asked: Option<PositionLine>,
    /// Forget what was learned before the next search.
    fresh: bool,
    last_id: u64,
    running: Option<Running>,
    /// What the last search knows, or knew at its end.
    knowledge: Option<Box<Knowledge>>,
    /// Searches answered for that have not come back yet.
    late: u64,
    /// The other side has hung up.
    ending: bool,
    /// The other side has quit.
    quit: bool,
    /// Are the techniques of the search listed among the options?
    research: bool,
}

impl<H: Host> Session<H> {
    /// A conversation that begins at the starting position; with `research` every option is listed.
    pub fn new(host: H, machine: Machine, research: bool) -> Session<H> {
        Session {
            host,
            put_off: VecDeque::new(),
            config: Config::on(machine),
            asked: Some(PositionLine::default()),
            fresh: false,
            last_id: 0,
            running: None,
            knowledge: None,
            late: 0,
            ending: false,
            quit: false,
            research,
        }
    }

    /// Holds it to its end, where the host can wait for what comes next.
    ///
    /// # Errors
    /// When nothing can be written any more.
    pub fn hold(mut self) -> io::Result<()> {
        while !self.is_over() {
            let next = self.put_off.pop_front();
            match next.or_else(|| self.host.next(self.deadline())) {
                Some(event) => self.hear(event)?,
                None => self.wake()?,
            }
        }
        Ok(())
    }

    /// Goes on with what is heard.
    ///
    /// # Errors
    /// When nothing can be written any more.
    pub fn hear(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Line(line) => self.obey(&line),
            Event::End => self.hang_up(),
            Event::Progress(id, course) => {
                let running = self.running.as_ref().filter(|running| running.id == id);
                let lines = running.map(|running| info::progress(&course, running.attacks));
                self.say_all(&lines.unwrap_or_default())
            }
            Event::Found(id, found) => self.take(id, &found, "stopped"),
            event => self.learn(event),
        }
    }

    /// When it wants to be woken, whether it has heard anything or not.
    pub fn deadline(&self) -> Option<Duration> {
        self.running.as_ref().and_then(|running| running.deadline)
    }

    /// Ends a search whose time is up.
    ///
    /// # Errors
    /// When nothing can be written any more.
    pub fn wake(&mut self) -> io::Result<()> {
        if self.deadline().is_some_and(|deadline| deadline <= self.host.now()) {
            self.finish("the time is up")?;
        }
        Ok(())
    }

    /// Is nothing more to be said?
    pub fn is_over(&self) -> bool {
        self.quit || self.ending && self.running.is_none()
    }

    /// Whoever holds it.
    pub fn host(&mut self) -> &mut H {
        &mut self.host
    }

    /// Takes note of what a search tells on its way.
    fn learn(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Improving(id, found) => self.note(id, &found)?,
            Event::Fallback(id, m) => {
                let running = self.running.as_mut().filter(|running| running.id == id);
                running.into_iter().for_each(|running| running.fallback = Some(m));
            }
            // Of a search that was late and has given way to another, the knowledge is of no use, but of no harm either.
            Event::Knows(knowledge) => self.knowledge = Some(knowledge),
            other => self.put_off.push_back(other),
        }
        Ok(())
    }

    fn say_all(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| self.say(line))
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        self.host.say(line)
    }

    fn obey(&mut self, line: &str) -> io::Result<()> {
        match usi::parse(line) {
            Command::Usi => self.introduce()?,
            Command::IsReady => self.say("readyok")?,
            Command::SetOption { name, value } => {
                if let Err(why) = self.config.set(&name, &value) {
                    self.say(&info::remark(&format!("setoption {why}")))?;
                }
            }
            Command::NewGame => self.fresh = true,
            Command::Position(line) => self.place(line)?,
            Command::Go(go) => self.go(go)?,
            Command::Stop | Command::GameOver => self.finish("stopped")?,
            Command::PonderHit(clocks) => self.ponder_hit(clocks.as_ref())?,
            Command::Tree(line) => self.show_tree(line)?,
            Command::Quit => {
                self.host.stop();
                self.quit = true;
            }
            Command::Nothing => {}
            Command::Unknown(word) => self.say(&info::remark(&format!("unknown command: {word}")))?,
        }
        Ok(())
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.say(&format!("id name {NAME}"))?;
        self.say(&format!("id author {AUTHOR}"))?;
        for line in options::lines(self.config.machine, self.research) {
            self.say(&line)?;
        }
        self.say("usiok")
    }

    fn place(&mut self, line: &str) -> io::Result<()> {
        let asked = PositionLine::parse(line)
            .map_err(position::unreadable)
            .and_then(|asked| position::readings(&asked, self.config.rules).map(|_| asked));
        if let Err(why) = &asked {
            self.say(&info::remark(&format!("position: {why}")))?;
        }
        self.asked = asked.ok();
        Ok(())
    }

    /// Shows what is known about a position; a search that is on goes on.
    fn show_tree(&mut self, line: &str) -> io::Result<()> {
        let asked = self.asked.as_ref().ok_or("there is no position".to_string());
        let shown = asked.and_then(|asked| {
            let readings = position::readings(asked, self.config.rules)?;
            tree::lines(
                &readings,
                &usi::moves_of(line).map_err(position::unreadable)?,
                self.knowledge.as_deref_mut(),
            )
        });
        let lines = shown.unwrap_or_else(|why| vec![why]);
        lines.iter().try_for_each(|line| self.say(&info::remark(&format!("tree: {line}"))))
    }

    fn go(&mut self, go: Result<Go, BadGo>) -> io::Result<()> {
        self.finish("stopped")?;
        match go {
            Ok(go) => match self.start(&go) {
                Ok(running) => self.running = Some(running),
                Err(why) => self.refuse(&go, &why)?,
            },
            Err(bad) => self.refuse(&Go::unlimited(bad.question), &bad.to_string())?,
        }
        Ok(())
    }

    /// Answers a question that makes no sense, at the time it wants to be answered.
    fn refuse(&mut self, go: &Go, why: &str) -> io::Result<()> {
        self.say(&info::remark(why))?;
        self.last_id += 1;
        let answer = Some(info::refusal(go.question).to_string());
        let running = Running::new(go, Color::Black, false);
        self.running = Some(Running { id: self.last_id, answer, ..running });
        if go.waits() { Ok(()) } else { self.answer() }
    }

    fn start(&mut self, go: &Go) -> Result<Running, String> {
        let start = self.host.now();
        let asked = self.asked.as_ref().ok_or("there is no position to search")?;
        let readings = position::readings(asked, self.config.rules)?;
        let side = readings.first.position().turn();
        let nodes = [go.nodes, self.config.request.nodes].into_iter().flatten().min();
        self.last_id += 1;
        let attacks = side == readings.first.attacker();
        let fallback = game::at_sight(readings.first.position());
        let (id, tells_moves) = (self.last_id, self.config.request.multipv.is_some());
        let mut running = Running { id, fallback, tells_moves, ..Running::new(go, side, attacks) };
        if !go.waits() {
            running.set_clock(start);
        }
        // Another table may be made, and there may not be room for two.
        self.knowledge = None;
        let job = Job {
            id: self.last_id,
            wants_move: go.question == AnswerKind::Move,
            readings,
            request: Request { nodes, ..self.config.request.clone() },
            interval: self.config.interval,
            fresh: std::mem::take(&mut self.fresh),
            start,
            deadline: running.deadline,
        };
        self.host.begin(job)?;
        Ok(running)
    }

    /// A mate was found; a shorter one is looked for as long as there is time.
    fn note(&mut self, id: u64, found: &Found) -> io::Result<()> {
        let Some(running) = self.running.as_mut().filter(|running| running.id == id) else {
            return Ok(());
        };
        let lines = info::found(found, running.attacks, "");
        running.provisional = Some(info::answer(running.go.question, Some(found), running.fallback));
        // Where all moves are told, this one will be among them.
        if running.tells_moves { Ok(()) } else { self.say_all(&lines) }
    }

    /// A search has come to its end, by itself or because of `why`.
    fn take(&mut self, id: u64, found: &Found, why: &str) -> io::Result<()> {
        let Some(running) = self.running.as_mut().filter(|running| running.id == id) else {
            self.late = self.late.saturating_sub(1);
            return Ok(());
        };
        let (lines, waits) = (info::found(found, running.attacks, why), running.go.waits());
        running.answer = Some(info::answer(running.go.question, Some(found), running.fallback));
        running.deadline = None;
        self.say_all(&lines)?;
        if waits { Ok(()) } else { self.answer() }
    }

    /// Answers the search that is on, if there is one: with what it has, or with what it finds in a moment.
    fn finish(&mut self, why: &str) -> io::Result<()> {
        self.host.stop();
        // Behind one that is late, this search has not even begun.
        let patience = self.host.now() + if self.late == 0 { PATIENCE } else { Duration::ZERO };
        while self.running.as_ref().is_some_and(|running| running.answer.is_none()) {
            match self.host.next(Some(patience)) {
                Some(Event::Found(id, found)) => self.take(id, &found, why)?,
                Some(Event::Progress(..)) => {}
                Some(event) => self.learn(event)?,
                None => {
                    self.late += u64::from(self.host.give_up());
                    if self.running.as_ref().is_some_and(|running| running.provisional.is_none()) {
                        self.say(&info::remark(&format!("unknown: {why}")))?;
                    }
                    break;
                }
            }
        }
        self.answer()
    }

    fn answer(&mut self) -> io::Result<()> {
        let Some(running) = self.running.take() else { return Ok(()) };
        let unknown = || info::answer(running.go.question, None, running.fallback);
        self.say(&running.answer.or(running.provisional).unwrap_or_else(unknown))
    }

    /// If the search was pondering: from now on the clock runs, and the answer need not wait.
    fn ponder_hit(&mut self, clocks: Option<&Go>) -> io::Result<()> {
        let Some(running) = self.running.as_mut().filter(|running| running.go.ponder) else {
            return Ok(());
        };
        running.go.ponder = false;
        if let Some(clocks) = clocks {
            running.go = running.go.clone().timed_as(clocks);
        }
        if running.go.waits() {
            return Ok(());
        }
        if running.answer.is_some() {
            return self.answer();
        }
        running.set_clock(self.host.now());
        Ok(())
    }

    /// Nobody will say `stop` any more.
    fn hang_up(&mut self) -> io::Result<()> {
        self.ending = true;
        let Some(running) = &mut self.running else { return Ok(()) };
        (running.go.infinite, running.go.ponder) = (false, false);
        if running.answer.is_some() {
            return self.answer();
        }
        let last = self.host.now() + LAST_WORD;
        running.deadline = Some(running.deadline.map_or(last, |deadline| deadline.min(last)));
        Ok(())
    }
}
