//! Tables in text: columns aligned, numbers grouped.

use std::fmt::{self, Display};

/// Rows of cells; the first column is aligned to the left, the others to the right.
#[derive(Default)]
pub(super) struct TextTable {
    rows: Vec<Vec<String>>,
    /// A remark behind each row, not aligned.
    remarks: Vec<String>,
}

impl TextTable {
    pub(super) fn new(heads: &[&str]) -> Self {
        let mut table = Self::default();
        table.add_row(heads.iter().map(ToString::to_string), String::new());
        table
    }

    pub(super) fn add_row(&mut self, cells: impl IntoIterator<Item = String>, remark: String) {
        self.rows.push(cells.into_iter().collect());
        self.remarks.push(remark);
    }
}

impl Display for TextTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let length = |cell: &String| cell.chars().count();
        let widths: Vec<usize> = (0..columns)
            .map(|column| {
                self.rows
                    .iter()
                    .filter_map(|row| row.get(column))
                    .map(length)
                    .max()
            })
            .map(Option::unwrap_or_default)
            .collect();
        for (row, remark) in self.rows.iter().zip(&self.remarks) {
            let cells = row.iter().zip(&widths).enumerate();
            let mut cells: Vec<String> = cells
                .map(|(column, (cell, &width))| match column {
                    0 => format!("{cell:<width$}"),
                    _ => format!("{cell:>width$}"),
                })
                .collect();
            cells.push(remark.clone());
            let line = cells.join("  ");
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// A whole number with a comma before every three digits: `17,281`.
pub(crate) fn grouped(number: impl Display) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Rounds to a whole number, halves to the even one, and groups its digits.
pub(super) fn rounded(number: f64) -> String {
    grouped(format!("{number:.0}"))
}

/// A mean or a quartile: one digit after the point where the number is below 100, none where it is
/// not.
pub(super) fn short_number(number: f64) -> String {
    if number < 100.0 {
        format!("{number:.1}")
    } else {
        rounded(number)
    }
}

/// A part of a whole in percent.
pub(super) fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * super::sample::ratio(part, whole))
}
