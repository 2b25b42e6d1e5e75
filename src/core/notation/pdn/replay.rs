//! From games of the rules to games of PDN, and back.

use super::game::{PdnGame, PdnMove, PdnResult};
use super::game_type::{game_type, parse_game_type};
use super::moves::{naming, parse_pdn_move, pdn_move_text};
use crate::notation::fen::{FenFields, fen_text_in, game_of_fen};
use crate::notation::text::NotationError;
use crate::notation::variant::VariantName;
use crate::rules::{AnyGame, AnyPosition, Color, Halt, IllegalMove, Move, RuleOption, RuleOptions, Rules};

/// The game that begins with `start` and goes on with `moves`, with all tags that PDN wants in the order
/// in which it wants them. What is not known here is `?`, to be changed with [`PdnGame::set_tag`].
///
/// The tags `SetUp` and `FEN` are there if the game does not begin as it is usual.
///
/// ```
/// use coupturc_core::notation::{PdnResult, parse_move, pdn_comment, pdn_game, pdn_text};
/// use coupturc_core::rules::{Position, games::International};
///
/// let start = Position::<International>::start();
/// let mv = parse_move(&start, "32-28")?;
/// let mut game = pdn_game(&start, &[mv], Some(PdnResult::Draw)).expect("the move is legal");
/// game.set_tag("White", "coupturc");
/// for played in &mut game.moves {
///     played.comment = pdn_comment(Some(0.12), Some(14), Some(0.35));
/// }
/// let text = pdn_text(&game);
/// assert!(text.contains("[White \"coupturc\"]\n[Black \"?\"]\n[Result \"1-1\"]\n[GameType \"20\"]\n"));
/// assert!(text.ends_with("\n\n1. 32-28 {+0.12/14 0.350s} 1-1\n\n"));
/// # Ok::<(), coupturc_core::notation::NotationError>(())
/// ```
///
/// # Errors
///
/// If a move is not legal.
pub fn pdn_game(
    start: &dyn AnyPosition,
    moves: &[Move],
    result: Option<PdnResult>,
) -> Result<PdnGame, IllegalMove> {
    let mut game = pdn_beginning(start);
    game.set_result(result);
    let mut reached = None;
    for &mv in moves {
        let position: &dyn AnyPosition = reached.as_deref().unwrap_or(start);
        let next = position.play(mv)?;
        game.moves.push(PdnMove { text: pdn_move_text(position, mv), comment: None });
        reached = Some(next);
    }
    Ok(game)
}

/// The same game before its first move, without a result.
#[must_use]
pub fn pdn_beginning(start: &dyn AnyPosition) -> PdnGame {
    let rules = start.rules();
    let mut game = PdnGame::default();
    for name in ["Event", "Site", "Date", "Round", "White", "Black", "Result"] {
        game.set_tag(name, if name == "Date" { "????.??.??" } else { "?" });
    }
    game.set_tag("GameType", game_type(VariantName { variant: rules.variant, halt: None }));
    game.set_result(None);
    if !begins_as_usual(start) {
        let fields = FenFields { quiet_plies: start.quiet_plies() > 0, move_number: None };
        game.set_tag("SetUp", "1");
        game.set_tag("FEN", fen_text_in(naming(rules.geometry), start, &fields));
    }
    game
}

/// Options apart, since a FEN does not have them.
fn begins_as_usual(start: &dyn AnyPosition) -> bool {
    start.to_setup() == start.rules().start(&RuleOptions::default()).position().to_setup()
}

/// The game of a PDN file before its first move, and its moves.
///
/// If the tag `GameType` is there, it must name the game of these `rules`. `killer` brings its halt rule with it. The tags
/// `Halt`, `VanguardScope`, `DrawRule` and `KingAgainstMan` overrule `options`.
///
/// # Errors
///
/// If the game is another one, the tag `FEN` is no position, or a move is not legal.
pub fn pdn_moves(
    game: &PdnGame,
    rules: &Rules,
    options: &RuleOptions,
) -> Result<(Box<dyn AnyGame>, Vec<Move>), NotationError> {
    let options = options_of(game, rules, options)?;
    let start = match game.tag("FEN") {
        Some(text) => game_of_fen(rules, text.trim_ascii(), &options)?,
        None => rules.start(&options),
    };
    let mut reached: Option<Box<dyn AnyPosition>> = None;
    let mut moves = Vec::with_capacity(game.moves.len());
    for (ply, written) in game.moves.iter().enumerate() {
        let position: &dyn AnyPosition = reached.as_deref().unwrap_or(start.position());
        let number = || number_text(start.position().side(), ply);
        let mv = parse_pdn_move(position, &written.text)
            .map_err(|error| NotationError::new(format!("{} {error}", number())))?;
        moves.push(mv);
        reached = Some(position.after(mv));
    }
    Ok((start, moves))
}

/// Plays a game of a PDN file.
///
/// ```
/// use coupturc_core::notation::{parse_pdn, replay_pdn};
/// use coupturc_core::rules::{RuleOptions, games::Variant};
///
/// let rules = Variant::International.rules();
/// let games = parse_pdn("1. 32-28 19-23 2. 28x19 14x23 { as ever } 3. 37-32 *")?;
/// for game in &games {
///     let record = replay_pdn(game, rules, &RuleOptions::default())?;
///     assert_eq!(record.plies(), 5);
/// }
/// # Ok::<(), coupturc_core::notation::NotationError>(())
/// ```
///
/// # Errors
///
/// As [`pdn_moves`].
pub fn replay_pdn(
    game: &PdnGame,
    rules: &Rules,
    options: &RuleOptions,
) -> Result<Box<dyn AnyGame>, NotationError> {
    let (mut record, moves) = pdn_moves(game, rules, options)?;
    for mv in moves {
        record.play(mv).map_err(|error| NotationError::new(error.to_string()))?;
    }
    Ok(record)
}

/// The options that the tags of a game name, the others as they are given.
fn options_of(game: &PdnGame, rules: &Rules, given: &RuleOptions) -> Result<RuleOptions, NotationError> {
    let mut options = *given;
    options.halt = implied_halt(game, rules)?.unwrap_or(given.halt);
    for option in RuleOption::ALL {
        let tag = PdnGame::rule_tag(option.name);
        if let Some(text) = game.tag(&tag) {
            let set = option.set(&mut options, text.trim_ascii());
            set.map_err(|error| NotationError::new(format!("tag {tag}: {error}")))?;
        }
    }
    Ok(options)
}

/// The halt rule that the tag `GameType` implies, if it names this game.
fn implied_halt(game: &PdnGame, rules: &Rules) -> Result<Option<Halt>, NotationError> {
    let Some(text) = game.tag("GameType") else { return Ok(None) };
    let name = parse_game_type(text)?;
    if name.variant == rules.variant {
        return Ok(name.halt);
    }
    let expected = game_type(VariantName { variant: rules.variant, halt: None });
    Err(NotationError::new(format!("GameType is '{}', expected '{expected}'", game_type(name))))
}

/// The number of a move as it stands before it: `12.` for White, `12...` for Black.
pub(super) fn number_text(first: Color, ply: usize) -> String {
    let halves = ply + usize::from(first == Color::Black);
    let dots = if halves.is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots}", halves / 2 + 1)
}
