//! Faults as diagnostics: what went wrong, where, and what to do.

use super::fault::{Fault, FaultKind};
use super::names::Names;
use super::options::TableOptions;
use super::players::Players;
use super::program::Table;
use super::state::State;
use crate::diagnostics::Diagnostic;
use crate::ir::{
    CodeAddress, ComponentId, FunctionId, FunctionOrigin, Ir, PlayerId, ToIndex, ValueType, ZonePlaceId,
};
use crate::place::{FileId, Span};

impl Fault {
    /// Returns its diagnostic, with the source place. The span refers to `Sources` made of `Ir::files` in
    /// their order.
    pub fn to_diagnostic(&self, table: &Table) -> Diagnostic {
        let names = Names::new(table.ir());
        let component = |c: ComponentId| names.component(u64::from(c));
        self.build_diagnostic(table, self.words(table.ir(), &component, &|zone| names.zone(zone), true), true)
    }

    /// Returns its diagnostic for players at a table: like [`Fault::to_diagnostic`], but without information
    /// that is hidden from one of them. An unseen component is "a card"; the place of a rule that components
    /// have is omitted, and so are numbers, which may have been computed from hidden components, unless
    /// nothing is hidden. For the empty set of players, nothing is hidden.
    pub fn to_diagnostic_for(&self, table: &Table, state: &State, players: Players) -> Diagnostic {
        let ir = table.ir();
        let names = Names::new(ir);
        let any = |unseen: &dyn Fn(PlayerId) -> bool| {
            PlayerId::all(state.players()).any(|p| players.has(p) && unseen(p))
        };
        let component = |c: ComponentId| match any(&|p| table.is_unseen(state, Some(p), c)) {
            true => names.veiled(u64::from(c)),
            false => names.component(u64::from(c)),
        };
        let zone = |zone: ZonePlaceId| match any(&|p| table.unseen_bearer(state, Some(p), zone).is_some()) {
            true => names.veiled_zone(zone),
            false => names.zone(zone),
        };
        let is_open = players.is_empty() || table.all_seen();
        // The place of a rule can reveal the component that has it.
        let placed = is_open || !self.trace.iter().any(|frame| is_borne(ir, frame.function));
        self.build_diagnostic(table, self.words(ir, &component, &zone, is_open), placed)
    }

    /// Makes a diagnostic of message, label, cause and help. If `placed`, it includes the source place and
    /// the call trace.
    fn build_diagnostic(
        &self,
        table: &Table,
        words: (String, String, String, String),
        placed: bool,
    ) -> Diagnostic {
        let (message, label, cause, help) = words;
        let mut diagnostic = Diagnostic::error(self.code(), message);
        if let Some(span) = span_of(table.ir(), self.pc).filter(|_| placed) {
            diagnostic = diagnostic.at(span, label);
        }
        // The innermost function is the place itself, so the trace is worth showing only if there are
        // callers.
        let because = match (self.trace.len() > 1 && placed, cause.is_empty()) {
            (false, _) => cause,
            (true, true) => self.trace_text(table),
            (true, false) => format!("{cause}\n{}", self.trace_text(table)),
        };
        if !because.is_empty() {
            diagnostic = diagnostic.because(because);
        }
        diagnostic.help(help)
    }

    /// Returns the call trace, one line for each function with its file and line: `in verb draw
    /// (game.toml:12)`. Calls that repeat are folded into one round and a count.
    pub fn trace_text(&self, table: &Table) -> String {
        let ir = table.ir();
        let lines: Vec<String> = self
            .trace
            .iter()
            .filter_map(|frame| {
                let name = &ir.functions.find(frame.function)?.name;
                let place = ir.place_of(frame.pc).and_then(|p| {
                    let file = ir.files.find(p.file)?;
                    let before = file.text.get(..p.start.index())?;
                    Some(format!(" ({}:{})", file.name, before.matches('\n').count() + 1))
                });
                Some(format!("in {name}{}", place.unwrap_or_default()))
            })
            .collect();
        folded(&lines, self.trace.len() >= Fault::TRACE).join("\n")
    }

    /// Returns message, label, cause (may be empty) and help; if not `is_open`, without computed numbers.
    fn words(
        &self,
        ir: &Ir,
        component: &dyn Fn(ComponentId) -> String,
        zone: &dyn Fn(ZonePlaceId) -> String,
        is_open: bool,
    ) -> (String, String, String, String) {
        match &self.kind {
            FaultKind::OutOfRange { field, owner, lane, value } => {
                let Some(info) = ir.layout.fields.find(*field) else {
                    return plain("a number left its range", "here", "", "Give the counter a wider range.");
                };
                let whose = match info.owner {
                    crate::ir::layout::Owner::Table => String::new(),
                    crate::ir::layout::Owner::Player => format!(" of player {}", owner + 1),
                    crate::ir::layout::Owner::Cell => {
                        format!(" of {}", ir.cells.get(owner.index()).map_or("a cell", |c| c.id.as_str()))
                    }
                    crate::ir::layout::Owner::Component => format!(" of {}", component(ComponentId(*owner))),
                };
                let (low, high) = info.range.unwrap_or((i64::MIN, i64::MAX));
                let brackets = match &info.ty {
                    ValueType::Amount(pers) => ir.lane_brackets(pers, usize::from(*lane)),
                    _ => String::new(),
                };
                let value = if is_open { value.to_string() } else { "such a number".to_owned() };
                let (becomes, inside) = match &info.ty {
                    ValueType::Set(_) => ("hold", format!("only numbers inside it: `… & ({low}..{high})`")),
                    _ => ("become", format!("the value inside it: `clamp(…, {low}, {high})`")),
                };
                (
                    format!(
                        "`{}{brackets}`{whose} cannot {becomes} {value}: its range is {low}..{high}",
                        info.id
                    ),
                    format!("stores {value}"),
                    "A stored number never wraps or stops at the end of its range by itself.".into(),
                    format!("Widen the range of `{}` where it is declared, or keep {inside}.", info.id),
                )
            }
            FaultKind::OutsideRange { range, lane, value } => {
                let Some(info) = ir.ranges.find(*range) else {
                    return plain("a number left its range", "here", "", "Declare a wider range.");
                };
                let (low, high) = info.range;
                let brackets = match &info.ty {
                    ValueType::Amount(pers) => ir.lane_brackets(pers, usize::from(*lane)),
                    _ => String::new(),
                };
                let function = &info.function;
                let (what, declared) = match &info.param {
                    Some(param) => (format!("`{param}{brackets}` of `{function}`"), "`params`"),
                    None if brackets.is_empty() => (format!("the result of `{function}`"), "`returns`"),
                    None => (format!("`{brackets}` of the result of `{function}`"), "`returns`"),
                };
                let value = if is_open { value.to_string() } else { "such a number".to_owned() };
                let (becomes, inside) = match &info.ty {
                    ValueType::Set(_) => ("hold", format!("only numbers inside it: `… & ({low}..{high})`")),
                    _ => ("be", format!("the value inside it: `clamp(…, {low}, {high})`")),
                };
                (
                    format!("{what} cannot {becomes} {value}: its range is {low}..{high}"),
                    format!("is {value}"),
                    "A number never wraps or stops at the end of its range by itself.".into(),
                    format!("Widen the range in {declared} of `{function}`, or keep {inside}."),
                )
            }
            FaultKind::NothingToChoose { choice, chooser } => {
                let of_options = choice
                    .and_then(|choice| ir.choice(choice))
                    .is_some_and(|choice| choice.element.is_none());
                plain(
                    match chooser {
                        Some(p) => format!("player {} has nothing to choose from", p.seat()),
                        None => "there is nothing to choose from".into(),
                    },
                    if of_options { "no `when` of its options holds" } else { "its set is empty here" },
                    "A `choose` must be answered, and no answer is possible.",
                    match of_options {
                        true => "Add an option without a `when`: `option \"nothing\" { }`.",
                        false => {
                            "Give the choice a block, and say what happens else: `choose c from … { … } else { … }`."
                        }
                    },
                )
            }
            FaultKind::NoLegalAction { chooser } => plain(
                match chooser {
                    Some(p) => format!("player {} has no legal action", p.seat()),
                    None => "there is no legal action".into(),
                },
                "no `when` of these actions holds, or their sets are empty",
                "An `act` must be answered by one of its actions.",
                "Add an action that is always legal (to pass), or say what happens then: `act p from {…} else { … }`.",
            ),
            FaultKind::DivisionByZero => {
                plain("division by zero", "divides by 0", "", "Ask first: `x / n if n != 0`.")
            }
            FaultKind::Overflow => plain(
                "the result is too large for a number",
                "leaves 64 bits",
                "",
                "Look for a product or a sum that grows in a loop.",
            ),
            FaultKind::NobodyHolds => plain(
                "`you` means nobody here: no player holds this component",
                "needs a player",
                "In a rule on a component, `you` is the owner of the zone it is in; it is in no player's zone now.",
                "Ask first with `if let p = holder(c) { … }`, or let the caller say who is meant: a slot with `params = { p = \"player\" }`.",
            ),
            FaultKind::NoReturn => plain(
                "the function ended without `return`",
                "no value was returned",
                "",
                "Every way through a function that returns something must end in `return`.",
            ),
            FaultKind::OpenWindow => plain(
                "this window never closes",
                "still open after 1,000 actions",
                "A `may act` of several players ends when all of them have passed in a row.",
                "Look for an action that costs nothing and changes nothing: let its `when` say that it can be done once.",
            ),
            FaultKind::WrongKind { component: c, zone: z } => {
                let holds = ir
                    .layout
                    .zones
                    .get(z.index())
                    .and_then(|place| ir.zones.find(place.zone))
                    .and_then(|info| info.holds)
                    .and_then(|k| ir.kinds.find(k))
                    .map_or("other things", |k| k.id.as_str());
                (
                    format!("{} cannot go to {}", component(*c), zone(*z)),
                    format!("this zone holds `{holds}` only"),
                    String::new(),
                    "Move something of that kind, or change `holds` where the zone is declared.".into(),
                )
            }
            FaultKind::InsideItself { component: c } => plain(
                format!("{} cannot lie in itself", component(*c)),
                "moved into a zone of its own, or of what lies in it",
                "",
                "Ask first where the other one is, with `bearer(c)`, or let the zone hold another kind.",
            ),
            FaultKind::NoSuchPlace { zone } => {
                let id = ir.zones.find(*zone).map_or("?", |z| z.id.as_str());
                plain(
                    format!("there is no `{id}` for this"),
                    "asked for here",
                    "A zone `per` a board has a place for each cell of that board; one `per` a range, for each number of it.",
                    "Ask first whether the cell is on that board, or the number in the range.",
                )
            }
            FaultKind::NoSuchLane => plain(
                "there is no number for what stands in these brackets",
                "asked for here",
                "An amount `per` a range has a number for each whole number of that range.",
                "Ask first whether the number in the brackets lies in the range: `n in 1..3`.",
            ),
            FaultKind::NoSuchSeat(seat) => plain(
                match is_open {
                    true => format!("there is no seat {seat} at this table"),
                    false => "there is no such seat at this table".into(),
                },
                if is_open { format!("seat {seat}") } else { "this seat".into() },
                "Seats count from 1 to `player_count`.",
                "Use `next(p)` or `turn_order(p)` to go around the table.",
            ),
            FaultKind::NoSuchDie(sides) => plain(
                match is_open {
                    true => format!("a die with {sides} sides cannot be rolled"),
                    false => "a die without sides cannot be rolled".into(),
                },
                "rolls here",
                "",
                "A die has at least one side.",
            ),
            FaultKind::NotInSet(value) => plain(
                match is_open {
                    true => format!("a set of this type cannot hold {value}"),
                    false => "a set of this type cannot hold such a number".into(),
                },
                "leaves what the set can hold",
                "Sets of numbers hold 0 to 63.",
                "Keep the numbers of a set within 0..63.",
            ),
            FaultKind::NoSuchThing(value) => plain(
                match (*value, is_open) {
                    (i64::MIN, _) => "the value used here is none".into(),
                    (_, true) => format!("{value} stands for nothing"),
                    (_, false) => "the value used here stands for nothing".into(),
                },
                "uses a value that stands for nothing",
                "An optional value was used while it held none, or a number was taken for something it does not count.",
                "Open optional values with `if let` or `??` before they are used.",
            ),
            FaultKind::TooDeep => plain(
                "rules call each other without end",
                "one call too many",
                "Functions, verbs and reactions were nested thousands deep.",
                "Look for a verb that comes to call itself, through a reaction or another verb, or for an action that offers itself again.",
            ),
            FaultKind::FuelSpent => plain(
                "this rule does not come to an end",
                "was still running here",
                "The work between two choices is bounded, and the bound was reached.",
                "Look for a loop whose condition never changes, or a reaction that sets itself off again.",
            ),
            FaultKind::TooManyOptions => plain(
                "this choice has too many options",
                format!(
                    "lists more than {} options, or more than {} MiB of them",
                    TableOptions::MOST,
                    (TableOptions::MOST_WORDS * 8) >> 20
                ),
                "Every combination of the values of an action's parameters is an option of its own.",
                "Say with `when` or in the parameters' sets which combinations are meant, or ask for one thing after the other with `choose`.",
            ),
            FaultKind::Interrupted => {
                plain("the game was interrupted", "was running here", "", "Run it again to let it finish.")
            }
            FaultKind::Damaged(what) => plain(
                format!("this table cannot go on: {what}"),
                "",
                "The saved game or the compiled rules are damaged.",
                "Compile the package again, and start a new game.",
            ),
        }
    }
}

/// Returns whether a function is a rule or an action of components.
fn is_borne(ir: &Ir, function: FunctionId) -> bool {
    let origin = ir.functions.find(function).map(|f| f.name.origin());
    origin == Some(FunctionOrigin::ComponentAction)
        || ir.slots.iter().any(|slot| slot.rules.contains(&function))
}

fn plain(
    message: impl Into<String>,
    label: impl Into<String>,
    cause: impl Into<String>,
    help: impl Into<String>,
) -> (String, String, String, String) {
    (message.into(), label.into(), cause.into(), help.into())
}

/// Returns the source place of an instruction.
pub fn span_of(ir: &Ir, pc: CodeAddress) -> Option<Span> {
    ir.place_of(pc).map(|p| Span { file: FileId(p.file.0), start: p.start, end: p.end })
}

/// Folds lines that repeat, alone or in rounds of a few: each round once, and then how often it comes again.
/// If the lines are cut off, there may be more than are known.
fn folded(lines: &[String], is_cut: bool) -> Vec<String> {
    /// Maximum number of lines of a round.
    const LONGEST: usize = 6;
    /// Minimum number of repetitions that are folded.
    const LEAST: usize = 3;
    let mut out = Vec::new();
    let mut from = 0;
    while let Some(rest) = lines.get(from..).filter(|rest| !rest.is_empty()) {
        let repeats = |round: &usize| {
            let first = &rest[..*round];
            rest.chunks_exact(*round).take_while(|other| *other == first).count()
        };
        let round = (1..=LONGEST.min(rest.len())).find(|round| repeats(round) >= LEAST);
        let Some(round) = round else {
            out.extend(rest.first().cloned());
            from += 1;
            continue;
        };
        let count = repeats(&round);
        out.extend_from_slice(&rest[..round]);
        let what = if round == 1 { "the same".to_owned() } else { format!("the same {round} lines") };
        from += round * count;
        let or_more = if is_cut && from + round > lines.len() { " at least" } else { "" };
        out.push(format!("… {what}, {} more times{or_more}", count - 1));
    }
    out
}
