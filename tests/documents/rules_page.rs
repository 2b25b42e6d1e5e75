//! Rules page: the moves in its pictures must be legal.

use coupturc::notation::{move_text, parse_fen, parse_move};
use coupturc::rules::games::Variant;
use coupturc::rules::{Game, MoveList, Position, RuleOptions};
use coupturc::with_game;

use crate::pages;

/// A file of the page.
fn page(name: &str) -> String {
    pages::read(&format!("src/web/page/{name}"))
}

/// The value of an attribute of a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!("{name}=\""))?;
    rest.split_once('"').map(|(value, _)| value)
}

/// An example position of the page, with a line of moves, or with arrows for single moves.
pub(super) struct Example {
    pub(super) variant: Variant,
    pub(super) fen: String,
    line: Vec<String>,
    arrows: Vec<String>,
}

pub(super) fn examples() -> Vec<Example> {
    let page = page("rules.html");
    let mut variant = Variant::default();
    let mut examples = Vec::new();
    for tag in page.split('<') {
        if let Some(name) = attribute(tag, "data-game") {
            variant = name.parse().expect("a game");
        }
        let Some(fen) = attribute(tag, "data-fen") else { continue };
        let words = |name| {
            let words = attribute(tag, name).unwrap_or_default().split_whitespace();
            words.map(str::to_owned).collect::<Vec<_>>()
        };
        examples.push(Example {
            variant,
            fen: fen.to_owned(),
            line: words("data-line"),
            arrows: words("data-arrows"),
        });
    }
    examples
}

fn start<G: Game>(example: &Example) -> Position<G> {
    if example.fen.is_empty() {
        return Position::start();
    }
    let read = parse_fen::<G>(&example.fen, &RuleOptions::default());
    read.unwrap_or_else(|error| panic!("{}: {error}", example.fen)).position
}

#[test]
fn all_moves_of_the_page_are_legal() {
    let examples = examples();
    assert!(examples.len() > 15, "{}", examples.len());
    for example in &examples {
        with_game!(example.variant.rules(), G => {
            let first = start::<G>(example);
            for text in &example.arrows {
                parse_move(&first, text).unwrap_or_else(|error| panic!("{}: {error}", example.fen));
            }
            let mut position = first;
            for text in &example.line {
                let mv = parse_move(&position, text).unwrap_or_else(|error| panic!("{}: {error}", example.fen));
                // The page compares texts.
                assert_eq!(&move_text(G::RULES, mv), text);
                position = position.play_legal(mv.narrow());
            }
        });
    }
}

/// Checks the captions of the two pictures of the vanguard.
#[test]
fn the_vanguard_is_protected_only_against_jumps_backward() {
    let guarded = |example: &&Example| example.variant == Variant::Vanguard && example.fen.contains(":V");
    let legal = |example: &Example| {
        let mut moves = MoveList::new();
        start::<coupturc::rules::games::Vanguard>(example).legal_moves(&mut moves);
        moves
            .iter()
            .map(|mv| move_text(coupturc::rules::games::Vanguard::RULES, mv.widen()))
            .collect::<Vec<_>>()
    };
    let shown: Vec<_> = examples().iter().filter(guarded).map(legal).collect();
    assert_eq!(shown.len(), 2);
    assert_eq!(shown[0], ["37x26x31"]);
    assert!(shown[1].iter().all(|text| !text.contains('x')), "{:?}", shown[1]);
}
