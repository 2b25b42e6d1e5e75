//! PDN parser: reads games from text and recovers from errors.

use super::game::{FileLine, PdnFault, PdnGame, PdnMove, add_comment};
use super::place::{Place, beyond_first, has_adjacent_lines, has_blank_line, newlines, rest_at_tag};
use super::result::is_usual;
use super::tag::starts_with_tag;
use super::tokens::{Token, UNKNOWN_MOVE, a_move, blanks, one_line, token, up_to_close};
use super::tree::sort;
use crate::notation::text::{Fault, Parsed, before, failure, shown, word_fault};

/// The maximum nesting depth of variations.
const MAX_DEPTH: usize = 500;
/// The number of tags among which the reader looks for the same name.
const MAX_TAGS: usize = 100;
/// The number of the first move.
const FIRST: Token<'_> = Token::Number(1, false);
/// After this many unclosed parentheses, the reader no longer searches for closing ones; likewise for brackets.
const MAX_UNCLOSED: usize = 100;

/// Parses a PDN file: any number of games, or none if nothing looks like a game.
///
/// An error affects only one game: it is returned up to the error, with [`PdnGame::fault`], and parsing continues with
/// the next game. Moves are not checked; [`PdnReplay`](crate::notation::PdnReplay) does that.
///
/// Accepts all of PDN 3.0 and common deviations: comments from `;` to the end of a line, blanks within moves (`32 -
/// 28`), captures with `:` or other crosses, all kinds of dashes or none (`3228`), a letter for the first cell (`cd4`),
/// capital letters, results of any scoring system, text after results, games without tags, numbers or result, quotes in
/// values. Text in parentheses that is not a variation is a comment. A game ends with a result, or where the tags or
/// the first move of the next game start.
///
/// ```
/// use coupturc_core::notation::{PdnResult, parse_pdn};
///
/// let games = parse_pdn("[White \"Cat\"]\n\n1. 32-28 {[%clk 0:59:01]} 19-23?! (18-23 2. 38-32) 2-0");
/// let game = &games[0];
/// assert_eq!(game.tag("White"), Some("Cat"));
/// assert_eq!(game.moves[0].comment.as_deref(), Some("[%clk 0:59:01]"));
/// assert_eq!((game.moves[1].text.as_str(), game.moves[1].nags.as_slice()), ("19-23", [6].as_slice()));
/// assert_eq!((game.moves[2].text.as_str(), game.moves[2].parent), ("18-23", 1));
/// assert_eq!(game.result(), Some(PdnResult::WhiteWins));
/// ```
#[must_use]
pub fn parse_pdn(text: &str) -> Vec<PdnGame> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut reader = Reader { blank_lines_matter: has_adjacent_lines(&text), ..Reader::default() };
    let (mut rest, mut line) = (text.as_str(), 1);
    loop {
        let after = blanks(rest).map_or(rest, |(after, ())| after);
        let skipped = before(rest, after);
        line += newlines(skipped);
        if after.is_empty() {
            break;
        }
        let gap = reader.blank_lines_matter && has_blank_line(skipped);
        let starts_line = skipped.contains('\n');
        let next =
            reader.read(Place { line, gap, starts_line, is_adjacent: skipped.is_empty(), text: after });
        line += newlines(before(after, next));
        rest = next;
    }
    reader.finish()
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Before a game.
    #[default]
    Before,
    Within,
    /// After an error in a game, searching for its end.
    Failed,
    /// After the result.
    After,
}

/// A line of moves, and the annotations for its next move.
#[derive(Default)]
struct Line<'a> {
    /// The move that the line follows.
    parent: usize,
    /// The last move of the line; `parent` if the line is empty.
    last: usize,
    after_variation: bool,
    before: Option<String>,
    nags: Vec<u32>,
    /// The start of a variation: the line of the file, the text from there, and the number of moves before it.
    start_line: usize,
    text: &'a str,
    moves: usize,
}

impl Line<'_> {
    fn is_empty(&self) -> bool {
        self.last == self.parent
    }
}

#[derive(Default)]
struct Reader<'a> {
    done: Vec<PdnGame>,
    game: PdnGame,
    state: State,
    /// The current line.
    current: Line<'a>,
    /// The lines around the current variation.
    outer: Vec<Line<'a>>,
    /// Whether a move number was read, which is enough for a game.
    is_numbered: bool,
    /// The number directly before the next word.
    number: Option<u32>,
    blank_lines_matter: bool,
    /// The last place where the most recent unclosed comment could have ended, counted from the end of the file.
    /// Comments that start before it are unclosed, too.
    unclosed: Option<usize>,
    /// The number of unclosed parentheses. Each costs a search up to the end of the file.
    unclosed_remarks: usize,
    /// The number of brackets within games that do not start a tag. Each costs a search up to the end of its line.
    unexpected_brackets: usize,
}

impl<'a> Reader<'a> {
    /// Reads a word. Returns the text after it.
    fn read(&mut self, place: Place<'a>) -> &'a str {
        if place.text.starts_with('{') && self.unclosed.is_some_and(|end| place.text.len() > end) {
            return self.skip_word(place);
        }
        if place.text.starts_with('[') && !place.starts_line && self.unexpected_brackets >= MAX_UNCLOSED {
            return self.skip_word(place);
        }
        match self.next_token(place) {
            Ok((after, token)) => self.add(token, place, after),
            Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => self.recover(&fault, place),
            Err(nom::Err::Incomplete(_)) => "",
        }
    }

    /// The token at a place. Two numbers in a row, other than a repeated one, would be a move without its sign: `32 28`
    /// or `32.28`.
    fn next_token(&mut self, place: Place<'a>) -> Parsed<'a, Token<'a>> {
        let last = self.number.take();
        let (after, token) = token(place.text)?;
        if let Token::Number(number, _) = token {
            let is_repeated = last.is_none_or(|last| last == number);
            if !is_repeated && self.state == State::Within && !self.begins_game(&token, place) {
                return failure(place.text, "a move after its number, such as 32-28");
            }
            self.number = Some(number);
        }
        Ok((after, token))
    }

    fn add(&mut self, token: Token<'a>, place: Place<'a>, after: &'a str) -> &'a str {
        match token {
            Token::Tag(name, value) => return self.tag(name, value, place, after),
            Token::Comment(text) => self.comment(&text, place),
            Token::Move(text) if text == UNKNOWN_MOVE && self.state != State::Within => {}
            Token::Move(text) => self.add_move(text, false, place),
            Token::SetUp(fen) => self.set_up(fen, place),
            Token::Number(..) => self.number(&token, place),
            Token::Nag(nag) => self.nag(nag),
            Token::Open => return self.open(place, after),
            Token::Close => self.close(),
            Token::Star => self.star(place, after),
            Token::End(text) => return self.end(text, place, after),
            Token::Nothing => {}
        }
        after
    }

    /// Starts a game if none is in progress.
    fn start_game(&mut self, place: Place<'_>) {
        if self.state == State::After {
            self.next_game();
        }
        if self.state == State::Before {
            self.state = State::Within;
            self.game.line = FileLine(place.line);
        }
    }

    fn tag(&mut self, name: String, value: String, place: Place<'a>, after: &'a str) -> &'a str {
        if self.state != State::Before && !starts_with_tag(place.text) && !self.game.moves.is_empty() {
            // Text in brackets that is not a tag.
            self.unexpected_brackets += 1;
            return self.skip_word(place);
        }
        if let (false, State::Within) = (self.outer.is_empty(), self.state) {
            let message = "the variation that starts here is not closed, expected ')'".to_owned();
            self.game.fault = Some(PdnFault { line: self.current.start_line, message });
        }
        if self.state == State::Failed || !self.game.moves.is_empty() || self.is_next_header(&name, place) {
            self.next_game();
        }
        self.start_game(place);
        self.game.tags.push((name, value));
        self.game.source.tag_lines.resize(self.game.tags.len(), place.line);
        after
    }

    /// Whether a tag belongs to the next game, although the current game has no moves so far: it follows a number, or is
    /// the first tag again, or any tag again after a blank line. Some headers have blank lines, or a tag for each of
    /// several authors.
    fn is_next_header(&self, name: &str, place: Place<'_>) -> bool {
        let tags = self.game.tags.iter().take(MAX_TAGS);
        let mut same = tags.map(|(tag, _)| tag.eq_ignore_ascii_case(name));
        let is_first = same.next();
        is_first == Some(true) || is_first.is_some() && self.is_numbered || place.gap && same.any(|same| same)
    }

    fn comment(&mut self, text: &str, place: Place<'_>) {
        match self.state {
            State::Failed => {}
            State::After if !place.gap => self.game.add_comment(text),
            State::After => {
                self.next_game();
                add_comment(&mut self.game.comment, text);
            }
            State::Before | State::Within => self.attach_comment(text),
        }
    }

    /// Adds a comment to the move that it belongs to.
    fn attach_comment(&mut self, text: &str) {
        let line = &mut self.current;
        let place = match self.game.moves.get_mut(line.last.wrapping_sub(1)) {
            Some(last) if line.last != line.parent && !line.after_variation => &mut last.comment,
            None if self.outer.is_empty() && !line.after_variation => &mut self.game.comment,
            _ => &mut line.before,
        };
        add_comment(place, text);
    }

    fn add_move(&mut self, text: String, is_setup: bool, place: Place<'_>) {
        if self.state == State::Failed {
            return;
        }
        self.start_game(place);
        let line = &mut self.current;
        let (before, nags) = (line.before.take(), std::mem::take(&mut line.nags));
        let (parent, at) = (line.last, FileLine(place.line));
        self.game.moves.push(PdnMove { line: at, parent, text, is_setup, nags, before, comment: None });
        line.last = self.game.moves.len();
        line.after_variation = false;
    }

    /// Handles a position that is set up; before the first move it is the starting position.
    fn set_up(&mut self, fen: String, place: Place<'_>) {
        let is_first = self.game.moves.is_empty() && self.outer.is_empty() && self.game.tag("FEN").is_none();
        if self.state == State::After || (is_first && self.state != State::Failed) {
            self.start_game(place);
            self.game.set_tag("FEN", fen);
            self.game.source.tag_lines.resize(self.game.tags.len(), place.line);
        } else {
            self.add_move(fen, true, place);
        }
    }

    fn number(&mut self, number: &Token<'_>, place: Place<'_>) {
        match self.state {
            State::Within | State::Failed if self.begins_game(number, place) => self.next_game(),
            State::Failed => return,
            State::After if *number != FIRST => return,
            _ => {}
        }
        self.start_game(place);
        self.is_numbered = true;
    }

    /// Whether a number begins the next game although nothing ends the current one. Within a line, some programs repeat
    /// the number of the first move before Black's, and after a set-up the numbers may begin again. After a fault it is
    /// not known whether a variation goes on.
    fn begins_game(&self, number: &Token<'_>, place: Place<'_>) -> bool {
        let is_between = self.outer.is_empty() && !self.game.moves.is_empty();
        let begins = match self.game.moves.get(self.current.last.wrapping_sub(1)) {
            Some(last) => !last.is_setup && (last.parent > 0 || place.starts_line),
            None => place.starts_line,
        };
        *number == FIRST && is_between && (place.gap || begins)
    }

    fn nag(&mut self, nag: u32) {
        if self.state != State::Within {
            return;
        }
        match self.game.moves.get_mut(self.current.last.wrapping_sub(1)) {
            Some(last) if !self.current.is_empty() => last.nags.push(nag),
            _ => self.current.nags.push(nag),
        }
    }

    fn open(&mut self, place: Place<'a>, after: &'a str) -> &'a str {
        if self.state != State::Within || self.current.is_empty() {
            return self.remark(place, after);
        }
        if self.outer.len() >= MAX_DEPTH {
            self.fail(
                place.line,
                format!("found a variation nested more than {MAX_DEPTH} deep, expected fewer"),
            );
            return after;
        }
        let replaced = self.game.moves.get(self.current.last.wrapping_sub(1));
        let parent = replaced.map_or(0, |replaced| replaced.parent);
        let variation = Line {
            parent,
            last: parent,
            start_line: place.line,
            text: after,
            moves: self.game.moves.len(),
            ..Line::default()
        };
        self.outer.push(std::mem::replace(&mut self.current, variation));
        after
    }

    /// Handles text in parentheses where no variation can start.
    fn remark(&mut self, place: Place<'a>, after: &'a str) -> &'a str {
        if self.state == State::Failed {
            return after;
        }
        if self.unclosed_remarks >= MAX_UNCLOSED {
            return after;
        }
        let Ok((rest, text)) = up_to_close(after) else {
            self.unclosed_remarks += 1;
            return after;
        };
        self.comment(&one_line(text), place);
        rest
    }

    fn close(&mut self) {
        if self.state != State::Within || self.outer.is_empty() {
            return;
        }
        let (is_empty, unattached) = (self.current.is_empty(), self.finish_line());
        self.current = self.outer.pop().unwrap_or_default();
        self.current.after_variation |= !is_empty;
        if let Some(text) = unattached {
            // A variation without moves is a comment.
            self.attach_comment(&text);
        }
    }

    /// Attaches a comment before a missing move to the last move. Returns it if the line is empty.
    fn finish_line(&mut self) -> Option<String> {
        let text = self.current.before.take()?;
        if self.current.is_empty() {
            return Some(text);
        }
        let last = self.game.moves.get_mut(self.current.last.wrapping_sub(1))?;
        add_comment(&mut last.comment, &text);
        None
    }

    /// As [`finish_line`](Self::finish_line), but keeps the comment of a game without moves.
    fn finish_main_line(&mut self) {
        if let Some(text) = self.finish_line() {
            add_comment(&mut self.game.comment, &text);
        }
    }

    fn star(&mut self, place: Place<'_>, after: &str) {
        const ONLY_MOVE: u32 = 7;
        let is_mark = place.is_adjacent && !self.current.is_empty();
        if self.state == State::Within && is_mark && (!self.outer.is_empty() || !self.ends_here(after)) {
            self.nag(ONLY_MOVE);
        } else if self.outer.is_empty() || self.state == State::Failed {
            self.game.source.has_star |= self.state == State::Within;
            self.end_game(None);
        }
    }

    fn end(&mut self, text: &'a str, place: Place<'a>, after: &'a str) -> &'a str {
        let is_in_tag = self.game.tag("Result").is_some_and(|value| value.trim() == text);
        let read_as_move = a_move(place.text);
        let is_end = is_usual(text) || (read_as_move.is_err() || is_in_tag) && self.ends_here(after);
        match read_as_move {
            Ok((after, token)) if !is_end => return self.add(token, place, after),
            _ if !self.outer.is_empty() && self.state == State::Within => self.attach_comment(text),
            _ if is_end => self.end_game(Some(text)),
            _ => {
                if self.state == State::Within {
                    let expected = "a move, or a result at the end";
                    self.fail(place.line, format!("found '{}', expected {expected}", shown(text)));
                }
                return self.skip_word(place);
            }
        }
        after
    }

    fn end_game(&mut self, text: Option<&str>) {
        match self.state {
            State::Within | State::Failed => {
                self.finish_main_line();
                self.game.ending = text.map(str::to_owned);
                self.state = State::After;
            }
            State::Before | State::After => {}
        }
    }

    /// Whether the game ends before this text: none of its moves follows.
    fn ends_here(&self, text: &str) -> bool {
        let (mut rest, mut gap) = (text, false);
        loop {
            let after = blanks(rest).map_or(rest, |(after, ())| after);
            gap |= self.blank_lines_matter && has_blank_line(before(rest, after));
            if gap || after.is_empty() || after.starts_with('*') || starts_with_tag(after) {
                return true;
            }
            match token(after) {
                Ok((after, Token::Comment(_))) => rest = after,
                Ok((_, token)) => return token == FIRST,
                Err(_) => return false,
            }
        }
    }

    /// Handles an unreadable word: a variation that contains it becomes a comment. Elsewhere the rest of the game is
    /// lost.
    fn recover(&mut self, fault: &Fault<'a>, place: Place<'a>) -> &'a str {
        if place.text.starts_with('{') {
            self.unclosed = Some(rest_at_tag(place.text));
        }
        if place.text.starts_with('[') {
            self.unexpected_brackets += 1;
        }
        if self.state != State::Within {
            return self.skip_word(place);
        }
        if !self.outer.is_empty()
            && let Ok((rest, _)) = up_to_close(place.text)
        {
            let text = self.current.text;
            let inside = before(text, rest).strip_suffix(')').unwrap_or_default();
            self.game.moves.truncate(self.current.moves);
            self.current = self.outer.pop().unwrap_or_default();
            self.attach_comment(&one_line(inside));
            return rest;
        }
        let (rest, message) = word_fault(fault);
        let line = place.line + newlines(before(place.text, rest));
        self.fail(line, message);
        self.skip_word(place)
    }

    fn fail(&mut self, line: usize, message: String) {
        self.finish_line();
        self.game.fault = Some(PdnFault { line, message });
        self.state = State::Failed;
        self.outer.clear();
        self.current = Line::default();
    }

    /// Skips a word that has no meaning here. Text after a result, in the same line, is a comment.
    fn skip_word(&mut self, place: Place<'a>) -> &'a str {
        let text = place.text;
        let end = match self.state {
            State::Before => text.find('\n').unwrap_or(text.len()),
            State::After => beyond_first(text, |c| matches!(c, '\n' | '[' | '{' | '*')),
            State::Within | State::Failed => {
                beyond_first(text, |c| c.is_whitespace() || matches!(c, '[' | '{' | '*' | ')' | '('))
            }
        };
        let (word, rest) = text.split_at_checked(end).unwrap_or((text, ""));
        if self.state == State::After && !place.gap {
            self.comment(&one_line(word), place);
        }
        rest
    }

    /// Stores the game and starts the next. A comment alone is not a game.
    fn next_game(&mut self) {
        self.finish_main_line();
        let mut game = std::mem::take(&mut self.game);
        sort(&mut game.moves);
        if !game.tags.is_empty() || !game.moves.is_empty() || self.is_numbered {
            self.done.push(game);
        } else if let (Some(text), Some(last)) = (game.comment, self.done.last_mut()) {
            last.add_comment(&text);
        }
        self.state = State::Before;
        self.current = Line::default();
        self.outer.clear();
        self.is_numbered = false;
    }

    fn finish(mut self) -> Vec<PdnGame> {
        if let (false, State::Within) = (self.outer.is_empty(), self.state) {
            let message = "the variation that starts here is not closed, expected ')'".to_owned();
            self.game.fault = Some(PdnFault { line: self.current.start_line, message });
        }
        self.next_game();
        self.done
    }
}
