//! The rules of a game in words.

use crate::choices::{
    Cells, Color, Direction, Group, Halt, InPassing, KingAgainstKing, KingAgainstMan, Landing, Naming, Prey,
    Progress, Removal, Vanguard, WithoutMove,
};
use crate::rules::{Counts, Directions, Limit, Material, Rules};

impl Rules {
    /// The rules as sentences.
    ///
    /// ```
    /// use coupturc_gamefile::Rules;
    ///
    /// let rules = Rules::embedded("dameo").expect("a game");
    /// assert!(rules.in_words().contains(&"White begins.".to_owned()));
    /// ```
    #[must_use]
    pub fn in_words(&self) -> Vec<String> {
        let mut words = vec![self.board_in_words(), format!("{} begins.", player(self.begins))];
        words.extend(self.men_in_words());
        words.extend(self.kings_in_words());
        words.extend(self.captures_in_words());
        words.push(self.promotion_in_words());
        words.extend(self.end_in_words());
        words.extend(self.limits.iter().map(limit_in_words));
        words
    }

    fn board_in_words(&self) -> String {
        let outline = self.board.outline();
        let count = self.board.cells().len();
        let board = match outline.cells {
            Cells::All => format!("all {count} squares of a {}x{} board", outline.columns, outline.rows),
            Cells::Dark => {
                format!("the {count} dark squares of a {}x{} board", outline.columns, outline.rows)
            }
            Cells::Hexagon => format!("a hexagon of {count} cells, {} on each side", outline.columns / 2 + 1),
        };
        let names = match self.board.naming() {
            Naming::Letters => "letters and numbers",
            Naming::Numbers => "numbers",
        };
        format!("It is played on {board}, named by {names}.")
    }

    fn men_in_words(&self) -> Vec<String> {
        let men = &self.men;
        let mut words = vec![format!("A man moves one cell {}.", listed(&men.moves))];
        if men.linear {
            words.push(
                "A man also jumps over an unbroken line of men of its side, to the cell in front of it."
                    .to_owned(),
            );
        }
        words.push(match men.captures.named.is_empty() {
            true => "Men do not capture.".to_owned(),
            false => format!("A man captures {}, by a leap over the next cell.", listed(&men.captures)),
        });
        if men.take == Prey::Men {
            words.push("Men do not capture kings.".to_owned());
        }
        words
    }

    fn kings_in_words(&self) -> Vec<String> {
        let kings = &self.kings;
        let distance = if kings.flying { "any distance" } else { "one cell" };
        let mut words = vec![format!("A king moves {distance} {}.", listed(&kings.moves))];
        words.push(match (kings.captures.named.is_empty(), kings.flying, kings.land) {
            (true, ..) => "Kings do not capture.".to_owned(),
            (_, false, _) => {
                format!("A king captures {}, by a leap over the next cell.", listed(&kings.captures))
            }
            (_, true, Landing::Anywhere) => {
                format!(
                    "A king captures {}, over any distance, and lands anywhere behind the piece.",
                    listed(&kings.captures)
                )
            }
            (_, true, Landing::Behind) => {
                format!(
                    "A king captures {}, over any distance, and lands right behind the piece.",
                    listed(&kings.captures)
                )
            }
        });
        if kings.take == Prey::Men {
            words.push("Kings do not capture kings.".to_owned());
        }
        if kings.halt != Halt::Never {
            words.push(format!(
                "A king must stop right behind the last captured piece {}.",
                kings.halt.help()
            ));
        }
        if kings.rest_after > 0 {
            words.push(format!(
                "After {} moves in a row without a capture, a king rests until its player has made another move, if \
                 the player has men.",
                kings.rest_after
            ));
        }
        words
    }

    fn captures_in_words(&self) -> Vec<String> {
        let captures = &self.captures;
        let mut words = vec!["Captures are compulsory, and go on as long as they can.".to_owned()];
        let order: Vec<&str> = captures.order.iter().map(|criterion| criterion.help()).collect();
        words.push(match order.is_empty() {
            true => "Any capture may be chosen.".to_owned(),
            false => format!("A player must choose {}.", order.join("; among these, ")),
        });
        if captures.order.contains(&crate::Criterion::MostValue) {
            words.push(format!("A man counts {}, a king {}.", captures.value_of_man, captures.value_of_king));
        }
        words.push(match captures.removal {
            Removal::AtTheEnd => "Captured pieces leave the board when the move is over.".to_owned(),
            Removal::AtOnce => "Captured pieces leave the board at once.".to_owned(),
        });
        if !captures.turn_back {
            words.push("No jump goes in the opposite direction of the jump before it.".to_owned());
        }
        if captures.vanguard != Vanguard::None {
            let jumps = if captures.vanguard == Vanguard::First { "the first jump" } else { "any jump" };
            words.push(format!(
                "The man that has just moved cannot be captured backwards by {jumps} of a man."
            ));
        }
        words
    }

    fn promotion_in_words(&self) -> String {
        let cells = |color| {
            let on = (0..self.board.cells().len()).filter(|&number| self.promotes(color, number));
            on.map(|number| self.board.name(number)).collect::<Vec<_>>().join(", ")
        };
        let passing = match self.in_passing {
            InPassing::Nothing => "where their move ends",
            InPassing::GoesOn => "even during a capture, and then go on as kings",
            InPassing::Stops => "even during a capture, which ends there",
        };
        format!(
            "Men are promoted {passing}: White's on {}; Black's on {}.",
            cells(Color::White),
            cells(Color::Black)
        )
    }

    fn end_in_words(&self) -> Vec<String> {
        let end = &self.end;
        let mut words = Vec::new();
        if end.first_king_wins {
            words.push("The first king wins.".to_owned());
        }
        let result = if end.without_move == WithoutMove::Loses { "loses" } else { "wins" };
        words.push(format!("A player who is to move and cannot {result}."));
        let quiet = "as soon as the side to move cannot capture";
        match end.king_against_man {
            KingAgainstMan::Play => {}
            KingAgainstMan::Win => words.push(format!("One king wins against one man, {quiet}.")),
            KingAgainstMan::Draw => words.push(format!("One king against one man is a draw, {quiet}.")),
        }
        if end.king_against_king == KingAgainstKing::Draw {
            words.push(format!("One king against one king is a draw, {quiet}."));
        }
        words.push(format!("The same position for the {} time is a draw.", ordinal(self.repetition)));
        words
    }
}

fn player(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn ordinal(number: usize) -> String {
    match number {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        _ => format!("{number}th"),
    }
}

/// Directions in words: as a group if they are one.
fn listed(directions: &Directions) -> String {
    let named = &directions.named;
    let is_group = |group: &Group| {
        let group = group.directions();
        group.len() == named.len() && group.iter().all(|direction| named.contains(direction))
    };
    let names: Vec<&str> = named.iter().map(|direction| direction.name()).collect();
    match (Group::ALL.iter().copied().find(is_group), names.as_slice()) {
        (Some(Group::Every), _) => "in all eight directions".to_owned(),
        (Some(Group::Straight), _) => "forward, backward or sideways".to_owned(),
        (Some(Group::Diagonal), _) => "diagonally".to_owned(),
        (Some(Group::Sideways), _) => "sideways".to_owned(),
        (Some(Group::DiagonalForward), _) => "diagonally forward".to_owned(),
        // The six directions of a hexagon.
        (None, _) if names.len() == 6 && !named.contains(&Direction::Left) => {
            "in all six directions".to_owned()
        }
        (None, [others @ .., last]) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        (None, _) => names.concat(),
    }
}

fn limit_in_words(limit: &Limit) -> String {
    let counted = match &limit.counts {
        Counts::Without(Progress::CaptureOrManMove) => "without a capture or a move of a man".to_owned(),
        Counts::Without(Progress::CaptureOrPromotion) => "without a capture or a promotion".to_owned(),
        Counts::LoneKing { against, on } => {
            let kinds: Vec<String> = against.iter().map(material_in_words).collect();
            let place = if on.is_some() { " that stays on the long diagonal" } else { "" };
            format!("of {} against a lone king{place}", kinds.join(", or "))
        }
    };
    let pieces = match limit.pieces {
        None => String::new(),
        Some((least, most)) if least == most => format!(", with {least} pieces"),
        Some((least, most)) => format!(", with {least} to {most} pieces"),
    };
    let kings = if limit.both_have_kings { ", if both sides have kings" } else { "" };
    format!("{} moves by each side {counted} are a draw{pieces}{kings}.", limit.moves)
}

fn material_in_words(material: &Material) -> String {
    let count = |number: usize, one: &str, many: &str| match number {
        0 => None,
        1 => Some(format!("one {one}")),
        _ => Some(format!("{number} {many}")),
    };
    let kings = match (count(material.kings, "king", "kings"), material.or_more_kings) {
        (None, true) => Some("any number of kings".to_owned()),
        (Some(kings), true) => Some(format!("{kings} or more")),
        (kings, false) => kings,
    };
    let parts = [kings, count(material.men, "man", "men")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" and ")
}
