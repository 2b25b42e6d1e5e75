//! Formatted times and durations.

use std::time::Duration;

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Formats an RFC 3339 time in UTC to the minute; any other text is returned unchanged.
#[must_use]
pub fn moment(at: &str) -> String {
    parts(at).map_or_else(
        || at.to_owned(),
        |(year, month, day, time)| format!("{} {month} {year}, {time} UTC", day.trim_start_matches('0')),
    )
}

/// The year, the name of the month, the day and the time to the minute.
fn parts(at: &str) -> Option<(&str, &'static str, &str, &str)> {
    humantime::parse_rfc3339(at).ok()?;
    let (date, time) = at.split_once('T')?;
    let mut date = date.split('-');
    let (year, month, day) = (date.next()?, date.next()?, date.next()?);
    let month = MONTHS.get(month.parse::<usize>().ok()?.checked_sub(1)?)?;
    Some((year, month, day, time.get(..5)?))
}

/// Formats a duration in its two largest units, or below a minute in seconds to the millisecond.
#[must_use]
pub fn duration(duration: Duration) -> String {
    // Rounded first, so that 59.9999 s is shown as 1 min.
    let seconds = (1000.0 * duration.as_secs_f64()).round() / 1000.0;
    let whole = seconds.round() as u64;
    match seconds {
        ..60.0 => format!("{seconds} s"),
        ..3600.0 => two_units(whole / 60, "min", whole % 60, "s"),
        _ => two_units(whole / 3600, "h", whole % 3600 / 60, "min"),
    }
}

fn two_units(great: u64, great_unit: &str, small: u64, small_unit: &str) -> String {
    match small {
        0 => format!("{great} {great_unit}"),
        _ => format!("{great} {great_unit} {small} {small_unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_given_to_the_minute() {
        assert_eq!(moment("2026-11-03T08:46:57.866Z"), "3 Nov 2026, 08:46 UTC");
        assert_eq!(moment("soon"), "soon");
    }

    #[test]
    fn durations_have_two_units() {
        let texts =
            [0.25, 59.5, 60.0, 200.0, 7_500.0].map(|seconds| duration(Duration::from_secs_f64(seconds)));
        assert_eq!(texts, ["0.25 s", "59.5 s", "1 min", "3 min 20 s", "2 h 5 min"]);
    }
}
