//! Tables of figures, for reading.

use unicode_width::UnicodeWidthStr;

/// A table with a name for each row, columns set to the right.
pub fn table(title: &str, head: &[&str], rows: &[Vec<String>]) -> String {
    let width = |i: usize| {
        let cells = rows.iter().map(|row| row[i].width());
        cells.chain([head[i].width()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |cells: &[String]| {
        let mut out = format!("  {}{}", cells[0], blanks(&cells[0], widths[0]));
        for (cell, &width) in cells.iter().zip(&widths).skip(1) {
            out += &format!("  {}{cell}", blanks(cell, width));
        }
        out + "\n"
    };
    let head: Vec<String> = head.iter().map(|cell| cell.to_string()).collect();
    let body: String = rows.iter().map(|row| line(row)).collect();
    format!("{title}\n{}{body}\n", line(&head))
}

/// What a cell lacks to a width. Japanese characters take two columns.
fn blanks(cell: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(cell.width()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_whatever_the_characters() {
        let rows =
            [vec!["図巧".to_string(), "1".to_string()], vec!["ab".to_string(), "23".to_string()]];
        assert_eq!(table("T", &["", "n"], &rows), "T\n         n\n  図巧   1\n  ab    23\n\n");
    }
}
