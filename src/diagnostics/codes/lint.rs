//! 0600–0699: warnings about rules and texts.

super::codes! {
    UNUSED = 600, "unused declaration", "Something is declared that nothing uses: a function or verb that is not called, an action that is not offered, a slot that no rule asks for, a keyword that no card bears. Often a slip of the pen somewhere else.";
}
