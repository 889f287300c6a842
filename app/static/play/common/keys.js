/** Keyboard play: keys with their meaning, listed on the page, off when the person says so. */

import { h } from "./dom.js";
import { keep, kept } from "./store.js";

const NAMES = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space", Escape: "Esc" };

/** Listens on the whole page, but never while something is typed or a modifier is held. */
export class Keys {
  constructor(details) {
    this.handlers = new Map();
    this.list = details.querySelector("dl");
    this.switch = details.querySelector("input");
    this.switch.checked = kept("keys") !== false;
    this.switch.addEventListener("change", () => keep("keys", this.switch.checked));
    document.addEventListener("keydown", (event) => this.press(event));
  }

  /** Let a key, or several with the same meaning, do something; a handler that returns false did nothing. */
  on(keys, meaning, handler) {
    const all = [keys].flat();
    for (const key of all) this.handlers.set(key, handler);
    if (!meaning) return;
    const shown = all.map((key) => h("kbd", {}, NAMES[key] ?? key.toUpperCase()));
    this.list.append(h("div", {}, h("dt", {}, shown), h("dd", {}, meaning)));
  }

  press(event) {
    if (!this.switch.checked || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
      return;
    const at = event.target;
    if (at.closest("input, textarea, select, dialog, [contenteditable]")) return;
    if ((event.key === " " || event.key === "Enter") && at.closest("button, a, summary, [role=button]"))
      return;
    if (event.key.startsWith("Arrow") && at.closest(".log, pre, code")) return; // they scroll
    const handler = this.handlers.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    if (handler && handler(event.key) !== false) event.preventDefault();
  }
}
