super::declaration::codes! {
    UNKNOWN_KEY = CW0200, "unknown key";
    MISSING_KEY = CW0201, "missing key";
    WRONG_TYPE = CW0202, "wrong sort of value";
    BAD_ID = CW0203, "not an id";
    OUT_OF_RANGE = CW0204, "number out of range";
    NOT_A_CHOICE = CW0205, "not one of the values";
    WRONG_COUNT = CW0206, "too few or too many items";
    REPEATED_ITEM = CW0207, "duplicate item";
    BADLY_WRITTEN = CW0208, "not written as it should be";
}
