//! The order in which a tree of moves is written: each move, then the variations that could replace it, then what follows it.

use super::game::{PdnMove, add_comment};

/// A step on the way through a tree of moves.
pub(super) enum Step {
    /// A move by its number, and whether its own number must be written in any case, not only if White makes it.
    Move(usize, bool),
    /// A variation begins.
    Open,
    /// A variation ends.
    Close,
}

/// The whole way. Moves that come before the one they follow are left out.
pub(super) fn walk(moves: &[PdnMove]) -> Vec<Step> {
    let mut behind = vec![Vec::new(); moves.len() + 1];
    for (number, mv) in (1..).zip(moves).filter(|(number, mv)| mv.parent < *number) {
        if let Some(behind) = behind.get_mut(mv.parent) {
            behind.push(number);
        }
    }
    let following = |number: usize| behind.get(number).map(Vec::as_slice).unwrap_or_default();
    let (mut steps, mut left) = (Vec::with_capacity(moves.len()), Vec::new());
    left.extend(following(0).first().map(|&first| Step::Move(first, true)));
    while let Some(step) = left.pop() {
        if let Step::Move(number, _) = step {
            let parent = moves.get(number - 1).map_or(0, |mv| mv.parent);
            let others = match following(parent) {
                [main, others @ ..] if *main == number => others,
                _ => &[],
            };
            left.extend(following(number).first().map(|&next| Step::Move(next, !others.is_empty())));
            for &other in others.iter().rev() {
                left.extend([Step::Close, Step::Move(other, true), Step::Open]);
            }
        }
        steps.push(step);
    }
    steps
}

/// Puts moves into the order in which they are written, which makes a difference where a variation has variations at its
/// beginning: they could as well replace the same move as it does. What is said between two moves then belongs to the first.
pub(super) fn sort(moves: &mut Vec<PdnMove>) {
    let steps = walk(moves);
    let mut order = Vec::with_capacity(moves.len());
    let mut last = None;
    for step in &steps {
        let Step::Move(number, _) = *step else {
            last = None;
            continue;
        };
        let said = moves.get_mut(number - 1).filter(|_| last.is_some()).and_then(|mv| mv.before.take());
        if let (Some(text), Some(mv)) = (said, last.and_then(|last: usize| moves.get_mut(last - 1))) {
            add_comment(&mut mv.comment, &text);
        }
        order.push(number);
        last = Some(number);
    }
    if order.is_sorted() {
        return;
    }
    let mut places = vec![0; moves.len() + 1];
    for (place, &number) in (1..).zip(&order) {
        if let Some(old) = places.get_mut(number) {
            *old = place;
        }
    }
    let sorted = order.iter().filter_map(|&number| {
        let mut mv = std::mem::take(moves.get_mut(number - 1)?);
        mv.parent = places.get(mv.parent).copied().unwrap_or_default();
        Some(mv)
    });
    *moves = sorted.collect();
}
