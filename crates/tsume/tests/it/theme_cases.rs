//! Every theme with at least ten lines that have it and ten that come near and have it not, each judged by the rule in
//! `docs/THEMES.md` from the diagram, in all four images (mirror, colours). 煙詰 is judged by counting letters in SFENs.
//!
//! A line need not be a solution here: rules look at moves and squares. `themes.rs` has lines with all of their themes.

use std::collections::HashSet;
use tsumugi_shogi::{Cell, Color, Kind, Move, Piece, Setup, Square, Waivers};
use tsumugi_testkit::list;
use tsumugi_tsume::Problem;
use tsumugi_tsume::canonical::Turned;
use tsumugi_tsume::themes::{Theme, themes};

/// A diagram, moves, and what there is to see.
type Case = (&'static str, &'static str, &'static str);

/// A theme, what has it, and what has it not.
type Cases = (Theme, &'static [Case], &'static [Case]);

const ON_THE_BOARD: &[Cases] = &[
    (
        Theme::BareKing,
        &[
            ("4k4/9/9/9/9/9/9/9/9 b G 1", "G*5b", "in the middle of the edge"),
            ("8k/9/9/9/9/9/9/9/9 b 2GP 1", "P*1b 1a1b G*1c 1b1a G*1b", "a mate"),
            ("9/9/9/9/4k4/9/9/9/9 b R 1", "R*5i", "in the middle of the board"),
            ("9/9/9/9/9/9/9/9/k8 b B 1", "B*5e", "on the last rank"),
            ("k8/9/9/9/9/9/9/9/9 b L 1", "L*9i", "in the other corner"),
            ("9/9/9/9/9/9/9/9/8k b N 1", "N*1e", "a knight that gives no check"),
            ("9/4k4/9/9/9/9/9/9/9 b S 1", "S*5c 5b5a", "the king steps aside"),
            ("9/9/9/9/7k1/9/9/9/9 b RBGSNLP 1", "G*2f", "one of each kind in hand"),
            ("9/9/9/9/9/9/1k7/9/9 b 4G 1", "G*8h", "four golds in hand"),
            ("9/9/9/9/9/9/9/4k4/9 b 2R2B4G4S4N4L18P 1", "R*5a", "the whole set in hand"),
        ],
        &[
            ("4k4/9/9/9/9/9/9/9/P8 b G 1", "G*5b", "a pawn of the attacker"),
            ("4k4/9/9/9/9/9/9/p8/9 b G 1", "G*5b", "a pawn of the defender"),
            ("4k4/9/9/9/9/9/9/9/8K b G 1", "G*5b", "the other king"),
            ("4k4/9/9/9/9/9/9/9/8O b G 1", "G*5b", "a wall"),
            ("OOOOOOOOO/4k4/9/9/9/9/9/9/9 b G 1", "G*5c", "a row of walls"),
            ("3gk4/9/9/9/9/9/9/9/9 b G 1", "G*5b", "a gold beside him"),
            ("4k4/9/9/9/9/9/9/9/+R8 b - 1", "9i9a", "a dragon"),
            ("4k4/9/9/9/9/9/9/9/R8 b G 1", "9i9a+", "a rook"),
            ("4k4/4p4/9/4L4/9/9/9/9/9 b G 1", "5d5b+ 5a5b", "alone at the end, not at the start"),
            ("4k4/9/9/9/9/9/9/s7S/9 b G 1", "G*5b", "a silver each"),
        ],
    ),
    (
        Theme::TwoKings,
        &[
            ("4k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5b", "opposite each other"),
            ("k8/9/9/9/9/9/9/9/4K4 b G 1", "G*8b", "far apart"),
            ("k8/9/9/4K4/9/9/9/9/9 b L 1", "L*9c", "near"),
            ("4k4/9/4K4/9/9/9/9/9/9 b G 1", "G*5b", "the king guards the gold"),
            ("8k/9/9/9/9/9/9/9/K8 b B 1", "B*5e", "in the corners"),
            ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "7g7f", "a game"),
            ("4k4/9/9/9/9/9/9/K8/9 b Rb 1", "R*5e B*5d", "a counter-check"),
            ("9/9/9/9/k3K4/9/9/9/9 b R 1", "R*9a", "on one rank"),
            ("4k4/9/4P4/9/9/9/9/9/K8 b G 1", "", "no move at all"),
            ("4k4/9/4K4/9/9/9/9/9/9 b - 1", "5c4c", "the attacker's king moves"),
        ],
        &[
            ("4k4/9/4P4/9/9/9/9/9/9 b G 1", "G*5b", "one king"),
            ("4k4/9/4P4/9/9/9/9/9/4G4 b G 1", "G*5b", "a gold where he would be"),
            ("8k/9/9/9/9/9/9/9/9 b 2GP 1", "P*1b", "a bare king"),
            ("9/9/9/9/4k4/9/9/9/8P b G 1", "G*5f", "in the middle"),
            ("4k4/9/9/9/9/9/9/9/R8 b - 1", "9i9a", "a rook"),
            ("8k/9/9/4B4/9/9/9/9/9 b - 1", "5d3b", "a bishop"),
            ("4k4/9/9/9/r8/9/9/9/9 b R 1", "R*5i 9e5e", "a rook each"),
            ("4k4/9/+R8/9/9/9/9/9/9 b - 1", "9c9a", "a dragon"),
            ("4k4/9/9/3+B5/9/9/9/9/9 b - 1", "6d5c", "a horse where he would be"),
            ("OOOOOOOOO/4k4/9/9/9/9/9/9/9 b G 1", "G*5c", "walls"),
        ],
    ),
    (
        Theme::CentreMate,
        &[
            ("9/9/9/9/4k4/9/9/9/8P b G 1", "G*5f", "a gold below"),
            ("9/9/9/9/4k4/9/9/9/8P b N 1", "N*4g", "a knight"),
            ("9/9/9/9/4k4/9/9/9/P8 b N 1", "N*6g", "a knight from the other side"),
            ("9/9/9/4k4/9/9/9/9/8P b 2G 1", "G*5c 5d5e G*5f", "he was led there"),
            ("9/9/9/9/4k4/9/9/9/8P b L 1", "L*5i", "a lance from afar"),
            ("9/9/9/9/4k4/9/9/9/8P b R 1", "R*9e", "a rook along the rank"),
            ("9/9/9/9/4k4/9/9/9/8P b B 1", "B*1a", "a bishop from the corner"),
            ("9/9/9/9/4k4/9/4P4/9/9 b - 1", "5g5f", "a pawn pushed"),
            ("9/9/9/9/4k4/9/9/5+R3/9 b - 1", "4h5h", "a dragon from afar"),
            ("9/9/9/9/4k4/9/9/9/+R8 b - 1", "9i9e 5e5d 9e9d 5d5e 9d9e", "he left and came back"),
        ],
        &[
            ("9/9/9/9/4k4/9/9/9/8P b G 1", "", "no move"),
            ("9/9/9/4k4/9/9/9/9/8P b G 1", "G*5c 5d5e", "the last move is his"),
            ("9/9/9/9/4k4/9/9/9/8P b 2G 1", "G*5f 5e5d G*5e", "he left"),
            ("9/9/9/9/5k3/9/9/9/8P b G 1", "G*4f", "on 4e"),
            ("9/9/9/9/3k5/9/9/9/8P b G 1", "G*6f", "on 6e"),
            ("9/9/9/4k4/9/9/9/9/8P b G 1", "G*5e", "on 5d; the gold is on 5e"),
            ("9/9/9/9/9/4k4/9/9/8P b G 1", "G*5g", "on 5f"),
            ("9/9/9/9/4k4/9/9/9/8P b G 1", "G*1a", "no check"),
            ("4k4/9/9/9/4K4/9/9/9/9 b G 1", "G*5b", "the attacker's king is there"),
            ("4k4/9/4P4/9/9/9/9/9/9 b G 1", "G*5b", "on the edge"),
        ],
    ),
];

const MOVES: &[Cases] = &[
    (
        Theme::Unpromoted,
        &[
            ("4k4/9/9/9/9/9/9/9/R8 b - 1", "9i9a", "a rook comes in"),
            ("B3k4/9/9/9/9/9/9/9/9 b - 1", "9a7c", "a bishop within"),
            ("4k4/9/4P4/9/9/9/9/9/9 b - 1", "5c5b", "a pawn within"),
            ("9/9/R8/9/9/9/9/9/4k4 b - 1", "9c9i", "a rook goes out"),
            ("4k4/9/9/4P4/9/9/9/9/9 b - 1", "5d5c", "a pawn comes in"),
            ("k8/9/9/9/8B/9/9/9/9 b - 1", "1e3c", "a bishop comes in"),
            ("4k4/2B6/9/9/9/9/9/9/9 b - 1", "7b5d", "a bishop goes out"),
            ("p3k4/9/9/9/9/9/9/9/R8 b - 1", "9i9a", "taking a pawn"),
            ("4k4/9/4p4/4P4/9/9/9/9/9 b - 1", "5d5c", "a pawn takes a pawn"),
            ("8k/9/R8/9/9/9/9/9/9 b G 1", "9c1c 1a2a G*2b", "the first of several moves"),
        ],
        &[
            ("4k4/9/9/9/9/9/9/9/R8 b - 1", "9i9a+", "promoted"),
            ("4k4/9/9/4S4/9/9/9/9/9 b - 1", "5d5c", "a silver"),
            ("4k4/9/9/9/9/4N4/9/9/9 b - 1", "5f4d", "a knight outside"),
            ("4k4/9/9/9/3N5/9/9/9/9 b - 1", "6e5c", "a knight"),
            ("k8/9/9/9/4L4/9/9/9/9 b - 1", "5e5c", "a lance"),
            ("4k4/9/9/9/R8/9/9/9/9 b - 1", "9e5e", "outside"),
            ("4k4/9/+R8/9/9/9/9/9/9 b - 1", "9c9a", "a dragon"),
            ("4k4/9/9/9/9/9/9/9/9 b RP 1", "R*9a", "a drop"),
            ("4k4/9/9/9/9/9/r8/8P/9 b G 1", "G*1a 9g9i", "the defender's rook"),
            ("4k4/9/3G5/9/9/9/9/9/9 b - 1", "6c6b", "a gold"),
        ],
    ),
    (
        Theme::PawnDropAvoided,
        &[
            ("8k/9/p8/7N1/9/9/9/9/6R2 b P 1", "3i3b 9c9d P*1b", "a rook; a dragon would guard 2a"),
            ("8k/9/p8/7N1/9/9/6R2/9/9 b P 1", "3g3b 9c9d P*1b", "from 3g"),
            ("8k/9/p8/7N1/6R2/9/9/9/9 b P 1", "3e3b 9c9d P*1b", "from 3e"),
            ("8k/9/p8/6RN1/9/9/9/9/9 b P 1", "3d3b 9c9d P*1b", "from 3d"),
            ("8k/9/p5R2/7N1/9/9/9/9/9 b P 1", "3c3b 9c9d P*1b", "within"),
            ("8k/R8/p8/7N1/9/9/9/9/9 b P 1", "9b3b 9c9d P*1b", "along the rank"),
            ("8k/9/p8/4B2N1/9/9/9/9/9 b P 1", "5d3b 9c9d P*1b", "a bishop; a horse would guard 2b"),
            ("8k/9/p4B3/7N1/9/9/9/9/9 b P 1", "4c3b 9c9d P*1b", "a bishop within"),
            ("8k/9/p8/7N1/3B5/9/9/9/9 b P 1", "6e3b 9c9d P*1b", "a bishop from 6e"),
            ("8k/9/p5S2/7N1/9/9/9/9/9 b P 1", "3c3b 9c9d P*1b", "a silver; promoted it would guard 2b"),
            ("8k/9/p4S3/7N1/9/9/9/9/9 b P 1", "4c3b 9c9d P*1b", "a silver from 4c"),
            (
                "8k/9/p8/7N1/6L2/9/9/9/9 b P 1",
                "3e3b 9c9d P*1b",
                "a lance; promoted it would guard both",
            ),
        ],
        &[
            ("8k/9/p8/4B4/9/9/9/9/9 b P 1", "5d3b 9c9d P*1b", "nobody guards the pawn"),
            ("8k/9/p8/7N1/9/9/9/9/6R2 b P 1", "3i3b 9c9d", "no pawn is dropped"),
            ("8k/9/p8/7N1/9/9/9/9/6R2 b L 1", "3i3b 9c9d L*1b", "a lance is dropped"),
            ("8k/9/p8/7N1/9/9/9/9/5R3 b P 1", "4i4b+ 9c9d P*1b", "promoted, and 2a is free"),
            ("8k/9/p8/7N1/9/9/9/9/5R3 b P 1", "4i4b 9c9d P*1b", "a dragon on 4b would not guard 2a"),
            ("8k/9/p5S2/7N1/9/9/9/9/9 b P 1", "3c3b 9c9d P*5e", "the pawn gives no check"),
            ("8k/9/p8/7N1/6R2/9/9/9/9 b P 1", "3e3d 9c9d P*1b", "it could not promote"),
            ("8k/9/p8/7N1/9/9/9/9/6R2 b P 1", "P*1b 1a2a 3i3b", "the pawn came first"),
            ("8k/9/p7P/7N1/9/9/9/9/6R2 b - 1", "3i3b 9c9d 1c1b", "the pawn is pushed"),
            ("8k/9/p5+R2/7N1/9/9/9/9/9 b G 1", "3c3d 9c9d G*1b", "a dragon, and a gold"),
            ("8k/9/p5S2/9/9/9/9/9/9 b P 1", "3c3b 9c9d P*1b", "the pawn could be taken"),
        ],
    ),
    (
        Theme::RookBeforePawn,
        &[
            ("4k4/9/9/9/9/9/9/9/9 b RP 1", "R*5b 5a5b P*5c", "on the edge"),
            ("9/9/9/9/4k4/9/9/9/9 b RP 1", "R*5f 5e5f P*5g", "in the middle"),
            ("8k/9/9/9/9/9/9/9/9 b RGP 1", "R*1b 1a1b P*1c", "in the corner"),
            ("k8/9/9/9/9/9/9/9/9 b R2P 1", "R*9b 9a9b P*9c", "two pawns"),
            ("9/4k4/9/9/9/9/9/9/9 b RP 1", "R*5c 5b5c P*5d", "on the second rank"),
            ("9/4k4/9/9/9/9/9/9/9 b 2RP 1", "R*5c 5b5c P*5d", "two rooks in hand"),
            ("9/4k4/9/9/9/9/9/9/9 b RGP 1", "R*5c 5b5c G*5d 5c4b P*4c", "something else in between"),
            ("9/4k4/9/9/3P5/9/9/9/9 b RP 1", "R*5c 5b5c P*5d", "a pawn on another file"),
            ("9/9/4k4/9/9/9/9/9/4K4 b RP 1", "R*5d 5c5d P*5e", "two kings"),
            ("9/4k4/9/9/9/9/9/9/9 b 2R2P 1", "R*5c 5b5c R*5d 5c5d P*5e", "twice"),
            ("9/9/9/k8/9/9/9/9/9 b RP 1", "R*9e 9d9e P*9f", "on the side"),
        ],
        &[
            (
                "9/4k4/9/9/9/9/9/9/9 b RP 1",
                "R*5c 5b4b P*4c",
                "not taken: a pawn would not have done what the rook does",
            ),
            ("9/4k4/9/9/9/9/9/9/9 b RP 1", "P*5c 5b5c R*5d", "the pawn first"),
            ("9/4k4/9/9/9/9/9/9/9 b R 1", "R*5c 5b5c", "no pawn"),
            ("9/4k4/9/9/9/9/9/9/9 b RP 1", "R*5c 5b5c", "the pawn stays in hand"),
            ("9/4k4/9/9/9/9/9/9/9 b RP 1", "R*4b 5b4b P*4c", "from the side, where a pawn is no check"),
            ("9/4k4/9/9/9/9/9/9/9 b GP 1", "G*5c 5b5c P*5d", "a gold"),
            ("9/4k4/9/9/9/9/9/9/9 b LP 1", "L*5c 5b5c P*5d", "a lance"),
            (
                "9/4k4/9/9/9/9/4P4/9/9 b RP 1",
                "R*5c 5b5c 5g5f 5c4c P*4d",
                "two pawns on the file are forbidden",
            ),
            ("9/4k4/9/9/9/9/9/9/9 b RP 1", "R*5c 5b5c P*9i", "the pawn gives no check"),
            ("9/4k4/R8/9/9/9/9/9/9 b P 1", "9c5c 5b5c P*5d", "the rook was on the board"),
            ("9/4k4/9/9/9/9/9/9/9 b RL 1", "R*5c 5b5c L*5d", "a lance later"),
        ],
    ),
    (
        Theme::FocalSacrifice,
        &[
            ("4k4/9/r7r/9/9/9/9/9/9 b N 1", "N*4c 9c4c", "two rooks"),
            ("4k4/9/r7r/9/9/9/9/9/9 b N 1", "N*6c 1c6c", "the other square, the other rook"),
            ("4k4/9/r8/9/9/8b/9/9/9 b N 1", "N*4c 1f4c", "rook and bishop"),
            ("4kl3/9/r8/9/9/9/9/9/9 b N 1", "N*4c 4a4c", "rook and lance"),
            ("4k4/9/+r7r/9/9/9/9/9/9 b N 1", "N*4c 9c4c", "dragon and rook"),
            ("4k4/9/r8/9/9/8+b/9/9/9 b N 1", "N*4c 9c4c", "rook and horse"),
            ("4kl3/9/9/9/9/8b/9/9/9 b N 1", "N*4c 1f4c", "lance and bishop"),
            ("4k4/9/9/b7b/9/9/9/9/9 b G 1", "G*5h 1d5h", "two bishops, no check"),
            ("4k4/9/r7r/9/5N3/9/9/9/9 b - 1", "4e5c 9c5c", "a move of the board"),
            ("4k4/3g5/r7r/9/9/9/9/9/9 b S 1", "S*5c 6b5c", "a gold takes, and two rooks could"),
        ],
        &[
            ("4k4/9/r8/9/9/9/9/9/9 b N 1", "N*4c 9c4c", "one rook"),
            ("4k4/9/r7r/9/9/9/9/9/9 b N 1", "N*4c 5a5b", "not taken"),
            ("4k4/4g1g2/9/9/9/9/9/9/9 b N 1", "N*4c 3b4c", "golds"),
            ("4k4/9/9/9/9/9/r8/9/9 b G 1", "G*5b 5a5b", "the king takes"),
            ("4k4/9/rp6r/9/9/9/9/9/9 b N 1", "N*4c 1c4c", "a pawn is in the way"),
            ("4k4/5n3/r8/9/9/9/9/9/9 b S 1", "S*5d 4b5d", "a knight"),
            ("4k4/9/r7r/9/9/9/9/9/9 b N 1", "N*4d 9c9d", "beside the lines"),
            ("4k4/9/R7R/9/9/9/9/9/9 b N 1", "N*4c 5a5b", "the attacker's own rooks"),
            ("4k4/9/r8/9/9/8b/9/9/9 b N 1", "N*6c 9c6c", "the bishop does not reach 6c"),
            ("4k4/9/9/r8/9/9/9/9/9 b N 1", "N*4c 5a5b", "the rook does not reach it"),
        ],
    ),
    (
        Theme::DoubleCheck,
        &[
            ("4k4/9/9/9/4B4/9/9/9/4R4 b - 1", "5e3c+", "bishop and rook"),
            ("4k4/9/9/9/4B4/9/9/9/4L4 b - 1", "5e3c+", "bishop and lance"),
            ("4k4/9/9/9/4B4/9/9/9/4R4 b - 1", "5e7c", "not promoted, to the other side"),
            ("4k4/9/9/4N4/9/9/9/9/4R4 b - 1", "5d4b+", "knight and rook"),
            ("4k4/9/4S4/9/9/9/9/9/4R4 b - 1", "5c4b", "silver and rook"),
            ("4k4/9/4G4/9/9/9/9/9/4R4 b - 1", "5c6b", "gold and rook"),
            ("4k4/9/4+B4/9/9/9/9/9/4R4 b - 1", "5c6b", "horse and rook"),
            ("4k4/9/6R2/9/8B/9/9/9/9 b - 1", "3c5c", "rook and bishop"),
            ("4k4/9/6N2/9/8B/9/9/9/9 b - 1", "3c4a+", "knight and bishop"),
            ("4k4/5P3/9/9/8B/9/9/9/9 b - 1", "4b4a+", "pawn and bishop"),
        ],
        &[
            ("4k4/9/9/9/4B4/9/9/9/4R4 b - 1", "5e4d", "the rook alone"),
            ("4k4/9/9/4N4/9/9/9/9/9 b - 1", "5d4b+", "the knight alone"),
            ("4k4/9/4G4/9/9/9/9/9/4R4 b - 1", "5c4c", "the gold gives none"),
            ("4k4/9/9/9/9/9/9/9/3R5 b G 1", "G*5b", "gold and rook, but one check"),
            ("4k4/9/9/9/4B4/9/9/9/3R5 b - 1", "5e3c+", "the rook is on another file"),
            ("4k4/9/9/9/4B4/4P4/9/9/4R4 b - 1", "5e3c+", "a pawn stands before the rook"),
            ("4k4/9/9/4S4/9/9/9/9/4R4 b - 1", "5d4e", "the silver steps back"),
            ("4k4/9/9/9/9/9/9/9/8P b 2G 1", "G*5b", "one gold"),
            ("4k4/9/9/9/9/9/R8/9/9 b B 1", "B*1e", "a dropped bishop"),
            ("4k4/9/9/9/4B4/9/9/9/9 b - 1", "5e3c+", "the bishop alone"),
        ],
    ),
    (
        Theme::CounterCheck,
        &[
            ("4k4/9/9/9/9/9/9/K8/9 b Rb 1", "R*5e B*5d", "a bishop between"),
            ("4k4/9/9/K8/9/9/9/9/9 b Rr 1", "R*5e R*5d", "a rook between"),
            ("4k4/9/9/9/9/5K3/9/9/9 b Rn 1", "R*5e N*5d", "a knight between"),
            ("4k4/9/9/9/9/9/6K2/9/9 b Bl 1", "B*1e L*3c", "a lance between"),
            ("4k4/9/9/6K2/9/9/9/9/9 b Bg 1", "B*1e G*3c", "a gold between"),
            ("4k4/9/9/5K3/9/9/9/9/9 b Bs 1", "B*1e S*3c", "a silver between"),
            ("4k4/9/9/6K2/9/9/9/9/9 b Bp 1", "B*1e P*3c", "a pawn between"),
            ("4k4/9/r8/9/9/9/9/9/6K2 b B 1", "B*1e 9c3c", "a rook of the board between"),
            ("4k4/9/9/K8/4r4/9/9/9/9 b R 1", "R*5d 5e5d", "the rook is taken"),
            ("r3k3K/9/9/9/9/9/9/9/9 b G 1", "G*5b 5a5b", "the king steps out of a line"),
        ],
        &[
            ("4k4/9/9/9/9/9/9/4K4/9 b Gr 1", "G*5b 5a5b", "the gold is taken"),
            ("4k4/9/9/9/4r4/9/9/9/3K5 b R 1", "R*5d 5e5d", "the king is elsewhere"),
            ("r3k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5b 5a5b", "the line leads elsewhere"),
            ("5k3/9/9/9/9/9/4r4/9/3K5 b R 1", "R*4g 5g4g", "taken from the side"),
            ("4k4/9/9/9/9/9/9/9/9 b Rb 1", "R*5e B*5d", "no king to be checked"),
            ("4k4/9/9/9/9/9/9/K8/9 b Rg 1", "R*5e G*5d", "a gold, far away"),
            ("4k4/9/9/9/8r/9/9/9/K8 b G 1", "G*1a 1e9e", "a check, but not in reply to one"),
            ("4k4/9/9/9/r3K4/9/9/9/4R4 b - 1", "5e4d", "the attacker's reply to a check"),
            ("4k4/9/9/9/9/9/9/9/5K3 b Bs 1", "B*1e S*3c", "a silver, far away"),
            ("4k4/9/9/5K3/9/9/9/9/9 b Rn 1", "R*5f N*5d", "a knight looks down, not aside"),
            ("4k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5b", "no reply"),
        ],
    ),
    (
        Theme::SacrificedInterposition,
        &[
            ("4k4/9/9/9/9/9/9/9/8P b Rp 1", "R*5i P*5e", "a pawn half way"),
            ("4k4/9/9/9/9/9/9/9/8P b Rp 1", "R*5i P*5c", "a pawn two squares from the king"),
            ("8k/9/9/9/9/9/9/9/8P b Bn 1", "B*9i N*5e", "a knight before a bishop"),
            ("4k4/9/9/9/9/9/9/9/8P b Lg 1", "L*5i G*5d", "a gold before a lance"),
            ("4k4/9/9/9/9/9/9/9/8P b Rs 1", "R*5i S*5g", "a silver far away"),
            ("k8/9/9/9/9/9/9/9/9 b Rb 1", "R*9i B*9e", "a bishop on the edge"),
            ("4k4/9/9/9/9/9/9/9/8P b Bn 1", "B*1e N*3c", "a knight near"),
            (
                "4k4/9/5S3/9/9/9/9/9/8P b Rp 1",
                "R*5i P*5b 5i5b+",
                "beside the king, who cannot take back",
            ),
            ("4k4/9/3S5/9/9/9/9/9/8P b Lg 1", "L*5i G*5b 5i5b+", "beside the king, a lance"),
            ("8k/9/8G/9/9/9/9/9/8P b Bs 1", "B*9i S*2b", "beside the king, a bishop"),
        ],
        &[
            ("4k4/9/9/9/9/9/9/9/8P b Rp 1", "R*5i P*5b 5i5b+ 5a5b", "the king takes back"),
            ("4k4/9/9/5g3/9/9/9/9/8P b Rp 1", "R*5i P*5e", "a gold guards it"),
            ("4k4/9/9/9/r8/9/9/9/8P b Rp 1", "R*5i P*5e", "a rook guards it"),
            ("4k4/9/9/9/9/9/9/1b7/8P b Rp 1", "R*5i P*5e", "a bishop guards it"),
            ("4k4/9/5n3/9/9/9/9/9/8P b Rp 1", "R*5i P*5e", "a knight guards it"),
            ("4k4/9/9/9/9/9/9/9/K7r b Rp 1", "R*5i P*5e", "the rook is pinned and cannot take"),
            ("4k4/9/9/9/9/9/9/9/8P b Rp 1", "R*5i 5a4a", "the king walks away"),
            ("4k4/9/9/9/9/9/9/9/r7P b Rp 1", "R*5i 9i5i", "the rook is taken"),
            ("4k4/9/9/9/r8/9/9/9/9 b R 1", "R*5i 9e5e", "a rook aside"),
            ("4k4/3g5/9/9/9/9/9/9/9 b R 1", "R*5i 6b5b", "beside the king"),
            ("4k4/9/4P4/9/9/9/9/9/9 b G 1", "G*5b", "nothing between"),
        ],
    ),
    (
        Theme::DistantInterposition,
        &[
            ("4k4/9/9/9/9/9/9/9/8P b Rp 1", "R*5i P*5e", "a pawn half way"),
            ("4k4/9/9/9/9/9/9/9/8P b Rp 1", "R*5i P*5c", "a pawn two squares from the king"),
            ("8k/9/9/9/9/9/9/9/8P b Bn 1", "B*9i N*5e", "a knight before a bishop"),
            ("4k4/9/9/9/9/9/9/9/8P b Lg 1", "L*5i G*5d", "a gold before a lance"),
            ("4k4/9/9/9/9/9/9/9/8P b Rs 1", "R*5i S*5g", "a silver far away"),
            ("k8/9/9/9/9/9/9/9/9 b Rb 1", "R*9i B*9e", "a bishop on the edge"),
            ("4k4/9/9/9/9/9/9/9/8P b Bn 1", "B*1e N*3c", "a knight near"),
            ("4k4/9/9/9/9/9/9/9/8P b Rp 1", "R*5i P*5h", "beside the rook"),
            ("4k4/9/9/9/9/9/9/9/8P b Ll 1", "L*5i L*5c", "lance before lance"),
            ("9/9/9/9/k8/9/9/9/9 b Rs 1", "R*1e S*4e", "from the side"),
        ],
        &[
            (
                "4k4/9/5S3/9/9/9/9/9/8P b Rp 1",
                "R*5i P*5b 5i5b+",
                "beside the king, who cannot take back",
            ),
            ("4k4/9/3S5/9/9/9/9/9/8P b Lg 1", "L*5i G*5b 5i5b+", "beside the king, a lance"),
            ("8k/9/8G/9/9/9/9/9/8P b Bs 1", "B*9i S*2b", "beside the king, a bishop"),
            ("4k4/9/9/9/9/9/9/9/8P b Rp 1", "R*5i P*5b 5i5b+ 5a5b", "the king takes back"),
            ("4k4/9/9/5g3/9/9/9/9/8P b Rp 1", "R*5i P*5e", "a gold guards it"),
            ("4k4/9/9/9/r8/9/9/9/8P b Rp 1", "R*5i P*5e", "a rook guards it"),
            ("4k4/9/9/9/9/9/9/1b7/8P b Rp 1", "R*5i P*5e", "a bishop guards it"),
            ("4k4/9/5n3/9/9/9/9/9/8P b Rp 1", "R*5i P*5e", "a knight guards it"),
            ("4k4/9/9/9/9/9/9/9/K7r b Rp 1", "R*5i P*5e", "the rook is pinned and cannot take"),
            ("4k4/9/9/9/r8/9/9/9/9 b R 1", "R*5i 9e5e", "a rook aside"),
            ("4k4/9/4P4/9/9/9/9/9/9 b G 1", "G*5b", "nothing between"),
        ],
    ),
    (
        Theme::MovedInterposition,
        &[
            ("4k4/9/9/9/r8/9/9/9/9 b R 1", "R*5i 9e5e", "a rook aside"),
            ("8k/9/9/r8/9/9/9/9/9 b B 1", "B*9i 9d4d", "a rook before a bishop"),
            ("8k/9/5s3/9/9/9/9/9/9 b B 1", "B*9i 4c4d", "a silver"),
            ("8k/9/9/6r2/9/9/9/9/9 b B 1", "B*9i 3d4d", "one step of a rook"),
            ("4k4/9/9/9/2b6/9/9/9/9 b L 1", "L*5i 7e5g", "a bishop"),
            ("4k4/9/9/3g5/9/9/9/9/9 b R 1", "R*5i 6d5d", "a gold"),
            ("4k4/9/3n5/9/9/9/9/9/9 b R 1", "R*5i 6c5e", "a knight"),
            ("k8/9/9/9/1s7/9/9/9/9 b R 1", "R*9i 8e9f", "a silver on the edge"),
            ("4k4/9/9/9/9/9/3+p5/9/9 b R 1", "R*5i 6g5g", "a promoted pawn"),
            ("4k4/9/9/9/9/9/9/r8/9 b L 1", "L*5i 9h5h", "before a lance"),
        ],
        &[
            ("4k4/9/9/3g5/r8/9/9/9/9 b R 1", "R*5i 9e5e", "a gold guards it"),
            ("4k4/3g5/9/9/9/9/9/9/9 b R 1", "R*5i 6b5b", "beside the king"),
            ("4k4/9/9/9/9/9/9/9/8P b Rp 1", "R*5i 5a4a", "the king walks away"),
            ("4k4/9/9/9/9/9/9/9/r7P b Rp 1", "R*5i 9i5i", "the rook is taken"),
            ("4k4/9/9/9/9/9/9/9/8P b Rp 1", "R*5i P*5e", "a pawn half way"),
            ("4k4/9/9/9/9/9/9/9/8P b Rp 1", "R*5i P*5c", "a pawn two squares from the king"),
            ("8k/9/9/9/9/9/9/9/8P b Bn 1", "B*9i N*5e", "a knight before a bishop"),
            ("4k4/9/9/9/9/9/9/9/8P b Lg 1", "L*5i G*5d", "a gold before a lance"),
            ("4k4/9/9/9/9/9/9/9/8P b Rs 1", "R*5i S*5g", "a silver far away"),
            ("4k4/9/9/9/9/9/9/9/8P b Rp 1", "R*5i P*5b 5i5b+ 5a5b", "the king takes back"),
            (
                "4k4/9/5S3/9/9/9/9/9/8P b Rp 1",
                "R*5i P*5b 5i5b+",
                "beside the king, who cannot take back",
            ),
            ("4k4/9/4P4/9/9/9/9/9/9 b G 1", "G*5b", "nothing between"),
        ],
    ),
];

/// The moves of the attacker, and behind the bar those of the king, who steps to and fro.
const SAWS: &[Cases] = &[
    (
        Theme::HorseSaw,
        &[
            ("4k4/9/9/9/9/9/9/9/8+B b - 1", "1i2i 2i2h 2h3h 3h3g | 5a5b 5b5a", "left and up"),
            ("4k4/9/9/9/9/9/9/9/8+B b - 1", "1i1h 1h2h 2h2g 2g3g | 5a5b 5b5a", "up and left"),
            ("4k4/9/9/9/9/9/9/9/7+B1 b - 1", "2i3i 3i3h 3h4h 4h4g | 5a5b 5b5a", "from 2i"),
            ("4k4/9/9/9/9/9/9/9/+B8 b - 1", "9i8i 8i8h 8h7h 7h7g | 5a5b 5b5a", "right and up"),
            ("4k4/9/9/9/9/9/9/9/+B8 b - 1", "9i9h 9h8h 8h8g 8g7g | 5a5b 5b5a", "up and right"),
            ("4k4/9/9/9/9/9/8+B/9/9 b - 1", "1g2g 2g2h 2h3h 3h3i | 5a5b 5b5a", "left and down"),
            ("4k4/9/9/9/9/9/+B8/9/9 b - 1", "9g8g 8g8h 8h7h 7h7i | 5a5b 5b5a", "right and down"),
            ("4k4/9/9/9/6+B2/9/9/9/9 b - 1", "3e3f 3f4f 4f4g 4g5g | 5a5b 5b5a", "down and left"),
            (
                "4k4/9/9/9/9/9/9/9/8+B b - 1",
                "1i1h 1h2h 2h3h 3h3g | 5a5b 5b5a",
                "one tooth up and left, the next left and up",
            ),
            (
                "4k4/9/9/9/9/9/9/9/8+B b G 1",
                "1i2i 2i2h G*9i 2h3h 3h3g | 5a5b 5b5a",
                "something else in between",
            ),
            ("4k4/9/9/9/9/9/9/9/8+B b - 1", "1i2i 2i2h 2h3h 3h3g 3g4g 4g4f | 5a5b 5b5a", "three teeth"),
        ],
        &[
            ("4k4/9/9/9/9/9/9/9/8+B b - 1", "1i2i 2i2h 2h3h | 5a5b 5b5a", "three moves"),
            ("4k4/9/9/9/9/9/9/9/8+B b - 1", "1i2i 2i2h 2h2i 2i1i | 5a5b 5b5a", "there and back"),
            ("4k4/9/9/9/9/9/9/9/8+B b - 1", "1i3g 3g2h 2h4f 4f3g | 5a5b 5b5a", "diagonally both times"),
            ("4k4/9/9/9/9/9/9/9/8+B b - 1", "1i2i 2i3i 3i4i 4i5i | 5a5b 5b5a", "straight on"),
            (
                "4k4/9/9/9/9/9/9/9/7+B1 b - 1",
                "2i3i 3i3h 3h2h 2h2g | 5a5b 5b5a",
                "first to the left, then to the right",
            ),
            ("4k4/9/9/9/9/9/9/9/7+B1 b - 1", "2i3i 3i3h 3h2h 2h2i | 5a5b 5b5a", "round and round"),
            (
                "4k4/9/9/9/9/9/9/9/+B7+B b - 1",
                "1i2i 2i2h 9i8i 8i8h | 5a5b 5b5a",
                "two horses, a tooth each",
            ),
            ("4k4/9/9/9/9/9/9/9/8+R b - 1", "1i2i 2i2h 2h3h 3h3g | 5a5b 5b5a", "a dragon"),
            ("4k4/9/9/9/9/9/9/9/8G b - 1", "1i2i 2i2h 2h3h 3h3g | 5a5b 5b5a", "a gold"),
            (
                "4k4/9/9/9/9/9/9/9/8+B b - 1",
                "1i2i 2i2h 2h1h 1h1g | 5a5b 5b5a",
                "a tooth to the left, a tooth to the right",
            ),
            ("4k4/9/9/9/9/9/9/9/8B b - 1", "1i2h 2h3g 3g2h 2h3i | 5a5b 5b5a", "a bishop"),
        ],
    ),
    (
        Theme::DragonSaw,
        &[
            ("8k/9/9/9/4+R4/9/9/9/9 b - 1", "5e6f 6f5f 5f6g 6g5g | 1a1b 1b1a", "down"),
            ("8k/9/9/9/4+R4/9/9/9/9 b - 1", "5e6f 6f6e 6e7f 7f7e | 1a1b 1b1a", "to the left"),
            (
                "8k/9/9/9/4+R4/9/9/9/9 b - 1",
                "5e4f 4f5f 5f4g 4g5g | 1a1b 1b1a",
                "down, from the other side",
            ),
            ("8k/9/9/9/9/9/4+R4/9/9 b - 1", "5g6f 6f5f 5f6e 6e5e | 1a1b 1b1a", "up"),
            ("8k/9/9/9/4+R4/9/9/9/9 b - 1", "5e6e 6e5f 5f6f 6f5g | 1a1b 1b1a", "the line first"),
            ("8k/9/9/9/4+R4/9/9/9/9 b - 1", "5e4f 4f4e 4e3f 3f3e | 1a1b 1b1a", "to the right"),
            ("8k/9/9/9/2+R6/9/9/9/9 b - 1", "7e8f 8f7f 7f8g 8g7g | 1a1b 1b1a", "on the seventh file"),
            ("8k/9/9/6+R2/9/9/9/9/9 b - 1", "3d4e 4e3e 3e4f 4f3f | 1a1b 1b1a", "on the third file"),
            (
                "8k/9/9/9/4+R4/9/9/9/9 b G 1",
                "5e6f 6f5f G*9i 5f6g 6g5g | 1a1b 1b1a",
                "something else in between",
            ),
            ("8k/9/9/+R8/9/9/9/9/9 b - 1", "9d8e 8e9e 9e8f 8f9f | 1a1b 1b1a", "on the edge"),
        ],
        &[
            ("8k/9/9/9/4+R4/9/9/9/9 b - 1", "5e6f 6f5f 5f6g | 1a1b 1b1a", "three moves"),
            ("8k/9/9/9/4+R4/9/9/9/9 b - 1", "5e5f 5f6f 6f6g 6g7g | 1a1b 1b1a", "no diagonal step"),
            ("8k/9/9/9/4+R4/9/9/9/9 b - 1", "5e6f 6f5g 5g6h 6h5i | 1a1b 1b1a", "diagonally both times"),
            ("8k/9/9/9/4+R4/9/9/9/9 b - 1", "5e6f 6f5f 5f6e 6e5e | 1a1b 1b1a", "down and up again"),
            ("8k/9/9/9/4+R4/9/9/9/9 b - 1", "5e6f 6f6e 6e5f 5f5e | 1a1b 1b1a", "left and right again"),
            ("8k/9/9/9/+R7P/9/9/9/9 b - 1", "9e8f 8f9f 9f9h 9h8h | 1a1b 1b1a", "one tooth"),
            (
                "8k/9/9/9/1+R2+R4/9/9/9/9 b - 1",
                "5e6f 6f5f 8e9f 9f8f | 1a1b 1b1a",
                "two dragons, a tooth each",
            ),
            ("8k/9/9/9/+B8/9/9/9/9 b - 1", "9e8f 8f9f 9f8g 8g9g | 1a1b 1b1a", "a horse"),
            ("8k/9/9/9/4G4/9/9/9/9 b - 1", "5e6d 6d5d 5d6c 6c5c | 1a1b 1b1a", "a gold"),
            ("8k/9/9/9/4R4/9/9/9/9 b - 1", "5e6e 6e6f 6f5f 5f5g | 1a1b 1b1a", "a rook"),
            (
                "8k/9/9/9/4+R4/9/9/9/9 b - 1",
                "5e6f 6f3f 3f4g 4g1g | 1a1b 1b1a",
                "three squares at a time",
            ),
        ],
    ),
];

/// The line of a case.
fn moves(text: &str) -> Vec<Move> {
    let read = |text: &str| text.split_whitespace().map(|m| m.parse().unwrap()).collect::<Vec<Move>>();
    let Some((attacker, king)) = text.split_once('|') else { return read(text) };
    let (attacker, king) = (read(attacker), read(king));
    let mut line: Vec<Move> =
        attacker.iter().zip(king.iter().cycle()).flat_map(|(&a, &k)| [a, k]).collect();
    line.pop();
    line
}

fn all() -> impl Iterator<Item = &'static Cases> {
    [ON_THE_BOARD, MOVES, SAWS].into_iter().flatten()
}

/// What is wrong with a case in one of its images.
fn flaw(theme: Theme, expected: bool, &(sfen, line, what): &Case, turned: Turned) -> Option<String> {
    let setup = turned.setup(&sfen.parse::<Setup>().unwrap());
    let line: Vec<Move> = moves(line).into_iter().map(|m| turned.m(m)).collect();
    let attacker = if turned.rotated { Color::White } else { Color::Black };
    let says = |why: String| Some(format!("{theme} {expected}: {sfen} ({what}) {turned:?}: {why}"));
    let problem = match Problem::from_setup_for(&setup, Waivers::TSUME, true, Some(attacker)) {
        Ok(problem) => problem,
        Err(error) => return says(format!("{error:?}")),
    };
    let mut here = problem.clone();
    for &m in &line {
        if !here.position().is_legal(m) {
            return says(format!("{m} is illegal"));
        }
        here = here.after(m);
    }
    let found = themes(&problem, &line);
    if found.contains(&theme) == expected { None } else { says(format!("{found:?}")) }
}

#[test]
fn every_theme_is_seen_where_it_is_and_nowhere_else() {
    let mut flaws = Vec::new();
    for (theme, yes, no) in all() {
        for turned in (0..4).map(Turned::from_bits) {
            flaws.extend(yes.iter().filter_map(|case| flaw(*theme, true, case, turned)));
            flaws.extend(no.iter().filter_map(|case| flaw(*theme, false, case, turned)));
        }
    }
    assert!(flaws.is_empty(), "{}", flaws.join("\n"));
}

#[test]
fn every_theme_has_ten_cases_either_way() {
    for theme in Theme::ALL.into_iter().filter(|theme| *theme != Theme::Smoke) {
        let (_, yes, no) = all().find(|(of, ..)| *of == theme).expect("every theme has cases");
        for cases in [yes, no] {
            let lines: HashSet<_> = cases.iter().map(|(sfen, line, _)| (sfen, line)).collect();
            assert!(lines.len() >= 10, "{theme}: {}", lines.len());
            println!("{theme}: {}", lines.len());
        }
    }
}

/// Pieces on the board of a SFEN, by its letters.
fn pieces(sfen: &str) -> usize {
    let board = sfen.split(' ').next().unwrap_or_default();
    board.chars().filter(|c| c.is_ascii_alphabetic() && *c != 'O').count()
}

/// 煙詰: the classic one, 図巧 99, begun later and later, and broken off sooner and sooner; and the same with a second king, which
/// stands where it is in nobody's way.
#[test]
fn smoke_is_thirty_pieces_that_become_three_or_with_two_kings_four() {
    let Some(text) = list("zuko_lines.tsv") else { return };
    let row = text.lines().nth(98).unwrap();
    let columns: Vec<&str> = row.split('\t').collect();
    let line = moves(columns[3]);
    let setup: Setup = columns[0].parse().unwrap();
    // The positions of the line, if it can be played.
    let play = |setup: &Setup| {
        let mut all =
            vec![Problem::from_setup_for(setup, Waivers::TSUME, true, Some(Color::Black)).ok()?];
        for &m in &line {
            let here = all.last()?;
            all.push(here.position().is_legal(m).then(|| here.after(m))?);
        }
        Some(all)
    };
    let with_king = |square: Square| {
        let mut setup = setup.clone();
        let king = Cell::Piece(Piece::new(Color::Black, Kind::King));
        setup.piece(square).is_none().then(|| setup.set(square, king))?;
        play(&setup)
    };
    let one = play(&setup).expect("the line can be played");
    let two = Square::all().find_map(with_king).expect("there is room for a king");
    for (kings, positions) in [(1, one), (2, two)] {
        let count = |at: usize| pieces(&positions[at].position().to_sfen());
        let (mut yes, mut no) = (0, 0);
        for begin in (0..line.len()).step_by(2) {
            for end in [line.len(), line.len() - 2, line.len() - 20] {
                if end <= begin {
                    continue;
                }
                let expected = count(begin) >= 30 && count(end) <= 2 + kings;
                let found = themes(&positions[begin], &line[begin..end]).contains(&Theme::Smoke);
                assert_eq!(found, expected, "{kings}, from {begin} to {end}");
                *(if found { &mut yes } else { &mut no }) += 1;
            }
        }
        println!("smoke, {kings} kings: {yes} with, {no} without");
        assert!(yes >= 10 && no >= 10, "{kings}: {yes}, {no}");
    }
}
