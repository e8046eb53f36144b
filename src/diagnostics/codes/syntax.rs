super::declaration::codes! {
    OPEN_STRING = CW0401, "text without an end";
    OPEN_BRACKET = CW0402, "bracket that is never closed";
    STRAY_BRACKET = CW0403, "bracket that closes nothing";
    STRANGE_SIGN = CW0404, "character that is not of the language";
    BAD_NUMBER = CW0405, "number that cannot be read";
    BAD_ESCAPE = CW0406, "unknown escape in a text";
    MISSING_VALUE = CW0407, "value missing";
    UNEXPECTED = CW0408, "something that does not fit";
    FOREIGN = CW0409, "written as in another language";
    EQUALS = CW0410, "`=` and `==` confused";
    CHAINED = CW0411, "chained comparisons";
    DOES_NOTHING = CW0412, "statement that does nothing";
    BAD_TARGET = CW0413, "something that cannot be changed";
    RESERVED = CW0414, "word of the language as a name";
    MISSING_BLOCK = CW0415, "block missing";
    TOO_DEEP = CW0416, "nested too deeply";
    MISSING_NAME = CW0417, "name missing";
    NO_NULL = CW0418, "there is no null";
    BAD_CHOICE = CW0419, "choice that is not written so";
    LONE_ELSE = CW0420, "`else` that belongs to nothing";
    SECOND_STATEMENT = CW0421, "two statements on one line";
    TEMPLATE = CW0422, "template braces in code";
    BAD_TYPE = CW0423, "type that cannot be read";
    WHERE_IF = CW0424, "`if` behind a `where`";
    NO_CODE = CW0425, "no code";
    BAD_NAME = CW0426, "letters that no name has";
}
