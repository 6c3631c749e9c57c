//! A generator of our own, so that no update of a library can ever change the data.

/// Gives a number in 0.0 .. 1.0 that depends on the key and the slot only.
///
/// The mixing step is the one of splitmix64. Stateless on purpose: a family of series that is added or removed changes
/// no other family, and series may be written in any order.
pub fn noise(key: u64, slot: i64) -> f64 {
    let bits = mix(key ^ mix(slot.cast_unsigned()));
    // The upper 53 bits are what an f64 holds exactly.
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

/// Gives `value` moved by at most `part` of itself up or down, for example 0.05 for five per cent.
pub fn wobble(value: f64, part: f64, key: u64, slot: i64) -> f64 {
    value * (1.0 + part * (2.0 * noise(key, slot) - 1.0))
}

/// Scrambles 64 bits; nearby inputs give unrelated outputs.
pub fn mix(input: u64) -> u64 {
    let mut bits = input.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first output of the published splitmix64 for the seed 0.
    #[test]
    fn the_mixing_step_is_splitmix64() {
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
    }

    #[test]
    fn noise_stays_within_its_bounds() {
        assert!((0..10_000).all(|slot| (0.0..1.0).contains(&noise(7, slot))));
    }
}
