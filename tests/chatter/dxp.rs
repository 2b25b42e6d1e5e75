//! Random DXP: arbitrary messages, and whole conversations with a session, without a network.

use std::time::{Duration, Instant};

use coupturc::protocol::dxp::{
    Action, Colors, Conduct, LONGEST_MESSAGE, Message, Minutes, Plan, Received, Session, own_name,
    parse_message, start_text,
};
use coupturc::rules::games::Variant;
use coupturc::rules::{AnyGame, RuleOptions};

use super::choices::Choices;

/// Reads a string as a message, and checks that the message, written again, fits and reads the same.
pub fn read(text: &str) -> Option<Message> {
    match parse_message(text) {
        Ok(message) => {
            let written = message.to_string();
            assert!(written.is_ascii() && (1..=LONGEST_MESSAGE.max(text.len())).contains(&written.len()));
            assert_eq!(parse_message(&written).as_ref(), Ok(&message), "{text}");
            Some(message)
        }
        Err(error) => {
            let problem = error.to_string();
            let fits = (10..1_000).contains(&problem.len()) && !problem.contains(['\n', '\r', '\0']);
            assert!(fits, "{problem:?}");
            None
        }
    }
}

/// Talks to a session until the choices are used up or it leaves, for at most `steps` steps. Returns the number of
/// messages that the session has sent.
pub fn converse(variant: Variant, mut choices: impl Choices, steps: usize) -> u64 {
    let openings = vec![variant.rules().start(&RuleOptions::default())];
    let plan = Plan { games: 5, colors: Colors::Alternate, time: Minutes::whole(1), moves: 3, openings };
    let conduct = Conduct {
        game: variant.rules(),
        rules: RuleOptions::default(),
        plan: choices.one_in(3).then_some(plan),
        patience: Duration::from_secs(60),
        takes_back: !choices.one_in(5),
        move_overhead: Duration::from_millis(5),
    };
    let mut table = Table {
        variant,
        session: Session::new(conduct, Instant::now()),
        now: Instant::now(),
        game: None,
        sent: 0,
    };
    for _ in 0..steps {
        if choices.is_spent() || table.is_over() {
            break;
        }
        table.step(&mut choices);
    }
    table.sent
}

struct Table {
    variant: Variant,
    session: Session,
    now: Instant,
    /// The game that the engine thinks about.
    game: Option<Box<dyn AnyGame>>,
    sent: u64,
}

impl Table {
    /// Executes the actions of the session, and returns whether it has left.
    fn is_over(&mut self) -> bool {
        let mut ends = 0;
        for action in self.session.take_actions() {
            match action {
                Action::Send(message) => {
                    assert!(read(&message.to_string()).is_some(), "{message:?}");
                    ends += u32::from(matches!(message, Message::GameEnd(_)));
                    self.sent += 1;
                }
                Action::Think { game, .. } => {
                    assert!(self.game.is_none(), "the engine is already thinking");
                    assert_eq!(game.rules(), self.variant.rules(), "another game");
                    self.game = Some(game);
                }
                Action::StopThinking => self.game = None,
                Action::Finished(game) => {
                    let mut again = game.game.first().to_game();
                    for mv in game.moves {
                        again.play(mv).expect("a legal move");
                    }
                }
                Action::Close(_) => return true,
                Action::Report(_) | Action::Show(_) => {}
            }
        }
        assert!(ends <= 1, "several ends of one game");
        false
    }

    fn step(&mut self, choices: &mut impl Choices) {
        self.now += Duration::from_millis(choices.below(256) as u64 * 10);
        match choices.below(8) {
            0 => self.session.tick(self.now),
            1 | 2 => self.think(choices),
            _ => {
                let text = self.text(choices);
                match read(&text) {
                    Some(message) => self.session.receive(message, self.now),
                    None => {
                        let received = Received::Unreadable {
                            problem: "garbled".to_owned(),
                            header: text.chars().next(),
                        };
                        self.session.receive(received, self.now);
                    }
                }
            }
        }
    }

    fn think(&mut self, choices: &mut impl Choices) {
        let Some(game) = self.game.take() else { return };
        self.session.moved(*choices.choose(game.legal_moves()), self.now);
    }

    /// A message from a peer, sometimes garbled.
    fn text(&self, choices: &mut impl Choices) -> String {
        let rules = self.variant.rules();
        let cells = rules.geometry.len();
        let (from, to) = (choices.below(cells) + 1, choices.below(cells) + 1);
        let color = *choices.choose(&['W', 'Z']);
        let name = own_name(self.variant.rules());
        let digit = choices.below(4);
        let start = start_text(rules.start(&RuleOptions::default()).position());
        let mut text = match choices.below(9) {
            0 | 1 => format!("R01{name}{color}001002A"),
            2 => format!("R01{name}{color}.02000B{color}{}", start.cells),
            3 => format!("A{name}{digit}"),
            4 | 5 => format!("M0000{from:02}{to:02}00"),
            6 => format!("E{digit}{}", usize::from(digit == 3)),
            7 => format!("B00{digit}{color}"),
            _ => format!("K{digit}"),
        };
        if choices.one_in(16) {
            let place = choices.below(text.len());
            let other: &&str = choices.choose(&["", "0", "9", "W", " ", "?"]);
            text.replace_range(place..=place, other);
        }
        text
    }
}
