//! Tests with random and extreme weights: no overflow, incremental values equal to those from scratch, the same value
//! for both players.

use super::file::{CHECKED, CHECKSUM, NEURONS, NOTE, SHAPE};
use super::*;
use crate::checksum::checksum;
use crate::rules::games::{Dameo, International, VanguardMan, Variant};
use crate::rules::{AnyPosition, ExtraState, FileGame, MoveList, RuleOptions, Setup, Square, Wide};

/// The maximum input weight that is safe for all inputs: those of 144 cells, and the bias.
const MAX_INPUT: i16 = i16::MAX / 146;
/// The maximum output weight that is safe for all neurons.
const MAX_OUTPUT: i16 = (MOST_OUTPUT_SUM / (2 * WIDTH as i32)) as i16;

/// The maximum weights with random signs, or random weights.
fn weights(rules: &Rules, random: &mut fastrand::Rng, are_extreme: bool) -> Weights {
    let mut number = |most: i16| match (are_extreme, random.bool()) {
        (true, true) => most,
        (true, false) => -most,
        (false, _) => random.i16(-most..=most),
    };
    let inputs = planes_of(rules) * rules.geometry.len();
    Weights {
        multiplier: 1 << 20,
        biases: std::array::from_fn(|_| number(MAX_INPUT)),
        inputs: (0..inputs).map(|_| std::array::from_fn(|_| number(MAX_INPUT))).collect(),
        outputs: std::array::from_fn(|_| std::array::from_fn(|_| number(MAX_OUTPUT))),
        output_biases: std::array::from_fn(|output| output as i32 * 1000),
    }
}

fn net(rules: &Rules, weights: &Weights) -> Box<Net> {
    Net::from_bytes(rules, &weights.to_bytes(rules, "")).expect("a net")
}

/// The value by definition, computed in 64 bits.
fn value_by_definition<G: Game>(weights: &Weights, position: &Position<G>) -> i64 {
    let rules = position.rules();
    let cells = rules.geometry.len();
    let view = |of: Color| -> Vec<i64> {
        let mut sums = weights.biases.map(i64::from);
        for (plane, set) in planes(position).into_iter().enumerate() {
            for square in set {
                let place = rules.geometry.order(square);
                let input = match of {
                    Color::White => plane * cells + place,
                    Color::Black => exchanged(plane) * cells + (cells - 1 - place),
                };
                sums.iter_mut()
                    .zip(weights.inputs[input])
                    .for_each(|(sum, weight)| *sum += i64::from(weight));
            }
        }
        sums.to_vec()
    };
    let numbers = [view(position.side()), view(!position.side())].concat();
    let pieces = position.board().occupied().count() as usize;
    let output = usize::from(output_by_pieces(rules)[pieces]);
    let squares = numbers.iter().zip(weights.outputs[output]).map(|(&number, weight)| {
        let clamped = number.clamp(0, i64::from(UNIT)) >> FINE;
        clamped * clamped * i64::from(weight)
    });
    (i64::from(weights.output_biases[output]) + squares.sum::<i64>()) * weights.multiplier
}

/// The position as the other player sees it, with the colours exchanged.
fn from_the_other_side<G: Game>(position: &Position<G>) -> Position<G> {
    let board = position.rules().geometry;
    let turned = |square: Square| board.squares()[board.len() - 1 - board.order(square)];
    let set = |set: Bitboard<G::Word>| set.into_iter().map(turned).collect::<Bitboard>();
    let mut setup: Setup = position.to_setup();
    for color in Color::ALL {
        setup.men[color] = set(position.board().men(!color));
        setup.kings[color] = set(position.board().kings(!color));
    }
    setup.side = !position.side();
    setup.extra = match setup.extra {
        ExtraState::Vanguard(man) => man
            .square()
            .map_or(ExtraState::None, |square| ExtraState::Vanguard(VanguardMan::on(turned(square)))),
        // Not an input of nets.
        ExtraState::KingMoves(_) | ExtraState::None => ExtraState::None,
    };
    of_game(&*position.rules().position(&setup, &RuleOptions::default()).expect("a position"))
}

fn of_game<G: Game>(position: &dyn AnyPosition) -> Position<G> {
    *position.of().expect("a position of the game")
}

/// Plays random games and calls `look` with their positions.
fn play<G: Game>(
    rules: &'static Rules,
    games: u32,
    random: &mut fastrand::Rng,
    mut look: impl FnMut(&Position<G>),
) {
    let mut moves = MoveList::new();
    for _ in 0..games {
        let mut position: Position<G> = of_game(rules.start(&RuleOptions::default()).position());
        for _ in 0..150 {
            look(&position);
            position.legal_moves(&mut moves);
            let Some(&mv) = random.choice(moves.iter()) else { break };
            position = position.play_legal(mv);
        }
    }
}

/// The number of random games to compare.
const GAMES: u32 = 40;

fn check<G: Game>(rules: &'static Rules, games: u32) {
    let mut random = fastrand::Rng::with_seed(1);
    for are_extreme in [false, true] {
        let weights = weights(rules, &mut random, are_extreme);
        let net = net(rules, &weights);
        assert_eq!(net.weights(rules), weights);
        let mut accumulators = Accumulators::default();
        play::<G>(rules, games, &mut random, |position| {
            let value = net.shifted_value(position, &mut accumulators);
            let scratch = net.shifted_value(position, &mut Accumulators::default());
            assert_eq!(value, scratch, "incremental and from scratch");
            assert_eq!(value, value_by_definition(&weights, position));
            let other = from_the_other_side(position);
            assert_eq!(value, net.shifted_value(&other, &mut accumulators), "both players");
        });
    }
}

#[test]
fn values_are_exact_and_the_same_for_both_players() {
    for &variant in Variant::ALL {
        with_game!(variant.rules(), G => check::<G>(G::RULES, GAMES));
    }
    for name in ["canadian", "big-dameo"] {
        check::<FileGame<u128>>(games::named(name).expect("an embedded game"), GAMES);
    }
    check::<FileGame<Wide>>(games::largest(), GAMES);
}

#[test]
#[ignore = "evaluates a million positions of each game"]
fn a_million_values_are_exact_and_the_same_for_both_players() {
    for &variant in Variant::ALL {
        with_game!(variant.rules(), G => check::<G>(G::RULES, 10_000));
    }
}

#[test]
fn a_board_full_of_men_does_not_overflow() {
    let mut setup = Setup::empty(Color::White);
    for &square in Dameo::GEOMETRY.squares() {
        let is_home = |color: Color| Dameo::PROMOTION[color].contains(square);
        let color = if is_home(Color::White) { Color::Black } else { Color::White };
        setup.put(color, Kind::Man, square);
    }
    let position = Position::<Dameo>::from_setup(&setup, &RuleOptions::default()).expect("a position");
    for sign in [1, -1] {
        let mut weights = weights(Dameo::RULES, &mut fastrand::Rng::with_seed(1), true);
        let most = i16::MAX / 65;
        weights.biases = [sign * most; WIDTH];
        weights.inputs.iter_mut().for_each(|row| *row = [sign * most; WIDTH]);
        weights.output_biases = [MOST_OUTPUT_BIAS; OUTPUTS];
        // All weights as large as they may be together, and a single one.
        let mut single = [0; 2 * WIDTH];
        single[0] = MOST_OUTPUT_SUM as i16;
        for row in [[MAX_OUTPUT; 2 * WIDTH], single] {
            weights.outputs = [row; OUTPUTS];
            let value = net(Dameo::RULES, &weights).shifted_value(&position, &mut Accumulators::default());
            assert_eq!(value, value_by_definition(&weights, &position));
        }
    }
}

#[test]
fn files_that_are_not_nets_of_the_game_are_rejected() {
    let mut random = fastrand::Rng::with_seed(1);
    let good = weights(International::RULES, &mut random, false);
    let bytes = good.to_bytes(International::RULES, "its origin");
    assert_eq!(note_in(&bytes), Some("its origin"));
    let with = |place: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[place] ^= byte;
        Net::from_bytes(International::RULES, &bytes).map(|_| ())
    };
    assert_eq!(with(0, 0), Ok(()));
    for (place, error) in [
        (0, NetError::NotANet),
        (7, NetError::Version),
        (8, NetError::OtherGame),
        (SHAPE, NetError::Shape),
        (NEURONS, NetError::Shape),
        (28, NetError::Damaged),
        (36, NetError::Damaged),
        (100, NetError::Damaged),
        (bytes.len() - 1, NetError::Damaged),
    ] {
        assert_eq!(with(place, 1), Err(error), "{place}");
    }
    for length in [0, 7, 37, 40, bytes.len() - 1] {
        assert!(Net::from_bytes(International::RULES, &bytes[..length]).is_err(), "{length} bytes");
    }
    let longer = Weights { inputs: [good.inputs.clone(), vec![[0; WIDTH]]].concat(), ..good.clone() };
    assert_eq!(
        Net::from_bytes(International::RULES, &longer.to_bytes(International::RULES, "")),
        Err(NetError::Length)
    );
    let cells = International::GEOMETRY.len();
    let mut heavy = good.inputs.clone();
    heavy[..cells].iter_mut().for_each(|row| row[7] = i16::MAX / 50);
    heavy[cells..].iter_mut().for_each(|row| row[7] = 0);
    let fits = Weights { biases: [0; WIDTH], inputs: heavy, ..good.clone() };
    let biased = Weights { biases: [20; WIDTH], ..fits.clone() };
    let stretched = Weights { outputs: [[MAX_OUTPUT + 1; 2 * WIDTH]; OUTPUTS], ..fits.clone() };
    let shifted = Weights { output_biases: [MOST_OUTPUT_BIAS + 1; OUTPUTS], ..fits.clone() };
    let read = |weights: &Weights| {
        Net::from_bytes(International::RULES, &weights.to_bytes(International::RULES, "")).map(drop)
    };
    assert_eq!(read(&fits), Ok(()));
    for weights in [biased, stretched, shifted] {
        assert_eq!(read(&weights), Err(NetError::TooLarge));
    }
    assert_eq!(Net::from_bytes(Dameo::RULES, &bytes), Err(NetError::OtherGame));
}

#[test]
fn a_net_with_fewer_neurons_is_like_one_whose_other_neurons_count_nothing() {
    let mut random = fastrand::Rng::with_seed(3);
    const NARROW: usize = 32;
    let mut padded = weights(Dameo::RULES, &mut random, false);
    let zeros = |row: &mut [i16]| row[NARROW..].fill(0);
    zeros(&mut padded.biases);
    padded.inputs.iter_mut().for_each(|row| zeros(row));
    padded.outputs.iter_mut().for_each(|row| row.chunks_mut(WIDTH).for_each(zeros));
    // The same file without these zeros.
    let bytes = padded.to_bytes(Dameo::RULES, "");
    let (head, numbers) = bytes.split_at(NOTE + 8);
    let (rows, biases) = numbers.split_at(numbers.len() - 4 * OUTPUTS);
    let rows: Vec<u8> = rows.chunks(2 * WIDTH).flat_map(|row| &row[..2 * NARROW]).copied().collect();
    let mut narrow = [head, &rows, biases].concat();
    narrow[NEURONS] = NARROW as u8;
    let sum = checksum(&narrow, CHECKED).to_le_bytes();
    narrow[CHECKSUM..CHECKED].copy_from_slice(&sum);
    let net = Net::from_bytes(Dameo::RULES, &narrow).expect("a net");
    assert_eq!(net.weights(Dameo::RULES), padded);
}

#[test]
fn a_net_of_a_game_from_a_file_is_like_that_of_the_listed_game() {
    let mut random = fastrand::Rng::with_seed(2);
    for variant in [Variant::Dameo, Variant::Vanguard, Variant::Hexdame] {
        let file = coupturc_gamefile::Rules::embedded(variant.name()).expect("a file");
        let rules = games::compile(&file).expect("a game for the engine");
        with_game!(variant.rules(), G => {
            let weights = weights(G::RULES, &mut random, false);
            let (listed, bytes) = (net(G::RULES, &weights), weights.to_bytes(rules, ""));
            let by_file = Net::from_bytes(rules, &bytes).expect("a net");
            assert!(by_file.is_of(rules) && !by_file.is_of(G::RULES) && by_file.rules() == Some(rules));
            assert_eq!(Net::from_bytes(G::RULES, &bytes).err(), Some(NetError::OtherGame));
            let (mut one, mut other) = (Accumulators::default(), Accumulators::default());
            play::<G>(G::RULES, 5, &mut random, |position| {
                let same = rules.position(&position.to_setup(), &RuleOptions::default()).expect("a position");
                let same = same.of::<FileGame<u64>>().expect("by file");
                assert_eq!(by_file.shifted_value(same, &mut one), listed.shifted_value(position, &mut other));
            });
        });
    }
}
