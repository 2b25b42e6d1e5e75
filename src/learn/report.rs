//! Report: a page about a trained net and its predictions of held-out games.

use super::parts::SeenPosition;
use super::samples::{Sample, Samples, Split};
use super::trainer::{FloatNet, log_loss, sigmoid};
use crate::eval::Evaluation;
use crate::eval::net::{OUTPUTS, plane};
use crate::html::chart::{BOTTOM, LEFT, RIGHT, Scale, TOP, figure, horizontal_lines, labels_below};
use crate::html::{Cell, escape, page as html_page, table};
use crate::notation::text_svg;
use crate::rules::games::VanguardMan;
use crate::rules::{AnyPosition, Color, ExtraKind, ExtraState, Kind, RuleOptions, Rules, Setup};

/// The quality of a predictor on the held-out positions.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The name of the predictor.
    pub name: String,
    /// The mean log loss over the held-out positions.
    pub loss: f64,
    logits: Vec<f32>,
}

/// The number of bins in which predicted and scored points are compared.
const BINS: usize = 20;
/// The value of a king in the material predictor.
const KING_IN_MEN: f32 = 3.0;

/// Compares predictions of the results of held-out positions: by their mean, by material, by the hand-crafted
/// evaluation, by `others`, and finally by the net.
#[must_use]
pub fn compare(split: &Split, net: &FloatNet, others: &[(String, Evaluation)]) -> Vec<Comparison> {
    let samples = &split.held_out;
    let mean = samples.iter().map(|sample| sample.facts.result).sum::<f32>() / samples.len().max(1) as f32;
    let mean = mean.clamp(0.001, 0.999);
    let constant = vec![(mean / (1.0 - mean)).ln(); samples.len()];
    let material = samples.iter().map(|sample| material(samples, sample)).collect();
    let mut all = vec![
        Comparison::of("constant", constant, samples),
        Comparison::fitted("material", material, samples),
    ];
    let hand_made = ("hand-made".to_owned(), Evaluation::HandMade);
    for (name, evaluation) in std::iter::once(&hand_made).chain(others) {
        let value = |seen: &SeenPosition| {
            seen.position(samples.shape.rules)
                .map_or(0.0, |position| evaluation.evaluate(&*position).men as f32)
        };
        let values = split.held_out_positions.iter().map(value).collect();
        all.push(Comparison::fitted(name, values, samples));
    }
    let logits = samples.iter().map(|sample| net.logit(&samples.shape, sample)).collect();
    // Fitted, because the net was trained on a mix of results and search scores.
    all.push(Comparison::fitted("net", logits, samples));
    all
}

impl Comparison {
    fn of(name: &str, logits: Vec<f32>, samples: &Samples) -> Self {
        let loss =
            mean_loss(samples.iter().zip(&logits).map(|(sample, &logit)| (logit, sample.facts.result)));
        Self { name: name.to_owned(), loss, logits }
    }

    /// Fits the scale of the values to the results.
    fn fitted(name: &str, values: Vec<f32>, samples: &Samples) -> Self {
        let results: Vec<f32> = samples.iter().map(|sample| sample.facts.result).collect();
        let scale = fitted_scale(&values, &results);
        Self::of(name, values.into_iter().map(|value| scale * value).collect(), samples)
    }
}

fn mean_loss(pairs: impl Iterator<Item = (f32, f32)>) -> f64 {
    let (sum, count) = pairs.fold((0.0, 0_u64), |(sum, count), (logit, result)| {
        (sum + f64::from(log_loss(logit, result)), count + 1)
    });
    sum / count.max(1) as f64
}

/// The factor that turns values into logits with the lowest loss, by Newton's method.
fn fitted_scale(values: &[f32], results: &[f32]) -> f32 {
    let mut scale = 0.0_f64;
    for _ in 0..30 {
        let (mut slope, mut curve) = (0.0, 1e-9);
        for (&value, &result) in values.iter().zip(results) {
            let (value, probability) = (f64::from(value), f64::from(sigmoid(scale as f32 * value)));
            slope += (probability - f64::from(result)) * value;
            curve += probability * (1.0 - probability) * value * value;
        }
        scale -= slope / curve;
    }
    scale as f32
}

/// The material balance for the side to move, in men.
fn material(samples: &Samples, sample: Sample<'_>) -> f32 {
    let value = |input: &u16| {
        let of_input = samples.shape.plane(*input);
        let is = |color: Color, kind: Kind| of_input == plane(color, kind);
        let (us, them) = (sample.facts.side, !sample.facts.side);
        match () {
            () if is(us, Kind::Man) => 1.0,
            () if is(us, Kind::King) => KING_IN_MEN,
            () if is(them, Kind::Man) => -1.0,
            () if is(them, Kind::King) => -KING_IN_MEN,
            () => 0.0,
        }
    };
    sample.inputs.iter().map(value).sum()
}

impl SeenPosition {
    /// The position; `None` if it is not valid.
    #[must_use]
    pub fn position(&self, rules: &'static Rules) -> Option<Box<dyn AnyPosition>> {
        let mut setup = Setup::empty(self.side);
        for color in Color::ALL {
            setup.men[color] = self.pieces[color as usize] & !self.kings;
            setup.kings[color] = self.pieces[color as usize] & self.kings;
        }
        if let (ExtraKind::Vanguard, Some(square)) = (rules.extra, self.mark) {
            setup.extra = ExtraState::Vanguard(VanguardMan::on(square));
        }
        rules.position(&setup, &RuleOptions::default()).ok()
    }
}

/// The report as an HTML page.
#[must_use]
pub fn page(split: &Split, net: &FloatNet, comparisons: &[Comparison], note: &str) -> String {
    let rules = split.learned.shape.rules;
    let title = format!("Evaluation of {}", rules.title);
    let unit = net.unit_in_logits(&split.learned);
    let sections = [
        losses(comparisons),
        format!(
            "<div class=\"charts\">\n{}{}</div>\n",
            reliability(comparisons, &split.held_out),
            loss_by_pieces(comparisons, &split.held_out)
        ),
        loss_by_kings(comparisons, split),
        format!(
            "<h2>Value of a piece by cell</h2>\n<p>The mean loss of score if the piece is removed, for White, who \
             plays upwards, over the held-out positions, in the unit of the engine (usually hundredths of a man). A \
             dash means that too few positions have a piece there.</p>\n<div class=\"charts\">\n{}{}</div>\n",
            board(split, net, Kind::Man, unit),
            board(split, net, Kind::King, unit)
        ),
    ];
    let note = format!("<p>{}</p>", escape(&with_title(rules, note)));
    html_page(&title, &note, &sections.concat())
}

/// Replaces the Hub name of the game in a note by its title.
fn with_title(rules: &Rules, note: &str) -> String {
    note.replace(&format!(" games of {} ", rules.file_name()), &format!(" games of {}, ", rules.title))
}

fn losses(comparisons: &[Comparison]) -> String {
    let rows = comparisons.iter().map(|comparison| {
        vec![Cell::head(&comparison.name), Cell::Number(format!("{:.4}", comparison.loss))]
    });
    table(
        "Mean log loss (natural logarithm) over held-out games; lower is better",
        &["Predictor", "Loss"],
        &rows.collect::<Vec<_>>(),
    )
}

/// A chart of scored against predicted points.
fn reliability(comparisons: &[Comparison], samples: &Samples) -> String {
    let Some(net) = comparisons.last() else { return String::new() };
    let mut bins = [(0.0_f64, 0.0_f64, 0_u64); BINS];
    for (sample, &logit) in samples.iter().zip(&net.logits) {
        let predicted = sigmoid(logit);
        let bin = &mut bins[((predicted * BINS as f32) as usize).min(BINS - 1)];
        *bin = (bin.0 + f64::from(predicted), bin.1 + f64::from(sample.facts.result), bin.2 + 1);
    }
    let (across, upwards) = (Scale::across(0.0, 100.0), Scale::upwards(0.0, 100.0));
    let mut body = horizontal_lines(&upwards, 5.0, |value| format!("{value:.0}"));
    body.push_str(&format!("<path class=\"zero\" d=\"M{LEFT} {BOTTOM}L{RIGHT} {TOP}\"/>\n"));
    let points = bins.iter().filter(|bin| bin.2 > 0).map(|&(predicted, scored, count)| {
        let mean = |sum: f64| 100.0 * sum / count as f64;
        let (predicted, scored) = (mean(predicted), mean(scored));
        let (x, y) = (across.at(predicted), upwards.at(scored));
        (format!("{x:.1} {y:.1}"), format!(
            "<circle class=\"c0 dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"><title>predicted {predicted:.1} %, scored \
             {scored:.1} %: {count} positions</title></circle>\n"
        ))
    });
    let (path, dots): (Vec<_>, Vec<_>) = points.unzip();
    body.push_str(&format!("<path class=\"line c0\" d=\"M{}\"/>\n{}", path.join("L"), dots.concat()));
    body.push_str(&labels_below(&across, 5.0, "points predicted, in percent"));
    figure("Points scored, in percent, by points predicted", &body)
}

/// A chart of the losses of all evaluations by the number of pieces, in thousandths.
fn loss_by_pieces(comparisons: &[Comparison], samples: &Samples) -> String {
    let most = samples.shape.pieces_at_the_start();
    let shown = comparisons.iter().skip(2).enumerate().map(|(index, comparison)| {
        let mut sums = vec![(0.0, 0_u64); OUTPUTS];
        for (sample, &logit) in samples.iter().zip(&comparison.logits) {
            let sum = &mut sums[usize::from(sample.facts.output)];
            *sum = (sum.0 + f64::from(log_loss(logit, sample.facts.result)), sum.1 + 1);
        }
        (index, comparison.name.as_str(), sums)
    });
    let shown: Vec<_> = shown.collect();
    let highest = shown
        .iter()
        .flat_map(|(.., sums)| sums)
        .filter(|sum| sum.1 > 0)
        .map(|sum| 1000.0 * sum.0 / sum.1 as f64);
    let (across, upwards) =
        (Scale::across(0.0, most as f64), Scale::upwards(0.0, highest.fold(100.0, f64::max)));
    let mut body = horizontal_lines(&upwards, 5.0, |value| format!("{value:.0}"));
    for (index, _, sums) in &shown {
        let points = sums.iter().enumerate().filter(|(_, sum)| sum.1 > 0).map(|(output, sum)| {
            let middle = (output as f64 + 0.5) * most as f64 / OUTPUTS as f64;
            format!("{:.1} {:.1}", across.at(middle), upwards.at(1000.0 * sum.0 / sum.1 as f64))
        });
        let points: Vec<String> = points.collect();
        body.push_str(&format!("<path class=\"line c{index}\" d=\"M{}\"/>\n", points.join("L")));
    }
    body.push_str(&labels_below(&across, 8.0, "pieces on the board"));
    let keys = shown
        .iter()
        .map(|(index, name, _)| format!("<li><span class=\"key c{index}\"></span>{}</li>\n", escape(name)));
    let figure = figure("Loss in thousandths by the number of pieces", &body);
    figure
        .replace("</figure>", &format!("<ul class=\"legend\">\n{}</ul>\n</figure>", keys.collect::<String>()))
}

/// A table of the losses by the number of kings.
fn loss_by_kings(comparisons: &[Comparison], split: &Split) -> String {
    const MAX_KINGS: usize = 3;
    let kings: Vec<usize> =
        split.held_out_positions.iter().map(|seen| (seen.kings.count() as usize).min(MAX_KINGS)).collect();
    let rows = comparisons.iter().map(|comparison| {
        let mut row = vec![Cell::head(&comparison.name)];
        row.extend((0..=MAX_KINGS).map(|wanted| {
            let samples = split.held_out.iter().zip(&comparison.logits).zip(&kings);
            let of_these = samples.filter(|(_, kings)| **kings == wanted);
            Cell::Number(format!(
                "{:.4}",
                mean_loss(of_these.map(|((sample, &logit), _)| (logit, sample.facts.result)))
            ))
        }));
        row
    });
    let mut rows: Vec<_> = rows.collect();
    let mut counts = vec![Cell::head("positions")];
    counts.extend(
        (0..=MAX_KINGS)
            .map(|wanted| Cell::count(kings.iter().filter(|&&kings| kings == wanted).count() as u64)),
    );
    rows.push(counts);
    table(
        "Mean log loss by the number of kings on the board",
        &["Predictor", "none", "one", "two", "more"],
        &rows,
    )
}

/// A piece's value on a cell is shown only if at least this many positions have such a piece there.
const MIN_POSITIONS: u32 = 20;

/// A board with the values of White's pieces of a kind.
fn board(split: &Split, net: &FloatNet, kind: Kind, unit: f32) -> String {
    let samples = &split.held_out;
    let rules = samples.shape.rules;
    let cells = rules.geometry.len();
    let mut sums = vec![(0.0_f32, 0_u32); cells];
    for sample in samples.iter() {
        let whole = net.logit(&samples.shape, sample);
        for (color, sign) in [(Color::White, 1.0), (Color::Black, -1.0)] {
            let wanted = plane(color, kind);
            for (place, &input) in sample.inputs.iter().enumerate() {
                if samples.shape.plane(input) != wanted {
                    continue;
                }
                let rest = net.logit_without(&samples.shape, sample, place);
                let sign = if sample.facts.side == Color::White { sign } else { -sign };
                // A black piece counts as a white one on the cell where Black's view has it.
                let seen = samples.shape.views(0).1[usize::from(input)];
                let white = if color == Color::White { input } else { seen };
                let sum = &mut sums[usize::from(white) % cells];
                *sum = (sum.0 + sign * (whole - rest), sum.1 + 1);
            }
        }
    }
    let picture = text_svg(rules, &|square| match sums[rules.geometry.order(square)] {
        (_, count) if count < MIN_POSITIONS => "–".to_owned(),
        (sum, count) => format!("{:.0}", 100.0 * sum / count as f32 / unit),
    });
    let what = if kind == Kind::Man { "Men" } else { "Kings" };
    format!("<figure>\n<figcaption>{what}</figcaption>\n{picture}\n</figure>\n")
}
