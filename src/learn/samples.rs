//! Samples: the positions of games as a net sees them.

use super::parts::{Part, SeenPosition};
use crate::eval::net::{OUTPUTS, exchanged, marked_plane, output_by_pieces, plane, planes_of, turned};
use crate::rules::{Bitboard, Color, Kind, Rules};
use crate::tables::mirrors;

/// What the inputs of a net are in one game. An input is a number: plane times cells, plus the place of the cell in text
/// order, as White sees them.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// The rules of the game.
    pub rules: &'static Rules,
    planes: usize,
    /// The views of the board in which a player may see it: the input of each input of White's view. Behind White's own view
    /// stands Black's, then the mirror images of both, if there are any.
    views: Vec<Vec<u16>>,
    /// Which output belongs to a number of pieces.
    outputs: [u8; 128],
}

impl Inputs {
    /// The inputs of a game.
    #[must_use]
    pub fn of(rules: &'static Rules) -> Self {
        let (board, planes) = (rules.geometry, planes_of(rules));
        let cells = board.len();
        let view = |plane_of: fn(usize) -> usize, place_of: &dyn Fn(usize) -> usize| -> Vec<u16> {
            let inputs = (0..planes).flat_map(|plane| (0..cells).map(move |place| (plane, place)));
            inputs.map(|(plane, place)| (plane_of(plane) * cells + place_of(place)) as u16).collect()
        };
        let mut views =
            vec![view(|plane| plane, &|place| place), view(exchanged, &|place| turned(board, place))];
        for mirror in mirrors(rules.variant) {
            let mirrored = |place: usize| board.order(mirror(board.squares()[place]));
            views.push(view(|plane| plane, &mirrored));
            views.push(view(exchanged, &|place| turned(board, mirrored(place))));
        }
        Self { rules, planes, views, outputs: output_by_pieces(rules) }
    }

    /// How many inputs there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rules.geometry.len() * self.planes
    }

    /// Whether there is none (there always are some).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many images of the board there are that are as good as each other: 1 without mirrors.
    #[must_use]
    pub fn images(&self) -> usize {
        self.views.len() / 2
    }

    /// What White and Black see of each input, in one of the images.
    #[must_use]
    pub fn views(&self, image: usize) -> (&[u16], &[u16]) {
        (&self.views[2 * image], &self.views[2 * image + 1])
    }

    /// How many pieces there are at the start of a game.
    #[must_use]
    pub fn pieces_at_the_start(&self) -> usize {
        (self.rules.men.white().count() + self.rules.men.black().count()) as usize
    }

    /// The plane of an input.
    #[must_use]
    pub fn plane(&self, input: u16) -> usize {
        usize::from(input) / self.rules.geometry.len()
    }

    /// The largest sum that the weights of the inputs of any position can have: on each cell there is one piece at most,
    /// which may be marked beside.
    #[must_use]
    pub fn most(&self, weight: &dyn Fn(usize) -> f32) -> f32 {
        let cells = self.rules.geometry.len();
        let largest = |place: usize, planes: std::ops::Range<usize>| {
            planes.map(|plane| weight(plane * cells + place)).fold(0.0, f32::max)
        };
        (0..cells).map(|place| largest(place, 0..4) + largest(place, 4..self.planes)).sum()
    }

    /// The inputs of a position.
    fn of_position(&self, seen: &SeenPosition) -> impl Iterator<Item = u16> {
        let [white, black] = seen.pieces;
        let sets = [
            (plane(Color::White, Kind::Man), white & !seen.kings),
            (plane(Color::White, Kind::King), white & seen.kings),
            (plane(Color::Black, Kind::Man), black & !seen.kings),
            (plane(Color::Black, Kind::King), black & seen.kings),
            (marked_plane(!seen.side), seen.mark.map_or(Bitboard::EMPTY, |square| square.bitboard())),
        ];
        let board = self.rules.geometry;
        sets.into_iter().flat_map(move |(plane, set)| {
            set.into_iter().map(move |square| (plane * board.len() + board.order(square)) as u16)
        })
    }
}

/// Positions with what they are worth.
#[derive(Clone, Debug)]
pub struct Samples {
    /// What the numbers of the inputs mean.
    pub shape: Inputs,
    /// Where the inputs of each sample begin, and of one behind the last.
    starts: Vec<u32>,
    inputs: Vec<u16>,
    facts: Vec<Facts>,
}

/// What is known of a position beside its pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facts {
    /// Who is to move.
    pub side: Color,
    /// The output for its number of pieces.
    pub output: u8,
    /// What the search thought, in hundredths of a man for the side to move.
    pub score: i16,
    /// The points of the side to move in the end.
    pub result: f32,
}

/// A position with what it is worth.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// Its inputs, as White sees them.
    pub inputs: &'a [u16],
    /// What else is known of it.
    pub facts: Facts,
}

impl Samples {
    /// No samples.
    #[must_use]
    pub fn new(shape: Inputs) -> Self {
        Self { shape, starts: vec![0], inputs: Vec::new(), facts: Vec::new() }
    }

    /// Adds a position, and how its game ended for the side to move.
    pub fn add(&mut self, seen: &SeenPosition, result: f32) {
        let inputs: Vec<u16> = self.shape.of_position(seen).collect();
        let pieces = (seen.pieces[0] | seen.pieces[1]).count() as usize;
        let output = self.shape.outputs[pieces & 127];
        self.add_inputs(&inputs, Facts { side: seen.side, output, score: seen.score, result });
    }

    /// Adds a sample.
    pub(super) fn add_inputs(&mut self, inputs: &[u16], facts: Facts) {
        debug_assert!(usize::from(facts.output) < OUTPUTS);
        self.inputs.extend_from_slice(inputs);
        self.starts.push(self.inputs.len() as u32);
        self.facts.push(facts);
    }

    #[cfg(test)]
    pub(super) fn set_result(&mut self, place: usize, result: f32) {
        self.facts[place].result = result;
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// The sample at a place.
    #[must_use]
    pub fn get(&self, place: usize) -> Sample<'_> {
        let range = self.starts[place] as usize..self.starts[place + 1] as usize;
        Sample { inputs: &self.inputs[range], facts: self.facts[place] }
    }

    /// All samples.
    pub fn iter(&self) -> impl Iterator<Item = Sample<'_>> {
        (0..self.len()).map(|place| self.get(place))
    }
}

/// Of how many games one is held out.
const HELD_OUT: u64 = 20;

/// The samples of games, split: those to learn from, and those of games that are held out. Together with the latter come
/// their positions.
#[derive(Debug)]
pub struct Split {
    /// To learn from.
    pub learned: Samples,
    /// To see what was learned.
    pub held_out: Samples,
    /// The positions of `held_out`.
    pub held_out_positions: Vec<SeenPosition>,
}

impl Split {
    /// Splits the games of parts.
    #[must_use]
    pub fn of(rules: &'static Rules, parts: &[Part]) -> Self {
        let shape = Inputs::of(rules);
        let (mut learned, mut held_out) = (Samples::new(shape.clone()), Samples::new(shape));
        let mut held_out_positions = Vec::new();
        for part in parts {
            for game in &part.games {
                let is_held_out =
                    scrambled(part.making.seed ^ u64::from(game.number) << 32).is_multiple_of(HELD_OUT);
                for seen in &game.seen {
                    let samples = if is_held_out { &mut held_out } else { &mut learned };
                    samples.add(seen, game.ending.points_of(seen.side));
                }
                if is_held_out {
                    held_out_positions.extend_from_slice(&game.seen);
                }
            }
        }
        Self { learned, held_out, held_out_positions }
    }
}

/// A number that looks random, the same for the same number.
///
/// CITE: Sebastiano Vigna, splitmix64, public domain.
#[must_use]
pub fn scrambled(number: u64) -> u64 {
    let mut x = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
