//! Writes the operators of a content stream (ISO 32000-1, annex A).

use std::fmt::Display;
use std::io::Write;

/// A content stream under construction.
#[derive(Default)]
pub struct Operators {
    out: Vec<u8>,
}

impl Operators {
    /// Returns the bytes written.
    pub fn finish(mut self) -> Vec<u8> {
        self.out.shrink_to_fit();
        self.out
    }

    /// Writes an operator with numbers, rounded to thousandths of a millimetre.
    pub fn op(&mut self, operands: &[f32], operator: &str) {
        for number in operands {
            self.number::<3>(*number);
        }
        self.end(operator);
    }

    /// Writes an operator of an outline whose unit is so many millimetres. It is off by 5 µm at most, a
    /// quarter of a dot at 1,200 dpi, but by more if a unit is larger than a metre.
    pub fn outline(&mut self, coordinates: &[f32], operator: &str, unit: f32) {
        /// A share that scales are rounded down by.
        const ROUNDING: f32 = 1.001;
        for number in coordinates {
            match unit / ROUNDING {
                ..=1.0 => self.number::<2>(*number),
                ..=10.0 => self.number::<3>(*number),
                ..=100.0 => self.number::<4>(*number),
                _ => self.number::<5>(*number),
            }
        }
        self.end(operator);
    }

    /// Writes an operator with a resource name: `/F1 12.5 Tf`.
    pub fn named(&mut self, kind: char, number: impl Display, operands: &[f32], operator: &str) {
        // Writing to memory cannot fail.
        let _ = write!(self.out, "/{kind}{number} ");
        for number in operands {
            self.number::<4>(*number);
        }
        self.end(operator);
    }

    /// Begins marked content of a structure type, with its number on the page.
    pub fn begin_content(&mut self, role: &str, number: usize) {
        // Writing to memory cannot fail.
        let _ = write!(self.out, "/{role} <</MCID {number}>> ");
        self.end("BDC");
    }

    /// Writes a matrix; scale factors need more digits than lengths.
    pub fn matrix(&mut self, [a, b, c, d, e, f]: [f32; 6], operator: &str) {
        for scale in [a, b, c, d] {
            self.number::<6>(scale);
        }
        self.op(&[e, f], operator);
    }

    /// Writes a dash pattern and the offset into it.
    pub fn dashes(&mut self, dashes: &[f32], from: f32) {
        self.out.extend(b"[ ");
        for length in dashes {
            self.number::<3>(*length);
        }
        self.out.extend(b"] ");
        self.op(&[from], "d");
    }

    /// Begins an array of glyphs.
    pub fn begin_glyphs(&mut self) {
        self.out.push(b'[');
    }

    /// Writes glyphs by index, four hexadecimal digits each. Returns the position of the first.
    pub fn glyphs(&mut self, glyphs: impl Iterator<Item = u16>) -> usize {
        self.out.push(b'<');
        let at = self.out.len();
        glyphs.for_each(|glyph| self.out.extend(hexadecimal(glyph)));
        self.out.push(b'>');
        at
    }

    /// Writes an offset, in whole thousandths of an em, with reversed sign.
    pub fn adjust(&mut self, by: f32) {
        self.number::<0>(by);
    }

    /// Ends an array of glyphs.
    pub fn end_glyphs(&mut self) {
        self.out.push(b']');
        self.end("TJ");
    }

    fn end(&mut self, operator: &str) {
        self.out.extend(operator.as_bytes());
        self.out.push(b'\n');
    }

    /// Writes a number with at most `DECIMALS` decimals, and a space. The standard formatting is several
    /// times slower, and there are millions of numbers.
    fn number<const DECIMALS: u32>(&mut self, number: f32) {
        let scaled = f64::from(number) * 10_u64.pow(DECIMALS) as f64;
        // The sum is exact, since a single-precision number has few digits. NaN and huge numbers saturate;
        // drawings that were read do not contain them.
        let mut rest = ((scaled.abs() + 0.5) as i64).unsigned_abs();
        let is_negative = scaled < 0.0 && rest > 0;
        let mut written = [b' '; 24];
        let mut from = written.len() - 1;
        let mut has_decimals = false;
        for _ in 0..DECIMALS {
            let digit = (rest % 10) as u8;
            rest /= 10;
            if has_decimals || digit > 0 {
                from -= 1;
                written[from] = b'0' + digit;
                has_decimals = true;
            }
        }
        if has_decimals {
            from -= 1;
            written[from] = b'.';
        }
        loop {
            from -= 1;
            written[from] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if is_negative {
            from -= 1;
            written[from] = b'-';
        }
        self.out.extend_from_slice(&written[from..]);
    }
}

const DIGITS: &[u8; 16] = b"0123456789abcdef";

fn hexadecimal(glyph: u16) -> [u8; 4] {
    [12, 8, 4, 0].map(|shift| DIGITS[usize::from(glyph >> shift) & 15])
}

/// Replaces the glyphs at a position.
pub fn renumber_glyphs(stream: &mut [u8], at: usize, count: usize, mut to: impl FnMut(u16) -> u16) {
    let digits = stream.get_mut(at..at + 4 * count).unwrap_or_default();
    // Lowercase digits, as they were written.
    let value = |d: u8| u16::from(if d > b'9' { d - b'a' + 10 } else { d - b'0' });
    for four in digits.chunks_exact_mut(4) {
        let glyph = four.iter().fold(0, |number, d| number << 4 | value(*d));
        four.copy_from_slice(&hexadecimal(to(glyph)));
    }
}
