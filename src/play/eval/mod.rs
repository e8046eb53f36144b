//! Evaluation for outside programs: a JSON object a line in, one a line out. `docs/eval.md` is the protocol.
//!
//! What is asked is compiled once, a table is laid once for each agreement, and a line is a copy of it, its zones put in place, and
//! a call. Lines are shared out among threads and come out in order.

mod laid;
mod line;
mod lookup;
mod made;
mod worker;

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, PoisonError};

pub use laid::LaidOut;
use worker::Worker;

use crate::compile::Game;
use crate::diagnostics::Diagnostic;
use crate::table::{Names, Table};
use crate::threads::side_by_side;
use lookup::Lookup;

/// How lines are evaluated where they do not say it themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Options, by id and value.
    pub options: Vec<(String, String)>,
    /// How many players; none: the fewest that the game, its options and the seats named allow.
    pub players: Option<u8>,
    /// The seed.
    pub seed: u64,
    /// What is asked of a line without `eval`.
    pub eval: Option<String>,
    /// Every choice without an answer is answered by search for the greatest value.
    pub best: bool,
    /// How many answers a search may try for one line.
    pub best_limit: u64,
    /// Threads.
    pub jobs: usize,
}

impl Default for Settings {
    fn default() -> Self {
        let best_limit = super::best::LIMIT;
        Settings { options: Vec::new(), players: None, seed: 0, eval: None, best: false, best_limit, jobs: 1 }
    }
}

/// How many lines there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All of them.
    pub lines: u64,
    /// Those with something wrong.
    pub errors: u64,
}

/// The most different expressions of one batch.
const MOST_EXPRESSIONS: usize = 4096;
/// Lines that a thread takes at once.
const BLOCK: usize = 64;
/// The longest line, in bytes.
const LONGEST: usize = 16 << 20;

/// Evaluates lines until there are no more. Lines that come one by one are answered one by one.
pub fn batch(
    game: &mut Game,
    settings: &Settings,
    input: Box<dyn Read + Send>,
    output: &mut impl Write,
) -> io::Result<Counts> {
    let mut counts = Counts::default();
    let mut feed = Feed::new(input);
    let mut compiled = HashMap::new();
    let mut lines = Vec::new();
    if let Some(eval) = &settings.eval {
        compile(game, &mut compiled, eval);
    }
    loop {
        let ir = &game.ir;
        let table = Table::new(ir).map_err(io::Error::other)?;
        let names = Names::new(ir);
        let lookup = Lookup::new(ir, &names);
        let engine = Engine { game: &*game, table: &table, names: &names, lookup, compiled: &compiled, settings };
        let mut workers: Vec<Worker> = (0..settings.jobs.max(1)).map(|_| Worker::new(&engine)).collect();
        let missing = loop {
            if lines.is_empty() {
                // Where a line may take a second, others need not wait for it.
                let most = if settings.best { workers.len() } else { usize::MAX };
                lines = feed.lines(most)?;
                if lines.is_empty() {
                    return Ok(counts);
                }
            }
            let missing = round(&engine, &mut workers, &lines, output, &mut counts)?;
            if !missing.is_empty() {
                break missing;
            }
            lines.clear();
            output.flush()?;
        };
        drop(workers);
        for code in missing {
            compile(game, &mut compiled, &code);
        }
    }
}

/// What an expression compiles to: its function, or what is wrong with it.
type Compiled = HashMap<String, Result<u16, String>>;

fn compile(game: &mut Game, compiled: &mut Compiled, code: &str) {
    if compiled.contains_key(code) {
        return;
    }
    let function = if compiled.len() >= MOST_EXPRESSIONS {
        Err(format!("there are more than {MOST_EXPRESSIONS} different expressions"))
    } else {
        game.snippet(code).map_err(|found| words_of(code, &found))
    };
    compiled.insert(code.to_owned(), function);
}

/// What is wrong with an expression, in one line.
fn words_of(code: &str, found: &[Diagnostic]) -> String {
    let said = found.iter().map(|d| match &d.help {
        Some(help) => format!("{} ({help})", d.message),
        None => d.message.clone(),
    });
    format!("`{code}`: {}", said.collect::<Vec<_>>().join("; "))
}

/// All that the workers share.
struct Engine<'a> {
    game: &'a Game,
    table: &'a Table<'a>,
    names: &'a Names<'a>,
    lookup: Lookup,
    compiled: &'a Compiled,
    settings: &'a Settings,
}

/// Evaluates some lines and writes what comes out, in order. If expressions are missing, nothing is written, and they are given.
fn round<'a>(
    engine: &Engine<'a>,
    workers: &mut [Worker<'a>],
    lines: &[u8],
    output: &mut impl Write,
    counts: &mut Counts,
) -> io::Result<Vec<String>> {
    let lines: Vec<&[u8]> = lines.split(|b| *b == b'\n').filter(|l| !l.trim_ascii().is_empty()).collect();
    let block = if engine.settings.best { 1 } else { BLOCK };
    let blocks = lines.len().div_ceil(block);
    let next = AtomicUsize::new(0);
    let work = |worker: &mut Worker<'a>| {
        let mut done: Vec<(usize, Range<usize>)> = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= blocks {
                return done;
            }
            let from = worker.output.len();
            for line in &lines[at * block..lines.len().min((at + 1) * block)] {
                worker.line(engine, line);
            }
            done.push((at, from..worker.output.len()));
        }
    };
    let many = workers.len().min(blocks);
    workers[..many.max(1)].iter_mut().for_each(Worker::begin);
    let mut parts: Vec<(usize, usize, Range<usize>)> = Vec::new();
    if many <= 1 {
        if let Some(first) = workers.first_mut() {
            parts.extend(work(first).into_iter().map(|(at, range)| (at, 0, range)));
        }
    } else {
        let free = Mutex::new(workers[..many].iter_mut().enumerate());
        let all = side_by_side(many, || {
            let worker = free.lock().unwrap_or_else(PoisonError::into_inner).next();
            worker.map_or_else(Vec::new, |(i, worker)| {
                work(worker).into_iter().map(|(at, range)| (at, i, range)).collect()
            })
        });
        parts.extend(all.into_iter().flatten());
    }
    let used = &mut workers[..many.max(1)];
    let mut missing: Vec<String> = used.iter_mut().flat_map(|w| std::mem::take(&mut w.missing)).collect();
    if missing.is_empty() {
        parts.sort_unstable_by_key(|(at, ..)| *at);
        for (_, worker, range) in parts {
            output.write_all(&used[worker].output[range])?;
        }
        counts.lines += lines.len() as u64;
        counts.errors += used.iter().map(|w| w.errors).sum::<u64>();
    }
    // In an order that does not depend on which thread came first.
    missing.sort_unstable();
    missing.dedup();
    Ok(missing)
}

/// Whole lines, as many as have come: read ahead by a thread of its own.
struct Feed {
    bytes: Receiver<io::Result<Vec<u8>>>,
    rest: Vec<u8>,
    ended: bool,
}

impl Feed {
    fn new(mut input: Box<dyn Read + Send>) -> Self {
        let (sender, bytes) = sync_channel(8);
        // It ends with the input, or when nobody takes what it reads any more.
        std::thread::spawn(move || {
            loop {
                let mut buffer = vec![0; 128 << 10];
                let read = match input.read(&mut buffer) {
                    Ok(0) => return,
                    Ok(n) => {
                        buffer.truncate(n);
                        Ok(buffer)
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => Err(error),
                };
                let failed = read.is_err();
                if sender.send(read).is_err() || failed {
                    return;
                }
            }
        });
        Feed { bytes, rest: Vec::new(), ended: false }
    }

    /// The next lines, at most so many; waits for one. Empty at the end.
    fn lines(&mut self, most: usize) -> io::Result<Vec<u8>> {
        loop {
            let end = match most {
                usize::MAX => self.rest.iter().rposition(|b| *b == b'\n'),
                _ => self.rest.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i).take(most).last(),
            };
            if let Some(end) = end {
                let after = self.rest.split_off(end + 1);
                let lines = std::mem::replace(&mut self.rest, after);
                if lines.trim_ascii().is_empty() {
                    continue;
                }
                return Ok(lines);
            }
            if self.ended {
                let last = std::mem::take(&mut self.rest);
                return Ok(if last.trim_ascii().is_empty() { Vec::new() } else { last });
            }
            if self.rest.len() > LONGEST {
                let message = format!("a line is longer than {} MiB", LONGEST >> 20);
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            match self.bytes.recv() {
                Ok(bytes) => self.rest.extend_from_slice(&bytes?),
                Err(_) => self.ended = true,
            }
            while self.rest.len() < 1 << 20 {
                match self.bytes.try_recv() {
                    Ok(bytes) => self.rest.extend_from_slice(&bytes?),
                    Err(_) => break,
                }
            }
        }
    }
}
