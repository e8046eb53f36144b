//! Lowers a game's declarations into the IR: everything besides its layout and its code.

use super::lowering::Lowering;
use crate::check::symbols::items::{ReadableValue, SideDivision, SlotSymbol};
use crate::check::{BotRules, CheckedGame, template_name};
use crate::ir::{
    ActionInfo, AttributeId, BotInfo, DeckInfo, DeckRulesInfo, FunctionId, GameInfo, KindId, KindInfo,
    ListsInfo, OptionInfo, ReadSource, ReadingInfo, RequireInfo, SidesInfo, SlotInfo, ZoneInfo,
};
use crate::model::{BotDecl, Package};

/// The number of random choices after which a playout is evaluated, for a bot that declares an evaluation but
/// no `after`.
const JUDGED_AFTER: u32 = 12;

impl Lowering<'_> {
    pub(super) fn declarations(&mut self, package: &Package, checked: &CheckedGame) {
        self.game_and_options(package, checked);
        self.components_and_zones();
        self.slots_and_actions();
        self.deck_lists(package, checked);
        self.bots_and_figures(package, checked);
        self.flow(checked);
        self.attributes();
        self.files(&package.sources);
    }

    fn game_and_options(&mut self, package: &Package, checked: &CheckedGame) {
        let symbols = self.symbols;
        let ir = &mut self.ir;
        let game = &package.game;
        ir.game = GameInfo {
            id: game.id.clone(),
            name: game.name.clone(),
            version: game.version.clone(),
            summary: game.summary.clone(),
            language: game.language.clone(),
            players: package.played.as_ref().map_or(game.players, |lists| (lists.players, lists.players)),
        };
        for o in &symbols.options {
            ir.options.push(OptionInfo {
                id: o.id.clone(),
                text: o.text.clone(),
                ty: symbols.value_type(&o.ty),
                range: o.range,
                default: o.default,
            });
        }
        let require =
            |(function, text): &(FunctionId, String)| RequireInfo { function: *function, text: text.clone() };
        ir.requires = checked.flow.requires.iter().map(require).collect();
    }

    fn components_and_zones(&mut self) {
        let symbols = self.symbols;
        let ir = &mut self.ir;
        ir.enums = symbols.enums.to_vec().into();
        ir.dice = symbols.dice.iter().map(|die| die.info.clone()).collect();
        ir.kinds = symbols
            .kinds
            .iter()
            .map(|k| KindInfo {
                id: k.id.clone(),
                plural: k.plural.clone(),
                base: k.base,
                first: k.first,
                count: k.count,
            })
            .collect();
        ir.names = symbols.names.to_vec().into();
        ir.components = symbols.components.clone();
        ir.zones = symbols
            .zones
            .iter()
            .map(|z| ZoneInfo {
                id: z.id.clone(),
                first: z.first,
                per: z.per.clone(),
                ordered: z.ordered,
                seen_by: z.seen_by,
                viewers: None,
                top_seen_by: z.top_seen_by,
                top_viewers: None,
                holds: Some(z.kind),
            })
            .collect();
    }

    fn slots_and_actions(&mut self) {
        let symbols = self.symbols;
        let ir = &mut self.ir;
        ir.slots = symbols
            .slots
            .iter()
            .map(|s| SlotInfo {
                id: s.id.clone(),
                result_words: symbols.words(&s.result) as u16,
                rules: rules_of(s),
            })
            .collect();
        ir.actions = symbols
            .actions
            .iter()
            .map(|a| ActionInfo {
                id: a.id.clone(),
                params: a.params.iter().map(|p| (template_name(&p.id), symbols.value_type(&p.ty))).collect(),
                text: a.text.clone(),
                of: a.borne.as_ref().map(|b| b.of.clone()),
                mode: a.borne.as_ref().and_then(|b| b.mode.clone()),
            })
            .collect();
    }

    fn deck_lists(&mut self, package: &Package, checked: &CheckedGame) {
        let ir = &mut self.ir;
        let rules = package.deck_rules.as_ref();
        ir.deck_rules =
            rules.map(|rules| DeckRulesInfo { complete: rules.complete, parts: checked.decks.parts.clone() });
        let (by_table, by_seat) = checked.lists_brought;
        ir.lists = ListsInfo { by_table, by_seat, played: package.played.clone() };
        ir.decks = package
            .decks
            .iter()
            .zip(&checked.decks.lists)
            .filter_map(|(d, cards)| {
                Some(DeckInfo { id: d.id.text.clone(), name: d.name.clone(), cards: cards.clone()? })
            })
            .collect();
    }

    fn bots_and_figures(&mut self, package: &Package, checked: &CheckedGame) {
        let ir = &mut self.ir;
        let bot = |(b, rules): (&BotDecl, &BotRules)| BotInfo {
            id: b.id.text.clone(),
            text: b.text.clone(),
            evaluate: rules.evaluate,
            prefers: rules.prefers.clone(),
            mixed: b.mixed,
            after: b.after.unwrap_or(JUDGED_AFTER),
        };
        ir.bots = package.bots.iter().zip(&checked.bots).map(bot).collect();
        ir.figures.clone_from(&checked.figures);
    }

    fn flow(&mut self, checked: &CheckedGame) {
        let ir = &mut self.ir;
        ir.lay = checked.lay;
        let flow = &checked.flow;
        (ir.setup, ir.play, ir.score) = (flow.setup, flow.play, flow.score);
        ir.ties.clone_from(&flow.ties);
        ir.sides = match self.symbols.sides {
            SideDivision::Each => SidesInfo::Each,
            SideDivision::Table => SidesInfo::Table,
            SideDivision::By { value, .. } => SidesInfo::By(value),
        };
    }

    fn attributes(&mut self) {
        for (a, info) in self.symbols.attributes.iter().enumerate() {
            let mut info = info.clone();
            info.ty = self.symbols.value_type(&self.symbols.attribute_types[AttributeId::from_index(a)]);
            info.base = self.ir.pool.len() as u32;
            let column = self.column(AttributeId::from_index(a)).to_vec();
            self.ir.pool.extend(column);
            self.ir.attributes.push(info);
        }
        let reading = |(readable, function): (&ReadableValue, &FunctionId)| ReadingInfo {
            of: match *readable {
                ReadableValue::Attribute(a) => ReadSource::Attribute(a),
                ReadableValue::Field(f) => ReadSource::Field(f),
            },
            kind: (match *readable {
                ReadableValue::Attribute(a) => KindId(self.symbols.attributes[a].kind.0),
                ReadableValue::Field(f) => self.symbols.fields[f].kind,
            }),
            function: *function,
        };
        self.ir.readings = self.symbols.modified.iter().map(reading).collect();
        self.ir.readings.sort_by_key(|reading| reading.function.0);
    }

    pub(super) fn print(&mut self, checked: &CheckedGame) {
        let (print, spans) = &checked.print;
        let mut print = print.clone();
        let fonts = print.fonts.iter_mut().flatten().map(|(_, place)| place);
        // Several sheets may have one place, that of a sort of boards.
        let sheets = print.sheets.iter_mut().flat_map(|s| {
            let words = [&mut s.word_places.face, &mut s.word_places.back];
            std::iter::once(&mut s.place).chain(words.into_iter().flatten())
        });
        let pieces = print.pieces.iter_mut().flat_map(|p| {
            let words = [&mut p.word_places.icons, &mut p.word_places.backs];
            std::iter::once(&mut p.place).chain(words.into_iter().flatten())
        });
        let icons = print.icon_places.iter_mut();
        let texts = print.text_places.values_mut().flatten();
        let areas = print.area_places.values_mut();
        for place in fonts.chain(sheets).chain(pieces).chain(icons).chain(areas).chain(texts) {
            if let Some(span) = spans.get(place.index()) {
                *place = self.place(*span);
            }
        }
        self.ir.print = print;
    }
}

/// Returns the function that each component bears in a slot.
fn rules_of(slot: &SlotSymbol) -> Vec<FunctionId> {
    slot.rules.iter().map(|rule| rule.map_or(SlotInfo::EMPTY, |function| function)).collect()
}
