//! Which moves are legal, and the questions built on that: check, mate, checks, evasions (RULES 3 to 7).

use super::{Color, Content, Kind, Move, Piece, Position, Square};

impl Position {
    /// Whether a king of this side is attacked. A side without a king is never in check (RULES 6).
    pub fn in_check(&self, color: Color) -> bool {
        let king = Content::Piece(Piece { color, kind: Kind::King });
        for (rank, row) in (1..).zip(&self.board) {
            for (file, here) in (1..).zip(row) {
                let is_hit = |square| self.attacked(square, color.opponent());
                if *here == king && Square::new(file, rank).is_some_and(is_hit) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the side to move is in check and has no legal move (RULES 6).
    pub fn is_mate(&self) -> bool {
        self.in_check(self.turn) && !self.has_evasion()
    }

    /// Every legal move, each once, in the same order every time.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.candidates();
        // Dropped on a square, a piece shields the own king or not, whatever its kind: asked once a square.
        let mut is_safe = [None; 81];
        moves.retain(|&m| match m {
            Move::Drop { to, .. } => {
                *is_safe[to.index()].get_or_insert_with(|| !self.play(m).in_check(self.turn))
                    && !self.is_pawn_drop_mate(m)
            }
            Move::Board { .. } => self.permits(m),
        });
        moves
    }

    /// Whether a move is one of the [`legal_moves`](Position::legal_moves).
    pub fn is_legal(&self, m: Move) -> bool {
        let mut moves = Vec::new();
        match m {
            Move::Board { from, .. } => match self.piece_at(from) {
                Some(piece) if piece.color == self.turn => {
                    self.add_board_moves(from, piece, |to| to == m.to(), &mut moves);
                }
                _ => {}
            },
            Move::Drop { kind, .. } if self.hand(self.turn, kind) > 0 => {
                self.add_drops(kind, |to| to == m.to(), &mut moves);
            }
            Move::Drop { .. } => {}
        }
        moves.contains(&m) && self.permits(m)
    }

    /// The legal moves that give check.
    pub fn checks(&self) -> Vec<Move> {
        let opponent = self.turn.opponent();
        let mut moves = Vec::new();
        // Most moves are seen to give no check before they are played.
        if self.in_check(opponent) {
            moves = self.pseudo_moves();
        } else {
            let near = self.near_kings(opponent);
            self.add_all_board_moves(|from, to| near[from.index()] || near[to.index()], &mut moves);
            let hits = self.drops_that_hit_a_king();
            self.add_all_drops(|kind, to| hits[kind as usize][to.index()], &mut moves);
        }
        moves.retain(|&m| {
            let after = self.play(m);
            let is_pawn_drop = matches!(m, Move::Drop { kind: Kind::Pawn, .. });
            after.in_check(opponent) && !after.in_check(self.turn) && !(is_pawn_drop && after.is_mate())
        });
        moves
    }

    /// The squares that matter to the kings of a side: those from which a piece could attack one of them as things stand,
    /// and those where it could be shielded. From the king in all directions up to and including the first thing met, and
    /// a knight's jump away.
    fn near_kings(&self, color: Color) -> [bool; 81] {
        let mut near = [false; 81];
        for king in self.squares_with(Content::Piece(Piece { color, kind: Kind::King })) {
            for (files, ranks) in Kind::EVERY_SLIDE {
                let mut at = king;
                while let Some(next) = at.offset(files, ranks) {
                    near[next.index()] = true;
                    if self.content(next) != Content::Empty {
                        break;
                    }
                    at = next;
                }
            }
            for (files, ranks) in [(1, 2), (-1, 2), (1, -2), (-1, -2)] {
                if let Some(square) = king.offset(files, ranks) {
                    near[square.index()] = true;
                }
            }
        }
        near
    }

    /// For each kind and square, whether a piece of the side to move, put there, would hit a king of the other side:
    /// seen from the king, whether a step or a slide of the kind, taken backwards, leads there. What is dropped opens
    /// no line, so no other drop gives a check that was not there before.
    fn drops_that_hit_a_king(&self) -> [[bool; 81]; 14] {
        let mut hits = [[false; 81]; 14];
        let king = Content::Piece(Piece { color: self.turn.opponent(), kind: Kind::King });
        let down = down_of(self.turn);
        for king in self.squares_with(king) {
            for kind in Kind::HAND {
                let hits = &mut hits[kind as usize];
                for &(files, ranks) in kind.steps() {
                    if let Some(from) = king.offset(-files, -ranks * down) {
                        hits[from.index()] = true;
                    }
                }
                for &(files, ranks) in kind.slides() {
                    let mut at = king;
                    while let Some(from) = at.offset(-files, -ranks * down)
                        && self.content(from) == Content::Empty
                    {
                        hits[from.index()] = true;
                        at = from;
                    }
                }
            }
        }
        hits
    }

    /// The legal moves if the side to move is in check; none if it is not.
    pub fn evasions(&self) -> Vec<Move> {
        if self.in_check(self.turn) { self.legal_moves() } else { Vec::new() }
    }

    /// The legal moves that mate.
    pub fn mates_in_one(&self) -> Vec<Move> {
        let mut moves = self.legal_moves();
        moves.retain(|&m| self.play(m).is_mate());
        moves
    }

    /// Whether a pseudo-legal move is legal: it leaves no king of the mover's own in check, and it is
    /// not a pawn drop that mates.
    fn permits(&self, m: Move) -> bool {
        !self.play(m).in_check(self.turn) && !self.is_pawn_drop_mate(m)
    }

    /// Whether the move drops a pawn and mates by it (打ち歩詰め, RULES 7).
    ///
    /// The mate test asks for the legal replies and so comes back here. This ends: a reply to the
    /// check of a pawn is never a drop, because nothing fits between pawn and king, so a dropped pawn
    /// as reply leaves the king in check and is asked no further. (Even in a faulty diagram it ends, since
    /// each level of the recursion drops one more pawn from a hand.)
    fn is_pawn_drop_mate(&self, m: Move) -> bool {
        matches!(m, Move::Drop { kind: Kind::Pawn, .. }) && self.play(m).is_mate()
    }

    /// Every move that is legal but for the safety of the mover's king and pawn-drop mate.
    fn pseudo_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.add_all_board_moves(|_, _| true, &mut moves);
        self.add_all_drops(|_, _| true, &mut moves);
        moves
    }

    /// The pseudo-legal moves among which the legal ones are. In check these are the king's and those to squares from
    /// which the check may come or where it may be shut out; a move to any other square leaves the king in check.
    fn candidates(&self) -> Vec<Move> {
        if !self.in_check(self.turn) {
            return self.pseudo_moves();
        }
        let near = self.near_kings(self.turn);
        let mut moves = Vec::new();
        self.add_board_evasions(&near, &mut moves);
        self.add_all_drops(|_, to| near[to.index()], &mut moves);
        moves
    }

    /// Whether the side to move, in check, has a legal move. The king's are tried before others are looked for, and those on
    /// the board before drops.
    fn has_evasion(&self) -> bool {
        let king = Piece { color: self.turn, kind: Kind::King };
        let mut moves = Vec::new();
        for from in self.squares_with(Content::Piece(king)) {
            self.add_board_moves(from, king, |_| true, &mut moves);
        }
        if moves.drain(..).any(|m| self.permits(m)) {
            return true;
        }
        let near = self.near_kings(self.turn);
        self.add_all_board_moves(|from, to| near[to.index()] && !self.is_king(from), &mut moves);
        if moves.drain(..).any(|m| self.permits(m)) {
            return true;
        }
        self.add_all_drops(|_, to| near[to.index()], &mut moves);
        moves.into_iter().any(|m| self.permits(m))
    }

    fn add_board_evasions(&self, near: &[bool; 81], moves: &mut Vec<Move>) {
        self.add_all_board_moves(|from, to| near[to.index()] || self.is_king(from), moves);
    }

    fn is_king(&self, square: Square) -> bool {
        self.piece_at(square).is_some_and(|piece| piece.kind == Kind::King)
    }

    /// Adds the moves on the board of the side to move whose from-square and to-square are wanted.
    fn add_all_board_moves(&self, wanted: impl Fn(Square, Square) -> bool, moves: &mut Vec<Move>) {
        for (from, piece) in self.pieces() {
            if piece.color == self.turn {
                self.add_board_moves(from, piece, |to| wanted(from, to), moves);
            }
        }
    }

    /// Adds the drops of the side to move whose kind and square are wanted.
    fn add_all_drops(&self, wanted: impl Fn(Kind, Square) -> bool, moves: &mut Vec<Move>) {
        let held = Kind::HAND.into_iter().filter(|&kind| self.hand(self.turn, kind) > 0);
        for kind in held {
            self.add_drops(kind, |to| wanted(kind, to), moves);
        }
    }

    /// Adds the moves of one piece to squares that are wanted, with and without promotion (RULES 3).
    fn add_board_moves(
        &self,
        from: Square,
        piece: Piece,
        wanted: impl Fn(Square) -> bool,
        moves: &mut Vec<Move>,
    ) {
        self.for_each_target(from, piece, |to| {
            if !wanted(to) {
                return;
            }
            if let Some(there) = self.piece_at(to)
                && (there.color == piece.color || there.kind == Kind::King)
            {
                return;
            }
            let may_promote = piece.kind.promoted().is_some()
                && (in_promotion_zone(from, piece.color) || in_promotion_zone(to, piece.color));
            if may_promote {
                let promote = true;
                moves.push(Move::Board { from, to, promote });
            }
            if !is_dead_end(piece, to) {
                let promote = false;
                moves.push(Move::Board { from, to, promote });
            }
        });
    }

    /// Adds the drops of one kind on squares that are wanted (RULES 5).
    fn add_drops(&self, kind: Kind, wanted: impl Fn(Square) -> bool, moves: &mut Vec<Move>) {
        let piece = Piece { color: self.turn, kind };
        for to in Square::all().filter(|&to| wanted(to)) {
            let is_second_pawn = || kind == Kind::Pawn && self.has_pawn_on_file(self.turn, to.file());
            if self.content(to) == Content::Empty && !is_dead_end(piece, to) && !is_second_pawn() {
                moves.push(Move::Drop { kind, to });
            }
        }
    }

    /// Whether a side has an unpromoted pawn on a file.
    fn has_pawn_on_file(&self, color: Color, file: u8) -> bool {
        let kind = Kind::Pawn;
        let pawn = Piece { color, kind };
        (1..=9)
            .filter_map(|rank| Square::new(file, rank))
            .any(|square| self.piece_at(square) == Some(pawn))
    }

    /// Whether some piece of a side attacks the square: seen from the square, whether a step or a slide of
    /// that piece, taken backwards, leads to it.
    fn attacked(&self, target: Square, by: Color) -> bool {
        if self.is_stone(target) {
            return false;
        }
        let down = down_of(by);
        let stands = |square, test: &dyn Fn(Kind) -> bool| {
            self.piece_at(square).is_some_and(|piece| piece.color == by && test(piece.kind))
        };
        let steps = Kind::EVERY_STEP.iter().any(|&(files, ranks)| {
            let from = target.offset(-files, -ranks * down);
            from.is_some_and(|from| stands(from, &|kind| kind.steps().contains(&(files, ranks))))
        });
        steps
            || Kind::EVERY_SLIDE.iter().any(|&(files, ranks)| {
                let mut at = target;
                while let Some(from) = at.offset(-files, -ranks * down) {
                    if self.content(from) != Content::Empty {
                        return stands(from, &|kind| kind.slides().contains(&(files, ranks)));
                    }
                    at = from;
                }
                false
            })
    }

    /// Calls `visit` with each square that the piece attacks from where it stands (RULES 2): steps and
    /// leaps to squares on the board, slides up to and including the first piece in the way. Walled
    /// squares are never attacked, and end a slide before it reaches them.
    fn for_each_target(&self, from: Square, piece: Piece, mut visit: impl FnMut(Square)) {
        let down = down_of(piece.color);
        for &(files, ranks) in piece.kind.steps() {
            if let Some(to) = from.offset(files, ranks * down)
                && !self.is_stone(to)
            {
                visit(to);
            }
        }
        for &(files, ranks) in piece.kind.slides() {
            let mut at = from;
            while let Some(to) = at.offset(files, ranks * down)
                && !self.is_stone(to)
            {
                visit(to);
                if self.piece_at(to).is_some() {
                    break;
                }
                at = to;
            }
        }
    }
}

/// What to multiply the ranks of a step by. The tables are for Black. Every kind moves alike to left and
/// right, so White's moves are Black's with up and down exchanged.
fn down_of(color: Color) -> i8 {
    match color {
        Color::Black => 1,
        Color::White => -1,
    }
}

/// Whether the square lies on the three ranks farthest from the side (RULES 3).
fn in_promotion_zone(square: Square, color: Color) -> bool {
    square.rank_for(color) <= 3
}

/// Whether the piece could never move again from the square, on an empty board (行き所のない駒, RULES 3).
pub(super) fn is_dead_end(piece: Piece, square: Square) -> bool {
    let rank = square.rank_for(piece.color);
    match piece.kind {
        Kind::Pawn | Kind::Lance => rank == 1,
        Kind::Knight => rank <= 2,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the letter: some piece of the side has the square among its targets.
    fn attacked_forwards(position: &Position, target: Square, by: Color) -> bool {
        position.pieces().any(|(from, piece)| {
            let mut hit = false;
            if piece.color == by {
                position.for_each_target(from, piece, |to| hit |= to == target);
            }
            hit
        })
    }

    /// Positions with much going on, and all that follow from them by a move.
    fn positions() -> impl Iterator<Item = Position> {
        let sfens = [
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
            "O3k3O/1+r+b+s+n+l+p2/9/2r1B4/4O4/9/4n1L2/1+R+B+S+N+L+P2/O3K3O b - 1",
            "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
            "4k4/9/9/9/9/9/9/9/4K4 b RBGSNLPrbgsnlp 1",
            "9/9/4kk3/9/9/4O4/9/9/9 b RBGSNLP 1",
        ];
        sfens.into_iter().flat_map(|sfen| {
            let start = Position::from_sfen(sfen).unwrap();
            start.legal_moves().into_iter().map(move |m| start.play(m))
        })
    }

    #[test]
    fn checks_are_the_legal_moves_that_give_check() {
        let (mut checks, mut in_check) = (0, 0);
        for mut position in positions() {
            // Each with both sides to move: if that leaves a king in check, every move "gives check" that does not
            // end it.
            for turn in Color::BOTH {
                position.set_turn(turn, 1);
                let mut expected = position.legal_moves();
                expected.retain(|&m| position.play(m).in_check(turn.opponent()));
                checks += expected.len();
                in_check += usize::from(position.in_check(turn.opponent()));
                assert_eq!(position.checks(), expected, "{position:?}");
            }
        }
        assert!(checks > 10_000 && in_check > 100, "{checks} {in_check}");
    }

    #[test]
    fn legal_moves_are_the_pseudo_legal_ones_that_are_permitted() {
        let (mut legal, mut in_check) = (0, 0);
        for mut position in positions() {
            for turn in Color::BOTH {
                position.set_turn(turn, 1);
                let mut expected = position.pseudo_moves();
                expected.retain(|&m| position.permits(m));
                legal += expected.len();
                in_check += usize::from(position.in_check(turn));
                assert_eq!(position.legal_moves(), expected, "{position:?}");
            }
        }
        assert!(legal > 100_000 && in_check > 100, "{legal} {in_check}");
    }

    #[test]
    fn a_move_is_legal_if_it_is_one_of_the_legal_moves() {
        let mut legal = 0;
        let squares = || Square::all().step_by(2);
        let drops = || {
            Kind::ALL.into_iter().flat_map(move |kind| squares().map(move |to| Move::Drop { kind, to }))
        };
        let moves = || {
            squares().flat_map(move |from| {
                squares()
                    .flat_map(move |to| [false, true].map(|promote| Move::Board { from, to, promote }))
            })
        };
        for position in positions().step_by(7) {
            let expected = position.legal_moves();
            for m in drops().chain(moves()) {
                assert_eq!(position.is_legal(m), expected.contains(&m), "{m} {position:?}");
                legal += usize::from(expected.contains(&m));
            }
        }
        assert!(legal > 1_000, "{legal}");
    }

    #[test]
    fn attacks_seen_from_the_square_are_those_of_the_pieces() {
        let (mut hits, mut others) = (0, 0);
        for position in positions() {
            for (square, by) in Square::all().flat_map(|s| Color::BOTH.map(|by| (s, by))) {
                let expected = attacked_forwards(&position, square, by);
                assert_eq!(position.attacked(square, by), expected, "{square} {by:?}");
                *(if expected { &mut hits } else { &mut others }) += 1;
            }
        }
        assert!(hits > 10_000 && others > 10_000, "{hits} {others}");
    }
}
