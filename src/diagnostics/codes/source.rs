super::declaration::codes! {
    SYNTAX = CW0100, "not TOML";
    UNCLOSED_STRING = CW0101, "string without an end";
    UNCLOSED_BRACKET = CW0102, "bracket without an end";
    UNQUOTED_TEXT = CW0103, "text without quotes";
    TWICE = CW0104, "written twice";
    NO_VALUE = CW0105, "key without a value";
    BAD_ESCAPE = CW0106, "unknown escape";
    BAD_CHARACTER = CW0107, "character that has no place here";
    TWO_ON_A_LINE = CW0108, "more after the value";
    BAD_NUMBER = CW0109, "not a number";
    BAD_KEY = CW0110, "not a key";
    CLOSED = CW0111, "nothing can be added here";
    COMMA = CW0112, "comma missing or in excess";
    TOO_DEEP = CW0113, "nested too deeply";
    NEWER_TOML = CW0114, "only newer TOML allows this";
    STRAY_BRACKET = CW0115, "bracket that closes nothing";
    CSV_NO_COLUMNS = CW0130, "table without a row of keys";
    CSV_COLUMN = CW0131, "column without a name, or named twice";
    CSV_ROW = CW0132, "row longer or shorter than the first";
    CSV_NO_ID = CW0133, "row without an id";
    CSV_ID_TWICE = CW0134, "two rows with one id";
    CSV_QUOTE = CW0135, "quote out of place";
    SHEET_FORMULA = CW0136, "cell whose formula has failed";
    SHEET_DATE = CW0137, "cell that holds a date";
}
