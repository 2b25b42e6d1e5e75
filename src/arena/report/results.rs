//! Results of a match: its games in order, their totals, and the names in them.

use crate::arena::MatchResults;
use crate::arena::record::{GameRecord, GameResult};
use crate::arena::stats::Tally;
use crate::notation::VariantName;
use crate::rules::{Color, Halt};

/// The games of a match by number, their totals, and the names in them without duplicates.
pub(super) struct Results<'a> {
    pub(super) games: Vec<&'a GameRecord>,
    pub(super) counted: MatchResults,
    pub(super) engines: Vec<&'a str>,
    pub(super) variants: Vec<&'a str>,
    pub(super) terminations: Vec<&'a str>,
}

impl<'a> Results<'a> {
    pub(super) fn new(games: &'a [GameRecord]) -> Self {
        let mut games: Vec<&GameRecord> = games.iter().collect();
        games.sort_by_key(|game| game.number);
        let mut counted = MatchResults::default();
        games.iter().for_each(|game| counted.add(game));
        let players = games.iter().flat_map(|game| [game.white.as_str(), &game.black]);
        let engines = distinct(players);
        let variants = distinct(games.iter().map(|game| game.variant.as_str()));
        let terminations = distinct(games.iter().map(|game| game.termination.as_str()));
        Self { games, counted, engines, variants, terminations }
    }

    /// The games of `engine`, with its colour. Games against itself appear twice.
    pub(super) fn games_of(&self, engine: &str) -> impl Iterator<Item = (Color, &'a GameRecord)> {
        let seen = |game: &'a GameRecord| [(Color::White, game), (Color::Black, game)];
        self.games
            .iter()
            .flat_map(move |game| seen(game))
            .filter(move |(color, game)| player(game, *color) == engine)
    }

    /// The results of `engine` in the games that `filter` accepts.
    pub(super) fn tally(&self, engine: &str, filter: impl Fn(Color, &GameRecord) -> bool) -> Tally {
        let games = self.games_of(engine).filter(|(color, game)| filter(*color, game));
        tally(games.map(|(color, game)| (color, game.result)))
    }

    /// White's wins, draws and losses in the games that `filter` accepts.
    pub(super) fn white_tally(&self, filter: impl Fn(&GameRecord) -> bool) -> Tally {
        let games = self.games.iter().filter(|game| filter(game));
        tally(games.map(|game| (Color::White, game.result)))
    }
}

/// The engine that played `color`.
pub(super) fn player(game: &GameRecord, color: Color) -> &str {
    match color {
        Color::White => &game.white,
        Color::Black => &game.black,
    }
}

/// Counts games for the players of these colours, ignoring pairs.
fn tally(games: impl Iterator<Item = (Color, GameResult)>) -> Tally {
    let mut tally = Tally::default();
    games.for_each(|(color, result)| tally.add_game(result.score_of(color)));
    tally
}

/// A proportion; `None` if the whole is zero.
pub(super) fn ratio(part: f64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part / whole as f64)
}

/// Points per game; `None` without games.
pub(super) fn score(tally: &Tally) -> Option<f64> {
    ratio(tally.points(), tally.game_count())
}

/// A result, as shown in tables.
pub(super) const fn result_text(result: GameResult) -> &'static str {
    match result {
        GameResult::WhiteWins => "1-0",
        GameResult::BlackWins => "0-1",
        GameResult::Draw => "½-½",
    }
}

/// The title of a game; an unknown name is returned unchanged.
pub(super) fn variant_title(name: &str) -> String {
    match name.parse::<VariantName>() {
        Ok(VariantName { rules, halt }) => {
            let title = rules.title;
            match halt {
                None | Some(Halt::None) => title.to_owned(),
                Some(halt) => format!("{title} ({halt})"),
            }
        }
        Err(_) => name.to_owned(),
    }
}

/// The reason why a game ended, as text.
pub(super) fn termination_title(name: &str) -> String {
    if name.is_empty() { "unknown".to_owned() } else { name.replace('-', " ") }
}

pub(super) fn distinct<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut once = Vec::new();
    for item in items {
        if !once.contains(&item) {
            once.push(item);
        }
    }
    once
}
