//! Kinds: their hierarchy, numbered so that each kind is directly followed by all kinds below it.

use crate::check::declare::declarations::Declarations;
use crate::check::declare::messages;
use crate::check::symbols::items::{COMPONENT, KindSymbol};
use crate::check::symbols::unknown_types::unknown_kind;
use crate::diagnostics::{Diagnostic, folded, plural};
use crate::ir::{ComponentId, KindId};
use crate::model::{CardDecl, KindDecl, Package};
use crate::place::FileId;
use rustc_hash::FxHashMap;

/// The built-in kinds; all are below `component`.
const GIVEN: [&str; 3] = ["card", "piece", "token"];

impl<'p> Declarations<'p> {
    /// Reports cards of kinds that do not exist, all of one file. If no row of a table names a kind, that is
    /// one error.
    pub(super) fn unknown_kinds(&mut self, package: &Package, file: FileId, cards: &[&CardDecl]) {
        let known = || self.symbols.kinds.iter().map(|kind| kind.id.as_str());
        let found: Vec<Diagnostic> = cards.iter().map(|card| unknown_kind(&card.kind, known())).collect();
        let in_file = |card: &&CardDecl| card.kind.span.file == file;
        let is_whole = package.sources.file(file).has_rows()
            && cards.len() > 1
            && cards.len() == package.cards.iter().filter(in_file).count();
        match is_whole {
            true => {
                self.diagnostics.extend(folded(found, "the column `kind`").map(messages::no_kind_column));
            }
            false => self.diagnostics.extend(found),
        }
        // Nothing follows from the error where such a card is named.
        self.symbols.unclear.extend(cards.iter().map(|card| card.id.text.clone()));
    }

    /// Declares the kinds.
    pub(in crate::check) fn kinds(&mut self, package: &'p Package) {
        let declared =
            package.kinds.iter().filter(|k| k.id.text != "component" && !GIVEN.contains(&k.id.text.as_str()));
        let ids: Vec<&str> = GIVEN.into_iter().chain(declared.map(|k| k.id.text.as_str())).collect();
        let index: FxHashMap<&str, usize> = ids.iter().enumerate().map(|(i, id)| (*id, i)).collect();
        let decls: FxHashMap<&str, &'p KindDecl> =
            package.kinds.iter().map(|k| (k.id.text.as_str(), k)).collect();
        // The base of each kind; none means `component`.
        let mut bases: Vec<Option<usize>> = Vec::with_capacity(ids.len());
        for id in &ids {
            let base = decls.get(id).and_then(|k| k.base.as_ref());
            bases.push(match base.map(|b| (b, index.get(b.text.as_str()))) {
                Some((_, Some(base))) => Some(*base),
                Some((base, None)) => {
                    if base.text != "component" {
                        let known = ids.iter().copied().filter(|known| known != id).chain(["component"]);
                        self.diagnostics.push(unknown_kind(base, known));
                    }
                    None
                }
                None => (!GIVEN.contains(id)).then_some(0),
            });
        }
        self.break_rings(&ids, &mut bases, &decls);
        let mut below: Vec<Vec<usize>> = vec![Vec::new(); ids.len()];
        for (kind, base) in bases.iter().enumerate().rev() {
            if let Some(base) = base {
                below[*base].push(kind);
            }
        }
        self.push_kind("component", None, None);
        let mut open: Vec<(usize, KindId)> =
            (0..ids.len()).rev().filter(|k| bases[*k].is_none()).map(|k| (k, COMPONENT)).collect();
        while let Some((kind, base)) = open.pop() {
            let number = self.push_kind(ids[kind], Some(base), decls.get(ids[kind]).copied());
            open.extend(below[kind].iter().map(|k| (*k, number)));
        }
        for kind in (1..self.symbols.kinds.len()).rev() {
            let (last, base) = (
                self.symbols.kinds[KindId::from_index(kind)].last,
                self.symbols.kinds[KindId::from_index(kind)].base.unwrap_or(COMPONENT),
            );
            let above = &mut self.symbols.kinds[base];
            above.last = above.last.max(last);
        }
    }

    /// Reports kinds that are below themselves, and resets the base of one kind in each cycle to `component`.
    fn break_rings(
        &mut self,
        ids: &[&str],
        bases: &mut [Option<usize>],
        decls: &FxHashMap<&str, &'p KindDecl>,
    ) {
        // 0: not visited, otherwise the number of the walk that visited it.
        let mut seen = vec![0; ids.len()];
        for start in 0..ids.len() {
            let mut at = start;
            while seen[at] == 0 {
                seen[at] = start + 1;
                match bases[at] {
                    Some(base) => at = base,
                    None => break,
                }
            }
            let came_back = seen[at] == start + 1 && bases[at].is_some();
            if !came_back {
                continue;
            }
            let mut way = vec![at];
            while let Some(base) = bases[way[way.len() - 1]].filter(|base| *base != at) {
                way.push(base);
            }
            // The kind of the cycle that was declared first.
            let first = way.iter().position(|k| Some(k) == way.iter().min()).unwrap_or(0);
            way.rotate_left(first);
            let at = way[0];
            way.push(at);
            bases[at] = None;
            if let Some(base) = decls.get(ids[at]).and_then(|k| k.base.as_ref()) {
                let way: Vec<&str> = way.iter().map(|k| ids[*k]).collect();
                let mut d = messages::kind_below_itself(base.span, ids[at]);
                if way.len() > 2 {
                    d = d.because(format!("It goes {}.", way.join(" → ")));
                }
                self.diagnostics.push(d);
            }
        }
    }

    fn push_kind(&mut self, id: &str, base: Option<KindId>, declared: Option<&KindDecl>) -> KindId {
        let number = KindId::from_index(self.symbols.kinds.len());
        self.symbols.kinds.push(KindSymbol {
            id: id.to_string(),
            plural: declared
                .and_then(|k| k.plural.as_ref())
                .map_or_else(|| plural(id), |plural| plural.text.clone()),
            base,
            last: number,
            first: ComponentId(0),
            count: 0,
            span: declared.map(|k| k.id.span),
            members: FxHashMap::default(),
            text: declared.and_then(|k| k.text.clone()),
        });
        number
    }
}
