//! Options of several subcommands, which choose a game and a position or end long work, and what a subcommand fails with.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;

use super::games;
use super::terminal::{stop_on_interrupt, stop_with_input};
use crate::notation::{
    ExtraText, NotationError, VariantName, fen_of_others, hub_position_of_others, parse_fen,
    parse_hub_position,
};
use crate::rules::games::Variant;
use crate::rules::{DrawRule, Game, Halt, KingAgainstMan, Position, RuleOptions, VanguardScope};

/// What a subcommand that could not do its work has to say.
pub(super) type Failure = Box<dyn std::error::Error>;

/// What help texts say of `--variant` and of the rules that can be chosen.
const NAMES_HELP: &str = "killer is normal with --halt killer, and international another name of normal";
pub(super) const HALT_HELP: &str = "When a capturing king must stop behind the last captured piece: none, killer, damme, \
                                    killer-light or winther";
pub(super) const SCOPE_HELP: &str = "Which jumps may not take the vanguard backwards: first or whole";
pub(super) const DRAW_RULE_HELP: &str =
    "Whether the move limits of the federation end games: fmjd or repetition";
pub(super) const KING_AGAINST_MAN_HELP: &str = "What one king against one man is: win, draw or play";

/// The choice of a game and its rules.
#[derive(Args)]
pub(super) struct GameOptions {
    #[arg(long, default_value = "normal", value_name = "GAME", help = format!("The game: {}; {NAMES_HELP}", games::names()))]
    variant: VariantName,
    #[arg(long, value_name = "RULE", help = format!("{HALT_HELP} ({})", games::with_halts()))]
    halt: Option<Halt>,
    #[arg(long, value_name = "SCOPE", default_value = "first", help = format!("{SCOPE_HELP} ({})", games::with_vanguard()))]
    vanguard_scope: VanguardScope,
    #[arg(
        long,
        value_name = "RULE",
        default_value = "win",
        help = format!("{KING_AGAINST_MAN_HELP} ({})", games::with_king_against_man())
    )]
    king_against_man: KingAgainstMan,
}

impl GameOptions {
    pub(super) fn variant(&self) -> Variant {
        self.variant.variant
    }

    pub(super) fn rules(&self) -> RuleOptions {
        RuleOptions {
            halt: self.halt.or(self.variant.halt).unwrap_or_default(),
            vanguard_scope: self.vanguard_scope,
            draw_rule: DrawRule::default(),
            king_against_man: self.king_against_man,
        }
    }
}

/// How many threads work: as many as the machine has if the command does not say.
pub(super) fn threads(wanted: Option<u16>) -> usize {
    let of_machine = || std::thread::available_parallelism().map_or(1, usize::from);
    wanted.map_or_else(of_machine, usize::from)
}

/// When long work ends early.
#[derive(Args, Clone, Debug)]
pub(super) struct StopOptions {
    /// Stop, as after Ctrl-C, when the standard input ends: for programs that start this one, lest it outlive them
    #[arg(long)]
    until_eof: bool,
}

impl StopOptions {
    /// A flag that is raised then, and by an interrupt.
    pub(super) fn flag(&self) -> Result<Arc<AtomicBool>, Failure> {
        let stop = stop_on_interrupt()?;
        if self.until_eof {
            stop_with_input(Arc::clone(&stop))?;
        }
        Ok(stop)
    }
}

/// The choice of a position.
#[derive(Args)]
pub(super) struct PositionOptions {
    /// The position in Hub's form: W or B, then w, b, W, B or e for each cell
    #[arg(long, value_name = "TEXT", conflicts_with = "fen")]
    pos: Option<String>,
    /// The cell of the vanguard, beside --pos
    #[arg(long, value_name = "CELL", requires = "pos")]
    vanguard: Option<String>,
    /// The kings that made the last quiet moves in Frisian Draughts, such as W46+2,B5+3, beside --pos
    #[arg(long, value_name = "KINGS", requires = "pos", conflicts_with = "vanguard")]
    king_moves: Option<String>,
    /// The position as FEN, such as W:W31-50:B1-20
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
}

impl PositionOptions {
    fn extra(&self) -> Option<ExtraText<'_>> {
        let all = [("vanguard", &self.vanguard), ("king-moves", &self.king_moves)];
        all.into_iter().find_map(|(name, value)| Some(ExtraText { name, value: value.as_deref()? }))
    }

    /// The position that was chosen, or the start of the game.
    pub(super) fn read<G: Game>(&self, rules: &RuleOptions) -> Result<Position<G>, NotationError> {
        let (own, choice) = (G::VARIANT, "--variant");
        match (&self.pos, &self.fen) {
            (Some(text), _) => parse_hub_position(text, self.extra(), rules)
                .map_err(|error| error.with(&hub_position_of_others(text, own, choice))),
            (None, Some(text)) => match parse_fen(text, rules) {
                Ok(fen) => Ok(fen.position),
                Err(error) => Err(error.with(&fen_of_others(text, own, choice))),
            },
            (None, None) => Ok(Position::start_with(rules)),
        }
    }
}
