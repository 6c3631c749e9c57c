//! A reading as `inquest read` prints it.

use super::{Reading, RemarkLevel};
use serde_json::{Map, Value, json};

impl Reading {
    /// The reading as JSON: `outcome`, `proven` (always false here: a zero is true only beside a passing control), `reason`,
    /// `headline`, `partial`, `missing`, `truncated`, `warnings`, `infos`, `sentence`, then `shape` and what that shape holds.
    pub fn to_json(&self) -> Value {
        let remarks = |level: RemarkLevel| -> Vec<&str> {
            self.remarks.iter().filter(|remark| remark.level == level).map(|remark| remark.text.as_str()).collect()
        };
        let mut object = Map::new();
        object.insert("outcome".into(), json!(self.outcome));
        object.insert("proven".into(), Value::Bool(false));
        object.insert("reason".into(), json!(self.reason));
        object.insert("headline".into(), json!(self.headline));
        object.insert("partial".into(), Value::Bool(self.partial()));
        object.insert("missing".into(), json!(self.missing));
        object.insert("truncated".into(), json!(self.truncated));
        object.insert("warnings".into(), json!(remarks(RemarkLevel::Warning)));
        object.insert("infos".into(), json!(remarks(RemarkLevel::Info)));
        object.insert("sentence".into(), Value::String(self.sentence()));
        if let Value::Object(data) = json!(self.data) {
            object.extend(data);
        }
        Value::Object(object)
    }
}
