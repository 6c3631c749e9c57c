//! Wrong passwords make the next answer for that name slower. Nobody is locked out: whoever knows the password gets in, later.

use evidence::time::Micros;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Attempts that cost nothing: typing errors.
const FREE_ATTEMPTS: u32 = 3;
const FIRST_DELAY: Duration = Duration::from_millis(250);
const MAX_DELAY: Duration = Duration::from_secs(5);
/// Attempts are forgotten this long after the last.
const MEMORY_US: i64 = 15 * 60_000_000;
/// Names remembered at a time. Beyond it every further name waits the longest: flooding must not buy speed.
const MAX_NAMES: usize = 10_000;

/// Attempts per name, in memory only.
#[derive(Debug, Default)]
pub(super) struct SlowDown {
    /// Held for a look-up at a time, never across a wait.
    attempts: Mutex<HashMap<String, Attempts>>,
}

#[derive(Clone, Copy, Debug)]
struct Attempts {
    count: u32,
    last: Micros,
}

impl SlowDown {
    /// Counts an attempt, before it is known how it ends, and says how long it must wait. Many at once wait longer and longer, too.
    pub(super) fn attempt(&self, name: &str, now: Micros) -> Duration {
        let mut attempts = self.attempts.lock().unwrap_or_else(PoisonError::into_inner);
        if attempts.len() >= MAX_NAMES {
            attempts.retain(|_, attempt| remembered(attempt, now));
        }
        let key = key_of(name);
        let before = attempts.get(&key).filter(|attempt| remembered(attempt, now)).map_or(0, |attempt| attempt.count);
        if before == 0 && attempts.len() >= MAX_NAMES {
            return MAX_DELAY;
        }
        attempts.insert(key, Attempts { count: before.saturating_add(1), last: now });
        delay_after(before)
    }

    /// Forgets a name's attempts: the password was right.
    pub(super) fn forget(&self, name: &str) {
        self.attempts.lock().unwrap_or_else(PoisonError::into_inner).remove(&key_of(name));
    }
}

fn remembered(attempt: &Attempts, now: Micros) -> bool {
    now.0.saturating_sub(attempt.last.0) < MEMORY_US
}

/// In lower case, as names are compared, and short, whatever was typed.
fn key_of(name: &str) -> String {
    name.to_lowercase().chars().take(80).collect()
}

fn delay_after(attempts: u32) -> Duration {
    match attempts.checked_sub(FREE_ATTEMPTS) {
        None => Duration::ZERO,
        Some(further) => FIRST_DELAY.saturating_mul(2_u32.saturating_pow(further)).min(MAX_DELAY),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delays(slowdown: &SlowDown, name: &str, attempts: usize, now: Micros) -> Vec<u128> {
        (0..attempts).map(|_| slowdown.attempt(name, now).as_millis()).collect()
    }

    #[test]
    fn three_attempts_are_free_and_then_each_takes_twice_as_long_up_to_five_seconds() {
        assert_eq!(delays(&SlowDown::default(), "ada", 10, Micros(0)), [0, 0, 0, 250, 500, 1000, 2000, 4000, 5000, 5000]);
    }

    #[test]
    fn case_does_not_start_again() {
        let slowdown = SlowDown::default();
        delays(&slowdown, "ada", 3, Micros(0));
        assert_eq!(delays(&slowdown, "ADA", 1, Micros(0)), [250]);
    }

    #[test]
    fn one_name_does_not_slow_another() {
        let slowdown = SlowDown::default();
        delays(&slowdown, "ada", 5, Micros(0));
        assert_eq!(delays(&slowdown, "grace", 1, Micros(0)), [0]);
    }

    #[test]
    fn the_right_password_starts_again() {
        let slowdown = SlowDown::default();
        delays(&slowdown, "ada", 5, Micros(0));
        slowdown.forget("Ada");
        assert_eq!(delays(&slowdown, "ada", 1, Micros(0)), [0]);
    }

    #[test]
    fn a_quarter_of_an_hour_starts_again() {
        let slowdown = SlowDown::default();
        delays(&slowdown, "ada", 5, Micros(0));
        assert_eq!(delays(&slowdown, "ada", 1, Micros(MEMORY_US)), [0]);
    }

    #[test]
    fn a_flood_of_names_does_not_forget_one() {
        let slowdown = SlowDown::default();
        delays(&slowdown, "ada", 5, Micros(0));
        for number in 0..MAX_NAMES {
            slowdown.attempt(&number.to_string(), Micros(0));
        }
        assert_eq!(delays(&slowdown, "ada", 1, Micros(0)), [1000]);
    }
}
