//! Endgame tables against the naive referee: the value and distance of every position must equal the result of plain
//! iteration over the naive rules, in every game and under every option.

#![expect(clippy::print_stdout, reason = "long runs print their results")]

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use coupturc::rules::games::{International, Variant};
use coupturc::rules::{Color, Game, Position, RuleOptions, WithoutMove};
use coupturc::tables::{BuildError, BuildPlan, EndgameTable, Material, TableSet, Value};
use coupturc::with_game;
use fastrand::Rng;

use crate::endgames::{number, scattered};
use crate::support::naive::{End, Endgames, NaivePosition, end_by_rule, end_of};
use crate::support::{
    for_every_game, is_wanted, more, move_options, naive_game, naive_options, naive_position, position,
};

/// The number of sampled positions per class.
const SAMPLE: usize = 200;

fn built(variant: Variant, pieces: usize, options: &RuleOptions) -> TableSet {
    BuildPlan { pieces, ..BuildPlan::default() }.build(variant.rules(), options).expect("tables")
}

/// The value in the tables, as the naive referee expresses it. The last move is the winner's or, in games in which a
/// player who cannot move wins, the loser's.
fn end<G: Game>(set: &TableSet, position: &Position<G>) -> End {
    match set.probe_any(position) {
        Some(Value::Draw) => None,
        Some(Value::Win(plies)) => {
            assert_eq!(plies % 2 == 1, G::WITHOUT_MOVE == WithoutMove::Loses, "a win in {plies}");
            Some(plies)
        }
        Some(Value::Loss(plies)) => {
            assert_eq!(plies % 2 == 0, G::WITHOUT_MOVE == WithoutMove::Loses, "a loss in {plies}");
            Some(plies)
        }
        None => panic!(
            "{} has no table for {}",
            G::VARIANT,
            naive_position(position, &RuleOptions::default()).to_hub()
        ),
    }
}

/// Compares every position with up to `pieces` pieces. Returns their number.
fn compare_all<G: Game>(pieces: usize, options: &RuleOptions) -> usize {
    let set = built(G::VARIANT, pieces, options);
    let endgames = Endgames::solve(naive_game(G::VARIANT), naive_options(options), pieces);
    let (mut compared, mut differences) = (0, 0);
    for (naive, expected) in endgames.iter() {
        let found = end(&set, &position::<G>(naive, options));
        if found != expected {
            differences += 1;
            if differences <= 10 {
                let (text, more) = (naive.to_hub(), naive.more());
                println!("{} {options:?} {text} {more:?}: {found:?}, not {expected:?}", G::VARIANT);
            }
        }
        compared += 1;
    }
    println!("{} {options:?}: {compared} positions, {differences} differences", G::VARIANT);
    assert_eq!(differences, 0, "{} {options:?}", G::VARIANT);
    compared
}

#[test]
fn two_pieces_agree() {
    for_every_game(|variant| {
        for options in move_options(variant) {
            assert!(with_game!(variant.rules(), G => compare_all::<G>(2, &options)) > 10_000);
        }
    });
}

/// `cargo test --release --test tables three -- --ignored --nocapture`; `COUPTURC_GAMES` selects games, separated by
/// commas. Each game takes minutes.
#[test]
#[ignore = "goes through millions of positions with the naive rules"]
fn three_pieces_agree() {
    for &variant in Variant::ALL.iter().filter(|variant| is_wanted(**variant)) {
        for options in move_options(variant) {
            let (compared, cells) =
                with_game!(variant.rules(), G => (compare_all::<G>(3, &options), G::GEOMETRY.len()));
            assert!(compared > if cells < 50 { 500_000 } else { 2_000_000 });
        }
    }
}

/// Checks that the value of a position follows from those of its successors under the naive rules.
fn check_one<G: Game>(set: &TableSet, position: &Position<G>, options: &RuleOptions) {
    let naive: NaivePosition = naive_position(position, options);
    let expected = end_by_rule(&naive).unwrap_or_else(|| {
        let successors = naive.successors();
        let ends = successors.iter().map(|next| end(set, &crate::support::position::<G>(next, options)));
        end_of(naive_game(G::VARIANT), ends)
    });
    let (text, more) = (naive.to_hub(), more(position));
    assert_eq!(end(set, position), expected, "{} {options:?} {text} {more:?}", G::VARIANT);
}

/// Checks samples of every class with `pieces` pieces, with either colour as the stronger side.
fn check_samples<G: Game>(pieces: usize, sample: usize, options: &RuleOptions) {
    let set = built(G::VARIANT, pieces, options);
    let classes = Material::classes_of(G::VARIANT.rules(), pieces);
    check_classes::<G>(&set, &classes, sample, options);
}

fn check_classes<G: Game>(set: &TableSet, classes: &[Material], sample: usize, options: &RuleOptions) {
    let mut rng = Rng::with_seed(5);
    for &material in classes {
        for material in [material, material.with_colors_exchanged()] {
            for _ in 0..sample {
                check_one(set, &scattered::<G>(material, options, &mut rng), options);
            }
        }
    }
}

#[test]
fn samples_of_three_pieces_agree() {
    for_every_game(|variant| {
        // The last options have a halt rule and the wider scope of the vanguard.
        for options in [move_options(variant)[0], *move_options(variant).last().expect("some options")] {
            with_game!(variant.rules(), G => check_samples::<G>(3, SAMPLE, &options));
        }
    });
}

/// `cargo test --release --test tables four -- --ignored`
#[test]
#[ignore = "builds the tables of four pieces under every option"]
fn samples_of_four_pieces_agree() {
    for &variant in Variant::ALL.iter().filter(|variant| is_wanted(**variant)) {
        for options in move_options(variant) {
            with_game!(variant.rules(), G => check_samples::<G>(4, 50 * SAMPLE, &options));
            println!("{variant} {options:?}: {} positions a class agree", 100 * SAMPLE);
        }
    }
}

/// `COUPTURC_TABLES=FOLDER cargo test --release --test tables samples_in_files -- --ignored --nocapture`; checks the
/// classes with `COUPTURC_PIECES` pieces, five by default, that the folder has.
#[test]
#[ignore = "needs a folder of tables"]
fn samples_in_files_agree() {
    let root = std::env::var_os("COUPTURC_TABLES").expect("COUPTURC_TABLES names a folder of tables");
    let (pieces, options) = (number("COUPTURC_PIECES", 5), RuleOptions::default());
    let mut checked = 0;
    for &variant in Variant::ALL.iter().filter(|variant| is_wanted(**variant)) {
        let mut set = TableSet::new(variant.rules(), &options);
        assert_eq!(set.open(root.as_ref()), []);
        let of_set = set.tables().iter().map(EndgameTable::material);
        let classes: Vec<Material> = of_set.filter(|material| material.pieces() == pieces).collect();
        with_game!(variant.rules(), G => check_classes::<G>(&set, &classes, 50 * SAMPLE, &options));
        println!("{variant}: {} positions in each of {} classes agree", 100 * SAMPLE, classes.len());
        checked += classes.len();
    }
    assert!(checked > 0, "no class with {pieces} pieces in {}", root.display());
}

/// CITE: Gijsbert Wiesenekker, GWDEGTB, README.md, "Example: 1 king + 1 man against 1 king + 1 man". It counts as we
/// do: every placement of the pieces once, without men on their promotion cells, White to move, with and without
/// captures; plies to the end of the game, where a side without a move has lost in 0; no draws by move limits. It also
/// says that the numbers are the same with Black to move.
const PUBLISHED: [(Value, usize); 21] = [
    (Value::Draw, 3_568_953),
    (Value::Loss(0), 91),
    (Value::Loss(2), 12_088),
    (Value::Loss(4), 2_861),
    (Value::Loss(6), 4_109),
    (Value::Loss(8), 5_919),
    (Value::Loss(10), 913),
    (Value::Loss(12), 237),
    (Value::Loss(14), 194),
    (Value::Loss(16), 120),
    (Value::Loss(18), 30),
    (Value::Win(1), 262_080),
    (Value::Win(3), 123_240),
    (Value::Win(5), 199_481),
    (Value::Win(7), 260_127),
    (Value::Win(9), 27_705),
    (Value::Win(11), 5_969),
    (Value::Win(13), 1_895),
    (Value::Win(15), 1_266),
    (Value::Win(17), 684),
    (Value::Win(19), 198),
];

/// `cargo test --release --test tables published -- --ignored`
#[test]
#[ignore = "builds the tables of four pieces"]
fn published_figures_of_international_draughts_are_reproduced() {
    let material = Material::new(1, 1, 1, 1);
    let plan = BuildPlan { pieces: 4, only: Some(material), ..BuildPlan::default() };
    let set = plan.build(Variant::International.rules(), &RuleOptions::default()).expect("tables");
    let table = set.tables().iter().find(|table| table.material() == material).expect("such a table");
    let mut counts = BTreeMap::new();
    for value in table.values(Color::White) {
        *counts.entry(format!("{value:?}")).or_insert(0) += 1;
    }
    let published = PUBLISHED.map(|(value, count)| (format!("{value:?}"), count));
    assert_eq!(counts, BTreeMap::from(published));
}

#[test]
fn a_class_is_built_with_all_classes_that_it_leads_to() {
    let only = Some(Material::new(0, 2, 0, 1));
    let plan = BuildPlan { only, ..BuildPlan::default() };
    let set = plan.build(Variant::International.rules(), &RuleOptions::default()).expect("tables");
    let classes: Vec<_> = set.tables().iter().map(|table| table.material().to_string()).collect();
    assert_eq!(classes, ["0M1K-0M1K", "0M2K-0M1K"]);
    let all = built(Variant::International, 3, &RuleOptions::default());
    let twin = all.tables().iter().find(|table| Some(table.material()) == only).expect("such a table");
    assert!(set.tables()[1].values(Color::Black).eq(twin.values(Color::Black)));
}

#[test]
fn values_do_not_depend_on_threads() {
    for_every_game(|variant| {
        with_game!(variant.rules(), G => {
            let options = RuleOptions::default();
            let one = built(G::VARIANT, 3, &options);
            let plan = BuildPlan { pieces: 3, threads: 3, ..BuildPlan::default() };
            let three = plan.build(G::VARIANT.rules(), &options).expect("tables");
            let both: Vec<_> = one.tables().iter().zip(three.tables()).collect();
            let classes = if G::FIRST_KING_WINS { 2 } else { 9 };
            assert_eq!((both.len(), three.tables().len()), (classes, classes), "{variant}");
            for (one, three) in both {
                assert_eq!(one.material(), three.material(), "{variant}");
                for color in Color::ALL {
                    assert!(one.values(color).eq(three.values(color)), "{variant} {}", one.material());
                }
            }
        });
    });
}

#[test]
fn other_positions_have_no_value() {
    let set = built(Variant::International, 2, &RuleOptions::default());
    let mut rng = Rng::with_seed(6);
    let two = |options: &RuleOptions, rng: &mut Rng| {
        scattered::<International>(Material::new(0, 1, 0, 1), options, rng)
    };
    assert!(set.probe_any(&two(&RuleOptions::default(), &mut rng)).is_some());
    let repetition =
        RuleOptions { draw_rule: "repetition".parse().expect("a rule"), ..RuleOptions::default() };
    assert!(set.probe_any(&two(&repetition, &mut rng)).is_some(), "draw rules are ignored");
    let killer = RuleOptions { halt: "killer".parse().expect("a rule"), ..RuleOptions::default() };
    assert_eq!(set.probe_any(&two(&killer, &mut rng)), None, "halt rules are not");
    let three = Material::new(0, 2, 0, 1);
    let three = scattered::<International>(three, &RuleOptions::default(), &mut rng);
    assert_eq!(set.probe_any(&three), None);
    assert_eq!(set.probe_any(&Position::<International>::start()), None);
}

#[test]
fn building_can_fail() {
    let stop = AtomicBool::new(true);
    let stopped = BuildPlan { stop: &stop, ..BuildPlan::default() };
    let many = BuildPlan { pieces: 9, ..BuildPlan::default() };
    let error = |plan: BuildPlan| plan.build(Variant::International.rules(), &RuleOptions::default()).err();
    assert_eq!(error(stopped), Some(BuildError::Stopped));
    assert_eq!(error(many), Some(BuildError::TooManyPieces { pieces: 9, most: 8 }));
}
