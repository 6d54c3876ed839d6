#![doc = include_str!("../README.md")]

pub mod args;
pub mod bench;
pub mod completions;
pub mod exit;
pub mod help;
pub mod language;
pub mod memory;
pub mod output;
pub mod problems;
pub mod program;
pub mod render;
pub mod report;
pub mod searching;
pub mod stop;
pub mod terminal;
pub mod zstandard;
