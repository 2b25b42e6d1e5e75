//! The written order of a tree of moves: each move, then the variations that replace it, then the moves that follow.

use super::game::{PdnMove, add_comment};

/// A step of a walk through a tree of moves.
pub(super) enum Step {
    /// A move by its index, counted from 1, and whether its move number must be written even for Black.
    Move(usize, bool),
    /// A variation starts.
    Open,
    /// A variation ends.
    Close,
}

/// The walk through all moves. Moves that come before their parents are skipped.
pub(super) fn walk(moves: &[PdnMove]) -> Vec<Step> {
    let mut children = vec![Vec::new(); moves.len() + 1];
    for (number, mv) in (1..).zip(moves).filter(|(number, mv)| mv.parent < *number) {
        if let Some(children) = children.get_mut(mv.parent) {
            children.push(number);
        }
    }
    let following = |number: usize| children.get(number).map(Vec::as_slice).unwrap_or_default();
    let (mut steps, mut left) = (Vec::with_capacity(moves.len()), Vec::new());
    left.extend(following(0).first().map(|&first| Step::Move(first, true)));
    while let Some(step) = left.pop() {
        if let Step::Move(number, _) = step {
            let parent = moves.get(number - 1).map_or(0, |mv| mv.parent);
            let others = match following(parent) {
                [main, others @ ..] if *main == number => others,
                _ => &[],
            };
            left.extend(following(number).first().map(|&next| Step::Move(next, false)));
            for &other in others.iter().rev() {
                left.extend([Step::Close, Step::Move(other, true), Step::Open]);
            }
        }
        steps.push(step);
    }
    steps
}

/// Sorts moves into written order. This changes a variation that starts with variations of its own, since those could
/// just as well replace the same move as the variation itself. A comment between two moves then belongs to the first.
pub(super) fn sort(moves: &mut Vec<PdnMove>) {
    let steps = walk(moves);
    let mut order = Vec::with_capacity(moves.len());
    let mut last = None;
    for step in &steps {
        let Step::Move(number, _) = *step else {
            last = None;
            continue;
        };
        let text = moves.get_mut(number - 1).filter(|_| last.is_some()).and_then(|mv| mv.before.take());
        if let (Some(text), Some(mv)) = (text, last.and_then(|last: usize| moves.get_mut(last - 1))) {
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
