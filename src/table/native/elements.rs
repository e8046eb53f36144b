//! Writes machine code for instructions on one element of a set: whether it is there, and to insert or remove
//! it.

use super::function::{BYTES, FunctionTranslation};
use super::sets::WordOp;
use crate::ir::Reg;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};

/// The maximum number of words of a set for which all words are updated, each with its own bit or nothing. In
/// larger sets, one word is updated in the frame.
const FEW: u8 = 4;

/// A set that is known while the rules are compiled, of a form that is quick to look up.
enum ConstantSet {
    /// All elements from one to before another.
    Range(u64, u64),
    /// Elements of one word: its number, and its bits.
    Word(u64, u64),
}

impl FunctionTranslation<'_, '_, '_> {
    /// Returns the address of the word of a set in the frame that holds an element.
    pub fn word_of(&mut self, a: Reg, element: Value) -> Value {
        let (six, three) = (self.word(6), self.word(3));
        let index = self.build.ins().ushr(element, six);
        let offset = self.build.ins().ishl(index, three);
        let start = self.word(i64::from(a.0) * i64::from(BYTES));
        let from = self.build.ins().iadd(self.frame, start);
        self.build.ins().iadd(from, offset)
    }

    /// Returns a set whose words are held and known. Kinds of components are ranges.
    fn known(&self, n: u8, a: Reg) -> Option<ConstantSet> {
        let words = a.run(usize::from(n)).map(|register| self.constant(register).map(|word| word as u64));
        let words: Vec<u64> = words.collect::<Option<_>>()?;
        let first = words.iter().position(|word| *word != 0)?;
        let (low, high) = (words[first].trailing_zeros(), words.iter().rposition(|word| *word != 0)?);
        let from = first as u64 * 64 + u64::from(low);
        let to = high as u64 * 64 + 64 - u64::from(words[high].leading_zeros());
        let count: u64 = words.iter().map(|word| u64::from(word.count_ones())).sum();
        match () {
            () if count == to - from => Some(ConstantSet::Range(from, to)),
            () if first == high => Some(ConstantSet::Word(first as u64, words[first])),
            () => None,
        }
    }

    pub fn has(&mut self, n: u8, d: Reg, a: Reg, b: Reg) {
        let element = self.get(b);
        let has = match self.known(n, a) {
            Some(ConstantSet::Range(from, to)) => {
                let (from, count) = (self.word(from as i64), self.word((to - from) as i64));
                let nth = self.build.ins().isub(element, from);
                let within = self.compare(IntCC::UnsignedLessThan, nth, count);
                self.truth(within)
            }
            Some(ConstantSet::Word(word, bits)) => {
                let (first, most) = (self.word(word as i64 * 64), self.word(64));
                let nth = self.build.ins().isub(element, first);
                let within = self.compare(IntCC::UnsignedLessThan, nth, most);
                let bits = self.word(bits as i64);
                self.bit_within(within, bits, nth)
            }
            None if n == 1 => {
                let most = self.word(64);
                let within = self.compare(IntCC::UnsignedLessThan, element, most);
                let word = self.get(a);
                self.bit_within(within, word, element)
            }
            None => {
                let (zero, most) = (self.word(0), self.word(i64::from(n) * 64));
                let within = self.compare(IntCC::UnsignedLessThan, element, most);
                // For an element beyond the set, some word of the set is read and not used.
                let some = self.build.ins().select(within, element, zero);
                self.save_range(a, n);
                let from = self.word_of(a, some);
                let word = self.load(from, 0);
                self.bit_within(within, word, element)
            }
        };
        self.set(d, has);
    }

    /// Returns the bit of a word that an element has there, if it is within the set.
    fn bit_within(&mut self, within: Value, word: Value, element: Value) -> Value {
        let (zero, one) = (self.word(0), self.word(1));
        let word = self.build.ins().ushr(word, element);
        let bit = self.build.ins().band(word, one);
        self.build.ins().select(within, bit, zero)
    }

    pub fn insert(&mut self, n: u8, d: Reg, a: Reg) {
        let element = self.get(a);
        self.fail_unless_below(element, i64::from(n) * 64);
        self.change(n, d, element, WordOp::Or);
    }

    pub fn single(&mut self, n: u8, d: Reg, a: Reg) {
        let element = self.get(a);
        self.fail_unless_below(element, i64::from(n) * 64);
        let zero = self.word(0);
        (0..u16::from(n)).for_each(|i| self.set(d + i, zero));
        self.change(n, d, element, WordOp::Or);
    }

    pub fn remove(&mut self, n: u8, d: Reg, a: Reg) {
        let element = self.get(a);
        if n <= FEW {
            return self.change(n, d, element, WordOp::Minus);
        }
        let most = self.word(i64::from(n) * 64);
        let within = self.compare(IntCC::UnsignedLessThan, element, most);
        self.save_range(d, n);
        self.only_if(within, |body| body.change(n, d, element, WordOp::Minus));
    }

    /// Inserts or removes an element. If the set has more than [`FEW`] words, the element must be within.
    fn change(&mut self, n: u8, d: Reg, element: Value, how: WordOp) {
        let bit = self.bit(element);
        if n <= FEW {
            let (zero, six) = (self.word(0), self.word(6));
            let of_element = self.build.ins().ushr(element, six);
            for i in 0..u16::from(n) {
                let here = self.is(of_element, i64::from(i));
                let bit = self.build.ins().select(here, bit, zero);
                let word = self.get(d + i);
                let word = self.combined(how, word, bit);
                self.set(d + i, word);
            }
            return;
        }
        self.save_range(d, n);
        let at = self.word_of(d, element);
        let word = self.load(at, 0);
        let word = self.combined(how, word, bit);
        self.store(word, at, 0);
        self.forget(d, n);
    }
}
