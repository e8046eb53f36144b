//! A hand assembler: small games straight in machine code, for the tests and benches of the table.

#![allow(dead_code)] // the benches use a part of it

use cardwright::ir::ZoneViewers;
use cardwright::ir::layout::Owner;
use cardwright::ir::{
    ActionId, ActionInfo, ChoiceId, ChoiceInfo, CodeAddress, ComponentId, ComponentInfo, EnumInfo, FieldId,
    FieldInfo, FileText, FileTextId, FunctionId, FunctionInfo, Index, Ir, IrSpan, KindId, KindInfo, Layout,
    LogInfo, NameId, NameInfo, Op, OptionInfo, PlaceId, PlayerId, Reg, ValueType, ZoneId, ZoneInfo,
    ZoneOwner, ZonePer, ZonePlace, ZonePlaceId,
};

/// A game under construction. Declare things first, then write functions, then take `ir`.
pub struct Game {
    pub ir: Ir,
    next: u32,
}

impl Game {
    /// A game for so many players; its function 0 lays nothing.
    pub fn new(fewest: u8, most: u8) -> Self {
        let mut ir = Ir::default();
        ir.game.id = "assembled".into();
        ir.game.players = (fewest, most);
        ir.layout.max_players = u16::from(most);
        ir.layout.stack = Layout::OPTIONS as u32;
        ir.kinds.push(KindInfo {
            id: "card".into(),
            plural: "cards".into(),
            base: None,
            first: ComponentId(0),
            count: 0,
        });
        ir.places.push(IrSpan { file: FileTextId(0), start: 0, end: 4 });
        ir.files.push(FileText { name: "game.toml".into(), shown: None, text: "code = \"here\"\n".into() });
        Game { ir, next: Layout::OPTIONS as u32 }
    }

    fn room(&mut self, words: usize) -> u32 {
        let at = self.next;
        self.next += words as u32;
        self.ir.layout.stack = self.next;
        at
    }

    /// An option in a range; only before everything else.
    pub fn option(&mut self, id: &str, range: (i64, i64), default: i64) -> u16 {
        self.room(1);
        self.ir.options.push(OptionInfo {
            id: id.into(),
            text: String::new(),
            ty: ValueType::Int,
            range,
            default,
        });
        self.ir.options.len() as u16 - 1
    }

    /// Cards with an id and a printed name, so many copies of each; after options.
    pub fn cards(&mut self, cards: &[(&str, &str, u32)]) {
        for (id, printed, copies) in cards {
            let first = self.ir.components.len() as u32;
            let name = self.ir.names.len() as u16;
            for copy in 1..=*copies {
                let id = if copy == 1 { id.to_string() } else { format!("{id}#{copy}") };
                self.ir.components.push(ComponentInfo { id, name: NameId(name), origin: None });
            }
            self.ir.names.push(NameInfo {
                card: None,
                id: id.to_string(),
                printed: printed.to_string(),
                kind: KindId(0),
                first: ComponentId(first),
                copies: *copies,
                text: String::new(),
                flavour: String::new(),
                keywords: Vec::new(),
                reminders: Vec::new(),
                acts: false,
            });
        }
        self.ir.kinds[KindId(0)].count = self.ir.components.len() as u32;
        self.ir.layout.place = self.room(self.ir.components.len());
    }

    /// An enum.
    pub fn enumeration(&mut self, id: &str, values: &[&str]) -> u16 {
        self.ir.enums.push(EnumInfo::new(
            id,
            values.iter().map(ToString::to_string).collect(),
            str::to_string,
        ));
        self.ir.enums.len() as u16 - 1
    }

    /// A field of `words` words.
    pub fn field(
        &mut self,
        id: &str,
        owner: Owner,
        ty: ValueType,
        words: u16,
        range: Option<(i64, i64)>,
    ) -> u16 {
        let owners = match owner {
            Owner::Table => 1,
            Owner::Player => u32::from(self.ir.layout.max_players),
            Owner::Component => self.ir.components.len() as u32,
            Owner::Cell => self.ir.cells.len() as u32,
        };
        let base = self.room(owners as usize * words as usize);
        self.ir.layout.fields.push(FieldInfo {
            id: String::from(id).into(),
            owner,
            kind: KindId(0),
            ty,
            base,
            words,
            owners,
            range,
            index: None,
            anew: None,
        });
        self.ir.layout.fields.len() as u16 - 1
    }

    /// Gives a field of one word an index over so many values.
    pub fn index(&mut self, field: u16, values: u32) {
        let words = self.ir.layout.fields[FieldId(field)].owners.div_ceil(64);
        let base = self.room((values * words) as usize);
        self.ir.layout.fields[FieldId(field)].index =
            Some(Index { base, values, words: words as u16, none: false });
    }

    /// A zone; gives its first entry in `Layout::zones`.
    pub fn zone(
        &mut self,
        id: &str,
        per_player: bool,
        ordered: bool,
        seen_by: ZoneViewers,
        holds: Option<u16>,
    ) -> u16 {
        let first = self.ir.layout.zones.len() as u16;
        let index = self.ir.zones.len() as u16;
        let room = holds.map_or(self.ir.components.len(), |k| self.ir.kinds[KindId(k)].count as usize);
        let per = match per_player {
            true => ZonePer {
                thing: ZoneOwner::Player,
                things: u32::from(self.ir.layout.max_players),
                ..ZonePer::TABLE
            },
            false => ZonePer::TABLE,
        };
        let (viewers, top_viewers, top_seen_by) = (None, None, ZoneViewers::None);
        let id = id.into();
        self.ir.zones.push(ZoneInfo {
            id,
            first: ZonePlaceId(first),
            per,
            ordered,
            seen_by,
            viewers,
            top_seen_by,
            top_viewers,
            holds: holds.map(KindId),
        });
        for player in 0..if per_player { self.ir.layout.max_players } else { 1 } {
            let set = self.room(self.ir.component_words());
            let order = ordered.then(|| self.room(room + 1));
            let owner = per_player.then_some(PlayerId(player as u8));
            self.ir.layout.zones.push(ZonePlace { zone: ZoneId(index), owner, set, order });
        }
        first
    }

    /// Constants; gives where they stand.
    pub fn pool(&mut self, words: &[u64]) -> u32 {
        self.ir.pool.extend_from_slice(words);
        (self.ir.pool.len() - words.len()) as u32
    }

    /// A choice point over elements of a type.
    pub fn choice(
        &mut self,
        variable: &str,
        element: Option<ValueType>,
        arms: &[&str],
        actions: &[ActionId],
    ) -> ChoiceId {
        self.ir.choices.push(ChoiceInfo {
            prompt: None,
            holes: Vec::new(),
            variable: variable.into(),
            element,
            arms: arms.iter().map(ToString::to_string).collect(),
            decline: None,
            more: false,
            actions: actions.to_vec(),
            asker: None,
            selection: None,
            place: PlaceId(0),
        });
        ChoiceId(self.ir.choices.len() as u16 - 1)
    }

    /// An action.
    pub fn action(&mut self, id: &str, params: &[(&str, ValueType)], text: Option<&str>) -> ActionId {
        let params = params.iter().map(|(id, ty)| (id.to_string(), ty.clone())).collect();
        self.ir.actions.push(ActionInfo {
            id: id.into(),
            params,
            text: text.map(String::from),
            of: None,
            mode: None,
        });
        ActionId(self.ir.actions.len() as u16 - 1)
    }

    /// A line for the record.
    pub fn log(&mut self, template: &str, values: &[(&str, ValueType)]) -> u16 {
        let values = values.iter().map(|(id, ty)| (id.to_string(), ty.clone())).collect();
        self.ir.logs.push(LogInfo { template: template.into(), values });
        self.ir.logs.len() as u16 - 1
    }

    /// A function. Jumps count from its first instruction; `frame` is the words of its frame.
    pub fn function(&mut self, name: &str, params: u16, results: u16, frame: u16, code: &[Op]) -> u16 {
        let entry = CodeAddress::from_index(self.ir.code.len());
        let moved = code.iter().map(|op| match *op {
            Op::Jump { to } => Op::Jump { to: entry + to.0 },
            Op::JumpIf { a, to } => Op::JumpIf { a, to: entry + to.0 },
            Op::JumpUnless { a, to } => Op::JumpUnless { a, to: entry + to.0 },
            Op::JumpNone { a, to } => Op::JumpNone { a, to: entry + to.0 },
            Op::JumpEmpty { n, a, to } => Op::JumpEmpty { n, a, to: entry + to.0 },
            other => other,
        });
        self.ir.code.extend(moved);
        self.ir.origins.resize(self.ir.code.len(), PlaceId(0));
        self.ir.functions.push(FunctionInfo {
            name: name.into(),
            entry,
            param_words: params,
            result_words: results,
            result: (results > 0).then_some(ValueType::Int),
            frame_words: frame,
            suspends: true,
            held: Vec::new(),
        });
        self.ir.functions.len() as u16 - 1
    }

    /// The function that lays the table.
    pub fn lay(&mut self, code: &[Op]) {
        self.ir.lay = FunctionId(self.function("lay", 0, 0, 32, code));
    }

    /// The function that is played.
    pub fn play(&mut self, code: &[Op]) {
        self.ir.play = Some(FunctionId(self.function("flow play", 0, 0, 32, code)));
    }
}

/// Tic-tac-toe: three in a row of nine cells, which are the numbers 0 to 8.
pub fn tic_tac_toe() -> Ir {
    let mut game = Game::new(2, 2);
    let cells = ValueType::Set(Box::new(ValueType::Int));
    let marks = game.field("marks", Owner::Player, cells, 1, None);
    let at = game.ir.layout.fields[FieldId(marks)].base;
    let choice = game.choice("cell", Some(ValueType::Int), &[], &[]);
    let lines: [u64; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    let lines = game.pool(&lines);
    let board = game.pool(&[0o777]);
    game.lay(&[Op::Done]);
    // 1 player, 2 free cells, 3.. the answer, 5 own marks, 6 line, 7 test
    let mut code = vec![
        Op::Int { d: Reg(1), v: 0 },
        // 1: the turn
        Op::Word { d: Reg(2), k: board },
        Op::MinusState { n: 1, d: Reg(2), addr: at },
        Op::MinusState { n: 1, d: Reg(2), addr: at + 1 },
        Op::JumpEmpty { n: 1, a: Reg(2), to: CodeAddress(0) },
        Op::OptBegin { choice },
        Op::OptSet { n: 1, a: Reg(2) },
        Op::Choose { d: Reg(3), by: Reg(1) },
        Op::GetSet { n: 1, d: Reg(5), f: FieldId(marks), i: Reg(1) },
        Op::Insert { n: 1, d: Reg(5), a: Reg(4) },
        Op::PutSet { n: 1, f: FieldId(marks), i: Reg(1), a: Reg(5) },
    ];
    let check = code.len() as u32;
    let after = check + 8 * 4;
    for line in 0..8 {
        code.push(Op::Word { d: Reg(6), k: lines + line });
        code.push(Op::And { n: 1, d: Reg(7), a: Reg(5), b: Reg(6) });
        code.push(Op::Eq { d: Reg(7), a: Reg(7), b: Reg(6) });
        code.push(Op::JumpIf { a: Reg(7), to: CodeAddress(after + 2) });
    }
    code.push(Op::NextPlayer { d: Reg(1), a: Reg(1) });
    code.push(Op::Jump { to: CodeAddress(1) });
    code.push(Op::Single { n: 1, d: Reg(6), a: Reg(1) });
    code.push(Op::Win { a: Reg(6), named: 0 });
    let draw = code.len() as u32;
    code.push(Op::End { draw: 1, named: 0 });
    code[4] = Op::JumpEmpty { n: 1, a: Reg(2), to: CodeAddress(draw) };
    game.play(&code);
    game.ir
}
