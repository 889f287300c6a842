/** The board: 81 cells of HTML, one of them chosen; what a colour says, a sign in the corner says too. */

import { h, set } from "../../common/dom.js";
import { CELLS, EMPTY, areTogether, columnOf, rowOf } from "./cells.js";
import { spoken } from "./words.js";

const NINE = [..."123456789"];

export class Grid {
  /** `choose(cell)` is called for a cell that is clicked; without it nothing can be chosen. */
  constructor(choose) {
    this.live = choose !== null;
    this.cells = Array.from({ length: CELLS }, (_, cell) => this.cell(cell, choose));
    const rows = NINE.map((number, row) =>
      h(
        "div",
        { role: "row", class: "row" },
        h("span", { class: "number", "aria-hidden": "true" }, number),
        ...this.cells.slice(9 * row, 9 * row + 9).map(({ element }) => element),
      ),
    );
    this.element = h(
      "div",
      { class: "grid", role: this.live ? "grid" : "table", "aria-label": "Sudoku board" },
      h(
        "div",
        { class: "row top", "aria-hidden": "true" },
        h("span", {}),
        ...NINE.map((number) => h("span", { class: "number" }, number)),
      ),
      ...rows,
    );
  }

  cell(cell, choose) {
    const digit = h("span", { class: "digit" });
    const sign = h("span", { class: "sign", "aria-hidden": "true" });
    const marks = NINE.map(() => h("span", {}));
    const notes = h("span", { class: "notes", "aria-hidden": "true" }, ...marks);
    const element = h(
      "div",
      {
        role: choose ? "gridcell" : "cell",
        tabindex: choose ? -1 : null,
        class: "cell",
        "data-edge": edges(cell),
        onclick: choose ? () => choose(cell) : null,
      },
      digit,
      notes,
      sign,
    );
    return { element, digit, sign, notes, marks };
  }

  /** Draw every cell from its state; `at` is the chosen one, `latest` the one a film shows. */
  draw(states, { at, latest = null, showSolution = false }) {
    const chosen = at === null ? EMPTY : states[at].digit;
    states.forEach((state, cell) => {
      const parts = this.cells[cell];
      const { given, digit, notes, right, isUnsent, isWrong, warning } = state;
      const isRevealed = showSolution && right !== null && right !== digit;
      const shown = isRevealed ? right : digit;
      const classes = [
        "cell",
        given && "given",
        isUnsent && "unsent",
        isWrong && "wrong",
        warning && !isWrong && "warned",
        isRevealed && "revealed",
        at !== null && cell !== at && areTogether(cell, at) && "near",
        chosen !== EMPTY && digit === chosen && "alike",
        cell === at && "at",
        cell === latest && "latest",
      ];
      set(parts.element, {
        class: classes.filter(Boolean).join(" "),
        "aria-label": spoken(cell, state),
        "aria-selected": this.live ? String(cell === at) : null,
        "aria-readonly": this.live && given ? "true" : null,
        tabindex: this.live ? (cell === at ? 0 : -1) : null,
      });
      write(parts.digit, shown === EMPTY ? "" : shown);
      const sign = isRevealed
        ? digit === EMPTY
          ? "✓"
          : digit
        : isWrong
          ? "✕"
          : warning
            ? "!"
            : isUnsent
              ? "◥"
              : "";
      write(parts.sign, sign);
      set(parts.sign, { "data-sign": sign || null });
      parts.marks.forEach((mark, index) =>
        write(mark, !isRevealed && notes.includes(NINE[index]) ? NINE[index] : ""),
      );
    });
  }

  /** Give a cell the keyboard's focus. */
  focus(cell) {
    this.cells[cell].element.focus({ preventScroll: true });
  }

  /** Tell whether the keyboard's focus is on the board. */
  get hasFocus() {
    return this.element.contains(document.activeElement);
  }
}

/** Return on which sides a box ends there, or begins at the rim. */
function edges(cell) {
  const [row, column] = [rowOf(cell), columnOf(cell)];
  return [row === 0 && "top", column === 0 && "left", row % 3 === 2 && "bottom", column % 3 === 2 && "right"]
    .filter(Boolean)
    .join(" ");
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
