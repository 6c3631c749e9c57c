//! The embedded migrations, the same numbers and names for both databases. A new one is one line in each list.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Number, name and text.
type Script = (i64, &'static str, &'static str);

const SQLITE: [Script; 2] = [
    (1, "ledgers", include_str!("../../../migrations/sqlite/0001_ledgers.sql")),
    (2, "people", include_str!("../../../migrations/sqlite/0002_people.sql")),
];

const POSTGRES: [Script; 2] = [
    (1, "ledgers", include_str!("../../../migrations/postgres/0001_ledgers.sql")),
    (2, "people", include_str!("../../../migrations/postgres/0002_people.sql")),
];

pub(super) fn sqlite() -> Migrator {
    migrator(&SQLITE)
}

pub(super) fn postgres() -> Migrator {
    migrator(&POSTGRES)
}

fn migrator(scripts: &[Script]) -> Migrator {
    let migration =
        |(number, name, text): &Script| Migration::new(*number, (*name).into(), MigrationType::Simple, text.into_sql_str(), false);
    Migrator::with_migrations(scripts.iter().map(migration).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn check(folder: &str, scripts: &[Script]) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations").join(folder);
        let mut files: Vec<String> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        files.sort();
        let listed: Vec<String> = scripts.iter().map(|(number, name, _)| format!("{number:04}_{name}.sql")).collect();
        assert_eq!(files, listed);
    }

    #[test]
    fn every_file_for_sqlite_is_listed() {
        check("sqlite", &SQLITE);
    }

    #[test]
    fn every_file_for_postgres_is_listed() {
        check("postgres", &POSTGRES);
    }

    #[test]
    fn both_databases_have_the_same_numbers_and_names() {
        let names = |scripts: &[Script]| scripts.iter().map(|(number, name, _)| (*number, *name)).collect::<Vec<_>>();
        assert_eq!(names(&SQLITE), names(&POSTGRES));
    }
}
