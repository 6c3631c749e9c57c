//! The programs that tests need beside Rust and Node: a browser, a Prometheus, a PostgreSQL, a Java with Maven.

use std::process::Command;

use crate::step::{self, Failure, Steps};

/// A program, the Debian package that brings it, and what it is for.
#[derive(Clone, Copy)]
pub struct Program {
    name: &'static str,
    package: &'static str,
    purpose: &'static str,
}

const CHROMIUM: Program = Program { name: "chromium", package: "chromium", purpose: "browser tests" };
const PROMETHEUS: Program = Program { name: "prometheus", package: "prometheus", purpose: "a real source of metrics" };
const PROMTOOL: Program = Program { name: "promtool", package: "prometheus", purpose: "past data for Prometheus" };
const INITDB: Program = Program { name: "initdb", package: "postgresql", purpose: "store tests" };
const PG_CTL: Program = Program { name: "pg_ctl", package: "postgresql", purpose: "store tests" };
const JAVAC: Program = Program { name: "javac", package: "default-jdk-headless", purpose: "a real search engine" };
const MAVEN: Program = Program { name: "mvn", package: "maven", purpose: "the search engine's libraries" };

/// What the tests start.
pub const ALL: [Program; 7] = [CHROMIUM, PROMETHEUS, PROMTOOL, INITDB, PG_CTL, JAVAC, MAVEN];

/// What the lab starts.
pub const SOURCES: [Program; 4] = [PROMETHEUS, PROMTOOL, JAVAC, MAVEN];

/// Without these a browser on a bare machine shows boxes for letters, and pictures differ.
const FONTS: [&str; 2] = ["fonts-liberation", "fonts-noto-core"];

/// Installs its arguments while Debian is told (101: forbidden by policy) that no package may start a service: the tests start their
/// own servers, on their own ports. A machine with a policy of its own keeps it; ours goes in any case, also on an interrupt.
const INSTALL: &str = r#"
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
    trap 'rm -f "$policy"' EXIT
    trap 'exit 130' INT TERM
    printf '#!/bin/sh\nexit 101\n' > "$policy" && chmod 755 "$policy" || exit 1
fi
DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet --no-install-recommends "$@"
"#;

/// Installs what is missing of `needed` when this is Debian and may install, else says what is missing and how to get it.
pub fn ensure(steps: &mut Steps, needed: &[Program]) -> Result<(), Failure> {
    steps.run("programs", || {
        let missing = missing(needed);
        if missing.is_empty() {
            return Ok(());
        }
        if !may_install() {
            return Err(refusal(&missing));
        }
        install(&missing)?;
        let still_missing = self::missing(needed);
        if still_missing.is_empty() { Ok(()) } else { Err(refusal(&still_missing)) }
    })
}

fn missing(needed: &[Program]) -> Vec<Program> {
    needed.iter().copied().filter(|program| !is_present(program.name)).collect()
}

/// Debian keeps the programs of a PostgreSQL server out of the search path, one folder for each version.
fn is_present(name: &str) -> bool {
    let found = format!("command -v {name} || ls /usr/lib/postgresql/*/bin/{name}");
    step::read(Command::new("sh").args(["-c", &found]), "").is_ok()
}

fn may_install() -> bool {
    step::read(Command::new("sh").args(["-c", "test \"$(id -u)\" = 0 && test -f /etc/debian_version && command -v apt-get"]), "").is_ok()
}

fn install(missing: &[Program]) -> Result<(), Failure> {
    step::run(Command::new("apt-get").args(["update", "--quiet"]), "check the connection to the Debian mirror, then try again")?;
    let mut install = Command::new("sh");
    install.args(["-c", INSTALL, "install"]).args(packages(missing)).args(FONTS);
    step::run(&mut install, "install the packages by hand, then try again")
}

fn refusal(missing: &[Program]) -> Failure {
    let list: Vec<String> = missing.iter().map(|program| format!("{} ({})", program.name, program.purpose)).collect();
    let next = format!(
        "on Debian or Ubuntu: sudo apt-get install {}; elsewhere install them so that they are in the search path",
        packages(missing).join(" ")
    );
    Failure::new("find every program that is needed", format!("not installed: {}", list.join(", ")), next)
}

/// The packages of `missing`, each once.
fn packages(missing: &[Program]) -> Vec<&'static str> {
    let mut packages: Vec<&str> = missing.iter().map(|program| program.package).collect();
    packages.dedup();
    packages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_each_program_and_each_package_once() {
        let text = refusal(&[PROMETHEUS, PROMTOOL]).to_string();
        assert!(text.contains("prometheus (a real source of metrics), promtool (past data for Prometheus)"), "{text}");
        assert!(text.contains("apt-get install prometheus;"), "{text}");
    }

    #[test]
    fn a_program_in_the_search_path_is_present_and_an_invented_one_is_not() {
        assert!(is_present("sh"));
        assert!(!is_present("no-such-program"));
    }
}
