//! The engines: each answers whether OR wins the root, each in its own way.

pub mod cstar;
pub mod pn;
pub mod pn2;
mod positions;
