/** The 81 cells, numbered from 0 row by row, and their names in replies and commands. */

export const CELLS = 81;
export const EMPTY = ".";

const NAMED = /(?:^|\s)(?:r([1-9])c([1-9])|([1-9])[ \t]+([1-9]))(?=\s|$)/i;

/** Return a cell as replies name it, such as `r3c5`. */
export function nameOf(cell) {
  return `r${rowOf(cell) + 1}c${columnOf(cell) + 1}`;
}

/** Return a cell as sentences name it, such as `R3C5`. */
export function titleOf(cell) {
  return nameOf(cell).toUpperCase();
}

/** Return the cell of a name. */
export function cellOf(name) {
  return 9 * (Number(name[1]) - 1) + Number(name[3]) - 1;
}

/** Return the cell a command is about, or null. */
export function cellIn(command) {
  const found = NAMED.exec(command);
  return found && cellOf(`r${found[1] ?? found[3]}c${found[2] ?? found[4]}`);
}

/** Return the row of a cell, from 0. */
export function rowOf(cell) {
  return Math.floor(cell / 9);
}

/** Return the column of a cell, from 0. */
export function columnOf(cell) {
  return cell % 9;
}

/** Tell whether two cells share a row, a column or a box. */
export function areTogether(a, b) {
  return rowOf(a) === rowOf(b) || columnOf(a) === columnOf(b) || boxOf(a) === boxOf(b);
}

function boxOf(cell) {
  return 3 * Math.floor(rowOf(cell) / 3) + Math.floor(columnOf(cell) / 3);
}
