//! Taint: how secret the value of a register is.

/// The secrecy of a register's value, in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Taint {
    /// A value that every player knows.
    #[default]
    Open,
    /// Components in zones that everybody sees, or values derived from them. They are public, but a bot does
    /// not remember where they have gone since.
    Shown,
    /// Components whose identity may be hidden; their number is not.
    Content,
    /// A random pick. Its existence is public, its identity may not be.
    Picked,
    /// A value that may depend on hidden information.
    Secret,
}

/// Joins a taint into another. Returns whether that changed.
pub(super) fn raise(to: &mut Taint, taint: Taint) -> bool {
    let higher = taint > *to;
    if higher {
        *to = taint;
    }
    higher
}

/// Returns the taint of a subset of components: its size may depend on hidden information.
pub(super) fn part(taint: Taint) -> Taint {
    if taint <= Taint::Shown { taint } else { Taint::Secret }
}
