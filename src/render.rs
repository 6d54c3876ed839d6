//! Results → words: text for people, JSON for programs. Boards and moves are drawn by `tsumugi_notation`.

pub mod compose;
pub mod mend;
pub mod page;
pub mod similar;
pub mod text;

pub use tsumugi_shell::render::{
    answer, helpmate, json, json_at, json_error, sheet, short_number, short_time,
    short_time_in_japanese,
};
