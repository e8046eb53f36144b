//! Emission of one function's body: registers, instructions, jump targets.

use super::lowering::Lowering;
use crate::check::Ty;
use crate::check::hir::tree::{HExpr, HFunction, HKind, Local};
use crate::ir::code::{FailureCode, Op, Reg};
use crate::ir::{CodeAddress, ComponentRegisters, Layout, ToIndex};
use crate::source::Span;

/// The instruction of a function without a body: a fault when it is called.
const NO_BODY: Op = Op::Fail { why: FailureCode::NoReturn };

/// A jump whose target is not yet known.
pub(super) type Patch = CodeAddress;

/// The target of a jump that is not yet known.
pub(super) const UNAIMED: CodeAddress = CodeAddress(0);

/// A loop that is being lowered.
#[derive(Default)]
pub(super) struct LoopState {
    pub breaks: Vec<Patch>,
    pub continues: Vec<Patch>,
}

/// The state of lowering one function.
pub(super) struct FunctionLowering<'l, 'a> {
    pub l: &'l mut Lowering<'a>,
    function: &'l HFunction,
    pub result_words: usize,
    /// The type of each variable.
    pub types: Vec<Ty>,
    /// The first register of each variable.
    pub locals: Vec<Reg>,
    /// The register of `self`, if there is one.
    pub asker: Option<Reg>,
    /// The first free register.
    pub next: Reg,
    most: Reg,
    pub loops: Vec<LoopState>,
    /// Jumps out of each open scope.
    pub scopes: Vec<Vec<Patch>>,
    /// The span of the expression or statement that is being lowered.
    pub span: Span,
}

impl<'l, 'a> FunctionLowering<'l, 'a> {
    pub fn new(l: &'l mut Lowering<'a>, function: &'l HFunction, result_words: usize) -> Self {
        // Word 0 is the frame's header; parameters are the first variables.
        let mut next: Reg = Reg(1);
        let mut locals = Vec::with_capacity(function.locals.len());
        for ty in &function.locals {
            locals.push(next);
            // A frame that is too large is rejected once it is complete.
            next = next.offset(l.symbols.words(ty).max(1)).min(Reg::MAX - 1024);
        }
        let span = Span::new(crate::source::FileId(0), 0, 0);
        let asker = function.asker.map(|l| locals[l.0.index()]);
        let types = function.locals.clone();
        FunctionLowering {
            l,
            function,
            result_words,
            types,
            locals,
            asker,
            next,
            most: next,
            loops: Vec::new(),
            scopes: Vec::new(),
            span,
        }
    }

    /// Lowers the whole body. Returns the size of its frame in words.
    pub fn run(mut self, missing: bool) -> u16 {
        // A result must fit into the frame that it is returned from.
        self.most = self.most.max(Reg::from_index(self.result_words) + 1);
        let entry = self.next_pc();
        if missing {
            self.emit(NO_BODY);
        }
        let body = &self.function.body;
        self.block(body);
        if self.result_words == 0 {
            self.emit(Op::Done);
        } else {
            self.emit(Op::Fail { why: FailureCode::NoReturn });
        }
        for (at, ty) in self.locals.clone().into_iter().zip(self.types.clone()) {
            self.holds(at, &ty, entry);
        }
        if self.most.index() + 1 > Layout::FRAME_WORDS {
            self.l.too_long = Some(self.span);
        }
        (self.most + 1).0
    }

    pub fn emit(&mut self, op: Op) -> Patch {
        let place = self.l.place(self.span);
        self.l.ir.code.push(op);
        self.l.ir.origins.push(place);
        CodeAddress::from_index(self.l.ir.code.len() - 1)
    }

    pub fn next_pc(&self) -> CodeAddress {
        CodeAddress::from_index(self.l.ir.code.len())
    }

    /// Sets the target of jumps to the next instruction.
    pub fn arrive(&mut self, patches: Vec<Patch>) {
        let here = self.next_pc();
        for p in patches {
            self.aim(p, here);
        }
    }

    /// Sets the target of a jump.
    pub fn aim(&mut self, patch: Patch, target: CodeAddress) {
        let distance = i64::from(target.0) - i64::from(patch.0) - 1;
        match &mut self.l.ir.code[patch.index()] {
            Op::Jump { to }
            | Op::JumpIf { to, .. }
            | Op::JumpUnless { to, .. }
            | Op::JumpNone { to, .. }
            | Op::JumpEmpty { to, .. } => *to = target,
            Op::Next { by, .. } | Op::NextInZone { by, .. } => match i16::try_from(distance) {
                Ok(d) => *by = d,
                Err(_) => self.l.too_long = Some(self.span),
            },
            other => unreachable!("{other:?} does not jump"),
        }
    }

    /// Allocates registers for `n` words; they are freed when `next` is reset to an earlier mark.
    pub fn temp(&mut self, n: usize) -> Reg {
        let at = self.next;
        match Some(at.offset(n.max(1))).filter(|end| *end < Reg::MAX - 512) {
            Some(end) => self.next = end,
            // The frame is rejected later as too long; low registers keep the register numbers valid until
            // then.
            None => self.l.too_long = Some(self.span),
        }
        self.most = self.most.max(self.next);
        at
    }

    /// Records that a register holds a value of this type from an instruction on, if the value is a component
    /// or a set of components.
    pub fn holds(&mut self, at: Reg, ty: &Ty, from: CodeAddress) {
        let component = |ty: &Ty| matches!(ty, Ty::Component(_));
        let set = match ty {
            Ty::Set(of) if component(of) => true,
            Ty::Optional(of) if component(of) => false,
            ty if component(ty) => false,
            _ => return,
        };
        self.holds_components(at, set, from);
    }

    /// Records that registers hold a set of components, or a register one component or none, from an
    /// instruction on until here.
    pub fn holds_components(&mut self, at: Reg, set: bool, from: CodeAddress) {
        let to = self.next_pc();
        self.l.held.push(ComponentRegisters { at, set, from, to });
    }

    pub fn local(&self, local: Local) -> Reg {
        self.locals[local.0.index()]
    }

    /// Returns the number of words of an expression's value.
    pub fn words(&self, e: &HExpr) -> usize {
        self.l.symbols.words(&e.ty)
    }

    pub fn copy(&mut self, d: Reg, a: Reg, n: usize) {
        if d != a && n > 0 {
            self.emit(Op::Move { n: n as u8, d, a });
        }
    }

    pub fn int(&mut self, d: Reg, v: i64) {
        match i32::try_from(v) {
            Ok(v) => self.emit(Op::Int { d, v }),
            Err(_) => {
                let k = self.l.constant(&[v as u64]);
                self.emit(Op::Word { d, k })
            }
        };
    }

    pub fn zero(&mut self, d: Reg, n: usize) {
        self.emit(Op::Zero { n: n as u8, d });
    }

    /// Emits a jump that is taken if the condition is false.
    pub fn jump_unless(&mut self, cond: &HExpr) -> Vec<Patch> {
        self.jump_when(cond, false)
    }

    /// Emits a jump that is taken if the condition equals `when`; falls through otherwise.
    pub fn jump_when(&mut self, cond: &HExpr, when: bool) -> Vec<Patch> {
        let was = std::mem::replace(&mut self.span, cond.span);
        let mark = self.next;
        let patches = match (&cond.kind, when) {
            (HKind::Bool(b), _) if *b == when => vec![self.emit(Op::Jump { to: UNAIMED })],
            (HKind::Bool(_), _) => Vec::new(),
            (HKind::Not(inner), _) => self.jump_when(inner, !when),
            (HKind::And(a, b), false) | (HKind::Or(a, b), true) => {
                let mut patches = self.jump_when(a, when);
                patches.extend(self.jump_when(b, when));
                patches
            }
            (HKind::And(a, b), true) | (HKind::Or(a, b), false) => {
                let past = self.jump_when(a, !when);
                let patches = self.jump_when(b, when);
                self.arrive(past);
                patches
            }
            (HKind::EachLe(a, b), false) => self.jump_unless_covered(a, b),
            (HKind::Aggregate { op, set, .. }, _) if self.is_emptiness(*op) => {
                let wants_empty = (*op == crate::check::hir::tree::Aggregate::None) == when;
                let n = self.words(set);
                let a = self.value(set);
                if wants_empty {
                    vec![self.emit(Op::JumpEmpty { n: n as u8, a, to: UNAIMED })]
                } else {
                    let past = self.emit(Op::JumpEmpty { n: n as u8, a, to: UNAIMED });
                    let jump = self.emit(Op::Jump { to: UNAIMED });
                    self.arrive(vec![past]);
                    vec![jump]
                }
            }
            _ => {
                let a = self.value(cond);
                vec![self.emit(if when {
                    Op::JumpIf { a, to: UNAIMED }
                } else {
                    Op::JumpUnless { a, to: UNAIMED }
                })]
            }
        };
        self.next = mark;
        self.span = was;
        patches
    }

    fn is_emptiness(&self, op: crate::check::hir::tree::Aggregate) -> bool {
        matches!(op, crate::check::hir::tree::Aggregate::Any | crate::check::hir::tree::Aggregate::None)
    }
}
