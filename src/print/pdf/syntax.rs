//! Strings, names, rectangles and compressed streams of a PDF.

use std::cell::RefCell;

use flate2::{Compress, Compression, FlushCompress, Status};
use lopdf::{Object, StringFormat};

use crate::print::draw::units::{POINT, Rect, Size};

/// Compression level of streams: a higher level takes longer and gains little.
pub const LEVEL: u32 = 3;

thread_local! {
    /// A compressor has a third of a megabyte of tables: to make one for each stream takes longer than to
    /// compress it. The bytes beside it are room for its output.
    static COMPRESSOR: RefCell<(Compress, Vec<u8>)> =
        RefCell::new((Compress::new(Compression::new(LEVEL), true), Vec::new()));
}

/// Returns compressed bytes.
pub fn compressed(bytes: &[u8]) -> Vec<u8> {
    COMPRESSOR.with_borrow_mut(|(compressor, out)| {
        compressor.reset();
        out.clear();
        compress(compressor, bytes, FlushCompress::Finish, out);
        // Without the capacity that is left over: the streams of a deck are kept until it is written.
        out.to_vec()
    })
}

/// Returns compressed bytes, for which the compressor is told of their end only when it has read all. At its
/// lowest level this decides how they are divided into blocks.
pub fn compress_in_steps(compressor: &mut Compress, bytes: &[u8]) -> Vec<u8> {
    compressor.reset();
    let mut out = Vec::new();
    compress(compressor, bytes, FlushCompress::None, &mut out);
    compress(compressor, &[], FlushCompress::Finish, &mut out);
    out
}

fn compress(compressor: &mut Compress, bytes: &[u8], flush: FlushCompress, out: &mut Vec<u8>) {
    /// Output for which there must be room, so that compression goes on.
    const ROOM: usize = 64;
    let before = compressor.total_in();
    let mut read = 0;
    out.reserve(bytes.len() / 3 + ROOM);
    loop {
        let status = compressor.compress_vec(&bytes[read..], out, flush);
        read = usize::try_from(compressor.total_in() - before).map_or(bytes.len(), |r| r.min(bytes.len()));
        let is_done = matches!(flush, FlushCompress::None) && read == bytes.len();
        // It fails only on wrong parameters.
        if is_done || !matches!(status, Ok(Status::Ok | Status::BufError)) {
            return;
        }
        out.reserve(out.capacity().max(ROOM));
    }
}

/// Returns a text string: in PDFDocEncoding or UTF-16 (ISO 32000-1, 7.9.2.2), byte by byte. `lopdf` would
/// write that in UTF-16 as hexadecimal digits: a fifth of the work of the thread that writes a deck.
pub fn text(words: &str) -> Object {
    match lopdf::text_string(words) {
        Object::String(bytes, _) => Object::String(bytes, StringFormat::Literal),
        other => other,
    }
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
