//! Writes the operators of a content stream (ISO 32000-1, annex A).

use crate::ir::ToIndex;
use std::fmt::Write;

/// A content stream under construction.
#[derive(Default)]
pub struct Operators {
    out: String,
}

impl Operators {
    /// Returns the bytes written.
    pub fn finish(mut self) -> Vec<u8> {
        self.out.shrink_to_fit();
        self.out.into_bytes()
    }

    /// Writes an operator with numbers, rounded to thousandths of a millimetre.
    pub fn op(&mut self, operands: &[f32], operator: &str) {
        for number in operands {
            self.number(*number, 3);
        }
        self.end(operator);
    }

    /// Writes an operator with a resource name: `/F1 12.5 Tf`.
    pub fn named(&mut self, kind: char, number: impl std::fmt::Display, operands: &[f32], operator: &str) {
        // Writing to a string cannot fail.
        let _ = write!(self.out, "/{kind}{number} ");
        for number in operands {
            self.number(*number, 4);
        }
        self.end(operator);
    }

    /// Begins marked content of a structure type, with its number on the page.
    pub fn begin_content(&mut self, role: &str, number: usize) {
        // Writing to a string cannot fail.
        let _ = write!(self.out, "/{role} <</MCID {number}>> ");
        self.end("BDC");
    }

    /// Writes a matrix; scale factors need more digits than lengths.
    pub fn matrix(&mut self, [a, b, c, d, e, f]: [f32; 6], operator: &str) {
        for scale in [a, b, c, d] {
            self.number(scale, 6);
        }
        self.op(&[e, f], operator);
    }

    /// Writes a dash pattern and the offset into it.
    pub fn dashes(&mut self, dashes: &[f32], from: f32) {
        self.out.push_str("[ ");
        for length in dashes {
            self.number(*length, 3);
        }
        self.out.push_str("] ");
        self.op(&[from], "d");
    }

    /// Begins an array of glyphs.
    pub fn begin_glyphs(&mut self) {
        self.out.push('[');
    }

    /// Writes glyphs by index, four hexadecimal digits each. Returns the position of the first.
    pub fn glyphs(&mut self, glyphs: impl Iterator<Item = u16>) -> usize {
        self.out.push('<');
        let at = self.out.len();
        for glyph in glyphs {
            for shift in [12, 8, 4, 0] {
                self.out.push(char::from(DIGITS[usize::from(glyph >> shift) & 15]));
            }
        }
        self.out.push('>');
        at
    }

    /// Writes an offset, in whole thousandths of an em, with reversed sign.
    pub fn adjust(&mut self, by: f32) {
        self.number(by, 0);
    }

    /// Ends an array of glyphs.
    pub fn end_glyphs(&mut self) {
        self.out.push(']');
        self.end("TJ");
    }

    fn end(&mut self, operator: &str) {
        self.out.push_str(operator);
        self.out.push('\n');
    }

    /// Writes a number with at most `decimals` decimals, and a space.
    fn number(&mut self, number: f32, decimals: u32) {
        let one = 10_u64.pow(decimals);
        // NaN and huge numbers saturate; drawings that were read do not contain them.
        let fixed = (f64::from(number) * one as f64).round() as i64;
        if fixed < 0 {
            self.out.push('-');
        }
        let (whole, mut rest) = (fixed.unsigned_abs() / one, fixed.unsigned_abs() % one);
        self.digits(whole, 1);
        let mut width = decimals.index();
        while rest != 0 && rest.is_multiple_of(10) {
            (rest, width) = (rest / 10, width - 1);
        }
        if rest != 0 {
            self.out.push('.');
            self.digits(rest, width);
        }
        self.out.push(' ');
    }

    /// Writes a number with at least `least` digits. The standard formatting is several times slower, and
    /// there are millions of numbers.
    fn digits(&mut self, mut number: u64, least: usize) {
        let mut digits = [b'0'; 20];
        let mut from = digits.len();
        while number > 0 {
            from -= 1;
            digits[from] = b'0' + (number % 10) as u8;
            number /= 10;
        }
        from = from.min(digits.len() - least);
        digits[from..].iter().for_each(|d| self.out.push(char::from(*d)));
    }
}

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// Reads the glyphs at a position.
pub fn read_glyphs(stream: &[u8], at: usize, count: usize) -> impl Iterator<Item = u16> {
    let digits = stream.get(at..at + 4 * count).unwrap_or_default();
    let value = |d: &u8| DIGITS.iter().position(|x| x == d).unwrap_or(0) as u16;
    digits.chunks_exact(4).map(move |four| four.iter().fold(0, |number, d| number << 4 | value(d)))
}

/// Overwrites the glyphs at a position.
pub fn write_glyphs(stream: &mut [u8], at: usize, glyphs: impl Iterator<Item = u16>) {
    let room = stream.get_mut(at..).unwrap_or_default();
    for (four, glyph) in room.chunks_exact_mut(4).zip(glyphs) {
        for (digit, shift) in four.iter_mut().zip([12, 8, 4, 0]) {
            *digit = DIGITS[usize::from(glyph >> shift) & 15];
        }
    }
}
