//! Operations on whole boards: shifts, reachability, rays and rows over sets of cells.
//!
//! A set of cells takes a few words. All buffers have a fixed size, and one word is the common case.

use super::fault::FaultKind;
use super::frame_layout::{FrameWindow, WINDOW};
use super::wide;
use crate::ir::{Geometry, Ir, NONE, Op, Reg, ToIndex};

/// The maximum number of words of a set of cells.
pub(super) const MOST_WORDS: usize = 8;

type CellSet = [u64; MOST_WORDS];

/// Executes an instruction about boards in a frame.
#[inline]
pub(super) fn run(ir: &Ir, frame: &mut FrameWindow, op: Op) -> Result<(), FaultKind> {
    let mut out: CellSet = [0; MOST_WORDS];
    let set = |a: Reg, n: u8| a.index()..a.index() + n.index();
    let (n, d) = match op {
        Op::StepSet { n, d, a, dir } => {
            step(ir, &frame[set(a, n)], frame[dir.index() & (WINDOW - 1)], &mut out)?;
            (n, d)
        }
        Op::Steps { n, d, a, dirs } => {
            let mut one: CellSet = [0; MOST_WORDS];
            let mut rest = frame[dirs.index()];
            while rest != 0 {
                step(ir, &frame[set(a, n)], u64::from(rest.trailing_zeros()), &mut one)?;
                rest &= rest - 1;
                out.iter_mut().zip(&one[..n.index()]).for_each(|(o, c)| *o |= c);
            }
            (n, d)
        }
        Op::Spread { n, around, d, a } => {
            spread(ir, &frame[set(a, n)], around != 0, &mut out);
            (n, d)
        }
        Op::Reach { n, d, a, b } => {
            reach(ir, &frame[set(a, n)], &frame[set(b, n)], &mut out);
            (n, d)
        }
        Op::RayTo { n, d, at } => {
            let (cell, direction) = (frame[at.index()], frame[at.index() + 1]);
            if direction >= directions(ir) {
                return Err(FaultKind::NoSuchThing(direction as i64));
            }
            ray(ir, cell, direction, &frame[set(at + 2, n)], &mut out)?;
            (n, d)
        }
        Op::Rays { n, d, at } => {
            let stop = &frame[set(at + 1 + u16::from(n), n)];
            let all = frame[at.index()];
            if all.checked_shr(directions(ir) as u32).unwrap_or(0) != 0 {
                return Err(FaultKind::NoSuchThing(i64::from(63 - all.leading_zeros())));
            }
            for (i, word) in frame[set(at + 1, n)].iter().enumerate() {
                let mut cells = *word;
                while cells != 0 {
                    let cell = i as u64 * 64 + u64::from(cells.trailing_zeros());
                    cells &= cells - 1;
                    let mut rest = all;
                    while rest != 0 {
                        ray(ir, cell, u64::from(rest.trailing_zeros()), stop, &mut out)?;
                        rest &= rest - 1;
                    }
                }
            }
            (n, d)
        }
        Op::InARow { n, d, a, len } => {
            out[0] = u64::from(in_a_row(ir, &frame[set(a, n)], frame[len.index()] as i64)?);
            (1, d)
        }
        Op::Lined { n, d, a } => {
            lined(ir, &frame[set(a, n)], &mut out);
            (n, d)
        }
        _ => return Err(FaultKind::Damaged("not about a board")),
    };
    wide::store(frame, n, d, &out);
    Ok(())
}

/// Shifts all cells of `a` by one in a direction.
#[inline]
fn step(ir: &Ir, a: &[u64], direction: u64, out: &mut CellSet) -> Result<(), FaultKind> {
    let g = &ir.geometry;
    // On a single grid, a step is a shift of the whole set; the mask drops cells at the edge.
    if let Some((by, mask)) = g.shifts.get(direction.index()) {
        let mask = mask.index();
        if a.len() == 1 {
            let from = a[0] & ir.pool[mask];
            out[0] = if *by >= 0 { from << by } else { from >> -by };
            return Ok(());
        }
        let mut from = [0; MOST_WORDS];
        for (i, word) in a.iter().enumerate() {
            from[i] = word & ir.pool[mask + i];
        }
        shift(&from[..a.len()], *by, out);
        return Ok(());
    }
    let directions = g.directions.map_or(0, |e| ir.enums[e].values.len()) as u64;
    if direction >= directions {
        return Err(FaultKind::NoSuchThing(direction as i64));
    }
    out[..a.len()].fill(0);
    let base = g.steps.index() + direction.index() * ir.cells.len();
    for_each(a, |cell| {
        let next = ir.pool[base + cell];
        if next != NONE {
            out[next.index() / 64] |= 1 << (next % 64);
        }
    });
    Ok(())
}

/// Shifts a set of cells up or down by `by` bits, less than the size of a board.
fn shift(from: &[u64], by: i32, out: &mut CellSet) {
    let (words, bits) = (by.unsigned_abs().index() / 64, by.unsigned_abs() % 64);
    let at = |i: Option<usize>| i.and_then(|i| from.get(i)).copied().unwrap_or(0);
    for (i, word) in out[..from.len()].iter_mut().enumerate() {
        let (near, far) = if by >= 0 {
            (at(i.checked_sub(words)), at(i.checked_sub(words + 1)))
        } else {
            (at(Some(i + words)), at(Some(i + words + 1)))
        };
        *word = match (bits, by >= 0) {
            (0, _) => near,
            (_, true) => near << bits | far >> (64 - bits),
            (_, false) => near >> bits | far << (64 - bits),
        };
    }
}

#[inline]
fn for_each(set: &[u64], mut visit: impl FnMut(usize)) {
    for (i, word) in set.iter().enumerate() {
        let mut word = *word;
        while word != 0 {
            visit(i * 64 + word.trailing_zeros().index());
            word &= word - 1;
        }
    }
}

/// Computes the neighbours of the cells of `a`.
fn spread(ir: &Ir, a: &[u64], around: bool, out: &mut CellSet) {
    let g = &ir.geometry;
    let base = if around { g.around } else { g.neighbours } as usize;
    let rows = &ir.pool[base..];
    match a.len() {
        1 => spread_rows::<1>(rows, a, out),
        2 => spread_rows::<2>(rows, a, out),
        3 => spread_rows::<3>(rows, a, out),
        4 => spread_rows::<4>(rows, a, out),
        n => for_each(a, |cell| {
            out.iter_mut().zip(&rows[cell * n..cell * n + n]).for_each(|(o, p)| *o |= p);
        }),
    }
}

/// Unites the rows of the cells of `a`. With a constant number of words, a row takes one vector instruction.
fn spread_rows<const N: usize>(rows: &[u64], a: &[u64], out: &mut CellSet) {
    let mut all = [0; N];
    for_each(a, |cell| {
        if let Some(row) = rows.get(cell * N..).and_then(<[u64]>::first_chunk::<N>) {
            all.iter_mut().zip(row).for_each(|(o, p)| *o |= p);
        }
    });
    out[..N].copy_from_slice(&all);
}

/// Computes the cells reachable from cells of `a` through neighbours inside `b`.
fn reach(ir: &Ir, a: &[u64], b: &[u64], out: &mut CellSet) {
    let n = a.len();
    let base = ir.geometry.neighbours.index();
    let mut edge: CellSet = [0; MOST_WORDS];
    let mut left: CellSet = [0; MOST_WORDS];
    for i in 0..n {
        edge[i] = a[i] & b[i];
        left[i] = b[i] & !edge[i];
        out[i] = edge[i];
    }
    // Each cell is removed from the edge once.
    while let Some(i) = edge[..n].iter().position(|w| *w != 0) {
        let cell = i * 64 + edge[i].trailing_zeros().index();
        edge[i] &= edge[i] - 1;
        for j in 0..n {
            let found = ir.pool[base + cell * n + j] & left[j];
            left[j] &= !found;
            edge[j] |= found;
            out[j] |= found;
        }
    }
}

/// Returns the number of directions.
fn directions(ir: &Ir) -> u64 {
    ir.geometry.directions.map_or(0, |e| ir.enums[e].values.len()) as u64
}

/// Adds all cells from `cell` in a direction, up to and including the first in `stop`.
#[inline]
fn ray(ir: &Ir, cell: u64, direction: u64, stop: &[u64], out: &mut CellSet) -> Result<(), FaultKind> {
    let cells = ir.cells.len() as u64;
    if cell >= cells {
        return Err(FaultKind::NoSuchThing(cell as i64));
    }
    let n = stop.len();
    let from = |cell: u64| ir.geometry.rays.index() + (direction * cells + cell).index() * n;
    let row = &ir.pool[from(cell)..from(cell) + n];
    // The first cell met is the lowest of the ray, or in falling directions the highest.
    let met = match ir.geometry.rising >> direction & 1 {
        1 => (0..n).find(|i| row[*i] & stop[*i] != 0).map(|i| (i, (row[i] & stop[i]).trailing_zeros())),
        _ => (0..n).rfind(|i| row[*i] & stop[*i] != 0).map(|i| (i, 63 - (row[i] & stop[i]).leading_zeros())),
    };
    match met {
        None => out.iter_mut().zip(row).for_each(|(o, r)| *o |= r),
        Some((i, bit)) => {
            let first = i as u64 * 64 + u64::from(bit);
            if first >= cells {
                return Err(FaultKind::Damaged("a ray leaves its board"));
            }
            let beyond = &ir.pool[from(first)..from(first) + n];
            out.iter_mut().zip(row.iter().zip(beyond)).for_each(|(o, (r, b))| *o |= r & !b);
        }
    }
    Ok(())
}

/// Returns whether `len` cells of `a` are consecutive in a straight line.
fn in_a_row(ir: &Ir, a: &[u64], len: i64) -> Result<bool, FaultKind> {
    let n = a.len();
    if len <= 1 {
        return Ok(len < 1 || a.iter().any(|w| *w != 0));
    }
    if let ([cells], false) = (a, ir.geometry.shifts.is_empty()) {
        return Ok(in_a_row_of_word(ir, *cells, len));
    }
    for axis in &ir.geometry.axes {
        let mut run: CellSet = [0; MOST_WORDS];
        run[..n].copy_from_slice(a);
        // A row of as many cells as the board has is a cycle.
        let mut left = (len - 1).min(ir.cells.len() as i64);
        while left > 0 && run[..n].iter().any(|w| *w != 0) {
            let mut next: CellSet = [0; MOST_WORDS];
            step(ir, &run[..n], u64::from(*axis), &mut next)?;
            for i in 0..n {
                run[i] = next[i] & a[i];
            }
            left -= 1;
        }
        if run[..n].iter().any(|w| *w != 0) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Like `in_a_row`, for a board of one word with shifts.
#[inline]
fn in_a_row_of_word(ir: &Ir, cells: u64, len: i64) -> bool {
    let g = &ir.geometry;
    g.axes.iter().filter_map(|axis| g.shifts.get(axis.index())).any(|(by, mask)| {
        let mask = ir.pool[mask.index()];
        let (mut run, mut left) = (cells, len - 1);
        while left > 0 && run != 0 {
            let from = run & mask;
            run = cells & if *by >= 0 { from << by } else { from >> -by };
            left -= 1;
        }
        run != 0
    })
}

/// Computes the cells of `a` that are on a line whose cells are all in `a`.
fn lined(ir: &Ir, a: &[u64], out: &mut CellSet) {
    let g: &Geometry = &ir.geometry;
    let n = a.len();
    out[..n].fill(0);
    for line in ir.pool[g.lines.index()..g.lines.index() + g.line_count.index() * n].chunks_exact(n.max(1)) {
        if line.iter().zip(a).all(|(l, a)| l & !a == 0) {
            out.iter_mut().zip(line).for_each(|(o, l)| *o |= l);
        }
    }
}
