//! Figures: the statistics of a survey, as text and for JSON.

use std::collections::BTreeMap;
use std::iter;

use serde::Serialize;

use super::course::Stretch;
use super::examples::{LongestCapture, ShortestGame};
use super::survey::{Choices, Points, Survey};
use crate::arena::stats::{Tally, elo_to_score};
use crate::html::Lengths;
use crate::rules::Rules;

/// The 97.5 % quantile of the normal distribution, for 95 % intervals.
const NORMAL_QUANTILE: f64 = 1.959_963_984_540_054;

/// The statistics of all games with the same rules.
#[derive(Serialize)]
pub(in crate::cli) struct Figures {
    /// The name of the variant, and rules other than the default ones.
    pub(super) game: String,
    #[serde(skip)]
    pub(super) rules: &'static Rules,
    pub(super) title: &'static str,
    /// Games with a result. All figures below are about these.
    pub(in crate::cli) games: usize,
    distinct: usize,
    left_out: LeftOut,
    pub(super) white_wins: Share,
    pub(super) draws: Share,
    pub(super) black_wins: Share,
    pub(super) first_move: Advantage,
    pub(super) plies: Spread,
    pub(super) lengths: Lengths,
    legal_moves: LegalMoves,
    pub(super) captures: CaptureFigures,
    pub(super) longest_capture: Option<LongestCapture>,
    pub(super) shortest_game: Option<ShortestGame>,
    promotions: PromotionFigures,
    pub(super) endings: BTreeMap<String, u64>,
    scores: ScoreFigures,
    pub(super) course: Vec<Stretch>,
}

#[derive(Serialize)]
struct LeftOut {
    faults: u64,
    unfinished: u64,
}

/// A proportion, with its 95 % interval.
#[derive(Serialize)]
pub(super) struct Share {
    pub(super) count: u64,
    pub(super) share: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

/// The score of the player who moves first, as a share of the points and in Elo, with 95 % intervals. Infinite bounds
/// are `None`.
#[derive(Serialize)]
pub(super) struct Advantage {
    score: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
}

/// The distribution of numbers. The quartiles are elements of the sample.
#[derive(Default, Serialize)]
pub(super) struct Spread {
    mean: Option<f64>,
    deviation: Option<f64>,
    pub(super) least: Option<usize>,
    pub(super) lower_quartile: Option<usize>,
    pub(super) median: Option<usize>,
    pub(super) upper_quartile: Option<usize>,
    pub(super) most: Option<usize>,
}

/// Means over positions: the branching factor.
#[derive(Serialize)]
struct LegalMoves {
    mean: Option<f64>,
    opening: Option<f64>,
    middlegame: Option<f64>,
    endgame: Option<f64>,
    /// The share of positions with one legal move.
    forced: Option<f64>,
}

#[derive(Serialize)]
pub(super) struct CaptureFigures {
    /// Moves that capture.
    a_game: Option<f64>,
    share_of_plies: Option<f64>,
    pieces_each: Option<f64>,
    most_pieces: u64,
    /// The number of captures of each number of pieces.
    pub(super) by_pieces: BTreeMap<u64, u64>,
}

#[derive(Serialize)]
struct PromotionFigures {
    a_game: Option<f64>,
    /// The share of games with a promotion.
    games: Option<f64>,
}

/// What scores are worth: the logistic curve that maps the players' scores to expected results.
#[derive(Serialize)]
struct ScoreFigures {
    positions: u64,
    /// The score in men at which the side to move gets 73 % of the points.
    scale: Option<f64>,
}

impl Figures {
    pub(in crate::cli) fn of(game: &str, survey: Survey) -> Self {
        let plies = survey.plies.concat();
        let games = plies.len();
        let shares = survey.plies.each_ref().map(|some| Share::of(some.len() as u64, games as u64));
        let [white, draws, black] = shares;
        let all_plies: usize = plies.iter().sum();
        Self {
            game: game.to_owned(),
            rules: survey.rules,
            title: survey.rules.title,
            games,
            distinct: survey.distinct(),
            left_out: LeftOut { faults: survey.faults, unfinished: survey.unfinished },
            white_wins: white,
            draws,
            black_wins: black,
            first_move: Advantage::of(survey.first_moves),
            plies: Spread::of(plies),
            lengths: Lengths::of(&survey.plies),
            legal_moves: LegalMoves::of(&survey.phases),
            captures: CaptureFigures::of(survey.captures, games, all_plies),
            longest_capture: survey.longest_capture,
            shortest_game: survey.shortest_game,
            promotions: PromotionFigures {
                a_game: ratio(survey.promotions, games as u64),
                games: ratio(survey.games_with_promotions, games as u64),
            },
            endings: survey.endings,
            scores: ScoreFigures::of(&survey.scores),
            course: Stretch::all(&survey.course),
        }
    }

    pub(in crate::cli) fn text(&self) -> String {
        let heading = format!("{} ({}): {}", self.title, self.game, self.number_of_games());
        let lines = self.lines().into_iter().map(|(what, text)| row(what, &text));
        iter::once(heading).chain(lines).collect::<Vec<_>>().join("\n")
    }

    pub(in crate::cli) fn number_of_games(&self) -> String {
        format!("{} games, {} of them distinct", self.games, self.distinct)
    }

    /// What the games are like, in lines with names.
    pub(super) fn lines(&self) -> Vec<(&'static str, String)> {
        let LeftOut { faults, unfinished } = self.left_out;
        let left_out = format!("{faults} ended by a fault, {unfinished} have no result");
        let mut lines = vec![("left out", left_out)];
        lines.truncate(usize::from(faults + unfinished > 0));
        if self.games > 0 {
            lines.extend(self.lines_of_games());
        }
        lines
    }

    fn lines_of_games(&self) -> Vec<(&'static str, String)> {
        let Self { first_move, plies, legal_moves, captures, promotions, .. } = self;
        let endings: Vec<_> = self.endings.iter().map(|(word, count)| format!("{word} {count}")).collect();
        let capture = self.longest_capture.as_ref().map(|capture| ("longest capture", capture.text()));
        let shortest = self.shortest_game.as_ref().map(|game| ("shortest game", game.text()));
        let lines = [
            ("White wins", self.white_wins.text()),
            ("draws", self.draws.text()),
            ("Black wins", self.black_wins.text()),
            ("first move", first_move.text()),
            ("length", plies.text()),
            ("legal moves", legal_moves.text()),
            (
                "captures",
                format!(
                    "{} per game, {} of all plies; {} pieces each, at most {}",
                    number(captures.a_game),
                    percent(captures.share_of_plies),
                    number(captures.pieces_each),
                    captures.most_pieces
                ),
            ),
            (
                "promotions",
                format!(
                    "{} per game, in {} of the games",
                    number(promotions.a_game),
                    percent(promotions.games)
                ),
            ),
            ("endings", endings.join(", ")),
            ("scores", self.scores.text()),
        ];
        lines.into_iter().chain(capture).chain(shortest).collect()
    }
}

impl Share {
    /// CITE: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the
    /// American Statistical Association 22 (1927), pages 209-212.
    fn of(count: u64, all: u64) -> Self {
        let Some(share) = ratio(count, all) else {
            return Self { count, share: None, low: None, high: None };
        };
        let (all, squared) = (all as f64, NORMAL_QUANTILE * NORMAL_QUANTILE);
        let middle = (share + squared / (2.0 * all)) / (1.0 + squared / all);
        let spread = (share * (1.0 - share) / all + squared / (4.0 * all * all)).sqrt();
        let margin = NORMAL_QUANTILE * spread / (1.0 + squared / all);
        let (low, high) = ((middle - margin).max(0.0), (middle + margin).min(1.0));
        Self { count, share: Some(share), low: Some(low), high: Some(high) }
    }

    fn text(&self) -> String {
        format!("{}, {} {}", self.count, percent(self.share), self.interval())
    }

    pub(super) fn interval(&self) -> String {
        format!("[{}, {}]", percent(self.low), percent(self.high))
    }
}

impl Advantage {
    fn of([wins, draws, losses]: [u64; 3]) -> Self {
        let elo = Tally::of_games(wins, draws, losses).elo();
        let bound = |elo: f64| elo.is_finite().then_some(elo);
        Self {
            score: elo.map(|elo| elo_to_score(elo.estimate)),
            low: elo.map(|elo| elo_to_score(elo.low)),
            high: elo.map(|elo| elo_to_score(elo.high)),
            elo: elo.and_then(|elo| bound(elo.estimate)),
            elo_low: elo.and_then(|elo| bound(elo.low)),
            elo_high: elo.and_then(|elo| bound(elo.high)),
        }
    }

    /// Whether the first move is worth something, as far as the interval shows it.
    pub(super) fn verdict(&self) -> &'static str {
        match (self.low, self.high) {
            (Some(low), _) if low > 0.5 => "The player who moves first has an advantage.",
            (_, Some(high)) if high < 0.5 => "The player who moves first has a disadvantage.",
            _ => "Whether moving first is an advantage cannot be told from so few games.",
        }
    }

    fn text(&self) -> String {
        let elo = |elo: Option<f64>| elo.map_or_else(|| "infinite".to_owned(), |elo| format!("{elo:+.0}"));
        format!(
            "scores {} of the points [{}, {}], Elo {} [{}, {}]",
            percent(self.score),
            percent(self.low),
            percent(self.high),
            elo(self.elo),
            elo(self.elo_low),
            elo(self.elo_high)
        )
    }
}

impl Spread {
    pub(super) fn of(mut numbers: Vec<usize>) -> Self {
        numbers.sort_unstable();
        let Some(last) = numbers.len().checked_sub(1) else { return Self::default() };
        let all = numbers.len() as f64;
        let mean = numbers.iter().sum::<usize>() as f64 / all;
        let squares: f64 = numbers.iter().map(|&number| (number as f64 - mean).powi(2)).sum();
        let at_quarter = |quarters: usize| numbers.get(last * quarters / 4).copied();
        Self {
            mean: Some(mean),
            deviation: (last > 0).then(|| (squares / last as f64).sqrt()),
            least: at_quarter(0),
            lower_quartile: at_quarter(1),
            median: at_quarter(2),
            upper_quartile: at_quarter(3),
            most: at_quarter(4),
        }
    }

    fn text(&self) -> String {
        let whole = |number: Option<usize>| number.map_or_else(String::new, |number| number.to_string());
        format!(
            "{} plies on average, from {} to {}; half have {} to {}, the median is {}",
            number(self.mean),
            whole(self.least),
            whole(self.most),
            whole(self.lower_quartile),
            whole(self.upper_quartile),
            whole(self.median)
        )
    }
}

impl LegalMoves {
    fn of(phases: &[Choices; 3]) -> Self {
        let [opening, middlegame, endgame] =
            phases.map(|choices| ratio(choices.legal_moves, choices.positions));
        let sum = |count: fn(&Choices) -> u64| phases.iter().map(count).sum::<u64>();
        let positions = sum(|choices| choices.positions);
        Self {
            mean: ratio(sum(|choices| choices.legal_moves), positions),
            opening,
            middlegame,
            endgame,
            forced: ratio(sum(|choices| choices.forced), positions),
        }
    }

    fn text(&self) -> String {
        let phases = [("opening", self.opening), ("middlegame", self.middlegame), ("endgame", self.endgame)];
        let phases = phases.map(|(phase, mean)| format!("{} in the {phase}", number(mean)));
        format!("{} on average, {}; {} forced", number(self.mean), phases.join(", "), percent(self.forced))
    }
}

impl CaptureFigures {
    fn of(by_pieces: BTreeMap<u64, u64>, games: usize, plies: usize) -> Self {
        let moves = by_pieces.values().sum();
        Self {
            a_game: ratio(moves, games as u64),
            share_of_plies: ratio(moves, plies as u64),
            pieces_each: ratio(by_pieces.iter().map(|(pieces, moves)| pieces * moves).sum(), moves),
            most_pieces: by_pieces.last_key_value().map_or(0, |(&most, _)| most),
            by_pieces,
        }
    }
}

impl ScoreFigures {
    fn of(scores: &BTreeMap<i32, Points>) -> Self {
        Self { positions: scores.values().map(|at| at.positions).sum(), scale: scale(scores) }
    }

    fn text(&self) -> String {
        match self.scale {
            Some(scale) => format!("+{scale:.2} men get 73 % of the points, in {} positions", self.positions),
            None => format!("{} positions, too few for a scale", self.positions),
        }
    }
}

/// The scale in men of the logistic curve with the maximum likelihood, by bisection of its slope. `None` if the results
/// do not follow the scores, or follow them so well, as in a few games, that no curve is steep enough.
fn scale(scores: &BTreeMap<i32, Points>) -> Option<f64> {
    let is_too_flat = |slope: f64| {
        let gradients = scores.iter().map(|(&hundredths, at)| {
            let men = f64::from(hundredths) / 100.0;
            let chance = 1.0 / (1.0 + (-slope * men).exp());
            men * (at.points - chance * at.positions as f64)
        });
        gradients.sum::<f64>() >= 0.0
    };
    let (mut low, mut high) = (0.01, 100.0);
    if !is_too_flat(low) || is_too_flat(high) {
        return None;
    }
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if is_too_flat(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(1.0 / low)
}

/// `None` if `whole` is 0.
pub(super) fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

fn row(what: &str, text: &str) -> String {
    format!("  {what:15}  {text}")
}

fn number(number: Option<f64>) -> String {
    number.map_or_else(|| "-".to_owned(), |number| format!("{number:.1}"))
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", 100.0 * share))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compared with `binomtest(15, 50).proportion_ci(method="wilson")` of SciPy.
    #[test]
    fn shares_have_wilsons_interval() {
        let Share { low: Some(low), high: Some(high), .. } = Share::of(15, 50) else { panic!("no interval") };
        assert!((low - 0.191_03).abs() < 1e-4 && (high - 0.437_50).abs() < 1e-4, "{low} {high}");
        let none = Share::of(0, 10);
        assert_eq!((none.low, none.high.map(|high| (100.0 * high).round())), (Some(0.0), Some(28.0)));
        assert!(Share::of(0, 0).share.is_none());
    }

    #[test]
    fn the_scale_is_that_of_the_curve_that_gave_the_points() {
        let at = |hundredths: i32| {
            let positions = 1000;
            let chance = 1.0 / (1.0 + (-f64::from(hundredths) / 140.0).exp());
            (hundredths, Points { positions, points: chance * positions as f64 })
        };
        let scores: BTreeMap<_, _> = (-300..=300).step_by(7).map(at).collect();
        assert!(scale(&scores).is_some_and(|scale| (scale - 1.4).abs() < 1e-6), "{:?}", scale(&scores));
        assert_eq!(scale(&BTreeMap::new()), None);
        let reversed = BTreeMap::from([(100, Points { positions: 9, points: 0.0 })]);
        assert_eq!(scale(&reversed), None, "points against the scores");
        let perfect =
            [-20, 10, 30].map(|at| (at, Points { positions: 9, points: if at > 0 { 9.0 } else { 0.0 } }));
        assert_eq!(scale(&BTreeMap::from(perfect)), None, "the steepest curve would be the best");
    }

    #[test]
    fn quartiles_are_elements_of_the_sample() {
        let spread = Spread::of(vec![9, 1, 5, 3, 7]);
        let quartiles =
            [spread.least, spread.lower_quartile, spread.median, spread.upper_quartile, spread.most];
        assert_eq!(quartiles, [1, 3, 5, 7, 9].map(Some));
        assert_eq!((spread.mean, spread.deviation), (Some(5.0), Some(10f64.sqrt())));
        assert!(Spread::of(Vec::new()).mean.is_none());
    }
}
