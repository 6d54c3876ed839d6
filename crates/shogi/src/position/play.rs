//! Moves played on a position, and taken back.

use super::{EMPTY, Position, set_of};
use crate::{Bitboard, Kind, Move, Square, key};

/// What [`Position::undo`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
#[must_use = "a move that is not taken back stays played"]
pub struct Undo {
    m: Move,
    captured: u8,
    key: u64,
    checkers: Bitboard,
}

impl Undo {
    /// The move this takes back.
    pub fn played(&self) -> Move {
        self.m
    }

    /// The [`Position::board_key`] before the move.
    #[inline]
    pub fn key_before(&self) -> u64 {
        self.key
    }

    /// What the move captured.
    pub fn captured(&self) -> Option<Kind> {
        if self.captured == EMPTY { None } else { Kind::from_index(self.captured as usize & 15) }
    }
}

impl Position {
    /// Plays a legal move.
    ///
    /// Playing an illegal one breaks the position's promises (never memory safety): ask
    /// [`Position::is_legal`] about moves that did not come from a generator.
    // Inlined wherever it is called, as `undo` is: a tenth off the time of a check walk.
    #[inline(always)]
    pub fn play(&mut self, m: Move) -> Undo {
        let us = self.turn;
        let (to, bits) = (m.to(), m.to_bits());
        let undo = Undo { m, captured: EMPTY, key: self.key, checkers: self.checkers };
        let checkers = if m.is_drop() {
            let kind = bits >> 7 & 7;
            let packed = (us as u8) << 4 | kind as u8;
            self.hands[us.index()].remove_packed(kind as usize);
            self.toggle(to, packed);
            self.key ^= key::piece(packed as usize, to);
            self.occupied ^= Bitboard::of(to);
            self.by_color[us.index()] ^= Bitboard::of(to);
            self.board[to.index()] = packed;
            self.check_given(to, packed, us)
        } else {
            return self.play_on_board(m, undo);
        };
        self.pass_turn(checkers);
        debug_assert_eq!(self.spot_check(), Ok(()), "after {m}: {self:?}");
        undo
    }

    #[inline(always)]
    fn play_on_board(&mut self, m: Move, mut undo: Undo) -> Undo {
        let us = self.turn;
        let (from, to) = (m.start(), m.to());
        let old = self.board[from.index()];
        let new = old | (m.is_promotion() as u8) << 3;
        let captured = self.board[to.index()];
        let both = Bitboard::of(from) ^ Bitboard::of(to);
        let mut key = self.key ^ key::piece(old as usize, from) ^ key::piece(new as usize, to);
        undo.captured = captured;
        if captured == EMPTY {
            self.occupied ^= both;
        } else {
            key ^= key::piece(captured as usize, to);
            self.toggle(to, captured);
            self.by_color[(!us).index()] ^= Bitboard::of(to);
            self.hands[us.index()].add_packed(captured as usize & 7);
            self.occupied ^= Bitboard::of(from);
        }
        self.key = key;
        self.by_color[us.index()] ^= both;
        self.transfer(from, old, to, new);
        self.board[from.index()] = EMPTY;
        self.board[to.index()] = new;
        if old & 15 == Kind::King as u8 {
            self.kings[us.index()] = to.index() as u8;
        }
        let checkers = self.check_given(to, new, us) | self.check_opened(from, us);
        self.pass_turn(checkers);
        debug_assert_eq!(self.spot_check(), Ok(()), "after {m}: {self:?}");
        undo
    }

    #[inline]
    fn pass_turn(&mut self, checkers: Bitboard) {
        self.checkers = checkers;
        self.key ^= key::WHITE_TO_MOVE;
        self.turn = !self.turn;
        self.ply += 1;
    }

    /// Hands the turn over without a move, to see what the other side threatens. No move of the game:
    /// a side in check cannot do it, and then nothing happens and the answer is false.
    #[must_use = "only a pass that took place can be taken back"]
    pub fn pass(&mut self) -> bool {
        let possible = !self.in_check();
        if possible {
            self.pass_turn(Bitboard::EMPTY);
            debug_assert_eq!(self.spot_check(), Ok(()), "after passing: {self:?}");
        }
        possible
    }

    /// Takes back a [`Position::pass`] that took place.
    pub fn take_back_pass(&mut self) {
        // The side that passed was not in check, nor is it now.
        self.pass_turn(Bitboard::EMPTY);
        self.ply -= 2;
    }

    /// Takes back the last move played and not yet taken back.
    #[inline(always)]
    pub fn undo(&mut self, undo: Undo) {
        let Undo { m, captured, key, checkers } = undo;
        self.undo_on_board(m, captured);
        self.key = key;
        self.checkers = checkers;
        self.ply -= 1;
        debug_assert_eq!(self.spot_check(), Ok(()), "after taking back {m}: {self:?}");
    }

    /// Takes back a move that need not have been played here: see [`crate::Unmove`]. `captured` is a piece as
    /// [`Piece::index`], `key` the one before the move.
    pub(crate) fn take_back(&mut self, m: Move, captured: Option<u8>, key: u64) {
        self.undo_on_board(m, captured.unwrap_or(EMPTY));
        self.key = key;
        self.checkers = self.checkers_from_scratch();
        self.ply = self.ply.saturating_sub(1);
    }

    /// Undoes what a move did to board and hands, and gives the turn back.
    #[inline(always)]
    fn undo_on_board(&mut self, m: Move, captured: u8) {
        let us = !self.turn;
        let to = m.to();
        let moved = self.board[to.index()];
        if m.is_drop() {
            self.hands[us.index()].add_packed(moved as usize & 7);
            self.toggle(to, moved);
            self.occupied ^= Bitboard::of(to);
            self.by_color[us.index()] ^= Bitboard::of(to);
            self.board[to.index()] = EMPTY;
        } else {
            let from = m.start();
            let old = moved & !((m.is_promotion() as u8) << 3);
            let both = Bitboard::of(from) ^ Bitboard::of(to);
            if captured == EMPTY {
                self.occupied ^= both;
            } else {
                self.toggle(to, captured);
                self.by_color[(!us).index()] ^= Bitboard::of(to);
                self.hands[us.index()].remove_packed(captured as usize & 7);
                self.occupied ^= Bitboard::of(from);
            }
            self.by_color[us.index()] ^= both;
            self.transfer(from, old, to, moved);
            self.board[from.index()] = old;
            self.board[to.index()] = captured;
            if old & 15 == Kind::King as u8 {
                self.kings[us.index()] = from.index() as u8;
            }
        }
        self.turn = us;
    }

    /// Adds a packed piece to its set, or takes it out.
    #[inline]
    pub(super) fn toggle(&mut self, square: Square, packed: u8) {
        self.sets[set_of(packed)] ^= Bitboard::of(square);
    }

    /// Moves a piece between squares, and between sets if it promotes (or the promotion is taken back).
    ///
    /// One toggle where one is enough: a second toggle of the same set has to wait for the first.
    #[inline]
    fn transfer(&mut self, from: Square, old: u8, to: Square, new: u8) {
        let (old, new) = (set_of(old), set_of(new));
        if old == new {
            self.sets[old] ^= Bitboard::of(from) ^ Bitboard::of(to);
        } else {
            self.sets[old] ^= Bitboard::of(from);
            self.sets[new] ^= Bitboard::of(to);
        }
    }
}
