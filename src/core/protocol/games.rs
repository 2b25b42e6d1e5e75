//! PDN for clients that cannot parse it: files as lines of the protocol, and such lines as a file.

use super::quoted::{add_field, quotable};
use super::reply;
use crate::book::{About, GameCounts};
use crate::notation::{
    FenFields, NotationError, PdnFault, PdnGame, PdnMove, PdnNode, PdnReplay, PdnResult, PdnStep,
    VariantName, fen_text, game_of_fen, move_text, parse_move, parse_pdn, pdn_start, pdn_text, pdn_variants,
};
use crate::rules::{AnyPosition, RuleOption, RuleOptions, Rules};

/// The size limit of files that are read and games that are written, in bytes.
pub(super) const LARGEST_FILE: usize = 16 << 20;

/// The file being read and the game being written.
#[derive(Default)]
pub(super) struct Games {
    /// The received chunks of a file that has not been parsed yet.
    text: String,
    /// The games of the file that was read last.
    games: Vec<PdnGame>,
    /// The games that were counted last.
    pub(super) counts: Option<GameCounts>,
    draft: Draft,
}

/// The received parts of a game that has not been written yet.
#[derive(Default)]
struct Draft {
    /// The tags and moves.
    game: PdnGame,
    /// The numbers that the client has given the moves.
    ids: Vec<usize>,
    bytes: usize,
}

impl Games {
    /// Appends a chunk of a file.
    pub(super) fn add_text(&mut self, piece: &str) -> Result<(), NotationError> {
        if self.text.len() + piece.len() > LARGEST_FILE {
            self.text.clear();
            return Err(NotationError::new(format!(
                "pdn-text: the file is longer than {LARGEST_FILE} bytes"
            )));
        }
        self.text.push_str(piece);
        Ok(())
    }

    /// Reads the file and lists its games.
    ///
    /// A game may be named as one of the client's `own`.
    pub(super) fn read(&mut self, own: &[&'static Rules]) -> Vec<String> {
        self.games = parse_pdn(&std::mem::take(&mut self.text));
        let (mut lines, mut faults) = (Vec::new(), 0);
        for (number, game) in (1..).zip(&self.games) {
            let found = reading(game, None, own);
            faults += usize::from(found.fault().is_some());
            found.describe(number, game, &mut lines);
        }
        lines.push(end(self.games.len(), faults));
        lines
    }

    /// Counts the games of the file that was read last, as far as they have been played by these rules.
    pub(super) fn count(&mut self, rules: &'static Rules, options: &RuleOptions, plies: u32) -> String {
        let mut counts = GameCounts::new(About::new(rules, options));
        let (mut counted, mut others) = (0, Vec::new());
        for game in &self.games {
            let Some(replay) = played_by(game, rules, options, counts.about()) else {
                others.push(game.line.0);
                continue;
            };
            let result = game.result().and_then(PdnResult::winner);
            for node in replay.main_line().take(plies as usize) {
                let PdnStep::Move(mv) = node.step else { break };
                counts.add(replay.before(node), mv, result);
            }
            counted += 1;
        }
        let positions = counts.positions();
        self.counts = Some(counts);
        let first = others.first().map_or_else(String::new, |line| format!(" others-line={line}"));
        format!("pdn-counted games={counted} others={} positions={positions}{first}", others.len())
    }

    /// Shows one game, in full, of the file that was read last.
    pub(super) fn show(
        &self,
        number: usize,
        asked: Option<VariantName>,
        own: &[&'static Rules],
    ) -> Result<Vec<String>, NotationError> {
        let game = number.checked_sub(1).and_then(|index| self.games.get(index)).ok_or_else(|| {
            NotationError::new(format!("pdn-show: found game {number}, expected 1 to {}", self.games.len()))
        })?;
        let found = reading(game, asked, own);
        let mut lines = Vec::new();
        found.describe(number, game, &mut lines);
        let mut faults = usize::from(found.fault().is_some());
        if let Ok(Reading { replay, .. }) = &found.0 {
            lines.extend((1..).zip(&replay.nodes).map(|(id, node)| node_line(id, node, replay)));
            lines.extend(replay.variation_faults.iter().map(|fault| fault_line(number, fault)));
            faults += replay.variation_faults.len();
        }
        lines.push(end(1, faults));
        Ok(lines)
    }

    /// Adds a tag to the game to be written.
    pub(super) fn add_tag(&mut self, name: String, value: String) -> Result<(), NotationError> {
        if name.trim().is_empty() {
            return Err(NotationError::new(
                "pdn-tag: the name is empty, expected one such as White".to_owned(),
            ));
        }
        self.draft.make_room(name.len() + value.len())?;
        self.draft.game.tags.push((name, value));
        Ok(())
    }

    /// Adds a move to the game to be written.
    pub(super) fn add_node(&mut self, id: usize, node: PdnMove) -> Result<(), NotationError> {
        self.draft.make_room(bytes(&node))?;
        self.draft.ids.push(id);
        self.draft.game.moves.push(node);
        Ok(())
    }

    /// Discards the game to be written.
    pub(super) fn forget_draft(&mut self) {
        self.draft = Draft::default();
    }

    /// Writes the game by these rules.
    pub(super) fn write(
        &mut self,
        rules: &'static Rules,
        options: &RuleOptions,
        result: Option<&str>,
        comment: Option<String>,
    ) -> Result<String, NotationError> {
        let Draft { game, ids, .. } = std::mem::take(&mut self.draft);
        let mut replay = PdnReplay::follow(pdn_start(&game, rules, options)?, &[]);
        for node in ids.into_iter().zip(game.moves) {
            let played = play(&replay, node, options).map_err(|error| {
                NotationError::new(format!("pdn-node {}: {error}", replay.nodes.len() + 1))
            })?;
            replay.nodes.push(played);
        }
        replay.comment = comment;
        replay.ending = result.filter(|&text| text != "*").map(str::to_owned);
        Ok(format!("pdn text=\"{}\"", quotable(&pdn_text(&replay.to_pdn(&game.tags)))))
    }
}

impl Draft {
    fn make_room(&mut self, bytes: usize) -> Result<(), NotationError> {
        self.bytes += bytes;
        if self.bytes > LARGEST_FILE {
            *self = Self::default();
            return Err(NotationError::new(format!("the game is longer than {LARGEST_FILE} bytes")));
        }
        Ok(())
    }
}

/// The approximate memory that a move takes, in bytes.
fn bytes(node: &PdnMove) -> usize {
    let comments = [&node.before, &node.comment].into_iter().flatten().map(String::len);
    size_of::<PdnMove>() + node.text.len() + 4 * node.nags.len() + comments.sum::<usize>()
}

/// Plays the move or sets up the position of the next node of `replay`.
fn play(
    replay: &PdnReplay,
    (id, node): (usize, PdnMove),
    options: &RuleOptions,
) -> Result<PdnNode, NotationError> {
    let PdnMove { parent, text, is_setup, nags, before, comment, line: _ } = node;
    if id != replay.nodes.len() + 1 || parent >= id {
        let expected = replay.nodes.len() + 1;
        let message =
            format!("found id {id} and parent {parent}, expected id {expected} and a parent before it");
        return Err(NotationError::new(message));
    }
    let node = PdnNode { parent, step: PdnStep::SetUp, position: replay.start.copy(), nags, before, comment };
    let reached = replay.before(&node);
    let (step, position) = if is_setup {
        (PdnStep::SetUp, game_of_fen(reached.rules(), &text, options)?.position().copy())
    } else {
        let mv = parse_move(reached, &text)?;
        (PdnStep::Move(mv), reached.after(mv))
    };
    Ok(PdnNode { step, position, ..node })
}

/// A game of a file, replayed by its rules, or the fault that makes it unreadable.
struct Found(Result<Reading, PdnFault>);

struct Reading {
    /// The draughts game, if it is known.
    variant: Option<VariantName>,
    /// The draughts games that fit, if the game does not name one.
    variants: Vec<VariantName>,
    replay: PdnReplay,
}

/// Replays a game of a file as the `asked` draughts game, or as the game that its tags name, which may be one of the
/// client's `own`, or as the first game that fits.
fn reading(game: &PdnGame, asked: Option<VariantName>, own: &[&'static Rules]) -> Found {
    let usual = RuleOptions::default();
    let named =
        own.iter().find(|rules| game.is_called(rules)).map(|&rules| VariantName { rules, halt: None });
    let asked = asked.or(named);
    let read = |asked: Option<VariantName>| {
        let variants = match asked {
            Some(name) => vec![name],
            None => pdn_variants(game, &usual)?,
        };
        let &[name, ..] = &variants[..] else {
            return Err(PdnFault { line: game.line.0, message: "no game fits".to_owned() });
        };
        let options = RuleOptions { halt: name.halt.unwrap_or_default(), ..usual };
        let replay = PdnReplay::of(game, name.rules, &options)?;
        let variant = (variants.len() == 1).then_some(name);
        let variants = if asked.is_some() || game.names_its_game() { Vec::new() } else { variants };
        Ok(Reading { variant, variants, replay })
    };
    Found(read(asked))
}

/// The game, if it has been played by the rules that `about` has. A game that does not name its rules must be legal by
/// them to its end.
fn played_by(
    game: &PdnGame,
    rules: &'static Rules,
    options: &RuleOptions,
    about: &About,
) -> Option<PdnReplay> {
    let replay = PdnReplay::of(game, rules, options).ok()?;
    let is_sure = game.names_its_game() || replay.fault.is_none();
    (is_sure && about.fits(rules, &replay.start.rule_options())).then_some(replay)
}

impl Found {
    fn fault(&self) -> Option<&PdnFault> {
        match &self.0 {
            Ok(reading) => reading.replay.fault.as_ref(),
            Err(fault) => Some(fault),
        }
    }

    /// Adds the lines about a game, without its moves.
    fn describe(&self, number: usize, game: &PdnGame, lines: &mut Vec<String>) {
        if let Ok(reading) = &self.0 {
            lines.push(reading.line(number, game));
            lines.extend(game.tags.iter().map(|(name, value)| {
                format!("pdn-tag name=\"{}\" value=\"{}\"", quotable(name), quotable(value))
            }));
        }
        lines.extend(self.fault().map(|fault| fault_line(number, fault)));
    }
}

impl Reading {
    fn line(&self, number: usize, game: &PdnGame) -> String {
        let Self { variant, variants, replay } = self;
        let mut line = format!("pdn-game game={number} line={}", game.line.0);
        let mut add = |name: &str, value: &str| add_field(&mut line, name, value);
        if let Some(name) = variant {
            add("variant", name.rules.name);
        }
        if !variants.is_empty() {
            add("variants", &variants.iter().map(|name| name.rules.name).collect::<Vec<_>>().join(" "));
        }
        let moves = replay.main_line().filter(|node| node.step != PdnStep::SetUp);
        add("plies", &moves.count().to_string());
        add("result", replay.ending.as_deref().or(game.tag("Result")).unwrap_or("*"));
        let options = replay.start.rule_options();
        for option in RuleOption::ALL {
            let value = option.get(&options);
            if value != option.get(&RuleOptions::default()) {
                add(option.name, value);
            }
        }
        let rules = replay.start.rules();
        if replay.start.to_setup() != rules.start(&options).position().to_setup() {
            add("fen", &fen_of(&*replay.start));
        }
        if let Some(comment) = &replay.comment {
            add("comment", comment);
        }
        line
    }
}

fn node_line(id: usize, node: &PdnNode, replay: &PdnReplay) -> String {
    let mut line = format!("pdn-node id={id} parent={}", node.parent);
    let mut add = |name: &str, value: &str| add_field(&mut line, name, value);
    match node.step {
        PdnStep::Move(mv) => add("move", &move_text(replay.start.rules(), mv)),
        PdnStep::SetUp => add("fen", &fen_of(&*node.position)),
    }
    if !node.nags.is_empty() {
        add("nags", &node.nags.iter().map(u32::to_string).collect::<Vec<_>>().join(" "));
    }
    for (name, text) in [("comment", &node.comment), ("before", &node.before)] {
        text.iter().for_each(|text| add(name, text));
    }
    line
}

fn fault_line(number: usize, fault: &PdnFault) -> String {
    format!("pdn-fault game={number} line={} {}", fault.line, reply::message(&fault.message))
}

fn end(games: usize, faults: usize) -> String {
    format!("pdn-end games={games} faults={faults}")
}

fn fen_of(position: &dyn AnyPosition) -> String {
    fen_text(position, &FenFields::of(position))
}

#[cfg(test)]
#[expect(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that does not get its answer may fail by a panic"
)]
mod tests {
    use super::super::command::Command;
    use super::super::grammar::parse_command;
    use super::super::quoted::unquoted;
    use super::*;

    /// The answers to a list of lines.
    fn answers(games: &mut Games, variant: &str, lines: &[String]) -> Vec<String> {
        let mut replies = Vec::new();
        for line in lines {
            let name: VariantName = variant.parse().expect("a game");
            let options = RuleOptions { halt: name.halt.unwrap_or_default(), ..RuleOptions::default() };
            let answer = match parse_command(line) {
                Ok(Some(Command::PdnText { text })) => games.add_text(&text).map(|()| Vec::new()),
                Ok(Some(Command::PdnRead)) => Ok(games.read(&[])),
                Ok(Some(Command::PdnShow { game, variant })) => {
                    games.show(game, variant.map(|name| name.parse().expect("a game")), &[])
                }
                Ok(Some(Command::PdnTag { name, value })) => games.add_tag(name, value).map(|()| Vec::new()),
                Ok(Some(Command::PdnNode { id, node })) => games.add_node(id, node).map(|()| Vec::new()),
                Ok(Some(Command::PdnWrite { result, comment })) => {
                    let text = games.write(name.rules, &options, result.as_deref(), comment);
                    text.map(|line| vec![line])
                }
                // Lines about a whole game occur only in answers.
                other => panic!("{line}: {other:?}"),
            };
            replies.extend(answer.unwrap_or_else(|error| panic!("{line}: {error}")));
        }
        replies
    }

    fn text_lines(text: &str) -> Vec<String> {
        vec![format!("pdn-text text=\"{}\"", quotable(text)), "pdn-read".to_owned()]
    }

    /// Reads a game, shows it, and writes it again from the lines shown.
    fn there_and_back(text: &str, variant: &str, result: &str, comment: &str) -> String {
        let mut games = Games::default();
        let read = answers(&mut games, variant, &text_lines(text));
        assert_eq!(read.last().map(String::as_str), Some("pdn-end games=1 faults=0"), "{read:?}");
        let mut lines = games.show(1, None, &[]).expect("the game is there");
        lines.retain(|line| line.starts_with("pdn-tag ") || line.starts_with("pdn-node "));
        lines.push(format!("pdn-write result=\"{result}\" comment=\"{}\"", quotable(comment)));
        let written = answers(&mut games, variant, &lines);
        let text = written[0].strip_prefix("pdn text=\"").and_then(|text| text.strip_suffix('"'));
        unquoted(text.expect("a text")).expect("UTF-8")
    }

    #[test]
    fn a_game_is_written_as_it_was_read() {
        let texts = [
            (
                "[Event \"Cup \\\"A\\\" 100%\"]\n[Result \"2-0\"]\n[GameType \"20\"]\n\n{As ever.} 1. 32-28 $1 {[%clk 0:59]} \
              19-23 (18-23 {no} 2. 38-32) (17-22 2. 28x17) 2. 28x19 2-0\n\n",
                "normal",
                "2-0",
                "As ever.",
            ),
            (
                "[Result \"*\"]\n[GameType \"killer\"]\n[SetUp \"1\"]\n[FEN \"W:WK46:B5\"]\n\n1. 46-41 *\n\n",
                "killer",
                "*",
                "",
            ),
        ];
        for (text, variant, result, comment) in texts {
            let written = there_and_back(text, variant, result, comment);
            assert_eq!(parse_pdn(&written), parse_pdn(text), "{written}");
        }
    }

    #[test]
    fn games_on_every_board_are_written_as_they_were_read() {
        for &variant in crate::rules::games::Variant::ALL {
            let mut game = variant.rules().start(&RuleOptions::default());
            let start = game.position().copy();
            let mut moves = Vec::new();
            while let Some(&mv) = game.legal_moves().last().filter(|_| moves.len() < 60) {
                moves.push(mv);
                game.play(mv).expect("a legal move");
            }
            let text = pdn_text(&crate::notation::pdn_game(&*start, &moves, None).expect("legal moves"));
            assert_eq!(
                parse_pdn(&there_and_back(&text, variant.name(), "*", "")),
                parse_pdn(&text),
                "{text}"
            );
        }
    }

    #[test]
    fn faults_name_game_and_line() {
        let mut games = Games::default();
        let text = "1. 32-28 19-23 *\n\n[White \"A\"]\n[GameType \"20\"]\n\n1. 32-28 1-50 *\n\n[FEN \"W:Wc3:Be5\"]\n\n*";
        let lines = answers(&mut games, "normal", &text_lines(text));
        assert!(lines.iter().any(|line| line.starts_with("pdn-fault game=2 line=6 message=\"")), "{lines:?}");
        assert!(lines[0].contains(" variants=\"normal "), "{lines:?}");
        assert!(games.show(0, None, &[]).is_err() && games.show(4, None, &[]).is_err());
        games.add_node(1, PdnMove::new(0, "1-50")).expect("there is room");
        let rules = crate::rules::games::Variant::International.rules();
        games.add_tag(" ".to_owned(), "A".to_owned()).expect_err("it has no name");
        let error = games.write(rules, &RuleOptions::default(), None, None).expect_err("it is not legal");
        assert!(error.to_string().starts_with("pdn-node 1: move '1-50'"), "{error}");
    }

    #[test]
    fn games_of_other_rules_are_not_counted() {
        let mut games = Games::default();
        let text = "1. 32-28 19-23 2-0\n\n[GameType \"20\"]\n\n1. 32-28 19-23 2. 1-50 1-1\n\n1. 32-28 19-23 2. 1-50 *\n\n\
            [GameType \"killer\"]\n\n1. 32-28 *\n\n[GameType \"dameo\"]\n\n1. b2-b3 0-1";
        answers(&mut games, "normal", &text_lines(text));
        let mut count = |name: &str, halt, plies| {
            let name: VariantName = name.parse().expect("a game");
            let options = RuleOptions { halt, ..RuleOptions::default() };
            games.count(name.rules, &options, plies)
        };
        let (none, killer) = (crate::rules::Halt::None, crate::rules::Halt::Killer);
        assert_eq!(count("normal", none, 40), "pdn-counted games=2 others=3 positions=2 others-line=7");
        assert_eq!(count("normal", none, 1), "pdn-counted games=2 others=3 positions=1 others-line=7");
        assert_eq!(count("dameo", none, 40), "pdn-counted games=1 others=4 positions=1 others-line=1");
        // A game without a tag for the halt rule is counted under any.
        assert_eq!(count("normal", killer, 40), "pdn-counted games=3 others=2 positions=2 others-line=7");
    }

    #[test]
    fn games_on_large_boards_are_counted() {
        let mut games = Games::default();
        answers(&mut games, "canadian", &text_lines("1. 43-37 26-32 1-1\n\n1. 43-37 30-36 2-0"));
        let name: VariantName = "canadian".parse().expect("a game");
        let options = RuleOptions::default();
        assert_eq!(games.count(name.rules, &options, 40), "pdn-counted games=2 others=0 positions=2");
        let start = name.rules.start(&options);
        let found = games.counts.expect("counts").look_up(start.position());
        assert_eq!(found.iter().map(|(_, mv)| mv.results.games()).collect::<Vec<_>>(), [2]);
    }
}
