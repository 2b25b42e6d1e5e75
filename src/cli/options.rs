//! Options shared by several subcommands: game, position, threads, and when to stop long work; also the error of
//! subcommands.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::builder::PossibleValuesParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use super::games;
use super::terminal::{stop_on_interrupt, stop_with_input};
use crate::book::{Book, Choice};
use crate::escape::escaped_path;
use crate::eval::load_with_net;
use crate::notation::{
    ExtraText, NotationError, VariantName, fen_of_others, hub_position_of_others, parse_fen_setup,
    parse_hub_setup,
};
use crate::rules::games::Variant;
use crate::rules::{AnyPosition, Halt, RuleOption, RuleOptions, Rules, Setup};
use crate::tables::files::FileProblem;

/// The error of a subcommand.
pub(super) type Failure = Box<dyn std::error::Error>;

/// Whether a file has the extension of PDN.
pub(super) fn is_pdn(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdn"))
}

/// A note on the values of `--variant`.
const NAMES_HELP: &str = "killer is normal with --halt killer, as are the names of the other halt rules; \
                          international is an alias of normal";

/// The game in a file, as `--rules` has it.
#[derive(Clone, Debug)]
pub(super) struct RulesFile {
    pub(super) rules: &'static Rules,
    /// The file, as an absolute path.
    pub(super) path: PathBuf,
}

impl RulesFile {
    /// What `--rules` does where it chooses the game.
    pub(super) const HELP: &str = "Play by the rules in this file (docs/game-file.md) instead of those of a game with a \
                                   name. It says itself what the options about rules say for other games";

    pub(super) fn name(&self) -> VariantName {
        VariantName { rules: self.rules, halt: None }
    }
}

impl FromStr for RulesFile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let rules = load_with_net(Path::new(text)).map_err(|why| why.to_string())?;
        let path = std::path::absolute(text).map_err(|error| error.to_string())?;
        Ok(Self { rules, path })
    }
}

/// The file of the game that other files are for.
#[derive(Args)]
pub(super) struct GivenRules {
    /// The file with the rules, if the game comes from a file that is not embedded
    #[arg(long = "rules", value_name = "FILE")]
    given: Option<RulesFile>,
}

impl GivenRules {
    /// Checks that `file` is for the given game, if there is one.
    pub(super) fn expect(&self, file: &Path, found: &'static Rules) -> Result<(), String> {
        match self.given.as_ref().map(|given| given.rules) {
            Some(given) if !given.plays_like(found) => {
                Err(format!("{} is for {found}, not for {given}", escaped_path(file)))
            }
            _ => Ok(()),
        }
    }
}

/// The choice of a game and its rules.
#[derive(Args)]
pub(super) struct GameOptions {
    #[arg(long, default_value = "normal", value_name = "GAME", help = format!("The game: {}; {NAMES_HELP}", games::names()))]
    variant: VariantName,
    #[arg(
        long = "rules",
        value_name = "FILE",
        conflicts_with = "variant",
        conflicts_with_all = RuleOption::ALL.iter().map(|option| option.name),
        help = RulesFile::HELP
    )]
    file: Option<RulesFile>,
    #[command(flatten)]
    rules: RuleArgs,
}

impl GameOptions {
    pub(super) fn game(&self) -> &'static Rules {
        self.file.as_ref().map_or(self.variant.rules, |file| file.rules)
    }

    pub(super) fn rules(&self) -> RuleOptions {
        self.rules.rules(self.variant.halt)
    }
}

/// Checks that DXP has a game.
///
/// # Errors
///
/// If its rules come from a file.
pub(super) fn expect_dxp(rules: &'static Rules) -> Result<(), String> {
    match rules.variant {
        Some(_) => Ok(()),
        None => Err(format!(
            "{rules} is a game from a file; DXP is spoken only for these games: {}",
            Variant::ALL.iter().map(|game| game.name()).collect::<Vec<_>>().join(", ")
        )),
    }
}

/// The rule options of all games.
#[derive(Clone, Debug)]
pub(super) struct RuleArgs {
    rules: RuleOptions,
    is_halt_given: bool,
}

impl RuleArgs {
    /// The chosen rules. Without `--halt`, the name of the game implies the halt rule.
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

/// A parser of numbers within a range, for types for which clap has none.
pub(super) fn number_within<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))
    }
}

/// The number of threads; by default, the number of processors.
pub(super) fn threads(requested: Option<u16>) -> usize {
    let of_machine = || std::thread::available_parallelism().map_or(1, usize::from);
    requested.map_or_else(of_machine, usize::from)
}

/// When to stop long work early.
#[derive(Args, Clone, Debug)]
pub(super) struct StopOptions {
    /// Stop, as on Ctrl-C, at the end of standard input, so that coupturc does not outlive its parent process
    #[arg(long)]
    until_eof: bool,
}

impl StopOptions {
    /// A flag that is set by an interrupt, and by the end of standard input if `--until-eof` is given.
    pub(super) fn flag(&self) -> Result<Arc<AtomicBool>, Failure> {
        let stop = stop_on_interrupt()?;
        if self.until_eof {
            stop_with_input(Arc::clone(&stop))?;
        }
        Ok(stop)
    }
}

/// The word for the book in the program.
const AUTO: &str = "auto";

/// The choice of an opening book.
#[derive(Args)]
pub(super) struct BookOptions {
    /// Play from an opening book: auto (the one in the program, if it has one for the game) or a file of coupturc book
    /// build
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Choose among moves of the book that are worse than the best by at most this, in hundredths of a man
    #[arg(long, value_name = "NUMBER", default_value_t = 0, requires = "book", value_parser = clap::value_parser!(u16).range(0..=1000))]
    book_margin: u16,
}

impl BookOptions {
    /// How to play from the book, if there is one.
    pub(super) fn choice(&self) -> Result<Option<Choice>, FileProblem> {
        let Some(file) = &self.book else { return Ok(None) };
        let margin = self.book_margin.into();
        Ok(Some(Choice { book: book(file)?, margin, plies: usize::MAX, seed: 0 }))
    }
}

/// The book in a file; `None` for the one in the program.
pub(super) fn book(file: &Path) -> Result<Option<Arc<Book>>, FileProblem> {
    if file.as_os_str() == AUTO { Ok(None) } else { Ok(Some(Arc::new(Book::open(file)?))) }
}

/// The option that chooses a game.
const CHOICE: &str = "--variant";

/// The choice of a game and a position.
#[derive(Args)]
pub(super) struct PositionOptions {
    #[command(flatten)]
    game: GameOptions,
    /// Position in Hub notation: W or B for the side to move, then w, b, W, B or e for each cell
    #[arg(long, value_name = "TEXT", conflicts_with = "fen")]
    pos: Option<String>,
    /// Cell of the vanguard, in addition to --pos
    #[arg(long, value_name = "CELL", requires = "pos", conflicts_with = "fen")]
    vanguard: Option<String>,
    /// Frisian Draughts: consecutive quiet moves already made by one king of each side, as side, cell and count, such
    /// as W46+2,B5+3; in addition to --pos
    #[arg(long, value_name = "KINGS", requires = "pos", conflicts_with_all = ["vanguard", "fen"])]
    king_moves: Option<String>,
    /// Position as FEN, such as W:W31-50:B1-20
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
}

impl PositionOptions {
    fn extra(&self) -> Option<ExtraText<'_>> {
        let all = [("vanguard", &self.vanguard), ("king-moves", &self.king_moves)];
        all.into_iter().find_map(|(name, value)| Some(ExtraText { name, value: value.as_deref()? }))
    }

    /// The chosen position, or the start position of the game.
    pub(super) fn read(&self) -> Result<Box<dyn AnyPosition>, NotationError> {
        let rules = self.game.game();
        match (&self.pos, &self.fen) {
            (Some(text), _) => {
                let position = self.place(parse_hub_setup(rules, text, self.extra()));
                position.map_err(|error| error.with(&hub_position_of_others(text, rules, CHOICE)))
            }
            (None, Some(text)) => self.read_fen(text),
            (None, None) => Ok(rules.start(&self.game.rules()).position().copy()),
        }
    }

    /// Reads the FEN of a position of the chosen game.
    pub(super) fn read_fen(&self, text: &str) -> Result<Box<dyn AnyPosition>, NotationError> {
        let rules = self.game.game();
        let position = self.place(parse_fen_setup(rules, text).map(|(setup, _)| setup));
        position.map_err(|error| error.with(&fen_of_others(text, rules, CHOICE)))
    }

    fn place(&self, setup: Result<Setup, NotationError>) -> Result<Box<dyn AnyPosition>, NotationError> {
        Ok(self.game.game().position(&setup?, &self.game.rules())?)
    }
}
