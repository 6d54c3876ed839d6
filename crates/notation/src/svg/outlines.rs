//! Outlines of the characters in diagrams, from Noto Serif CJK JP Bold (© 2017-2022 Adobe), under the SIL Open Font License
//! 1.1, which is beside this file: outlines-OFL.txt. `scripts/glyphs.py` writes them, and those of the page.

/// The em in units of an outline; its middle is the origin.
pub(super) const EM: f32 = 100.0;

/// A character, a tab and its outline on each line.
const OUTLINES: &str = include_str!("outlines.tsv");

/// The outline of a character, as an SVG path.
pub(super) fn of(c: char) -> Option<&'static str> {
    OUTLINES.lines().find_map(|line| line.strip_prefix(c)?.strip_prefix('\t'))
}
