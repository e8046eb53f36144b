//! Chess by hand, on a board of 64 bytes: moves are made on copies and kept where they leave the king safe.

use super::by_hand::{Chance, Game};
use std::collections::HashMap;

/// Kinds of piece; 0 is none. Pieces of the second player have [`BLACK`] added.
const PAWN: u8 = 1;
const KNIGHT: u8 = 2;
const BISHOP: u8 = 3;
const ROOK: u8 = 4;
const QUEEN: u8 = 5;
const KING: u8 = 6;
const BLACK: u8 = 8;

const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const ASLANT: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Board {
    cells: [u8; 64],
    /// Whose turn it is: 0 or [`BLACK`].
    turn: u8,
    /// Short and long castling of the first player, then of the second.
    castling: [bool; 4],
    /// The cell that a pawn has just passed over.
    passed: Option<u8>,
    /// The kings' cells.
    kings: [u8; 2],
}

#[derive(Clone, Copy)]
struct Move {
    from: u8,
    to: u8,
    into: u8,
}

fn ahead(cell: u8, (dc, dr): (i8, i8)) -> Option<u8> {
    let (column, row) = ((cell % 8) as i8 + dc, (cell / 8) as i8 + dr);
    ((0..8).contains(&column) && (0..8).contains(&row)).then_some((row * 8 + column) as u8)
}

impl Board {
    fn new() -> Board {
        let mut cells = [0; 64];
        for (column, kind) in
            [ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK].into_iter().enumerate()
        {
            (cells[column], cells[8 + column]) = (kind, PAWN);
            (cells[56 + column], cells[48 + column]) = (kind | BLACK, PAWN | BLACK);
        }
        Board { cells, turn: 0, castling: [true; 4], passed: None, kings: [4, 60] }
    }

    /// Returns whether a side threatens a cell.
    fn threatened(&self, cell: u8, by: u8) -> bool {
        let is = |at: Option<u8>, kind: u8| at.is_some_and(|at| self.cells[at as usize] == kind | by);
        let back = if by == 0 { -1 } else { 1 };
        if is(ahead(cell, (1, back)), PAWN) || is(ahead(cell, (-1, back)), PAWN) {
            return true;
        }
        if LEAPS.iter().any(|way| is(ahead(cell, *way), KNIGHT)) {
            return true;
        }
        for (ways, kind) in [(STRAIGHT, ROOK), (ASLANT, BISHOP)] {
            for way in ways {
                let mut at = ahead(cell, way);
                if is(at, KING) {
                    return true;
                }
                while let Some(next) = at {
                    let piece = self.cells[next as usize];
                    if piece != 0 {
                        if piece == kind | by || piece == QUEEN | by {
                            return true;
                        }
                        break;
                    }
                    at = ahead(next, way);
                }
            }
        }
        false
    }

    fn in_check(&self) -> bool {
        self.threatened(self.kings[usize::from(self.turn != 0)], BLACK - self.turn)
    }

    fn moves(&self, legal: &mut Vec<Move>) {
        legal.clear();
        let mut open: [Move; 256] = [Move { from: 0, to: 0, into: 0 }; 256];
        let mut count = 0;
        let mut add = |from: u8, to: u8, into: u8| {
            open[count] = Move { from, to, into };
            count += 1;
        };
        for from in 0..64u8 {
            let piece = self.cells[from as usize];
            if piece == 0 || piece & BLACK != self.turn {
                continue;
            }
            let takes = |to: u8| self.cells[to as usize] != 0 && self.cells[to as usize] & BLACK != self.turn;
            let free = |to: u8| self.cells[to as usize] == 0;
            match piece & 7 {
                PAWN => {
                    let way = if self.turn == 0 { 1 } else { -1 };
                    let mut go = |to: u8| {
                        if to / 8 == 0 || to / 8 == 7 {
                            [QUEEN, ROOK, BISHOP, KNIGHT].into_iter().for_each(|into| add(from, to, into));
                        } else {
                            add(from, to, 0);
                        }
                    };
                    if let Some(one) = ahead(from, (0, way)).filter(|to| free(*to)) {
                        go(one);
                        if from / 8 == if self.turn == 0 { 1 } else { 6 } {
                            ahead(one, (0, way)).filter(|to| free(*to)).into_iter().for_each(&mut go);
                        }
                    }
                    for side in [1, -1] {
                        let to = ahead(from, (side, way));
                        to.filter(|to| takes(*to) || self.passed == Some(*to)).into_iter().for_each(&mut go);
                    }
                }
                KNIGHT => {
                    let to = LEAPS.iter().filter_map(|way| ahead(from, *way));
                    to.filter(|to| free(*to) || takes(*to)).for_each(|to| add(from, to, 0));
                }
                KING => {
                    let to = STRAIGHT.iter().chain(&ASLANT).filter_map(|way| ahead(from, *way));
                    to.filter(|to| free(*to) || takes(*to)).for_each(|to| add(from, to, 0));
                    let side = usize::from(self.turn != 0) * 2;
                    let safe = |cell: u8| !self.threatened(cell, BLACK - self.turn);
                    if self.castling[side] && free(from + 1) && free(from + 2) && safe(from) && safe(from + 1)
                    {
                        add(from, from + 2, 0);
                    }
                    let long = self.castling[side + 1] && (1..=3).all(|by| free(from - by));
                    if long && safe(from) && safe(from - 1) {
                        add(from, from - 2, 0);
                    }
                }
                kind => {
                    for (ways, not) in [(STRAIGHT, BISHOP), (ASLANT, ROOK)] {
                        for way in ways.into_iter().filter(|_| kind != not) {
                            let mut at = ahead(from, way);
                            while let Some(to) = at {
                                if free(to) || takes(to) {
                                    add(from, to, 0);
                                }
                                at = if free(to) { ahead(to, way) } else { None };
                            }
                        }
                    }
                }
            }
        }
        for m in &open[..count] {
            let mut next = *self;
            next.make(*m);
            if !next.threatened(next.kings[usize::from(self.turn != 0)], next.turn) {
                legal.push(*m);
            }
        }
    }

    /// Makes a move; says whether it took something or moved a pawn.
    fn make(&mut self, Move { from, to, into }: Move) -> bool {
        let piece = self.cells[from as usize];
        let for_good = self.cells[to as usize] != 0 || piece & 7 == PAWN;
        let passed = self.passed.take();
        if piece & 7 == PAWN {
            if passed == Some(to) {
                self.cells[(if self.turn == 0 { to - 8 } else { to + 8 }) as usize] = 0;
            }
            if from.abs_diff(to) == 16 {
                self.passed = Some((from + to) / 2);
            }
        }
        if piece & 7 == KING {
            self.kings[usize::from(self.turn != 0)] = to;
            if from.abs_diff(to) == 2 {
                let (corner, beside) = if to > from { (to + 1, to - 1) } else { (to - 2, to + 1) };
                self.cells[beside as usize] = self.cells[corner as usize];
                self.cells[corner as usize] = 0;
            }
        }
        for cell in [from, to] {
            match cell {
                0 => self.castling[1] = false,
                7 => self.castling[0] = false,
                4 => self.castling[..2].fill(false),
                56 => self.castling[3] = false,
                63 => self.castling[2] = false,
                60 => self.castling[2..].fill(false),
                _ => {}
            }
        }
        self.cells[to as usize] = if into != 0 { into | self.turn } else { piece };
        self.cells[from as usize] = 0;
        self.turn = BLACK - self.turn;
        for_good
    }

    /// Returns whether neither side has enough pieces left to mate.
    fn bare(&self) -> bool {
        let (mut pieces, mut knights, mut light, mut dark) = (0, 0, 0, 0);
        for (cell, piece) in self.cells.iter().enumerate().filter(|(_, piece)| **piece != 0) {
            pieces += 1;
            match piece & 7 {
                PAWN | ROOK | QUEEN => return false,
                KNIGHT => knights += 1,
                BISHOP if (cell / 8 + cell % 8) % 2 == 1 => light += 1,
                BISHOP => dark += 1,
                _ => {}
            }
        }
        pieces <= 3 || knights == 0 && (light == 0 || dark == 0)
    }
}

/// One random game: mate, stalemate, fifty moves, threefold repetition, what cannot mate.
pub fn chess(chance: &mut Chance) -> Game {
    let mut board = Board::new();
    let mut before: HashMap<Board, u8> = HashMap::new();
    let mut moves = Vec::with_capacity(64);
    let (mut plies, mut quiet) = (0, 0);
    loop {
        board.moves(&mut moves);
        if moves.is_empty() {
            return (plies, board.in_check().then_some(u8::from(board.turn == 0)));
        }
        // A cell passed over counts only while somebody can take there.
        let taken_there =
            moves.iter().any(|m| Some(m.to) == board.passed && board.cells[m.from as usize] & 7 == PAWN);
        let key = Board { passed: board.passed.filter(|_| taken_there), ..board };
        let times = before.entry(key).or_default();
        *times += 1;
        if *times == 3 || quiet >= 100 || board.bare() {
            return (plies, None);
        }
        if board.make(moves[chance.below(moves.len())]) {
            quiet = 0;
            before.clear();
        } else {
            quiet += 1;
        }
        plies += 1;
    }
}

/// How many sequences of `depth` moves there are from the beginning.
pub fn perft(depth: u32) -> u64 {
    fn from(board: &Board, depth: u32) -> u64 {
        let mut moves = Vec::with_capacity(64);
        board.moves(&mut moves);
        if depth == 1 {
            return moves.len() as u64;
        }
        let next = |m: &Move| {
            let mut board = *board;
            board.make(*m);
            from(&board, depth - 1)
        };
        moves.iter().map(next).sum()
    }
    from(&Board::new(), depth)
}
