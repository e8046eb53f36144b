//! Golden playthroughs: whole games of every shipped game as text, kept in `tests/data/playthroughs/`. No
//! change of a rule, of an option's name, of the order of options, of a question or of a seat's view passes
//! unnoticed.
//!
//! `CARDWRIGHT_WRITE_PLAYTHROUGHS=1 cargo test --test all playthroughs` writes them anew. Read the difference
//! before you commit it.

use crate::support;
use cardwright::hash::content_hash;
use cardwright::ir::{ComponentId, NONE, Owner, PlayerId, ValueType};
use cardwright::play::{Agreement, RecordEntry, Session};
use cardwright::table::{KnownFace, Names, Players, State, Stop, Table, TableOutcome, TableView};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Game, number of players, options, seed.
type Plan = (&'static str, u8, &'static [(&'static str, &'static str)], u64);

const PLANS: &[Plan] = &[
    ("breakthrough", 2, &[], 1),
    ("breakthrough", 2, &[("columns", "5"), ("rows", "4")], 2),
    ("chess", 2, &[], 1),
    ("chess", 2, &[("patience", "10"), ("repetitions", "5")], 2),
    ("connect-four", 2, &[], 1),
    ("connect-four", 2, &[("columns", "4"), ("rows", "5")], 2),
    ("crazy-eights", 2, &[], 1),
    ("crazy-eights", 4, &[("special", "true"), ("ace", "10")], 2),
    ("crazy-eights", 6, &[("reshuffle", "true"), ("draws", "2")], 3),
    ("draughts", 2, &[], 1),
    ("draughts", 2, &[("patience", "10")], 2),
    ("fantasy-realms", 2, &[("variant", "two_player")], 1),
    ("fantasy-realms", 3, &[], 2),
    ("fantasy-realms", 4, &[("variant", "chaos"), ("trades", "1")], 3),
    ("fantasy-realms", 6, &[], 4),
    ("fog-bell", 2, &[], 1),
    ("fog-bell", 3, &[("goal", "20")], 2),
    ("fog-bell", 4, &[], 3),
    ("gin-rummy", 2, &[], 1),
    (
        "gin-rummy",
        2,
        &[("oklahoma", "true"), ("gin_bonus", "20"), ("undercut_bonus", "10"), ("patience", "30")],
        2,
    ),
    ("gin-rummy", 2, &[("knock", "5")], 3),
    ("hearts", 4, &[], 1),
    (
        "hearts",
        3,
        &[
            ("passing", "right"),
            ("jack_bonus", "true"),
            ("no_trick_bonus", "true"),
            ("queen_breaks", "false"),
        ],
        2,
    ),
    (
        "hearts",
        6,
        &[
            ("target", "30"),
            ("any_club", "true"),
            ("points_at_once", "true"),
            ("hearts_for_queen", "true"),
            ("breaking", "false"),
        ],
        3,
    ),
    ("hex", 2, &[], 1),
    ("hex", 2, &[("swap", "true")], 2),
    ("kuhn-poker", 2, &[], 1),
    ("kuhn-poker", 2, &[], 2),
    ("kuhn-poker", 2, &[], 3),
    ("leduc-poker", 2, &[], 1),
    ("leduc-poker", 2, &[], 2),
    ("leduc-poker", 2, &[], 3),
    ("minute-realms", 2, &[], 1),
    ("minute-realms", 3, &[], 2),
    ("minute-realms", 5, &[], 3),
    ("nine-mens-morris", 2, &[], 1),
    ("nine-mens-morris", 2, &[("flying", "false"), ("patience", "10"), ("repetitions", "2")], 2),
    ("realm-builder", 2, &[("self_limit", "waived"), ("rounds", "12")], 1),
    (
        "realm-builder",
        4,
        &[("format", "sides"), ("self_rule", "ten"), ("scenery", "true"), ("rounds", "10")],
        2,
    ),
    ("realm-classic", 2, &[], 1),
    ("realm-classic", 2, &[("opening", "free"), ("double_moves", "true"), ("longest", "60")], 2),
    ("realm-featured", 2, &[], 1),
    (
        "realm-featured",
        2,
        &[("bases", "5"), ("enforcers", "9"), ("powers", "2"), ("free_placement", "true")],
        2,
    ),
    (
        "realm-featured",
        2,
        &[
            ("stop_on_entry", "true"),
            ("harder_bases", "true"),
            ("capture_replaces", "true"),
            ("patience", "12"),
        ],
        3,
    ),
    ("realm-medieval", 2, &[], 1),
    ("realm-medieval", 2, &[("longest", "40")], 2),
    ("realm-modern", 2, &[], 1),
    ("realm-modern", 2, &[("longest", "40")], 2),
    ("realm-oriental", 2, &[], 1),
    ("realm-oriental", 2, &[("free_placement", "true"), ("warning", "true"), ("longest", "60")], 2),
    ("reversi", 2, &[], 1),
    ("reversi", 2, &[], 2),
    ("tic-tac-toe", 2, &[], 1),
    ("tic-tac-toe", 2, &[], 2),
    ("twelve-realms", 1, &[], 1),
    ("twelve-realms", 2, &[("first_pieces", "false"), ("respite", "6")], 2),
    (
        "twelve-realms",
        4,
        &[("choose_realms", "true"), ("choose_heroes", "false"), ("extra_realm", "true")],
        3,
    ),
    (
        "twelve-realms",
        5,
        &[
            ("with_briarwood", "true"),
            ("with_castle_gloam", "true"),
            ("with_drum_savanna", "true"),
            ("with_frostfjord", "true"),
        ],
        4,
    ),
    (
        "twelve-realms",
        6,
        &[
            ("with_gallows_cay", "true"),
            ("with_greenholt", "true"),
            ("with_hollow_hills", "true"),
            ("with_jade_river", "true"),
        ],
        5,
    ),
    (
        "twelve-realms",
        5,
        &[
            ("with_labyrinth_isles", "true"),
            ("with_lantern_bay", "true"),
            ("with_raven_moor", "true"),
            ("with_shining_sands", "true"),
        ],
        6,
    ),
];

/// So many choices are written in full at the beginning of a game, and so many at its end; of those between,
/// hashes are kept.
const FIRST: usize = 16;
const LAST: usize = 4;
/// A longer list shows its first and last names, and a hash of all of them.
const LISTED: usize = 24;
/// A game that is longer is cut off.
const MOST_CHOICES: usize = 3000;
/// Column at which lines are broken.
const WIDTH: usize = 132;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/playthroughs")
}

/// A list in one line: all of it, or its ends and a hash that no change in the middle escapes.
fn listed(names: &[String]) -> String {
    match names {
        _ if names.len() <= LISTED => names.join(", "),
        [first @ .., last] => {
            let hash = short_hash(&names.join("\n"));
            let first = first[..LISTED / 2].join(", ");
            format!("{first}, …, {last} ({}, hash {hash})", names.len())
        }
        [] => String::new(),
    }
}

fn short_hash(text: &str) -> String {
    format!("{:08x}", content_hash(text.as_bytes()) as u32)
}

/// Writes `text` after `label`, broken at spaces, with the rest of it indented.
fn write_wrapped(out: &mut String, label: &str, text: &str) {
    let mut line = label.to_owned();
    for word in text.split(' ') {
        if line.chars().count() + 1 + word.chars().count() > WIDTH
            && line.chars().count() > label.chars().count()
        {
            let _ = writeln!(out, "{}", line.trim_end());
            line = format!("{:1$}", "", label.chars().take_while(|c| *c == ' ').count() + 4);
        } else if !line.ends_with(' ') {
            line.push(' ');
        }
        line.push_str(word);
    }
    let _ = writeln!(out, "{}", line.trim_end());
}

/// Returns the facts that a seat sees, one a line: the place or owner, and the fact. 0, no, none and empty
/// values are left out, and so is the state of a component as long as it is unchanged since the table was
/// laid.
fn facts(table: &Table, names: &Names, view: &TableView, laid: &State) -> BTreeMap<String, String> {
    let ir = table.ir();
    let mut facts: BTreeMap<String, String> = BTreeMap::new();
    for zone in view.zones.iter().filter(|z| z.count > 0) {
        let component = |c: &ComponentId| names.value(&ValueType::Component, &[u64::from(*c)]);
        let inside = match &zone.contents {
            Some(contents) => listed(&contents.iter().map(component).collect::<Vec<_>>()),
            None if zone.known.is_empty() => format!("{} unseen", zone.count),
            None => {
                let face = |face: &KnownFace| match face.place {
                    0 => component(&face.component),
                    place => format!("{place} is {}", component(&face.component)),
                };
                let known: Vec<String> = zone.known.iter().map(face).collect();
                format!("{} of which known: {}", zone.count, listed(&known))
            }
        };
        facts.insert(format!("in {}", names.zone(zone.zone)), inside);
    }
    for field in &view.fields {
        let Some(info) = ir.layout.fields.get(field.field.index()) else { continue };
        let empty = match &info.ty {
            ValueType::Set(_) => field.words.iter().all(|w| *w == 0),
            ValueType::Optional(_) => field.words.first() == Some(&NONE),
            ValueType::Int | ValueType::Bool => field.words == [0],
            _ => false,
        };
        let as_laid = || table.field(laid, field.field, field.owner) == Some(field.words.as_slice());
        if empty || info.owner == Owner::Component && as_laid() {
            continue;
        }
        let owner = u64::from(field.owner);
        let whose = match info.owner {
            Owner::Table => "table".to_owned(),
            Owner::Player => format!("player {}", owner + 1),
            Owner::Component => names.value(&ValueType::Component, &[owner]),
            Owner::Cell => names.value(&ValueType::Cell, &[owner]),
        };
        let value = match &info.ty {
            ValueType::Set(of) => {
                let elements: Vec<String> =
                    cardwright::table::elements(&field.words).map(|e| names.value(of, &[e])).collect();
                format!("{{{}}}", listed(&elements))
            }
            ty => names.value(ty, &field.words),
        };
        let said = facts.entry(whose).or_default();
        if !said.is_empty() {
            said.push(' ');
        }
        let _ = write!(said, "{}={value}", field.name);
    }
    facts
}

/// Writes the changes in each seat's view; changes common to all seats are written once.
fn write_views(out: &mut String, before: &[BTreeMap<String, String>], now: &[BTreeMap<String, String>]) {
    let changes: Vec<BTreeMap<&str, &str>> = before
        .iter()
        .zip(now)
        .map(|(before, now)| {
            let gone = before.keys().filter(|key| !now.contains_key(*key)).map(|key| (key.as_str(), "–"));
            let new = now.iter().filter(|(key, text)| before.get(*key) != Some(text));
            gone.chain(new.map(|(key, text)| (key.as_str(), text.as_str()))).collect()
        })
        .collect();
    let Some((first, others)) = changes.split_first() else { return };
    let common = |key: &str, text: &str| others.iter().all(|other| other.get(key) == Some(&text));
    let written = |changes: Vec<(&str, &str)>| {
        changes.iter().map(|(key, text)| format!("{key}: {text}")).collect::<Vec<_>>().join("; ")
    };
    let alike: Vec<(&str, &str)> =
        first.iter().map(|(k, t)| (*k, *t)).filter(|(k, t)| common(k, t)).collect();
    if !alike.is_empty() {
        write_wrapped(out, "  all see ", &written(alike.clone()));
    }
    for (seat, changes) in changes.iter().enumerate() {
        let own: Vec<(&str, &str)> =
            changes.iter().map(|(k, t)| (*k, *t)).filter(|c| !alike.contains(c)).collect();
        if !own.is_empty() {
            write_wrapped(out, &format!("  {} sees ", seat + 1), &written(own));
        }
    }
}

/// The option whose name, drawn from the seed, has the least hash: an option that is added or renamed changes
/// only the choices in which it is taken, or was.
fn drawn(options: &[String], seed: u64, ply: usize) -> usize {
    let hash = |name: &String| {
        // The finish of SplitMix64: hashes of short texts that differ little are not far from each other.
        let mut z = content_hash(format!("{seed} {ply} {name}").as_bytes());
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    (0..options.len()).min_by_key(|i| hash(&options[*i])).expect("there is an option")
}

/// A choice, in full and in a line.
struct Moment {
    full: String,
    brief: String,
}

fn outcome_text(outcome: &TableOutcome) -> String {
    let mut text = format!("{:?}\n", outcome.ending);
    for (seat, standing) in outcome.standings.iter().enumerate() {
        let won = if standing.won { ", won" } else { "" };
        let score = standing.score.map_or_else(String::new, |s| format!(", score {s}"));
        let ties =
            if standing.ties.is_empty() { String::new() } else { format!(", ties {:?}", standing.ties) };
        let _ = writeln!(text, "  player {}: rank {}{won}{score}{ties}", seat + 1, standing.rank);
    }
    text
}

/// Plays a game and writes down all that happens in it.
fn playthrough(table: &Table, plan: &Plan) -> String {
    let (id, players, options, seed) = plan;
    let (ir, names) = (table.ir(), Names::new(table.ir()));
    let agreement = Agreement::settle(&mut table.machine(), Some(*players), options.iter().copied(), *seed)
        .unwrap_or_else(|why| panic!("{id}: {why:?}"));
    let agreed: Vec<String> =
        agreement.option_texts(ir).map(|(option, value)| format!("{option}={value}")).collect();
    let mut out = format!("{id} · {players} players · seed {seed}\n");
    write_wrapped(
        &mut out,
        "options",
        if agreed.is_empty() { "none".into() } else { agreed.join(" ") }.as_str(),
    );
    let mut session = Session::new(table, agreement).unwrap_or_else(|why| panic!("{id}: {why:?}"));
    let mut seen = vec![BTreeMap::new(); *players as usize];
    let mut recorded = 0;
    let mut moments: Vec<Moment> = Vec::new();
    // Events since the last choice: the rules' own lines, and the results of chance.
    let mut happened = |session: &Session, full: &mut String| {
        for entry in &session.record()[recorded..] {
            match entry {
                RecordEntry::Log(line) => write_wrapped(full, "  log ", line.told_to(Players::NONE)),
                RecordEntry::Roll { sides, result, .. } => {
                    write_wrapped(full, "  chance ", &format!("d{sides} shows {result}"))
                }
                RecordEntry::Shuffle(zone) => {
                    write_wrapped(full, "  chance ", &format!("{zone} is shuffled"))
                }
                _ => {}
            }
        }
        recorded = session.record().len();
    };
    let ended = loop {
        let stop = session.advance();
        let mut full = String::new();
        happened(&session, &mut full);
        let facts =
            |seat| facts(table, &names, &table.view(session.state(), Some(seat)), session.initial_state());
        let now: Vec<_> = PlayerId::all(*players).map(facts).collect();
        write_views(&mut full, &seen, &now);
        seen = now;
        if stop != Stop::Choice || moments.len() == MOST_CHOICES {
            break (full, stop);
        }
        let (question, chooser, options) = {
            let seen = session.observation().expect("it waits at a choice");
            (
                seen.question(&names).unwrap_or_else(|| "–".into()),
                seen.player().seat(),
                names.names(seen.options()),
            )
        };
        let index = drawn(&options, *seed, moments.len());
        let number = moments.len() + 1;
        write_wrapped(&mut full, "  options ", &listed(&options));
        let brief = format!(
            "{number} · player {chooser} takes {} · {} options {} · seen {}\n",
            options[index],
            options.len(),
            short_hash(&options.join("\n")),
            short_hash(&format!("{question}\n{full}"))
        );
        let full =
            format!("{number} · player {chooser} is asked: {question}\n{full}  → {}\n", options[index]);
        moments.push(Moment { full, brief });
        session.choose(index).expect("it is an option");
    };
    let count = moments.len();
    for (i, moment) in moments.iter().enumerate() {
        if i < FIRST || i + LAST >= count {
            let _ = write!(out, "\n{}", moment.full);
        } else {
            let gap = if i == FIRST { "\n" } else { "" };
            let _ = write!(out, "{gap}{}", moment.brief);
        }
    }
    let (views, stop) = ended;
    let _ = write!(out, "\nend, after {count} choices: ");
    match stop {
        Stop::Over => out.push_str(&outcome_text(&session.outcome().expect("it can be scored"))),
        stop => {
            let _ = writeln!(out, "{stop:?}");
        }
    }
    out + &views
}

/// The first line that differs, with the lines before it.
fn first_difference(name: &str, kept: &str, now: &str) -> Option<String> {
    let (kept, now): (Vec<&str>, Vec<&str>) = (kept.lines().collect(), now.lines().collect());
    let at = (0..kept.len().max(now.len())).find(|i| kept.get(*i) != now.get(*i))?;
    // The head of the choice, if it stands further up.
    let head = now[..at.min(now.len())].iter().rev().find(|line| !line.starts_with(' ') && !line.is_empty());
    let mut text = format!("{name}:{}: in {}\n", at + 1, head.unwrap_or(&"the first line"));
    for line in &now[at.saturating_sub(3).min(now.len())..at.min(now.len())] {
        let _ = writeln!(text, "      {line}");
    }
    for (mark, lines) in [("kept", &kept), ("now ", &now)] {
        for line in lines.iter().skip(at).take(2) {
            let _ = writeln!(text, "{mark}: {line}");
        }
        if lines.len() <= at {
            let _ = writeln!(text, "{mark}: (the end of the file)");
        }
    }
    Some(text)
}

#[test]
fn playthroughs_are_as_they_were() {
    let write = std::env::var_os("CARDWRIGHT_WRITE_PLAYTHROUGHS").is_some();
    let mut now: BTreeMap<String, String> = BTreeMap::new();
    for id in support::ids() {
        let plans: Vec<&Plan> = PLANS.iter().filter(|(game, ..)| *game == id).collect();
        assert!(plans.len() >= 2, "{id} has no playthroughs: give it at least two in PLANS");
        let game = support::shipped(id);
        for (number, plan) in plans.into_iter().enumerate() {
            // If players bring lists, each player has one of the package's.
            let lists = game.lists(plan.1, &[]);
            let laid = lists.map(|lists| game.laid_for(&lists).expect("the package's lists can be played"));
            let table = Table::new(&laid.as_ref().unwrap_or(&game).ir).expect("it is sound");
            now.insert(format!("{id}-{}.txt", number + 1), playthrough(&table, plan));
        }
    }
    let mut kept: BTreeMap<String, String> = BTreeMap::new();
    for file in fs::read_dir(folder()).into_iter().flatten().flatten() {
        let text = fs::read_to_string(file.path()).expect("UTF-8");
        kept.insert(file.file_name().into_string().expect("UTF-8"), text);
    }
    if write {
        fs::create_dir_all(folder()).expect("a folder");
        kept.keys().filter(|name| !now.contains_key(*name)).for_each(|name| {
            fs::remove_file(folder().join(name)).expect("it was there");
        });
        now.iter().filter(|(name, text)| kept.get(*name) != Some(text)).for_each(|(name, text)| {
            fs::write(folder().join(name), text).expect("it can be written");
        });
        return;
    }
    let names: std::collections::BTreeSet<&String> = kept.keys().chain(now.keys()).collect();
    let empty = String::new();
    let different: Vec<String> = names
        .into_iter()
        .filter_map(|name| {
            first_difference(name, kept.get(name).unwrap_or(&empty), now.get(name).unwrap_or(&empty))
        })
        .collect();
    assert!(
        different.is_empty(),
        "{} of {} playthroughs have changed. If they should:\n\
         CARDWRIGHT_WRITE_PLAYTHROUGHS=1 cargo test --test all playthroughs; then read `git diff tests/data/playthroughs`\n\n{}",
        different.len(),
        now.len(),
        different.join("\n")
    );
}

/// Every option of every shipped game has another value than its default in at least one playthrough.
#[test]
fn playthroughs_cover_every_option() {
    for id in support::ids() {
        let game = support::shipped(id);
        for option in &game.ir.options {
            let played = PLANS.iter().filter(|(game, ..)| *game == id);
            let mut played = played.flat_map(|(_, _, options, _)| options.iter());
            assert!(
                played.any(|(given, _)| *given == option.id),
                "{id}: `{}` is at its default in all",
                option.id
            );
        }
    }
}

/// No line that the rules of a shipped game write counts `1 tons`. Only verbs follow the number of a player.
#[test]
fn lines_of_the_record_count_one_in_the_singular() {
    let mut wrong = Vec::new();
    for file in fs::read_dir(folder()).expect("the folder of playthroughs") {
        let file = file.expect("a file of it").path();
        let text = fs::read_to_string(&file).expect("UTF-8");
        for line in text.lines().filter(|line| line.starts_with("  log ")) {
            let words: Vec<&str> = line.split([' ', ',']).collect();
            let counts = |of: &[&str]| of[0] != "player" && of[1] == "1" && of[2].ends_with('s');
            if words.windows(3).any(counts) {
                wrong.push(format!("{}: {line}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "write {{ 'ton' if n == 1 else 'tons' }}:\n{}", wrong.join("\n"));
}
