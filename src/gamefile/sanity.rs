//! Games that cannot be played, and rules that contradict each other or have no effect: told before a game starts.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::choices::{
    Cells, Color, Criterion, Halt, InPassing, KingAgainstKing, KingAgainstMan, Landing, Naming, Prey,
    Removal, Vanguard,
};
use crate::document::Document;
use crate::fault::Fault;
use crate::play::{Game, Position};
use crate::rules::{Counts, Directions, Limit, Material, Rules};

/// What is wrong with the rules of a file as a whole.
pub(crate) fn faults(rules: &Rules, document: &Document) -> Vec<Fault> {
    let mut faults = idle_keys(rules, document);
    faults.extend(idle_criteria(rules, document));
    faults.extend(idle_limits(rules, document));
    faults.extend(impossible_rules(rules, document));
    // Moves are looked for only by rules that hold together.
    if faults.is_empty() {
        faults.extend(impossible_start(rules, document));
    }
    if faults.is_empty() {
        faults.extend(no_first_move(rules, document));
    }
    faults
}

/// Keys of the file itself that change nothing.
fn idle_keys(rules: &Rules, document: &Document) -> Vec<Fault> {
    let outline = rules.board.outline();
    let (men, kings) = (&rules.men, &rules.kings);
    let is_by_value = rules.captures.order.contains(&Criterion::MostValue);
    let only_by_value = "Only captures.order = [\"most-value\"] asks for it.";
    let only_flying = "Only kings that fly have a choice: leave it out, or write kings.flying = true.";
    let no_capture = "Kings do not capture.";
    let cannot_turn = rules.captures.removal == Removal::AtTheEnd || !captures_to_and_fro(rules);
    let idle = [
        ("board", "dark-corner", outline.cells != Cells::Dark, "Only cells = \"dark\" has dark corners."),
        (
            "board",
            "first",
            rules.board.naming() == Naming::Letters,
            "Only names = \"numbers\" counts from a corner.",
        ),
        ("captures", "value-of-man", !is_by_value, only_by_value),
        ("captures", "value-of-king", !is_by_value, only_by_value),
        ("captures", "value-of-king", !takes_kings(rules), "No king is captured."),
        ("kings", "land", !kings.flying && kings.land != Landing::Anywhere, only_flying),
        ("kings", "halt", !kings.flying && kings.halt != Halt::Never, only_flying),
        ("kings", "land", kings.land != Landing::Anywhere && kings.captures.steps.is_empty(), no_capture),
        ("kings", "halt", kings.halt != Halt::Never && kings.captures.steps.is_empty(), no_capture),
        (
            "kings",
            "halt",
            !matches!(kings.halt, Halt::Never | Halt::Damme) && kings.take != Prey::All,
            "Kings do not capture kings.",
        ),
        ("kings", "take", kings.take != Prey::All && kings.captures.steps.is_empty(), no_capture),
        ("men", "take", men.take != Prey::All && men.captures.steps.is_empty(), "Men do not capture."),
        (
            "captures",
            "turn-back",
            !rules.captures.turn_back && cannot_turn,
            "No piece can turn back unless captured pieces leave at once, and it captures in opposite directions.",
        ),
        (
            "promotion",
            "in-passing",
            rules.in_passing != InPassing::Nothing && men.captures.steps.is_empty(),
            "Men do not capture.",
        ),
    ];
    let of_kings = ["flying", "land", "halt", "take"]
        .map(|name| ("kings", name, rules.end.first_king_wins, "The first king wins."));
    let mut told = Vec::new();
    let mut faults = Vec::new();
    for (section, name, is_idle, help) in idle.into_iter().chain(of_kings) {
        if is_idle && document.says(section, name) && !told.contains(&(section, name)) {
            told.push((section, name));
            faults.push(document.fault(
                section,
                name,
                format!("{section}.{name} has no effect in this game"),
                help,
            ));
        }
    }
    faults
}

/// Whether a piece can make a jump in the opposite direction of the jump before it.
fn captures_to_and_fro(rules: &Rules) -> bool {
    let opposes = |one: &Directions, other: &Directions| {
        one.steps.iter().any(|&(x, y)| other.steps.contains(&(-x, -y)))
    };
    let (men, kings) = (&rules.men.captures, &rules.kings.captures);
    let may_change = rules.in_passing == InPassing::GoesOn;
    opposes(men, men) || opposes(kings, kings) || (may_change && opposes(men, kings))
}

/// Whether a king can be captured.
fn takes_kings(rules: &Rules) -> bool {
    let takes = |captures: &Directions, take| take == Prey::All && !captures.steps.is_empty();
    let (men, kings) = (&rules.men, &rules.kings);
    takes(&men.captures, men.take) || takes(&kings.captures, kings.take)
}

/// Criteria of the file itself that tell no capture from another.
fn idle_criteria(rules: &Rules, document: &Document) -> Vec<Fault> {
    let has_kings = !rules.end.first_king_wins;
    let (men, kings, captures) = (&rules.men, &rules.kings, &rules.captures);
    // Then the greatest value is the greatest number.
    let is_number = captures.value_of_man == captures.value_of_king || !takes_kings(rules);
    let counts = |criterion| matches!(criterion, Criterion::MostPieces | Criterion::MostValue);
    let is_idle = |&(place, criterion): &(usize, &Criterion)| match criterion {
        Criterion::MostPieces | Criterion::MostValue => {
            is_number && captures.order.iter().take(place).any(|&earlier| counts(earlier))
        }
        Criterion::ByKing => !has_kings || men.captures.steps.is_empty() || kings.captures.steps.is_empty(),
        Criterion::MostKings | Criterion::KingSoonest => !has_kings || !takes_kings(rules),
    };
    let idle =
        captures.order.iter().enumerate().filter(is_idle).filter(|_| document.says("captures", "order"));
    idle.map(|(_, &criterion)| {
        let message = format!("'{}' decides nothing in this game", criterion.name());
        let help = if counts(criterion) {
            "Leave it out: all captured pieces have the same value, and a criterion before it has counted them."
        } else {
            "Leave it out: it needs men and kings that capture, or kings that are captured."
        };
        document.fault("captures", "order", message, help)
    })
    .collect()
}

/// Draw limits of the file itself that are never reached, or conditions of them that always hold.
fn idle_limits(rules: &Rules, document: &Document) -> Vec<Fault> {
    if !document.says("draws", "limits") {
        return Vec::new();
    }
    let all = &rules.limits;
    let is_behind = |place: usize, limit: &Limit| {
        all.iter().enumerate().any(|(other, earlier)| {
            let is_first = other < place || !limit.includes(earlier) || earlier.moves < limit.moves;
            other != place && is_first && earlier.moves <= limit.moves && earlier.includes(limit)
        })
    };
    let fault = |(place, limit): (usize, &Limit)| {
        let (what, help) = match idle_condition(rules, limit) {
            Some(idle) => idle,
            None if is_behind(place, limit) => {
                ("is never the first to be reached", "Leave it out: another limit comes before it.")
            }
            None => return None,
        };
        let message = format!("draw limit {} of the list, of {} moves, {what}", place + 1, limit.moves);
        Some(document.fault("draws", "limits", message, help))
    };
    all.iter().enumerate().filter_map(fault).collect()
}

/// What makes a draw limit, or a condition of it, senseless in this game, and what to do.
fn idle_condition(rules: &Rules, limit: &Limit) -> Option<(&'static str, &'static str)> {
    let count = |color| rules.start.iter().flatten().filter(|piece| piece.color == color).count();
    let (white, black) = (count(Color::White), count(Color::Black));
    let (least, most) = limit.pieces.unwrap_or((0, usize::MAX));
    if rules.end.first_king_wins && (limit.both_have_kings || matches!(limit.counts, Counts::LoneKing { .. }))
    {
        return Some(("needs kings, but the first one wins", "Leave it out, or that rule."));
    }
    // Each player has a piece; one without any has no move.
    if most < 2 || least > white + black {
        return Some((
            "applies to numbers of pieces that no position has",
            "Count the pieces of both players.",
        ));
    }
    if limit.pieces.is_some() && least <= 2 && most >= white + black {
        return Some(("applies to every number of pieces", "Leave out 'pieces'."));
    }
    let Counts::LoneKing { against, .. } = &limit.counts else { return None };
    let is_possible = |material: &Material| {
        let pieces = material.count() + 1;
        let is_in_range = pieces <= most && (material.or_more_kings || pieces >= least);
        let has_king = material.kings > 0 || material.or_more_kings;
        is_in_range && material.count() <= white.max(black) && (has_king || !limit.both_have_kings)
    };
    (!against.iter().all(is_possible)).then_some((
        "names material that no player has where it applies",
        "Count the pieces of both players, the lone king too, and see to 'pieces' and 'both-have-kings'.",
    ))
}

/// Rules that cannot hold together, even if some come from the game that this one is like.
fn impossible_rules(rules: &Rules, document: &Document) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut refuse = |keys: &[(&str, &str)], message: &str, help: &str| {
        faults.push(document.fault_of(keys, message, help));
    };
    let (men, kings, end) = (&rules.men, &rules.kings, &rules.end);
    if men.moves.steps.is_empty() {
        refuse(&[("men", "moves")], "men cannot move", "Name at least one direction.");
    }
    if kings.moves.steps.is_empty() {
        refuse(&[("kings", "moves")], "kings cannot move", "Name at least one direction.");
    }
    if men.captures.steps.is_empty() && kings.captures.steps.is_empty() {
        let keys = [("men", "captures"), ("kings", "captures")];
        refuse(&keys, "nothing captures", "Name directions for men or for kings.");
    }
    // What the file itself says has no effect.
    let inherits = |name, has_rule: bool| has_rule && !document.says("kings", name);
    for (has_rule, help) in [
        (inherits("halt", kings.halt != Halt::Never), "Write kings.halt = \"never\" too."),
        (inherits("land", kings.land != Landing::Anywhere), "Write kings.land = \"anywhere\" too."),
    ] {
        if has_rule && !kings.flying {
            let message =
                "kings that move one cell cannot choose where to land, but a rule says where they must";
            refuse(&[("kings", "flying")], message, help);
        }
    }
    if kings.land == Landing::Behind && kings.halt != Halt::Never {
        let message = "kings that always land right behind a captured piece need no rule for the last one";
        let help = "Write kings.halt = \"never\", or kings.land = \"anywhere\".";
        refuse(&[("kings", "halt"), ("kings", "land")], message, help);
    }
    let is_backward = |step| rules.board.is_backward(Color::White, step);
    if rules.captures.vanguard != Vanguard::None && !men.captures.steps(Color::White).any(is_backward) {
        let message = "men that do not capture backwards need no rule about the vanguard";
        let help = "Write captures.vanguard = \"none\", or let men capture backwards.";
        refuse(&[("captures", "vanguard"), ("men", "captures")], message, help);
    }
    if !end.first_king_wins {
        return faults;
    }
    let wins = ("end", "first-king-wins");
    if end.king_against_man != KingAgainstMan::Play || end.king_against_king != KingAgainstKing::Play {
        let message = "the first king wins, so that no game comes to two kings or a king against a man";
        let help = "Write \"play\" for king-against-man and king-against-king.";
        refuse(&[("end", "king-against-man"), ("end", "king-against-king"), wins], message, help);
    }
    if rules.in_passing == InPassing::GoesOn {
        let message = "the first king wins, so it cannot go on capturing";
        refuse(&[("promotion", "in-passing"), wins], message, "Write \"nothing\" or \"stops\".");
    }
    if kings.rest_after > 0 {
        let message = "the first king wins, so none must rest";
        refuse(&[("kings", "rest-after"), wins], message, "Write kings.rest-after = 0.");
    }
    faults
}

/// What is wrong with the starting position.
fn impossible_start(rules: &Rules, document: &Document) -> Vec<Fault> {
    let mut faults = Vec::new();
    if rules.end.first_king_wins && rules.start.iter().flatten().any(|piece| piece.is_king) {
        let message = "the first king wins, and one is there at the start";
        faults.push(document.fault("board", "start", message, "Draw men only."));
    }
    for color in [Color::White, Color::Black] {
        let player = if color == Color::White { "White" } else { "Black" };
        let pieces = || rules.start.iter().enumerate().filter_map(|(number, &piece)| Some((number, piece?)));
        let own = || pieces().filter(move |(_, piece)| piece.color == color);
        if own().next().is_none() {
            faults.push(document.fault("board", "start", format!("{player} has no pieces"), "Draw some."));
            continue;
        }
        if let Some((number, _)) =
            own().find(|&(number, piece)| !piece.is_king && rules.promotes(color, number))
        {
            let message = format!(
                "a man of {player} stands on {}, where it would be promoted",
                rules.board.name(number)
            );
            let keys = [("board", "start"), ("promotion", "cells")];
            faults.push(document.fault_of(&keys, message, "Draw a king, or move one of the two."));
        }
        let men: Vec<usize> = own().filter(|(_, piece)| !piece.is_king).map(|(number, _)| number).collect();
        if !men.is_empty() && !can_promote(rules, color, men) {
            let message = format!("no man of {player} can ever be promoted");
            let help =
                "Check promotion.cells, men.moves and men.captures: no steps from the start lead there.";
            let keys = [("promotion", "cells"), ("men", "moves"), ("men", "captures"), ("board", "start")];
            faults.push(document.fault_of(&keys, message, help));
        }
    }
    faults
}

/// Whether steps and leaps lead a man from one of these cells to a promotion cell, if pieces stand as it needs them.
fn can_promote(rules: &Rules, color: Color, mut open: Vec<usize>) -> bool {
    let mut seen = vec![false; rules.board.cells().len()];
    while let Some(at) = open.pop() {
        if rules.promotes(color, at) {
            return true;
        }
        let steps = rules.men.moves.steps(color).filter_map(|step| rules.board.neighbour(at, step));
        let leaps = rules.men.captures.steps(color).filter_map(|step| {
            let over = rules.board.neighbour(at, step)?;
            rules.board.neighbour(over, step)
        });
        for to in steps.chain(leaps) {
            if let Some(seen) = seen.get_mut(to).filter(|seen| !**seen) {
                *seen = true;
                open.push(to);
            }
        }
    }
    false
}

fn no_first_move(rules: &Rules, document: &Document) -> Option<Fault> {
    let start = Position::start(rules);
    let message = match start.legal_moves() {
        Ok(moves) if moves.is_empty() => "the player who begins has no legal move",
        Ok(moves) => {
            let (_, reason) = Game::new(rules, start).outcome(&moves)?;
            let help = "Draw more pieces, or change the rule in [end].";
            let message = format!("the game is over at the start: {reason}");
            return Some(document.fault("board", "start", message, help));
        }
        Err(_) => "the start allows more captures than can be followed",
    };
    Some(document.fault("board", "start", message, "Draw another start, or check the directions of moves."))
}
