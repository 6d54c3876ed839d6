#![doc = include_str!("../README.md")]
//! # Example
//!
//! ```
//! use tsumugi_shell::exit::Exit;
//! use tsumugi_shell::zstandard::{decoded, encoded};
//!
//! let text = b"tsumugi certificate 1";
//! assert_eq!(decoded(&encoded(text)).unwrap(), text);
//! // Of several problems, the worst code counts.
//! assert_eq!(Exit::of_all(&[Exit::Yes, Exit::Yes]), Exit::Yes);
//! assert_eq!(Exit::of_all(&[Exit::Yes, Exit::GaveUp]), Exit::GaveUp);
//! ```

pub mod archive;
pub mod args;
pub mod bench;
pub mod completions;
pub mod exit;
pub mod folders;
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
