//! The engines, each one file.

pub mod dfpn;
