//! The claims of a search for a brinkmate in the words of shogi: how many plies, which position must be answered by which
//! claim.
//!
//! The search plays a game of its own, in which a threat is asked for by passing and believing, and counts those steps too
//! ([`Threats`]). What a certificate says is about positions of shogi: here a mate, there a brinkmate within some plies, there
//! neither. `docs/CERTIFICATE.md` has the kinds of claims and what each rests on.

use crate::canonical::Turned;
use crate::certificate::{canonical_rank, moves_in_order};
use crate::game::TsumeGame;
use std::collections::{HashMap, HashSet};
use tsumugi_andor::engines::lambda::{Step, Threats};
use tsumugi_andor::proof::Claim;
use tsumugi_andor::{Limits, Resource, Resources, Rules, Turn};
use tsumugi_shogi::{Move, MoveList};

/// What a claim says about the position it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Says {
    /// The attacker, to move, mates within this many plies.
    Mate(Move, u32),
    /// The attacker, to move, wins by brinkmate within this many plies.
    Brinkmate(Move, u32),
    /// The defender, to move, is never mated: this reply.
    NoMate(Move),
    /// The defender, to move, is in no brinkmate: this reply, or none, as nothing threatens it.
    NoBrinkmate(Option<Move>),
}

/// A claim, at its position: the attacker holds the hand of the claim.
#[derive(Clone, Debug)]
pub(crate) struct Stated {
    pub(crate) game: TsumeGame,
    pub(crate) says: Says,
}

/// What must be said about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Need {
    /// A mate within this many plies.
    Mate(u32),
    /// A brinkmate, or a mate, within this many plies.
    Brinkmate(u32),
    /// No mate.
    NoMate,
    /// No brinkmate.
    NoBrinkmate,
}

/// A position about which something must be said.
#[derive(Clone, Debug)]
pub(crate) struct Open {
    pub(crate) game: TsumeGame,
    pub(crate) need: Need,
}

/// A claim of the search, as it came.
struct Found {
    game: TsumeGame,
    order: u32,
    claim: Claim<Step<Move>>,
}

/// The claims of a search, while they come in.
#[derive(Default)]
pub(crate) struct Gathering {
    found: Vec<Found>,
}

impl Gathering {
    /// Takes a claim at its position.
    pub(crate) fn add(&mut self, at: &Threats<TsumeGame>, claim: &Claim<Step<Move>>) {
        let (game, order) = (at.game().clone(), at.resource().order.0);
        self.found.push(Found { game, order, claim: *claim });
    }

    /// Puts them into plies of shogi; none if the time is over, or a claim is missing, which a proof that holds excludes.
    pub(crate) fn into_proof(self, limits: &Limits) -> Option<Proof> {
        let mut proof = Proof::default();
        let mut later = Vec::new();
        for Found { game, order, claim } in self.found {
            match claim {
                // By checks alone every step is a ply, and from an attacker to move there is an odd number of them.
                Claim::Win { m: Step::Play(m, by), plies } if by.0 <= 1 => {
                    proof.add(game, Says::Mate(m, (plies.get() - 1) | 1));
                }
                Claim::Win { m: Step::Play(m, _), plies } => later.push((plies, game, m)),
                Claim::Win { .. } => return None,
                Claim::Hold { m: Step::Reply(m), .. } if order <= 1 => proof.add(game, Says::NoMate(m)),
                Claim::Hold { m: Step::Reply(m), .. } => proof.add(game, Says::NoBrinkmate(Some(m))),
                Claim::Hold { m: Step::Pass, .. } if order > 1 => {
                    proof.add(game, Says::NoBrinkmate(None))
                }
                // That the threat is believed in says nothing; the reply after it does.
                Claim::Hold { .. } => {}
            }
        }
        // What a claim rests on takes fewer steps, and so has its number before.
        later.sort_by_key(|(plies, ..)| *plies);
        for (_, game, m) in later {
            if limits.interrupted().is_some() {
                return None;
            }
            let plies = proof.plies_after(&game, m)?;
            proof.add(game, Says::Brinkmate(m, plies));
        }
        Some(proof)
    }
}

/// Claims in the words of shogi, found by position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proof {
    stated: Vec<Stated>,
    /// By key of the position.
    at: HashMap<u64, Vec<usize>>,
    known: HashSet<(u64, u32, Says)>,
}

impl Proof {
    fn add(&mut self, game: TsumeGame, says: Says) {
        let key = game.key();
        if self.known.insert((key, game.resource().to_bits(), says)) {
            self.at.entry(key).or_default().push(self.stated.len());
            self.stated.push(Stated { game, says });
        }
    }

    /// How many claims there are.
    pub(crate) fn len(&self) -> usize {
        self.stated.len()
    }

    /// The claim of a number.
    pub(crate) fn get(&self, number: usize) -> &Stated {
        &self.stated[number]
    }

    /// The numbers of the claims that answer for a position.
    pub(crate) fn answers(&self, open: &Open) -> impl Iterator<Item = usize> {
        let (need, own) = (open.need, open.game.resource());
        let here = self.at.get(&open.game.key()).map_or(&[][..], Vec::as_slice);
        here.iter().copied().filter(move |&number| {
            let Stated { game, says } = &self.stated[number];
            let hand = game.resource();
            match (need, says) {
                (Need::Mate(most), Says::Mate(_, plies)) => *plies <= most && own.covers(hand),
                (Need::Brinkmate(most), Says::Mate(_, plies) | Says::Brinkmate(_, plies)) => {
                    *plies <= most && own.covers(hand)
                }
                (Need::NoMate, Says::NoMate(_) | Says::NoBrinkmate(_))
                | (Need::NoBrinkmate, Says::NoBrinkmate(_)) => hand.covers(own),
                _ => false,
            }
        })
    }

    /// The claim that wins soonest in a position with the attacker to move: its number of plies and its move.
    pub(crate) fn soonest(&self, game: &TsumeGame) -> Option<(u32, Move)> {
        let open = Open { game: game.clone(), need: Need::Brinkmate(u32::MAX) };
        let wins = self.answers(&open).filter_map(|number| match self.stated[number].says {
            Says::Mate(m, plies) | Says::Brinkmate(m, plies) => Some((plies, m)),
            Says::NoMate(_) | Says::NoBrinkmate(_) => None,
        });
        wins.min_by_key(|(plies, _)| *plies)
    }

    /// How many plies a move takes to win, itself included, by the claims there are; none if they leave a reply open.
    fn plies_after(&self, game: &TsumeGame, m: Move) -> Option<u32> {
        let mut game = game.clone();
        game.play(m);
        Some(1 + self.plies_against(&mut game)?)
    }

    /// How many plies a defender to move holds out, by the claims there are; none if they leave a reply open.
    pub(crate) fn plies_against(&self, game: &mut TsumeGame) -> Option<u32> {
        let mut longest = 0;
        for m in in_order(game) {
            game.play(m);
            let soonest = self.soonest(game);
            game.undo();
            longest = longest.max(1 + soonest?.0);
        }
        Some(longest)
    }

    /// A line of a brinkmate: the claimed moves against the replies that hold out longest, of these the first.
    pub(crate) fn line(&self, mut game: TsumeGame) -> Vec<Move> {
        let mut line = Vec::new();
        loop {
            let next = match game.turn() {
                Turn::Or => self.soonest(&game).map(|(_, m)| m),
                Turn::And => {
                    let replies = as_generated(&game);
                    let mut held = |m: Move| {
                        game.play(m);
                        let plies = self.soonest(&game).map(|(plies, _)| plies);
                        game.undo();
                        plies
                    };
                    let replies: Vec<_> = replies.into_iter().map(|m| (held(m), m)).collect();
                    replies.into_iter().rev().max_by_key(|(plies, _)| *plies).map(|(_, m)| m)
                }
            };
            let Some(m) = next else { return line };
            game.play(m);
            line.push(m);
        }
    }
}

impl Stated {
    /// What a claim rests on, in the order of the certificate.
    pub(crate) fn successors(&self) -> Vec<Open> {
        let mut game = self.game.clone();
        match self.says {
            Says::Mate(m, plies) => {
                game.play(m);
                after_each(&game, in_order(&game), Need::Mate(plies.saturating_sub(2)))
            }
            Says::Brinkmate(m, plies) => {
                game.play(m);
                under_threat(&game, plies - 1)
            }
            Says::NoMate(m) => {
                game.play(m);
                after_each(&game, in_order(&game), Need::NoMate)
            }
            Says::NoBrinkmate(Some(m)) => {
                game.play(m);
                after_each(&game, tries(&game), Need::NoBrinkmate)
            }
            Says::NoBrinkmate(None) => {
                game.skip();
                after_each(&game, in_order(&game), Need::NoMate)
            }
        }
    }
}

/// What a brinkmate rests on where the defender is to move and has at most this many plies left: the threat, unless it is in
/// check, and an answer to every reply.
pub(crate) fn under_threat(game: &TsumeGame, plies: u32) -> Vec<Open> {
    let mut open = Vec::new();
    if !game.position().in_check() {
        let mut passed = game.clone();
        passed.skip();
        open.push(Open { game: passed, need: Need::Mate(u32::MAX) });
    }
    open.extend(after_each(game, in_order(game), Need::Brinkmate(plies.saturating_sub(1))));
    open
}

/// The positions after these moves, all with the same need.
pub(crate) fn after_each(game: &TsumeGame, moves: Vec<Move>, need: Need) -> Vec<Open> {
    let after = |m: Move| {
        let mut game = game.clone();
        game.play(m);
        Open { game: game.clone(), need }
    };
    moves.into_iter().map(after).collect()
}

/// Every legal move of the attacker, in the order of certificates.
pub(crate) fn tries(game: &TsumeGame) -> Vec<Move> {
    let mut list = MoveList::new();
    game.position().legal_moves(&mut list);
    let mut moves = list.to_vec();
    moves.sort_unstable_by_key(|&m| canonical_rank(m));
    moves
}

/// The attacker's checks, or the defender's replies, in the order of certificates.
fn in_order(game: &TsumeGame) -> Vec<Move> {
    moves_in_order(game, Turned::default())
}

/// The same as they are generated.
fn as_generated(game: &TsumeGame) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves
}
