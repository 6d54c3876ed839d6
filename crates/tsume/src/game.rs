//! A mate problem as an AND/OR game: the attacker (OR) gives check with every move, the defender (AND)
//! answers with every legal move.
//!
//! The attacker's hand is the resource: with the same pieces on the board, more in hand never hurts the
//! attacker. What is not in its hand is in the defender's, because the set of pieces in play is fixed.

use crate::hands::AttackerHand;
use crate::learned::{Guess, Look, Scene, Scorer};
use crate::{alike, cost, distant_checks, estimate, three};
use tsumugi_andor::Plies;
use tsumugi_andor::{Bounds, Decided, Hints, Initial, Resources, Rules, Turn};
use tsumugi_shogi::{
    Checks, Color, Hand, HandKind, Kind, MateInOne, MateLook, Move, MoveList, Position, Square, Undo,
    WaysOut,
};

/// A position of a mate problem.
///
/// A clone begins where it was made: moves played before cannot be taken back in it. So a clone deep in a
/// line costs no more than one at its start.
#[derive(Debug)]
pub struct TsumeGame {
    position: Position,
    attacker: Color,
    /// How to take back what was played; `None` for a pass.
    undos: Vec<Option<Undo>>,
    /// Tells problems with different sets of pieces or another attacker apart in a shared table.
    problem: u64,
    /// None if the learned weights are damaged.
    scorer: Option<Scorer<'static>>,
}

impl Clone for TsumeGame {
    fn clone(&self) -> TsumeGame {
        TsumeGame { position: self.position.clone(), undos: Vec::new(), ..*self }
    }
}

impl TsumeGame {
    /// The problem in which `attacker` is to mate the other side, from this position.
    pub fn new(position: Position, attacker: Color) -> TsumeGame {
        let problem = signature(&position, attacker);
        let scorer = Guess::shipped().map(Scorer::new);
        TsumeGame { position, attacker, undos: Vec::new(), problem, scorer }
    }

    /// Another problem in the place of this one, in the same memory.
    pub(crate) fn set_up(&mut self, position: Position, attacker: Color) {
        let undos = emptied(std::mem::take(&mut self.undos));
        *self = TsumeGame { undos, ..TsumeGame::new(position, attacker) };
    }

    /// Allocates memory for lines of this many plies.
    pub(crate) fn reserve(&mut self, plies: usize) {
        self.undos.reserve(plies);
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Who gives mate.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// Who is to be mated.
    pub(crate) fn defender(&self) -> Color {
        !self.attacker
    }

    /// The move that led here, if it was played on this game.
    pub fn last_move(&self) -> Option<LastMove> {
        let undo = self.undos.last()?.as_ref()?;
        Some(LastMove { m: undo.played(), captured: undo.captured() })
    }

    /// What a learned guess is about, if it is known how the position came about.
    #[inline]
    pub(crate) fn scene(&self) -> Option<Scene<'_>> {
        Scene::new(&self.position, self.attacker, self.undos.last()?.as_ref())
    }

    /// The squares of the latest drops of the defender on this line, of at most `count`, the latest first.
    pub(crate) fn latest_interpositions(&self, count: usize) -> impl Iterator<Item = Square> {
        let replies = self.undos.iter().rev().skip((self.turn() == Turn::And) as usize).step_by(2);
        let played = replies.take(2 * count).filter_map(|undo| undo.as_ref().map(Undo::played));
        played.filter(|m| m.is_drop()).map(|m| m.to()).take(count)
    }

    /// A key of the current position with another piece of the defender's on a square.
    pub(crate) fn key_with(&self, square: Square, kind: HandKind) -> Option<u64> {
        let piece = self.position.piece(square).filter(|piece| piece.color == self.defender())?;
        if piece.kind == kind.kind() {
            return None;
        }
        Some(self.position.board_key_with(square, kind.kind())? ^ self.problem)
    }

    /// The latest replies of the defender on this line, the latest first.
    pub(crate) fn latest_replies(&self) -> impl Iterator<Item = Move> {
        let replies = self.undos.iter().rev().skip((self.turn() == Turn::And) as usize).step_by(2);
        replies.filter_map(|undo| undo.as_ref().map(Undo::played))
    }

    /// A key of the current position with a piece of the defender's promoted.
    pub(crate) fn key_promoted(&self, square: Square) -> Option<u64> {
        let piece = self.position.piece(square).filter(|piece| piece.color == self.defender())?;
        Some(self.position.board_key_with(square, piece.kind.promoted()?)? ^ self.problem)
    }

    /// How many pieces of a side attack a square.
    pub fn attackers(&self, square: Square, by: Color) -> u32 {
        self.position.attackers(square, by, self.position.occupied()).count()
    }

    /// The kind of piece that a move of the current position moves or drops.
    pub fn moved_kind(&self, m: Move) -> Option<Kind> {
        match m.from() {
            Some(from) => self.position.piece(from).map(|piece| piece.kind),
            None => m.dropped().map(HandKind::kind),
        }
    }

    /// Hands the turn over; the side to move must not be in check.
    pub(crate) fn skip(&mut self) {
        let passed = self.position.pass();
        debug_assert!(passed, "a pass in check: {:?}", self.position);
        self.undos.push(None);
    }

    /// Pieces in both hands.
    fn pool(&self) -> Hand {
        self.position.hand(Color::Black).together(self.position.hand(Color::White))
    }

    fn own(&self) -> Hand {
        self.position.hand(self.attacker)
    }

    /// What a move of the current position captures.
    fn captured(&self, m: Move) -> Option<HandKind> {
        self.position.piece(m.to()).and_then(|piece| piece.kind.in_hand())
    }

    /// A mate in one, or no check at all? If neither, the checks there are.
    fn decided_for_attacker(&mut self) -> Result<Decided<AttackerHand>, Checks> {
        match self.position.look_for_mate() {
            MateLook::Mate(mate) => Ok(Decided::Win(Plies::ONE, AttackerHand(mate.hand))),
            MateLook::NoCheck => Ok(Decided::Loss(self.lost_resource())),
            MateLook::Open(checks) => Err(checks),
        }
    }

    /// Decided at sight, or what there is to see.
    ///
    /// # Errors
    /// What there is to see, if it is not decided.
    pub fn see(&mut self) -> Result<Decided<AttackerHand>, Look> {
        if self.turn() == Turn::Or {
            return self.decided_for_attacker().map_err(Look::Answered);
        }
        let ways = self.position.ways_out();
        let mated = self.position.in_check() && ways == WaysOut::default();
        if mated { Ok(self.mated()) } else { Err(Look::Checked(ways)) }
    }

    /// The hand-made guess of a position in which there is this to see.
    pub fn hand_made(&self, look: &Look) -> Bounds {
        match look {
            Look::Checked(ways) => estimate::after_last_move(self, *ways),
            Look::Answered(_) => estimate::after_last_move(self, WaysOut::default()),
        }
    }

    /// The same in a search within a number of plies.
    pub fn hand_made_in_time(&self, look: &Look) -> Bounds {
        estimate::in_time(self, self.hand_made(look))
    }

    /// The learned guess of a position in which there is this to see.
    #[inline]
    fn learned(&mut self, look: &Look, left: Plies) -> Bounds {
        let last = self.undos.last().and_then(Option::as_ref);
        match &mut self.scorer {
            Some(scorer) => {
                scorer.bounds_of(Scene::new(&self.position, self.attacker, last), look, left)
            }
            None if left.is_unlimited() => self.hand_made(look),
            None => self.hand_made_in_time(look),
        }
    }

    /// The attacker's mate in one that [`Hints::look`] decides by.
    pub(crate) fn mate_in_one(&mut self) -> Option<MateInOne> {
        self.position.mate_in_one()
    }

    /// What a mated position is decided as.
    fn mated(&self) -> Decided<AttackerHand> {
        Decided::Win(Plies::ZERO, AttackerHand(self.position.mate_hand()))
    }

    /// Kinds the attacker lacks but could give check with by dropping: with one of them in hand it would have
    /// more checks than were looked at, so a disproof does not reach so far.
    fn without_new_checks(&self, hand: Hand) -> Hand {
        let mut out = hand;
        for kind in HandKind::ALL {
            if !self.own().has(kind) && out.has(kind) && self.position.could_check_with(kind) {
                out = out.with(kind, 0);
            }
        }
        out
    }
}

/// What the last move was and what it captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LastMove {
    /// The move.
    pub m: Move,
    /// What stood on its square before.
    pub captured: Option<Kind>,
}

/// A hash of how many pieces of each kind are in play, and of who attacks: the same board with the same side
/// to move is another question if the other side is to give mate.
fn signature(position: &Position, attacker: Color) -> u64 {
    let setup = position.to_setup();
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    let counts = HandKind::ALL.map(|kind| setup.count(kind) as u64);
    for number in counts.into_iter().chain([attacker.index() as u64]) {
        hash = (hash ^ number).wrapping_mul(0x0000_0100_0000_01B3);
    }
    hash.rotate_left(32)
}

impl Rules for TsumeGame {
    type Move = Move;

    fn turn(&self) -> Turn {
        if self.position.turn() == self.attacker { Turn::Or } else { Turn::And }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        let mut list = MoveList::new();
        match self.turn() {
            Turn::Or => self.position.checks(&mut list),
            Turn::And => self.position.legal_moves(&mut list),
        }
        let first = out.len();
        out.extend_from_slice(&list);
        if self.turn() == Turn::And {
            alike::order(self, &mut out[first..]);
        }
    }

    fn play(&mut self, m: Move) {
        self.undos.push(Some(self.position.play(m)));
    }

    fn undo(&mut self) {
        match self.undos.pop() {
            Some(Some(undo)) => self.position.undo(undo),
            Some(None) => self.position.take_back_pass(),
            None => {}
        }
    }

    fn key(&self) -> u64 {
        self.position.board_key() ^ self.problem
    }

    fn move_bits(m: Move) -> u32 {
        m.to_bits() as u32
    }
}

impl Resources for TsumeGame {
    type Resource = AttackerHand;

    fn resource(&self) -> AttackerHand {
        AttackerHand(self.own())
    }

    fn set_resource(&mut self, AttackerHand(hand): AttackerHand) -> bool {
        self.position.share_hands(self.attacker, hand)
    }

    fn won_resource(&self) -> AttackerHand {
        AttackerHand(self.position.mate_hand())
    }

    fn lost_resource(&self) -> AttackerHand {
        AttackerHand(self.without_new_checks(self.pool()))
    }

    fn proof_before(&self, m: Move, after: AttackerHand) -> AttackerHand {
        let AttackerHand(hand) = after;
        AttackerHand(match (m.dropped(), self.captured(m)) {
            (Some(kind), _) => hand.plus(kind),
            (None, Some(kind)) if hand.has(kind) => hand.minus(kind),
            _ => hand,
        })
    }

    fn proof_join(&self, replies: &[(Move, AttackerHand)]) -> AttackerHand {
        if !self.position.in_check() {
            // The defender may drop anything anywhere: claim no more than this hand.
            return self.resource();
        }
        let needed = replies.iter().fold(Hand::EMPTY, |all, (_, AttackerHand(hand))| all.max(*hand));
        // With fewer of a kind that the defender lacks altogether, it would have another interposition.
        AttackerHand(needed.max(self.position.mate_hand()))
    }

    fn disproof_before(&self, m: Move, after: AttackerHand) -> AttackerHand {
        let AttackerHand(hand) = after;
        let mut most = self.pool();
        if let Some(kind) = m.dropped() {
            // The defender must hold the piece it drops.
            most = most.minus(kind);
        }
        AttackerHand(hand.min(most))
    }

    fn disproof_join(&self, tries: &[(Move, AttackerHand)]) -> AttackerHand {
        let mut most = self.pool();
        for &(m, AttackerHand(hand)) in tries {
            let before = match (m.dropped(), self.captured(m)) {
                (Some(kind), _) => hand.plus(kind),
                (None, Some(kind)) if hand.has(kind) => hand.minus(kind),
                _ => hand,
            };
            most = most.min(before);
        }
        AttackerHand(self.without_new_checks(most))
    }
}

/// As far as [`TsumeGame::decided_in_time`](Hints::decided_in_time) sees with the attacker to move: a mate in three.
const FORESIGHT: Plies = Plies::new(4);

impl Hints for TsumeGame {
    fn place_after(&self, m: Move) -> Option<(u64, AttackerHand)> {
        let hand = match (self.turn(), m.dropped(), self.captured(m)) {
            (Turn::Or, Some(kind), _) => self.own().minus(kind),
            (Turn::Or, None, Some(kind)) => self.own().plus(kind),
            _ => self.own(),
        };
        Some((self.position.board_key_after(m) ^ self.problem, AttackerHand(hand)))
    }

    fn decided(&mut self) -> Option<Decided<AttackerHand>> {
        match self.turn() {
            Turn::Or => self.decided_for_attacker().ok(),
            Turn::And => self.position.is_mate().then(|| self.mated()),
        }
    }

    fn estimate(&mut self) -> Bounds {
        estimate::after_last_move(self, self.position.ways_out())
    }

    fn look(&mut self, initial: Initial) -> Result<Decided<AttackerHand>, Bounds> {
        match initial {
            Initial::Unit => self.decided().ok_or(Bounds::UNIT),
            Initial::Estimated => self.see().map_err(|look| self.hand_made(&look)),
            Initial::Learned(left) => self.see().map_err(|look| self.learned(&look, left)),
        }
    }

    fn estimate_in_time(&mut self, guess: Bounds) -> Bounds {
        estimate::in_time(self, guess)
    }

    fn decided_in_time(&mut self, plies: Plies) -> Option<Decided<AttackerHand>> {
        match (self.turn(), plies.get()) {
            // There was no mate in one.
            (Turn::Or, 1 | 2) => Some(Decided::Loss(self.resource())),
            (Turn::Or, 3 | 4) => Some(three::look(self)),
            // To look at a mate in five like that would cost more than to search.
            _ => None,
        }
    }

    fn foresight(&self) -> Plies {
        FORESIGHT
    }

    fn classes(&self, moves: &[Move], classes: &mut [u16]) {
        alike::classes(self, moves, classes);
    }

    fn delays(&self, moves: &[Move], after: &mut [Option<u16>]) {
        alike::delays(self, moves, after);
    }

    fn doubts(&self, moves: &mut [Move], after: &mut [Option<u16>]) {
        distant_checks::put_off(self, moves, after);
    }

    fn alike(&self, a: Move, b: Move) -> bool {
        alike::are_alike(a, b)
    }

    fn similar(&self, out: &mut Vec<(u64, AttackerHand)>) {
        alike::similar(self, out);
    }

    fn similar_far(&self, reach: usize, out: &mut Vec<(u64, AttackerHand)>) {
        alike::similar_far(self, reach, out);
    }

    fn futile(&self, m: Move) -> bool {
        m.is_drop() && alike::is_loose(self, m)
    }

    fn cost(&self, m: Move) -> (i32, i32) {
        cost::of(self, m)
    }

    fn fork(&self, spare: Option<TsumeGame>) -> Option<TsumeGame> {
        let room = || Vec::with_capacity(self.undos.capacity());
        let undos = spare.map_or_else(room, |spare| emptied(spare.undos));
        Some(TsumeGame { position: self.position.clone(), undos, ..*self })
    }
}

/// The same memory with nothing in it.
fn emptied<T>(mut list: Vec<T>) -> Vec<T> {
    list.clear();
    list
}

/// Who attacks, if the position does not say otherwise: the side to move if both kings are on the board;
/// with one king, the other side.
pub fn attacker_of(position: &Position) -> Color {
    match (position.king(Color::Black), position.king(Color::White)) {
        (None, Some(_)) => Color::Black,
        (Some(_), None) => Color::White,
        _ => position.turn(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(sfen: &str) -> TsumeGame {
        let position = Position::from_sfen(sfen).unwrap();
        let attacker = attacker_of(&position);
        TsumeGame::new(position, attacker)
    }

    #[test]
    fn another_hand_leaves_the_board_and_can_be_put_back() {
        let mut game = game("4k4/9/4P4/9/9/9/9/9/9 b GS2p 1");
        let before = game.position().clone();
        game.play("G*5b".parse().unwrap());
        let (key, own) = (game.key(), game.resource());
        let all = AttackerHand(game.pool());
        assert!(game.set_resource(all) && game.resource() == all && game.key() == key);
        assert!(game.set_resource(own));
        game.undo();
        assert_eq!(*game.position(), before);
        // More than there is.
        let gold = AttackerHand(Hand::EMPTY.with(HandKind::Gold, 2));
        assert!(!game.set_resource(gold) && *game.position() == before);
    }

    #[test]
    fn a_clone_begins_where_it_was_made() {
        let mut game = game("4k4/9/4P4/9/9/9/9/9/9 b GS2p 1");
        game.play("G*5b".parse().unwrap());
        let mut copy = game.clone();
        copy.undo();
        assert_eq!(copy.position(), game.position());
    }
}
