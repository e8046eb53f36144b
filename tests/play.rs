//! Playing: sessions, saved games, simulations.

use crate::support;
use cardwright::diagnostics::Diagnostic;
use cardwright::ir::{Ir, PlayerId};
use cardwright::play::{Agreement, BotKind, Session, TableBot, bot_seed};
use cardwright::source::Sources;
use cardwright::table::{Stop, Table};

mod bearers;
mod bots;
mod classics;
mod fallen;
pub mod find;
mod hidden;
mod hints;
mod holes;
mod contents;
mod known;
mod moves;
mod names;
mod options;
mod picks;
mod positions;
mod poker;
mod prefers;
mod record;
mod samples;
mod seen;
mod selected;
mod session;
mod sight;
mod sim;
mod soak;
mod solve;
mod together;
mod untold;

/// A game compiled from texts; errors in them fail the test.
pub fn compiled(texts: &[(&str, &str)]) -> Ir {
    support::playable(support::opened(texts.iter().copied())).ir
}

/// A shipped game.
fn shipped(id: &str) -> Ir {
    support::shipped(id).ir
}

fn shown(found: &[Diagnostic], sources: &Sources) -> String {
    support::report(found, sources, 100)
}

fn agreed(table: &Table, players: u8, options: &[(&str, &str)], seed: u64) -> Agreement {
    Agreement::settle(&mut table.machine(), Some(players), options.iter().copied(), seed).expect("they agree")
}

fn bots<'t>(session: &Session<'t>, kind: BotKind) -> Vec<Box<dyn TableBot + 't>> {
    let agreement = session.agreement();
    PlayerId::all(agreement.players)
        .map(|seat| {
            let mut bot = kind.make(session.table());
            bot.begin(bot_seed(agreement.seed, seat));
            bot
        })
        .collect()
}

/// Lets bots answer, so many times or to the end.
fn answer(session: &mut Session, bots: &mut [Box<dyn TableBot + '_>], times: usize) -> Stop {
    let mut stop = session.advance();
    for _ in 0..times {
        if stop != Stop::Choice {
            break;
        }
        let seen = session.observation().expect("it waits");
        let index = bots[seen.player().index()].choose(&seen);
        session.choose(index).expect("an option");
        stop = session.advance();
    }
    stop
}

/// A game in which bids are secret, dice are rolled, and nothing but a bold player ends it.
pub const BIDS: &[(&str, &str)] = &[
    (
        "game.toml",
        r#"
[game]
id = "bids"
name = "Bids"
version = "1.0.0"
players = [1, 3]
summary = "Bid a card in secret; the bold end it."

[options.length]
values = ["short", "endless"]
default = "short"
text = "Whether it can end"

[options.lucky]
default = false
text = "Whether dice help"

[options.limit]
range = [1, 9]
default = 3
text = "The most that one may owe"

[[require]]
that = "length == short or player_count >= 2"
text = "Nobody plays for ever alone."

[state.player]
owes = "int 0..5"
bids = "set of card"

[zones.stock]
ordered = true
seen_by = "none"
start = "cards"

[zones.hand]
per = "player"
seen_by = "owner"

[zones.bid]
per = "player"
seen_by = "none"

[actions.pass]
do = "log \"{{ you }} passes\""
text = "pass"

[actions.owe]
do = "you.owes += 1"
text = "owe one more"

[actions.stop]
when = "length == short"
do = "end"
text = "stop the game"

[flow]
setup = """
shuffle(stock)
for each p in players { deal(stock, p.hand, 2) }
"""
play = """
for each p in players {
  choose card from p.hand by p "Which card do you bid?"
  move(card, p.bid)
  p.bids += card
}
let p = players[1]
while true {
  act p
  if lucky { p.owes -= roll(d6) / 6 }
  p = next(p)
}
"""

[scoring]
score = "-p.owes"
"#,
    ),
    (
        "cards/cards.toml",
        r#"
kind = "card"
[cards.ash]
name = "Ash"
copies = 2
[cards.birch]
name = "Birch"
copies = 2
[cards.cedar]
name = "Cedar"
copies = 2
[cards.elm]
name = "Élm's \"quoted\" tree"
text = "A tree."
"#,
    ),
];
