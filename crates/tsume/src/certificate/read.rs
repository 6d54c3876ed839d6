//! The claims of a certificate that the solver wrote, with their positions. This believes what it reads: to find out
//! whether a certificate holds is the verifier's business.

use super::{moves_in_order, to_be_covered};
use crate::canonical::Turned;
use crate::game::TsumeGame;
use crate::problem::Problem;
use std::fmt;
use tsumugi_andor::proof::{Claim, Statement};
use tsumugi_andor::{Plies, Resources, Rules};
use tsumugi_shogi::{Color, Hand, Move, Setup};

use crate::hands::AttackerHand;

/// A text that is no certificate of the problem, or none of the third version.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NotReadable {
    /// The line, from 1.
    pub line: usize,
}

impl fmt::Display for NotReadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of the certificate cannot be read", self.line)
    }
}

impl std::error::Error for NotReadable {}

/// Shows each claim of a certificate, with the game at its position, holding the claim's hand: what is proved, of a shortest
/// mate that it is one.
///
/// # Errors
/// The first line that cannot be read.
pub fn read(
    problem: &Problem,
    text: &str,
    visit: &mut dyn FnMut(&TsumeGame, Claim<Move>),
) -> Result<Statement, NotReadable> {
    let mut lines = text.lines().zip(1..).skip(3);
    let (proved, number) = lines.next().ok_or(NotReadable { line: 4 })?;
    let statements = statements(proved).ok_or(NotReadable { line: number })?;
    let game = TsumeGame::new(problem.position().clone(), problem.attacker());
    let to_be_covered = |&statement| to_be_covered(&game, statement, Turned::default());
    let mut stack: Vec<TsumeGame> =
        statements.iter().flat_map(to_be_covered).map(|(game, _)| game).collect();
    stack.reverse();
    for (line, number) in lines {
        if line.starts_with("end ") {
            break;
        }
        read_line(line, &mut stack, visit).ok_or(NotReadable { line: number })?;
    }
    Ok(statements[0])
}

/// What is proved.
fn statements(line: &str) -> Option<Vec<Statement>> {
    let words: Vec<&str> = line.split(' ').collect();
    let plies = words.last()?.parse::<u32>();
    let won = |plies: u32| Statement::Won(plies.into());
    match (words.get(1).copied()?, plies) {
        ("nomate", _) => Some(vec![Statement::NotWon(Plies::UNLIMITED)]),
        ("mate", Ok(plies)) => Some(vec![won(plies)]),
        ("shortest", Ok(plies)) => {
            let fewer = plies.checked_sub(2).map(|fewer| Statement::NotWon(fewer.into()));
            Some([Some(won(plies)), fewer].into_iter().flatten().collect())
        }
        _ => None,
    }
}

fn read_line(
    line: &str,
    stack: &mut Vec<TsumeGame>,
    visit: &mut dyn FnMut(&TsumeGame, Claim<Move>),
) -> Option<()> {
    let mut words = line.split(' ');
    let letter = words.next()?.to_ascii_lowercase();
    if letter != "r" {
        let mut game = stack.pop()?;
        game.set_resource(AttackerHand(hand(words.next()?)?));
        let claim = match letter.as_str() {
            "w" => Claim::Win {
                plies: words.next()?.parse::<u32>().ok()?.into(),
                m: words.next()?.parse().ok()?,
            },
            "h" => Claim::Hold { plies: Plies::UNLIMITED, m: words.next()?.parse().ok()? },
            "s" => Claim::Hold {
                plies: words.next()?.parse::<u32>().ok()?.into(),
                m: words.next()?.parse().ok()?,
            },
            _ => return None,
        };
        visit(&game, claim);
        let (Claim::Win { m, plies } | Claim::Hold { m, plies }) = claim;
        game.play(m);
        // Below a claim about two plies there are none.
        let moves = if plies == 2 { vec![] } else { moves_in_order(&game, Turned::default()) };
        for m in moves.into_iter().rev() {
            let mut after = game.clone();
            after.play(m);
            stack.push(after);
        }
    }
    for word in words {
        let references = 1 + word.bytes().filter(|&byte| byte == b'+').count();
        stack.truncate(stack.len().checked_sub(references)?);
    }
    Some(())
}

fn hand(text: &str) -> Option<Hand> {
    let setup = format!("9/9/9/9/9/9/9/9/9 b {text} 1").parse::<Setup>().ok()?;
    Hand::from_counts(setup.hands[Color::Black.index()])
}
