//! PDN files: those of `tests/data/pdn`, each of which was once read incorrectly; the grammar of PDN 3.0, production by
//! production; and deliberately damaged files.

use coupturc::notation::{
    PdnGame, PdnReplay, PdnResult, PdnStep, file_text, game_type, parse_pdn, pdn_game, pdn_text,
    pdn_variants, usual_variant,
};
use coupturc::rules::games::Variant;
use coupturc::rules::{MoveList, RuleOptions};

use crate::support::{Rng, for_every_game};

fn file(name: &str) -> Vec<PdnGame> {
    let path = format!("{}/tests/data/pdn/{name}.pdn", env!("CARGO_MANIFEST_DIR"));
    parse_pdn(&file_text(&std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))))
}

/// The only game of a file, replayed in its variant.
fn played(name: &str) -> (PdnGame, PdnReplay) {
    let mut games = file(name);
    assert_eq!(games.len(), 1, "{name}");
    let game = games.remove(0);
    let replay = replay(&game);
    assert_eq!((&game.fault, &replay.fault), (&None, &None), "{name}");
    (game, replay)
}

fn replay(game: &PdnGame) -> PdnReplay {
    let options = RuleOptions::default();
    let fitting = pdn_variants(game, &options).unwrap_or_else(|fault| panic!("{fault}"));
    let name = usual_variant(&fitting).unwrap_or_else(|| panic!("{fitting:?}"));
    PdnReplay::of(game, name.rules, &options).unwrap_or_else(|fault| panic!("{fault}"))
}

/// The moves as they are written back.
fn written(game: &PdnGame, replay: &PdnReplay) -> String {
    let text = pdn_text(&replay.to_pdn(&game.tags));
    text.split("\n\n").nth(1).unwrap_or_default().replace('\n', " ")
}

#[test]
fn files_that_were_once_read_wrongly_are_read_correctly() {
    for (name, moves) in [
        ("blank-padded-squares", "1. 32-28 17-22 2. 28x17 12x21 3. 37-32 7-12 4. 41-37 1-7 *"),
        ("ellipsis-apart", "1... 24-29 2. 33x24 30x19 *"),
        ("escaped-quote", "1. 32-28 19-23 *"),
        ("tags-in-one-line", "1. 29-24 30-35 2. 36-31 19x30 *"),
        ("own-halt-tag", "1. 46x28 *"),
        (
            "tags-result-comments-lost",
            "1. 32-28 {good move} 19-23 $1 (1... 18-23 2. 33-29) 2. 28x19 14x23 2-0",
        ),
        ("no-gametype", "1. 31-26 17-21 2. 26x17 11x22 *"),
        ("ambiguous-capture-written-back", "1. 4x31x42x15 32-38 *"),
        (
            "ambiguous-later-moves-tell",
            "1. 49-43 39x48 2. 24-19 48x22 3. 19x8 15x24 4. 46-41 36x47 5. 8-2 47x29 6. 2x30x39x11 16x7 7. 45x1 1-0",
        ),
        ("capital-letters", "1. a3-b4 *"),
    ] {
        let (game, replay) = played(name);
        assert_eq!(written(&game, &replay), moves, "{name}");
        // The tags and their order do not change.
        let kept = replay.to_pdn(&game.tags).tags.into_iter().filter(|tag| game.tags.contains(tag));
        assert_eq!(kept.collect::<Vec<_>>(), game.tags, "{name}");
    }
    let (_, replay) = played("own-halt-tag");
    let mut moves = MoveList::new();
    replay.start.legal_moves(&mut moves);
    assert_eq!(moves.len(), 1, "under the rule in the tag");
    let (game, _) = played("escaped-quote");
    assert_eq!(game.tag("White"), Some("A \"B\" C"));
}

#[test]
fn files_are_decoded() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/encodings/files.tsv");
    let table = std::fs::read_to_string(path).expect("the table");
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    for row in rows {
        let [name, hex, text] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let bytes: Vec<u8> = (0..hex.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("a byte"))
            .collect();
        let text: String = serde_json::from_str(text).expect("a text");
        assert_eq!(file_text(&bytes), text, "{name}");
    }
}

#[test]
fn files_of_several_games_are_read_game_by_game() {
    let games = file("three-games-one-bad");
    let results: Vec<_> = games.iter().map(PdnGame::result).collect();
    assert_eq!(results, [PdnResult::WhiteWins, PdnResult::Draw, PdnResult::BlackWins].map(Some));
    assert_eq!(games.iter().map(|game| game.line.0).collect::<Vec<_>>(), [1, 6, 11]);
    let games = file("tags-only-game");
    let names: Vec<_> =
        games.iter().map(|game| (game.tag("White").unwrap_or_default(), game.moves.len())).collect();
    assert_eq!(names, [("Ann", 0), ("Cat", 2)]);
}

#[test]
fn positions_are_set_up_within_games() {
    let (game, replay) = played("setup-within-game");
    assert_eq!(replay.nodes[2].step, PdnStep::SetUp);
    assert_eq!(game.moves[2].comment.as_deref(), Some("a move that was not legal"));
    assert_eq!(replay.last().board().occupied().count(), 40);
    // Only the side to move changes.
    let games = parse_pdn("1. 32-28 /FEN \"W::\"/ 2. 37-32 19-23 2-0");
    assert_eq!(written(&games[0], &replay_of(&games[0])).matches("/FEN").count(), 1);
}

fn replay_of(game: &PdnGame) -> PdnReplay {
    let replay = replay(game);
    assert_eq!(replay.fault, None);
    replay
}

/// CITE: <https://wiegerw.github.io/pdn/grammar.html>, the reading grammar of PDN 3.0.
#[test]
fn the_grammar_of_the_standard_is_read() {
    let one = |text: &str| {
        let mut games = parse_pdn(text);
        assert_eq!((games.len(), &games[0].fault), (1, &None), "{text}");
        games.remove(0)
    };
    let moves = |text: &str| one(text).moves.into_iter().map(|mv| mv.text).collect::<Vec<_>>();
    // PdnFile, GameSeparator, Result.
    for separator in ["*", "1-0", "1/2-1/2", "0-1", "2-0", "1-1", "0-2", "0-0"] {
        let games = parse_pdn(&format!("1. 32-28 {separator}\n[White \"A\"]\n{separator} 1. 31-26"));
        let lengths: Vec<usize> = games.iter().map(|game| game.moves.len()).collect();
        assert_eq!(lengths, [1, 0, 1], "{separator}");
        let ending = (separator != "*").then_some(separator);
        assert!(games.iter().take(2).all(|game| game.ending.as_deref() == ending), "{separator}");
    }
    // GameHeader without GameBody, GameBody without GameHeader, PdnTag, STRING, IDENTIFIER.
    assert_eq!(one("[White_2 \"An embedded \\\" quote!\"]").tag("White_2"), Some("An embedded \" quote!"));
    // GameMove, MOVENUMBER, NormalMove, CaptureMove, ALPHASQUARE, NUMSQUARE, ELLIPSES.
    assert_eq!(
        moves("1. 32-28 1... 19-23 28x19x3 a3-b4 c3:e5:g7 01-07"),
        ["32-28", "19-23", "28x19x3", "a3-b4", "c3:e5:g7", "01-07"]
    );
    assert_eq!(moves("1. ... 7-12 a3b4 3228 - -"), ["7-12", "a3b4", "3228", "- -"]);
    assert_eq!(one("1. 2-0").result(), Some(PdnResult::WhiteWins));
    // MOVESTRENGTH, NAG.
    let nags = |text: &str| one(text).moves[0].nags.clone();
    let marks = [
        ("!", 1),
        ("?", 2),
        ("!!", 3),
        ("??", 4),
        ("!?", 5),
        ("?!", 6),
        ("(!?)", 5),
        ("(!?!!!)", 5),
        ("*", 7),
    ];
    for (mark, nag) in marks {
        assert_eq!(nags(&format!("10-15{mark} 37-32")), [nag], "{mark}");
    }
    assert_eq!(nags("32-28 $1 $139"), [1, 139]);
    // Variation, COMMENT, SETUP; in any order.
    let game = one("{Start} 32-28 19-23 (18-23 38-32 (37-32? 23-29! { Black wins }) 12-18) {so} 28x19 14x23");
    let tree: Vec<_> = game.moves.iter().map(|mv| (mv.text.as_str(), mv.parent)).collect();
    let variation = [("18-23", 1), ("38-32", 3), ("37-32", 3), ("23-29", 5), ("12-18", 4)];
    let mut expected = vec![("32-28", 0), ("19-23", 1)];
    expected.extend(variation);
    expected.extend([("28x19", 2), ("14x23", 8)]);
    assert_eq!(sorted(&tree), sorted(&expected));
    assert_eq!(game.comment.as_deref(), Some("Start"));
    let game = one("32-28 /FEN \"W:W31:B20\"/");
    assert!(game.moves[1].is_setup && game.moves[1].text == "W:W31:B20");
    // White space and line comments.
    assert_eq!(
        moves("% Board game: International Draughts 10x10\n1. 32-28\t19-23\r\n% 2. 28x19\n"),
        ["32-28", "19-23"]
    );
}

/// Each move with its parent.
fn sorted<'a>(tree: &[(&'a str, usize)]) -> Vec<(&'a str, &'a str)> {
    let name = |number: usize| number.checked_sub(1).map_or("", |index| tree[index].0);
    let mut pairs: Vec<_> = tree.iter().map(|&(text, parent)| (text, name(parent))).collect();
    pairs.sort_unstable();
    pairs
}

#[test]
fn results_that_are_not_moves_end_games() {
    for (text, ending, plies) in [
        ("1. 32-28 19-23 12-8", Some("12-8"), 2),
        ("[Result \"4-6\"] 1. 32-28 19-23 4-6", Some("4-6"), 2),
        ("[Result \"1-1\"] 1. 32-28 19-23 12-8", Some("12-8"), 2),
        ("1. 32-28 19-23 1/2", Some("1/2"), 2),
        ("1. 32-28 19-23 2-0f", Some("2-0f"), 2),
        ("1. 32-28 19-23 {so}2-0 time forfeit", Some("2-0"), 2),
        ("[FEN \"B:W40:B4,20\"] 4-9", None, 1),
        ("[FEN \"B:W40:B4,20\"] 4-9 1. 40-34 *", None, 2),
    ] {
        let game = parse_pdn(text).remove(0);
        let replay = replay(&game);
        let found = (replay.ending.as_deref(), replay.main_line().count(), &replay.fault);
        assert_eq!(found, (ending, plies, &None), "{text}");
    }
}

/// A last word that cannot be played is no result if the file says so otherwise.
#[test]
fn illegal_last_moves_are_faults() {
    for text in [
        "1. 32-28 19-23 2. 12-8 *",
        "1. 32-28 19-23 12-8 *\n\n",
        "[Result \"0-2\"] 1. 32-28 19-23 2. 12-8",
        "1. 32--28 *",
        "1. 32-28 19--23 *",
    ] {
        let game = parse_pdn(text).remove(0);
        let rules = Variant::International.rules();
        let replay = PdnReplay::of(&game, rules, &RuleOptions::default()).expect(text);
        let fault = replay.fault.unwrap_or_else(|| panic!("{text}"));
        assert_eq!(fault.line, 1, "{text}: {fault}");
    }
}

/// A damaged game does not affect other games, and is kept up to the damage.
#[test]
fn damage_affects_one_game() {
    for_every_game(|variant| {
        let mut rng = Rng::new(variant as u64);
        for _ in 0..20 {
            let whole = random_game(variant, &mut rng);
            let text = pdn_text(&whole);
            let (head, moves) = text.split_once("\n\n").expect("tags and moves");
            let words: Vec<&str> = moves.split_whitespace().collect();
            let place = 3 * rng.below(words.len() as u64 / 3) as usize;
            let bad = *rng.choose(&["zz", "12y13", "{open", "99-99-zz", "$x", "/FEN/"]);
            let damaged = [&words[..place], &[bad], &words[place..]].concat().join(" ");
            let games = parse_pdn(&format!("{text}{head}\n\n{damaged}\n\n{text}"));
            assert_eq!(games.len(), 3, "{damaged}");
            assert_eq!((&games[0], &games[2]), (&whole, &whole), "{damaged}");
            let fault = games[1].fault.as_ref().unwrap_or_else(|| panic!("{damaged}"));
            assert_eq!(fault.line, games[1].line.0 + head.lines().count() + 1, "{damaged}");
            assert_eq!((&games[1].tags, games[1].moves.len()), (&whole.tags, 2 * (place / 3)), "{damaged}");
        }
    });
}

/// A random game with tags and an even number of plies.
fn random_game(variant: Variant, rng: &mut Rng) -> PdnGame {
    let start = variant.rules().start(&RuleOptions::default());
    let (mut position, mut played) = (start.position().copy(), Vec::new());
    for _ in 0..2 * (2 + rng.below(6)) {
        let mut legal = MoveList::new();
        position.legal_moves(&mut legal);
        let mv = *rng.choose(&legal);
        played.push(mv);
        position = position.after(mv);
    }
    let mut game = pdn_game(start.position(), &played, None).expect("legal moves");
    game.set_tag("Event", "random");
    game
}

/// The tag `GameType` names the variant; without the tag, the variant is among those that fit.
#[test]
fn games_are_recognised_by_their_moves() {
    for_every_game(|variant| {
        let mut rng = Rng::new(7 + variant as u64);
        for _ in 0..5 {
            let mut game = random_game(variant, &mut rng);
            let fitting = |game: &PdnGame| pdn_variants(game, &RuleOptions::default()).expect("it fits");
            assert_eq!(fitting(&game).iter().map(|name| name.rules).collect::<Vec<_>>(), [variant.rules()]);
            assert_eq!(game.tag("GameType"), Some(game_type(fitting(&game)[0])));
            game.tags.retain(|(name, _)| name != "GameType");
            assert!(fitting(&game).iter().any(|name| name.rules == variant.rules()), "{variant}");
        }
    });
}
