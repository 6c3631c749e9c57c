//! Tables whose columns are found while rows are written.

use crate::reading::{Cell, Column, ColumnRole, Table};
use std::collections::HashMap;

/// More columns than this are dropped and named: a table is as wide as its widest row.
const MAX_COLUMNS: usize = 400;

/// More cells than this are not kept, so that a wide table of many rows cannot take all memory.
const MAX_CELLS: usize = 4_000_000;

/// A row on its way: cells by column.
pub(super) type Row = Vec<(usize, Cell)>;

/// Collects columns and rows.
#[derive(Default)]
pub(super) struct TableBuilder {
    columns: Vec<Column>,
    places: HashMap<String, usize>,
    rows: Vec<Row>,
    /// Columns that found no place.
    pub dropped_columns: bool,
}

impl TableBuilder {
    /// Puts a cell into a row; the column is made at its first use.
    pub fn put(&mut self, row: &mut Row, name: &str, role: ColumnRole, cell: Cell) {
        let place = match self.places.get(name) {
            Some(place) => *place,
            None if self.columns.len() >= MAX_COLUMNS => {
                self.dropped_columns = true;
                return;
            }
            None => {
                self.places.insert(name.to_owned(), self.columns.len());
                self.columns.push(Column { name: name.to_owned(), role });
                self.columns.len() - 1
            }
        };
        row.push((place, cell));
    }

    /// Takes a row's place before the rows below it are known.
    pub fn reserve(&mut self) -> usize {
        self.rows.push(Row::new());
        self.rows.len() - 1
    }

    /// Fills a reserved place.
    pub fn fill(&mut self, place: usize, row: Row) {
        if let Some(slot) = self.rows.get_mut(place) {
            *slot = row;
        }
    }

    /// The table, without empty rows, and how many rows found no place; cells that no row filled are none.
    pub fn finish(mut self) -> (Table, usize) {
        let width = self.columns.len();
        self.rows.retain(|row| !row.is_empty());
        let most = MAX_CELLS / width.max(1);
        let dropped = self.rows.len().saturating_sub(most);
        self.rows.truncate(most);
        let widen = |row: Row| {
            let mut cells = vec![Cell::None; width];
            for (place, cell) in row {
                if let Some(slot) = cells.get_mut(place) {
                    *slot = cell;
                }
            }
            cells
        };
        (Table { rows: self.rows.into_iter().map(widen).collect(), columns: self.columns, total: None }, dropped)
    }
}
