//! A bot of a dozen lines: it plays each option on in its head, and takes the one that wins most often. It
//! meets a random player.

#![allow(clippy::print_stdout)] // the library never prints, a program may

use std::error::Error;

use cardwright::{Bot, Game, Match, MatchConfig, Options, Position, Turn};

/// Number of times that each option is played on.
const PLAYOUTS: u64 = 8;

struct Playout {
    seed: u64,
}

impl Bot for Playout {
    fn begin(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn choose(&mut self, turn: &Turn) -> usize {
        let wins = |option: usize| (0..PLAYOUTS).filter(|n| self.wins(turn, option, *n)).count();
        (0..turn.options().options.len()).max_by_key(|option| wins(*option)).unwrap_or(0)
    }
}

impl Playout {
    /// Plays an option on, with random answers on a table in which everything hidden is drawn at random.
    fn wins(&self, turn: &Turn, option: usize, number: u64) -> bool {
        let mut seed = self.seed ^ turn.answers() << 8 ^ number;
        let Some(mut table) = turn.sample(seed) else { return false };
        let mut answer = option;
        while table.choose(answer).is_ok() {
            let Some(Options { options, .. }) = table.options() else { break };
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            answer = (seed >> 33) as usize % options.len();
        }
        table.outcome().is_some_and(|outcome| outcome.seats[turn.seat().index()].won)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let game = Game::open("cards/tic-tac-toe")?;
    let mut won = 0;
    for seed in 0..10 {
        let mut table = Match::new(&game, &MatchConfig::default().seed(seed))?;
        let mut bots: Vec<Box<dyn Bot>> = vec![Box::new(Playout { seed }), Box::new(table.bot("random")?)];
        let outcome = table.play(&mut bots)?;
        won += u32::from(outcome.seats[0].won);
    }
    println!("the bot won {won} of 10 matches");

    // The shipped search plays the same way, and better.
    let mut table = Match::new(&game, &MatchConfig::default())?;
    let mut bots: Vec<Box<dyn Bot>> =
        vec![Box::new(table.bot("mcts:200")?), Box::new(table.bot("mcts:200")?)];
    table.play(&mut bots)?;
    assert!(matches!(table.position(), Position::Over(_)));
    println!("two searches: {:?}", table.outcome().map(|outcome| outcome.ending));
    Ok(())
}
