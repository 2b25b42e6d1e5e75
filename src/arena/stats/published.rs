//! Published values, recomputed.
//!
//! CITE: the unit tests of fastchess (MIT licence, <https://github.com/Disservin/fastchess>), `app/tests/elo_test.cpp`
//! and `app/tests/sprt_test.cpp`; most of the counts of the latter are from matches on fishtest. The values have two
//! decimal places.
//!
//! CITE: `LLRcalc.py` of fishtest (<https://github.com/official-stockfish/fishtest>), whose functions
//! `LLR_logistic` and `LLR_normalized` computed the numbers with more digits.

use super::tally::tally_of_pairs;
use super::{Interval, Model, Sprt, Tally};

/// Half of the last published digit.
const ROUNDING: f64 = 0.005 + 1e-9;

#[track_caller]
fn assert_rounds_to(value: f64, published: f64) {
    assert!((value - published).abs() <= ROUNDING, "{value} is not {published}");
}

#[track_caller]
fn assert_interval(interval: Option<Interval>, estimate: f64, margin: f64) {
    let interval = interval.unwrap();
    assert_rounds_to(interval.estimate, estimate);
    assert_rounds_to(interval.margin(), margin);
}

/// fastchess counts 1-1 by two draws separately from 1-1 by one win each, and lists wins, losses, draws.
fn pairs([ll, ld, wl, dd, wd, ww]: [u64; 6]) -> Tally {
    tally_of_pairs([ll, ld, wl + dd, wd, ww])
}

fn games([wins, losses, draws]: [u64; 3]) -> Tally {
    Tally::of_games(wins, draws, losses)
}

#[test]
fn elo_of_games() {
    let tally = games([136, 96, 111]);
    assert_interval(tally.elo(), 40.70, 30.43);
    assert_interval(tally.normalized_elo(), 49.77, 36.77);
    assert_rounds_to(100.0 * tally.los(), 99.60);

    let tally = games([76, 89, 123]);
    assert_interval(tally.normalized_elo(), -20.76, 40.13);
    assert_rounds_to(100.0 * tally.los(), 15.53);

    assert_interval(games([34, 356, 0]).normalized_elo(), -508.44, 34.48);
}

#[test]
fn elo_of_pairs() {
    let tally = pairs([34, 54, 31, 32, 64, 75]);
    assert_interval(tally.elo(), 55.58, 27.65);
    assert_interval(tally.normalized_elo(), 57.94, 28.28);
    assert_rounds_to(100.0 * tally.los(), 100.00);

    let tally = pairs([332, 433, 457, 41, 333, 334]);
    assert_interval(tally.elo(), -8.64, 10.33);
    assert_interval(tally.normalized_elo(), -9.17, 10.96);
    assert_rounds_to(100.0 * tally.los(), 5.05);

    let tally = pairs([7895, 8757, 5485, 200, 568, 9999]);
    assert_interval(tally.elo(), -21.04, 2.95);
    assert_interval(tally.normalized_elo(), -19.01, 2.65);
    assert_rounds_to(100.0 * tally.los(), 0.00);
}

fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap()
}

#[test]
fn ratios_of_games() {
    let cases = [
        ([36433, 36027, 68692], sprt(0.0, 2.0, Model::Normalized), 0.92),
        ([10871, 10650, 20431], sprt(-1.75, 0.25, Model::Normalized), 2.30),
        ([21404, 21184, 40708], sprt(0.5, 2.5, Model::Logistic), -1.57),
        ([57433, 57030, 106_593], sprt(0.0, 2.0, Model::Logistic), -2.59),
    ];
    for (counts, sprt, published) in cases {
        assert_rounds_to(sprt.llr_of_games(&games(counts)), published);
    }
}

#[test]
fn ratios_of_pairs() {
    let cases = [
        ([365, 16618, 36029, 200, 16974, 390], sprt(0.0, 2.0, Model::Normalized), 2.25),
        ([127, 4883, 10311, 401, 5150, 104], sprt(-1.75, 0.25, Model::Normalized), 3.01),
        ([223, 9863, 20279, 1000, 10037, 246], sprt(0.5, 2.5, Model::Logistic), -3.07),
        ([871, 26175, 55003, 980, 26678, 821], sprt(0.0, 2.0, Model::Logistic), -4.98),
    ];
    for (counts, sprt, published) in cases {
        assert_rounds_to(sprt.llr(&pairs(counts)), published);
    }
}

/// Matches without a loss. fastchess has 120.56 and 111.82 with a tolerance of 1 %, because it ends the search for the
/// most likely distribution early; these values are from fishtest.
#[test]
fn ratios_of_runs() {
    let of_games = sprt(0.0, 10.0, Model::Normalized).llr_of_games(&games([4250, 0, 0]));
    assert!((of_games - 120.548_267_741_203).abs() < 1e-6, "{of_games}");
    let of_pairs = sprt(0.0, 5.0, Model::Normalized).llr(&pairs([0, 0, 0, 0, 0, 5550]));
    assert!((of_pairs - 111.797_555_086_715).abs() < 1e-6, "{of_pairs}");
}

#[test]
fn ratios_to_nine_digits() {
    let cases = [
        ([30, 100, 500, 110, 33], 10.0, Model::Normalized, 0.202_173_445_554),
        ([30, 100, 500, 110, 33], 10.0, Model::Logistic, -0.598_889_207_057),
        ([3, 20, 50, 30, 9], 40.0, Model::Normalized, 2.392_217_208_051),
        ([3, 20, 50, 30, 9], 40.0, Model::Logistic, 2.469_067_941_542),
    ];
    for (counts, elo1, model, published) in cases {
        let llr = sprt(0.0, elo1, model).llr(&tally_of_pairs(counts));
        assert!((llr - published).abs() < 1e-9, "{counts:?} {model:?}: {llr}");
    }
}
