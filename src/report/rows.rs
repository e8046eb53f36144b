//! Figures as rows: CSV, and Parquet for databases and notebooks.

use crate::diagnostics::plain_cell;
use std::sync::Arc;

use parquet::basic::Encoding;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::list_effects::ListEffects;
use super::matchups::Matchups;
use super::study::Shown;
use crate::lab::{Question, figures};

/// A figure of a simulation, as a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The label of the simulation, if there are several.
    pub entry: String,
    /// The sort of the figure.
    pub figure: String,
    /// Its subject; empty for the whole game.
    pub of: String,
    /// The value; shares are between 0 and 1.
    pub value: f64,
    /// Lower bound of its 95 % confidence interval, if it has one.
    pub low: Option<f64>,
    /// Upper bound.
    pub high: Option<f64>,
    /// Size of the sample.
    pub count: u64,
}

/// Returns the figures of all simulations, preceded by the matchups and effects of lists.
pub fn rows(question: &Question, shown: &[Shown]) -> Vec<Row> {
    let of = |s: &Shown| {
        let label = s.label.to_owned();
        figures(s.ir, s.simulation, s.results).into_iter().map(move |figure| {
            let interval = figure.measure.interval();
            Row {
                entry: label.clone(),
                figure: figure.what.into(),
                of: figure.of,
                value: figure.measure.value(),
                low: interval.map(|i| i.low),
                high: interval.map(|i| i.high),
                count: figure.measure.count(),
            }
        })
    };
    let effects = || ListEffects::of(shown).map_or_else(Vec::new, |effects| effects.rows());
    let together = match question {
        Question::Decks { lists, pairs } => [Matchups::of(lists, pairs, shown).rows(), effects()].concat(),
        Question::One => effects(),
        Question::Sweep { .. } | Question::League { .. } | Question::Compare => Vec::new(),
    };
    together.into_iter().chain(shown.iter().flat_map(of)).collect()
}

/// Returns the rows as CSV with a header.
pub fn rows_csv(rows: &[Row]) -> Vec<u8> {
    let mut out = csv::Writer::from_writer(Vec::new());
    let number = |value: Option<f64>| value.map_or_else(String::new, |v| v.to_string());
    // Writing to memory cannot fail.
    let _ = out.write_record(["entry", "figure", "of", "value", "low", "high", "count"]);
    for row in rows {
        let Row { entry, figure, of, value, low, high, count } = row;
        let numbers = [number(Some(*value)), number(*low), number(*high), count.to_string()];
        let words = [entry, figure, of].map(|word| plain_cell(word).into_owned());
        let _ = out.write_record(words.iter().chain(&numbers));
    }
    out.into_inner().unwrap_or_default()
}

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
pub fn rows_parquet(rows: &[Row]) -> Result<Vec<u8>, String> {
    parquet(rows).map_err(|error| error.to_string())
}

fn parquet(rows: &[Row]) -> Result<Vec<u8>, ParquetError> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let properties = WriterProperties::builder()
        .set_created_by(format!("cardwright {}", env!("CARGO_PKG_VERSION")))
        .set_encoding(Encoding::PLAIN)
        .build();
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    let words: [fn(&Row) -> &str; 3] = [|r| &r.entry, |r| &r.figure, |r| &r.of];
    for word in words {
        let values: Vec<ByteArray> = rows.iter().map(|r| ByteArray::from(word(r))).collect();
        column::<ByteArrayType>(&mut group, &values, None)?;
    }
    let values: Vec<f64> = rows.iter().map(|r| r.value).collect();
    column::<DoubleType>(&mut group, &values, None)?;
    let ends: [fn(&Row) -> Option<f64>; 2] = [|r| r.low, |r| r.high];
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

/// Writes the next column. `there` says which rows have a value; `None` if all do.
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
