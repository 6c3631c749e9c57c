//! When what is scraped: finely around the experiment, coarsely over the ten days.

use crate::data::time::{Scrapes, sep};

/// First sample of all.
pub const FIRST: i64 = sep(2, 0, 0);
/// Last sample of all.
pub const LAST: i64 = sep(11, 12, 0);

/// The whole span, every five minutes.
pub fn days() -> Scrapes {
    Scrapes::default().and(FIRST, LAST, 300)
}

/// First sample of the day of the experiment that is scraped finely.
pub const MAIN_START: i64 = sep(10, 12, 30);
/// Last sample of that span.
pub const MAIN_END: i64 = sep(10, 18, 0);

/// 10 September 12:30 to 18:00, every minute.
pub fn main() -> Scrapes {
    Scrapes::default().and(MAIN_START, MAIN_END, 60)
}

/// 10 September 12:30 to 18:00, every two minutes.
pub fn main_two_minutes() -> Scrapes {
    Scrapes::default().and(MAIN_START, MAIN_END, 120)
}

/// As [`main()`], and every 15 seconds around the experiment.
pub fn main_fine() -> Scrapes {
    main().and(sep(10, 17, 35), sep(10, 17, 55), 15)
}

/// 10 September 12:30 to 18:00 every five minutes, and every minute around the experiment.
pub fn main_coarse() -> Scrapes {
    Scrapes::default().and(MAIN_START, MAIN_END, 300).and(sep(10, 17, 35), sep(10, 17, 55), 60)
}

/// The onset, the move of the hot topic, the two evenings, the landings, the new producer: every five minutes.
pub fn episodes() -> Scrapes {
    Scrapes::default()
        .and(sep(2, 17, 0), sep(2, 19, 0), 300)
        .and(sep(7, 15, 0), sep(7, 18, 30), 300)
        .and(sep(8, 18, 0), sep(8, 22, 0), 300)
        .and(sep(9, 18, 0), sep(9, 22, 0), 300)
        .and(sep(10, 7, 0), MAIN_START, 300)
        .and(sep(11, 7, 30), sep(11, 9, 30), 300)
}
