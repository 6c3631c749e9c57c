//! KQL, as far as it can be said as a query string with the same meaning.

/// The query string for a KQL text; `None` if the two languages would not mean the same.
///
/// Taken are `field: word`, `field: "phrase"`, `field: *`, `field: (a or b)`, comparisons, `not`, and `and` or `or`, but not both within
/// the same brackets: a query string has no precedence between them.
pub(super) fn to_query_string(text: &str) -> Option<String> {
    let tokens = tokens(text)?;
    if tokens.is_empty() {
        return Some("*".to_owned());
    }
    let mut written = Writer::default();
    // The operator seen within each open bracket.
    let mut operators: Vec<Option<&str>> = vec![None];
    let mut after_operand = false;
    let mut rest = tokens.iter().peekable();
    while let Some(token) = rest.next() {
        match token {
            Token::Word(word) if is_operator(word, "and") || is_operator(word, "or") => {
                let operator = if is_operator(word, "and") { "AND" } else { "OR" };
                let seen = operators.last_mut()?;
                if !after_operand || seen.is_some_and(|seen| seen != operator) {
                    return None;
                }
                *seen = Some(operator);
                written.word(operator);
                after_operand = false;
            }
            Token::Word(word) if is_operator(word, "not") && !after_operand => written.word("NOT"),
            Token::Open if !after_operand => {
                operators.push(None);
                written.open("(");
            }
            Token::Close if after_operand && operators.len() > 1 => {
                operators.pop();
                written.close();
            }
            // Two operands side by side: KQL and a query string disagree about them.
            Token::Word(_) | Token::Phrase(_) if after_operand => return None,
            Token::Word(word) => match rest.peek() {
                Some(Token::Is(comparison)) => {
                    rest.next();
                    let value = match rest.next()? {
                        Token::Word(value) => plain_word(value)?,
                        Token::Phrase(phrase) => format!("\"{phrase}\""),
                        Token::Open if *comparison == ":" => {
                            operators.push(None);
                            written.open(&format!("{}:(", plain_word(word)?));
                            continue;
                        }
                        _ => return None,
                    };
                    let comparison = if *comparison == ":" { ":".to_owned() } else { format!(":{comparison}") };
                    written.word(&format!("{}{comparison}{value}", plain_word(word)?));
                    after_operand = true;
                }
                _ => {
                    written.word(&plain_word(word)?);
                    after_operand = true;
                }
            },
            Token::Phrase(phrase) => {
                written.word(&format!("\"{phrase}\""));
                after_operand = true;
            }
            _ => return None,
        }
    }
    (after_operand && operators.len() == 1).then_some(written.text)
}

/// Puts blanks between words, and none beside the inner side of a bracket.
#[derive(Default)]
struct Writer {
    text: String,
    /// Nothing stands since the last open bracket.
    opened: bool,
}

impl Writer {
    fn word(&mut self, word: &str) {
        if !self.text.is_empty() && !self.opened {
            self.text.push(' ');
        }
        self.text.push_str(word);
        self.opened = false;
    }

    fn open(&mut self, bracket: &str) {
        self.word(bracket);
        self.opened = true;
    }

    fn close(&mut self) {
        self.text.push(')');
        self.opened = false;
    }
}

enum Token<'a> {
    Word(&'a str),
    Phrase(&'a str),
    Open,
    Close,
    /// `:` or a comparison.
    Is(&'static str),
}

fn tokens(text: &str) -> Option<Vec<Token<'_>>> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let symbol =
            [(">=", ">="), ("<=", "<="), (">", ">"), ("<", "<"), (":", ":")].into_iter().find(|(symbol, _)| rest.starts_with(symbol));
        let used = match (first, symbol) {
            (_, Some((symbol, comparison))) => {
                tokens.push(Token::Is(comparison));
                symbol.len()
            }
            ('(', _) => {
                tokens.push(Token::Open);
                1
            }
            (')', _) => {
                tokens.push(Token::Close);
                1
            }
            ('"', _) => {
                let phrase = rest.get(1..)?;
                let end = phrase.find('"')?;
                let phrase = phrase.get(..end)?;
                // Within quotes a star is a star in both, but an escape is not the same in both.
                if phrase.contains('\\') {
                    return None;
                }
                tokens.push(Token::Phrase(phrase));
                end + 2
            }
            _ => {
                let end = rest.find(|char: char| char.is_whitespace() || "():\"<>".contains(char)).unwrap_or(rest.len());
                tokens.push(Token::Word(rest.get(..end)?));
                end
            }
        };
        rest = rest.get(used..)?.trim_start();
    }
    Some(tokens)
}

fn is_operator(word: &str, operator: &str) -> bool {
    word.eq_ignore_ascii_case(operator)
}

/// A word that means itself in both languages.
fn plain_word(word: &str) -> Option<String> {
    let special = word.starts_with(['-', '+', '!']) || word.contains(['\\', '/', '[', ']', '{', '}', '^', '~', '?', '=', '&', '|', '\'']);
    let reserved = ["AND", "OR", "NOT", "TO"].contains(&word);
    (!word.is_empty() && !special && !reserved).then(|| word.to_owned())
}
