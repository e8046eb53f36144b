//! The words of amounts: how many, and which value each is of.

use super::amount::AmountDomain;
use super::root::Ir;
use super::value_type::ValueType;

impl Ir {
    /// Returns the number of words of an amount.
    pub fn lanes(&self, pers: &[AmountDomain]) -> usize {
        pers.iter().map(|per| per.count(&self.enums, self.names.len())).product()
    }

    /// Returns the number of words of a value of a type, sets excepted: their width depends on their domain.
    pub fn value_words(&self, ty: &ValueType) -> usize {
        match ty {
            ValueType::Amount(pers) => self.lanes(pers),
            _ => 1,
        }
    }

    /// Returns the id of value `at` of a domain.
    pub fn lane_id(&self, per: AmountDomain, at: usize) -> String {
        match per {
            AmountDomain::Enum(e) => {
                self.enums.get(e.index()).and_then(|e| e.values.get(at)).cloned().unwrap_or_default()
            }
            AmountDomain::Name => self.names.get(at).map(|n| n.id.clone()).unwrap_or_default(),
            AmountDomain::Range(first, _) => (i64::from(first) + at as i64).to_string(),
        }
    }

    /// Returns the index of a word of an amount in brackets: `[fire]`, `[1][fire]`.
    pub fn lane_brackets(&self, pers: &[AmountDomain], word: usize) -> String {
        let mut rest = self.lanes(pers);
        let mut word = word;
        let mut out = String::new();
        for per in pers {
            rest /= per.count(&self.enums, self.names.len()).max(1);
            out += &format!("[{}]", self.lane_id(*per, word / rest.max(1)));
            word %= rest.max(1);
        }
        out
    }
}
