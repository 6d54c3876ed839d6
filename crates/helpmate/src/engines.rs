//! The search algorithms, a file each.

pub mod auto;
mod backward;
mod bounds;
mod breadth_first;
pub mod deepening;
pub mod gpu;
pub mod idwfs;
pub mod layers;
pub mod plain;
mod walk;

use crate::{Answer, Context};

/// A search algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// `layers` or `deepening`, by how fast the problem grows.
    Auto,
    /// Breadth first with a compact table: for everything long.
    Layers,
    /// Breadth first on a GPU.
    Gpu,
    /// Breadth first, everything kept as it is: slow, large, and plain enough to be believed.
    Plain,
    /// Depth first within more and more plies: for problems that are short and wide.
    Deepening,
    /// Breadth-first order by deepening rounds, with a bounded table.
    Idwfs,
}

impl Engine {
    /// Every engine with its name.
    pub const ALL: [(Engine, &'static str); 6] = [
        (Engine::Auto, "auto"),
        (Engine::Layers, "layers"),
        (Engine::Gpu, "gpu"),
        (Engine::Plain, "plain"),
        (Engine::Deepening, "deepening"),
        (Engine::Idwfs, "idwfs"),
    ];

    /// The one used unless another is asked for.
    pub const DEFAULT: Engine = Engine::Auto;

    /// Its name.
    pub fn name(self) -> &'static str {
        Engine::ALL.iter().find(|(engine, _)| *engine == self).map_or("", |(_, name)| name)
    }

    /// The engine of a name.
    pub fn from_name(name: &str) -> Option<Engine> {
        Engine::ALL.iter().find(|(_, known)| *known == name).map(|(engine, _)| *engine)
    }

    /// Solves a problem.
    pub fn run(self, context: Context<'_>) -> Answer {
        match self {
            Engine::Auto => auto::run(context),
            Engine::Layers => layers::run(context),
            Engine::Gpu => gpu::run(context),
            Engine::Plain => plain::run(context),
            Engine::Deepening => deepening::run(context),
            Engine::Idwfs => idwfs::run(context),
        }
    }
}
