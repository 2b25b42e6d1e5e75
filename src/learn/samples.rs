//! Samples: positions as inputs of a net, with their results.

use super::parts::{Part, PlayedGame, SeenPosition};
use super::trainer::expected_points;
use crate::eval::net::{
    OUTPUTS, exchanged, marked_plane, output_by_pieces, pieces_at_the_start, plane, planes_of, turned,
};
use crate::rules::{Bitboard, Color, Kind, MOST_BITS, Rules};
use crate::tables::mirrors;

/// The inputs of a net for one variant. An input is a number: plane times number of cells, plus the index of the cell
/// in text order, in White's view.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// The rules of the game.
    pub rules: &'static Rules,
    planes: usize,
    /// The views of the board, each as a map from inputs of White's view: White's view, Black's view, then the mirror
    /// images of both, if there are any.
    views: Vec<Vec<u16>>,
    /// The output bucket for each number of pieces.
    outputs: [u8; MOST_BITS],
}

impl Inputs {
    /// The inputs for a variant.
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
        for mirror in mirrors(rules) {
            let mirrored = |place: usize| board.order(mirror(board.squares()[place]));
            views.push(view(|plane| plane, &mirrored));
            views.push(view(exchanged, &|place| turned(board, mirrored(place))));
        }
        Self { rules, planes, views, outputs: output_by_pieces(rules) }
    }

    /// The number of inputs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rules.geometry.len() * self.planes
    }

    /// The number of equivalent images of the board: 1 without mirror symmetry.
    #[must_use]
    pub fn images(&self) -> usize {
        self.views.len() / 2
    }

    /// White's and Black's view of each input, in one of the images.
    #[must_use]
    pub fn views(&self, image: usize) -> (&[u16], &[u16]) {
        (&self.views[2 * image], &self.views[2 * image + 1])
    }

    /// The number of pieces at the start of a game.
    #[must_use]
    pub fn pieces_at_the_start(&self) -> usize {
        pieces_at_the_start(self.rules)
    }

    /// The plane of an input.
    #[must_use]
    pub fn plane(&self, input: u16) -> usize {
        usize::from(input) / self.rules.geometry.len()
    }

    /// The largest possible sum of input weights in a position: each cell has at most one piece, which may also be
    /// marked.
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

/// Positions with their results and scores.
#[derive(Clone, Debug)]
pub struct Samples {
    /// The meaning of the inputs.
    pub shape: Inputs,
    /// Where the inputs of each sample start, and where the inputs of the last sample end.
    starts: Vec<u32>,
    inputs: Vec<u16>,
    facts: Vec<Facts>,
}

/// The data of a sample besides its inputs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facts {
    /// The side to move.
    pub side: Color,
    /// The output bucket for its number of pieces.
    pub output: u8,
    /// The search score for the side to move, in hundredths of a man.
    pub score: i16,
    /// The points of the side to move at the end of the game.
    pub result: f32,
}

/// A position with its result and score.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// The inputs of the sample, in White's view.
    pub inputs: &'a [u16],
    /// The other data of the sample.
    pub facts: Facts,
}

impl Samples {
    /// An empty set of samples.
    #[must_use]
    pub fn new(shape: Inputs) -> Self {
        Self { shape, starts: vec![0], inputs: Vec::new(), facts: Vec::new() }
    }

    /// Adds a position with the result of its game for the side to move.
    pub fn add(&mut self, seen: &SeenPosition, result: f32) {
        let inputs: Vec<u16> = self.shape.of_position(seen).collect();
        let pieces = (seen.pieces[0] | seen.pieces[1]).count() as usize;
        let output = self.shape.outputs[pieces & (MOST_BITS - 1)];
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

    /// The number of samples.
    #[must_use]
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// Whether there are no samples.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// The sample with this index.
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

/// One game in this many is held out.
const HELD_OUT: u64 = 20;

/// The samples of games, split into a training set and a test set of held-out games. The test set has no positions of
/// variations, since their results are not known.
#[derive(Debug)]
pub struct Split {
    /// The training set.
    pub learned: Samples,
    /// The test set.
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
                    if !is_held_out {
                        learned.add(seen, points(game, seen));
                    } else if !seen.is_variation {
                        held_out.add(seen, points(game, seen));
                        held_out_positions.push(*seen);
                    }
                }
            }
        }
        Self { learned, held_out, held_out_positions }
    }
}

/// The points of the side to move: the result of the game, or in a variation what the score predicts.
fn points(game: &PlayedGame, seen: &SeenPosition) -> f32 {
    if seen.is_variation { expected_points(seen.score) } else { game.ending.points_of(seen.side) }
}

/// A hash of a number.
///
/// CITE: Sebastiano Vigna, splitmix64, public domain.
#[must_use]
pub fn scrambled(number: u64) -> u64 {
    let mut x = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
