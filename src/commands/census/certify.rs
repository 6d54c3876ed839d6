//! The certificates of a frontier: written, read back, and checked by the independent verifier.

use super::surveyor::until;
use crate::certificate_file::{self, CertificateFile};
use crate::ladder::Rung;
use crate::output;
use crate::report::Report;
use std::path::PathBuf;
use tsumugi_api::{Japanese, Message, message};
use tsumugi_clock::StopToken;
use tsumugi_tsume::{Limits, Problem, Settings, Solver};
use tsumugi_verify::{Proved, Settings as Checking, verify_stream};

/// Where certificates go, and how long one may take.
pub struct Certificates {
    /// The directory of a square.
    pub directory: PathBuf,
    /// The limit for finding one.
    pub rung: Rung,
    /// Memory for a table of its own, in bytes.
    pub bytes: usize,
}

/// Enough for most hands, quick to set up: positions expanded and bytes.
const SMALL: (u64, usize) = (100_000, 16 << 20);

impl Certificates {
    /// Writes and checks the certificate that a hand mates, or does not: how many claims it has; `None` if it was not
    /// found within the limit.
    ///
    /// The table of all questions knows the most, but what it knows was found out for larger hands, and proves more than
    /// is asked: certificates read off it are many times as long. So the hand is solved again by itself, and only if that
    /// does not succeed the table is made use of.
    ///
    /// # Errors
    /// When files cannot be written, or a certificate does not stand up.
    pub fn write(
        &self,
        problem: &Problem,
        hand: &str,
        mates: bool,
        solver: &mut Solver,
        stop: &StopToken,
    ) -> Result<Option<u64>, Report> {
        output::make_directory(&self.directory)?;
        let plain = solver.settings().clone();
        let fresh = |bytes| Solver::new(Settings { bytes, ..plain.clone() });
        let small = Rung { nodes: self.rung.nodes.min(SMALL.0), ..self.rung };
        let mut claims = self.try_to_write(problem, hand, mates, &mut fresh(SMALL.1), &small, stop)?;
        if claims.is_none() {
            claims =
                self.try_to_write(problem, hand, mates, &mut fresh(self.bytes), &self.rung, stop)?;
        }
        if claims.is_none() {
            claims = self.try_to_write(problem, hand, mates, solver, &self.rung, stop)?;
        }
        Ok(claims)
    }

    fn try_to_write(
        &self,
        problem: &Problem,
        hand: &str,
        mates: bool,
        solver: &mut Solver,
        rung: &Rung,
        stop: &StopToken,
    ) -> Result<Option<u64>, Report> {
        let what = if mates { "mate" } else { "nomate" };
        let path = self.directory.join(format!("{what}-{hand}.cert.zst"));
        let mut file = CertificateFile::create(&path)?;
        let plain = solver.settings().clone();
        solver.configure(Settings { prove: true, ..plain.clone() });
        let limits = Limits { expansions: rung.nodes, stop: until(rung, stop), ..Limits::default() };
        let answer = solver.solve_into(problem, &limits, &mut (), &mut |text| _ = file.write(text));
        solver.configure(plain);
        if answer.claims.is_none() {
            return Ok(None);
        }
        file.finish()?;
        let bad = |why: &Message| {
            let (path, said) = (path.display(), why.japanese());
            Report::new(message!(
                "{path} does not stand up: {why}",
                "{path} は検証に通りません: {said}"
            ))
        };
        let mut certificate =
            certificate_file::open(&path).map_err(|error| Report::cannot_read(&path, &error))?;
        let sfen = problem.position().to_sfen();
        let checked = verify_stream(&sfen, &mut certificate.text, &Checking::default(), &mut |_| {});
        let checked = checked.map_err(|failure| bad(&failure.message()))?;
        let proves = match checked.claim {
            Proved::Mate(_) | Proved::Shortest(_) => mates,
            Proved::NoMate => !mates,
            Proved::Brinkmate(_) | Proved::NoBrinkmate => false,
        };
        if !proves {
            return Err(bad(&message!("it proves the contrary of {what}", "逆のことを証明しています")));
        }
        Ok(Some(checked.claims as u64))
    }
}
