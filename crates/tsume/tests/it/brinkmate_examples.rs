//! Small brinkmates (必至) and positions without one, composed for this test.
//!
//! Every proof is checked once more by the plain rules of `tsumugi-verify`. Where one quiet move does it
//! (一手必至), a plain search confirms it: the move threatens mate, and after every reply there is a mate.

use tsumugi_andor::engines::lambda::{Order, Ordered, Step, Threats};
use tsumugi_andor::proof::{Claims, check};
use tsumugi_andor::{Engine, Hints, Limits, PaperOptions, Resources, Rules, StopReason, Turn};
use tsumugi_shogi::{Color, Move, Position};
use tsumugi_tsume::brinkmate::{self, Answer, Verdict};
use tsumugi_tsume::by_engine::{self, Method};
use tsumugi_tsume::{AttackerHand, Problem, Settings, TsumeGame};
use tsumugi_verify::{Proved, naive, verify};

/// A brinkmate and its first move, if only one is known to win.
const BRINKMATES: [(&str, &str); 29] = [
    // Golds and silvers over the king.
    ("8k/9/9/9/9/9/9/9/9 b 2Gp 1", "G*1c"),
    ("4k4/9/9/4P4/9/9/9/9/9 b GSp 1", "5d5c+"),
    ("7k1/5R3/9/9/9/9/9/9/9 b Sp 1", "S*2c"),
    ("7k1/5R3/9/9/9/9/9/9/9 b Sgb 1", "S*2c"),
    ("6k2/9/9/9/9/9/9/9/9 b RGp 1", ""),
    // From both sides.
    ("8l/8k/8p/7S1/9/9/9/9/9 b Gp 1", ""),
    // With an attacker's king, which the defender may check on its way.
    ("4k4/9/9/4P4/9/9/9/4K4/9 b GSp 1", "5d5c+"),
    ("4k4/9/9/4P4/9/9/9/4K4/9 b GSb 1", "5d5c+"),
    // Checks first or after, and several threats.
    ("8k/7l1/7R1/9/4s4/9/9/1K7/9 b 3Sn 1", ""),
    ("9/6+Rpk/8l/9/9/9/9/1K7/9 b Nl 1", ""),
    ("9/4g2k1/9/4p1+B2/7+P1/9/9/9/9 b Gs 1", ""),
    ("8k/9/4ll1p1/4G4/4p4/9/9/9/9 b 2Sn 1", ""),
    // Far from over: up to 23 plies.
    ("7k1/9/9/9/9/9/9/9/9 b RG 1", ""),
    ("9/9/7k1/9/9/9/5pL2/9/9 b BSN 1", ""),
    ("9/6k2/9/4+N4/9/9/9/9/8K b 2SL 1", ""),
    ("8k/9/9/9/9/9/9/9/9 b GLPp 1", "L*2d"),
    ("8k/9/5K3/9/9/9/9/6G2/9 b RNPn 1", ""),
    ("6k2/9/9/9/3K2+l2/9/6L1L/8P/9 b GN 1", ""),
    ("9/9/8k/9/9/9/7r1/7K1/9 b R 1", ""),
    ("2+r6/3K3k1/3R5/9/9/1b7/9/9/9 b LP 1", ""),
    ("2G6/4+r1k2/9/9/9/8+B/9/K8/9 b NP 1", ""),
    ("8k/9/9/1K7/9/8S/9/9/9 b BS 1", "S*2c"),
    ("9/3K1k3/9/1+B4+L2/9/9/9/1s7/9 b Bl 1", ""),
    ("9/8k/9/9/G5G2/9/9/5N2+S/9 b BGPl 1", ""),
    ("l5k2/3b5/8+p/9/9/9/9/9/4L4 b 2GNl 1", ""),
    ("9/9/7k1/9/5N3/6+N2/3n5/7l1/9 b R 1", ""),
    // White attacks.
    ("9/9/9/9/9/9/9/3r5/1K7 w sP 1", ""),
    // A mate by checks is a brinkmate of lower order.
    ("4k4/9/4P4/9/9/9/9/9/9 b Gp 1", "G*5b"),
    // The defender is to move and in a brinkmate already.
    ("7k1/5R3/7S1/9/9/9/9/9/9 w p 1", ""),
];

/// No brinkmate, though some threaten mate.
const OTHERS: [&str; 10] = [
    "4k4/9/9/9/9/9/9/9/9 b 2Gp 1",
    "8k/9/7S1/9/9/9/9/9/9 b p 1",
    "8k/9/7G1/9/9/9/9/9/9 b Pp 1",
    "7nl/7pk/8p/9/9/9/9/9/9 b SGp 1",
    "7nl/7k1/9/7P1/9/9/9/9/9 b Gp 1",
    "7k1/9/7P1/9/9/9/9/9/9 b Ss 1",
    // The defender defends by checking.
    "7k1/9/7P1/9/9/9/9/4K4/9 b Ss 1",
    "7k1/9/7P1/9/9/9/9/4K4/9 b Sb 1",
    // The defender to move gets away.
    "8k/9/8G/9/9/9/9/9/9 w Gg 1",
    // It cannot move, but nothing threatens it.
    "kOOOOOOOO/p1OOOOOOO/OGOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO w - 1",
];

/// As the last, but with a threat of mate.
const STUCK: &str =
    "kOOOOOOOO/p1OOOOOOO/OGOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO w G 1";

fn solve(sfen: &str) -> (Problem, Answer) {
    let problem = Problem::new(Position::from_sfen(sfen).unwrap());
    let settings = Settings { bytes: 1 << 22, ..Settings::default() };
    let answer = brinkmate::solve(&problem, &settings, &Limits::expansions(200_000), &mut ());
    (problem, answer)
}

/// The game that is searched, with the moves of the plain rules.
struct Plain {
    /// For keys and hands, and the diagram to compare with.
    fast: Threats<TsumeGame>,
    attacker: naive::Color,
    line: Vec<(naive::Position, u32, bool)>,
}

impl Plain {
    fn new(problem: &Problem) -> Plain {
        let attacker = match problem.attacker() {
            Color::Black => naive::Color::Black,
            Color::White => naive::Color::White,
        };
        let root = naive::Position::from_sfen(&problem.position().to_sfen()).unwrap();
        Plain { fast: brinkmate::game(problem), attacker, line: vec![(root, brinkmate::ORDER, false)] }
    }

    fn now(&self) -> (naive::Position, u32, bool) {
        *self.line.last().unwrap()
    }
}

impl Rules for Plain {
    type Move = Step<Move>;

    fn turn(&self) -> Turn {
        if self.now().0.turn() == self.attacker { Turn::Or } else { Turn::And }
    }

    fn moves(&self, out: &mut Vec<Step<Move>>) {
        let (position, order, believed) = self.now();
        let fast = |m: &naive::Move| m.to_string().parse::<Move>().unwrap();
        if self.turn() == Turn::Or {
            out.extend(position.checks().iter().map(|m| Step::Play(fast(m), Order(1))));
            if order == 2 {
                out.extend(position.legal_moves().iter().map(|m| Step::Play(fast(m), Order(2))));
            }
        } else if believed || position.in_check(position.turn()) {
            out.extend(position.legal_moves().iter().map(|m| Step::Reply(fast(m))));
        } else {
            out.extend([Step::Pass, Step::Believe]);
        }
    }

    fn play(&mut self, step: Step<Move>) {
        let (position, order, _) = self.now();
        let plain = |m: Move| position.play(m.to_string().parse().unwrap());
        self.line.push(match step {
            Step::Play(m, Order(order)) => (plain(m), order, false),
            Step::Reply(m) => (plain(m), order, false),
            Step::Pass => (other_to_move(&position), order - 1, false),
            Step::Believe => (position, order, true),
        });
        self.fast.play(step);
        let (text, fast) = (self.now().0.to_sfen(), self.fast.game().position().to_sfen());
        assert_eq!(diagram(&text), diagram(&fast));
    }

    fn undo(&mut self) {
        self.line.pop();
        self.fast.undo();
    }

    fn key(&self) -> u64 {
        self.fast.key()
    }
}

impl Resources for Plain {
    type Resource = Ordered<AttackerHand>;

    fn set_resource(&mut self, wanted: Ordered<AttackerHand>) -> bool {
        let set = self.fast.set_resource(wanted);
        let sfen = self.fast.game().position().to_sfen();
        if let Some((position, order, _)) = self.line.last_mut().filter(|_| set) {
            *position = naive::Position::from_sfen(&sfen).unwrap();
            *order = wanted.order.0;
        }
        set
    }

    fn resource(&self) -> Ordered<AttackerHand> {
        self.fast.resource()
    }
}

impl Hints for Plain {}

/// A SFEN without the move number.
fn diagram(sfen: &str) -> Option<&str> {
    sfen.rsplit_once(' ').map(|(diagram, _)| diagram)
}

/// The same diagram with the other side to move.
fn other_to_move(position: &naive::Position) -> naive::Position {
    let sfen = position.to_sfen();
    let mut words: Vec<&str> = sfen.split(' ').collect();
    words[1] = if words[1] == "b" { "w" } else { "b" };
    naive::Position::from_sfen(&words.join(" ")).unwrap()
}

/// Is there a mate by checks within this many plies?
fn mates_within(position: &naive::Position, plies: u32) -> bool {
    if !position.mates_in_one().is_empty() {
        return true;
    }
    let forced = |m: naive::Move| {
        let after = position.play(m);
        after.legal_moves().into_iter().all(|reply| mates_within(&after.play(reply), plies - 2))
    };
    plies > 2 && position.checks().into_iter().any(forced)
}

/// Does this quiet move threaten mate, and is there a mate after every reply?
fn is_one_move_brinkmate(position: &naive::Position, m: naive::Move, plies: u32) -> bool {
    let after = position.play(m);
    !after.in_check(after.turn())
        && mates_within(&other_to_move(&after), plies)
        && after.legal_moves().into_iter().all(|reply| mates_within(&after.play(reply), plies))
}

#[test]
fn brinkmates_are_found_and_their_proofs_hold_by_the_plain_rules() {
    let mut stuck = 0;
    for (sfen, first) in BRINKMATES {
        let (problem, answer) = solve(sfen);
        let Verdict::Brinkmate(plies) = answer.verdict else { panic!("{:?}: {sfen}", answer.verdict) };
        let proof = answer.proof.as_ref().unwrap_or_else(|| panic!("no proof: {sfen}"));
        assert!(proof.statement.is_win(), "{sfen}");
        assert_eq!(check(&mut Plain::new(&problem), proof), Ok(()), "{sfen}");
        // A claim stands for smaller hands too, and so may count longer lines than there are here.
        assert!(answer.line.len() <= plies as usize, "{:?}: {sfen}", answer.verdict);
        assert!(first.is_empty() || answer.line[0].to_string() == first, "{:?}: {sfen}", answer.line);
        let mut end = naive::Position::from_sfen(sfen).unwrap();
        for m in &answer.line {
            let m = m.to_string().parse().unwrap();
            assert!(end.is_legal(m), "{m}: {sfen}");
            end = end.play(m);
        }
        // Some of these kings have nothing else to move.
        assert!(end.legal_moves().is_empty(), "{sfen}");
        stuck += usize::from(!end.is_mate());
    }
    assert!(stuck < 5, "{stuck}");
}

/// What the verifier says about a certificate.
fn verified(sfen: &str, answer: &Answer) -> Proved {
    let text = answer.certificate.as_ref().unwrap_or_else(|| panic!("no certificate: {sfen}"));
    let verified = verify(sfen, text).unwrap_or_else(|fault| panic!("{fault}: {sfen}"));
    assert_eq!(Some(verified.claims as u64), answer.claims, "{sfen}");
    verified.claim
}

#[test]
fn answers_are_certified() {
    let mut quiet = 0;
    for sfen in BRINKMATES.map(|(sfen, _)| sfen).into_iter().chain([STUCK]) {
        let (problem, answer) = solve(sfen);
        let Verdict::Brinkmate(plies) = answer.verdict else { panic!("{:?}: {sfen}", answer.verdict) };
        let sfen = problem.position().to_sfen();
        assert_eq!(verified(&sfen, &answer), Proved::Brinkmate(plies), "{sfen}");
        quiet += usize::from(answer.certificate.unwrap().contains("\nb "));
    }
    assert!(quiet >= 25, "{quiet}");
    for sfen in OTHERS {
        let (problem, answer) = solve(sfen);
        let sfen = problem.position().to_sfen();
        assert_eq!(verified(&sfen, &answer), Proved::NoBrinkmate, "{sfen}");
    }
}

#[test]
fn one_move_brinkmates_are_confirmed_by_plain_search() {
    for (sfen, first, plies) in [
        ("8k/9/9/9/9/9/9/9/9 b 2Gp 1", "G*1c", 1),
        ("7k1/5R3/9/9/9/9/9/9/9 b Sp 1", "S*2c", 3),
        ("7k1/5R3/9/9/9/9/9/9/9 b Sgb 1", "S*2c", 3),
        ("4k4/9/9/4P4/9/9/9/9/9 b GSp 1", "5d5c+", 3),
        ("9/9/9/9/9/9/9/3r5/1K7 w sP 1", "S*8g", 3),
    ] {
        let position = naive::Position::from_sfen(sfen).unwrap();
        assert!(is_one_move_brinkmate(&position, first.parse().unwrap(), plies), "{sfen}");
        let (_, answer) = solve(sfen);
        assert!(matches!(answer.verdict, Verdict::Brinkmate(_)), "{answer:?}");
    }
    // The same where a counter-check or a gold in hand comes between.
    for (sfen, m) in [
        ("4k4/9/9/4P4/9/9/9/4K4/9 b GSp 1", "5d5c+"),
        ("4k4/9/9/4P4/9/9/9/4K4/9 b GSb 1", "5d5c+"),
        ("8k/9/9/9/9/9/9/9/9 b 2Gg 1", "G*1c"),
    ] {
        let position = naive::Position::from_sfen(sfen).unwrap();
        assert!(!is_one_move_brinkmate(&position, m.parse().unwrap(), 3), "{sfen}");
    }
}

#[test]
fn where_there_is_none_the_proof_of_that_holds_by_the_plain_rules() {
    for sfen in OTHERS {
        let (problem, answer) = solve(sfen);
        assert_eq!(answer.verdict, Verdict::NoBrinkmate, "{sfen}");
        assert!(answer.line.is_empty(), "{sfen}");
        let proof = answer.proof.as_ref().unwrap_or_else(|| panic!("no proof: {sfen}"));
        assert_eq!(check(&mut Plain::new(&problem), proof), Ok(()), "{sfen}");
    }
}

#[test]
fn a_defender_who_is_threatened_and_cannot_move_has_lost() {
    let plain = naive::Position::from_sfen(STUCK).unwrap();
    assert!(plain.legal_moves().is_empty() && !plain.is_mate());
    let (problem, answer) = solve(STUCK);
    assert_eq!((answer.verdict, answer.line), (Verdict::Brinkmate(0), vec![]));
    assert_eq!(check(&mut Plain::new(&problem), &answer.proof.unwrap()), Ok(()));
}

#[test]
fn a_forged_proof_does_not_pass() {
    let (problem, answer) = solve(BRINKMATES[0].0);
    let proof = answer.proof.unwrap();
    for dropped in 0..proof.len() {
        let mut forged = Claims::new(proof.statement);
        let kept = proof.iter().enumerate().filter(|(i, _)| *i != dropped);
        kept.for_each(|(_, placed)| forged.add(placed));
        assert!(check(&mut Plain::new(&problem), &forged).is_err());
    }
}

#[test]
fn limits_end_the_search_without_an_answer() {
    let problem = Problem::new(Position::from_sfen(BRINKMATES[0].0).unwrap());
    let solved = |expansions| {
        let limits = Limits::expansions(expansions);
        let settings = Settings { bytes: 1 << 20, prove: false, ..Settings::default() };
        let answer = brinkmate::solve(&problem, &settings, &limits, &mut ());
        if answer.verdict == Verdict::Unknown(StopReason::Nodes) {
            assert_eq!(answer.stats.expansions, expansions);
            return false;
        }
        assert!(matches!(answer.verdict, Verdict::Brinkmate(_)), "{answer:?}");
        true
    };
    let needed = (1..1000).find(|&expansions| solved(expansions)).unwrap();
    assert!(needed > 1 && solved(needed + 1), "{needed}");
}

#[test]
fn threads_and_other_engines_say_the_same() {
    let base = Settings { bytes: 1 << 24, prove: false, ..Settings::default() };
    for (sfen, wins) in [(BRINKMATES[0].0, true), (BRINKMATES[2].0, true), (OTHERS[1], false)] {
        let problem = Problem::new(Position::from_sfen(sfen).unwrap());
        let limits = Limits::default();
        let settings = Settings { threads: 2, ..base.clone() };
        let mut verdicts = vec![brinkmate::solve(&problem, &settings, &limits, &mut ()).verdict];
        for engine in [Engine::Pn, Engine::Pn2] {
            let method = Method { engine, options: PaperOptions::default(), bytes: base.bytes };
            verdicts.push(by_engine::brinkmate(&problem, &method, &limits, &mut ()).verdict);
        }
        for verdict in verdicts {
            assert_eq!(matches!(verdict, Verdict::Brinkmate(_)), wins, "{verdict:?}: {sfen}");
            assert_eq!(verdict == Verdict::NoBrinkmate, !wins, "{verdict:?}: {sfen}");
        }
    }
}
