/** The digit pad: writes in the chosen cell, a digit or a pencil mark. */

import { h, set, svg } from "../../common/dom.js";

const NINE = [..."123456789"];

export class Pad {
  /** `actions`: what `digit(text)`, `erase()`, `notes()`, `undo()` and `redo()` do. */
  constructor(actions) {
    this.digits = NINE.map((digit) => {
      const left = h("small", { "aria-hidden": "true" });
      const button = h(
        "button",
        { type: "button", onclick: () => actions.digit(digit) },
        h("b", {}, digit),
        left,
      );
      return { digit, button, left };
    });
    this.erase = tool("Erase", "M9 5h11v14H9l-6-7z M12 9.5l5 5m0-5-5 5", actions.erase);
    this.notes = tool("Notes", "M4 20l1-5L16 4l4 4L9 19z M14 6l4 4", actions.notes);
    this.undo = tool("Undo", "M8 5 3 10l5 5 M3 10h11a6 5 0 0 1 0 10h-3", actions.undo);
    this.redo = tool("Redo", "M16 5l5 5-5 5 M21 10H10a6 5 0 0 0 0 10h3", actions.redo);
    this.element = h(
      "div",
      { class: "pad", role: "group", "aria-label": "Digit pad" },
      h("div", { class: "digits" }, ...this.digits.map(({ button }) => button), this.erase),
      h("div", { class: "tools" }, this.notes, this.undo, this.redo),
    );
  }

  /** Show how many of each digit are missing, and what the pad writes. */
  draw({ counts, isNoting, notes, canUndo, canRedo }) {
    for (const { digit, button, left } of this.digits) {
      const missing = 9 - counts[digit];
      const all = missing <= 0 ? "all placed" : `${missing} missing`;
      set(button, {
        "aria-label": isNoting ? `Pencil mark ${digit}` : `${digit}, ${all}`,
        "aria-pressed": isNoting ? String(notes.includes(digit)) : null,
        class: missing <= 0 ? "placed" : "",
      });
      const text = missing === 0 ? "✓" : missing < 0 ? "!" : String(missing);
      if (left.textContent !== text) left.textContent = text;
    }
    set(this.element, { class: isNoting ? "pad noting" : "pad" });
    set(this.notes, { "aria-pressed": String(isNoting) });
    set(this.undo, { disabled: !canUndo });
    set(this.redo, { disabled: !canRedo });
  }
}

function tool(label, path, press) {
  const icon = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: path }));
  return h("button", { type: "button", onclick: press }, icon, h("span", {}, label));
}
