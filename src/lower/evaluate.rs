//! Compile-time evaluation of expressions that depend only on constants, on printed attributes and on how
//! cells adjoin. An expression that reads the state has no known value.

use super::lowering::Lowering;
use crate::check::Ty;
use crate::check::hir::tree::{
    Aggregate, Arith, BoardOp, CompareOp, HExpr, HKind, HStmt, Local, LoopSource, SetOp,
};
use crate::ir::{AttributeId, NONE, ToIndex, elements};

/// A value known at compile time.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Constant {
    /// A value of one word.
    Word(u64),
    /// A set or an amount.
    Set(Vec<u64>),
}

/// The variables in scope during an evaluation.
#[derive(Clone, Debug, Default)]
pub(super) struct Env {
    values: Vec<(Local, Constant)>,
    /// The number of evaluation steps left.
    pub budget: u32,
    /// The number of calls that led here.
    depth: usize,
}

/// The number of calls within each other that are evaluated at compile time.
const DEEPEST: usize = 100;

impl Env {
    pub fn new(budget: u32) -> Self {
        Env { values: Vec::new(), budget, depth: 0 }
    }

    pub fn set(&mut self, local: Local, value: Constant) {
        match self.values.iter_mut().find(|(l, _)| *l == local) {
            Some(entry) => entry.1 = value,
            None => self.values.push((local, value)),
        }
    }

    fn get(&self, local: Local) -> Option<&Constant> {
        self.values.iter().find(|(l, _)| *l == local).map(|(_, v)| v)
    }
}

/// The control flow with which a statement ended.
enum Completion {
    Next,
    Break,
    Continue,
    Return(Constant),
}

impl Completion {
    /// Returns how the loop ends after its body ended like this, or `None` if the loop continues.
    fn leaves_loop(self) -> Option<Completion> {
        match self {
            Completion::Break => Some(Completion::Next),
            Completion::Return(value) => Some(Completion::Return(value)),
            Completion::Next | Completion::Continue => None,
        }
    }
}

impl Lowering<'_> {
    /// Evaluates an expression, if its value is known at compile time.
    pub(super) fn evaluate(&self, e: &HExpr, env: &mut Env) -> Option<Constant> {
        env.budget = env.budget.checked_sub(1)?;
        let words = self.symbols.words(&e.ty);
        Some(match &e.kind {
            HKind::Int(v) => Constant::Word(*v as u64),
            HKind::Bool(b) => Constant::Word(u64::from(*b)),
            HKind::Value(v) => Constant::Word(*v),
            HKind::Local(l) => env.get(*l)?.clone(),
            HKind::ConstSet(words) => Constant::Set(words.clone()),
            HKind::Bearers(slot) => Constant::Set(self.bearers(*slot)),
            HKind::Attribute(a, owner) => {
                let owner = self.word(owner, env)?.index();
                let n = self.symbols.words(&e.ty);
                let column = self.column(*a);
                let value = column.get(owner * n..(owner + 1) * n)?;
                match e.ty {
                    Ty::Set(_) | Ty::Amount(_) => Constant::Set(value.to_vec()),
                    _ => Constant::Word(value[0]),
                }
            }
            HKind::SetOf(elements) => {
                let mut set = vec![0u64; words];
                for element in elements {
                    insert(&mut set, self.word(element, env)?)?;
                }
                Constant::Set(set)
            }
            HKind::Range(a, b) => {
                let (a, b) = (self.int(a, env)?, self.int(b, env)?);
                // Elements outside a set's range are a fault at run time.
                if a < 0 || b > 63 {
                    return None;
                }
                let mut set = vec![0u64; words];
                for v in a..=b {
                    insert(&mut set, v as u64)?;
                }
                Constant::Set(set)
            }
            HKind::Filter { set, element, cond } => {
                let mut out = self.set(set, env)?;
                for v in elements(&out.clone()) {
                    env.set(*element, Constant::Word(v));
                    if self.word(cond, env)? == 0 {
                        out[v.index() / 64] &= !(1 << (v % 64));
                    }
                }
                Constant::Set(out)
            }
            HKind::Aggregate { op, set, element, of } => {
                self.aggregate_known(*op, set, *element, of.as_deref(), words, env)?
            }
            HKind::Arith(op, a, b) => {
                Constant::Word(arith(*op, self.int(a, env)?, self.int(b, env)?)? as u64)
            }
            HKind::Amount(_)
            | HKind::Lane(..)
            | HKind::With(..)
            | HKind::Each(..)
            | HKind::EachLe(..)
            | HKind::SumOf(_) => self.amount_known(e, words, env)?,
            HKind::Negate(a) => Constant::Word(self.int(a, env)?.checked_neg()? as u64),
            HKind::Abs(a) => Constant::Word(self.int(a, env)?.checked_abs()? as u64),
            HKind::Compare(op, a, b) => {
                let (a, b) = (self.int(a, env)?, self.int(b, env)?);
                Constant::Word(u64::from(match op {
                    CompareOp::Eq => a == b,
                    CompareOp::Ne => a != b,
                    CompareOp::Lt => a < b,
                    CompareOp::Le => a <= b,
                }))
            }
            HKind::SetEq(a, b) => Constant::Word(u64::from(self.set(a, env)? == self.set(b, env)?)),
            HKind::And(a, b) => match self.word(a, env)? {
                0 => Constant::Word(0),
                _ => self.evaluate(b, env)?,
            },
            HKind::Or(a, b) => match self.word(a, env)? {
                0 => self.evaluate(b, env)?,
                _ => Constant::Word(1),
            },
            HKind::Not(a) => Constant::Word(u64::from(self.word(a, env)? == 0)),
            HKind::If(c, a, b) => match self.word(c, env)? {
                0 => self.evaluate(b, env)?,
                _ => self.evaluate(a, env)?,
            },
            HKind::In(a, set) if matches!(set.kind, HKind::Range(..)) => {
                let HKind::Range(low, high) = &set.kind else { return None };
                let (low, high) = (self.int(low, env)?, self.int(high, env)?);
                Constant::Word(u64::from((low..=high).contains(&self.int(a, env)?)))
            }
            HKind::In(a, set) => {
                let (v, set) = (self.word(a, env)?, self.set(set, env)?);
                Constant::Word(set.get((v / 64).index()).map_or(0, |w| w >> (v % 64) & 1))
            }
            HKind::SetOp(op, a, b) => {
                let (a, b) = (self.set(a, env)?, self.set(b, env)?);
                let join = |(a, b): (u64, u64)| match op {
                    SetOp::Union => a | b,
                    SetOp::Without => a & !b,
                    SetOp::Both => a & b,
                };
                Constant::Set(a.into_iter().zip(b).map(join).collect())
            }
            HKind::Default(a, b) => match self.word(a, env)? {
                NONE => self.evaluate(b, env)?,
                v => Constant::Word(v),
            },
            HKind::Open(a, _) => match self.word(a, env)? {
                NONE => return None,
                v => Constant::Word(v),
            },
            HKind::Ranged(a, of) => {
                let value = self.evaluate(a, env)?;
                let words = match &value {
                    Constant::Word(word) => std::slice::from_ref(word),
                    Constant::Set(words) => words,
                };
                // A number outside the range is a fault at run time.
                if self.range_info(*of, &a.ty).outside(words).is_some() {
                    return None;
                }
                value
            }
            HKind::IsSome(a) => Constant::Word(u64::from(self.word(a, env)? != NONE)),
            HKind::Board(op, parts) => self.board_known(*op, parts, words, env)?,
            HKind::Call(f, args) => {
                let function = &self.symbols.functions[*f];
                if function.effects || env.depth == DEEPEST {
                    return None;
                }
                let body = function.body.as_ref()?;
                let mut inner = Env { depth: env.depth + 1, ..Env::default() };
                for (i, arg) in args.iter().enumerate() {
                    inner.set(Local(i as u32), self.evaluate(arg, env)?);
                }
                inner.budget = env.budget;
                let value = self.run_to_value(&body.body, &mut inner);
                env.budget = inner.budget;
                value?
            }
            _ => return None,
        })
    }

    /// Returns the words of an attribute for every owner, one owner after another.
    pub(super) fn column(&self, a: AttributeId) -> &[u64] {
        self.computed.get(&a).map_or(self.symbols.printed[a].as_slice(), Vec::as_slice)
    }

    pub(super) fn word(&self, e: &HExpr, env: &mut Env) -> Option<u64> {
        match self.evaluate(e, env)? {
            Constant::Word(w) => Some(w),
            Constant::Set(_) => None,
        }
    }

    pub(super) fn int(&self, e: &HExpr, env: &mut Env) -> Option<i64> {
        self.word(e, env).map(|w| w as i64)
    }

    pub(super) fn set(&self, e: &HExpr, env: &mut Env) -> Option<Vec<u64>> {
        match self.evaluate(e, env)? {
            Constant::Set(s) => Some(s),
            Constant::Word(_) => None,
        }
    }

    /// Returns a single value, or the elements of a set, as a list.
    fn one_or_all(&self, e: &HExpr, env: &mut Env) -> Option<Vec<u64>> {
        Some(match self.evaluate(e, env)? {
            Constant::Word(w) => vec![w],
            Constant::Set(s) => elements(&s).collect(),
        })
    }

    fn aggregate_known(
        &self,
        op: Aggregate,
        set: &HExpr,
        element: Local,
        of: Option<&HExpr>,
        words: usize,
        env: &mut Env,
    ) -> Option<Constant> {
        let set = self.set(set, env)?;
        let count: u32 = set.iter().map(|w| w.count_ones()).sum();
        let first = elements(&set).next().unwrap_or(NONE);
        let Some(of) = of else {
            return Some(Constant::Word(match op {
                Aggregate::Count => u64::from(count),
                Aggregate::Any => u64::from(count > 0),
                Aggregate::None => u64::from(count == 0),
                Aggregate::First => first,
                _ => {
                    if count == 1 {
                        first
                    } else {
                        NONE
                    }
                }
            }));
        };
        if matches!(op, Aggregate::Union | Aggregate::Values) {
            let mut out = vec![0u64; words];
            for v in elements(&set) {
                env.set(element, Constant::Word(v));
                match self.evaluate(of, env)? {
                    Constant::Set(s) => out.iter_mut().zip(s).for_each(|(o, w)| *o |= w),
                    Constant::Word(NONE) if matches!(of.ty, Ty::Optional(_)) => {}
                    Constant::Word(w) => insert(&mut out, w)?,
                }
            }
            return Some(Constant::Set(out));
        }
        let mut best: Option<(i64, u64)> = None;
        let mut sum = 0i64;
        for v in elements(&set) {
            env.set(element, Constant::Word(v));
            let n = self.int(of, env)?;
            sum = sum.checked_add(n)?;
            let better = match (op, best) {
                (_, None) => true,
                (Aggregate::Min, Some((b, _))) => n < b,
                (_, Some((b, _))) => n > b,
            };
            if better {
                best = Some((n, v));
            }
        }
        Some(Constant::Word(match op {
            Aggregate::Sum => sum as u64,
            Aggregate::Best => best.map_or(NONE, |(_, v)| v),
            _ => best.map_or(0, |(n, _)| n as u64),
        }))
    }

    fn board_known(&self, op: BoardOp, parts: &[HExpr], words: usize, env: &mut Env) -> Option<Constant> {
        let symbols = self.symbols;
        let cells = symbols.cells.len();
        let next = |cell: u64, d: u64| symbols.steps.get(d.index() * cells + cell.index()).copied();
        let spread = |from: &[u64], sets: &[Vec<u64>]| {
            let mut out = vec![0u64; words];
            for c in elements(from) {
                out.iter_mut().zip(&sets[c.index()]).for_each(|(o, w)| *o |= w);
            }
            Constant::Set(out)
        };
        Some(match op {
            BoardOp::Step => {
                let (c, d) = (self.word(&parts[0], env)?, self.word(&parts[1], env)?);
                Constant::Word(next(c, d)?)
            }
            BoardOp::StepSet | BoardOp::Steps => {
                let (set, directions) = (self.set(&parts[0], env)?, self.one_or_all(&parts[1], env)?);
                let mut out = vec![0u64; words];
                for d in directions {
                    for c in elements(&set) {
                        match next(c, d)? {
                            NONE => {}
                            to => insert(&mut out, to)?,
                        }
                    }
                }
                Constant::Set(out)
            }
            BoardOp::Neighbours => {
                Constant::Set(symbols.neighbours.get(self.word(&parts[0], env)?.index())?.clone())
            }
            BoardOp::Around => Constant::Set(symbols.around.get(self.word(&parts[0], env)?.index())?.clone()),
            BoardOp::Spread => spread(&self.set(&parts[0], env)?, &symbols.neighbours),
            BoardOp::SpreadAround => spread(&self.set(&parts[0], env)?, &symbols.around),
            BoardOp::Ray | BoardOp::RayTo | BoardOp::Rays => {
                let (from, directions) = (self.one_or_all(&parts[0], env)?, self.one_or_all(&parts[1], env)?);
                let stop = match parts.get(2) {
                    Some(stop) => self.set(stop, env)?,
                    None => vec![0; words],
                };
                let mut out = vec![0u64; words];
                for d in directions {
                    for cell in &from {
                        let mut at = *cell;
                        for _ in 0..cells {
                            at = next(at, d)?;
                            if at == NONE {
                                break;
                            }
                            insert(&mut out, at)?;
                            if stop[at.index() / 64] >> (at % 64) & 1 == 1 {
                                break;
                            }
                        }
                    }
                }
                Constant::Set(out)
            }
            BoardOp::Distance => {
                let (a, b) = (self.word(&parts[0], env)?, self.word(&parts[1], env)?);
                Constant::Word(self.distances(a).get(b.index()).copied()? as u64)
            }
            BoardOp::Opposite | BoardOp::Left | BoardOp::Right => {
                let d = self.word(&parts[0], env)?;
                Constant::Word(*self.turned.get(&op)?.get(d.index())?)
            }
            BoardOp::Group | BoardOp::InARow | BoardOp::Lined => return None,
        })
    }

    /// Returns the number of steps from a cell to each cell; −1 if it is unreachable.
    pub(super) fn distances(&self, from: u64) -> Vec<i64> {
        let mut out = vec![-1i64; self.symbols.cells.len()];
        let mut edge = vec![from];
        let mut far = 0;
        while !edge.is_empty() {
            edge.retain(|c| out.get(c.index()).is_some_and(|d| *d < 0));
            edge.iter().for_each(|c| out[c.index()] = far);
            edge = edge
                .iter()
                .flat_map(|c| elements(&self.symbols.neighbours[c.index()]).collect::<Vec<_>>())
                .collect();
            edge.sort_unstable();
            edge.dedup();
            far += 1;
        }
        out
    }

    /// Runs statements at compile time and returns the value that they return.
    pub(super) fn run_to_value(&self, body: &[HStmt], env: &mut Env) -> Option<Constant> {
        match self.run_known(body, env)? {
            Completion::Return(v) => Some(v),
            _ => None,
        }
    }

    fn run_known(&self, body: &[HStmt], env: &mut Env) -> Option<Completion> {
        for s in body {
            env.budget = env.budget.checked_sub(1)?;
            let flow = match s {
                HStmt::Set(local, e) => {
                    let value = self.evaluate(e, env)?;
                    env.set(*local, value);
                    Completion::Next
                }
                HStmt::If(cond, a, b) => match self.word(cond, env)? {
                    0 => self.run_known(b, env)?,
                    _ => self.run_known(a, env)?,
                },
                HStmt::IfLet(local, e, a, b) => match self.word(e, env)? {
                    NONE => self.run_known(b, env)?,
                    v => {
                        env.set(*local, Constant::Word(v));
                        self.run_known(a, env)?
                    }
                },
                HStmt::ForEach(local, through, inner) => {
                    let values: Vec<u64> = match through {
                        LoopSource::Set(set) => elements(&self.set(set, env)?).collect(),
                        LoopSource::Ints(a, b) => {
                            let (a, b) = (self.int(a, env)?, self.int(b, env)?);
                            (a..=b).take(env.budget.index() + 1).map(|v| v as u64).collect()
                        }
                        _ => return None,
                    };
                    let mut out = Completion::Next;
                    for v in values {
                        env.budget = env.budget.checked_sub(1)?;
                        env.set(*local, Constant::Word(v));
                        if let Some(ended) = self.run_known(inner, env)?.leaves_loop() {
                            out = ended;
                            break;
                        }
                    }
                    out
                }
                HStmt::While(cond, inner) => {
                    let mut out = Completion::Next;
                    while self.word(cond, env)? != 0 {
                        if let Some(ended) = self.run_known(inner, env)?.leaves_loop() {
                            out = ended;
                            break;
                        }
                    }
                    out
                }
                HStmt::Break => Completion::Break,
                HStmt::Continue => Completion::Continue,
                HStmt::Return(Some(e)) => Completion::Return(self.evaluate(e, env)?),
                _ => return None,
            };
            match flow {
                Completion::Next => {}
                other => return Some(other),
            }
        }
        Some(Completion::Next)
    }
}

/// Evaluates an arithmetic operation; none if it overflows or divides by zero.
pub(super) fn arith(op: Arith, a: i64, b: i64) -> Option<i64> {
    match op {
        Arith::Add => a.checked_add(b),
        Arith::Sub => a.checked_sub(b),
        Arith::Mul => a.checked_mul(b),
        Arith::Div => {
            let q = a.checked_div(b)?;
            Some(if a % b != 0 && (a < 0) != (b < 0) { q - 1 } else { q })
        }
        Arith::Rem => {
            let r = a.checked_rem(b)?;
            Some(if r != 0 && (r < 0) != (b < 0) { r + b } else { r })
        }
        Arith::Min => Some(a.min(b)),
        Arith::Max => Some(a.max(b)),
    }
}

fn insert(set: &mut [u64], v: u64) -> Option<()> {
    *set.get_mut((v / 64).index())? |= 1 << (v % 64);
    Some(())
}
