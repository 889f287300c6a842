/** What was written on the board and not sent yet, with undo; and the commands that send it. */

import { EMPTY, nameOf } from "./cells.js";

const STEPS_KEPT = 300;

/** The board as the person wants it: `{digit, notes}` for each cell where the server knows it otherwise. */
export class Draft {
  constructor({ wanted = [], done = [], undone = [] } = {}) {
    this.wanted = new Map(wanted);
    this.done = done; // pairs of a cell and what it held before
    this.undone = undone;
    this.seen = null;
  }

  /** How many cells differ from what the server knows. */
  get size() {
    return this.wanted.size;
  }

  /** Take a new position of the server; what it says already is no longer to be sent. */
  rebase(seen) {
    this.seen = seen;
    for (const [cell, content] of this.wanted) {
      if (seen.game_over || seen.givens[cell] !== EMPTY || isSame(content, this.sent(cell)))
        this.wanted.delete(cell);
    }
  }

  /** Return what a cell holds on the board, sent or not. */
  content(cell) {
    return this.wanted.get(cell) ?? this.sent(cell);
  }

  /** Return what the server knows of a cell. */
  sent(cell) {
    return { digit: this.seen.cells[cell], notes: this.seen.notes[nameOf(cell)] ?? "" };
  }

  /** Write something in a cell; returns whether that changes it. */
  write(cell, content) {
    const before = this.content(cell);
    if (isSame(before, content)) return false;
    this.done = [...this.done, [cell, before]].slice(-STEPS_KEPT);
    this.undone = [];
    this.put(cell, content);
    return true;
  }

  /** Take the last writing back, also where it was sent before; returns its cell, or null. */
  undo() {
    return this.swap(this.done, this.undone);
  }

  /** Write again what was taken back; returns its cell, or null. */
  redo() {
    return this.swap(this.undone, this.done);
  }

  /** Return the commands that bring the server to this board. */
  commands() {
    return [...this.wanted].flatMap(([cell, { digit, notes }]) => {
      const sent = this.sent(cell);
      const name = nameOf(cell);
      if (digit !== EMPTY) return [`set ${name} ${digit}`];
      if (sent.digit === EMPTY) return [notes ? `note ${name} ${notes}` : `clear ${name}`];
      return [`clear ${name}`, ...(notes ? [`note ${name} ${notes}`] : [])];
    });
  }

  /** Return it as JSON that the constructor takes, or null when there is nothing in it. */
  kept() {
    const { done, undone } = this;
    return this.size + done.length + undone.length > 0 ? { wanted: [...this.wanted], done, undone } : null;
  }

  put(cell, content) {
    this.wanted.delete(cell);
    if (!isSame(content, this.sent(cell))) this.wanted.set(cell, content);
  }

  swap(from, to) {
    const step = from.pop();
    if (step === undefined) return null;
    const [cell, content] = step;
    to.push([cell, this.content(cell)]);
    this.put(cell, content);
    return cell;
  }
}

function isSame(a, b) {
  return a.digit === b.digit && a.notes === b.notes;
}
