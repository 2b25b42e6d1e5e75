//! Tests of learning on a small scale: files of games, training and integer nets.

use std::fs;
use std::sync::atomic::AtomicBool;

use super::parts::{Ending, Making, PartWriter, PlayedGame, SeenPosition, read_parts, see_alike};
use super::samples::{Facts, Inputs, Samples, Split};
use super::self_play::{Plan, Player};
use super::trainer::{FloatNet, NoNet, Training, log_loss, sigmoid, train};
use crate::eval::Evaluation;
use crate::eval::net::Net;
use crate::rules::games::Variant::{self, Croda, Dameo, Hexdame, International, Vanguard};
use crate::rules::{Color, Rules, file};

/// Games on boards of more than 64 bits, the last of more than 128.
fn large() -> [&'static Rules; 3] {
    let [canadian, dameo] =
        ["canadian", "big-dameo"].map(|name| file::named(name).expect("an embedded game"));
    let rows = "bbbbbbbbbbbb\n".repeat(3) + &"............\n".repeat(6) + &"wwwwwwwwwwww\n".repeat(3);
    let text =
        format!("like = \"big-dameo\"\ntitle = \"Mine\"\n[board]\nsize = 12\nstart = \"\"\"\n{rows}\"\"\"\n");
    [canadian, dameo, file::of_text("largest", &text).expect("a game")]
}

static NEVER: AtomicBool = AtomicBool::new(false);

fn games(rules: &'static Rules, seed: u64, count: u32) -> Vec<PlayedGame> {
    let plan = Plan { evaluation: Evaluation::HandMade, nodes: 100, seed };
    let mut player = Player::new(rules, plan).expect("memory");
    (0..count).map(|number| player.play(number, &NEVER).expect("it is not stopped")).collect()
}

fn making(rules: &Rules, seed: u64) -> Making {
    let (game, set_len) = (rules.file_name(), rules.geometry.word_bits() as usize / 8);
    Making { game, set_len, nodes: 100, seed, evaluation: "hand-made".to_owned() }
}

#[test]
fn games_are_determined_by_their_numbers() {
    let all = games(Vanguard.rules(), 1, 4);
    assert_eq!(all, games(Vanguard.rules(), 1, 4));
    assert_ne!(all[0].seen, games(Vanguard.rules(), 2, 1)[0].seen);
    // Earlier games do not matter.
    let plan = Plan { evaluation: Evaluation::HandMade, nodes: 100, seed: 1 };
    let mut player = Player::new(Vanguard.rules(), plan).expect("memory");
    assert_eq!(player.play(3, &NEVER).as_ref(), Some(&all[3]));
    assert_eq!(player.play(0, &AtomicBool::new(true)), None, "it was stopped");
}

/// More than this `share` of the points must go to the side that is far ahead.
fn check_games(rules: &'static Rules, share: f32) {
    let all = games(rules, 7, 60);
    let count = |ending: Ending| all.iter().filter(|game| game.ending == ending).count();
    assert!(count(Ending::WhiteWins) > 3 && count(Ending::BlackWins) > 3, "both sides win");
    let seen: Vec<&SeenPosition> = all.iter().flat_map(|game| &game.seen).collect();
    assert!(seen.len() > 1_000, "{}", seen.len());
    for seen in &seen {
        assert!(!seen.position(rules).expect("a position").could_capture(seen.side), "a quiet position");
    }
    assert!(seen.iter().any(|seen| seen.kings.any()), "some with kings");
    let variations = seen.iter().filter(|seen| seen.is_variation).count();
    assert!((seen.len() / 10..seen.len() / 2).contains(&variations), "{variations} of {}", seen.len());
    // Scores predict results: the side that is far ahead usually wins.
    let far_ahead = all.iter().flat_map(|game| {
        let of_game = game.seen.iter().filter(|seen| !seen.is_variation && seen.score > 300);
        of_game.map(|seen| game.ending.points_of(seen.side))
    });
    let points: Vec<f32> = far_ahead.collect();
    let mean = points.iter().sum::<f32>() / points.len() as f32;
    assert!(mean > share, "{rules} {mean} {}", points.len());
}

#[test]
fn games_have_quiet_positions_and_their_results() {
    [International, Dameo, Hexdame].map(Variant::rules).into_iter().for_each(|rules| check_games(rules, 0.8));
    // On large boards that happens a little less often.
    large().into_iter().for_each(|rules| check_games(rules, 0.75));
}

#[test]
fn parts_are_written_and_resumed() {
    check_parts(Dameo.rules());
    large().into_iter().for_each(check_parts);
}

fn check_parts(rules: &'static Rules) {
    let folder = tempfile::tempdir().expect("a folder");
    let (played, making) = (games(rules, 1, 3), making(rules, 1));
    let name = making.file_name();
    let mut writer = PartWriter::open(folder.path(), &making).expect("a part");
    played[..2].iter().for_each(|game| writer.add(game).expect("room on the disk"));
    let other = PartWriter::open(folder.path(), &making).expect_err("there is a writer").to_string();
    assert!(other.contains(&format!("{name}: another process")), "{other}");
    drop(writer);
    let path = folder.path().join(&name);
    let whole = fs::read(&path).expect("a file");
    // An incomplete game is removed, and the games before it stay.
    for cut in [0, 5, 40, 60, whole.len() - 1, whole.len()] {
        fs::write(&path, &whole[..cut]).expect("written");
        let mut writer = PartWriter::open(folder.path(), &making).expect("a part");
        let kept = writer.numbers().len();
        assert_eq!(kept, if cut == whole.len() { 2 } else { usize::from(cut + 1 == whole.len()) }, "{cut}");
        played[kept..].iter().for_each(|game| writer.add(game).expect("room on the disk"));
        let parts = read_parts(rules, folder.path(), false).expect("parts");
        assert_eq!((parts.len(), &parts[0].games, &parts[0].making), (1, &played, &making));
    }
}

#[test]
fn damaged_and_foreign_parts_are_rejected_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let read = |skip: bool| read_parts(Dameo.rules(), folder.path(), skip);
    let problem = |skip: bool| read(skip).map(drop).expect_err("a problem").to_string();
    assert!(problem(false).contains("no files of training games"), "{}", problem(false));
    let played = games(Dameo.rules(), 1, 3);
    for seed in [1, 2] {
        let mut writer = PartWriter::open(folder.path(), &making(Dameo.rules(), seed)).expect("a part");
        played.iter().for_each(|game| writer.add(game).expect("room on the disk"));
    }
    let path = folder.path().join("dameo-2.games");
    let good = fs::read(&path).expect("a file");
    let mut damaged = good.clone();
    damaged[good.len() / 2] ^= 1;
    fs::write(&path, &damaged).expect("written");
    assert!(problem(false).contains("dameo-2.games") && problem(false).contains("--skip-damaged"));
    let parts = read(true).expect("the good games");
    assert!(parts[0].games.len() == 3 && parts[1].games.len() < 3);
    let error = PartWriter::open(folder.path(), &making(Dameo.rules(), 2)).expect_err("damaged").to_string();
    assert!(error.contains("dameo-2.games"), "{error}");
    let other = Making { nodes: 7, ..making(Dameo.rules(), 1) };
    let error = PartWriter::open(folder.path(), &other).expect_err("other settings").to_string();
    assert!(error.contains("other settings"), "{error}");
    fs::write(&path, "something else").expect("written");
    assert!(problem(true).contains("not a file of training games"), "{}", problem(true));
    fs::remove_file(&path).expect("removed");
    PartWriter::open(folder.path(), &making(Croda.rules(), 3)).expect("a part");
    assert!(problem(false).contains("croda-3.games"), "{}", problem(false));
}

/// Games with few positions, so that every bit can be tested.
fn short_games() -> Vec<PlayedGame> {
    let long = games(Dameo.rules(), 1, 3);
    long.into_iter().map(|game| PlayedGame { seen: game.seen[..2].to_vec(), ..game }).collect()
}

#[test]
fn every_damaged_bit_is_detected() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut writer = PartWriter::open(folder.path(), &making(Dameo.rules(), 1)).expect("a part");
    short_games().iter().for_each(|game| writer.add(game).expect("room on the disk"));
    drop(writer);
    let path = folder.path().join("dameo-1.games");
    let good = fs::read(&path).expect("a file");
    let first_line = good.iter().position(|&byte| byte == b'\n').expect("a line") + 1;
    for bit in first_line * 8..good.len() * 8 {
        let mut damaged = good.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, &damaged).expect("written");
        let read = read_parts(Dameo.rules(), folder.path(), false).map(drop);
        let opened = PartWriter::open(folder.path(), &making(Dameo.rules(), 1)).map(drop);
        for error in [read, opened].map(|outcome| outcome.expect_err(&format!("bit {bit}")).to_string()) {
            assert!(error.contains("it is damaged"), "bit {bit}: {error}");
        }
        assert_eq!(fs::read(&path).expect("a file"), damaged, "the file is unchanged, bit {bit}");
    }
}

#[test]
fn parts_with_other_settings_are_rejected_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let create = |making: &Making| drop(PartWriter::open(folder.path(), making).expect("a part"));
    let (dameo, path) = (|seed| making(Dameo.rules(), seed), folder.path().join("dameo-2.games"));
    let check = || see_alike(folder.path(), &dameo(1));
    create(&dameo(1));
    create(&dameo(2));
    check().expect("only seeds differ");
    let others = [
        Making { nodes: 7, ..dameo(2) },
        Making { evaluation: "auto".to_owned(), ..dameo(2) },
        making(Croda.rules(), 2),
    ];
    for other in others {
        fs::remove_file(&path).expect("removed");
        create(&other);
        let error = check().expect_err("other settings").to_string();
        assert!(error.contains(&other.file_name()) && error.contains(&other.to_string()), "{error}");
        fs::rename(folder.path().join(other.file_name()), &path).expect("renamed");
    }
    fs::write(&path, "no line").expect("written");
    let error = check().expect_err("no part").to_string();
    assert!(error.contains("dameo-2.games: it is not a file of training games"), "{error}");
}

/// Random samples with results that `teacher` predicts.
fn samples_of(teacher: &FloatNet, shape: &Inputs, seed: u64, count: usize) -> Samples {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut samples = Samples::new(shape.clone());
    for _ in 0..count {
        let mut inputs: Vec<u16> = (0..12).map(|_| random.u16(..shape.len() as u16)).collect();
        inputs.sort_unstable();
        inputs.dedup();
        let side = if random.bool() { Color::White } else { Color::Black };
        let facts = Facts { side, output: random.u8(..8), score: 0, result: 0.0 };
        samples.add_inputs(&inputs, facts);
        let logit = teacher.logit(shape, samples.get(samples.len() - 1));
        samples.set_result(samples.len() - 1, sigmoid(logit));
    }
    samples
}

#[test]
fn training_finds_the_weights_of_a_teacher() {
    let shape = Inputs::of(International.rules());
    let teacher = FloatNet::random(&shape, 1);
    let (learned, others) = (samples_of(&teacher, &shape, 2, 40_000), samples_of(&teacher, &shape, 3, 2_000));
    let training =
        Training { passes: 30, batch: 256, rate: 0.01, decay: 0.0, score_share: 0.0, ..Training::default() };
    let begin = FloatNet::random(&shape, 4);
    let before = begin.loss(&others);
    let found = train(&learned, begin.clone(), &training, &NEVER, &mut |_| {}).expect("a net");
    let best = teacher.loss(&others);
    let after = found.loss(&others);
    assert!(after - best < 0.15 * (before - best), "{before} {after} {best}");
    // The result depends neither on the number of threads nor on the run.
    let once = Training { passes: 1, threads: 1, ..training };
    let twice = Training { threads: 3, ..once };
    let train = |training: &Training| train(&learned, begin.clone(), training, &NEVER, &mut |_| {});
    assert_eq!(train(&once), train(&twice));
    assert_eq!(
        super::trainer::train(&learned, begin, &once, &AtomicBool::new(true), &mut |_| {}),
        Err(NoNet::Stopped)
    );
}

#[test]
fn diverging_training_is_an_error() {
    let shape = Inputs::of(International.rules());
    let learned = samples_of(&FloatNet::random(&shape, 1), &shape, 2, 300);
    let begin = FloatNet::random(&shape, 4);
    for (rate, decay) in [(f32::NAN, 0.0), (f32::INFINITY, 0.0), (1e30, 1e30), (0.1, f32::NAN)] {
        let training = Training { passes: 3, batch: 100, rate, decay, ..Training::default() };
        let found = train(&learned, begin.clone(), &training, &NEVER, &mut |_| {});
        assert_eq!(found, Err(NoNet::Diverged), "{rate} {decay}");
    }
}

#[test]
fn the_loss_is_least_at_the_truth() {
    for truth in [0.0, 0.25, 0.5, 1.0_f32] {
        let best = (1..100).map(|i| i as f32 / 100.0).map(|p| log_loss((p / (1.0 - p)).ln(), truth));
        let best =
            best.enumerate().min_by(|a, b| a.1.total_cmp(&b.1)).map(|(place, _)| place as f32 / 100.0 + 0.01);
        assert!((best.unwrap_or_default() - truth).abs() <= 0.011, "{truth} {best:?}");
    }
}

/// The maximum difference between the integer net and the floating-point net, in men.
const MAX_DIFFERENCE: f64 = 0.02;

fn check_integers(rules: &'static Rules) {
    let folder = tempfile::tempdir().expect("a folder");
    let played = games(rules, 5, 60);
    let mut writer = PartWriter::open(folder.path(), &making(rules, 5)).expect("a part");
    played.iter().for_each(|game| writer.add(game).expect("room on the disk"));
    let split = Split::of(rules, &read_parts(rules, folder.path(), false).expect("parts"));
    let shape = &split.learned.shape;
    let training = Training { passes: 3, batch: 256, ..Training::default() };
    let net =
        train(&split.learned, FloatNet::random(shape, 1), &training, &NEVER, &mut |_| {}).expect("a net");
    assert!(net.loss(&split.learned) < 0.69, "better than a constant prediction");
    // So few games do not determine the value of a man; this is a typical value from larger training runs.
    let men_per_logit = 1.2;
    let bytes = net.weights(shape, 100.0 * men_per_logit).to_bytes(rules, "");
    let integers = Net::from_bytes(rules, &bytes).expect("a net");
    // A net with the weights of the integer net predicts nearly the same, but for the scale that it assumes.
    let again = FloatNet::of_weights(shape, &integers.weights(rules), 1);
    for sample in split.held_out.iter() {
        let (logit, again) = (net.logit(shape, sample), again.logit(shape, sample) / men_per_logit);
        assert!((logit - again).abs() < 0.02, "{rules} {logit} {again}");
    }
    let evaluation = Evaluation::Net(integers.into());
    let seen = split.held_out.iter().zip(&split.held_out_positions);
    // With fewer pieces, the evaluation may scale a score down because a win against a king is unlikely.
    for (sample, seen) in seen.filter(|(_, seen)| seen.pieces.iter().all(|set| set.count() >= 4)) {
        let float = f64::from(net.logit(shape, sample) * men_per_logit);
        let integer = evaluation.evaluate(&*seen.position(rules).expect("a position")).men;
        assert!((float - integer).abs() < MAX_DIFFERENCE, "{rules} {float} {integer}");
    }
}

#[test]
fn integer_nets_match_floating_point_nets() {
    [International, Vanguard, Dameo].map(Variant::rules).into_iter().for_each(check_integers);
    large().into_iter().for_each(check_integers);
}

#[test]
fn views_are_permutations_and_inverses() {
    assert_eq!(Inputs::of(International.rules()).images(), 1, "there is no mirror");
    assert_eq!(Inputs::of(Dameo.rules()).images(), 2);
    assert_eq!(Inputs::of(Hexdame.rules()).images(), 2);
    let shape = Inputs::of(Dameo.rules());
    for image in 0..2 {
        let (white, black) = shape.views(image);
        let mut all: Vec<u16> = white.to_vec();
        all.sort_unstable();
        assert!(all.iter().copied().eq(0..shape.len() as u16), "every input once");
        // Exchanging the sides twice changes nothing.
        assert!((0..shape.len()).all(|input| shape.views(0).1[usize::from(black[input])] == white[input]));
    }
}

#[test]
fn positions_of_variations_are_learned_from_their_scores_and_never_held_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let played = games(Dameo.rules(), 5, 60);
    let mut writer = PartWriter::open(folder.path(), &making(Dameo.rules(), 5)).expect("a part");
    played.iter().for_each(|game| writer.add(game).expect("room on the disk"));
    let split = Split::of(Dameo.rules(), &read_parts(Dameo.rules(), folder.path(), false).expect("parts"));
    assert!(!split.held_out.is_empty() && split.held_out.len() == split.held_out_positions.len());
    assert!(split.held_out_positions.iter().all(|seen| !seen.is_variation));
    let is_result = |result: f32| [0.0, 0.5, 1.0].contains(&result);
    assert!(split.held_out.iter().all(|sample| is_result(sample.facts.result)));
    let facts = split.learned.iter().map(|sample| sample.facts);
    let predicted: Vec<Facts> = facts.filter(|facts| !is_result(facts.result)).collect();
    assert!(predicted.iter().all(|facts| facts.result == sigmoid(f32::from(facts.score) / 150.0)));
    assert!(predicted.len() > split.learned.len() / 10);
}
