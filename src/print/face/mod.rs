//! Faces: templates filled in with the data of components, and drawn.

pub(in crate::print) mod template_places;
mod ground;
mod surroundings;
pub(in crate::print) mod face_parts;
pub(in crate::print) mod cut_face;
pub(in crate::print) mod patterns;
mod outside_blocks;
pub(in crate::print) mod templates;
pub mod raster;
pub(in crate::print) mod face_problems;
pub(in crate::print) mod face_renderer;
mod text_problems;
pub(in crate::print) mod assets;
pub(in crate::print) mod materials;

pub use self::face_parts::{FaceParts, TemplateFailure, TextBox};
pub use self::templates::Templates;
