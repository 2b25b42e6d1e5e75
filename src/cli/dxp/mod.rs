//! `coupturc dxp`: plays games against other programs over the DamExchange protocol.

mod reporter;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::options::expect_dxp;
use super::options::{BookOptions, is_pdn};
use super::terminal::complain_of;
use super::{Failure, GameOptions, say};
use crate::arena::read_openings;
use crate::engine::Settings;
use crate::escape::escaped_path;
use crate::notation::{file_text, game_of_fen};
use crate::panics::caught;
use crate::protocol::Log;
use crate::protocol::dxp::{
    Closing, Colors, Conduct, Framing, Link, Minutes, Peer, Plan, Server, connect, converse,
};
use crate::rules::{AnyGame, RuleOptions, Rules};
use reporter::Reporter;

#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    #[command(flatten)]
    line: Line,
    #[command(flatten)]
    game: GameOptions,
    #[command(flatten)]
    initiator: Initiator,
    /// Number of search threads
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
    /// Milliseconds that each move loses on its way to the peer; reserved for every move [default: 5 if the peer is on
    /// this machine, otherwise 50]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(0..=10_000))]
    move_overhead: Option<u64>,
    #[command(flatten)]
    book: BookOptions,
    /// Time limit for the peer to start a game, to answer a message, and to move after its clock has run out. Unrelated
    /// messages do not extend the limit
    #[arg(long, value_name = "SECONDS", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..))]
    patience: u32,
    /// Refuse all take-back requests
    #[arg(long)]
    no_take_back: bool,
    /// Exit when the first peer has disconnected
    #[arg(long, requires = "listen")]
    once: bool,
    /// Show chat messages from the peer (on standard error with --stdio)
    #[arg(long)]
    chat: bool,
    /// Append every game to this file
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// Append every message from both sides to this file, with its time (UTC)
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

/// The usual time that a move loses on its way to a peer on this machine.
const NEAR_OVERHEAD: Duration = Duration::from_millis(5);
/// The same over a network.
const FAR_OVERHEAD: Duration = Duration::from_millis(50);

/// The connection to the peer.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct Line {
    /// Listen for peers at this address, one at a time [default: 127.0.0.1:27531]
    #[arg(long, value_name = "ADDR:PORT", num_args = 0..=1, default_missing_value = "127.0.0.1:27531")]
    listen: Option<String>,
    /// Connect to a listening peer
    #[arg(long, value_name = "HOST:PORT")]
    connect: Option<String>,
    /// Use standard input and output; a zero byte or a line feed ends a message
    #[arg(long)]
    stdio: bool,
}

/// What the initiator of the games requests.
#[derive(Args)]
struct Initiator {
    /// Start the games; by default the peer does
    #[arg(long)]
    initiate: bool,
    /// Number of games
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = 2,
        requires = "initiate",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    games: u32,
    /// Our colour: white, black, or alternate (both colours with each opening)
    #[arg(long, value_name = "COLOUR", default_value = "alternate", requires = "initiate")]
    color: Colors,
    /// Time per player per game in minutes, at most three characters; 0 means no limit. Not all programs understand
    /// fractions such as 1.5 or .25
    #[arg(long, value_name = "MINUTES", default_value = "5", requires = "initiate")]
    minutes: Minutes,
    /// Moves per player after which a game ends without a result; 0 means no limit
    #[arg(long, value_name = "NUMBER", default_value_t = 0, requires = "initiate", value_parser = clap::value_parser!(u16).range(0..=999))]
    moves: u16,
    /// Start position; may be given several times
    #[arg(long, value_name = "FEN", requires = "initiate", conflicts_with = "openings")]
    fen: Vec<String>,
    /// File of start positions: one FEN per line, or PDN games, whose final positions are used
    #[arg(long, value_name = "FILE", requires = "initiate")]
    openings: Option<PathBuf>,
}

const EXAMPLES: &str = "Examples:
  coupturc dxp --listen
  coupturc dxp --connect 127.0.0.1:27531 --initiate --games 10 --minutes 2 --pdn games.pdn
  ssh HOST coupturc dxp --stdio

docs/dxp.md describes the messages, and how games other than International Draughts are played. DXP is for the twelve
games of the engine: games from files, which are those of --rules and from armenian on, are refused.";

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let conduct = options.conduct()?;
    let log = match &options.log {
        None => Log::default(),
        Some(path) => {
            Log::append_to(path).map_err(|error| format!("--log {}: {error}", escaped_path(path)))?
        }
    };
    if let Some(address) = &options.line.listen {
        return options.listen(address, &conduct, &log);
    }
    let Some(address) = &options.line.connect else {
        let link = Link::over(io::stdin(), io::stdout(), Framing::ZeroOrLine, log)?;
        return options.play(link, &conduct, None).and_then(regular);
    };
    let problem = |error: io::Error| {
        format!("--connect {address}: {error}; expected a program that listens at HOST:PORT")
    };
    let stream = connect(address).map_err(problem)?;
    let peer = stream.peer_addr().ok();
    options.play(Link::over_tcp(stream, log)?, &conduct, peer).and_then(regular)
}

impl Options {
    /// Plays against one peer after another.
    fn listen(&self, address: &str, conduct: &Conduct, log: &Log) -> Result<(), Failure> {
        let problem = |error: io::Error| {
            format!(
                "--listen {address}: {error}; expected ADDR:PORT with an address of this machine and a free port"
            )
        };
        let server = Server::bind(address).map_err(problem)?;
        if !server.address().ip().is_loopback() {
            warn_of_strangers(&server);
        }
        say(&format!("listening on {}", server.address()))?;
        while let Some(Peer { stream, address, turn }) = server.next_peer() {
            say(&format!("peer {address} has connected"))?;
            // A failure with one peer must not affect the next one.
            let played = caught(|| {
                Link::over_tcp(stream, log.clone())
                    .map_err(Failure::from)
                    .and_then(|link| self.play(link, conduct, Some(address)))
            });
            drop(turn);
            let played = played
                .unwrap_or_else(|panic| Err(format!("internal error, please report it: {panic}").into()));
            match &played {
                Ok(closing) => say(&format!("peer {address} has left: {}", closing.why))?,
                Err(error) => say(&format!("peer {address} was disconnected: {error}"))?,
            }
            if self.once {
                return played.and_then(regular);
            }
        }
        Err("the port has failed".into())
    }

    /// Plays against one peer; `address` is where it is, if that is known.
    fn play(&self, link: Link, conduct: &Conduct, address: Option<SocketAddr>) -> Result<Closing, Failure> {
        let move_overhead = self.overhead_to(address);
        let conduct = Conduct { move_overhead, ..conduct.clone() };
        let settings = Settings {
            threads: usize::from(self.threads),
            hash_mebibytes: self.hash as usize,
            move_overhead,
            book: self.book.choice()?,
            ..Settings::default()
        };
        let mut reporter = Reporter::new(self.line.stdio, self.chat, self.pdn.clone());
        Ok(converse(link, conduct, settings, &mut reporter)?)
    }

    /// The time that a move loses on its way to a peer.
    fn overhead_to(&self, address: Option<SocketAddr>) -> Duration {
        let is_near = address.is_some_and(|address| address.ip().is_loopback());
        let usual = if is_near { NEAR_OVERHEAD } else { FAR_OVERHEAD };
        self.move_overhead.map_or(usual, Duration::from_millis)
    }

    fn conduct(&self) -> Result<Conduct, Failure> {
        let (game, rules) = (self.game.game(), self.game.rules());
        expect_dxp(game)?;
        Ok(Conduct {
            game,
            rules,
            plan: self.initiator.initiate.then(|| self.initiator.plan(game, &rules)).transpose()?,
            patience: Duration::from_secs(u64::from(self.patience)),
            takes_back: !self.no_take_back,
            move_overhead: self.overhead_to(None),
        })
    }
}

impl Initiator {
    fn plan(&self, rules: &'static Rules, options: &RuleOptions) -> Result<Plan, Failure> {
        let openings = self.openings(rules, options)?;
        let Self { games, color, minutes, moves, .. } = *self;
        Ok(Plan { games, colors: color, time: minutes, moves, openings })
    }

    fn openings(
        &self,
        rules: &'static Rules,
        options: &RuleOptions,
    ) -> Result<Vec<Box<dyn AnyGame>>, Failure> {
        let of_fens = self.fen.iter().map(|fen| game_of_fen(rules, fen, options));
        let mut openings = of_fens.collect::<Result<Vec<_>, _>>()?;
        if let Some(path) = &self.openings {
            let problem =
                |error: &dyn std::fmt::Display| format!("--openings {}: {error}", escaped_path(path));
            let text = std::fs::read(path).map_err(|error| problem(&error))?;
            let read = read_openings(&file_text(&text), is_pdn(path), None, rules, options);
            let read = read.map_err(|error| problem(&error))?;
            complain_of(&format!("--openings {}: left out", escaped_path(path)), &read.left_out);
            for opening in read.openings {
                let played = opening.played(rules, options).map_err(|error| problem(&error))?;
                openings.push(played.position().to_game());
            }
        }
        Ok(openings)
    }
}

/// Turns an irregular end of the conversation into a failure of the command.
fn regular(closing: Closing) -> Result<(), Failure> {
    if closing.regular { Ok(()) } else { Err(closing.why.into()) }
}

#[expect(clippy::print_stderr, reason = "the user should know about this risk")]
fn warn_of_strangers(server: &Server) {
    eprintln!(
        "coupturc: warning: {} is reachable from other machines. DXP has neither passwords nor encryption: \
         anyone there can use this machine for searches, and can read and change the messages. Listen on \
         127.0.0.1 and use an ssh tunnel, or let a firewall control who may connect.",
        server.address()
    );
}
