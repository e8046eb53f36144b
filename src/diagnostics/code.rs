//! The stable codes of diagnostics.

/// A stable code, `CW0123`; explained by `cardwright explain`. All codes are declared in `codes/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(pub u16);

impl Code {
    /// Parses a code such as `CW0123`. Panics at compile time if the text is not a code.
    pub(super) const fn parse_const(text: &str) -> Code {
        let [b'C', b'W', digits @ ..] = text.as_bytes() else { panic!("a code begins with CW") };
        assert!(digits.len() == 4, "a code has four digits");
        let (mut number, mut at) = (0, 0);
        while at < 4 {
            assert!(digits[at].is_ascii_digit(), "a code has four digits");
            number = number * 10 + (digits[at] - b'0') as u16;
            at += 1;
        }
        Code(number)
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CW{:04}", self.0)
    }
}
