super::codes! {
    SYNTAX = 100, "not TOML",
"This is not TOML as Cardwright understands it.";
}
