//! The engines, one a file.

pub mod brute;
pub mod dfpn;
pub mod lambda;
pub mod pseudo;
