//! The engine's rules against the naive referee's: moves, successors, hash keys and results must agree in
//! every position of random games and in random positions, in every game and under every option.

use std::collections::BTreeMap;

use coupturc::notation::{hub_position_text, move_text, parse_fen};
use coupturc::rules::games::{Brazilian, Variant};
use coupturc::rules::{
    Bitboard, Color, DrawRule, ExtraState, Game, Kind, Move, MoveList, Position, Record, RuleOptions, Setup,
    Square, Word,
};
use coupturc::with_game;
use proptest::prelude::*;

use crate::support::naive::{NaiveGame, NaivePosition};
use crate::support::{
    Rng, feast, for_every_game, is_wanted, legal_moves, more, move_options, move_texts, naive_position,
    position, scattered,
};

/// The default number of positions of each game that the long run compares.
const LONG_RUN: u64 = 1_000_000;
/// The number of random positions for each random game.
const SCATTERED: u64 = 60;
/// The number of positions with long captures for each random game.
const FEASTS: u64 = 20;
/// The length from which a capture is long; shorter in games in which kings never capture.
fn long_capture<G: Game>() -> u32 {
    if G::FIRST_KING_WINS { 5 } else { G::GEOMETRY.len().min(50) as u32 / 5 }
}

/// The most games with few pieces played under each draw rule.
const ENDINGS: u64 = 300;
/// The number of them that end for the rarest reason, if it is not too rare.
const ENOUGH: u32 = 5;

/// The choice of moves in a game.
#[derive(Clone, Copy)]
enum Style {
    /// At random.
    Random,
    /// Random moves that do not offer a piece, and sometimes move back to the previous cell: such games reach draws
    /// that random ones miss.
    Shuffling,
    /// Like shuffling, but never back, and men move rarely: games stay quiet for as long as possible.
    Waiting,
}

/// In waiting games, a man moves after this many plies without a man move.
const WAIT: u16 = 20;

/// Compares everything that both views of one position report.
fn compare<G: Game>(fast: &Position<G>, naive: &NaivePosition, options: &RuleOptions, rng: &mut Rng) {
    let text = naive.to_hub();
    let what = format!("{} {text} {:?} {options:?}", G::VARIANT, naive.more());
    assert_eq!(hub_position_text(fast), text, "text of {what}");
    assert_eq!(more(fast), naive.more(), "what is beside the board of {what}");
    assert_eq!(move_texts(fast), naive.moves(), "moves of {what}");
    let rebuilt = position::<G>(naive, options);
    assert_eq!(fast.key(), rebuilt.key(), "key of {what}");
    assert!(fast.repeats(&rebuilt), "repetition of {what}");
    check_neighbours(fast, &what);
    check_lists(fast, &what);
    check_refusals(fast, &what, rng);
}

/// Everything that the repetition rule compares must change the key: the side to move, the vanguard, kings' moves,
/// every piece and its kind.
fn check_neighbours<G: Game>(position: &Position<G>, what: &str) {
    let same = Setup { extra: ExtraState::None, ..position.to_setup() };
    let mut neighbours = vec![Setup { side: !same.side, ..same }];
    neighbours.extend((position.to_setup().extra != same.extra).then_some(same));
    for color in Color::ALL {
        let (mut without_men, mut without_kings) = (same, same);
        without_men.men[color] = Bitboard::EMPTY;
        without_kings.kings[color] = Bitboard::EMPTY;
        let mut crowned = without_men;
        crowned.kings[color] |= same.men[color];
        neighbours.extend([without_men, without_kings, crowned].into_iter().filter(|setup| *setup != same));
    }
    for setup in neighbours {
        // The result may not be a position, for example without any piece on the board.
        let Ok(other) = Position::<G>::from_setup(&setup, &RuleOptions::default()) else { continue };
        assert!(!position.repeats(&other), "{setup:?} for {what}");
        assert_ne!(position.key(), other.key(), "{setup:?} for {what}");
    }
}

/// All functions that return the legal moves must agree.
fn check_lists<G: Game>(position: &Position<G>, what: &str) {
    let legal = legal_moves(position);
    // The previous contents of the list must not matter.
    let mut list = legal_moves(&Position::<G>::start());
    position.captures(&mut list);
    assert!(list.iter().all(|mv| mv.is_capture()), "captures of {what}");
    if list.is_empty() {
        assert_eq!(position.has_quiet_move(), !legal.is_empty(), "has_quiet_move of {what}");
        position.quiet_moves(&mut list);
        assert!(!list.iter().any(|mv| mv.is_capture()), "quiet moves of {what}");
    }
    assert_eq!(list[..], legal[..], "lists of {what}");
    assert_eq!(position.count_legal_moves(&mut list), legal.len() as u64, "count of {what}");
    assert_eq!(position.has_legal_move(), !legal.is_empty(), "has_legal_move of {what}");
}

/// A move that is not in the list must be rejected, and one in the list accepted.
fn check_refusals<G: Game>(position: &Position<G>, what: &str, rng: &mut Rng) {
    let legal = legal_moves(position);
    for mv in [random_move(rng), random_move(rng), altered_move::<G>(&legal, rng)] {
        assert_eq!(position.play(mv).is_ok(), legal.contains(&mv), "{mv:?} in {what}");
    }
    if !legal.is_empty() {
        let mv = *rng.choose(&legal);
        assert_eq!(position.play(mv), Ok(position.play_legal(mv)), "{mv:?} in {what}");
    }
}

/// A random move, most likely not legal; its cells need not even be on the board.
fn random_move<W: Word>(rng: &mut Rng) -> Move<W> {
    let mut square = || Square::new(rng.below(64) as u8);
    let (from, to) = (square(), square());
    let captured: Bitboard<W> = (0..square().index() % 4).map(|_| square()).collect();
    Move::capture(from, to, captured)
}

/// A legal move with one part changed, perhaps into another legal move.
fn altered_move<G: Game>(legal: &[Move<G::Word>], rng: &mut Rng) -> Move<G::Word> {
    if legal.is_empty() {
        return random_move(rng);
    }
    let (mv, square) = (*rng.choose(legal), *rng.choose(G::GEOMETRY.squares()));
    match rng.below(4) {
        0 => Move::capture(square, mv.to(), mv.captured()),
        1 => Move::capture(mv.from(), square, mv.captured()),
        2 => Move::quiet(mv.from(), mv.to()),
        _ => Move::capture(mv.from(), mv.to(), mv.captured() ^ square.bitboard()),
    }
}

/// Plays a game to its end, on both sides of the comparison. Returns the number of positions and the reason for the
/// end.
fn play<G: Game>(
    start: NaivePosition,
    options: &RuleOptions,
    style: Style,
    rng: &mut Rng,
) -> (u64, &'static str) {
    let mut record = Record::new(position::<G>(&start, options));
    let mut referee = NaiveGame::new(start);
    let mut positions = 0;
    loop {
        compare(record.position(), referee.position(), options, rng);
        positions += 1;
        let outcome = record.outcome();
        let (result, reason) = outcome.map_or(("none", "none"), |end| (end.result(), end.reason()));
        let text = referee.position().to_hub();
        assert_eq!((result, reason), referee.result(), "{} {text} {options:?}, ply {positions}", G::VARIANT);
        if outcome.is_some() {
            return (positions, reason);
        }
        let mv = choose(&record, style, rng).widen();
        referee.play(&move_text(G::RULES, mv));
        record.play(mv).expect("a legal move");
    }
}

/// The next move of a game.
fn choose<G: Game>(record: &Record<G>, style: Style, rng: &mut Rng) -> Move<G::Word> {
    let position = record.position();
    let legal = legal_moves(position);
    let mut list = MoveList::new();
    let mut offers = |mv: Move<G::Word>| {
        position.play_legal(mv).captures(&mut list);
        !list.is_empty()
    };
    let safe: Vec<Move<G::Word>> = match style {
        Style::Random => Vec::new(),
        Style::Shuffling => legal.iter().copied().filter(|&mv| !offers(mv)).collect(),
        Style::Waiting => {
            let mut safe: Vec<Move<G::Word>> = legal.iter().copied().filter(|&mv| !offers(mv)).collect();
            let is_man = |mv: Move<G::Word>| position.board().men(position.side()).contains(mv.from());
            let is_wanted = |mv: Move<G::Word>| is_man(mv) == (position.quiet_plies() >= WAIT);
            if safe.iter().any(|&mv| is_wanted(mv)) {
                safe.retain(|&mv| is_wanted(mv));
            }
            safe
        }
    };
    let moves = if safe.is_empty() { &legal[..] } else { &safe[..] };
    // The position in which the player was about to make its last move.
    let before = record.earlier().iter().rev().nth(1);
    let restores = |mv: &&Move<G::Word>| {
        let after = position.play_legal(**mv);
        before.is_some_and(|before| {
            let side = position.side();
            before.board().pieces(side) == after.board().pieces(side)
        })
    };
    match (style, moves.iter().find(restores)) {
        (Style::Shuffling, Some(&back)) if rng.below(4) == 0 => back,
        _ => *rng.choose(moves),
    }
}

/// The number of positions compared.
#[derive(Default)]
struct Tally {
    positions: u64,
    /// Positions with long captures.
    long_captures: u64,
}

/// Compares a random game and a few random positions under every option.
fn compare_by_chance<G: Game>(rng: &mut Rng, tally: &mut Tally) {
    for mut options in move_options(G::VARIANT) {
        options.draw_rule = *rng.choose(DrawRule::ALL);
        let start = naive_position(&Position::<G>::start_with(&options), &options);
        tally.positions += play::<G>(start, &options, Style::Random, rng).0;
        for _ in 0..SCATTERED {
            let naive = scattered::<G>(&options, rng);
            compare(&position::<G>(&naive, &options), &naive, &options, rng);
        }
        for _ in 0..FEASTS {
            tally.long_captures += u64::from(compare_feast::<G>(&options, rng) >= long_capture::<G>());
        }
        tally.positions += SCATTERED + FEASTS;
    }
}

/// Compares a position in which long captures are likely. Returns the number of pieces that each of its moves captures.
fn compare_feast<G: Game>(options: &RuleOptions, rng: &mut Rng) -> u32 {
    let naive = feast::<G>(options, rng);
    let fast = position::<G>(&naive, options);
    compare(&fast, &naive, options, rng);
    legal_moves(&fast).first().map_or(0, |mv| mv.captured().count())
}

/// A position with one to four pieces on one side and one or two on the other.
fn few_pieces<G: Game>(options: &RuleOptions, rng: &mut Rng) -> NaivePosition {
    loop {
        let strong = *rng.choose(&Color::ALL);
        let mut setup = Setup::empty(*rng.choose(&Color::ALL));
        for (color, pieces) in [(strong, 1 + rng.below(4)), (!strong, 1 + rng.below(2))] {
            for _ in 0..pieces {
                let kind = if rng.below(4) == 0 { Kind::Man } else { Kind::King };
                setup.put(color, kind, *rng.choose(G::GEOMETRY.squares()));
            }
        }
        // Retry if two pieces share a cell or a man is on a promotion cell.
        if let Ok(position) = Position::<G>::from_setup(&setup, options) {
            return naive_position(&position, options);
        }
    }
}

/// The reasons for draws, and for wins by a rule, that games with few pieces reach.
fn expected_reasons<G: Game>(draw_rule: DrawRule) -> &'static [&'static str] {
    match draw_rule {
        // Men only move forward.
        _ if G::FIRST_KING_WINS => &[],
        // King against man is a win by default.
        _ if G::VARIANT == Variant::Turkish => &["king-against-king", "king-against-man", "repetition"],
        DrawRule::Fmjd if matches!(G::VARIANT, Variant::Brazilian | Variant::Russian) => {
            &["15-moves", "30-moves", "5-moves", "repetition"]
        }
        DrawRule::Fmjd if G::VARIANT == Variant::Frisian => &["2-moves", "7-moves", "repetition"],
        DrawRule::Fmjd if has_limits::<G>() => &["16-moves", "25-moves", "5-moves", "repetition"],
        _ => &["repetition"],
    }
}

/// Whether the game has draws besides repetition that are an option.
fn has_limits<G: Game>() -> bool {
    let repetition = RuleOptions { draw_rule: DrawRule::Repetition, ..RuleOptions::default() };
    G::options(&repetition) != G::options(&RuleOptions::default())
}

/// Plays games with few pieces until each reason for a draw has ended some of them; fails at any other reason, and if
/// one is still missing after many games.
fn check_draws<G: Game>(draw_rule: DrawRule) {
    let options = RuleOptions { draw_rule, ..RuleOptions::default() };
    let expected = expected_reasons::<G>(draw_rule);
    let mut rng = Rng::new(1);
    let mut seen: BTreeMap<&str, u32> = expected.iter().map(|&reason| (reason, 0)).collect();
    for game in 0..ENDINGS {
        let style = if game % 2 == 0 { Style::Shuffling } else { Style::Waiting };
        let start = few_pieces::<G>(&options, &mut rng);
        let reason = play::<G>(start, &options, style, &mut rng).1;
        // The limit of 60 moves is rare because it takes so long; it has its own test.
        let is_usual = reason.starts_with("no-") || ["promotion", "60-moves"].contains(&reason);
        match seen.get_mut(reason) {
            Some(games) => *games += 1,
            None => assert!(is_usual, "{reason} in {} under {draw_rule}", G::VARIANT),
        }
        if !seen.is_empty() && seen.values().all(|&games| games >= ENOUGH) {
            return;
        }
    }
    assert!(seen.values().all(|&games| games > 0), "{seen:?} in {} under {draw_rule}", G::VARIANT);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn positions_agree(seed in any::<u64>().no_shrink()) {
        for_every_game(|variant| {
            let mut rng = Rng::new(seed);
            with_game!(variant.rules(), G => compare_by_chance::<G>(&mut rng, &mut Tally::default()));
        });
    }
}

#[test]
fn every_draw_is_reached() {
    for_every_game(|variant| {
        with_game!(variant.rules(), G => {
            check_draws::<G>(DrawRule::Fmjd);
            if has_limits::<G>() {
                check_draws::<G>(DrawRule::Repetition);
            }
        });
    });
}

/// Six pieces that wait that long without a capture or a promotion are rare in random games.
#[test]
fn the_longest_limit_is_reached() {
    let options = RuleOptions::default();
    let start = parse_fen::<Brazilian>("W:WK1,29,30:BK32,3,4", &options).expect("a position").position;
    let start = naive_position(&start, &options);
    let mut rng = Rng::new(1);
    let games = (0..50).map(|_| play::<Brazilian>(start.clone(), &options, Style::Waiting, &mut rng).1);
    let reasons: Vec<&str> = games.collect();
    assert!(reasons.iter().filter(|&&reason| reason == "60-moves").count() > 2, "{reasons:?}");
}

/// Plays a random game and counts its positions with captures, by kind.
fn note_captures<G: Game>(rng: &mut Rng, seen: &mut [u32; 4]) {
    let mut game = Record::new(Position::<G>::start());
    while game.outcome().is_none() {
        let position = *game.position();
        let legal = legal_moves(&position);
        match legal[0].captured().count() {
            0 => {}
            _ if position.board().kings(position.side()).any() => seen[3] += 1,
            captured => seen[captured.min(3) as usize - 1] += 1,
        }
        game.play(rng.choose(&legal).widen()).expect("a legal move");
    }
}

/// Captures of one and of two pieces by men are counted by separate code; longer ones and those by kings are listed.
/// Random games must reach all of this code.
#[test]
fn captures_of_every_length_are_counted() {
    for_every_game(|variant| {
        let mut rng = Rng::new(4);
        // Captures by men alone of one piece, of two, of more; and captures by a side with kings.
        let mut seen = [0; 4];
        with_game!(variant.rules(), G => (0..200).for_each(|_| note_captures::<G>(&mut rng, &mut seen)));
        // If the first king wins, no king captures.
        let expected = if with_game!(variant.rules(), G => G::FIRST_KING_WINS) { &seen[..3] } else { &seen };
        assert!(expected.iter().all(|&positions| positions > 20), "{variant}: {seen:?}");
    });
}

#[test]
fn long_captures_agree() {
    for_every_game(|variant| {
        let mut rng = Rng::new(3);
        let long = with_game!(variant.rules(), G => {
            let captures = (0..4_000).map(|_| compare_feast::<G>(&RuleOptions::default(), &mut rng));
            captures.filter(|&captured| captured >= long_capture::<G>()).count()
        });
        assert!(long >= 10, "only {long} long captures in {variant}");
    });
}

#[test]
#[ignore = "compares millions of positions"]
fn millions_of_positions_agree() {
    let wanted = std::env::var("COUPTURC_POSITIONS").map_or(LONG_RUN, |text| text.parse().expect("a number"));
    for_every_game(|variant| {
        if !is_wanted(variant) {
            return;
        }
        let (mut rng, mut tally) = (Rng::new(2), Tally::default());
        while tally.positions < wanted {
            with_game!(variant.rules(), G => compare_by_chance::<G>(&mut rng, &mut tally));
        }
        // Fewest in International Draughts: about one in 2,000.
        assert!(tally.long_captures >= wanted / 10_000, "{variant}: {} long captures", tally.long_captures);
    });
}
