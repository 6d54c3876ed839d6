//! The same mate problem with some positions out of bounds: does the attacker mate without passing through them?
//!
//! Asked with the positions of a main line, this tells a second solution (余詰) from a way back into the first
//! one. A position is out of bounds with its hand and with any smaller one, so that more in hand still never hurts
//! the attacker. Where a proof touches a board that is out of bounds with some hand, it is claimed for no smaller
//! hand than the one it was found with.
//!
//! Fewer moves do not help the attacker: what has no mate in the problem itself has none here. The table that the
//! problem was searched with knows most of that already.

use crate::game::TsumeGame;
use crate::hands::AttackerHand;
use std::collections::HashMap;
use std::sync::Arc;
use tsumugi_andor::table::Found;
use tsumugi_andor::{Bounds, Decided, Hints, Initial, Plies, Resources, Rules, Table, Turn, Wrapper};
use tsumugi_shogi::{Hand, Move};

/// Positions the attacker must keep out of.
#[derive(Clone, Debug)]
pub(crate) struct Forbidden {
    /// By key, the hands with which the attacker must not be there.
    hands: Arc<HashMap<u64, Vec<Hand>>>,
    /// Tells questions with other positions forbidden apart in a shared table.
    salt: u64,
}

impl Forbidden {
    /// The positions of these games, each with the attacker's hand there.
    pub(crate) fn new(games: impl IntoIterator<Item = TsumeGame>) -> Forbidden {
        let mut hands: HashMap<u64, Vec<Hand>> = HashMap::new();
        let mut salt = 0xA076_1D64_78BD_642F_u64;
        for game in games {
            let AttackerHand(hand) = game.resource();
            hands.entry(game.key()).or_default().push(hand);
            salt = (salt ^ game.key()).rotate_left(23).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            salt = (salt ^ u64::from(hand.to_bits())).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        }
        Forbidden { hands: Arc::new(hands), salt }
    }

    /// A hand at least as large as this one with which the place is forbidden.
    fn hand(&self, key: u64, hand: Hand) -> Option<Hand> {
        self.hands.get(&key)?.iter().copied().find(|forbidden| forbidden.covers(hand))
    }

    fn touches(&self, key: u64) -> bool {
        self.hands.contains_key(&key)
    }
}

/// A mate problem whose attacker must keep out of some positions.
#[derive(Clone)]
pub(crate) struct Avoiding {
    game: TsumeGame,
    forbidden: Forbidden,
    /// What is known with nothing forbidden.
    free: Arc<Table<AttackerHand>>,
}

impl Avoiding {
    /// The problem of a game's current position, and a table with what is known about it with nothing forbidden.
    pub(crate) fn new(
        game: TsumeGame,
        forbidden: Forbidden,
        free: Arc<Table<AttackerHand>>,
    ) -> Avoiding {
        Avoiding { game, forbidden, free }
    }

    /// If there is no mate even with nothing forbidden: the largest hand known of which that is so.
    fn lost_anyway(&self) -> Option<AttackerHand> {
        match self.free.look_up(self.game.key(), self.game.resource(), true) {
            Found::Entry(entry) if entry.bounds.is_disproved() => Some(entry.resource),
            _ => None,
        }
    }

    /// If the attacker is where it must not be: the largest hand known with which that is so.
    fn out(&self) -> Option<AttackerHand> {
        let AttackerHand(own) = self.game.resource();
        self.forbidden.hand(self.game.key(), own).map(AttackerHand)
    }

    /// Where an attacker's move leads, and with which hand.
    fn after(&self, m: Move) -> (u64, Hand) {
        match self.game.place_after(m) {
            Some((key, AttackerHand(hand))) => (key, hand),
            None => (0, Hand::EMPTY),
        }
    }

    /// May the attacker play this?
    fn keeps_out(&self, m: Move) -> bool {
        let (key, hand) = self.after(m);
        self.forbidden.hand(key, hand).is_none()
    }

    /// Is this board, or the one after the move, forbidden with some hand?
    fn touches(&self, m: Move) -> bool {
        self.forbidden.touches(self.game.key()) || self.forbidden.touches(self.after(m).0)
    }

    /// Is there a check that some hand forbids?
    fn has_touching_check(&self) -> bool {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        moves.into_iter().any(|m| self.touches(m))
    }
}

/// The rules are others, so what the game says is examined line by line: what is forwarded here is right because the
/// forbidden positions have no part in it.
impl Wrapper for Avoiding {
    type Inner = TsumeGame;
    const FAITHFUL: bool = false;

    fn inner(&self) -> &TsumeGame {
        &self.game
    }

    fn inner_mut(&mut self) -> &mut TsumeGame {
        &mut self.game
    }

    fn fork(&self, _: Option<Avoiding>) -> Option<Avoiding> {
        Some(self.clone())
    }

    /// An attacker where it must not be has no move, and so has failed.
    fn moves(&self, out: &mut Vec<Move>) {
        if self.game.turn() == Turn::And {
            return self.game.moves(out);
        }
        if self.out().is_none() {
            let mut checks = Vec::new();
            self.game.moves(&mut checks);
            out.extend(checks.into_iter().filter(|&m| self.keeps_out(m)));
        }
    }

    fn key(&self) -> u64 {
        self.game.key() ^ self.forbidden.salt
    }

    fn place_after(&self, m: Move) -> Option<(u64, AttackerHand)> {
        let (key, hand) = self.game.place_after(m)?;
        Some((key ^ self.forbidden.salt, hand))
    }

    /// A defender who is mated is mated here too: the attacker was allowed to move there. An attacker without a check
    /// has none here either. Only a mate in one may be the forbidden one.
    fn look(&mut self, initial: Initial) -> Result<Decided<AttackerHand>, Bounds> {
        if let Some(hand) = self.lost_anyway() {
            return Ok(Decided::Loss(hand));
        }
        if self.game.turn() == Turn::And {
            return self.game.look(initial);
        }
        if let Some(hand) = self.out() {
            return Ok(Decided::Loss(hand));
        }
        let seen = self.game.look(initial);
        if !matches!(seen, Ok(Decided::Win(..))) {
            return seen;
        }
        match self.game.mate_in_one() {
            Some(mate) if self.touches(mate.m) && self.keeps_out(mate.m) => {
                Ok(Decided::Win(Plies::ONE, self.game.resource()))
            }
            Some(mate) if self.keeps_out(mate.m) => {
                Ok(Decided::Win(Plies::ONE, AttackerHand(mate.hand)))
            }
            // Another mate may be left: the moves will tell.
            _ if initial == Initial::Unit => Err(Bounds::UNIT),
            _ => Err(self.game.estimate()),
        }
    }

    /// The game would not know of forbidden positions within the next plies.
    fn decided_in_time(&mut self, _plies: Plies) -> Option<Decided<AttackerHand>> {
        None
    }

    fn foresight(&self) -> Plies {
        Plies::ZERO
    }

    /// The same positions under the keys they have here.
    fn similar(&self, out: &mut Vec<(u64, AttackerHand)>) {
        let first = out.len();
        self.game.similar(out);
        for (key, _) in &mut out[first..] {
            *key ^= self.forbidden.salt;
        }
    }

    fn similar_far(&self, reach: usize, out: &mut Vec<(u64, AttackerHand)>) {
        let first = out.len();
        self.game.similar_far(reach, out);
        for (key, _) in &mut out[first..] {
            *key ^= self.forbidden.salt;
        }
    }

    fn won_resource(&self) -> AttackerHand {
        self.game.won_resource()
    }

    fn lost_resource(&self) -> AttackerHand {
        match self.out() {
            Some(hand) => hand,
            None if self.has_touching_check() => self.game.resource(),
            None => self.game.lost_resource(),
        }
    }

    fn proof_before(&self, m: Move, after: AttackerHand) -> AttackerHand {
        if self.touches(m) { self.game.resource() } else { self.game.proof_before(m, after) }
    }

    /// The defender may go anywhere.
    fn proof_join(&self, replies: &[(Move, AttackerHand)]) -> AttackerHand {
        self.game.proof_join(replies)
    }

    fn disproof_before(&self, m: Move, after: AttackerHand) -> AttackerHand {
        self.game.disproof_before(m, after)
    }

    fn disproof_join(&self, tries: &[(Move, AttackerHand)]) -> AttackerHand {
        if self.has_touching_check() { self.game.resource() } else { self.game.disproof_join(tries) }
    }
}

/// Against the whole truth about small boards: every position laid out by the plain rules of `tsumugi-verify`, with a
/// main line forbidden. `TSUMUGI_CASES` and `TSUMUGI_SEED` as in `tests/it/small_boards.rs`; a failure prints its seed.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain_truth::{Whole, plain};
    use crate::{Problem, Settings, attacker_of, solve};
    use tsumugi_andor::engines::dfpn::Dfpn;
    use tsumugi_andor::options::Cycles;
    use tsumugi_andor::table::Found;
    use tsumugi_andor::{Limits, PaperOptions, Stats, Table, drive};
    use tsumugi_shogi::random::{Random, Style, position_of};
    use tsumugi_shogi::{HandKind, Position, Waivers};
    use tsumugi_testkit::number;
    use tsumugi_verify::naive;

    /// The mates of a walled-down board, if there are any and it is small enough to know all.
    fn whole(random: &mut Random) -> Option<Whole> {
        let position = position_of(Style::Walled, random.bits());
        let attacker = attacker_of(&position);
        let root = naive::Position::from_sfen(&position.to_sfen()).unwrap();
        let whole = Whole::new(vec![root], attacker, 1_500)?;
        (position.turn() == attacker && whole.lengths[0].is_some()).then_some(whole)
    }

    /// A shortest mate from a position, one of many: its positions and moves.
    fn main_line(whole: &Whole, from: usize, random: &mut Random) -> (Vec<usize>, Vec<Move>) {
        let (mut places, mut moves) = (vec![from], vec![]);
        let mut here = from;
        while let Some(left) = whole.lengths[here].filter(|&left| left > 0) {
            let next = |&&(_, q): &&(naive::Move, u32)| whole.lengths[q as usize] == Some(left - 1);
            let best: Vec<_> = whole.moves[here].iter().filter(next).copied().collect();
            let (m, q) = random.pick(&best);
            moves.push(m.to_string().parse().unwrap());
            here = q as usize;
            places.push(here);
        }
        (places, moves)
    }

    /// By position: must the attacker keep out of it?
    fn forbidden(whole: &Whole, line: &[usize]) -> Vec<bool> {
        let last = *line.last().unwrap();
        let counts = line.iter().filter(|&&p| whole.is_attacking(p) || p == last);
        let named: Vec<_> = counts.map(|&p| &whole.positions[p]).collect();
        let attacker = plain(whole.attacker);
        let within = |less: &naive::Position, more: &naive::Position| {
            naive::Kind::HAND
                .into_iter()
                .all(|kind| less.hand(attacker, kind) <= more.hand(attacker, kind))
        };
        let is_named = |p: &naive::Position| {
            let same = |q: &&&naive::Position| p.turn() == q.turn() && p.board_text() == q.board_text();
            named.iter().filter(same).any(|q| within(p, q))
        };
        whole.positions.iter().map(is_named).collect()
    }

    /// By position: does the attacker mate without the forbidden positions? The definition, until nothing changes.
    fn truth(whole: &Whole, forbidden: &[bool]) -> Vec<bool> {
        let mut won = vec![false; whole.positions.len()];
        loop {
            let wins = |p: usize| match whole.is_attacking(p) {
                true => {
                    let good = |&(_, q): &(_, u32)| won[q as usize] && !forbidden[q as usize];
                    !forbidden[p] && whole.moves[p].iter().any(good)
                }
                false => {
                    let mut replies = whole.moves[p].iter();
                    whole.positions[p].is_mate()
                        || !whole.moves[p].is_empty() && replies.all(|&(_, q)| won[q as usize])
                }
            };
            let next: Vec<bool> = (0..won.len()).map(wins).collect();
            if next == won {
                return won;
            }
            won = next;
        }
    }

    fn game_at(whole: &Whole, p: usize) -> TsumeGame {
        let position = Position::from_sfen(&whole.positions[p].to_sfen()).unwrap();
        TsumeGame::new(position, whole.attacker)
    }

    /// Is there a question to ask? A defender who is not in check cannot have been asked one.
    fn is_question(whole: &Whole, p: usize) -> bool {
        whole.is_attacking(p) || whole.positions[p].in_check(plain(!whole.attacker))
    }

    fn random_options(random: &mut Random) -> PaperOptions {
        let presets = PaperOptions::presets();
        let options = presets[random.below(presets.len())].options;
        if random.one_in(2) {
            return options;
        }
        PaperOptions {
            transfer: random.one_in(2),
            killers: random.one_in(2),
            learned: random.one_in(2),
            estimate: !random.one_in(4),
            delay: !random.one_in(4),
            doubt: random.one_in(4),
            cost: random.one_in(4),
            ..options
        }
    }

    /// The positions of a line, from the game's current one to the last: those with the attacker to move, and the mate.
    fn positions_of(mut game: TsumeGame, line: &[Move]) -> Forbidden {
        let mut games = Vec::new();
        for (i, &m) in line.iter().enumerate() {
            games.extend((game.turn() == Turn::Or).then(|| game.clone()));
            game.play(m);
            games.extend((i + 1 == line.len()).then(|| game.clone()));
        }
        Forbidden::new(games)
    }

    #[test]
    fn what_is_mated_without_the_main_line_is_what_the_plain_rules_say() {
        let first = number("TSUMUGI_SEED", 0);
        let (mut asked, mut spoiled, mut told) = (0, 0, 0);
        let mut all = Stats::default();
        for seed in first..first + number("TSUMUGI_CASES", 1_500) {
            let mut random = Random::new(seed);
            let Some(whole) = whole(&mut random) else { continue };
            let (places, line) = main_line(&whole, 0, &mut random);
            let out_of_bounds = positions_of(game_at(&whole, 0), &line);
            let truth = truth(&whole, &forbidden(&whole, &places));
            let options = random_options(&mut random);
            let table = Arc::new(Table::with_bytes(1 << 18));
            let questions: Vec<usize> =
                (0..whole.positions.len()).filter(|&p| is_question(&whole, p)).collect();
            for _ in 0..12 {
                let p = random.pick(&questions);
                // What is known with nothing forbidden, in the same table.
                if random.one_in(2) {
                    let mut search = Dfpn::new(game_at(&whole, p), options, table.clone());
                    drive(&mut search, &Limits::expansions(50_000), &mut ());
                }
                let p = if random.one_in(2) { p } else { random.pick(&questions) };
                let game = Avoiding::new(game_at(&whole, p), out_of_bounds.clone(), table.clone());
                let mut search = Dfpn::new(game, options, table.clone());
                let outcome = drive(&mut search, &Limits::expansions(50_000), &mut ());
                let at = format!("seed {seed}: {}, {options:?}", whole.positions[p].to_sfen());
                if let Some(answer) = outcome.verdict.answer() {
                    assert_eq!(answer, truth[p], "{at}");
                    asked += 1;
                    spoiled += (!answer && whole.lengths[p].is_some()) as u32;
                }
                all = all.plus(&outcome.stats);
            }
            // What the table says about positions and hands it was perhaps never asked about.
            for &p in &questions {
                let game = Avoiding::new(game_at(&whole, p), out_of_bounds.clone(), table.clone());
                let (key, hand) = (Wrapper::key(&game), Wrapper::resource(&game));
                if let Found::Entry(entry) = table.look_up(key, hand, true)
                    && entry.bounds.is_solved()
                {
                    let at = format!("seed {seed}: {}, {options:?}", whole.positions[p].to_sfen());
                    assert_eq!(entry.bounds.is_proved(), truth[p], "{entry:?}, {at}");
                    told += 1;
                }
            }
        }
        println!("{asked} answers, {spoiled} mates spoiled, {told} entries, {all:?}");
        assert!(asked > 300 && spoiled > 50 && told > 500);
    }

    /// A mate from a random position, the attacker to move, and its line.
    fn random_mate(random: &mut Random) -> Option<(Problem, Vec<Move>)> {
        let style = random.pick(&[Style::Tsume, Style::TwoKings]);
        let mut setup = position_of(style, random.bits()).to_setup();
        // With few pieces in hand there are few replies, and answers are within reach.
        setup.hands = Default::default();
        for _ in 0..4 {
            setup.hands[random.below(2)][random.pick(&HandKind::ALL).index()] += 1;
        }
        let problem = Problem::new(Position::new(&setup, Waivers::TSUME).ok()?);
        if problem.position().turn() != problem.attacker() {
            return None;
        }
        let settings = Settings { bytes: 1 << 20, ..Settings::default() };
        let line = solve(&problem, &settings, &Limits::expansions(500), &mut ()).line;
        (line.len() > 1).then_some((problem, line))
    }

    /// Every check beside a line, as cooks are looked for: the positions after them.
    fn beside(problem: &Problem, line: &[Move]) -> Vec<TsumeGame> {
        let mut game = TsumeGame::new(problem.position().clone(), problem.attacker());
        let mut out = Vec::new();
        for &played in line {
            let mut moves = Vec::new();
            if game.turn() == Turn::Or {
                game.moves(&mut moves);
            }
            for m in moves.into_iter().filter(|&m| m != played) {
                let mut after = game.clone();
                after.play(m);
                out.push(after);
            }
            game.play(played);
        }
        out
    }

    /// The rules of a game and nothing else: no hints, and answers for the hand asked about alone.
    struct Mute(Avoiding);

    impl Rules for Mute {
        type Move = Move;
        fn turn(&self) -> Turn {
            Wrapper::turn(&self.0)
        }
        fn moves(&self, out: &mut Vec<Move>) {
            Wrapper::moves(&self.0, out);
        }
        fn play(&mut self, m: Move) {
            Wrapper::play(&mut self.0, m);
        }
        fn undo(&mut self) {
            Wrapper::undo(&mut self.0);
        }
        fn key(&self) -> u64 {
            Wrapper::key(&self.0)
        }
    }

    impl Resources for Mute {
        type Resource = AttackerHand;
        fn resource(&self) -> AttackerHand {
            Wrapper::resource(&self.0)
        }
    }

    impl Hints for Mute {}

    /// Open boards are too large for brute force. There df-pn that knows the rules alone is compared with.
    #[test]
    fn neither_hints_nor_hands_change_what_the_rules_say() {
        let first = number("TSUMUGI_SEED", 0);
        let (mut mates, mut others, mut all) = (0, 0, Stats::default());
        for seed in first..first + number("TSUMUGI_CASES", 1_000) {
            let mut random = Random::new(seed);
            let Some((problem, line)) = random_mate(&mut random) else { continue };
            let game = TsumeGame::new(problem.position().clone(), problem.attacker());
            let out_of_bounds = positions_of(game, &line);
            let options = random_options(&mut random);
            let table = Arc::new(Table::with_bytes(1 << 18));
            for game in beside(&problem, &line).into_iter().take(30) {
                let at = format!("seed {seed}: {:?}, {options:?}", game.position());
                if random.one_in(2) {
                    let mut free = Dfpn::new(game.clone(), options, table.clone());
                    drive(&mut free, &Limits::expansions(500), &mut ());
                }
                let nothing = Arc::new(Table::with_bytes(1 << 12));
                let unaided = Avoiding::new(game.clone(), out_of_bounds.clone(), nothing);
                let game = Avoiding::new(game, out_of_bounds.clone(), table.clone());
                let plain = PaperOptions { cycles: Cycles::Tca, ..PaperOptions::plain() };
                let own = Arc::new(Table::with_bytes(1 << 18));
                let mut mute = Dfpn::new(Mute(unaided), plain, own);
                let truth = drive(&mut mute, &Limits::expansions(1_000), &mut ()).verdict.answer();
                let mut search = Dfpn::new(game, options, table.clone());
                let outcome = drive(&mut search, &Limits::expansions(500), &mut ());
                if let (Some(truth), Some(answer)) = (truth, outcome.verdict.answer()) {
                    assert_eq!(answer, truth, "{at}");
                    *(if truth { &mut mates } else { &mut others }) += 1;
                }
                all = all.plus(&outcome.stats);
            }
        }
        println!("{mates} mates, {others} others, {all:?}");
        assert!(mates > 100 && others > 50);
        assert!(all.transfers.1 > 0 && all.killers > 0, "{all:?}");
    }
}
