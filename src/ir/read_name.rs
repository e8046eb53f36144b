//! Names that a compiled game holds as texts, from which what else they say is read again.

/// Implements what a name with the fields `text` and another has in common: it is held as its text, and is
/// used as one. `From<String>` reads the other field.
macro_rules! held_as_text {
    ($name:ident) => {
        impl $name {
            /// Returns the text, as listings and messages show it.
            pub fn as_str(&self) -> &str {
                &self.text
            }
        }

        impl From<$name> for String {
            fn from(name: $name) -> String {
                name.text
            }
        }

        impl std::ops::Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                &self.text
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.text.fmt(f)
            }
        }

        impl PartialEq<str> for $name {
            fn eq(&self, other: &str) -> bool {
                self.text == other
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, other: &&str) -> bool {
                self.text == *other
            }
        }
    };
}
pub(super) use held_as_text;
