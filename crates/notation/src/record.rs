//! A record: a diagram, what is said about it, and a tree of moves.
//!
//! Every file format reads into this and writes from it.

use tsumugi_shogi::{CannotPlay, Move, Setup};

/// A node of a [`Record`]'s tree, by number. 0 is the root, which carries no move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(usize);

/// What happens at a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Play {
    /// The root: nothing yet.
    Start,
    /// A move.
    Move(Move),
    /// The line ends here and the record says how.
    End(Ending),
}

/// How a line ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// 詰み: the side to move is mated.
    Mate,
    /// 不詰: the problem has no solution here.
    NoMate,
    /// 投了: the side to move resigns.
    Resign,
    /// 中断: broken off.
    Interrupted,
    /// 千日手: fourfold repetition.
    Repetition,
    /// 持将棋: impasse.
    Impasse,
    /// 切れ負け: the side to move lost on time.
    TimeUp,
    /// 反則勝ち: the other side's last move was illegal.
    IllegalWin,
    /// 反則負け: the side to move lost by an illegal act.
    IllegalLoss,
    /// 入玉勝ち: the side to move wins by declaration.
    Declaration,
    /// Anything else a file says, in its own words.
    Other(String),
}

/// A node: a move or an ending, and what is noted there.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Node {
    /// What happens here.
    pub play: Play,
    /// Comment lines, without the `*` or `'` of the format.
    pub comments: Vec<String>,
    /// Seconds used for the move, where the format says so.
    pub seconds: Option<u32>,
    /// The node before; the root has none.
    pub parent: Option<NodeId>,
    /// The nodes after, main line first, then variations (変化) in file order.
    pub children: Vec<NodeId>,
}

/// A diagram with headers, comments and a tree of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The diagram at the root.
    pub setup: Setup,
    /// Header lines in file order, key and value; not the diagram, the hands or the side to move.
    pub headers: Vec<(String, String)>,
    nodes: Vec<Node>,
}

/// A place on the main line of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// The diagram.
    Start,
    /// After this many moves.
    After(usize),
    /// After all of them.
    End,
}

/// A text that names no place on a main line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NoPlace;

impl std::fmt::Display for NoPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("expected a number, start or end")
    }
}

impl std::error::Error for NoPlace {}

impl std::str::FromStr for At {
    type Err = NoPlace;

    fn from_str(text: &str) -> Result<At, NoPlace> {
        match text {
            "start" => Ok(At::Start),
            "end" | "last" => Ok(At::End),
            _ => text.parse().map(At::After).map_err(|_| NoPlace),
        }
    }
}

impl std::fmt::Display for At {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            At::Start => f.write_str("start"),
            At::After(count) => write!(f, "{count}"),
            At::End => f.write_str("end"),
        }
    }
}

impl Record {
    /// The root of every record.
    pub const ROOT: NodeId = NodeId(0);

    /// A record with no moves.
    pub fn new(setup: Setup) -> Record {
        let root =
            Node { play: Play::Start, comments: vec![], seconds: None, parent: None, children: vec![] };
        Record { setup, headers: vec![], nodes: vec![root] }
    }

    /// A record of one line of moves.
    pub fn of_line(setup: Setup, moves: impl IntoIterator<Item = Move>) -> Record {
        let mut record = Record::new(setup);
        let mut at = Record::ROOT;
        for m in moves {
            at = record.add(at, Play::Move(m));
        }
        record
    }

    /// Adds a node behind `parent`: the first becomes the main line, later ones variations.
    pub fn add(&mut self, parent: NodeId, play: Play) -> NodeId {
        let id = NodeId(self.nodes.len());
        let parent_id = Some(parent);
        self.nodes.push(Node {
            play,
            comments: vec![],
            seconds: None,
            parent: parent_id,
            children: vec![],
        });
        self.nodes[parent.0].children.push(id);
        id
    }

    /// The node with this number.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    /// The node with this number, to note something there. Its links must stay as they are.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0]
    }

    /// The value of a header, if present.
    pub fn header(&self, key: &str) -> Option<&str> {
        self.headers.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }

    /// How many moves lead to a node, itself included.
    pub fn depth(&self, id: NodeId) -> usize {
        self.path(id).len()
    }

    /// The moves that lead to a node, itself included.
    pub fn path(&self, id: NodeId) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut at = Some(id);
        while let Some(here) = at {
            if let Play::Move(m) = self.node(here).play {
                moves.push(m);
            }
            at = self.node(here).parent;
        }
        moves.reverse();
        moves
    }

    /// The nodes of the main line from below `from` to its end.
    pub fn main_line_from(&self, from: NodeId) -> Vec<NodeId> {
        let mut line = Vec::new();
        let mut at = from;
        while let Some(&next) = self.node(at).children.first() {
            line.push(next);
            at = next;
        }
        line
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> Vec<Move> {
        match self.main_line_from(Record::ROOT).last() {
            Some(&last) => self.path(last),
            None => vec![],
        }
    }

    /// Every line that leaves the main line, from the diagram to its end, in file order.
    pub fn variations(&self) -> Vec<Vec<Move>> {
        let is_move = |id: &NodeId| matches!(self.node(*id).play, Play::Move(_));
        let ends = |node: &Node| !node.children.iter().any(is_move);
        let leaves = self.nodes().filter(|(id, node)| is_move(id) && ends(node));
        let main = self.main_line();
        leaves.map(|(id, _)| self.path(id)).filter(|line| *line != main).collect()
    }

    /// The diagram at a node.
    ///
    /// # Errors
    /// When the record holds a move that cannot be carried out; readers never produce one.
    pub fn setup_at(&self, id: NodeId) -> Result<Setup, CannotPlay> {
        let mut setup = self.setup.clone();
        for m in self.path(id) {
            setup.play(m)?;
        }
        Ok(setup)
    }

    /// The record from a place of the main line on: its diagram is the position there. `None` if there are
    /// fewer moves, or they cannot be played.
    pub fn from_place(&self, at: At) -> Option<Record> {
        let moves = self.main_line();
        let played = match at {
            At::Start => 0,
            At::After(count) => count,
            At::End => moves.len(),
        };
        let (before, after) = moves.split_at_checked(played)?;
        if before.is_empty() {
            return Some(self.clone());
        }
        let mut setup = self.setup.clone();
        before.iter().try_for_each(|&m| setup.play(m)).ok()?;
        Some(Record { headers: self.headers.clone(), ..Record::of_line(setup, after.to_vec()) })
    }

    /// Does `other` hold the same diagram, headers and tree, however its nodes are numbered?
    pub fn is_same_as(&self, other: &Record) -> bool {
        let mut pairs = vec![(Record::ROOT, Record::ROOT)];
        while let Some((a, b)) = pairs.pop() {
            let (a, b) = (self.node(a), other.node(b));
            let same = a.play == b.play && a.comments == b.comments && a.seconds == b.seconds;
            if !same || a.children.len() != b.children.len() {
                return false;
            }
            pairs.extend(a.children.iter().copied().zip(b.children.iter().copied()));
        }
        self.setup == other.setup && self.headers == other.headers
    }

    /// Does any node have more than one continuation?
    pub fn has_variations(&self) -> bool {
        self.nodes.iter().any(|node| node.children.len() > 1)
    }

    /// All nodes except the root, in the order in which they were added.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter().enumerate().skip(1).map(|(i, node)| (NodeId(i), node))
    }
}
