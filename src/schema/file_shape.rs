//! The sorts of files, by shape.

/// The files of a package, and those of tournaments, by shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileShape {
    /// `game.toml`
    Game,
    /// `rules/*.toml`
    Rules,
    /// `cards/*.toml`
    Cards,
    /// `decks/*.toml`
    Deck,
    /// `scenarios/*.toml`
    Scenario,
    /// `print.toml`
    Print,
    /// `texts/*.toml`
    Texts,
    /// `stamps.toml`
    Stamps,
    /// A tournament, which is not part of a package.
    Tournament,
}

impl FileShape {
    /// The shapes that authors write in a package, in reading order.
    pub const OF_PACKAGES: [FileShape; 7] = [
        FileShape::Game,
        FileShape::Rules,
        FileShape::Cards,
        FileShape::Deck,
        FileShape::Scenario,
        FileShape::Print,
        FileShape::Texts,
    ];

    /// All shapes.
    pub const ALL: [FileShape; 9] = [
        FileShape::Game,
        FileShape::Rules,
        FileShape::Cards,
        FileShape::Deck,
        FileShape::Scenario,
        FileShape::Print,
        FileShape::Texts,
        FileShape::Stamps,
        FileShape::Tournament,
    ];

    /// Returns the name of its schema: `cards` for `cards.schema.json`.
    pub fn name(self) -> &'static str {
        match self {
            FileShape::Game => "game",
            FileShape::Rules => "rules",
            FileShape::Cards => "cards",
            FileShape::Deck => "deck",
            FileShape::Scenario => "scenario",
            FileShape::Print => "print",
            FileShape::Texts => "texts",
            FileShape::Stamps => "stamps",
            FileShape::Tournament => "tournament",
        }
    }

    /// Returns the pattern of the files that have this shape.
    pub fn files(self) -> &'static str {
        match self {
            FileShape::Game => "`game.toml`",
            FileShape::Rules => "`rules/*.toml`",
            FileShape::Cards => "`cards/*.toml`",
            FileShape::Deck => "`decks/*.toml`",
            FileShape::Scenario => "`scenarios/*.toml`",
            FileShape::Print => "`print.toml`",
            FileShape::Texts => "`texts/*.toml`",
            FileShape::Stamps => "`stamps.toml`",
            FileShape::Tournament => "the file of a tournament",
        }
    }

    /// Returns the name of the file with its schema: `cards.schema.json`.
    pub fn file_name(self) -> String {
        format!("{}.schema.json", self.name())
    }
}
