//! PDN round trips: written games and moves are read back unchanged.

use coupturc::notation::{
    FenFields, PdnGame, PdnMove, PdnReplay, PdnResult, VariantName, fen_text, game_type, move_text,
    names_of_files, parse_fen, parse_game_type, parse_pdn, parse_pdn_move, pdn_comment, pdn_game,
    pdn_move_text, pdn_text,
};
use coupturc::rules::games::{Brazilian, Dameo, International, Russian, Turkish};
use coupturc::rules::{
    Bitboard, Color, Game, Halt, Kind, KingAgainstMan, Move, Naming, Position, Removal, RuleOptions, Rules,
    Shape, Square, file,
};
use coupturc::with_game;
use proptest::prelude::*;

use crate::support::{Rng, feast, for_every_game, legal_moves, move_options, position, scattered};

const RESULTS: [Option<PdnResult>; 5] = [
    None,
    Some(PdnResult::WhiteWins),
    Some(PdnResult::Draw),
    Some(PdnResult::BlackWins),
    Some(PdnResult::BothLose),
];

/// Words for comments, including some that a careless parser stumbles over.
const WORDS: [&str; 20] = [
    "+0.12/14",
    "0.35s",
    "book",
    "[%clk",
    "0:59:01]",
    "32-28",
    "12.",
    "1...",
    "$7",
    "\"quoted\"",
    "%",
    "\u{e9}\u{1f600};",
    "(what",
    "2-0",
    "a  b",
    "}",
    "{",
    "[x]",
    "1/2-1/2",
    "\\",
];

/// A random starting position: the usual one, or one with pieces anywhere.
fn start<G: Game>(options: &RuleOptions, rng: &mut Rng) -> Position<G> {
    match rng.below(3) {
        0 => Position::start_with(options),
        1 => position(&scattered::<G>(options, rng), options),
        _ => position(&feast::<G>(options, rng), options),
    }
}

/// A random sequence of legal moves, possibly empty.
fn moves<G: Game>(start: &Position<G>, rng: &mut Rng) -> Vec<Move> {
    let (mut position, mut moves) = (*start, Vec::new());
    for _ in 0..rng.below(120) {
        let legal = legal_moves(&position);
        if legal.is_empty() {
            break;
        }
        let mv = *rng.choose(&legal);
        moves.push(mv.widen());
        position = position.play_legal(mv);
    }
    moves
}

fn comment(rng: &mut Rng) -> Option<String> {
    let words: Vec<&str> = (0..rng.below(6)).map(|_| *rng.choose(&WORDS)).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// A game with tags, comments, variations and a result.
fn annotated<G: Game>(start: &Position<G>, moves: &[Move], rng: &mut Rng) -> PdnGame {
    let mut game = pdn_game(start, moves, *rng.choose(&RESULTS)).expect("legal moves");
    game.set_tag("White", "Cat \"the\\ paw\" \u{160}\\");
    game.set_tag("TimeControl", "1+0.01");
    game.set_tag("Sous-titre 2.b \u{e9}", "\"]");
    game.comment = comment(rng);
    game.moves.clear();
    add_line(&mut game.moves, 0, *start, moves, 3, rng);
    game
}

/// Adds moves after `parent`, with variations and annotations, in written order.
fn add_line<G: Game>(
    tree: &mut Vec<PdnMove>,
    mut parent: usize,
    mut position: Position<G>,
    moves: &[Move],
    depth: u32,
    rng: &mut Rng,
) {
    for (ply, &mv) in moves.iter().enumerate() {
        // A comment before a move differs from one after the previous move only at the start of a variation.
        let is_head = depth < 3 && ply == 0;
        let nags = (0..rng.below(3)).map(|_| 1 + rng.below(20) as u32).collect();
        let before = if is_head { comment(rng) } else { None };
        let (text, after) = (pdn_move_text(&position, mv), comment(rng));
        tree.push(PdnMove { nags, before, comment: after, ..PdnMove::new(parent, text) });
        let this = tree.len();
        let others = moves_from(&position, mv, rng);
        if depth > 0 && !is_head && rng.below(8) == 0 && !others.is_empty() {
            add_line(tree, parent, position, &others, depth - 1, rng);
        }
        parent = this;
        position = position.play_legal(mv.narrow());
    }
}

/// A few moves that start with an alternative to `mv`; empty if there is none.
fn moves_from<G: Game>(position: &Position<G>, mv: Move, rng: &mut Rng) -> Vec<Move> {
    let legal = legal_moves(position);
    let others: Vec<Move> = legal.iter().map(|other| other.widen()).filter(|&other| other != mv).collect();
    if others.is_empty() {
        return others;
    }
    let first = *rng.choose(&others);
    let next = position.play_legal(first.narrow());
    let second = legal_moves(&next).first().map(|mv| mv.widen());
    [first].into_iter().chain(second).collect()
}

/// The starting position and the moves of a game, if all are legal.
fn moves_of<G: Game>(game: &PdnGame, options: &RuleOptions) -> Result<(Position<G>, Vec<Move>), String> {
    let replay = PdnReplay::of(game, G::RULES, options).map_err(|fault| fault.to_string())?;
    match replay.fault.iter().chain(&replay.variation_faults).next() {
        Some(fault) => Err(fault.to_string()),
        None => Ok((*replay.start.of().expect("a game of this type"), replay.moves().collect())),
    }
}

/// Checks that a file of games is read back unchanged, and that each game replays with the same moves.
fn check_games<G: Game>(rng: &mut Rng) {
    let options = *rng.choose(&move_options(G::VARIANT));
    let (mut text, mut written) = (String::new(), Vec::new());
    for _ in 0..1 + rng.below(4) {
        let start = start::<G>(&options, rng);
        let moves = moves(&start, rng);
        let game = annotated(&start, &moves, rng);
        text.push_str(&pdn_text(&game));
        written.push((game, start, moves));
    }
    let read = parse_pdn(&text);
    assert_eq!(read.len(), written.len(), "{text}");
    for (read, (game, start, moves)) in read.iter().zip(&written) {
        assert_eq!(read, game, "{text}");
        assert_eq!(moves_of(read, &options), Ok((*start, moves.clone())), "{text}");
        let replay = PdnReplay::of(read, G::RULES, &options).expect("a game");
        let last = moves.iter().fold(*start, |position, &mv| position.play_legal(mv.narrow()));
        let record = replay.game().expect("a legal game");
        assert_eq!((record.position().of(), record.plies()), (Some(&last), moves.len()));
        assert_eq!(&replay.to_pdn(&game.tags), game, "{text}");
    }
}

/// Checks that every legal move is read back, in PDN and in Hub form.
fn check_moves<G: Game>(rng: &mut Rng) {
    for _ in 0..4 {
        let options = *rng.choose(&move_options(G::VARIANT));
        let position = start::<G>(&options, rng);
        let legal = legal_moves(&position);
        for _ in 0..legal.len().min(20) {
            let mv = rng.choose(&legal).widen();
            let text = pdn_move_text(&position, mv);
            let with_sign = |sign: &str| text.replace(['x', ':'], sign);
            for text in
                [text.clone(), with_sign(":"), with_sign("-"), with_sign("x"), move_text(G::RULES, mv)]
            {
                assert_eq!(parse_pdn_move(&position, &text), Ok(mv), "{text} in {position:?}");
            }
            let rivals = legal.iter().filter(|other| (other.from(), other.to()) == (mv.from(), mv.to()));
            if rivals.count() > 1 {
                check_path(&position, mv, &text, rng);
            } else {
                assert_eq!(text.split(['-', 'x', ':']).count(), 2, "{text}");
            }
        }
    }
}

/// Checks that the text of an ambiguous capture has the path that PDN 3.0 requires.
fn check_path<G: Game>(position: &Position<G>, mv: Move, text: &str, rng: &mut Rng) {
    let named = |name: &str| G::GEOMETRY.read_name(name).unwrap().0;
    let cells: Vec<Square> = text.split(['x', ':']).map(named).collect();
    assert_eq!((cells[0], cells[cells.len() - 1]), (mv.from(), mv.to()));
    let enemy = position.board().pieces(!position.side());
    let mut remaining = mv.captured();
    // The pieces removed so far.
    let mut removed = Bitboard::EMPTY;
    let mut after_piece = Vec::new();
    for pair in cells.windows(2) {
        let line = line::<G>(pair[0], pair[1]);
        let over: Vec<usize> = (0..line.len()).filter(|&i| (enemy & !removed).contains(line[i])).collect();
        assert_eq!(over.len(), 1, "one piece a jump: {text} in {position:?}");
        assert!(remaining.contains(line[over[0]]), "no piece twice: {text} in {position:?}");
        remaining &= !line[over[0]].bitboard();
        let others = line.iter().filter(|&&cell| cell != line[over[0]] && cell != mv.from());
        let is_free =
            |cell| position.board().at(cell).is_none() || cell == mv.from() || removed.contains(cell);
        assert!(others.chain([&pair[1]]).all(|&cell| is_free(cell)), "{text} in {position:?}");
        if G::REMOVAL == Removal::AtOnce {
            removed |= line[over[0]].bitboard();
        }
        after_piece.push((step::<G>(pair[0], pair[1]), *line.get(over[0] + 1).unwrap_or(&pair[1])));
    }
    assert!(remaining.is_empty(), "{text} in {position:?}");
    for (i, jump) in after_piece.windows(2).enumerate() {
        if jump[0].0 == jump[1].0 {
            assert_eq!(
                jump[0].1,
                cells[i + 1],
                "right after the piece, if it continues straight ahead: {text}"
            );
        }
    }
    // A single jump, which has no cell to leave out, can be ambiguous where captures of any length are legal.
    if cells.len() > 2 {
        check_part(position, mv, &cells, rng);
    }
}

/// Checks that a string without one of the cells still means the move, or is rejected as ambiguous.
fn check_part<G: Game>(position: &Position<G>, mv: Move, cells: &[Square], rng: &mut Rng) {
    let out = 1 + rng.below(cells.len() as u64 - 2) as usize;
    let names: Vec<String> =
        (0..cells.len()).filter(|&i| i != out).map(|i| G::GEOMETRY.name(cells[i])).collect();
    match parse_pdn_move(position, &names.join("x")) {
        Ok(read) => assert_eq!(read, mv, "{names:?} in {position:?}"),
        Err(error) => assert!(error.to_string().contains("ambiguous"), "{error}"),
    }
}

/// The step from one cell towards another on a straight line.
fn step<G: Game>(from: Square, to: Square) -> (i8, i8) {
    let ((x, y), (to_x, to_y)) = (G::GEOMETRY.coordinates(from), G::GEOMETRY.coordinates(to));
    let (dx, dy) = (to_x - x, to_y - y);
    assert!(dx == 0 || dy == 0 || dx.abs() == dy.abs(), "no line");
    // Along ranks and files every other square is light.
    let is_straight = dx == 0 || dy == 0;
    let stride = if is_straight && G::GEOMETRY.shape() == Shape::DarkSquares { 2 } else { 1 };
    (stride * dx.signum(), stride * dy.signum())
}

/// The cells between two on a straight line.
fn line<G: Game>(from: Square, to: Square) -> Vec<Square> {
    let (dx, dy) = step::<G>(from, to);
    let (x, y) = G::GEOMETRY.coordinates(from);
    let cells = (1..).map_while(|i| G::GEOMETRY.at(x + i * dx, y + i * dy));
    cells.take_while(|&cell| cell != to).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_round_trip(seed in any::<u64>().no_shrink()) {
        with_every_game!(seed, check_games);
    }

    #[test]
    fn moves_round_trip(seed in any::<u64>().no_shrink()) {
        with_every_game!(seed, check_moves);
    }

    #[test]
    fn games_with_any_comments_round_trip(
        any in any::<String>(), more in "[(){}*;| 0-2\\[\\]-]{0,9}",
    ) {
        let start = Position::<International>::start();
        let moves = moves(&start, &mut Rng::new(1));
        let mut game = pdn_game(&start, &moves, Some(PdnResult::Draw)).expect("legal moves");
        game.set_tag("Event", any.clone());
        game.comment = Some(more.clone());
        for played in &mut game.moves {
            played.comment = Some(format!("{any} {more}"));
        }
        let read = parse_pdn(&pdn_text(&game));
        prop_assert_eq!(read.len(), 1);
        prop_assert_eq!(&read[0].fault, &None);
        // Replaced characters do not change again.
        prop_assert_eq!(parse_pdn(&pdn_text(&read[0])), read.clone());
        prop_assert_eq!(moves_of(&read[0], &RuleOptions::default()), Ok((start, moves)));
    }
}

#[test]
fn the_example_of_the_standard_is_written_correctly() {
    let read = parse_fen::<International>("W:WK47:B14,19,29,31,42", &RuleOptions::default());
    let position = read.expect("a position").position;
    let mut texts: Vec<String> =
        legal_moves(&position).iter().map(|mv| pdn_move_text(&position, mv.widen())).collect();
    texts.sort();
    assert_eq!(texts, ["47x38x20x9x36", "47x38x24x13x36"]);
}

#[test]
fn tags_have_the_order_of_the_standard() {
    let mut setup = Position::<Dameo>::start().to_setup();
    setup.side = Color::Black;
    setup.put(Color::White, Kind::King, Dameo::GEOMETRY.at(0, 4).unwrap());
    let start = Position::<Dameo>::from_setup(&setup, &RuleOptions::default()).unwrap();
    let moves = moves(&start, &mut Rng::new(3));
    let game = pdn_game(&start, &moves, Some(PdnResult::BlackWins)).unwrap();
    let names: Vec<&str> = game.tags.iter().map(|(name, _)| name.as_str()).collect();
    let expected = "Event Site Date Round White Black Result GameType SetUp FEN";
    assert_eq!(names.join(" "), expected);
    assert_eq!((game.tag("GameType"), game.tag("Result")), (Some("dameo"), Some("0-1")));
    let text = pdn_text(&game);
    assert!(text.contains("\n\n1... "), "{text}");
    assert!(text.ends_with(" 0-1\n\n"), "{text}");
}

#[test]
fn squares_of_the_small_board_have_letters_and_numbers() {
    let rules = RuleOptions::default();
    let start = parse_fen::<Brazilian>("W:W22,K29:B17,18,10,1", &rules).expect("a position").position;
    let moves = [parse_pdn_move(&start, "22x6").expect("a move")];
    let game = pdn_game(&start, &moves, None).expect("legal moves");
    assert_eq!((game.tag("GameType"), game.tag("FEN")), (Some("26"), Some("W:WKa1,c3:Bb4,b8,d4,d6")));
    assert_eq!(game.moves[0].text, "c3xc7");
    assert_eq!(move_text(Brazilian::RULES, moves[0]), "22x6x10x18");
    assert_eq!(moves_of(&game, &rules), Ok((start, moves.to_vec())));
}

/// Checks that random games are read back as they were written.
fn check_games_of_file(rules: &'static Rules, rng: &mut Rng) {
    for _ in 0..10 {
        let start = rules.start(&RuleOptions::default());
        let (mut game, mut moves) = (start.copy(), Vec::new());
        while game.outcome().is_none() && moves.len() < 200 {
            moves.push(*rng.choose(game.legal_moves()));
            game.play(moves[moves.len() - 1]).expect("a legal move");
        }
        let text = pdn_text(&pdn_game(start.position(), &moves, None).expect("legal moves"));
        let read = parse_pdn(&text);
        let [read] = read.as_slice() else { panic!("{text}") };
        let replay = PdnReplay::of(read, rules, &RuleOptions::default()).expect("a game");
        assert_eq!((&read.fault, &replay.fault), (&None, &None), "{text}");
        assert_eq!(replay.moves().collect::<Vec<_>>(), moves, "{text}");
    }
}

/// The largest boards have rows and columns of their own: j10, l12.
#[test]
fn games_of_files_are_read_as_written() {
    let mut rng = Rng::new(7);
    for name in names_of_files() {
        check_games_of_file(name.parse::<VariantName>().expect("a game").rules, &mut rng);
    }
    let row = |piece: &str| format!("{}\n", [piece; 12].join(" "));
    let board = row("b").repeat(2) + &row(".").repeat(8) + &row("w").repeat(2);
    let text =
        format!("title = \"Huge\"\nlike = \"dameo\"\n[board]\nsize = 12\nstart = \"\"\"\n{board}\"\"\"\n");
    check_games_of_file(file::of_text("huge", &text).expect("a game"), &mut rng);
}

/// In PDN only Brazilian Draughts has other names than in the game itself. Both are read where the board has both.
#[test]
fn games_of_files_are_written_with_their_own_names() {
    for name in names_of_files() {
        let rules = name.parse::<VariantName>().expect("a game").rules;
        let start = rules.start(&RuleOptions::default());
        let board = rules.geometry;
        for &mv in start.legal_moves() {
            let text = |naming| [mv.from(), mv.to()].map(|cell| board.name_in(naming, cell)).join("-");
            assert_eq!(pdn_move_text(start.position(), mv), text(board.naming()), "{name}");
            for naming in
                [Naming::Numbers, Naming::LetterNumber].into_iter().filter(|&kind| board.reads(kind))
            {
                assert_eq!(parse_pdn_move(start.position(), &text(naming)), Ok(mv), "{name}");
            }
            let after = start.position().after(mv);
            let game = pdn_game(&*after, &[], None).expect("no moves");
            assert_eq!(game.tag("FEN"), Some(fen_text(&*after, &FenFields::of(&*after)).as_str()), "{name}");
            let replay = PdnReplay::of(&game, rules, &RuleOptions::default()).expect("a game");
            assert_eq!(replay.start.to_setup(), after.to_setup(), "{name}");
        }
    }
}

#[test]
fn russian_captures_have_colons_and_may_pass_the_last_rank() {
    let rules = RuleOptions::default();
    let position = |fen| parse_fen::<Russian>(fen, &rules).expect("a position").position;
    let start = position("W:Wd4:Bb6,d2,e5,e7,g3,h8");
    let moves = [parse_pdn_move(&start, "18x20").expect("a move")];
    let game = pdn_game(&start, &moves, None).expect("legal moves");
    assert_eq!((game.tag("GameType"), game.tag("FEN")), (Some("25"), Some("W:Wd4:Bb6,d2,e5,e7,g3,h8")));
    assert_eq!(game.moves[0].text, "d4:h4");
    assert_eq!(moves_of(&game, &rules), Ok((start, moves.to_vec())));
    for text in ["d4:f6:d8:a5:e1:h4", "d4f6d8a5e1h4", "d4:d8:e1:h4", "18x11x2x13x31x20", "d4xh4"] {
        assert_eq!(parse_pdn_move(&start, text), Ok(moves[0]), "{text}");
    }
    // One of these men is promoted on its path to the same square.
    let fork = position("W:Wd4:Bc5,c7,e5,e7,g5");
    let legal = legal_moves(&fork);
    let texts = legal.iter().map(|mv| pdn_move_text(&fork, mv.widen()));
    let mut to_h4: Vec<String> = texts.filter(|text| text.ends_with("h4")).collect();
    to_h4.sort();
    assert_eq!(to_h4, ["d4:b6:d8:f6:h4", "d4:f6:h4"]);
}

#[test]
fn turkish_captures_cross_squares_of_captured_pieces() {
    let rules = RuleOptions { king_against_man: KingAgainstMan::Draw, ..RuleOptions::default() };
    let position = |fen| parse_fen::<Turkish>(fen, &rules).expect("a position").position;
    // Over d3, and later along the rank on which it stood.
    let start = position("W:WKd1:Bb3,d3,f5,g4");
    let moves = [parse_pdn_move(&start, "d1xa3").expect("a move")];
    let mut game = pdn_game(&start, &moves, None).expect("legal moves");
    assert_eq!((game.tag("GameType"), game.tag("FEN")), (Some("30"), Some("W:WKd1:Bb3,d3,f5,g4")));
    assert_eq!(game.moves[0].text, "d1xa3");
    assert_eq!(moves_of(&game, &rules), Ok((start, moves.to_vec())));
    for text in ["d1xd5xg5xg3xa3", "d1:d5:g5:g3:a3", "d1d5g5g3a3", "d1xg5xd3xa3", "d1xa3xf5xg4xb3xd3"] {
        assert_eq!(parse_pdn_move(&start, text), Ok(moves[0]), "{text}");
    }
    for text in ["d1xd5xa5xa3", "d1xd6xg5xg3xa3", "4-17"] {
        assert!(parse_pdn_move(&start, text).is_err(), "{text}");
    }
    // The tag overrides the options of the reader.
    game.set_tag("KingAgainstMan", "play");
    let (start, _) = moves_of::<Turkish>(&game, &rules).expect("a game");
    assert_eq!(*start.options(), KingAgainstMan::Play);
    let fork = position("W:WKd1:Ba3,b5,b7,d3");
    let legal = legal_moves(&fork);
    let mut texts: Vec<String> = legal.iter().map(|mv| pdn_move_text(&fork, mv.widen())).collect();
    texts.sort();
    assert_eq!(texts, ["d1xd5xa5xa1", "d1xd5xa5xa2", "d1xd7xa7xa1", "d1xd7xa7xa2"]);
}

#[test]
fn comments_are_written_unchanged() {
    let kept = ["a  (b [%clk 0:01:00] 1-0 |*| % ) x;", "[%clk 0:59:01][%eval -0.048]", "2-0"];
    for text in kept {
        let game = PdnGame { comment: Some(text.to_owned()), ..PdnGame::default() };
        assert_eq!(pdn_text(&game), format!("{{{text}}} 1. *\n\n"));
    }
    // Between braces the comment would end too soon.
    let game = PdnGame { comment: Some("{a} b".to_owned()), ..PdnGame::default() };
    assert_eq!(pdn_text(&game), "; {a} b\n1. *\n\n");
}

#[test]
fn killer_implies_its_halt_rule() {
    let mut game = PdnGame::default();
    let killer = VariantName { halt: Some(Halt::Killer), ..parse_game_type("20").unwrap() };
    game.set_tag("GameType", game_type(killer));
    game.set_result(Some(PdnResult::WhiteWins));
    assert_eq!((game.tag("GameType"), game.tag("Result")), (Some("killer"), Some("2-0")));
    let (start, _) = moves_of::<International>(&game, &RuleOptions::default()).expect("a game");
    assert_eq!(start.options().halt, Halt::Killer);
}

#[test]
fn scores_are_never_negative_zero() {
    let texts = [(-0.001, "+0.00/3"), (-0.006, "-0.01/3"), (99.95, "+99.95/3"), (-100.0, "-100.00/3")];
    for (score, text) in texts {
        assert_eq!(pdn_comment(Some(score), Some(3), None).as_deref(), Some(text));
    }
    assert_eq!(pdn_comment(Some(1.0), None, Some(12.0)).as_deref(), Some("+1.00 12.000s"));
}
