//! The truth about small problems by brute force with the plain rules, and certificates made from it.

use std::collections::{HashMap, HashSet};

use tsumugi_verify::Hand;
use tsumugi_verify::naive::{Color, Kind, Position};

/// Every position that can come up, each with its number of plies to mate, if there is a mate.
pub struct Truth {
    pub root: Position,
    pub attacker: Color,
    nodes: Vec<Position>,
    children: HashMap<Position, Vec<(String, Position)>>,
    plies: HashMap<Position, u32>,
}

impl Truth {
    /// Walks all positions from the root; none if there are more than `most`.
    pub fn find(root: Position, attacker: Color, most: usize) -> Option<Truth> {
        let mut nodes = vec![root];
        let mut seen = HashSet::from([root]);
        let mut children = HashMap::new();
        let mut next = 0;
        while next < nodes.len() {
            let node = nodes[next];
            next += 1;
            let moves = if node.turn() == attacker { node.checks() } else { node.legal_moves() };
            let after: Vec<(String, Position)> =
                moves.into_iter().map(|m| (m.to_string(), node.play(m))).collect();
            for (_, child) in &after {
                if seen.insert(*child) {
                    nodes.push(*child);
                }
            }
            if nodes.len() > most {
                return None;
            }
            children.insert(node, after);
        }
        let mut truth = Truth { root, attacker, nodes, children, plies: HashMap::new() };
        truth.solve();
        Some(truth)
    }

    /// Round n finds the positions with a mate in exactly n plies, until two rounds find nothing.
    fn solve(&mut self) {
        let mut idle = 0;
        for n in 0.. {
            let found: Vec<Position> =
                self.nodes.iter().filter(|p| self.is_mate_in(p, n)).copied().collect();
            idle = if found.is_empty() { idle + 1 } else { 0 };
            if idle == 2 {
                return;
            }
            self.plies.extend(found.into_iter().map(|position| (position, n)));
        }
    }

    fn is_mate_in(&self, position: &Position, n: u32) -> bool {
        if self.plies.contains_key(position) {
            return false;
        }
        let children = &self.children[position];
        if position.turn() == self.attacker {
            return n > 0 && children.iter().any(|(_, child)| self.plies.get(child) == Some(&(n - 1)));
        }
        match n {
            0 => position.is_mate(),
            _ => {
                !children.is_empty() && children.iter().all(|(_, child)| self.plies.contains_key(child))
            }
        }
    }

    /// The plies to mate from the root.
    pub fn mate(&self) -> Option<u32> {
        self.plies.get(&self.root).copied()
    }

    /// A certificate of the truth.
    pub fn certificate(&self) -> Certificate {
        let mut claims = Vec::new();
        let mut seen = HashSet::new();
        let mut open = vec![self.root];
        while let Some(position) = open.pop() {
            if !seen.insert(position) {
                continue;
            }
            let children = &self.children[&position];
            let plies = self.plies.get(&position).copied();
            // The side that gets its way plays one good move, the other every move.
            let winner_moves = (position.turn() == self.attacker) == self.mate().is_some();
            if !winner_moves || children.is_empty() {
                open.extend(children.iter().map(|(_, child)| *child));
                continue;
            }
            let good = |child: &Position| match plies {
                Some(n) => self.plies.get(child) == Some(&(n - 1)),
                None => !self.plies.contains_key(child),
            };
            let (m, child) = children.iter().find(|(_, child)| good(child)).unwrap();
            claims.push(Claim {
                board: position.board_text(),
                hand: Hand::of(&position, self.attacker),
                plies,
                m: m.clone(),
            });
            open.push(*child);
        }
        Certificate {
            problem: self.root.to_sfen(),
            attacker: self.attacker,
            claim: self.mate(),
            claims,
        }
    }

    /// The lines of a certificate of the shortest mate: those of the mate, and one `s` for each position in which the
    /// defender has to hold out. None if there is no mate.
    pub fn shortest(&self) -> Option<Vec<String>> {
        let plies = self.mate()?;
        let mate = self.certificate().text();
        let head = [
            "tsumugi certificate 2".to_string(),
            mate.lines().nth(1)?.to_string(),
            mate.lines().nth(2)?.to_string(),
            format!("claim shortest {plies}"),
        ];
        let mut lines: Vec<String> =
            mate.lines().filter(|line| line.starts_with('w')).map(str::to_string).collect();
        let mut open: Vec<(Position, u32)> =
            plies.checked_sub(2).map(|fewer| (self.root, fewer)).into_iter().collect();
        let mut seen = HashSet::new();
        while let Some((position, left)) = open.pop() {
            if left == 0 || !seen.insert((position, left)) {
                continue;
            }
            let children = &self.children[&position];
            if position.turn() == self.attacker {
                open.extend(children.iter().map(|(_, child)| (*child, left - 1)));
                continue;
            }
            let later = |child: &Position| self.plies.get(child).is_none_or(|&n| n > left - 1);
            let (m, child) = children.iter().find(|(_, child)| later(child)).unwrap();
            let hand = Hand::of(&position, self.attacker);
            lines.push(format!("s {} {hand} {left} {m}", position.board_text()));
            open.push((*child, left - 1));
        }
        let end = format!("end {}", lines.len());
        Some(head.into_iter().chain(lines).chain([end]).collect())
    }

    /// All positions in which the attacker (or the defender) is to move.
    pub fn positions(&self, attacker_to_move: bool) -> impl Iterator<Item = &Position> {
        self.nodes.iter().filter(move |p| (p.turn() == self.attacker) == attacker_to_move)
    }

    /// A forged mate: claims that the attacker can go on checking, with the same number for all, so that
    /// they support each other in circles. None if it cannot go on checking from the root.
    pub fn circular_mate(&self, claim: u32, plies: u32) -> Option<Certificate> {
        let mut alive: HashSet<Position> = self.positions(true).copied().collect();
        let holds = |position: &Position, alive: &HashSet<Position>| {
            let children = &self.children[position];
            let all_alive =
                |node: &Position| self.children[node].iter().all(|(_, p)| alive.contains(p));
            children.iter().find(|(_, node)| all_alive(node)).map(|(m, _)| m.clone())
        };
        loop {
            let before = alive.len();
            let kept = alive.iter().filter(|position| holds(position, &alive).is_some());
            alive = kept.copied().collect();
            if alive.len() == before {
                break;
            }
        }
        let goes_on = match self.root.turn() == self.attacker {
            true => alive.contains(&self.root),
            false => self.children[&self.root].iter().all(|(_, position)| alive.contains(position)),
        };
        let in_order = self.positions(true).filter(|position| alive.contains(position));
        let claims = in_order.map(|position| Claim {
            board: position.board_text(),
            hand: Hand::of(position, self.attacker),
            plies: Some(plies),
            m: holds(position, &alive).unwrap(),
        });
        let (problem, attacker) = (self.root.to_sfen(), self.attacker);
        goes_on.then(|| Certificate { problem, attacker, claim: Some(claim), claims: claims.collect() })
    }

    pub fn moves(&self, position: &Position) -> Vec<String> {
        self.children[position].iter().map(|(m, _)| m.clone()).collect()
    }
}

/// A certificate in parts, to be changed and written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    pub problem: String,
    pub attacker: Color,
    /// The plies of the mate; none for no mate.
    pub claim: Option<u32>,
    pub claims: Vec<Claim>,
}

/// A claim: `w` with a number of plies, `h` without.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    pub board: String,
    pub hand: Hand,
    pub plies: Option<u32>,
    pub m: String,
}

impl Claim {
    /// Whether the other claim says less, so that it is not needed.
    fn makes_needless(&self, other: &Claim) -> bool {
        self.board == other.board
            && match self.plies {
                Some(_) => self.hand.is_within(other.hand) && self.plies <= other.plies,
                None => other.hand.is_within(self.hand),
            }
    }
}

impl Certificate {
    pub fn text(&self) -> String {
        let attacker = if self.attacker == Color::Black { "black" } else { "white" };
        let claim = self.claim.map_or("nomate".to_string(), |plies| format!("mate {plies}"));
        let mut text = format!("tsumugi certificate 1\nproblem {}\n", self.problem);
        text += &format!("attacker {attacker}\nclaim {claim}\n");
        for Claim { board, hand, plies, m } in &self.claims {
            text += &match plies {
                Some(plies) => format!("w {board} {hand} {plies} {m}\n"),
                None => format!("h {board} {hand} {m}\n"),
            };
        }
        text + &format!("end {}\n", self.claims.len())
    }

    /// Leaves out every claim that follows from another one.
    pub fn thin(&mut self) {
        let mut kept: Vec<Claim> = Vec::new();
        for claim in std::mem::take(&mut self.claims) {
            if !kept.iter().any(|other| other.makes_needless(&claim)) {
                kept.retain(|other| !claim.makes_needless(other));
                kept.push(claim);
            }
        }
        self.claims = kept;
    }
}

/// A small generator of numbers that look random, the same every time (xorshift).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % end
    }

    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

/// A faultless problem on a small board: all but 3 by 3 or 3 by 4 squares are walled.
pub fn small_problem(random: &mut Random) -> (Position, Color) {
    loop {
        let (width, height) = (3, 3 + random.below(2));
        let (left, top) = (random.below(9 - width + 1), random.below(9 - height + 1));
        let mut rows = vec![vec!["O".to_string(); 9]; 9];
        let mut free = Vec::new();
        for (y, row) in rows.iter_mut().enumerate().skip(top).take(height) {
            for (x, square) in row.iter_mut().enumerate().skip(left).take(width) {
                *square = "1".to_string();
                free.push((y, x));
            }
        }
        let attacker = *random.pick(&Color::BOTH);
        let defender_king = if attacker == Color::Black { "k" } else { "K" };
        let mut on_board = vec![defender_king.to_string()];
        if random.below(4) == 0 {
            let king = if attacker == Color::Black { "K" } else { "k" };
            on_board.push(king.to_string());
        }
        let mut hands = String::new();
        for _ in 0..2 + random.below(4) {
            let letter = random.pick(&["R", "B", "G", "S", "N", "L", "P", "P", "G"]).to_string();
            let letter = if random.below(3) > 0 && attacker == Color::White || random.below(3) == 0 {
                letter.to_lowercase()
            } else {
                letter
            };
            match random.below(3) {
                0 if !hands.contains(&letter) => hands += &letter,
                1 if letter.to_uppercase() != "G" => on_board.push(format!("+{letter}")),
                _ => on_board.push(letter),
            }
        }
        for piece in on_board {
            let (y, x) = free.swap_remove(random.below(free.len()));
            rows[y][x] = piece;
        }
        let board: Vec<String> = rows.iter().map(|row| row.concat()).collect();
        let turn = random.pick(&["b", "w"]);
        let hands = if hands.is_empty() { "-" } else { &hands };
        let position = Position::from_sfen(&format!("{} {turn} {hands} 1", board.join("/"))).unwrap();
        // Mostly the attacker begins.
        let usual = position.turn() == attacker || random.below(4) == 0;
        if position.faults().is_empty() && usual {
            return (position, attacker);
        }
    }
}

/// The pieces a hand could hold: one more or one fewer of each kind.
pub fn neighbours(hand: Hand) -> Vec<Hand> {
    let mut all = Vec::new();
    for i in 0..7 {
        for up in [true, false] {
            let mut text = String::new();
            for (j, (kind, count)) in Kind::HAND.into_iter().zip(hand.counts()).enumerate() {
                let count = if j != i {
                    count
                } else if up {
                    count + 1
                } else {
                    count.saturating_sub(1)
                };
                match count {
                    0 => {}
                    1 => text.push(kind.letter()),
                    _ => text += &format!("{count}{}", kind.letter()),
                }
            }
            let text = if text.is_empty() { "-" } else { &text };
            let changed = Hand::read(text).unwrap();
            if changed != hand {
                all.push(changed);
            }
        }
    }
    all
}

/// The same position with other hands.
pub fn with_hands(position: &Position, black: Hand, white: Hand) -> Position {
    let hands = format!("{black}{}", white.to_string().to_lowercase()).replace('-', "");
    let hands = if hands.is_empty() { "-" } else { &hands };
    let turn = if position.turn() == Color::Black { 'b' } else { 'w' };
    Position::from_sfen(&format!("{} {turn} {hands} 1", position.board_text())).unwrap()
}
