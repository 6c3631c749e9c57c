//! Bytes of a record as JSON text: digests in hex, the body as the text it is.

use serde::{Deserialize, Deserializer, Serializer};

fn to_hex(bytes: &[u8; 32]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &str) -> Result<[u8; 32], String> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(format!("expected 64 hexadecimal digits, found {} bytes", text.len()));
    }
    for (index, byte) in bytes.iter_mut().enumerate() {
        let pair = text.get(index * 2..index * 2 + 2).unwrap_or_default();
        *byte = u8::from_str_radix(pair, 16).map_err(|error| error.to_string())?;
    }
    Ok(bytes)
}

pub mod hex {
    use super::{Deserialize, Deserializer, Serializer, from_hex, to_hex};
    use serde::de::Error as _;

    pub fn serialize<S: Serializer>(bytes: &[u8; 32], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&to_hex(bytes))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[u8; 32], D::Error> {
        from_hex(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

pub mod hex_option {
    use super::{Deserialize, Deserializer, Serializer, from_hex, to_hex};
    use serde::de::Error as _;

    pub fn serialize<S: Serializer>(bytes: &Option<[u8; 32]>, serializer: S) -> Result<S::Ok, S::Error> {
        match bytes {
            Some(bytes) => serializer.serialize_some(&to_hex(bytes)),
            None => serializer.serialize_none(),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<[u8; 32]>, D::Error> {
        Option::<String>::deserialize(deserializer)?.map(|text| from_hex(&text)).transpose().map_err(D::Error::custom)
    }
}

pub mod utf8_option {
    use super::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(body: &Option<Vec<u8>>, serializer: S) -> Result<S::Ok, S::Error> {
        match body {
            Some(body) => serializer.serialize_some(std::str::from_utf8(body).map_err(serde::ser::Error::custom)?),
            None => serializer.serialize_none(),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<u8>>, D::Error> {
        Ok(Option::<String>::deserialize(deserializer)?.map(String::into_bytes))
    }
}
