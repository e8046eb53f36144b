//! The names that are known in the place of an unknown one, for its error.

use crate::check::body::scope::{Cx, Mode, You};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::{COMPONENT, Global, Member};
use crate::diagnostics::list_some;
use crate::ir::ToIndex;

/// Maximum number of names that an error lists.
const MOST_NAMES: usize = 6;

/// The rank of the options of the game.
const OPTION: u8 = 4;

/// A name that is known in some place.
struct KnownName<'w> {
    /// Its place in the list: what is nearest to the rule comes first.
    rank: u8,
    name: &'w str,
    /// The type of its value; of a function, of its result.
    ty: Ty,
    /// True if it takes arguments.
    is_called: bool,
}

impl<'a> Cx<'a> {
    /// Lists names that are known here, as advice on one that is not: those whose type is expected, if there
    /// are any. If there is no name at all, says where one is declared.
    pub(in crate::check::body) fn names_here(&self, want: Option<&Ty>) -> String {
        let symbols = self.symbols;
        let want = want.filter(|want| !want.is_error());
        let all = self.known_names();
        let fits = |known: &&KnownName| want.is_some_and(|want| known.ty.fits(want, symbols));
        let fitting: Vec<&KnownName> = all.iter().filter(fits).collect();
        let (intro, names) = match want {
            Some(want) if !fitting.is_empty() => (format!("what gives {} here: ", want.a(symbols)), fitting),
            _ => ("known here: ".to_owned(), all.iter().collect()),
        };
        let written = |known: &&KnownName| match known.is_called {
            true => format!("{}(…)", known.name),
            false => known.name.to_owned(),
        };
        if names.is_empty() && self.constant {
            return "only options are known before play: they are declared in `[options.…]`".into();
        }
        if names.is_empty() {
            return "what changes is declared in `[state.table]`, what is computed in `[functions.…]`".into();
        }
        let names: Vec<String> = names.iter().map(written).collect();
        format!("{intro}{}", list_some(&names, MOST_NAMES))
    }

    /// Returns the names that the game declares and that are known here without a dot, the most useful first:
    /// what `self` and `you` have, then what the table has, then functions and sets.
    fn known_names(&self) -> Vec<KnownName<'a>> {
        let symbols = self.symbols;
        let mut all: Vec<KnownName> = Vec::new();
        let mut add = |rank, name, ty, is_called| all.push(KnownName { rank, name, ty, is_called });
        let own = self.self_local.map(|local| self.locals[local.0.index()].clone());
        let you = (self.you != You::Nobody).then_some(Ty::Player);
        for (rank, of) in [(0, own), (1, you.clone())] {
            let Some(of) = of else { continue };
            for name in symbols.members_of(&of) {
                // Every component has one.
                let rank = if name == "name" { 7 } else { rank };
                match symbols.member_of(&of, name) {
                    Some(Member::Attribute(a)) => add(rank, name, symbols.attribute_types[a].clone(), false),
                    Some(Member::Field(f, _)) => add(rank, name, symbols.fields[f].ty.clone(), false),
                    Some(Member::Zone(z)) => add(rank, name, Ty::Zone(symbols.zones[z].kind), false),
                    // The rule in a slot seldom asks for its own slot.
                    Some(Member::Slot(_)) | None => {}
                }
            }
        }
        if you.is_some() {
            add(1, "you", Ty::Player, false);
        }
        for (name, global) in &symbols.globals {
            match global {
                Global::Field(f) => add(2, name, symbols.fields[*f].ty.clone(), false),
                Global::Zone(z) => add(3, name, Ty::Zone(symbols.zones[*z].kind), false),
                Global::Option(o) => add(OPTION, name, symbols.options[*o].ty.clone(), false),
                Global::Function(f) => {
                    let function = &symbols.functions[*f];
                    let may_be_called = !function.effects || self.mode == Mode::Happening;
                    if *f != self.function && function.result != Ty::Unit && may_be_called {
                        add(5, name, function.result.clone(), !function.params.is_empty());
                    }
                }
                Global::Enum(e) => add(6, name, Ty::Enum(*e).set(), false),
                Global::Kind(k) if *k != COMPONENT && symbols.kinds[*k].count > 0 => {
                    add(6, name, Ty::Component(*k).set(), false);
                }
                Global::Kind(_) | Global::Constant(_) | Global::History(_) | Global::Unclear => {}
            }
        }
        if self.constant {
            all.retain(|known| known.rank == OPTION);
        }
        all.retain(|known| !known.ty.is_error());
        all.sort_by(|a, b| (a.rank, a.name).cmp(&(b.rank, b.name)));
        all
    }
}
