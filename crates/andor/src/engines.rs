//! The engines, one a file.

pub mod brute;
pub mod cstar;
pub mod dfpn;
pub mod lambda;
pub mod montecarlo;
pub mod parallel;
pub mod pn;
pub mod pn2;
mod positions;
pub mod pseudo;
mod spdfpn;
