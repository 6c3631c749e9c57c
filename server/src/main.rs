//! `inquest`: everything it can do stands in [`server::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    server::cli::run()
}
