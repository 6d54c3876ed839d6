//! `tsumugi show`: the board as a person reads it.

use crate::args::{Picture, Ply, RestTo, Show};
use crate::exit::Exit;
use crate::language::spoken;
use crate::output::{Destination, Layout, Together};
use crate::problems::{self, InputProblem};
use crate::render::json;
use crate::render::text;
use crate::report::{Failure, Report};
use tsumugi_api::show::{self, Hidden, Shown, View};
use tsumugi_api::{Japanese, message};
use tsumugi_shogi::Color;

/// Shows every problem that can be shown and reports the others.
pub fn run(args: &Show) -> Result<Exit, Failure> {
    let layout = match args.format {
        Picture::Text => Layout { extension: "txt", together: Together::Spaced },
        Picture::Svg => Layout { extension: "svg", together: Together::Never },
        Picture::Json => Layout { extension: "json", together: Together::Lines },
        Picture::Sfen => Layout { extension: "sfen", together: Together::Lines },
    };
    let destination = Destination::new(args.output.as_deref());
    destination.write_each(problems::load(&args.problems), layout, |problem, _| {
        let shown = prepare(problem, args)?;
        let mut text = match args.format {
            Picture::Text => text::diagram(&shown, spoken()),
            Picture::Svg => shown.svg(None),
            Picture::Json => json(&shown.facts()),
            Picture::Sfen => shown.setup.to_sfen(),
        };
        if !text.ends_with('\n') {
            text.push('\n');
        }
        Ok(text.into_bytes())
    })
}

/// The diagram asked for, admitted.
fn prepare(problem: &InputProblem, args: &Show) -> Result<Shown, Report> {
    let record = &problem.record;
    let played = match args.ply {
        None => 0,
        Some(Ply::Last) => record.main_line().len(),
        Some(Ply::After(n)) => n,
    };
    let view = View {
        played,
        rest_to: args.rest_to.map(show::RestTo::from),
        mirror: args.mirror,
        flip: args.flip,
        waivers: args.admission.waivers(),
    };
    let mut shown = Shown::new(record, &view).map_err(|why| match why {
        Hidden::NoSuchPly(moves) => {
            let message = message!(
                "there is no ply {played}: the record has {moves} moves",
                "{played}手目の局面はありません（全{moves}手）",
            );
            Report::new(message).at(problem.place.clone())
        }
        Hidden::Unplayable(why) => Report::new(why.message()).at(problem.place.clone()),
        Hidden::Faulty(error, setup) => Report::inadmissible(&error, &setup, problem.place.clone()),
    })?;
    (shown.place, shown.name) = (problem.place.to_string(), problem.name.clone());
    Ok(shown)
}

impl From<RestTo> for show::RestTo {
    fn from(side: RestTo) -> show::RestTo {
        match side {
            RestTo::Black => show::RestTo::Side(Color::Black),
            RestTo::White => show::RestTo::Side(Color::White),
            RestTo::Defender => show::RestTo::Defender,
        }
    }
}
