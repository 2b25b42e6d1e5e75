//! View: the board as the side to move sees it.
//!
//! Positions that are images of each other, by a mirror of the board or an exchange of the two sides, have the same
//! key, and corresponding moves have the same number.

use std::fmt;
use std::str::FromStr;

use super::BookMove;
use crate::rules::games::{KingMoves, VanguardMan};
use crate::rules::{
    AnyPosition, Bitboard, ByColor, Color, ExtraKind, ExtraState, MOST_BITS, Move, MoveList, RuleOptions,
    Rules, Setup, SetupError, Square, Wide,
};
use crate::tables::{is_fair, mirrors, turn};

/// The length of the longest key: three sets of 144 cells, two kings, and the side to move.
const LONGEST: usize = 3 * 18 + 2 * 2 + 1;
/// The lengths of keys as texts: those of boards of at most 64 cells without extra state, those of others of this size,
/// and those of larger boards.
const TEXT_LENGTHS: [usize; 3] = [3 * 8, 3 * 8 + 3, LONGEST];

/// The key of a position: its pieces and extra state as the side to move sees them. Equal for all images of a position,
/// and different for any others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key([u8; LONGEST]);

/// Hexadecimal digits, two for each byte; zeros at the end only up to the next of three lengths that all boards share.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_whole = |&len: &usize| self.0[len..].iter().all(|&byte| byte == 0);
        let len = TEXT_LENGTHS.into_iter().find(is_whole).unwrap_or(LONGEST);
        self.0[..len].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The error for a text that is no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAKey;

/// Reads what [`Display`](fmt::Display) writes.
impl FromStr for Key {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<Self, NotAKey> {
        let mut key = [0; LONGEST];
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        if !TEXT_LENGTHS.contains(&pairs.len()) || !rest.is_empty() {
            return Err(NotAKey);
        }
        for (byte, digits) in key.iter_mut().zip(pairs) {
            let digits = str::from_utf8(digits).map_err(|_| NotAKey)?;
            *byte = u8::from_str_radix(digits, 16).map_err(|_| NotAKey)?;
        }
        Ok(Self(key))
    }
}

/// The place of each cell, as one of the players sees the board.
type Places = [u8; MOST_BITS];

/// The views of the boards of one game.
#[derive(Debug)]
pub struct Views {
    rules: &'static Rules,
    /// For each side to move, the ways to see the board.
    places: ByColor<Vec<Places>>,
    /// Whether positions with Black to move are seen as if White were.
    is_fair: bool,
}

/// A position as the side to move sees it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The key of the position.
    pub key: Key,
    places: &'a Places,
}

impl Views {
    /// The views of a game.
    #[must_use]
    pub fn of(rules: &'static Rules) -> Self {
        let turn = turn(rules);
        let places = |map: &dyn Fn(Square) -> Square| {
            let mut places = [0; MOST_BITS];
            for &square in rules.geometry.squares() {
                places[square.index()] = rules.geometry.order(map(square)) as u8;
            }
            places
        };
        let mirrors = mirrors(rules);
        let mut white = vec![places(&|square| square)];
        white.extend(mirrors.iter().map(|mirror| places(&mirror)));
        let mut black = vec![places(&turn)];
        black.extend(mirrors.iter().map(|mirror| places(&|square| mirror(turn(square)))));
        Self { rules, places: ByColor::new(white, black), is_fair: is_fair(rules) }
    }

    /// The length of the keys of the game.
    #[must_use]
    pub fn key_len(&self) -> usize {
        3 * self.set_len()
            + match self.rules.extra {
                ExtraKind::None => 0,
                ExtraKind::Vanguard => 1,
                ExtraKind::KingMoves => 2 * self.king_len(),
            }
            + usize::from(!self.is_fair)
    }

    /// The length of the number of a king that has moved, which fits into a byte on all but the largest boards.
    fn king_len(&self) -> usize {
        if self.rules.geometry.len() * usize::from(KINGS) > u8::MAX.into() { 2 } else { 1 }
    }

    /// The length of a set of cells.
    fn set_len(&self) -> usize {
        self.rules.geometry.len().div_ceil(8)
    }

    /// The view of a position.
    #[must_use]
    pub fn view(&self, position: &dyn AnyPosition) -> View<'_> {
        let views = self.places[position.side()].iter();
        let views = views.map(|places| View { key: self.key(position, places), places });
        // There is at least one; equal keys belong to the same moves, so the first will do.
        views
            .reduce(|best, view| if view.key < best.key { view } else { best })
            .unwrap_or(View { key: Key([0; LONGEST]), places: &[0; MOST_BITS] })
    }

    fn key(&self, position: &dyn AnyPosition, places: &Places) -> Key {
        let (board, us) = (position.board(), position.side());
        let kings = board.kings(us) | board.kings(!us);
        let mut key = [0; LONGEST];
        let len = self.set_len();
        for (index, set) in [board.pieces(us), board.pieces(!us), kings].into_iter().enumerate() {
            let bytes = placed(set, places).to_le_bytes();
            key[index * len..(index + 1) * len].copy_from_slice(&bytes[..len]);
        }
        let place = |square: Square| places[square.index()];
        match position.extra_state() {
            ExtraState::None => {}
            ExtraState::Vanguard(man) => key[3 * len] = man.square().map_or(0, |square| 1 + place(square)),
            ExtraState::KingMoves(moves) => {
                let king_len = self.king_len();
                let number = |(king, count)| u16::from(KINGS) * u16::from(place(king)) + u16::from(count);
                for (index, color) in [us, !us].into_iter().enumerate() {
                    let bytes = moves.of(color).map_or(0, number).to_le_bytes();
                    key[3 * len + index * king_len..][..king_len].copy_from_slice(&bytes[..king_len]);
                }
            }
        }
        if !self.is_fair {
            key[self.key_len() - 1] = us as u8;
        }
        Key(key)
    }

    /// The position of a key, with White to move if both sides play the same game.
    ///
    /// # Errors
    ///
    /// If there is no such position.
    pub fn position(&self, key: &Key, options: &RuleOptions) -> Result<Box<dyn AnyPosition>, SetupError> {
        let len = self.set_len();
        let set = |index: usize| self.cells(&key.0[index * len..(index + 1) * len]);
        let (own, enemy, kings) = (set(0)?, set(1)?, set(2)?);
        let is_black = !self.is_fair && key.0[self.key_len() - 1] == Color::Black as u8;
        let (side, white, black) =
            if is_black { (Color::Black, enemy, own) } else { (Color::White, own, enemy) };
        let setup = Setup {
            men: ByColor::new(white & !kings, black & !kings),
            kings: ByColor::new(white & kings, black & kings),
            extra: self.extra(&key.0[3 * len..], side)?,
            ..Setup::empty(side)
        };
        self.rules.position(&setup, options)
    }

    /// The cells of a set.
    fn cells(&self, bytes: &[u8]) -> Result<Bitboard, SetupError> {
        Bitboard(Wide::from_le_bytes(bytes))
            .into_iter()
            .try_fold(Bitboard::EMPTY, |set, place| Ok(set | self.cell(place.index())?.bitboard()))
    }

    fn cell(&self, place: usize) -> Result<Square, SetupError> {
        self.rules.geometry.square(place).ok_or(SetupError::OffBoard)
    }

    fn extra(&self, bytes: &[u8], side: Color) -> Result<ExtraState, SetupError> {
        match (self.rules.extra, bytes) {
            (ExtraKind::Vanguard, &[place, ..]) if place > 0 => {
                Ok(ExtraState::Vanguard(VanguardMan::on(self.cell(usize::from(place) - 1)?)))
            }
            (ExtraKind::KingMoves, _) => {
                let mut moves = KingMoves::default();
                for (color, bytes) in [side, !side].into_iter().zip(bytes.chunks_exact(self.king_len())) {
                    if let Some(number) = (Wide::from_le_bytes(bytes).low() as usize).checked_sub(1) {
                        let most = usize::from(KINGS);
                        moves = moves.with(color, Some(self.cell(number / most)?), (number % most) as u8 + 1);
                    }
                }
                Ok(if moves == KingMoves::default() {
                    ExtraState::None
                } else {
                    ExtraState::KingMoves(moves)
                })
            }
            _ => Ok(ExtraState::None),
        }
    }

    /// The first key of these bytes.
    pub(super) fn read_key(&self, bytes: &[u8]) -> Option<Key> {
        let mut key = [0; LONGEST];
        let len = self.key_len();
        key[..len].copy_from_slice(bytes.get(..len)?);
        Some(Key(key))
    }

    /// The bytes of a key in a file.
    pub(super) fn key_bytes<'a>(&self, key: &'a Key) -> &'a [u8] {
        &key.0[..self.key_len()]
    }
}

/// The number of counts of a king's moves in a row.
const KINGS: u8 = KingMoves::MOST;

/// The places of a set, as bits.
fn placed(set: Bitboard, places: &Places) -> Wide {
    let places: Bitboard = set.into_iter().map(|square| Square::new(places[square.index()])).collect();
    places.0
}

impl View<'_> {
    /// Moves of the position by their numbers, which are known from a record.
    pub(super) fn named(&self, position: &dyn AnyPosition, moves: Vec<BookMove>) -> Vec<(Move, BookMove)> {
        let legal = self.moves(position);
        moves.into_iter().filter_map(|mv| Some((*legal.get(mv.number as usize)?, mv))).collect()
    }

    /// The legal moves of the position, in the order of their numbers: by the place of the origin, then of the
    /// destination, then by the captured places as a number whose bit *p* is place *p*.
    #[must_use]
    pub fn moves(&self, position: &dyn AnyPosition) -> Vec<Move> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let mut moves = moves.to_vec();
        let place = |square: Square| self.places[square.index()];
        moves.sort_by_cached_key(|mv| (place(mv.from()), place(mv.to()), placed(mv.captured(), self.places)));
        moves
    }
}
