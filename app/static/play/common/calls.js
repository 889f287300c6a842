/** The panel of calls: each request of the page as a curl line that can be copied and run. */

import { h } from "./dom.js";

const SHOWN = 20;

/** Fills the list below a `<details>`; while that is closed nothing is drawn. */
export class Calls {
  constructor(details) {
    this.details = details;
    this.list = details.querySelector("ol");
    this.calls = [];
    details.addEventListener("toggle", () => this.draw());
  }

  /** Take a call when it is sent, and again when its outcome is known. */
  add(call) {
    if (!this.calls.includes(call)) {
      this.calls.unshift(call);
      this.calls.length = Math.min(this.calls.length, SHOWN);
    }
    if (this.details.open && !this.waiting) {
      this.waiting = requestAnimationFrame(() => {
        this.waiting = null;
        this.draw();
      });
    }
  }

  draw() {
    if (!this.details.open) return;
    this.list.replaceChildren(
      ...this.calls.map((call) => {
        const line = curl(call);
        return h(
          "li",
          {},
          h("span", { class: "outcome" }, call.outcome),
          h("code", { tabindex: 0 }, line),
          h("button", { type: "button", onclick: (event) => copy(line, event.currentTarget) }, "Copy"),
        );
      }),
    );
  }
}

/** Return a call as a command for a POSIX shell. */
export function curl({ method, url, body, headers = {} }) {
  const parts = ["curl", "-s", quoted(url)];
  for (const [name, value] of Object.entries(headers)) parts.push("-H", quoted(`${name}: ${value}`));
  if (body !== undefined) parts.push("-d", quoted(body));
  if (method === "POST" && body === undefined) parts.push("-X", "POST");
  return parts.join(" ");
}

/** Copy a text; the button tells whether that worked. */
export async function copy(text, button) {
  const label = button.dataset.label ?? button.textContent;
  button.dataset.label = label;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Select and copy by hand";
  }
  setTimeout(() => {
    button.textContent = label;
  }, 1500);
}

function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
