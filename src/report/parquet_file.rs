//! Rows as Parquet, for databases and notebooks.

use std::sync::Arc;

use parquet::basic::Encoding;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::figure_row::FigureRow;

const SCHEMA: &str = "message figures {
  required binary entry (string);
  required binary figure (string);
  required binary of (string);
  required double value;
  optional double low;
  optional double high;
  required int64 count (integer(64, false));
}";

/// Returns the rows as Parquet: the same columns, one row group, uncompressed.
///
/// # Errors
/// The writer's message.
pub fn rows_parquet(rows: &[FigureRow]) -> Result<Vec<u8>, String> {
    parquet(rows).map_err(|error| error.to_string())
}

fn parquet(rows: &[FigureRow]) -> Result<Vec<u8>, ParquetError> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let properties = WriterProperties::builder()
        .set_created_by(format!("cardwright {}", env!("CARGO_PKG_VERSION")))
        .set_encoding(Encoding::PLAIN)
        .build();
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    let words: [fn(&FigureRow) -> &str; 3] = [|r| &r.entry, |r| &r.figure, |r| &r.of];
    for word in words {
        let values: Vec<ByteArray> = rows.iter().map(|r| ByteArray::from(word(r))).collect();
        column::<ByteArrayType>(&mut group, &values, None)?;
    }
    let values: Vec<f64> = rows.iter().map(|r| r.value).collect();
    column::<DoubleType>(&mut group, &values, None)?;
    let ends: [fn(&FigureRow) -> Option<f64>; 2] = [|r| r.low, |r| r.high];
    for end in ends {
        let values: Vec<f64> = rows.iter().filter_map(end).collect();
        let there: Vec<i16> = rows.iter().map(|r| i16::from(end(r).is_some())).collect();
        column::<DoubleType>(&mut group, &values, Some(&there))?;
    }
    let values: Vec<i64> = rows.iter().map(|r| r.count as i64).collect();
    column::<Int64Type>(&mut group, &values, None)?;
    group.close()?;
    writer.into_inner()
}

/// Writes the next column. `there` holds, for each row, whether it has a value; `None`: all have.
fn column<T: parquet::data_type::DataType>(
    group: &mut SerializedRowGroupWriter<Vec<u8>>,
    values: &[T::T],
    there: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let missing = || ParquetError::General("fewer columns than there should be".into());
    let mut column = group.next_column()?.ok_or_else(missing)?;
    column.typed::<T>().write_batch(values, there, None)?;
    column.close()
}
