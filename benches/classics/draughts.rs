//! English draughts by hand: whole moves are listed, jumps with all that they lead to.

use super::by_hand::{Chance, Game};

const NOBODY: u8 = 2;

#[derive(Clone, Copy)]
struct Cell {
    side: u8,
    king: bool,
}

type Board = [Cell; 64];

const EMPTY: Cell = Cell { side: NOBODY, king: false };

fn ahead(cell: usize, (dc, dr): (i8, i8)) -> Option<usize> {
    let (column, row) = ((cell % 8) as i8 + dc, (cell / 8) as i8 + dr);
    ((0..8).contains(&column) && (0..8).contains(&row)).then_some((row * 8 + column) as usize)
}

fn ways(piece: Cell) -> &'static [(i8, i8)] {
    const ALL: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
    match (piece.king, piece.side) {
        (true, _) => &ALL,
        (_, 0) => &ALL[..2],
        _ => &ALL[2..],
    }
}

/// Moves a piece; says whether it was crowned.
fn go(board: &mut Board, from: usize, to: usize) -> bool {
    let mut piece = std::mem::replace(&mut board[from], EMPTY);
    let crowned = !piece.king && to / 8 == if piece.side == 0 { 7 } else { 0 };
    piece.king |= crowned;
    board[to] = piece;
    crowned
}

/// Adds every board that a piece can jump to, taking all it can on the way.
fn jumps(board: &Board, from: usize, began: bool, found: &mut Vec<Board>) {
    let piece = board[from];
    let mut ended = began;
    for way in ways(piece) {
        let Some(over) = ahead(from, *way).filter(|over| board[*over].side == 1 - piece.side) else {
            continue;
        };
        let Some(to) = ahead(over, *way).filter(|to| board[*to].side == NOBODY) else { continue };
        let mut next = *board;
        next[over] = EMPTY;
        ended = false;
        if go(&mut next, from, to) {
            found.push(next);
        } else {
            jumps(&next, to, true, found);
        }
    }
    if ended {
        found.push(*board);
    }
}

/// One random game, each whole move as likely; 80 moves of kings without a jump are a draw. Its length is
/// given in whole moves.
pub fn draughts(chance: &mut Chance) -> Game {
    let mut board = [EMPTY; 64];
    for (cell, piece) in board.iter_mut().enumerate().filter(|(cell, _)| (cell / 8 + cell % 8) % 2 == 0) {
        piece.side = match cell / 8 {
            0..=2 => 0,
            5..=7 => 1,
            _ => NOBODY,
        };
    }
    let mut found: Vec<Board> = Vec::with_capacity(32);
    let mut steps: Vec<(usize, usize)> = Vec::with_capacity(32);
    let (mut plies, mut quiet, mut player) = (0, 0, 0u8);
    while quiet < 80 {
        found.clear();
        steps.clear();
        let mine = |(_, piece): &(usize, &Cell)| piece.side == player;
        for (cell, _) in board.iter().enumerate().filter(mine) {
            jumps(&board, cell, false, &mut found);
        }
        if !found.is_empty() {
            board = found[chance.below(found.len())];
            quiet = 0;
        } else {
            for (from, piece) in board.iter().enumerate().filter(mine) {
                let to = ways(*piece).iter().filter_map(|way| ahead(from, *way));
                steps.extend(to.filter(|to| board[*to].side == NOBODY).map(|to| (from, to)));
            }
            if steps.is_empty() {
                return (plies, Some(1 - player));
            }
            let (from, to) = steps[chance.below(steps.len())];
            quiet = if board[from].king { quiet + 1 } else { 0 };
            go(&mut board, from, to);
        }
        plies += 1;
        player = 1 - player;
    }
    (plies, None)
}
