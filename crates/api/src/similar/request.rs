//! `similar` as plain data, and as it is conducted.

use super::collection::{Collection, Effort, Entry, Solution, solution};
use super::{Answer, Origin, PieceText, Similar};
use crate::conductor::Conductor;
use crate::request::{House, search_bytes, within};
use crate::{Fault, ProblemText, Stage, rounded};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use tsumugi_shogi::{Color, Setup};
use tsumugi_tsume::Problem;
use tsumugi_tsume::themes::Theme;
use tsumugi_workshop::similar::{Laid, Near, differences};

/// Expansions for the solution of a problem that comes without one. Fewer: problems of a few dozen plies stay open. More: a
/// collection of thousands without lines takes hours.
pub const NODES: u64 = 20_000;

/// Problems of a set at most.
pub const MOST_SET: usize = 10_000_000;

/// Bytes that a problem of the collection takes, roughly.
const BYTES_EACH: u64 = 2_000;

/// Problems told at most. More: nobody reads them.
const MOST_TOLD: usize = 100_000;

/// A problem, and what to compare it with. The moves that come with it are its solution.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// The problem.
    #[serde(flatten)]
    pub problem: ProblemText,
    /// What to compare it with; 将棋図巧 and 将棋無双 if there is nothing here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<Member>,
    /// Where the problem is from: a member of the set from the same place is the problem itself, and not compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// What to compare.
    pub by: Vec<Aspect>,
    /// How many pieces may differ.
    pub differ: u32,
    /// The most problems to report.
    pub limit: usize,
    /// Limit on positions expanded for each solution.
    pub nodes: u64,
    /// Time limit in seconds.
    pub time: Option<f64>,
    /// MiB for the table of each thread.
    pub hash: Option<u32>,
    /// Threads that look for solutions.
    pub threads: u32,
}

/// A problem of a set.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// The diagram; moves that follow it are its solution.
    pub sfen: String,
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where it is from, in words that mean something to whoever asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Aspect {
    /// The pieces of the diagram.
    Diagram,
    /// The picture at the end of the mate (詰上り).
    Picture,
    /// The themes of the solution.
    Theme,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            problem: ProblemText::default(),
            set: vec![],
            place: None,
            by: vec![Aspect::Diagram],
            differ: 3,
            limit: 10,
            nodes: NODES,
            time: None,
            hash: None,
            threads: 1,
        }
    }
}

impl Request {
    pub(crate) fn admit(&mut self, house: &House) -> Result<(), Fault> {
        house.admit_hash(&mut self.hash)?;
        house.admit_time(&mut self.time)?;
        house.admit_threads(self.threads)?;
        within("set", self.set.len(), 0, MOST_SET)?;
        within("by", self.by.len(), 1, 3)?;
        within("differ", self.differ, 0, 120)?;
        within("limit", self.limit, 1, MOST_TOLD)?;
        within("nodes", self.nodes, 1, u64::MAX)?;
        self.problem.problem().map(|_| ())
    }

    /// Bytes that it may use: a table for each thread, if solutions are wanted.
    pub(crate) fn bytes(&self) -> u64 {
        let tables = if self.wants_solutions() { u64::from(self.threads) + 1 } else { 0 };
        search_bytes(self.hash) * tables + self.set.len() as u64 * BYTES_EACH
    }

    fn asks(&self, aspect: Aspect) -> bool {
        self.by.contains(&aspect)
    }

    fn wants_solutions(&self) -> bool {
        self.asks(Aspect::Picture) || self.asks(Aspect::Theme)
    }
}

/// Compares with the collection, which has the set of the request.
pub(crate) fn conduct(
    request: &Request,
    collection: &mut Collection,
    conductor: &mut Conductor,
    stage: &mut Stage<'_>,
) -> Result<Answer, Fault> {
    let (posed, problem) = request.problem.problem()?;
    stage.end_at(request.time);
    let mut own = None;
    if request.wants_solutions() {
        let effort =
            Effort { nodes: request.nodes, hash: request.hash, threads: request.threads.max(1) };
        collection.solve(&effort, stage)?;
        let text = ProblemText::of(&problem, &[], &[]);
        let (clock, stop) = (stage.clock().clone(), stage.whole().clone());
        let line = posed.record.main_line();
        own = Some(solution(&text, &line, &effort, &clock, &stop, conductor)?);
    }
    let asked = Asked { request, setup: problem.position().to_setup(), problem: &problem, own };
    let compared = |entry: &&Entry| request.place.is_none() || entry.place != request.place;
    let (similar, more) = asked.compare(collection);
    let entries = || collection.entries.iter().filter(compared);
    let is_open = |entry: &Entry| {
        entry.solution.as_ref().is_none_or(|solution| solution.origin == Origin::Unsettled)
    };
    let unsettled =
        if request.wants_solutions() { entries().filter(|entry| is_open(entry)).count() } else { 0 };
    Ok(Answer {
        sfen: problem.position().to_sfen(),
        name: posed.name,
        compared: entries().count(),
        similar,
        more,
        solution: asked.own.as_ref().map(|own| own.origin),
        themes: asked.own.iter().flat_map(|own| ids(&own.themes)).collect(),
        unsettled,
        unread: collection.unread.clone(),
        reason: stage.interrupted(),
        seconds: rounded(stage.seconds()),
    })
}

fn ids(themes: &[Theme]) -> Vec<String> {
    themes.iter().map(|theme| theme.id().to_string()).collect()
}

/// The problem asked about.
struct Asked<'a> {
    request: &'a Request,
    problem: &'a Problem,
    setup: Setup,
    /// Its solution, if that is wanted.
    own: Option<Solution>,
}

/// What two problems have in common.
struct Kinship {
    near: Near,
    /// Are the diagrams near enough to be told?
    is_close: bool,
    picture: Option<bool>,
    themes: Vec<Theme>,
}

impl Asked<'_> {
    /// Those that are like it, the nearest first, and how many more there are.
    fn compare(&self, collection: &Collection) -> (Vec<Similar>, usize) {
        let attacker = self.problem.attacker();
        let place = self.request.place.as_ref();
        let mut found: Vec<Kinship> = Vec::new();
        for near in collection.index.near(&self.setup, attacker, u32::MAX) {
            let entry = &collection.entries[near.number];
            if place.is_some() && entry.place.as_ref() == place {
                continue;
            }
            let kinship = self.kinship(near, entry);
            if kinship.is_close || kinship.picture == Some(true) || !kinship.themes.is_empty() {
                found.push(kinship);
            }
        }
        let of = |kinship: &Kinship| &collection.entries[kinship.near.number];
        found.sort_by_cached_key(|kinship| self.rank(kinship, of(kinship), attacker));
        let more = found.len().saturating_sub(self.request.limit);
        found.truncate(self.request.limit);
        let told = found.into_iter().map(|kinship| {
            let entry = of(&kinship);
            self.tell(entry, kinship, attacker)
        });
        (told.collect(), more)
    }

    /// Of few pieces two or three are most: at least half must be the same.
    fn is_near(&self, near: Near) -> bool {
        near.differ <= self.request.differ && 2 * near.differ <= near.of
    }

    fn kinship(&self, near: Near, entry: &Entry) -> Kinship {
        let solutions = self.own.as_ref().zip(entry.solution.as_ref());
        let settled = |solution: &Solution| matches!(solution.origin, Origin::Given | Origin::Found);
        let solutions = solutions.filter(|(a, b)| settled(a) && settled(b));
        let picture = solutions.filter(|_| self.request.asks(Aspect::Picture));
        let themes = solutions.filter(|_| self.request.asks(Aspect::Theme));
        let common = themes
            .map(|(a, b)| a.themes.iter().copied().filter(|theme| b.themes.contains(theme)).collect());
        Kinship {
            near,
            is_close: self.request.asks(Aspect::Diagram) && self.is_near(near),
            picture: picture.map(|(a, b)| a.picture == b.picture),
            themes: common.unwrap_or_default(),
        }
    }

    /// The nearer, the smaller. Of near diagrams: by pieces, then a moved or mirrored diagram after one that is neither. Then the
    /// same picture, more themes in common, fewer pieces, and the order of the set.
    fn rank(&self, kinship: &Kinship, entry: &Entry, attacker: Color) -> impl Ord + use<> {
        let Near { differ, laid, number, .. } = kinship.near;
        let is_moved = laid.shift != (0, 0);
        let other_hand = self.holds_else(kinship, entry, attacker);
        let how = (differ, is_moved, other_hand, laid.turned.mirrored);
        let close = if kinship.is_close { (false, how) } else { (true, (0, false, false, false)) };
        (close, kinship.picture != Some(true), Reverse(kinship.themes.len()), differ, number)
    }

    /// No piece differs, but does the defender hold something else?
    fn holds_else(&self, kinship: &Kinship, entry: &Entry, attacker: Color) -> bool {
        let there = kinship.near.laid.turned.setup(&entry.setup);
        let defender = (!attacker).index();
        kinship.near.differ == 0 && self.setup.hands[defender] != there.hands[defender]
    }

    fn tell(&self, entry: &Entry, kinship: Kinship, attacker: Color) -> Similar {
        // How diagrams that have little in common are laid over each other means nothing.
        let laid = if kinship.is_close { kinship.near.laid } else { Laid::default() };
        let there = laid.setup(&entry.setup).filter(|_| kinship.is_close);
        let difference =
            there.map(|there| differences(&self.setup, &there, attacker)).unwrap_or_default();
        let told = |all: Vec<_>| all.into_iter().map(PieceText::from).collect();
        Similar {
            number: entry.number,
            name: entry.name.clone(),
            place: entry.place.clone(),
            sfen: entry.setup.to_sfen(),
            differ: kinship.near.differ,
            mirrored: laid.turned.mirrored,
            colours: laid.turned.rotated,
            shift: laid.shift,
            only_here: told(difference.here),
            only_there: told(difference.there),
            defender_hand: self.holds_else(&kinship, entry, attacker),
            picture: kinship.picture,
            themes: ids(&kinship.themes),
        }
    }
}
