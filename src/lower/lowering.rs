//! The state of a lowering: the game under construction, and facts about it so far.

use crate::check::hir::tree::{BoardOp, HFunction};
use crate::check::symbols::limits;
use crate::check::symbols::limits::ExceededLimit;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::check::turned;
use crate::ir::{
    AttributeId, ComponentRegisters, FileText, FileTextId, FunctionId, Ir, IrSpan, PlaceId, TableId,
};
use crate::source::{Sources, Span};
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::rc::Rc;

/// The state of a lowering.
pub(super) struct Lowering<'a> {
    pub symbols: &'a SymbolTable,
    pub ir: Ir,
    /// Constants that are already in the pool, with their address.
    pub constants: FxHashMap<Vec<u64>, u32>,
    pub places: FxHashMap<Span, PlaceId>,
    /// The first free state word.
    pub free: u32,
    /// The span of a rule that is too long for its jumps or its frame.
    pub too_long: Option<Span>,
    /// The first limit that was exceeded, with the place of the declaration.
    pub too_many: Option<ExceededLimit>,
    /// The options function of each action of the game, with its small calculations inlined; emitted at each
    /// `act`.
    pub offers: HashMap<FunctionId, Rc<HFunction>>,
    /// Attributes of cells that were evaluated at compile time.
    pub computed: HashMap<AttributeId, Vec<u64>>,
    /// Tables of directions turned.
    pub turned: HashMap<BoardOp, Vec<u64>>,
    /// The registers in the current function's frame that hold components.
    pub held: Vec<ComponentRegisters>,
    /// For each options function that was analysed: whether everything that determines its options is public.
    pub public: HashMap<FunctionId, bool>,
    /// Calculations that are tabulated.
    pub tabulated: HashMap<FunctionId, FunctionTable>,
    /// True if some rule may move a component from where somebody sees it to where they do not.
    pub takes_out_of_sight: bool,
}

/// A tabulated function: its table, and the number of values of its second parameter (1 if there is none).
#[derive(Clone, Copy, Debug)]
pub(super) struct FunctionTable {
    pub table: TableId,
    pub second: usize,
}

impl<'a> Lowering<'a> {
    pub fn new(symbols: &'a SymbolTable, ir: Ir, free: u32) -> Self {
        Lowering {
            symbols,
            ir,
            constants: FxHashMap::default(),
            places: FxHashMap::default(),
            free,
            too_long: None,
            too_many: None,
            offers: HashMap::new(),
            computed: HashMap::new(),
            turned: turned(symbols),
            held: Vec::new(),
            public: HashMap::new(),
            tabulated: HashMap::new(),
            takes_out_of_sight: false,
        }
    }

    pub fn files(&mut self, sources: &Sources) {
        let have = self.ir.files.len();
        for (_, file) in sources.files().skip(have) {
            let shown = Some(file.name.clone());
            self.ir.files.push(FileText { name: file.package_path.clone(), shown, text: file.text.clone() });
        }
    }

    /// Returns the number of the last of `count` items, and records an error if there are more than the
    /// limit.
    pub fn number(&mut self, count: usize, what: &'static str, span: Option<Span>) -> u16 {
        if count > limits::MOST {
            self.too_many.get_or_insert(ExceededLimit { what, span });
        }
        (count.min(limits::MOST) - 1) as u16
    }

    pub fn place(&mut self, span: Span) -> PlaceId {
        let places = &mut self.ir.places;
        *self.places.entry(span).or_insert_with(|| {
            places.push(IrSpan { file: FileTextId(span.file.0), start: span.start, end: span.end });
            PlaceId(places.len() as u32 - 1)
        })
    }

    /// Adds words to the pool, or finds them there, and returns their address.
    pub fn constant(&mut self, words: &[u64]) -> u32 {
        if let Some(k) = self.constants.get(words) {
            return *k;
        }
        let k = self.ir.pool.len() as u32;
        self.ir.pool.extend(words);
        self.constants.insert(words.to_vec(), k);
        k
    }
}
