//! Evaluates the lines of an input, in rounds.

use std::io::{self, Read, Write};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::engine::Engine;
use super::feed::Feed;
use super::line::id_of;
use super::lookup::Lookup;
use super::settings::{BatchError, Settings};
use super::tables::{BatchTables, GameForLists, LazyTable, TableId};
use super::worker::{EvalWorker, error_line};
use crate::compile::CompiledGame;
use crate::play::decks::PregameSettings;
use crate::threads::{lock, side_by_side};

/// Counts of the lines of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineCounts {
    /// Number of all lines.
    pub lines: u64,
    /// Number of lines that were answered with an error.
    pub errors: u64,
}

/// Number of lines that a thread takes at a time.
const BLOCK: usize = 64;
/// Evaluates lines until the end of the input. Lines that arrive one by one are answered one by one.
///
/// # Errors
/// Reading or writing fails, or the game cannot be laid for the lists of the settings.
pub fn batch(
    game: &mut CompiledGame,
    settings: &Settings,
    input: Box<dyn Read + Send>,
    output: &mut impl Write,
) -> Result<LineCounts, BatchError> {
    let mut counts = LineCounts::default();
    let mut feed = Feed::new(input);
    let mut tables = BatchTables::new(game, settings)?;
    let mut lines = Vec::new();
    if let Some(eval) = &settings.eval {
        tables.compile(TableId::FIRST, eval);
    }
    loop {
        let grounds = tables.grounds();
        let mut benches: Vec<Option<TableWorkers>> = grounds.iter().map(|_| None).collect();
        let missing = loop {
            if lines.is_empty() {
                // A line with a search may take a second: smaller rounds, so that results that are ready are
                // written sooner.
                let most = if settings.best { settings.jobs.max(1) } else { usize::MAX };
                lines = feed.lines(most)?;
                if lines.is_empty() {
                    return Ok(counts);
                }
            }
            let seated = tables.seat(&lines);
            let mut missing =
                PendingCompilation { sittings: seated.missing, used: seated.used, codes: Vec::new() };
            if missing.sittings.is_empty() {
                missing.codes = round(&tables, &grounds, &mut benches, &seated.lines, output, &mut counts)?;
            }
            if !missing.is_empty() {
                break missing;
            }
            let end = seated.end;
            lines.drain(..end);
            output.flush()?;
        };
        drop(benches);
        drop(grounds);
        tables.add(missing.sittings, &missing.used);
        for (table, code) in missing.codes {
            tables.compile(table, &code);
        }
    }
}

/// Tables and expressions that must be compiled before lines can be evaluated.
struct PendingCompilation {
    /// Tables, by player count, options and lists.
    sittings: Vec<PregameSettings>,
    /// For each existing table, whether a line of this round is evaluated at it.
    used: Vec<bool>,
    /// Expressions to compile, each with its table.
    codes: Vec<(TableId, String)>,
}

impl PendingCompilation {
    fn is_empty(&self) -> bool {
        self.sittings.is_empty() && self.codes.is_empty()
    }
}

/// A table, and the workers that evaluate lines at it.
struct TableWorkers<'a> {
    engine: Engine<'a>,
    workers: Vec<EvalWorker<'a>>,
}

impl<'a> TableWorkers<'a> {
    fn new<'g: 'a>(
        laid: &'a GameForLists,
        game: &'g CompiledGame,
        ground: &'a LazyTable<'g>,
        settings: &'a Settings,
    ) -> io::Result<Self> {
        let (table, names) = ground.prepared(game)?;
        let lookup = Lookup::new(&game.ir, names);
        let engine = Engine { game, table, names, lookup, compiled: &laid.compiled, settings };
        let workers = (0..settings.jobs.max(1)).map(|_| EvalWorker::new(&engine)).collect();
        Ok(TableWorkers { engine, workers })
    }

    /// Evaluates lines. Returns for each: its index, the index of the worker, and its range in that worker's
    /// output.
    fn evaluate(&mut self, lines: &[(usize, &[u8])]) -> Vec<(usize, usize, Range<usize>)> {
        let TableWorkers { engine, workers } = self;
        let engine = &*engine;
        let block = if engine.settings.best { 1 } else { BLOCK };
        let blocks: Vec<&[(usize, &[u8])]> = lines.chunks(block).collect();
        let next = AtomicUsize::new(0);
        let work = |worker: &mut EvalWorker<'a>| {
            let mut done: Vec<(usize, Range<usize>)> = Vec::new();
            while let Some(block) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
                for (at, line) in *block {
                    let from = worker.output.len();
                    worker.line(engine, line);
                    done.push((*at, from..worker.output.len()));
                }
            }
            done
        };
        let many = workers.len().min(blocks.len());
        workers.iter_mut().for_each(EvalWorker::begin);
        if many <= 1 {
            let done = workers.first_mut().map(work).unwrap_or_default();
            return done.into_iter().map(|(at, range)| (at, 0, range)).collect();
        }
        let free = Mutex::new(workers[..many].iter_mut().enumerate());
        let all = side_by_side(many, || {
            let worker = lock(&free).next();
            worker.map_or_else(Vec::new, |(i, worker)| {
                work(worker).into_iter().map(|(at, range)| (at, i, range)).collect()
            })
        });
        all.into_iter().flatten().collect()
    }
}

/// Evaluates lines and writes the results in order. If expressions must be compiled first, writes nothing and
/// returns them.
fn round<'a, 'g: 'a>(
    tables: &'g BatchTables,
    grounds: &'a [LazyTable<'g>],
    benches: &mut [Option<TableWorkers<'a>>],
    lines: &[(TableId, &[u8])],
    output: &mut impl Write,
    counts: &mut LineCounts,
) -> io::Result<Vec<(TableId, String)>> {
    let mut missing: Vec<(TableId, String)> = Vec::new();
    let (mut done, mut refused) = (Vec::new(), Vec::new());
    let mut errors = 0;
    for (id, laid) in tables.all() {
        let mine = lines.iter().enumerate().filter(|(_, (table, _))| *table == id);
        let mine: Vec<(usize, &[u8])> = mine.map(|(at, (_, line))| (at, *line)).collect();
        if mine.is_empty() {
            continue;
        }
        let game = match tables.game(id) {
            Ok(game) => game,
            Err(words) => {
                errors += mine.len() as u64;
                refused.extend(mine.iter().map(|(at, line)| (*at, error_line(&id_of(line), words))));
                continue;
            }
        };
        let bench = match &mut benches[id.index()] {
            Some(bench) => bench,
            none => none.insert(TableWorkers::new(laid, game, &grounds[id.index()], tables.settings())?),
        };
        done.extend(bench.evaluate(&mine).into_iter().map(|(at, worker, range)| (at, id, worker, range)));
        for worker in &mut bench.workers {
            missing.extend(std::mem::take(&mut worker.missing).into_iter().map(|code| (id, code)));
            errors += worker.errors;
        }
    }
    if missing.is_empty() {
        // Merges both in the order of the lines; each line is in exactly one of them.
        done.sort_unstable_by_key(|(at, ..)| *at);
        let mut refused = refused.into_iter().peekable();
        let mut done = done.into_iter().peekable();
        for at in 0..lines.len() {
            if let Some((_, text)) = refused.next_if(|(line, _)| *line == at) {
                output.write_all(text.as_bytes())?;
            } else if let Some((_, id, worker, range)) = done.next_if(|(line, ..)| *line == at)
                && let Some(bench) = &benches[id.index()]
            {
                output.write_all(&bench.workers[worker].output[range])?;
            }
        }
        counts.lines += lines.len() as u64;
        counts.errors += errors;
    }
    // Sorted, so that the order does not depend on the threads.
    missing.sort_unstable();
    missing.dedup();
    Ok(missing)
}
