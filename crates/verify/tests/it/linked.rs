//! Certificates of the first two versions turned into the third, slowly and plainly: what the solver writes is compared with
//! nothing else, but what tests make up by hand or by brute force is checked in every version.

use crate::worst::files::canonical;
use std::collections::HashMap;
use tsumugi_verify::Hand;
use tsumugi_verify::naive::{Color, Kind, Move, Position};

/// A claim with its board.
struct Claim {
    letter: char,
    hand: Hand,
    plies: u32,
    m: Move,
}

/// What has to be claimed about a position.
#[derive(Clone, Copy)]
struct Need {
    letter: char,
    plies: u32,
}

pub struct Linker {
    root: Position,
    attacker: Color,
    claims: Vec<Claim>,
    boards: HashMap<String, Vec<usize>>,
    /// Takes any claim about a board where none covers it: a forger.
    pub forges: bool,
}

/// A claim in its place in the text, or a reference to one.
enum Item {
    Line(usize),
    Reference(usize),
}

impl Linker {
    /// Reads a certificate of version 1 or 2; none if that cannot be done.
    pub fn read(text: &str) -> Option<Linker> {
        let lines: Vec<&str> = text.lines().collect();
        let root = Position::from_sfen(lines.get(1)?.strip_prefix("problem ")?).ok()?;
        let attacker = if *lines.get(2)? == "attacker black" { Color::Black } else { Color::White };
        let (mut claims, mut boards) = (Vec::new(), HashMap::<String, Vec<usize>>::new());
        for line in lines.get(4..lines.len() - 1)? {
            let words: Vec<&str> = line.split(' ').collect();
            boards.entry(words.get(1)?.to_string()).or_default().push(claims.len());
            let letter = ['w', 'h', 's'].into_iter().find(|letter| words[0] == letter.to_string())?;
            let plies = if letter == 'h' { 0 } else { words.get(3)?.parse().ok()? };
            let m = words[words.len() - 1].parse().ok()?;
            claims.push(Claim { letter, hand: Hand::read(words.get(2)?)?, plies, m });
        }
        Some(Linker { root, attacker, claims, boards, forges: false })
    }

    /// The same in the third version, with this line for what is proved. Claims that nothing leads to are left out; none if one
    /// is missing.
    pub fn link(&self, claim: &str) -> Option<String> {
        let mut stack: Vec<(Position, Need)> = self.roots(claim);
        let mut items = Vec::new();
        let mut uses = vec![0; self.claims.len()];
        while let Some((position, need)) = stack.pop() {
            let Some(number) = self.covering(&position, need) else {
                if self.forges {
                    break;
                }
                return None;
            };
            uses[number] += 1;
            if uses[number] > 1 {
                items.push(Item::Reference(number));
                continue;
            }
            items.push(Item::Line(number));
            let successors = self.successors(&position, number);
            stack.extend(successors.into_iter().rev());
        }
        let attacker = if self.attacker == Color::Black { "black" } else { "white" };
        let sfen = self.root.to_sfen();
        let head = format!("tsumugi certificate 3\nproblem {sfen}\nattacker {attacker}\n{claim}\n");
        Some(head + &self.write(&items, &uses))
    }

    fn write(&self, items: &[Item], uses: &[u32]) -> String {
        let (mut text, mut kept, mut count, mut in_line) = (String::new(), Vec::new(), 0, 0);
        let mut next = None;
        for item in items {
            match *item {
                Item::Line(number) => {
                    let Claim { letter, hand, plies, m } = &self.claims[number];
                    let is_kept = uses[number] > 1;
                    let letter = if is_kept { letter.to_ascii_uppercase() } else { *letter };
                    let plies = if *plies == 0 { String::new() } else { format!("{plies} ") };
                    text += &format!("\n{letter} {hand} {plies}{m}");
                    kept.extend(is_kept.then_some(number));
                    (count, in_line, next) = (count + 1, 0, None);
                }
                Item::Reference(number) => {
                    if in_line == 64 {
                        text += "\nr";
                        (in_line, next) = (0, None);
                    }
                    let place = kept.iter().position(|&other| other == number).unwrap();
                    match next == Some(place) {
                        true => text.push('+'),
                        false => text += &format!(" {}", kept.len() - place),
                    }
                    (in_line, next) = (in_line + 1, Some(place + 1));
                }
            }
        }
        format!("{text}\nend {count}\n").trim_start().to_string()
    }

    fn roots(&self, claim: &str) -> Vec<(Position, Need)> {
        let plies = claim.rsplit(' ').next().unwrap().parse::<u32>().unwrap_or(0);
        let root = self.root;
        let first = root.turn() == self.attacker;
        let mate = |letter| match first {
            true => vec![(root, Need { letter, plies })],
            false => self.after(&root, root.legal_moves(), Need { letter, plies: plies.max(1) - 1 }),
        };
        let hold = |letter: char| match (first, plies) {
            _ if letter == 's' && plies < 4 => vec![],
            (true, _) => {
                let need = Need { letter, plies: plies.saturating_sub(3) };
                self.after(&root, root.checks(), need)
            }
            _ if letter == 'h' && root.legal_moves().is_empty() && !root.in_check(root.turn()) => {
                vec![]
            }
            (false, _) => vec![(root, Need { letter, plies: plies.saturating_sub(2) })],
        };
        let mut all = match claim.split(' ').nth(1).unwrap() {
            "mate" => mate('w'),
            "nomate" => hold('h'),
            _ => [mate('w'), hold('s')].concat(),
        };
        all.reverse();
        all
    }

    /// The positions after these moves, in canonical order.
    fn after(&self, position: &Position, moves: Vec<Move>, need: Need) -> Vec<(Position, Need)> {
        canonical(moves).into_iter().map(|m| (position.play(m), need)).collect()
    }

    fn covering(&self, position: &Position, need: Need) -> Option<usize> {
        let held = Hand::of(position, self.attacker);
        let here = self.boards.get(&position.board_text())?;
        let covers = |&&number: &&usize| {
            let claim = &self.claims[number];
            claim.letter == need.letter
                && match need.letter {
                    'w' => claim.hand.is_within(held) && claim.plies <= need.plies,
                    _ => held.is_within(claim.hand) && claim.plies >= need.plies,
                }
        };
        let forged = || if self.forges { here.first() } else { None };
        here.iter().find(covers).or_else(forged).copied()
    }

    fn successors(&self, position: &Position, number: usize) -> Vec<(Position, Need)> {
        let &Claim { letter, hand, plies, m } = &self.claims[number];
        let position = self.with_hand(position, hand);
        if !position.is_legal(m) {
            return vec![];
        }
        let after = position.play(m);
        let need = Need { letter, plies: plies.saturating_sub(2) };
        match letter {
            'w' => self.after(&after, after.legal_moves(), need),
            's' if plies == 2 => vec![],
            _ => self.after(&after, after.checks(), need),
        }
    }

    /// The position with this in the attacker's hand and the rest in the other.
    fn with_hand(&self, position: &Position, hand: Hand) -> Position {
        let mut texts = [String::new(), String::new()];
        for (kind, count) in Kind::HAND.into_iter().zip(hand.counts()) {
            let both = position.hand(Color::Black, kind) + position.hand(Color::White, kind);
            let counts =
                [(self.attacker, count), (self.attacker.opponent(), both.saturating_sub(count))];
            for (color, count) in counts.into_iter().filter(|&(_, count)| count > 0) {
                let digits = if count > 1 { count.to_string() } else { String::new() };
                texts[color as usize] += &format!("{digits}{}", kind.letter());
            }
        }
        let hands = texts[0].clone() + &texts[1].to_lowercase();
        let hands = if hands.is_empty() { "-".to_string() } else { hands };
        let turn = if position.turn() == Color::Black { 'b' } else { 'w' };
        Position::from_sfen(&format!("{} {turn} {hands} 1", position.board_text())).unwrap()
    }
}

/// A certificate of version 1 or 2 in version 3; none if a claim is missing.
pub fn linked(text: &str) -> Option<String> {
    Linker::read(text)?.link(text.lines().nth(3)?)
}
