/** The three dice: pressed to pay with them, and at the end of a turn to save them. */

import { h, set } from "../../common/dom.js";
import { LETTERS } from "./menu.js";

export class Dice {
  /** `onPress(die)` is called where the dice are `live`. */
  constructor(live, onPress) {
    this.live = live;
    this.title = h("h2", {});
    this.dice = [0, 1, 2].map((die) => {
      const attributes = live ? { type: "button", onclick: () => onPress(die) } : { role: "img" };
      return h(live ? "button" : "div", { class: "die", ...attributes });
    });
    const row = h("div", { class: "dice", role: "group", "aria-label": "Dice" }, this.dice);
    this.element = h("section", { class: "hex-dice", "aria-label": "Dice" }, this.title, row);
  }

  /** Show the faces, and what a draft has chosen of them. */
  show(faces, draft, over) {
    this.title.textContent = titleOf(draft, over);
    faces.forEach((face, die) => {
      const chosen = draft.ending ? draft.save.includes(die) : draft.dice.includes(die);
      const spent = draft.ending !== null && draft.spent.includes(die);
      const note = noteOf(draft, chosen, spent);
      const element = this.dice[die];
      element.replaceChildren(
        h("span", { class: `pip ${face}`, "aria-hidden": "true" }, LETTERS[face]),
        h("span", { class: "face" }, face),
        h("span", { class: "note" }, note),
      );
      const label = [`Die ${die + 1}: ${face}`, note].filter(Boolean).join(", ");
      const pressed = this.live && !spent ? String(chosen) : null;
      set(element, { "aria-label": label, "aria-pressed": pressed, class: spent ? "die spent" : "die" });
      if (this.live) element.disabled = spent || over;
    });
  }
}

function titleOf({ ending, move }, over) {
  if (over) return "Dice";
  if (ending) return "Dice to save";
  return move ? "Dice to spend" : "Dice";
}

function noteOf({ ending, move }, chosen, spent) {
  if (spent) return "spent";
  if (ending) return chosen ? "saved" : "rolled";
  if (chosen) return move ? "pays" : "chosen";
  return "";
}
