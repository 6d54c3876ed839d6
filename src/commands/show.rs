//! `tsumugi show`: the board as a person reads it.

use crate::args::{Picture, Ply, RestTo, Show};
use crate::exit::Exit;
use crate::output::{Destination, Layout, Together};
use crate::problems::{self, Problem};
use crate::render::text::Shown;
use crate::render::{json, text};
use crate::report::{Failure, Report};
use tsumugi_notation::svg::{SvgOptions, svg};
use tsumugi_notation::{NodeId, Record};
use tsumugi_shogi::{Color, Move, MoveParts, Position, Setup, Square};

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
            Picture::Text => text::diagram(&shown),
            Picture::Svg => svg(&shown.setup, &drawing(&shown)),
            Picture::Json => json::diagram(&shown),
            Picture::Sfen => shown.setup.to_sfen(),
        };
        if !text.ends_with('\n') {
            text.push('\n');
        }
        Ok(text.into_bytes())
    })
}

/// The name above, the last move shaded.
fn drawing(shown: &Shown) -> SvgOptions {
    SvgOptions { title: shown.name.clone(), last_move: shown.last_move, ..SvgOptions::default() }
}

/// The diagram asked for, admitted.
fn prepare(problem: &Problem, args: &Show) -> Result<Shown, Report> {
    let record = &problem.record;
    let main_line = record.main_line();
    let played = match args.ply {
        None => 0,
        Some(Ply::Last) => main_line.len(),
        Some(Ply::After(n)) if n <= main_line.len() => n,
        Some(Ply::After(n)) => {
            let message = format!("there is no ply {n}: the record has {} moves", main_line.len());
            return Err(Report::new(message).at(problem.place.clone()));
        }
    };
    let at = node_after(record, played);
    let setup = record.setup_at(at);
    let mut setup = setup.map_err(|why| Report::new(why.to_string()).at(problem.place.clone()))?;
    let (before, after) = main_line.split_at(played);
    let (mut last_move, mut moves) = (before.last().copied(), after.to_vec());
    if let Some(side) = args.rest_to {
        setup.give_rest_to(side.color(&setup));
    }
    if args.mirror {
        setup = setup.mirrored();
        moves = moves.into_iter().map(|m| moved(m, Square::mirrored)).collect();
        last_move = last_move.map(|m| moved(m, Square::mirrored));
    }
    if args.flip {
        setup = setup.rotated();
        moves = moves.into_iter().map(|m| moved(m, Square::rotated)).collect();
        last_move = last_move.map(|m| moved(m, Square::rotated));
    }
    let position = Position::new(&setup, args.admission.waivers())
        .map_err(|error| Report::inadmissible(&error, &setup, problem.place.clone()))?;
    Ok(Shown {
        place: problem.place.to_string(),
        name: problem.name.clone(),
        headers: record.headers.clone(),
        in_check: position.in_check(),
        legal_moves: position.count_legal_moves(),
        last_move,
        moves,
        variations: record.has_variations(),
        setup,
    })
}

fn node_after(record: &Record, moves: usize) -> NodeId {
    match moves {
        0 => Record::ROOT,
        n => record.main_line_from(Record::ROOT)[n - 1],
    }
}

/// The move with its squares changed.
fn moved(m: Move, change: impl Fn(Square) -> Square) -> Move {
    match m.parts() {
        MoveParts::Board { from, to, promote } => Move::board(change(from), change(to), promote),
        MoveParts::Drop { kind, to } => Move::drop(kind, change(to)),
    }
}

impl RestTo {
    fn color(self, setup: &Setup) -> Color {
        let has_king = |color| setup.kings(color).next().is_some();
        match self {
            RestTo::Black => Color::Black,
            RestTo::White => Color::White,
            RestTo::Defender => match (has_king(Color::Black), has_king(Color::White)) {
                (true, false) => Color::Black,
                (false, true) => Color::White,
                _ => !setup.turn,
            },
        }
    }
}
