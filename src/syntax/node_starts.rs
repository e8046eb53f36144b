//! Offsets at which the nodes of a syntax tree begin: they tell a set's brace from a block's, and `-a` from
//! `a - b`.

use std::collections::HashSet;

use super::ast::{Block, ChooseExpr, ElementCount, Expr, ExprKind, Stmt, StmtKind, TypeExpr};

/// The offsets at which nodes begin.
#[derive(Debug, Default)]
pub(super) struct NodeStarts {
    pub(super) expressions: HashSet<u32>,
    /// The starts of sets and amounts in braces.
    pub(super) sets: HashSet<u32>,
    pub(super) statements: HashSet<u32>,
}

impl NodeStarts {
    pub(super) fn expr(&mut self, expr: &Expr) {
        self.expressions.insert(expr.at.start);
        match &expr.kind {
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Text(_)
            | ExprKind::Name(_)
            | ExprKind::Error => {}
            ExprKind::Set(items) => {
                self.sets.insert(expr.at.start);
                items.iter().for_each(|item| self.expr(item));
            }
            ExprKind::Amount(items) => {
                self.sets.insert(expr.at.start);
                items.iter().for_each(|(key, value)| self.all([key, value]));
            }
            ExprKind::Range(left, right)
            | ExprKind::Index { of: left, index: right }
            | ExprKind::Binary { left, right, .. }
            | ExprKind::Where { set: left, cond: right }
            | ExprKind::As { rule: left, who: right } => self.all([&**left, &**right]),
            ExprKind::Field { of, .. }
            | ExprKind::Unary { of, .. }
            | ExprKind::Is { of, .. }
            | ExprKind::IsNone { of, .. } => self.expr(of),
            ExprKind::Has { of, .. } => self.all(of.as_deref()),
            ExprKind::Call { receiver, args, .. } => {
                self.all(receiver.as_deref());
                self.all(args);
            }
            ExprKind::If { then, cond, other } => {
                self.all([&**then, &**cond]);
                self.all(other.as_deref());
            }
        }
    }

    fn all<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) {
        exprs.into_iter().for_each(|expr| self.expr(expr));
    }

    pub(super) fn block(&mut self, block: &Block) {
        block.statements.iter().for_each(|statement| self.statement(statement));
    }

    fn blocks<'b>(&mut self, blocks: impl IntoIterator<Item = &'b Block>) {
        blocks.into_iter().for_each(|block| self.block(block));
    }

    pub(super) fn written_type(&mut self, written: &TypeExpr) {
        // A bound of a type is not an expression, but its `-` is a sign all the same.
        self.expressions.extend(written.at.clone());
    }

    fn statement(&mut self, statement: &Stmt) {
        self.statements.insert(statement.at.start);
        match &statement.kind {
            StmtKind::Let { ty, value, .. } => {
                ty.iter().for_each(|ty| self.written_type(ty));
                self.all(value);
            }
            StmtKind::Assign { target, value, .. } => self.all([target, value]),
            StmtKind::Forget(of) | StmtKind::Do(of) | StmtKind::Out(of) => self.expr(of),
            StmtKind::If { cond: head, then, other } | StmtKind::IfLet { value: head, then, other, .. } => {
                self.expr(head);
                self.blocks([then].into_iter().chain(other));
            }
            StmtKind::ForEach { set, by, body, .. } => {
                self.all([set].into_iter().chain(by));
                self.block(body);
            }
            StmtKind::Repeat { times: head, body } | StmtKind::While { cond: head, body } => {
                self.expr(head);
                self.block(body);
            }
            StmtKind::Return(value) => self.all(value),
            StmtKind::Choose(choose) => self.choose(choose),
            StmtKind::May { by, then, other, .. } => {
                self.all(by);
                self.blocks([then].into_iter().chain(other));
            }
            StmtKind::ChooseOption { by, options, .. } => {
                self.all(by);
                for option in options {
                    self.statements.insert(option.at.start);
                    self.all(&option.when);
                    self.block(&option.body);
                }
            }
            StmtKind::Act { who, then, other, .. } => {
                self.expr(who);
                self.blocks(then.iter().chain(other));
            }
            StmtKind::Win { who, .. } | StmtKind::Lose { who, .. } => self.expr(who),
            StmtKind::Break
            | StmtKind::Continue
            | StmtKind::ReturnNone
            | StmtKind::Cancel
            | StmtKind::End { .. }
            | StmtKind::Log { .. }
            | StmtKind::Error => {}
        }
    }

    fn choose(&mut self, choose: &ChooseExpr) {
        if let ElementCount::UpTo(count) | ElementCount::Exactly(count) = &choose.how_many {
            self.expr(count);
        }
        self.all([&choose.from].into_iter().chain(&choose.by));
        self.blocks(choose.then.iter().chain(&choose.other));
    }
}
