/** What the person sees and writes: the chosen cell, the draft, the pad; sending is next door. */

import { h, set } from "../../common/dom.js";
import { showFacts } from "../../common/facts.js";
import { plural } from "../../common/words.js";
import { CELLS, EMPTY, cellIn, cellOf, columnOf, rowOf, titleOf } from "./cells.js";
import { Draft } from "./draft.js";
import { Grid } from "./grid.js";
import { sound } from "./memo.js";
import { Pad } from "./pad.js";
import { Review } from "./review.js";
import { Sender } from "./sender.js";
import { Warnings } from "./warnings.js";
import { spoken, stateOf, tally, written } from "./words.js";

const MIDDLE = 40;
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Board {
  constructor(stage, table) {
    this.table = table;
    this.sender = new Sender(this);
    this.open(null);
    this.grid = new Grid(table.live ? (cell) => this.choose(cell) : null);
    this.caption = h("p", { class: "caption", "aria-hidden": "true" });
    this.legend = h("p", { class: "legend" });
    const parts = [h("div", {}, this.grid.element, this.caption)];
    if (table.live) {
      this.pad = new Pad({
        digit: (digit) => this.press(digit),
        erase: () => this.erase(),
        notes: () => this.turnNotes(),
        undo: () => this.back(this.draft.undo(), "Taken back."),
        redo: () => this.back(this.draft.redo(), "Written again."),
      });
      this.review = new Review(
        (rating, review) => this.sender.finish(rating, review),
        (review) => {
          this.written = review;
          this.keep();
        },
      );
      parts.push(h("div", {}, this.pad.element, this.legend, this.review.element));
      this.listen();
    } else {
      parts.push(this.legend);
    }
    this.sudoku = h("div", { class: table.live ? "sudoku" : "sudoku watched" }, ...parts);
    stage.replaceChildren(h("div", { class: "sudoku-room" }, this.sudoku));
  }

  listen() {
    const { keys } = this.table;
    this.pad.element.addEventListener("click", ({ detail }) => {
      // Who points goes on with the board; who came to a button by keys stays there.
      if (detail > 0) this.grid.focus(this.at);
    });
    this.grid.element.addEventListener("keydown", (event) => {
      // On the board itself arrows work also for those who turned single keys off.
      if (event.ctrlKey || event.metaKey || event.altKey || !this.move(event.key)) return;
      event.preventDefault();
    });
    keys.on(Object.keys(ARROWS), "choose a cell", (key) => this.move(key));
    keys.on("Home", "", () => this.choose(9 * rowOf(this.at)));
    keys.on("End", "", () => this.choose(9 * rowOf(this.at) + 8));
    keys.on([..."123456789"], "write the digit, or the pencil mark", (key) => this.press(key));
    keys.on(["Backspace", "Delete", "0"], "erase", () => this.erase());
    keys.on("n", "pencil marks on or off", () => this.turnNotes());
    keys.on("u", "take back what was written last", () => this.back(this.draft.undo(), "Taken back."));
    keys.on("r", "write it again", () => this.back(this.draft.redo(), "Written again."));
    keys.on("Enter", "send; a full board is submitted", () => {
      if (this.isOver) return false;
      return void this.sender.send(this.emptyCells() === 0 ? "submit" : "");
    });
    keys.on("c", "check, for 25 points", () => (this.isOver ? false : void this.sender.send("check")));
  }

  /** Begin with what was kept of a run; null at its start. */
  open(memo) {
    this.draft = new Draft(memo?.draft ?? {});
    this.warnings = new Warnings(memo?.warnings ?? []);
    this.at = memo?.at ?? null;
    this.isNoting = memo?.isNoting ?? false;
    this.written = memo?.written ?? null;
    this.isReviewed = memo?.isReviewed ?? false;
    this.showsSolution = true;
    this.latest = null;
  }

  render(reply, { action } = {}) {
    const { table } = this;
    const seen = reply.observation;
    if (table.live && table.run !== this.run) {
      this.run = table.run;
      this.open(sound(table.memo));
    }
    this.seen = seen;
    this.draft.rebase(seen);
    this.warnings.hear(reply.events ?? []);
    if (table.live) this.at ??= seen.selected === null ? firstEmpty(seen) : cellOf(seen.selected);
    else this.at = seen.selected === null ? null : cellOf(seen.selected);
    this.latest = !table.live && typeof action === "string" ? cellIn(action) : null;
    this.draw();
  }

  draw() {
    const { seen, draft } = this;
    const states = Array.from({ length: CELLS }, (_, cell) => stateOf(cell, seen, draft, this.warnings));
    const hadFocus = this.grid.hasFocus;
    this.grid.draw(states, {
      at: this.at,
      latest: this.latest,
      showSolution: seen.game_over && this.showsSolution,
    });
    if (hadFocus) this.grid.focus(this.at);
    set(this.sudoku, { "data-status": seen.status });
    this.caption.textContent = captionOf(this.latest ?? this.at, states);
    this.drawLegend(states);
    if (!this.table.live) return;
    const { notes } = draft.content(this.at);
    this.pad.draw({
      counts: tally((cell) => draft.content(cell)),
      isNoting: this.isNoting,
      notes,
      canUndo: draft.done.length > 0,
      canRedo: draft.undone.length > 0,
    });
    set(this.pad.element, { hidden: seen.game_over });
    this.review.draw(seen.game_over, this.written, this.isReviewed);
  }

  drawLegend(states) {
    const played = [
      ["◥", "not sent yet", ({ isUnsent }) => isUnsent],
      ["✕", "found wrong", ({ isWrong }) => isWrong],
      ["!", "repeated", ({ warning, isWrong }) => warning && !isWrong],
    ];
    const ended = [
      ["✓", "you left empty", ({ digit, right }) => digit === EMPTY && digit !== right],
      ["5", "your digit was wrong", ({ digit, right }) => digit !== EMPTY && digit !== right],
    ];
    const signs = !this.isOver ? played : this.showsSolution ? ended : [];
    const shown = signs.filter(([, , applies]) => states.some(applies));
    const words = shown.map(([sign, meaning]) =>
      h("span", {}, h("b", { "data-sign": sign }, sign), ` ${meaning}`),
    );
    this.legend.replaceChildren(...words);
  }

  get isOver() {
    return this.seen.game_over;
  }

  /** How many cells of the board, with what is not sent, are empty. */
  emptyCells() {
    const every = Array.from({ length: CELLS }, (_, cell) => this.draft.content(cell).digit);
    return every.filter((digit) => digit === EMPTY).length;
  }

  choose(cell) {
    this.at = cell;
    this.draw();
    this.grid.focus(cell);
  }

  move(key) {
    if (!ARROWS[key]) return false;
    const [down, right] = ARROWS[key];
    const row = Math.max(0, Math.min(8, rowOf(this.at) + down));
    const column = Math.max(0, Math.min(8, columnOf(this.at) + right));
    this.choose(9 * row + column);
    return true;
  }

  turnNotes() {
    if (this.isOver) return false;
    this.isNoting = !this.isNoting;
    this.table.message.say(this.isNoting ? "Digits are pencil marks now." : "Digits are entries now.");
    this.changed();
    return true;
  }

  turnOver() {
    this.showsSolution = !this.showsSolution;
    this.draw();
    this.table.drawControls(this.table.reply);
  }

  press(digit) {
    if (this.isOver) return false;
    const { digit: there, notes } = this.draft.content(this.at);
    if (!this.isNoting) return this.write({ digit, notes: "" });
    if (there !== EMPTY && !this.isGiven) {
      this.table.message.say(
        `${titleOf(this.at)} holds your ${there}; erase it to make pencil marks.`,
        "refused",
      );
      return true;
    }
    const marks = notes.includes(digit) ? notes.replace(digit, "") : [...notes, digit].sort().join("");
    return this.write({ digit: EMPTY, notes: marks });
  }

  erase() {
    return this.isOver ? false : this.write({ digit: EMPTY, notes: "" });
  }

  write(content) {
    const { at, draft, table } = this;
    if (this.isGiven) {
      table.message.say(
        `${titleOf(at)} holds the given ${this.seen.givens[at]}; choose a cell without one.`,
        "refused",
      );
    } else if (draft.write(at, content)) {
      this.changed();
      table.message.say(`${written(at, content)} ${this.unsent()}`);
    }
    return true;
  }

  back(cell, words) {
    if (cell === null || this.isOver) return false;
    this.at = cell;
    this.changed();
    this.table.message.say(`${words} ${written(cell, this.draft.content(cell))} ${this.unsent()}`);
    return true;
  }

  unsent() {
    const { size } = this.draft;
    if (!this.table.door.demands) return "";
    return size > 0 ? `${plural(size, "cell")} not sent yet.` : "Nothing is left to send.";
  }

  get isGiven() {
    return this.seen.givens[this.at] !== EMPTY;
  }

  /** Take note that the review was sent. */
  reviewed() {
    this.isReviewed = true;
    this.keep();
    this.draw();
    this.review.title.focus();
  }

  /** Draw and keep what was changed on this side, and send it where the server asks nothing for that. */
  changed() {
    this.draw();
    this.keep();
    showFacts(this.table.view.facts(this.table.reply));
    this.table.drawControls(this.table.reply);
    if (!this.table.door.demands) this.sender.flush();
  }

  keep() {
    const { at, isNoting, isReviewed, written: review } = this;
    const draft = this.draft.kept();
    const warnings = this.warnings.kept();
    const isPlain = draft === null && warnings.length === 0 && !isNoting && !isReviewed && !review;
    this.table.memo = isPlain
      ? null
      : { draft: draft ?? {}, warnings, at, isNoting, isReviewed, written: review };
  }
}

function firstEmpty(seen) {
  const found = seen.givens.indexOf(EMPTY);
  return found < 0 ? MIDDLE : found;
}

function captionOf(cell, states) {
  if (cell === null) return "";
  const { warning } = states[cell];
  if (warning) return `${titleOf(cell)}: ${warning}`;
  const [, words] = spoken(cell, states[cell]).split(": ");
  return `${titleOf(cell)}: ${words}`;
}
