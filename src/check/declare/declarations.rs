//! From declarations to the [`SymbolTable`]: every item with its number and type. Code is not checked yet.

use crate::check::declare::boards::declare_boards;
use crate::check::declare::list_cards::lists_stay_out;
use crate::check::declare::messages;
use crate::check::declare::readable_ids::readable_ids;
use crate::check::hir::types::Ty;
use crate::check::symbols::items::{
    ActionSymbol, COMPONENT, FieldSymbol, Global, KeywordParam, KeywordSymbol, Member, NAME_ATTRIBUTE,
    OptionDef, ParamSymbol, SlotSymbol, ZoneSymbol,
};
use crate::check::symbols::symbol_table::{SymbolTable, new_function};
use crate::check::symbols::type_names::{RangedType, type_of};
use crate::check::symbols::unknown_types::unknown_kind;
use crate::check::symbols::values::nearest_to_0;
use crate::diagnostics::{Diagnostic, plural};
use crate::ir::{
    AttributeId, AttributeInfo, ComponentId, ComponentInfo, DeclaredName, EnumId, EnumInfo, FieldId,
    FunctionId, FunctionName, HistoryId, KindId, Layout, NameId, NameInfo, OptionId, Owner, ToIndex,
    ValueType, ZoneId, ZoneOwner, ZonePlaceId, ZoneViewers,
};
use crate::model::{CardDecl, CodeText, FieldDecl, Ident, OptionValues, Package, ParamDecl};
use crate::place::FileId;
use crate::syntax::ast::TypeExpr;
use std::collections::{BTreeMap, HashMap};

/// Maximum number of components of a game: the size of a set in registers.
const MAX_COMPONENTS: usize = 255 * 64;

/// The symbol table made from the declarations, with input for the next pass.
pub(in crate::check) struct Declarations<'p> {
    pub package: &'p Package,
    pub symbols: SymbolTable,
    pub diagnostics: Vec<Diagnostic>,
    /// For each card of the package, in order, the number of its name, if its kind exists.
    pub names: Vec<Option<NameId>>,
    /// Start expressions of fields.
    pub starts: Vec<(FieldId, &'p CodeText)>,
    /// `until` of fields.
    pub ends: Vec<(FieldId, &'p CodeText)>,
    /// The spans of declared types, for the language server.
    pub type_strings: Vec<crate::source::Span>,
}

/// Declares all items of a package, and reports errors in their names and types.
pub(in crate::check) fn declare(package: &Package) -> Declarations<'_> {
    let mut d = Declarations {
        package,
        symbols: SymbolTable::default(),
        diagnostics: Vec::new(),
        names: Vec::new(),
        starts: Vec::new(),
        ends: Vec::new(),
        type_strings: Vec::new(),
    };
    d.symbols.max_players = (package.game.players.1.max(1) as u16).min(32);
    d.symbols.min_players = (package.game.players.0 as u16).min(d.symbols.max_players);
    if let Some(lists) = &package.played {
        let players = u16::from(lists.players).clamp(1, 32);
        (d.symbols.min_players, d.symbols.max_players) = (players, players);
    }
    d.options(package);
    let said = declare_boards(&mut d.symbols, package);
    d.diagnostics.extend(said);
    d.words(package);
    d.dice(package);
    d.kinds(package);
    d.components(package);
    d.members(package);
    d.cell_members(package);
    d.state(package);
    d.zones(package);
    d.resolve_kept_places(package);
    d.histories(package);
    d.callables(package);
    d.keywords(package);
    d.globals(package);
    d
}

impl<'p> Declarations<'p> {
    fn options(&mut self, package: &'p Package) {
        for e in &package.enums {
            let values = e.values.iter().map(|v| v.text.clone()).collect();
            if e.ordered {
                let ordered: EnumId = self.symbols.number(self.symbols.enums.len(), "enums", Some(e.id.span));
                self.symbols.ordered_enums.insert(ordered);
            }
            self.symbols.enums.push(EnumInfo::new(&e.id.text, values, |id| package.printed(id)));
        }
        for o in &package.options {
            let (ty, range, default) = match &o.values {
                OptionValues::Enum(values, default) => {
                    let values: Vec<String> = values.iter().map(|v| v.text.clone()).collect();
                    let last = values.len() as i64 - 1;
                    self.symbols.enums.push(EnumInfo::new(&o.id.text, values, |id| package.printed(id)));
                    let e = self.symbols.number(self.symbols.enums.len() - 1, "enums", Some(o.id.span));
                    (Ty::Enum(e), (0, last), *default as i64)
                }
                OptionValues::Range(low, high, default) => (Ty::Int, (*low, *high), *default),
                OptionValues::Bool(default) => (Ty::Bool, (0, 1), *default as i64),
            };
            self.symbols.options.push(OptionDef {
                id: o.id.text.clone(),
                ty,
                range,
                default,
                text: o.text.clone(),
            });
        }
    }

    /// Reports entries of `[words]` that are an id of nothing that people read.
    fn words(&mut self, package: &'p Package) {
        let known = readable_ids(package, &self.symbols);
        for word in package.words.iter().filter(|word| !known.contains(&word.id.text)) {
            let name = &word.id.text;
            if !package.may_exist(name) {
                let unknown = messages::unknown_word(word.id.span, name);
                self.diagnostics.push(unknown.suggest(name, known.iter().map(String::as_str)));
            }
        }
    }

    fn components(&mut self, package: &'p Package) {
        let mut order: Vec<(KindId, usize)> = Vec::new();
        let ids: HashMap<&str, KindId> = self
            .symbols
            .kinds
            .iter()
            .enumerate()
            .map(|(i, k)| (k.id.as_str(), KindId::from_index(i)))
            .collect();
        let mut of_unknown_kind: BTreeMap<FileId, Vec<&CardDecl>> = BTreeMap::new();
        for (i, card) in package.cards.iter().enumerate() {
            match ids.get(card.kind.text.as_str()) {
                Some(k) => order.push((*k, i)),
                None => of_unknown_kind.entry(card.kind.span.file).or_default().push(card),
            }
        }
        of_unknown_kind.into_iter().for_each(|(file, cards)| self.unknown_kinds(package, file, &cards));
        order.sort_by_key(|(kind, _)| *kind);
        self.names = vec![None; package.cards.len()];
        let symbols = &mut self.symbols;
        for (kind, i) in order {
            let card = &package.cards[i];
            let first = symbols.components.len();
            if first + card.copies.index() > MAX_COMPONENTS {
                let d = messages::too_many(Some(card.id.span), MAX_COMPONENTS, "components");
                self.diagnostics.push(d.help("lower some `copies`"));
                break;
            }
            let name = symbols.number(symbols.names.len(), "cards", Some(card.id.span));
            self.names[i] = Some(name);
            let mut origins = card
                .origins
                .iter()
                .flat_map(|(origin, count)| std::iter::repeat_n(origin.as_ref(), count.index()));
            for copy in 1..=card.copies {
                let id = if copy == 1 { card.id.text.clone() } else { format!("{}#{copy}", card.id.text) };
                symbols.components.push(ComponentInfo {
                    id,
                    name,
                    origin: origins.next().flatten().cloned(),
                });
            }
            symbols.by_list.push(card.by_list);
            symbols.name_ids.insert(card.id.text.clone(), name);
            symbols.names.push(NameInfo {
                id: card.id.text.clone(),
                printed: card.name.text.clone(),
                kind,
                first: ComponentId(first as u32),
                copies: card.copies,
                text: String::new(),
                flavour: String::new(),
                keywords: card.keywords.iter().map(|k| k.value.clone()).collect(),
                reminders: Vec::new(),
                card: None,
                acts: !card.reactions.is_empty() || !card.actions.is_empty(),
            });
        }
        for k in symbols.kinds.ids() {
            let below: Vec<&NameInfo> =
                symbols.names.iter().filter(|n| symbols.is_below(n.kind, k)).collect();
            let first = below.iter().map(|n| n.first).min().unwrap_or(ComponentId(0));
            let count = below.iter().map(|n| n.copies).sum();
            (symbols.kinds[k].first, symbols.kinds[k].count) = (first, count);
        }
        for (name, card) in
            self.names.iter().zip(&package.cards).filter_map(|(n, c)| Some((*n, c.card.as_ref()?)))
        {
            let of = symbols.name_ids.get(card).copied();
            if let Some(info) = name.and_then(|n| symbols.names.get_mut(n.index())) {
                info.card = of;
            }
        }
        // A stand-in has the name of the card that it stands for.
        let printed = symbols.components.iter().map(|c| u64::from(symbols.display_name(c.name).0)).collect();
        self.attribute(DeclaredName::of_game("name"), Ty::Name, COMPONENT, printed);
        if package.asks_for_lists() {
            let owners = 0..self.symbols.components.len() as u32;
            let owners = owners
                .map(|c| self.symbols.owner_of(ComponentId(c)).map_or(crate::ir::NONE, u64::from))
                .collect();
            let name = DeclaredName::of_compiler("list.owner");
            let owner = self.attribute(name, Ty::Player.optional(), COMPONENT, owners);
            self.symbols.owner_attribute = Some(owner);
        }
    }

    /// Declares an attribute with the values of every component.
    pub(in crate::check) fn attribute(
        &mut self,
        id: DeclaredName,
        ty: Ty,
        kind: KindId,
        printed: Vec<u64>,
    ) -> AttributeId {
        let member = id.to_string();
        let a = self.column(id, ty, kind, Owner::Component, printed);
        self.symbols.kinds[kind].members.insert(member, Member::Attribute(a));
        a
    }

    /// Declares an attribute of components or cells.
    pub(in crate::check) fn column(
        &mut self,
        id: DeclaredName,
        ty: Ty,
        kind: KindId,
        owner: Owner,
        printed: Vec<u64>,
    ) -> AttributeId {
        let symbols = &mut self.symbols;
        let words = symbols.words(&ty) as u16;
        let a = symbols.number(symbols.attributes.len(), "attributes", None);
        symbols.attributes.push(AttributeInfo { id, ty: ValueType::Int, base: 0, words, kind, owner });
        symbols.attribute_types.push(ty);
        symbols.printed.push(printed);
        a
    }

    /// Declares the attributes, state and slots of kinds.
    fn members(&mut self, package: &'p Package) {
        for decl in &package.kinds {
            let Some(k) = self.symbols.kind_named(&decl.id.text) else { continue };
            for a in &decl.attributes {
                // A member of unknown type is declared all the same, so that its uses are not reported too.
                let (ty, range) = self.ty(&a.ty).unwrap_or((Ty::Error, None));
                if self.inherits(k, &a.id) {
                    continue;
                }
                let words = self.symbols.words(&ty) * self.symbols.components.len();
                let unsaid = if matches!(ty, Ty::Amount(_)) { nearest_to_0(range) as u64 } else { 0 };
                let attribute = self.attribute(DeclaredName::of_game(&a.id.text), ty, k, vec![unsaid; words]);
                let declared = range.map(|range| (attribute, (range, a.id.span)));
                self.symbols.attribute_ranges.extend(declared);
            }
            for s in &decl.state {
                let (ty, range) = self.ty(&s.ty).unwrap_or((Ty::Error, None));
                let is_name = s.id.text == "name" && ty == Ty::Name;
                // Sets of several kinds would read the printed name, and those of one kind the state.
                if is_name && self.symbols.kinds[k].base != Some(COMPONENT) {
                    self.diagnostics.push(messages::name_of_some_kinds(s.id.span));
                    continue;
                }
                if !is_name && self.inherits(k, &s.id) {
                    continue;
                }
                let printed = s.printed.then(|| {
                    if is_name {
                        return NAME_ATTRIBUTE;
                    }
                    let words = self.symbols.words(&ty) * self.symbols.components.len();
                    let unsaid = if matches!(ty, Ty::Amount(_)) { nearest_to_0(range) as u64 } else { 0 };
                    self.attribute(DeclaredName::of_game(&s.id.text), ty.clone(), k, vec![unsaid; words])
                });
                let f = self.new_field(s, Owner::Component, ty, range, k, printed);
                self.symbols.kinds[k].members.insert(s.id.text.clone(), Member::Field(f, printed));
            }
            for s in &decl.slots {
                if self.inherits(k, &s.id) {
                    continue;
                }
                let (result, range) = self.result(s.returns.as_ref());
                let params = self.params(&s.params);
                if s.default.is_none()
                    && matches!(
                        result,
                        Ty::Enum(_) | Ty::Name | Ty::Player | Ty::Component(_) | Ty::Zone(_) | Ty::Cell
                    )
                {
                    let shown = result.show(&self.symbols);
                    self.diagnostics.push(messages::default_missing(s.id.span, &s.id.text, &shown));
                }
                self.symbols.slots.push(SlotSymbol {
                    id: DeclaredName::of_game(&s.id.text),
                    kind: k,
                    result,
                    range,
                    from: s.from.clone(),
                    params,
                    rules: vec![None; self.symbols.components.len()],
                    unchecked: s.unchecked,
                    span: s.id.span,
                });
                let slot = self.symbols.number(self.symbols.slots.len() - 1, "slots", Some(s.id.span));
                self.symbols.kinds[k].members.insert(s.id.text.clone(), Member::Slot(slot));
            }
        }
    }

    /// Returns whether a kind above already has a member of this name; reports an error if so.
    fn inherits(&mut self, k: KindId, id: &Ident) -> bool {
        let Some(base) = self.symbols.kinds[k].base else { return false };
        if self.symbols.member(base, &id.text).is_none() {
            return false;
        }
        self.diagnostics.push(messages::member_of_kind_above(id.span, &id.text));
        true
    }

    pub(in crate::check) fn new_field(
        &mut self,
        decl: &'p FieldDecl,
        owner: Owner,
        ty: Ty,
        range: Option<(i64, i64)>,
        kind: KindId,
        printed: Option<AttributeId>,
    ) -> FieldId {
        let f = self.symbols.number(self.symbols.fields.len(), "kinds of state", Some(decl.id.span));
        if matches!(ty, Ty::Int | Ty::Amount(_)) && range.is_none() {
            let shown = match &ty {
                Ty::Amount(_) => ty.show(&self.symbols).replacen("int", "int 0..99", 1),
                _ => "int 0..99".to_owned(),
            };
            self.diagnostics.push(messages::range_missing(decl.ty.span, &decl.id.text, &shown));
        }
        if !decl.has_start
            && printed.is_none()
            && matches!(ty, Ty::Component(_) | Ty::Player | Ty::Zone(_) | Ty::Cell)
        {
            let shown = ty.show(&self.symbols);
            let way_out = self.start_advice(&ty, &shown, owner, kind);
            self.diagnostics.push(messages::start_missing(decl.id.span, &decl.id.text, &shown, way_out));
        }
        if let Some(start) = &decl.start {
            self.starts.push((f, start));
        }
        if let Some(until) = &decl.until {
            self.ends.push((f, until));
        }
        let id = DeclaredName::of_game(&decl.id.text);
        let (span, unchecked) = (Some(decl.id.span), decl.unchecked);
        self.symbols.fields.push(FieldSymbol {
            id,
            owner,
            ty,
            range,
            kind,
            printed,
            start: None,
            unchecked,
            within: Vec::new(),
            span,
        });
        f
    }

    /// Returns the way out for a state of this owner that has no `start`.
    fn start_advice(&self, ty: &Ty, shown: &str, owner: Owner, kind: KindId) -> String {
        let symbols = &self.symbols;
        let start = match (ty, owner) {
            (Ty::Player, Owner::Player) | (Ty::Cell, Owner::Cell) => "self",
            (Ty::Player, _) => "players[1]",
            (Ty::Component(_), Owner::Component) if Ty::Component(kind).fits(ty, symbols) => "self",
            (Ty::Cell, _) => match symbols.cells.first() {
                Some(cell) => cell.id.as_str(),
                None => return "there are no cells: declare a board first, such as `[boards.board]`".into(),
            },
            (Ty::Zone(_), _) => "…",
            // Code names no single component.
            _ => return format!("write `\"{shown}?\"`: it starts as none, until a rule gives it one"),
        };
        format!(
            "write `{{ type = \"{shown}\", start = \"{start}\" }}`; or `\"{shown}?\"`, if there need not be one"
        )
    }

    fn state(&mut self, package: &'p Package) {
        for (decls, owner) in [(&package.table_state, Owner::Table), (&package.player_state, Owner::Player)] {
            for s in decls {
                let (ty, range) = self.ty(&s.ty).unwrap_or((Ty::Error, None));
                self.new_field(s, owner, ty, range, COMPONENT, None);
            }
        }
        let some_stay_out = package.cards.iter().any(|c| c.only_if.is_some() || c.agreed.is_some())
            || package.kinds.iter().any(|k| k.only_if.is_some());
        // Components that one scenario adds are not in the game for the others.
        let laid = package.played.as_ref().is_some_and(|played| !played.laid.is_empty());
        let some_stay_out = some_stay_out || laid || lists_stay_out(package);
        if some_stay_out {
            self.symbols.in_game =
                Some(self.symbols.number(self.symbols.fields.len(), "kinds of state", None));
            self.symbols.fields.push(FieldSymbol::of_table(Layout::IN_GAME, Ty::Component(COMPONENT).set()));
        }
        self.boards_in_game(package);
    }

    fn zones(&mut self, package: &'p Package) {
        let all = self
            .symbols
            .names
            .iter()
            .map(|n| n.kind)
            .reduce(|a, b| self.symbols.common_kind(a, b))
            .unwrap_or(COMPONENT);
        let mut first = 0;
        for z in &package.zones {
            let kind = match &z.holds {
                None => all,
                Some(holds) => match self.symbols.kind_named(&holds.text) {
                    Some(k) => k,
                    None => {
                        let d = unknown_kind(holds, self.symbols.kinds.iter().map(|k| k.id.as_str()));
                        self.diagnostics.push(d);
                        all
                    }
                },
            };
            let per = self.zone_per(z, first);
            let zone = ZoneSymbol {
                id: z.id.text.clone(),
                per,
                ordered: z.ordered,
                seen_by: z.seen_by,
                viewers: None,
                top_seen_by: z.top_seen_by.map_or(ZoneViewers::None, |(seen_by, _)| seen_by),
                top_viewers: None,
                kind,
                first: ZonePlaceId(first),
                start: None,
                span: z.id.span,
            };
            first += zone.places() as u16;
            self.symbols.zones.push(zone);
        }
    }

    fn params(&mut self, params: &'p [ParamDecl]) -> Vec<ParamSymbol> {
        params
            .iter()
            .map(|p| {
                let (ty, range) = self.ty(&p.ty).unwrap_or((Ty::Error, None));
                ParamSymbol { id: p.id.text.clone(), range, ty }
            })
            .collect()
    }

    /// Resolves the type of a result, and its range; `Unit` without one.
    fn result(&mut self, returns: Option<&'p CodeText>) -> RangedType {
        returns.map_or((Ty::Unit, None), |code| self.ty(code).unwrap_or((Ty::Error, None)))
    }

    /// Declares the signatures of functions, verbs, actions and computed attributes.
    fn callables(&mut self, package: &'p Package) {
        for f in &package.functions {
            let params = self.params(&f.params);
            let (result, range) = self.result(Some(&f.returns));
            let f = self.function(f.id.text.as_str(), params, result, false, Some(&f.id));
            self.symbols.functions[f].range = range;
        }
        for v in &package.verbs {
            let params = self.params(&v.params);
            let (result, range) = self.result(v.returns.as_ref());
            let f = self.function(v.id.text.as_str(), params, result, true, Some(&v.id));
            self.symbols.functions[f].range = range;
        }
        for a in &package.actions {
            let you = ParamSymbol { id: "you".into(), ty: Ty::Player, range: None };
            let options =
                self.function(format!("options of {}", a.id.text), vec![you.clone()], Ty::Unit, false, None);
            let does = self.function(FunctionName::action(&a.id.text), vec![you], Ty::Unit, true, None);
            self.symbols.actions.push(ActionSymbol {
                id: a.id.text.clone(),
                params: Vec::new(),
                options,
                does,
                text: a.text.as_ref().map(|t| t.value.clone()),
                borne: None,
                span: a.id.span,
            });
        }
        // Computed attributes follow the named functions, whose numbers equal their position among the
        // declarations.
        for a in package.boards.iter().flat_map(|b| &b.attributes).filter(|a| a.is.is_some()) {
            self.computed_attribute(package, a);
        }
    }

    /// Declares a function.
    pub(in crate::check) fn function(
        &mut self,
        id: impl Into<FunctionName>,
        params: Vec<ParamSymbol>,
        result: Ty,
        effects: bool,
        named: Option<&Ident>,
    ) -> FunctionId {
        new_function(&mut self.symbols, id, params, result, effects, named.map(|n| n.span))
    }

    fn keywords(&mut self, package: &'p Package) {
        for k in &package.keywords {
            let mut params = Vec::new();
            for p in &k.params {
                let (ty, range) = self.ty(&p.ty).unwrap_or((Ty::Error, None));
                // Components without the keyword have 0, false, none or the empty set.
                let nothing = if matches!(ty, Ty::Optional(_)) { crate::ir::NONE } else { 0 };
                let values = vec![nothing; self.symbols.words(&ty) * self.symbols.components.len()];
                let name = DeclaredName::of_compiler(format!("{}.{}", k.id.text, p.id.text));
                let attribute = self.attribute(name, ty.clone(), COMPONENT, values);
                params.push(KeywordParam { id: p.id.text.clone(), ty, range, attribute });
            }
            let bearers = vec![0; self.symbols.component_words()];
            self.symbols.keywords.push(KeywordSymbol {
                id: k.id.text.clone(),
                params,
                bearers,
                span: k.id.span,
            });
        }
    }

    /// Fills the table of global names. Duplicates were already reported by the reader: a name with two
    /// meanings is marked as unclear.
    fn globals(&mut self, package: &'p Package) {
        let symbols = &mut self.symbols;
        let mut globals: Vec<(String, Global)> = Vec::new();
        for (i, k) in symbols.kinds.iter().enumerate() {
            globals.push((k.plural.clone(), Global::Kind(KindId::from_index(i))));
        }
        // `directions` contains only the directions of the game's boards: see the words about boards.
        for (i, e) in symbols
            .enums
            .iter()
            .enumerate()
            .filter(|(i, _)| symbols.direction != Some(EnumId::from_index(*i)))
        {
            globals.push((plural(&e.id), Global::Enum(EnumId::from_index(i))));
        }
        for (i, o) in symbols.options.iter().enumerate() {
            globals.push((o.id.clone(), Global::Option(OptionId::from_index(i))));
        }
        for (i, f) in
            symbols.fields.iter().enumerate().filter(|(_, f)| f.owner == Owner::Table && f.span.is_some())
        {
            globals.push((f.id.to_string(), Global::Field(FieldId::from_index(i))));
        }
        for (i, z) in symbols.zones.iter().enumerate().filter(|(_, z)| z.per.thing == ZoneOwner::Table) {
            globals.push((z.id.clone(), Global::Zone(ZoneId::from_index(i))));
        }
        for (i, f) in symbols.functions.iter().enumerate().filter(|(_, f)| f.span.is_some()) {
            globals.push((f.id.to_string(), Global::Function(FunctionId::from_index(i))));
        }
        for (i, h) in symbols.histories.iter().enumerate() {
            globals.push((h.id.clone(), Global::History(HistoryId::from_index(i))));
        }
        symbols.globals.extend(globals);
        symbols.refused.extend(package.refused.iter().map(|id| id.text.clone()));
        symbols.globals.extend(package.unclear.iter().map(|name| (name.clone(), Global::Unclear)));
        symbols.globals.extend(symbols.unclear.iter().map(|name| (name.clone(), Global::Unclear)));
    }

    /// Resolves a declared type, and the range of an int.
    pub(in crate::check) fn ty(&mut self, code: &CodeText) -> Option<(Ty, Option<(i64, i64)>)> {
        self.type_strings.push(code.span);
        let parsed = crate::syntax::parse_type(&code.value);
        if !parsed.errors.is_empty() {
            for e in parsed.errors {
                self.diagnostics.push(e.diagnostic(code));
            }
            return None;
        }
        self.resolve(&parsed.tree, code)
    }

    fn resolve(&mut self, t: &TypeExpr, code: &CodeText) -> Option<(Ty, Option<(i64, i64)>)> {
        match type_of(&self.symbols, t, code) {
            Ok(found) => Some(found),
            Err(wrong) => {
                self.diagnostics.extend(wrong.map(|d| *d));
                None
            }
        }
    }
}
