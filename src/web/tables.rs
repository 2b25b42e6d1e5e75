//! Answers from endgame tables: `GET /tables/<game>?fen=...`.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use hyper::StatusCode;
use parking_lot::Mutex;
use serde_json::{Value as Json, json};

use crate::notation::{VariantName, fen_of_others, game_of_fen};
use crate::probe::Probe;
use crate::rules::{AnyPosition, RuleOption, RuleOptions, Rules};
use crate::tables::TableSet;

/// The endgame tables of all games in a folder, opened when they are first asked for.
pub(super) struct Tables {
    root: Option<PathBuf>,
    opened: Mutex<HashMap<(&'static Rules, RuleOptions), Arc<TableSet>>>,
}

/// The status and the text of an answer.
pub(super) type TablesAnswer = (StatusCode, Json);

impl Tables {
    /// The tables in this folder; none without a folder.
    pub(super) fn new(root: Option<PathBuf>) -> Self {
        Self { root, opened: Mutex::default() }
    }

    /// Answers a request for a position of `game`. May read files.
    pub(super) fn answer(&self, game: &str, query: &str) -> TablesAnswer {
        match self.probe(game, query) {
            Ok(probe) => (StatusCode::OK, probe.json()),
            Err((status, why)) => (status, json!({ "error": why })),
        }
    }

    fn probe(&self, game: &str, query: &str) -> Result<Probe, (StatusCode, String)> {
        let bad_request = |why: String| (StatusCode::BAD_REQUEST, why);
        let name: VariantName = game.parse().map_err(|error| (StatusCode::NOT_FOUND, format!("{error}")))?;
        let position = position(&name, query).map_err(bad_request)?;
        let set = self.set(name.rules, &position.rule_options());
        Probe::of(&set, &*position).ok_or_else(|| {
            if set.is_damaged() {
                let damaged = "a file of tables is damaged; coupturc tables verify says which".to_owned();
                return (StatusCode::INTERNAL_SERVER_ERROR, damaged);
            }
            let pieces = set.pieces();
            let missing = if pieces == 0 {
                format!("there are no endgame tables of {game} here")
            } else {
                format!("the position, or one after a move, is not in the tables of {game}, which have up to {pieces} pieces")
            };
            (StatusCode::NOT_FOUND, missing)
        })
    }

    /// The tables of a game. They are kept once there are any, so that new files are found until then.
    fn set(&self, rules: &'static Rules, options: &RuleOptions) -> Arc<TableSet> {
        let key = (rules, *options);
        if let Some(set) = self.opened.lock().get(&key) {
            return Arc::clone(set);
        }
        let mut set = TableSet::new(rules, options);
        if let Some(root) = &self.root {
            // A file that cannot be used is a missing table here; `coupturc tables verify` reports it.
            let _ = set.open(root);
        }
        let set = Arc::new(set);
        if !set.tables().is_empty() {
            self.opened.lock().insert(key, Arc::clone(&set));
        }
        set
    }
}

/// The position in a query: `fen`, and values of rule options.
fn position(name: &VariantName, query: &str) -> Result<Box<dyn AnyPosition>, String> {
    let mut options = RuleOptions { halt: name.halt.unwrap_or_default(), ..RuleOptions::default() };
    let mut fen = None;
    for (key, value) in form_urlencoded::parse(query.as_bytes()) {
        if key == "fen" {
            fen = Some(value);
        } else {
            let option = RuleOption::named(&key);
            let option =
                option.ok_or_else(|| format!("unknown parameter '{key}', expected fen or a rule"))?;
            option.set(&mut options, &value).map_err(|error| format!("{key}: {error}"))?;
        }
    }
    let fen = fen.ok_or("expected a position: ?fen=<FEN>")?;
    let game = game_of_fen(name.rules, &fen, &options);
    let game = game.map_err(|error| error.with(&fen_of_others(&fen, name.rules, "/tables/<game>")));
    Ok(game.map_err(|error| error.to_string())?.position().copy())
}
