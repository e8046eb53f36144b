//! Search tree of MCTS: visit counts and payoffs of options.

use super::graded::{Grades, SearchWeights};
use crate::ir::{PlayerId, ToIndex};
use crate::play::seat::Preference;
use crate::table::{OptionList, Pick, TableOptions};

/// A null index: the edge leads to no node yet.
const NOWHERE: u32 = u32::MAX;

/// Maximum size of the nodes' options, in bytes, up to which nodes are reused for the next tree.
const KEPT: usize = 64 << 20;

/// Exploration constant of UCB.
const EXPLORATION: f64 = 0.9;

/// An option of a node.
#[derive(Clone, Copy, Debug)]
struct TreeEdge {
    /// Node after the option; created at the second visit, until then `NOWHERE`.
    to: u32,
    visits: u32,
    /// Number of visits of the node at which the option was legal.
    offered: u32,
    /// Sum of the chooser's payoffs of playouts through this edge.
    total: f64,
}

impl TreeEdge {
    const FRESH: TreeEdge = TreeEdge { to: NOWHERE, visits: 0, offered: 0, total: 0.0 };
}

/// The options of a node, with the index and the edge of each that was offered.
#[derive(Debug)]
struct KnownOptions {
    list: OptionList,
    offers: Box<[(u32, u32)]>,
}

/// Node of the tree: a choice point, with the options known so far.
#[derive(Debug, Default)]
struct TreeNode {
    edges: Vec<TreeEdge>,
    /// Content of each option, if options may differ between samples; otherwise an option is identified by
    /// its index.
    picks: Vec<Pick>,
    /// The options at its second visit. Those of most nodes are the same in most samples, so they are matched
    /// with edges once.
    known: Option<KnownOptions>,
    /// Sum of the grades of playouts through each edge, if playouts have grades.
    grades: Vec<f64>,
    visits: u32,
    /// Key of the node's state, if keys are used; otherwise 0.
    key: u128,
}

/// A step of an iteration: a node, one of its edges, and the chooser.
#[derive(Clone, Copy, Debug)]
pub struct TreeStep {
    node: u32,
    edge: u32,
    chooser: PlayerId,
}

/// A decision at a node.
pub struct TreeDecision {
    /// Index of the option among those of the state.
    pub option: usize,
    /// The step that was taken, to be recorded with the result of the iteration.
    pub step: TreeStep,
    /// Node after the step; `None` if the iteration leaves the tree here.
    pub next: Option<u32>,
}

/// A search tree. Nodes no longer needed are kept for reuse.
#[derive(Debug, Default)]
pub struct SearchTree {
    nodes: Vec<TreeNode>,
    used: usize,
    offers: Vec<(u32, u32)>,
    /// Size of the options of the nodes in use, in bytes.
    bytes: usize,
    /// Weights of payoffs and grades, if playouts have grades.
    scale: Option<SearchWeights>,
}

impl SearchTree {
    /// Clears the tree; node 0 is then a fresh root.
    pub fn clear(&mut self) {
        self.used = 0;
        if self.bytes > KEPT {
            self.nodes = Vec::new();
        }
        self.bytes = 0;
        self.add(0);
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.used
    }

    /// Returns the size of the options of all nodes, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    fn add(&mut self, key: u128) -> u32 {
        if self.nodes.len() == self.used {
            self.nodes.push(TreeNode::default());
        }
        let node = &mut self.nodes[self.used];
        node.edges.clear();
        node.picks.clear();
        node.known = None;
        node.grades.clear();
        (node.visits, node.key) = (0, key);
        self.used += 1;
        self.used as u32 - 1
    }

    /// Selects one of a state's options at a node. `open` is true if the options of a node never differ
    /// between iterations; `among` restricts them. `draw` returns a random number below a bound. Returns
    /// `None` if no option is left.
    ///
    /// It has one caller. Inlined, the decision stays in registers: read as soon as it was written in pieces,
    /// it took 3 % of a search in a small game.
    #[inline(always)]
    pub fn choose(
        &mut self,
        node: u32,
        options: &TableOptions,
        open: bool,
        among: Option<&[Pick]>,
        draw: impl FnOnce(usize) -> usize,
    ) -> Option<TreeDecision> {
        let chooser = options.chooser();
        let SearchTree { nodes, offers, bytes, scale, .. } = self;
        let at = nodes.get_mut(node.index())?;
        at.visits += 1;
        if open {
            if at.edges.is_empty() {
                at.edges.resize(options.len(), TreeEdge::FRESH);
                *bytes += options.len() * size_of::<TreeEdge>();
            }
            return open_way(at, node, chooser, *scale, draw);
        }
        let offers: &[(u32, u32)] = match &at.known {
            Some(known) if options.are(&known.list) => &known.offers,
            _ => {
                at.match_options(options, among, offers, bytes);
                if at.visits == 2
                    && at.known.is_none()
                    && let Some(list) = options.list()
                {
                    *bytes += list.bytes() + size_of_val(offers.as_slice());
                    at.known = Some(KnownOptions { list, offers: offers.as_slice().into() });
                }
                offers
            }
        };
        for (_, edge) in offers {
            at.edges[edge.index()].offered += 1;
        }
        let fresh = |(_, edge): &&(u32, u32)| at.edges[edge.index()].visits == 0;
        let untried = offers.iter().filter(fresh).count();
        let (option, edge) = if untried > 0 {
            *offers.iter().filter(fresh).nth(draw(untried))?
        } else {
            // Most were offered equally often.
            let mut last = (0, 0.0);
            let mut bound = |edge: u32| {
                let offered = at.edges[edge.index()].offered;
                if offered != last.0 {
                    last = (offered, ln(offered));
                }
                at.upper_bound(edge.index(), last.1, *scale)
            };
            let (first, rest) = offers.split_first()?;
            let mut best = (bound(first.1), *first);
            for offer in rest {
                let bound = bound(offer.1);
                if bound > best.0 {
                    best = (bound, *offer);
                }
            }
            best.1
        };
        let step = TreeStep { node, edge, chooser };
        Some(TreeDecision { option: option.index(), step, next: next_of(at, edge) })
    }

    /// Creates the node that a step leads to.
    pub fn grow(&mut self, step: TreeStep, key: u128) -> Option<u32> {
        let to = self.add(key);
        self.nodes.get_mut(step.node.index())?.edges.get_mut(step.edge.index())?.to = to;
        Some(to)
    }

    /// Returns whether a step was visited before.
    pub fn was_visited(&self, step: TreeStep) -> bool {
        let node = self.nodes.get(step.node.index());
        node.and_then(|n| n.edges.get(step.edge.index())).is_some_and(|e| e.visits > 0)
    }

    /// Backpropagates: adds to each step the payoff of the player who chose there.
    pub fn note(&mut self, steps: &[TreeStep], shares: &[f64]) {
        for step in steps {
            let share = shares.get(step.chooser.index()).copied().unwrap_or(0.0);
            if let Some(edge) =
                self.nodes.get_mut(step.node.index()).and_then(|n| n.edges.get_mut(step.edge.index()))
            {
                edge.visits += 1;
                edge.total += share;
            }
        }
    }

    /// Sets the weights from the grades of playouts so far; `None` for payoffs alone.
    pub fn weigh(&mut self, grades: Option<&Grades>) {
        self.scale = grades.map(|grades| grades.scale(EXPLORATION));
    }

    /// Backpropagates the result of a cooperative game.
    pub fn note_graded(&mut self, steps: &[TreeStep], won: f64, grade: f64) {
        for step in steps {
            let Some(node) = self.nodes.get_mut(step.node.index()) else { continue };
            let at = step.edge.index();
            if node.grades.len() < node.edges.len() {
                node.grades.resize(node.edges.len(), 0.0);
            }
            if let (Some(edge), Some(sum)) = (node.edges.get_mut(at), node.grades.get_mut(at)) {
                edge.visits += 1;
                edge.total += won;
                *sum += grade;
            }
        }
    }

    /// Returns the root option with the most visits; ties go to the greater total, then to the first option.
    pub fn best(&self, options: &TableOptions, open: bool) -> Option<usize> {
        let root = self.nodes.first()?;
        let place = |edge: usize| if open { Some(edge) } else { options.position(root.picks.get(edge)?) };
        let tried = root.edges.iter().enumerate().filter(|(_, e)| e.visits > 0);
        let known = tried.filter_map(|(i, e)| Some((e.visits, e.total, place(i)?)));
        let best = known.reduce(|best, next| {
            let order = (best.0.cmp(&next.0)).then(best.1.total_cmp(&next.1)).then(next.2.cmp(&best.2));
            if order.is_lt() { next } else { best }
        });
        best.map(|(.., option)| option)
    }

    /// Returns the visits and mean payoffs of the root's options, the most visited first.
    pub fn preferences(&self, options: &TableOptions, open: bool) -> Vec<Preference> {
        let Some(root) = self.nodes.first().filter(|_| self.used > 0) else { return Vec::new() };
        let place = |edge: usize| if open { Some(edge) } else { options.position(root.picks.get(edge)?) };
        let tried = root.edges.iter().enumerate().filter(|(_, e)| e.visits > 0);
        let preference = |(edge, e): (usize, &TreeEdge)| {
            let visits = u64::from(e.visits);
            Some(Preference { option: place(edge)?, visits, value: e.total / f64::from(e.visits) })
        };
        let mut preferences: Vec<Preference> = tried.filter_map(preference).collect();
        preferences.sort_by_key(|p| (std::cmp::Reverse(p.visits), p.option));
        preferences
    }

    /// Makes the node of a state the root, and drops everything not below it. Returns false if the state is
    /// not in the tree.
    pub fn root_at(&mut self, key: u128) -> bool {
        let Some(root) = self.nodes[..self.used].iter().position(|n| n.key == key) else { return false };
        let mut kept: Vec<TreeNode> = Vec::new();
        let mut open = vec![root];
        // Breadth first: a node's index in `kept` is known before the node is moved there.
        let mut next = 0;
        while next < open.len() {
            let mut node = std::mem::take(&mut self.nodes[open[next]]);
            for edge in node.edges.iter_mut().filter(|e| e.to != NOWHERE) {
                open.push(edge.to.index());
                edge.to = open.len() as u32 - 1;
            }
            kept.push(node);
            next += 1;
        }
        self.used = kept.len();
        let bytes =
            |node: &TreeNode| node.edges.len() * size_of::<TreeEdge>() + node.picks.len() * size_of::<Pick>();
        self.bytes = kept.iter().map(bytes).sum();
        self.nodes = kept;
        true
    }
}

fn next_of(node: &TreeNode, edge: u32) -> Option<u32> {
    node.edges.get(edge.index()).map(|e| e.to).filter(|to| *to != NOWHERE)
}

impl TreeNode {
    /// Fills `offers` with the index and the edge of each of a state's options, and adds edges for new ones.
    fn match_options(
        &mut self,
        options: &TableOptions,
        among: Option<&[Pick]>,
        offers: &mut Vec<(u32, u32)>,
        bytes: &mut usize,
    ) {
        offers.clear();
        // All lists are mostly in the order of the box, so the match is mostly at the cursor.
        let (mut cursor, mut allowed) = (0, 0);
        options.for_each_offered(|option, pick| {
            if let Some(among) = among {
                match position_from(among, allowed, &pick) {
                    Some(i) => allowed = i + 1,
                    None => return,
                }
            }
            let edge = match position_from(&self.picks, cursor, &pick) {
                Some(edge) => edge,
                None => {
                    self.picks.push(pick);
                    self.edges.push(TreeEdge::FRESH);
                    *bytes += size_of::<Pick>() + size_of::<TreeEdge>();
                    self.edges.len() - 1
                }
            };
            cursor = edge + 1;
            offers.push((option, edge as u32));
        });
    }

    /// Returns the upper confidence bound (UCB) of the payoff of a visited option.
    #[inline]
    fn upper_bound(&self, edge: usize, ln: f64, scale: Option<SearchWeights>) -> f64 {
        let TreeEdge { total, visits, .. } = self.edges[edge];
        match scale {
            None => ucb(total, visits, ln, EXPLORATION),
            Some(scale) => {
                let grades = self.grades.get(edge).copied().unwrap_or(0.0);
                ucb(total + scale.grade * grades, visits, ln, scale.exploration)
            }
        }
    }
}

/// Returns the UCB value: the mean payoff plus an exploration term.
#[inline]
fn ucb(total: f64, visits: u32, ln: f64, exploration: f64) -> f64 {
    let visits = f64::from(visits);
    total / visits + exploration * (ln / visits).sqrt()
}

/// Number of counts whose logarithms are in a table: those of most nodes.
const LOGARITHMS: usize = 2_048;

/// The logarithms of the first counts. That of 0 is not used.
static LN: [f64; LOGARITHMS] = {
    let mut table = [0.0; LOGARITHMS];
    let mut n = 1;
    while n < LOGARITHMS {
        table[n] = series_of_ln(n as u32);
        n += 1;
    }
    table
};

/// Returns the natural logarithm of a count; 0 for none.
#[inline]
fn ln(n: u32) -> f64 {
    LN.get(n.index()).copied().unwrap_or_else(|| series_of_ln(n))
}

/// Calculates the natural logarithm of a count of at least 1. It uses only sums, products and quotients,
/// whose results are the same on every platform.
const fn series_of_ln(n: u32) -> f64 {
    let exponent = n.ilog2();
    let rest = n as f64 / (1u32 << exponent) as f64;
    // ln((1 + z) / (1 − z)) = 2 (z + z³/3 + z⁵/5 …), with z at most 1/3.
    let z = (rest - 1.0) / (rest + 1.0);
    let square = z * z;
    let mut sum = 0.0;
    let mut i = 10;
    while i > 0 {
        i -= 1;
        sum = sum * square + 1.0 / (2 * i + 1) as f64;
    }
    std::f64::consts::LN_2 * exponent as f64 + 2.0 * z * sum
}

/// Selects an option at a node whose options never differ: an unvisited one at random, otherwise the one with
/// the best UCB value.
fn open_way(
    at: &TreeNode,
    node: u32,
    chooser: PlayerId,
    scale: Option<SearchWeights>,
    draw: impl FnOnce(usize) -> usize,
) -> Option<TreeDecision> {
    let fresh = |e: &TreeEdge| e.visits == 0;
    let untried = at.edges.iter().filter(|e| fresh(e)).count();
    let edge = if untried > 0 {
        let nth = draw(untried);
        at.edges.iter().enumerate().filter(|(_, e)| fresh(e)).nth(nth).map(|(i, _)| i)?
    } else {
        let ln = ln(at.visits);
        let mut best = (f64::NEG_INFINITY, 0);
        for i in 0..at.edges.len() {
            let bound = at.upper_bound(i, ln, scale);
            if bound > best.0 {
                best = (bound, i);
            }
        }
        best.1
    };
    let step = TreeStep { node, edge: edge as u32, chooser };
    Some(TreeDecision { option: edge, step, next: next_of(at, edge as u32) })
}

/// Returns the index of an option in a list, which is searched from `start` on first.
fn position_from(list: &[Pick], start: usize, pick: &Pick) -> Option<usize> {
    let start = start.min(list.len());
    let (before, behind) = list.split_at(start);
    let is = |other: &Pick| other.equals(pick);
    behind.iter().position(is).map(|i| start + i).or_else(|| before.iter().position(is))
}
