//! Reports of `coupturc dxp`: prints events of its games and saves the games.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::SystemTime;

use crate::escape::escaped_path;
use crate::notation::{PdnResult, pdn_game, pdn_text};
use crate::protocol::dxp::{ChatText, FinishedGame, Observer, own_name};
use crate::rules::Color;

/// Prints a line for each event, and saves finished games.
pub(super) struct Reporter {
    /// Whether the peer uses the standard streams, so that standard output is not free.
    stdio: bool,
    chat: bool,
    pdn: Option<PathBuf>,
}

impl Reporter {
    pub(super) fn new(stdio: bool, chat: bool, pdn: Option<PathBuf>) -> Self {
        Self { stdio, chat, pdn }
    }

    fn save(&self, path: &PathBuf, game: &FinishedGame) -> io::Result<()> {
        let mut pdn = pdn_game(game.game.first(), &game.moves, None).map_err(io::Error::other)?;
        let today: String = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let date = today.split('T').next().unwrap_or_default().replace('-', ".");
        let rules = game.game.rules();
        let own = own_name(rules);
        let (white, black) = match game.us {
            Color::White => (&own, &game.peer),
            Color::Black => (&game.peer, &own),
        };
        for (name, value) in [
            ("Event", "DXP"),
            ("Date", &date),
            ("Round", &game.number.to_string()),
            ("White", white.as_str()),
            ("Black", black.as_str()),
        ] {
            pdn.set_tag(name, value);
        }
        pdn.set_result(game.result);
        pdn.add_comment(&game.why);
        let mut file = File::options().append(true).create(true).open(path)?;
        file.write_all(pdn_text(&pdn).as_bytes())
    }
}

impl Observer for Reporter {
    fn report(&mut self, text: &str) {
        if !self.stdio {
            // A closed output does not end the games.
            let _ = super::say(text);
        }
    }

    #[expect(
        clippy::print_stderr,
        reason = "standard output belongs to the peer, and the user asked for the chat"
    )]
    fn show(&mut self, text: &ChatText) {
        match (self.chat, self.stdio) {
            (false, _) => {}
            (true, true) => eprintln!("peer: {text}"),
            (true, false) => drop(super::say(&format!("peer: {text}"))),
        }
    }

    fn finished(&mut self, game: &FinishedGame) {
        let result = match game.result {
            Some(PdnResult::WhiteWins) => "White wins",
            Some(PdnResult::BlackWins) => "Black wins",
            Some(PdnResult::Draw) => "draw",
            Some(PdnResult::BothLose) | None => "no result",
        };
        let (number, plies) = (game.number, game.moves.len());
        // A reason such as "draw (repetition)" names the result itself.
        let end =
            if game.why.starts_with(result) { game.why.clone() } else { format!("{result} ({})", game.why) };
        self.report(&format!("game {number} ended after {plies} plies: {end}"));
        if let Some(path) = &self.pdn
            && let Err(error) = self.save(path, game)
        {
            self.report(&format!("--pdn {}: {error}", escaped_path(path)));
        }
    }
}
