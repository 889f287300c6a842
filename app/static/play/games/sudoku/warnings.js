/** The warnings of the server, as long as they are still true of what is on the board. */

import { EMPTY, cellIn, cellOf } from "./cells.js";

/** A cell to the digit it was warned of, the words, and the cells these name. */
export class Warnings {
  constructor(kept = []) {
    this.found = new Map(kept);
  }

  /** Take what commands brought, in their order. */
  hear(events) {
    for (const { command, warnings } of events) {
      const cell = cellIn(command);
      if (cell === null || /^\s*select/i.test(command)) continue;
      this.found.delete(cell);
      if (warnings.length === 0) continue;
      const text = warnings.join(" ");
      const peers = [...text.matchAll(/R[1-9]C[1-9]/g)].map(([name]) => cellOf(name));
      this.found.set(cell, { digit: command.trim().slice(-1), text, peers });
    }
  }

  /** Return the warning about a cell, or "" when the digit, or every other one of its kind, has gone. */
  of(cell, digitAt) {
    const { digit = EMPTY, text = "", peers = [] } = this.found.get(cell) ?? {};
    return digitAt(cell) === digit && peers.some((peer) => digitAt(peer) === digit) ? text : "";
  }

  /** Return it as JSON that the constructor takes. */
  kept() {
    return [...this.found];
  }
}
