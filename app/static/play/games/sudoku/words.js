/** What the page says about commands, cells and figures. */

import { CELLS, EMPTY, cellIn, columnOf, nameOf, rowOf, titleOf } from "./cells.js";

const LOUD = ["check", "submit", "resign"];

/** Return a command as a line of the log; a choice of a cell is no move. */
export function describe(command) {
  if (typeof command !== "string") return JSON.stringify(command);
  const words = command.trim().toLowerCase().split(/\s+/);
  const cell = cellIn(command);
  const last = words.at(-1);
  switch (words[0]) {
    case "set":
      return cell === null ? command : `${titleOf(cell)}: ${last}.`;
    case "clear":
      return cell === null ? command : `${titleOf(cell)} erased.`;
    case "note":
      return cell === null
        ? command
        : `${titleOf(cell)}: ${last === "none" ? "no pencil marks" : `pencil marks ${last}`}.`;
    case "select":
      return "";
    case "check":
      return "Check.";
    case "submit":
      return "Submit.";
    case "resign":
      return "Give up.";
    default:
      return command;
  }
}

/** Return what a command brought, where that is more than what was asked for. */
export function tell({ command, message, warnings }) {
  const cell = cellIn(command);
  const told = LOUD.includes(command.trim().toLowerCase()) ? [message] : [];
  return [...told, ...warnings.map((text) => (cell === null ? text : `${titleOf(cell)}: ${text}`))].join(" ");
}

/** Return the rows of the box beside the board; `unsent`: cells the server does not know of yet, or null. */
export function figures(seen, unsent) {
  return [
    seen.game_over ? ["Score", seen.score] : ["Pays", seen.potential_score, `of ${seen.base}`],
    ["Mistakes", `${"✕".repeat(seen.mistakes)}${"○".repeat(3 - seen.mistakes)}`, `${seen.mistakes} of 3`],
    ["Checks", seen.checks, "25 points each"],
    unsent === null ? null : ["Not sent", unsent],
    ["Empty", seen.empty, `of ${seen.givens.split(EMPTY).length - 1}`],
    ["Turns", seen.turn],
    ["Difficulty", seen.difficulty],
  ];
}

/** Return what a screen reader says of a cell. */
export function spoken(cell, { given, digit, notes, right, isUnsent, isWrong, warning }) {
  const place = `Row ${rowOf(cell) + 1}, column ${columnOf(cell) + 1}: `;
  if (given) return `${place}given ${digit}`;
  const marks = notes ? `pencil marks ${[...notes].join(" ")}` : "empty";
  const parts = [digit === EMPTY ? marks : `${digit}, yours`];
  if (isUnsent) parts.push("not sent yet");
  if (isWrong) parts.push("found wrong");
  if (warning) parts.push(`repeated: ${warning}`);
  if (right && right !== digit) parts.push(`the solution has ${right}`);
  return place + parts.join(", ");
}

/** Return how often each digit stands on a board of contents. */
export function tally(content) {
  const counts = Object.fromEntries([..."123456789"].map((digit) => [digit, 0]));
  for (let cell = 0; cell < CELLS; cell += 1) {
    const { digit } = content(cell);
    if (digit !== EMPTY) counts[digit] += 1;
  }
  return counts;
}

/** Return what a position says about a cell, as the board draws it. */
export function stateOf(cell, seen, draft, warnings) {
  const { digit, notes } = draft.content(cell);
  const isUnsent = draft.wanted.has(cell);
  return {
    given: seen.givens[cell] !== EMPTY,
    digit,
    notes,
    right: seen.solution?.[cell] ?? null,
    isUnsent,
    isWrong: !isUnsent && !seen.game_over && seen.wrong.includes(nameOf(cell)),
    warning: seen.game_over ? "" : warnings.of(cell, (at) => draft.content(at).digit),
  };
}

/** Return what a cell holds now, as a sentence. */
export function written(cell, { digit, notes }) {
  if (digit !== EMPTY) return `${titleOf(cell)}: ${digit}.`;
  return `${titleOf(cell)}: ${notes ? `pencil marks ${[...notes].join(" ")}` : "empty"}.`;
}
