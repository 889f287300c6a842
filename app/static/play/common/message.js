/** The one line above the board: what just happened, why a move was refused, what is being waited for. */

import { byId, h } from "./dom.js";

/** Writes into an element; the words are read out by screen readers, the seconds of a countdown are not. */
export class Message {
  constructor(element) {
    this.words = h("span", { class: "words" });
    this.extra = h("span", { class: "extra" });
    this.element = element;
    element.removeAttribute("role");
    this.words.setAttribute("role", "status");
    element.append(this.words, this.extra);
  }

  /** Show a sentence; `kind` is `info`, `good` or `refused`. Buttons may follow it. */
  say(text, kind = "info", ...buttons) {
    this.element.dataset.kind = kind;
    // The same words again are still news: a screen reader needs to see them change.
    this.words.textContent = this.words.textContent === text ? `${text} ` : text;
    this.extra.replaceChildren(...buttons);
  }

  /**
   * Show why nothing moves, and resolve after so many seconds, when the person presses Try now or, with `early`, when
   * the network is back.
   */
  countdown(text, seconds, early) {
    return new Promise((resolve) => {
      const left = h("span", { "aria-hidden": "true" });
      const now = h("button", { type: "button", onclick: () => end() }, "Try now");
      const end = () => {
        clearInterval(timer);
        removeEventListener("online", end);
        if (document.activeElement === now) byId("stage").focus({ preventScroll: true });
        if (now.isConnected) this.say("Trying again …", "waiting"); // else another sentence has taken its place
        resolve();
      };
      let at = seconds;
      const tick = () => {
        left.textContent = `Trying again in ${at} s.`;
        if (at <= 0) end();
        at -= 1;
      };
      this.say(text, "waiting", left, now);
      const timer = setInterval(tick, 1000);
      if (early) addEventListener("online", end);
      tick();
    });
  }
}
