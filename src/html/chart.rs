//! Charts as SVG: the drawing area, axes and labels that all charts share.

use super::escape;

/// The width of a chart; its font size is 12.
pub const WIDTH: f64 = 480.0;
/// The height of a chart.
pub const HEIGHT: f64 = 240.0;
/// The left end of the axes, with values to the left of it.
pub const LEFT: f64 = 54.0;
/// The right end of the axes.
pub const RIGHT: f64 = WIDTH - 12.0;
/// The upper end of the axes.
pub const TOP: f64 = 12.0;
/// The lower end of the axes, with values and units below it.
pub const BOTTOM: f64 = HEIGHT - 36.0;

/// A linear map from values to coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// The minimum and the maximum value.
    pub values: (f64, f64),
    /// The coordinates of these values.
    pub paper: (f64, f64),
}

impl Scale {
    /// A scale of values that grow to the right.
    #[must_use]
    pub fn across(low: f64, high: f64) -> Self {
        Self { values: (low, high), paper: (LEFT, RIGHT) }
    }

    /// A scale of values that grow upwards.
    #[must_use]
    pub fn upwards(low: f64, high: f64) -> Self {
        Self { values: (low, high), paper: (BOTTOM, TOP) }
    }

    /// The coordinate of a value.
    #[must_use]
    pub fn at(&self, value: f64) -> f64 {
        let ((low, high), (begin, end)) = (self.values, self.paper);
        let span = if high > low { high - low } else { 1.0 };
        begin + (value - low) / span * (end - begin)
    }

    /// Round values for labels, roughly `about` of them.
    #[must_use]
    pub fn ticks(&self, about: f64) -> Vec<f64> {
        let (low, high) = self.values;
        let step = round_step((high - low) / about);
        let first = (low / step).ceil() as i64;
        let last = (high / step).floor() as i64;
        (first..=last).map(|tick| tick as f64 * step).collect()
    }
}

/// 1, 2 or 5 times a power of ten, at least `least` and at least 1.
#[must_use]
pub fn round_step(least: f64) -> f64 {
    let mut power = 1.0;
    while power < 1e12 {
        for factor in [1.0, 2.0, 5.0] {
            if factor * power >= least {
                return factor * power;
            }
        }
        power *= 10.0;
    }
    power
}

/// Horizontal grid lines with their values on the left.
#[must_use]
pub fn horizontal_lines(scale: &Scale, about: f64, text: impl Fn(f64) -> String) -> String {
    let line = |value: f64| {
        let (y, class) = (scale.at(value), if value == 0.0 { "zero" } else { "grid" });
        format!(
            "<path class=\"{class}\" d=\"M{LEFT} {y:.1}H{RIGHT}\"/>\
             <text class=\"end\" x=\"{:.0}\" y=\"{:.1}\">{}</text>\n",
            LEFT - 6.0,
            y + 4.0,
            text(value)
        )
    };
    scale.ticks(about).into_iter().map(line).collect()
}

/// Values below the chart, and their unit.
#[must_use]
pub fn labels_below(scale: &Scale, about: f64, unit: &str) -> String {
    let label = |value: f64| {
        format!("<text x=\"{:.1}\" y=\"{}\">{value:.0}</text>\n", scale.at(value), BOTTOM + 15.0)
    };
    let labels: String = scale.ticks(about).into_iter().map(label).collect();
    format!("{labels}<text x=\"{}\" y=\"{}\">{unit}</text>\n", (LEFT + RIGHT) / 2.0, HEIGHT - 5.0)
}

/// A line through points, and the band around it: for each point the coordinate across, and those of the lower end of the
/// band, the line, and the upper end. `color` is the number of a colour of the style.
#[must_use]
pub fn curve(color: usize, points: &[(f64, [f64; 3])]) -> String {
    let path = |points: &mut dyn Iterator<Item = (f64, f64)>| {
        points.map(|(x, y)| format!("{x:.1} {y:.1}")).collect::<Vec<_>>().join("L")
    };
    let upper = points.iter().map(|&(x, [_, _, high])| (x, high));
    let lower = points.iter().rev().map(|&(x, [low, ..])| (x, low));
    let band = path(&mut upper.chain(lower));
    let middle = path(&mut points.iter().map(|&(x, [_, middle, _])| (x, middle)));
    format!(
        "<path class=\"band c{color}\" d=\"M{band}z\"/>\n<path class=\"line c{color}\" d=\"M{middle}\"/>\n"
    )
}

/// A chart; `label` is its description, already escaped.
#[must_use]
pub fn chart(label: &str, body: &str) -> String {
    format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{label}\">\n{body}</svg>\n"
    )
}

/// A chart with a title of plain text.
#[must_use]
pub fn figure(title: &str, body: &str) -> String {
    let title = escape(title);
    format!("<figure>\n<figcaption>{title}</figcaption>\n{}</figure>\n", chart(&title, body))
}
