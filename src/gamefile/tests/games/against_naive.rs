//! The twelve games of the engine, read from their files, against the naive rules: the same legal moves, the same
//! positions after them, the same results.

use coupturc_gamefile::play::{Game, Move, Position};
use coupturc_gamefile::{Rules, builtin};
use coupturc_naive::{Game as Naive, NaiveGame, NaivePosition, Options, random_feast, random_position};

/// The length at which games are cut off, in plies.
const MOST_PLIES: usize = 250;

/// The rules of an embedded game.
pub(crate) fn embedded(name: &str) -> Rules {
    let text = builtin::text(name).unwrap_or_else(|| panic!("no game {name}"));
    Rules::read(&format!("{name}.toml"), text).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The legal moves with their texts, sorted as text. The naive rules must have the same. `None` if there are too many
/// captures to follow, which crowded boards set up at random may have.
fn legal(position: &Position<'_>, naive: &NaivePosition) -> Option<Vec<(String, Move)>> {
    let moves = position.legal_moves().ok()?;
    let mut legal: Vec<(String, Move)> = moves.into_iter().map(|mv| (position.text(&mv), mv)).collect();
    legal.sort();
    let texts: Vec<&str> = legal.iter().map(|(text, _)| text.as_str()).collect();
    assert_eq!(texts, naive.moves(), "in {} {:?}", naive.to_hub(), naive.more());
    Some(legal)
}

/// Plays a random game by both rules, from these positions, and returns the number of positions compared.
fn play(rules: &Rules, start: Position<'_>, naive: NaivePosition, random: &mut fastrand::Rng) -> usize {
    let (mut game, mut referee) = (Game::new(rules, start), NaiveGame::new(naive));
    loop {
        let (position, naive) = (game.position(), referee.position());
        assert_eq!((position.to_hub(), position.more()), (naive.to_hub(), naive.more()), "{}", rules.name);
        let plies = game.moves().len();
        let Some(legal) = legal(position, naive) else { return plies };
        let moves: Vec<Move> = legal.iter().map(|(_, mv)| mv.clone()).collect();
        let (result, reason) = referee.result();
        let expected = (result != "none").then(|| (result, reason.to_owned()));
        assert_eq!(game.outcome(&moves), expected, "in {} {:?}", naive.to_hub(), naive.more());
        let Some((text, mv)) = random.choice(&legal).filter(|_| expected.is_none() && plies < MOST_PLIES)
        else {
            return plies + 1;
        };
        game.play(mv);
        referee.play(text);
    }
}

/// Compares this number of positions of a game: those of random games, and random boards with a few moves after each.
fn compare(naive: Naive, positions: usize) {
    let rules = embedded(naive.name());
    let mut random = fastrand::Rng::with_seed(positions as u64);
    let mut seen = 0;
    while seen < positions / 2 {
        let start = NaivePosition::start(naive, Options::default());
        let compared = play(&rules, Position::start(&rules), start, &mut random);
        assert!(compared > 10, "a game of {compared} positions");
        seen += compared;
    }
    while seen < positions {
        let mut rng = |n| random.u64(0..n);
        let (options, is_feast) = (Options::default(), rng(8) == 0);
        let start = if is_feast {
            random_feast(naive, options, &mut rng)
        } else {
            random_position(naive, options, &mut rng)
        };
        let position =
            Position::from_hub(&rules, &start.to_hub(), start.more().as_deref()).expect("a position");
        seen += play(&rules, position, start, &mut random);
    }
}

/// Compares all games, on all processors.
fn compare_all(positions: usize) {
    std::thread::scope(|scope| {
        for naive in Naive::ALL {
            scope.spawn(move || compare(naive, positions));
        }
    });
}

#[test]
fn files_play_like_the_naive_rules() {
    compare_all(20_000);
}

#[test]
#[ignore = "compares twelve million positions"]
fn files_play_like_the_naive_rules_a_million_times() {
    compare_all(1_000_000);
}
