//! How answers are read in the browser.

use serde::Serialize;
use serde::de::DeserializeOwned;
use server_fn::codec::{JsonEncoding, Post};
use server_fn::{ContentType, Decodes, Encodes, Format, FormatType};

/// JSON that is read as text. What a page brings along is read as text too; were answers read as bytes, the browser would load the code
/// that reads each type twice.
pub struct JsonText;

/// The encoding of an answer.
pub type Text = Post<JsonText>;

impl ContentType for JsonText {
    const CONTENT_TYPE: &'static str = JsonEncoding::CONTENT_TYPE;
}

impl FormatType for JsonText {
    const FORMAT_TYPE: Format = Format::Text;
}

impl<T: Serialize> Encodes<T> for JsonText {
    type Error = serde_json::Error;

    fn encode(output: &T) -> Result<server_fn::Bytes, Self::Error> {
        JsonEncoding::encode(output)
    }
}

impl<T: DeserializeOwned> Decodes<T> for JsonText {
    type Error = serde_json::Error;

    fn decode(bytes: server_fn::Bytes) -> Result<T, Self::Error> {
        let text = std::str::from_utf8(&bytes).map_err(<serde_json::Error as serde::de::Error>::custom)?;
        serde_json::from_str(text)
    }
}
