//! 0950–0979: printers, and reprints of changed faces.

super::declaration::codes! {
    SETTINGS = CW0950, "settings that cannot be used";
    UNKNOWN_PRINTER = CW0951, "printer without a saved offset";
    REVISION = CW0952, "earlier state that cannot be read";
}
