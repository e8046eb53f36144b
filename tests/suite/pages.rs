//! Pages
