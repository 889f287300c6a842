/** The list of what was played and what came of it, the latest at the end. */

import { h } from "./dom.js";

const LONGEST = 300;

/** Shows lines of `{step, text, kind}`; a kind is `move`, `event` or `refused`. */
export class Log {
  constructor(list) {
    this.list = list;
    this.lines = [];
  }

  /** Replace all lines. */
  show(lines) {
    this.lines = lines.slice(-LONGEST);
    this.list.replaceChildren(...this.lines.map(drawn));
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** Add lines at the end. */
  add(...lines) {
    this.lines.push(...lines);
    this.list.append(...lines.map(drawn));
    while (this.lines.length > LONGEST) {
      this.lines.shift();
      this.list.firstElementChild.remove();
    }
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** Take back every line of a step beyond this one. */
  backTo(step) {
    this.show(this.lines.filter((line) => line.step <= step));
  }
}

function drawn({ step, text, kind }) {
  return h(
    "li",
    { class: kind, value: step },
    h("span", { class: "step" }, kind === "move" ? step : ""),
    text,
  );
}
