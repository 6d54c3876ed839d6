//! Labelled positions and the Parquet file they are kept in.
//!
//! A row a position: `sfen` (the defender is to move and in check), `source`, `problem` (a hash of the game or problem
//! it comes from, by which the data are split), and for each ps of [`STEPS`] `pn`, `dn` and `mate` (1 mate, 0 no mate,
//! −1 open).

use crate::collect::Source;
use crate::label::{Label, STEPS};
use bytes::Bytes;
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};
use std::sync::Arc;

/// What cannot be read as labelled positions.
pub type DatasetError = ParquetError;

/// A labelled position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The position; the defender is to move.
    pub sfen: String,
    /// What kind of place it comes from.
    pub source: Source,
    /// The game or problem it comes from.
    pub problem: u64,
    /// What plain df-pn thinks of it.
    pub label: Label,
}

/// What rows are for. All positions of a problem are for the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Split {
    /// To learn from.
    Train,
    /// To choose by.
    Validation,
    /// To report on; looked at by nothing that is shipped.
    Test,
}

impl Split {
    /// What the positions of a problem are for: two in ten to test, one to validate.
    pub fn of(problem: u64) -> Split {
        // The lowest bits of a product are poor.
        match (problem >> 32) % 10 {
            0 | 1 => Split::Test,
            2 => Split::Validation,
            _ => Split::Train,
        }
    }
}

impl Row {
    /// What it is for.
    pub fn split(&self) -> Split {
        Split::of(self.problem)
    }
}

/// Names of the numeric columns, after `sfen`, `source` and `problem`.
fn number_columns() -> Vec<String> {
    STEPS.iter().flat_map(|ps| ["pn", "dn", "mate"].map(|name| format!("{name}{ps}"))).collect()
}

fn schema() -> Result<TypePtr> {
    let column = |name: &str, physical, logical| {
        let builder = Type::primitive_type_builder(name, physical);
        let builder = builder.with_repetition(Repetition::REQUIRED).with_logical_type(logical);
        builder.build().map(Arc::new)
    };
    let mut fields = vec![
        column("sfen", Physical::BYTE_ARRAY, Some(LogicalType::String))?,
        column("source", Physical::BYTE_ARRAY, Some(LogicalType::String))?,
        column("problem", Physical::INT64, None)?,
    ];
    for name in number_columns() {
        fields.push(column(&name, Physical::INT32, None)?);
    }
    Ok(Arc::new(Type::group_type_builder("positions").with_fields(fields).build()?))
}

/// Rows as a Parquet file.
///
/// # Errors
/// When the library cannot write them.
pub fn to_parquet(rows: &[Row]) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let properties = WriterProperties::builder().build();
    let mut writer = SerializedFileWriter::new(&mut out, schema()?, Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    let text = |text: &str| ByteArray::from(text);
    write::<ByteArrayType>(&mut group, rows.iter().map(|row| text(&row.sfen)).collect())?;
    write::<ByteArrayType>(&mut group, rows.iter().map(|row| text(row.source.name())).collect())?;
    write::<Int64Type>(&mut group, rows.iter().map(|row| row.problem as i64).collect())?;
    for step in 0..STEPS.len() {
        let mate = |row: &Row| row.label.mate[step].map_or(-1, i32::from);
        write::<Int32Type>(&mut group, rows.iter().map(|row| row.label.pn[step].into()).collect())?;
        write::<Int32Type>(&mut group, rows.iter().map(|row| row.label.dn[step].into()).collect())?;
        write::<Int32Type>(&mut group, rows.iter().map(mate).collect())?;
    }
    group.close()?;
    writer.close()?;
    Ok(out)
}

fn write<T: parquet::data_type::DataType>(
    group: &mut SerializedRowGroupWriter<'_, &mut Vec<u8>>,
    values: Vec<T::T>,
) -> Result<()> {
    let Some(mut column) = group.next_column()? else { return Err(strange("no such column")) };
    column.typed::<T>().write_batch(&values, None, None)?;
    column.close()
}

/// Rows from a Parquet file that [`to_parquet`] wrote, or that has the same columns.
///
/// # Errors
/// When it is no Parquet file, or has other columns or values.
pub fn from_parquet(bytes: Vec<u8>) -> Result<Vec<Row>> {
    let reader = SerializedFileReader::new(Bytes::from(bytes))?;
    let mut rows = Vec::new();
    for group in 0..reader.num_row_groups() {
        let columns = Columns { reader: &reader, group };
        let first = rows.len();
        let texts = columns.read::<ByteArrayType>("sfen")?;
        let sources = columns.read::<ByteArrayType>("source")?;
        let problems = columns.read::<Int64Type>("problem")?;
        for ((sfen, source), problem) in texts.into_iter().zip(sources).zip(problems) {
            rows.push(Row {
                sfen: sfen.as_utf8()?.to_string(),
                source: Source::from_name(source.as_utf8()?).ok_or_else(|| strange("source"))?,
                problem: problem as u64,
                label: Label::default(),
            });
        }
        for (step, ps) in STEPS.into_iter().enumerate() {
            let small = |value: i32| u8::try_from(value).map_err(|_| strange("a number"));
            let numbers = |name| columns.read::<Int32Type>(&format!("{name}{ps}"));
            let (pn, dn, mate) = (numbers("pn")?, numbers("dn")?, numbers("mate")?);
            for (i, row) in rows[first..].iter_mut().enumerate() {
                row.label.pn[step] = small(pn[i])?;
                row.label.dn[step] = small(dn[i])?;
                row.label.mate[step] = (mate[i] >= 0).then_some(mate[i] == 1);
            }
        }
    }
    Ok(rows)
}

struct Columns<'a> {
    reader: &'a SerializedFileReader<Bytes>,
    group: usize,
}

impl Columns<'_> {
    /// All values of a column of the group.
    fn read<T: parquet::data_type::DataType>(&self, name: &str) -> Result<Vec<T::T>> {
        let group = self.reader.get_row_group(self.group)?;
        let schema = group.metadata().schema_descr();
        let place = schema.columns().iter().position(|column| column.name() == name);
        let place = place.ok_or_else(|| strange(&format!("no column {name}")))?;
        let right = schema.column(place).physical_type() == T::get_physical_type();
        if !right {
            return Err(strange(&format!("the type of {name}")));
        }
        let mut column =
            parquet::column::reader::get_typed_column_reader::<T>(group.get_column_reader(place)?);
        let (count, mut values) = (group.metadata().num_rows() as usize, Vec::new());
        while values.len() < count && column.read_records(count, None, None, &mut values)?.0 > 0 {}
        if values.len() == count { Ok(values) } else { Err(strange(&format!("the length of {name}"))) }
    }
}

fn strange(what: &str) -> ParquetError {
    ParquetError::General(format!("these are no labelled positions: {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Row> {
        let row = |i: u8| Row {
            sfen: format!("position {i}"),
            source: Source::ALL[usize::from(i) % Source::ALL.len()].0,
            problem: u64::MAX - u64::from(i),
            label: Label { pn: [i; 3], dn: [1, 2, i], mate: [None, Some(true), Some(false)] },
        };
        (0..100).map(row).collect()
    }

    #[test]
    fn rows_survive_the_file() {
        let bytes = to_parquet(&rows()).unwrap();
        assert_eq!(bytes, to_parquet(&rows()).unwrap());
        assert_eq!(from_parquet(bytes).unwrap(), rows());
    }

    #[test]
    fn other_bytes_are_refused() {
        assert!(from_parquet(b"PAR1 no, not really PAR1".to_vec()).is_err());
        let mut cut = to_parquet(&rows()).unwrap();
        cut.truncate(cut.len() / 2);
        assert!(from_parquet(cut).is_err());
    }
}
