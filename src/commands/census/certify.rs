//! The certificates of a frontier: written, read back, and checked by the independent verifier.

use crate::certificate_file::{self, CertificateFile};
use crate::deadline::Deadline;
use crate::output;
use crate::report::Report;
use std::path::PathBuf;
use tsumugi_batch::Rung;
use tsumugi_tsume::{Limits, Problem, Settings, Solver};
use tsumugi_verify::{Proved, Settings as Checking, verify_stream};

/// Where certificates go, and how long one may take.
pub struct Certificates {
    /// The directory of a square.
    pub directory: PathBuf,
    /// The limit for finding one.
    pub rung: Rung,
}

impl Certificates {
    /// Writes and checks the certificate that a hand mates, or does not: how many claims it has; `None` if it was not
    /// found within the limit.
    ///
    /// # Errors
    /// When files cannot be written, or a certificate does not stand up.
    pub fn write(
        &self,
        problem: &Problem,
        hand: &str,
        mates: bool,
        solver: &mut Solver,
        deadline: &Deadline,
    ) -> Result<Option<u64>, Report> {
        output::make_directory(&self.directory)?;
        let what = if mates { "mate" } else { "nomate" };
        let path = self.directory.join(format!("{what}-{hand}.cert.zst"));
        let mut file = CertificateFile::create(&path)?;
        let plain = solver.settings().clone();
        solver.configure(Settings { prove: true, ..plain.clone() });
        let limits = Limits {
            expansions: self.rung.nodes,
            stop: Some(deadline.start(self.rung.seconds)),
            ..Limits::default()
        };
        let answer = solver.solve_into(problem, &limits, &mut (), &mut |text| _ = file.write(text));
        deadline.end();
        solver.configure(plain);
        if answer.claims.is_none() {
            return Ok(None);
        }
        file.finish()?;
        let bad = |why: String| Report::new(format!("{} does not stand up: {why}", path.display()));
        let mut certificate = certificate_file::open(&path).map_err(|error| bad(error.to_string()))?;
        let sfen = problem.position().to_sfen();
        let checked = verify_stream(&sfen, &mut certificate, &Checking::default(), &mut |_| {});
        let checked = checked.map_err(|failure| bad(failure.to_string()))?;
        if matches!(checked.claim, Proved::NoMate) == mates {
            return Err(bad(format!("it proves the contrary of {what}")));
        }
        Ok(Some(checked.claims as u64))
    }
}
