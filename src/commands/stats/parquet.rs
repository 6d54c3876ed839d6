//! The table of problems as a Parquet file: columns of plain types, and row groups of a fixed number of problems.

use super::export::Line;
use ::parquet::basic::Compression;
use ::parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::schema::parser::parse_message_type;
use std::io::{self, Write};
use std::sync::Arc;

/// The columns, in the order of [`super::export::COLUMNS`].
const SCHEMA: &str = "message problem {
    required binary source (UTF8); required int64 source_line; optional binary name (UTF8);
    required binary sfen (UTF8); required binary canonical (UTF8); required binary verdict (UTF8);
    optional int64 length; optional boolean shortest; optional binary line (UTF8); optional int64 nodes;
    optional int64 expansions; optional double seconds; optional binary reason (UTF8);
}";
/// Problems of a row group.
const GROUP: usize = 50_000;

/// A table being written.
pub struct Table<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    lines: Vec<Line>,
}

impl<W: Write + Send> Table<W> {
    /// A table without rows.
    pub fn new(out: W) -> io::Result<Table<W>> {
        let schema = Arc::new(parse_message_type(SCHEMA).map_err(io::Error::other)?);
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let writer = SerializedFileWriter::new(out, schema, Arc::new(properties));
        Ok(Table { writer: writer.map_err(io::Error::other)?, lines: vec![] })
    }

    /// Adds a row.
    pub fn add(&mut self, line: Line) -> io::Result<()> {
        self.lines.push(line);
        if self.lines.len() < GROUP { Ok(()) } else { self.flush().map_err(io::Error::other) }
    }

    /// Writes what is left and the end.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush().map_err(io::Error::other)?;
        self.writer.close().map(drop).map_err(io::Error::other)
    }

    fn flush(&mut self) -> Result<(), ParquetError> {
        if self.lines.is_empty() {
            return Ok(());
        }
        let lines = std::mem::take(&mut self.lines);
        let mut group = self.writer.next_row_group()?;
        required_text(&mut group, &lines, |line| &line.source)?;
        numbers(&mut group, &lines, |line| Some(line.source_line), true)?;
        text(&mut group, &lines, |line| line.name.as_deref())?;
        required_text(&mut group, &lines, |line| &line.sfen)?;
        required_text(&mut group, &lines, |line| &line.canonical)?;
        required_text(&mut group, &lines, |line| &line.verdict)?;
        numbers(&mut group, &lines, |line| line.length, false)?;
        let (values, levels) = present(&lines, |line| line.shortest);
        column::<BoolType>(&mut group, &values, Some(&levels))?;
        text(&mut group, &lines, |line| line.line.as_deref())?;
        numbers(&mut group, &lines, |line| line.nodes, false)?;
        numbers(&mut group, &lines, |line| line.expansions, false)?;
        let (values, levels) = present(&lines, |line| line.seconds);
        column::<DoubleType>(&mut group, &values, Some(&levels))?;
        text(&mut group, &lines, |line| line.reason.as_deref())?;
        group.close().map(drop)
    }
}

type Group<'a, W> = SerializedRowGroupWriter<'a, W>;

/// The values that are there, and for each row whether one is.
fn present<T>(lines: &[Line], value: impl Fn(&Line) -> Option<T>) -> (Vec<T>, Vec<i16>) {
    let values: Vec<Option<T>> = lines.iter().map(value).collect();
    let levels = values.iter().map(|value| value.is_some() as i16).collect();
    (values.into_iter().flatten().collect(), levels)
}

fn required_text<W: Write + Send>(
    group: &mut Group<'_, W>,
    lines: &[Line],
    value: impl Fn(&Line) -> &String,
) -> Result<(), ParquetError> {
    let values: Vec<ByteArray> =
        lines.iter().map(|line| ByteArray::from(value(line).as_str())).collect();
    column::<ByteArrayType>(group, &values, None)
}

fn text<W: Write + Send>(
    group: &mut Group<'_, W>,
    lines: &[Line],
    value: impl Fn(&Line) -> Option<&str>,
) -> Result<(), ParquetError> {
    let (values, levels) = present(lines, |line| value(line).map(ByteArray::from));
    column::<ByteArrayType>(group, &values, Some(&levels))
}

fn numbers<W: Write + Send>(
    group: &mut Group<'_, W>,
    lines: &[Line],
    value: impl Fn(&Line) -> Option<i64>,
    required: bool,
) -> Result<(), ParquetError> {
    let (values, levels) = present(lines, value);
    column::<Int64Type>(group, &values, (!required).then_some(&levels[..]))
}

fn column<T: ::parquet::data_type::DataType>(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else {
        return Err(ParquetError::General("more columns than the schema has".to_string()));
    };
    column.typed::<T>().write_batch(values, levels, None)?;
    column.close()
}
