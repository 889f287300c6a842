/**
 * What is to be done now, beside the board: the menu of actions, the targets of one, or the end of the
 * turn.
 */

import { h } from "../../common/dom.js";
import { CREATED, LETTERS, MENU, MOVES } from "./menu.js";

const COST = { 1: "●", 2: "●●", 3: "●●●" };

export class Panel {
  constructor(draft) {
    this.draft = draft;
    this.title = h("h2", {});
    this.body = h("div", {});
    this.element = h("section", { class: "hex-action", "aria-label": "Action" }, this.title, this.body);
    this.rest = h("details", { class: "hex-rest" });
  }

  /**
   * Draw what suits the stage of the draft, and return whether that is another one than before. The focus
   * stays on the same thing, or goes to `fallback()`.
   */
  show(seen, fallback) {
    const focused = this.element.contains(document.activeElement)
      ? document.activeElement.dataset.name
      : null;
    const stage =
      seen.phase === "won" ? "won" : (this.draft.ending ?? (this.draft.move ? "targets" : "menu"));
    if (stage === "won") this.won(seen);
    else if (stage === "targets") this.targets();
    else if (stage === "menu") this.menu();
    else this.ending();
    const turned = this.stage !== undefined && this.stage !== stage;
    this.stage = stage;
    if (focused) {
      const same = this.element.querySelector(`[data-name="${focused}"]:not(:disabled)`);
      if (same) same.focus({ preventScroll: true });
      else fallback();
    }
    return turned;
  }

  /** Put the focus on what there is to press first. */
  focus() {
    this.element.querySelector(".primary:not(:disabled)")?.focus({ preventScroll: true });
  }

  won(seen) {
    this.put("Solved!", h("p", { class: "hex-won" }, `Every colour is in one piece: ${seen.rating}.`));
  }

  menu() {
    const open = MENU.filter(({ id }) => this.draft.isOpen(id));
    const others = MENU.filter((item) => !open.includes(item));
    const chosen = this.draft.dice.length > 0;
    const none = chosen
      ? "These dice pay for nothing here; choose others."
      : "No action is possible; pass the turn.";
    const summary = h(
      "summary",
      { "data-name": "others" },
      others.length === MENU.length ? "All nineteen actions" : `The other ${others.length} actions`,
    );
    this.rest.replaceChildren(summary, ...others.map((item) => this.item(item, false)));
    this.rest.hidden = others.length === 0;
    this.put(
      chosen ? "Actions for these dice" : "Choose an action",
      open.length > 0
        ? h(
            "div",
            { class: "hex-menu" },
            open.map((item) => this.item(item, true)),
          )
        : h("p", {}, none),
      this.rest,
    );
  }

  item({ id, name, about, color, letter, tier }, open) {
    const dice = tier === 1 ? "die" : "dice";
    return h(
      "button",
      {
        type: "button",
        class: open ? "move" : "move shut",
        "data-name": id,
        title: about,
        "aria-label": `${name}: ${tier} ${color} ${dice}${open ? "" : ", not possible now"}`,
        onclick: () => void this.draft.choose(id),
      },
      h("span", { class: `swatch ${color}`, "aria-hidden": "true" }, letter),
      h("span", { class: "name" }, name),
      h("span", { class: "cost", "aria-hidden": "true" }, COST[tier]),
    );
  }

  targets() {
    const { draft } = this;
    const { name, about, steps, fewest } = MOVES[draft.move];
    const at = draft.targets.length;
    const full = draft.look.next.length === 0;
    const chips = steps.map(([word], step) => {
      const state = step < at ? "done" : step === at && !full ? "now" : "later";
      const may = step >= fewest ? " (optional)" : "";
      const sign = step < at ? "✓" : step + 1;
      return h(
        "li",
        { class: state, "aria-current": state === "now" ? "step" : null },
        h("b", {}, sign),
        ` ${word}${may}`,
      );
    });
    this.put(
      name,
      h("p", { class: "about" }, about),
      h("ol", { class: "steps", "data-move": draft.move, "aria-label": "Targets" }, chips),
      draft.look.needsColor ? this.palette() : null,
      this.buttons(
        this.button(
          "apply",
          draft.look.wonIfApplied ? "Apply and win" : "Apply action",
          () => draft.apply(),
          draft.look.complete,
        ),
        at > 0 ? this.button("back", "Back", () => draft.back()) : null,
        this.button("cancel", "Cancel", () => draft.cancel()),
      ),
    );
  }

  palette() {
    const colors = CREATED.map((color) => {
      const attributes = {
        type: "button",
        class: "paint",
        "data-name": color,
        "aria-pressed": String(this.draft.color === color),
      };
      const swatch = h("span", { class: `swatch ${color}`, "aria-hidden": "true" }, LETTERS[color]);
      return h("button", { ...attributes, onclick: () => this.draft.paint(color) }, swatch, color);
    });
    return h("div", { class: "palette", role: "group", "aria-label": "Colour of the next node" }, colors);
  }

  ending() {
    const { draft } = this;
    const name = draft.ending === "pass" ? "Pass" : MOVES[draft.move].name;
    this.put(
      `${name}: save dice?`,
      h(
        "p",
        { class: "about" },
        "Press the dice to keep as they are; all the others are rolled for the next turn.",
      ),
      this.buttons(
        this.button(
          "roll",
          draft.save.length === 3 ? "Keep all three" : "Roll the rest",
          () => void draft.play(),
          true,
        ),
        this.button("back", "Back", () => draft.back()),
      ),
    );
  }

  button(name, label, press, primary) {
    const kind = primary === undefined ? null : "primary";
    const made = h("button", { type: "button", class: kind, "data-name": name, onclick: press }, label);
    made.disabled = primary === false;
    return made;
  }

  buttons(...buttons) {
    return h("div", { class: "buttons" }, buttons);
  }

  put(title, ...parts) {
    this.title.textContent = title;
    this.body.replaceChildren(...parts.filter(Boolean));
  }
}
