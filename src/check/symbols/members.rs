//! Members of players, components and cells, by name.

use crate::check::hir::types::Ty;
use crate::check::symbols::items::{KindSymbol, Member};
use crate::check::symbols::symbol_table::SymbolTable;
use crate::ir::{FieldId, KindId, Owner, ZoneId, ZoneOwner};

impl SymbolTable {
    /// Returns a kind and the kinds above it, the nearest first.
    pub fn with_bases(&self, kind: KindId) -> impl Iterator<Item = &KindSymbol> {
        let kind_at = |k: KindId| &self.kinds[k];
        std::iter::successors(Some(kind_at(kind)), move |kind| kind.base.map(kind_at))
    }

    /// Finds a member of components of a kind: its own, or that of the nearest base that has it.
    pub fn member(&self, kind: KindId, name: &str) -> Option<Member> {
        self.with_bases(kind).find_map(|kind| kind.members.get(name)).copied()
    }

    /// Finds a member of values of a type; only players, components and cells have any.
    pub fn member_of(&self, ty: &Ty, name: &str) -> Option<Member> {
        match ty {
            Ty::Player => {
                let zone = self.zones.iter().position(|z| z.per.thing == ZoneOwner::Player && z.id == name);
                let field = || self.fields.iter().position(|f| f.owner == Owner::Player && f.id == name);
                let zone = zone.map(|z| Member::Zone(ZoneId::from_index(z)));
                zone.or_else(|| field().map(|f| Member::Field(FieldId::from_index(f), None)))
            }
            Ty::Component(kind) => self.member(*kind, name),
            Ty::Cell => self.cell_members.get(name).copied(),
            _ => None,
        }
    }

    /// Returns whether the author declared a member; the others are the compiler's, such as the parameters of
    /// keywords.
    pub fn is_declared(&self, member: &Member) -> bool {
        match member {
            Member::Attribute(a) => self.attributes[*a].id.is_declared(),
            Member::Field(f, _) => self.fields[*f].id.is_declared(),
            Member::Slot(s) => self.slots[*s].id.is_declared(),
            Member::Zone(_) => true,
        }
    }

    /// Returns the names of all declared members of values of a type.
    pub fn members_of(&self, ty: &Ty) -> Vec<&str> {
        let mut all: Vec<&str> = match ty {
            Ty::Player => {
                let zones =
                    self.zones.iter().filter(|z| z.per.thing == ZoneOwner::Player).map(|z| z.id.as_str());
                let fields = self.fields.iter().filter(|f| f.owner == Owner::Player);
                return zones.chain(fields.map(|f| f.id.as_str())).collect();
            }
            Ty::Component(kind) => {
                let members = self.with_bases(*kind).flat_map(|kind| &kind.members);
                members.filter(|(_, m)| self.is_declared(m)).map(|(id, _)| id.as_str()).collect()
            }
            Ty::Cell => self.cell_members.keys().map(String::as_str).collect(),
            _ => Vec::new(),
        };
        all.sort_unstable();
        all
    }
}
