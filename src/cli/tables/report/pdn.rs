//! The longest win of each class as a PDN game.

use super::super::values::{side_name, value_text};
use super::survey::{Longest, Report, Survey};
use crate::notation::{PdnResult, pdn_game, pdn_text};
use crate::rules::{Color, IllegalMove};
use crate::tables::Value;

pub(super) fn pdn(report: &Report<'_>) -> Result<String, IllegalMove> {
    let longest = report.surveys.iter().filter_map(|survey| Some((survey, survey.longest_win()?)));
    longest.map(|(survey, longest)| game(survey, longest)).collect()
}

fn game(survey: &Survey, longest: &Longest) -> Result<String, IllegalMove> {
    let result = match longest.position.side {
        Color::White => PdnResult::WhiteWins,
        Color::Black => PdnResult::BlackWins,
    };
    let mut game = pdn_game(&*longest.start, &longest.moves, Some(result))?;
    let value = value_text(Value::Win(longest.plies));
    game.set_tag("Event", format!("{}: {} {value}", survey.material, side_name(longest.position.side)));
    Ok(pdn_text(&game))
}
