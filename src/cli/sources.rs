//! Sources of games: logs and folders of matches, and PDN files, all read as PDN games.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;

use super::options::{RuleArgs, RulesFile};
use super::terminal::complain;
use super::{Failure, games};
use crate::arena::{GAMES_FILE, Journal, OPENING_TAG, pdn_game_of};
use crate::escape::{escaped_path, in_file};
use crate::notation::{
    NotationError, PdnFault, PdnGame, PdnReplay, VariantName, file_text, parse_pdn, pdn_variants,
    usual_variant,
};
use crate::rules::{RuleOption, RuleOptions};

/// The choice of games.
#[derive(Args)]
pub(super) struct GamesOptions {
    /// PDN files, logs of matches (games.jsonl) and folders of matches; - is PDN on standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[arg(
        long,
        value_name = "GAME",
        help = format!(
            "Variant of PDN games without a GameType tag [default: the variant that fits, or normal if several do]: {}",
            games::names()
        )
    )]
    variant: Option<VariantName>,
    /// The game of PDN games without a GameType tag, and of those whose tag is the name of this file: that whose rules
    /// are in the file
    #[arg(long = "rules", value_name = "FILE", conflicts_with = "variant")]
    file: Option<RulesFile>,
    #[command(flatten)]
    pub(super) rules: RuleArgs,
}

impl GamesOptions {
    /// Reads all games.
    pub(super) fn read(&self) -> Result<Games, Failure> {
        let mut games = Games::default();
        self.files.iter().try_for_each(|file| games.read(file))?;
        Ok(games)
    }

    /// The game of those without a tag, if it was chosen.
    pub(super) fn usual(&self) -> Option<VariantName> {
        self.file.as_ref().map(RulesFile::name).or(self.variant)
    }

    /// Replays a game by its variant and rules. Returns also the variant, and whether it is a guess.
    pub(super) fn replay(&self, played: &Played) -> Result<(VariantName, bool, PdnReplay), PdnFault> {
        let (name, is_guess) = played.name(self.usual(), &self.rules.rules(None))?;
        let replay = PdnReplay::of(&played.game, name.rules, &self.rules.rules(name.halt))?;
        Ok((name, is_guess, replay))
    }
}

/// Tells how many games count as International Draughts although they fit other variants as well, if there are any.
pub(super) fn complain_of_guesses(guessed: usize) {
    if guessed > 0 {
        complain(&format!(
            "games without GameType that fit several variants and count as normal: {guessed}; choose another with --variant"
        ));
    }
}

/// A game that was played.
pub(super) struct Played {
    /// The file and the number of the game, for messages.
    pub(super) place: String,
    pub(super) game: PdnGame,
}

/// The games of several files.
#[derive(Default)]
pub(super) struct Games {
    pub(super) played: Vec<Played>,
    /// Messages about unreadable games.
    pub(super) problems: Vec<String>,
}

impl Games {
    /// Adds the games of a file, or of the log in a folder. `-` is PDN on standard input.
    pub(super) fn read(&mut self, path: &Path) -> Result<(), Failure> {
        if path == Path::new("-") {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes)?;
            self.add_pdn(Path::new("standard input"), &bytes);
            return Ok(());
        }
        let found = fs::metadata(path).map_err(|error| in_file(path, &error))?;
        // Reading a pipe could block, and reading a device might not end.
        if !found.is_dir() && !found.is_file() {
            return Err(in_file(
                path,
                &"not a regular file, expected a log or a folder of a match, or a PDN file",
            )
            .into());
        }
        if found.is_dir() || path.extension().is_some_and(|end| end == "jsonl") {
            let log = if found.is_dir() { path.join(GAMES_FILE) } else { path.to_owned() };
            let records = Journal::games_of(&log).map_err(|error| in_file(&log, &error))?;
            records.iter().for_each(|record| self.add(path, record.number, pdn_game_of(record)));
            return Ok(());
        }
        self.add_pdn(path, &fs::read(path).map_err(|error| in_file(path, &error))?);
        Ok(())
    }

    fn add_pdn(&mut self, path: &Path, bytes: &[u8]) {
        let games = parse_pdn(&file_text(bytes));
        (1..).zip(games).for_each(|(number, game)| self.add(path, number, Ok(game)));
    }

    fn add(&mut self, path: &Path, number: u64, game: Result<PdnGame, NotationError>) {
        let place = format!("{}: game {number}", escaped_path(path));
        match game {
            Ok(game) => self.played.push(Played { place, game }),
            Err(error) => self.problems.push(format!("{place}: {error}")),
        }
    }
}

impl Played {
    /// The variant of the game (`usual` if its tags do not name one), and whether other variants fit as well.
    pub(super) fn name(
        &self,
        usual: Option<VariantName>,
        rules: &RuleOptions,
    ) -> Result<(VariantName, bool), PdnFault> {
        if let Some(usual) = usual.filter(|_| !self.game.names_its_game()) {
            return Ok((usual, false));
        }
        let fitting = pdn_variants(&self.game, rules)?;
        usual_variant(&fitting).map(|name| (name, fitting.len() > 1)).ok_or_else(|| {
            let names: Vec<&str> = fitting.iter().map(|name| name.name()).collect();
            let message =
                format!("it has no GameType and fits {}: choose one with --variant", names.join(", "));
            PdnFault { line: self.game.line.0, message }
        })
    }

    /// The variant and the rules in its tags: `dameo`, `normal halt=damme`.
    pub(super) fn label(&self, name: VariantName) -> String {
        let options = RuleOption::ALL.iter().map(|option| option.name);
        let tagged = options.filter_map(|option| Some((option, self.game.tag(&PdnGame::rule_tag(option))?)));
        tagged.fold(name.name().to_owned(), |label, (option, value)| format!("{label} {option}={value}"))
    }

    /// A message about what makes the game unreadable from some move on, if anything does.
    pub(super) fn fault_in(&self, replay: &PdnReplay) -> Option<String> {
        replay.fault.as_ref().map(|fault| format!("{}: from {fault}", self.place))
    }

    /// The length of the opening, if a tag gives it.
    pub(super) fn opening_plies(&self) -> Option<usize> {
        self.game.tag(OPENING_TAG)?.trim_ascii().parse().ok()
    }
}
