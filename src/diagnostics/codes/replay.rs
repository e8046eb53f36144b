super::declaration::codes! {
    NOT_A_SAVED_GAME = CW0850, "not a saved game";
    CANNOT_BE_LAID = CW0851, "saved game cannot be laid out";
    NO_LONGER_FITS = CW0852, "answer that no longer fits";
    RULES_HAVE_CHANGED = CW0853, "saved under other rules";
    OTHER_GAME = CW0854, "saved from another game";
    NO_PART = CW0855, "not a part of this simulation";
}
