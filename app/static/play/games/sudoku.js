/** Sudoku: what is written collects on the board and is sent together, for one answer to a question. */

import { Camp } from "../common/camp.js";
import { plural } from "../common/words.js";
import { Board } from "./sudoku/board.js";
import { describe, figures, tell } from "./sudoku/words.js";

let board = null; // the one that is mounted

export { describe, tell };

/** The board has an undo of its own: what was sent is not taken back, but written over. */
export const undo = false;

export const pace = { perSecond: 2 };

export function door(api, slug, how) {
  return new Camp(api, slug, how);
}

export function mount(stage, table) {
  board = new Board(stage, table);
  return board;
}

export function facts({ observation: seen }) {
  const mayWait = board.table.live && board.table.door.demands && !seen.game_over;
  return figures(seen, mayWait ? board.draft.size : null);
}

export function hint({ observation: seen }) {
  if (seen.game_over) return "";
  const { size } = board.draft;
  return size > 0 ? `${plural(size, "cell")} not sent yet.` : "Choose a cell, then a digit.";
}

export function controls({ observation: seen }) {
  if (seen.status === "won") return []; // the solution is what one had
  if (seen.game_over) {
    return [
      {
        label: board.showsSolution ? "Show what you had" : "Show the solution",
        press: () => board.turnOver(),
      },
    ];
  }
  const { size } = board.draft;
  const send = {
    label: `Send ${plural(size, "cell")}`,
    press: () => void board.sender.send(),
    hint: "Enter",
  };
  const isFull = board.emptyCells() === 0;
  return [
    ...(size > 0 ? [{ ...send, kind: isFull ? "" : "primary" }] : []),
    {
      label: "Check (−25)",
      press: () => void board.sender.send("check"),
      hint: "Marks your wrong digits; costs 25 points",
    },
    {
      label: "Submit",
      press: () => void board.sender.send("submit"),
      kind: isFull ? "primary" : "",
      hint: "Hand in the full board",
    },
    { label: "Give up", press: () => void board.sender.resign(), hint: "End the game" },
  ];
}
