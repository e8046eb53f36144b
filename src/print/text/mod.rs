//! Texts: marked up, shaped by fonts, broken into lines.

pub mod quotes;
pub(in crate::print) mod list_levels;
pub(in crate::print) mod rich_marks;
pub mod rich;
pub(in crate::print) mod plain;
pub(in crate::print) mod rich_writer;
pub(in crate::print) mod html_tags;
pub(in crate::print) mod markdown;
pub(in crate::print) mod markdown_link;
pub(in crate::print) mod markdown_table;
pub(in crate::print) mod markdown_reader;
pub(in crate::print) mod unread_markdown;
pub mod hyphens;
pub(in crate::print) mod glyph_outline;
pub mod fonts;
pub(in crate::print) mod outlines;
pub(in crate::print) mod style;
pub(in crate::print) mod fitting;
pub(in crate::print) mod text_layout;
pub(in crate::print) mod meanings;
pub(in crate::print) mod layout_memo;
pub(in crate::print) mod strikes;
pub(in crate::print) mod shaper;
pub(in crate::print) mod columns;
pub(in crate::print) mod table_columns;
pub(in crate::print) mod word_highlight;

pub use self::meanings::GlyphTexts;
pub use self::shaper::Shaper;
pub use self::style::{Hyphens, TextAlign, TextStyle, Tint, Valign};
pub use self::text_layout::{PlacedIcon, TextLayout, TextLine};
