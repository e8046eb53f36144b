//! Reader of `[game]`, options, enums, dice, flow and scoring.

use super::fields::{self, Fields};
use super::reader::ModelReader;
use crate::model::decks::{CopiesDecl, DeckPartDecl, DeckRules};
use crate::model::fields::FieldDecl;
use crate::model::game::{
    DieDecl, EnumDecl, FigureDecl, GameDecl, OptionDecl, OptionValues, RequireDecl, SetupDecl, WordDecl,
};
use crate::model::ident::Ident;
use crate::model::read::messages;
use crate::source::{Span, TomlEntry, TomlNode, TomlValue};
use crate::vocabulary::MAIN_PART;

impl ModelReader {
    /// Reads `[game]`; that of an included package is ignored.
    pub(super) fn game(&mut self, root: &mut Fields, included: bool) {
        let Some(mut game) = root.node("game").and_then(Fields::of) else { return };
        if included {
            return;
        }
        let players = match game.pair::<u8>("players") {
            Some((players, span)) => {
                self.ascending("players", players, span);
                (players.0.min(players.1), players.0.max(players.1))
            }
            None => {
                self.refuse("players", game.span);
                (1, 32)
            }
        };
        let id = game.string("id").unwrap_or_default();
        self.package.game = GameDecl {
            name: game.string("name").unwrap_or_else(|| crate::schema::name_of_id(&id)),
            id,
            version: game.string("version").unwrap_or_else(|| "0.1.0".to_owned()),
            players,
            summary: game.string("summary").unwrap_or_default(),
            language: game.string("language").unwrap_or_else(|| "en".to_owned()),
            span: Some(game.span),
        };
    }

    pub(super) fn option(&mut self, id: Ident, mut option: Fields) -> Option<()> {
        let default = option.node("default");
        let range = match option.key_span("range") {
            Some(_) => Some(option.pair::<i64>("range")?),
            None => None,
        };
        if let (Some((_, span)), Some(values)) = (range, option.key_span("values")) {
            self.found.push(messages::range_and_values(span, &id.text, values));
        }
        let values = match (option.key_span("values"), range) {
            (Some(_), _) => {
                let values = option.idents("values");
                if values.is_empty() {
                    return None;
                }
                let default = self.default_among(&id, default.as_ref(), &values);
                OptionValues::Enum(values, default)
            }
            (None, Some(((least, most), span))) => {
                self.ascending("range", (least, most), span);
                let default = self.default_within(&id, default.as_ref(), (least, most));
                OptionValues::Range(least, most, default)
            }
            (None, None) => {
                let yes = match default.as_ref().map(|d| &d.value) {
                    None => false,
                    Some(TomlValue::Bool(yes)) => *yes,
                    Some(_) => {
                        self.wrong_default(
                            &id,
                            default.as_ref(),
                            "true or false, as it has neither `values` nor a `range`",
                        );
                        false
                    }
                };
                OptionValues::Bool(yes)
            }
        };
        let text = option.string("text").unwrap_or_default();
        self.package.options.push(OptionDecl { id, values, text });
        Some(())
    }

    pub(super) fn setups(&mut self, root: &mut Fields) {
        for (id, value) in super::ids::with_ids(root.entries("setups")) {
            let Some(fields) = Fields::of(value) else { continue };
            self.package.setups.push(SetupDecl { id, options: super::scenarios::pairs(fields.rest(), Some) });
        }
    }

    /// Returns the index of an option's default among its values; reports an error if it is not one of them.
    fn default_among(&mut self, id: &Ident, default: Option<&TomlNode>, values: &[Ident]) -> usize {
        let Some(default) = default else { return 0 };
        let written = default.as_text().map(|t| t.value.as_str());
        values.iter().position(|v| written == Some(&v.text)).unwrap_or_else(|| {
            let all = values.iter().map(|v| format!("`\"{}\"`", v.text)).collect::<Vec<_>>().join(", ");
            self.wrong_default(id, Some(default), &format!("one of its values: {all}"));
            0
        })
    }

    fn default_within(&mut self, id: &Ident, default: Option<&TomlNode>, (least, most): (i64, i64)) -> i64 {
        match default.map(|d| &d.value) {
            None => least,
            Some(TomlValue::Int(i)) if (least.min(most)..=least.max(most)).contains(i) => *i,
            Some(_) => {
                self.wrong_default(id, default, &format!("a whole number from {least} to {most}"));
                least
            }
        }
    }

    fn wrong_default(&mut self, id: &Ident, default: Option<&TomlNode>, must: &str) {
        let Some(default) = default else { return };
        self.found.push(messages::default_not_among(default.span, &id.text, must));
    }

    pub(super) fn requires(&mut self, root: &mut Fields) {
        let requires = require_list(root);
        self.package.requires.extend(requires);
    }

    pub(super) fn enumeration(&mut self, id: Ident, mut fields: Fields) -> Option<()> {
        let listed = fields.node("").or_else(|| fields.node("values"))?;
        let ordered = fields.flag("ordered");
        let TomlNode { value: TomlValue::Array(values), .. } = listed else { return None };
        // An enum without one of its values would make that value unknown elsewhere.
        let values =
            values.into_iter().map(|v| fields::text(v).map(fields::ident)).collect::<Option<Vec<_>>>()?;
        if values.iter().any(|v| !super::ids::is_id(&v.text)) {
            return None;
        }
        self.package.enums.push(EnumDecl { id, values, ordered });
        Some(())
    }

    pub(super) fn die(&mut self, id: Ident, mut fields: Fields) -> Option<()> {
        let TomlNode { value: TomlValue::Array(faces), .. } = fields.node("")? else { return None };
        self.package.dice.push(DieDecl { id, faces });
        Some(())
    }

    pub(super) fn words(&mut self, root: &mut Fields) {
        for entry in root.entries("words") {
            if let Some(printed) = fields::text(entry.value).filter(|_| super::ids::is_id(&entry.key)) {
                let id = Ident { text: entry.key, span: entry.key_span };
                self.package.words.push(WordDecl { id, printed: printed.value });
            }
        }
    }

    pub(super) fn state(&mut self, root: &mut Fields) {
        let Some(mut state) = root.node("state").and_then(Fields::of) else { return };
        let table = self.fields(&mut state, "table");
        self.package.table_state.extend(table);
        let player = self.fields(&mut state, "player");
        self.package.player_state.extend(player);
    }

    /// Reads the attributes or state under a key.
    pub(super) fn fields(&mut self, of: &mut Fields, key: &str) -> Vec<FieldDecl> {
        let mut fields = Vec::new();
        for entry in of.entries(key) {
            let id = Ident { text: entry.key, span: entry.key_span };
            if !super::ids::is_id(&id.text) {
                continue;
            }
            match Fields::of_declaration(entry.value).and_then(|field| self.field(id.clone(), field)) {
                Some(field) => fields.push(field),
                None => self.package.refused.push(id),
            }
        }
        fields
    }

    fn field(&mut self, id: Ident, mut field: Fields) -> Option<FieldDecl> {
        let ty = field.code("").or_else(|| field.code("type"))?;
        let start_span = field.key_span("start");
        let printed = field.flag("printed");
        if let (true, Some(start)) = (printed, start_span) {
            self.found.push(messages::printed_and_start(start, &id.text));
        }
        let (default, start, text) = (field.node("default"), field.code("start"), field.code("text"));
        let unchecked = field.flag("unchecked");
        let within = field.one_or_more("in");
        let until = field.code("until");
        let has_start = start_span.is_some();
        Some(FieldDecl { id, ty, printed, default, start, has_start, text, unchecked, within, until })
    }

    pub(super) fn flow(&mut self, root: &mut Fields) {
        let Some(entry) = root.take("flow") else { return };
        let Some(mut flow) = Fields::of(entry.value) else { return self.refuse("flow", entry.key_span) };
        for (key, what) in [("setup", "`setup` of `[flow]`"), ("play", "`play` of `[flow]`")] {
            let Some(span) = flow.key_span(key) else { continue };
            let Some(code) = flow.code(key) else {
                self.refuse("flow", span);
                continue;
            };
            if self.only(what, span) {
                let own = &mut self.package.flow;
                *(if key == "setup" { &mut own.setup } else { &mut own.play }) = Some(code);
            }
        }
    }

    pub(super) fn scoring(&mut self, root: &mut Fields) {
        let Some(entry) = root.take("scoring") else { return };
        let Some(mut scoring) = Fields::of(entry.value) else {
            return self.refuse("scoring", entry.key_span);
        };
        if !self.only("`[scoring]`", scoring.span) {
            return;
        }
        let said = scoring.key_span("score");
        self.package.scoring.score = scoring.code("score");
        self.package.scoring.ties = scoring.codes("ties");
        self.package.scoring.together = scoring.code("together");
        if let (Some(span), None) = (said, &self.package.scoring.score) {
            self.refuse("scoring", span);
        }
    }

    pub(super) fn figure(&mut self, id: Ident, mut figure: Fields) -> Option<()> {
        let value = figure.code("").or_else(|| figure.code("value"))?;
        let per_player = figure.code("per").is_some_and(|per| per.value == "player");
        self.package.figures.push(FigureDecl { id, value, per_player });
        Some(())
    }

    pub(super) fn deck_rules(&mut self, root: &mut Fields) {
        let Some(mut deck) = root.node("deck").and_then(Fields::of) else { return };
        if !self.only("`[deck]`", deck.span) {
            return;
        }
        let mut rules = DeckRules { complete: deck.flag("complete"), parts: Vec::new() };
        let parts = deck.entries("parts");
        let main = Ident { text: MAIN_PART.to_owned(), span: deck.span };
        rules.parts.push(self.deck_part(main, &mut deck));
        for TomlEntry { key, key_span, value } in parts {
            let id = Ident { text: key, span: key_span };
            if id.text == MAIN_PART {
                self.found.push(messages::part_called_cards(key_span));
                continue;
            }
            match Fields::of(value) {
                Some(mut part) if super::ids::is_id(&id.text) => {
                    rules.parts.push(self.deck_part(id, &mut part))
                }
                _ => self.package.refused.push(id),
            }
        }
        self.package.deck_rules = Some(rules);
    }

    fn deck_part(&mut self, id: Ident, part: &mut Fields) -> DeckPartDecl {
        let size = part.pair::<u32>("size").map(|(size, span)| {
            self.ascending("size", size, span);
            size
        });
        let copies = match part.take("copies").map(|entry| entry.value) {
            Some(TomlNode { value: TomlValue::Text(code), .. }) => Some(CopiesDecl::Most(code)),
            Some(node) => fields::pair_of::<u32>(&node).map(|range| {
                self.ascending("copies", range, node.span);
                CopiesDecl::Range(range.0, range.1)
            }),
            None => None,
        };
        DeckPartDecl { id, size, copies, kinds: part.idents("kinds"), requires: require_list(part) }
    }

    fn refuse(&mut self, what: &str, span: Span) {
        self.package.refused.push(Ident { text: what.to_owned(), span });
    }

    /// Reports a reversed range.
    fn ascending<T: PartialOrd + std::fmt::Display>(&mut self, key: &str, (least, most): (T, T), span: Span) {
        if least > most {
            self.found.push(messages::range_backwards(span, key, &least, &most));
        }
    }
}

fn require_list(of: &mut Fields) -> Vec<RequireDecl> {
    let require = |node| {
        let mut require = Fields::of(node)?;
        Some(RequireDecl { that: require.code("that")?, text: require.string("text").unwrap_or_default() })
    };
    of.list("require").into_iter().filter_map(require).collect()
}
