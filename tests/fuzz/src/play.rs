//! Invariants of every game that can be played, however it was compiled.

use cardwright::ir::{PlayerId, StartPoint};
use cardwright::play::{Agreement, ReplayError, SavedGame, Session};
use cardwright::source::Sources;
use cardwright::table::{Names, Sampler, State, Stop, Table};

/// How much may be done between two choices.
pub const FUEL: u64 = 100_000;
/// How many choices are answered.
const MOST_CHOICES: usize = 24;
/// A longer list of options is not compared name by name.
const MOST_NAMES: usize = 64;

/// Answers of an input: its bytes, one after the other, again and again.
pub struct Answers<'d> {
    data: &'d [u8],
    at: usize,
}

impl<'d> Answers<'d> {
    pub fn new(data: &'d [u8]) -> Self {
        Answers { data, at: 0 }
    }

    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        let byte = self.data.get(self.at % self.data.len().max(1)).copied().unwrap_or_default();
        self.at += 1;
        (usize::from(byte).wrapping_add(self.at.wrapping_mul(7))) % bound.max(1)
    }
}

/// Lays a table, plays, and watches.
pub fn whole_game(table: &Table, answers: &mut Answers) {
    let (fewest, most) = table.ir().game.players;
    let players = fewest + answers.below(usize::from(most - fewest) + 1) as u8;
    let options: Vec<(&str, &str)> = Vec::new();
    let mut machine = table.machine();
    machine.set_fuel(FUEL);
    let Ok(agreement) = Agreement::settle(&mut machine, Some(players), options, 7) else { return };
    let Ok(mut state) = agreement.lay(&mut machine) else { return };
    machine.start(&mut state, StartPoint::Setup);
    let taken = play_on(table, &mut state, answers);
    if state.is_over() {
        by_name(table, agreement, &taken, &state);
    }
}

/// Plays a state on, and checks the invariants of every game. Returns the options that were taken.
pub fn play_on(table: &Table, state: &mut State, answers: &mut Answers) -> Vec<usize> {
    let (names, mut machine, mut sampler) = (Names::new(table.ir()), table.machine(), Sampler::default());
    machine.set_fuel(FUEL);
    let (mut taken, mut sample) = (Vec::new(), State::default());
    for _ in 0..MOST_CHOICES {
        match machine.advance(state) {
            Stop::Choice => {}
            Stop::Fault(fault) => {
                let _ = fault.to_diagnostic(table);
                fault.trace_text(table);
                return taken;
            }
            _ => break,
        }
        let (count, chooser, named) = {
            let Ok(options) = machine.options(state) else { return taken };
            let named: Vec<String> =
                options.iter().take(MOST_NAMES).map(|p| names.name(options, &p)).collect();
            (options.len(), options.chooser(), named)
        };
        assert!(count > 0, "a choice without an option");
        assert!(chooser.0 < state.players(), "nobody is asked");
        // Saved and loaded.
        let bytes = table.save(state);
        let mut back = table.load(&bytes).unwrap_or_else(|why| panic!("what was saved is refused: {why}"));
        assert!(back.words() == state.words(), "loaded otherwise than saved");
        let mut other = table.machine();
        other.set_fuel(FUEL);
        let again = other.options(&mut back).expect("it waits at a choice");
        assert_eq!(again.len(), count, "the loaded state has other options");
        for (pick, name) in again.iter().zip(&named) {
            assert_eq!(&names.name(&again, &pick), name, "the loaded state has other options");
        }
        // Seen alike.
        for viewer in PlayerId::all(state.players()).map(Some).chain([None]) {
            let _ = table.view(state, viewer);
        }
        sampler.sample(&mut other, state, chooser, answers.below(256) as u64, &mut sample);
        let (seen, sampled) = (table.view(state, Some(chooser)), table.view(&sample, Some(chooser)));
        assert!(seen == sampled, "a sample looks otherwise:\n{seen:?}\n{sampled:?}");
        // Answered.
        let index = answers.below(count);
        machine.choose(state, index).expect("it is an option");
        taken.push(index);
    }
    let _ = machine.outcome(state);
    taken
}

/// A game that has ended, saved as a file and replayed by the names of its answers, ends in the same bytes.
fn by_name(table: &Table, agreement: Agreement, taken: &[usize], end: &State) {
    let Ok(mut session) = Session::new(table, agreement) else { panic!("it could be laid before") };
    for index in taken {
        assert_eq!(session.advance(), Stop::Choice, "the session goes otherwise");
        session.choose(*index).expect("an option");
    }
    assert_eq!(session.advance(), Stop::Over, "the session ends otherwise");
    assert!(table.save(session.state()) == table.save(end), "the session ends otherwise");
    let saved = SavedGame::of(&session, "", &[]);
    let (mut sources, text) = (Sources::default(), saved.to_toml());
    let file = sources.add("saved.toml", text.clone());
    let (read, places) = SavedGame::parse(&sources, file).unwrap_or_else(|found| panic!("{found:?}\n{text}"));
    assert_eq!(read, saved, "the saved game is read otherwise than written\n{text}");
    match replayed(table, &read, &places) {
        Ok(state) => assert!(table.save(&state) == table.save(end), "the replay ends otherwise\n{text}"),
        Err(why) => panic!("the saved game is not replayed: {why:?}\n{text}"),
    }
}

/// The end of a saved game.
pub fn replayed(
    table: &Table,
    saved: &SavedGame,
    places: &cardwright::play::ReplaySpans,
) -> Result<State, ReplayError> {
    let agreement = saved.agreement(places, &mut table.machine())?;
    let Ok(mut session) = Session::new(table, agreement) else { panic!("it was laid a moment ago") };
    saved.replay(places, &mut session, usize::MAX, |_| false)?;
    Ok(session.state().clone())
}
