//! Declared variables: lints for unread and shadowing ones, and help for names whose block has ended.

use crate::check::body::messages;
use crate::check::body::scope::{Cx, ScopeItem, VariableDeclaration, VariableOrigin};
use crate::check::hir::tree::Local;
use crate::check::hir::types::Ty;
use crate::diagnostics::{Diagnostic, Severity};
use crate::syntax::ast::{Expr, ExprKind, Name};

impl Cx<'_> {
    /// Declares a variable under a name, and warns if it shadows another.
    pub(in crate::check) fn declare(&mut self, name: &Name, local: Local, ty: Ty, origin: VariableOrigin) {
        let span = self.span(&name.at);
        // A choice may reuse the name of an earlier one.
        let hides = matches!(origin, VariableOrigin::Let | VariableOrigin::Each | VariableOrigin::Opened)
            && !name.text.starts_with('_');
        if hides
            && self
                .items
                .iter()
                .any(|i| matches!(i, ScopeItem::Variable { name: other, .. } if *other == name.text))
        {
            let d = messages::variable_hides(span, &name.text);
            let first = self.declared.iter().rev().find(|v| v.name == name.text).map(|v| v.span);
            let d = match first {
                Some(first) => d.at(first, "the other one, which stays as it is"),
                None => d,
            };
            let way_out = match origin {
                VariableOrigin::Let => format!(
                    "to change the first, leave out `let`: `{} = …`; else give one of them another name",
                    name.text
                ),
                _ => "give one of them another name".to_owned(),
            };
            self.report(d.help(way_out));
        }
        self.declared.push(VariableDeclaration { local, name: name.text.clone(), span, origin, read: false });
        self.record_declared(span, &ty);
        self.bind(&name.text, local, ty);
    }

    /// Declares the variable of `if let x = e`, which may open a variable under its own name.
    pub(in crate::check) fn declare_opened(&mut self, name: &Name, value: &Expr, local: Local, ty: Ty) {
        if matches!(&value.kind, ExprKind::Name(opened) if *opened == name.text) {
            let span = self.span(&name.at);
            let (name, origin) = (name.text.clone(), VariableOrigin::Opened);
            self.declared.push(VariableDeclaration { local, name: name.clone(), span, origin, read: false });
            self.bind(&name, local, ty);
        } else {
            self.declare(name, local, ty, VariableOrigin::Opened);
        }
    }

    /// Marks a variable as read.
    pub(in crate::check) fn reads(&mut self, local: Local) {
        if let Some(declared) = self.declared.iter_mut().rev().find(|v| v.local == local) {
            declared.read = true;
        }
    }

    /// Runs a check without marking variables as read: the target of `x = …` does not read x.
    pub(in crate::check) fn unread<T>(&mut self, check: impl FnOnce(&mut Self) -> T) -> T {
        let read: Vec<bool> = self.declared.iter().map(|v| v.read).collect();
        let checked = check(self);
        for (declared, read) in self.declared.iter_mut().zip(read) {
            declared.read = read;
        }
        checked
    }

    /// Warns of unread variables, unless the function has an error: the erroneous code may be the read.
    pub(in crate::check) fn unused_variables(&mut self) {
        if self.diagnostics[self.before..].iter().any(|d| d.severity == Severity::Error) {
            return;
        }
        let unused = |v: &&VariableDeclaration| {
            !v.read
                && matches!(v.origin, VariableOrigin::Let | VariableOrigin::Opened)
                && !v.name.starts_with('_')
        };
        let found: Vec<Diagnostic> = self
            .declared
            .iter()
            .filter(unused)
            .map(|v| {
                let way_out = match v.origin {
                    VariableOrigin::Opened => format!("ask with `is not none`, or call it `_{}`", v.name),
                    _ => format!("leave it out, or call it `_{}` if that is meant", v.name),
                };
                messages::variable_not_read(v.span, &v.name, &way_out)
            })
            .collect();
        self.diagnostics.extend(found);
    }

    /// Finds a variable of this name whose scope has ended.
    pub(in crate::check) fn find_ended_variable(&self, name: &str) -> Option<&VariableDeclaration> {
        self.declared.iter().rev().find(|v| v.name == name)
    }
}
