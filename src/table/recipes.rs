//! Recipes: how a sample recomputes a register that a suspended rule has derived from hidden information.
//!
//! A recipe is a tree. Its leaves are registers that a sample may copy: public values, and components, which
//! are resampled. Its nodes are instructions of the rule without side effects, executed again on the sample.
//! For example, a price read from an unseen card becomes, in each sample, the price of the card at that
//! place.

use crate::ir::{Op, Reg};

/// A value that can be recomputed, and the index of the wanted word.
#[derive(Debug)]
pub(super) struct Recipe {
    pub node: RecipeNode,
    pub word: usize,
    /// The number of words of the rule's frame.
    pub frame: usize,
}

/// A register that is an input of a recipe.
#[derive(Clone, Copy, Debug)]
pub(super) struct RecipeInput {
    pub register: Reg,
    pub words: usize,
    /// `Some` if it is resampled: a component (`Some(false)`) or a set of them (`Some(true)`). `None` if it
    /// is public.
    pub components: Option<bool>,
}

#[derive(Debug)]
pub(super) enum RecipeNode {
    Leaf(RecipeInput),
    /// An instruction to execute again, with its inputs; it writes `words` registers from `to` on.
    Op {
        op: Op,
        reads: Vec<(Reg, RecipeNode)>,
        to: Reg,
        words: usize,
    },
}

impl Recipe {
    /// Calls `found` with each input register.
    pub fn leaves(&self, found: &mut impl FnMut(RecipeInput)) {
        self.node.leaves(found);
    }
}

impl RecipeNode {
    fn leaves(&self, found: &mut impl FnMut(RecipeInput)) {
        match self {
            RecipeNode::Leaf(leaf) => found(*leaf),
            RecipeNode::Op { reads, .. } => reads.iter().for_each(|(_, node)| node.leaves(found)),
        }
    }
}
