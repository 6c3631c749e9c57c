//! Questions that cannot be closed with the evidence at hand. They get a hint, never a refusal.

/// What such questions contain, in lower case, and a form that can be closed.
const WIDE: &[(&str, &str)] = &[
    ("root cause", "narrow the cause to one component, and say what you would need next"),
    ("what is the cause", "narrow the cause to one component, and say what you would need next"),
    ("what caused", "name one suspect and ask whether its metric moved before the onset"),
    ("what is wrong", "name one metric or log line, one component and a window"),
    ("what's wrong", "name one metric or log line, one component and a window"),
    ("what happened", "ask what one metric or log did between two times"),
    ("what is going on", "ask what one metric or log did between two times"),
    ("why is it slow", "ask which of two stages takes the time, on one component"),
    ("why is everything", "pick the component that is hit worst and one that is not, and ask what differs"),
    ("check everything", "name the one thing that would change what we do next"),
    ("look at everything", "name the one thing that would change what we do next"),
    ("check the logs", "name the line that would be there if the claim were true, and a window"),
    ("check the metrics", "name the metric, the component and the value that would surprise you"),
    ("anything unusual", "name what would be unusual: which metric, above which value"),
    ("anything strange", "name what would be strange: which metric, above which value"),
    ("investigate", "ask for one number, one component and one window"),
];

/// A narrower form, if the question is too wide to be closed.
pub(super) fn hint(question: &str) -> Option<String> {
    let question = question.to_lowercase();
    let (_, narrower) = WIDE.iter().find(|(words, _)| question.contains(words))?;
    Some(format!("This may be too wide to be closed. A narrower form: {narrower}."))
}
