//! From the rules of a file to those that move generation reads.

use coupturc_gamefile as from;
use coupturc_gamefile::{
    Criterion as Name, Halt as HaltName, InPassing as InPassingName, KingAgainstKing,
    KingAgainstMan as KingAgainstManName, Landing, Prey as PreyName, Progress, Removal as RemovalName,
    Vanguard, WithoutMove as WithoutMoveName,
};

use super::CannotPlay;
use super::extra::FileExtra;
use super::game::{FileGame, FileRules, Indices, Prey};
use super::layout::{self, directions, in_turn, pairs};
use super::limits::{Counts, FileLimit, MOST_LIMITS, Material};
use crate::checksum::checksum;
use crate::rules::bitboard::{Bitboard, Direction};
use crate::rules::capturing::{CaptureOrder, Criterion, InPassing, Removal, WithoutMove};
use crate::rules::color::{ByColor, Color};
use crate::rules::extra::ExtraKind;
use crate::rules::games::{KingMoves, VanguardMan};
use crate::rules::geometry::Geometry;
use crate::rules::options::{Halt, KingAgainstMan};
use crate::rules::outcome::DrawReason;
use crate::rules::rule_set::{Makers, Rules, steps_to_promotion};
use crate::rules::wide::Wide;
use crate::rules::word::Large;

/// Checks that the engine can play the game, and returns its board.
pub(super) fn check(file: &from::Rules) -> Result<Geometry, CannotPlay> {
    extra(file)?;
    expect_few_limits(file)?;
    Ok(layout::geometry(&file.board))
}

/// The rules of a file, which are never freed.
pub(super) fn rules(file: &from::Rules) -> Result<&'static Rules, CannotPlay> {
    let geometry = leak(check(file)?);
    let compiled = leak(file_rules(file, geometry)?);
    let pieces = |color: Color, is_king: bool| {
        let has = |piece: from::Piece| piece.is_king == is_king && piece.color == name_of(color);
        cells(geometry, |number| file.start.get(number).copied().flatten().is_some_and(has))
    };
    Ok(leak(Rules {
        name: leak_text(&file.name),
        variant: None,
        title: leak_text(&file.title),
        geometry,
        men: by_color(|color| pieces(color, false)),
        kings: by_color(|color| pieces(color, true)),
        begins: if file.begins == from::Color::White { Color::White } else { Color::Black },
        captures: compiled.captures,
        king_steps: compiled.king_steps,
        man_steps: compiled.man_steps,
        removal: compiled.removal,
        crowning: if compiled.in_passing == InPassing::GoesOn {
            compiled.crowning
        } else {
            ByColor::default()
        },
        promotion: compiled.promotion,
        steps_to_promotion: steps_to_promotion(geometry, &compiled.man_steps, &compiled.promotion),
        first_king_wins: compiled.first_king_wins,
        without_move: compiled.without_move,
        extra: match compiled.extra {
            FileExtra::None => ExtraKind::None,
            FileExtra::Vanguard(_) => ExtraKind::Vanguard,
            FileExtra::KingMoves(_) => ExtraKind::KingMoves,
        },
        digest: Some(checksum(file.essence().as_bytes(), 0)),
        file: Some(compiled),
        makers: match geometry.word_bits() {
            u64::BITS => Makers::of::<FileGame<u64>>(),
            Large::BITS => Makers::of::<FileGame<Large>>(),
            _ => Makers::of::<FileGame<Wide>>(),
        },
    }))
}

fn file_rules(file: &from::Rules, geometry: &'static Geometry) -> Result<FileRules, CannotPlay> {
    let kind = file.board.outline().cells;
    let man_steps = by_color(|color| list(geometry, in_turn(kind), &file.men.moves, color));
    let promotion = by_color(|color| cells(geometry, |number| file.promotes(name_of(color), number)));
    let captures = {
        let is_in = |list: &from::Directions, (dx, dy)| {
            list.steps.contains(&(dx, dy)) || list.steps.contains(&(-dx, -dy))
        };
        let is_wanted = |step| is_in(&file.men.captures, step) || is_in(&file.kings.captures, step);
        leak_list(directions(geometry, pairs(kind), is_wanted))
    };
    let indices = |wanted: &dyn Fn(Color, (i8, i8)) -> bool| {
        by_color(|color| {
            let wanted = directions(geometry, pairs(kind), |step| wanted(color, step));
            let bit = |(index, direction): (usize, &Direction)| u8::from(wanted.contains(direction)) << index;
            Indices(captures.iter().enumerate().map(bit).fold(0, |all, bit| all | bit))
        })
    };
    let prey = |steps: &from::Directions, take: PreyName| Prey {
        directions: indices(&|color, step| steps.steps(name_of(color)).any(|own| own == step)),
        takes_kings: take == PreyName::All,
    };
    let of_men = prey(&file.men.captures, file.men.take);
    Ok(FileRules {
        geometry,
        captures,
        king_steps: by_color(|color| list(geometry, pairs(kind), &file.kings.moves, color)),
        man_steps,
        sideways: leak_list(directions(geometry, in_turn(kind), |step| {
            let players = [from::Color::White, from::Color::Black];
            players
                .into_iter()
                .any(|color| can_be_undone(step, &file.men.moves.steps(color).collect::<Vec<_>>()))
        })),
        has_linear_moves: file.men.linear,
        capture_order: order(&file.captures),
        removal: match file.captures.removal {
            RemovalName::AtTheEnd => Removal::AtTheEnd,
            RemovalName::AtOnce => Removal::AtOnce,
        },
        in_passing: match file.in_passing {
            InPassingName::Nothing => InPassing::Nothing,
            InPassingName::GoesOn => InPassing::GoesOn,
            InPassingName::Stops => InPassing::Stops,
        },
        promotion,
        crowning: by_color(|color| {
            let own = captures.iter().enumerate().filter(|&(index, _)| of_men.directions[color].has(index));
            own.fold(Bitboard::EMPTY, |all, (index, _)| all | promotion[color].step(captures[index ^ 1]))
        }),
        without_move: match file.end.without_move {
            WithoutMoveName::Loses => WithoutMove::Loses,
            WithoutMoveName::Wins => WithoutMove::Wins,
        },
        first_king_wins: file.end.first_king_wins,
        repetitions: file.repetition,
        kings_fly: file.kings.flying,
        kings_land_anywhere: file.kings.flying && file.kings.land == Landing::Anywhere,
        turns_back: file.captures.turn_back && file.captures.removal == RemovalName::AtOnce,
        of_men,
        of_kings: prey(&file.kings.captures, file.kings.take),
        backward: indices(&|color, step| file.board.is_backward(name_of(color), step)),
        vanguard: file.captures.vanguard,
        halt: match file.kings.halt {
            HaltName::Never => Halt::None,
            HaltName::Killer => Halt::Killer,
            HaltName::Damme => Halt::Damme,
            HaltName::KillerLight => Halt::KillerLight,
            HaltName::Winther => Halt::Winther,
        },
        extra: extra(file)?,
        king_against_man: match file.end.king_against_man {
            KingAgainstManName::Play => KingAgainstMan::Play,
            KingAgainstManName::Win => KingAgainstMan::Win,
            KingAgainstManName::Draw => KingAgainstMan::Draw,
        },
        kings_draw: file.end.king_against_king == KingAgainstKing::Draw,
        limits: limits(file, geometry),
    })
}

/// The extra state at the start of a game.
fn extra(file: &from::Rules) -> Result<FileExtra, CannotPlay> {
    let cannot = |reason: &str, help: &str| {
        Err(CannotPlay {
            reason: reason.to_owned(),
            help: format!("{help}; 'coupturc check' plays it, slowly."),
        })
    };
    let has_vanguard = file.captures.vanguard != Vanguard::None;
    match file.kings.rest_after {
        0 if has_vanguard => Ok(FileExtra::Vanguard(VanguardMan::default())),
        0 => Ok(FileExtra::None),
        _ if has_vanguard => cannot(
            "the engine knows either a vanguard or kings that rest, not both",
            "Leave out captures.vanguard or kings.rest-after",
        ),
        KingMoves::MOST => Ok(FileExtra::KingMoves(KingMoves::default())),
        _ => cannot("the engine knows kings that rest after three moves only", "Write kings.rest-after = 3"),
    }
}

fn order(captures: &from::Captures) -> CaptureOrder {
    let (man, king) = (captures.value_of_man, captures.value_of_king);
    match captures.order[..] {
        [] => CaptureOrder::Any,
        [Name::MostPieces] => CaptureOrder::MostPieces,
        [Name::MostValue] => CaptureOrder::MostValuable { man, king, king_first: false },
        [Name::MostValue, Name::ByKing] => CaptureOrder::MostValuable { man, king, king_first: true },
        ref all => {
            let criteria = all.iter().map(|name| match name {
                Name::MostPieces => Criterion::MostPieces,
                Name::MostValue => Criterion::MostValue { man, king },
                Name::ByKing => Criterion::ByKing,
                Name::MostKings => Criterion::MostKings,
                Name::KingSoonest => Criterion::KingSoonest,
            });
            CaptureOrder::ByCriteria(leak_list(criteria.collect()))
        }
    }
}

fn limits(file: &from::Rules, geometry: &Geometry) -> &'static [FileLimit] {
    leak_list(file.limits.iter().map(|limit| self::limit(limit, geometry)).collect())
}

fn expect_few_limits(file: &from::Rules) -> Result<(), CannotPlay> {
    let number = file.limits.len();
    if number > MOST_LIMITS {
        return Err(CannotPlay {
            reason: format!("the game has {number} draw limits, and the engine knows {MOST_LIMITS}"),
            help: "Leave out the longest; 'coupturc check' plays with all.".to_owned(),
        });
    }
    Ok(())
}

fn limit(limit: &from::Limit, geometry: &Geometry) -> FileLimit {
    let most = geometry.len();
    let (least, most) = limit.pieces.unwrap_or((0, most));
    FileLimit {
        plies: 2 * limit.moves,
        reason: DrawReason::after_moves(limit.moves),
        counts: match &limit.counts {
            from::Counts::Without(Progress::CaptureOrManMove) => Counts::SinceManMove,
            from::Counts::Without(Progress::CaptureOrPromotion) => Counts::SincePromotion,
            from::Counts::LoneKing { against, on } => Counts::LoneKing {
                against: leak_list(against.iter().map(material).collect()),
                on: match on {
                    Some(on) => cells(geometry, |number| on.contains(&number)),
                    None => !Bitboard::EMPTY,
                },
            },
        },
        pieces: (least as u32, most as u32),
        both_have_kings: limit.both_have_kings,
    }
}

fn material(of: &from::Material) -> Material {
    Material { men: of.men as u32, kings: of.kings as u32, or_more_kings: of.or_more_kings }
}

/// Whether `step` is one of `steps`, and several of them lead back from where it leads: whether its negative is a sum
/// of multiples of them. In a plane, two of them are enough for that.
fn can_be_undone(step: (i8, i8), steps: &[(i8, i8)]) -> bool {
    let (x, y) = (-i32::from(step.0), -i32::from(step.1));
    let all = || steps.iter().map(|&(x, y)| (i32::from(x), i32::from(y)));
    let determinant = |(ax, ay): (i32, i32), (bx, by): (i32, i32)| ax * by - ay * bx;
    let leads_back = |one| determinant(one, (x, y)) == 0 && one.0 * x + one.1 * y > 0;
    // By Cramer's rule, the multiples are these quotients.
    let lead_back = |one, other| {
        let area = determinant(one, other);
        let multiples = [determinant((x, y), other), determinant(one, (x, y))];
        area != 0 && multiples.into_iter().all(|multiple| multiple * area.signum() >= 0)
    };
    steps.contains(&step) && all().any(|one| leads_back(one) || all().any(|other| lead_back(one, other)))
}

/// The cells, numbered in text order, for which `is_in`.
fn cells(geometry: &Geometry, is_in: impl Fn(usize) -> bool) -> Bitboard {
    let all = geometry.squares().iter().copied().enumerate();
    all.filter(|&(number, _)| is_in(number)).map(|(_, square)| square).collect()
}

/// The steps of a player, in the order of `all`.
fn list(
    geometry: &Geometry,
    all: &[(i8, i8)],
    wanted: &from::Directions,
    color: Color,
) -> &'static [Direction] {
    leak_list(directions(geometry, all, |step| wanted.steps(name_of(color)).any(|own| own == step)))
}

fn name_of(color: Color) -> from::Color {
    match color {
        Color::White => from::Color::White,
        Color::Black => from::Color::Black,
    }
}

fn by_color<T>(value: impl Fn(Color) -> T) -> ByColor<T> {
    ByColor::new(value(Color::White), value(Color::Black))
}

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

fn leak_list<T>(list: Vec<T>) -> &'static [T] {
    list.leak()
}

fn leak_text(text: &str) -> &'static str {
    text.to_owned().leak()
}
