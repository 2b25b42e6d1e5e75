//! Net files: weights with the name of the game, their shape, a checksum and a note on their origin.
//!
//! ```text
//! 0  8 bytes   "coupnet1"; the last character is the version
//! 8  16 bytes  the Hub name of the game, padded with zeros; for a game from a file, a checksum of its rules
//! 24 4 bytes   the number of cells, of planes, of neurons and of outputs
//! 28 8 bytes   checksum of everything after it: 64-bit FNV-1a
//! 36 2 bytes   length of the note
//! 38 ..        the note on the origin of the weights, as text
//! ..           multiplier (8 bytes), biases (2 each), input weights by plane, cell in text order and neuron (2 each),
//!              output weights by bucket, the side to move first (2 each), output biases (4 each)
//! ```
//!
//! All numbers are little-endian. Inputs are from White's view; Black's view follows from it.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use super::{
    LOWERED, MOST_OUTPUT_BIAS, MOST_OUTPUT_SUM, Net, OUTPUTS, PLANES, Row, Rows, SmallNet, WIDTH, exchanged,
    output_by_pieces, turned,
};
use crate::checksum::checksum;
use crate::rules::games::Variant;
use crate::rules::{ExtraKind, Large, Rules, Wide, file};

const MAGIC: [u8; 8] = *b"coupnet1";
/// The offset of the shape, and of the number of neurons in it.
pub(super) const SHAPE: usize = 24;
pub(super) const NEURONS: usize = SHAPE + 2;
/// The offset of the checksum.
pub(super) const CHECKSUM: usize = 28;
/// The offset of the checked part.
pub(super) const CHECKED: usize = 36;
/// The offset of the note.
pub(super) const NOTE: usize = 38;

/// The reason why a file is not a net of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetError {
    /// The file does not start like a net file.
    NotANet,
    /// The file is of a different version of the format.
    Version,
    /// The file is a net of another game.
    OtherGame,
    /// The file is a net of no game that is known.
    UnknownGame,
    /// The number of cells, planes, neurons or outputs differs from that of this engine.
    Shape,
    /// The file is too short or too long.
    Length,
    /// The checksum of the file is wrong.
    Damaged,
    /// A weight is larger than the arithmetic of the engine allows.
    TooLarge,
}

impl NetError {
    /// The human-readable message.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::NotANet => "it is not a net file",
            Self::Version => "it has another version",
            Self::OtherGame => "it is the net of another game",
            Self::UnknownGame => {
                "it is the net of a game that is not known: if the rules are in a file, give that file first, with \
                 --rules, or in Hub as rules-file; if they have changed, learn a new net"
            }
            Self::Shape => "its net has another shape",
            Self::Length => "it is too short or too long",
            Self::Damaged => "it is damaged: its checksum is wrong",
            Self::TooLarge => "a weight is too large",
        }
    }
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl std::error::Error for NetError {}

/// The weights of a net as stored in a file: White's view only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The factor applied to the outputs, as in [`Net`].
    pub multiplier: i64,
    /// The bias of each neuron of the accumulator.
    pub biases: [i16; WIDTH],
    /// The input weights: for each plane, and for each cell in text order, one weight per neuron.
    pub inputs: Vec<[i16; WIDTH]>,
    /// The output weights of each output bucket, those of the side to move first.
    pub outputs: [[i16; 2 * WIDTH]; OUTPUTS],
    /// The bias of each output.
    pub output_biases: [i32; OUTPUTS],
}

impl Weights {
    /// The bytes of a net file, with a note on its origin. A note of more than 65,535 bytes is left out.
    #[must_use]
    pub fn to_bytes(&self, rules: &Rules, note: &str) -> Vec<u8> {
        let note = if note.len() <= usize::from(u16::MAX) { note } else { "" };
        let mut checked = (note.len() as u16).to_le_bytes().to_vec();
        checked.extend_from_slice(note.as_bytes());
        checked.extend_from_slice(&self.multiplier.to_le_bytes());
        let numbers = self.biases.iter().chain(self.inputs.as_flattened()).chain(self.outputs.as_flattened());
        checked.extend(numbers.flat_map(|number| number.to_le_bytes()));
        checked.extend(self.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&rules.id());
        bytes.extend_from_slice(&shape(rules, WIDTH));
        bytes.extend_from_slice(&checksum(&checked, 0).to_le_bytes());
        bytes.extend_from_slice(&checked);
        bytes
    }
}

/// The maximum size of a net file.
const MAX_BYTES: u64 = 1 << 20;

impl Net {
    /// Reads a net of any game from a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not a net.
    pub fn read(path: &Path) -> io::Result<Box<Self>> {
        Self::of_any_game(&Self::bytes_of(path)?).map_err(io::Error::other)
    }

    /// The bytes of a file that may be a net.
    pub(in crate::eval) fn bytes_of(path: &Path) -> io::Result<Vec<u8>> {
        // Opening a pipe could block forever.
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::other("it is not a regular file"));
        }
        let mut bytes = Vec::new();
        File::open(path)?.take(MAX_BYTES).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn of_any_game(bytes: &[u8]) -> Result<Box<Self>, NetError> {
        match bytes.get(8..24).and_then(|id| file::with_id(id, "")) {
            Some(rules) => Self::from_bytes(rules, bytes),
            // Not a net, or that of another game than this one.
            None => Self::from_bytes(Variant::default().rules(), bytes).map_err(|error| match error {
                NetError::OtherGame => NetError::UnknownGame,
                error => error,
            }),
        }
    }

    /// Reads a net of the game.
    ///
    /// # Errors
    ///
    /// If the bytes are not a net of the game.
    pub fn from_bytes(rules: &Rules, bytes: &[u8]) -> Result<Box<Self>, NetError> {
        Ok(match rules.geometry.word_bits() {
            u64::BITS => Box::new(SmallNet::parsed(rules, bytes)?),
            Large::BITS => Box::new(Net::<[Rows; Large::BITS as usize / 64]>::parsed(rules, bytes)?),
            _ => Box::new(Net::<[Rows; Wide::BITS as usize / 64]>::parsed(rules, bytes)?),
        })
    }
}

impl<const WORDS: usize> Net<[Rows; WORDS]> {
    fn parsed(rules: &Rules, bytes: &[u8]) -> Result<Self, NetError> {
        if bytes.len() < NOTE {
            return Err(NetError::NotANet);
        }
        if !has(bytes, 0, MAGIC.split_at(7).0) {
            return Err(NetError::NotANet);
        }
        if bytes[7] != MAGIC[7] {
            return Err(NetError::Version);
        }
        if !has(bytes, 8, &rules.id()) {
            return Err(NetError::OtherGame);
        }
        let neurons = usize::from(bytes[NEURONS]);
        if rules.geometry.word_bits() as usize != 64 * WORDS
            || !(1..=WIDTH).contains(&neurons)
            || !has(bytes, SHAPE, &shape(rules, neurons))
        {
            return Err(NetError::Shape);
        }
        if !has(bytes, CHECKSUM, &checksum(bytes, CHECKED).to_le_bytes()) {
            return Err(NetError::Damaged);
        }
        let begin = NOTE + u16::from_le_bytes([bytes[CHECKED], bytes[CHECKED + 1]]) as usize;
        let inputs = planes_of(rules) * rules.geometry.len();
        if bytes.len() != begin + 8 + 2 * neurons * (1 + inputs + 2 * OUTPUTS) + 4 * OUTPUTS {
            return Err(NetError::Length);
        }
        Self::from_numbers(rules, bytes, begin)
    }

    /// Reads the numbers from `begin` on; the length has been checked. The weights of neurons that the file does not
    /// have are 0.
    const fn from_numbers(rules: &Rules, bytes: &[u8], begin: usize) -> Result<Self, NetError> {
        const EMPTY: Row = Row([0; 2 * WIDTH]);
        let mut net = Self {
            game: rules.id(),
            bias: EMPTY,
            outputs: [[0; 2 * WIDTH]; OUTPUTS],
            output_by_pieces: output_by_pieces(rules),
            output_biases: [0; OUTPUTS],
            multiplier: (read_u32(bytes, begin) | (read_u32(bytes, begin + 4) << 32)) as i64,
            rows: [[[EMPTY; 64]; PLANES]; WORDS],
        };
        let mut fits = net.multiplier >= 0 && net.multiplier < 1 << 33;
        let neurons = bytes[NEURONS] as usize;
        let mut at = begin + 8;
        let mut number = 0;
        while number < neurons {
            let bias = read_i16(bytes, &mut at);
            net.bias.0[number] = bias;
            net.bias.0[WIDTH + number] = bias;
            number += 1;
        }
        let cells = rules.geometry.len();
        let mut input = 0;
        while input < planes_of(rules) * cells {
            let (plane, place) = (input / cells, input % cells);
            let squares = rules.geometry.squares();
            let (here, there) = (squares[place].index(), squares[turned(rules.geometry, place)].index());
            number = 0;
            while number < neurons {
                let weight = read_i16(bytes, &mut at);
                net.rows[here / 64][plane][here % 64].0[number] = weight;
                net.rows[there / 64][exchanged(plane)][there % 64].0[WIDTH + number] = weight;
                number += 1;
            }
            input += 1;
        }
        let mut output = 0;
        let mut lowered_by = [0_i32; OUTPUTS];
        while output < OUTPUTS {
            let mut sum = 0;
            number = 0;
            while number < 2 * neurons {
                let weight = read_i16(bytes, &mut at);
                sum += weight.unsigned_abs() as i32;
                net.outputs[output][number / neurons * WIDTH + number % neurons] = weight;
                lowered_by[output] = lowered_by[output].wrapping_add(LOWERED * weight as i32);
                number += 1;
            }
            fits &= sum <= MOST_OUTPUT_SUM;
            output += 1;
        }
        output = 0;
        while output < OUTPUTS {
            let bias = read_u32(bytes, at) as i32;
            fits &= bias.unsigned_abs() <= MOST_OUTPUT_BIAS.unsigned_abs();
            net.output_biases[output] = bias.wrapping_add(lowered_by[output]);
            at += 4;
            output += 1;
        }
        if fits && net.never_overflows() { Ok(net) } else { Err(NetError::TooLarge) }
    }

    /// Whether the accumulators of all positions fit in 16 bits. Each cell holds at most one piece, which may be marked
    /// as well.
    const fn never_overflows(&self) -> bool {
        let mut number = 0;
        while number < 2 * WIDTH {
            let mut most = self.bias.0[number].unsigned_abs() as u32;
            let mut bit = 0;
            while bit < 64 * WORDS {
                let (mut of_piece, mut of_mark) = (0, 0);
                let mut plane = 0;
                while plane < PLANES {
                    let weight = self.rows[bit / 64][plane][bit % 64].0[number].unsigned_abs() as u32;
                    let largest = if plane < 4 { &mut of_piece } else { &mut of_mark };
                    if weight > *largest {
                        *largest = weight;
                    }
                    plane += 1;
                }
                most += of_piece + of_mark;
                bit += 1;
            }
            if most > i16::MAX as u32 {
                return false;
            }
            number += 1;
        }
        true
    }
}

/// The note of a net file; `None` if the bytes are not a net file.
#[must_use]
pub fn note_in(bytes: &[u8]) -> Option<&str> {
    let length = bytes.get(CHECKED..NOTE)?;
    let end = NOTE + usize::from(u16::from_le_bytes([length[0], length[1]]));
    std::str::from_utf8(bytes.get(NOTE..end)?).ok()
}

/// The number of planes of a net: six in Vanguard, which marks men, four in other games.
#[must_use]
pub const fn planes_of(rules: &Rules) -> usize {
    if matches!(rules.extra, ExtraKind::Vanguard) { PLANES } else { 4 }
}

const fn shape(rules: &Rules, neurons: usize) -> [u8; 4] {
    [rules.geometry.len() as u8, planes_of(rules) as u8, neurons as u8, OUTPUTS as u8]
}

/// Whether `bytes` contains `part` at `place`.
const fn has(bytes: &[u8], place: usize, part: &[u8]) -> bool {
    let mut i = 0;
    while i < part.len() {
        if bytes[place + i] != part[i] {
            return false;
        }
        i += 1;
    }
    true
}

const fn read_i16(bytes: &[u8], at: &mut usize) -> i16 {
    let number = i16::from_le_bytes([bytes[*at], bytes[*at + 1]]);
    *at += 2;
    number
}

const fn read_u32(bytes: &[u8], at: usize) -> u64 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]) as u64
}
