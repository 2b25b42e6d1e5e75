//! Rules of other draughts games, as far as they need what no game of ours needs: each hook of [`Game`] has one
//! here that uses it, and is counted against known numbers.

use super::bitboard::{Bitboard, Direction};
use super::boards::square_8x8::GEOMETRY as SQUARE;
use super::boards::square_8x8::{self, DOWN, LEFT, ORTHOGONALS, RANK_1, RANK_8, RIGHT, UP, ranks};
use super::capturing::Removal;
use super::color::{ByColor, Color};
use super::game::Game;
use super::geometry::Geometry;
use super::moves::{Move, MoveList};
use super::options::RuleOptions;
use super::outcome::Outcome;
use super::perft::perft;
use super::piece::Kind;
use super::position::Position;
use super::setup::Setup;
use super::variant::Variant;
use crate::notation::parse_hub_setup;

/// What all of these have in common. They go by the name of a game that is played: they only live in tests.
macro_rules! other_game {
    ($(#[$doc:meta])* $game:ident { $($items:tt)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        struct $game;

        impl Game for $game {
            const VARIANT: Variant = Variant::International;
            const TITLE: &'static str = stringify!($game);
            type Options = ();
            type Limits = ();
            $($items)*
        }
    };
}

other_game! {
    /// Captured pieces leave the board at once, men go sideways and capture forward and sideways.
    Turkish {
        const GEOMETRY: &'static Geometry = &SQUARE;
        const CAPTURES: &'static [Direction] = ORTHOGONALS;
        const KING_STEPS: &'static [Direction] = ORTHOGONALS;
        const MAN_STEPS: ByColor<&'static [Direction]> =
            ByColor::new(&[UP, LEFT, RIGHT], &[DOWN, LEFT, RIGHT]);
        const START: ByColor<Bitboard> =
            ByColor::new(ranks([0, 0, 0, 0, 0, 0xff, 0xff, 0]), ranks([0, 0xff, 0xff, 0, 0, 0, 0, 0]));
        const PROMOTION: ByColor<Bitboard> = ByColor::new(RANK_8, RANK_1);
        const REMOVAL: Removal = Removal::AtOnce;
        type Extra = ();

        fn jumpable(
            enemy: Bitboard,
            us: Color,
            (): (),
            (): (),
            direction: usize,
            _first: bool,
        ) -> Bitboard {
            let backward = if us == Color::White { DOWN } else { UP };
            if ORTHOGONALS[direction] == backward { Bitboard::EMPTY } else { enemy }
        }

        fn is_reversible(kind: Kind, mv: Move) -> bool {
            let rank = |square| square_8x8::GEOMETRY.coordinates(square).1;
            !mv.is_capture() && (kind == Kind::King || rank(mv.from()) == rank(mv.to()))
        }
    }
}

/// The most leaves that are counted at once.
const MOST_LEAVES: u64 = 100_000;

/// Counts all positions of the game's file.
fn check<G: Game>(name: &str) {
    let path = format!("{}/tests/data/other_games/{name}.tsv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("vectors");
    let mut rows = 0;
    for row in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let &[_, text, counts] = fields.as_slice() else { panic!("{name}: {row}") };
        let setup: Setup<G> = parse_hub_setup(text, None).expect("a position");
        let position = Position::from_setup(&setup, &RuleOptions::default()).expect("a position");
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let count: u64 = count.parse().expect("a count");
            if depth == 1 || count <= MOST_LEAVES {
                assert_eq!(perft(&position, depth), Ok(count), "{name}: depth {depth} of {row}");
            }
        }
        let end = position.outcome().map(|outcome| matches!(outcome, Outcome::Win { .. }));
        assert_eq!(end.is_some(), counts.split(' ').next() == Some("0"), "{name}: {row}");
        rows += 1;
    }
    assert!(rows > 50, "{name} has {rows} rows");
}

#[test]
fn known_counts_are_reached() {
    check::<Turkish>("turkish");
}

#[test]
fn men_that_go_sideways_can_come_back() {
    let start = Position::<Turkish>::start();
    let mut moves = MoveList::new();
    start.legal_moves(&mut moves);
    assert!(moves.iter().all(|&mv| start.play_legal(mv).quiet_plies() == 0), "only forward moves");
    let mut setup = Setup::<Turkish>::empty(Color::White);
    setup.put(Color::White, Kind::Man, SQUARE.squares()[27]);
    setup.put(Color::Black, Kind::Man, SQUARE.squares()[8]);
    let position = Position::from_setup(&setup, &RuleOptions::default()).expect("a position");
    position.legal_moves(&mut moves);
    let quiet: Vec<u16> = moves.iter().map(|&mv| position.play_legal(mv).quiet_plies()).collect();
    assert_eq!(quiet.iter().filter(|&&plies| plies == 1).count(), 2, "left and right");
    assert_eq!(quiet.len(), 3);
}
