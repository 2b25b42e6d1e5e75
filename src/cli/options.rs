//! Options of several subcommands, which choose a game and a position or end long work, and what a subcommand fails with.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::builder::PossibleValuesParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use super::games;
use super::terminal::{stop_on_interrupt, stop_with_input};
use crate::notation::{
    ExtraText, NotationError, VariantName, fen_of_others, hub_position_of_others, parse_fen_setup,
    parse_hub_setup,
};
use crate::rules::games::Variant;
use crate::rules::{AnyPosition, Color, Halt, RuleOption, RuleOptions, Setup};

/// What a subcommand that could not do its work has to say.
pub(super) type Failure = Box<dyn std::error::Error>;

/// Whether a file is of PDN, by its name.
pub(super) fn is_pdn(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdn"))
}

/// What help texts say of `--variant`.
const NAMES_HELP: &str = "killer is normal with --halt killer, and international another name of normal";

/// The choice of a game and its rules.
#[derive(Args)]
pub(super) struct GameOptions {
    #[arg(long, default_value = "normal", value_name = "GAME", help = format!("The game: {}; {NAMES_HELP}", games::names()))]
    variant: VariantName,
    #[command(flatten)]
    rules: RuleArgs,
}

impl GameOptions {
    pub(super) fn variant(&self) -> Variant {
        self.variant.variant
    }

    pub(super) fn rules(&self) -> RuleOptions {
        self.rules.rules(self.variant.halt)
    }
}

/// The options of the rules, one for each that there is.
#[derive(Clone, Debug)]
pub(super) struct RuleArgs {
    rules: RuleOptions,
    is_halt_given: bool,
}

impl RuleArgs {
    /// The rules that were chosen, with the halt rule that the name of the game brings with it if none was.
    pub(super) fn rules(&self, implied_halt: Option<Halt>) -> RuleOptions {
        let implied = implied_halt.filter(|_| !self.is_halt_given);
        RuleOptions { halt: implied.unwrap_or(self.rules.halt), ..self.rules }
    }
}

impl Args for RuleArgs {
    fn augment_args(command: Command) -> Command {
        command.args(RuleOption::ALL.iter().map(|option| {
            let values = option.values.iter().map(|value| value.name);
            let usual = values.clone().next();
            Arg::new(option.name)
                .long(option.name)
                .value_name("RULE")
                .help(format!("{} ({})", option.help, games::with(option)))
                .value_parser(PossibleValuesParser::new(values))
                .default_value(usual)
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for RuleArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let is_halt_given = matches.value_source("halt") == Some(ValueSource::CommandLine);
        let mut args = Self { rules: RuleOptions::default(), is_halt_given };
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for option in RuleOption::ALL {
            if let Some(value) = matches.get_one::<String>(option.name) {
                let set = option.set(&mut self.rules, value);
                set.map_err(|error| clap::Error::raw(clap::error::ErrorKind::InvalidValue, error))?;
            }
        }
        Ok(())
    }
}

/// Reads numbers of a range, of those kinds for which clap has no ranges.
pub(super) fn number_within<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))
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

/// The choice of a game and a position of it.
#[derive(Args)]
pub(super) struct PositionOptions {
    #[command(flatten)]
    game: GameOptions,
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
    pub(super) fn read(&self) -> Result<Box<dyn AnyPosition>, NotationError> {
        let (game, choice) = (self.game.variant(), "--variant");
        let rules = game.rules();
        let setup = match (&self.pos, &self.fen) {
            (Some(text), _) => parse_hub_setup(rules, text, self.extra()),
            (None, Some(text)) => parse_fen_setup(rules, text).map(|(setup, _)| setup),
            (None, None) => Ok(Setup { men: rules.men, ..Setup::empty(Color::White) }),
        };
        let position = setup.and_then(|setup| Ok(rules.position(&setup, &self.game.rules())?));
        position.map_err(|error| match (&self.pos, &self.fen) {
            (Some(text), _) => error.with(&hub_position_of_others(text, game, choice)),
            (None, Some(text)) => error.with(&fen_of_others(text, game, choice)),
            (None, None) => error,
        })
    }
}
