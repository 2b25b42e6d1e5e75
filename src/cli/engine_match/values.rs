//! Values of options that are made of several numbers.

use crate::arena::Agreement;

/// Two numbers with a minus between them.
pub(super) fn window(text: &str) -> Result<(i32, i32), String> {
    let expected = || format!("'{text}' is no window, expected FROM-TO, such as 0-50");
    let (least, most) = text.split_once('-').ok_or_else(expected)?;
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) if 0 <= least && least < most => Ok((least, most)),
        _ => Err(expected()),
    }
}

/// A score, a number of moves, and perhaps the first move.
pub(super) fn agreement(text: &str) -> Result<Agreement, String> {
    let expected =
        || format!("'{text}' is no agreement, expected SCORE/MOVES or SCORE/MOVES/FROM, such as 5/4");
    let mut parts = text.split('/');
    let score: f64 = parts.next().and_then(|part| part.parse().ok()).ok_or_else(expected)?;
    let moves = parts.next().and_then(|part| part.parse().ok()).ok_or_else(expected)?;
    let from_move = parts.next().map_or(Ok(0), |part| part.parse().map_err(|_| expected()))?;
    let is_sensible = score >= 0.0 && score.is_finite() && moves > 0 && parts.next().is_none();
    if is_sensible { Ok(Agreement { score, moves, from_move }) } else { Err(expected()) }
}

/// Two Elo differences with a comma between them.
pub(super) fn elo_pair(text: &str) -> Result<(f64, f64), String> {
    let pair = text.split_once(',').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    pair.ok_or_else(|| format!("'{text}' are no two Elo differences, expected ELO0,ELO1, such as 0,10"))
}
