//! Round trips of texts in every game, and the accepted variants of each form.

use coupturc::notation::{
    FenFields, fen_text, hub_position_text, move_text, parse_fen, parse_fen_setup, parse_hub_position,
    parse_move, parse_moves,
};
use coupturc::rules::{
    Color, Game, Halt, Kind, Move, Naming, Position, Record, RuleOptions, Square, VanguardScope, file,
};
use coupturc::with_game;
use proptest::prelude::*;

use crate::support::{Rng, extra, for_every_game, legal_moves, more, position, scattered};

/// The number of positions per seed and game.
const POSITIONS: u64 = 20;

/// Random positions with random options.
fn positions<G: Game>(rng: &mut Rng) -> Vec<(Position<G>, RuleOptions)> {
    let scatter = |_| {
        let options = RuleOptions {
            halt: *rng.choose(Halt::ALL),
            vanguard_scope: *rng.choose(VanguardScope::ALL),
            ..RuleOptions::default()
        };
        (position(&scattered::<G>(&options, rng), &options), options)
    };
    (0..POSITIONS).map(scatter).collect()
}

/// Checks that a Hub position and its extra state give the complete position.
fn check_hub<G: Game>(rng: &mut Rng) {
    for (position, options) in positions::<G>(rng) {
        let (text, more) = (hub_position_text(&position), more(&position));
        assert_eq!(
            parse_hub_position(&text, more.as_deref().map(extra::<G>), &options),
            Ok(position),
            "{text}"
        );
    }
}

/// Checks that FENs round trip, with any optional fields.
fn check_fen<G: Game>(rng: &mut Rng) {
    for (position, options) in positions::<G>(rng) {
        let mut setup = position.to_setup();
        let fields = FenFields {
            quiet_plies: rng.below(2) == 0,
            move_number: (rng.below(2) == 0).then(|| rng.below(1 << 32) as u32),
        };
        if fields.quiet_plies {
            setup.quiet_plies = rng.below(1 << 16) as u16;
        }
        let position = Position::<G>::from_setup(&setup, &options).expect("still a position");
        let text = fen_text(&position, &fields);
        let read = parse_fen::<G>(&text, &options).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((read.position, read.fields), (position, fields), "{text}");
        assert_eq!(fen_text(&read.position, &read.fields), text);
    }
}

/// Checks that other spellings of a FEN mean the same.
fn check_fen_spellings<G: Game>(rng: &mut Rng) {
    for (position, options) in positions::<G>(rng) {
        let text = spelled_fen(&position, rng);
        let read = parse_fen::<G>(&text, &options).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.position, position, "{text}");
    }
}

/// A FEN with sides, pieces and fields in random order, and with ranges if cells are numbered.
fn spelled_fen<G: Game>(position: &Position<G>, rng: &mut Rng) -> String {
    let mut sides = [Color::White, Color::Black];
    let mut fields = vec!["F12".to_owned(), "H0".to_owned()];
    // The field for extra state comes last, after the side to move and both sides' pieces.
    fields.extend(fen_text(position, &FenFields::default()).split(':').nth(3).map(str::to_owned));
    rng.shuffle(&mut sides);
    rng.shuffle(&mut fields);
    let mut parts = vec![letter(position.side()).to_owned()];
    for color in sides {
        let mut runs = runs(position, color, rng);
        rng.shuffle(&mut runs);
        parts.push(format!("{}{}", letter(color), runs.join(",")));
    }
    parts.extend(fields);
    let end = *rng.choose(&["", "."]);
    parts.join(":") + end
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::White => "W",
        Color::Black => "B",
    }
}

/// The pieces of one side: single cells, or ranges of consecutive cells.
fn runs<G: Game>(position: &Position<G>, color: Color, rng: &mut Rng) -> Vec<String> {
    let mut runs: Vec<(Kind, Vec<Square>)> = Vec::new();
    for &square in G::GEOMETRY.squares() {
        let Some((_, kind)) = position.board().at(square).filter(|&(of, _)| of == color) else { continue };
        let ranged = G::GEOMETRY.naming() == Naming::Numbers && rng.below(3) > 0;
        let continues = |last: Square| G::GEOMETRY.order(square) == G::GEOMETRY.order(last) + 1;
        match runs.last_mut() {
            Some((of, squares)) if ranged && *of == kind && squares.last().is_some_and(|&s| continues(s)) => {
                squares.push(square);
            }
            _ => runs.push((kind, vec![square])),
        }
    }
    let spell = |(kind, squares): &(Kind, Vec<Square>)| {
        let king = if *kind == Kind::King { "K" } else { "" };
        match squares[..] {
            [first, .., last] => format!("{king}{}-{}", G::GEOMETRY.name(first), G::GEOMETRY.name(last)),
            _ => format!("{king}{}", G::GEOMETRY.name(squares[0])),
        }
    };
    runs.iter().map(spell).collect()
}

/// Checks that every legal move is read from all its texts.
fn check_moves<G: Game>(rng: &mut Rng) {
    for (position, _) in positions::<G>(rng) {
        let legal: Vec<Move> = legal_moves(&position).iter().map(|mv| mv.widen()).collect();
        for &mv in legal.iter().take(50) {
            let text = move_text(G::RULES, mv);
            assert_eq!(parse_move(&position, &text), Ok(mv), "{text}");
            let other = text.replace(['-', 'x'], if mv.is_capture() { "-" } else { "x" });
            assert!(parse_move(&position, &other).is_err(), "{other} for {text}");
            if mv.is_capture() {
                check_capture::<G>(&position, mv, &legal, rng);
            }
        }
    }
}

/// Checks that captured cells are written in board order, accepted in any order, and optional if the capture is
/// unambiguous.
fn check_capture<G: Game>(position: &Position<G>, mv: Move, legal: &[Move], rng: &mut Rng) {
    let name = |square| G::GEOMETRY.name(square);
    let ends = format!("{}x{}", name(mv.from()), name(mv.to()));
    let on_route = |square: &&Square| mv.captured().contains(**square);
    let mut captured: Vec<String> =
        G::GEOMETRY.squares().iter().filter(on_route).map(|&square| format!("x{}", name(square))).collect();
    assert_eq!(move_text(G::RULES, mv), ends.clone() + &captured.concat());
    rng.shuffle(&mut captured);
    let shuffled = ends.clone() + &captured.concat();
    assert_eq!(parse_move(position, &shuffled), Ok(mv), "{shuffled}");

    let fitting = legal.iter().filter(|other| (other.from(), other.to()) == (mv.from(), mv.to())).count();
    match (parse_move(position, &ends), fitting) {
        (Ok(read), 1) => assert_eq!(read, mv, "{ends}"),
        (Err(error), 2..) => assert!(error.to_string().contains("ambiguous"), "{error}"),
        (read, fitting) => panic!("{ends} fits {fitting} moves and is read as {read:?}"),
    }
}

/// Checks the moves of a game, and the error if one of them is not legal.
fn check_game<G: Game>(rng: &mut Rng) {
    let start = Record::new(Position::<G>::start());
    let (mut record, mut texts) = (start.clone(), Vec::new());
    while record.outcome().is_none() {
        let mv = *rng.choose(record.legal_moves());
        texts.push(move_text(G::RULES, mv));
        record.play(mv).expect("a legal move");
    }
    let mut read = start.clone();
    parse_moves(&mut read, &texts.join(*rng.choose(&[" ", "  "]))).expect("legal moves");
    assert_eq!((read.position(), read.earlier()), (record.position(), record.earlier()));

    let wrong = rng.below(texts.len() as u64) as usize;
    // A move to the same cell is not legal.
    let cell = G::GEOMETRY.name(*rng.choose(G::GEOMETRY.squares()));
    texts[wrong] = format!("{cell}-{cell}");
    let mut read = start;
    let error = parse_moves(&mut read, &texts.join(" ")).expect_err("a wrong move").to_string();
    assert!(error.contains(&format!("move {} '{}'", wrong + 1, texts[wrong])), "{error}");
    assert_eq!((Some(read.position()), read.plies()), (record.earlier().get(wrong), wrong));
}

/// On boards whose number 1 is elsewhere, too.
#[test]
fn ranges_follow_the_numbers() {
    let folder = tempfile::tempdir().expect("a folder");
    for first in ["top-left", "top-right", "bottom-left", "bottom-right"] {
        let path = folder.path().join(format!("{first}.toml"));
        let text = format!("like = \"brazilian\"\ntitle = \"Numbers\"\n[board]\nfirst = \"{first}\"");
        std::fs::write(&path, text).expect("a file");
        let rules = file::load(&path).unwrap_or_else(|why| panic!("{first}: {why}"));
        let (setup, _) = parse_fen_setup(rules, "W:WK21-32:BK1-12").expect("a position");
        let position = rules.position(&setup, &RuleOptions::default()).expect("a position");
        for &cell in rules.geometry.squares() {
            let color = match rules.geometry.name_in(Naming::Numbers, cell).parse() {
                Ok(1..=12) => Some(Color::Black),
                Ok(21..=32) => Some(Color::White),
                _ => None,
            };
            assert_eq!(position.board().at(cell).map(|(color, _)| color), color, "{first}");
        }
        let kings = |numbers: std::ops::RangeInclusive<u32>| {
            numbers.map(|number| format!("K{number}")).collect::<Vec<_>>().join(",")
        };
        let expected = format!("W:W{}:B{}", kings(21..=32), kings(1..=12));
        assert_eq!(fen_text(&*position, &FenFields::default()), expected, "{first}");
        assert!(parse_fen_setup(rules, "W:W12-1:BK20").is_err(), "{first}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hub_positions_round_trip(seed in any::<u64>().no_shrink()) {
        with_every_game!(seed, check_hub);
    }

    #[test]
    fn fens_round_trip(seed in any::<u64>().no_shrink()) {
        with_every_game!(seed, check_fen);
    }

    #[test]
    fn other_spellings_of_a_fen_mean_the_same(seed in any::<u64>().no_shrink()) {
        with_every_game!(seed, check_fen_spellings);
    }

    #[test]
    fn moves_round_trip(seed in any::<u64>().no_shrink()) {
        with_every_game!(seed, check_moves);
    }

    #[test]
    fn games_round_trip(seed in any::<u64>().no_shrink()) {
        with_every_game!(seed, check_game);
    }
}
