//! The naive rules, rule by rule: small positions for all rules, whether perft counts cover them or not.

use crate::support::Rng;
use crate::support::naive::{
    DrawRule, Game, KingAgainstMan, NaiveGame, NaivePosition, Options, random_feast, random_position,
};

/// The length at which games are cut off.
const MOST_PLIES: usize = 130;

fn position(game: Game, fen: &str) -> NaivePosition {
    NaivePosition::from_fen(game, Options::default(), fen)
}

/// The texts of the legal moves, separated by spaces.
fn moves(game: Game, fen: &str) -> String {
    position(game, fen).moves().join(" ")
}

/// The result and reason of a game that starts from this position.
fn result(game: Game, fen: &str) -> (&'static str, &'static str) {
    NaiveGame::new(position(game, fen)).result()
}

/// Whether the move from one position to the next, both as Hub texts, was a man's.
fn moved_man(before: &str, after: &str) -> bool {
    let changed =
        before.chars().zip(after.chars()).skip(1).find(|(before, after)| before != after && *before != 'e');
    changed.is_some_and(|(piece, _)| piece.is_ascii_lowercase())
}

/// Whether a black king stands on the diagonal from a1 to h8 of the small board.
fn is_on_long_diagonal(position: &NaivePosition) -> bool {
    let text = position.to_hub();
    [4, 8, 11, 15, 18, 22, 25, 29].into_iter().any(|number| text[number..].starts_with('B'))
}

/// Plays without captures until the game is over, except by repetition; returns the number of plies and the reason.
/// Kings move, and a man does at a fixed interval; moves to positions that are not `wanted` are left out.
fn play_quietly(
    start: NaivePosition,
    man_every: usize,
    wanted: impl Fn(&NaivePosition) -> bool,
) -> (usize, &'static str) {
    let text = start.to_hub();
    let end = go_on(&NaiveGame::new(start), 0, man_every, &wanted);
    end.unwrap_or_else(|| panic!("no such game from {text}"))
}

/// The rest of a game for [`play_quietly`], if there is one.
fn go_on(
    game: &NaiveGame,
    plies: usize,
    man_every: usize,
    wanted: &impl Fn(&NaivePosition) -> bool,
) -> Option<(usize, &'static str)> {
    match game.result().1 {
        "none" if plies < MOST_PLIES => {}
        "repetition" => return None,
        reason => return Some((plies, reason)),
    }
    let before = game.position();
    let is_good = |mv: &String| {
        let after = before.play(mv);
        let offers = after.moves().iter().any(|answer| answer.contains('x'));
        let is_mans = moved_man(&before.to_hub(), &after.to_hub());
        !offers && is_mans == (plies + 1).is_multiple_of(man_every) && wanted(&after)
    };
    let mut good: Vec<String> = before.moves().into_iter().filter(is_good).collect();
    // Rotates the order: the first move every time would lead into corners.
    let first = 7 * plies % good.len().max(1);
    good.rotate_left(first);
    good.iter().find_map(|mv| {
        let mut next = game.clone();
        next.play(mv);
        go_on(&next, plies + 1, man_every, wanted)
    })
}

/// Like [`play_quietly`], but from a FEN and with king moves only.
fn play_kings(game: Game, fen: &str) -> (usize, &'static str) {
    play_quietly(position(game, fen), usize::MAX, |_| true)
}

#[test]
fn cells_of_the_small_board_have_numbers_in_brazilian() {
    let game = Game::Brazilian;
    let start = NaivePosition::start(game, Options::default());
    assert_eq!(start.moves().join(" "), "21-17 22-17 22-18 23-18 23-19 24-19 24-20");
    assert_eq!(position(game, "W:W21-32:B1-12"), start);
    // a1 and h8, the ends of the long diagonal.
    assert_eq!(position(game, "W:Wa1:BKh8"), position(game, "W:W29:BK4"));
}

#[test]
fn the_longest_capture_is_compulsory_and_men_do_not_promote_in_passing_in_brazilian() {
    // The other capture would take one.
    let before = position(Game::Brazilian, "W:Wf6,a3:Be7,c7,b4");
    assert_eq!(before.moves(), ["11x9x6x7"]);
    assert_eq!(before.play("11x9x6x7"), position(Game::Brazilian, "B:Wb6,a3:Bb4"));
}

#[test]
fn any_capture_may_be_chosen_in_russian_but_must_be_completed() {
    let moves = |fen| moves(Game::Russian, fen);
    // One piece, or three, since the man becomes a king on d8.
    assert_eq!(moves("W:Wf6,a3:Be7,c7,b4"), "a3xc5xb4 f6xc3xc7xe7xb4 f6xd2xc7xe7xb4 f6xe1xc7xe7xb4");
    // A king must land on the cell from which it can continue.
    assert_eq!(moves("W:WKa1:Bb2,e3"), "a1xf2xe3xb2 a1xg1xe3xb2");
    assert_eq!(moves("W:WKa1:Bf6"), "a1xg7xf6 a1xh8xf6");
}

#[test]
fn a_man_continues_as_a_king_in_russian() {
    let before = position(Game::Russian, "W:Wf6:Be7,b6");
    assert_eq!(before.moves(), ["f6xa5xe7xb6"]);
    assert_eq!(before.play("f6xa5xe7xb6"), position(Game::Russian, "B:WKa5:B"));
    assert_eq!(moves(Game::Brazilian, "W:Wf6:Be7,b6"), "11x2x7");
}

#[test]
fn cells_have_letters_in_russian_and_may_be_read_as_numbers() {
    let start = NaivePosition::start(Game::Russian, Options::default());
    assert_eq!(position(Game::Russian, "W:W21-32:B1-12"), start);
    assert_eq!(moves(Game::Russian, "W:W22:B1"), "c3-b4 c3-d4");
}

#[test]
fn limits_on_64_squares() {
    for game in [Game::Brazilian, Game::Russian] {
        let play = |fen, man_every, wanted: fn(&NaivePosition) -> bool| {
            play_quietly(position(game, fen), man_every, wanted)
        };
        assert_eq!(play_kings(game, "W:WKb8:BKg1"), (10, "5-moves"));
        // The lone king stays on the long diagonal, or away from it.
        assert_eq!(play("W:WKb8,Kd8,Kf8:BKa1", usize::MAX, is_on_long_diagonal), (10, "5-moves"));
        assert_eq!(play("W:WKb8,Kd8,Kf8:BKe1", usize::MAX, |at| !is_on_long_diagonal(at)), (30, "15-moves"));
        // Only kings move, although there are men.
        assert_eq!(play_kings(game, "W:WKb8,a1:BKg1,h8"), (30, "15-moves"));
        assert_eq!(play("W:WKb8,a1:BKg1,h8", 20, |_| true), (60, "30-moves"));
        assert_eq!(play("W:WKb8,a1,c1:BKg1,h8,f8", 29, |_| true), (120, "60-moves"));
        let without = Options { draw_rule: DrawRule::Repetition, ..Options::default() };
        let lone_kings = NaivePosition::from_fen(game, without, "W:WKb8:BKg1");
        assert_eq!(play_quietly(lone_kings, usize::MAX, |_| true), (MOST_PLIES, "none"));
    }
}

#[test]
fn a_capture_within_the_material_does_not_restart_its_limit() {
    for (game, capture) in [(Game::Brazilian, "20x2x16"), (Game::Russian, "h4xd8xg5")] {
        let mut play = NaiveGame::new(position(game, "B:WKg5,Ka3,Kc1,Ke1:BKh4"));
        play.play(capture);
        let end = go_on(&play, 1, usize::MAX, &|at| !is_on_long_diagonal(at));
        // Only 29 plies have been played since the capture.
        assert_eq!(end, Some((30, "15-moves")), "{game:?}");
    }
}

#[test]
fn men_go_forward_and_sideways_in_turkish() {
    let moves = |fen| moves(Game::Turkish, fen);
    let start = NaivePosition::start(Game::Turkish, Options::default());
    assert_eq!(start.to_hub().matches(['w', 'b']).count(), 32);
    assert_eq!(start.moves().join(" "), "a3-a4 b3-b4 c3-c4 d3-d4 e3-e4 f3-f4 g3-g4 h3-h4");
    assert_eq!(moves("W:Wd4:Ba7"), "d4-c4 d4-d5 d4-e4");
    assert_eq!(moves("B:Wa2:Bd4"), "d4-c4 d4-d3 d4-e4");
    // Men do not capture backward.
    assert_eq!(moves("W:Wd4:Bd3,e5"), "d4-c4 d4-d5 d4-e4");
    assert_eq!(moves("W:Wd4:Bd3,e4"), "d4xf4xe4");
    assert_eq!(moves("W:Wd4:Bd5"), "d4xd6xd5");
    // Kings do, over any distance.
    assert_eq!(moves("W:WKd4:Bd2"), "d4xd1xd2");
    assert_eq!(moves("W:WKd8:Bd2,d4,h5"), "d8xd1xd4xd2");
}

#[test]
fn captured_pieces_leave_at_once_in_turkish() {
    // The king returns along the third rank, across the cell of the first captured piece.
    let fen = "W:WKd1:Bd3,f5,g4,b3";
    assert_eq!(moves(Game::Turkish, fen), "d1xa3xf5xg4xb3xd3");
    // In Croda captured pieces stay until the move is over, so that piece blocks the way.
    assert_eq!(moves(Game::Croda, fen), "d1xg1xf5xg4xd3 d1xg2xf5xg4xd3 d1xg3xf5xg4xd3");
}

#[test]
fn no_capture_reverses_direction_in_turkish() {
    assert_eq!(moves(Game::Turkish, "W:WKd4:Bb4,g4"), "d4xa4xb4 d4xh4xg4");
}

#[test]
fn a_man_on_the_last_row_continues_as_a_man_in_turkish() {
    let before = position(Game::Turkish, "W:Wd6:Bd7,e8,h7");
    assert_eq!(before.moves(), ["d6xf8xe8xd7"]);
    assert_eq!(before.play("d6xf8xe8xd7"), position(Game::Turkish, "B:WKf8:Bh7"));
}

#[test]
fn lone_pieces_end_the_game_in_turkish() {
    let result = |fen| result(Game::Turkish, fen);
    for (fen, winner) in
        [("W:WKa1:Bh7", "white-win"), ("B:WKa1:Bh7", "white-win"), ("W:Wb2:BKa8", "black-win")]
    {
        assert_eq!(result(fen), (winner, "king-against-man"), "{fen}");
        for (rule, expected) in
            [(KingAgainstMan::Draw, ("draw", "king-against-man")), (KingAgainstMan::Play, ("none", "none"))]
        {
            let options = Options { king_against_man: rule, ..Options::default() };
            let start = NaivePosition::from_fen(Game::Turkish, options, fen);
            assert_eq!(NaiveGame::new(start).result(), expected, "{fen}");
        }
    }
    assert_eq!(result("W:WKa1:BKh7"), ("draw", "king-against-king"));
    // A player who can capture plays on.
    for fen in ["W:WKa1:BKa7", "B:WKb2:Bb3", "B:WKb2:Ba2", "W:WKa1:Ba7"] {
        assert_eq!(result(fen), ("none", "none"), "{fen}");
    }
    assert_eq!(result("W:Wa2:Bb7"), ("none", "none"));
    assert_eq!(result("W:WKa1,b2:Bh7"), ("none", "none"));
    // The other games have no such rule.
    assert_eq!(NaiveGame::new(position(Game::Croda, "W:WKa1:Bh7")).result(), ("none", "none"));
}

#[test]
fn captures_go_eight_ways_in_frisian() {
    let moves = |fen: &str| moves(Game::Frisian, fen);
    // Over the nearest dark square to the one after it.
    let both = [(22, 17), (23, 19), (33, 39), (32, 37), (18, 8), (29, 30), (38, 48), (27, 26)];
    for (enemy, behind) in both {
        assert_eq!(moves(&format!("W:W28:B{enemy}")), format!("28x{behind}x{enemy}"));
    }
    // Without an enemy there, men move diagonally forward, and kings diagonally.
    assert_eq!(moves("W:W28:B1"), "28-22 28-23");
    assert_eq!(moves("W:WK46,23:B1"), "23-18 23-19 46-28 46-32 46-37 46-41");
    // Kings jump over any distance.
    assert_eq!(moves("W:WK48:B18"), "48x8x18");
    assert_eq!(moves("W:WK26:B28"), "26x29x28 26x30x28");
}

#[test]
fn value_decides_in_frisian() {
    let moves = |pieces: &str| moves(Game::Frisian, &format!("W:W35,41:B{pieces}"));
    // The man on 41 takes 37 and 27, that on 35 the others. One king beats one man, two men beat one king, and so on.
    assert_eq!(moves("K37,30"), "41x32x37");
    assert_eq!(moves("K37,30,19"), "35x13x19x30");
    assert_eq!(moves("K37,27,30,19"), "41x21x27x37");
    assert_eq!(moves("K37,27,30,19,12"), "35x11x12x19x30");
    assert_eq!(moves("K37,K27,30,19,12"), "41x21x27x37");
    assert_eq!(moves("K37,K27,30,19,12,7"), "35x2x7x12x19x30");
    // The same value.
    assert_eq!(moves("37,30"), "35x24x30 41x32x37");
    assert_eq!(
        self::moves(Game::Frisian, "W:WK46,35:B30,36"),
        "46x16x36 46x26x36 46x6x36",
        "the king's only"
    );
}

#[test]
fn a_king_rests_after_three_moves_in_frisian() {
    let mut game = NaiveGame::new(position(Game::Frisian, "W:WK47,50:BK4,1"));
    for (mv, rows) in [
        ("47-41", Some("W41+1")),
        ("4-15", Some("W41+1,B15+1")),
        ("41-47", Some("W47+2,B15+1")),
        ("15-4", Some("W47+2,B4+2")),
        ("47-41", Some("W41+3,B4+2")),
        ("4-15", Some("W41+3,B15+3")),
    ] {
        game.play(mv);
        assert_eq!(game.position().king_moves().as_deref(), rows, "after {mv}");
    }
    assert_eq!(game.position().moves(), ["50-44", "50-45"]);
    game.play("50-45");
    assert_eq!(game.position().king_moves().as_deref(), Some("B15+3"));
    assert_eq!(game.position().moves(), ["1-6", "1-7"]);
    game.play("1-6");
    assert_eq!(game.position().king_moves(), None);
    assert!(game.position().moves().contains(&"41-47".to_owned()), "it has rested");
}

#[test]
fn other_moves_and_captures_end_a_row_of_king_moves_in_frisian() {
    let after = |fen, mv| position(Game::Frisian, fen).play(mv).king_moves();
    // Another king starts a new row.
    assert_eq!(after("W:WK46,K47,50:B1:+0+346", "47-41").as_deref(), Some("W41+1"));
    // A resting king may capture.
    assert_eq!(after("W:WK48,50:B18:+0+348", "48x8x18"), None);
    // The king is captured, or another piece.
    assert_eq!(after("B:WK28,50:B22:+0+228", "22x33x28"), None);
    assert_eq!(after("B:WK5,28,50:B22:+0+305", "22x33x28").as_deref(), Some("W5+3"));
    // A player whose last man is taken, or who promotes it, moves freely.
    assert_eq!(after("B:WK5,28:B22:+0+305", "22x33x28"), None);
    assert_eq!(after("W:WK47,6:B40:+0+247", "6-1"), None);
    assert_eq!(after("W:WK46:B40", "46-41"), None);
}

#[test]
fn king_moves_belong_to_the_position_in_frisian() {
    let king_moves = |fen| position(Game::Frisian, fen).king_moves();
    assert_eq!(king_moves("W:WK46,50:BK5,1:+305+246").as_deref(), Some("W46+2,B5+3"));
    assert_eq!(king_moves("W:WK46,50:BK5,1:+3+2").as_deref(), Some("W46+2,B5+3"));
    assert_eq!(king_moves("W:WK46,50:BK5,1:+0+0"), None);
    let fen = "W:WK46,50:BK5,1:+305+246";
    let before = position(Game::Frisian, fen);
    let read =
        NaivePosition::from_hub(Game::Frisian, Options::default(), &before.to_hub(), Some("W46+2,B5+3"));
    assert_eq!(read, before);
    assert_ne!(position(Game::Frisian, "W:WK46,50:BK5,1:+205+246"), before);
    // A player who has only a resting king to move loses.
    let blocked = "W:WK46,6:B1";
    assert_eq!(result(Game::Frisian, blocked), ("none", "none"));
    assert_eq!(result(Game::Frisian, &format!("{blocked}:+0+346")), ("black-win", "no-moves"));
}

#[test]
fn impossible_king_moves_are_rejected() {
    let refuses = |fen: &str| std::panic::catch_unwind(|| position(Game::Frisian, fen)).is_err();
    assert!(!refuses("W:WK46,50:BK5,1:+0+346"));
    for fen in [
        "W:WK46,50:BK5,1:+0+446",
        "W:WK46,50:BK5,1:+0+046",
        "W:WK46,50:BK5,1:+0+345",
        "W:WK46,50:BK5,1:+0+350",
        "W:WK46,50:BK5,1:+0+305",
        "W:WK46,K50,45:BK5,1:+0+3",
        "W:WK46:BK5,1:+0+346",
    ] {
        assert!(refuses(fen), "{fen}");
    }
    let text = position(Game::Frisian, "W:WK46,K47,50:B1").to_hub();
    for rows in ["W46+1,W47+1", "W46", "E46+1", ""] {
        let read = || NaivePosition::from_hub(Game::Frisian, Options::default(), &text, Some(rows));
        assert!(std::panic::catch_unwind(read).is_err(), "{rows}");
    }
    let elsewhere = || position(Game::Normal, "W:WK46,50:BK5,1:+0+346");
    assert!(std::panic::catch_unwind(elsewhere).is_err());
}

#[test]
fn limits_in_frisian() {
    assert_eq!(play_kings(Game::Frisian, "W:WK3:BK49"), (4, "2-moves"));
    assert_eq!(play_kings(Game::Frisian, "W:WK3,K4:BK47"), (14, "7-moves"));
    assert_eq!(play_kings(Game::Frisian, "W:WK3,K4,K5:BK47"), (MOST_PLIES, "none"));
}

#[test]
fn the_first_king_wins_in_breakthrough() {
    let game = Game::Breakthrough;
    let before = position(game, "W:W6,50:B20");
    assert_eq!(NaiveGame::new(before.clone()).result(), ("none", "none"));
    let mut won = NaiveGame::new(before);
    won.play("6-1");
    assert_eq!(won.result(), ("white-win", "promotion"));
    // For either side to move: there are no legal moves.
    for (fen, winner) in [("W:WK6,50:B20", "white-win"), ("W:W50:BK20", "black-win")] {
        assert_eq!((result(game, fen), moves(game, fen)), ((winner, "promotion"), String::new()), "{fen}");
    }
    // A player who cannot move has lost as usual.
    assert_eq!(result(game, "W:W31:B26,27,21,22"), ("black-win", "no-moves"));
    // Only a man that ends its move on the last row promotes.
    let mut passed = NaiveGame::new(position(game, "W:W11:B7,8,20"));
    passed.play("11x13x7x8");
    assert_eq!(*passed.position(), position(game, "B:W13:B20"));
    assert_eq!(passed.result(), ("none", "none"));
    let both = || position(game, "W:WK6:BK20");
    assert!(std::panic::catch_unwind(both).is_err(), "two first kings");
}

#[test]
fn a_player_who_cannot_move_wins_in_losing() {
    let game = Game::Losing;
    assert_eq!(result(game, "W:W31:B26,27,21,22"), ("white-win", "no-moves"));
    assert_eq!(result(game, "W:W:B26"), ("white-win", "no-pieces"));
    assert_eq!(result(game, "B:WK26:B"), ("black-win", "no-pieces"));
    // Captures are compulsory, and most pieces are taken.
    let fen = "W:W28,45:B23,14,40";
    assert_eq!(moves(game, fen), moves(Game::Normal, fen));
    assert_eq!(play_kings(game, "W:WK3:BK49"), (MOST_PLIES, "none"), "no limit");
    assert_eq!(play_kings(Game::Normal, "W:WK3:BK49"), (10, "5-moves"));
}

#[test]
fn the_third_repetition_draws() {
    let kings = [
        (Game::Brazilian, "W:WKb8,Kd8:BKe1,Kg1", ["1-5", "31-26", "5-1", "26-31"]),
        (Game::Russian, "W:WKb8,Kd8:BKe1,Kg1", ["b8-a7", "e1-d2", "a7-b8", "d2-e1"]),
        (Game::Turkish, "W:WKa1,Kb1:BKg8,Kh8", ["a1-a2", "h8-h7", "a2-a1", "h7-h8"]),
        (Game::Frisian, "W:WK3,K4,K5:BK49", ["3-8", "49-43", "8-3", "43-49"]),
        (Game::Losing, "W:WK3:BK49", ["3-8", "49-43", "8-3", "43-49"]),
    ];
    for (game, fen, cycle) in kings {
        let mut play = NaiveGame::new(position(game, fen));
        for mv in [cycle, cycle].concat() {
            assert_eq!(play.result(), ("none", "none"), "{game:?}");
            play.play(mv);
        }
        assert_eq!(play.result(), ("draw", "repetition"), "{game:?}");
    }
}

#[test]
fn random_positions_are_valid() {
    let others =
        [Game::Brazilian, Game::Russian, Game::Turkish, Game::Frisian, Game::Breakthrough, Game::Losing];
    for game in others {
        let (options, mut rng) = (Options::default(), Rng::new(1));
        for _ in 0..200 {
            let scattered = random_position(game, options, &mut |n| rng.below(n));
            let feast = random_feast(game, options, &mut |n| rng.below(n));
            for position in [scattered, feast] {
                let (pieces, more) = (position.to_hub(), position.king_moves());
                assert_eq!(NaivePosition::from_hub(game, options, &pieces, more.as_deref()), position);
            }
        }
    }
}
