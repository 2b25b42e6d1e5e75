//! How long tables take, how large they are, and what they say.
//!
//! `COUPTURC_PIECES=4 COUPTURC_GAMES=dameo cargo test --release --test tables_measured -- --ignored --nocapture`
use coupturc::rules::games::Variant;
use coupturc::rules::{Color, Game, RuleOptions};
use coupturc::tables::{BuildPlan, Table, Value};
use coupturc::with_game;
use parking_lot::Mutex;
use std::time::Instant;

fn row(table: &Table, color: Color) -> String {
    let (mut win, mut draw, mut loss, mut longest_win, mut longest_loss) = (0u64, 0u64, 0u64, 0, 0);
    for value in table.values(color) {
        match value {
            Value::Win(plies) => {
                win += 1;
                longest_win = longest_win.max(plies)
            }
            Value::Draw => draw += 1,
            Value::Loss(plies) => {
                loss += 1;
                longest_loss = longest_loss.max(plies)
            }
        }
    }
    format!("{win:>9} {draw:>9} {loss:>9} longest {longest_win:>3} {longest_loss:>3}")
}

fn measure<G: Game>(pieces: usize, options: &RuleOptions) {
    let start = Instant::now();
    let last = Mutex::new(Instant::now());
    let all = Mutex::new(0);
    let progress = |table: &Table, _: usize, _: usize| {
        let took = last.lock().elapsed().as_secs_f64();
        let states: usize = Color::ALL.into_iter().map(|color| table.values(color).count()).sum();
        *all.lock() += states;
        println!(
            "{} {} {:>9} placements {:>9} values {took:.3} s {:.2} M values/s",
            G::VARIANT,
            table.material(),
            table.placements(),
            states,
            states as f64 / took / 1e6
        );
        for color in Color::ALL {
            if table.values(color).next().is_some() {
                println!("    {color:?} {}", row(table, color));
            }
        }
        *last.lock() = Instant::now();
    };
    let plan = BuildPlan { pieces, progress: &progress, ..BuildPlan::default() };
    plan.build::<G>(options).expect("tables");
    println!(
        "{} {options:?} total {:.3} s, {} values",
        G::VARIANT,
        start.elapsed().as_secs_f64(),
        *all.lock()
    );
}

#[test]
#[ignore = "measures"]
fn measured() {
    let pieces = std::env::var("COUPTURC_PIECES").map_or(3, |text| text.parse().expect("a number"));
    for &variant in Variant::ALL {
        if std::env::var("COUPTURC_GAMES")
            .is_ok_and(|games| !games.split(',').any(|name| name == variant.name()))
        {
            continue;
        }
        with_game!(variant, G => measure::<G>(pieces, &RuleOptions::default()));
    }
}
