//! Lowering from the typed HIR to the IR: the layout of the state, and the rules as instructions.
//!
//! Queries over whole sets become set algebra here: see [`filter`](self) for how `S where C` is split.
//! Indices (sets of owners by value) are added to the layout as rules need them.

mod amounts;
mod board;
mod bulk;
mod choice;
mod consts;
mod emit;
mod evaluate;
mod expr;
mod fault_analysis;
mod filter;
mod geometry;
mod inline;
mod knowledge;
mod layout;
mod reset_values;
mod sides;
mod stmt;
mod windows;
mod zones;

use crate::check::hir::tree::{BoardOp, HFunction, HStmt};
use crate::check::symbols::items::SideDivision;
use crate::check::symbols::items::{ReadableValue, SlotSymbol};
use crate::check::symbols::limits;
use crate::check::symbols::limits::ExceededLimit;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::check::{BotRules, CheckedGame, decided_in_public, template_name};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::check as codes;
use crate::ir::code::{FailureCode, Op};
use crate::ir::{
    ActionId, ActionInfo, AttributeId, BotInfo, ComponentRegisters, DeckInfo, DeckRulesInfo, FileText,
    FileTextId, FunctionId, FunctionInfo, GameInfo, Ir, IrSpan, KindId, KindInfo, Layout, ListsInfo,
    OptionInfo, PlaceId, ReadSource, ReadingInfo, RequireInfo, SetupInfo, SidesInfo, SlotInfo, ToIndex,
    ZoneInfo,
};
use crate::model::{BotDecl, Package};
use crate::source::{Sources, Span};
use std::collections::HashMap;

/// The state of a lowering.
pub(crate) struct Lowering<'a> {
    world: &'a SymbolTable,
    ir: Ir,
    /// Constants that are already in the pool, with their address.
    constants: HashMap<Vec<u64>, u32>,
    places: HashMap<Span, PlaceId>,
    /// The first free state word.
    free: u32,
    /// The span of a rule that is too long for its jumps or its frame.
    too_long: Option<Span>,
    /// The first limit that was exceeded, with the place of the declaration.
    too_many: Option<ExceededLimit>,
    /// The options function of each action of the game, with its small calculations inlined; emitted at each
    /// `act`.
    offers: HashMap<FunctionId, std::rc::Rc<HFunction>>,
    /// Attributes of cells that were evaluated at compile time.
    computed: HashMap<AttributeId, Vec<u64>>,
    /// Tables of directions turned.
    turned: HashMap<BoardOp, Vec<u64>>,
    /// The registers in the current function's frame that hold components.
    held: Vec<ComponentRegisters>,
    /// For each options function that was analysed: whether everything that determines its options is public.
    public: HashMap<FunctionId, bool>,
    /// Calculations that are tabulated.
    tabulated: HashMap<FunctionId, geometry::FunctionTable>,
    /// Whether some rule may move a component from where somebody sees it to where they do not.
    takes_out_of_sight: bool,
}

/// Lowers a game that was checked without errors.
///
/// # Errors
/// A rule that is too long for the machine, or a state that is too large for it.
pub fn lower(package: &Package, checked: &CheckedGame) -> Result<Ir, Diagnostic> {
    let world = &checked.world;
    let mut l = Lowering::new(world, Ir::default(), Layout::OPTIONS as u32);
    l.boards()?;
    l.declarations(package, checked);
    l.lay_out();
    l.fill_reset_values()?;
    let mut inliner = inline::Inliner::new(world, l.tabulated.keys().copied().collect());
    l.offers(&mut inliner);
    for f in 0..world.functions.len() {
        l.function(f, &mut inliner);
    }
    for (scenario, span, places) in &checked.scenarios {
        let mut scenario = scenario.clone();
        scenario.place = PlaceId(l.place(*span).0);
        let choices = scenario.choices.iter_mut().map(|choice| &mut choice.place);
        let steps = scenario.steps.iter_mut().map(|step| &mut step.place);
        for (place, span) in choices.chain(steps).zip(places) {
            *place = PlaceId(l.place(*span).0);
        }
        l.ir.scenarios.push(scenario);
    }
    for (setup, span) in &checked.setups {
        let place = l.place(*span);
        l.ir.setups.push(SetupInfo { place, ..setup.clone() });
    }
    l.print(checked);
    l.finish()?;
    Ok(l.ir)
}

/// Lowers one more function of a world into an IR made from it, and returns its number in the IR. The layout
/// may grow: tables laid out before must not be used afterwards.
///
/// # Errors
/// As [`lower`].
pub fn lower_more(
    world: &SymbolTable,
    sources: &Sources,
    ir: &mut Ir,
    function: FunctionId,
) -> Result<u16, Diagnostic> {
    let free = ir.layout.stack;
    let mut l = Lowering::new(world, std::mem::take(ir), free);
    let (code, functions) = (l.ir.code.len(), l.ir.functions.len());
    l.files(sources);
    let finished = l.attributes_of_cells().and_then(|()| {
        // Functions are called by number, so the numbers in the IR must match those in the world.
        let mut inliner = inline::Inliner::new(world, l.tabulated.keys().copied().collect());
        for f in l.ir.functions.len()..=function.index() {
            l.function(f, &mut inliner);
        }
        l.finish()
    });
    if finished.is_err() {
        // Restores the IR; a layout that has grown does no harm.
        l.ir.code.truncate(code);
        l.ir.origins.truncate(code);
        l.ir.functions.truncate(functions);
    }
    *ir = l.ir;
    finished.map(|()| function.0)
}

impl<'a> Lowering<'a> {
    fn new(world: &'a SymbolTable, ir: Ir, free: u32) -> Self {
        Lowering {
            world,
            ir,
            constants: HashMap::new(),
            places: HashMap::new(),
            free,
            too_long: None,
            too_many: None,
            offers: HashMap::new(),
            computed: HashMap::new(),
            turned: crate::check::turned(world),
            held: Vec::new(),
            public: HashMap::new(),
            tabulated: HashMap::new(),
            takes_out_of_sight: false,
        }
    }
}

impl Lowering<'_> {
    fn declarations(&mut self, package: &Package, checked: &CheckedGame) {
        let world = self.world;
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
        for o in &world.options {
            ir.options.push(OptionInfo {
                id: o.id.clone(),
                text: o.text.clone(),
                ty: world.value_type(&o.ty),
                range: o.range,
                default: o.default,
            });
        }
        let require =
            |(function, text): &(FunctionId, String)| RequireInfo { function: *function, text: text.clone() };
        ir.requires = checked.flow.requires.iter().map(require).collect();
        ir.enums = world.enums.to_vec().into();
        ir.dice = world.dice.iter().map(|die| die.info.clone()).collect();
        ir.kinds = world
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
        ir.names = world.names.to_vec().into();
        ir.components = world.components.clone();
        ir.zones = world
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
        ir.slots = world
            .slots
            .iter()
            .map(|s| SlotInfo {
                id: s.id.clone(),
                result_words: world.words(&s.result) as u16,
                rules: rules_of(s),
            })
            .collect();
        ir.actions = world
            .actions
            .iter()
            .map(|a| ActionInfo {
                id: a.id.clone(),
                params: a.params.iter().map(|p| (template_name(&p.id), world.value_type(&p.ty))).collect(),
                text: a.text.clone(),
                of: a.borne.as_ref().map(|b| b.of.clone()),
                mode: a.borne.as_ref().and_then(|b| b.mode.clone()),
            })
            .collect();
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
        let bot = |(b, rules): (&BotDecl, &BotRules)| BotInfo {
            id: b.id.text.clone(),
            text: b.text.clone(),
            evaluate: rules.evaluate,
            prefers: rules.prefers.clone(),
            mixed: b.mixed,
            after: b.after.unwrap_or(JUDGED_AFTER),
        };
        ir.figures.clone_from(&checked.figures);
        ir.bots = package.bots.iter().zip(&checked.bots).map(bot).collect();
        ir.lay = checked.lay;
        let flow = &checked.flow;
        (ir.setup, ir.play, ir.score) = (flow.setup, flow.play, flow.score);
        ir.ties.clone_from(&flow.ties);
        ir.sides = match world.sides {
            SideDivision::Each => SidesInfo::Each,
            SideDivision::Table => SidesInfo::Table,
            SideDivision::By { value, .. } => SidesInfo::By(value),
        };
        self.attributes();
        self.files(&package.sources);
    }

    fn attributes(&mut self) {
        for (a, info) in self.world.attributes.iter().enumerate() {
            let mut info = info.clone();
            info.ty = self.world.value_type(&self.world.attribute_types[AttributeId::from_index(a)]);
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
                ReadableValue::Attribute(a) => KindId(self.world.attributes[a].kind.0),
                ReadableValue::Field(f) => self.world.fields[f].kind,
            }),
            function: *function,
        };
        self.ir.readings = self.world.modified.iter().map(reading).collect();
        self.ir.readings.sort_by_key(|reading| reading.function.0);
    }

    fn files(&mut self, sources: &Sources) {
        let have = self.ir.files.len();
        for (_, file) in sources.files().skip(have) {
            let shown = Some(file.name.clone());
            self.ir.files.push(FileText { name: file.package_path.clone(), shown, text: file.text.clone() });
        }
    }

    /// Returns the number of the last of `count` items, and records an error if there are more than the
    /// limit.
    fn number(&mut self, count: usize, what: &'static str, span: Option<Span>) -> u16 {
        if count > limits::MOST {
            self.too_many.get_or_insert(ExceededLimit { what, span });
        }
        (count.min(limits::MOST) - 1) as u16
    }

    fn place(&mut self, span: Span) -> PlaceId {
        let places = &mut self.ir.places;
        *self.places.entry(span).or_insert_with(|| {
            places.push(IrSpan { file: FileTextId(span.file.0), start: span.start, end: span.end });
            PlaceId(places.len() as u32 - 1)
        })
    }

    /// Adds words to the pool, or finds them there, and returns their address.
    fn constant(&mut self, words: &[u64]) -> u32 {
        if let Some(k) = self.constants.get(words) {
            return *k;
        }
        let k = self.ir.pool.len() as u32;
        self.ir.pool.extend(words);
        self.constants.insert(words.to_vec(), k);
        k
    }

    fn print(&mut self, checked: &CheckedGame) {
        let (print, spans) = &checked.print;
        let mut print = print.clone();
        let fonts = print.fonts.iter_mut().flatten().map(|(_, place)| place);
        let sheets = print.sheets.iter_mut().map(|s| &mut s.place);
        let places = fonts.chain(sheets).chain(print.pieces.iter_mut().map(|p| &mut p.place));
        for (place, span) in places.zip(spans) {
            *place = self.place(*span);
        }
        self.ir.print = print;
    }

    fn offers(&mut self, inliner: &mut inline::Inliner) {
        for action in self.world.actions.iter().filter(|a| a.borne.is_none()) {
            if let Some(body) = &self.world.functions[action.options].body {
                self.offers.insert(action.options, std::rc::Rc::new(inliner.body(body)));
            }
        }
    }

    /// Whether everybody can tell which players have none of these actions available: then nobody is asked
    /// when the pass is the only answer.
    fn shows_who_can_only_pass(&mut self, actions: &[ActionId]) -> bool {
        let world = self.world;
        actions.iter().all(|a| {
            let action = &world.actions[*a];
            let group = action.borne.as_ref().and_then(|b| world.borne_actions.find(b.group));
            let options = group.map_or(action.options, |g| g.options);
            *self.public.entry(options).or_insert_with(|| decided_in_public(world, options))
        })
    }

    fn function(&mut self, f: usize, inliner: &mut inline::Inliner) {
        let world = self.world;
        let declared = &world.functions[FunctionId::from_index(f)];
        let entry = self.ir.code.len() as u32;
        let param_words: usize = declared.params.iter().map(|p| world.words(&p.ty)).sum();
        let result_words = world.words(&declared.result);
        let missing = HFunction {
            locals: declared.params.iter().map(|p| p.ty.clone()).collect(),
            body: Vec::new(),
            asker: None,
        };
        // The options of an action are emitted at each `act`.
        let offers = |b: &&HFunction| b.body.iter().any(|s| matches!(s, HStmt::Offer { .. }));
        let body = declared.body.as_ref().filter(|b| !offers(b)).map(|b| inliner.body(b));
        let frame = emit::FunctionLowering::new(self, body.as_ref().unwrap_or(&missing), result_words)
            .run(body.is_none());
        self.ir.functions.push(FunctionInfo {
            name: declared.id.clone(),
            entry,
            param_words: param_words as u16,
            result_words: result_words as u16,
            result: (result_words > 0).then(|| world.value_type(&declared.result)),
            frame_words: frame,
            suspends: false,
            held: std::mem::take(&mut self.held),
        });
    }

    fn finish(&mut self) -> Result<(), Diagnostic> {
        self.lay_out_box();
        self.lay_out_known();
        self.lay_out_hints();
        self.ir.layout.stack = self.free;
        if let Some(span) = self.too_long {
            return Err(Diagnostic::error(codes::TOO_MANY, "this rule is too long")
                .at(span, "more than the machine can jump over")
                .help("put parts of it into verbs of their own"));
        }
        if let Some(crossed) = self.too_many {
            return Err(crossed.diagnostic(None));
        }
        if self.free.index() > Layout::FIXED_WORDS {
            return Err(Diagnostic::error(codes::TOO_MANY, "the state of this game is too large")
                .because("Every counter, zone and set of every player and component has its place in it.")
                .help("lower some `copies`, or give sets to fewer kinds"));
        }
        self.find_suspending();
        Ok(())
    }

    /// Finds the functions that can suspend at a choice or chance, directly or through what they call.
    fn find_suspending(&mut self) {
        let n = self.ir.functions.len();
        let end_of = |f: usize| match self.ir.functions.get(f + 1) {
            Some(next) => next.entry.index(),
            None => self.ir.code.len(),
        };
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); n];
        let mut slot_callers: Vec<Vec<usize>> = vec![Vec::new(); self.ir.slots.len()];
        let mut open: Vec<usize> = Vec::new();
        for f in 0..n {
            let mut stops = false;
            for op in &self.ir.code[(self.ir.functions[FunctionId::from_index(f)].entry.index())..end_of(f)] {
                match op {
                    Op::Choose { .. }
                    | Op::Roll { .. }
                    | Op::RollDie { .. }
                    | Op::Random { .. }
                    | Op::Shuffle { .. } => stops = true,
                    Op::Call { f: callee, .. } => callers[callee.index()].push(f),
                    Op::CallSlot { s, .. } => slot_callers[s.index()].push(f),
                    _ => {}
                }
            }
            if stops {
                open.push(f);
            }
        }
        for (slot, who) in self.ir.slots.iter().zip(&slot_callers) {
            let mut rules: Vec<FunctionId> =
                slot.rules.iter().copied().filter(|r| *r != SlotInfo::EMPTY).collect();
            rules.sort_unstable();
            rules.dedup();
            for rule in rules {
                callers[rule.index()].extend(who);
            }
        }
        while let Some(f) = open.pop() {
            if !std::mem::replace(&mut self.ir.functions[FunctionId::from_index(f)].suspends, true) {
                open.extend(&callers[f]);
            }
        }
        // The frames of the other functions are never observed.
        self.ir.functions.iter_mut().filter(|f| !f.suspends).for_each(|f| f.held = Vec::new());
    }
}

/// The number of random choices after which a playout is evaluated, for a bot that declares an evaluation but
/// no `after`.
const JUDGED_AFTER: u32 = 12;

/// The instruction of a function without a body: a fault when it is called.
const NO_BODY: Op = Op::Fail { why: FailureCode::NoReturn };

/// Returns the function that each component bears in a slot.
fn rules_of(slot: &SlotSymbol) -> Vec<FunctionId> {
    slot.rules.iter().map(|rule| rule.map_or(SlotInfo::EMPTY, |function| function)).collect()
}
