//! Elo differences as people read them.

use crate::arena::stats::Interval;

/// A difference, without decimals.
pub(super) fn elo_text(elo: f64) -> String {
    let digits = if elo.is_finite() { format!("{:.0}", elo.abs()) } else { "∞".to_owned() };
    match digits.as_str() {
        "0" => digits,
        _ if elo < 0.0 => format!("−{digits}"),
        _ => format!("+{digits}"),
    }
}

/// An estimate with its margin, or with both bounds where one of them is infinite.
pub(super) fn interval_text(interval: &Interval) -> String {
    let Interval { estimate, low, high, .. } = *interval;
    let margin = interval.margin();
    if margin.is_finite() {
        format!("{} ± {margin:.0}", elo_text(estimate))
    } else {
        format!("{} [{}, {}]", elo_text(estimate), elo_text(low), elo_text(high))
    }
}
