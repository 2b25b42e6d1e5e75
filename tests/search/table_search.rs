//! The search with endgame tables: in table positions it must play the shortest win and the longest defence, keep
//! draws, and miss no win.

#![expect(clippy::print_stdout, reason = "the long runs print their results")]

use coupturc::notation::{FenFields, fen_text};
use coupturc::rules::games::{International, Variant};
use coupturc::rules::{
    AnyGame, Color, Game, Halt, Kind, MoveList, Outcome, Position, Record, RuleOptions, Setup, WithoutMove,
};
use coupturc::search::{
    Endgames, Goal, Handler, Line, Progress, Score, ScoreKind, Searcher, Stopped, TranspositionTable,
    search_of,
};
use coupturc::tables::{BuildPlan, TableSet, Value, Wdl};
use coupturc::with_game;

/// Stops a search after `limit` moves.
struct Nodes {
    limit: u64,
    table_hits: u64,
}

impl Handler for Nodes {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        if nodes >= self.limit { Err(Stopped) } else { Ok(self.limit) }
    }

    fn lines(&mut self, _: &[Line], progress: Progress) {
        self.table_hits = progress.table_hits;
    }
}

fn endgames(variant: Variant, pieces: usize, options: &RuleOptions) -> Endgames {
    let plan = BuildPlan { pieces, threads: 2, ..BuildPlan::default() };
    let endgames = Endgames::to_come(pieces);
    endgames.arrive(plan.build(variant.rules(), options).expect("tables"));
    endgames
}

/// A random position with `pieces` pieces, of both colours; only men in games that a king ends.
fn random_position<G: Game>(rng: &mut fastrand::Rng, pieces: usize) -> Position<G> {
    loop {
        let mut setup = Setup::empty(if rng.bool() { Color::White } else { Color::Black });
        let mut squares = G::GEOMETRY.squares().to_vec();
        rng.shuffle(&mut squares);
        for &square in squares.iter().take(pieces) {
            let color = if rng.bool() { Color::White } else { Color::Black };
            let is_man = rng.bool() || G::FIRST_KING_WINS;
            setup.put(color, if is_man { Kind::Man } else { Kind::King }, square);
        }
        if let Ok(position) = Position::<G>::from_setup(&setup, &RuleOptions::default())
            && Color::ALL.iter().all(|&color| position.board().pieces(color).any())
        {
            return position;
        }
    }
}

fn set(endgames: &Endgames) -> &TableSet {
    endgames.set().expect("the tables have arrived")
}

/// The best lines, up to `lines`, of a search of a few thousand nodes.
fn think(searcher: &mut Searcher, game: &dyn AnyGame, endgames: &Endgames, lines: usize) -> Vec<Line> {
    think_for(searcher, game, endgames, Goal { lines, to_depth: 30, ..Goal::default() })
}

/// The lines of a search of a few thousand nodes with this goal.
fn think_for(searcher: &mut Searcher, game: &dyn AnyGame, endgames: &Endgames, goal: Goal) -> Vec<Line> {
    search(searcher, game, endgames, goal, &mut Nodes { limit: 2000, table_hits: 0 })
}

/// Searches by function pointer, as the engine does, so that the searches of all games are not compiled again here.
fn search(
    searcher: &mut Searcher,
    game: &dyn AnyGame,
    endgames: &Endgames,
    goal: Goal,
    nodes: &mut Nodes,
) -> Vec<Line> {
    let table = TranspositionTable::with_mebibytes(1).expect("a small table");
    search_of(game.rules())(searcher, game, &table, endgames, goal, nodes)
}

fn shown<G: Game>(position: &Position<G>) -> String {
    fen_text(position, &FenFields::default())
}

/// The plies to the end according to a score.
fn plies(score: Score) -> Option<u16> {
    match score.kind() {
        ScoreKind::WinIn(plies) | ScoreKind::LossIn(plies) => Some(plies as u16),
        _ => None,
    }
}

/// Whether a rule has ended the game and the side to move has won. Tables then count one more ply.
fn is_won_by_mover<G: Game>(position: &Position<G>) -> bool {
    matches!(position.outcome(), Some(Outcome::Win { winner, .. }) if winner == position.side())
}

/// The plies that tables count for a finished game won by the side to move: one if a rule ended it although there are
/// moves, none in games in which a player who cannot move wins.
fn one_more<G: Game>() -> u16 {
    u16::from(G::WITHOUT_MOVE == WithoutMove::Loses)
}

/// Plays a position to its end; both sides know the tables.
fn play_out<G: Game>(start: Position<G>, endgames: &Endgames) {
    let mut game = Record::new(start);
    let mut searcher = Searcher::new();
    loop {
        let position = *game.position();
        let value = set(endgames).probe_any(&position).expect("a table");
        if let Some(outcome) = game.outcome() {
            let expected = match is_won_by_mover(&position) {
                false => Value::Loss(0),
                true => Value::Win(one_more::<G>()),
            };
            assert_eq!(value, expected, "{} {outcome}", shown(&position));
            return;
        }
        let best = think(&mut searcher, &game, endgames, 1).into_iter().next().expect("a line");
        let expected = match value {
            Value::Win(plies) | Value::Loss(plies) => plies,
            Value::Draw => unreachable!("the position is not drawn"),
        };
        assert_eq!(plies(best.score), Some(expected), "{} {value:?}", shown(&position));
        let last = best.moves.iter().fold(position, |position, &mv| position.play_legal(mv.narrow()));
        let counted = best.moves.len() + usize::from(is_won_by_mover(&last)) * usize::from(one_more::<G>());
        assert_eq!(counted, usize::from(expected), "the line goes on to the end");
        game.play(best.moves[0]).expect("a legal move");
    }
}

#[test]
fn the_shortest_win_and_the_longest_defence_are_played() {
    for &variant in Variant::ALL {
        with_game!(variant.rules(), G => {
            let endgames = endgames(G::VARIANT, 3, &RuleOptions::default());
            let mut rng = fastrand::Rng::with_seed(7);
            let mut played = 0;
            while played < 60 {
                let position = random_position::<G>(&mut rng, 3);
                match set(&endgames).probe_any(&position).expect("a table") {
                    Value::Win(plies) | Value::Loss(plies) if plies <= position.plies_to_draw_limit() => {
                        play_out(position, &endgames);
                        played += 1;
                    }
                    _ => {}
                }
            }
        });
    }
}

#[test]
fn draws_are_kept_and_scored_as_draws() {
    for &variant in Variant::ALL {
        with_game!(variant.rules(), G => {
            let endgames = endgames(G::VARIANT, 3, &RuleOptions::default());
            let mut rng = fastrand::Rng::with_seed(8);
            if G::FIRST_KING_WINS {
                // Men never move back, so there are no draws to keep.
                let drawn = |_| set(&endgames).probe(&random_position::<G>(&mut rng, 3)) == Some(Value::Draw);
                assert!(!(0..10_000).any(drawn), "{variant}");
                continue;
            }
            let mut searcher = Searcher::new();
            let mut checked = 0;
            while checked < 20 {
                let position = random_position::<G>(&mut rng, 3);
                let mut legal = MoveList::new();
                position.legal_moves(&mut legal);
                let keeps = |mv| set(&endgames).probe_wdl_any(&position.play_legal(mv)) == Some(Wdl::Draw);
                // At least one move must lose.
                if set(&endgames).probe_any(&position) != Some(Value::Draw) || legal.iter().all(|&mv| keeps(mv)) {
                    continue;
                }
                let best = think(&mut searcher, &Record::new(position), &endgames, 1).remove(0);
                assert!(keeps(best.moves[0].narrow()), "{}: {best:?}", shown(&position));
                assert_eq!(best.score, Score::DRAW);
                let lines = think(&mut searcher, &Record::new(position), &endgames, 3);
                assert_eq!(lines.len(), legal.len().min(3));
                assert!(keeps(lines[0].moves[0].narrow()) && lines[0].score == Score::DRAW);
                assert!(lines.is_sorted_by(|a, b| a.score >= b.score), "{lines:?}");
                checked += 1;
            }
        });
    }
}

#[test]
fn the_reported_depth_of_a_long_table_win_is_at_most_the_goal() {
    for &variant in Variant::ALL {
        with_game!(variant.rules(), G => {
            let endgames = endgames(G::VARIANT, 3, &RuleOptions::default());
            let mut rng = fastrand::Rng::with_seed(11);
            let mut long = 0;
            while long < 20 {
                let game = Record::new(random_position::<G>(&mut rng, 3));
                let Some(Value::Win(plies)) = set(&endgames).probe(game.position()) else { continue };
                if !(4..=game.position().plies_to_draw_limit()).contains(&plies) {
                    continue;
                }
                let goal = Goal { to_depth: 2, ..Goal::default() };
                let best = think_for(&mut Searcher::new(), &game, &endgames, goal).remove(0);
                assert_eq!((best.depth, best.score.kind()), (2, ScoreKind::WinIn(plies.into())), "{variant}");
                long += 1;
            }
        });
    }
}

#[test]
fn positions_with_more_pieces_are_searched_with_tables() {
    for &variant in Variant::ALL {
        with_game!(variant.rules(), G => {
            let endgames = endgames(G::VARIANT, 2, &RuleOptions::default());
            let mut rng = fastrand::Rng::with_seed(9);
            let hits: u64 = (0..10).map(|_| {
                let game = Record::new(random_position::<G>(&mut rng, 4));
                let mut nodes = Nodes { limit: 5000, table_hits: 0 };
                search(&mut Searcher::new(), &game, &endgames, Goal::default(), &mut nodes);
                nodes.table_hits
            }).sum();
            assert!(hits > 0, "{variant}");
        });
    }
}

#[test]
fn a_win_longer_than_a_draw_limit_is_not_reported() {
    let options = RuleOptions { halt: Halt::Killer, ..RuleOptions::default() };
    let endgames = endgames(Variant::International, 3, &options);
    let mut rng = fastrand::Rng::with_seed(10);
    let (mut long, mut short) = (0, 0);
    while long < 20 || short < 20 {
        let position = random_position::<International>(&mut rng, 3).with_options(&options);
        let Some(Value::Win(plies)) = set(&endgames).probe_any(&position) else { continue };
        // A man move would restart the count.
        if Color::ALL.iter().any(|&color| position.board().men(color).any()) {
            continue;
        }
        let best = think(&mut Searcher::new(), &Record::new(position), &endgames, 1).remove(0);
        if plies > position.plies_to_draw_limit() {
            assert!(!best.score.is_decisive(), "{} takes {plies} plies: {best:?}", shown(&position));
            long += 1;
        } else {
            assert!(best.score.is_decisive(), "{}", shown(&position));
            short += 1;
        }
    }
}

/// Plays a won position against an engine without tables. Returns whether the game is won.
fn is_won<G: Game>(start: Position<G>, tables: &Endgames) -> bool {
    let mut game = Record::new(start);
    let none = Endgames::none();
    let (mut strong, mut weak) = (Searcher::new(), Searcher::new());
    loop {
        if let Some(outcome) = game.outcome() {
            return matches!(outcome, Outcome::Win { winner, .. } if winner == start.side());
        }
        let our_turn = game.position().side() == start.side();
        let (searcher, endgames) = if our_turn { (&mut strong, tables) } else { (&mut weak, &none) };
        let best = think(searcher, &game, endgames, 1).remove(0);
        game.play(best.moves[0]).expect("a legal move");
    }
}

#[test]
#[ignore = "builds all tables of four pieces of all games"]
fn no_win_is_missed() {
    for &variant in Variant::ALL {
        with_game!(variant.rules(), G => {
            let endgames = endgames(G::VARIANT, 4, &RuleOptions::default());
            let mut rng = fastrand::Rng::with_seed(11);
            let (mut played, mut won, mut too_long) = (0, 0, 0);
            while played < 200 {
                let position = random_position::<G>(&mut rng, 4);
                let Some(Value::Win(plies)) = set(&endgames).probe_any(&position) else { continue };
                if plies > position.plies_to_draw_limit() {
                    too_long += 1;
                    continue;
                }
                played += 1;
                won += usize::from(is_won(position, &endgames));
            }
            println!("{variant}: {won} of {played} won ({too_long} wins longer than a draw limit skipped)");
            assert_eq!(won, played, "{variant}");
        });
    }
}
