//! Tests of the report, with made-up games, valid and invalid.

use super::elo::{elo_text, interval_text};
use super::html_report;
use super::steps::Steps;
use super::summary::control_text;
use crate::arena::pdn::replay_of;
use crate::arena::record::{GameRecord, GameResult, MoveRecord, game_for_test};
use crate::arena::stats::{GameScore, Model, Sprt, Tally};
use crate::arena::{GameRules, MatchResults, Repeat, SequentialTest, pdn_of};
use crate::html::escape;
use crate::notation::PdnReplay;
use crate::notation::{FenFields, fen_text, hub_position_text, move_text};
use crate::rules::games::Variant;
use crate::rules::{AnyGame, ExtraState, Halt, RuleOptions};

fn record(number: u64, variant: &str, fen: &str, moves: &[&str], result: GameResult) -> GameRecord {
    let players = if number % 2 == 1 { ["one", "two"] } else { ["two", "one"] };
    let mv = |text: &&str| MoveRecord {
        text: (*text).to_owned(),
        score: Some(0.25),
        depth: Some(9),
        nodes: Some(1000),
        seconds: Some(0.1),
    };
    GameRecord {
        variant: variant.to_owned(),
        fen: fen.to_owned(),
        opening_plies: 1,
        moves: moves.iter().map(mv).collect(),
        termination: "resign".to_owned(),
        ..game_for_test(number, players[0], players[1], result)
    }
}

fn start_of(variant: Variant) -> Box<dyn AnyGame> {
    variant.rules().start(&RuleOptions::default())
}

fn start_fen(variant: Variant) -> String {
    fen_text(start_of(variant).position(), &FenFields::default())
}

/// A random game from the start position, and its moves.
fn random_game(variant: Variant, seed: u64, plies: usize) -> (Vec<String>, Box<dyn AnyGame>) {
    let mut random = fastrand::Rng::with_seed(seed);
    let (mut game, mut moves) = (start_of(variant), Vec::new());
    while moves.len() < plies {
        let Some(&mv) = random.choice(game.legal_moves()) else { break };
        moves.push(move_text(game.rules(), mv));
        game.play(mv).expect("a legal move");
    }
    (moves, game)
}

fn replay(game: &GameRecord) -> PdnReplay {
    replay_of(game).expect("a position")
}

/// Applies the steps as the script does, and returns the text of the last position and the index of
/// the vanguard's cell.
fn apply_steps(replay: &PdnReplay) -> (String, Option<usize>) {
    let Steps { start, mark, steps } = Steps::of(replay);
    const LETTERS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
    let mut cells: Vec<char> = start.expect("a start").chars().collect();
    let mut vanguard = mark;
    for step in &steps {
        let places: Vec<usize> = step.chars().filter_map(|c| LETTERS.find(c)).collect();
        let piece = std::mem::replace(&mut cells[places[0] + 1], 'e');
        for taken in &places[2..] {
            assert_ne!(cells[taken + 1], 'e', "nothing to take in {step}");
            cells[taken + 1] = 'e';
        }
        cells[places[1] + 1] = if step.contains('*') { piece.to_ascii_uppercase() } else { piece };
        cells[0] = if cells[0] == 'W' { 'B' } else { 'W' };
        vanguard = step.contains('!').then_some(places[1]);
    }
    (cells.into_iter().collect(), vanguard)
}

#[test]
fn the_steps_of_a_game_lead_to_its_last_position() {
    for (&variant, seed) in Variant::ALL.iter().flat_map(|variant| std::iter::repeat(variant).zip(0..40)) {
        let (moves, game) = random_game(variant, seed, 150);
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let replay = replay(&record(1, variant.name(), &start_fen(variant), &moves, GameResult::Draw));
        assert_eq!(replay.fault, None);
        assert_eq!(replay.nodes.len(), moves.len());
        let vanguard = match game.position().extra_state() {
            ExtraState::Vanguard(man) => man.square().map(|square| variant.rules().geometry.order(square)),
            _ => None,
        };
        assert_eq!(apply_steps(&replay), (hub_position_text(game.position()), vanguard), "{variant}");
    }
}

#[test]
fn a_piece_that_returns_to_its_origin_stays() {
    let game = record(1, "normal", "W:W38:B1,22,23,32,33", &["38x38x22x23x32x33"], GameResult::Draw);
    let replay = replay(&game);
    assert_eq!(replay.fault, None);
    assert_eq!(apply_steps(&replay).0.replace('e', ""), "Bbw");
}

fn games_of_all_variants() -> Vec<GameRecord> {
    let mut games = Vec::new();
    for (index, &variant) in Variant::ALL.iter().enumerate() {
        for (place, result) in [GameResult::WhiteWins, GameResult::Draw].into_iter().enumerate() {
            let (moves, _) = random_game(variant, index as u64, 60);
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            let number = (2 * index + place + 1) as u64;
            games.push(record(number, variant.name(), &start_fen(variant), &moves, result));
        }
    }
    games
}

#[test]
fn a_report_has_all_sections_for_all_games() {
    let page = html_report("A match", &games_of_all_variants(), None);
    for &variant in Variant::ALL {
        let board = format!("<template id=\"board-{variant}\"");
        assert_eq!(page.matches(&board).count(), 1, "{board}");
        assert!(page.contains(variant.rules().title));
    }
    let cells = |&variant: &Variant| variant.rules().geometry.len();
    assert_eq!(page.matches(" data-name=").count(), Variant::ALL.iter().map(cells).sum::<usize>());
    assert_eq!(page.matches("<a href=\"#game-").count(), 2 * Variant::ALL.len());
    let parts = [
        "<caption><span>By engine",
        "<caption><span>Depth, speed and time",
        "<caption><span>By colour",
        "<caption><span>By game",
        "over time</figcaption>",
        "<figcaption>Lengths of the games",
        "<caption><span>How the games ended",
        "id=\"moves\"",
    ];
    for part in parts {
        assert_eq!(page.matches(part).count(), 1, "{part}");
    }
    // White won the first game of each pair, so `one` has as many wins as draws.
    assert!(page.contains("<tr><th scope=\"row\">one</th>"), "{page}");
    let wins = Variant::ALL.len();
    let row =
        format!("<td class=\"n\">75.0 %</td><td class=\"n\">{}</td><td class=\"n\">{wins}</td>", 2 * wins);
    assert!(page.contains(&row));
    assert!(!page.contains("Head to head"), "two engines need no crosstable");
}

#[test]
fn nothing_is_loaded_from_the_network() {
    let page = html_report("A match", &games_of_all_variants(), None);
    let script = "http://www.w3.org/2000/svg";
    assert_eq!(page.matches("://").count(), page.matches(script).count());
    assert!(!page.contains(" src=") && !page.contains("@import") && !page.contains("url(http"));
}

#[test]
fn names_cannot_break_the_page() {
    const EVIL: &str = "</script><script>alert('1')</script>&amp;\"<!--";
    let mut game = record(1, "dameo", &start_fen(Variant::Dameo), &[], GameResult::Draw);
    let plain = html_report("A match", std::slice::from_ref(&game), None);
    for text in
        [&mut game.white, &mut game.termination, &mut game.detail, &mut game.began, &mut game.time_control]
    {
        EVIL.clone_into(text);
    }
    let page = html_report(EVIL, &[game.clone()], None);
    game.variant = EVIL.to_owned();
    game.fen = EVIL.to_owned();
    game.moves.push(MoveRecord { text: EVIL.to_owned(), score: Some(f64::NAN), ..MoveRecord::default() });
    let unknown = html_report(EVIL, &[game], None);
    for page in [page, unknown] {
        for tag in ["<script", "</script", "<!--"] {
            assert_eq!(page.matches(tag).count(), plain.matches(tag).count(), "{tag}");
        }
        assert!(page.contains(&*escape(EVIL)));
        let json = json_of(&page);
        assert_eq!(json["engines"][0], EVIL);
        assert_eq!(json["games"][0]["detail"], EVIL);
    }
}

fn json_of(page: &str) -> serde_json::Value {
    let (_, after) = page.split_once("<script type=\"application/json\" id=\"data\">").expect("the data");
    let (json, _) = after.split_once("</script>").expect("their end");
    serde_json::from_str(json).expect("JSON")
}

#[test]
fn a_game_with_an_illegal_move_is_replayed_up_to_it() {
    let moves = ["32-28", "19-23", "1-50", "28x19"];
    let game = record(1, "normal", &start_fen(Variant::International), &moves, GameResult::BlackWins);
    let json = json_of(&html_report("A match", &[game], None));
    let game = &json["games"][0];
    assert_eq!(game["steps"], "VR IM");
    assert_eq!(game["rest"], serde_json::json!(["1-50", "28x19"]));
    assert!(game["problem"].as_str().expect("a problem").contains("'1-50' is not legal"), "{game}");
    assert_eq!(game["scores"], "25,25,25,25");
    assert_eq!(game.get("start"), None, "the usual start is omitted");
}

#[test]
fn invalid_games_do_not_break_the_report() {
    let nonsense = record(1, "normal", "nonsense", &["32-28"], GameResult::Draw);
    let chess = record(2, "chess", "W:W1:B50", &["e2-e4"], GameResult::WhiteWins);
    let page = html_report("A match", &[nonsense, chess], None);
    let json = json_of(&page);
    assert_eq!(json["games"][0]["fen"], "nonsense");
    assert_eq!(json["games"][1]["rest"], serde_json::json!(["e2-e4"]));
    assert!(json["games"][1]["problem"].as_str().expect("a problem").contains("'chess' is unknown"));
    assert!(page.contains("<td>chess</td>"));
    assert_eq!(json["games"][1].get("pdn"), None, "no PDN without a replay");
}

#[test]
fn a_set_up_position_is_kept() {
    let game = record(1, "hexdame", "B:Wc3:BKi9,e6", &[], GameResult::Draw);
    let start = Steps::of(&replay(&game)).start.expect("a position");
    assert!(start.starts_with('B') && start.len() == 1 + Variant::Hexdame.rules().geometry.len());
    assert_eq!(json_of(&html_report("A match", &[game], None))["games"][0]["start"], start);
}

#[test]
fn killer_games_are_replayed_by_the_killer_rule() {
    // There are three free squares after the captured king; the killer rule allows one.
    let game = |variant| record(1, variant, "W:WK46:BK23,1", &["46x10x23"], GameResult::Draw);
    assert_eq!(replay(&game("normal")).fault, None);
    assert!(replay(&game("killer")).fault.is_some());
    let page = html_report("A match", &[game("killer")], None);
    assert!(page.contains("International Draughts (killer)") && page.contains("id=\"board-normal\""));
}

#[test]
fn more_than_two_engines_have_a_crosstable() {
    let mut games = games_of_all_variants();
    games[3].white = "three".to_owned();
    let page = html_report("A match", &games, None);
    assert_eq!(page.matches("<caption><span>Head to head").count(), 1);
}

#[test]
fn a_report_works_with_no_game_and_one_game() {
    assert!(html_report("A match", &[], None).contains("No game has been played yet."));
    let game = record(1, "dameo", &start_fen(Variant::Dameo), &[], GameResult::WhiteWins);
    let page = html_report("A match", &[game], None);
    assert!(page.contains("1 game of Dameo") && page.contains("needs more games"));
}

fn with_halt(halt: Halt) -> GameRules {
    GameRules::of("normal".parse().expect("a name"), &RuleOptions { halt, ..RuleOptions::default() })
}

#[test]
fn rule_options_are_replayed() {
    // The king captures two men, and the rule `damme` makes it stop right after the second.
    let mut game = record(1, "normal", "W:WK46:B23,37,5", &["46x14x23x37"], GameResult::Draw);
    assert_eq!(replay(&game).fault, None);
    game.rules = with_halt(Halt::Damme);
    assert!(replay(&game).fault.is_some());
    "46x19x23x37".clone_into(&mut game.moves[0].text);
    assert_eq!(replay(&game).fault, None);
}

#[test]
fn the_summary_has_time_controls_and_rules() {
    let mut games = games_of_all_variants();
    let page = html_report("A match", &games, None);
    assert!(page.contains("between one, two at 100 nodes a move. Started <time"), "{page}");
    assert!(page.contains(">2 Jan 2026, 03:04 UTC</time>"));
    "2026-01-03T00:00:00Z".clone_into(&mut games[9].began);
    for game in &mut games {
        let controls = if game.white == "one" { "60 depth=6" } else { "depth=6 60" };
        controls.clone_into(&mut game.time_control);
    }
    games[0].rules = with_halt(Halt::Winther);
    let page = html_report("A match", &games, None);
    assert!(
        page.contains("between one at 1 min, two at depth 6, with halt winther. First game started "),
        "{page}"
    );
    assert!(page.contains(">3 Jan 2026, 00:00 UTC</time>"));
    assert_eq!(json_of(&page)["games"][0]["rules"], "halt winther");
}

#[test]
fn every_game_has_pdn_and_a_title() {
    let games = games_of_all_variants();
    let page = html_report("A match", &games, None);
    let json = json_of(&page);
    let kept = json["games"].as_array().expect("games").iter();
    let texts: String = kept.map(|game| game["pdn"].as_str().expect("PDN")).collect();
    assert_eq!(texts, pdn_of(&games).expect("legal moves"));
    for &variant in Variant::ALL {
        assert!(!page.contains(&format!("<td>{variant}</td>")), "{variant}");
        let title = variant.rules().title;
        assert_eq!(page.matches(&format!("<td>{title}</td>")).count(), 2, "{title}");
    }
}

#[test]
fn limits_and_thinking_time_are_formatted() {
    let texts = ["60", "1+0.01", "40/300", "0.1/move", "nodes=100", "depth=6", "soon", "60 depth=6"];
    let expected = [
        "1 min",
        "1 s + 0.01 s a move",
        "40 moves in 5 min",
        "0.1 s a move",
        "100 nodes a move",
        "depth 6",
        "soon",
        "White 1 min, Black depth 6",
    ];
    assert_eq!(texts.map(control_text), expected);
    let mut games = games_of_all_variants();
    games.iter_mut().flat_map(|game| &mut game.moves).for_each(|mv| mv.seconds = None);
    assert!(!html_report("A match", &games, None).contains("thinking time"));
    games[0].moves[0].seconds = Some(200.0);
    assert!(html_report("A match", &games, None).contains(" Total thinking time: 3 min 20 s."));
}

/// Games that White wins, except that `one` wins both games of the first `wins` pairs.
fn tested_games(wins: u64, all: u64) -> Vec<GameRecord> {
    let result = |number: u64| match number.is_multiple_of(2) && number <= 2 * wins {
        true => GameResult::BlackWins,
        false => GameResult::WhiteWins,
    };
    (1..=all).map(|number| record(number, "dameo", &start_fen(Variant::Dameo), &[], result(number))).collect()
}

#[test]
fn the_sequential_test_has_a_verdict_and_a_chart() {
    let sprt = Sprt::new(-10.0, 30.0, 0.1, 0.2, Model::Logistic).expect("a test");
    let test = SequentialTest { engine: "one".to_owned(), sprt, repeat: Repeat::Twice };
    let (lower, upper) = sprt.bounds();
    for (wins, all, verdict) in [
        (0, 8, "Undecided. LLR "),
        (20, 40, "H1 is accepted: the difference is 30 or more. LLR "),
        (0, 1000, "H0 is accepted: the difference is -10 or less. LLR "),
    ] {
        let games = tested_games(wins, all);
        let page = html_report("A match", &games, Some(&test));
        assert!(page.contains("<figcaption>SPRT of one: -10 against 30 Elo</figcaption>"), "{verdict}");
        let (_, after) = page.split_once(verdict).expect(verdict);
        let bounds =
            format!("; H0 (-10) is accepted at {lower:.2}, H1 (30) at {upper:.2} (alpha 0.1, beta 0.2).");
        assert!(after.contains(&bounds), "{bounds}");
        let mut counted = MatchResults::default();
        games.iter().for_each(|game| counted.add(game));
        assert!(after.starts_with(&format!("{:.2};", test.llr(&counted))), "{verdict}");
        for bound in [format!(">H0 {lower:.2}<"), format!(">H1 {upper:.2}<")] {
            assert_eq!(page.matches(&bound).count(), 1, "{bound}");
        }
        // The line begins at zero, and has a point for each game if there are few.
        let (_, chart) = page.split_once("<figcaption>SPRT").expect("a chart");
        let (_, line) = chart.split_once("class=\"line c0\" d=\"M").expect("a line");
        let (line, _) = line.split_once('"').expect("its end");
        assert_eq!(line.split('L').count() as u64, all.min(250) + 1, "{line}");
    }
    assert!(!html_report("A match", &tested_games(0, 8), None).contains("SPRT"));
    assert!(!html_report("A match", &[], Some(&test)).contains("<figcaption>SPRT"));
}

#[test]
fn depth_speed_and_time_of_each_engine_are_shown() {
    let moves = ["c3-c4", "f6-f5", "d3-d4"];
    let mut game = record(1, "dameo", &start_fen(Variant::Dameo), &moves, GameResult::Draw);
    "60 depth=6".clone_into(&mut game.time_control);
    let page = html_report("A match", &[game], None);
    // The first move is an opening move.
    for row in [
        "<th scope=\"row\">one</th><td class=\"n\">9.0</td><td class=\"n\">10 thousand</td>\
         <td class=\"n\">0.100 s</td><td class=\"n\">59.900 s</td><td class=\"n\">59.900 s</td>",
        "<th scope=\"row\">two</th><td class=\"n\">9.0</td><td class=\"n\">10 thousand</td>\
         <td class=\"n\">0.100 s</td><td class=\"n\">–</td><td class=\"n\">–</td>",
    ] {
        assert!(page.contains(row), "{row}");
    }
}

#[test]
fn elo_is_formatted() {
    assert_eq!([elo_text(-12.4), elo_text(0.2), elo_text(7.0)], ["−12", "0", "+7"]);
    let mut tally = Tally::default();
    tally.add_pair(GameScore::Win, GameScore::Win);
    let text = |tally: &Tally| tally.elo().map(|elo| interval_text(&elo)).expect("some games");
    assert!(text(&tally).starts_with("+∞ [") && text(&tally).ends_with(", +∞]"), "{}", text(&tally));
    for _ in 0..4 {
        tally.add_pair(GameScore::Win, GameScore::Loss);
        tally.add_pair(GameScore::Loss, GameScore::Win);
    }
    assert_eq!(text(&tally), "+39 ± 73");
}
