//! Games written in plain Rust by hand, with nothing but their own rules: the baseline for the same games
//! given as data. Each plays one game uniformly at random, and returns the number of its choices and the
//! winner.

/// How a game went: choices, and the winner.
pub type Game = (u32, Option<u8>);

/// SplitMix64.
pub struct Chance(pub u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// One of the bits of a set that has some.
    fn bit(&mut self, set: u64) -> u32 {
        let mut set = set;
        for _ in 0..self.below(set.count_ones() as usize) {
            set &= set - 1;
        }
        set.trailing_zeros()
    }
}

pub fn tic_tac_toe(chance: &mut Chance) -> Game {
    const LINES: [[usize; 3]; 8] =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    let mut cells = [2u8; 9];
    let mut empty = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    for ply in 0..9 {
        let pick = chance.below(9 - ply);
        let cell = empty[pick];
        empty[pick] = empty[8 - ply];
        let player = (ply % 2) as u8;
        cells[cell] = player;
        if LINES.iter().any(|line| line.iter().all(|c| cells[*c] == player)) {
            return (ply as u32 + 1, Some(player));
        }
    }
    (9, None)
}

pub fn tic_tac_toe_bits(chance: &mut Chance) -> Game {
    const LINES: [u64; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    let mut sides = [0u64; 2];
    for ply in 0..9 {
        let player = ply % 2;
        sides[player] |= 1 << chance.bit(0o777 & !(sides[0] | sides[1]));
        if LINES.iter().any(|line| sides[player] & line == *line) {
            return (ply as u32 + 1, Some(player as u8));
        }
    }
    (9, None)
}

pub fn connect_four(chance: &mut Chance) -> Game {
    const NOBODY: u8 = 2;
    let mut cells = [[NOBODY; 6]; 7];
    let mut heights = [0usize; 7];
    let mut open = [0usize; 7];
    for ply in 0..42 {
        let player = (ply % 2) as u8;
        let mut count = 0;
        for (column, height) in heights.iter().enumerate() {
            if *height < 6 {
                open[count] = column;
                count += 1;
            }
        }
        let column = open[chance.below(count)];
        let row = heights[column];
        cells[column][row] = player;
        heights[column] += 1;
        for (dc, dr) in [(1i32, 0i32), (0, 1), (1, 1), (1, -1)] {
            let along = |sign: i32| {
                let mut length = 0;
                let (mut c, mut r) = (column as i32 + sign * dc, row as i32 + sign * dr);
                while (0..7).contains(&c) && (0..6).contains(&r) && cells[c as usize][r as usize] == player {
                    length += 1;
                    (c, r) = (c + sign * dc, r + sign * dr);
                }
                length
            };
            if along(1) + along(-1) >= 3 {
                return (ply + 1, Some(player));
            }
        }
    }
    (42, None)
}

pub fn connect_four_bits(chance: &mut Chance) -> Game {
    const BOTTOM: u64 = 0x0000_0408_1020_4081; // columns of seven bits, of which six are played on
    const FIELD: u64 = BOTTOM * 63;
    let mut sides = [0u64; 2];
    for ply in 0..42 {
        let player = ply % 2;
        let filled = sides[0] | sides[1];
        sides[player] |= 1 << chance.bit((filled + BOTTOM) & FIELD);
        let mine = sides[player];
        for by in [1, 6, 7, 8] {
            let pairs = mine & mine >> by;
            if pairs & pairs >> (2 * by) != 0 {
                return (ply as u32 + 1, Some(player as u8));
            }
        }
    }
    (42, None)
}

pub fn breakthrough(chance: &mut Chance) -> Game {
    const NOBODY: u8 = 2;
    let mut cells = [NOBODY; 64];
    cells[..16].fill(0);
    cells[48..].fill(1);
    let mut moves: Vec<(u8, u8)> = Vec::with_capacity(64);
    for ply in 0.. {
        let player = (ply % 2) as u8;
        moves.clear();
        for from in 0..64usize {
            if cells[from] != player {
                continue;
            }
            let row = if player == 0 { from / 8 + 1 } else { (from / 8).wrapping_sub(1) };
            if row > 7 {
                continue;
            }
            let column = from % 8;
            let ahead = row * 8 + column;
            if cells[ahead] == NOBODY {
                moves.push((from as u8, ahead as u8));
            }
            if column > 0 && cells[ahead - 1] != player {
                moves.push((from as u8, ahead as u8 - 1));
            }
            if column < 7 && cells[ahead + 1] != player {
                moves.push((from as u8, ahead as u8 + 1));
            }
        }
        let (from, to) = moves[chance.below(moves.len())];
        cells[from as usize] = NOBODY;
        cells[to as usize] = player;
        let there = to / 8 == if player == 0 { 7 } else { 0 };
        if there || !cells.contains(&(1 - player)) {
            return (ply + 1, Some(player));
        }
    }
    unreachable!("somebody gets there")
}

pub fn breakthrough_bits(chance: &mut Chance) -> Game {
    const A: u64 = 0x0101_0101_0101_0101;
    const H: u64 = A << 7;
    let mut sides = [0xffffu64, 0xffff << 48];
    for ply in 0.. {
        let player = (ply % 2) as usize;
        let (mine, theirs) = (sides[player], sides[1 - player]);
        let free = !(mine | theirs);
        // The cells moved to: straight ahead, and to either side.
        let to = match player {
            0 => [mine << 8 & free, mine << 7 & !H & !mine, mine << 9 & !A & !mine],
            _ => [mine >> 8 & free, mine >> 7 & !A & !mine, mine >> 9 & !H & !mine],
        };
        let counts = to.map(|set| set.count_ones() as usize);
        let mut pick = chance.below(counts.iter().sum());
        let mut way = 0;
        while pick >= counts[way] {
            pick -= counts[way];
            way += 1;
        }
        let mut set = to[way];
        for _ in 0..pick {
            set &= set - 1;
        }
        let cell = set.trailing_zeros();
        let by = [8, 7, 9][way];
        let from = if player == 0 { cell - by } else { cell + by };
        sides[player] = mine & !(1 << from) | 1 << cell;
        sides[1 - player] &= !(1 << cell);
        let there = cell / 8 == if player == 0 { 7 } else { 0 };
        if there || sides[1 - player] == 0 {
            return (ply + 1, Some(player as u8));
        }
    }
    unreachable!("somebody gets there")
}

const AROUND: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

pub fn reversi(chance: &mut Chance) -> Game {
    const NOBODY: u8 = 2;
    let mut cells = [[NOBODY; 8]; 8];
    (cells[4][3], cells[3][4], cells[3][3], cells[4][4]) = (0, 0, 1, 1);
    let turned = |cells: &[[u8; 8]; 8], player: u8, column: usize, row: usize, way: (i32, i32)| {
        let (mut c, mut r, mut count) = (column as i32 + way.0, row as i32 + way.1, 0);
        while (0..8).contains(&c) && (0..8).contains(&r) && cells[c as usize][r as usize] == 1 - player {
            (c, r, count) = (c + way.0, r + way.1, count + 1);
        }
        let ends = (0..8).contains(&c) && (0..8).contains(&r) && cells[c as usize][r as usize] == player;
        if ends { count } else { 0 }
    };
    let (mut plies, mut passed, mut player) = (0, 0, 0u8);
    let mut open: Vec<(usize, usize)> = Vec::with_capacity(32);
    while passed < 2 {
        open.clear();
        for column in 0..8 {
            for row in 0..8 {
                let legal = cells[column][row] == NOBODY
                    && AROUND.iter().any(|way| turned(&cells, player, column, row, *way) > 0);
                if legal {
                    open.push((column, row));
                }
            }
        }
        if open.is_empty() {
            passed += 1;
        } else {
            passed = 0;
            plies += 1;
            let (column, row) = open[chance.below(open.len())];
            for way in AROUND {
                for step in 1..=turned(&cells, player, column, row, way) {
                    cells[(column as i32 + step * way.0) as usize][(row as i32 + step * way.1) as usize] =
                        player;
                }
            }
            cells[column][row] = player;
        }
        player = 1 - player;
    }
    let count = |player: u8| cells.iter().flatten().filter(|c| **c == player).count();
    (plies, by_score(count(0), count(1)))
}

fn by_score(first: usize, second: usize) -> Option<u8> {
    match first.cmp(&second) {
        std::cmp::Ordering::Greater => Some(0),
        std::cmp::Ordering::Less => Some(1),
        std::cmp::Ordering::Equal => None,
    }
}

pub fn reversi_bits(chance: &mut Chance) -> Game {
    const A: u64 = 0x0101_0101_0101_0101;
    // Shifts, and the cells that a shift may land on.
    const WAYS: [(i32, u64); 8] =
        [(1, !A), (-1, !(A << 7)), (8, !0), (-8, !0), (9, !A), (-9, !(A << 7)), (7, !(A << 7)), (-7, !A)];
    let step = |set: u64, (by, lands): (i32, u64)| (if by > 0 { set << by } else { set >> -by }) & lands;
    let mut sides = [1u64 << 28 | 1 << 35, 1 << 27 | 1 << 36];
    let (mut plies, mut passed, mut player) = (0, 0, 0);
    while passed < 2 {
        let (mine, theirs) = (sides[player], sides[1 - player]);
        let mut legal = 0;
        for way in WAYS {
            let mut row = step(mine, way) & theirs;
            for _ in 0..5 {
                row |= step(row, way) & theirs;
            }
            legal |= step(row, way);
        }
        legal &= !(mine | theirs);
        if legal == 0 {
            passed += 1;
        } else {
            passed = 0;
            plies += 1;
            let cell = 1u64 << chance.bit(legal);
            let mut turn = 0;
            for way in WAYS {
                let mut row = step(cell, way) & theirs;
                for _ in 0..5 {
                    row |= step(row, way) & theirs;
                }
                if step(row, way) & mine != 0 {
                    turn |= row;
                }
            }
            sides[player] |= turn | cell;
            sides[1 - player] &= !turn;
        }
        player = 1 - player;
    }
    (plies, by_score(sides[0].count_ones() as usize, sides[1].count_ones() as usize))
}

/// With a forest of the chains and the two sides of each player: cells 0..121, then top, bottom, left, right.
pub fn hex(chance: &mut Chance) -> Game {
    const NOBODY: u8 = 2;
    let mut parents: [u8; 125] = std::array::from_fn(|i| i as u8);
    let find = |parents: &mut [u8; 125], mut a: u8| {
        while parents[a as usize] != a {
            parents[a as usize] = parents[parents[a as usize] as usize];
            a = parents[a as usize];
        }
        a
    };
    let mut cells = [NOBODY; 121];
    let mut empty: [u8; 121] = std::array::from_fn(|i| i as u8);
    for ply in 0..121usize {
        let player = (ply % 2) as u8;
        let pick = chance.below(121 - ply);
        let cell = empty[pick];
        empty[pick] = empty[120 - ply];
        cells[cell as usize] = player;
        let (column, row) = (i32::from(cell % 11), i32::from(cell / 11));
        let join = |parents: &mut [u8; 125], other: u8| {
            let (a, b) = (find(parents, cell), find(parents, other));
            parents[a as usize] = b;
        };
        for (dc, dr) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)] {
            let (c, r) = (column + dc, row + dr);
            if (0..11).contains(&c) && (0..11).contains(&r) && cells[(r * 11 + c) as usize] == player {
                join(&mut parents, (r * 11 + c) as u8);
            }
        }
        let (at, first) = if player == 0 { (row, 121) } else { (column, 123) };
        if at == 0 {
            join(&mut parents, first);
        }
        if at == 10 {
            join(&mut parents, first + 1);
        }
        if find(&mut parents, first) == find(&mut parents, first + 1) {
            return (ply as u32 + 1, Some(player));
        }
    }
    unreachable!("somebody connects")
}

pub fn kuhn(chance: &mut Chance) -> Game {
    let first = chance.below(3);
    let second = (first + 1 + chance.below(2)) % 3;
    let showdown = Some(u8::from(first < second));
    let bet = |chance: &mut Chance| chance.below(2) == 1;
    if bet(chance) {
        return (2, if bet(chance) { showdown } else { Some(0) });
    }
    if !bet(chance) {
        return (2, showdown);
    }
    (3, if bet(chance) { showdown } else { Some(1) })
}

pub fn leduc(chance: &mut Chance) -> Game {
    let mut deck = [1, 1, 2, 2, 3, 3];
    for i in 0..3 {
        deck.swap(i, i + chance.below(6 - i));
    }
    let mut paid = [1, 1];
    let mut plies = 0;
    for stake in [2, 4] {
        let (mut raises, mut spoken, mut player) = (0, 0, 0);
        while spoken < 2 || paid[0] != paid[1] {
            let owed = paid[1 - player] - paid[player];
            let (folds, can_raise) = (usize::from(owed > 0), usize::from(raises < 2));
            plies += 1;
            match chance.below(folds + 1 + can_raise) + (1 - folds) {
                0 => return (plies, Some(1 - player as u8)),
                1 => paid[player] += owed,
                _ => {
                    paid[player] += owed + stake;
                    raises += 1;
                }
            }
            spoken += 1;
            player = 1 - player;
        }
    }
    let strength = |card: usize| deck[card] + if deck[card] == deck[2] { 10 } else { 0 };
    (plies, by_score(strength(0), strength(1)))
}
