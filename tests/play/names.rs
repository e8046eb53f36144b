//! Names of options: a saved answer means one option and no other.

use super::{agreed, compiled};
use cardwright::play::{SavedGame, Session, Soak, soak};
use cardwright::source::Sources;
use cardwright::table::{Names, Stop, Table};
use std::num::NonZero;

/// A game of one rule, with an enum that has values called like arms, and cards that are called alike.
fn game(play: &str) -> cardwright::ir::Ir {
    let head = "[game]\nid = \"g\"\nname = \"G\"\nversion = \"1.0.0\"\nplayers = [2, 2]\n\
                [enums]\ne = [\"done\", \"yes\", \"other\"]\n[state.player]\ns = \"set of e\"\nn = \"int 0..9\"\n\
                [zones.deck]\nstart = \"cards\"\n[zones.pile]\n\
                [actions.play]\nparams = { c = \"deck\" }\ntext = \"Play {{ c }}\"\ndo = \"move(c, pile)\"\n\
                [actions.put]\nparams = { c = \"deck\" }\ntext = \"Play {{ c }}\"\ndo = \"move(c, pile); you.n += 1\"\n\
                [scoring]\nscore = \"p.n\"\n[flow]\nplay = \"\"\"\n";
    let cards = "[cards.done]\nname = \"Done\"\n[cards.guard]\nname = \"Guard\"\ncopies = 2\n[cards.watch]\nname = \"Guard\"\n";
    compiled(&[("game.toml", &format!("{head}{play}\n\"\"\"\n")), ("cards/c.toml", cards)])
}

/// The names and the labels of the options of the first choice.
fn first_choice(ir: &cardwright::ir::Ir) -> Vec<(String, String)> {
    let table = Table::new(ir).expect("sound");
    let names = Names::new(ir);
    let mut session = Session::new(&table, agreed(&table, 2, &[], 1)).expect("laid");
    assert_eq!(session.advance(), Stop::Choice);
    let seen = session.observation().expect("it waits");
    names.names(seen.options()).into_iter().zip(names.labels(seen.options())).collect()
}

fn pairs(of: &[(&str, &str)]) -> Vec<(String, String)> {
    of.iter().map(|(name, label)| ((*name).into(), (*label).into())).collect()
}

#[test]
fn an_arm_and_an_element_that_are_called_alike_are_told_apart() {
    let ir = game("choose up to 2 es from es by players[1]\nplayers[1].s = es\nend");
    let wanted = [("done", "done"), ("yes", "yes"), ("other", "other"), ("done (2)", "done (2)")];
    assert_eq!(first_choice(&ir), pairs(&wanted));
    let ir = game("choose up to 1 cs from deck by players[1]\nend");
    let options = first_choice(&ir);
    assert_eq!(
        [options[0].clone(), options[3].clone()][..],
        pairs(&[("done", "Done"), ("done (2)", "done (2)")])
    );
    let ir = game("choose c from deck by players[1]\nend");
    let wanted = [("done", "Done"), ("guard", "Guard"), ("watch", "Guard (watch)")];
    assert_eq!(first_choice(&ir), pairs(&wanted));
}

#[test]
fn actions_that_read_alike_are_told_apart() {
    let labels =
        |play: &str| first_choice(&game(play)).into_iter().map(|(_, label)| label).collect::<Vec<_>>();
    let one = ["Play Done", "Play Guard", "Play Guard (play watch)"];
    assert_eq!(labels("act players[1] from {play}\nend"), one);
    let both = labels("act players[1] from {play, put}\nend");
    assert_eq!((both[0].as_str(), both[3].as_str()), ("Play Done", "Play Done (put done)"));
}

/// Each option in turn: saved, read back, and answered with again, it leads to the same state.
#[test]
fn every_answer_that_is_saved_is_the_answer_that_was_given() {
    for play in [
        "choose up to 2 es from es by players[1]\nplayers[1].s = es\nend",
        "may choose v from es by players[1] { players[1].n = 1 }\nend",
        "act players[1] from {play, put}\nend",
        "choose up to 1 cs from deck by players[1]\nmove(cs, pile)\nend",
    ] {
        let ir = game(play);
        let table = Table::new(&ir).expect("sound");
        for index in 0..first_choice(&ir).len() {
            let mut session = Session::new(&table, agreed(&table, 2, &[], 1)).expect("laid");
            session.advance();
            session.choose(index).expect("it is one");
            session.advance();
            let mut sources = Sources::default();
            let file = sources.add("saved.toml", SavedGame::of(&session, "", &[]).to_toml());
            let (saved, places) = SavedGame::parse(&sources, file).expect("it was just written");
            let mut again = Session::new(&table, agreed(&table, 2, &[], 1)).expect("laid");
            saved.replay(&places, &mut again, usize::MAX, |_| false).expect("it fits");
            assert_eq!(again.state().words(), session.state().words(), "option {index} of {play}");
        }
        let plan = Soak { games: 40, seed: 1, max_plies: 50, jobs: NonZero::<usize>::MIN };
        assert_eq!(soak(&table, &plan, |_| {}).expect("it can be laid").broken, None, "{play}");
    }
}
