/**
 * The box of colour groups: how many groups and nodes of each colour, what it lacks, and numbers on the
 * board.
 */

import { h, set } from "../../common/dom.js";
import { plural } from "../../common/words.js";
import { LETTERS } from "./menu.js";

const STATUS = {
  done: ["✓ done", "in one piece"],
  "needs-joining": ["to join", "to be joined"],
  "needs-partner": ["lonely", "needs a partner"],
  absent: ["✓ absent", "absent, which is allowed"],
};

export class Groups {
  /**
   * `onNumber` is called when another colour's groups are to be numbered; `numbered` is its letter, or
   * null.
   */
  constructor(onNumber) {
    this.numbered = null;
    this.title = h("h2", {});
    this.chips = Object.values(LETTERS)
      .slice(0, 5)
      .map((letter) => {
        const press = () => {
          this.numbered = this.numbered === letter ? null : letter;
          onNumber();
        };
        return h("button", { type: "button", class: "chip", onclick: press });
      });
    const chips = h("div", { class: "chips" }, this.chips);
    this.element = h("section", { class: "hex-groups", "aria-label": "Colour groups" }, this.title, chips);
  }

  /** Show the groups of a position, or of a draft. */
  show(groups, draft) {
    this.title.textContent = draft ? "Colour groups in this draft" : "Colour groups";
    groups.forEach(({ color, nodes, groups: found, status }, at) => {
      const letter = LETTERS[color];
      const [mark, words] = STATUS[status] ?? ["", status];
      if (nodes === 0 && this.numbered === letter) this.numbered = null;
      const counts = nodes === 0 ? [] : [plural(found.length, "group"), plural(nodes, "node")];
      const chip = this.chips[at];
      chip.replaceChildren(
        h("span", { class: `swatch ${color}`, "aria-hidden": "true" }, letter),
        h("span", { class: "mark" }, mark),
        ...counts.map((count) => h("span", {}, count)),
      );
      set(chip, {
        "data-status": status,
        "aria-label": [`${color}: ${words}`, ...counts].join(", "),
        "aria-pressed": nodes === 0 ? null : String(this.numbered === letter),
        title: `${color}: ${words}`,
      });
      chip.disabled = nodes === 0;
    });
  }
}
