/** What the board keeps with a run in the browser: taken up only if it is sound, for others can write there. */

import { CELLS } from "./cells.js";

/** Return what was kept, or null where it is not what the board keeps. */
export function sound(memo) {
  if (memo === null || typeof memo !== "object" || typeof memo.draft !== "object") return null;
  const { draft, warnings, at, written } = memo;
  const lists = [draft?.wanted ?? [], draft?.done ?? [], draft?.undone ?? []];
  const isSound =
    draft !== null &&
    lists.every((list) => Array.isArray(list) && list.every(isContent)) &&
    Array.isArray(warnings) &&
    warnings.every(isWarning) &&
    (at === null || isCell(at)) &&
    (written === null || typeof written?.review === "string");
  return isSound ? memo : null;
}

function isContent(one) {
  const [cell, content] = Array.isArray(one) ? one : [];
  return isCell(cell) && isText(content?.digit, /^[1-9.]$/) && isText(content.notes, /^[1-9]{0,9}$/);
}

function isWarning(one) {
  const [cell, warning] = Array.isArray(one) ? one : [];
  return isCell(cell) && typeof warning?.text === "string" && Array.isArray(warning.peers);
}

function isText(value, form) {
  return typeof value === "string" && form.test(value);
}

function isCell(value) {
  return Number.isInteger(value) && value >= 0 && value < CELLS;
}
