//! Embedded files are read when the program is compiled; cargo has to be told where they are.

fn main() {
    println!("cargo::rerun-if-changed=../web/dist");
    println!("cargo::rerun-if-changed=../migrations");
}
