//! Counts as people read them.

use evidence::reading::Total;

/// `10,000`.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `20 of 10,000 or more`: how much is shown, of how much there is.
pub fn shown_of(shown: usize, total: Total) -> String {
    match total {
        Total::Exact(count) => format!("{} of {}", grouped_len(shown), grouped(count)),
        Total::AtLeast(count) => format!("{} of {} or more", grouped_len(shown), grouped(count)),
        Total::Unknown => format!("{}; the source did not say how many there are", grouped_len(shown)),
    }
}

/// A length as [`grouped`] writes it.
pub fn grouped_len(count: usize) -> String {
    grouped(u64::try_from(count).unwrap_or(u64::MAX))
}

/// `6th`.
pub fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        let cases = [(0, "0"), (999, "999"), (1_000, "1,000"), (4_742, "4,742"), (1_234_567, "1,234,567")];
        for (count, text) in cases {
            assert_eq!(grouped(count), text);
        }
    }

    #[test]
    fn a_floor_is_never_a_total() {
        assert_eq!(shown_of(20, Total::AtLeast(10_000)), "20 of 10,000 or more");
    }

    #[test]
    fn ordinals_end_as_people_say_them() {
        let cases = [(1, "1st"), (2, "2nd"), (3, "3rd"), (6, "6th"), (11, "11th"), (12, "12th"), (21, "21st"), (113, "113th")];
        for (number, text) in cases {
            assert_eq!(ordinal(number), text);
        }
    }
}
