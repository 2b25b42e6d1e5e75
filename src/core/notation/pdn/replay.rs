//! Replay: converts PDN games to moves of the rules and back.

use std::cell::OnceCell;
use std::fmt;

use super::game::{PdnFault, PdnGame, PdnMove, PdnResult, main_line};
use super::game_type::{game_type, parse_game_type};
use super::line::play_line;
use super::moves::{fitting_moves, naming, pdn_move_text};
use super::numbers::{MoveNumber, fen_side, numbers};
use super::result::{is_consistent, is_likely};
use super::tree::sort;
use crate::notation::fen::{FenFields, fen_text_in, parse_fen_setup};
use crate::notation::text::NotationError;
use crate::notation::variant::VariantName;
use crate::rules::{AnyGame, AnyPosition, Color, IllegalMove, Move, RuleOption, RuleOptions, Rules, Setup};

/// A PDN game, played by the rules as far as its moves are legal.
///
/// ```
/// use coupturc_core::notation::{PdnReplay, parse_pdn};
/// use coupturc_core::rules::{RuleOptions, games::Variant};
///
/// let rules = Variant::International.rules();
/// let games = parse_pdn("1. 32-28 19-23 2. 28x19 14x23 { as ever } 3. 37-32 (3. 33-28) 1-50 *");
/// let replay = PdnReplay::of(&games[0], rules, &RuleOptions::default())?;
/// assert_eq!((replay.main_line().count(), replay.nodes.len()), (5, 6));
/// assert!(replay.fault.as_ref().is_some_and(|fault| fault.message.contains("3... move '1-50' is not legal")));
/// assert_eq!(replay.game()?.plies(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PdnReplay {
    /// The position before the first move.
    pub start: Box<dyn AnyPosition>,
    /// The comment before the first move.
    pub comment: Option<String>,
    /// The legal moves of the game and of its variations, in the order of [`PdnGame::moves`].
    pub nodes: Vec<PdnNode>,
    /// The result at the end, as in [`PdnGame::ending`], or a last word that is not a legal move but looks like a
    /// result.
    pub ending: Option<String>,
    /// The reason why the main line stops before the end of its text.
    pub fault: Option<PdnFault>,
    /// The reasons why variations stop before the end of their text.
    pub variation_faults: Vec<PdnFault>,
}

/// A played move with its annotations, as in [`PdnMove`].
#[derive(Debug)]
pub struct PdnNode {
    /// The number of the parent, counted from 1 in [`PdnReplay::nodes`]; 0 is the start.
    pub parent: usize,
    /// The move or setup.
    pub step: PdnStep,
    /// The position after the move or setup.
    pub position: Box<dyn AnyPosition>,
    /// The numeric annotation glyphs.
    pub nags: Vec<u32>,
    /// The comment before it.
    pub before: Option<String>,
    /// The comment after it.
    pub comment: Option<String>,
}

/// The step from one position to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PdnStep {
    /// A move.
    Move(Move),
    /// A setup of the position.
    SetUp,
}

impl PdnReplay {
    /// Plays a game of a PDN file, and all its variations.
    ///
    /// The tag `GameType`, if present, must name the game of these `rules`. `killer` implies its halt rule. The tags
    /// `Halt`, `VanguardScope`, `DrawRule` and `KingAgainstMan` override `options`. If a FEN does not give the side to
    /// move, it is the side that can make the first move.
    ///
    /// An ambiguous capture is resolved by the moves after it: all of them must be legal.
    ///
    /// # Errors
    ///
    /// If the tags name another game, or the starting position is not valid.
    pub fn of(game: &PdnGame, rules: &'static Rules, options: &RuleOptions) -> Result<Self, PdnFault> {
        let options = options_of(game, rules, options)?;
        let start = pdn_start(game, rules, &options).map_err(|error| fault_of_tag(game, "FEN", &error))?;
        let mut replay = Self::follow(start, &game.moves);
        replay.comment.clone_from(&game.comment);
        replay.resolve_ending(game);
        replay.fault = replay.fault.or_else(|| game.fault.clone());
        Ok(replay)
    }

    /// Plays moves and variations from a position.
    #[must_use]
    pub fn follow(start: Box<dyn AnyPosition>, moves: &[PdnMove]) -> Self {
        let mut tree = Tree::new(&*start, moves);
        for head in 1..=moves.len() {
            tree.play_from(head);
        }
        let (nodes, fault, variation_faults) = tree.finish();
        Self { start, comment: None, nodes, ending: None, fault, variation_faults }
    }

    /// Takes the last word of a game as its result if it is not a legal move but looks like a result, and neither a
    /// `*` after it nor the tag `Result` says that it is none.
    fn resolve_ending(&mut self, game: &PdnGame) {
        self.ending.clone_from(&game.ending);
        let played = self.main_line().count();
        let Some(last) = game.main_line().nth(played).filter(|_| played > 0 && self.fault.is_some()) else {
            return;
        };
        let is_last =
            game.main_line().count() == played + 1 && game.ending.is_none() && !game.source.has_star;
        let tagged = game.tag("Result").unwrap_or_default();
        if is_last && game.fault.is_none() && is_likely(&last.text) && is_consistent(&last.text, tagged) {
            self.ending = Some(last.text.clone());
            self.fault = None;
        }
    }

    /// The nodes of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = &PdnNode> {
        main_line(&self.nodes, |node| node.parent).map(|(_, node)| node)
    }

    /// The position before a node.
    #[must_use]
    pub fn before(&self, node: &PdnNode) -> &dyn AnyPosition {
        let parent = self.nodes.get(node.parent.wrapping_sub(1));
        parent.map_or(&*self.start, |parent| &*parent.position)
    }

    /// The last position of the main line.
    #[must_use]
    pub fn last(&self) -> &dyn AnyPosition {
        self.main_line().last().map_or(&*self.start, |node| &*node.position)
    }

    /// The moves of the main line, up to the first setup.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.main_line().map_while(|node| match node.step {
            PdnStep::Move(mv) => Some(mv),
            PdnStep::SetUp => None,
        })
    }

    /// The main line as a game of the rules, with all positions since the last setup.
    ///
    /// # Errors
    ///
    /// If a position has too many legal moves to list.
    pub fn game(&self) -> Result<Box<dyn AnyGame>, NotationError> {
        let mut game = self.start.to_game();
        for node in self.main_line() {
            match node.step {
                PdnStep::Move(mv) => game.play(mv).map_err(|error| NotationError::new(error.to_string()))?,
                PdnStep::SetUp => game = node.position.to_game(),
            }
        }
        Ok(game)
    }

    /// Converts the game to PDN, with these tags. `GameType`, `FEN` and the tags for rules are set, each in its place,
    /// but keep their text if it means the same. An existing `Result` is kept, even if the result at the end differs.
    #[must_use]
    pub fn to_pdn(&self, tags: &[(String, String)]) -> PdnGame {
        let moves = self.nodes.iter().map(|node| {
            let text = match node.step {
                PdnStep::Move(mv) => pdn_move_text(self.before(node), mv),
                PdnStep::SetUp => pdn_fen(&*node.position),
            };
            PdnMove {
                parent: node.parent,
                text,
                is_setup: node.step == PdnStep::SetUp,
                nags: node.nags.clone(),
                before: node.before.clone(),
                comment: node.comment.clone(),
                ..PdnMove::default()
            }
        });
        let mut moves = moves.collect();
        sort(&mut moves);
        let mut game = PdnGame { comment: self.comment.clone(), moves, ..PdnGame::default() };
        game.tags = tags.to_vec();
        set_game_tags(&mut game, &*self.start);
        game.ending.clone_from(&self.ending);
        if game.known("Result").is_none() {
            game.set_tag("Result", self.ending.as_deref().unwrap_or("*"));
        }
        game
    }
}

/// Converts a game from `start` to PDN, with all required tags in the required order. Unknown values are `?` and can be
/// set with [`PdnGame::set_tag`].
///
/// The tags `SetUp` and `FEN` are only written if `start` is not the usual starting position.
///
/// ```
/// use coupturc_core::notation::{PdnResult, parse_move, pdn_comment, pdn_game, pdn_text};
/// use coupturc_core::rules::{Position, games::International};
///
/// let start = Position::<International>::start();
/// let mv = parse_move(&start, "32-28")?;
/// let mut game = pdn_game(&start, &[mv], Some(PdnResult::Draw)).expect("the move is legal");
/// game.set_tag("White", "coupturc");
/// for played in &mut game.moves {
///     played.comment = pdn_comment(Some(0.12), Some(14), Some(0.35));
/// }
/// let text = pdn_text(&game);
/// assert!(text.contains("[White \"coupturc\"]\n[Black \"?\"]\n[Result \"1-1\"]\n[GameType \"20\"]\n"));
/// assert!(text.ends_with("\n\n1. 32-28 {+0.12/14 0.350s} 1-1\n\n"));
/// # Ok::<(), coupturc_core::notation::NotationError>(())
/// ```
///
/// # Errors
///
/// If a move is not legal.
pub fn pdn_game(
    start: &dyn AnyPosition,
    moves: &[Move],
    result: Option<PdnResult>,
) -> Result<PdnGame, IllegalMove> {
    let mut game = PdnGame { tags: unknown_tags(), ..PdnGame::default() };
    set_game_tags(&mut game, start);
    game.set_result(result);
    let mut reached = None;
    for (number, &mv) in moves.iter().enumerate() {
        let position: &dyn AnyPosition = reached.as_deref().unwrap_or(start);
        let next = position.play(mv)?;
        game.moves.push(PdnMove::new(number, pdn_move_text(position, mv)));
        reached = Some(next);
    }
    Ok(game)
}

/// The tags that every game should have.
fn unknown_tags() -> Vec<(String, String)> {
    let names = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
    let unknown = |name: &str| if name == "Date" { "????.??.??" } else { "?" };
    names.map(|name| (name.to_owned(), unknown(name).to_owned())).to_vec()
}

/// Sets the tags for the variant, the starting position and the rules.
fn set_game_tags(game: &mut PdnGame, start: &dyn AnyPosition) {
    let (rules, options) = (start.rules(), start.rule_options());
    let named = game.known("GameType").and_then(|text| game_of(game, text, rules).ok());
    let existing = named.filter(|name| name.rules == rules);
    let existing = existing.filter(|name| name.halt.is_none_or(|halt| halt == options.halt));
    let name = existing.unwrap_or(VariantName { rules, halt: Some(options.halt) });
    if existing.is_none() {
        game.set_tag("GameType", game_type(name));
    }
    set_start_tags(game, start);
    let implied = implied_options(name);
    for option in RuleOption::ALL {
        let tag = PdnGame::rule_tag(option.name);
        let (value, usual) = (option.get(&options), option.get(&implied));
        match game.tag(&tag) {
            Some(existing) if is_in_force(start, option, existing) => {}
            None if value == usual => {}
            _ => game.set_tag(&tag, value),
        }
    }
}

/// The game that the tag `GameType` names by this text. It may be the game of these `rules`, whatever their source.
fn game_of(game: &PdnGame, text: &str, rules: &'static Rules) -> Result<VariantName, NotationError> {
    if game.is_called(rules) { Ok(VariantName { rules, halt: None }) } else { parse_game_type(text) }
}

/// Whether a value of a tag for rules changes nothing: the position has it, or its game does not have the option.
fn is_in_force(position: &dyn AnyPosition, option: &RuleOption, value: &str) -> bool {
    let mut options = position.rule_options();
    let set = option.set(&mut options, &value.trim().to_ascii_lowercase());
    set.is_ok() && position.rules().start(&options).position().rule_options() == position.rule_options()
}

/// The options that the name of a game implies.
fn implied_options(name: VariantName) -> RuleOptions {
    let implied = game_type(name).parse::<VariantName>().ok().and_then(|name| name.halt);
    RuleOptions { halt: implied.unwrap_or_default(), ..RuleOptions::default() }
}

/// Sets the tags for the starting position, unless it is the usual one.
fn set_start_tags(game: &mut PdnGame, start: &dyn AnyPosition) {
    let setup = start.to_setup();
    // Options are ignored, since a FEN does not contain them.
    let is_usual = setup == start.rules().start(&RuleOptions::default()).position().to_setup();
    let existing =
        game.known("FEN").map(|text| parse_fen_setup(start.rules(), text).map(|(setup, _)| setup).ok());
    match existing {
        None if is_usual => {}
        Some(Some(existing)) if existing == setup => {}
        _ => {
            if game.tag("SetUp").is_none() {
                game.set_tag("SetUp", "1");
            }
            game.set_tag("FEN", pdn_fen(start));
        }
    }
}

fn pdn_fen(position: &dyn AnyPosition) -> String {
    fen_text_in(naming(position.rules()), position, &FenFields::of(position))
}

/// The starting position of a game by these rules: that of its tag `FEN`, or the usual one if the tag has no value. If
/// the FEN does not give the side to move, it is the side that can make the first move.
///
/// # Errors
///
/// If the position is not valid.
pub fn pdn_start(
    game: &PdnGame,
    rules: &'static Rules,
    options: &RuleOptions,
) -> Result<Box<dyn AnyPosition>, NotationError> {
    let Some(text) = game.known("FEN") else { return Ok(rules.start(options).position().copy()) };
    let (setup, _) = parse_fen_setup(rules, text)?;
    let of = |side| rules.position(&Setup { side, ..setup }, options);
    let start = of(setup.side).map_err(|error| NotationError::new(format!("tag FEN: {error}")));
    if fen_side(text).is_some() {
        return start;
    }
    let fits =
        |start: &dyn AnyPosition| game.moves.first().is_none_or(|mv| fitting_moves(start, &mv.text).is_ok());
    match (start, of(!setup.side)) {
        (Ok(start), Ok(other)) if !fits(&*start) && fits(&*other) => Ok(other),
        (Err(_), Ok(other)) => Ok(other),
        (start, _) => start,
    }
}

/// The given options, overridden by the tags of a game.
fn options_of(game: &PdnGame, rules: &'static Rules, given: &RuleOptions) -> Result<RuleOptions, PdnFault> {
    let mut options = *given;
    if let Some(text) = game.known("GameType") {
        let name = game_of(game, text, rules).map_err(|error| fault_of_tag(game, "GameType", &error))?;
        if name.rules != rules {
            let expected = game_type(VariantName { rules, halt: None });
            let found = game_type(name);
            let problem = format!("GameType is '{found}', expected '{expected}'");
            return Err(fault_of_tag(game, "GameType", &problem));
        }
        options.halt = name.halt.unwrap_or(given.halt);
    }
    for option in RuleOption::ALL {
        let tag = PdnGame::rule_tag(option.name);
        if let Some(text) = game.known(&tag) {
            let set = option.set(&mut options, &text.to_ascii_lowercase());
            set.map_err(|error| fault_of_tag(game, &tag, &format_args!("tag {tag}: {error}")))?;
        }
    }
    Ok(options)
}

/// A fault in a tag.
pub(super) fn fault_of_tag(game: &PdnGame, tag: &str, problem: &dyn fmt::Display) -> PdnFault {
    PdnFault { line: game.line_of(tag), message: problem.to_string() }
}

/// The tree of moves of a game during a replay.
struct Tree<'a> {
    start: &'a dyn AnyPosition,
    moves: &'a [PdnMove],
    /// The parent of each move, as in `moves` unless corrected.
    parents: Vec<usize>,
    /// The number of the first child of each move, with the start as index 0; 0 if there is none.
    next: Vec<usize>,
    played: Vec<Option<(PdnStep, Box<dyn AnyPosition>)>>,
    /// Whether each move has been tried.
    tried: Vec<bool>,
    /// The move numbers, for faults.
    numbers: OnceCell<Vec<MoveNumber>>,
    fault: Option<PdnFault>,
    variation_faults: Vec<PdnFault>,
}

impl<'a> Tree<'a> {
    fn new(start: &'a dyn AnyPosition, moves: &'a [PdnMove]) -> Self {
        let mut next = vec![0; moves.len() + 1];
        for (number, mv) in (1..).zip(moves) {
            if let Some(next @ 0) = next.get_mut(mv.parent) {
                *next = number;
            }
        }
        Self {
            start,
            moves,
            parents: moves.iter().map(|mv| mv.parent).collect(),
            next,
            played: moves.iter().map(|_| None).collect(),
            tried: vec![false; moves.len()],
            numbers: OnceCell::new(),
            fault: None,
            variation_faults: Vec::new(),
        }
    }

    /// The position after a move, if it was played; 0 is the start.
    fn position(&self, number: usize) -> Option<&dyn AnyPosition> {
        match number.checked_sub(1) {
            None => Some(self.start),
            Some(index) => self.played.get(index)?.as_ref().map(|(_, position)| &**position),
        }
    }

    /// Plays the line that starts with a move, unless it has been tried or its parent was not played.
    fn play_from(&mut self, head: usize) {
        let is_tried = self.tried.get(head - 1).is_none_or(|&tried| tried);
        let Some(&parent) = self.parents.get(head - 1).filter(|_| !is_tried) else { return };
        let first = self.next.get(parent).copied().unwrap_or_default();
        let line = self.line(head);
        let texts: Vec<&PdnMove> = line.iter().filter_map(|&number| self.moves.get(number - 1)).collect();
        let Some(position) = self.position(parent) else { return };
        let mut played = play_line(position, &texts);
        if head != first && played.steps.is_empty() {
            // Some files write a continuation of a move as a variation that replaces it.
            const MOST: usize = 8;
            let before = (parent + 1..head)
                .rev()
                .filter(|&other| self.parents.get(other - 1) == Some(&parent))
                .take(MOST);
            let lines = before.filter_map(|other| Some((other, play_line(self.position(other)?, &texts))));
            if let Some((other, line)) = lines.into_iter().find(|(_, line)| !line.steps.is_empty()) {
                played = line;
                if let Some(parent) = self.parents.get_mut(head - 1) {
                    *parent = other;
                }
            }
        }
        let failed = played.problem.and_then(|problem| Some((line.get(played.steps.len())?, problem)));
        if let Some((&number, problem)) = failed {
            self.add_fault(number, &problem, parent == 0 && head == first);
        }
        let done = played.steps.into_iter().map(Some).chain(std::iter::repeat_with(|| None));
        for (number, step) in line.into_iter().zip(done) {
            if let (Some(tried), Some(played)) =
                (self.tried.get_mut(number - 1), self.played.get_mut(number - 1))
            {
                *tried = true;
                *played = step;
            }
        }
    }

    /// The numbers of a move and of the moves that continue its line.
    fn line(&self, head: usize) -> Vec<usize> {
        let following = |&number: &usize| self.next.get(number).copied().filter(|&next| next > number);
        std::iter::successors(Some(head), following).collect()
    }

    fn add_fault(&mut self, number: usize, problem: &NotationError, is_main: bool) {
        let Some(mv) = self.moves.get(number - 1) else { return };
        let (rules, options) = (self.start.rules(), self.start.rule_options());
        let is_usual = || self.start.to_setup() == rules.start(&options).position().to_setup();
        // As written: without a FEN the first move has a number of its own, even if Black begins.
        let first = if rules.begins == Color::Black && is_usual() { Color::White } else { self.start.side() };
        let numbers = self.numbers.get_or_init(|| numbers(first, self.moves));
        let place = numbers.get(number - 1).map(ToString::to_string).unwrap_or_default();
        let fault = PdnFault { line: mv.line.0, message: format!("{place} {problem}") };
        if is_main {
            self.fault = Some(fault);
        } else {
            self.variation_faults.push(fault);
        }
    }

    fn finish(self) -> (Vec<PdnNode>, Option<PdnFault>, Vec<PdnFault>) {
        let mut numbers = vec![0; self.moves.len() + 1];
        let mut nodes = Vec::with_capacity(self.moves.len());
        for (index, played) in self.played.into_iter().enumerate() {
            let (Some((step, position)), Some(mv)) = (played, self.moves.get(index)) else { continue };
            let parent =
                self.parents.get(index).and_then(|&parent| numbers.get(parent)).copied().unwrap_or_default();
            let (nags, before, comment) = (mv.nags.clone(), mv.before.clone(), mv.comment.clone());
            nodes.push(PdnNode { parent, step, position, nags, before, comment });
            if let Some(number) = numbers.get_mut(index + 1) {
                *number = nodes.len();
            }
        }
        (nodes, self.fault, self.variation_faults)
    }
}
