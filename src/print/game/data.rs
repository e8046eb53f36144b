//! The template data of a component: its attributes by name, its colours, its icons.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use minijinja::Value;
use minijinja::value::Object;

use crate::diagnostics::Diagnostic;
use crate::ir::print::{PHRASES, SheetInfo, SubjectInfo};
use crate::ir::{
    AmountDomain, AmountTree, AttributeId, AttributeInfo, CellId, ComponentId, DieInfo, EnumId, Ir, KindId,
    NONE, NameId, Owner, ToIndex, ValueType, elements,
};
use crate::print::defaults;
pub use crate::print::draw::colours::{
    LEAST_CONTRAST, colour, contrast, hex, lightness, mixed, on, readable,
};
use crate::print::draw::scene::Rgb;
use crate::print::draw::svg::ICON;
use crate::print::draw::units::Size;
use crate::print::draw::xml;
use crate::print::game::face_data::{FaceData, NamedData};
use crate::print::game::noise::Noise;
pub(in crate::print) use crate::print::game::palette::PLAIN;
use crate::print::game::palette::{colour_of_kind, colours_of, colours_of_players};
use crate::print::messages::faces as messages;

/// Default icons of values.
const ORNAMENTS: [&str; 8] = ["ring", "diamond", "star", "cross", "drop", "leaf", "sun", "moon"];

/// Colours and icons of a game's words.
#[derive(Debug, Default)]
pub struct WordLooks {
    colours: BTreeMap<String, Rgb>,
    /// Colours that `[colours]` gives words other than values of enums: these may be cards.
    of_cards: BTreeMap<String, Rgb>,
    aliases: BTreeMap<String, String>,
    /// Icons by name: the markup inside their root element, and its `viewBox`.
    icons: BTreeMap<String, (String, String)>,
    /// Icons of the package that cannot be drawn, with the reason.
    broken: BTreeMap<String, String>,
    /// The values of all enums, as template data.
    pub values: Value,
}

impl WordLooks {
    /// Collects the colours and icons of a game.
    pub fn of(ir: &Ir) -> WordLooks {
        let mut words = WordLooks::default();
        for e in &ir.enums {
            for (i, (value, colour)) in
                e.values.iter().zip(colours_of(&e.values, &ir.print.colours)).enumerate()
            {
                words.colours.entry(value.clone()).or_insert(colour);
                let ornament = ORNAMENTS[i % ORNAMENTS.len()].to_owned();
                words.aliases.entry(value.clone()).or_insert(ornament);
            }
        }
        words.colours.extend(colours_of_players(&ir.print.colours));
        let own = ir.print.assets.iter().filter_map(|a| {
            let name = a.path.strip_prefix("icons/")?.strip_suffix(".svg")?;
            Some((name, ir.files.get((a.file?).index())?.text.as_str()))
        });
        let shipped: Vec<(&str, &str)> = defaults::icons().collect();
        for (name, text) in shipped.into_iter().chain(own) {
            words.aliases.remove(name);
            match svg_content(text) {
                Ok(icon) => {
                    words.icons.insert(name.to_owned(), icon);
                }
                // One that comes with Cardwright must not stand in for it unseen.
                Err(why) => {
                    words.icons.remove(name);
                    words.broken.insert(name.to_owned(), why);
                }
            }
        }
        words.colours.extend(ir.print.colours.iter().cloned());
        let is_value = |word: &String| ir.enums.iter().any(|e| e.values.contains(word));
        words.of_cards.extend(ir.print.colours.iter().filter(|(word, _)| !is_value(word)).cloned());
        words.aliases.extend(ir.print.icons.iter().cloned());
        words.values = words.values_of(ir);
        words
    }

    /// Returns the values of all enums as template data: of each its id, its word, its colour and its icon.
    fn values_of(&self, ir: &Ir) -> Value {
        let of = |value: &String| {
            Value::from(BTreeMap::from([
                ("id", Value::from(value.as_str())),
                ("name", ir.print.label(value).into()),
                ("colour", hex(self.colour(value).unwrap_or(PLAIN)).into()),
                ("icon", value.as_str().into()),
            ]))
        };
        let enums = ir.enums.iter().map(|e| (e.id.clone(), e.values.iter().map(of).collect::<Value>()));
        Value::from(enums.collect::<BTreeMap<String, Value>>())
    }

    /// Returns the colour of a word in `[colours]`, if it has one.
    pub fn colour(&self, word: &str) -> Option<Rgb> {
        self.colours.get(word).copied()
    }

    /// Returns the name of a word's icon, if it exists. The case of its letters matters only where two icons
    /// differ in nothing else.
    pub fn icon(&self, word: &str) -> Option<&str> {
        let exact = |word: &str| {
            let name = self.aliases.get(word).map_or(word, String::as_str);
            self.icons.get_key_value(name).map(|(name, _)| name.as_str())
        };
        exact(word).or_else(|| exact(&word.to_ascii_lowercase()))
    }

    /// Warns of an icon that is missing; `asked_by` continues the sentence. If `[icons]` gives the word an
    /// icon, that icon is the missing one.
    pub fn missing_icon(&self, word: &str, asked_by: &str) -> Diagnostic {
        let name = self.aliases.get(word).map_or(word, String::as_str);
        if let Some(why) = self.broken.get(name) {
            return messages::icon_not_drawn(name, asked_by, why.clone());
        }
        let icons = self.icons.keys();
        match self.aliases.get(word) {
            Some(icon) => messages::missing_icon_of_word(icon, word, asked_by, icons.map(String::as_str)),
            None => {
                let known = icons.chain(self.aliases.keys()).map(String::as_str);
                messages::missing_icon(word, asked_by, known)
            }
        }
    }

    /// Returns an icon as markup, given the upper left corner and the size of its square. Empty if there is
    /// no such icon.
    pub fn icon_markup(&self, word: &str, x: f64, y: f64, size: f64, colour: &str) -> String {
        let Some((inside, view)) = self.icon(word).and_then(|name| self.icons.get(name)) else {
            return String::new();
        };
        let colour: String = colour.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '#').collect();
        format!(
            "<g id=\"{ICON}\"><svg x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" viewBox=\"{view}\" color=\"{colour}\" \
             fill=\"{colour}\">{inside}</svg></g>"
        )
    }

    /// Returns whether a word has an icon that is named after the word or is listed in `[icons]`. Automatic
    /// icons of other words mean nothing to a reader.
    pub(in crate::print) fn has_own_icon(&self, ir: &Ir, word: &str) -> bool {
        let chosen = ir.print.icons.iter().any(|(of, _)| of == word) || self.icons.contains_key(word);
        chosen && self.icon(word).is_some()
    }

    /// Returns an icon as a separate SVG.
    pub fn icon_svg(&self, word: &str, colour: Rgb) -> Option<String> {
        let (inside, view) = self.icon(word).and_then(|name| self.icons.get(name))?;
        let colour = hex(colour);
        Some(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"24\" height=\"24\" viewBox=\"{view}\" color=\"{colour}\" \
             fill=\"{colour}\">{inside}</svg>"
        ))
    }
}

/// Returns the markup inside the root element of an SVG, and its `viewBox`, or the reason why it cannot be
/// drawn.
fn svg_content(text: &str) -> Result<(String, String), String> {
    let document = xml::parse(text)?;
    if let Some((_, what)) = xml::forbidden(&document, &|_| false) {
        return Err(what);
    }
    let root = document.root_element();
    let view = root.attribute("viewBox").unwrap_or("0 0 24 24").to_owned();
    let (Some(first), Some(last)) = (root.first_child(), root.last_child()) else {
        return Err("it is empty".to_owned());
    };
    Ok((text.get(first.range().start..last.range().end).unwrap_or_default().to_owned(), view))
}

/// Returns the attributes printed on components of a kind or of a kind below it, except their name.
fn attributes(ir: &Ir, kind: KindId) -> impl Iterator<Item = &AttributeInfo> {
    printed(ir).filter(move |a| ir.is_below(kind, a.kind) || ir.is_below(a.kind, kind))
}

/// Returns the attributes printed on components of any kind, except their name.
pub fn printed(ir: &Ir) -> impl Iterator<Item = &AttributeInfo> {
    ir.attributes.iter().filter(|a| a.owner == Owner::Component && a.id.is_declared() && a.id != "name")
}

/// Returns an attribute of a component as a template value.
pub fn value(ir: &Ir, attribute: &AttributeInfo, component: ComponentId) -> Value {
    template_value(ir, &attribute.ty, ir.stored(attribute, component.0))
}

/// Formats a value as authors write it; templates would print `true` with a capital.
pub fn value_text(value: &Value) -> String {
    match bool::try_from(value.clone()) {
        Ok(truth) if value.kind() == minijinja::value::ValueKind::Bool => truth.to_string(),
        _ => value.to_string(),
    }
}

/// Returns an attribute of a component as people read it; none without a value.
pub fn in_words(ir: &Ir, attribute: &AttributeInfo, component: ComponentId) -> Option<String> {
    let stored = ir.stored(attribute, component.0);
    let value = template_value(ir, &attribute.ty, stored);
    let inner = match &attribute.ty {
        ValueType::Optional(inner) | ValueType::Set(inner) => inner,
        ty => ty,
    };
    let label = |value: &Value| match inner {
        ValueType::Enum(_) => ir.print.label(&value.to_string()),
        // A component prints as its id; people know it by its name.
        ValueType::Component => match value.get_attr("name") {
            Ok(name) if !name.is_undefined() => value_text(&name),
            _ => ir.print.label(&value.to_string()),
        },
        // An area that nobody named prints its id.
        ValueType::Cell => {
            let printed = value.to_string();
            let is_id = ir.cells.iter().any(|cell| cell.id == printed && cell.printed == printed);
            if is_id { ir.print.label(&printed) } else { printed }
        }
        _ => value_text(value),
    };
    match &attribute.ty {
        _ if value.is_none() => None,
        ValueType::Bool => Some(ir.print.phrase(if value.is_true() { "yes" } else { "no" }, &[])),
        ValueType::Set(_) => Some(value.try_iter().ok()?.map(|v| label(&v)).collect::<Vec<_>>().join(", ")),
        ValueType::Amount(pers) => {
            Some(labelled(ir, pers, AmountTree::of(&ir.enums, &ir.names, pers, stored)).read())
        }
        _ => Some(label(&value)),
    }
}

/// Returns an amount whose values of enums have the words of printed faces.
fn labelled(ir: &Ir, pers: &[AmountDomain], amount: AmountTree) -> AmountTree {
    let inner = pers.get(1..).unwrap_or_default();
    let is_enum = matches!(pers.first(), Some(AmountDomain::Enum(_)));
    match amount {
        AmountTree::Number(n) => AmountTree::Number(n),
        AmountTree::Each(each) => {
            let word = |(id, printed, part): (String, String, AmountTree)| {
                let printed = if is_enum { ir.print.label(&id) } else { printed };
                (id, printed, labelled(ir, inner, part))
            };
            AmountTree::Each(each.into_iter().map(word).collect())
        }
        AmountTree::Numbered(first, parts) => {
            AmountTree::Numbered(first, parts.into_iter().map(|part| labelled(ir, inner, part)).collect())
        }
    }
}

fn template_value(ir: &Ir, ty: &ValueType, words: &[u64]) -> Value {
    let Some(&word) = words.first() else { return Value::from(()) };
    match ty {
        ValueType::Optional(_) if word == NONE => Value::from(()),
        ValueType::Optional(inner) => template_value(ir, inner, words),
        ValueType::Int => Value::from(word as i64),
        ValueType::Bool => Value::from(word != 0),
        ValueType::Set(inner) => {
            Value::from_iter(elements(words).map(|element| template_value(ir, inner, &[element])))
        }
        ValueType::Amount(pers) => AmountTree::of(&ir.enums, &ir.names, pers, words).template(false),
        ValueType::Enum(e) => text(ir.enums.find(*e).and_then(|e| e.values.get(word.index()))),
        ValueType::Name => text(ir.names.get(word.index()).map(|n| &n.printed)),
        ValueType::Component => thing(ir, ComponentId(word as u32)),
        ValueType::Cell => text(ir.cells.get(word.index()).map(|c| &c.printed)),
        ValueType::Player => Value::from(word + 1),
        ValueType::Zone => Value::from(word),
    }
}

/// A component as the value of an attribute: prints as its id, with its attributes as fields.
#[derive(Debug)]
struct ComponentObject {
    id: String,
    prints: BTreeMap<String, Value>,
}

impl Object for ComponentObject {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.prints.get(key.as_str()?).cloned()
    }

    fn render(self: &Arc<Self>, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.id)
    }
}

fn thing(ir: &Ir, component: ComponentId) -> Value {
    let Some(info) = ir.components.find(component) else { return Value::from(()) };
    let Some(name) = ir.names.find(info.name) else { return Value::from(info.id.as_str()) };
    let of = attributes(ir, name.kind).filter(|a| ir.is_below(name.kind, a.kind));
    // An attribute may be a component again, possibly in a cycle, so nested components are only named.
    let plain = |a: &AttributeInfo| match inner(&a.ty) {
        ValueType::Component => {
            let word = ir.stored(a, component.0).first();
            text(word.and_then(|w| ir.components.get(w.index())).map(|c| &c.id))
        }
        _ => value(ir, a, component),
    };
    let mut prints: BTreeMap<String, Value> = of.map(|a| (a.id.to_string(), plain(a))).collect();
    prints.insert("id".to_owned(), Value::from(name.id.as_str()));
    prints.insert("name".to_owned(), Value::from(name.printed.as_str()));
    Value::from_object(ComponentObject { id: info.id.clone(), prints })
}

/// Returns a type without its `?` and its set.
pub(in crate::print) fn inner(ty: &ValueType) -> &ValueType {
    match ty {
        ValueType::Optional(of) | ValueType::Set(of) => inner(of),
        other => other,
    }
}

/// Returns the attributes of cells, except column and row, each with its value for a cell.
pub fn of_cell(ir: &Ir, cell: CellId) -> impl Iterator<Item = (AttributeId, &AttributeInfo, Value)> {
    let is_printed = |a: &AttributeInfo| a.owner == Owner::Cell && !matches!(a.id.as_str(), "column" | "row");
    let all = ir.attributes.iter_ids().filter(move |(_, a)| is_printed(a));
    all.map(move |(id, a)| (id, a, template_value(ir, &a.ty, ir.stored(a, cell.0))))
}

fn text(of: Option<&String>) -> Value {
    of.map_or(Value::from(()), |t| Value::from(t.as_str()))
}

/// The attributes shown by a sheet's faces as the band and the number.
pub struct SheetAttributes<'a> {
    band: Option<&'a str>,
    number: Option<&'a str>,
    reminders: bool,
    own_face: bool,
    all: Vec<&'a AttributeInfo>,
    /// The data that all its faces have, of one size and bleed.
    common: OnceLock<Arc<NamedData>>,
}

impl<'a> SheetAttributes<'a> {
    /// Selects the attributes that the sheet names; by default, the first enum as the band and the first int
    /// as the number.
    pub fn of(ir: &'a Ir, sheet: &'a SheetInfo) -> SheetAttributes<'a> {
        let all = match sheet.subject {
            SubjectInfo::Components(kind) => attributes(ir, kind).collect(),
            SubjectInfo::Board(_) | SubjectInfo::Page(..) => Vec::new(),
        };
        let faces =
            |path: &str| path.strip_prefix("faces/card").is_some_and(|rest| rest.starts_with(['.', '-']));
        let own_face = sheet.face.as_deref().is_some_and(|face| face != "card")
            || ir.print.assets.iter().any(|asset| faces(&asset.path));
        let (band, number) = (sheet.band.as_deref(), sheet.number.as_deref());
        SheetAttributes { band, number, reminders: sheet.reminders, own_face, all, common: OnceLock::new() }
    }

    /// Returns the attributes that a component has.
    fn had(&self, ir: &Ir, component: ComponentId) -> impl Iterator<Item = &'a AttributeInfo> {
        let kind = ir.names[NameId::from_index(ir.components[component].name.index())].kind;
        self.all.iter().copied().filter(move |a| ir.is_below(kind, a.kind))
    }

    /// Returns the named attribute of a component, or else the first of a type.
    fn pick(
        &self,
        ir: &Ir,
        component: ComponentId,
        named: Option<&str>,
        sort: fn(&ValueType) -> bool,
    ) -> Option<&'a AttributeInfo> {
        match named {
            Some(id) => self.had(ir, component).find(|a| a.id == id),
            None => self.had(ir, component).find(|a| sort(&a.ty)),
        }
    }

    fn band(&self, ir: &Ir, component: ComponentId) -> Option<&'a AttributeInfo> {
        self.pick(ir, component, self.band, |ty| matches!(ty, ValueType::Enum(_)))
    }

    /// Returns the enum of a component's band.
    pub fn band_enum(&self, ir: &Ir, component: ComponentId) -> Option<EnumId> {
        match self.band(ir, component)?.ty {
            ValueType::Enum(e) => Some(e),
            _ => None,
        }
    }

    /// Returns the id of the value in a component's band.
    pub fn band_of(&self, ir: &Ir, component: ComponentId) -> Option<String> {
        self.band(ir, component)
            .map(|a| value(ir, a, component))
            .filter(|v| !v.is_none())
            .map(|v| v.to_string())
    }

    /// Returns whether an attribute of a component has this value, as authors write it.
    pub fn is(&self, ir: &Ir, component: ComponentId, key: &str, wanted: &str) -> bool {
        let Some(attribute) = self.had(ir, component).find(|a| a.id == key) else { return false };
        let has = value(ir, attribute, component);
        match has.try_iter() {
            Ok(mut of) if matches!(attribute.ty, ValueType::Set(_)) => of.any(|v| value_text(&v) == wanted),
            _ => value_text(&has) == wanted,
        }
    }

    /// Returns the complete template data of a component.
    pub fn data(&self, ir: &Ir, words: &WordLooks, component: ComponentId, size: Size, bleed: f64) -> Value {
        let name = &ir.names[NameId::from_index(ir.components[component].name.index())];
        let kind = &ir.kinds[name.kind];
        let common = self.common.get_or_init(|| {
            let values = [("values".into(), words.values.clone())];
            // Attributes of other components on the sheet are defined, too: as none.
            let none = self.all.iter().map(|a| (a.id.to_string(), Value::from(())));
            Arc::new(page(ir, size, bleed).into_iter().chain(values).chain(none).collect())
        });
        let mut data = NamedData::default();
        data.extend(self.had(ir, component).map(|a| (a.id.to_string(), value(ir, a, component))));
        let number = self.pick(ir, component, self.number, |ty| *ty == ValueType::Int);
        let shown = [self.band(ir, component), number].map(|a| a.map(|a| a.id.as_str()));
        let band = self.band_of(ir, component);
        // A component that stands for a card has the card's picture and colour.
        let card = name.card.and_then(|card| ir.names.find(card)).unwrap_or(name);
        let own = [name, card].iter().find_map(|of| words.of_cards.get(&of.id).copied());
        let main = own.or_else(|| words.colour(band.as_deref()?)).or_else(|| words.colour(&kind.id));
        let main = main.unwrap_or_else(|| colour_of_kind(name.kind));
        // A reminder that is part of the text is left out.
        let reminders =
            name.reminders.iter().filter(|r| self.reminders && !r.is_empty() && !name.text.contains(*r));
        // The picture takes the room of the text that is not there. A face of the package's own has its own
        // layout.
        if !self.own_face && name.keywords.is_empty() && name.text.is_empty() && name.flavour.is_empty() {
            data.insert("art_height".into(), Value::from(size.height - ABOVE_AND_BELOW_ART));
        }
        let emblem =
            [Some(name.id.as_str()), Some(card.id.as_str()), band.as_deref(), Some(kind.id.as_str())];
        let emblem = emblem.into_iter().flatten().find(|word| words.icon(word).is_some() && *word != "card");
        let mut themes = band.as_deref().into_iter().chain([kind.id.as_str()]);
        let stats = self.had(ir, component).filter(|a| !shown.contains(&Some(a.id.as_str())));
        let stats: Vec<String> =
            stats.filter_map(|a| stat(ir, words, a, ir.stored(a, component.0))).collect();
        let picture = ["svg", "png", "jpg", "jpeg"]
            .iter()
            .flat_map(|ending| [name, card].map(|of| format!("art/{}.{ending}", of.id)))
            .find(|path| ir.print.asset(path).is_some());
        data.extend([
            ("id".into(), Value::from(name.id.as_str())),
            ("name".into(), Value::from(name.printed.as_str())),
            ("kind".into(), Value::from(kind.id.as_str())),
            ("kind_name".into(), Value::from(ir.print.label(&kind.id))),
            ("text".into(), Value::from(name.text.as_str())),
            ("flavour".into(), Value::from(name.flavour.as_str())),
            ("keywords".into(), Value::from_iter(name.keywords.iter().map(|k| ir.print.keyword(k)))),
            ("reminders".into(), Value::from_iter(reminders.map(String::as_str))),
            ("copies".into(), Value::from(name.copies)),
            ("band".into(), band.as_deref().map_or(Value::from(()), |b| Value::from(ir.print.label(b)))),
            ("band_icon".into(), band.as_deref().map_or(Value::from(""), Value::from)),
            ("emblem".into(), emblem.unwrap_or_default().into()),
            ("theme".into(), themes.find_map(|word| words.icon(word)).unwrap_or_default().into()),
            (
                "band_label".into(),
                self.band(ir, component).map_or(Value::from(()), |a| Value::from(ir.print.label(&a.id))),
            ),
            ("number".into(), number.map_or(Value::from(()), |a| value(ir, a, component))),
            ("number_label".into(), number.map_or(Value::from(()), |a| Value::from(ir.print.label(&a.id)))),
            ("stats".into(), Value::from(stats.join("  ·  "))),
            ("art".into(), picture.map_or(Value::from(()), Value::from)),
            ("noise".into(), Value::from_object(Noise::of(&name.id))),
            ("colour".into(), Value::from(hex(main))),
            ("on_colour".into(), Value::from(on(main))),
        ]);
        Value::from_object(FaceData { own: data, common: Arc::clone(common) })
    }
}

/// Height of the parts above and below the picture of a card without text, in millimetres: the frame, the
/// name and the band.
const ABOVE_AND_BELOW_ART: f64 = 21.4;

/// Returns the height of a face's picture. Small and square faces need more room for their text.
fn art_height(size: Size) -> f64 {
    let share = match size {
        Size { width, height } if width > 0.85 * height => 0.27,
        Size { height, .. } if height < 80.0 => 0.29,
        _ => 0.37,
    };
    size.height * share
}

/// Returns the data that every template has.
pub fn page(ir: &Ir, size: Size, bleed: f64) -> BTreeMap<String, Value> {
    let game = BTreeMap::from([
        ("id", Value::from(ir.game.id.as_str())),
        ("name", Value::from(ir.game.name.as_str())),
        ("version", Value::from(ir.game.version.as_str())),
        ("summary", Value::from(ir.game.summary.as_str())),
    ]);
    let faces = |die: &DieInfo| {
        die.faces.iter().map(|face| template_value(ir, &die.ty, &[*face as u64])).collect::<Vec<_>>()
    };
    let dice: BTreeMap<&str, Value> =
        ir.dice.iter().map(|die| (die.id.as_str(), faces(die).into())).collect();
    let set = |word: &str| ir.print.colours.iter().find(|(of, _)| of == word).map(|(_, colour)| hex(*colour));
    let spots: BTreeMap<&str, String> =
        ir.print.spots.iter().map(|spot| (spot.id.as_str(), hex(spot.colour))).collect();
    let phrases: BTreeMap<&str, String> =
        PHRASES.iter().map(|(key, _)| (*key, ir.print.phrase(key, &[]))).collect();
    BTreeMap::from([
        ("w".into(), Value::from(size.width)),
        ("h".into(), Value::from(size.height)),
        ("bleed".into(), Value::from(bleed)),
        ("art_height".into(), Value::from((art_height(size) * 100.0).round() / 100.0)),
        ("game".into(), Value::from(game)),
        ("theme".into(), "".into()),
        ("paper".into(), set("paper").unwrap_or_else(|| "#fbf6ea".to_owned()).into()),
        ("panel_paper".into(), set("paper").unwrap_or_else(|| "#fffdf8".to_owned()).into()),
        ("ink".into(), set("ink").unwrap_or_else(|| "#231f1a".to_owned()).into()),
        ("phrases".into(), Value::from(phrases)),
        ("dice".into(), Value::from(dice)),
        ("spots".into(), Value::from(spots)),
    ])
}

/// Returns template data with another value for one key.
pub fn replaced(data: &Value, key: &str, value: Value) -> Value {
    let keys = data.try_iter().into_iter().flatten();
    let pairs = keys.filter_map(|key| Some((key.as_str()?.to_owned(), data.get_item(&key).ok()?)));
    let mut all: BTreeMap<String, Value> = pairs.collect();
    all.insert(key.to_owned(), value);
    Value::from(all)
}

/// Returns all possible players, each with `number`, `colour` and `on_colour`.
pub fn players(ir: &Ir, words: &WordLooks) -> Value {
    let most = ir.game.players.1.max(1);
    let players = (1..=most).map(|p| {
        let colour = words.colour(&format!("player_{p}")).unwrap_or_else(|| colour_of_kind(KindId(0)));
        Value::from(BTreeMap::from([
            ("number", Value::from(p)),
            ("colour", hex(colour).into()),
            ("on_colour", on(colour).into()),
        ]))
    });
    Value::from(players.collect::<Vec<_>>())
}

/// Formats an attribute in a few words: `Cost 3`, or only its name if it is `true`. Amounts are shown by icon
/// where each value has one.
pub fn stat(ir: &Ir, words: &WordLooks, attribute: &AttributeInfo, stored: &[u64]) -> Option<String> {
    let label = |id: &str| ir.print.label(id);
    let value = template_value(ir, &attribute.ty, stored);
    match &attribute.ty {
        ValueType::Bool => value.is_true().then(|| label(&attribute.id)),
        _ if value.is_none() => None,
        ValueType::Set(_) => {
            let of: Vec<String> = value.try_iter().ok()?.map(|v| label(&v.to_string())).collect();
            (!of.is_empty()).then(|| format!("{} {}", label(&attribute.id), of.join(", ")))
        }
        ValueType::Int => Some(format!("{} {value}", label(&attribute.id))),
        ValueType::Amount(pers) => {
            let amount = AmountTree::of(&ir.enums, &ir.names, pers, stored);
            let of_enum = |e: EnumId| ir.enums.find(e).map_or(&[][..], |e| e.values.as_slice());
            let by_icon = pers.iter().all(|per| match per {
                AmountDomain::Enum(e) => of_enum(*e).iter().all(|id| words.has_own_icon(ir, id)),
                AmountDomain::Range(..) => true,
                AmountDomain::Name => false,
            });
            let read = match by_icon {
                true => amount.read_by("  ", &|n, id, _| format!("{{{n} {id}}}")),
                false => amount.read(),
            };
            (!amount.is_nothing()).then(|| format!("{} {read}", label(&attribute.id)))
        }
        _ => Some(format!("{} {}", label(&attribute.id), label(&value.to_string()))),
    }
}
