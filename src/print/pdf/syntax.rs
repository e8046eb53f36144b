//! Strings, names, rectangles and compressed streams of a PDF.

use std::cell::RefCell;

use lopdf::Object;
use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, TDEFLStatus, compress, create_comp_flags_from_zip_params,
};

use crate::print::draw::units::{POINT, Rect, Size};

/// Compression level of streams: a higher level takes longer and gains little.
pub const LEVEL: i32 = 3;

thread_local! {
    /// A compressor has a third of a megabyte of tables: to make one for each stream takes longer than to
    /// compress it.
    static COMPRESSOR: RefCell<CompressorOxide> =
        RefCell::new(CompressorOxide::new(create_comp_flags_from_zip_params(LEVEL, 1, 0)));
}

pub fn compressed(mut bytes: &[u8]) -> Vec<u8> {
    /// Output for which there must be room, so that compression goes on.
    const ROOM: usize = 64;
    COMPRESSOR.with_borrow_mut(|compressor| {
        compressor.reset();
        let mut out = vec![0; bytes.len() / 3 + ROOM];
        let mut end = 0;
        loop {
            let (status, read, written) = compress(compressor, bytes, &mut out[end..], TDEFLFlush::Finish);
            (bytes, end) = (&bytes[read..], end + written);
            // It fails only on wrong parameters.
            if status != TDEFLStatus::Okay {
                out.truncate(end);
                return out;
            }
            if out.len() - end < ROOM {
                out.resize(2 * out.len(), 0);
            }
        }
    })
}

/// Returns a text string: in PDFDocEncoding or UTF-16 (ISO 32000-1, 7.9.2.2).
pub fn text(words: &str) -> Object {
    lopdf::text_string(words)
}

pub fn name(words: String) -> Object {
    Object::Name(words.into_bytes())
}

/// Converts millimetres to points.
pub fn points(mm: f64) -> f32 {
    ((mm / POINT * 1e4).round() / 1e4) as f32
}

/// Converts a rectangle to points, with y from below.
pub fn rectangle(of: Rect, page: Size) -> Object {
    let corners = [of.x, page.height - of.bottom(), of.right(), page.height - of.y];
    Object::Array(corners.map(|mm| Object::Real(points(mm))).to_vec())
}
