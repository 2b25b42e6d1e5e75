//! Recognition of the variant of a PDN game.

use super::game::{PdnFault, PdnGame};
use super::game_type::parse_game_type;
use super::replay::{PdnReplay, fault_of_tag};
use crate::notation::{VariantName, names_of_files};
use crate::rules::games::Variant;
use crate::rules::{RuleOptions, Rules, file};

/// The variants that a PDN game can be: the variant named by its tag `GameType`, or otherwise all variants in which its
/// position is valid and all its moves are legal. If there is none on the list, the embedded games of files are tried.
/// `options` apply where its tags do not override them. Often several variants fit, because no move depends on a rule
/// in which they differ.
///
/// ```
/// use coupturc_core::notation::{parse_pdn, pdn_variants};
/// use coupturc_core::rules::RuleOptions;
///
/// let games = parse_pdn("1. c3-d4 d6-c5 2. b2-c3 * 1. c3-c4 f6-f5 2. d3-d4 *");
/// let fitting = |index: usize| {
///     let names = pdn_variants(&games[index], &RuleOptions::default());
///     names.map(|names| names.iter().map(|name| name.name()).collect::<Vec<_>>().join(" "))
/// };
/// assert_eq!(fitting(0), Ok("dameo croda brazilian russian".to_owned()));
/// assert_eq!(fitting(1), Ok("dameo croda turkish".to_owned()));
/// ```
///
/// # Errors
///
/// If the tag names an unsupported game, or no variant fits. In the latter case the error comes from the variant in
/// which the game can be played farthest.
pub fn pdn_variants(game: &PdnGame, options: &RuleOptions) -> Result<Vec<VariantName>, PdnFault> {
    if let Some(text) = game.known("GameType") {
        let name = parse_game_type(text);
        return Ok(vec![name.map_err(|error| fault_of_tag(game, "GameType", &error))?]);
    }
    let mut farthest: Option<(usize, PdnFault)> = None;
    let mut fitting_of = |games: &mut dyn Iterator<Item = &'static Rules>| -> Vec<VariantName> {
        let tried = |rules| match fits(game, rules, options) {
            Ok(()) => Some(VariantName { rules, halt: None }),
            Err((plies, fault)) => {
                if farthest.as_ref().is_none_or(|&(most, _)| plies > most) {
                    farthest = Some((plies, fault));
                }
                None
            }
        };
        games.filter_map(tried).collect()
    };
    let mut fitting = fitting_of(&mut Variant::ALL.iter().map(|game| game.rules()));
    if fitting.is_empty() {
        fitting = fitting_of(&mut names_of_files().into_iter().filter_map(|name| file::named(name).ok()));
    }
    match farthest {
        Some((_, fault)) if fitting.is_empty() => Err(fault),
        _ => Ok(fitting),
    }
}

/// Whether a game can be played by these rules; if not, how far, and what is wrong.
fn fits(game: &PdnGame, rules: &'static Rules, options: &RuleOptions) -> Result<(), (usize, PdnFault)> {
    let replay = PdnReplay::of(game, rules, options).map_err(|fault| (0, fault))?;
    let plies = replay.main_line().count();
    // A parse fault is the same in all variants.
    let own = replay.fault.filter(|fault| Some(fault) != game.fault.as_ref());
    own.map_or(Ok(()), |fault| Err((1 + plies, fault)))
}

/// The default among several fitting variants: International Draughts, if it is among them. Nearly all files without a
/// tag `GameType` on a 10x10 board are International Draughts.
///
/// ```
/// use coupturc_core::notation::usual_variant;
///
/// assert_eq!(usual_variant(&["normal".parse()?, "frisian".parse()?]), Some("normal".parse()?));
/// assert_eq!(usual_variant(&["russian".parse()?, "brazilian".parse()?]), None);
/// assert_eq!(usual_variant(&["russian".parse()?]), Some("russian".parse()?));
/// # Ok::<(), coupturc_core::notation::NotationError>(())
/// ```
#[must_use]
pub fn usual_variant(fitting: &[VariantName]) -> Option<VariantName> {
    match fitting {
        &[only] => Some(only),
        _ => fitting.iter().copied().find(|name| name.rules.variant == Some(Variant::International)),
    }
}
