//! 0950–0979: printers, and reprints of changed faces.

super::codes! {
    SETTINGS = CW0950, "settings that cannot be used";
    UNKNOWN_PRINTER = CW0951, "printer that nothing is saved of";
    REVISION = CW0952, "state of a package that cannot be had";
}
