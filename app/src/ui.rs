//! Pieces that several pages share.

pub mod chip;
pub mod draft;
pub mod error;
pub mod field;
pub mod form;
pub mod frame;
pub mod keys;
pub mod outcome;
pub mod prose;
pub mod sending;
pub mod time;
