//! Where answers arrive: each game is written down at once, and told when all before it have been.

use super::{sheet, shogihome, words};
use crate::args::{Keep, Mates, Mine};
use crate::language::{spoken, told};
use crate::log::Log;
use crate::output;
use crate::problems::InputProblem;
use crate::render;
use crate::report::{Failure, Report, Reporter};
use crate::terminal::Progress;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tsumugi_api::message;
use tsumugi_api::mine::{Answer, Mate, Outcome, Problem, Worth};
use tsumugi_notation::{Ending, Play, Record, kif};
use tsumugi_shell::searching::QUIET;
use tsumugi_shogi::{Color, Setup};
use tsumugi_tsume::canonical::{Canonical, fingerprint};

/// Two numbers for a game.
type Key = (u64, u64);

fn key(text: &str) -> Key {
    let other: Vec<u8> = text.bytes().rev().collect();
    (fingerprint(text.as_bytes()), fingerprint(&other))
}

/// A game and its mates.
#[derive(Clone, Debug)]
pub struct Game {
    pub about: About,
    pub answer: Answer,
}

/// Where a game was read, and who played.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    pub source: String,
    pub source_line: Option<usize>,
    pub name: Option<String>,
    pub black: Option<String>,
    pub white: Option<String>,
    pub date: Option<String>,
}

impl Game {
    /// The mates of a game that was read.
    pub fn new(problem: &InputProblem, answer: Answer) -> Game {
        let header = |keys: [&str; 2]| {
            let found = keys.into_iter().find_map(|key| problem.record.header(key));
            found.filter(|value| !value.is_empty()).map(str::to_string)
        };
        let about = About {
            source: problem.place.source.to_string(),
            source_line: problem.place.line,
            name: problem.name.clone(),
            black: header(["先手", "下手"]),
            white: header(["後手", "上手"]),
            date: header(["開始日時", "対局日"]),
        };
        Game { about, answer }
    }
}

impl About {
    /// Where it was read, in short.
    pub fn place(&self) -> String {
        match self.source_line {
            Some(line) => format!("{}:{line}", self.source),
            None => self.source.clone(),
        }
    }
}

/// What was kept of a game by an earlier run.
#[derive(Serialize, Deserialize)]
struct Line {
    game: String,
    #[serde(flatten)]
    answer: Answer,
}

/// What a thread hands in.
pub enum Entry {
    /// A game with its moves as text.
    Game(String, Box<Game>),
    /// The same game as another.
    Equal,
    /// What cannot be read.
    Bad(Box<Report>),
}

/// What to do with a game.
pub enum Claim {
    /// It is to be looked through.
    New,
    /// An earlier run has done that.
    Known(Box<Answer>),
    /// It is the same as another of this run.
    Equal,
}

fn other_limits(path: &Path) -> Report {
    let path = path.display();
    let report = Report::new(message!(
        "{path} was made with other limits, or not by mine",
        "{path} は別の制限で作られたか、mineの記録ではありません",
    ));
    report.note(message!(
        "help: use the same --nodes, --settle, --least and --hash, or another file",
        "ヒント: --nodes、--settle、--least、--hash を同じにするか、別のファイルを指定してください",
    ))
}

/// A problem that is to be written.
pub struct Posed {
    pub name: String,
    pub place: String,
    pub setup: Setup,
    pub problem: Problem,
}

/// Where answers arrive.
pub struct Collector<'a> {
    args: &'a Mine,
    log: Option<Log>,
    known: HashMap<Key, Answer>,
    seen: HashSet<Key>,
    /// Games that have to wait for others before them.
    waiting: BTreeMap<usize, Entry>,
    next: usize,
    reporter: Reporter,
    progress: Progress,
    started: Instant,
    tally: Tally,
    /// Canonical forms of the problems that were told.
    posed: HashSet<String>,
    /// What the files are made of.
    problems: Vec<Posed>,
    positions: Vec<Value>,
}

impl<'a> Collector<'a> {
    /// An empty collector, with what an earlier run has kept.
    ///
    /// # Errors
    /// When that cannot be read, or was made with other limits.
    pub fn open(args: &'a Mine) -> Result<Collector<'a>, Report> {
        let limits = json!({
            "mine": 1, "nodes": args.nodes, "settle": args.settle, "least": args.least, "hash": args.hash,
        });
        let (mut known, mut empty) = (HashMap::new(), true);
        let mut log = None;
        if let Some(path) = &args.out {
            let mut opened = Log::open(path, "mine", |object| {
                if std::mem::take(&mut empty) {
                    return if object == limits { Ok(()) } else { Err(other_limits(path)) };
                }
                if let Ok(Line { game, answer }) = serde_json::from_value(object) {
                    known.insert(key(&game), answer);
                }
                Ok(())
            })?;
            if empty {
                opened.add(&limits)?;
            }
            log = Some(opened);
        }
        let collector = Collector {
            args,
            log,
            known,
            seen: HashSet::new(),
            waiting: BTreeMap::new(),
            next: 0,
            reporter: Reporter::default(),
            progress: Progress::after(QUIET),
            started: Instant::now(),
            tally: Tally::default(),
            posed: HashSet::new(),
            problems: vec![],
            positions: vec![],
        };
        Ok(collector)
    }

    /// What is to be done with a game.
    pub fn claim(&mut self, text: &str) -> Claim {
        let key = key(text);
        if !self.seen.insert(key) {
            return Claim::Equal;
        }
        match self.known.get(&key) {
            Some(answer) => Claim::Known(Box::new(answer.clone())),
            None => Claim::New,
        }
    }

    /// Reports what is bad without holding up anything.
    pub fn bad(&mut self, report: &Report) {
        self.tally.bad += 1;
        self.reporter.show(report);
    }

    /// Takes what became of a game.
    pub fn take(&mut self, number: usize, entry: Entry) -> Result<(), Failure> {
        if let Entry::Game(text, game) = &entry
            && let Some(log) = &mut self.log
            && !self.known.contains_key(&key(text))
        {
            let line = Line { game: text.clone(), answer: game.answer.clone() };
            // Plain data with texts for keys can always be written.
            log.add(&serde_json::to_value(&line).unwrap_or_default())?;
        }
        self.waiting.insert(number, entry);
        while let Some(entry) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.tell(entry)?;
        }
        let (tally, started) = (&self.tally, self.started);
        self.progress.tell(|| tally.progress(started.elapsed().as_secs_f64()));
        Ok(())
    }

    /// Tells what waits for a game that was broken off, the summary, and writes the files. Was anything bad?
    pub fn finish(mut self) -> Result<bool, Failure> {
        for entry in std::mem::take(&mut self.waiting).into_values() {
            self.tell(entry)?;
        }
        self.reporter.finish();
        let args = self.args;
        // One that cannot be written holds up neither the others nor the summary.
        let mut written = Ok(());
        if let Some(dir) = &args.kif {
            let mut all = (1..).zip(&self.problems);
            let one =
                |(number, posed)| output::to_file(&kif_file(dir, number), kif_of(posed).as_bytes());
            written = written.and(all.try_for_each(one));
        }
        if let Some(path) = &args.sheet {
            let page = sheet::page(&self.problems, spoken());
            written = output::to_file(path, page.as_bytes()).and(written);
        }
        if let Some(path) = &args.shogihome {
            let collection = shogihome::collection(self.positions);
            written = output::to_file(path, collection.as_bytes()).and(written);
        }
        if args.format == Mates::Text {
            output::to_stdout(self.tally.summary().as_bytes())?;
        }
        written?;
        Ok(self.tally.bad > 0)
    }

    fn tell(&mut self, entry: Entry) -> Result<(), Failure> {
        let game = match entry {
            Entry::Game(_, game) => game,
            Entry::Equal => {
                self.tally.equal += 1;
                return Ok(());
            }
            Entry::Bad(report) => {
                self.bad(&report);
                return Ok(());
            }
        };
        self.tally.count(&game.answer);
        let mut out = String::new();
        if self.args.format == Mates::Tsv && self.tally.games == 1 {
            out += words::HEADING;
        }
        for mate in game.answer.mates.iter().filter(|mate| is_kept(self.args.keep, mate)) {
            let posed = self.pose(&game, mate);
            match self.args.format {
                Mates::Json => out += &render::json(&words::InGame { about: &game.about, mate }),
                Mates::Text if !mate.follows => out += &words::line(&game.about, mate, spoken()),
                Mates::Tsv => out += &posed.as_ref().map(words::row).unwrap_or_default(),
                Mates::Text => {}
            }
            if self.args.shogihome.is_some() {
                self.positions.extend(shogihome::problem(&game.about, mate));
            }
            if self.args.kif.is_some() || self.args.sheet.is_some() {
                self.problems.extend(posed);
            }
        }
        output::to_stdout(out.as_bytes())
    }

    /// The problem of a mate, unless an equal one was told.
    fn pose(&mut self, game: &Game, mate: &Mate) -> Option<Posed> {
        let problem = mate.problem.as_ref()?;
        let setup: Setup = problem.sfen.parse().ok()?;
        let form = Canonical::new(&setup, Color::Black, &[]).text;
        if !self.posed.insert(form) {
            self.tally.equal_problems += 1;
            return None;
        }
        let name = game.about.name.clone().unwrap_or_else(|| game.about.place());
        let number = mate.after + 1;
        Some(Posed {
            name: told(&message!("{name}, move {number}", "{name} {number}手目")),
            place: format!("{} {number}", game.about.place()),
            setup,
            problem: problem.clone(),
        })
    }
}

/// Is a mate one of those that are told?
fn is_kept(keep: Keep, mate: &Mate) -> bool {
    match keep {
        Keep::All => true,
        Keep::Good => mate.worth.is_some(),
        Keep::Sound => mate.worth == Some(Worth::Sound),
    }
}

/// The file of the problem with this number.
pub fn kif_file(dir: &Path, number: usize) -> PathBuf {
    dir.join(format!("{number:04}.kifu"))
}

/// Is a file called like one of those?
pub fn is_kif_file(path: &Path) -> bool {
    let stem = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    let digits = stem.len() >= 4 && stem.bytes().all(|byte| byte.is_ascii_digit());
    digits && path.extension().is_some_and(|extension| extension == "kifu")
}

/// A problem as a KIF record.
fn kif_of(posed: &Posed) -> String {
    let mut record = Record::of_line(posed.setup.clone(), posed.problem.line.iter().copied());
    record.headers.push(("作品名".to_string(), posed.name.clone()));
    let last = record.main_line_from(Record::ROOT).last().copied().unwrap_or(Record::ROOT);
    record.add(last, Play::End(Ending::Mate));
    kif::write(&record)
}

/// What was done.
#[derive(Default)]
struct Tally {
    games: usize,
    positions: usize,
    mates: usize,
    played: usize,
    missed: usize,
    sound: usize,
    instructive: usize,
    open: usize,
    equal: usize,
    equal_problems: usize,
    bad: usize,
}

impl Tally {
    fn count(&mut self, answer: &Answer) {
        self.games += 1;
        self.positions += answer.positions;
        self.open += answer.open.len();
        for mate in answer.mates.iter().filter(|mate| !mate.follows) {
            self.mates += 1;
            self.played += (mate.outcome == Outcome::Played) as usize;
            self.missed += (mate.outcome == Outcome::Missed) as usize;
            self.sound += (mate.worth == Some(Worth::Sound)) as usize;
            self.instructive += (mate.worth == Some(Worth::Instructive)) as usize;
        }
    }

    fn progress(&self, seconds: f64) -> String {
        let (games, positions, mates) = (self.games, self.positions, self.mates);
        told(&message!(
            "{seconds:.0} s, {games} games, {positions} positions, {mates} mates",
            "{seconds:.0}秒 {games}局 {positions}局面 詰み{mates}",
        ))
    }

    fn summary(&self) -> String {
        let Tally { games, positions, mates, played, missed, sound, instructive, open, .. } = self;
        let (equal, equal_problems, bad) = (self.equal, self.equal_problems, self.bad);
        let mut out = told(&message!(
            "games {games}, positions {positions}, mates {mates} (played {played}, missed {missed}), \
             sound problems {sound}, instructive {instructive}, open positions {open}",
            "{games}局 {positions}局面: 詰み{mates}（実現{played} 見逃し{missed}） 完全作{sound} 参考作{instructive} 未確定の局面{open}",
        ));
        for (count, said) in [
            (equal, message!(", equal games {equal}", " 同じ棋譜{equal}")),
            (
                equal_problems,
                message!(", equal problems {equal_problems}", " 同じ問題{equal_problems}"),
            ),
            (bad, message!(", bad {bad}", " 読めないもの{bad}")),
        ] {
            if count > 0 {
                out += &told(&said);
            }
        }
        out + "\n"
    }
}
