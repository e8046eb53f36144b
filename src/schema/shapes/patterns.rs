//! Patterns of ids, languages, colours and keys, and the limits of boards and tables.

/// Pattern of ids, as a regular expression.
pub const ID_PATTERN: &str = "^[a-z][a-z0-9_]*$";

/// Pattern of game ids, which have `-` in place of `_`.
pub const GAME_ID_PATTERN: &str = "^[a-z][a-z0-9-]*$";

/// Pattern of language tags: `en`, `pt-BR`.
pub const LANGUAGE_PATTERN: &str = "^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$";

/// Pattern of colours: `#2c6e8f`.
pub const COLOUR_PATTERN: &str = "^#[0-9a-fA-F]{6}$";

/// Pattern of icons' names.
pub const ICON_PATTERN: &str = "^[a-z][a-z0-9_-]*$";

/// Pattern of the keys of a scenario's `[state]`: a name, or a name with a seat, a component (by its id or
/// printed name) or cells, and with values of an amount.
pub const HOLDER_PATTERN: &str = r"^[a-z][a-z0-9_]*(\[[^\[\]]+\]){0,3}$";

/// Most columns or rows of a board, since columns are named by letters.
pub const MOST_COLUMNS: u16 = 26;

/// Maximum number of copies that a line of a deck list may give.
pub const MOST_OF_CARD: u32 = 100_000;

/// Most cells of a board.
pub const MOST_CELLS: usize = 512;

/// Most seats a table can have.
pub const MOST_PLAYERS: u8 = 32;
