//! Invalid texts: each is rejected with a reason, and none can do harm.

use std::fmt::Debug;

use coupturc::notation::{
    FenFields, NotationError, VariantName, fen_text, hub_position_text, move_text, parse_fen,
    parse_hub_position, parse_move, parse_moves,
};
use coupturc::rules::games::Variant;
use coupturc::rules::{Color, Game, Outcome, Position, Record, RuleOptions, Square, WinReason};
use coupturc::with_game;
use proptest::prelude::*;

use crate::support::{Rng, extra, for_every_game, legal_moves, more, position, scattered, vanguard};

/// The error message, which must fit in one line and between double quotes.
fn message<T: Debug>(read: Result<T, NotationError>) -> Option<String> {
    let message = read.err()?.to_string();
    assert!(!message.is_empty());
    assert!(!message.contains(['"', '\n', '\r']), "{message:?}");
    Some(message)
}

/// Fails unless the text is rejected with a message that contains all of these words.
fn rejected<T: Debug>(text: &str, read: Result<T, NotationError>, words: &[&str]) {
    let what = format!("{text:?} is read as {read:?}");
    let message = message(read).unwrap_or_else(|| panic!("{what}"));
    let separators = |c: char| !c.is_alphanumeric();
    for word in words {
        let found =
            message.contains(word) && (word.len() > 2 || message.split(separators).any(|cell| cell == *word));
        assert!(found, "no {word} in {message:?}");
    }
}

/// Parses a Hub position without extra state, under the default options.
fn hub<G: Game>(text: &str) -> Result<Position<G>, NotationError> {
    parse_hub_position(text, None, &RuleOptions::default())
}

/// Parses a FEN under the default options.
fn fen<G: Game>(text: &str) -> Result<Position<G>, NotationError> {
    parse_fen(text, &RuleOptions::default()).map(|fen| fen.position)
}

/// The Hub position with the given pieces.
fn hub_text<G: Game>(side: char, pieces: &[(Square, char)]) -> String {
    let piece = |square: &Square| pieces.iter().find(|(at, _)| at == square).map_or('e', |&(_, piece)| piece);
    std::iter::once(side).chain(G::GEOMETRY.squares().iter().map(piece)).collect()
}

/// Checks lengths, characters and empty boards, for one game.
fn check_positions<G: Game>() {
    let start = hub_position_text(&Position::<G>::start());
    let cells = G::GEOMETRY.len();
    let (given, expected) = ((cells - 1).to_string(), cells.to_string());
    rejected("short", hub::<G>(&start[..cells]), &[&given, &expected, G::VARIANT.name()]);
    let (given, long) = ((cells + 1).to_string(), format!("{start}e"));
    rejected(&long, hub::<G>(&long), &[&given, &expected, G::VARIANT.name()]);
    rejected("", hub::<G>(""), &["the end", "character 1"]);
    rejected("W", hub::<G>("W"), &["0 cells", &expected]);
    for side in ["w", "b", "e", " W", "X"] {
        let text = format!("{side}{}", &start[1..]);
        rejected(&text, hub::<G>(&text), &["character 1", "W or B"]);
    }
    for fault in ["x", "K", " ", "0", "\n", "\"", "\u{e9}", "\u{1f600}"] {
        let text = format!("{}{fault}{}", &start[..8], &start[9..]);
        rejected(&text, hub::<G>(&text), &["character 9"]);
    }
    for side in ['W', 'B'] {
        let text = hub_text::<G>(side, &[]);
        rejected(&text, hub::<G>(&text), &["no piece"]);
        let text = format!("{side}:W:B");
        rejected(&text, fen::<G>(&text), &["no piece"]);
    }
}

/// Checks that a man on any of its promotion cells is rejected with the name of the cell, and a king there is accepted.
fn check_promotion_cells<G: Game>() {
    for (color, man, king) in [(Color::White, 'w', 'W'), (Color::Black, 'b', 'B')] {
        for square in G::PROMOTION[color] {
            let name = G::GEOMETRY.name(square);
            let text = hub_text::<G>('W', &[(square, man)]);
            rejected(&text, hub::<G>(&text), &[&name, "promotion"]);
            let text = hub_text::<G>('B', &[(square, king)]);
            assert!(hub::<G>(&text).is_ok(), "{text}");
            let pieces = |prefix: &str| {
                if color == Color::White {
                    format!("W:W{prefix}{name}:B")
                } else {
                    format!("W:W:B{prefix}{name}")
                }
            };
            rejected(&pieces(""), fen::<G>(&pieces("")), &[&name, "promotion"]);
            assert!(fen::<G>(&pieces("K")).is_ok());
        }
    }
}

/// Checks two pieces on one cell, and a vanguard in a game without one.
fn check_cells<G: Game>() {
    // Any cell of a black man.
    let cell = G::START[Color::Black].first().map(|square| G::GEOMETRY.name(square)).expect("black men");
    for text in [
        format!("W:W{cell}:B{cell}"),
        format!("W:W{cell},{cell}:B"),
        format!("B:W:BK{cell},{cell}"),
        format!("B:BK{cell}:WK{cell}"),
    ] {
        rejected(&text, fen::<G>(&text), &[&cell, "two pieces"]);
    }
    if G::RULES.extra.name() != "vanguard" {
        let text = format!("W:W:B{cell}:V{cell}");
        rejected(&text, fen::<G>(&text), &[G::VARIANT.name(), "vanguard"]);
        let text = hub_position_text(&fen::<G>(&format!("W:W:B{cell}")).expect("a position"));
        let read = parse_hub_position::<G>(&text, Some(vanguard(&cell)), &RuleOptions::default());
        rejected(&text, read, &[G::VARIANT.name(), "vanguard"]);
    }
}

#[test]
fn invalid_positions_are_rejected() {
    for_every_game(|variant| with_game!(variant.rules(), G => check_positions::<G>()));
}

#[test]
fn men_on_promotion_cells_are_rejected() {
    for_every_game(|variant| with_game!(variant.rules(), G => check_promotion_cells::<G>()));
}

#[test]
fn duplicate_cells_and_unknown_vanguards_are_rejected() {
    for_every_game(|variant| with_game!(variant.rules(), G => check_cells::<G>()));
}

#[test]
fn invalid_vanguards_are_rejected() {
    type Vanguard = coupturc::rules::games::Vanguard;
    // White to move; a black man on 20, a black king on 25, a white man on 33.
    let text = "WeeeeeeeeeeeeeeeeeeebeeeeBeeeeeeeweeeeeeeeeeeeeeeee";
    let read =
        |name: &str| parse_hub_position::<Vanguard>(text, Some(vanguard(name)), &RuleOptions::default());
    assert_eq!(read("20").map(|position| more(&position)), Ok(Some("20".to_owned())));
    for name in ["25", "33", "1", "50"] {
        rejected(name, read(name), &[name, "vanguard"]);
        let text = format!("W:W33:B20,K25:V{name}");
        rejected(&text, fen::<Vanguard>(&text), &[name, "vanguard"]);
    }
    for name in ["", "0", "51", "256", "a1", " 20", "20 ", "-20", "20\"", "zwanzig"] {
        rejected(name, read(name), &["vanguard"]);
        let text = format!("W:W33:B20,K25:V{name}");
        if name.ends_with(' ') {
            assert!(fen::<Vanguard>(&text).is_ok(), "spaces do not matter in {text}");
        } else {
            rejected(&text, fen::<Vanguard>(&text), &["FEN"]);
        }
    }
    // The same man is not a vanguard if its side is to move.
    rejected("own", fen::<Vanguard>("B:W33:B20,K25:V20"), &["20", "vanguard"]);
}

#[test]
fn invalid_fens_are_rejected() {
    type Numbered = coupturc::rules::games::International;
    type Lettered = coupturc::rules::games::Dameo;
    for text in ["", "W", "x:W31:B20", "W;W31:B20", "W:W31;B20"] {
        rejected(text, fen::<Numbered>(text), &["International Draughts FEN"]);
    }
    for text in ["W:", "W:W", "W::", "?::."] {
        rejected(text, fen::<Numbered>(text), &["no piece"]);
    }
    for (text, words) in [
        ("W:W40-31:B20", ["character 4", "range"]),
        ("W:W31-:B20", ["character 7", "number"]),
        ("W:W31-51:B20", ["character 7", "number"]),
        ("W:W51:B20", ["character 4", "found '5'"]),
        ("W:W31,,32:B20", ["character 7", "found ','"]),
        ("W:Wa1:B20", ["character 4", "found 'a'"]),
        ("W:W31:B20:X", ["character 11", "F<move number>"]),
        ("W:W31:B20:H", ["found the end at character 12", "plies without progress"]),
        ("W:W31:B20:H65536", ["found '6' at character 12", "up to 65535"]),
        ("W:W31:B20:F-1", ["found '-' at character 12", "a move number"]),
        ("W:W31:B20..", ["character 11", "its end"]),
        ("W:W31-33,K32:B20", ["32", "two pieces"]),
    ] {
        rejected(text, fen::<Numbered>(text), &words);
    }
    for text in
        ["W:Wa1-c1:Bd7", "W:Wi1:Bd7", "W:Wa9:Bd7", "W:W31:Bd7", "W:Wa:Bd7", "W:Wa 1:Bd7", "W:Wa1b1:Bd7"]
    {
        rejected(text, fen::<Lettered>(text), &["Dameo FEN"]);
    }
}

#[test]
fn common_forms_of_fens_are_accepted() {
    for_every_game(|variant| {
        with_game!(variant.rules(), G => {
            let names: Vec<String> = G::GEOMETRY.squares().iter().map(|&cell| G::GEOMETRY.name(cell)).collect();
            let (white, black) = (&names[names.len() / 2], &names[names.len() / 2 - 1]);
            for (text, meant) in [
                (format!("?:W{white}:B{black}."), format!("W:W{white}:B{black}")),
                (format!("B:B{black},:W{white},"), format!("B:W{white}:B{black}")),
                (format!(" w : w {white} : b {black} . "), format!("W:W{white}:B{black}")),
                (format!("W:W{white}"), format!("W:W{white}:B")),
                (format!("W:B{black}::"), format!("W:W:B{black}")),
                (format!("W:W{white} {black}"), format!("W:W{white},{black}:B")),
                (format!("W:W{white}:W{black}:B"), format!("W:W{white},{black}:B")),
            ] {
                assert_eq!(fen::<G>(&text), fen::<G>(&meant), "{variant} {text}");
                // In some games the cell is a promotion cell.
                let problem = fen::<G>(&meant).err().map(|error| error.to_string());
                assert!(problem.is_none_or(|problem| problem.contains("promotion")), "{variant} {meant}");
            }
        });
    });
}

#[test]
fn fens_may_have_spaces_and_either_case() {
    fn check<G: Game>(written: &[&str], meant: &str) {
        let expected = fen::<G>(meant);
        assert!(expected.is_ok(), "{meant}");
        for text in written {
            assert_eq!(fen::<G>(text), expected, "{text}");
        }
    }
    use coupturc::rules::games::{Dameo, International, Vanguard};
    check::<International>(
        &["w:w31-33,k40:b20:h3:f7", " W : W 31 - 33 , K 40 : B 20 : H3 : F7 . ", "W:WK40,31,32,33:B20:F7:H3"],
        "W:W31-33,K40:B20:H3:F7",
    );
    check::<Dameo>(&["b:wka1,B2:bh7,kh3", "B:W KA1, b2 :BH7,KH3"], "B:WKa1,b2:Bh7,Kh3");
    check::<Vanguard>(&["w:w33:b20:v20", "W:W33:B20: V20"], "W:W33:B20:V20");
}

/// Texts from web pages and word processors have blanks that do not break lines, and ranges with longer dashes.
#[test]
fn fens_may_have_blanks_and_dashes_of_any_kind() {
    for_every_game(|variant| {
        with_game!(variant.rules(), G => {
            let text = fen_text(&Position::<G>::start(), &FenFields::default());
            for blank in ['\u{a0}', '\u{2009}', '\t', '\n'] {
                let spaced = text.replace(':', &format!("{blank}:{blank}")).replace(',', &format!(",{blank}"));
                assert_eq!(fen::<G>(&spaced), fen::<G>(&text), "{variant} {blank:?}");
            }
            for dash in ['\u{2010}', '\u{2013}', '\u{2014}', '\u{2212}'] {
                // Games whose cells have only names have no ranges either.
                let ranges = fen::<G>(&format!("W:W21{dash}22:B11{dash}12")).ok();
                assert_eq!(ranges, fen::<G>("W:W21,22:B11,12").ok(), "{variant} {dash}");
            }
        });
    });
}

#[test]
fn common_names_of_games_are_accepted() {
    for &variant in Variant::ALL {
        let (name, title) = (variant.name(), with_game!(variant.rules(), G => G::TITLE));
        for text in [name, title, &name.to_uppercase(), &title.to_lowercase(), &format!(" {title} ")] {
            let read: VariantName = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!((read.rules.variant, read.halt, read.name()), (Some(variant), None, name), "{text}");
        }
    }
    let killer: VariantName = "Killer".parse().expect("a name");
    assert_eq!((killer.rules, killer.name()), (Variant::International.rules(), "killer"));
    rejected("Chess", "Chess".parse::<VariantName>(), &["Chess", "killer", "dameo"]);
}

#[test]
fn invalid_moves_are_rejected() {
    type Game = coupturc::rules::games::International;
    let start = Position::<Game>::start();
    for (text, words) in [
        ("", ["found the end", "a move"]),
        ("32", ["found the end", "'-' or 'x'"]),
        ("32-", ["found the end", "the number of a square"]),
        ("32 28", ["character 3", "'-' or 'x'"]),
        ("32-28 ", ["character 6", "its end"]),
        ("32-28x23", ["character 6", "its end"]),
        ("32-51", ["character 4", "the number of a square"]),
        ("32x28", ["not legal", "one of 9 moves"]),
        ("32-23", ["not legal", "one of 9 moves"]),
        ("19-23", ["not legal", "one of 9 moves"]),
        ("c3-d4", ["character 1", "a move"]),
    ] {
        rejected(text, parse_move(&start, text), &words);
    }
    let over = fen::<Game>("W:W:B20").expect("a position");
    rejected("over", parse_move(&over, "32-28"), &["not legal", "the game is over"]);
}

#[test]
fn finished_games_are_valid_positions() {
    for_every_game(|variant| {
        with_game!(variant.rules(), G => {
            let square = G::GEOMETRY.squares()[G::GEOMETRY.len() / 2];
            let position = hub::<G>(&hub_text::<G>('W', &[(square, 'B')])).expect("a position");
            let (winner, reason) = match variant {
                Variant::Losing => (Color::White, WinReason::NoPieces),
                Variant::Breakthrough => (Color::Black, WinReason::Promotion),
                _ => (Color::Black, WinReason::NoPieces),
            };
            assert_eq!(position.outcome(), Some(Outcome::Win { winner, reason }), "{variant}");
        });
    });
}

/// Passes a string to every parser, for one game.
fn parse_everywhere<G: Game>(text: &str) {
    let start = Position::<G>::start();
    let board = hub_position_text(&start);
    let options = RuleOptions::default();
    message(hub::<G>(text));
    for extra in [extra::<G>(text), vanguard(text)] {
        message(parse_hub_position::<G>(text, Some(extra), &options));
        message(parse_hub_position::<G>(&board, Some(extra), &options));
    }
    message(fen::<G>(text));
    message(parse_move(&start, text));
    let mut record = Record::new(start);
    message(parse_moves(&mut record, text));
}

/// Passes a string to every parser, for every game.
fn parse_in_every_game(text: &str) {
    message(text.parse::<VariantName>());
    for &variant in Variant::ALL {
        with_game!(variant.rules(), G => parse_everywhere::<G>(text));
    }
}

/// Valid texts of all kinds: positions, moves, and lists of moves.
fn valid_texts<G: Game>(rng: &mut Rng) -> Vec<String> {
    let options = RuleOptions::default();
    let position: Position<G> = position(&scattered::<G>(&options, rng), &options);
    let fields = FenFields { quiet_plies: true, move_number: Some(7) };
    let mut texts = vec![hub_position_text(&position), fen_text(&position, &fields)];
    let moves: Vec<String> =
        legal_moves(&position).iter().map(|mv| move_text(G::RULES, mv.widen())).collect();
    texts.extend(moves.first().cloned());
    texts.extend((!moves.is_empty()).then(|| moves.join(" ")));
    texts.push(move_text(G::RULES, rng.choose(&legal_moves(&Position::<G>::start())).widen()));
    texts
}

/// Truncates texts, and changes, inserts and removes single characters.
fn damage<G: Game>(rng: &mut Rng) {
    const CHARACTERS: &[char] = &[
        'W',
        'B',
        'w',
        'b',
        'e',
        'K',
        'x',
        '-',
        ':',
        ',',
        '.',
        ' ',
        '"',
        '\'',
        '\\',
        '\n',
        '\r',
        '\t',
        '\0',
        '0',
        '1',
        '9',
        'a',
        'i',
        'j',
        'H',
        'F',
        'V',
        '+',
        '\u{7f}',
        '\u{85}',
        '\u{e9}',
        '\u{2028}',
        '\u{1f600}',
    ];
    for text in valid_texts::<G>(rng) {
        let characters: Vec<char> = text.chars().collect();
        for _ in 0..10 {
            let at = rng.below(characters.len() as u64) as usize;
            let mut changed = characters.clone();
            match rng.below(4) {
                0 => changed.truncate(at),
                1 => drop(changed.remove(at)),
                2 => changed.insert(at, *rng.choose(CHARACTERS)),
                _ => changed[at] = *rng.choose(CHARACTERS),
            }
            parse_everywhere::<G>(&changed.into_iter().collect::<String>());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_survived(text in ".*") {
        parse_in_every_game(&text);
    }

    #[test]
    fn any_bytes_are_survived(text in any::<String>()) {
        parse_in_every_game(&text);
    }

    #[test]
    fn common_characters_are_survived(text in "[WBwbeKHFVx:,. 0-9a-i\"-]{0,90}") {
        parse_in_every_game(&text);
    }

    #[test]
    fn damaged_texts_are_survived(seed in any::<u64>().no_shrink()) {
        let mut rng = Rng::new(seed);
        for &variant in Variant::ALL {
            with_game!(variant.rules(), G => damage::<G>(&mut rng));
        }
    }
}

#[test]
fn long_texts_are_survived() {
    const TIMES: usize = 100_000;
    for (begin, again) in [
        ("", "W"),
        ("W", "e"),
        ("W:W", "1,"),
        ("W:W", "a1,"),
        ("W:W1:B", "1-50,"),
        ("W:W1:B50", ":F1"),
        ("32x28", "x1"),
        ("a1xa2", "xa3"),
        ("", "32-28 "),
        ("", "\""),
        ("", "\u{1f600}"),
        ("", "9"),
    ] {
        parse_in_every_game(&(begin.to_owned() + &again.repeat(TIMES)));
    }
}
