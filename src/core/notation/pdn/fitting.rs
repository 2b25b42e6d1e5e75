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
    let (mut fitting, mut farthest) = (Vec::new(), None);
    let mut try_game = |rules: &'static Rules| {
        let (plies, fault) = match PdnReplay::of(game, rules, options) {
            // A parse fault is the same in all variants.
            Ok(replay) => (
                1 + replay.main_line().count(),
                replay.fault.filter(|fault| Some(fault) != game.fault.as_ref()),
            ),
            Err(fault) => (0, Some(fault)),
        };
        match fault {
            None => fitting.push(VariantName { rules, halt: None }),
            Some(fault) if farthest.as_ref().is_none_or(|&(most, _)| plies > most) => {
                farthest = Some((plies, fault));
            }
            Some(_) => {}
        }
        fitting.len()
    };
    let fits_listed = Variant::ALL.iter().map(|game| try_game(game.rules())).last();
    if fits_listed == Some(0) {
        let files = names_of_files().into_iter().filter_map(|name| file::named(name).ok());
        files.for_each(|rules| _ = try_game(rules));
    }
    match farthest {
        Some((_, fault)) if fitting.is_empty() => Err(fault),
        _ => Ok(fitting),
    }
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
