//! Tests of the whole. Each folder beside this file is one test program: `rules` holds the house rules.
