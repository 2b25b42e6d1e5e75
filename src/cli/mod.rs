//! The command line, one file a subcommand.

mod bench;
mod board;
mod dxp;
mod engine_match;
mod games;
mod hub;
mod interrupt;
mod perft;
mod tables;
#[cfg(feature = "tuning")]
mod tune;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::escape::escaped_lines;
use crate::notation::{ExtraText, NotationError, VariantName, parse_fen, parse_hub_position};
use crate::rules::games::Variant;
use crate::rules::{DrawRule, Game, Halt, Position, RuleOptions, VanguardScope};

/// All that the command line can say.
#[derive(Parser)]
#[command(version, about = games::about(), long_about = long_about(), max_term_width = 100)]
#[command(args_conflicts_with_subcommands = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    hub: hub::Options,
}

/// The first lines of `--help`.
fn long_about() -> String {
    format!(
        "{}.\n\nWithout a subcommand it speaks the Hub protocol on its standard streams, as `coupturc hub` does. Type \
         `hub` for the parameters, `level move-time=1` and `go think` for a move, `quit` to leave.",
        games::about()
    )
}

#[derive(Subcommand)]
enum Command {
    /// Speak the Hub protocol, version 2, on the standard streams (the default)
    Hub(hub::Options),
    /// Count the leaves of the game tree at a depth
    Perft(perft::Options),
    /// Search fixed positions and print the number of nodes as a signature
    Bench(bench::Options),
    /// Print a picture of a board as text or SVG
    Board(board::Options),
    /// Play games over the DamExchange protocol (DXP), over TCP or the standard streams
    Dxp(Box<dxp::Options>),
    /// Let engines play games against each other, with our rules as the referee
    Match(Box<engine_match::Options>),
    /// Build endgame tables, and say what they know
    Tables(Box<tables::Options>),
    /// Find better numbers for the search
    #[cfg(feature = "tuning")]
    Tune(Box<tune::Options>),
}

/// Reads the command line of the process and does what it says.
#[must_use]
pub fn run() -> ExitCode {
    let line = CommandLine::parse();
    let result = match line.command {
        None => hub::run(&line.hub),
        Some(Command::Hub(options)) => hub::run(&options),
        Some(Command::Perft(options)) => perft::run(&options),
        Some(Command::Bench(options)) => bench::run(&options),
        Some(Command::Board(options)) => board::run(&options),
        Some(Command::Dxp(options)) => dxp::run(&options),
        Some(Command::Match(options)) => engine_match::run(&options),
        Some(Command::Tables(options)) => tables::run(&options),
        #[cfg(feature = "tuning")]
        Some(Command::Tune(options)) => tune::run(&options),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => fail(&*error),
    }
}

/// Prints a line of the answer to a command, or several. Whatever foreign text is in it, a terminal shows it.
fn say(line: &str) -> Result<(), Failure> {
    writeln!(io::stdout(), "{}", escaped_lines(line))?;
    Ok(())
}

/// Whether nobody reads the answer any more, as behind `| head`. That is no failure.
fn is_closed_pipe(error: &(dyn std::error::Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// What a subcommand that could not do its work has to say.
type Failure = Box<dyn std::error::Error>;

fn fail(error: &dyn std::error::Error) -> ExitCode {
    complain(&error.to_string());
    ExitCode::FAILURE
}

/// Tells a person what is wrong.
fn complain(problem: &str) {
    // If nobody hears it, there is nobody to tell.
    let _ = writeln!(io::stderr(), "coupturc: {}", escaped_lines(problem));
}

const NAMES_HELP: &str = "killer is normal with --halt killer, and international another name of normal";
const HALT_HELP: &str = "When a capturing king must stop behind the last captured piece: none, killer, damme, \
                         killer-light or winther";
const SCOPE_HELP: &str = "Which jumps may not take the vanguard backwards: first or whole";
const DRAW_RULE_HELP: &str = "Whether the move limits of the federation end games: fmjd or repetition";

/// The choice of a game and its rules.
#[derive(Args)]
struct GameOptions {
    #[arg(long, default_value = "normal", value_name = "GAME", help = format!("The game: {}; {NAMES_HELP}", games::names()))]
    variant: VariantName,
    #[arg(long, value_name = "RULE", help = format!("{HALT_HELP} ({})", games::with_halts()))]
    halt: Option<Halt>,
    #[arg(long, value_name = "SCOPE", default_value = "first", help = format!("{SCOPE_HELP} ({})", games::with_vanguard()))]
    vanguard_scope: VanguardScope,
}

impl GameOptions {
    fn variant(&self) -> Variant {
        self.variant.variant
    }

    fn rules(&self) -> RuleOptions {
        RuleOptions {
            halt: self.halt.or(self.variant.halt).unwrap_or_default(),
            vanguard_scope: self.vanguard_scope,
            draw_rule: DrawRule::default(),
        }
    }
}

/// The choice of a position.
#[derive(Args)]
struct PositionOptions {
    /// The position in Hub's form: W or B, then w, b, W, B or e for each cell
    #[arg(long, value_name = "TEXT", conflicts_with = "fen")]
    pos: Option<String>,
    /// The cell of the vanguard, beside --pos
    #[arg(long, value_name = "CELL", requires = "pos")]
    vanguard: Option<String>,
    /// The position as FEN, such as W:W31-50:B1-20
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
}

impl PositionOptions {
    fn extra(&self) -> Option<ExtraText<'_>> {
        self.vanguard.as_deref().map(|value| ExtraText { name: "vanguard", value })
    }

    /// The position that was chosen, or the start of the game.
    fn read<G: Game>(&self, rules: &RuleOptions) -> Result<Position<G>, NotationError> {
        match (&self.pos, &self.fen) {
            (Some(text), _) => parse_hub_position(text, self.extra(), rules),
            (None, Some(text)) => Ok(parse_fen(text, rules)?.position),
            (None, None) => Ok(Position::start_with(rules)),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        super::CommandLine::command().debug_assert();
    }
}
