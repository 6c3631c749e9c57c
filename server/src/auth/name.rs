//! Names of people.

use super::AuthError;

const MAX_CHARS: usize = 80;

/// A name as it is kept: trimmed, 1 to 80 characters, nothing invisible in it.
pub(super) fn parse(raw: &str) -> Result<String, AuthError> {
    let name = raw.trim();
    if name.is_empty() {
        return Err(AuthError::BadName { why: "it is empty" });
    }
    if name.chars().count() > MAX_CHARS {
        return Err(AuthError::BadName { why: "it has more than 80 characters" });
    }
    if name.chars().any(is_invisible) {
        return Err(AuthError::BadName { why: "it has control characters or invisible marks in it" });
    }
    Ok(name.to_owned())
}

/// Control characters, and marks that turn or hide text: with them one name can look like another.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(raw: &str, expected: Option<&str>) {
        assert_eq!(parse(raw).ok().as_deref(), expected, "{raw:?}");
    }

    #[test]
    fn a_name_is_trimmed() {
        check("  Ada Lovelace\n", Some("Ada Lovelace"));
    }

    #[test]
    fn eighty_characters_fit_whatever_their_bytes() {
        check(&"ö".repeat(80), Some(&"ö".repeat(80)));
    }

    #[test]
    fn eighty_one_do_not() {
        check(&"a".repeat(81), None);
    }

    #[test]
    fn blanks_are_no_name() {
        check(" \t ", None);
    }

    #[test]
    fn a_line_break_inside_is_refused() {
        check("Ada\nadmin", None);
    }

    #[test]
    fn marks_that_turn_text_around_are_refused() {
        check("Ada\u{202e}nimda", None);
    }
}
