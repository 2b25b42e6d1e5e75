//! Command line: one file or folder per subcommand, with the same name.

mod analyse;
mod bench;
mod board;
mod book;
mod check;
mod completions;
mod demo;
mod dxp;
mod engine_match;
mod eval;
mod games;
mod hub;
mod learn;
mod man;
mod options;
mod perft;
mod play;
mod puzzles;
mod serve;
mod sources;
mod stats;
mod tables;
mod terminal;
mod threads;
#[cfg(feature = "tuning")]
mod tune;

use std::io;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use options::{Failure, GameOptions, PositionOptions};
use terminal::{complain, say};

/// The command line.
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
        "{}.\n\nTo play, type `coupturc serve --open` for a board in the browser, or `coupturc play` for one in the \
         terminal. Without a subcommand, coupturc speaks the Hub protocol if its input is piped, and runs \
         `coupturc demo` in a terminal. To speak Hub by hand, start `coupturc hub`: {}.",
        games::about(),
        hub::FIRST_COMMANDS
    )
}

#[derive(Subcommand)]
enum Command {
    /// Speak the Hub protocol, version 2, on standard input and output (the default)
    Hub(hub::Options),
    /// Show a combination that the engine finds, and its first move in each game (the default in a terminal)
    Demo(demo::Options),
    /// Count the leaf nodes of the game tree to a given depth
    Perft(perft::Options),
    /// Search fixed positions and print the node count as a signature
    Bench(bench::Options),
    /// Play against the engine in the terminal
    Play(Box<play::Options>),
    /// Play and analyse games on a board in the browser
    Serve(serve::Options),
    /// Print a picture of a board as text or SVG
    Board(board::Options),
    /// Read a game from a file, say what it is or what is wrong with it, and play random games by it
    Check(check::Options),
    /// Play against another program over the DamExchange protocol (DXP)
    Dxp(Box<dxp::Options>),
    /// Play matches between engines, with coupturc as the referee
    Match(Box<engine_match::Options>),
    /// Analyse whole games: mark the mistakes, and show the better moves
    Analyse(Box<analyse::Options>),
    /// Find puzzles in games: positions with one winning or saving move
    Puzzles(Box<puzzles::Options>),
    /// Summarise games: results, lengths, legal moves, captures, endings
    Stats(stats::Options),
    /// Build, verify and query endgame tables
    Tables(Box<tables::Options>),
    /// Build, show and change opening books
    Book(Box<book::Options>),
    /// Evaluate a position without search, and show the value of each piece
    Eval(Box<eval::Options>),
    /// Train an evaluation from self-play games
    Learn(Box<learn::Options>),
    /// Tune the parameters of the search
    #[cfg(feature = "tuning")]
    Tune(Box<tune::Options>),
    /// Print a shell completion script
    Completions(completions::Options),
    /// Write the manual pages into a folder, one for each subcommand
    Man(man::Options),
}

/// Reads the command line of the process and runs its command.
#[must_use]
pub fn run() -> ExitCode {
    let line = CommandLine::parse();
    let result = match line.command {
        None if line.hub.is_empty() && demo::is_wanted() => demo::run(&demo::Options::default()),
        None => hub::run(&line.hub),
        Some(Command::Hub(options)) => hub::run(&options),
        Some(Command::Demo(options)) => demo::run(&options),
        Some(Command::Perft(options)) => perft::run(&options),
        Some(Command::Bench(options)) => bench::run(&options),
        Some(Command::Play(options)) => play::run(&options),
        Some(Command::Serve(options)) => serve::run(&options),
        Some(Command::Board(options)) => board::run(&options),
        Some(Command::Check(options)) => check::run(&options),
        Some(Command::Dxp(options)) => dxp::run(&options),
        Some(Command::Match(options)) => engine_match::run(&options),
        Some(Command::Analyse(options)) => analyse::run(&options),
        Some(Command::Puzzles(options)) => puzzles::run(&options),
        Some(Command::Stats(options)) => stats::run(&options),
        Some(Command::Tables(options)) => tables::run(&options),
        Some(Command::Book(options)) => book::run(&options),
        Some(Command::Eval(options)) => eval::run(&options),
        Some(Command::Learn(options)) => learn::run(&options),
        #[cfg(feature = "tuning")]
        Some(Command::Tune(options)) => tune::run(&options),
        Some(Command::Completions(options)) => completions::run(&options, &mut CommandLine::command()),
        Some(Command::Man(options)) => man::run(&options, CommandLine::command()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => fail(&*error),
    }
}

/// Whether the reader of the output has gone, as with `| head`. That is not a failure.
fn is_closed_pipe(error: &(dyn std::error::Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn fail(error: &dyn std::error::Error) -> ExitCode {
    complain(&error.to_string());
    ExitCode::FAILURE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_are_rejected_with_the_range() {
        const FIT: &str = "learn fit games --variant dameo --out net";
        const GAMES: &str = "learn games --variant dameo --out games";
        const MATCH: &str = "match --engine cmd=a --engine cmd=b";
        let part = "from 0 to 1";
        // The command, an option, a valid value, invalid ones, and a part of the error.
        let cases = [
            (FIT, "--rate", "1e-3", &["nan", "inf", "1e30", "-1", "-inf", "x"][..], part),
            (FIT, "--decay", "0", &["nan", "inf", "2"], part),
            (FIT, "--score-share", "1", &["nan", "2", "-0.1"], part),
            (FIT, "--passes", "1", &["0", "1001", "-1"], "1..=1000"),
            (FIT, "--threads", "1", &["0", "257"], "1..=256"),
            (GAMES, "--games", "1", &["0"], "in 1.."),
            (GAMES, "--nodes", "1", &["0"], "in 1.."),
            (GAMES, "--count", "1", &["0", "1000001"], "from 1 to 1000000"),
            (MATCH, "--rounds", "1", &["0", "-1"], "from 1 to 10000000"),
            (MATCH, "--concurrency", "1", &["0", "1025"], "from 1 to 1024"),
            (MATCH, "--plies", "0", &["1001"], "0..=1000"),
            (MATCH, "--margin", "0", &["86400001"], "0..=86400000"),
            (MATCH, "--patience", "1", &["0", "86401", "18446744073709551615"], "1..=86400"),
            (MATCH, "--max-moves", "1", &["0"], "from 1 to 100000"),
            (MATCH, "--tc", "1", &["nan", "-1", "1e9", "inf/move"], "expected a time control"),
            (MATCH, "--resign", "5/4", &["nan/3", "inf/3", "5/0"], "expected SCORE/MOVES"),
            ("play", "--move-time", "1", &["nan", "inf", "0", "1e9"], "from 0.01 to 3600"),
            ("serve", "--boards", "20", &["0", "1001"], "1..=1000"),
            ("serve", "--threads", "1", &["0", "257"], "1..=256"),
            ("serve", "--memory", "64", &["0", "1048577"], "1..=1048576"),
            (
                "serve",
                "--allow-host",
                "a.example:80",
                &["https://a.example", "a.example/"],
                "expected a name such as",
            ),
            ("bench", "--depth", "1", &["0", "31"], "1..=30"),
            ("perft", "--depth", "0", &["101"], "0..=100"),
            ("dxp --listen --initiate", "--games", "1", &["0"], "in 1.."),
            ("dxp --listen --initiate", "--minutes", "1.5", &["nan", "inf", "-1"], "expected"),
            ("demo", "--depth", "1", &["0", "101"], "1..=100"),
        ];
        for (command, option, good, bad, range) in cases {
            let error = |value: &str| {
                let line = format!("coupturc {command} {option}={value}");
                CommandLine::try_parse_from(line.split(' ')).err().map(|error| error.to_string())
            };
            assert_eq!(error(good), None, "{command} {option}={good}");
            for value in bad {
                let error = error(value);
                assert!(
                    error.as_ref().is_some_and(|error| error.contains(range)),
                    "{option}={value}: {error:?}"
                );
            }
        }
    }

    #[test]
    fn the_command_line_is_well_formed() {
        CommandLine::command().debug_assert();
    }
}
