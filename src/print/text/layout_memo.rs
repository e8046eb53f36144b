//! Remembers texts that were laid out, since many cards have the same words in the same box.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::print::text::meanings::GlyphTexts;
use crate::print::text::rich::Paragraph;
use crate::print::text::style::TextStyle;
use crate::print::text::text_layout::TextLayout;

/// Maximum number of layouts kept.
const MOST_KEPT: usize = 400;
/// Maximum number of texts that are noticed.
const MOST_SEEN: usize = 1 << 16;

/// A text to be laid out in a box, in millimetres.
#[derive(Clone, Copy)]
pub struct LayoutOrder<'o> {
    pub text: &'o [Paragraph],
    pub style: &'o TextStyle,
    pub width: f64,
    pub height: f64,
}

/// Layouts of texts that were laid out more than once.
#[derive(Default)]
pub struct LayoutMemo {
    /// Each layout, by a hash of its order. If two orders have one hash, the first is kept.
    kept: FxHashMap<u64, KeptLayout>,
    /// Hashes of texts that were laid out once.
    seen: FxHashSet<u64>,
}

struct KeptLayout {
    text: Vec<Paragraph>,
    style: TextStyle,
    width: f64,
    height: f64,
    laid: TextLayout,
    meanings: GlyphTexts,
}

/// The result of looking for a layout.
pub enum LayoutMemory<'m> {
    /// The layout, and the texts that its glyphs stand for.
    Kept(&'m TextLayout, &'m GlyphTexts),
    /// The text has been laid out before, so its layout is worth keeping.
    Repeated,
    /// The text is new, or there is no room for more.
    New,
}

impl LayoutOrder<'_> {
    fn hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.text.iter().for_each(|paragraph| paragraph.text.hash(&mut hasher));
        for number in [self.width, self.height, self.style.size] {
            number.to_bits().hash(&mut hasher);
        }
        hasher.finish()
    }
}

impl LayoutMemo {
    /// Looks a layout up, and remembers that it was needed: only the second need makes a layout worth
    /// keeping.
    pub fn find(&mut self, order: &LayoutOrder) -> LayoutMemory<'_> {
        let hash = order.hash();
        match self.kept.get(&hash) {
            Some(kept)
                if kept.text == order.text
                    && kept.style == *order.style
                    && (kept.width, kept.height) == (order.width, order.height) =>
            {
                LayoutMemory::Kept(&kept.laid, &kept.meanings)
            }
            Some(_) => LayoutMemory::New,
            None if self.kept.len() >= MOST_KEPT => LayoutMemory::New,
            None if self.seen.contains(&hash) => LayoutMemory::Repeated,
            None => {
                if self.seen.len() < MOST_SEEN {
                    self.seen.insert(hash);
                }
                LayoutMemory::New
            }
        }
    }

    /// Stores a layout with the texts that its glyphs stand for.
    pub fn keep(&mut self, order: &LayoutOrder, laid: TextLayout, meanings: GlyphTexts) {
        let LayoutOrder { text, style, width, height } = *order;
        let kept = KeptLayout { text: text.to_vec(), style: style.clone(), width, height, laid, meanings };
        self.kept.insert(order.hash(), kept);
    }
}
